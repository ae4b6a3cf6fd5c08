"""Results as CSV for spreadsheets, and from there; docs/exchange.md says what the columns mean."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NoReturn, TypeAlias, TypeVar

from msgspec import Struct

from rules.leagues.acts.bounds import MAX_LIFE, MAX_TIMES, TOMORROW, require_players, require_time
from rules.leagues.result import (
    Draw,
    Elimination,
    Ending,
    Entrant,
    PlayerNumber,
    PlayerResult,
    Result,
    ResultNumber,
    Time,
)
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Person
from rules.numbers import MAX_ID, whole
from rules.refusal import Refusal
from storage import spreadsheets
from storage.engine.timestamps import is_time, read_time, write_time
from storage.events.codec import Unreadable
from storage.leagues import codec
from storage.leagues.results import ReportedResult
from storage.spreadsheets import CsvRow, NotCsv, Sheet, safe, written

T = TypeVar("T")

MAX_IMPORTED_RESULTS = 2000
"""Results that can be brought in at once."""
LONGEST_NAME = 100
FORGOTTEN = "Player {number}"
"""Whom a line is about that has a player's number but no name."""
BETWEEN = " / "
"""Between several commanders in one cell."""

_DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?:,? (\d{1,2}:\d{2}))?")
"""A day as most of Europe writes it, perhaps with an hour."""

_Cell: TypeAlias = str | int | None
_Cells = Mapping[str, str]


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
    "commanders": lambda _, line: safe(BETWEEN.join(line.commanders)),
    "deck": lambda _, line: safe(line.deck),
    "life": lambda _, line: line.life,
    "out_order": lambda _, line: line.out and line.out.order,
    "out_cause": lambda _, line: line.out and line.out.cause,
    "out_turn": lambda _, line: line.out and line.out.turn,
    "out_by": lambda _, line: line.out and line.out.by,
    "awards": lambda _, line: safe("; ".join(f"{name}={n}" for name, n in line.awards.items())),
}
COLUMNS: Sequence[str] = (*_ABOUT, "side", *_SIDE, *_PLAYER)


def write(
    state: LeagueState,
    results: Iterable[tuple[ResultNumber, str]],
    incomplete: Callable[[ResultNumber], object],
) -> str:
    """Return results, from numbers and JSON texts, as CSV: a line for each player of each, with a heading.

    ``incomplete`` is called with a result that can't be written, or whose time is none of a calendar: that
    is written in seconds since 1970.
    """
    return written(chain([COLUMNS], _written(state, results, incomplete)))


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


def read(sheet: Sheet, now: Time, accounts: Mapping[str, PlayerNumber] | None = None) -> list[ReportedResult]:
    """Return the results in a sheet, in its order; those without a time were played ``now``.

    Needed are the columns ``result``, which lines of one result share, ``name`` and ``place``; the others of
    COLUMNS may be missing. ``accounts``: players by name, ignoring case, for a file without the column
    ``user``. Raises Refusal "csv_columns", "csv_value", "csv_too_long".
    """
    groups: dict[str, list[_Row]] = {}
    for row in _lines(sheet):
        rows = groups.setdefault(row.need("result"), [])
        rows.append(row)
        require_players(len(rows))
        if len(groups) > MAX_IMPORTED_RESULTS:
            raise Refusal("csv_too_long", limit=MAX_IMPORTED_RESULTS)
    return [_reported(rows, now, accounts or {}) for rows in groups.values()]


class _Row(Struct, frozen=True):
    """A line of the file, counted from 1 with the names at the top."""

    line: int
    cells: _Cells

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def need(self, column: str) -> str:
        return self.text(column) or self.refuse(column)

    def read(self, column: str, read: Callable[[str], T]) -> T | None:
        text = self.text(column)
        try:
            return read(text) if text else None
        except (ValueError, OverflowError):
            return self.refuse(column)

    def whole(self, column: str, least: int = 1, most: int = MAX_ID) -> int | None:
        return self.read(column, lambda text: whole(text, least, most))

    def refuse(self, column: str) -> NoReturn:
        raise Refusal("csv_value", line=self.line, column=column, text=self.text(column)[:LONGEST_NAME])


