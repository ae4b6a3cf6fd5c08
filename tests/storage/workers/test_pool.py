"""Work in separate processes: what it may take, what it may know, and how it ends."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from rules.refusal import Refusal
from storage.workers.pool import Named, TaskFailed, Workers

ONE, OTHER = 1, 2
"""Two servers."""
ROOT = Path(__file__).parents[3]


def double(number: int) -> int:
    return 2 * number


def process_id() -> int:
    return os.getpid()


def environment() -> dict[str, str]:
    return dict(os.environ)


def environment_at_start() -> bytes:
    return Path("/proc/self/environ").read_bytes()


def loaded(module: str) -> bool:
    return module in sys.modules


def refuse(limit: int) -> None:
    raise Refusal("csv_too_long", limit=limit)


def fail() -> None:
    raise ValueError("nonsense")


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def take(size: int) -> int:
    return len(bytes(size))


def say_much() -> str:
    print("not an answer", flush=True)
    return "an answer"


async def gone(pid: int) -> None:
    """Wait until the process is gone."""
    async with asyncio.timeout(60):
        await asyncio.to_thread(_wait_for_end, pid)


def _wait_for_end(pid: int) -> None:
    """A process that no one has asked about since its end is a zombie."""
    status = Path(f"/proc/{pid}/status")
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for _ in range(1000):
            if "State:\tZ" in status.read_text():
                return
            time.sleep(0.01)
        raise AssertionError("it is still there")


@pytest.fixture(scope="module")
async def workers() -> AsyncGenerator[Workers]:
    """Workers that tests share which don't ask how a worker begins."""
    async with Workers(seconds=60) as workers:
        yield workers


async def test_a_function_is_carried_out_elsewhere(workers: Workers) -> None:
    assert await workers.run(ONE, double, 21) == 42
    assert await workers.run(ONE, process_id) != os.getpid()


async def test_a_function_by_name_is_loaded_only_there(workers: Workers) -> None:
    assert await workers.run(ONE, Named("fractions", "Fraction"), "1/2") == 0.5


async def test_a_worker_is_used_again(workers: Workers) -> None:
    assert await workers.run(ONE, process_id) == await workers.run(OTHER, process_id)


async def test_a_large_answer_comes_whole(workers: Workers) -> None:
    assert await workers.run(ONE, double, 2 ** (8 * 3_000_000)) == 2 ** (8 * 3_000_000 + 1)


async def test_what_is_printed_there_is_no_answer(workers: Workers) -> None:
    assert await workers.run(ONE, say_much) == "an answer"


async def test_a_refusal_comes_back_as_it_is(workers: Workers) -> None:
    with pytest.raises(Refusal, match="csv_too_long") as refused:
        await workers.run(ONE, refuse, 7)
    assert refused.value.values == {"limit": 7}


async def test_a_failure_says_why(workers: Workers) -> None:
    with pytest.raises(TaskFailed, match="ValueError: nonsense"):
        await workers.run(ONE, fail)


async def test_a_crash_is_an_error_to_its_asker_and_to_no_one_else(workers: Workers) -> None:
    crashing = asyncio.create_task(workers.run(ONE, crash))
    assert await workers.run(OTHER, double, 1) == 2
    with pytest.raises(TaskFailed, match="ended with status -9"):
        await crashing
    assert await workers.run(ONE, double, 2) == 4


async def test_what_takes_too_long_is_ended() -> None:
    async with Workers(seconds=0.3) as workers:
        with pytest.raises(TaskFailed, match="more than 0 seconds"):
            await workers.run(ONE, time.sleep, 30)
        assert not workers.pids


@pytest.mark.parametrize("size", [2**40, 2**30])
async def test_what_takes_too_much_memory_fails(size: int) -> None:
    async with Workers(memory=512 * 1024**2) as workers:
        assert await workers.run(ONE, take, 2**20) == 2**20
        with pytest.raises(TaskFailed, match="MemoryError"):
            await workers.run(ONE, take, size)


async def test_a_worker_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    async with Workers() as workers:
        assert "DISCORD_TOKEN" not in await workers.run(ONE, environment)
        assert b"secret-token" not in await workers.run(ONE, environment_at_start)


async def test_where_memory_runs_out_a_worker_is_killed_before_the_bot(workers: Workers) -> None:
    assert await workers.run(ONE, Path.read_text, Path("/proc/self/oom_score_adj")) == "1000\n"


async def test_a_worker_loads_neither_the_bot_nor_what_others_need() -> None:
    async with Workers() as workers:
        for module in ("discord", "matplotlib", "bot", "cogs", "aiosqlite"):
            assert not await workers.run(ONE, loaded, module)


async def test_other_processes_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.workers.pool.NICENESS", 3)
    async with Workers() as workers:
        assert await workers.run(ONE, os.nice, 0) == min(os.nice(0) + 3, 19)


async def test_an_idle_worker_is_let_go() -> None:
    async with Workers(idle=0.05) as workers:
        pid = await workers.run(ONE, process_id)
        await gone(pid)
        assert not workers.pids
        assert await workers.run(ONE, process_id) != pid


async def test_workers_end_with_their_pool() -> None:
    async with Workers() as workers:
        pid = await workers.run(ONE, process_id)
        busy = asyncio.create_task(workers.run(ONE, time.sleep, 30))
        await asyncio.sleep(0.05)
    await gone(pid)
    with pytest.raises(TaskFailed):
        await busy
    with pytest.raises(TaskFailed, match="the bot is stopping"):
        await workers.run(ONE, double, 1)


async def test_a_worker_ends_when_the_task_is_canceled(workers: Workers) -> None:
    pid = await workers.run(ONE, process_id)
    busy = asyncio.create_task(workers.run(ONE, time.sleep, 30))
    await asyncio.sleep(0.05)
    busy.cancel()
    with pytest.raises(asyncio.CancelledError):
        await busy
    await gone(pid)


OWNER = """
import asyncio, time
from storage.workers.pool import Named, Workers

async def main():
    async with Workers() as workers:
        print(await workers.run(1, Named("os", "getpid")), flush=True)
        await asyncio.gather(workers.run(1, time.sleep, 60), workers.run(2, sum, range(10**10)))

asyncio.run(main())
"""


def test_workers_end_when_their_owner_is_killed() -> None:
    """Also in the middle of computing or sleeping."""
    with subprocess.Popen([sys.executable, "-c", OWNER], cwd=ROOT, stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        first = int(owner.stdout.readline())
        time.sleep(0.3)
        children = Path(f"/proc/{owner.pid}/task/{owner.pid}/children").read_text().split()
        assert str(first) in children
        assert len(children) == 2
        owner.kill()
        for child in children:
            _wait_for_end(int(child))


async def test_one_server_with_much_work_keeps_no_other_waiting() -> None:
    """Ten tasks of one server wait when another asks: it is second."""
    async with Workers(most=1) as workers:
        order: list[int] = []

        async def ask(server: int) -> None:
            await workers.run(server, double, 1)
            order.append(server)

        many = [asyncio.create_task(ask(ONE)) for _ in range(10)]
        await asyncio.sleep(0)
        await ask(OTHER)
        await asyncio.gather(*many)
        assert order.index(OTHER) <= 1


async def test_what_a_server_asks_for_beyond_the_limit_is_refused() -> None:
    async with Workers(waiting=2) as workers:
        asked = [asyncio.create_task(workers.run(ONE, double, n)) for n in range(5)]
        assert await workers.run(OTHER, double, 5) == 10
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert answers[:3] == [0, 2, 4]
        assert [str(one) for one in answers[3:]] == ["server_busy"] * 2
