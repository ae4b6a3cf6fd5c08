"""Dates and times as people write them, in the languages of the bot and a time zone."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateparser.date import DateDataParser
from msgspec import Struct

_MIDDAY, _DAY, _MINUTE = timedelta(hours=12), timedelta(days=1), timedelta(minutes=1)
_STAMP = re.compile(r"<t:([0-9]{1,12})(?::\w)?>")
"""A time as Discord writes it."""
_AT = r"\b(?:at|um|alle|alla|a las|a la|às|à)\s+"
_BEFORE = r"(?:\b(?:at|um|alle|alla|a las|a la|às|as|à)\s+)?"
_HALF = r"(?P<half>am|pm|a\.m\.|p\.m\.)"
_HOURS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_BEFORE}(?P<half>午前|午後)?(?P<hour>\d{{1,2}})時(?:(?P<minute>\d{{2}})分|(?P<thirty>半))?",
        rf"{_BEFORE}(?P<hour>\d{{1,2}})(?::|h|\.(?=\d{{2}}\s*(?:uhr|[ap]\.?m)))(?P<minute>\d{{2}})"
        rf"\s*{_HALF}?\s*(?:uhr\b|h\b)?",
        rf"{_AT}(?P<hour>\d{{1,2}})\.(?P<minute>\d{{2}})(?![\d.])",
        rf"{_BEFORE}(?P<hour>\d{{1,2}})\s*{_HALF}(?!\w)",
        rf"{_BEFORE}(?P<hour>\d{{1,2}})\s*(?:uhr|h|heures?|horas?)\b",
        rf"{_AT}(?P<hour>\d{{1,2}})\s*$",
    )
)
"""Ways to write the time of day; 19.00 is one beside a word for times only, as 19.11. is a day."""
_DOTTED = re.compile(r"(?<![\d.])(?P<hour>\d{1,2})\.(?P<minute>00|1[3-9]|[2-5]\d)(?![\d.])")
"""A time of day that can't be a day of a month, as the languages below write it."""
_WRITE_DOTS = ("de", "es", "it")
_AFTERNOON, _MORNING = ("pm", "p.m.", "午後"), ("am", "a.m.", "午前")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBERS = re.compile(r"(\d{1,2})([./-])\s?(\d{1,2})(?:\2\s?(\d{4}|\d{2}))?\.?")
_JAPANESE = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日")
_NUMBER = re.compile(r"[0-9]+")
_TODAY = ("", "today", "heute", "hoy", "aujourd'hui", "aujourd’hui", "oggi", "今日", "hoje")
_WEEK = timedelta(days=7)


def is_exact(text: str) -> bool:
    """Return whether a text is unambiguous: in Discord's notation or ISO 8601."""
    return bool(_STAMP.fullmatch(text.strip()) or _ISO.match(text.strip()))


def read_moment(text: str, now: datetime, zone: str, language: str, *, ahead: bool = True) -> int | None:
    """Return the time of a text such as "Saturday 7pm" or "28.11. 19:00", in seconds since 1970; None if it
    isn't fully understood, has no day and no hour, or is skipped by daylight saving time there.

    ``zone``: an IANA name; ``ahead``: whether a day without a year or week is in the future, or else in the
    past. A day without an hour is at noon.
    """
    wanted = unicodedata.normalize("NFKC", text).strip().casefold()
    if stamp := _STAMP.fullmatch(wanted):
        return int(stamp[1])
    if _ISO.match(wanted):
        return _iso(wanted, zone)
    rest, said = _split(wanted, language)
    if said is None and not rest:
        return None
    here = now.astimezone(ZoneInfo(zone))
    day = here.date() if rest in _TODAY else _numbers(rest, here.date(), language, ahead=ahead)
    hour = _MIDDAY if said is None else _hour(said)
    if day is None:
        words = _Words(language, here, ahead=ahead)
        known = words.read(rest)
        span = words.span(wanted) if said is None or known is None else None
        if span is not None:
            return (
                int(now.timestamp() + span.total_seconds())
                if not span or (span > timedelta()) is ahead
                else None
            )
        day = None if known is None else words.day(rest, known, hour if said else None)
    if day is None or hour is None:
        return None
    week = -_WEEK if ahead else _WEEK  # a weekday of today's name is today while that is still to come
    if abs((day - here.date()).days) == _WEEK.days and not any(map(str.isdigit, rest)):
        nearer = _seconds(day + week, hour, zone)
        if nearer is not None and (nearer > now.timestamp()) is ahead:
            return nearer
    return _seconds(day, hour, zone)


def has_hour(text: str, language: str) -> bool:
    """Return whether a text in a language contains a time of day."""
    wanted = unicodedata.normalize("NFKC", text).strip().casefold()
    return _split(wanted, language)[1] is not None


