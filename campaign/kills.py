"""Kills at random moments, under faults, and their consequences."""

import asyncio
import random
import sys
import time
from collections import Counter
from pathlib import Path

from msgspec import Struct, field

from campaign import model
from campaign.faults import FAULTS, fault
from campaign.model import Verdict
from campaign.report import as_markdown
from tests.support.bot_process import BotProcess
from tests.support.discord_api.gateway import STARTS, Gateway
from tests.support.discord_api.server import ANSWER_TIME, DiscordServer
from tests.support.players import Players

REST = 30.0
"""Seconds after which every board has to be right."""
REST_EVERY = 20
"""Kills after which the bot runs undisturbed until every board is right."""


class Findings(Struct):
    """The figures of a campaign."""

    kills: Counter[str] = field(default_factory=Counter[str])
    verdict: Verdict = field(default_factory=Verdict)
    boards: list[str] = field(default_factory=list[str])
    rests: list[float] = field(default_factory=list[float])
    begun: dict[int, int] = field(default_factory=dict[int, int])
    """The number of announcements of each game's beginning in its channel."""

    @property
    def not_once(self) -> list[str]:
        """Return the games whose beginning wasn't announced exactly once."""
        return [f"game {game}: announced {times} times" for game, times in self.begun.items() if times != 1]

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong."""
        return not (self.not_once or self.verdict.lines or self.boards)


async def campaign(
    kills: int, tables: int, seed: int, folder: Path
) -> tuple[Findings, DiscordServer, Players]:
    """Play, break and kill this many times; raises RuntimeError if the bot doesn't restart."""
    chance = random.Random(seed)
    starts = Gateway(left=STARTS + kills)  # or the bot would save up the last of a day's starts
    server = DiscordServer(tables + kills, gateway=starts, answer_time=ANSWER_TIME)
    database = folder / "arbiter.db"
    players, findings = Players(server, range(tables), chance), Findings()
    async with server.serving():
        bot = BotProcess(server, database, folder / "bot.log")
        await bot.start()
        await players.open_games()
        for number in range(1, kills + 1):
            name = FAULTS[number % len(FAULTS)]
            async with fault(name, server, database, bot.number, chance):
                opening = asyncio.create_task(players.open_game(tables + number - 1))
                playing = asyncio.create_task(players.play(60, flood=chance.random() < 0.2), name="players")
                await asyncio.sleep(chance.uniform(0, 1))
                await bot.kill()
                for task in (playing, opening):
                    task.cancel()
                await asyncio.gather(playing, opening, return_exceptions=True)
            findings.kills[name] += 1
            _judge(findings, database, players, server)
            await bot.start()
            if number % REST_EVERY == 0 or number == kills:
                findings.rests.append(await _rest(findings, database, players, server))
                print(f"{number} of {kills} kills; answered: {len(server.answers)}", file=sys.stderr)
        await bot.stop()
    return findings, server, players


def _judge(findings: Findings, database: Path, players: Players, server: DiscordServer) -> None:
    findings.verdict = model.judge(model.read_logs(database), players.sent, server.answers)


async def _rest(findings: Findings, database: Path, players: Players, server: DiscordServer) -> float:
    """Wait until every board is right, or for the maximum time; return the seconds waited."""
    began = time.monotonic()
    while True:
        logs = model.read_logs(database)
        wrong = model.wrong_boards(server, logs, players.sent)
        begun = {log.game: model.times_begun(server, log) for log in logs}
        if (not wrong and all(begun.values())) or time.monotonic() - began > REST:
            findings.boards += wrong
            findings.begun = begun
            return time.monotonic() - began
        await asyncio.sleep(0.2)


def report(findings: Findings, server: DiscordServer, players: Players) -> str:
    """Return the figures as Markdown."""
    private = sum(answer.private for answer in server.answers.values())
    rows = {
        "kills": f"{findings.kills.total()}",
        "while": ", ".join(f"{name} {times}" for name, times in sorted(findings.kills.items())),
        "commands and presses": f"{len(players.sent)}",
        "answered; of these refused": f"{len(server.answers)}; {private}",
        "answers too late for Discord": f"{server.late}",
        **findings.verdict.figures,
        f"boards wrong {REST:.0f} s after rest": f"{len(findings.boards)}",
        "slowest rest until all boards are right": f"{max(findings.rests, default=0):.1f} s",
        "beginnings not announced, or twice": f"{len(findings.not_once)} of {len(findings.begun)}",
    }
    return as_markdown(rows, [*findings.verdict.lines, *findings.boards, *findings.not_once])


async def run(kills: int, seed: int, folder: Path, tables: int = 20) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether nothing was wrong."""
    findings, server, players = await campaign(kills, tables, seed, folder)
    return report(findings, server, players), findings.clean
