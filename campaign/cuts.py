"""Two processes whose connections to PostgreSQL are cut at random moments: neither claims more than it can
know."""

import asyncio
import math
import random
import sys
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from campaign.kills import REST
from campaign.model import UNDECIDED
from campaign.processes import Disturbed, JudgedInstallation
from campaign.report import as_markdown
from tests.support.discord_api.gateway import Gateway
from tests.support.installation import BALANCED, tables
from tests.support.postgresql.proxy import Network, network
from tests.support.postgresql.server import new_server

SHARDS = 4
TABLES = tables(SHARDS, 2)
"""Tables: two in each server, with one server per shard."""
PAUSE = 0.6
"""Maximum seconds between two actions at a table."""
SHORTEST, LONGEST = 0.5, 20.0
"""Seconds for which a connection is cut, on a logarithmic scale, since most is decided in the
first seconds."""
IN_A_ROW = 0.25
"""The probability that the next cut doesn't wait until the shards are shared out evenly again."""


def _both_ways(line: Network) -> None:
    line.to_server.clear()
    line.to_client.clear()


FAULTS: dict[str, Callable[[Network], None]] = {
    "both ways": _both_ways,
    "to the server": lambda line: line.to_server.clear(),
    "from the server": lambda line: line.to_client.clear(),
    "broken off": Network.break_off,
}


async def campaign(times: int, seed: int, folder: Path) -> tuple[Disturbed, JudgedInstallation]:
    """Cut connections this many times; raises RuntimeError if shards aren't served."""
    chance, findings, gateway = random.Random(seed), Disturbed(), Gateway(SHARDS)
    gateway.concurrency = SHARDS
    async with AsyncExitStack() as stack:
        running = stack.enter_context(new_server())
        beside = running.address()
        installation = await stack.enter_async_context(
            JudgedInstallation.serving(beside, folder, TABLES, chance, gateway)
        )
        lines: list[Network] = []
        for _ in range(2):
            own = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="line-")))
            lines.append(await stack.enter_async_context(network(running.folder, own)))
            await installation.start(ARBITER_DATABASE=beside.replace(str(running.folder), str(own)))
        async with installation.played(findings, PAUSE):
            for number in range(1, times + 1):
                await _cut(chance, lines, installation, findings)
                asked = len(installation.players.sent)
                print(f"{number} of {times}, {asked} commands and presses", file=sys.stderr)
    return findings, installation


async def _cut(
    chance: random.Random, lines: list[Network], installation: JudgedInstallation, findings: Disturbed
) -> None:
    await asyncio.sleep(chance.uniform(0, 2))
    kind, line = chance.choice([*FAULTS]), chance.choice(lines)
    findings.times[kind] += 1
    FAULTS[kind](line)
    serving = asyncio.create_task(installation.all_served(), name="tables are served")
    await asyncio.sleep(math.exp(chance.uniform(math.log(SHORTEST), math.log(LONGEST))))
    line.mend()
    findings.served.append(await asyncio.wait_for(serving, BALANCED))
    if chance.random() > IN_A_ROW:
        await installation.balanced()


async def run(times: int, seed: int, folder: Path) -> tuple[str, bool]:
    """Return the figures as Markdown, and whether nothing was wrong."""
    findings, installation = await campaign(times, seed, folder)
    answers, sent = installation.server.answers, len(installation.players.sent)
    undecided = [one for one in answers.values() if any(part in one.text for part in UNDECIDED)]
    unchanged = [one for one in answers.values() if "nothing has changed" in one.text]
    rows = {
        **{f"cuts {kind}": number for kind, number in sorted(findings.times.items())},
        "commands and presses; a second": f"{sent}; {sent / findings.took:.0f}",
        "answered": len(answers),
        "answers too late for Discord": installation.server.late,
        "answered that it can't be known": len(undecided),
        "answered that nothing has changed": len(unchanged),
        "slowest until all tables are served after a cut": f"{max(findings.served, default=0):.1f} s",
        **findings.verdict.figures,
        "answered by two processes": findings.twice,
        f"boards wrong or doubled {REST:.0f} s after rest": len(findings.boards),
    }
    return as_markdown(rows, findings.found), not findings.found
