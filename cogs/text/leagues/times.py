"""Dates and times as people write them, in the languages of the bot and a time zone."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import dateparser

MIDDAY = time(12)
_STAMP = re.compile(r"<t:([0-9]{1,12})(?::\w)?>")
"""A time as Discord writes it."""
_BEFORE = r"(?:\b(?:at|um|alle|alla|a las|a la|às|as|à)\s+)?"
_HOURS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_BEFORE}(?P<half>午前|午後)?(?P<hour>\d{{1,2}})時(?:(?P<minute>\d{{2}})分|(?P<thirty>半))?",
        rf"{_BEFORE}(?P<hour>\d{{1,2}})(?::|h|\.(?=\d{{2}}\s*uhr))(?P<minute>\d{{2}})"
        r"\s*(?P<half>am|pm|a\.m\.|p\.m\.)?\s*(?:uhr\b|h\b)?",
        rf"{_BEFORE}(?P<hour>\d{{1,2}})\s*(?P<half>am|pm|a\.m\.|p\.m\.)(?!\w)",
        rf"{_BEFORE}(?P<hour>\d{{1,2}})\s*(?:uhr|h|heures?|horas?)\b",
        r"\b(?:at|um|alle|alla|a las|a la|às|à)\s+(?P<hour>\d{1,2})\s*$",
    )
)
"""Ways to write the time of day; of 19.00 only before "Uhr", as 19.11. is a day."""
_AFTERNOON, _MORNING = ("pm", "p.m.", "午後"), ("am", "a.m.", "午前")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBERS = re.compile(r"(\d{1,2})([./-])\s?(\d{1,2})(?:\2\s?(\d{4}|\d{2}))?\.?")
_JAPANESE = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日")
_TODAY = ("", "today", "heute", "hoy", "aujourd'hui", "aujourd’hui", "oggi", "今日", "hoje")
_WEEK = timedelta(days=7)


def is_exact(text: str) -> bool:
    """Return whether a text can mean one time only: as Discord writes it, or as ISO 8601."""
    return bool(_STAMP.fullmatch(text.strip()) or _ISO.match(text.strip()))


def read_moment(text: str, now: datetime, zone: str, language: str, *, ahead: bool = True) -> int | None:
    """Return the seconds since 1970 that a text means, such as "Saturday 7pm" or "28.11. 19:00"; None for
    what can't be read, has no day and no hour, or is an hour that clocks leave out there.

    ``zone``: an IANA name; ``ahead``: whether a day without a year or week is one to come, or else gone by. A
    day without an hour is meant at noon.
    """
    wanted = unicodedata.normalize("NFKC", text).strip().casefold()
    if stamp := _STAMP.fullmatch(wanted):
        return int(stamp[1])
    if _ISO.match(wanted):
        return _iso(wanted, zone)
    rest, hour = _split(wanted)
    here = now.astimezone(ZoneInfo(zone))
    day = here.date() if rest in _TODAY else _day(rest, here, language, ahead=ahead)
    if day is None or (hour is None and not rest):
        return None
    hour = hour or MIDDAY
    week = -_WEEK if ahead else _WEEK  # a weekday of today's name is today while that is still to come
    if abs((day - here.date()).days) == _WEEK.days and not any(map(str.isdigit, rest)):
        nearer = _seconds(day + week, hour, zone)
        if nearer is not None and (nearer > now.timestamp()) is ahead:
            return nearer
    return _seconds(day, hour, zone)


def has_hour(text: str) -> bool:
    """Return whether a text says the time of day."""
    wanted = unicodedata.normalize("NFKC", text).strip().casefold()
    return any(pattern.search(wanted) for pattern in _HOURS)


def _iso(text: str, zone: str) -> int | None:
    try:
        found = datetime.fromisoformat(text.upper())
    except ValueError:
        return None
    if _ISO.fullmatch(text):
        return _seconds(found.date(), MIDDAY, zone)
    if found.tzinfo is not None:
        return int(found.timestamp())
    return _seconds(found.date(), found.time(), zone)


def _split(text: str) -> tuple[str, time | None]:
    """Return what a text says beside the time of day, and that."""
    for pattern in _HOURS:
        if found := pattern.search(text):
            rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,-–")
            return " ".join(rest.split()), _time(found.groupdict())
    return text, None


def _time(parts: Mapping[str, str | None]) -> time | None:
    hour = int(parts["hour"] or 0)
    minute = 30 if parts.get("thirty") else int(parts.get("minute") or 0)
    half = parts.get("half")
    if half in _AFTERNOON and hour < 12:
        hour += 12
    if half in _MORNING and hour == 12:
        hour = 0
    return time(hour % 24, minute) if hour <= 24 and minute < 60 else None


def _day(text: str, here: datetime, language: str, *, ahead: bool) -> date | None:
    if found := _JAPANESE.fullmatch(text):
        return _dated(found[1], int(found[2]), int(found[3]), here.date(), ahead=ahead)
    if found := _NUMBERS.fullmatch(text):
        first, second = int(found[1]), int(found[3])
        american = language == "en" and found[2] == "/" and first <= 12
        month, day = (first, second) if american else (second, first)
        return _dated(found[4], month, day, here.date(), ahead=ahead)
    if not any(map(str.isalpha, text)):
        return None
    settings = {
        "PREFER_DATES_FROM": "future" if ahead else "past",
        "RELATIVE_BASE": here.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0),
        "DATE_ORDER": "DMY",
    }
    for known in dict.fromkeys((language, "en")):
        parsed: datetime | None = dateparser.parse(text, languages=[known], settings=settings)
        if parsed is not None:
            return parsed.date()
    return None


def _dated(year: str | None, month: int, day: int, today: date, *, ahead: bool) -> date | None:
    """Return a day of the calendar; without a year the next one, or the last one."""
    try:
        if year is not None:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        found = date(today.year, month, day)
        if found != today and (found > today) is not ahead:
            found = found.replace(year=today.year + (1 if ahead else -1))
    except ValueError:
        return None
    return found


def _seconds(day: date, hour: time, zone: str) -> int | None:
    """Return a local time in seconds since 1970; None for one that clocks leave out when they go forward."""
    local = datetime.combine(day, hour, ZoneInfo(zone))
    moment = local.astimezone(UTC)
    back = moment.astimezone(ZoneInfo(zone))
    return int(moment.timestamp()) if back.replace(tzinfo=None) == local.replace(tzinfo=None) else None