def _lines(sheet: Sheet) -> Iterator[_Row]:
    rows = spreadsheets.rows_of(sheet, strict=False)
    try:
        columns = [name.lower() for name in next(rows, CsvRow(1, ())).cells]
        for name in ("result", "name", "place"):
            if name not in columns:
                raise Refusal("csv_columns", name=name)
        for row in rows:
            yield _Row(
                row.line, {**dict.fromkeys(columns, ""), **dict(zip(columns, row.cells, strict=False))}
            )
    except NotCsv as error:
        raise Refusal("csv_value", line=error.line, column=error.form, text="…") from None


def _reported(rows: Sequence[_Row], now: Time, accounts: Mapping[str, PlayerNumber]) -> ReportedResult:
    first = rows[0]
    people = [_person(row, accounts) for row in rows]
    sides: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        sides.setdefault(row.text("side") or f"line {row.line}", []).append(index)
    draw = first.read("draw", lambda text: Draw(text.lower()))
    played = first.read("played", lambda text: _time(text, now))
    dealers = {row.whole("player"): index for index, row in enumerate(rows)}

    def make(numbers: tuple[PlayerNumber, ...]) -> Result:
        return Result(
            played=now if played is None else played,
            entrants=tuple(
                Entrant(
                    lines=tuple(_line(rows[index], numbers[index], dealers, numbers) for index in side),
                    place=rows[side[0]].whole("place") or rows[side[0]].refuse("place"),
                    ending=_ending(rows[side[0]], draw),
                    games=rows[side[0]].whole("games", 0, MAX_TIMES),
                )
                for side in sides.values()
            ),
            draw=draw,
            variant=first.text("variant"),
            turns=first.whole("turns"),
            seconds=first.whole("seconds", 0),
            match=first.text("match"),
            ends_match=first.text("ends_match").lower() in ("yes", "true", "1"),
            drawn_games=first.whole("drawn_games", 0, MAX_TIMES) or 0,
            note=first.text("note"),
        )

    make(
        tuple(map(PlayerNumber, range(1, len(people) + 1)))
    )  # so that what can't be read is refused with its line
    return ReportedResult(people, make)


def _person(row: _Row, accounts: Mapping[str, PlayerNumber]) -> Person:
    """Return the person of a line; by number if they were forgotten before the file was made."""
    number = None if row.text("name") else row.whole("player")
    name = row.need("name") if number is None else FORGOTTEN.format(number=number)
    named = None if "user" in row.cells else accounts.get(name.casefold())
    return Person(name[:LONGEST_NAME], row.whole("user"), named)


def _line(
    row: _Row,
    number: PlayerNumber,
    dealers: Mapping[int | None, int],
    numbers: Sequence[PlayerNumber],
) -> PlayerResult:
    order, by = row.whole("out_order"), row.whole("out_by")
    dealer = None if by is None or by not in dealers else numbers[dealers[by]]
    return PlayerResult(
        player=number,
        seat=row.whole("seat"),
        commanders=tuple(filter(None, (name.strip() for name in row.text("commanders").split(BETWEEN)))),
        deck=row.text("deck"),
        life=row.whole("life", -MAX_LIFE, MAX_LIFE),
        out=None
        if order is None
        else Elimination(order=order, cause=row.text("out_cause"), turn=row.whole("out_turn"), by=dealer),
        awards=row.read("awards", _awards) or {},
    )


def _ending(row: _Row, draw: Draw | None) -> Ending:
    """Return the outcome in the file, or by the place."""
    said = row.read("ending", lambda text: Ending(text.lower()))
    if said is not None:
        return said
    if row.whole("place") != 1:
        return Ending.LOST
    return Ending.WON if draw is None else Ending.DREW


def _time(text: str, now: Time) -> Time:
    if found := _DOTTED.fullmatch(text.strip()):
        day, month, year, hour = found.groups()
        text = f"{year}-{month:0>2}-{day:0>2}T{hour or '12:00':0>5}"
    try:
        return require_time(read_time(text), now + TOMORROW)
    except Refusal as refusal:
        raise ValueError(refusal.reason) from refusal


def _awards(text: str) -> dict[str, int]:
    parts = (part.rpartition("=") for part in text.split(";") if part.strip())
    return {name.strip(): whole(times, 0, MAX_TIMES) for name, _, times in parts}
