"""Several processes on one PostgreSQL database, killed and restarted under load, and its primary killed."""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import asyncpg
from msgspec import Struct, field

from campaign import model
from campaign.kills import REST
from campaign.model import Entry, Log, Sent
from campaign.play import Players
from tests.support.bot_process import BotProcess
from tests.support.discord_api.objects import CHANNELS_IN_GUILD
from tests.support.discord_api.server import ANSWER_TIME, Answer, DiscordServer
from tests.support.discord_api.sharded_gateway import ShardedGateway
from tests.support.postgresql.standby import ReplicatedServer, new_pair

SHARDS = 4
TABLES = 5
"""Tables in each server; there is one on each shard."""
PAUSE = 0.1
"""Seconds between two things at a table, at most."""
PROBE = 0.25
"""Seconds between two commands by which is seen whether a table is served."""
SERVED = 10.0
"""Seconds after which a killed process's tables have to be served again."""
LEAVING = 75.0
"""Seconds in which a stopped process has to hand its shards over."""
BALANCED = 40.0
"""Seconds after which every process has to have shards again."""
REQUESTS = 50
"""Requests that Discord takes from an application in a second."""
AWAY = (1.0, 4.0)
"""Seconds, at least and at most, until somebody has noticed that the primary is gone."""
DISTURBANCES = ("kill", "restart", "primary")


class Disturbed(Struct):
    """The figures of a campaign."""

    times: Counter[str] = field(default_factory=Counter[str])
    served: list[float] = field(default_factory=list[float])
    """Seconds after each kill of a process until every table was served again."""
    promoted: list[float] = field(default_factory=list[float])
    """Seconds after each promotion of the standby until every table was served again."""
    unanswered: list[str] = field(default_factory=list[str])
    """What nobody has answered in time while processes were restarted, or there was no primary."""
    unsaved: list[str] = field(default_factory=list[str])
    """What couldn't be saved, or perhaps not, although the database was there."""
    lost: list[str] = field(default_factory=list[str])
    doubled: list[str] = field(default_factory=list[str])
    wrong: list[str] = field(default_factory=list[str])
    boards: list[str] = field(default_factory=list[str])
    """Boards that were wrong after a rest, and tables with several."""
    twice: int = 0
    """Answers to what another process had answered."""
    busiest: int = 0
    """The most requests of all processes in a second, of those that Discord limits."""

    @property
    def found(self) -> list[str]:
        """What was wrong, a line each, but for times and numbers."""
        saved = [*self.lost, *self.doubled, *self.wrong]
        return [*self.unanswered, *self.unsaved, *saved, *self.boards]

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong."""
        late = [one for one in (*self.served, *self.promoted) if one > SERVED]
        return not (late or self.found or self.twice) and self.busiest <= REQUESTS


class Installation:
    """Processes on a database, people who play, and their Discord."""

    def __init__(self, server: DiscordServer, where: str, players: Players, log: Path) -> None:
        self._server = server
        self._shards = server.gateway.shards
        self._where = where
        self._log = log
        self.players = players
        self.running: list[BotProcess] = []

    async def start(self, pages: str = "") -> None:
        """Start another process and wait until it is connected; it has pages if it is given where."""
        process = BotProcess(self._server, self._where, self._log, pages=pages)
        await process.start()
        self.running.append(process)
        await self.balanced()

    async def balanced(self) -> None:
        """Wait until all processes serve as many shards as they should. Raises RuntimeError."""
        for _ in range(int(BALANCED / PROBE)):
            rows = await self._fetch(
                "SELECT epoch, count(*) AS number FROM shard "
                "WHERE epoch IS NOT NULL AND next IS NULL GROUP BY epoch"
            )
            served = [row["number"] for row in rows]
            least, over = divmod(self._shards, len(self.running))
            if sorted(served) == [least] * (len(self.running) - over) + [least + 1] * over:
                return
            await asyncio.sleep(PROBE)
        raise RuntimeError(f"The shards aren't shared out after {BALANCED:.0f} s; {self._log} may say why.")

    async def kill(self, chance: random.Random) -> float:
        """Kill a process; the seconds until all tables are served again."""
        process = self.running.pop(chance.randrange(len(self.running)))
        await process.kill()
        return await self.all_served()

    async def all_served(self) -> float:
        """Wait until all tables are served; the seconds that it took."""
        began = time.monotonic()
        await asyncio.gather(*(self._served(table) for table in self.players.tables))
        return time.monotonic() - began

    async def lose_primary(self, pair: ReplicatedServer, away: float) -> float:
        """Kill the database's primary, and let the standby take its place so many seconds later; the seconds
        from then on until all tables are served again. Afterwards there is a new standby."""
        await asyncio.to_thread(pair.kill_primary)
        await asyncio.sleep(away)
        await asyncio.to_thread(pair.promote)
        served = await self.all_served()
        await asyncio.to_thread(pair.add_standby)
        return served

    async def restart(self) -> None:
        """Replace the oldest process as an update would: start a new one, then stop the old one."""
        await self.start()
        await self.running[0].stop(LEAVING)
        del self.running[0]
        await self.balanced()

    async def stop(self) -> None:
        """Stop all processes."""
        while self.running:
            await self.running[0].stop(LEAVING)
            del self.running[0]

    async def end(self) -> None:
        """Kill whatever still runs."""
        for process in self.running:
            await process.kill()

    async def rest(self, findings: Disturbed) -> None:
        """Wait until every table has one board, which is right, or as long as that may take."""
        end = time.monotonic() + REST
        while True:
            logs = await self._logs()
            wrong = model.wrong_boards(self._server, logs, self.players.sent)
            findings.boards = [*wrong, *model.surplus_boards(self._server, logs)]
            if not findings.boards or time.monotonic() > end:
                return
            await asyncio.sleep(PROBE)

    async def judge(self, findings: Disturbed) -> None:
        """Compare the log with what was asked for and answered, and see what reached Discord."""
        verdict = model.judge(await self._logs(), self.players.sent, self._server.answers)
        findings.lost, findings.doubled, findings.wrong = verdict.lost, verdict.doubled, verdict.wrong
        findings.twice, findings.busiest = self._server.twice, self._server.busiest

    async def _logs(self) -> list[Log]:
        rows = await self._fetch("SELECT id, channel FROM game")
        logs = {row["id"]: Log(game=row["id"], channel=row["channel"], entries=[]) for row in rows}
        for game, *entry in await self._fetch(
            "SELECT game, number, kind, parent, at, interaction FROM entry ORDER BY game, number"
        ):
            logs[game].entries.append(Entry(*entry))
        return [*logs.values()]

    def newest(self) -> int:
        """A number above all interactions so far and below all to come."""
        return self._server.number()

    async def unanswered(self, since: int) -> list[str]:
        """What is not answered in time of what was asked for since an interaction until now."""
        asked = [*self.players.sent]
        await asyncio.sleep(ANSWER_TIME)
        return [
            f"{number} at table {self.players.sent[number].table} is not answered, "
            f"asked {((number >> 22) - (since >> 22)) / 1000:.2f} s after that began"
            for number in asked
            if number > since and number not in self._server.answers
        ]

    def unsaved(self, since: int) -> list[str]:
        """What people were told that it couldn't be saved, of what they asked for since an interaction."""
        return [
            f"{number} at table {self.players.sent[number].table}: {answer.text}"
            for number, answer in self._server.answers.items()
            if number > since and answer.private and "saved" in answer.text
        ]

    async def _served(self, table: int) -> None:
        probes = set[asyncio.Task[Answer | None]]()
        while not any(_is_done(probe) for probe in probes):
            asked = self.players.send(table, Sent(table, -1), "life lose", {"amount": 1})
            probes.add(asyncio.create_task(asked))
            await asyncio.sleep(PROBE)

    async def _fetch(self, sql: str) -> Sequence[asyncpg.Record]:
        connection = await asyncpg.connect(self._where)
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()


