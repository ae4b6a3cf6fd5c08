"""Results in files, read for leagues; docs/exchange.md says what the columns mean."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NoReturn, TypeAlias, TypeVar

from msgspec import Struct

from rules.game.deck_info import BRACKETS, DeckInfo
from rules.leagues.acts.bounds import MAX_LIFE, MAX_TIMES, TOMORROW, require_players, require_time
from rules.leagues.result import Draw, Elimination, Ending, Entrant, PlayerNumber, PlayerResult, Result, Time
from rules.leagues.state import Person
from rules.numbers import MAX_ID, parse_integer
from rules.refusal import Refusal
from storage import spreadsheets
from storage.leagues.files.spreadsheet import CELL_SEPARATOR
from storage.leagues.results import ReportedResult
from storage.sheet_times import DayOrder, is_ambiguous, read_sheet_time
from storage.spreadsheets import CsvRow, NotCsv, Sheet, has_address, without_addresses

T = TypeVar("T")

MAX_IMPORTED_RESULTS = 2000
"""Results that can be brought in at once."""
PLAYER_NAME_LIMIT = 100
FORGOTTEN = "Player {number}"
"""The text for a line with a player's number but no name."""
DAYS = ("date", "day", "datum", "fecha", "data", "日付")
"""What people call the column ``played``."""
_PLACE = re.compile(r"(?:place |platz )?(\d{1,2})(?:[snr][td]|th|\.|er|e|ème|º|ª|°|位)")
"""The heading of a column with who came in at that place, in a file with a result in each row."""
_TEAMMATES = re.compile(r"(?<!\s)\s+[/&+]\s+")
_EVENT = {"round", "table", "player", "result"}
"""Columns of an event's results."""
NO_RESULT = ("", "void")
"""What an event's results say of a table that has no result, or doesn't count."""
_EVENT_ENDINGS = {one.value: one for one in Ending} | {"bye": Ending.WON}
_WHOLE_RESULT = (
    *("played", "variant", "match", "ends_match", "draw", "drawn_games", "turns", "seconds", "note"),
)
"""Columns that are read from the first line of a result."""
_WHOLE = re.compile(r"(-?\d+)[.,]0+")
"""A whole number as some spreadsheets write it."""
_Cells: TypeAlias = Mapping[str, str]


class LeagueFile(Struct, frozen=True):
    """The results in a file, in its order.

    ``rows``: the first row of each result; ``faults``: what can't be read, by row; ``ambiguous``: a day that
    may be read in two orders, where no other day of the file says which it is.
    """

    results: tuple[ReportedResult, ...]
    rows: tuple[int, ...]
    faults: tuple[Refusal, ...] = ()
    ambiguous: str = ""


class Known(Struct, frozen=True):
    """The context for reading a file: the time, the zone of times without one, and the order of days.

    ``accounts``: players by name, ignoring case, for a file without the column ``user``.
    """

    now: Time
    accounts: Mapping[str, PlayerNumber] = {}
    zone: str = "UTC"
    order: DayOrder | None = None


def parse_results(sheet: Sheet, known: Known) -> LeagueFile:
    """Return the results in a sheet; those without a time get the current one.

    Needed are the columns ``result``, which lines of one result share, ``name`` and ``place``; the others of
    docs/exchange.md may be missing. Results of an event, and files with a column for each place, are read as
    well. Raises Refusal "csv_columns", "csv_value" for an unreadable file, and "csv_too_long".
    """
    rows = [*_lines(sheet)]
    days = [row.text("played") for row in rows]
    order = known.order or _order(days)
    ambiguous = next((day for day in days if order is None and is_ambiguous(day)), "")
    known = Known(known.now, known.accounts, known.zone, order or DayOrder.DAY_FIRST)
    groups = dict[str, list[_Row]]()
    faults = list[Refusal]()
    for row in rows:
        if not row.text("result"):
            faults.append(row.fault("result"))
            continue
        groups.setdefault(row.text("result"), []).append(row)
        if len(groups) > MAX_IMPORTED_RESULTS:
            raise Refusal("csv_too_long", limit=MAX_IMPORTED_RESULTS)
    results, first = list[ReportedResult](), list[int]()
    for group in groups.values():
        wrong = [*_wrong(group, known)]
        faults += wrong
        if not wrong:
            results.append(_reported(group, known))
            first.append(group[0].line)
    return LeagueFile(tuple(results), tuple(first), tuple(faults), ambiguous)


def _order(days: Sequence[str]) -> DayOrder | None:
    """Return the order of days in all dates that can only be read in one order; None if there are none."""
    orders = {
        order
        for day in days
        if not is_ambiguous(day)
        for order in DayOrder
        if read_sheet_time(day, "UTC", order) is not None and read_sheet_time(day, "UTC", order.other) is None
    }
    return orders.pop() if len(orders) == 1 else None


class _Row(Struct, frozen=True):
    """A line of the file, counted from 1 with the names at the top.

    ``called``: what the file calls columns, where that is something else.
    """

    line: int
    cells: _Cells
    called: Mapping[str, str] = {}

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
        return self.read(column, lambda text: parse_integer(_WHOLE.sub(r"\1", text), least, most))

    def fault(self, column: str) -> Refusal:
        text = without_addresses(self.text(column))[:PLAYER_NAME_LIMIT]
        return Refusal("csv_value", line=self.line, column=self.called.get(column, column), text=text)

    def refuse(self, column: str) -> NoReturn:
        raise self.fault(column)


