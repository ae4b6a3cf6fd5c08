"""Tallies, reminders, votes and the planar die."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.table import RollPlanarDie
from rules.actions.tallies import AddToTally, Remind, RemoveReminder, RemoveTally
from rules.actions.votes import CallVote, CastVote, DeclineVotes
from rules.game.game import Game
from rules.game.parts import PlanarFace, PlayerId
from rules.game.tallies import Due
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.operations.turns import taker
from tests.conformance.setting import duration
from tests.conformance.targets import players


def _tally(game: Game, op: Fields) -> Action:
    """A tally of `who`, or of the "table", goes up by `n`; `until` is a duration, as effects have it."""
    return AddToTally(
        who=_tallying(game, op),
        label=op.text("tally"),
        n=op.number("n", 1),
        until_end_of=duration(game, op)[1],
    )


def _remove_tally(game: Game, op: Fields) -> Action:
    """The tally goes down by `n`, or is removed where that is missing."""
    n = op.number("n") if "n" in op else None
    return RemoveTally(who=_tallying(game, op), label=op.text("tally"), n=n)


def _tallying(game: Game, op: Fields) -> tuple[PlayerId, ...]:
    return () if op.get("who") == "table" else players(game, op.get("who"))


def _remind(game: Game, op: Fields) -> Action:
    """`who` is to be reminded of a `text` in the next turn of `turn_of`, by default their own: `at` the
    "turn"'s beginning, its "upkeep" or its "end"."""
    turn_of = op.optional_text("turn_of") or op.text("who")
    return Remind(
        who=op.text("who"), text=op.text("text"), turn_of=taker(game, turn_of), due=Due(op.text("at"))
    )


def _roll_planar_die(game: Game, op: Fields) -> Action:
    """`who` has rolled a `face` of the planar die, perhaps `by_effect`."""
    face = PlanarFace(op.text("face"))
    return RollPlanarDie(who=op.text("who"), face=face, by_effect=op.flag("by_effect"))


def _call_vote(game: Game, op: Fields) -> Action:
    """Players vote on a `question`, starting with `who`; `extra` are additional votes."""
    return CallVote(
        who=op.text("who"),
        question=op.text("question"),
        choices=op.names("choices"),
        extra=op.numbers("extra"),
    )


def _cast_vote(game: Game, op: Fields) -> Action:
    """`who` votes `for` one of the choices."""
    choice = op.text("for")
    return CastVote(who=op.text("who"), choice=-1 if game.vote is None else game.vote.choices.index(choice))


OPERATIONS: Mapping[str, Operation] = {
    "add_to_tally": _tally,
    "remove_tally": _remove_tally,
    "remind": _remind,
    "remove_reminder": lambda game, op: RemoveReminder(who=op.text("who"), text=op.text("text")),
    "roll_planar_die": _roll_planar_die,
    "call_vote": _call_vote,
    "vote": _cast_vote,
    "decline_votes": lambda game, op: DeclineVotes(who=op.text("who")),
}
