"""A process to kill: a league in which everything happens as fast as it can, and every answer is printed.

Its time runs faster than ours, so that deadlines are due all the while.
"""

import asyncio
import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from rules.leagues.acts.results import Verdict
from rules.leagues.league import Confirmation, League
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber
from rules.leagues.review import ResultState
from rules.leagues.state import Person
from rules.refusal import Refusal
from storage.games.games import Games, Location, Request
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from storage.leagues.unit_of_work import CommittedActs
from storage.scheduler import Deadline, DeadlineKind, Scheduler
from tests.crash.killing import taken_over
from tests.crash.streamer import fresh
from tests.storage.leagues.people import won
from tests.storage.table import GATHER, START, choose, end

CHANNEL, GUILD, LEAGUE = 100, 1, LeagueId(1)
PEOPLE = [Person(name, 101 + n) for n, name in enumerate(("Ana", "Ben", "Cy", "Dee"))]
GUEST, CLAIMANT = Person("Zoe"), Person("Yan", 200)
"""A guest, and who claims her and never plays."""
BESIDE = ("import", "restore", "claim", "release")
FILE = 3
"""Results in a file."""
RULES = League(name="Everything", confirmation=Confirmation(hours=1))
HASTE = 20_000
"""How much faster time runs: an hour takes a fifth of a second."""


def hasty_clock(beginning: float) -> Callable[[], datetime]:
    """Return a clock that has run fast since a moment of ours."""
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return lambda: noon + timedelta(seconds=(time.time() - beginning) * HASTE)


def settling(games: Games, clock: Callable[[], datetime]) -> Scheduler:
    """Return what lets silence settle results as soon as they are due, from now on."""

    async def settle(deadline: Deadline) -> None:
        await games.leagues.results.settle(deadline)

    deadlines = Scheduler(games.database, clock, gap=0)
    deadlines.start({DeadlineKind.CONFIRMATION: settle})
    return deadlines


def by(chance: random.Random) -> tuple[Person, Request]:
    person = chance.choice(PEOPLE)
    return person, Request(user=person.user or 0, name=person.name, interaction=fresh().interaction)


async def disturb(games: Games, clock: Callable[[], datetime]) -> None:
    leagues, chance = games.leagues, random.Random()
    while True:
        try:
            answer(await ask(leagues, chance, int(clock().timestamp())))
        except Refusal:  # nothing pending, nothing disputed, a season open or none
            await asyncio.sleep(0)


async def ask(leagues: Leagues, chance: random.Random, now: int) -> CommittedActs:
    kind = chance.choices(
        ("report", "confirm", "dispute", "rule", "void", "edit", "open", "close", *BESIDE),
        weights=(6, 6, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1),
    )[0]
    person, request = by(chance)
    others = chance.sample([one for one in PEOPLE if one != person], 2)
    told = won(person, *others, played=now - 1)
    if kind == "report":
        return await leagues.results.report(LEAGUE, request, told)
    if kind in BESIDE:
        return await beside(leagues, kind, chance, request, now)
    if kind == "open":
        return await leagues.seasons.open(LEAGUE, request, "Season")
    if kind == "close":
        return await leagues.seasons.close(LEAGUE, request)
    state = ResultState.DISPUTED if kind == "rule" else ResultState.PENDING
    found = await leagues.results.newest(LEAGUE, ResultFilter(states=[state]), limit=5)
    if not found:
        raise Refusal("no_result", number=0)
    number = chance.choice(found).number
    match kind:
        case "confirm":
            return await leagues.results.confirm(LEAGUE, request, number)
        case "dispute":
            return await leagues.results.dispute(LEAGUE, request, number, "no")
        case "rule":
            verdict = chance.choice(tuple(Verdict))
            instead = told if verdict is Verdict.REPLACE else None
            return await leagues.results.rule(LEAGUE, request, number, verdict, "yes", instead)
        case "void":
            return await leagues.results.void(LEAGUE, request, number, "never")
        case _:
            return await leagues.results.edit(LEAGUE, request, number, told, "a slip", judge=True)


async def beside(
    leagues: Leagues, kind: str, chance: random.Random, request: Request, now: int
) -> CommittedActs:
    """Return what else judges do: bring in a guest's games, let results count again, say who the guest
    was."""
    match kind:
        case "import":
            told = [won(GUEST, chance.choice(PEOPLE), played=now - 1) for _ in range(FILE)]
            return await leagues.results.bring_in(LEAGUE, request, told)
        case "restore":
            found = await leagues.results.newest(LEAGUE, ResultFilter(states=[ResultState.VOID]), limit=5)
            number = chance.choice(found).number if found else 0
            return await leagues.results.restore(LEAGUE, request, ResultNumber(number), "after all")
        case _:
            guest = (await leagues.state(LEAGUE)).players.find(GUEST) or 0
            if kind == "claim":
                return await leagues.players.claim(LEAGUE, request, PlayerNumber(guest), CLAIMANT)
            return await leagues.players.release(LEAGUE, request, PlayerNumber(guest))


async def play(games: Games) -> None:
    """Games at the league's table end, and are not over after all, and end again."""
    place = Location(CHANNEL, GUILD)
    while True:
        try:
            await games.open(place, fresh(), GATHER)
            await games.act(place, fresh(), choose(START))
            await games.act(place, fresh(), end())
            await games.undo(place, fresh())
            await games.redo(place, fresh())
        except Refusal:  # the last life has left a game
            await finish(games, place)


async def finish(games: Games, place: Location) -> None:
    for step in (choose(START), end()):
        try:
            await games.act(place, fresh(), step)
        except Refusal:
            await asyncio.sleep(0)


async def wake(deadlines: Scheduler) -> None:
    """Let the deadlines look at a clock that runs faster than their timer."""
    while True:
        await asyncio.sleep(0.01)
        deadlines.wake()


def answer(done: CommittedActs) -> None:
    print(done.entries[-1].number, done.entries[-1].interaction, flush=True)


async def main(address: str, beginning: float) -> None:
    clock = hasty_clock(beginning)
    async with taken_over(address) as database:
        games = Games(database, clock)
        if not await games.leagues.queries.leagues():
            answer(await games.leagues.create(GUILD, fresh(), RULES, [CHANNEL]))
        deadlines = settling(games, clock)
        async with asyncio.TaskGroup() as tasks:
            for deed in (disturb(games, clock), disturb(games, clock), play(games), wake(deadlines)):
                tasks.create_task(deed)
