"""A queue evening of 40 players for three hours of simulated time, with a restart, checked act by act."""

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import combinations
from random import Random

import discord
import pytest
from simcord import MemberActor

from rules.pairings.pairings import Participant
from rules.tournaments.queue import JoinQueue, SeatFromQueue
from rules.tournaments.state import TournamentState
from storage.tournaments.sql import LOG
from tests.cogs.tournaments.test_queue import newest, queue, seated, state, thread, types
from tests.support.evening import Evening
from tests.support.leagues import create

PLAYERS, HOURS = 40, 3
AVOIDING = ((0, 1), (2, 3), (4, 0))
"""Who avoids whom."""


class Crowd:
    """Forty people who come within the first half hour and stay, and what is going on among them."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.random = Random(1)
        self.people: list[MemberActor] = []
        for number in range(PLAYERS):
            user = evening.env.create_user(f"player{number}", global_name=f"P{number}")
            self.people.append(evening.server.add_member(user))
        self.events: list[tuple[float, int, str]] = []
        """When, about whom or which table, and what."""
        self.started = 0
        """Tables that have opened."""
        self.thread_of: dict[int, int] = {}
        """Where each player has played last."""

    async def press(self, number: int, label: str, message: discord.Message) -> None:
        shown = await self.people[number].click(message, label=label)
        assert shown.acknowledged

    async def spend(self) -> None:
        """The evening: people come, play for 35 to 70 minutes, and go back to the queue one by one."""
        for number in range(PLAYERS):
            heappush(self.events, (self.random.uniform(0, 30), number, "comes"))
        now, restarted = 0.0, False
        while self.events and self.events[0][0] < HOURS * 60:
            when, number, what = heappop(self.events)
            await self.evening.passes(minutes=when - now)
            now = when
            if now > 90 and not restarted:
                await self.evening.restart()
                restarted = True
            if what == "comes":
                await self.press(number, "Join queue", queue(self.evening))
            elif what == "back":
                over = newest(self.evening, "is over. Play again?", self.thread_of[number])
                await self.press(number, "Back to the queue", over)
            else:
                await self.end(number, now)
            await self.evening.env.settle()
            await self.begun(now)

    async def begun(self, now: float) -> None:
        """Plan the ends of the tables that have opened."""
        current = await state(self.evening)
        tables = current.rounds[-1].pairings.tables if current.rounds else ()
        while self.started < len(tables):
            self.started += 1
            heappush(self.events, (now + self.random.uniform(35, 70), self.started, "ends"))

    async def end(self, table: int, now: float) -> None:
        names = await seated(self.evening, table)
        await types(self.evening, table, "win", who=self.random.choice(names))
        for name in names:
            self.thread_of[int(name[1:])] = thread(self.evening, table).id
            heappush(self.events, (now + self.random.uniform(0.5, 6), int(name[1:]), "back"))


@pytest.mark.full
@pytest.mark.own_bot
async def test_forty_players_for_three_hours(evening: Evening) -> None:
    await create(evening)
    await evening.types("Ana", "event queue", name="Friday", patience=0)
    crowd = Crowd(evening)
    for one, other in AVOIDING:
        await crowd.people[one].slash(evening.channel, "event avoid", who=crowd.people[other])
    await crowd.spend()
    now = await state(evening)
    played = now.rounds[-1]
    apart = {frozenset(map(numbers(now).__getitem__, pair)) for pair in AVOIDING}
    rows = await evening.database.fetch("SELECT * FROM tournament_entry ORDER BY number")
    check(now, [LOG.entry(row).act for row in rows], apart)
    assert len(played.tables) >= 20
    assert len(evening.channel.threads) == len(played.tables)
    leagues = evening.games.leagues
    results = await leagues.queries.of_channels(evening.channel.id)
    assert results
    games = Counter(one for table in played.tables.values() for one in table)
    assert len(games) == PLAYERS
    assert min(games.values()) >= 2, "nobody sits out the evening"


def numbers(state: TournamentState) -> dict[int, Participant]:
    """Return the participants by the numbers in their names."""
    return {int(str(one.name)[1:]): one.number for one in state.players.values()}


def check(now: TournamentState, acts: Sequence[object], apart: set[frozenset[Participant]]) -> None:
    """Check that the player with the longest wait who could be seated was, with those who had met least, and
    that no one sat with a player whom they avoid, or at two running tables."""
    waiting, met = list[Participant](), Counter[frozenset[Participant]]()
    for act in acts:
        if isinstance(act, JoinQueue):
            waiting.append(act.player)
        if not isinstance(act, SeatFromQueue):
            continue
        assert {*act.table} <= {*waiting}
        assert len({*act.table}) == 4
        possible = [
            table
            for table in combinations(waiting, 4)
            if not any(frozenset(pair) in apart for pair in combinations(table, 2))
        ]
        first = possible[0][0]
        assert first in act.table
        assert again(act.table, met) == min(again(table, met) for table in possible if table[0] == first)
        met.update(frozenset(pair) for pair in combinations(act.table, 2))
        waiting = [one for one in waiting if one not in act.table]
    assert not apart & met.keys()
    assert [*now.queue] == waiting
    assert not any(
        not any(frozenset(pair) in apart for pair in combinations(table, 2))
        for table in combinations(waiting, 4)
        if again(table, met) == 0
    ), "four who never met don't wait"


def again(table: Sequence[Participant], met: Counter[frozenset[Participant]]) -> int:
    return sum(met[frozenset(pair)] ** 2 for pair in combinations(table, 2))
