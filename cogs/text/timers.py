"""Clocks in words: on the board, in the log, when time is up, and each player's time used.

Future times are Discord timestamps, which readers' apps count down.
"""

from cogs.text import names
from cogs.text.formatting import escape, listed, strong
from cogs.text.language import tr, trn
from rules.game.game import Game
from rules.game.parts import TurnOwner
from rules.game.turn_times import RunningTurn, TimeUsed, TurnTimes
from rules.turns import clock as ck
from rules.turns.clock import SECOND, Clock, ClockChange


def board_lines(game: Game, clock: Clock, pace: TurnTimes) -> list[str]:
    """Return whose turn it is and since when, and when clocks run out; empty once the game is over."""
    if not pace.running:
        return []
    lines = [f"-# {' · '.join(_running_turns(game, clock, pace))}"]
    if clock.paused_at is not None:
        lines.append(strong(tr("Timers are paused.")))
    if clock.round is not None:
        lines.append(f"-# {_round(game, clock, clock.round)}")
    return lines


def _running_turns(game: Game, clock: Clock, pace: TurnTimes) -> list[str]:
    several = len(pace.running) > 1
    return [_running(game, clock, turn, named=several) for turn in pace.running]


def _running(game: Game, clock: Clock, turn: RunningTurn, *, named: bool) -> str:
    ends = clock.end_of(turn)
    if clock.paused_at is not None:
        taken = length(clock.moment(clock.paused_at) - turn.since)
        if named:
            return tr("{who}: {taken} into the turn", who=names.taker(game, turn.taker), taken=taken)
        return tr("Turn so far: {taken}", taken=taken)
    since = stamp(clock.time_of_day(turn.since))
    if ends is None:
        if named:
            return tr("{who}: turn began {since}", who=names.taker(game, turn.taker), since=since)
        return tr("Turn began {since}", since=since)
    end = stamp(clock.time_of_day(ends))
    if named:
        who = names.taker(game, turn.taker)
        return tr("{who}: turn began {since}, time is up {end}", who=who, since=since, end=end)
    return tr("Turn began {since}, time is up {end}", since=since, end=end)


def _round(game: Game, clock: Clock, round: ck.Round) -> str:
    if round.last is not None:
        return _additional(game, round, round.last)
    if clock.paused_at is not None:
        left = round.ends - clock.moment(clock.paused_at)
        return tr("Round: {left} left", left=length(max(0, left)))
    return tr("Round: time is up {end}", end=stamp(clock.time_of_day(round.ends)))


def _additional(game: Game, round: ck.Round, last: int) -> str:
    done = game.turn.number - (last - round.turns)
    if game.turn.number > last:
        return tr("Round: time was called, and the additional turns are over")
    if game.turn.number == last:
        return tr("Round: time was called, this is the last turn")
    if done <= 0:
        return trn(
            "Round: time was called, {n} additional turn follows this one",
            "Round: time was called, {n} additional turns follow this one",
            round.turns,
        )
    return tr("Round: time was called, additional turn {n} of {all}", n=done, all=round.turns)


def turn_after_time(before: Game, after: Game, clock: Clock) -> str:
    """Return the notice for a turn that begins after the round's time is up; usually empty."""
    last = None if clock.round is None else clock.round.last
    if last is None or after.outcome is not None or not before.turn.number < after.turn.number:
        return ""
    if after.turn.number == last:
        return tr("Time was called: this is the last turn of the round.")
    if before.turn.number <= last < after.turn.number:
        return tr(
            "**The round is over.** If no one has won, the game is a draw. Record it with `/draw "
            "reason:agreement`."
        )
    return ""


