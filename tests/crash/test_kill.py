"""kill -9 at any moment: every answered request is in the log, no log has a hole, every table is its fold."""

import random
from pathlib import Path

import pytest

from storage.games.games import Games, Location
from tests.crash.killing import run_and_kill, taken_over
from tests.crash.streamer import CHANNELS, main
from tests.storage.table import assert_sound, whole_log
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

KILLS, FEWER = 25, 8
LONGEST = 0.15

Answers = dict[tuple[int, int], int]
"""Interaction by channel and number of the entry."""


async def stream_and_kill(address: str, moment: float) -> Answers:
    """Return what was answered until ``moment`` seconds after the first answer."""
    lines = await run_and_kill(main, address, after=moment)
    told = (line.split() for line in lines)
    return {(int(channel), int(number)): int(interaction) for channel, number, interaction in told}


async def assert_nothing_lost(address: str | Path, answered: Answers) -> None:
    async with taken_over(str(address)) as database:
        games = Games(database)
        for channel in CHANNELS:
            view = await games.view(Location(channel, None))
            if view is None:
                assert not any(there == channel for there, _ in answered)
                continue
            await assert_sound(games, view.game)
            log = {(channel, entry.number): entry.interaction for entry in await whole_log(games, view.game)}
            for key, interaction in answered.items():
                assert key[0] != channel or log[key] == interaction


async def kill_often(address: str, seed: int, kills: int) -> None:
    chance, answered = random.Random(seed), Answers()
    for _ in range(kills):
        answered |= await stream_and_kill(address, chance.uniform(0, LONGEST))
        await assert_nothing_lost(address, answered)
    assert len(answered) > kills * len(CHANNELS)


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        (1, FEWER),
        pytest.param(1, KILLS, marks=pytest.mark.full),
        pytest.param(2, KILLS, marks=pytest.mark.full),
    ],
)
async def test_what_was_answered_survives_being_killed(tmp_path: Path, seed: int, kills: int) -> None:
    await kill_often(str(tmp_path / "arbiter.db"), seed, kills)


async def test_what_was_answered_survives_being_killed_beside_a_server(postgresql: Server) -> None:
    await kill_often(await postgresql.blank(), 3, FEWER)
