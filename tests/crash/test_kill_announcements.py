"""kill -9 between a commit and its answer: after the start the channel is told once and sees a board."""

import signal
from pathlib import Path

import pytest

from tests.crash.announcement_to_kill import end_and_be_killed, live
from tests.crash.killing import FORKING


def killed_at(file: Path, command: str) -> None:
    """One life up to the answer to a command."""
    process = FORKING.Process(target=end_and_be_killed, args=(file, command))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def told_in_one_more_life(file: Path) -> list[str]:
    """What a channel that has been told nothing reads in one more life."""
    ours, theirs = FORKING.Pipe(duplex=False)
    process = FORKING.Process(target=live, args=(file, theirs))
    process.start()
    theirs.close()
    told: list[str] = ours.recv()
    process.join()
    assert process.exitcode == 0
    return told


@pytest.mark.parametrize(
    ("command", "words"), [("concede", "**Ana wins the game**"), ("game new", "The game begins: ")]
)
def test_the_channel_is_told_once(tmp_path: Path, command: str, words: str) -> None:
    file = tmp_path / "arbiter.db"
    killed_at(file, command)
    after = told_in_one_more_life(file)
    assert sum(words in message for message in after if not message.startswith("-# Game ")) == 1
    assert sum(message.startswith("-# Game ") for message in after) == 1, "a table has one board"
    again = told_in_one_more_life(file)
    assert not any(words in message for message in again if not message.startswith("-# Game "))
