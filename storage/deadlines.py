"""The rows of deadlines: how they are set, cancelled and read."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from storage.engine.database import Database, SqlRow
from storage.engine.group_commit import Statement
from storage.engine.timestamps import milliseconds, time_of_day

Subject: TypeAlias = Literal["game", "league", "tournament"]
"""The table with what a deadline is about, and with its server. The key begins with its number there."""


class Deadline(Struct, frozen=True):
    """Something that is due at a moment, in UTC, which is kept to the millisecond.

    There is one at a time for a kind and key. Kinds are stable names in people's databases.
    """

    kind: str
    key: str
    due: datetime
    note: str = ""


class Place(NamedTuple):
    """Where a deadline stands in the order in which they fire."""

    due: int
    kind: str
    key: str


START = Place(-(2**63), "", "")
"""Before all deadlines."""
COLUMNS = "SELECT kind, key, due, note FROM deadline"


def set_deadline(deadline: Deadline) -> Statement:
    """The statement that sets a deadline, or moves the one that its kind and key have."""
    return (
        "INSERT INTO deadline (kind, key, due, note) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due, note = excluded.note",
        (deadline.kind, deadline.key, milliseconds(deadline.due), deadline.note),
    )


def cancel_deadline(kind: str, key: str) -> Statement:
    """The statement that takes a deadline away, whenever it is due."""
    return "DELETE FROM deadline WHERE kind = ? AND key = ?", (kind, key)


def mark_fired(deadline: Deadline) -> Statement:
    """The statement that takes a deadline away because it has fired; one moved meanwhile stays."""
    return (
        "DELETE FROM deadline WHERE kind = ? AND key = ? AND due = ?",
        (deadline.kind, deadline.key, milliseconds(deadline.due)),
    )


class DeadlineQueries:
    """Reads the deadlines of a database. Raises DatabaseError."""

    def __init__(self, database: Database) -> None:
        self._fetch = database.fetch

    async def find(self, kind: str, key: str) -> Deadline | None:
        """The deadline of this kind and key; None when there is none, or it has fired."""
        rows = await self._fetch(f"{COLUMNS} WHERE kind = ? AND key = ?", kind, key)
        return _deadline(rows[0]) if rows else None

    async def due(self, now: datetime, after: Place, limit: int) -> tuple[Sequence[Deadline], Place | None]:
        """Return the first deadlines after a place that are due, and where the others begin, if any do."""
        rows = await self._fetch(
            f"{COLUMNS} WHERE due <= ? AND (due, kind, key) > (?, ?, ?) ORDER BY due, kind, key LIMIT ?",
            *(milliseconds(now), *after, limit),
        )
        full = len(rows) == limit
        last = Place(rows[-1]["due"], rows[-1]["kind"], rows[-1]["key"]) if full else None
        return [*map(_deadline, rows)], last

    async def next_due(self, now: datetime) -> datetime | None:
        """When the next deadline is due that isn't yet; None where there is none."""
        rows = await self._fetch("SELECT min(due) FROM deadline WHERE due > ?", milliseconds(now))
        following: int | None = rows[0][0]
        return None if following is None else time_of_day(following)

    async def guilds(self, subjects: Mapping[Deadline, Subject | None]) -> Mapping[Deadline, int | None]:
        """The servers of what deadlines are about, where there is such a thing."""
        numbers: dict[Subject, dict[Deadline, int]] = {}
        for deadline, about in subjects.items():
            number = deadline.key.partition(":")[0]
            if about is not None and number.isdecimal():
                numbers.setdefault(about, {})[deadline] = int(number)
        guilds: dict[Deadline, int | None] = {}
        for about, known in numbers.items():
            marks = ", ".join("?" * len(known))
            rows = await self._fetch(f"SELECT id, guild FROM {about} WHERE id IN ({marks})", *known.values())
            found: dict[int, int | None] = {row["id"]: row["guild"] for row in rows}
            guilds |= {deadline: found.get(number) for deadline, number in known.items()}
        return guilds


def _deadline(row: SqlRow) -> Deadline:
    return Deadline(row["kind"], row["key"], time_of_day(row["due"]), row["note"])
