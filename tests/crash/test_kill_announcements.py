"""kill -9 between a commit and its reply: after the start the channel has one announcement and a board."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.crash.announcement_to_kill import end_and_be_killed, live
from tests.crash.killing import FORKING
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

COMMANDS = pytest.mark.parametrize(
    ("command", "words"), [("concede", "(CR 104.2a)"), ("game new", "Seats: ")]
)


def killed_at(file: Path, server: str | None, command: str) -> None:
    """One life up to the answer to a command."""
    process = FORKING.Process(target=end_and_be_killed, args=(file, server, command))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def told_in_one_more_life(file: Path, server: str | None) -> list[str]:
    """Return what a channel that has been told nothing reads in one more life."""
    ours, theirs = FORKING.Pipe(duplex=False)
    process = FORKING.Process(target=live, args=(file, server, theirs))
    process.start()
    theirs.close()
    told: list[str] = ours.recv()
    process.join()
    assert process.exitcode == 0
    return told


@pytest.mark.sample(2)
@COMMANDS
def test_the_channel_reads_it_once(tmp_path: Path, command: str, words: str) -> None:
    assert_told_once(tmp_path / "arbiter.db", None, command, words)


@pytest.mark.full
@COMMANDS
async def test_the_channel_of_a_server_reads_it_once(
    tmp_path: Path, postgresql: Server, command: str, words: str
) -> None:
    server = await postgresql.blank()
    await asyncio.to_thread(assert_told_once, tmp_path / "none.db", server, command, words)


def assert_told_once(file: Path, server: str | None, command: str, words: str) -> None:
    killed_at(file, server, command)
    after = told_in_one_more_life(file, server)
    assert sum(words in message for message in after if not message.startswith("-# Game ")) == 1
    assert sum(message.startswith("-# Game ") for message in after) == 1, "a table has one board"
    again = told_in_one_more_life(file, server)
    assert not any(words in message for message in again if not message.startswith("-# Game "))
