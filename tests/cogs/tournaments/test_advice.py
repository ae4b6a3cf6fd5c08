"""Extra time, the plan and its cut line, reasons of pairings, fixed tables and pairings by name, as people
use them."""

import pytest

from tests.cogs.tournaments.test_organize import Panel, with_players
from tests.cogs.tournaments.test_organize import panel as panel
from tests.cogs.tournaments.test_rounds import lines, state, tables, thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.messages import buttons, private_message_of, said, text

EIGHT = ("Gil", "Hal", "Ida", "Jo", "Kim", "Lee", "Max", "Ned")


async def ends(evening: Evening, *numbers: int) -> list[int]:
    """Return the ends of the round at tables, in their milliseconds."""
    clocks = [(await view(evening, 1, number)).clock.round for number in numbers]
    return [clock.ends for clock in clocks if clock is not None]


def in_thread(evening: Evening, table: int) -> list[str]:
    return [one for message in thread(evening, 1, table).history() for one in text(message).splitlines()]


# Extra time


async def test_one_table_is_given_time_and_reads_it_and_it_is_taken_back(panel: Panel) -> None:
    evening = panel.evening
    await with_players(panel, *EIGHT[:4])
    before = await ends(evening, 1, 2)
    told = await evening.types("Ana", "event time", minutes=7, table=2)
    await evening.passes(seconds=30)
    assert not told.private
    assert [now - was for now, was in zip(await ends(evening, 1, 2), before, strict=True)] == [0, 420_000]
    assert "Table 2: 7 more minutes." in in_thread(evening, 2)
    assert f"-# Given by {evening.people['Ana'].mention}." in in_thread(evening, 2)
    assert not any("more minutes" in one for one in in_thread(evening, 1))
    assert [one.endswith("+7 min") for one in lines(evening) if "Table" in one] == [False, True]
    await evening.types("Ana", "event time", do="take back")
    await evening.passes(seconds=30)
    assert await ends(evening, 1, 2) == before
    assert "~~Table 2: 7 more minutes.~~" in in_thread(evening, 2)
    assert not any("min" in one for one in lines(evening) if "Table" in one)
    assert (await evening.refused("Ana", "event time", do="take back")).key == "no_time_given"


async def test_all_tables_that_play_get_time_by_buttons(panel: Panel) -> None:
    evening = panel.evening
    first, _ = await with_players(panel, *EIGHT[:4])
    await types(evening, 1, 1, "win", who=first[0])
    await panel.open()
    before = await ends(evening, 1, 2)
    await panel.fill("More time…", minutes="5")
    assert "All tables: 5 more minutes." in panel.shown
    await evening.passes(seconds=30)
    assert [now - was for now, was in zip(await ends(evening, 1, 2), before, strict=True)] == [0, 300_000]
    assert "All tables: 5 more minutes." in in_thread(evening, 2)
    await panel.press("Enter results")
    await panel.pick(2)
    await panel.fill("More time…", minutes="2")
    await panel.press("Take back time")
    assert "Taken back: Table 2: 2 more minutes." in panel.shown
    await panel.press("Log")
    assert [one in panel.shown for one in ("All tables: 5 more minutes.", "Table 2: 2 more minutes.")] == [
        True
    ] * 2
    await evening.passes(seconds=30)
    assert [now - was for now, was in zip(await ends(evening, 1, 2), before, strict=True)] == [0, 300_000]


async def test_a_table_whose_time_was_up_plays_on(panel: Panel) -> None:
    """Duels have 50 minutes and then five turns; what is given begins when it is given."""
    evening = panel.evening
    await with_players(panel, *EIGHT[:4])
    await evening.passes(minutes=51)
    called = (await view(evening, 1, 1)).clock.round
    assert called is not None
    assert called.last is not None
    await evening.types("Ana", "event time", minutes=3, table=1)
    await evening.passes(seconds=30)
    clock = (await view(evening, 1, 1)).clock.round
    assert clock is not None
    assert clock.last is None
    assert (await view(evening, 1, 2)).clock.round is not None


@pytest.mark.own_bot
async def test_time_is_given_once_though_the_bot_restarts(panel: Panel) -> None:
    evening = panel.evening
    await with_players(panel, *EIGHT[:4])
    before = await ends(evening, 1, 2)
    await evening.types("Ana", "event time", minutes=7)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert [now - was for now, was in zip(await ends(evening, 1, 2), before, strict=True)] == [420_000] * 2
    assert in_thread(evening, 1).count("All tables: 7 more minutes.") == 1


