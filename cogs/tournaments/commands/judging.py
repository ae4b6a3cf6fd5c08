"""/event result, pair and move: judges' decisions about a round, with a preview."""

import re
from collections.abc import Mapping
from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.components import TEXT_LIMIT, button, card, rows
from cogs.core.custom_ids import IdNumber, Value
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_public, respond
from cogs.drawing.truncate import truncate
from cogs.text.language import speaking, tr
from cogs.tournaments import pairing
from cogs.tournaments.commands.options import suggest_event_player
from cogs.tournaments.commands.service import (
    EditTournament,
    EventCog,
    EventHandler,
    EventService,
    Pressed,
    dropped,
    unless_changed,
)
from cogs.tournaments.updates.tables.notices import rulings
from cogs.tournaments.views import event as view
from cogs.tournaments.views import outcomes
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel import tables
from rules.pairings.pairings import METHOD, Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_round
from rules.tournaments.acts import EnterOutcome, require_table
from rules.tournaments.judging import ChangePairings, moved, require_redrawable, swapped
from rules.tournaments.playing import require_games
from rules.tournaments.state import Ruling, SignUpStage, TableOutcome, TournamentState
from storage.tournaments.change import TournamentChange

OUTCOMES: Mapping[str, Ruling] = {
    "intentional draw": Ruling.INTENTIONAL_DRAW,
    "double loss": Ruling.DOUBLE_LOSS,
}
"""Outcomes of a table without a winner, but for a draw."""
_GAMES = re.compile(r"([0-9]) *[-–:] *([0-9])(?: *[-–:] *([0-9]))?")


class Corrected(Value, frozen=True):
    """A round, table and winner, 0 for none; optionally the games won, lost and drawn, and the kind of
    outcome without a winner (default: a draw)."""

    between = "."
    round: IdNumber
    table: IdNumber
    winner: IdNumber
    games: str = ""
    ruling: Ruling | None = None


class JudgingCog(EventCog):
    """The judges' commands during a round."""

    @app_commands.command()
    @app_commands.autocomplete(winner=suggest_event_player)
    @app_commands.describe(
        table="Table number",
        winner="Player who won",
        outcome="Outcome without a winner",
        games="Games of a match, the winner's first: 2-1, or 1-1-1 with a drawn game",
        round="Round number (default: the current one)",
    )
    async def result(
        self,
        interaction: discord.Interaction,
        table: app_commands.Range[int, 1, 256],
        winner: str | None = None,
        outcome: Literal["draw", "intentional draw", "double loss"] | None = None,
        games: app_commands.Range[str, 0, 20] = "",
        round: app_commands.Range[int, 1, 100] | None = None,
    ) -> None:
        """Enter or correct a table's result; the table alone shows what it can be (judges only)"""
        state = await self.service.judged(interaction)
        number = len(state.rounds) if round is None else round
        there = state.rounds[number - 1].tables.get(table, ()) if 1 <= number <= len(state.rounds) else ()
        if winner is None and outcome is None and not games:
            with speaking(await self.game_service.language_of_user(interaction)):
                require_table(state, number, table)
                shown = tables.table(state, number, table)
                await respond(interaction, view=shown, private=True)
            return
        winners = () if winner is None else (await self.service.player(interaction, state, winner, there),)
        if winners and outcome is not None:
            raise Refusal("outcome_or_winner")
        act = _entered(state, number, table, winners, OUTCOMES.get(outcome or ""))
        act = typed_result(state, act, games)
        if number < len(state.rounds):
            await preview_correction(self.service, interaction, state, act)
            return
        decide, was = await ruling(self.service, state, act, interaction.channel_id), outcome_at(state, act)
        async with self.service.changing(interaction, state, decide) as after:
            lines = [
                outcomes.result(after, act),
                outcomes.advancing(after, act),
                *(dropped(after, one) for one in winners),
                outcomes.before(after, act, was),
                outcomes.own_table(after, act, interaction.user.id),
            ]
            await self.service.tell(interaction, after, "\n".join(filter(None, lines)))

    @app_commands.command()
    @app_commands.describe(
        last="Whether this is the last round before the top cut or the end (default: no)",
    )
    async def pair(self, interaction: discord.Interaction, last: bool = False) -> None:
        """Pair the current round again, before any table has a result (judges only)"""
        state = await self.service.judged(interaction)
        require_redrawable(state)
        await put_off(interaction)
        act = await draw_again(self.service, state, last=last)
        await self.service.announce(interaction, state, act, unless_changed(state, act))
        await self.game_service.replies.warn_unseen(interaction)

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_event_player, swap=suggest_event_player)
    @app_commands.describe(
        who="Player to move",
        table="Table to move to, 0 for a bye",
        swap="Player to change places with",
    )
    async def move(
        self,
        interaction: discord.Interaction,
        who: str,
        table: app_commands.Range[int, 0, 256] | None = None,
        swap: str | None = None,
    ) -> None:
        """Move a player to another table of the current round (judges only)"""
        state = await self.service.judged(interaction)
        require_round(state)
        player = await self.service.player(interaction, state, who)
        other = None if swap is None else await self.service.player(interaction, state, swap)
        act = player_move(state, player, table, other)
        await self.service.announce(interaction, state, act, unless_paired(state, act))
        await self.game_service.replies.warn_unseen(interaction)
        if gone := [line for one in (player, other) if one is not None and (line := dropped(state, one))]:
            await reply_public(interaction, "\n".join(gone))


