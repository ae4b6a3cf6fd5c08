"""The interface of a database, whatever the engine; SQL is written once, in the words that all
engines know."""

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence, Set, Sized
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Any, Protocol

from rules.refusal import Refusal
from storage.engine.group_commit import CommitObserver, GroupCommit, NotCommitted, SqlValue, Statement
from storage.engine.observers import call_each
from storage.engine.sharding import ANYWHERE

NOTICE = "NOTICE"
"""In place of SQL in a statement whose values are the kind and the text of a notice."""

Hear = Callable[[str, str], None]
"""Called with the kind and the text of a notice."""


def placeholders(values: Sized) -> str:
    """Return the places of values in a statement, in parentheses; for no values, a list that has none."""
    return f"({', '.join('?' * len(values)) or 'NULL'})"


class DatabaseUnusable(Exception):
    """Raised when the database can't be used; the text is one line for the person who started the bot."""


class DatabaseError(Exception):
    """Something could not be read; the cause is the engine's error."""


class SqlRow(Protocol):
    """A row of a SELECT, with columns by number or by name."""

    def __getitem__(self, column: int | str, /) -> Any:
        """Return the value of a column."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Return the values of all columns."""
        ...


class Database(ABC):
    """An open database, made by ``async with open_database(address) as database``.

    SQL has ``?`` for each value, or ``?1`` and so on for a value that it uses several times.
    """

    def __init__(self, writer: GroupCommit, address: str) -> None:
        self.address = address
        """The address that opens it again: the absolute path of a file, because workers run in another
        folder, or an address that begins with ``postgresql:``."""
        self._group_commit = writer
        self.on_notice: list[Hear] = []
        """Called with the kind and the text of each `notice` of other processes; with empty ones if some
        may have been missed."""
        self.followers: list[Hear] = []
        """Called with each notice of this process, right after the commit: for processes beside it."""
        self.follows: Callable[[int | None], bool] | None = None
        """In a process that only reads: returns whether it is notified of every commit about a server."""
        self.rewriting: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
        """Makes a block during which processes beside this one have closed the database."""
        self._numbers: dict[str, int] = {}
        """The highest number given to a new row of each table."""
        self._leaving: dict[int, re.Pattern[str]] = {}
        """Users who are being forgotten, with the function that finds each in a text."""

    async def write(
        self,
        *statements: Statement,
        then: Callable[[], None] = lambda: None,
        guild: int | None = ANYWHERE,
        forgets: int | None = None,
    ) -> None:
        """Carry the statements out in one durable transaction, as `GroupCommit.write` does.

        ``forgets``: the user whose deletion this belongs to. Raises NotCommitted; Refusal "being_forgotten"
        if a new or changed row names someone else who is being forgotten.
        """
        if self.follows is not None:
            raise NotCommitted("this process only reads")
        for user, mention in self._leaving.items():
            if user != forgets and any(_names(one, user, mention) for one in statements):
                raise Refusal("being_forgotten")
        if any(sql == NOTICE for sql, _ in statements):
            then = partial(self._tell_all, [values for sql, values in statements if sql == NOTICE], then)
            statements = tuple(one for each in statements for one in self._carried(each))
        await self._group_commit.write(*statements, then=then, guild=guild)

    def _carried(self, statement: Statement) -> Sequence[Statement]:
        """Return the statements that the engine runs: none for notices that only followers receive."""
        sql, values = statement
        return self._notification(*map(str, values)) if sql == NOTICE else (statement,)

    def _notification(self, kind: str, text: str) -> Sequence[Statement]:
        """Return the statements with which an engine notifies other processes at the commit."""
        del kind, text
        return ()

    def _tell_all(self, notices: Iterable[tuple[SqlValue, ...]], then: Callable[[], None]) -> None:
        """Run the callbacks after a commit, then send followers its notices."""
        try:
            then()
        finally:
            for kind, text in notices:
                self.tell(str(kind), str(text))

    def tell(self, kind: str, text: str) -> None:
        """Notify this process's followers of a commit."""
        call_each(self.followers, kind, text)

    def hear(self, kind: str, text: str) -> None:
        """Handle a notification from another process; with empty texts, drop what it may have changed."""
        call_each(self.on_notice, kind, text)

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[None]:
        """Refuse writes that name a user until the end of the block.

        Earlier writes are complete when the block begins. Raises Refusal "being_forgotten" for a user who
        is being forgotten already; NotCommitted.
        """
        if user in self._leaving:
            raise Refusal("being_forgotten")
        self._leaving[user] = re.compile(rf"(?<!\d){user}(?!\d)")
        try:
            await self.write()  # comes after everything that was allowed before
            yield
        finally:
            del self._leaving[user]

    @property
    def waiting(self) -> int:
        """How many writes wait for the commit under way to end."""
        return self._group_commit.waiting

    def observe_commits(self, observe: CommitObserver) -> None:
        """Call this after each commit, and each that failed."""
        self._group_commit.observe = observe

    async def settle(self) -> None:
        """Resolve writes whose outcome is unknown, so that memory agrees with the database.

        Raises NotCommitted while the database is unavailable.
        """
        if self._group_commit.in_doubt:
            await self.write()

    @abstractmethod
    async def fetch(self, sql: str, *values: SqlValue) -> list[SqlRow]:
        """Return the rows of a SELECT over everything that is committed, without waiting for the writer.

        Raises DatabaseError.
        """

    @property
    def shared(self) -> bool:
        """Whether other processes than this one may write to the database."""
        return self.follows is not None

    @property
    def process(self) -> int:
        """The number of this process among those that serve the database."""
        return 0

    @property
    def certain(self) -> bool:
        """Whether, as far as known, no other process can have taken over this one's servers."""
        return True

    def has_written(self) -> bool:
        """Return whether the task that calls this has committed something."""
        return self._group_commit.has_written()

    async def others(self) -> Set[int]:
        """Return the numbers of the other processes that serve the database now. Raises DatabaseError."""
        return frozenset()

    def owns(self, guild: int | None) -> bool:
        """Return whether this process serves a server, given by its ID; None for direct messages."""
        del guild  # where several processes serve, a subclass knows
        return self.follows is None

    def keeps(self, guild: int | None) -> bool:
        """Return whether this process is notified of each commit about a server, so that it may use its
        cache."""
        return self.owns(guild) if self.follows is None else self.follows(guild)

    async def next_number(self, table: str) -> int:
        """Return a new, unique id for a row of a table."""
        if table not in self._numbers:
            rows = await self.fetch(f"SELECT coalesce(max(id), 0) FROM {table}")
            self._numbers.setdefault(table, rows[0][0])  # another one may have asked at the same time
        self._numbers[table] += 1
        return self._numbers[table]

    def notice(self, kind: str, text: str) -> Sequence[Statement]:
        """Return the statements that notify other processes as part of the commit."""
        return [(NOTICE, (kind, text))] if self.shared or self.followers else ()

    @asynccontextmanager
    async def let_go(self) -> AsyncGenerator[None]:
        """Close everything that would block a process which rewrites the database; reads wait."""
        yield

    @abstractmethod
    async def size(self) -> int:
        """Return the size of the database in bytes."""

    @abstractmethod
    async def free_pages(self) -> tuple[int, int]:
        """Return the number of unused pages that could be freed, and of all pages."""

    @abstractmethod
    async def shrink(self, pages: int) -> None:
        """Return up to this many unused pages to the system, while writes wait a few milliseconds. Raises
        NotCommitted."""

    @abstractmethod
    async def rebuild(self) -> bool:
        """Rewrite everything without the remains of deleted data; return whether none are left.

        All writes wait meanwhile, so use it for a small database. Raises NotCommitted.
        """

    @abstractmethod
    async def replace(self) -> bool:
        """Do the same as `rebuild`, but with only a short wait for writes. Raises NotCommitted."""

    @abstractmethod
    async def number_on(self) -> None:
        """Give new rows numbers after the copied ones. Raises NotCommitted."""


def _names(statement: Statement, user: int, mention: re.Pattern[str]) -> bool:
    """Return whether a statement makes or changes a row so that it names a user."""
    sql, values = statement
    return sql.startswith(("INSERT", "UPDATE")) and any(
        mention.search(value) is not None if isinstance(value, str) else value == user for value in values
    )
