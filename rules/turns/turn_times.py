"""The times of turns, derived from a game's events and their times, in the table's milliseconds."""

from collections.abc import Iterable

from msgspec.structs import replace

from rules.events.endings import GameEnded, GameRestarted
from rules.events.event import Event
from rules.events.library import HandChanged
from rules.events.table import GameFixed, GameStarted
from rules.events.turns import MarkerRemoved, TurnBegan, TurnEnded
from rules.game.game import Game
from rules.game.parts import MarkerState
from rules.game.turn_times import RunningTurn, TurnTimes

_TURN_EVENTS = frozenset(
    (
        GameStarted,
        GameRestarted,
        GameFixed,
        TurnBegan,
        TurnEnded,
        MarkerRemoved,
        HandChanged,
        GameEnded,
    )
)
"""The events that begin or end turns."""


def affects_turns(events: Iterable[Event]) -> bool:
    """Return whether any of these events begins or ends a turn; usually none does."""
    return not _TURN_EVENTS.isdisjoint(map(type, events))


def advance(times: TurnTimes, events: Iterable[Event], at: int) -> TurnTimes:
    """Return the times after these events, which happened at one moment of the table."""
    for event in events:
        times = _after(times, event, at)
    return times


def _after(times: TurnTimes, event: Event, at: int) -> TurnTimes:
    match event:
        case GameStarted(game=game) | GameRestarted(game=game):
            return TurnTimes(running=_first(game, at))
        case GameFixed():
            return event.turn_times
        case TurnBegan(taker=taker, marker=marker):
            times = _ended(times, marker, at)
            return replace(times, running=(*times.running, RunningTurn(taker=taker, since=at, marker=marker)))
        case TurnEnded(marker=marker) | MarkerRemoved(marker=marker):
            return _ended(times, marker, at)
        case HandChanged() if not times.spent:
            # No one's first turn begins before the opening hands are kept (103.5, 103.8).
            return replace(times, running=tuple(replace(turn, since=at) for turn in times.running))
        case GameEnded():
            for turn in times.running:
                times = _ended(times, turn.marker, at)
            return times
        case _:
            return times


def _first(game: Game, at: int) -> tuple[RunningTurn, ...]:
    if not game.rules.markers:
        return (RunningTurn(taker=game.turn.taker, since=at),)
    return tuple(
        RunningTurn(taker=one.at, since=at, marker=one.number)
        for one in game.markers
        if one.state is MarkerState.TURN and one.at is not None
    )


def _ended(times: TurnTimes, marker: int | None, at: int) -> TurnTimes:
    ending = [turn for turn in times.running if turn.marker == marker]
    if not ending:
        return times
    spent = dict(times.spent)
    for turn in ending:
        spent[turn.taker] = times.of(turn.taker).and_one_of(max(0, at - turn.since))
    return TurnTimes(running=tuple(turn for turn in times.running if turn.marker != marker), spent=spent)