def _is_done(probe: asyncio.Task[Answer | None]) -> bool:
    """Whether something was carried out, and not just refused."""
    answer = probe.result() if probe.done() else None
    return answer is not None and not answer.private


def tables(shards: int = SHARDS, each: int = TABLES) -> list[int]:
    """The numbers of the tables, some in each server."""
    return [CHANNELS_IN_GUILD * server + table for server in range(shards) for table in range(each)]


async def campaign(times: int, seed: int, folder: Path) -> tuple[Disturbed, DiscordServer, Players, float]:
    """Disturb two processes so many times; raises RuntimeError where shards aren't served."""
    chance = random.Random(seed)
    server = DiscordServer(tables()[-1] + 1, gateway=ShardedGateway(SHARDS))
    players, findings = Players(server, 0, chance), Disturbed()
    players.tables, players.pause = tables(), PAUSE
    with new_pair() as pair:
        async with server.serving():
            installation = Installation(server, pair.address("postgres"), players, folder / "bot.log")
            try:
                await installation.start()
                await installation.start()
                await players.open_games()
                playing = asyncio.create_task(players.play(1e9, flood=False), name="players")
                began = time.monotonic()
                for number in range(times):
                    what = DISTURBANCES[number % len(DISTURBANCES)]
                    findings.times[what] += 1
                    await asyncio.sleep(chance.uniform(0, 2))
                    await _disturb(what, installation, pair, findings, chance)
                    rate = len(players.sent) / (time.monotonic() - began)
                    print(f"{number + 1} of {times}: {what}, {rate:.0f} commands a second", file=sys.stderr)
                took = time.monotonic() - began
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await asyncio.sleep(1)
                await installation.rest(findings)
                await installation.judge(findings)
                await installation.stop()
            finally:
                await installation.end()
    return findings, server, players, took


async def _disturb(
    what: str, installation: Installation, pair: ReplicatedServer, findings: Disturbed, chance: random.Random
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
    findings, server, players, took = await campaign(times, seed, folder)
    assert isinstance(server.gateway, ShardedGateway)
    gaps = [later - one for one, later in pairwise(server.gateway.identified)]
    rows = {
        "kills of a process": f"{findings.times['kill']}",
        "restarts one after the other": f"{findings.times['restart']}",
        "kills of the primary": f"{findings.times['primary']}",
        "commands and presses; a second": f"{len(players.sent)}; {len(players.sent) / took:.0f}",
        "answered": f"{len(server.answers)}",
        "answers too late for Discord": f"{server.late}",
        "slowest until all tables are served after a kill": f"{max(findings.served, default=0):.1f} s",
        "the same after a promotion": f"{max(findings.promoted, default=0):.1f} s",
        "not answered during restarts and without a primary": f"{len(findings.unanswered)}",
        "not saved at other times": f"{len(findings.unsaved)}",
        "answered and lost": f"{len(findings.lost)}",
        "in the log twice": f"{len(findings.doubled)}",
        "refused and done, or never asked for": f"{len(findings.wrong)}",
        "answered by two processes": f"{findings.twice}",
        f"boards wrong or doubled {REST:.0f} s after rest": f"{len(findings.boards)}",
        "most requests in a second": f"{findings.busiest}",
        "shortest time between two identified shards": f"{min(gaps, default=0):.1f} s",
    }
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    wrong = [f"* {line}" for line in findings.found[:50]]
    return "\n".join(["| | |", "|---|---|", *lines, *wrong]), findings.clean
