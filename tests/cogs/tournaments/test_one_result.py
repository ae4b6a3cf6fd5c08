"""Evenings at random: whatever players and judges do, an event and its league have the same points."""

import random
from collections import Counter

import pytest

from rules.leagues.result import Ending, ResultNumber
from rules.leagues.review import ResultRecord
from rules.pairings.pairings import Participant
from rules.tournaments.standings import standings
from rules.tournaments.state import SignUpStage
from tests.cogs.tournaments.test_organize import Panel
from tests.cogs.tournaments.test_rounds import state, tables, types
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create

POINTS = {Ending.WON: 5, Ending.DREW: 1, Ending.LOST: 0}
STEPS = 25


async def records(evening: Evening) -> list[ResultRecord]:
    """Return all results of the league."""
    league = await evening.league()
    numbers = range(1, (await evening.games.leagues.state(league)).results + 1)
    return [await evening.games.leagues.results.record(league, ResultNumber(number)) for number in numbers]


async def of_league(evening: Evening) -> Counter[str | None]:
    """Return everyone's points by the league's results."""
    league, points = await evening.games.leagues.state(await evening.league()), Counter[str | None]()
    for record in await records(evening):
        for side in record.result.entrants if record.counts else ():
            for line in side.lines:
                points[league.players[league.resolved(line.player)].name] += POINTS[side.ending]
    return +points


async def of_event(evening: Evening) -> Counter[str | None]:
    """Return everyone's points by the event's standings."""
    now = await state(evening)
    return +Counter({now.players[Participant(row.player)].name: int(row.points) for row in standings(now)})


async def organizes(evening: Evening, *labels: str) -> None:
    panel = await Panel(evening).open()
    for label in labels:
        await panel.press(label)


async def pairs(evening: Evening) -> None:
    """Let the first seats win all tables that are still played, and pair the next round."""
    rounds = (await state(evening)).rounds
    for table in rounds[-1].unfinished if rounds else ():
        names = (await tables(evening))[table - 1]
        await evening.types("Ana", "event result", table=table, winner=names[0])
    await begin_round(evening)


async def in_league(evening: Evening, chance: random.Random, what: str) -> None:
    """Let a judge of the league edit, void or restore a result of a table that the event still has."""
    played = set[int]()
    for number in range(1, len((await state(evening)).rounds) + 1):
        known = await evening.games.tournaments.queries.tables(await evening.tournament(), number)
        played |= {one.game for one in known.values()}
    there = [one for one in await records(evening) if one.result.game in played]
    if not there:
        return
    one = chance.choice(there)
    if what == "edit":
        places = [f"#{player}" for player in one.result.players]
        chance.shuffle(places)
        changes = {"players": ", ".join(places)}
    else:
        changes = {}
    await evening.types("Ana", f"league result {what}", result=one.number, reason="checked", **changes)


async def corrects(evening: Evening, chance: random.Random, round: int) -> None:
    """Let a judge correct a table of an earlier round."""
    there = await tables(evening, round)
    table = chance.randint(1, len(there))
    winner = chance.choice(there[table - 1])
    shown = await evening.people["Ana"].slash(
        evening.channel, "event result", table=table, winner=winner, round=round
    )
    await evening.people["Ana"].click(shown.response or shown.followups[-1], label="Correct result")


async def does(evening: Evening, chance: random.Random) -> str:
    """Do something, and return what."""
    round = len((await state(evening)).rounds)
    usual = ("win", "win", "result", "result", "draw", "double loss", "undo", "edit", "void", "restore")
    act = chance.choice((*usual, "pair", "no-show", "back", "correct", "reopen"))
    if not round or act == "pair":
        await pairs(evening)
        return "pair"
    there = await tables(evening)
    table = chance.randint(1, len(there))
    one = chance.choice(there[table - 1])
    match act:
        case "win":
            await types(evening, round, table, "win", who=one)
        case "undo":
            await types(evening, round, table, "undo")
        case "result":
            await evening.types("Ana", "event result", table=table, winner=one)
        case "draw" | "double loss":
            await evening.types("Ana", "event result", table=table, outcome=act)
        case "no-show":
            await evening.types("Ana", "event no-show", who=one)
        case "correct":
            if round > 1:
                await corrects(evening, chance, chance.randint(1, round - 1))
        case "back":
            await organizes(evening, "Take back the round…", "Take back the round")
        case "reopen":
            await organizes(evening, "Close…", "Close event")
            await types(evening, round, table, "win", who=one)
            await organizes(evening, "Reopen event")
        case _:
            await in_league(evening, chance, act)
    return f"{act} at table {table}"


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(one, marks=pytest.mark.full) for one in range(3, 40))]
)
async def test_an_event_and_its_league_have_the_same_points(evening: Evening, seed: int) -> None:
    """Pods of nine, one of whom has a bye; the league's results count at once, or wait for the others."""
    chance = random.Random(seed)
    await create(evening, "Pods", by=chance.choice(["nobody", "all"]))
    await evening.types("Ana", "event create", name="Friday", odd="byes")
    people = ", ".join(evening.people[name].mention for name in ("Ben", "Cy", "Dee", "Eve"))
    await evening.types("Ana", "event add", players=f"{people}, new: Gil, Hal, Ida, Jo, Kim")
    done = list[str]()
    for _ in range(STEPS):
        if len((await state(evening)).at(SignUpStage.IN)) < 4:
            break
        done.append(await does(evening, chance))
        await evening.passes(seconds=40)
        evening.refusal()
        assert await of_event(evening) == await of_league(evening), done
