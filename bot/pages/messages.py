"""Messages between the bot and the pages' process over a socket."""

import asyncio
from collections.abc import AsyncGenerator
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from web.access.addresses import WebAddress

T = TypeVar("T")

MESSAGE_HEADER_BYTES = 4
"""Bytes of a message's length, before it."""
ALIVE_INTERVAL = 1.0
"""Seconds between two reports of the process."""


class Begin(Struct, frozen=True, tag=True):
    """The first message: the tables to serve, read from the database with this address."""

    database: str
    address: WebAddress


class ServedShards(Struct, frozen=True, tag=True):
    """The shards whose servers this bot serves, of this total, so that it publishes each commit there."""

    count: int
    shards: frozenset[int]


class CommitNotice(Struct, frozen=True, tag=True):
    """A notice of a commit; an empty kind means any."""

    kind: str
    text: str


class Answer(Struct, frozen=True, tag=True):
    """The answer to the question with this number; None if it wasn't known in time."""

    number: int
    text: str | None


class LetGo(Struct, frozen=True, tag=True):
    """A request to close the database, which is about to be rewritten, and to confirm that."""


class GoOn(Struct, frozen=True, tag=True):
    """The database can be opened again."""


class Question(Struct, frozen=True, tag=True):
    """A `PageRequest` as JSON."""

    number: int
    text: str


class Alive(Struct, frozen=True, tag=True):
    """A report that the process is alive, with its bytes of memory."""

    memory: int


class HasLetGo(Struct, frozen=True, tag=True):
    """The database is closed."""


class Logged(Struct, frozen=True, tag=True):
    """A record of the log, with its trace; ``series`` is its text before values are filled in."""

    name: str
    level: int
    text: str
    series: str


FromBot: TypeAlias = Begin | ServedShards | CommitNotice | Answer | LetGo | GoOn
FromPages: TypeAlias = Question | Alive | HasLetGo | Logged

_encoder = msgspec.msgpack.Encoder()


def encoded(message: FromBot | FromPages) -> bytes:
    """Return a message in its wire format."""
    body = _encoder.encode(message)
    return len(body).to_bytes(MESSAGE_HEADER_BYTES) + body


async def received(reader: asyncio.StreamReader, decoder: msgspec.msgpack.Decoder[T]) -> AsyncGenerator[T]:
    """Yield the messages that arrive, until the other side ends. Raises DecodeError."""
    while True:
        try:
            size = int.from_bytes(await reader.readexactly(MESSAGE_HEADER_BYTES))
            body = await reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        yield decoder.decode(body)
