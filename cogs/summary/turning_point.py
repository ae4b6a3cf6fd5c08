"""The turning point of a game, from its curves alone."""

from collections.abc import Sequence

from cogs.drawing.truncate import truncate
from cogs.summary.curves import Fate, LifeCurves, LifeLine
from cogs.text.formatting import listed
from cogs.text.language import tr, trn

SHORT_NAME = 20
"""Letters of a name inside of a sentence, so that the rest of it fits in a picture, too."""


def turning_point(curves: LifeCurves) -> str:
    """Return the step after which a winner had the highest life total until the end; empty if no one has won.

    It follows the last moment at which no winner was ahead of everyone else still in the game. At the end
    itself winners count as ahead, so it is there if a winner was behind until then.
    """
    groups = {line.group for line in curves.lines if line.fate is Fate.WON}
    if not groups:
        return ""
    moments = _moments(curves)
    behind = [n for n, at in enumerate(moments[:-1]) if not _leads(curves, groups, at)]
    who = listed(truncate(line.name, SHORT_NAME) for line in curves.lines if line.fate is Fate.WON)
    if not behind:
        return tr("{who} had the highest life total from the start.", who=who)
    at = moments[behind[-1] + 1]
    what = _happened(curves, groups, at)
    if at == moments[-1]:
        lead = tr("Until then, {who} did not have the highest life total.", who=who)
    else:
        lead = tr("From then on, {who} had the highest life total.", who=who)
    return f"{what} {lead}".strip()


def _moments(curves: LifeCurves) -> Sequence[float]:
    """Return the moments of changes since the game began or last restarted, and the moment of its end."""
    began = max(curves.restarts, default=0.0)
    changed = {at for line in curves.lines for at, _ in line.points}
    out = {line.end for line in curves.lines if line.fate is Fate.OUT}
    return sorted(at for at in {began, curves.end, *changed, *out} if at >= began)


def _leads(curves: LifeCurves, groups: set[int], at: float) -> bool:
    own, others = list[int](), list[int]()
    for line in curves.lines:
        if line.points[0][0] <= at and not (line.fate is Fate.OUT and line.end <= at):
            (own if line.group in groups else others).append(_total(line, at))
    return bool(own) and max(own) > max(others, default=max(own) - 1)


def _total(line: LifeLine, at: float) -> int:
    return next(total for x, total in reversed(line.points) if x <= at)


def _happened(curves: LifeCurves, groups: set[int], at: float) -> str:
    """Return who was knocked out in a step, else which total changed most; empty if none did."""
    turn = next((mark.number for mark in reversed(curves.turns) if mark.at <= at), 0)
    out = [line for line in curves.lines if line.fate is Fate.OUT and line.end == at]
    if lost := [line for line in out if line.group not in groups]:
        names = [truncate(line.name, SHORT_NAME) for line in lost]
        return knocked_out(names, lost[0].why, lost[0].turn if curves.turns else 0)
    changes = [
        (abs(_total(line, at) - before), truncate(line.name, SHORT_NAME), before, _total(line, at))
        for line in curves.lines
        if (before := next((total for x, total in reversed(line.points) if x < at), None)) is not None
    ]
    most, who, before, after = max(changes, key=lambda one: one[0])
    if not most:
        return ""
    values = {"who": who, "before": before, "after": after}
    if turn:
        return tr("{who} went from {before} to {after} on turn {turn}.", turn=turn, **values)
    return tr("{who} went from {before} to {after}.", **values)


def knocked_out(names: Sequence[str], why: str, turn: int) -> str:
    """Return a sentence about players who left the game at once; ``turn`` is 0 where none was passed."""
    values = {"who": listed(names), "why": why, "turn": turn}
    if turn:
        return trn(
            "{who} was knocked out on turn {turn}: {why}.",
            "{who} were knocked out on turn {turn}: {why}.",
            len(names),
            **values,
        )
    return trn("{who} was knocked out: {why}.", "{who} were knocked out: {why}.", len(names), **values)
