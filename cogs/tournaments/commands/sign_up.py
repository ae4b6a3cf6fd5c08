"""/event create, drop, check-in, show and close, and the buttons of the message."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core import members
from cogs.core.autocomplete import VARIANT_CHOICES
from cogs.core.components import ComponentRow, message
from cogs.core.messaging import reply_private, reply_public
from cogs.text.formatting import label
from cogs.text.language import speaking, tr
from cogs.tournaments.commands.adding import MAX_PAIRED_PLAYERS, sign_up
from cogs.tournaments.commands.options import (
    FORMAT_OPTIONS,
    BestOf,
    EventName,
    TableSize,
    TemplateName,
    require_private_threads,
    start_time,
    suggest_event_player,
    suggest_start,
    suggest_template,
)
from cogs.tournaments.commands.schedule import template_of
from cogs.tournaments.commands.service import (
    EditTournament,
    EventCog,
    EventHandler,
    EventService,
    Pressed,
    own_participant,
)
from cogs.tournaments.updates import winner
from cogs.tournaments.updates.tables.voice_rooms import room_line
from cogs.tournaments.updates.winner import require_giver, role_line
from cogs.tournaments.views import event as view
from cogs.tournaments.views.lines import drop_lines, own_lines
from rules.pairings.pairings import OddPods, PairingMethod, Participant
from rules.refusal import Refusal
from rules.tournaments.act import not_in
from rules.tournaments.acts import CheckIn, CloseCheckIn, CloseTournament, Drop, OpenCheckIn
from rules.tournaments.advice.hindsight import hindsight
from rules.tournaments.queue import LeaveQueue
from rules.tournaments.schedule import MAX_CUT, MAX_PLANNED_ROUNDS, require_plan
from rules.tournaments.state import FLOORS, SignUpStage, TournamentPlay, TournamentRules, TournamentState
from storage.posts import PostKind
from storage.tournaments.change import Notice, TournamentChange
from storage.workers.threads import in_thread

Odd: Mapping[str, OddPods] = {
    "byes": OddPods.BYES,
    "low threes": OddPods.LOW_THREES,
    "low fives": OddPods.LOW_FIVES,
    "high threes": OddPods.HIGH_THREES,
}


Method: Mapping[str, PairingMethod] = {
    "Swiss": PairingMethod.SWISS,
    "round robin": PairingMethod.ROUND_ROBIN,
    "double round robin": PairingMethod.DOUBLE_ROUND_ROBIN,
    "double elimination": PairingMethod.DOUBLE_ELIMINATION,
}


class SignUpCog(EventCog):
    """/event create, drop, check-in, show and close."""

    @app_commands.command()
    @app_commands.choices(variant=VARIANT_CHOICES)
    @app_commands.describe(
        **FORMAT_OPTIONS,
        limit="Most players; others go on a waiting list (default: no limit)",
        pairing="How rounds are paired (default: Swiss, by the standings)",
        odd="Tables if the players don't divide by four (default: low threes)",
        turns="Additional turns after a round's time (default: 5 in duels, none in pods)",
        role="Role for the winner",
        team_size="Players in a fixed team: two teams play at each table (default: no teams)",
        floor="Lowest win rate in tie-breakers (default: 1/3 in duels, 1/5 in pods)",
        byes_count="Whether byes are match wins in tie-breakers (default: yes in duels, no in pods)",
        decklists="Whether players register decklists before round 1 (default: no)",
        scheduled="Start for a Discord event, such as Saturday 7pm or 28.11. 19:00 (default: none)",
        rounds="Planned rounds before the top cut or the end (default: no plan)",
        cut="Players in the planned top cut (default: none)",
        template="Template with the other settings (default: none)",
    )
    @app_commands.autocomplete(scheduled=suggest_start, template=suggest_template)
    async def create(
        self,
        interaction: discord.Interaction,
        name: EventName,
        play: TableSize | None = None,
        pairing: Literal["Swiss", "round robin", "double round robin", "double elimination"] | None = None,
        limit: app_commands.Range[int, 2, MAX_PAIRED_PLAYERS] | None = None,
        odd: Literal["byes", "low threes", "low fives", "high threes"] | None = None,
        turns: app_commands.Range[int, 0, 20] | None = None,
        role: discord.Role | None = None,
        variant: app_commands.Choice[str] | None = None,
        best_of: BestOf | None = None,
        team_size: app_commands.Range[int, 2, 6] | None = None,
        floor: Literal["1/3", "33/100", "1/5"] | None = None,
        byes_count: bool | None = None,
        decklists: bool | None = None,
        private: bool | None = None,
        voice: bool | None = None,
        scheduled: str | None = None,
        rounds: app_commands.Range[int, 1, MAX_PLANNED_ROUNDS] | None = None,
        cut: app_commands.Range[int, 2, MAX_CUT] | None = None,
        template: TemplateName | None = None,
    ) -> None:
        """Create an event in this channel and open sign-up (judges only)"""
        await self.service.require_organizer(interaction)
        if role is not None:
            require_giver(interaction.user, role)
        size = "duels" if team_size is not None else play
        kind = None if size is None else TournamentPlay(size)
        rules = TournamentRules(name="")
        if template is not None:
            rules = await template_of(self.service, interaction, template)
        if template is None or kind not in (None, rules.play):
            rules = replace(rules, floor=FLOORS[kind or rules.play])
        chosen = {
            "play": kind,
            "pairing": None if pairing is None else Method[pairing],
            "odd": None if odd is None else Odd[odd],
            "most": limit,
            "turns": turns,
            "role": None if role is None else role.id,
            "variant": None if variant is None else variant.value,
            "best_of": best_of,
            "team_size": team_size,
            "floor": None if floor is None else Fraction(floor),
            "byes_count": byes_count,
            "decklists": decklists,
            "private": private,
            "voice": voice,
            "rounds": rounds,
            "cut": cut,
        }
        starts = 0 if scheduled is None else await start_time(self.game_service, interaction, scheduled)
        given = {key: value for key, value in chosen.items() if value is not None}
        rules = replace(rules, name=label(name), starts=starts, **given)
        require_plan(rules)
        if rules.private:
            require_private_threads(interaction)
        state = await self.service.create(interaction, rules)
        lines = role_line(interaction.guild, state.rules.role), room_line(interaction.channel, state.rules)
        if any(lines):
            await reply_public(interaction, "\n".join(filter(None, lines)))

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_event_player)
    @app_commands.describe(who="Player who drops (default: you)")
    async def drop(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Drop from the event, or drop another player (judges only)"""
        state = await self.service.current(interaction)
        if who is None:
            number = own_participant(state, interaction)
        else:
            number = await self.service.player(interaction, state, who)
        if all(one.user != interaction.user.id for one in state.people(number)):
            await self.service.require_organizer(interaction)
            if not state.rules.queue and state.players[number].stage is SignUpStage.OUT:
                raise Refusal("event_dropped", who=view.plain_entrant_name(state.players[number]))
        decide = LeaveQueue(player=number) if state.rules.queue else dropping(number, always=True)
        async with self.service.changing(interaction, state, decide) as after:
            if state.rules.queue:
                player, event = view.entrant_name(after.players[number]), view.title(after)
                text = tr("{player} left the queue for {event}.", player=player, event=event)
                await reply_public(interaction, text)
            else:
                await self.service.tell(interaction, after, "\n".join(drop_lines(after, number)))

    @app_commands.command(name="check-in")
    @app_commands.describe(do="Open check-in, or close it and drop no-shows (default: open)")
    async def check_in(self, interaction: discord.Interaction, do: Literal["open", "close"] = "open") -> None:
        """Open or close check-in (judges only)"""
        state = await self.service.judged(interaction)
        act = OpenCheckIn() if do == "open" else CloseCheckIn()
        await self.service.announce(interaction, state, act)

    @app_commands.command()
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the event in a new message"""
        await self.service.post(interaction, await self.service.current(interaction))

    @app_commands.command()
    async def close(self, interaction: discord.Interaction) -> None:
        """End the event or call it off (judges only)"""
        state = await self.service.judged(interaction)
        await self.service.announce(interaction, state, CloseTournament(), closing(self.service))


def closing(service: EventService) -> EditTournament:
    """End an event, and give its winner the role."""

    def decide(change: TournamentChange) -> None:
        change.add(CloseTournament())
        change.deadlines += winner.due(change.state, service.game_service.games.now())

    return decide


async def sign_up_presser(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Sign the user up, also between rounds, until the top cut."""
    person = members.member(interaction.user)
    if await service.asked_about_another(interaction, pressed, "join"):
        return

    def decide(change: TournamentChange) -> None:
        if change.state.seeds:
            raise not_in(change.state)
        sign_up(change, change.number(person), service.now(), guest=False)

    shown = await service.messages.is_shown_by(interaction, pressed.state.tournament)
    if shown and not pressed.state.rounds:
        await service.press(interaction, pressed, decide)
        return
    async with service.changing(interaction, pressed.state, decide) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            text = tr("You're signed up for {event}.", event=view.title(after))
            if after.rounds:
                text = tr("You're in {event} and play from the next round.", event=view.title(after))
            await _answer_privately(interaction, text)


