"""What a new game is played with where nobody says otherwise."""

from rules.options import Options
from rules.refusal import Refusal
from storage.settable import LIFE, VARIANT
from storage.settings import Chosen


def variant_for(typed: str | None, chosen: Chosen) -> str:
    """The variant as typed, else as chosen; raises Refusal when neither says."""
    variant = typed or chosen[VARIANT]
    if variant is None:
        raise Refusal("choose_variant")
    return variant


def life_for(variant: str, typed: int | None, chosen: Chosen) -> int | None:
    """The starting life as typed, else as chosen for games of this variant; None leaves it to the variant.

    A chosen life goes with the chosen variant, and with every variant where none is chosen.
    """
    return chosen[LIFE] if typed is None and chosen[VARIANT] in (None, variant) else typed


def switched(options: Options, variant: str, chosen: Chosen) -> Options:
    """The options for another variant, or the same anew: what belongs to every variant stays."""
    return Options(
        variant=variant,
        edition=options.edition,
        life=life_for(variant, None, chosen),
        link=options.link,
        arranged=options.arranged,
    )