async def draw_again(service: EventService, state: TournamentState, *, last: bool) -> ChangePairings:
    """Pair the current round again; ``last`` as when a round begins."""
    before = replace(state, rounds=state.rounds[:-1])
    last = last or len(state.rounds) == state.rules.rounds
    seed = pairing.seed_of(before)
    pairings = await pairing.pair(service.game_service, before, seed, last=last)
    return ChangePairings(pairings=pairings, seed=seed, last=last, method=METHOD)


def player_move(
    state: TournamentState, player: Participant, table: int | None, other: Participant | None
) -> ChangePairings:
    """Return the act that moves a player to another table, or to another player's place.

    Raises Refusal "move_where" unless one of both is given, "event_dropped", "moves_nowhere".
    """
    if (table is None) == (other is None):
        raise Refusal("move_where")
    for one in (player, other):
        _require_movable(state, one)
    pairings = swapped(state, player, other) if other is not None else moved(state, player, table or 0)
    if pairings == state.rounds[-1].pairings:
        raise Refusal("moves_nowhere")
    return ChangePairings(pairings=pairings)


def unless_paired(state: TournamentState, act: TournamentAct) -> EditTournament:
    """Carry out an act; raises Refusal "event_changed" if pairings have changed since this state."""

    def decide(change: TournamentChange) -> None:
        if [one.pairings for one in change.state.rounds] != [one.pairings for one in state.rounds]:
            raise Refusal("event_changed")
        change.add(act)

    return decide


async def preview_correction(
    service: EventService, interaction: discord.Interaction, state: TournamentState, act: EnterOutcome
) -> None:
    """Preview the changes that another result of an earlier round would have made."""
    with speaking(await service.game_service.language_of_user(interaction)):
        await put_off(interaction, private=True, thinking=True)
        changed = await pairing.would_have_changed(service.game_service, state, act.round, act)
        gone = filter(None, (dropped(state, one) for one in act.winners))
        lines = [
            outcomes.result(state, act),
            outcomes.before(state, act, outcome_at(state, act)),
            *gone,
            *changed,
            tr("-# Rounds that are already paired won't change."),
        ]
        custom_id = EventCustomId("correct", state.tournament, written(act))
        do = button(tr("Correct result"), custom_id, discord.ButtonStyle.success)
        text = truncate("\n".join(filter(None, lines)), TEXT_LIMIT)
        await respond(interaction, view=card(text, *rows(do), color=view.EVENT_COLOR), private=True)


