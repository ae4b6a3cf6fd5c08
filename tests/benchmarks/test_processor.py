"""The CPU time of other processes is what they say themselves."""

import os
import subprocess
import sys

import pytest

from benchmarks.engines.processor import SYSTEM, used_below, used_by

SECONDS = 0.2
SPIN = f"""
import time
while time.process_time() < {SECONDS}:
    pass
print(flush=True)
input()
"""


@pytest.mark.skipif(not (SYSTEM / "self" / "stat").exists(), reason="the system doesn't tell")
def test_what_a_process_has_started_counts_while_it_runs_and_once_it_has_ended() -> None:
    tick = 2 / os.sysconf("SC_CLK_TCK")
    before = used_below(os.getpid())
    with subprocess.Popen(
        (sys.executable, "-c", SPIN), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None, "it is a pipe"
        child.stdout.readline()
        running = used_below(os.getpid()) - before
        assert used_by(child.pid) >= SECONDS
        child.communicate(b"\n")
    assert running >= SECONDS - tick
    assert used_below(os.getpid()) - before >= running
    assert used_below(child.pid) == 0
