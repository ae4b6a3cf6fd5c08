"""Events to come: settings that a server keeps as templates, and events that are repeated."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import count
from typing import NewType
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from rules.refusal import Refusal
from rules.tournaments.state import TournamentRules
from rules.turns.clock import SECOND
from storage.deadlines import Deadline, DeadlineKind, cancel_deadline, set_deadline
from storage.engine.database import Database, SqlRow
from storage.engine.group_commit import Statement
from storage.engine.timestamps import time_of_day
from storage.events.codec import plain_codec, readable

SeriesId = NewType("SeriesId", int)
"""Repeated events of a channel."""
MAX_TEMPLATES = 25
"""Maximum templates of a server, as many as a list shows."""
MAX_SERIES = 8
"""Maximum repeated events of a server."""
DAYS_PER_WEEK = 7


_encode_rules, _decode_rules = plain_codec(TournamentRules)


class Repetition(Struct, frozen=True, kw_only=True):
    """When events are repeated: at the same time of day in ``zone``, whatever daylight saving does there.

    ``first``: when the first one starts, in whole seconds since 1970 in UTC. ``weeks``: from one to the next;
    0 for each month, on the same weekday of it (the fifth one is the last). ``days``: from sign-up to the
    start.
    """

    first: int
    zone: str
    weeks: int = 1
    days: int = 5

    def starts(self, number: int) -> int:
        """Return when an event starts, the first being number 0, in whole seconds since 1970 in UTC.

        A time that the clocks skip that day is as much later as they are set.
        """
        return self._at(number, 0)

    def opens(self, number: int) -> int:
        """Return when sign-up for an event opens, in whole seconds since 1970 in UTC."""
        return self._at(number, self.days)

    def _at(self, number: int, days: int) -> int:
        first = datetime.fromtimestamp(self.first, ZoneInfo(self.zone))
        if self.weeks:
            day = first.date() + timedelta(weeks=self.weeks * number)
        else:
            day = _same_weekday(first.date(), number)
        at = datetime.combine(day - timedelta(days=days), first.time(), ZoneInfo(self.zone))
        return int(at.timestamp())


_encode_repetition, _decode_repetition = plain_codec(Repetition)


class EventSeries(Struct, frozen=True, kw_only=True):
    """Repeated events: their rules, when they are repeated, and the number of the next one, from 0."""

    id: SeriesId
    guild: int
    channel: int
    rules: TournamentRules
    repetition: Repetition
    number: int = 0
    paused: bool = False

    @property
    def starts(self) -> int:
        """When the next event starts, in whole seconds since 1970 in UTC."""
        return self.repetition.starts(self.number)

    def following(self, now: int) -> int:
        """Return the number of the first event to come that starts after a time, in seconds since 1970."""
        return next(number for number in count(self.number) if self.repetition.starts(number) > now)

    def next(self, number: int) -> Sequence[Statement]:
        """Return the statements after which the event of this number is the next one, and its sign-up opens
        in time."""
        opens = time_of_day(self.repetition.opens(number) * SECOND)
        due = Deadline(DeadlineKind.SERIES, str(self.id), opens, str(number))
        return (
            ("UPDATE event_series SET number = ? WHERE id = ?", (number, self.id)),
            set_deadline(due),
        )


class EventTemplates:
    """The settings of events that each server keeps by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild: int) -> dict[str, TournamentRules]:
        """Return a server's templates by their names, in the order of these, except a newer version's."""
        rows = await self._database.fetch(
            "SELECT name, rules FROM event_template WHERE guild = ? ORDER BY key", guild
        )
        found, _ = readable(rows, lambda row: (row["name"], _decode_rules(row["rules"])))
        return dict(found)

    async def find(self, guild: int, name: str) -> TournamentRules:
        """Return a template, whatever the case of its name; raises Refusal "no_template"."""
        rows = await self._database.fetch(
            "SELECT rules FROM event_template WHERE guild = ? AND key = ?", guild, name.casefold()
        )
        if not rows:
            known = tuple(await self.of_guild(guild)) or ("–",)
            raise Refusal("no_template", name=name, known=known)
        return _decode_rules(rows[0]["rules"])

    async def save(self, guild: int, name: str, rules: TournamentRules) -> None:
        """Save a template, in place of one of that name. Raises Refusal "templates_full"; NotCommitted."""
        rows = await self._database.fetch("SELECT key FROM event_template WHERE guild = ?", guild)
        if len(rows) >= MAX_TEMPLATES and name.casefold() not in {row["key"] for row in rows}:
            raise Refusal("templates_full", limit=MAX_TEMPLATES)
        await self._database.write(
            (
                "INSERT INTO event_template (guild, key, name, rules) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (guild, key) DO UPDATE SET name = excluded.name, rules = excluded.rules",
                (guild, name.casefold(), name, _encode_rules(replace(rules, starts=0))),
            ),
            guild=guild,
        )

    async def delete(self, guild: int, name: str) -> None:
        """Delete a template. Raises Refusal "no_template"; NotCommitted."""
        await self.find(guild, name)
        await self._database.write(
            ("DELETE FROM event_template WHERE guild = ? AND key = ?", (guild, name.casefold())), guild=guild
        )


