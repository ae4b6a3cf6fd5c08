"""What leagues do automatically: messages after a crash, hints for judges; who may do what."""

from datetime import UTC, datetime

import pytest

from cogs.leagues.updates.places import DISPUTE, FLAG
from rules.leagues.result import Ending, Entrant, PlayerNumber, PlayerResult, Result
from rules.leagues.result import ResultNumber as R
from rules.leagues.review import ResultState
from rules.leagues.state import Person
from storage.games.games import Request
from storage.leagues.results import ReportedResult
from tests.support.evening import Evening
from tests.support.leagues import Panel, create, disputes, message, nonces, report, saying, standings
from tests.support.messages import text


def told(evening: Evening) -> ReportedResult:
    """Ben won against Cy an hour before the evening."""
    people = [Person(name, evening.people[name].id) for name in ("Ben", "Cy")]
    played = int(evening.now().timestamp()) - 3600

    def make(numbers: tuple[PlayerNumber, ...]) -> Result:
        ben, cy = (PlayerResult(player=number) for number in numbers)
        return Result(
            played=played,
            entrants=(
                Entrant(lines=(ben,), place=1, ending=Ending.WON),
                Entrant(lines=(cy,), place=2, ending=Ending.LOST),
            ),
        )

    return ReportedResult(people, make)


@pytest.mark.own_bot
async def test_a_message_that_a_crash_kept_from_being_sent_is_sent_at_the_start(evening: Evening) -> None:
    leagues = evening.games.leagues
    await evening.bot.close()  # as after a kill: the result is there, and no one has been told
    await leagues.results.report(
        await evening.league(), Request(evening.people["Ben"].id, "Ben", 77), told(evening)
    )
    await leagues.results.dispute(
        await evening.league(), Request(evening.people["Cy"].id, "Cy", 78), R(1), "no"
    )
    await leagues.results.report(
        await evening.league(), Request(evening.people["Ben"].id, "Ben", 79), told(evening)
    )
    await evening.restart(settled=True)
    assert evening.people["Cy"].mention in text(message(evening, 2))
    (thread,) = evening.channel.threads
    assert any("> Cy: no" in text(one) for one in thread.history())


@pytest.mark.own_bot
async def test_a_message_that_was_sent_but_not_noted_is_found(evening: Evening) -> None:
    judges = evening.server.create_text_channel("judges")
    panel = await Panel(evening).open()
    await panel.fill("confirmation", meetings="1 in 24")
    await panel.pick("judges", judges)
    for number in (1, 2):
        await report(evening, "Ben", "Ben, Cy")
        await disputes(evening, "Cy", number, "no")
    await evening.bot.close()
    for kind in (DISPUTE, FLAG):
        await evening.games.leagues.show(
            await evening.league(), kind, 1, None
        )  # as if killed before it was noted
    await evening.restart(settled=True)
    for part in ("> Cy: no", "suspiciously frequent matchups"):
        first, second = nonces(evening, part)
        assert first != second, part
    assert await evening.games.leagues.queries.message(await evening.league(), FLAG, 1) is not None


