"""The clocks of a table, for a page that runs them in the browser."""

import re
from collections.abc import Iterator

from msgspec import Struct

from cogs.text import names, timers
from cogs.text.formatting import unmarked
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.turn_times import RunningTurn, TurnTimes
from rules.turns.clock import Clock

_RUNNING = re.compile(r' data-(since|until)="(\d+)">[^<]*<')


class RunningClock(Struct, frozen=True):
    """A clock: its purpose, and the time from which, or to which, it counts, in milliseconds since 1970.

    ``shown`` is its text when rendered, which stays if neither is given.
    """

    label: str
    shown: str
    since: int | None = None
    until: int | None = None


def clocks(game: Game, clock: Clock, times: TurnTimes, now: int) -> list[RunningClock]:
    """Return the clocks of a game at a time; an empty list while no turn is running."""
    return [*_clocks(game, clock, times, now)] if times.running else []


def _clocks(game: Game, clock: Clock, times: TurnTimes, now: int) -> Iterator[RunningClock]:
    paused = clock.paused_at is not None
    for turn in times.running:
        several = len(times.running) > 1
        label = unmarked(names.taker(game, turn.taker)) if several else tr("Turn")
        yield _turn(label, clock, turn, now, paused=paused)
    found = round_clock(clock, now)
    if found is not None:
        yield found


def round_clock(clock: Clock, now: int) -> RunningClock | None:
    """Return the round's clock at a time; None without one."""
    if clock.round is None:
        return None
    if clock.round.last is not None:
        return RunningClock(tr("Round"), tr("Time!"))
    left = timers.length(max(0, clock.round.ends - clock.moment(now)))
    paused = clock.paused_at is not None
    return RunningClock(tr("Round"), left, until=None if paused else clock.time_of_day(clock.round.ends))


def _turn(label: str, clock: Clock, turn: RunningTurn, now: int, *, paused: bool) -> RunningClock:
    end, moment = clock.end_of(turn), clock.moment(now)
    if end is None:
        since = None if paused else clock.time_of_day(turn.since)
        return RunningClock(label, timers.length(max(0, moment - turn.since)), since=since)
    until = None if paused else clock.time_of_day(end)
    return RunningClock(label, timers.length(max(0, end - moment)), until=until)


def set_to(html: str, now: int) -> str:
    """Return a page's HTML with its running clocks set to a time."""

    def clock(found: re.Match[str]) -> str:
        way, moment = found[1], int(found[2])
        shown = now - moment if way == "since" else moment - now
        return f' data-{way}="{moment}">{timers.length(max(0, shown))}<'

    return _RUNNING.sub(clock, html)
