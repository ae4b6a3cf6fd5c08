"""kill -9 of the whole bot amid commands and presses: what was answered is there, and the buttons work."""

import asyncio
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.crash.evening_to_kill import Commands, Report, live
from tests.crash.killing import FORKING
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

KILLS, FEWER = 25, 4
LONGEST = 0.25
"""Seconds of play in one life at most."""
START_TIMEOUT = 60.0
"""Seconds for a life to begin on a busy machine."""


class Bot:
    """The bot of one test, from one life to the next."""

    def __init__(self, file: Path, server: str | None = None) -> None:
        self._file = file
        self._server = server
        self._commands: Commands = []
        self.answered: list[Report] = []

    def lives(self, seed: int, moment: float) -> None:
        """One more life, killed ``moment`` seconds after its beginning."""
        ours, theirs = FORKING.Pipe(duplex=False)
        known = (self._file, self._server, seed, self.answered, self._commands)
        process = FORKING.Process(target=live, args=(*known, theirs))
        process.start()
        theirs.close()
        try:
            reports = self._until_ready(ours)
            time.sleep(moment)
            assert process.exitcode is None, "the bot ended by itself"
        finally:
            process.kill()
            process.join()
        self.answered += reports + _rest(ours)

    def _until_ready(self, pipe: Connection) -> list[Report]:
        reports: list[Report] = []
        while pipe.poll(START_TIMEOUT):
            try:
                told = pipe.recv()
            except EOFError:
                break
            if isinstance(told, list):
                self._commands = told
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


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        (1, FEWER),
        pytest.param(1, KILLS, marks=pytest.mark.full),
        pytest.param(2, KILLS, marks=pytest.mark.full),
    ],
)
def test_what_people_were_answered_survives_the_bot_being_killed(
    tmp_path: Path, seed: int, kills: int
) -> None:
    kill_often(Bot(tmp_path / "arbiter.db"), seed, kills)


@pytest.mark.full
async def test_the_same_beside_a_server(tmp_path: Path, postgresql: Server) -> None:
    bot = Bot(tmp_path / "none.db", await postgresql.blank())
    await asyncio.to_thread(kill_often, bot, 3, FEWER)


def kill_often(bot: Bot, seed: int, kills: int) -> None:
    chance = random.Random(seed)
    for life in range(kills):
        bot.lives(seed * kills + life, chance.uniform(0, LONGEST))
    bot.lives(0, 0)
    assert len(bot.answered) > kills
