"""What is noted on clocks without anybody typing it."""

import contextlib
from collections.abc import Sequence

import discord
from msgspec.structs import replace

from cogs.core.context import number_of
from cogs.core.service import GameService
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.refusal import Refusal
from rules.table import Table
from rules.turns.clock import ClockChange, StartRound, StartTurnTimer
from storage.engine.timestamps import milliseconds
from storage.games.games import Committed, Games, Request
from storage.settings.definitions import ROUND, ROUND_TURNS, TURN_TIMER
from storage.settings.settings import EffectiveSettings


async def start_clocks(
    service: GameService, interaction: discord.Interaction, request: Request, committed: Committed
) -> None:
    """Start the clocks of a game that has begun: a round that it is part of, and what the settings want.

    Raises NotCommitted.
    """
    if not isinstance(committed.before, Lobby) or not isinstance(committed.after, Game):
        return
    games, chosen = service.games, await service.settings_for(interaction)
    carried = await _carried(games, committed)
    changes = wanted(chosen, committed.after)
    if carried is not None:
        changes = [carried, *(one for one in changes if not isinstance(one, StartRound))]
    for change in changes:
        cause = f"{request.interaction} {type(change).__name__}"
        with contextlib.suppress(Refusal):  # somebody was quicker
            following = replace(request, interaction=number_of(cause))
            await games.set_clock(committed.game, following, lambda _, change=change: change)


async def _carried(games: Games, committed: Committed) -> ClockChange | None:
    """The rest of a round for several games, if the game before was one of them and of the same people."""
    earlier = await games.before(committed.game)
    if earlier is None or not isinstance(earlier.table, Game) or not isinstance(committed.after, Game):
        return None
    people, then = ({one.id for one in table.players} for table in (committed.after, earlier.table))
    return earlier.clock.carried(milliseconds(games.now())) if people == then else None


def is_match(table: Table) -> bool:
    """Whether a round at this table is one of several games where nobody says otherwise: two players have
    matches."""
    return isinstance(table, Game) and len(table.players) == 2


def wanted(chosen: EffectiveSettings, table: Table) -> Sequence[ClockChange]:
    """The clocks that run in every game by these settings."""
    changes: list[ClockChange] = []
    minutes = chosen[ROUND]
    if minutes is not None:
        changes.append(StartRound(seconds=60 * minutes, turns=chosen[ROUND_TURNS], match=is_match(table)))
    minutes = chosen[TURN_TIMER]
    if minutes is not None:
        changes.append(StartTurnTimer(seconds=60 * minutes))
    return changes
