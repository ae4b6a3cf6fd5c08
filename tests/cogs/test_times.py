"""Times as people write them: expected are those of a calendar and of the zone's clock.

It is Saturday, November 28, 2026, noon in Berlin; clocks there were an hour behind UTC+2 since October 25.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.text.leagues.times import is_exact, read_moment

NOON = datetime(2026, 11, 28, 11, 0, tzinfo=UTC)
BERLIN = "Europe/Berlin"

AHEAD = {
    ("en", "Saturday 7pm"): "2026-11-28 19:00",
    ("en", "Saturday 11am"): "2026-12-05 11:00",
    ("en", "tomorrow"): "2026-11-29 12:00",
    ("en", "tomorrow at 7:30 pm"): "2026-11-29 19:30",
    ("en", "7pm"): "2026-11-28 19:00",
    ("en", "12/24/2026 6 pm"): "2026-12-24 18:00",
    ("en", "December 24 18:00"): "2026-12-24 18:00",
    ("en", "2026-12-24 18:00"): "2026-12-24 18:00",
    ("en", "in 3 days"): "2026-12-01 12:00",
    ("de", "28.11. 19:00"): "2026-11-28 19:00",
    ("de", "Samstag 19 Uhr"): "2026-11-28 19:00",
    ("de", "morgen um 19.30 Uhr"): "2026-11-29 19:30",
    ("de", "24.12.2026, 18 Uhr"): "2026-12-24 18:00",
    ("de", "heute 20:00"): "2026-11-28 20:00",
    ("fr", "samedi 19h"): "2026-11-28 19:00",
    ("fr", "demain à 19h30"): "2026-11-29 19:30",
    ("fr", "24/12/2026 18:00"): "2026-12-24 18:00",
    ("es", "sábado a las 19"): "2026-11-28 19:00",
    ("es", "mañana 19:00"): "2026-11-29 19:00",
    ("es", "24 de diciembre 18:00"): "2026-12-24 18:00",
    ("it", "sabato alle 19"): "2026-11-28 19:00",
    ("it", "domani 19:30"): "2026-11-29 19:30",
    ("pt", "sábado às 19h"): "2026-11-28 19:00",
    ("pt", "amanhã 19h30"): "2026-11-29 19:30",
    ("ja", "土曜日 19時"): "2026-11-28 19:00",
    ("ja", "明日 午後7時半"): "2026-11-29 19:30",
    ("ja", "12月24日 18:00"): "2026-12-24 18:00",
    ("de", "tomorrow 7pm"): "2026-11-29 19:00",
    ("en", "in 2 hours"): "2026-11-28 14:00",
    ("en", "in 24 hours"): "2026-11-29 12:00",
    ("de", "in 30 Minuten"): "2026-11-28 12:30",
    ("fr", "dans 2 heures"): "2026-11-28 14:00",
    ("en", "tomorrow noon"): "2026-11-29 12:00",
    ("en", "7.30pm tomorrow"): "2026-11-29 19:30",
    ("en", "tomorrow at 7.30 p.m."): "2026-11-29 19:30",
    ("de", "morgen 19.30"): "2026-11-29 19:30",
    ("de", "28.11. 19.30"): "2026-11-28 19:30",
    ("de", "morgen um 19.05"): "2026-11-29 19:05",
    ("it", "domani 19.30"): "2026-11-29 19:30",
    ("en", "tomorrow 24:00"): "2026-11-30 00:00",
    ("en", "2026-12-31 24:00"): "2027-01-01 00:00",
    ("en", "tonight 8pm"): "2026-11-28 20:00",
}


def local(expected: str, zone: str = BERLIN) -> int:
    """Return a time of a zone's clock, in seconds since 1970."""
    return int(datetime.fromisoformat(expected).replace(tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(("language", "text"), AHEAD)
def test_a_time_to_come(language: str, text: str) -> None:
    assert read_moment(text, NOON, BERLIN, language) == local(AHEAD[language, text])


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "yesterday 9pm", "2026-11-27 21:00"),
        ("en", "Saturday 11am", "2026-11-28 11:00"),
        ("de", "Freitag 20 Uhr", "2026-11-27 20:00"),
        ("de", "24.12. 18:00", "2025-12-24 18:00"),
        ("en", "2 hours ago", "2026-11-28 10:00"),
        ("en", "30 minutes ago", "2026-11-28 11:30"),
        ("de", "vor 2 Stunden", "2026-11-28 10:00"),
        ("fr", "il y a 2 heures", "2026-11-28 10:00"),
        ("es", "hace 2 horas", "2026-11-28 10:00"),
        ("ja", "2時間前", "2026-11-28 10:00"),
    ],
)
def test_a_time_gone_by(language: str, text: str, expected: str) -> None:
    assert read_moment(text, NOON, BERLIN, language, ahead=False) == local(expected)


