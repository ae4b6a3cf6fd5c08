"""/event queue and avoid, and the buttons of a queue."""

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands

from cogs.core import members
from cogs.core.autocomplete import VARIANT_CHOICES
from cogs.core.context import location_of, picked
from cogs.core.messaging import reply_private, reply_public
from cogs.text.formatting import label, listed
from cogs.text.language import speaking, tr
from cogs.tournaments.commands.options import (
    FORMAT_OPTIONS,
    BestOf,
    EventName,
    TableSize,
    require_private_threads,
)
from cogs.tournaments.commands.service import (
    ANYWAY,
    EditTournament,
    EventCog,
    EventHandler,
    EventService,
    Pressed,
    own_participant,
)
from cogs.tournaments.updates.seats import playing_at, require_no_seat
from cogs.tournaments.updates.tables.voice_rooms import room_line
from cogs.tournaments.views import queue as view
from rules.refusal import Refusal
from rules.tournaments.queue import JoinQueue, LeaveQueue, StayInQueue
from rules.tournaments.state import FLOORS, TournamentPlay, TournamentRules, TournamentState
from storage.games.games import Games
from storage.tournaments.change import TournamentChange

MAX_WAITING = 256
"""Maximum players in one queue; that many wait only if they avoid each other."""


class QueueCog(EventCog):
    """The queue of a channel."""

    @app_commands.command()
    @app_commands.choices(variant=VARIANT_CHOICES)
    @app_commands.describe(
        **FORMAT_OPTIONS,
        minutes="Time limit of each table in minutes (default: none)",
        patience="Minutes before waiting players are asked if they're still there; 0 = never (default: 30)",
    )
    async def queue(
        self,
        interaction: discord.Interaction,
        name: EventName,
        play: TableSize = "pods",
        minutes: app_commands.Range[int, 0, 600] = 0,
        patience: app_commands.Range[int, 0, 600] = 30,
        variant: app_commands.Choice[str] | None = None,
        best_of: BestOf = 1,
        private: bool = False,
        voice: bool = False,
    ) -> None:
        """Open a queue in this channel: a table opens whenever enough players wait (judges only)"""
        await self.service.require_organizer(interaction)
        if private:
            require_private_threads(interaction)
        kind = TournamentPlay(play)
        rules = TournamentRules(
            name=label(name),
            play=kind,
            floor=FLOORS[kind],
            queue=True,
            minutes=minutes,
            patience=patience,
            variant="" if variant is None else variant.value,
            best_of=best_of,
            private=private,
            voice=voice,
        )
        await self.service.create(interaction, rules)
        if line := room_line(interaction.channel, rules):
            await reply_public(interaction, line)

    @app_commands.command()
    @app_commands.describe(
        who="Player you don't want to be seated with (default: show your list)",
        do="Avoid this player, or stop avoiding them (default: avoid)",
    )
    async def avoid(
        self,
        interaction: discord.Interaction,
        who: discord.Member | None = None,
        do: Literal["avoid", "stop"] = "avoid",
    ) -> None:
        """Set who queues never seat you with (private)"""
        guild, user = location_of(interaction).guild or 0, interaction.user.id
        avoidances = self.game_service.games.avoidances
        with speaking(await self.game_service.language_of_user(interaction)):
            if who is not None:
                if who.bot:
                    raise Refusal("no_bots")
                if who.id == user:
                    raise Refusal("avoid_self")
                if do == "avoid":
                    await avoidances.add(guild, user, who.id)
                else:
                    await avoidances.remove(guild, user, who.id)
                    await self.service.queues.recover()
            await reply_private(interaction, _avoided(await avoidances.of(guild, user)))


async def join_queue(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Add the user to the queue, for any bracket."""
    await _join(service, interaction, pressed, view.JOIN)


async def join_for_brackets(
    service: EventService, interaction: discord.Interaction, pressed: Pressed
) -> None:
    """Add the user to the queue for the picked brackets only, or change those of a waiting player."""
    key = pressed.detail or "".join(picked(interaction))
    await _join(service, interaction, pressed, view.BRACKETS, key, view.brackets_in(key))


async def _join(
    service: EventService,
    interaction: discord.Interaction,
    pressed: Pressed,
    verb: str,
    detail: str = ANYWAY,
    wanted: tuple[int, int] | None = None,
) -> None:
    """Add the user to the queue. ``verb``, ``detail``: of the button for who is also in another event."""
    person, now = members.member(interaction.user), service.now()
    await _require_free(service.game_service.games, pressed.state, interaction.user.id)
    if await service.asked_about_another(interaction, pressed, verb, detail):
        return

    def decide(change: TournamentChange) -> None:
        number = change.number(person)
        if number not in change.state.queue and len(change.state.queue) >= MAX_WAITING:
            raise Refusal("event_full", limit=MAX_WAITING)
        change.add(JoinQueue(player=number, when=now, brackets=wanted))

    await _answer(service, interaction, pressed, decide)


async def leave(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Remove the user from the queue."""

    def decide(change: TournamentChange) -> None:
        change.add(LeaveQueue(player=own_participant(change.state, interaction)))

    await _answer(service, interaction, pressed, decide)


async def stay(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Record that the user still waits."""
    now = service.now()

    def decide(change: TournamentChange) -> None:
        change.add(StayInQueue(player=own_participant(change.state, interaction), when=now))

    await _answer(service, interaction, pressed, decide)


async def _answer(
    service: EventService, interaction: discord.Interaction, pressed: Pressed, decide: EditTournament
) -> None:
    """Carry out a press; the queue's message is the answer, or a private one elsewhere."""
    if await service.messages.is_shown_by(interaction, pressed.state.tournament):
        await service.press(interaction, pressed, decide)
        return
    async with service.changing(interaction, pressed.state, decide) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            own = after.find(interaction.user.id, "")
            waits = own is not None and own.number in after.queue
            await reply_private(interaction, view.place(after) if waits else tr("You aren't in the queue."))


async def _require_free(games: Games, state: TournamentState, user: int) -> None:
    """Raise Refusal for a player whose game continues: "queue_at_table" at a table of this queue,
    "seated_elsewhere" at one of another queue or event."""
    at = await playing_at(games, state, user)
    if at is not None:
        raise Refusal("queue_at_table", table=at)
    await require_no_seat(games, state, user)


def _avoided(users: Sequence[int]) -> str:
    if not users:
        return tr("You aren't avoiding anyone.")
    who = listed(f"<@{user}>" for user in users)
    return tr("Queues won't seat you with {players}. Only you can see this.", players=who)


HANDLERS: Mapping[str, EventHandler] = {
    view.JOIN: join_queue,
    view.BRACKETS: join_for_brackets,
    view.LEAVE: leave,
    view.STAY: stay,
}
