"""Games at a league's table: results recorded automatically, withdrawn by undo and restored by redo."""

from rules.leagues.result import LeagueId, ResultNumber
from rules.leagues.review import ResultState
from tests.support.evening import Evening
from tests.support.leagues import Panel, create, message, points, standings
from tests.support.messages import text
from tests.support.tables import deal, deal_teams
from tests.support.wording import counts


async def test_a_game_that_ends_counts_and_undo_takes_it_back(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy")
    ended = await evening.types("Cy", "concede")
    assert "-# Counts in Friday as result 1." in ended.text.splitlines()
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    undone = await evening.types("Cy", "undo")
    assert "-# Friday: result 1 is withdrawn." in undone.text.splitlines()
    assert await points(evening) == []
    again = await evening.types("Cy", "redo")
    assert "-# Counts in Friday as result 1." in again.text.splitlines()
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    await evening.types("Cy", "undo")
    other = await evening.types("Ben", "concede")
    assert "-# Counts in Friday as result 2." in other.text.splitlines()
    assert await points(evening) == ["**1.** **Cy** 5", "**2.** **Ben** 0"]


async def test_a_league_may_have_tables_confirmed_and_a_channel_may_feed_two(evening: Evening) -> None:
    await create(evening, "Monday", preset="plus_minus")
    panel = await Panel(evening).open("monday")
    await panel.fill("confirmation", tables=["yes"])
    await deal(evening, names="Ben, Cy")
    ended = await evening.types("Cy", "concede")
    assert counts(ended.text, "Friday", 1)
    assert "-# Monday: result 1 is awaiting confirmation." in ended.text.splitlines()
    asked = message(evening, 1, "Monday")
    who = f"{evening.people['Ben'].mention} and {evening.people['Cy'].mention}"
    assert f"Awaiting confirmation from {who}." in text(asked)
    await evening.types("Cy", "undo")
    assert "**Withdrawn**" in text(message(evening, 1, "Monday"))
    assert (
        await evening.games.leagues.results.record(LeagueId(await evening.league() + 1), ResultNumber(1))
    ).state is ResultState.WITHDRAWN


async def test_games_of_a_table_make_a_match(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "swiss")  # best of three, 3 points a win
    told: list[str] = []
    for loser in ("Cy", "Ben", "Cy"):
        await deal(evening, "two_player", names="Ben, Cy")
        ended = await evening.types(loser, "concede")
        told += [line for line in ended.text.splitlines() if "Friday" in line]
    assert told == [
        "-# Friday: result 1. The match stands at 1–0.",
        "-# Friday: result 2. The match stands at 1–1.",
        "-# Counts in Friday as result 3.",
    ]
    shown = (await evening.types("Fay", "league result show", result=2)).text
    assert " · one game of a match\n**Confirmed.**\n-# Points: Ben 3 · Cy 0\n" in shown
    await evening.types("Ana", "league result void", result=3, reason="twice")
    shown = (await evening.types("Fay", "league result show", result=2)).text
    assert ("**Confirmed.**\n-# The match stands at 1–1.\n") in shown
    assert "No finished matches yet." in (await evening.types("Fay", "league standings")).text
    await evening.types("Ana", "league result restore", result=3, reason="once")
    rows = [line.split(" · ")[:2] for line in await standings(evening)]
    assert rows == [["**1.** **Ben** 3 points", "1–0–0"], ["**2.** **Cy** 0 points", "0–1–0"]]


async def test_a_guest_and_teams_at_a_table(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "plus_minus")
    await deal_teams(evening, "two_headed_giant", {"Red": "Ben, Zoe", "Blue": "Cy, Dee"})
    await evening.types("Cy", "concede")
    assert await points(evening) == [
        "**1.** **Ben** 3",
        "**1.** **Zoe** 3",
        "**3.** **Cy** −1",
        "**3.** **Dee** −1",
    ]


async def test_a_draw_when_the_rounds_time_is_up_is_one_for_time(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.fill("draws", time="2", agreed="1")
    for minutes, drawn in ((9, "by agreement"), (11, "time ran out")):
        await deal(evening, names="Ben, Cy")
        await evening.types("Ben", "clock round", minutes=10)
        await evening.passes(minutes=minutes)
        await evening.types("Cy", "draw", reason="agreement")
        await evening.types("Ben", "draw", reason="agreement")
        games = await evening.types("Fay", "league games")
        assert f"draw between Ben and Cy ({drawn})" in games.text
    assert await points(evening) == ["**1.** **Ben** 3", "**1.** **Cy** 3"]


async def test_a_result_tells_what_the_table_has_seen(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy, Dee")
    await evening.passes(minutes=12)
    await evening.types("Ben", "turn next")
    await evening.types("Dee", "damage", amount=43, who="Dee", **{"from": "Ben"})
    await evening.passes(minutes=61)
    await evening.types("Cy", "concede")
    await evening.types("Ana", "league result edit", result=1, reason="seen", note="a long one")
    shown = await evening.types("Fay", "league result show", result=1)
    assert shown.private
    lines = shown.text.splitlines()
    assert lines[1:4] == ["**1.** **Ben**", "**2.** **Cy**", "**3.** **Dee**"]
    assert lines[5] == "-# a long one"
    assert lines.pop(8).startswith("-# Ratings: Ben 1")
    assert lines[6:11] == [
        "**Confirmed.**",
        "-# Points: Ben 5 · Cy 0 · Dee 0",
        "-# First turn: **Ben** · 2 turns · 1 h 13 min",
        "-# **Dee** is out · −3 life · by Ben · Turn 2",
        "-# **Cy** is out · conceded · Turn 2",
    ]
    assert "edited: 1. Ben · 2. Cy · 3. Dee · <t:" in lines[11]
    assert lines[11].endswith(" – seen")
    assert "recorded from a game: 1. Ben · 2. Cy · 3. Dee" in lines[12]


async def test_who_counts_down_their_own_life_has_not_put_themselves_out(evening: Evening) -> None:
    """By place 4, 3, 2, 1; a payment with the last life is putting oneself out: −1."""
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening, names="Ben, Cy, Dee, Eve")
    for _ in range(8):
        await evening.presses("Dee", "−5")
    await evening.types("Eve", "counter add", kind="poison", amount=10)
    await evening.types("Cy", "life pay", amount=40)
    assert await points(evening) == [
        "**1.** **Ben** 4",
        "**2.** **Cy** 2",
        "**3.** **Eve** 2",
        "**4.** **Dee** 1",
    ]
    shown = await evening.types("Fay", "league result show", result=1)
    assert "-# **Dee** is out · 0 life · Turn 1" in shown.text.splitlines()
    assert "-# **Eve** is out · poison · Turn 1" in shown.text.splitlines()
    assert "-# **Cy** is out · 0 life · by Cy · Turn 1" in shown.text.splitlines()


async def test_a_draw_that_is_played_again_says_that_it_does_not_count(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("draws", agreed="replay")
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "draw", reason="agreement")
    ended = await evening.types("Ben", "draw", reason="agreement")
    anew = "-# Friday: result 1 is a draw that will be replayed, so it doesn't count."
    assert anew in ended.text.splitlines()
    assert await points(evening) == []
    shown = await evening.types("Fay", "league result show", result=1)
    assert "**Doesn't count**: this draw will be replayed." in shown.text.splitlines()
    await deal(evening, names="Ben, Cy")
    ended = await evening.types("Cy", "concede")
    assert "-# Counts in Friday as result 2." in ended.text.splitlines()


async def test_mulligans_are_counted_beside_seats(evening: Evening) -> None:
    """Ben takes two and wins, then keeps and loses; Cy keeps, then takes one and wins. The third game has
    no records: 3 mulligans in 4 hands."""
    for takes, loser in ((("Ben", "Ben"), "Cy"), (("Cy",), "Ben"), ((), "Ben")):
        await deal(evening, names="Ben, Cy")
        for who in takes:
            await evening.types(who, "mulligan take")
        await evening.types(loser, "concede")
    seats = (await evening.types("Fay", "league seats")).text
    assert "**Mulligans**: 0.75 per game on average" in seats
    assert "0 mulligans: 0–2–0, 0.0% win rate" in seats
    assert "1 mulligan: 1–0–0" in seats
    assert "2 mulligans: 1–0–0" in seats
    own = (await evening.types("Ben", "league player")).text
    assert "**Mulligans**: 1.00 per game on average" in own
    shown = (await evening.types("Fay", "league result show", result=1)).text.splitlines()
    assert "-# **Ben**: 2 mulligans" in shown
    assert not [line for line in shown if line.startswith("-# **Cy**:")], "no news"
