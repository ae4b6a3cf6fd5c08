"""Several processes on one PostgreSQL database, killed and restarted under load, and its primary killed."""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

from msgspec import Struct, field

from campaign import model
from campaign.kills import REST
from campaign.model import Entry, Log, Verdict
from campaign.report import as_markdown
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.server import ANSWER_TIME
from tests.support.installation import PROBE, SERVED, Installation, tables
from tests.support.postgresql.standby import ReplicatedServer, new_pair

SHARDS = 4
TABLES = tables(SHARDS, 5)
"""Tables: five in each server, with one server per shard."""
PAUSE = 0.1
"""Maximum seconds between two actions at a table."""
REQUESTS = 50
"""Requests per second that Discord allows an application."""
AWAY = (1.0, 4.0)
"""Minimum and maximum seconds until the loss of the primary is noticed."""
DISTURBANCES = ("kill", "restart", "primary")


class Disturbed(Struct):
    """The figures of a campaign."""

    times: Counter[str] = field(default_factory=Counter[str])
    served: list[float] = field(default_factory=list[float])
    """Seconds after each kill of a process until every table was served again."""
    promoted: list[float] = field(default_factory=list[float])
    """Seconds after each promotion of the standby until every table was served again."""
    unanswered: list[str] = field(default_factory=list[str])
    """Requests not answered in time while processes restarted, or there was no primary."""
    unsaved: list[str] = field(default_factory=list[str])
    """Requests that couldn't be saved, or perhaps not, although the database was available."""
    verdict: Verdict = field(default_factory=Verdict)
    boards: list[str] = field(default_factory=list[str])
    """Boards that were wrong after a rest, and tables with several."""
    twice: int = 0
    """Answers to interactions that another process had answered."""
    busiest: int = 0
    """The most requests of all processes per second, of those that Discord limits."""
    took: float = 0.0
    """Seconds of play."""

    @property
    def found(self) -> list[str]:
        """The faults found, one line each, without times and numbers."""
        return [*self.unanswered, *self.unsaved, *self.verdict.lines, *self.boards]

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong."""
        late = [one for one in (*self.served, *self.promoted) if one > SERVED]
        return not (late or self.found or self.twice) and self.busiest <= REQUESTS


class JudgedInstallation(Installation):
    """Processes whose log and boards are compared with the requests and answers."""

    @asynccontextmanager
    async def played(self, findings: Disturbed, pause: float) -> AsyncGenerator[None]:
        """Let players play, with such pauses at most, until the block ends; then check everything."""
        players = self.players
        players.pause = pause
        await players.open_games()
        playing, began = asyncio.create_task(players.play(1e9, flood=False), name="players"), time.monotonic()
        yield
        findings.took = time.monotonic() - began
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.sleep(1)
        await self._rest(findings)
        await self._judge(findings)
        await self.stop()

    async def _rest(self, findings: Disturbed) -> None:
        """Wait until every table has one board, which is right, or for the maximum time."""
        end = time.monotonic() + REST
        while True:
            logs = await self._logs()
            wrong = model.wrong_boards(self.server, logs, self.players.sent)
            findings.boards = [*wrong, *model.surplus_boards(self.server, logs)]
            if not findings.boards or time.monotonic() > end:
                return
            await asyncio.sleep(PROBE)

    async def _judge(self, findings: Disturbed) -> None:
        """Compare the log with the requests and answers, and check what reached Discord."""
        findings.verdict = model.judge(await self._logs(), self.players.sent, self.server.answers)
        findings.twice, findings.busiest = self.server.twice, self.server.busiest

    async def _logs(self) -> list[Log]:
        rows = await self.fetch("SELECT id, channel FROM game")
        logs = {row["id"]: Log(game=row["id"], channel=row["channel"], entries=[]) for row in rows}
        for game, *entry in await self.fetch(
            "SELECT game, number, kind, parent, at, interaction FROM entry ORDER BY game, number"
        ):
            logs[game].entries.append(Entry(*entry))
        return [*logs.values()]

    def newest(self) -> int:
        """Return a number above all interactions so far and below all to come."""
        return self.server.number()

    async def unanswered(self, since: int) -> list[str]:
        """Return the requests since an interaction that weren't answered in time."""
        asked = [*self.players.sent]
        await asyncio.sleep(ANSWER_TIME)
        return [
            f"{number} at table {self.players.sent[number].table} is not answered, "
            f"asked {((number >> 22) - (since >> 22)) / 1000:.2f} s after that began"
            for number in asked
            if number > since and number not in self.server.answers
        ]

    def unsaved(self, since: int) -> list[str]:
        """Return the requests since an interaction whose answer said that they couldn't be saved."""
        return [
            f"{number} at table {self.players.sent[number].table}: {answer.text}"
            for number, answer in self.server.answers.items()
            if number > since and answer.private and "saved" in answer.text
        ]


