"""Heavy work in separate processes, so that other commands don't wait for it.

Work is a function that only depends on its arguments; both are pickled. A worker is started when there is
work, and stopped after a while without any. It has none of the bot's secrets, is limited in memory and
time, and ends with the bot, however that ends.
"""

import asyncio
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import ParamSpec, Self, TypeVar, cast

from msgspec import Struct

from rules.refusal import Refusal
from storage.workers.fair_queue import FairQueue
from storage.workers.program import LENGTH_HEADER_BYTES
from storage.workers.slices import pause

P = ParamSpec("P")
T = TypeVar("T")

WORKING_DIRECTORY = Path(__file__).parents[2]
WORKER_PROGRAM = "storage.workers.program"
MAX_WORKERS = 2
"""Maximum simultaneous workers; each takes 13 MB, and 85 MB once it has drawn."""
MAX_WAITING_TASKS = 10
"""Tasks of one server that may wait."""
MEMORY = 512 * 1024**2
"""Bytes of address space of a worker; one that draws has half of that."""
SECONDS = 60.0
"""Maximum seconds of a task; the first picture on a slow machine builds the cache of fonts."""
NICENESS = 10
"""The niceness of workers: games come first."""
WORKER_IDLE = 60.0
"""Seconds without work after which a worker is stopped."""
KEPT_VARIABLES = (
    *("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP"),
    *("LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "MPLCONFIGDIR"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONHOME"),
)
"""The variables of the environment that workers get."""


class TaskFailed(Exception):
    """A task could not be carried out; the text says why."""


class Named(Struct, frozen=True):
    """A function of a module that only workers load, which returns bytes, such as a picture."""

    module: str
    name: str

    def __call__(self, *arguments: object) -> bytes:
        """Load the module and call the function."""
        return getattr(import_module(self.module), self.name)(*arguments)


class Workers:
    """At most ``most`` worker processes, shared fairly by requesters; ``async with`` it.

    ``waiting``: tasks of one requester that may wait. ``memory``: the bytes that a worker may use.
    ``seconds``: the limit of a task. ``idle``: seconds without work after which a worker process ends.
    """

    def __init__(
        self,
        *,
        most: int = MAX_WORKERS,
        waiting: int = MAX_WAITING_TASKS,
        memory: int = MEMORY,
        seconds: float = SECONDS,
        idle: float = WORKER_IDLE,
    ) -> None:
        self._memory = memory
        self._seconds = seconds
        self._idle = idle
        self._closed = False
        self._queue = FairQueue(most, waiting)
        self.require_room = self._queue.require_room
        """Call it before deferring an answer: raises as `run` does if too much is waiting."""
        self._workers: set[_Worker] = set()
        self._resting: list[_Worker] = []
        self._ending: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    @property
    def waiting(self) -> int:
        """How many tasks are waiting for a worker."""
        return len(self._queue)

    @property
    def pids(self) -> Sequence[int]:
        """The processes that there are now."""
        return [worker.pid for worker in self._workers]

    async def run(self, requester: int, function: Callable[P, T], *arguments: P.args, **_none: P.kwargs) -> T:
        """Return the result of ``function`` for the arguments.

        ``requester`` is the ID of a server, or of a user outside of servers.

        Raises Refusal "server_busy" if too many of the requester's calls are waiting, and the function's
        refusals; TaskFailed for any other error, for too much time or memory, or if the process ends.
        """
        async with self._queue.turn(requester):
            worker = self._resting.pop() if self._resting else await self._start()
            try:
                await pause()
                call = pickle.dumps((function, arguments))
                await pause()  # a megabyte takes its time, and to write it takes more
                async with asyncio.timeout(self._seconds):
                    well, answer = await worker.ask(call)
            except TimeoutError:
                raise TaskFailed(f"it took more than {self._seconds:.0f} seconds") from None
            finally:
                self._rest(worker)
        if well:
            return cast("T", answer)
        raise answer if isinstance(answer, Refusal) else TaskFailed(answer)

    async def close(self) -> None:
        """End every worker, including busy ones; waiting tasks fail."""
        self._closed = True
        for worker in tuple(self._workers):
            self._end(worker)
        await asyncio.gather(*self._ending)

    async def _start(self) -> "_Worker":
        if self._closed:
            raise TaskFailed("the bot is stopping")
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", WORKER_PROGRAM, str(self._memory), str(NICENESS)),
                cwd=WORKING_DIRECTORY,
                stdin=pipe,
                stdout=pipe,
                # Each thread of a library would reserve address space, which is limited.
                env={
                    **environment,
                    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MALLOC_ARENA_MAX"), "1"),
                },
            )
        except OSError as error:
            raise TaskFailed(str(error)) from error
        worker = _Worker(process)
        self._workers.add(worker)
        return worker

    def _rest(self, worker: "_Worker") -> None:
        """Return a worker to the pool, or end it if it is broken or no longer belongs there."""
        if worker.broken or worker not in self._workers:
            self._end(worker)
            return
        self._resting.append(worker)
        worker.timer = asyncio.get_running_loop().call_later(self._idle, self._end, worker)

    def _end(self, worker: "_Worker") -> None:
        self._workers.discard(worker)
        if worker in self._resting:
            self._resting.remove(worker)
        ending = asyncio.get_running_loop().create_task(worker.end(), name="end of a worker")
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid
        self.broken = False
        """Whether it is in the middle of a call, or gone."""
        self.timer: asyncio.TimerHandle | None = None
        self._asking = asyncio.Lock()

    async def ask(self, call: bytes) -> tuple[bool, object]:
        """Let the worker carry out a call; raises TaskFailed when the process ends."""
        if self.timer is not None:
            self.timer.cancel()
        self.broken = True
        reader, writer = self._process.stdout, self._process.stdin
        assert reader is not None
        assert writer is not None
        async with self._asking:
            try:
                writer.write(len(call).to_bytes(LENGTH_HEADER_BYTES) + call)
                await writer.drain()
                answer = await reader.readexactly(
                    int.from_bytes(await reader.readexactly(LENGTH_HEADER_BYTES))
                )
            except (asyncio.IncompleteReadError, ConnectionError):
                status = await self._process.wait()
                raise TaskFailed(f"the process ended with status {status}") from None
        self.broken = False
        return pickle.loads(answer)

    async def end(self) -> None:
        """Kill the process and wait for its end."""
        if self.timer is not None:
            self.timer.cancel()
        if self._process.returncode is None:
            self._process.kill()
        async with self._asking:
            await self._process.communicate()
