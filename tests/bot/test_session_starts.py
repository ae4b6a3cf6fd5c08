"""Discord's limit on session starts is never used up, however often the bot is started."""

import asyncio
import signal
import socket
import time
from pathlib import Path

import pytest
from discord import SessionStartLimits

from bot.connection.session_starts import SessionStarts
from tests.support.bot_process import connected, stop
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.server import DiscordServer
from tests.support.event_loop import in_simulated_time
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.processes import SECONDS, start

__all__ = ("postgresql",)


def session_starts(left: int, reset: float, *, shards: int = 1, processes: int = 1) -> SessionStarts:
    """Session starts of which Discord says that so many are left until it resets them, in seconds."""

    async def ask() -> SessionStartLimits:
        limits = {"total": 1000, "remaining": left, "reset_after": int(1000 * reset), "max_concurrency": 1}
        return SessionStartLimits(**limits)

    return SessionStarts(ask, shards=lambda: shards, processes=lambda: processes)


async def waited(starts: SessionStarts, *shards: int) -> list[float]:
    """Return the seconds until each of these shards may start a session, which they want to all at once."""
    clock = asyncio.get_running_loop().time
    began = clock()

    async def wait(shard: int) -> float:
        await starts.wait(shard)
        return clock() - began

    return await asyncio.gather(*map(wait, shards))


@in_simulated_time
async def test_sessions_that_are_left_last_until_the_reset() -> None:
    """Four in eight seconds are one in two; a fifth has to wait for the reset, as the fourth."""
    assert await waited(session_starts(4, 8, shards=5), *range(5)) == pytest.approx([2, 4, 6, 8, 8])


@in_simulated_time
async def test_each_session_of_a_shard_waits_and_only_once() -> None:
    starts = session_starts(2, 8)
    assert await waited(starts, 0) == pytest.approx([4])
    assert await waited(starts, 0) == [0], "as where the connection failed before the session began"
    starts.begun(0)
    assert await waited(starts, 0) == pytest.approx([4])


@in_simulated_time
async def test_processes_share_what_is_left() -> None:
    """Of ten in two seconds two processes have five each."""
    assert await waited(session_starts(10, 2, processes=2), 0) == pytest.approx([0.4])


@pytest.mark.parametrize(
    ("left", "shards", "waits"),
    [(201, 1, False), (200, 1, True), (0, 1, True), (401, 400, False), (400, 400, True)],
)
async def test_a_fifth_is_kept_in_reserve_and_never_less_than_a_start_takes(
    left: int, shards: int, waits: bool
) -> None:
    turn = asyncio.create_task(session_starts(left, 86_400, shards=shards).wait(0))
    done, _ = await asyncio.wait([turn], timeout=0.1 if waits else SECONDS)
    turn.cancel()
    assert done == (set() if waits else {turn})


async def test_a_bot_with_few_sessions_left_waits_before_it_connects(tmp_path: Path) -> None:
    """Forty for a minute are one in a second and a half."""
    discord = DiscordServer(1, gateway=Gateway(left=40, reset=60))
    async with connected(discord, tmp_path) as process:
        (line,) = await stop(process)
    (session,) = discord.gateway.identified
    assert session.moment - discord.gateway.asked >= 1
    assert "40 of the 1000 connections" in line
    assert "shard 0 waits until" in line


@pytest.mark.parametrize("several", [False, True])
async def test_a_bot_without_sessions_left_stays_alive_and_stops_at_once(
    tmp_path: Path, postgresql: Server, several: bool
) -> None:
    discord, heard = DiscordServer(1, gateway=Gateway(2, left=0)), list[str]()
    where = {"ARBITER_DATABASE": await postgresql.blank()} if several else {}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        async with discord.serving(), asyncio.timeout(SECONDS):
            discord.redirect(tmp_path)
            process = await start(
                tmp_path,
                DISCORD_TOKEN="any",
                NOTIFY_SOCKET=str(tmp_path / "notify"),
                WATCHDOG_USEC="100000",
                **where,
            )
            try:
                line = (await process.stderr.readline()).decode()
                while heard.count("WATCHDOG=1") < 8:
                    heard.append((await asyncio.get_running_loop().sock_recv(manager, 100)).decode())
                process.send_signal(signal.SIGTERM)
                output, errors = await process.communicate()
            finally:
                if process.returncode is None:
                    process.kill()
    assert "0 of the 1000 connections" in line
    assert (process.returncode, output) == (0, b"")
    assert "READY=1" not in heard
    assert discord.gateway.identified == []
    assert all(b"waits until" in more for more in errors.splitlines()), errors


@pytest.mark.full
async def test_a_session_that_is_lost_waits_for_the_next_start(tmp_path: Path) -> None:
    began = time.monotonic()
    discord = DiscordServer(1, gateway=Gateway(left=2, reset=20))
    async with connected(discord, tmp_path) as process:
        await discord.gateway.drop(resumable=False)
        async with asyncio.timeout(SECONDS):
            while len(discord.gateway.identified) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await stop(process)
    first, second = discord.gateway.identified
    assert first.moment - began >= 10
    assert second.moment - began >= 20
