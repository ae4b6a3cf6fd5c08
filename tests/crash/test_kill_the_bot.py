"""kill -9 of the whole bot amid commands and presses: what was answered is there, and the buttons work."""

import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.crash.evening_to_kill import READY, Report, live
from tests.crash.killing import FORKING

KILLS = 25
LONGEST = 0.25
"""Seconds of play in one life at most."""
PATIENCE = 60.0
"""Seconds for a life to begin on a busy machine."""


def one_life(file: Path, seed: int, answered: list[Report], moment: float) -> list[Report]:
    """Everything answered up to the end of one more life, killed ``moment`` seconds after its beginning."""
    ours, theirs = FORKING.Pipe(duplex=False)
    process = FORKING.Process(target=live, args=(file, seed, answered, theirs))
    process.start()
    theirs.close()
    try:
        reports = _until_ready(ours)
        time.sleep(moment)
        assert process.exitcode is None, "the bot ended by itself"
    finally:
        process.kill()
        process.join()
    return answered + reports + _rest(ours)


def _until_ready(pipe: Connection) -> list[Report]:
    reports: list[Report] = []
    while pipe.poll(PATIENCE):
        try:
            told = pipe.recv()
        except EOFError:
            break
        if told == READY:
            return reports
        reports.append(told)
    raise AssertionError("the bot did not come up with everything that it had answered")


def _rest(pipe: Connection) -> list[Report]:
    reports: list[Report] = []
    try:
        while pipe.poll():
            reports.append(pipe.recv())
    except (EOFError, OSError):  # killed while it was reporting
        pass
    return reports


@pytest.mark.parametrize("seed", [1, 2])
def test_what_people_were_answered_survives_the_bot_being_killed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    answered: list[Report] = []
    for life in range(KILLS):
        answered = one_life(
            tmp_path / "arbiter.db", seed * KILLS + life, answered, chance.uniform(0, LONGEST)
        )
    one_life(tmp_path / "arbiter.db", 0, answered, 0)
    assert len(answered) > KILLS
