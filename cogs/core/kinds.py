"""Which kind of counter is meant by what is typed, in every language."""

import difflib
from functools import cache

from cogs.text.formatting import label
from cogs.text.typed import folded, forms
from cogs.text.vocabulary import OF_COUNTERS
from rules.game.game import Game
from rules.refusal import Refusal

KINDS = ("poison", "energy", "experience", "rad", "ticket")
"""The kinds of counters that are suggested; players may name others."""
ACORN = "acorn"
"""A kind that is known but too rare to suggest."""
KIND_LENGTH = 20
ALIKE_KIND = 0.8
"""How alike a custom kind may not be to one that the rules know, from 0 to 1; "posion" is by 0.83."""


def counter_kind(game: Game, typed: str) -> str:
    """The kind of counter that is called so, in any language, or a kind of one's own.

    Raises Refusal for a name that shows nothing, or that is almost one which the rules know: counters of
    "posion" would harm nobody.
    """
    own = label(typed).casefold()
    if any(own in held for held in game.counters.values()):
        return own
    word = folded(own)
    for kind in (*KINDS, ACORN):
        if word in _kind_forms(kind):
            return kind
    near = difflib.get_close_matches(word, {form: 0 for kind in KINDS for form in forms(kind)}, 1, ALIKE_KIND)
    if near:
        known = next(kind for kind in KINDS if near[0] in forms(kind))
        raise Refusal("almost_a_kind", kind=typed, known=known)
    return own


@cache
def _kind_forms(kind: str) -> frozenset[str]:
    """What is typed for a kind of counter, folded, with the word for counters and without."""
    around = {folded(pattern.format(kind=form)) for pattern in OF_COUNTERS for form in forms(kind)}
    return forms(kind) | around