def _lines(sheet: Sheet) -> Iterator[_Row]:
    rows = spreadsheets.rows_of(sheet, strict=False)
    try:
        headings = [name.lower() for name in next(rows, CsvRow(1, ())).cells]
        columns = ["played" if name in DAYS else name for name in headings]
        called = {column: name for column, name in zip(columns, headings, strict=True) if column != name}
        places = {column: found[1] for column in columns if (found := _PLACE.fullmatch(column))}
        found = (
            _Row(
                row.line,
                {column: cell for column, cell in zip(columns, row.cells, strict=False) if cell},
                called,
            )
            for row in rows
        )
        if {*columns} >= _EVENT and "place" not in columns:
            yield from _of_event([*found])
            return
        if len(places) > 1 and "name" not in columns:
            for row in found:
                yield from _by_places(row, places)
            return
        for name in ("result", "name", "place"):
            if name not in columns:
                raise Refusal("csv_columns", name=name)
        yield from found
    except NotCsv as error:
        raise Refusal("csv_value", line=error.line, column=error.form, text="…") from None


def _by_places(row: _Row, places: Mapping[str, str]) -> Iterator[_Row]:
    """Yield a line for each player of a row that has a column for each place; teammates are "A / B"."""
    for column, place in places.items():
        for name in filter(None, _TEAMMATES.split(row.text(column))):
            about = {"result": f"row {row.line}", "name": name, "place": place, "side": column}
            yield _Row(row.line, {**row.cells, **about}, {**row.called, "name": column})


def _of_event(rows: Sequence[_Row]) -> Iterator[_Row]:
    """Yield a line for each player of an event's results; penalties and tables without a result are left
    out."""
    said = [(row, row.text("result").lower()) for row in rows]
    games = [
        row for row, how in said if how in _EVENT_ENDINGS or (row.text("table") and how not in NO_RESULT)
    ]
    tables = [row.text("table") and (row.text("round"), row.text("table")) for row in games]
    endings = [_EVENT_ENDINGS.get(row.text("result").lower()) for row in games]
    ahead = Counter(
        table for table, ending in zip(tables, endings, strict=True) if table and ending is not Ending.LOST
    )
    drawn = {table for table, ending in zip(tables, endings, strict=True) if ending is Ending.DREW}
    for row, table, ending in zip(games, tables, endings, strict=True):
        about = {
            "result": " ".join(table) if table else f"bye {row.line}",
            "name": row.text("player"),
            "player": "",
            "place": "1" if ending is not Ending.LOST or not ahead[table] else str(1 + ahead[table]),
            "ending": row.text("result") if ending is None else ending.value,
            "draw": "agreed" if table in drawn else "",
        }
        yield _Row(row.line, {**row.cells, **about}, {**row.called, "name": "player", "ending": "result"})


def _wrong(rows: Sequence[_Row], known: Known) -> Iterator[Refusal]:
    """Yield the faults of a result, one for each line that can't be read."""
    if len(rows) > 1:
        try:
            require_players(len(rows))
        except Refusal as refusal:
            yield refusal
            return
    sides = set[str]()
    for index, row in enumerate(rows):
        alone = dict(row.cells)
        if index:
            alone |= dict.fromkeys(_WHOLE_RESULT, "")
        if row.text("side") in sides:
            alone |= {"place": "1", "ending": "", "games": ""}
        sides |= {row.text("side")} - {""}
        try:
            _reported([_Row(row.line, alone, row.called)], known)
        except Refusal as refusal:
            yield refusal


def _reported(rows: Sequence[_Row], known: Known) -> ReportedResult:
    first = rows[0]
    people = [_person(row, known.accounts) for row in rows]
    sides: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        sides.setdefault(row.text("side") or f"line {row.line}", []).append(index)
    draw = first.read("draw", lambda text: Draw(text.lower()))
    played = first.read("played", lambda text: _time(text, known))
    dealers = {row.whole("player"): index for index, row in enumerate(rows)}

    def make(numbers: tuple[PlayerNumber, ...]) -> Result:
        return Result(
            played=known.now if played is None else played,
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
    """Return the person of a line, by number if they were forgotten before the file was made.

    E-mail addresses aren't names.
    """
    if has_address(row.text("name")):
        row.refuse("name")
    number = None if row.text("name") else row.whole("player")
    name = row.need("name") if number is None else FORGOTTEN.format(number=number)
    named = None if "user" in row.cells else accounts.get(name.casefold())
    return Person(name[:PLAYER_NAME_LIMIT], row.whole("user"), named)


def _line(
    row: _Row,
    number: PlayerNumber,
    dealers: Mapping[int | None, int],
    numbers: Sequence[PlayerNumber],
) -> PlayerResult:
    order, by = row.whole("out_order"), row.whole("out_by")
    dealer = None if by is None or by not in dealers else numbers[dealers[by]]
    bracket = row.whole("bracket", BRACKETS[0], BRACKETS[-1])
    return PlayerResult(
        player=number,
        seat=row.whole("seat"),
        commanders=tuple(
            filter(None, (name.strip() for name in row.text("commanders").split(CELL_SEPARATOR)))
        ),
        deck=row.text("deck"),
        deck_info=None if bracket is None else DeckInfo(bracket=bracket),
        mulligans=row.whole("mulligans", 0, MAX_TIMES),
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


def _time(text: str, known: Known) -> Time:
    found = read_sheet_time(text, known.zone, known.order or DayOrder.DAY_FIRST)
    if found is None:
        raise ValueError(text)
    try:
        return require_time(found, known.now + TOMORROW)
    except Refusal as refusal:
        raise ValueError(refusal.reason) from refusal


def _awards(text: str) -> dict[str, int]:
    parts = (part.rpartition("=") for part in text.split(";") if part.strip())
    return {name.strip(): parse_integer(times, 0, MAX_TIMES) for name, _, times in parts}
