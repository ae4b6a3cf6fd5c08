"""/event import of results: shown first, with every row that can't be entered, and entered by a press."""

from collections.abc import Iterator, Mapping

import discord
from msgspec import Struct
from msgspec.structs import replace

from cogs.core.components import button, message, rows
from cogs.core.messaging import reply_private
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH, abridged, clean_name, comma_separated, escape, kept_names
from cogs.text.language import speaking, tr, trn
from cogs.text.typed import turned
from cogs.tournaments.commands.judging import typed_result
from cogs.tournaments.commands.service import EventHandler, EventService, Pressed
from cogs.tournaments.updates.tables.notices import rulings
from cogs.tournaments.views import outcomes
from cogs.tournaments.views.event import EventCustomId, plain_entrant_name
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import require_round
from rules.tournaments.acts import EnterOutcome
from rules.tournaments.standings import ending_of
from rules.tournaments.state import Ruling, TableOutcome, TournamentState
from storage.spreadsheets import without_addresses
from storage.tournaments.change import TournamentChange
from storage.tournaments.result_files import FileFault, NoWinner, ResultsFile, TableResult

ENTER_FILE = "fileresults"
"""The verb that enters the results of a file whose preview was shown, by the number of its command."""
SHOWN = 10
"""Rows that can't be entered which are listed."""
TEXT = 40
"""Letters of a cell that are repeated."""
RULINGS_WITHOUT_WINNER: Mapping[NoWinner, Ruling] = {
    NoWinner.INTENTIONAL_DRAW: Ruling.INTENTIONAL_DRAW,
    NoWinner.DOUBLE_LOSS: Ruling.DOUBLE_LOSS,
}


class ReadResults(Struct):
    """The effects of a file's results on the current round."""

    new: list[EnterOutcome] = []
    """Results to enter, in the order of the file."""
    there: list[int] = []
    """Rows whose result the round has."""
    faults: list[tuple[int, str]] = []
    """Rows that can't be entered, each with the reason."""


def match_results(state: TournamentState, file: ResultsFile) -> ReadResults:
    """Match a file's results with the tables of the last round; the reasons are in the language spoken.

    Raises Refusal "no_event_round" and as `require_round` does.
    """
    require_round(state)
    found = ReadResults(faults=[(one.line, _unreadable(one)) for one in file.faults])
    entered = set[int]()
    for one in file.results:
        try:
            act, why = _act(state, one)
        except Refusal as refusal:
            act, why = None, _games_dont_fit(one, refusal)
        if act is not None and act.table in entered:
            why = tr("table {n} is in the file twice", n=act.table)
        if why or act is None:
            found.faults.append((one.line, why))
            continue
        entered.add(act.table)
        if _is_there(state, act):
            found.there.append(one.line)
        else:
            found.new.append(act)
    found.faults.sort()
    return found


async def preview_results(
    service: EventService, interaction: discord.Interaction, state: TournamentState, file: ResultsFile
) -> None:
    """Show privately which results a file would enter, the previous results, and every faulty row."""
    with speaking(await service.game_service.language_of_user(interaction)):
        found, number = match_results(state, file), len(state.rounds)
        heading = trn(
            "**{n} result** for round {round}:",
            "**{n} results** for round {round}:",
            len(found.new),
            round=number,
        )
        lines = [heading]
        for act in found.new:
            was = state.rounds[-1].outcomes.get(act.table)
            lines += filter(None, (outcomes.result(state, act), outcomes.before(state, act, was)))
        lines += _rest(found)
        enter = button(
            trn("Enter {n} result", "Enter {n} results", len(found.new)),
            EventCustomId(ENTER_FILE, state.tournament, str(interaction.id)),
            discord.ButtonStyle.success,
            disabled=not found.new,
        )
        service.files.put(interaction.id, replace(file, previewed=state.rounds[-1]))
        await reply_private(interaction, truncate("\n".join(lines), MESSAGE_LENGTH), *rows(enter))


def _rest(found: ReadResults) -> Iterator[str]:
    """Yield small lines about the rows that enter nothing."""
    if found.there:
        yield tr("-# Already entered: rows {rows}", rows=abridged(found.there, SHOWN))
    for line, why in found.faults[:SHOWN]:
        yield tr("-# Row {line}: {why}", line=line, why=why)
    if len(found.faults) > SHOWN:
        yield trn("-# And {n} more row.", "-# And {n} more rows.", len(found.faults) - SHOWN)


