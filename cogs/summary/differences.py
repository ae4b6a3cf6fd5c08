"""Differences between two tables, in totals and beyond, and the announcement of a fix."""

from collections.abc import Sequence

from cogs.drawing.truncate import truncate
from cogs.summary import player_details
from cogs.text import announcements, names, results
from cogs.text.formatting import abridged, bold
from cogs.text.language import tr, trn
from cogs.text.log import fixes
from cogs.text.results import Summary
from rules.events.endings import GameEnded, PlayersLeft
from rules.events.event import Event
from rules.game.game import Game
from rules.game.parts import DayNight, PlayerId
from rules.table import Table
from storage.games.games import Committed, LogEntry
from storage.games.steps import CorrectedStep, steps_of_fix

MAX_DIFFERENCES = 8
"""The number of steps named by number, and of lines about players' details beside totals."""
DIFFERENCE_LENGTH = 200
"""Characters of such a line."""


def between(before: Table, after: Table, decided: Sequence[Event] = ()) -> Summary:
    """Return the differences between two tables in words; ``decided``: as for `results.tell_step`."""
    summary = results.tell_step(before, after, decided)
    if not isinstance(before, Game) or not isinstance(after, Game):
        return summary
    return Summary((*summary.quiet, *_details(before, after)), summary.loud)


def _details(before: Game, after: Game) -> list[str]:
    """Return day and night, and each player's designations, effects, taxes and the like."""
    was, now = before.day_night, after.day_night
    day_night = [f"{_time(was)} → {_time(now)}"] if was is not now else []
    lines = [
        line
        for player in after.players
        if names.knows(before, player.id)
        for line in _details_of(before, after, player.id)
    ]
    return [*day_night, *lines[:MAX_DIFFERENCES], *(["…"] if len(lines) > MAX_DIFFERENCES else [])]


def _details_of(before: Game, after: Game, id: PlayerId) -> list[str]:
    old = player_details.beside_totals(before, before.player(id))
    now = player_details.beside_totals(after, after.player(id))
    new = [one for one in now if one not in old]
    changed = set(map(_without_numbers, new))
    gone = [one for one in old if one not in now and _without_numbers(one) not in changed]
    who = names.bold_name(after, id)
    lines = [truncate(f"{who}: {' · '.join(new)}", DIFFERENCE_LENGTH)] if new else []
    if gone:
        ended = truncate(" · ".join(gone), DIFFERENCE_LENGTH)
        lines.append(tr("{who}: no longer “{effect}”.", who=who, effect=ended))
    return lines


def _without_numbers(detail: str) -> str:
    """Return a detail without numbers, so that it is recognized when its number has changed."""
    return "".join(one for one in detail if not one.isdigit())


def _time(day_night: DayNight | None) -> str:
    if day_night is None:
        return "–"
    return tr("day") if day_night is DayNight.DAY else tr("night")


def of_fix(committed: Committed) -> Summary:
    """Return the announcement of a fix: who has corrected what, and the differences."""
    entry = committed.entry
    game = committed.after if isinstance(committed.after, Game) else None
    head = tr("{who} fixed the game: {what}.", who=bold(entry.name), what=fixes.short_fix(game, entry))
    event = _joined(entry)
    if event is not None and game is not None:
        return _tell_joined(committed, event, game)
    different = between(committed.before, committed.after, committed.decided)
    out = [one.number for one in entry.fix.steps if one.out == "refused"] if entry.fix is not None else []
    lines = (*different.quiet, *different.loud, *([_no_longer_apply(out)] if out else []))
    return Summary((), (head, *(lines or (tr("The totals stay the same."),))))


def _joined(entry: LogEntry) -> CorrectedStep | None:
    """Return the step to which a fix has added a simultaneous event; None if it hasn't."""
    steps = steps_of_fix(entry.number, entry.fix) if entry.fix is not None else ()
    return next((one for one in steps if one.joined), None)


def _tell_joined(committed: Committed, event: CorrectedStep, game: Game) -> Summary:
    """Return the announcement of a step that now forms one event with another: the whole event, and the
    differences."""
    entry, before = committed.entry, committed.before
    head = tr(
        "{who}, together with step {number}: {what}.",
        who=bold(entry.name),
        number=event.number,
        what=fixes.what(game, event.events),
    )
    judged = [line for one in announcements.in_order(event.events) if (line := _loud(game, one))]
    different = between(before, game)
    others = (_loud(game, one) for one in committed.decided if isinstance(one, PlayersLeft))
    judged += [line for line in others if line and line not in judged]
    ended = any(isinstance(one, GameEnded) for one in event.events)
    if game.outcome is not None and not ended:
        judged.append(announcements.ending_text(game))
    if isinstance(before, Game) and game.outcome is None and len(game.remaining) > len(before.remaining):
        judged += different.loud
    out = [one.number for one in entry.fix.steps if one.out == "refused"] if entry.fix is not None else []
    return Summary((), (head, *different.quiet, *judged, *([_no_longer_apply(out)] if out else [])))


def _loud(game: Game, event: Event) -> str | None:
    return announcements.loud(game, game, event) if isinstance(event, PlayersLeft | GameEnded) else None


def _no_longer_apply(numbers: Sequence[int]) -> str:
    """Return the line that lists the steps that no longer count."""
    return trn(
        "{n} later step no longer applies: {numbers}.",
        "{n} later steps no longer apply: {numbers}.",
        len(numbers),
        numbers=abridged(numbers, MAX_DIFFERENCES),
    )
