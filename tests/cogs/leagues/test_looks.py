"""What there is to look at: pages with buttons, pictures, oneself, the ledger, suggestions, nearest names."""

import re

import pytest

from tests.support.evening import Evening
from tests.support.leagues import Panel, file_of, report, standings
from tests.support.messages import text
from tests.support.wording import gist


async def results(evening: Evening, *games: str, **options: object) -> None:
    """Results that count at once."""
    await (await Panel(evening).open()).pick("by", "nobody")
    for game in games:
        answer = await report(evening, "Ana", game, **options)
        assert not answer.private, answer.text


async def test_every_look(evening: Evening) -> None:
    await results(evening, "Ben (Tymna / Kraum), Cy (Najeela), Dee", "Cy, Ben, Dee", seats="Cy, Ben, Dee")
    duel = await evening.types("Ben", "league head-to-head", who="Cy")
    assert duel.text.splitlines()[:3] == [
        "### Friday: **Ben** vs. **Cy**",
        "2 games against each other",
        "Wins: **Ben** 1, **Cy** 1, neither 0",
    ]
    games = await evening.types("Ben", "league games", who="Dee")
    assert "1. Ben · 2. Cy · 3. Dee" in games.text
    commanders = await evening.types("Ben", "league commanders")
    # One win of one: Wilson's interval of 1/1 at 95% is from 1 / (1 + 1.96²) = 20.7% to 100%.
    assert (
        "**Kraum / Tymna** 1–0–0, 100.0% win rate (95% confidence: 20.7% to 100.0%) · 1 player"
        in commanders.text
    )
    seats = await evening.types("Ben", "league seats")
    assert "Seat 1: 1–1–0, 50.0% win rate" in seats.text
    records = await evening.types("Ben", "league records")
    assert "**Longest winning streak**: 1 win, Ben (result 1)" in records.text
    assert "**Biggest game**: 3 players (result 1)" in records.text
    player = await evening.types("Ben", "league player")
    assert "1–1–0" in player.text
    assert "1 loss in a row" in player.text
    assert re.findall(r"Seat \d", player.text) == ["Seat 2"]  # the only one that Ben has had
    reckoned = re.search(r"rating (\d+) = 1000 \+ 25 × \(mu ([\d.]+) − 3 × sigma ([\d.]+)\)", player.text)
    assert reckoned is not None
    shown, mu, sigma = map(float, reckoned.groups())
    assert shown == round(1000 + 25 * (mu - 3 * sigma))
    stats = await evening.types("Ben", "stats")
    assert stats.private
    assert "### Friday: Ben" in stats.text
    assert (
        "You haven't played in any of this server's leagues yet."
        in (await evening.types("Eve", "stats")).text
    )
    audit = await evening.types("Eve", "league audit", result=1)
    assert "result 1 reported: 1. Ben · 2. Cy · 3. Dee" in audit.text
    show = await evening.types("Eve", "league result show", result=2)
    assert "**1.** **Cy**\n**2.** **Ben**\n**3.** **Dee**" in show.text


