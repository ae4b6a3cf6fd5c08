"""Lists of a game's steps, from which the user picks the wrong one."""

from collections.abc import Sequence
from typing import Literal

import discord

from cogs.core.components import MAX_OPTIONS, ComponentRow, card, options, select
from cogs.core.custom_ids import IdNumber, ShortValue, TableCustomId
from cogs.text.formatting import unmarked
from cogs.text.language import tr
from cogs.text.log import fixes
from rules.game.game import Game
from rules.game.parts import GameId
from storage.games.games import Step

HISTORY_COLOR = discord.Color(0x6B7280)


def step_label(game: Game, step: Step) -> str:
    """Return a step as a list entry: its number and result."""
    return f"{step.entry.number}: {unmarked(fixes.step_in_short(game, step))}"


class StepChoice(ShortValue, frozen=True):
    """A step picked from a list, or by a button beside it; ``instead`` as in StepEdit."""

    step: IdNumber
    instead: IdNumber = 0


class OlderSteps(ShortValue, frozen=True):
    """A list's entry for the steps before its last one."""

    word: Literal["older"]
    step: IdNumber
    instead: IdNumber = 0


class StepList(ShortValue, frozen=True):
    """The list of steps in place of the button's message."""

    word: Literal["again"]
    instead: IdNumber = 0


def decode_step(value: str) -> StepChoice | OlderSteps:
    """Decode the value of such a list or button; raises Refusal "outdated"."""
    return (OlderSteps if value.startswith("older") else StepChoice).read(value)


def step_list(
    game: Game,
    number: GameId,
    steps: Sequence[Step],
    before: int | None = None,
    *,
    verb: str = "fixstep",
    instead: int = 0,
) -> list[ComponentRow]:
    """Return the list of steps to choose from, newest first; only steps before a given one, if any.

    ``instead``: the undone step, if another one was meant.
    """
    places = [n for n, step in enumerate(steps) if step.entry.number == before]
    earlier = steps[: places[0]] if places else steps
    newest = list(reversed(earlier))
    shown = newest[: MAX_OPTIONS - 1] if len(newest) > MAX_OPTIONS else newest
    choices = [
        (str(StepChoice(step.entry.number, instead)), step_label(game, step), _by(step)) for step in shown
    ]
    if len(shown) < len(newest):
        older = OlderSteps("older", shown[-1].entry.number, instead)
        choices.append((str(older), tr("Older steps…"), ""))
    if not choices:
        return []
    return [select(TableCustomId(verb, number), options(choices), tr("Take back which step?"))]


def _by(step: Step) -> str:
    return tr("entered by {who}", who=step.entry.name)


def steps_message(
    game: Game, number: GameId, steps: Sequence[Step], before: int | None = None, instead: int = 0
) -> discord.ui.LayoutView:
    """Return the message with the list of steps."""
    text = tr("Choose the step that was wrong. You'll see what would change before anything happens.")
    lists = step_list(game, number, steps, before, instead=instead)
    return card("### " + tr("Fix a step"), text, *lists, color=HISTORY_COLOR)
