"""Sheets of texts: CSV as spreadsheets write and read it (RFC 4180)."""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

MARK = "'"
"""The mark that spreadsheets put before a text that isn't a formula."""
_FORMULAS = ("=", "+", "-", "@", MARK, "\t", "\r")
"""A text that begins with one of these is written with a mark, so that no spreadsheet computes it."""


_ADDRESS = re.compile(r"(?<![^@\s])[^@\s]+@[^@\s]+\.[^@\s]+")
"""An e-mail address; it is only looked for where a word begins, as a long cell takes hours otherwise."""
MAX_CELLS = 1_000_000
"""Cells that are read of a file."""
MAX_TITLES = 10
"""Lines in which the headings are looked for."""


class CsvRow(Struct, frozen=True):
    """A line of a file, counted from 1, and its cells without space around them."""

    line: int
    cells: Sequence[str]

    def text(self, column: int | None) -> str:
        """Return the text in a column; empty where the line is shorter, and without a column."""
        return self.cells[column].strip() if column is not None and column < len(self.cells) else ""

    def texts(self, columns: Iterable[int]) -> str:
        """Return the texts in columns that make up one, such as first and last name."""
        return " ".join(filter(None, map(self.text, columns)))


class NotCsv(Exception):
    """A file can't be read: its ``line``, and the ``form`` that this hasn't, "UTF-8" or "CSV"."""

    def __init__(self, line: int, form: str) -> None:
        super().__init__(line, form)
        self.line = line
        self.form = form


Sheet: TypeAlias = bytes | Sequence[CsvRow]
"""A file of CSV, or the rows of a workbook's sheet that have any text."""


def rows_of(sheet: Sheet, *, strict: bool = True) -> Iterator[CsvRow]:
    """Yield the rows of a sheet that have any text; raises NotCsv, if ``strict`` also for unbalanced
    quotes.

    Separators depend on the country: the comma, semicolon or tab, whichever is most frequent in the first
    line. The encoding is UTF-8, UTF-16 with a mark, or Windows-1252.
    """
    if not isinstance(sheet, bytes):
        yield from sheet
        return
    text = _decoded(sheet)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=strict)
    room = MAX_CELLS
    try:
        for cells in reader:
            room -= len(cells)
            if room < 0:
                raise NotCsv(reader.line_num, "CSV")
            row = [cell.strip().removeprefix(MARK) for cell in cells]
            if any(row):
                yield CsvRow(reader.line_num, row)
    except csv.Error:
        raise NotCsv(reader.line_num, "CSV") from None


def below_titles(sheet: Sheet, is_heading: Callable[[Sequence[str]], bool]) -> tuple[Sheet, Sequence[str]]:
    """Return a sheet from its line of headings on, and the titles before that, as pages have them.

    Text that was pasted from a page has columns with tabs, or with several spaces between them. A sheet
    without such a line stays as it is. Raises NotCsv for a file that isn't text.
    """
    if not isinstance(sheet, bytes):
        for index, row in enumerate(sheet[:MAX_TITLES]):
            if is_heading(row.cells):
                return sheet[index:], [" ".join(title.cells) for title in sheet[:index]]
        return sheet, ()
    lines = [line.removesuffix("\r") for line in _decoded(sheet).split("\n")]
    for index, line in enumerate(lines[:MAX_TITLES]):
        for separator in ("\t", ";", ",", "  "):
            if not is_heading(_split(line, separator)):
                continue
            if index == 0 and separator != "  ":
                return sheet, ()
            below = enumerate(lines[index:], start=index + 1)
            rows = [CsvRow(number, _split(one, separator)) for number, one in below if one.strip()]
            return rows, [title for title in lines[:index] if title.strip()]
    return sheet, ()


def _split(line: str, separator: str) -> Sequence[str]:
    """Return the cells of a line, none of one that is too long; two spaces stand for two or more."""
    if separator == "  ":
        return [cell.strip() for cell in re.split(" {2,}", line.strip())]
    try:
        (cells,) = [*csv.reader([line], delimiter=separator)] or [[]]
    except csv.Error:
        return []
    return [cell.strip().removeprefix(MARK) for cell in cells]


def _decoded(data: bytes) -> str:
    utf = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    for encoding in (utf, "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:  # no text has one, and files of other kinds have many
            return text
    raise NotCsv(1, "UTF-8")


def csv_file(rows: Iterable[Sequence[str | int | None]]) -> str:
    """Return the file of these rows."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def has_address(text: str) -> bool:
    """Return whether a text contains an e-mail address."""
    return _ADDRESS.search(text) is not None


def without_addresses(text: str) -> str:
    """Return a text of a file as it may be shown: without e-mail addresses."""
    return _ADDRESS.sub("…@…", text)


def safe(text: str) -> str:
    """Return a text that no spreadsheet interprets as a formula."""
    return f"{MARK}{text}" if text.startswith(_FORMULAS) else text
