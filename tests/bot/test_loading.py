"""A running bot has loaded what its settings ask for, and nothing else that is large."""

import asyncio
import re
import signal
from pathlib import Path

import pytest

from tests.support.discord_api.server import DiscordServer
from tests.support.processes import SECONDS, start_again

WORKERS = {"PIL", "babel", "ijson", "matplotlib", "multiprocessing", "networkx", "openskill", "zipfile"}
"""What only workers and tasks need."""
LATER = {"rules.pairings.pods", "segno"}
"""What the first round of an event and the first link need."""
SERVER = {"aiohttp.web"}
PAGES = {"jinja2"}
"""What the fixes on remotes are shown with; the rest is loaded by a separate process."""
MONITORING = {"prometheus_client"}
POSTGRESQL = {"asyncpg"}

LISTEN = {"ARBITER_METRICS": "127.0.0.1:0"}
PUBLIC = {"ARBITER_WEB": "127.0.0.1:0", "ARBITER_WEB_URL": "https://arbiter.example.org/"}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("settings", "needed"),
    [({}, set[str]()), (LISTEN, SERVER | MONITORING), (PUBLIC, SERVER | PAGES)],
)
async def test_a_bot_loads_what_it_serves(tmp_path: Path, settings: dict[str, str], needed: set[str]) -> None:
    loaded = await _loaded(tmp_path, **settings)
    assert {"discord", "cogs.tournaments.pairing", "storage.privacy"} < loaded
    seldom = WORKERS | LATER | SERVER | PAGES | {"web.setup"} | MONITORING | POSTGRESQL
    assert loaded & seldom == needed


async def _loaded(folder: Path, **variables: str) -> set[str]:
    """Return the modules that a bot with a file has imported once it is ready."""
    discord = DiscordServer(1)
    async with discord.serving():
        discord.redirect(folder)
        process = await start_again(folder, DISCORD_TOKEN="any", PYTHONPROFILEIMPORTTIME="1", **variables)
        telling = asyncio.create_task(process.communicate())
        file = folder / "arbiter.db-status"
        async with asyncio.timeout(SECONDS):
            while not telling.done() and not _ready(file):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(telling, SECONDS)
    return set(re.findall(r"^import time:.*\| +(\S+)$", errors.decode(), re.MULTILINE))


def _ready(status: Path) -> bool:
    return status.exists() and '"ready":true' in status.read_text()
