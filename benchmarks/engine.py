"""What the rules themselves cost: actions per second on one core, and whether a long game slows them down."""

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.tables import LIFE
from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.life import DealDamage, GainLife, LoseLife
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.lobby import Lobby, Seated
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import Table, act

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Engine:
    """How quickly the rules carry out actions in a game of so many players."""

    players: int
    actions: int
    """Already carried out in the long game."""
    per_second: float
    growth: float
    """The time of an action in the long game, over that in one that has just begun."""


def measure(players: int, actions: int) -> Engine:
    """Play a game of this length, then go on at its beginning and at its end in turn."""
    begun, turn = _begun(players), _turn(players)
    late = _play(begun, turn, actions)
    seconds = [(_timed(begun, turn), _timed(late, turn)) for _ in range(ROUNDS)]
    early = median(first for first, _ in seconds)
    return Engine(players, actions, 1 / early, median(last for _, last in seconds) / early)


def _timed(table: Table, turn: Sequence[Action]) -> float:
    """Seconds that an action takes from here, on average over a hundred turns."""
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
    """What happens in a turn: single changes, one for everybody, and the turn's end."""
    everybody = tuple(str(number) for number in range(players))
    first, second = everybody[:2]
    return (
        LoseLife(who=(first,), amount=1),
        GainLife(who=(second,), amount=1),
        DealDamage(to=(second,), amount=2, by=first, combat=True, lifelink=True),
        AddCounters(who=(first,), kind="energy", n=1),
        LoseLife(who=everybody, amount=1),
        EndTurn(),
    )
