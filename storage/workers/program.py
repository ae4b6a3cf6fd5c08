"""A worker process: ``python -m storage.workers.program BYTES NICENESS`` carries out calls, one by one.

Each call is a pickled function with its arguments on standard input; its result goes to standard output, both
preceded by their length. ``BYTES`` limits its memory; ``NICENESS`` lowers its priority. It ends with its
standard input or its parent process, even in the middle of a call.
"""

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import BinaryIO

from rules.refusal import Refusal

LENGTH_HEADER_BYTES = 8
"""Bytes of a length."""
PARENT_DEATH_SIGNAL = 1
"""prctl's number for the signal that a process gets when the one that started it ends."""


def main() -> None:
    """Carry out calls until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot says when to stop
    if sys.platform != "win32":
        import resource

        memory, niceness = map(int, sys.argv[1:])
        os.nice(niceness)
        # macOS has the limit and doesn't always take it.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    end_with_parent()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints isn't an answer
    calls = queue.SimpleQueue[bytes]()
    threading.Thread(target=_read, args=(sys.stdin.buffer, calls), daemon=True).start()
    while True:
        answer = _answer(calls.get())
        answers.write(len(answer).to_bytes(LENGTH_HEADER_BYTES) + answer)
        answers.flush()


def end_with_parent() -> None:
    """Make Linux kill this process when the bot ends, and before the bot if memory runs out."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")
        # Where the system allows no such call, the end of what the bot sends has to do.
        with contextlib.suppress(ImportError, MemoryError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _read(source: BinaryIO, calls: "queue.SimpleQueue[bytes]") -> None:
    while len(header := source.read(LENGTH_HEADER_BYTES)) == LENGTH_HEADER_BYTES:
        calls.put(source.read(int.from_bytes(header)))
    os._exit(0)


def _answer(call: bytes) -> bytes:
    """Carry out a pickled call; return, pickled, whether it succeeded, and its value, its Refusal or the
    trace of its failure."""
    try:
        function, arguments = pickle.loads(call)
        return pickle.dumps((True, function(*arguments)))
    except Refusal as refusal:
        return pickle.dumps((False, refusal))
    except Exception as error:  # noqa: BLE001  the caller gets it
        return pickle.dumps((False, "".join(traceback.format_exception(error)).strip()))


if __name__ == "__main__":
    main()