async def test_only_judges_give_time_and_fix_tables(panel: Panel) -> None:
    evening = panel.evening
    await with_players(panel, *EIGHT[:4])
    for command, options in (("event time", {}), ("event fixed-table", {"who": "Gil", "table": 1})):
        assert (await evening.refused("Ben", command, **options)).key == "league_judges_only"


# Fixed tables


async def test_a_fixed_table_is_kept_through_rounds_new_pairings_moves_and_the_cut(panel: Panel) -> None:
    evening = panel.evening
    await panel.fill("Add players…", players="new: " + ", ".join(EIGHT))
    answer = await evening.types("Ana", "event fixed-table", who="Kim", table=3)
    assert answer.private
    assert "table 3" in answer.text

    async def is_kept(number: int = 3) -> bool:
        return "Kim" in (await tables(evening))[number - 1]

    await evening.types("Ana", "event round")
    assert await is_kept()
    for _ in range(2):
        await evening.types("Ana", "event pair")
        assert await is_kept()
    other = (await tables(evening))[0][0]
    opponent = next(one for one in (await tables(evening))[2] if one != "Kim")
    await evening.types("Ana", "event move", who="Kim", swap=other)
    assert await is_kept()
    assert opponent not in (await tables(evening))[2]
    for table, names in enumerate(await tables(evening), start=1):
        await evening.types("Ana", "event result", table=table, winner="Kim" if "Kim" in names else names[0])
    await evening.types("Ana", "event round")
    assert await is_kept()
    for table, names in enumerate(await tables(evening), start=1):
        await evening.types("Ana", "event result", table=table, winner="Kim" if "Kim" in names else names[0])
    await evening.types("Ana", "event cut", players=4)
    await evening.types("Ana", "event round")
    assert await is_kept(2), "the last of two tables, as there is no third one"


async def test_a_fixed_table_is_set_shown_and_removed_by_buttons(panel: Panel) -> None:
    evening = panel.evening
    await evening.presses("Ben", "Join", event(evening))
    await panel.fill("Add players…", players="new: " + ", ".join(EIGHT[:3]))
    await panel.open()
    await panel.choose("Ben")
    await panel.fill("Fixed table…", table="2")
    assert "Fixed table: 2" in panel.shown
    await panel.press("Back")
    await panel.press("Pair round 1")
    await panel.press("Log")
    assert "Ben always sits at table 2" in panel.shown
    await panel.press("Back")
    assert "Ben" in (await tables(evening))[1]
    mine = await evening.presses("Ben", "My table", event(evening))
    assert "You always sit at table 2." in mine.text
    await panel.choose("Ben")
    await panel.fill("Fixed table…", table="0")
    assert "Fixed table:" not in panel.shown
    assert "always" not in (await evening.presses("Ben", "My table", event(evening))).text


# Pairings by name


async def test_everyone_is_found_by_name_page_by_page(panel: Panel) -> None:
    """Thirty players: accents and capitals don't change the order, and a page has 25."""
    evening = panel.evening
    names = [f"{letter}a" for letter in "ÀbcÇdeéfghijklmnopqrstuvwxyZ"] + ["Zoe", "Øya"]
    await panel.fill("Add players…", players="new: " + ", ".join(names))
    await evening.types("Ana", "event round")
    shown = private_message_of(await evening.people["Ben"].click(event(evening), label="Pairings"))
    found = [one.removeprefix("**").split("** → ") for one in text(shown).splitlines() if "→" in one]
    assert len(found) == 25
    await evening.people["Ben"].click(shown, label="Next")
    shown_next = private_message_of(await evening.people["Ben"].click(shown, label="Previous"))
    assert [
        one.removeprefix("**").split("** → ") for one in text(shown_next).splitlines() if "→" in one
    ] == found
    seated = await tables(evening)
    for name, place in found:
        table, seat = next((n, there.index(name)) for n, there in enumerate(seated, 1) if name in there)
        assert place == f"table {table}, seat {seat + 1}"
    first = [name for name, _ in found]
    assert first[:4] == ["Àa", "ba", "ca", "Ça"]