async def ask_to_drop(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Ask the user whether they want to drop."""
    state = pressed.state
    number = own_participant(state, interaction)
    Drop(player=number).apply(state)
    with speaking(await service.game_service.language_of_user(interaction)):
        await reply_private(interaction, _question(state, number), *view.drop_button(state))


def _question(state: TournamentState, number: Participant) -> str:
    """Return the question for someone who wants to drop, with its consequences now."""
    lines = [tr("Drop from {event}?", event=view.title(state))]
    if state.rounds:
        at = state.rounds[-1].table_of(number)
        lines.append(tr("You aren't paired in further rounds. Your results stay in the standings."))
        if at in state.rounds[-1].unfinished:
            lines.append(tr("Table {n} of this round is still to be played.", n=at))
    return "\n".join(lines)


async def drop_out(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Drop the user or their team, and announce it once rounds have begun."""
    number = own_participant(pressed.state, interaction)
    async with service.changing(interaction, pressed.state, dropping(number)) as after:
        with speaking(await service.game_service.language_of_user(interaction)):
            text = tr("You've dropped from {event}.", event=view.title(after))
            back = () if after.rules.team_size > 1 or after.seeds else view.sign_up_button(after)
            await _answer_privately(interaction, text, *back)
    service.game_service.announcer.send_soon(("tournament", after.tournament))


def dropping(player: Participant, *, always: bool = False) -> EditTournament:
    """Drop a player or team, and announce it once rounds have begun, or ``always``."""

    def decide(change: TournamentChange) -> None:
        change.add(Drop(player=player))
        if change.state.rounds or always:
            change.notices.append(Notice(PostKind.DROPPED, f"{len(change.state.rounds)}:{player}"))

    return decide


async def _answer_privately(interaction: discord.Interaction, text: str, *parts: ComponentRow) -> None:
    """Answer a press on a private message by updating it, and any other press by a private message."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=message(text, *parts))
    else:
        await reply_private(interaction, text, *parts)


async def my_table(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show the user their table in this round and their standing."""
    state = pressed.state
    number = state.played_as(own_participant(state, interaction))
    threads = await service.messages.threads(state)
    history = await service.tournaments.history(state.tournament)
    drawings = (await in_thread(state.tournament, hindsight, *history)).drawings
    drawing = drawings.get(len(state.rounds))
    with speaking(await service.game_service.language_of_user(interaction)):
        text = await in_thread(state.tournament, own_lines, state, number, threads, drawing)
        await reply_private(interaction, "\n".join(text))


async def check_in(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Check the user in."""

    def decide(change: TournamentChange) -> None:
        change.add(CheckIn(player=own_participant(change.state, interaction)))

    await service.press(interaction, pressed, decide)


HANDLERS: Mapping[str, EventHandler] = {
    "join": sign_up_presser,
    "drop": ask_to_drop,
    view.DROP_OUT: drop_out,
    "here": check_in,
    view.MINE: my_table,
}
