"""Processes forked from one that has imported the bot: they run half a second sooner than from a shell."""

import asyncio
import logging
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

from bot.__main__ import main

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(
    [
        "bot.serving",
        *(
            f"tests.crash.{name}"
            for name in (
                *("alarm", "announcement_to_kill", "backupper", "compactor", "evening_to_kill"),
                *("forgetter", "league_streamer", "rewriter", "streamer"),
            )
        ),
    ]
)


class ForkedBot:
    """``python -m bot`` in a separate process, to be used as one of asyncio's.

    What a ``sitecustomize.py`` in its folder says is done first, as Python does. What it writes is read by
    ``stdout`` and ``stderr``, or appended to a file, ``log``.
    """

    stdout: asyncio.StreamReader
    stderr: asyncio.StreamReader

    def __init__(
        self,
        folder: Path,
        arguments: tuple[str, ...],
        variables: Mapping[str, str],
        log: Path | None = None,
    ) -> None:
        self._pipes = [FORKING.Pipe(duplex=False) for _ in range(2)] if log is None else []
        output = [writing for _, writing in self._pipes] if log is None else log
        self._process = FORKING.Process(target=_run, args=(folder, arguments, dict(variables), output))

    async def start(self) -> None:
        """Start the process."""
        await asyncio.to_thread(self._process.start)
        loop = asyncio.get_running_loop()
        readers = list[asyncio.StreamReader]()
        for reading, writing in self._pipes:
            writing.close()
            reader = asyncio.StreamReader()
            pipe = os.fdopen(os.dup(reading.fileno()), "rb")
            reading.close()
            await loop.connect_read_pipe(lambda reader=reader: asyncio.StreamReaderProtocol(reader), pipe)
            readers.append(reader)
        if readers:
            self.stdout, self.stderr = readers

    @property
    def pid(self) -> int:
        """The process's ID."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status, negative for a signal, or None while the process runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send the process a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Return the exit status once the process has ended."""
        await asyncio.to_thread(self._process.join)
        assert self._process.exitcode is not None
        return self._process.exitcode

    async def communicate(self) -> tuple[bytes, bytes]:
        """Return all output and errors once the process has ended."""
        output, errors, _ = await asyncio.gather(self.stdout.read(), self.stderr.read(), self.wait())
        return output, errors


def _run(
    folder: Path, arguments: tuple[str, ...], variables: dict[str, str], output: list[Connection] | Path
) -> None:
    files = [output.open("ab")] * 2 if isinstance(output, Path) else output
    for number, file in enumerate(files, start=1):
        os.dup2(file.fileno(), number)
    for file in files:
        file.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.path.insert(0, str(folder))
    sys.orig_argv = [sys.executable, "-m", "bot", *arguments]
    if (folder / "sitecustomize.py").exists():
        runpy.run_path(str(folder / "sitecustomize.py"))
    try:
        sys.exit(main(arguments))
    finally:
        logging.shutdown()  # multiprocessing ends a process without what Python does at exit
