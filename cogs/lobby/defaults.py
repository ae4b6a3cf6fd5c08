"""What a new game is played with where nobody says otherwise."""

from rules.formats.options import Options
from rules.refusal import Refusal
from storage.settings.definitions import LIFE, VARIANT
from storage.settings.settings import EffectiveSettings


def variant_for(typed: str | None, chosen: EffectiveSettings) -> str:
    """The variant as typed, else as chosen; raises Refusal when neither says."""
    variant = typed or chosen[VARIANT]
    if variant is None:
        raise Refusal("choose_variant")
    return variant


def life_for(variant: str, typed: int | None, chosen: EffectiveSettings) -> int | None:
    """The starting life as typed, else as chosen for games of this variant; None leaves it to the variant.

    A chosen life goes with the chosen variant, and with every variant where none is chosen.
    """
    return chosen[LIFE] if typed is None and chosen[VARIANT] in (None, variant) else typed


def switched(options: Options, variant: str, chosen: EffectiveSettings) -> Options:
    """The options for another variant, or the same anew: what belongs to every variant stays."""
    return Options(
        variant=variant,
        edition=options.edition,
        life=life_for(variant, None, chosen),
        link=options.link,
        arranged=options.arranged,
    )
