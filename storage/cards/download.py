"""The source of the file of Oracle cards: Scryfall, or the owner's disk."""

import gzip
import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, cast
from urllib.request import Request, urlopen

BULK_DATA = "https://api.scryfall.com/bulk-data/oracle-cards"
REQUEST_HEADERS = {
    "User-Agent": "Arbiter/1.0 (Magic score keeper for Discord)",
    "Accept": "application/json;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip",
}
"""The headers that Scryfall asks of programs: their name, and accepted types."""
TIMEOUT = 60.0
"""Seconds without an answer."""
GZIP = b"\x1f\x8b"
"""How compressed files begin."""


@contextmanager
def downloaded(url: str = BULK_DATA) -> Generator[BinaryIO]:
    """Yield the newest file in chunks. Raises OSError, and ValueError for an answer that isn't Scryfall's."""
    with _ask(url) as answer:
        source = json.load(_unpacked(answer))["download_uri"]
    with _ask(source) as answer:
        yield _unpacked(answer)


@contextmanager
def open_local_file(path: Path) -> Generator[BinaryIO]:
    """Yield a file that the owner has, compressed or not. Raises OSError."""
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
        file.seek(0)
        yield cast("BinaryIO", gzip.GzipFile(fileobj=file)) if packed else file


def _ask(url: str) -> Any:
    return urlopen(Request(url, headers=REQUEST_HEADERS), timeout=TIMEOUT)


def _unpacked(answer: Any) -> BinaryIO:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return cast("BinaryIO", gzip.GzipFile(fileobj=cast("IO[bytes]", answer)) if packed else answer)
