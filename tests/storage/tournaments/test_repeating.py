"""When repeated events take place: at one time of day in their time zone, on one weekday of a month."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.refusal import Refusal
from rules.tournaments.state import TournamentRules
from storage.engine.database import Database
from storage.tournaments.repeating import (
    MAX_SERIES,
    MAX_TEMPLATES,
    EventTemplates,
    RepeatedEvents,
    Repetition,
)
from tests.support.machines import examples

BERLIN = "Europe/Berlin"


def at(*moment: int) -> int:
    """A time in UTC, in seconds since 1970."""
    return int(datetime(*moment, tzinfo=UTC).timestamp())


def test_the_time_of_day_stays_when_the_clocks_change() -> None:
    """In Berlin, 19:00 is 17:00 in UTC until 25 October 2026 and 18:00 afterwards."""
    weekly = Repetition(first=at(2026, 10, 16, 17), zone=BERLIN, days=5)
    assert [weekly.starts(number) for number in range(3)] == [
        *(at(2026, 10, 16, 17), at(2026, 10, 23, 17), at(2026, 10, 30, 18))
    ]
    assert weekly.opens(2) == at(2026, 10, 25, 18), "at 19:00 there, the day the clocks have changed"


def test_a_time_that_the_clocks_skip_is_an_hour_later() -> None:
    """On 29 March 2026 in Berlin 02:30 doesn't exist: 01:59 is followed by 03:00, 01:00 in UTC."""
    weekly = Repetition(first=at(2026, 3, 22, 1, 30), zone=BERLIN)
    assert weekly.starts(1) == at(2026, 3, 29, 1, 30)
    assert weekly.starts(2) == at(2026, 4, 5, 0, 30)


@pytest.mark.parametrize(
    ("first", "following"),
    [
        ((2026, 1, 9), [(2026, 2, 13), (2026, 3, 13), (2026, 4, 10)]),
        ((2026, 1, 30), [(2026, 2, 27), (2026, 3, 27), (2026, 4, 24), (2026, 5, 29)]),
        ((2026, 11, 7), [(2026, 12, 5), (2027, 1, 2), (2027, 2, 6)]),
    ],
)
def test_each_month_it_is_the_same_weekday(
    first: tuple[int, int, int], following: list[tuple[int, int, int]]
) -> None:
    """The second Friday; the fifth one, which is the last where there are four; the first Saturday."""
    monthly = Repetition(first=at(*first, 12), zone="UTC", weeks=0)
    days = [datetime.fromtimestamp(monthly.starts(number), UTC) for number in range(len(following) + 1)]
    assert [(day.year, day.month, day.day) for day in days] == [first, *following]


@examples(60)
@given(
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),
    st.sampled_from([BERLIN, "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]),
    st.integers(0, 4),
    st.integers(0, 60),
)
def test_each_one_is_at_the_hour_of_the_first(first: datetime, zone: str, weeks: int, number: int) -> None:
    first = first.replace(minute=0, second=0, microsecond=0, hour=19, tzinfo=ZoneInfo(zone))
    repetition = Repetition(first=int(first.timestamp()), zone=zone, weeks=weeks)
    there = datetime.fromtimestamp(repetition.starts(number), ZoneInfo(zone))
    assert (there.hour, there.minute, there.weekday()) == (19, 0, first.weekday())
    assert repetition.starts(0) == int(first.timestamp())
    assert repetition.starts(number) < repetition.starts(number + 1)
    if weeks:
        assert there.date() - first.date() == timedelta(weeks=weeks * number)


async def test_templates_are_kept_by_name_for_each_server(database: Database) -> None:
    templates = EventTemplates(database)
    await templates.save(1, "Friday", TournamentRules(name="Night", most=8, starts=5))
    await templates.save(1, "FRIDAY", TournamentRules(name="Night", most=16))
    assert await templates.of_guild(1) == {"FRIDAY": TournamentRules(name="Night", most=16)}
    with pytest.raises(Refusal, match="no_template"):
        await templates.find(2, "Friday")
    for number in range(1, MAX_TEMPLATES):
        await templates.save(1, f"Number {number}", TournamentRules(name="Night"))
    with pytest.raises(Refusal, match="templates_full"):
        await templates.save(1, "Another", TournamentRules(name="Night"))
    await templates.delete(1, "friday")
    with pytest.raises(Refusal, match="no_template"):
        await templates.delete(1, "friday")


async def test_a_server_repeats_so_many_events(database: Database) -> None:
    repeated, weekly = RepeatedEvents(database), Repetition(first=at(2026, 10, 16, 17), zone=BERLIN)
    for channel in range(MAX_SERIES):
        await repeated.begin(1, channel, TournamentRules(name="Friday"), weekly)
    with pytest.raises(Refusal, match="series_full"):
        await repeated.begin(1, 99, TournamentRules(name="Friday"), weekly)
    assert [one.channel for one in await repeated.of_guild(1)] == [*range(MAX_SERIES)]
    (first, *_) = await repeated.of_guild(1)
    await repeated.end(first)
    assert await repeated.find(first.id) is None
