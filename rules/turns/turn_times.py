"""How long turns take: whose run now and since when, and what everybody's turns have taken so far.

A fold over the facts of a game, with the moment of each. Moments are milliseconds on the table's own clock,
which stands still while the table pauses; `rules.turns.clock` makes them from the time of day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.events.endings import GameEnded, GameRestarted
from rules.events.event import Event
from rules.events.library import HandChanged
from rules.events.table import GameStarted
from rules.events.turns import MarkerRemoved, TurnBegan, TurnEnded
from rules.game.game import Game
from rules.game.parts import MarkerState, Taker


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningTurn:
    """A turn that is being taken, in Grand Melee with a marker, and when it began."""

    taker: Taker
    since: int
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUsed:
    """What the turns of one taker have taken, in milliseconds, and how many they were."""

    total: int = 0
    turns: int = 0
    longest: int = 0

    def and_one_of(self, length: int) -> "TimeUsed":
        """With one more turn of this length."""
        return TimeUsed(total=self.total + length, turns=self.turns + 1, longest=max(self.longest, length))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTimes:
    """The turns that run now, and the time that the turns before them have taken."""

    running: tuple[RunningTurn, ...] = ()
    spent: Mapping[Taker, TimeUsed] = field(default_factory=dict[str, TimeUsed])

    def of(self, taker: Taker) -> TimeUsed:
        """What a taker's turns have taken, without the one that runs."""
        return self.spent.get(taker, TimeUsed())


_TELLING = frozenset(
    (
        GameStarted,
        GameRestarted,
        TurnBegan,
        TurnEnded,
        MarkerRemoved,
        HandChanged,
        GameEnded,
    )
)
"""The facts that turns begin and end by."""


def concerned(happened: Iterable[Event]) -> bool:
    """Whether any of these facts has to do with how long turns take; mostly none has."""
    return not _TELLING.isdisjoint(map(type, happened))


def go_on(pace: TurnTimes, happened: Iterable[Event], at: int) -> TurnTimes:
    """The pace after these facts, which happened at one moment."""
    for event in happened:
        pace = _after(pace, event, at)
    return pace


def _after(pace: TurnTimes, event: Event, at: int) -> TurnTimes:
    match event:
        case GameStarted(game=game) | GameRestarted(game=game):
            return TurnTimes(running=_first(game, at))
        case TurnBegan(taker=taker, marker=marker):
            pace = _ended(pace, marker, at)
            return replace(pace, running=(*pace.running, RunningTurn(taker=taker, since=at, marker=marker)))
        case TurnEnded(marker=marker) | MarkerRemoved(marker=marker):
            return _ended(pace, marker, at)
        case HandChanged() if not pace.spent:
            # Nobody's first turn begins before the opening hands are kept (103.5, 103.8).
            return replace(pace, running=tuple(replace(turn, since=at) for turn in pace.running))
        case GameEnded():
            for turn in pace.running:
                pace = _ended(pace, turn.marker, at)
            return pace
        case _:
            return pace


def _first(game: Game, at: int) -> tuple[RunningTurn, ...]:
    if not game.rules.markers:
        return (RunningTurn(taker=game.turn.taker, since=at),)
    return tuple(
        RunningTurn(taker=one.at, since=at, marker=one.number)
        for one in game.markers
        if one.state is MarkerState.TURN and one.at is not None
    )


def _ended(pace: TurnTimes, marker: int | None, at: int) -> TurnTimes:
    ending = [turn for turn in pace.running if turn.marker == marker]
    if not ending:
        return pace
    spent = dict(pace.spent)
    for turn in ending:
        spent[turn.taker] = pace.of(turn.taker).and_one_of(max(0, at - turn.since))
    return TurnTimes(running=tuple(turn for turn in pace.running if turn.marker != marker), spent=spent)
