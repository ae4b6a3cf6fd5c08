"""/league import of results: everything is shown before it counts, and all that is wrong at once."""

from datetime import UTC, datetime

import pytest
from simcord import ResponseMessage

from storage.leagues.queries import ResultFilter
from storage.settings.definitions import ZONE, Level
from tests.support.evening import Evening
from tests.support.leagues import imports_results, open_to_all, points, report
from tests.support.messages import buttons, said, text

ROWS = b"result,played,name,place\n1,3/4/2025 19:30,Zoe,1\n1,,Yan,2\n"


async def shows(evening: Evening, data: bytes) -> ResponseMessage:
    """Ana brings a file; what only she reads then."""
    shown = await evening.people["Ana"].slash(evening.channel, "league import", file=("a.csv", data))
    preview = shown.followups[-1]
    assert preview.ephemeral
    return preview


async def test_results_are_shown_with_new_players_before_they_count(evening: Evening) -> None:
    preview = await shows(evening, b"result,name,place\n1,Zoe,1\n1,Yan,2\n")
    assert "**1 new result**" in text(preview)
    assert "2 new players: Zoe, Yan" in text(preview)
    assert await points(evening) == []
    told = said(await evening.people["Ana"].click(preview, label="Import 1 result"))
    assert (told.text, told.private) == ("1 result imported into Friday and confirmed.", False)
    assert await points(evening) == ["**1.** **Zoe** 5", "**2.** **Yan** 0"]
    again = said(await evening.people["Ana"].click(preview, label="Import 1 result"))
    assert (again.private, evening.refusal()) == (True, "league_file_forgotten")
    assert (await points(evening))[0] == "**1.** **Zoe** 5"


async def test_all_that_is_wrong_is_said_at_once_by_row_and_nothing_comes_in(evening: Evening) -> None:
    """Rows 3 and 5 can't be read, and the result that begins in row 6 has two winners."""
    rows = ("1,Zoe,1", "1,Yan,second", "2,Zoe,1", "2,,2", "3,Zoe,1", "3,Yan,1", "4,Zoe,1", "4,Yan,2")
    preview = await shows(evening, "\n".join(("result,name,place", *rows)).encode())
    shown = [line for line in text(preview).splitlines() if line.startswith("-# ")]
    assert len(shown) == 3
    assert all(f" {row}" in line for row, line in zip((3, 5, 6), shown, strict=True))
    assert buttons(preview) == []


async def test_a_spreadsheet_that_has_grown_brings_in_what_is_new(evening: Evening) -> None:
    await open_to_all(evening)
    before = b"result,played,name,place\n1,2020-01-20,Pat,1\n1,,Quin,2\n2,2020-01-21,Pat,1\n2,,Quin,2\n"
    assert (await imports_results(evening, before)).startswith("2 results")
    after = before + b"3,2020-01-22,Quin,1\n3,,Pat,2\n"
    preview = await shows(evening, after)
    assert "rows 2, 4" in text(preview)
    await evening.people["Ana"].click(preview, label="Import 1 result")
    assert await points(evening) == ["**1.** **Pat** 10", "**2.** **Quin** 5"]
    assert buttons(await shows(evening, after)) == []


@pytest.mark.parametrize(("label", "month"), [("April 3, 2025", 4), ("March 4, 2025", 3)])
async def test_which_day_a_date_is_is_asked_once(evening: Evening, label: str, month: int) -> None:
    """Half past seven in the time zone of the server: in Berlin that is 18:30 in March, 17:30 in April."""
    await evening.settings.choose(Level.SERVER, evening.server.id, ZONE, "Europe/Berlin")
    preview = await shows(evening, ROWS)
    assert "Which day is 3/4/2025 19:30?" in text(preview)
    assert sorted(buttons(preview)) == ["April 3, 2025", "March 4, 2025"]
    told = await imports_results(evening, ROWS, label)
    assert told.startswith("1 result imported")
    (record,) = await evening.games.leagues.results.newest(await evening.league(), ResultFilter())
    expected = datetime(2025, month, 3 if month == 4 else 4, 17 if month == 4 else 18, 30, tzinfo=UTC)
    assert record.result.played == expected.timestamp()


async def test_an_events_results_load_into_a_league(evening: Evening) -> None:
    """What /event export gives, of an event in a channel that feeds no league."""
    elsewhere = evening.server.create_text_channel("elsewhere")
    here, evening.channel = evening.channel, elsewhere
    await evening.types("Ana", "event create", name="Cup", play="duels")
    ben = evening.people["Ben"].mention
    await evening.types("Ana", "event add", players=f"{ben}, new: Gil, Hal")
    await evening.types("Ana", "event round")
    await evening.env.settle()
    await evening.types("Ana", "event result", table=1, outcome="draw")
    shown = await evening.people["Ana"].slash(elsewhere, "event export")
    assert shown.response is not None
    (results,) = [one for one in shown.response.attachments if one.filename == "results.csv"]
    data = await results.read()
    evening.channel = here
    await report(evening, "Ana", "Ben, Ana")  # so that the league knows whom the name is
    assert (await imports_results(evening, data)).startswith("2 results imported")
    rows = [one.split("**") for one in await points(evening)]
    assert sorted(row[3] for row in rows) == ["Ben", "Gil", "Hal"]
    assert sorted(row[4].strip() for row in rows) == ["1", "1", "5"], "a bye and a draw"
