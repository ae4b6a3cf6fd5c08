"""Sheets of texts: CSV as spreadsheets write and read it (RFC 4180), and their own files."""

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from msgspec import Struct
from python_calamine import CalamineError, CalamineWorkbook

_MARK = "'"
_FORMULAS = ("=", "+", "-", "@", _MARK, "\t", "\r")
"""A text that begins with one of these is written with a mark, so that no spreadsheet computes it."""


class CsvRow(Struct, frozen=True):
    """A line of a file, counted from 1, and its cells without space around them."""

    line: int
    cells: Sequence[str]


class NotCsv(Exception):
    """A file can't be read: its ``line``, and the ``form`` that this hasn't, "UTF-8", "CSV" or "XLSX"."""

    def __init__(self, line: int, form: str) -> None:
        super().__init__(line, form)
        self.line = line
        self.form = form


_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""What files of .xlsx and .ods begin with, and those of .xls."""
UNPACKED = 20 * 1024 * 1024
"""Bytes that a packed file may have unpacked."""


def rows_of(data: bytes, *, strict: bool = True) -> Iterator[CsvRow]:
    """Yield the rows of a file that have any text, of the first sheet of a workbook or of CSV; raises NotCsv.

    Days and times are written as 2026-11-28 19:00, whole numbers without a point. ``strict``: as for `read`.
    """
    if not data.startswith((_ZIP, _OLE)):
        yield from read(data, strict=strict)
        return
    try:
        if data.startswith(_ZIP) and not _is_small(data):
            raise NotCsv(1, "XLSX")
        sheets = CalamineWorkbook.from_filelike(io.BytesIO(data))
        rows = sheets.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except (CalamineError, OSError, ValueError, IndexError, NotImplementedError):
        raise NotCsv(1, "XLSX") from None
    for line, cells in enumerate(rows, start=1):
        row = [_as_text(cell) for cell in cells]
        if any(row):
            yield CsvRow(line, row)


def _is_small(data: bytes) -> bool:
    """Return whether data is a packed file of at most `UNPACKED` bytes, whatever it says of itself."""
    import zipfile  # only who uploads a workbook needs it

    left = UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                with packed.open(name) as part:
                    while chunk := part.read(1 << 16):
                        left -= len(chunk)
                        if left < 0:
                            return False
    except zipfile.BadZipFile:
        return False
    return True


def _as_text(cell: object) -> str:
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip().removeprefix(_MARK)


def read(data: bytes, *, strict: bool) -> Iterator[CsvRow]:
    """Yield the lines of a file that have any text; raises NotCsv, if ``strict`` also for quotes that don't
    end, or end before their cell.

    A spreadsheet writes what its country takes for a comma: cells are divided by the comma, semicolon or tab,
    whichever the first line has most of. It writes UTF-8, UTF-16 with a mark, or Windows-1252.
    """
    text = _decoded(data)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=strict)
    try:
        for cells in reader:
            row = [cell.strip().removeprefix(_MARK) for cell in cells]
            if any(row):
                yield CsvRow(reader.line_num, row)
    except csv.Error:
        raise NotCsv(reader.line_num, "CSV") from None


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


def written(rows: Iterable[Sequence[str | int | None]]) -> str:
    """Return the file of these rows."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"{_MARK}{text}" if text.startswith(_FORMULAS) else text
