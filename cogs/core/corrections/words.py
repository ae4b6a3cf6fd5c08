"""The effects of a fix in words: the same in a private message and on a page."""

from collections.abc import Sequence

from msgspec.structs import replace

from cogs.core.corrections import edits
from cogs.core.corrections.step_edit import StepEdit
from cogs.drawing.truncate import truncate
from cogs.summary import differences
from cogs.summary.fix_preview import FixPreview
from cogs.text.language import tr
from cogs.text.log import fixes
from cogs.text.refusals.explanation import explain
from rules.events.endings import PlayersLeft
from rules.game.game import Game
from rules.table import Table
from storage.games.games import Affected, FixedGame, Step

MAX_STEPS_LISTED = 6
"""The number of later steps up to which each is listed."""


def preview_text(
    present: Game, step: Step, edit: StepEdit, fixed: FixedGame, note: str, game: Game
) -> FixPreview:
    """Return a preview of an edit of this step; ``game`` has everyone whom a step can name."""
    again = [one for one in fixed.steps if one.fixed.number == fixed.redone and one.counts]
    later = [_affected(game, one) for one in fixed.affected[:MAX_STEPS_LISTED]]
    if len(fixed.affected) > MAX_STEPS_LISTED:
        later.append(tr("- and {n} more", n=len(fixed.affected) - MAX_STEPS_LISTED))
    staying = [_staying(game, one) for one in _leaving(fixed)[:MAX_STEPS_LISTED]]
    switches = any(one.partly for one in fixed.affected) or not edit.keep
    return FixPreview(
        heading=_heading(game, step, edit, fixed),
        differences=tuple(differences_of(present, fixed.table)),
        later=(*(_counting_again(game, one) for one in again), *later, *staying),
        do=str(edit),
        back=str(StepEdit(at=edit.at, step=edit.step, instead=edit.instead)),
        takes_back=edit.what == "back",
        changeable=bool(edits.changeable(edits.undrawn(step.entry.action))),
        keeps=edit.keep,
        other=str(replace(edit, keep=not edit.keep)) if switches else "",
        instead=edit.instead,
        note=note,
    )


def _heading(game: Game, step: Step, edit: StepEdit, fixed: FixedGame) -> str:
    what = truncate(fixes.step_in_short(game, step), fixes.STEP_LENGTH)
    if edit.what == "back" and not step.counts:
        now = next(one for one in fixed.steps if one.entry.number == edit.step)
        return tr("Restore step {number}: {what}", number=edit.step, what=fixes.step_in_short(game, now))
    if edit.what == "back":
        return tr("Take back step {number}: {what}", number=edit.step, what=what)
    now = next((one for one in fixed.steps if one.fixed.by == fixed.number), None)
    new = next((one for one in fixed.steps if one.entry.number == fixed.number), now)
    after = truncate(fixes.step_in_short(game, new), fixes.STEP_LENGTH) if new is not None else ""
    if edit.what == "change":
        return tr("Change step {number}: {before} → {after}", number=edit.step, before=what, after=after)
    return tr("Add before step {number}: {what}", number=edit.step, what=after)


def differences_of(before: Table, after: Table) -> list[str]:
    """Return the differences at a table, which may be empty."""
    different = differences.between(before, after)
    return [*different.quiet, *different.loud] or [tr("The totals stay the same.")]


def _affected(game: Game, one: Affected) -> str:
    what, why = fixes.step_in_short(game, one.step), explain(one.refusal)
    number = one.step.entry.number
    if one.partly:
        return truncate(
            tr("- Step {number}, {what}, applies only in part: {why}", number=number, what=what, why=why),
            fixes.STEP_LENGTH,
        )
    return truncate(
        tr("- Step {number}, {what}, no longer applies: {why}", number=number, what=what, why=why),
        fixes.STEP_LENGTH,
    )


def _leaving(fixed: FixedGame) -> list[Step]:
    """Return the later steps by which players still leave the game."""
    corrected = {step.entry.number for step in fixed.corrected}
    return [
        step
        for step in fixed.steps
        if step.entry.number not in {*corrected, fixed.number}
        and any(isinstance(event, PlayersLeft) for event in step.entry.events)
    ]


def _counting_again(game: Game, step: Step) -> str:
    what = fixes.step_in_short(game, step)
    return truncate(
        tr("- Step {number}, {what}, counts again", number=step.entry.number, what=what), fixes.STEP_LENGTH
    )


def _staying(game: Game, step: Step) -> str:
    what = fixes.step_in_short(game, step)
    return truncate(
        tr("- Step {number}, {what}, stays", number=step.entry.number, what=what), fixes.STEP_LENGTH
    )


def change_or_keep(keeps: bool) -> str:
    """Return the label of the button for treating later steps, which apply only in part, the other way."""
    return tr("Drop those steps") if keeps else tr("Keep what still applies")


def listed_steps(game: Game, steps: Sequence[Step]) -> list[tuple[str, str]]:
    """Return steps to choose from, newest first: an edit that undoes each, and its result."""
    return [
        (str(StepEdit(at=0, step=one.entry.number)), f"{one.entry.number}: {fixes.step_in_short(game, one)}")
        for one in reversed(steps)
    ]