async def test_by_rating_who_has_played_too_few_has_no_place(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("ratings", provisional="2")
    await results(evening, "Cy, Ben", "Cy, Dee", "Ben, Cy", "Eve, Dee")
    rated = await evening.types("Fay", "league standings", by="rating")
    assert rated.text.startswith("### Friday: ratings\n")
    rows = [line for line in rated.text.splitlines() if line.startswith(("**", "–"))]
    # Cy has won two of three, Ben one of two, Dee none of two; Eve has played once.
    assert [row.partition(" rating ")[0] for row in rows] == [
        "**1.** **Cy**",
        "**2.** **Ben**",
        "**3.** **Dee**",
        "– **Eve**",
    ]
    assert rows[0].endswith(" · 3 games")
    assert rows[3].endswith(" (provisional) · 1 game")


@pytest.mark.own_bot
async def test_pages_turn_and_can_be_shown_to_everyone(evening: Evening) -> None:
    everybody = ", ".join(f"Guest {letter}{letter}{letter}" for letter in "abcdefgh")
    others = ", ".join(f"Other {letter}{letter}{letter}" for letter in "stuvwxyz")
    await results(
        evening, f"new {everybody.replace(', ', ', new ')}", f"new {others.replace(', ', ', new ')}"
    )
    shown = await evening.people["Fay"].slash(evening.channel, "league standings")
    page = shown.response
    assert page is not None
    assert "-# Page 1 of 2" in text(page)
    await evening.restart()
    await evening.people["Fay"].click(page, label="Next")
    await evening.people["Fay"].click(page, label="Show everyone")
    assert "-# Page 2 of 2" in evening.chat()[-1]


async def test_a_picture_has_a_description(evening: Evening) -> None:
    await results(evening, "Ben, Cy", "Ben, Cy")
    shown = await evening.people["Fay"].slash(evening.channel, "league chart", kind="points")
    _, description = await file_of(shown)
    # Weeks: 5 points a win, two wins in the first week.
    assert description == (
        "Friday: points by week. Ben: from 10 to 10, high 10, low 10. Cy: from 0 to 0, high 0, low 0."
    )
    empty = await evening.refused("Fay", "league chart", kind="rating", who="Eve")
    assert (empty.key, gist(empty)) == ("no_league_player", ["Eve"])


async def test_a_picture_of_ratings_ends_at_those_of_the_standings(evening: Evening) -> None:
    """Ratings go on from season to season, so what was played before this one counts for them."""
    await results(evening, "Ben, Cy", "Ben, Cy", when="5h")
    await evening.types("Ana", "league season open", name="Autumn", starts="4h")
    await results(evening, "Cy, Ben", when="3h")
    shown = await evening.people["Fay"].slash(evening.channel, "league chart", kind="rating")
    png, description = await file_of(shown)
    assert png.startswith(b"\x89PNG")
    for row in await standings(evening):
        name, rating = row.split("**")[3], row.rpartition("rating ")[2].split()[0]
        assert f"{name}: from {rating} to {rating}," in description
    shown = await evening.people["Fay"].slash(evening.channel, "league chart", kind="rating", season=0)
    _, description = await file_of(shown)
    for row in await standings(evening):
        name, rating = row.split("**")[3], row.rpartition("rating ")[2].split()[0]
        assert re.search(rf"{name}: from (?!{rating})\d+ to {rating},", description)
    none = await evening.types("Fay", "league chart", kind="points", season=7)
    assert none.text == "That season doesn't exist. Choose one from the list."


async def test_a_picture_has_the_standings_in_columns(evening: Evening) -> None:
    """5 points a win. Ben's opponents have won none of theirs: 20%; Cy's opponent has won all."""
    await results(evening, "Ben, Cy", "Ben, Cy")
    shown = await evening.people["Fay"].slash(evening.channel, "league chart", kind="standings")
    png, description = await file_of(shown)
    assert png.startswith(b"\x89PNG")
    heading, _, rows = description.partition(". ")
    assert heading == "Friday: standings"
    ben, cy = rows.removesuffix(".").split("; ")
    assert ben.startswith(
        " 1., Player Ben, Points 10, W–L–D 2–0–0, opponents' match-win rate 20.0%, wins 2, rating 1"
    )
    assert cy.startswith(
        " 2., Player Cy, Points 0, W–L–D 0–2–0, opponents' match-win rate 100.0%, wins 0, rating "
    )
    await evening.types("Ana", "league season open", name="Autumn", starts="2020-01-01")
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    shown = await evening.people["Fay"].slash(evening.channel, "league chart", kind="standings")
    _, closed = await file_of(shown)
    assert "Player Ben, Points 10, W–L–D 2–0–0, opponents' match-win rate 20.0%, wins 2; " in closed


async def test_unknown_names_are_answered_with_the_nearest(evening: Evening) -> None:
    await results(evening, "Ben, Grandma")
    refused = await evening.refused("Eve", "league standings", league="Fridya")
    assert refused.startswith("There's no league called “Fridya” here. ")
    assert refused.endswith(" Friday?")
    refused = await evening.refused("Eve", "league player", who="Granma")
    assert refused.startswith("No one in Friday is called “Granma”. ")
    assert gist(refused) == ["Grandma"]
    wrong = await evening.types("Ana", "league report", players="Ben, Granma")
    assert (evening.refusal(), gist(wrong.text)) == ("unknown_person", ["Grandma", "Ben"])
    assert not (await report(evening, "Ana", "Ben, new Granma")).private
    assert (await evening.refused("Eve", "league player")).startswith("You haven't played in Friday yet.")
    assert await evening.suggestions("Eve", "league player", "who", "gran") == ["Grandma", "Granma"]
    assert await evening.suggestions("Eve", "league claim", "guest", "ben") == []
    assert await evening.suggestions("Eve", "league standings", "league", "fri") == ["Friday"]
    found = await evening.suggestions("Eve", "league audit", "result", "grandma")
    assert found == ["1: Ben beat Grandma"]
