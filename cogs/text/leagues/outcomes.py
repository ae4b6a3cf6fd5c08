"""How a table of an event has ended, in words: who has won or lost, by how many games, and why."""

from collections.abc import Callable, Mapping, Sequence

from cogs.text.formatting import listed, score
from cogs.text.language import mark, tr, trn
from rules.pairings.pairings import Participant
from rules.tournaments.acts import EnterOutcome
from rules.tournaments.state import Ruling, TableOutcome

RULING_REASONS: Mapping[Ruling, str] = {
    Ruling.NO_SHOW: mark("no-show"),
    Ruling.MATCH_LOSS: mark("match loss"),
    Ruling.DISQUALIFICATION: mark("disqualification"),
}
"""The reasons shown after a result; the others are part of it."""


def outcome(
    there: Sequence[Participant], found: TableOutcome | EnterOutcome, name: Callable[[Participant], str]
) -> str:
    """Return how a table of these players has ended, with its games and the reason."""
    text = _ending(there, found, name)
    if found.games:
        text = f"{text} ({score(found.games, found.drawn_games)})"
    reason = None if found.ruling is None else RULING_REASONS.get(found.ruling)
    return text if reason is None else f"{text} – {tr(reason)}"


def _ending(
    there: Sequence[Participant], found: TableOutcome | EnterOutcome, name: Callable[[Participant], str]
) -> str:
    if found.void:
        return tr("no result")
    if found.winners:
        return tr("{player} wins", player=listed(map(name, found.winners)))
    if {*there} <= {*found.lost}:
        return tr("everyone loses")
    if found.lost:
        return trn(
            "{players} loses, the others draw",
            "{players} lose, the others draw",
            len(found.lost),
            players=listed(map(name, found.lost)),
        )
    if found.ruling is Ruling.INTENTIONAL_DRAW:
        return tr("an intentional draw")
    return tr("a draw")