def test_summer_time_is_that_of_the_day() -> None:
    """In Berlin 19:00 is 17:00 in UTC in summer and 18:00 in winter; in New York it is 23:00 and midnight."""
    for zone, summer, winter in ((BERLIN, 17, 18), ("America/New_York", 23, 24)):
        for day, hour in (("2027-07-01", summer), ("2027-01-15", winter)):
            expected = int(datetime.fromisoformat(f"{day}T00:00+00:00").timestamp()) + 3600 * hour
            assert read_moment(f"{day} 19:00", NOON, zone, "en") == expected


def test_an_hour_that_clocks_leave_out_is_none() -> None:
    """On March 28, 2027, clocks in Berlin go from 2:00 to 3:00; on October 31 the first 2:30 is meant."""
    assert read_moment("28.3.2027 2:30", NOON, BERLIN, "de") is None
    assert read_moment("28.3.2027 3:30", NOON, BERLIN, "de") == local("2027-03-28 03:30")
    first = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert read_moment("31.10.2027 2:30", NOON, BERLIN, "de") == int(first.timestamp())


def test_hours_from_now_pass_while_clocks_change() -> None:
    """At 1:00 in Berlin on March 28, 2027, it is 4:00 two hours later."""
    now = datetime(2027, 3, 28, 0, 0, tzinfo=UTC)
    assert read_moment("in 2 hours", now, BERLIN, "en") == local("2027-03-28 04:00")


@pytest.mark.parametrize("text", ["", "soon", "25:00", "32.11. 19:00", "2026-13-01 10:00", "next to the bar"])
def test_what_is_not_a_time(text: str) -> None:
    assert read_moment(text, NOON, BERLIN, "en") is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", f"Saturday {hour}") for hour in ("25:00", "24:30", "at 25", "evening")),
        *(
            ("en", f"tomorrow {hour}")
            for hour in ("19:75", "19.30", "99", "19:00:30", "midnight", "evening at 7")
        ),
        *(("de", f"morgen {hour}") for hour in ("um 99", "19.05", "25.30")),
        *(("en", text) for text in ("2 hours ago", "in 2 hours 7pm", "8 pm to 9 pm tomorrow")),
    ],
)
def test_a_day_whose_hour_cannot_be_read_is_none(language: str, text: str) -> None:
    assert read_moment(text, NOON, BERLIN, language) is None


@pytest.mark.parametrize("text", ["last night", "yesterday evening", "yesterday 25:00", "in 2 hours"])
def test_a_day_gone_by_whose_hour_cannot_be_read_is_none(text: str) -> None:
    assert read_moment(text, NOON, BERLIN, "en", ahead=False) is None


def test_what_is_outside_of_the_calendar_is_none() -> None:
    """UTC is ahead of New York and behind Tokyo: these are in the year 10000 and in the year 0 there."""
    assert read_moment("9999-12-31T23:59", NOON, "America/New_York", "en") is None
    assert read_moment("31.12.9999 24:00", NOON, "UTC", "de") is None
    assert read_moment("0001-01-01T00:00", NOON, "Asia/Tokyo", "en") is None


def test_what_can_mean_one_time_only() -> None:
    assert read_moment("<t:1795888800:F>", NOON, BERLIN, "en") == 1_795_888_800
    assert is_exact("<t:1795888800:F>")
    assert is_exact("2026-11-28 19:00")
    assert not is_exact("28.11. 19:00")