def warning(left: int, end: int) -> str:
    """Return the warning that the round ends in this many milliseconds, at this time."""
    return trn(
        "**{n} minute left** in the round. Time is up {end}.",
        "**{n} minutes left** in the round. Time is up {end}.",
        max(1, -(-left // (60 * SECOND))),
        end=stamp(end),
    )


def time(game: Game, turns: int) -> str:
    """Return the notice that the round's time is up, with the remaining turns."""
    takers = [strong(names.taker(game, taker)) for taker in game.active_takers]
    who = listed(takers)
    if turns and len(takers) > 1:
        return trn(
            "**Time!** {who} finish their turns, and then {n} additional turn is played. If no one has "
            "won by then, the game is a draw.",
            "**Time!** {who} finish their turns, and then {n} additional turns are played. If no one "
            "has won by then, the game is a draw.",
            turns,
            who=who,
        )
    if turns:
        return trn(
            "**Time!** {who} finishes this turn, and then {n} additional turn is played. If no one has "
            "won by then, the game is a draw.",
            "**Time!** {who} finishes this turn, and then {n} additional turns are played. If no one "
            "has won by then, the game is a draw.",
            turns,
            who=who,
        )
    if len(takers) > 1:
        return tr(
            "**Time!** {who} finish their turns, and then the round is over. If no one has won by then,"
            " the game is a draw.",
            who=who,
        )
    return tr(
        "**Time!** {who} finishes this turn, and then the round is over. If no one has won by then, the"
        " game is a draw.",
        who=who,
    )


def turn_over(game: Game, clock: Clock, taker: TurnOwner) -> str:
    """Return the notice that a turn's time is up."""
    limit = 0 if clock.timer is None else clock.timer.limit
    who = strong(names.taker(game, taker))
    return tr("{who}: time is up for this turn ({limit}).", who=who, limit=span(limit // SECOND))


def clock_change(game: Game | None, change: ClockChange) -> str:
    """Return the log's text for a change of the clocks."""
    match change:
        case ck.StartRound(seconds=seconds, turns=0):
            return tr("started a round timer of {time}", time=span(seconds))
        case ck.StartRound(seconds=seconds, turns=turns):
            return trn(
                "started a round timer of {time}, then {n} additional turn",
                "started a round timer of {time}, then {n} additional turns",
                turns,
                time=span(seconds),
            )
        case ck.StartTurnTimer(seconds=seconds, passes=False):
            return tr("started a turn timer of {time}", time=span(seconds))
        case ck.StartTurnTimer(seconds=seconds):
            return tr("started a turn timer of {time} with autopass", time=span(seconds))
        case ck.ExtendRound() | ck.ExtendTurn():
            return _extended(game, change)
        case ck.Pause():
            return tr("paused the timers")
        case ck.Resume():
            return tr("resumed the timers")
        case ck.Stop(what="round"):
            return tr("stopped the round timer")
        case ck.Stop(what="turn"):
            return tr("stopped the turn timer")
        case ck.CallTime(turn=turn):
            return tr("called time on turn {turn}", turn=turn)
        case ck.CallTurn(turn=turn):
            return tr("called time on {who}'s turn", who=_taker(game, turn.taker))
        case _:
            return tr("stopped the timers")


def _extended(game: Game | None, change: ck.ExtendRound | ck.ExtendTurn) -> str:
    more, reason = span(abs(change.seconds)), escape(change.reason)
    if isinstance(change, ck.ExtendRound):
        if change.seconds < 0:
            return tr("shortened the round by {time}", time=more)
        if reason:
            return tr("extended the round by {time} ({reason})", time=more, reason=reason)
        return tr("extended the round by {time}", time=more)
    who = _taker(game, change.turn.taker)
    if reason:
        return tr("extended {who}'s turn by {time} ({reason})", who=who, time=more, reason=reason)
    return tr("extended {who}'s turn by {time}", who=who, time=more)


def _taker(game: Game | None, taker: TurnOwner) -> str:
    return names.taker(game, taker) if game is not None else escape(taker)


def clock_announcement(who: str, game: Game, change: ClockChange, clock: Clock, pace: TurnTimes) -> str:
    """Return the announcement of a change of the clocks, with their times now."""
    lines = [tr("{who} {did}.", who=strong(escape(who)), did=clock_change(game, change))]
    if clock.round is not None:
        lines.append(_round(game, clock, clock.round))
    if clock.timer is not None:
        lines += _running_turns(game, clock, pace)
    if isinstance(change, ck.StartRound) and change.match:
        lines.append(tr("The timer continues in the same players' next game."))
    return "\n".join(lines)


def clocks_text(game: Game, clock: Clock, pace: TurnTimes, now: int) -> str:
    """Return the clocks and the times of turns, at this time."""
    lines = [tr("No round timer. `/clock round` starts one.")]
    if clock.round is not None:
        lines = [_round(game, clock, clock.round)]
    if clock.timer is None:
        lines.append(tr("No turn timer. `/clock turn` starts one."))
    elif clock.timer.passes:
        lines.append(tr("Turn timer: {time}, then the turn passes", time=span(clock.timer.limit // SECOND)))
    else:
        lines.append(tr("Turn timer: {time}", time=span(clock.timer.limit // SECOND)))
    if clock.paused_at is not None:
        lines.append(strong(tr("Timers are paused.")))
    elif pace.running:
        lines += _running_turns(game, clock, pace)
    return "\n".join((*lines, *taken(game, pace, clock.moment(now))))


def taken(game: Game, pace: TurnTimes, moment: int) -> list[str]:
    """Return a line for each player with used time, running turns counted up to a table's moment."""
    running = {turn.taker: max(0, moment - turn.since) for turn in pace.running}
    lines: list[str] = []
    for taker in game.takers:
        spent = pace.of(taker)
        if taker in running:
            spent = spent.and_one_of(running[taker])
        if spent.turns:
            lines.append(f"-# {_spent(game, taker, spent)}")
    return lines


def pace_summary(game: Game, pace: TurnTimes) -> str:
    """Return a line with each player's time for the end of a game; empty if turns were hardly played."""
    takers = [taker for taker in game.takers if pace.of(taker).turns]
    turns, took = sum(pace.of(one).turns for one in takers), sum(pace.of(one).total for one in takers)
    if turns < 2 or took < 60 * SECOND:
        return ""
    times = " · ".join(f"{names.taker(game, taker)} {length(pace.of(taker).total)}" for taker in takers)
    return "-# " + tr("Time used: {times}", times=times)


def _spent(game: Game, taker: TurnOwner, spent: TimeUsed) -> str:
    return trn(
        "{who}: {total} in {n} turn, longest {longest}",
        "{who}: {total} in {n} turns, longest {longest}",
        spent.turns,
        who=names.taker(game, taker),
        total=length(spent.total),
        longest=length(spent.longest),
    )


def stamp(moment: int) -> str:
    """Return a time in Discord's relative format."""
    return f"<t:{moment // SECOND}:R>"


def length(milliseconds: int) -> str:
    """Return a duration such as 4:07 or 1:02:30."""
    minutes, seconds = divmod(milliseconds // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def span(seconds: int) -> str:
    """Return a duration, in words if it is whole minutes or less than one."""
    if seconds < 60:
        return trn("{n} second", "{n} seconds", seconds)
    if seconds % 60:
        return length(seconds * SECOND)
    return trn("{n} minute", "{n} minutes", seconds // 60)
