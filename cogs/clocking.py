"""What is noted on clocks without anybody typing it, and the numbers that let it be noted only once."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from rules.clock import Change, StartRound, StartTurnTimer
from rules.game import Game
from rules.lobby import Lobby
from rules.refusal import Refusal
from storage.games import Committed, Games, Request
from storage.settings import ROUND, ROUND_TURNS, TURN_TIMER, Chosen


def number_of(cause: str) -> int:
    """A number for something that follows from a cause, as an interaction's, but below zero: the same cause
    has the same number, so that what follows is noted once."""
    return ~(int.from_bytes(blake2b(cause.encode(), digest_size=8).digest()) >> 1)


def begins(committed: Committed) -> bool:
    """Whether this has begun a game."""
    return isinstance(committed.before, Lobby) and isinstance(committed.after, Game)


async def start_clocks(games: Games, chosen: Chosen, request: Request, committed: Committed) -> None:
    """Starts the clocks that these settings want in a game that has begun. Raises NotCommitted."""
    for change in wanted(chosen):
        cause = f"{request.interaction} {type(change).__name__}"
        with contextlib.suppress(Refusal):  # somebody was quicker
            following = replace(request, interaction=number_of(cause))
            await games.set_clock(committed.game, following, lambda _, change=change: change)


def wanted(chosen: Chosen) -> Sequence[Change]:
    """The clocks that run in every game by these settings."""
    changes: list[Change] = []
    minutes = chosen[ROUND]
    if minutes is not None:
        changes.append(StartRound(seconds=60 * minutes, turns=chosen[ROUND_TURNS]))
    minutes = chosen[TURN_TIMER]
    if minutes is not None:
        changes.append(StartTurnTimer(seconds=60 * minutes))
    return changes
