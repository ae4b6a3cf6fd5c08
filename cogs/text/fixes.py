"""Fixes in words: which earlier steps were corrected, and what has become of the game."""

from collections.abc import Iterable, Sequence

from cogs.drawing.cutting import shortened
from cogs.text import announcements, log_lines, results
from cogs.text.formatting import bold
from cogs.text.language import tr, trn
from cogs.text.results import Summary
from rules.events.endings import GameEnded, PlayersLeft
from rules.events.event import Event
from rules.game.game import Game
from storage.games.games import Committed, Fix, LogEntry, Step
from storage.games.steps import CorrectedStep, corrected

STEP = 240
"""Characters about one step."""
LISTED = 8
"""Steps whose numbers are told."""


def tell(committed: Committed) -> Summary:
    """What everybody is told of a fix: who has corrected what, and what is different now."""
    entry = committed.entry
    game = committed.after if isinstance(committed.after, Game) else None
    head = tr("{who} fixed the game: {what}.", who=bold(entry.name), what=in_short(game, entry))
    event = _joined(entry)
    if event is not None and game is not None:
        return _tell_joined(committed, event, game)
    different = results.tell_step(committed.before, committed.after)
    out = [one.number for one in entry.fix.steps if one.out == "refused"] if entry.fix is not None else []
    lines = (*different.quiet, *different.loud, *([no_longer_apply(out)] if out else []))
    return Summary((), (head, *(lines or (tr("The totals stay the same."),))))


def _joined(entry: LogEntry) -> CorrectedStep | None:
    """The step to which a fix has added what happened at the same time, if it is such a fix."""
    steps = corrected(entry.number, entry.fix) if entry.fix is not None else ()
    return next((one for one in steps if one.joined), None)


def _tell_joined(committed: Committed, event: CorrectedStep, game: Game) -> Summary:
    """What everybody is told of a step that has become one event with something else: all of it, as it is
    judged now, and what that changes."""
    entry, before = committed.entry, committed.before
    head = tr(
        "{who}: at the same time as step {number}. As one event: {what}.",
        who=bold(entry.name),
        number=event.number,
        what=_what(game, event.events),
    )
    judged = [line for one in announcements.in_order(event.events) if (line := _loud(game, one))]
    different = results.tell_step(before, game)
    ended = any(isinstance(one, GameEnded) for one in event.events)
    if game.outcome is not None and not ended:
        judged.append(announcements.result(game))
    if isinstance(before, Game) and game.outcome is None and len(game.remaining) > len(before.remaining):
        judged += different.loud
    out = [one.number for one in entry.fix.steps if one.out == "refused"] if entry.fix is not None else []
    return Summary((), (head, *different.quiet, *judged, *([no_longer_apply(out)] if out else [])))


def _loud(game: Game, event: Event) -> str | None:
    return announcements.loud(game, game, event) if isinstance(event, PlayersLeft | GameEnded) else None


def no_longer_apply(numbers: Sequence[int]) -> str:
    """That these steps don't count any more."""
    listed = ", ".join(map(str, numbers[:LISTED])) + (", …" if len(numbers) > LISTED else "")
    return trn(
        "{n} later step no longer applies: {numbers}.",
        "{n} later steps no longer apply: {numbers}.",
        len(numbers),
        numbers=listed,
    )


def in_short(game: Game | None, entry: LogEntry) -> str:
    """What a fix did, in a few words after the name of whoever did it, with nothing in bold."""
    steps = corrected(entry.number, entry.fix) if entry.fix is not None else ()
    return "; ".join(shortened(_corrected(game, step), STEP) for step in steps).replace("**", "")


def _corrected(game: Game | None, step: CorrectedStep) -> str:
    was, now = _what(game, step.was), _what(game, step.events)
    if step.before:
        return tr("added before step {number}: {what}", number=step.before, what=now)
    if step.out:
        return tr("took back step {number}: {what}", number=step.number, what=was)
    if step.joined:
        return tr("joined to step {number} at the same time: {what}", number=step.number, what=now)
    if not step.was:
        return tr("brought back step {number}: {what}", number=step.number, what=now)
    return tr("changed step {number}: {before} → {after}", number=step.number, before=was, after=now)


def _what(game: Game | None, events: Sequence[Event]) -> str:
    """What facts tell in a few words; that somebody has left the game is never left out."""
    if game is None or not events:
        return ""
    line = log_lines.log_line(game, events)
    departs = line.changes and any(isinstance(event, PlayersLeft) for event in events)
    return "; ".join((line.in_short(), *(line.others if departs else ())))


def step_in_short(game: Game | None, step: Step) -> str:
    """What a step did, or what it was meant to do where it doesn't count any more."""
    text = _what(game, step.entry.events)
    return text.replace("**", "") or tr("nothing that counts")


def facts(number: int, fix: Fix) -> list[Event]:
    """Everything that the corrected steps had come to, and come to now."""
    return [event for step in corrected(number, fix) for event in (*step.was, *step.events)]


def taken_out(entries: Iterable[LogEntry]) -> set[int]:
    """The numbers of the steps that fixes among these entries have taken out."""
    found: set[int] = set()
    for entry in sorted(entries, key=lambda one: one.number):
        if entry.fix is not None:
            listed = {one.number for one in entry.fix.steps}
            found = (found - listed) | {one.number for one in entry.fix.steps if one.out}
    return found