async def enter_file_results(
    service: EventService, interaction: discord.Interaction, pressed: Pressed
) -> None:
    """Enter the results of a file whose preview was shown; raises Refusal "event_file_forgotten"."""
    await service.require_organizer(interaction)
    file = service.files.get(int(pressed.detail)) if pressed.detail.isdecimal() else None
    if not isinstance(file, ResultsFile):
        raise Refusal("event_file_forgotten")
    with speaking(await service.game_service.language_of_user(interaction)):
        new = match_results(pressed.state, file).new
    if not new:
        raise Refusal("results_there")
    if pressed.state.rounds[-1] != file.previewed:
        raise Refusal("event_file_forgotten")  # the preview was of another round, or of other results
    notices = [
        notice for act in new for notice in await rulings(service.tournaments, pressed.state, act, None)
    ]

    def decide(change: TournamentChange) -> None:
        if change.state.rounds[-1:] != pressed.state.rounds[-1:]:
            raise Refusal("event_changed")
        for act in new:
            change.add(act)
        change.notices += notices

    async with service.changing(interaction, pressed.state, decide):
        with speaking(await service.game_service.language_of_user(interaction)):
            text = trn("{n} result entered.", "{n} results entered.", len(new))
            await interaction.response.edit_message(view=message(text))


def roster_forms(name: str) -> Iterator[str]:
    """Yield the keys under which a name from a file may be known, also with the last name first."""
    return (form.casefold() for spelled in (name, turned(name)) for form in kept_names(spelled))


def _act(state: TournamentState, found: TableResult) -> tuple[EnterOutcome | None, str]:
    """Return the act that enters a result, or why it can't be; raises Refusal if its games don't fit."""
    number, last = len(state.rounds), state.rounds[-1]
    if found.round not in (None, number):
        return None, tr("round {round} isn't the current one", round=found.round)
    if found.table not in last.tables:
        return None, tr("there's no table {n} in round {round}", n=found.table, round=number)
    there = last.tables[found.table]
    names = {clean_name(plain_entrant_name(state.players[one])).casefold(): one for one in there}
    said = dict[str, Participant]()
    for name in (*found.won, *found.lost, *found.players):
        one = next((names[form] for form in roster_forms(name) if form in names), None)
        if one is None:
            seated = comma_separated(escape(plain_entrant_name(state.players[other])) for other in there)
            who = escape(truncate(without_addresses(name), TEXT))
            return None, tr("{who} isn't at table {n}: {players}", who=who, n=found.table, players=seated)
        said[name] = one
    if found.players and len(set(said.values())) < len(there):
        missing = [one for one in there if one not in said.values()]
        absent = comma_separated(escape(plain_entrant_name(state.players[one])) for one in missing)
        return None, tr("no row for {players} at table {n}", players=absent, n=found.table)
    ruling = None if found.no_winner is None else RULINGS_WITHOUT_WINNER.get(found.no_winner)
    lost = there if ruling is Ruling.DOUBLE_LOSS else tuple(said[name] for name in found.lost)
    act = EnterOutcome(
        round=number,
        table=found.table,
        winners=tuple(said[name] for name in found.won),
        lost=lost,
        ruling=ruling,
        judged=True,
    )
    return typed_result(state, act, found.games if state.rules.best_of > 1 else ""), ""


def _is_there(state: TournamentState, act: EnterOutcome) -> bool:
    """Return whether a table has this outcome."""
    was = state.rounds[-1].outcomes.get(act.table)
    if was is None or was.void:
        return False
    now = TableOutcome(winners=act.winners, lost=act.lost)
    there = state.rounds[-1].tables[act.table]
    same = all(ending_of(was, one) is ending_of(now, one) for one in there)
    return same and (not act.games or act.games == was.games)


def _unreadable(fault: FileFault) -> str:
    text = escape(truncate(fault.text, TEXT))
    return tr("“{text}” can't be read in the column {column}", text=text, column=escape(fault.column))


def _games_dont_fit(found: TableResult, refusal: Refusal) -> str:
    """Say that the games of a row don't fit; raises other refusals."""
    if refusal.reason not in ("bad_score", "event_games_single", "games_dont_fit"):
        raise refusal
    games = escape(truncate(without_addresses(found.games), TEXT))
    return tr("“{text}” doesn't fit the match", text=games)


HANDLERS: Mapping[str, EventHandler] = {ENTER_FILE: enter_file_results}
