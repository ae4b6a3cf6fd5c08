"""/event queue and avoid, and the buttons of a queue."""

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands

from cogs.core import members
from cogs.core.autocomplete import VARIANT_CHOICES
from cogs.core.context import location_of, picked
from cogs.core.messaging import reply_private
from cogs.text.formatting import label, listed
from cogs.text.language import speaking, tr
from cogs.tournaments.commands.options import KIND, BestOf, EventName, TableSize
from cogs.tournaments.commands.service import (
    ANYWAY,
    EditTournament,
    EventCog,
    EventHandler,
    EventService,
    Pressed,
    own_number,
)
from cogs.tournaments.views import queue as view
from rules.game.game import Game
from rules.game.parts import PlayerOutcome
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
        **KIND,
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
    ) -> None:
        """Open a queue in this channel: a table opens whenever enough players wait (judges only)"""
        await self.service.require_organizer(interaction)
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
        )
        await self.service.create(interaction, rules)

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


async def join(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
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
    if await service.asked_about_another(interaction, pressed, verb, detail):
        return
    await _require_free(service.game_service.games, pressed.state, interaction.user.id)

    def decide(change: TournamentChange) -> None:
        number = change.number(person)
        if number not in change.state.queue and len(change.state.queue) >= MAX_WAITING:
            raise Refusal("event_full", limit=MAX_WAITING)
        change.add(JoinQueue(player=number, when=now, brackets=wanted))

    await _answer(service, interaction, pressed, decide)


async def leave(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Remove the user from the queue."""

    def decide(change: TournamentChange) -> None:
        change.add(LeaveQueue(player=own_number(change.state, interaction)))

    await _answer(service, interaction, pressed, decide)


async def stay(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Record that the user still waits."""
    now = service.now()

    def decide(change: TournamentChange) -> None:
        change.add(StayInQueue(player=own_number(change.state, interaction), when=now))

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
    """Raise Refusal "queue_at_table" for a player whose game at a table of this queue continues."""
    player = state.find(user, "")
    if player is None or not state.rounds:
        return
    last = state.rounds[-1]
    at = [table for table in last.unfinished if player.number in last.tables[table]]
    known = await games.tournaments.queries.tables(state.tournament, 1) if at else {}
    for number in at:
        played = known.get(number)
        if played is None:
            raise Refusal("queue_at_table", table=number)
        there = await games.view(played.game)
        game = None if there is None else there.table
        if not isinstance(game, Game) or game.outcome is not None:
            continue
        if any(one.user == user and one.result is PlayerOutcome.PLAYING for one in game.players):
            raise Refusal("queue_at_table", table=number)


def _avoided(users: Sequence[int]) -> str:
    if not users:
        return tr("You aren't avoiding anyone.")
    who = listed(f"<@{user}>" for user in users)
    return tr("Queues won't seat you with {players}. Only you can see this.", players=who)


HANDLERS: Mapping[str, EventHandler] = {
    view.JOIN: join,
    view.BRACKETS: join_for_brackets,
    view.LEAVE: leave,
    view.STAY: stay,
}
