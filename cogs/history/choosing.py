"""Lists of the steps of a game, from which one is chosen that was wrong."""

from collections.abc import Sequence

import discord
from msgspec import Struct

from cogs.core.components import MOST_OPTIONS, Row, card, options, select
from cogs.core.custom_ids import TableCustomId, whole
from cogs.text.formatting import unmarked
from cogs.text.language import tr
from cogs.text.log import fixes
from rules.game.game import Game
from rules.game.parts import GameId
from storage.games.games import Step

COLOUR = discord.Colour(0x6B7280)
OLDER = "older"


def label(game: Game, step: Step) -> str:
    """A step in a list: its number, and what it did."""
    return f"{step.entry.number}: {unmarked(fixes.step_in_short(game, step))}"


class StepChoice(Struct, frozen=True):
    """What is chosen from a list: a step, or the ``older`` ones before it; ``instead`` as in StepEdit."""

    step: int
    older: bool = False
    instead: int = 0

    def __str__(self) -> str:
        older = f"{OLDER}." if self.older else ""
        return f"{older}{self.step}.{self.instead}" if self.instead else f"{older}{self.step}"


def chosen(value: str) -> StepChoice:
    """What a value of such a list, or of a button beside a step, stands for; raises Refusal "outdated"."""
    older = value.startswith(f"{OLDER}.")
    step, _, instead = value.removeprefix(f"{OLDER}.").partition(".")
    return StepChoice(whole(step), older, whole(instead) if instead else 0)


def chooser(
    game: Game,
    number: GameId,
    steps: Sequence[Step],
    before: int | None = None,
    *,
    verb: str = "fixstep",
    instead: int = 0,
) -> list[Row]:
    """The list of steps to choose from, the newest first, those before a step if it is given.

    ``instead``: of the step that was undone, where another one was meant.
    """
    places = [n for n, step in enumerate(steps) if step.entry.number == before]
    earlier = steps[: places[0]] if places else steps
    newest = list(reversed(earlier))
    shown = newest[: MOST_OPTIONS - 1] if len(newest) > MOST_OPTIONS else newest
    choices = [
        (str(StepChoice(step.entry.number, instead=instead)), label(game, step), _by(step)) for step in shown
    ]
    if len(shown) < len(newest):
        older = StepChoice(shown[-1].entry.number, older=True, instead=instead)
        choices.append((str(older), tr("Older steps…"), ""))
    if not choices:
        return []
    return [select(TableCustomId(verb, number), options(choices), tr("Take back which step?"))]


def _by(step: Step) -> str:
    return tr("entered by {who}", who=step.entry.name)


def view(
    game: Game, number: GameId, steps: Sequence[Step], before: int | None = None, instead: int = 0
) -> discord.ui.LayoutView:
    """The message with the list of steps."""
    text = tr("Choose the step that was wrong. You'll see what would change before anything happens.")
    lists = chooser(game, number, steps, before, instead=instead)
    return card("### " + tr("Fix a step"), text, *lists, colour=COLOUR)
