"""A stream: ordered entries and the state that they add up to, in memory and in the database.

Games, leagues and tournaments are streams. A subclass defines the storage of entries, the initial state and
an entry's effect; the rest is here: serialized requests, the state after the last commit of any process, and
commits with further writes in the transaction.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from rules.refusal import Refusal
from storage.engine.group_commit import AttachedWrite, SqlValue, Statement
from storage.engine.observers import errors_logged
from storage.events.cache import Entered, HeldLock, LockOrder, LruCache, StreamLocks
from storage.events.codec import Unreadable
from storage.events.publisher import Publisher
from storage.events.store import EventStore

MAX_TAIL_ROWS = 32
"""Rows of entries kept until a state is read; if there are more, all are read."""


class Numbered(Protocol):
    """An entry of a stream."""

    @property
    def number(self) -> int:
        """Its number in the stream, from 1."""
        ...


S = TypeVar("S")
E = TypeVar("E", bound=Numbered)
ColumnValues = Sequence[SqlValue]
"""The values of a log row's columns, in the order of its `EventTable`."""


class StreamPlace(NamedTuple):
    """The place of a state: its stream, the stream's server, the number of the last entry, and the locked
    key.

    Streams with the same ``turn`` are changed one after the other.
    """

    stream: int
    guild: int | None
    last: int
    turn: int


class Change(Struct, Generic[S, E], frozen=True):
    """A request's change to a stream: the state after it, its entries, and further writes.

    ``then`` is called right after the commit, when the stream has the state. ``rewritten``: whether earlier
    entries change, so that the state is loaded again.
    """

    state: S
    entries: Sequence[E] = ()
    also: Sequence[Statement] = ()
    then: Callable[[], None] = lambda: None
    rewritten: bool = False


