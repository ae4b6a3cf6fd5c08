"""Speed of the rules alone: actions per second on one core, and whether a long game slows them down."""

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.life import GainLife, LoseLife
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.lobby import Lobby, Seated
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import Table, act
from tests.support.stored_games import LIFE

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Engine:
    """The speed of the rules in a game with this many players."""

    players: int
    actions: int
    """Actions carried out earlier in the long game."""
    per_second: float
    growth: float
    """Time per action in the long game, divided by that in a new game."""


def measure(players: int, actions: int) -> Engine:
    """Play a game of this length, then alternately continue from its beginning and its end."""
    begun, turn = _begun(players), _turn(players)
    late = _play(begun, turn, actions)
    seconds = [(_timed(begun, turn), _timed(late, turn)) for _ in range(ROUNDS)]
    early = median(first for first, _ in seconds)
    return Engine(players, actions, 1 / early, median(last for _, last in seconds) / early)


def _timed(table: Table, turn: Sequence[Action]) -> float:
    """Return the seconds per action from here, averaged over a hundred turns."""
    count = 100 * len(turn)
    began = time.perf_counter()
    _play(table, turn, count)
    return (time.perf_counter() - began) / count


def _play(table: Table, turn: Sequence[Action], count: int) -> Table:
    for action in itertools.islice(itertools.cycle(turn), count):
        table = act(table, action).table
    return table


def _begun(players: int) -> Table:
    seats = tuple(Seated(id=str(number), name=f"Player {number}") for number in range(players))
    lobby = act(Lobby(), Gather(options=Options(life=LIFE), seated=seats, host=seats[0].id)).table
    return act(lobby, StartGame(order=tuple(seat.id for seat in seats), draw=0)).table


def _turn(players: int) -> tuple[Action, ...]:
    """Return the actions of a turn: changes to one player, a change to everyone, and its end."""
    everyone = tuple(str(number) for number in range(players))
    first, second = everyone[:2]
    return (
        LoseLife(who=(first,), amount=1),
        GainLife(who=(second,), amount=1),
        DealDamage(to=(second,), amount=2, by=first, combat=True, lifelink=True),
        AddCounters(who=(first,), kind="energy", n=1),
        LoseLife(who=everyone, amount=1),
        EndTurn(),
    )