def written(act: EnterOutcome) -> str:
    """Return the value of a button that enters a judge's result."""
    winner = act.winners[0] if act.winners else 0
    games = f"{max(act.games)}-{min(act.games)}-{act.drawn_games}" if act.games else ""
    return str(Corrected(act.round, act.table, winner, games, act.ruling)).rstrip(".")


def read_result_button(state: TournamentState, detail: str) -> EnterOutcome:
    """Return the result of such a button; raises Refusal "outdated" and as `_result` does."""
    found = Corrected.read(detail)
    winners = (Participant(found.winner),) if found.winner else ()
    if found.ruling not in (None, *OUTCOMES.values()):
        raise Refusal("outdated")
    return typed_result(state, _entered(state, found.round, found.table, winners, found.ruling), found.games)


def _entered(
    state: TournamentState, round: int, table: int, winners: tuple[Participant, ...], ruled: Ruling | None
) -> EnterOutcome:
    """Return a judge's result; in a double loss everyone at the table loses."""
    lost = require_table(state, round, table) if ruled is Ruling.DOUBLE_LOSS else ()
    return EnterOutcome(round=round, table=table, winners=winners, judged=True, ruling=ruled, lost=lost)


def outcome_at(state: TournamentState, act: EnterOutcome) -> TableOutcome | None:
    """Return the outcome of a result's table so far."""
    return state.rounds[act.round - 1].outcomes.get(act.table)


async def correct(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Enter the result of a preview."""
    await service.require_organizer(interaction)
    act = read_result_button(pressed.state, pressed.detail)
    decide, was = await ruling(service, pressed.state, act, None), outcome_at(pressed.state, act)
    async with service.changing(interaction, pressed.state, decide) as after:
        lines = [
            outcomes.result(after, act),
            outcomes.advancing(after, act),
            outcomes.before(after, act, was),
            outcomes.own_table(after, act, interaction.user.id),
        ]
        text = "\n".join(filter(None, lines))
        await interaction.response.edit_message(view=card(text, color=view.EVENT_COLOR))


async def ruling(
    service: EventService, state: TournamentState, act: EnterOutcome, answered: int | None
) -> EditTournament:
    """Enter a judge's result; the channel and the table are notified unless the answer is there."""
    notices = await rulings(service.tournaments, state, act, answered)

    def decide(change: TournamentChange) -> None:
        change.add(act)
        change.notices += notices

    return decide


def _require_movable(state: TournamentState, player: Participant | None) -> None:
    """Raise Refusal "event_dropped" for a player who has dropped and isn't in the round."""
    pairings = state.rounds[-1].pairings
    if player is None or player in (*pairings.byes, *(one for table in pairings.tables for one in table)):
        return
    if state.players[player].stage is SignUpStage.OUT:
        raise Refusal("event_dropped", who=view.plain_entrant_name(state.players[player]))


def typed_result(state: TournamentState, entered: EnterOutcome, typed: str) -> EnterOutcome:
    """Return a result with the typed games, the winner's first.

    Raises Refusal "bad_score", "event_games_single", "games_dont_fit", and those of the act.
    """
    entered.apply(state)
    if not typed.strip():
        return entered
    read = _GAMES.fullmatch(typed.strip())
    if read is None:
        raise Refusal("bad_score", text=typed)
    won, lost, drawn = (int(one or 0) for one in read.groups())
    there = state.rounds[entered.round - 1].tables[entered.table]
    games = tuple(won if one in (entered.winners or there[:1]) else lost for one in there)
    entered = replace(entered, games=games, drawn_games=drawn)
    require_games(state, entered)
    return entered


HANDLERS: Mapping[str, EventHandler] = {"correct": correct}