async def campaign(times: int, seed: int, folder: Path) -> tuple[Disturbed, JudgedInstallation]:
    """Disturb two processes this many times; raises RuntimeError if shards aren't served."""
    chance, findings = random.Random(seed), Disturbed()
    with new_pair() as pair:
        where, gateway = pair.address("postgres"), Gateway(SHARDS)
        async with JudgedInstallation.serving(where, folder, TABLES, chance, gateway) as installation:
            await installation.start()
            await installation.start()
            async with installation.played(findings, PAUSE):
                for number in range(times):
                    what = DISTURBANCES[number % len(DISTURBANCES)]
                    findings.times[what] += 1
                    await asyncio.sleep(chance.uniform(0, 2))
                    await _disturb(what, installation, pair, findings, chance)
                    asked = len(installation.players.sent)
                    print(f"{number + 1} of {times}: {what}, {asked} commands and presses", file=sys.stderr)
    return findings, installation


async def _disturb(
    what: str,
    installation: JudgedInstallation,
    pair: ReplicatedServer,
    findings: Disturbed,
    chance: random.Random,
) -> None:
    since, number = installation.newest(), findings.times.total()
    match what:
        case "kill":
            findings.served.append(await installation.kill(chance))
            await installation.start()
        case "primary":
            findings.promoted.append(await installation.lose_primary(pair, chance.uniform(*AWAY)))
        case _:
            await installation.restart()
    if what != "kill":
        late = await installation.unanswered(since)
        findings.unanswered += [f"{what} {number}: {one}" for one in late]
    if what != "primary":
        findings.unsaved += installation.unsaved(since)


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether nothing was wrong."""
    findings, installation = await campaign(times, seed, folder)
    server, sent = installation.server, len(installation.players.sent)
    gaps = [later.moment - one.moment for one, later in pairwise(server.gateway.identified)]
    rows = {
        "kills of a process": f"{findings.times['kill']}",
        "restarts one after the other": f"{findings.times['restart']}",
        "kills of the primary": f"{findings.times['primary']}",
        "commands and presses; a second": f"{sent}; {sent / findings.took:.0f}",
        "answered": f"{len(server.answers)}",
        "answers too late for Discord": f"{server.late}",
        "slowest until all tables are served after a kill": f"{max(findings.served, default=0):.1f} s",
        "the same after a promotion": f"{max(findings.promoted, default=0):.1f} s",
        "not answered during restarts and without a primary": f"{len(findings.unanswered)}",
        "not saved at other times": f"{len(findings.unsaved)}",
        **findings.verdict.figures,
        "answered by two processes": f"{findings.twice}",
        f"boards wrong or doubled {REST:.0f} s after rest": f"{len(findings.boards)}",
        "most requests in a second": f"{findings.busiest}",
        "shortest time between two identified shards": f"{min(gaps, default=0):.1f} s",
    }
    return as_markdown(rows, findings.found), findings.clean
