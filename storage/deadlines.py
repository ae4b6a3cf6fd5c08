"""The rows of deadlines: setting, canceling and reading them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple, Self, TypeAlias

from msgspec import Struct

from storage.engine.database import Database, SqlRow, placeholders
from storage.engine.group_commit import Statement
from storage.engine.timestamps import milliseconds, time_of_day

Subject: TypeAlias = Literal["game", "league", "tournament", "event_series"]
"""The table of a deadline's subject, which has its server. The key begins with the subject's number there."""


class DeadlineKind(StrEnum):
    """All kinds of deadlines with their subjects; None for the whole database.

    Stable names in people's databases.
    """

    about: Subject | None

    def __new__(cls, name: str, about: Subject | None = None) -> Self:
        """Set the subject along with the name."""
        kind = str.__new__(cls, name)
        kind._value_, kind.about = name, about
        return kind

    CLOCK = "clock", "game"
    """A clock's time is up. A key is a game's number and a key of `rules.turns.clock.due_moments`."""
    LOBBY = "lobby", "game"
    """A lobby has been idle for long; every change moves the deadline. A key is a game's number."""
    SAME_TIME = "same_time", "game"
    """The time for adding to a loss or an ending is over. The result of an ended game waits for it. A key
    is a game's number and an entry's; a note is empty, or the channel, the number and the text of the
    message that says so, with colons between."""
    CHART = "unseen chart", "game"
    """A chart waits until the bot may view its channel. A key is a game's number and an entry's."""
    LATE_PRESS = "late_press", None
    """A late press can no longer join an event. A key is its interaction, a note an object with the number of
    the "game"."""
    CONFIRMATION = "league", "league"
    """A result counts without further confirmation. A key is a league's number and the result's."""
    REMINDER = "reminder", "league"
    """A result is going to count soon; the same keys."""
    CALLED = "league result called", "league"
    """Players are asked to confirm a result; the same keys, and a note with the players and the way."""
    VOTES = "league votes", "league"
    """The vote after a game is over; the same keys."""
    DIGEST = "digest", "league"
    """A league's judges get a summary. A key is the league's number."""
    STANDINGS_MOVED = "league standings moved", "league"
    """An earlier message with the standings says where they are now. A key is the league and the message with
    its channel, its note the channel of the message's thread."""
    INBOX_REPLACED = "league inbox replaced", "league"
    """An earlier inbox is deleted; the same keys."""
    QUEUE = "event queue", "tournament"
    """The waiting players of a queue are due for a check. A key is a tournament's number."""
    ROUND = "event round", "tournament"
    """The players of a round are reminded, or its time is up; the same keys, and a note with the round."""
    ROUND_REMINDER = "event reminder", "tournament"
    """One table is reminded of its round's deadline. A key is a tournament's number, the round's and the
    table's, its note the round's deadline."""
    CALL = "event call", "tournament"
    """Players who are missing at a table are called; the same keys, and how often it was redrawn."""
    MISSING = "event missing", "tournament"
    """They are still missing; the same keys."""
    AVAILABLE = "event available", "tournament"
    """A table's thread gets the times at which a player can play. A key is the numbers of the tournament, the
    round and the player."""
    LATE_CHANGE = "event late change", "tournament"
    """A result has changed after the next round was paired. A key is a tournament's number, the round's and
    the table's."""
    CORRECTION = "event correction", "tournament"
    """A judge has entered a table's result; the same keys, and a note with the channel that knows it."""
    TABLE_OVER = "event table over", "tournament"
    """A queue's table is over, and its players may wait for another one; the same keys."""
    UNANSWERED = "event queue unanswered", "tournament"
    """A channel reads who left its queue without an answer. A key is a tournament's number and an entry's,
    its note the players' numbers."""
    ANNOUNCED = "event announced", "tournament"
    """An act is announced in its channel, unless a reply was. A key is the numbers of the tournament and the
    request's last entry."""
    OVER = "event over", "tournament"
    """The message of a tournament that has ended is edited. A key is the tournament's number."""
    WINNER = "event winner", "tournament"
    """The winner of an event gets its role; the same keys."""
    SERIES = "event series", "event_series"
    """Sign-up for a repeated event opens. A key is the series' number, a note that of the event, and a second
    one once the channel knows why it waits."""
    REBUILD = "rebuild", None
    """The database file is rewritten."""


