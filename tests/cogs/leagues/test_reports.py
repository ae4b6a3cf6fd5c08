"""Results that people report: what they read, who confirms them, and what then counts."""

from tests.support.evening import Evening
from tests.support.leagues import Panel, message, report, standings
from tests.support.messages import text
from tests.support.wording import gist


async def test_a_report_waits_for_the_others_and_counts_when_they_have_confirmed(evening: Evening) -> None:
    answer = await report(evening, "Ben", "Ben (Tymna / Kraum), Cy = Dee")
    assert not answer.private
    assert answer.text.startswith(
        "### Friday: result 1\n"
        "**1.** **Ben** (Tymna / Kraum)\n**2.** **Cy**\n**2.** **Dee**\n"
        "-# reported · <t:"
    )
    cy, dee = evening.people["Cy"].mention, evening.people["Dee"].mention
    assert f"Awaiting confirmation from {cy} and {dee}." in answer.text
    assert await standings(evening) == []
    await evening.presses("Cy", "Confirm", message(evening, 1))
    assert (f"Awaiting confirmation from {dee}.\nConfirmed by Cy.") in text(message(evening, 1))
    await evening.presses("Dee", "Confirm", message(evening, 1))
    assert "**Confirmed.**\n-# Points: " in text(message(evening, 1))
    # 5 points a win; a match is worth 5, so Ben has won 100% of it. His opponents have won 0%, which counts
    # as 20%; theirs have won 100% and 0%, on average 60%.
    assert [gist(line.partition(" · rating")[0]) for line in await standings(evening)] == [
        ["1 Ben 5 1 0 0 20 0 1"],
        ["2 Cy 0 0 1 0 60 0 0"],
        ["2 Dee 0 0 1 0 60 0 0"],
    ]


async def test_two_to_ten_players_or_teams_with_any_places(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "places")
    guests = [f"new G{number}" for number in range(10)]
    ten = await report(evening, "Ana", ", ".join([*guests[:3], " = ".join(guests[3:6]), *guests[6:]]))
    shown = [line.partition(" ")[0].strip("*.") for line in ten.text.splitlines()[1:11]]
    assert shown == ["1", "2", "3", "4", "4", "4", "7", "8", "9", "10"]
    eleven = await report(evening, "Ana", ", ".join([*guests, "new G10"]))
    assert (eleven.text, eleven.private) == ("A result can have at most 10 players or teams.", True)
    await (await Panel(evening).open()).pick("preset", "plus_minus")
    teams = await report(evening, "Ana", "new Aa + new Bb + new Cc, new Dd + new Ee, new Ff")
    assert "1. **Aa** + **Bb** + **Cc**" in teams.text.replace("**1.**", "1.")
    twice = await report(evening, "Ana", "Ben + Cy, Ben")
    assert twice.text == "A player is named twice. Each player can appear only once in a result."
    drawn = await report(evening, "Ana", "Ben = Cy, Dee", draw="time")
    assert "draw: time ran out" in drawn.text
    unclear = await report(evening, "Ana", "Ben = Cy, Dee")
    assert unclear.private