def _iso(text: str, zone: str) -> int | None:
    try:
        if text[10:] in ("t24:00", " 24:00"):
            return _seconds(date.fromisoformat(text[:10]), _DAY, zone)
        found = datetime.fromisoformat(text.upper())
    except ValueError:
        return None
    if _ISO.fullmatch(text):
        return _seconds(found.date(), _MIDDAY, zone)
    if found.tzinfo is not None:
        return int(found.timestamp())
    return _seconds(found.date(), found - datetime.combine(found, time()), zone)


def _split(text: str, language: str) -> tuple[str, Mapping[str, str | None] | None]:
    """Split a text into the time of day and the rest."""
    for pattern in (*_HOURS, _DOTTED) if language in _WRITE_DOTS else _HOURS:
        if found := pattern.search(text):
            rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,-–")
            return " ".join(rest.split()), found.groupdict()
    return text, None


def _hour(parts: Mapping[str, str | None]) -> timedelta | None:
    """Return a time of day since midnight, with 24:00 as that of the next day; None if invalid."""
    hour = int(parts["hour"] or 0)
    minute = 30 if parts.get("thirty") else int(parts.get("minute") or 0)
    half = parts.get("half")
    if half in _AFTERNOON and hour < 12:
        hour += 12
    if half in _MORNING and hour == 12:
        hour = 0
    found = timedelta(hours=hour, minutes=minute)
    return found if found <= _DAY and minute < 60 else None


def _numbers(text: str, today: date, language: str, *, ahead: bool) -> date | None:
    """Return the day that numbers say."""
    if found := _JAPANESE.fullmatch(text):
        return _dated(found[1], int(found[2]), int(found[3]), today, ahead=ahead)
    if found := _NUMBERS.fullmatch(text):
        first, second = int(found[1]), int(found[3])
        american = language == "en" and found[2] == "/" and first <= 12
        month, day = (first, second) if american else (second, first)
        return _dated(found[4], month, day, today, ahead=ahead)
    return None


class _Read(Struct, frozen=True):
    """A parsed local time, and its precision according to dateparser: "day", "time"…"""

    local: datetime
    period: str


class _Words:
    """Words for days and spans of time, in a language or in English."""

    def __init__(self, language: str, here: datetime, *, ahead: bool) -> None:
        self._languages = tuple(dict.fromkeys((language, "en")))
        self._midnight = here.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
        self._ahead = ahead

    def read(self, text: str, after: timedelta = timedelta()) -> _Read | None:
        """Return the time of a text shortly after today's midnight; None if it isn't understood."""
        if not any(map(str.isalpha, text)):
            return None
        settings = {
            "PREFER_DATES_FROM": "future" if self._ahead else "past",
            "RELATIVE_BASE": self._midnight + after,
            "DATE_ORDER": "DMY",
            "RETURN_TIME_AS_PERIOD": True,
        }
        for language in self._languages:
            found = DateDataParser(languages=[language], settings=settings).get_date_data(text)
            if found.date_obj is not None:
                return _Read(found.date_obj, found.period or "")
        return None

    def span(self, text: str) -> timedelta | None:
        """Return the time until "in 2 hours"; None unless the text counts from now in hours or less."""
        first = self.read(text)
        if first is None or first.period != "time" or self._has_unread(text, first):
            return None
        later = self.read(text, _MINUTE)
        counted = later is not None and later.local - first.local == _MINUTE
        return first.local - self._midnight if counted else None

    def day(self, text: str, known: _Read, hour: timedelta | None) -> date | None:
        """Return the day found beside an hour; None if it has another hour or an unread number."""
        found, later = known.local, self.read(text, _MINUTE)  # at midnight, "tomorrow midnight" isn't a time
        if later is None or self._has_unread(text, known):
            return None
        if later.period == "time":
            return found.date() if hour is None and found.time() == time(12) else None
        if later.period == "part_of_day":
            half = hour is not None and (hour >= _MIDDAY) is (found.hour >= 12)
            return found.date() if half else None
        return found.date()

    def _has_unread(self, text: str, known: _Read) -> bool:
        """Return whether a number in a text makes no difference, as in "tomorrow 99"."""
        for number in _NUMBER.finditer(text):
            other = int(number[0]) - 1 or 2
            changed = self.read(f"{text[: number.start()]}{other}{text[number.end() :]}")
            if changed is not None and changed.local == known.local:
                return True
        return False


def _dated(year: str | None, month: int, day: int, today: date, *, ahead: bool) -> date | None:
    """Return a date; without a year, the next or the last one."""
    try:
        if year is not None:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        found = date(today.year, month, day)
        if found != today and (found > today) is not ahead:
            found = found.replace(year=today.year + (1 if ahead else -1))
    except ValueError:
        return None
    return found


def _seconds(day: date, hour: timedelta, zone: str) -> int | None:
    """Return a local time in seconds since 1970.

    None for a time skipped by daylight saving time, and before the first or after the last year.
    """
    try:
        local = datetime.combine(day, time()) + hour
        moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        back = moment.astimezone(ZoneInfo(zone))
    except OverflowError:
        return None
    return int(moment.timestamp()) if back.replace(tzinfo=None) == local else None