class Stream(ABC, Generic[S, E]):
    """Every stream of one kind in a database, the states of ``limit`` of them in memory."""

    notice_kind: str
    """The kind of the notice to other processes of a commit; its text ends with the server's ID."""
    order: LockOrder
    """The position of its locks in a task's order of taking locks."""

    def __init__(self, store: EventStore[E], limit: int) -> None:
        self.store = store
        self.database = store.database
        self.committed = Publisher[int]()
        """Publishes each commit, by any process, under the key that its stream locks."""
        self.committed_in = Publisher[int]()
        """Follows commits by server."""
        self._locks = StreamLocks[int](self.order)
        self._states = LruCache[int, S](limit, in_use=self._in_use, dropped=self._left)
        self._behind: dict[int, list[ColumnValues] | None] = {}
        """Streams in memory, or being loaded, that have newer commits, with the rows of these entries; None
        if they have to be read."""
        self._unheard = set[int]()
        """Streams in memory without notices of commits: each read includes newer entries."""
        self._loading = Counter[int]()
        """Streams that are being loaded, or brought to their last entry."""
        self._rewritten = 0
        """How often one of them has to be loaded once more."""

    # What a subject says of itself

    @abstractmethod
    def missing(self) -> Refusal:
        """Return the Refusal for a stream that doesn't exist."""

    @abstractmethod
    def place(self, state: S) -> StreamPlace:
        """Return where a state stands."""

    @abstractmethod
    async def snapshot(self, stream: int) -> S | None:
        """Return the newest stored state, or the one before all entries; None if there is no such stream."""

    @abstractmethod
    def fold(self, state: S, entry: E) -> S | None:
        """Return the state after the next entry; None if it has to be loaded instead."""

    async def beside(self, state: S) -> S:
        """Return the state with data stored beside its entries, such as names, after entries were folded."""
        return state

    def notice(self, state: S) -> str | None:
        """Return the text of a commit's notice; None if other processes are notified in another way."""
        at = self.place(state)
        return f"{at.stream} {at.guild or 0}"

    def tell_beside(self, change: Change[S, E], appended: Sequence[Statement]) -> None:
        """Notify processes beside this one of a commit and its rows, if the notice isn't enough."""

    # Looking and entering

    async def hold(self, stream: int) -> HeldLock[int]:
        """Lock a stream for a block; raises Refusal if there is none."""
        return self._locks.hold(stream)

    def enter(self, stream: int) -> AbstractAsyncContextManager[S]:
        """Return a stream's state, locked until the end of the block.

        Raises Refusal if there is none; NotCommitted if the outcome of an earlier write is unknown.
        """
        return Entered(self.database, self.hold, self.get, stream)

    async def state(self, stream: int) -> S:
        """Return a stream's state as of the last commit; raises Refusal if there is none."""
        state = self._states.get(stream)
        if state is None or self.is_behind(stream):
            async with await self.hold(stream):
                return await self.get(stream)
        return state

    async def readable(self, streams: Iterable[int]) -> AsyncGenerator[S]:
        """Yield the states of several streams, except those that a newer version has written to."""
        for stream in streams:
            try:
                state = await self.state(stream)
            except Unreadable:
                continue
            yield state

    async def get(self, stream: int) -> S:
        """Return a stream's state; the caller must hold the stream."""
        state = await self.load(stream)
        if state is None:
            raise self.missing()
        return state

    def is_behind(self, stream: int) -> bool:
        """Return whether the database may be ahead of a stream's cached state."""
        return stream in self._behind or stream in self._unheard or stream in self._loading

    async def load(self, stream: int) -> S | None:
        """Return a stream's state, up to the last entry if that is in memory; None if there is no such
        stream."""
        state = self._states.get(stream)
        if state is None or self.is_behind(stream):
            rewritten = None
            while rewritten != self._rewritten:
                state = None if rewritten is not None else state
                rewritten = self._rewritten
                state = await self._brought_up(stream, state)
            if state is not None:
                self.keep(state, self.place(state))
        return state

    async def _brought_up(self, stream: int, state: S | None) -> S | None:
        rows = self._behind.pop(stream, None)  # what is committed from now on is read next time, if not now
        self._loading[stream] += 1
        try:
            if state is not None:
                try:
                    state = await self._forwarded(state, rows)
                except (Unreadable, Refusal):  # written by a newer version, or read while more was committed
                    state = None
            return await self.loaded(stream) if state is None else state
        except BaseException:
            self._behind[stream] = None
            raise
        finally:
            self._loading[stream] -= 1
            if not self._loading[stream]:
                del self._loading[stream]

    async def loaded(self, stream: int) -> S | None:
        """Return a stream's state from its newest snapshot and the entries after it; None if there is
        none."""
        state = await self.snapshot(stream)
        return None if state is None else await self._forwarded(state, None)

    async def _forwarded(self, state: S, rows: Sequence[ColumnValues] | None) -> S | None:
        """Return a state after the following entries; None if it has to be loaded again for that.

        ``rows``: the rows of the last entries, if known.
        """
        at = self.place(state)
        newer = [] if rows is None else self.store.decoded(rows)
        if rows is None or (newer and newer[0].number > at.last + 1):
            newer = [one async for one in self.store.newer(at.stream, at.last)]
        for entry in newer:
            if entry.number > self.place(state).last:  # or someone else has brought it there meanwhile
                after = self.fold(state, entry)
                if after is None:
                    return None
                state = after
        return await self.beside(state)

    # Committing

    async def commit(self, change: Change[S, E], *others: AttachedWrite) -> None:
        """Commit a change and attached writes in one transaction; the caller must have entered the stream.

        Raises NotCommitted; Refusal "being_forgotten".
        """
        own, guild = self.attached(change), self.place(change.state).guild
        statements, then = own.statements, own.then
        if others:
            statements = tuple(statement for one in (own, *others) for statement in one.statements)
            then = partial(_follow, (own, *others))
        await self.database.write(*statements, then=then, guild=guild)

    def attached(self, *changes: Change[S, E]) -> AttachedWrite:
        """Return the writes of streams' changes for another transaction, and the callbacks after
        its commit."""
        statements, stands = list[Statement](), list[tuple[Change[S, E], StreamPlace, Sequence[Statement]]]()
        for one in changes:
            at, text = self.place(one.state), self.notice(one.state)
            appended = [self.store.table.append(at.stream, entry) for entry in one.entries]
            notice = () if text is None else self.database.notice(self.notice_kind, text)
            statements += (*appended, *one.also, *notice)
            stands.append((one, at, appended))
        return AttachedWrite(tuple(statements), partial(self._stand, stands))

    def _stand(self, changes: Iterable[tuple[Change[S, E], StreamPlace, Sequence[Statement]]]) -> None:
        """Finish changes after their commit: keep each state, or forget a rewritten one, and publish it.

        Processes beside this one get the rows.
        """
        for one, at, appended in changes:
            if one.rewritten:
                self.forget(at.stream)
            else:
                self.keep(one.state, at)
            with errors_logged():
                one.then()
            self.publish(at)
            self.tell_beside(one, appended)

    @asynccontextmanager
    async def rewriting(
        self, streams: Iterable[int], rewritten: Callable[[S], Awaitable[Change[S, E]]]
    ) -> AsyncGenerator[AttachedWrite]:
        """Yield the writes after which streams are as ``rewritten`` makes them; streams wait meanwhile.

        They are entered in the order of their numbers, as everywhere.
        """
        async with AsyncExitStack() as inside:
            yield self.attached(
                *[
                    await rewritten(await inside.enter_async_context(self.enter(stream)))
                    for stream in sorted(streams)
                ]
            )

    # What other processes do

    def hear(self, kind: str, text: str) -> None:
        """Handle a notice that another process has committed something, or with empty texts that
        it may have."""
        if kind == self.notice_kind:
            *streams, guild = map(int, text.split())
            self._note_server(guild or None)
            for stream in streams:
                self.committed.publish(stream)
            self.committed_in.publish(guild)
        elif not kind:
            self.drop_others(lambda _guild: False)
            for publisher in (self.committed, self.committed_in):
                for key in publisher:
                    publisher.publish(key)

    def publish(self, at: StreamPlace) -> None:
        """Notify followers of a stream, or of its server, of a commit."""
        self.committed.publish(at.turn)
        if at.guild is not None:
            self.committed_in.publish(at.guild)

    def _note_server(self, guild: int | None) -> None:
        """Mark every stream of a server as possibly outdated; None: streams outside of servers."""
        there = [stream for stream, state in self._states.items() if self.place(state).guild == guild]
        for stream in (*there, *self._loading):
            self.note(stream, None)

    def note(self, stream: int, row: ColumnValues | None) -> None:
        """Mark a stream as outdated; ``row``: the row of the new entry, if known."""
        if stream in self._loading or self._states.peek(stream) is not None:
            rows = self._behind.setdefault(stream, [])
            if row is None or (rows is not None and len(rows) >= MAX_TAIL_ROWS):
                self._behind[stream] = None
            elif rows is not None:
                rows.append(row)

    def keep(self, state: S, at: StreamPlace) -> None:
        """Keep a current state in memory."""
        self._states.put(at.stream, state)
        if self.database.keeps(at.guild):
            self._unheard.discard(at.stream)
        else:
            self._unheard.add(at.stream)

    def forget(self, stream: int) -> None:
        """Drop a stream from memory because its earlier entries have changed; it is loaded again
        when needed."""
        self._behind.pop(stream, None)
        self._rewritten += stream in self._loading
        if (state := self._states.pop(stream)) is not None:
            self._left(stream, state)

    def drop_others(self, keeps: Callable[[int | None], bool]) -> None:
        """Drop streams of whose commits this process may not be notified; they are loaded again.

        ``keeps``: returns whether it is notified of every commit about a server.
        """
        going = [stream for stream, state in self._states.items() if not keeps(self.place(state).guild)]
        for stream in {*going, *self._unheard, *self._loading}:
            self.forget(stream)

    def _in_use(self, stream: int) -> bool:
        state = self._states.peek(stream)
        return state is not None and self.place(state).turn in self._locks

    def _left(self, stream: int, state: S) -> None:
        """Handle that a state has left the cache."""
        del state
        self._unheard.discard(stream)
        self._behind.pop(stream, None)


def _follow(writes: Iterable[AttachedWrite]) -> None:
    """Run the callbacks of committed writes."""
    for one in writes:
        with errors_logged():
            one.then()
