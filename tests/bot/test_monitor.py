"""What the bot's owner can see of it: status, health, metrics, and notifications to systemd."""

import asyncio
import os
import re
import socket
import stat
import time
from pathlib import Path

import discord
import msgspec
import pytest

from bot.monitor import Monitor
from bot.monitoring import status, systemd
from bot.monitoring.exposition import exposition
from tests.support import stored_games
from tests.support.bot_process import connected, stop
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.payloads import LOSE_LIFE
from tests.support.discord_api.server import DiscordServer
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.monitoring import get, value
from tests.support.processes import SECONDS, failure, free_port, run, start
from tests.support.tables import deal


async def told(file: Path) -> str:
    """Return the status file, once the bot has written that it is ready."""
    async with asyncio.timeout(SECONDS):
        while not (text := shown(file)) or '"ready":true' not in text:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return text


def shown(file: Path) -> str:
    return file.read_text() if file.exists() else ""


async def test_a_running_bot_tells_how_it_is(tmp_path: Path) -> None:
    await stored_games.make(tmp_path / "arbiter.db", 3)
    server, port = DiscordServer(10, gateway=Gateway(2, concurrency=2)), free_port()
    server.add_boards()
    async with connected(server, tmp_path, ARBITER_METRICS=f"127.0.0.1:{port}") as process:
        for table in (0, 1, 2, 9):  # no game at the last one
            await server.text_of(server.send(table, LOSE_LIFE))
        address = f"http://127.0.0.1:{port}/"
        health, metrics = [await get(f"{address}{name}") for name in ("health", "metrics")]
        hosts = "localhost:9464", f"[::1]:{port}", "127.0.0.1", "evil.example.org", f"evil.example.org:{port}"
        statuses = [(await get(f"{address}metrics", Host=host))[0] for host in hosts]
        file = tmp_path / "arbiter.db-status"
        assert "secret" not in await told(file)
        code, words, errors = await run(tmp_path, "status")
        mode = stat.S_IMODE(file.stat().st_mode)
        assert await stop(process) == []
    assert health == (200, '{"ready": true, "problems": []}')
    assert metrics[0] == 200
    assert statuses == [200, 200, 200, 421, 421], "another site's name may lead here"
    done = 'arbiter_interactions_total{kind="command",name="/life lose",outcome="done"}'
    assert value(metrics[1], done) == 3
    assert value(metrics[1], 'arbiter_refusals_total{key="no_table"}') == 1
    assert value(metrics[1], 'arbiter_interaction_seconds_count{kind="command"}') == 4
    assert value(metrics[1], 'arbiter_writes_total{outcome="committed"}') >= 3
    assert value(metrics[1], 'arbiter_discord_requests_total{method="POST",status="200"}') >= 4
    assert value(metrics[1], 'arbiter_queue_length{queue="writes"}') == 0
    assert value(metrics[1], "arbiter_database_bytes") > 10_000
    assert value(metrics[1], "process_resident_memory_bytes") > 10_000_000
    assert value(metrics[1], "arbiter_processes") == 1
    assert metrics[1].count("arbiter_shard_latency_seconds{") == 2
    assert "ana" not in metrics[1].lower().replace("manager", "")
    assert (code, errors) == (0, "")
    assert re.search(rf"is running as process {process.pid}", words)
    assert "Shards: 2 of 2 connected" in words
    assert "Processes: 1." in words
    assert mode == 0o600
    assert not file.exists(), "a bot that has stopped leaves nothing"
    code, words, _ = await run(tmp_path, "status")
    assert (code, words) == (1, "No bot is running with the database arbiter.db.\n")


async def test_a_bot_that_hangs_is_not_well(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db-status"
    async with connected(DiscordServer(1), tmp_path) as process:
        await told(file)
        process.kill()
        await process.communicate()
    last = msgspec.json.decode(file.read_bytes(), type=status.Status)
    last.written = time.time() - 300
    status.write_status(last, file)
    words, well = status.describe_status(tmp_path / "arbiter.db", "arbiter.db")
    assert not well
    assert "5 min ago" in words


async def test_an_address_in_use_is_one_line(tmp_path: Path) -> None:
    discord_server = DiscordServer(1)
    async with discord_server.serving():
        discord_server.redirect(tmp_path)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            assert "ARBITER_METRICS" in await failure(tmp_path, DISCORD_TOKEN="any", ARBITER_METRICS=address)


async def test_systemd_hears_that_the_bot_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    discord_server, heard = DiscordServer(1), list[str]()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        async with discord_server.serving():
            discord_server.redirect(tmp_path)
            process = await start(
                tmp_path,
                DISCORD_TOKEN="any",
                NOTIFY_SOCKET=str(tmp_path / "notify"),
                WATCHDOG_USEC="400000",
            )
            async with asyncio.timeout(SECONDS):  # from the first moment: what isn't read in time is lost
                while heard.count("WATCHDOG=1") < 8 or "READY=1" not in heard:
                    heard.append((await asyncio.get_running_loop().sock_recv(manager, 100)).decode())
            assert await stop(process) == []
            while heard[-1] != "STOPPING=1":
                heard.append(manager.recv(100).decode())
    assert heard.count("READY=1") == heard.count("STOPPING=1") == 1


def test_systemd_without_a_manager_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    systemd.notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/notify")
    systemd.notify("READY=1")


@pytest.mark.parametrize(
    ("limit", "process", "seconds"),
    [("60000000", "", 30.0), ("60000000", "own", 30.0), ("60000000", "1", None), ("", "", None)],
)
def test_the_interval_is_half_of_what_systemd_waits(
    monkeypatch: pytest.MonkeyPatch, limit: str, process: str, seconds: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", limit)
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if process == "own" else process)
    assert systemd.watchdog_interval() == seconds


async def test_names_in_metrics_are_the_bots_own(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        target = evening.text_channel
        for number in range(5):
            button = discord.ui.Button[discord.ui.View](label="Press", custom_id=f"invented-{number}:x")
            view = discord.ui.View(timeout=None)
            view.add_item(button)
            view.stop()
            await evening.people["Ben"].click(await target.send(view=view), label="Press")
        text = exposition(evening.bot.metrics).decode()
    assert "invented" not in text
    unknown = 'arbiter_interactions_total{kind="press",name="press unknown",outcome="refused"}'
    assert value(text, unknown) == 5


async def test_what_is_out_of_date_can_be_seen_with_the_last_error(tmp_path: Path, network: Network) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        monitor = Monitor(evening.bot, evening.database)
        await deal(evening)
        network.break_answers("PATCH", "/channels/*/messages/*", KeyError("nobody thought of this"))
        await evening.types("Ben", "life lose", amount=3)
        assert evening.errors()
        now, text = monitor.status(), exposition(evening.bot.metrics).decode()
        status.write_status(now, status.path_beside(evening.file))
        words, _ = status.describe_status(evening.file, "arbiter.db")
        await evening.passes(seconds=31)
        after = monitor.status()
    assert (now.stale["boards"], after.stale.get("boards")) == (1, None)
    assert "Out of date: boards 1" in words
    assert re.search(r"Last error: boards, [-0-9]+ [:0-9]+ UTC, KeyError: 'nobody thought of this'\.", words)
    assert value(text, 'arbiter_queue_length{queue="boards"}') == 1
    assert value(text, 'arbiter_queue_age_seconds{queue="boards"}') > 0
    failed = value(text, 'arbiter_queue_error_timestamp_seconds{error="KeyError",queue="boards"}')
    assert abs(time.time() - failed) < 3600