class Deadline(Struct, frozen=True):
    """Something that is due at a moment in UTC, stored to the millisecond; each kind and key has at most one.

    A kind that isn't a DeadlineKind is another version's.
    """

    kind: str
    key: str
    due: datetime
    note: str = ""


class Place(NamedTuple):
    """A deadline's place in the order of firing."""

    due: int
    kind: str
    key: str


FIRST_PLACE = Place(-(2**63), "", "")
"""Before all deadlines."""
SELECT_DEADLINES = "SELECT kind, key, due, note FROM deadline"


def set_deadline(deadline: Deadline) -> Statement:
    """Return the statement that sets a deadline, or moves the existing one of its kind and key."""
    return (
        "INSERT INTO deadline (kind, key, due, note) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due, note = excluded.note",
        (deadline.kind, deadline.key, milliseconds(deadline.due), deadline.note),
    )


def cancel_deadline(kind: str, key: str) -> Statement:
    """Return the statement that removes a deadline, whenever it is due."""
    return "DELETE FROM deadline WHERE kind = ? AND key = ?", (kind, key)


def mark_fired(deadline: Deadline) -> Statement:
    """Return the statement that removes a fired deadline, unless it was moved meanwhile."""
    return (
        "DELETE FROM deadline WHERE kind = ? AND key = ? AND due = ?",
        (deadline.kind, deadline.key, milliseconds(deadline.due)),
    )


class DeadlineQueries:
    """Reads the deadlines of a database. Raises DatabaseError."""

    def __init__(self, database: Database) -> None:
        self._fetch = database.fetch

    async def find(self, kind: str, key: str) -> Deadline | None:
        """Return the deadline of this kind and key; None if there is none, or it has fired."""
        rows = await self._fetch(f"{SELECT_DEADLINES} WHERE kind = ? AND key = ?", kind, key)
        return _deadline(rows[0]) if rows else None

    async def due(self, now: datetime, after: Place, limit: int) -> tuple[Sequence[Deadline], Place | None]:
        """Return the first due deadlines after a place, and the place of the next ones, if any."""
        rows = await self._fetch(
            f"{SELECT_DEADLINES} WHERE due <= ? AND (due, kind, key) > (?, ?, ?) "
            "ORDER BY due, kind, key LIMIT ?",
            *(milliseconds(now), *after, limit),
        )
        full = len(rows) == limit
        last = Place(rows[-1]["due"], rows[-1]["kind"], rows[-1]["key"]) if full else None
        return [*map(_deadline, rows)], last

    async def next_due(self, now: datetime) -> datetime | None:
        """Return the time of the next deadline in the future; None if there is none."""
        rows = await self._fetch("SELECT min(due) FROM deadline WHERE due > ?", milliseconds(now))
        following: int | None = rows[0][0]
        return None if following is None else time_of_day(following)

    async def guilds(self, subjects: Mapping[Deadline, Subject | None]) -> Mapping[Deadline, int | None]:
        """Return the servers of deadlines' subjects, if they have any."""
        numbers: dict[Subject, dict[Deadline, int]] = {}
        for deadline, about in subjects.items():
            number = deadline.key.partition(":")[0]
            if about is not None and number.isdecimal():
                numbers.setdefault(about, {})[deadline] = int(number)
        guilds: dict[Deadline, int | None] = {}
        for about, known in numbers.items():
            among = f"SELECT id, guild FROM {about} WHERE id IN {placeholders(known)}"
            rows = await self._fetch(among, *known.values())
            found: dict[int, int | None] = {row["id"]: row["guild"] for row in rows}
            guilds |= {deadline: found.get(number) for deadline, number in known.items()}
        return guilds


def _deadline(row: SqlRow) -> Deadline:
    return Deadline(row["kind"], row["key"], time_of_day(row["due"]), row["note"])
