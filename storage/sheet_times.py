"""Days and times as spreadsheets and people write them into files."""

import re
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

_MIDDAY = time(12)
_NUMBERS = re.compile(
    r"(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})"
    r"(?:,?[ T]+(\d{1,2})[:.h](\d{2})(?::\d{2})?(?: ?([ap])\.?m\.?)?)?",
    re.IGNORECASE,
)
_SERIAL = re.compile(r"(\d{5})(?:[.,](\d+))?")
_FIRST_SERIAL = datetime(1899, 12, 30)
"""The day that Excel calls 0, in any time zone."""


class DayOrder(StrEnum):
    """Whether 3/4/2026 is a day in April or in March."""

    DAY_FIRST = "day"
    MONTH_FIRST = "month"

    @property
    def other(self) -> "DayOrder":
        """The other one of both."""
        return DayOrder.MONTH_FIRST if self is DayOrder.DAY_FIRST else DayOrder.DAY_FIRST


def is_ambiguous(text: str) -> bool:
    """Return whether a date differs in the other order of day and month; with dots, the day comes first."""
    found = _NUMBERS.fullmatch(text.strip())
    if found is None or found[2] == "." or found[1].lstrip("0") == found[3].lstrip("0"):
        return False
    return all(read_sheet_time(text, "UTC", order) is not None for order in DayOrder)


def read_sheet_time(text: str, zone: str, order: DayOrder) -> int | None:
    """Return the seconds since 1970 of a time in a file; None if it isn't a time.

    It is written as in ISO 8601, as 13.11.2026 19:30 or 11/13/2026 7:30 PM, or as a spreadsheet's number of
    days.

    ``zone``: the zone of times without one. A date alone means noon, or midnight in ISO 8601.
    """
    wanted = text.strip()
    try:
        local = _numbers(wanted, order) or _serial(wanted) or datetime.fromisoformat(wanted)
        moment = local if local.tzinfo is not None else local.replace(tzinfo=ZoneInfo(zone))
        return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
    except (ValueError, OverflowError):
        return None


def _numbers(text: str, order: DayOrder) -> datetime | None:
    found = _NUMBERS.fullmatch(text)
    if found is None:
        return None
    first, between, second, year, hour, minute, half = found.groups()
    day_first = between == "." or order is DayOrder.DAY_FIRST
    day, month = (first, second) if day_first else (second, first)
    at = _MIDDAY if hour is None else time(_hour(int(hour), half), int(minute))
    return datetime.combine(datetime(int(year) + 2000 * (len(year) == 2), int(month), int(day)), at)


def _hour(hour: int, half: str | None) -> int:
    """Return an hour of the day; raises ValueError for an hour that AM or PM doesn't have."""
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + 12 * (half.lower() == "p")


def _serial(text: str) -> datetime | None:
    """Return the time of a spreadsheet's number of days, from 1954 to 2119."""
    found = _SERIAL.fullmatch(text)
    if found is None or not 20_000 <= int(found[1]) < 80_000:
        return None
    return _FIRST_SERIAL + timedelta(days=int(found[1]), seconds=round(86_400 * float(f"0.{found[2] or 5}")))
