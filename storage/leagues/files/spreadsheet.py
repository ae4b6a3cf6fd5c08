"""Results as CSV for spreadsheets; docs/exchange.md says what the columns mean."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from rules.leagues.result import Entrant, PlayerResult, ResultNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from storage.engine.timestamps import is_time, write_time
from storage.events.codec import Unreadable
from storage.leagues import codec
from storage.spreadsheets import csv_file, safe

CELL_SEPARATOR = " / "
"""Between several commanders in one cell."""
_Cell: TypeAlias = str | int | None


_ABOUT: Mapping[str, Callable[[LeagueState, ResultRecord], _Cell]] = {
    "result": lambda _, record: record.number,
    "state": lambda _, record: record.state.value,
    "source": lambda _, record: record.result.source.value,
    "played": lambda _, record: write_time(record.result.played),
    "season": lambda state, record: _season(state, record.result.played),
    "variant": lambda _, record: safe(record.result.variant),
    "match": lambda _, record: safe(record.result.match),
    "ends_match": lambda _, record: "yes" if record.result.ends_match else "",
    "draw": lambda _, record: record.result.draw and record.result.draw.value,
    "drawn_games": lambda _, record: record.result.drawn_games or None,
    "turns": lambda _, record: record.result.turns,
    "seconds": lambda _, record: record.result.seconds,
    "note": lambda _, record: safe(record.result.note),
}
_SIDE: Mapping[str, Callable[[Entrant], _Cell]] = {
    "place": lambda side: side.place,
    "ending": lambda side: side.ending.value,
    "games": lambda side: side.games,
}
_PLAYER: Mapping[str, Callable[[LeagueState, PlayerResult], _Cell]] = {
    "player": lambda _, line: line.player,
    "counts_for": lambda state, line: state.resolved(line.player),
    "user": lambda state, line: state.players[line.player].user,
    "name": lambda state, line: safe(state.players[line.player].name or ""),
    "seat": lambda _, line: line.seat,
    "commanders": lambda _, line: safe(CELL_SEPARATOR.join(line.commanders)),
    "deck": lambda _, line: safe(line.deck),
    "bracket": lambda _, line: line.deck_info and line.deck_info.bracket,
    "mulligans": lambda _, line: line.mulligans,
    "life": lambda _, line: line.life,
    "out_order": lambda _, line: line.out and line.out.order,
    "out_cause": lambda _, line: line.out and line.out.cause,
    "out_turn": lambda _, line: line.out and line.out.turn,
    "out_by": lambda _, line: line.out and line.out.by,
    "awards": lambda _, line: safe("; ".join(f"{name}={n}" for name, n in line.awards.items())),
}
RESULT_COLUMNS: Sequence[str] = (*_ABOUT, "side", *_SIDE, *_PLAYER)


def results_csv(
    state: LeagueState,
    results: Iterable[tuple[ResultNumber, str]],
    incomplete: Callable[[ResultNumber], object],
) -> str:
    """Return results, from numbers and JSON texts, as CSV: a line per player and result, with a heading.

    ``incomplete`` is called with a result that can't be written, or whose time is outside of the calendar and
    so is written in seconds since 1970.
    """
    return csv_file(chain([RESULT_COLUMNS], _written(state, results, incomplete)))


def _written(
    state: LeagueState,
    results: Iterable[tuple[ResultNumber, str]],
    incomplete: Callable[[ResultNumber], object],
) -> Iterator[Sequence[_Cell]]:
    for number, text in results:
        try:
            record = codec.decode_record(text)
            rows = [*_rows(state, record)]
        except (Unreadable, KeyError):
            incomplete(number)
            continue
        if not is_time(record.result.played):
            incomplete(number)
        yield from rows


def _rows(state: LeagueState, record: ResultRecord) -> Iterator[Sequence[_Cell]]:
    about = [cell(state, record) for cell in _ABOUT.values()]
    for number, side in enumerate(record.result.entrants, start=1):
        ending = [cell(side) for cell in _SIDE.values()]
        for line in side.lines:
            yield [*about, number, *ending, *(cell(state, line) for cell in _PLAYER.values())]


def _season(state: LeagueState, played: Time) -> int | None:
    return next((season.number for season in state.seasons if season.includes(played)), None)
