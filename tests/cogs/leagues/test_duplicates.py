"""The same game entered twice: recognized, offered to be merged, and never confirmed by silence."""

import pytest

from rules.leagues.review import ResultState
from tests.support.evening import Evening
from tests.support.leagues import Panel, message, points, report, state
from tests.support.messages import buttons, text
from tests.support.tables import deal
from tests.support.wording import gist


def alike(text: str, number: int) -> bool:
    """Return whether a report is said to be the same game as an earlier result."""
    return any("⚠️" in line and gist(line) == [str(number)] for line in text.splitlines())


@pytest.mark.own_bot
async def test_two_reports_of_one_game_are_merged_by_who_reported_it_again(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy, Dee")
    again = await report(evening, "Cy", "Ben, Dee, Cy", when="1h")
    assert (
        "⚠️ This looks like the same game as result 1. Its reporter or a judge can merge them." in again.text
    )
    assert "⚠️" not in text(message(evening, 1))
    shown = message(evening, 2)
    refused = await evening.refused_press("Dee", "Same game", shown)
    assert refused == (
        "Only the player who reported this result, or a judge, can say that it's the same game."
    )
    assert (await evening.refused_press("Cy", "Different games", shown)).startswith("Only moderators")
    await evening.restart()
    await evening.presses("Cy", "Same game", shown)
    assert await state(evening, 2) is ResultState.VOID
    assert "Same game as result 1." in text(message(evening, 2))
    assert buttons(message(evening, 2)) == []
    # They don't agree on who was second: Cy still has to confirm or dispute the other one.
    assert await state(evening, 1) is ResultState.PENDING
    asked = [evening.people[name].mention for name in ("Cy", "Dee")]
    assert f" {' and '.join(asked)}." in text(message(evening, 1))


async def test_who_reported_the_same_has_confirmed_it_by_that(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Cy", "Ben, Cy")
    await evening.presses("Cy", "Same game", message(evening, 2))
    assert (await state(evening, 1), await state(evening, 2)) == (ResultState.CONFIRMED, ResultState.VOID)
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    assert "**Confirmed.**" in text(message(evening, 1))


async def test_a_report_of_a_game_played_at_a_table(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "concede")
    again = await report(evening, "Ben", "Ben, Cy")
    assert alike(again.text, 1)
    await evening.presses("Ana", "Same game", message(evening, 2))
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]


async def test_a_table_that_ends_after_the_report(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy")
    await report(evening, "Ben", "Ben, Cy")
    await evening.types("Cy", "concede")
    assert alike(text(message(evening, 1)), 2)
    await evening.presses("Ben", "Same game", message(evening, 1))
    assert (await state(evening, 1), await state(evening, 2)) == (ResultState.VOID, ResultState.CONFIRMED)


async def test_silence_does_not_confirm_it_and_a_judge_tells_them_apart(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Cy", "Cy, Ben")
    await evening.passes(minutes=49 * 60)
    assert (await state(evening, 1), await state(evening, 2)) == (ResultState.CONFIRMED, ResultState.PENDING)
    shown = (await evening.types("Ana", "league inbox")).text
    assert "**Same game twice?** `2` Cy beat Ben · result 1" in shown
    await evening.presses("Ana", "Different games", message(evening, 2))
    assert "⚠️" not in text(message(evening, 2))
    await evening.passes(minutes=49 * 60)
    assert await state(evening, 2) is ResultState.CONFIRMED


async def test_games_that_follow_each_other_are_no_duplicates(evening: Evening) -> None:
    """Reported by one, too far apart, of other players, or other games of a match."""
    await report(evening, "Ben", "Ben, Cy")
    for who, players, when in (
        ("Ben", "Ben, Cy", "now"),
        ("Cy", "Ben, Cy", "5h"),
        ("Cy", "Ben, Cy, Dee", "now"),
    ):
        assert "⚠️" not in (await report(evening, who, players, when=when)).text
    panel = await Panel(evening).open()
    await panel.pick("preset", "swiss")
    await report(evening, "Dee", "Dee, Eve")
    assert "⚠️" not in (await report(evening, "Eve", "Eve, Dee")).text
    assert alike((await report(evening, "Eve", "Dee, Eve")).text, 5)
    await panel.fill("trust", duplicates="0")
    assert "⚠️" not in (await report(evening, "Fay", "Fay, Cy")).text
    assert "⚠️" not in (await report(evening, "Cy", "Fay, Cy")).text
    # Two games at tables are two games.
    for _ in range(2):
        await deal(evening, "two_player", names="Ana, Ben")
        await evening.types("Ben", "concede")
    shown = (await evening.types("Ana", "league inbox")).text
    assert shown.count("Same game twice?") == 1
