"""Workbooks of Excel and OpenDocument, read in a worker: a small file can describe a sheet of any size."""

import io
import logging
import math
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from rules.refusal import Refusal
from storage.spreadsheets import MARK, CsvRow, Sheet
from storage.workers.pool import TaskFailed, Workers

UNPACKED_LIMIT = 20 * 1024 * 1024
"""Bytes that a packed file may have unpacked."""
CELLS = 300_000
"""Maximum cells of a sheet, including empty ones: 2,000 results of four players take 240,000."""
LETTERS = 5_000_000
"""Characters of all cells of a sheet."""
EXACT = 10**15
"""Spreadsheets keep 15 digits of a number."""
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""The first bytes of .xlsx and .ods files, and of .xls."""

_log = logging.getLogger(__name__)


async def sheet_of(workers: Workers, requester: int, data: bytes) -> Sheet:
    """Return a file as it is, or the rows of a workbook, on behalf of ``requester``, as for `Workers.run`.

    Raises Refusal as `workbook_rows` does, also where reading the file ends the worker, and "server_busy".
    """
    if not data.startswith((_ZIP, _OLE)):
        return data
    try:
        return await workers.run(requester, workbook_rows, data)
    except TaskFailed as error:
        _log.warning("A workbook of %s bytes can't be read: %s", len(data), error)
        raise Refusal("workbook_unreadable") from None


def workbook_rows(data: bytes) -> list[CsvRow]:
    """Return the rows of a workbook's first sheet that have any text.

    Days and times are written as 2026-11-28 19:00, whole numbers without a point. Raises Refusal
    "workbook_unreadable" for a file that is damaged, encrypted or too large and "workbook_number" for a
    number with more digits than spreadsheets keep. Run it in a worker, which limits the memory.
    """
    from python_calamine import CalamineWorkbook  # only workers need it

    try:
        if data.startswith(_ZIP):
            _require_small(data)
        sheets = CalamineWorkbook.from_filelike(io.BytesIO(data))
        cells = sheets.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except Exception:  # noqa: BLE001  damage shows in a dozen ways, each with its own error
        raise Refusal("workbook_unreadable") from None
    return [*_rows(cells)]


def _rows(sheet: Sequence[Sequence[object]]) -> Iterator[CsvRow]:
    cells, letters = 0, 0
    for line, values in enumerate(sheet, start=1):
        row = [_as_text(value, line, column) for column, value in enumerate(values)]
        if any(row):
            cells, letters = cells + len(row), letters + sum(map(len, row))
            if cells > CELLS or letters > LETTERS:
                raise Refusal("workbook_unreadable")
            yield CsvRow(line, row)


def _require_small(data: bytes) -> None:
    """Raise ValueError for a compressed file above `UNPACKED_LIMIT` bytes, regardless of its header."""
    import zipfile  # only workers need it

    left = UNPACKED_LIMIT
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        for name in packed.namelist():
            with packed.open(name) as part:
                while chunk := part.read(1 << 16):
                    left -= len(chunk)
                    if left < 0:
                        raise ValueError(name)


def _as_text(cell: object, line: int, column: int) -> str:
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float):
        if not math.isfinite(cell) or abs(cell) >= EXACT:
            raise Refusal("workbook_number", row=line, column=_column_name(column))
        if cell.is_integer():
            return str(int(cell))
    return str(cell).strip().removeprefix(MARK)


def _column_name(column: int) -> str:
    """Return a column's name in spreadsheets, counted from 0: A to Z, AA, AB…"""
    rest, letter = divmod(column, 26)
    return (_column_name(rest - 1) if rest else "") + chr(ord("A") + letter)
