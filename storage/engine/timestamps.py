"""Moments as the database has them: the time of day in UTC, in whole milliseconds since 1970."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


def milliseconds(moment: datetime) -> int:
    """A moment of the day as rules and rows have it, rounded down."""
    return (moment - _EPOCH) // _MILLISECOND


def time_of_day(moment: int) -> datetime:
    """The moment of the day for one that rules and rows have, in UTC."""
    return _EPOCH + moment * _MILLISECOND
