"""Fixes in words: the corrected steps, and the state of the game afterwards."""

from collections.abc import Iterable, Sequence

from cogs.drawing.truncate import truncate
from cogs.text.formatting import in_a_row
from cogs.text.language import tr
from cogs.text.log import log_line
from rules.events.endings import PlayersLeft
from rules.events.event import Event
from rules.game.game import Game
from storage.games.games import Fix, LogEntry, Step
from storage.games.steps import CorrectedStep, steps_of_fix

STEP_LENGTH = 240
"""Characters about one step."""


def short_fix(game: Game | None, entry: LogEntry) -> str:
    """Return a fix in a few words that follow its author's name, without bold."""
    steps = steps_of_fix(entry.number, entry.fix) if entry.fix is not None else ()
    return in_a_row(truncate(_corrected(game, step), STEP_LENGTH) for step in steps).replace("**", "")


def _corrected(game: Game | None, step: CorrectedStep) -> str:
    was, now = what(game, step.was), what(game, step.events)
    if step.before:
        return tr("added before step {number}: {what}", number=step.before, what=now)
    if step.out:
        return tr("took back step {number}: {what}", number=step.number, what=was)
    if step.joined:
        return tr("added to step {number} (same time): {what}", number=step.number, what=now)
    if not step.was:
        return tr("restored step {number}: {what}", number=step.number, what=now)
    return tr("changed step {number}: {before} → {after}", number=step.number, before=was, after=now)


def what(game: Game | None, events: Sequence[Event]) -> str:
    """Return events in a few words; departures are never left out."""
    if game is None or not events:
        return ""
    line = log_line.log_line(game, events)
    departs = line.changes and any(isinstance(event, PlayersLeft) for event in events)
    return in_a_row((line.in_short(), *(line.others if departs else ())))


def step_in_short(game: Game | None, step: Step) -> str:
    """Return a step in a few words: what it did, or should have done if it no longer counts."""
    text = what(game, step.entry.events)
    return text.replace("**", "") or tr("nothing that counts")


def facts(number: int, fix: Fix) -> list[Event]:
    """Return the old and the new results of the corrected steps."""
    return [event for step in steps_of_fix(number, fix) for event in (*step.was, *step.events)]


def taken_out(entries: Iterable[LogEntry]) -> set[int]:
    """Return the numbers of the steps that fixes among these entries have removed."""
    found: set[int] = set()
    for entry in sorted(entries, key=lambda one: one.number):
        if entry.fix is not None:
            listed = {one.number for one in entry.fix.steps}
            found = (found - listed) | {one.number for one in entry.fix.steps if one.out}
    return found