async def test_what_waits_in_a_league_that_comes_from_elsewhere_can_be_confirmed(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    data = await evening.games.leagues.exchange.export(await evening.league())
    await evening.types("Ana", "league import", file=("league.json", data), name="Copy")
    await evening.presses("Cy", "Confirm", message(evening, 1, "Copy"))
    assert "**Confirmed.**\n-# Points: " in text(message(evening, 1, "Copy"))
    assert (
        await evening.games.leagues.results.record(await evening.league(), R(1))
    ).state is ResultState.PENDING


async def test_a_report_that_is_delivered_twice_is_one(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await evening.delivered_again()
    assert (await evening.games.leagues.state(await evening.league())).results == 1


async def test_two_who_meet_too_often_are_shown_to_judges(evening: Evening) -> None:
    panel = await Panel(evening).open()
    judges = evening.server.create_text_channel("judges")
    await panel.fill("confirmation", meetings="3 in 24")
    await panel.pick("by", "nobody")
    await panel.pick("judges", judges)
    for when in ("50h", "5h", "4h"):
        await report(evening, "Ben", "Ben, Cy", when=when)
    assert judges.history() == []
    await report(evening, "Ben", "Ben, Cy", when="3h")
    (hint,) = judges.history()
    line = "**Ben** and **Cy** faced each other 3 times within 24 hours: results 2, 3, 4."
    assert text(hint) == f"### Friday: suspiciously frequent matchups\n{line}"
    shown = await evening.types("Ana", "league audit", suspicious=True)
    assert line in shown.text.splitlines()
    assert (await evening.refused("Ben", "league audit", suspicious=True)).startswith("Only moderators")


async def test_most_of_the_others_are_enough_where_the_league_says_so(evening: Evening) -> None:
    await create(evening, "Most", by="majority")
    await report(evening, "Ben", "Ben, Cy, Dee, Eve", league="Most")
    asked = message(evening, 1, "Most")
    await evening.presses("Cy", "Confirm", asked)
    assert "a majority" in text(message(evening, 1, "Most"))
    await evening.presses("Dee", "Confirm", asked)
    assert "**Confirmed.**\n-# Points: " in text(message(evening, 1, "Most"))


async def test_who_may_report_and_edit(evening: Evening) -> None:
    outside = await report(evening, "Fay", "Ben, Cy")
    assert outside.text == "You can only report games you played in. Judges can report others."
    await report(evening, "Ben", "Ben, Cy")
    ben, cy = evening.people["Ben"].mention, evening.people["Cy"].mention
    swapped = {"result": 1, "reason": "slip", "players": f"{cy}, {ben}"}
    refused = await evening.types("Cy", "league result edit", **swapped)
    assert refused.text == (
        "Only judges can edit this result. Until it's confirmed, the player who reported it can too."
    )
    await evening.types("Ben", "league result edit", **swapped)
    assert "**1.** **Cy**\n**2.** **Ben**" in text(message(evening, 1))
    await evening.types("Cy", "league result confirm", result=1)
    assert (
        await evening.games.leagues.results.record(await evening.league(), R(1))
    ).state is ResultState.CONFIRMED


async def test_a_report_by_mistake_is_taken_back_by_who_made_it_until_it_counts(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Ben", "Ben, Cy")
    others = await evening.refused("Cy", "league result void", result=2, reason="twice")
    assert others == (
        "Only judges can edit this result. Until it's confirmed, the player who reported it can too."
    )
    await evening.types("Ben", "league result void", result=2, reason="twice")
    assert "**Void**" in text(message(evening, 2))
    await evening.presses("Cy", "Confirm", message(evening, 1))
    assert await evening.refused("Ben", "league result void", result=1, reason="no") == others


async def test_no_one_gives_themselves_a_bye(evening: Evening) -> None:
    judges = (
        "A single player means a bye, and only judges can report byes. Separate several players with "
        "commas: Ana, Ben."
    )
    assert (await report(evening, "Ben", "Ben")).text == judges
    await report(evening, "Ben", "Ben, Cy")
    alone = evening.people["Ben"].mention
    edited = await evening.types("Ben", "league result edit", result=1, reason="he left", players=alone)
    assert (edited.text, edited.private) == (judges, True)
    entered = await report(evening, "Ana", "Ben")
    assert "**Confirmed.**" in entered.text
    # A bye is 5 points here and no match won.
    assert [line.partition(" · opp")[0] for line in await standings(evening)] == [
        "**1.** **Ben** 5 points · 0–0–0 + 1 bye"
    ]
    await create(evening, "Trusting", by="nobody")
    trusted = await report(evening, "Ben", "Ben", league="Trusting")
    assert "**Confirmed.**" in trusted.text


async def test_matches_draws_teams_times_and_what_else_is_typed(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "swiss")
    match = await report(evening, "Ben", "Ben, Cy", games="2-1", when="2025-12-24 18:30")
    assert "games 2–1" in match.text
    record = await evening.games.leagues.results.record(await evening.league(), R(1))
    assert record.result.played == int(datetime(2025, 12, 24, 18, 30, tzinfo=UTC).timestamp())
    three = await report(evening, "Ben", "Ben, Cy, Dee")
    assert three.text == (
        "Friday doesn't count games like this. `/league rules` shows which games and formats count."
    )
    await (await Panel(evening).open()).pick("preset", "shared_draws")
    teams = await report(evening, "Ben", "Ben + Cy, Dee + new Zoe")
    assert "**1.** **Ben** + **Cy**\n**2.** **Dee** + **Zoe**" in teams.text
    draw = await report(evening, "Ben", "Ben, Cy, Dee", draw="simultaneous")
    assert "**1.** **Ben**\n**1.** **Cy**\n**1.** **Dee**" in draw.text
    assert "draw: all remaining players lost at once" in draw.text
    for options, said in (
        ({"when": "soon"}, "“soon” isn't a valid time."),
        ({"when": "2030-01-01"}, "That time isn't possible. Results go from 1993 to tomorrow."),
        ({"games": "2"}, "“2” isn't a valid score."),
        ({"games": "2-1"}, "This league counts every game separately. Leave out `games:`"),
        ({"awards": "Ben: best hat"}, "This league has no achievements."),
        ({"seats": "Ben, Fay"}, "No player in this result is called “Fay”."),
    ):
        refused = await report(evening, "Ben", "Ben, Cy", **options)
        assert refused.private
        assert refused.text.startswith(said)
    assert saying(evening, "all remaining players lost at once").id == message(evening, 3).id
