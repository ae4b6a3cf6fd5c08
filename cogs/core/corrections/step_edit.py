"""A step and its correction, encoded in a button.

A preview has everything in its buttons, so a restart before it is confirmed does no harm.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from cogs.core.custom_ids import IdNumber, ShortValue, decode_places, mask, whole
from cogs.core.entry_forms.fields import NO_COMMANDER
from cogs.entry.options import TICKED, Sign, ticked
from rules.game.game import Game
from rules.game.parts import CommanderId, PlayerId
from rules.players.commanders import MAX_COMMANDERS, owner_of
from rules.refusal import Refusal

NO_SOURCE = NO_COMMANDER
STEP_LABEL_LENGTH = 70
"""Maximum characters of an edit in a button."""
Each: TypeAlias = tuple[tuple[int, int], ...]


_LETTERS = {name: chr(ord("a") + n) for n, (name, _) in enumerate(TICKED)}
"""The codes of damage options in a button."""


class StepEdit(Struct, frozen=True, kw_only=True):
    """A step and its correction. ``at``: the current entry when the step was chosen.

    ``what``: "back" undoes it, or restores it if it doesn't count; "change" changes its amount, players or
    commander, if given; anything else is a key of ADDED, inserted before it. ``sign`` was typed before the
    amount. ``who`` are places in turn order. ``keep``: keep the valid parts of later steps. ``instead``:
    the step undone by mistake, which counts again.
    """

    at: int
    step: int
    what: str = "back"
    keep: bool = True
    amount: int | None = None
    sign: Sign = ""
    who: tuple[int, ...] = ()
    each: Each = ()
    """Places in turn order with an amount for each, in place of the amount and the players."""
    commander: str = ""
    """The place of the owner and the number of the card, such as "2:1"."""
    instead: int = 0
    options: tuple[str, ...] | None = None
    """The ticked damage options; None to keep them."""

    def __str__(self) -> str:
        letters = "".join(_LETTERS[name] for name in self.options or ())
        written = str(
            _Carried(
                *(self.at, self.step, self.what, "k" if self.keep else "d"),
                amount="" if self.amount is None else f"{self.sign}{self.amount}",
                who=mask(self.who),
                commander=self.commander,
                each=",".join(f"{place}={n}" for place, n in self.each),
                instead=self.instead,
                letters="" if self.options is None else letters or NO_SOURCE,
            )
        )
        if len(written) > STEP_LABEL_LENGTH:
            raise Refusal("fix_too_long")
        return written


class _Carried(ShortValue, frozen=True):
    """An edit as encoded in a button."""

    at: IdNumber
    step: IdNumber
    what: str
    keep: Literal["k", "d"]
    amount: str = ""
    who: str = "0"
    commander: str = ""
    each: str = ""
    instead: IdNumber = 0
    letters: str = ""


def decode_edit(written: str) -> StepEdit:
    """Decode the edit of a button; raises Refusal for one of another version."""
    found = _Carried.read(written)
    pairs = (one.partition("=") for one in found.each.split(",") if one)
    options = tuple(name for name, letter in _LETTERS.items() if letter in found.letters)
    return StepEdit(
        at=found.at,
        step=found.step,
        what=found.what,
        keep=found.keep == "k",
        amount=abs(whole(found.amount)) if found.amount else None,
        sign="+" if found.amount.startswith("+") else "-" if found.amount.startswith("-") else "",
        who=decode_places(found.who),
        each=tuple((whole(place), whole(n)) for place, _, n in pairs),
        commander=found.commander,
        instead=found.instead,
        options=options if found.letters else None,
    )


def place_of(game: Game, who: PlayerId) -> int:
    """Return a player's place in turn order."""
    return next(n for n, player in enumerate(game.players) if player.id == who)


def commander_option(game: Game, commander: CommanderId) -> str:
    """Return a commander card in an edit's form."""
    return f"{place_of(game, owner_of(commander))}:{commander.rpartition(':')[2]}"


def players_of_edit(edit: StepEdit, game: Game) -> tuple[PlayerId, ...]:
    """Return the players of an edit; raises Refusal "outdated" for an unknown seat."""
    if edit.who and max(edit.who) >= len(game.players):
        raise Refusal("outdated")
    return tuple(game.players[one].id for one in edit.who)


def commander_of_edit(edit: StepEdit, game: Game) -> CommanderId | None:
    """Return the commander of an edit, if any. Raises Refusal "outdated" for an unknown one."""
    if edit.commander in ("", NO_SOURCE):
        return None
    owner, _, number = edit.commander.partition(":")
    if whole(owner) not in range(len(game.players)) or whole(number) not in range(1, MAX_COMMANDERS + 1):
        raise Refusal("outdated")
    return f"{game.players[whole(owner)].id}:{number}"


def damage_options(edit: StepEdit) -> dict[str, bool | None]:
    """Return the damage options of an edit, if given; raises Refusal "combat_or_not"."""
    return {} if edit.options is None else ticked(edit.options)
