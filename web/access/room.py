"""Shared limits of all connections: places, bytes of requests that have not begun, and turns."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Generator, Hashable
from contextlib import asynccontextmanager, contextmanager
from typing import Protocol

from msgspec import Struct

from web.access.turns import Turns

MAX_PENDING_BYTES = 16 * 2**20
"""Bytes of all requests that have not begun; beyond that, the earliest ones are cut off."""
PER_NETWORK = 500
"""Connections from one network, apart from streams; beyond them one that is idle is closed."""
STRANGERS = 1_000
"""Maximum connections without a working link; beyond that, the least recently used one is closed. This many
are checked within a third of a second, and garbage collection doesn't take longer."""
MAX_UNCHECKED = 8
"""Simultaneous requests with unchecked links."""
CLIENT_READ_TIMEOUT = 30.0
"""Seconds for a client to read an answer."""
SWEEP = 5.0
"""Seconds between two looks for answers that no one reads."""


class Occupant(Hashable, Protocol):
    """The parts of a connection that take room."""

    @property
    def network(self) -> str:
        """The client's network; empty for a proxy, which has many clients."""
        ...

    @property
    def held(self) -> bytes | bytearray:
        """The bytes of a request that has not begun."""
        ...

    @property
    def unread(self) -> int:
        """Bytes of answers that the client has not received yet."""
        ...

    @property
    def is_handled(self) -> bool:
        """Whether a request is being answered."""
        ...

    def begin(self) -> None:
        """Begin the held request, whose turn it is."""
        ...

    def abort(self) -> None:
        """Close the connection at once, and leave."""
        ...


class _Place(Struct):
    """The place of a connection."""

    has_worked: bool = False
    """Whether a working link was requested over it."""
    unread_since: float | None = None
    """Since when something is unread, by the loop's time."""


class _Idle:
    """Connections that may be closed for others, first those over which no link has worked."""

    def __init__(self) -> None:
        self._others, self._worked = OrderedDict[Occupant, None](), OrderedDict[Occupant, None]()

    def __len__(self) -> int:
        return len(self._others) + len(self._worked)

    def __contains__(self, connection: Occupant) -> bool:
        return connection in self._others or connection in self._worked

    def add(self, connection: Occupant, *, has_worked: bool) -> None:
        """Add a connection, to be closed after all others."""
        (self._worked if has_worked else self._others)[connection] = None

    def discard(self, connection: Occupant) -> None:
        """Remove a connection."""
        self._others.pop(connection, None)
        self._worked.pop(connection, None)

    @property
    def strangers(self) -> int:
        """How many have not worked."""
        return len(self._others)

    def close_one(self) -> None:
        """Close one of them."""
        next(iter(self._others or self._worked)).abort()


SourceOf = Callable[[bytes], Hashable | None]
"""Returns the source of a request, by the bytes of its head; None for an unknown client's."""


class Room:
    """Room for ``most`` connections and their data.

    When it is full, the connection idle for longest is closed for a new client; open streams stay.
    ``source_of`` returns the source that takes a request's turn.
    """

    def __init__(self, most: int, source_of: SourceOf) -> None:
        self._most = most
        self._source_of = source_of
        self._turns = Turns(MAX_UNCHECKED)
        self._all = dict[Occupant, _Place]()
        self._idle = _Idle()
        """Connections that are no streams."""
        self._by_network = dict[str, _Idle]()
        """Connections that are no streams by network, apart from proxies."""
        self._holding = OrderedDict[Occupant, int]()
        """The bytes that connections hold, those first that have held some for longest."""
        self._held = 0

    def enter(self, connection: Occupant) -> bool:
        """Give a new connection a place; return False if streams have all of them."""
        if len(self._all) >= self._most:
            if not self._idle:
                return False
            self._idle.close_one()
        if self._idle.strangers >= STRANGERS:
            self._idle.close_one()
        self._all[connection] = _Place()
        self._rest(connection)
        return True

    def leave(self, connection: Occupant) -> None:
        """Give all room of a connection to others."""
        self._all.pop(connection, None)
        self._use(connection)
        self.release(connection)
        if not connection.is_handled:  # else its turn ends with the handler, which goes on
            self._turns.end(connection)

    def _rest(self, connection: Occupant) -> None:
        """Allow a connection to be closed for others, after all those already allowed."""
        has_worked = self._all[connection].has_worked
        self._idle.add(connection, has_worked=has_worked)
        if connection.network:
            beside = self._by_network.get(connection.network)
            if beside is not None and len(beside) >= PER_NETWORK:
                beside.close_one()
            self._by_network.setdefault(connection.network, _Idle()).add(connection, has_worked=has_worked)

    def _use(self, connection: Occupant) -> None:
        """Protect a connection from being closed for others."""
        self._idle.discard(connection)
        beside = self._by_network.get(connection.network, _Idle())
        beside.discard(connection)
        if not beside:
            self._by_network.pop(connection.network, None)

    def hold(self, connection: Occupant) -> bool:
        """Count a connection's data; if that is too much, close the connection and return False."""
        self._held += len(connection.held) - self._holding.get(connection, 0)
        self._holding[connection] = len(connection.held)
        while self._held > MAX_PENDING_BYTES:
            next(iter(self._holding)).abort()
        return connection in self._all

    def release(self, connection: Occupant) -> None:
        """Stop counting a connection's data."""
        self._held -= self._holding.pop(connection, 0)

    def ask(self, connection: Occupant) -> None:
        """Let a request begin at its turn."""
        self._refresh(connection)
        source = self._source_of(bytes(connection.held))
        self._turns.ask(connection, connection.network if source is None else source)

    def end_turn(self, connection: Occupant) -> None:
        """Let another request begin, since one is answered, or its owner is known."""
        self._turns.end(connection)

    def note_working(self, connection: Occupant) -> None:
        """Record that the link of a connection's request works."""
        self._turns.end(connection)
        if connection in self._all:
            self._all[connection].has_worked = True
            self._refresh(connection)

    def _refresh(self, connection: Occupant) -> None:
        """Record that a connection was just used."""
        if connection in self._idle:
            self._use(connection)
            self._rest(connection)

    @contextmanager
    def streaming(self, connection: Occupant) -> Generator[None]:
        """Keep a connection open during the block, for whatever others need a place."""
        self._use(connection)
        try:
            yield
        finally:
            if connection in self._all:
                self._rest(connection)

    @asynccontextmanager
    async def swept(self) -> AsyncGenerator[None]:
        """Close connections with unread answers, during the block."""
        sweeping = asyncio.create_task(self._sweep(), name="connections of pages")
        try:
            yield
        finally:
            sweeping.cancel()

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP)
            now = loop.time()
            for connection, place in tuple(self._all.items()):
                if not connection.unread or connection not in self._idle:
                    place.unread_since = None
                elif place.unread_since is None:
                    place.unread_since = now
                elif now - place.unread_since > CLIENT_READ_TIMEOUT:
                    connection.abort()