async def test_pairings_are_shown_by_table_and_to_everyone(panel: Panel) -> None:
    evening = panel.evening
    await with_players(panel, *EIGHT[:5])
    shown = private_message_of(await evening.people["Ben"].click(event(evening), label="Pairings"))
    byes = {*EIGHT[:5]} - {name for table in await tables(evening) for name in table}
    assert f"**{byes.pop()}** → bye" in text(shown)
    by_table = await evening.people["Ben"].click(shown, label="By table")
    await evening.env.settle()
    assert said(by_table).text == "" or "Table 1:" in said(by_table).text
    posted = await evening.people["Ben"].click(shown, label="Show everyone")
    assert not said(posted).private
    newest = evening.channel.last_message
    assert newest is not None
    assert "Show everyone" not in buttons(newest)


# Reasons


async def test_my_table_says_why_in_a_line(panel: Panel) -> None:
    """Of five, Ben and another one win, and one has the bye: three points each, so one of the three is paired
    down, and the others have equal points."""
    evening = panel.evening
    await evening.presses("Ben", "Join", event(evening))
    await with_players(panel, *EIGHT[:5])
    mine = await evening.presses("Ben", "My table", event(evening))
    assert "chance decided" in mine.text
    assert mine.private
    for table, names in enumerate(await tables(evening), start=1):
        await evening.types("Ana", "event result", table=table, winner="Ben" if "Ben" in names else names[0])
    await evening.types("Ana", "event round")
    seated = await tables(evening)
    (_, other) = sorted(next(names for names in seated if "Ben" in names), key=lambda one: one != "Ben")
    mine = await evening.presses("Ben", "My table", event(evening))
    assert f"Points before this round: you 3, {other} " in mine.text
    other_points = mine.text.partition(f"{other} ")[2].partition(".")[0].split(" ")[-1]
    assert ("equally many points" in mine.text) is (other_points == "3")
    await evening.types(
        "Ana", "event move", who="Ben", swap=next(names for names in seated if "Ben" not in names)[0]
    )
    assert "by hand" in (await evening.presses("Ben", "My table", event(evening))).text


# The plan


async def test_the_judge_reads_what_is_usual_and_plans_it(panel: Panel) -> None:
    """Eight duels are three rounds without a cut (MTR, Appendix E); with a top four, six points are sure."""
    evening = panel.evening
    await panel.fill("Add players…", players="new: " + ", ".join(EIGHT))
    await panel.open()
    assert "Suggested for 8 players (MTR, Appendix E): 3 rounds, no top cut" in panel.shown
    await panel.fill("Plan…", rounds=["3"], cut=["4"])
    wanted = [
        "**Plan:** 3 rounds, then a top 4",
        "**Top 4 of 8 after round 3:** sure with 6 points (2 wins), not sure with 5 points (1 win, 2 draws)",
    ]
    for shown in (panel.shown.splitlines(), lines(evening)):
        assert [one for one in shown if one in wanted] == wanted
    assert "Suggested" not in panel.shown
    await panel.press("Pair round 1")
    assert wanted[1] in lines(evening), "a round that is played is as if it weren't paired"
    for table, names in enumerate(await tables(evening), start=1):
        await evening.types("Ana", "event result", table=table, winner=names[0])
    await panel.open()
    assert "6 points" in panel.shown
    await panel.fill("Plan…", rounds=["0"], cut=["0"])
    assert not any("Plan" in one or "Top 4" in one for one in lines(evening))


async def test_a_planned_last_round_is_paired_as_the_last(panel: Panel) -> None:
    evening = panel.evening
    await panel.fill("Add players…", players="new: " + ", ".join(EIGHT))
    await panel.open()
    await panel.fill("Plan…", rounds=["1"], cut=["2"])
    await panel.press("Pair round 1")
    now = await state(evening)
    _, entries = await evening.games.tournaments.history(now.tournament)
    assert [getattr(one.act, "last", None) for one in entries][-1] is True
    for table, names in enumerate(await tables(evening), start=1):
        await evening.types("Ana", "event result", table=table, winner=names[0])
    await panel.open()
    await panel.fill("Top cut…")
    assert len((await state(evening)).seeds) == 2, "the planned size is chosen"


async def test_an_event_is_created_with_a_plan(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", rounds=3, cut=7)
    assert "**Plan:** 3 rounds, then a top 7" in lines(evening)
    second = evening.server.create_text_channel("other")
    evening.channel = second
    assert (await evening.refused("Ana", "event create", name="Other", rounds=3, cut=5)).key == "cut_size"
    assert (await evening.refused("Ana", "event create", name="Other", cut=4)).key == "cut_without_rounds"