class RepeatedEvents:
    """The repeated events of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild: int) -> Sequence[EventSeries]:
        """Return all repeated events of a server, the oldest first, except a newer version's."""
        rows = await self._database.fetch("SELECT * FROM event_series WHERE guild = ? ORDER BY id", guild)
        return readable(rows, _series)[0]

    async def find(self, series: SeriesId) -> EventSeries | None:
        """Return repeated events; None if they were ended."""
        rows = await self._database.fetch("SELECT * FROM event_series WHERE id = ?", series)
        return _series(rows[0]) if rows else None

    async def begin(
        self, guild: int, channel: int, rules: TournamentRules, repetition: Repetition
    ) -> EventSeries:
        """Repeat events in a channel of a server from now on; the caller wakes the scheduler.

        Raises Refusal "series_full"; NotCommitted.
        """
        rows = await self._database.fetch("SELECT id FROM event_series WHERE guild = ?", guild)
        if len(rows) >= MAX_SERIES:
            raise Refusal("series_full", limit=MAX_SERIES)
        series = EventSeries(
            id=SeriesId(await self._database.next_number("event_series")),
            guild=guild,
            channel=channel,
            rules=replace(rules, starts=0),
            repetition=repetition,
        )
        insert: Statement = (
            "INSERT INTO event_series (id, guild, channel, rules, repetition, number) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                *(series.id, guild, channel, _encode_rules(series.rules)),
                *(_encode_repetition(repetition), series.number),
            ),
        )
        await self._database.write(insert, *series.next(series.number), guild=guild)
        return series

    async def skip_to(self, series: EventSeries, number: int) -> None:
        """Go on with a later event. Raises NotCommitted."""
        await self._database.write(*series.next(number), guild=series.guild)

    async def pause(self, series: EventSeries) -> None:
        """Open no sign-up until the series goes on. Raises NotCommitted."""
        await self._database.write(
            ("UPDATE event_series SET paused = 1 WHERE id = ?", (series.id,)),
            cancel_deadline(DeadlineKind.SERIES, str(series.id)),
            guild=series.guild,
        )

    async def resume(self, series: EventSeries, number: int) -> None:
        """Go on with this event. Raises NotCommitted."""
        goes_on: Statement = "UPDATE event_series SET paused = 0 WHERE id = ?", (series.id,)
        await self._database.write(goes_on, *series.next(number), guild=series.guild)

    async def end(self, series: EventSeries) -> None:
        """Repeat events no longer. Raises NotCommitted."""
        await self._database.write(
            ("DELETE FROM event_series WHERE id = ?", (series.id,)),
            cancel_deadline(DeadlineKind.SERIES, str(series.id)),
            guild=series.guild,
        )


def _series(row: SqlRow) -> EventSeries:
    return EventSeries(
        id=SeriesId(row["id"]),
        guild=row["guild"],
        channel=row["channel"],
        rules=_decode_rules(row["rules"]),
        repetition=_decode_repetition(row["repetition"]),
        number=row["number"],
        paused=bool(row["paused"]),
    )


def _same_weekday(first: date, months: int) -> date:
    """Return the same weekday of a later month, such as its second Friday; of a fifth one the last."""
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    begins, length = monthrange(year, month + 1)
    day = 1 + (first.weekday() - begins) % DAYS_PER_WEEK + (first.day - 1) // DAYS_PER_WEEK * DAYS_PER_WEEK
    return date(year, month + 1, day if day <= length else day - DAYS_PER_WEEK)
