"""/event export and import: pairings in TopDeck's format, results, and rosters."""

import pytest

from tests.cogs.tournaments.test_rounds import lines, state, tables
from tests.support.evening import Evening
from tests.support.messages import said


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday, for which nobody has signed up."""
    await evening.types("Ana", "event create", name="Friday")
    return evening


async def brings(evening: Evening, content: str) -> str:
    answer = (await evening.types("Ana", "event import", file=("file.csv", content.encode()))).text
    await evening.env.settle()
    return answer


async def test_a_roster_signs_up_guests(evening: Evening) -> None:
    assert await brings(evening, "Gil\nHal\nIda\nGil\n") == "3 players signed up."
    assert await brings(evening, "\ufeffid,Name\n7,Jo\n8,hal\n") == "1 player signed up."
    assert lines(evening)[3] == "**Players:** Gil, Hal, Ida, Jo"
    assert await brings(evening, "name\nJo\n") == "Already signed up."


async def test_a_file_of_a_country_with_decimal_commas_is_read(evening: Evening) -> None:
    assert await brings(evening, "Name;Deck\nGil;Elves, mostly\nHal;\n") == "2 players signed up."
    told = await brings(evening, "table\tplayer 1\tplayer 2\n1\tHal\tGil\n")
    assert told == "## Friday: round 1\n**Table 1:** Hal, Gil"


async def test_pairings_begin_a_round_and_who_is_at_no_table_has_a_bye(evening: Evening) -> None:
    await brings(evening, "Gil\nHal\nIda\nJo\nKim\n")
    told = await brings(evening, "table,player 1,player 2,player 3,player 4\n1,Jo,Ida,hal,Gil\n")
    assert told == "## Friday: round 1\n**Table 1:** Jo, Ida, Hal, Gil\n**Bye:** Kim"
    assert await tables(evening) == [["Jo", "Ida", "Hal", "Gil"]]
    now = await state(evening)
    assert [now.players[one].name for one in now.rounds[0].pairings.byes] == ["Kim"]
    assert len(evening.channel.threads) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "That isn't a CSV file"),
        ("table,player 1,player 2\n", "That isn't a CSV file"),
        ("table,player 1,player 2\n1,Gil\n", "That isn't a CSV file"),
        ("table,player 1,player 2\n1,Gil,Hal\n2,Ida,Gil\n", "That isn't a CSV file"),
        ("table,player 1,player 2\n1,Gil,Zed\n", "No one called “Zed” is signed up."),
    ],
)
async def test_files_that_say_nothing(evening: Evening, content: str, reason: str) -> None:
    await brings(evening, "Gil\nHal\nIda\n")
    assert (await brings(evening, content)).startswith(reason)
    assert (await state(evening)).rounds == ()


async def test_pairings_and_results_go_out(evening: Evening) -> None:
    await brings(evening, "Gil\nHal\nIda\n=Jo\nKim\n")
    await brings(evening, "table,player 1,player 2\n1,Gil,Hal\n2,Ida,=Jo\n")
    await evening.types("Ana", "event result", table=1, winner="Hal")
    await evening.types("Ana", "event result", table=2)
    result = await evening.people["Ben"].slash(evening.channel, "event export")
    assert said(result).private
    assert result.response is not None
    files = {one.filename: await one.read() for one in result.response.attachments}
    assert files["round-1.csv"].decode() == "table,player 1,player 2\r\n1,Gil,Hal\r\n2,Ida,'=Jo\r\n"
    assert files["results.csv"].decode().splitlines() == [
        "round,table,player,result",
        "1,1,Gil,lost",
        "1,1,Hal,won",
        "1,2,Ida,drew",
        "1,2,'=Jo,drew",
        "1,,Kim,bye",
    ]


async def test_only_judges_bring_files(evening: Evening) -> None:
    answer = await evening.types("Ben", "event import", file=("file.csv", b"Gil\n"))
    assert answer.private
    assert answer.text.startswith("Only ")
