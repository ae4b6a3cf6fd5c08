"""The kinds of continuous effects, by their typed names."""

import discord

from cogs.core import autocomplete
from cogs.text import matching, names
from cogs.text.language import tr
from rules.game.parts import EffectKind
from rules.refusal import Refusal


def effect_kinds() -> dict[str, EffectKind]:
    """Return the kinds of effects by name, with "n" for a number."""
    return {tr(name, n="n"): kind for kind, name in names.EFFECT_NAMES.items()}


async def suggest_kinds(_: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the kinds of effects whose names contain the typed text."""
    shown = effect_kinds()
    return autocomplete.labelled({name: shown[name].value for name in matching.containing(typed, [*shown])})


def parse_kind(typed: str) -> EffectKind:
    """Return the chosen or typed kind, by its English or translated name; raises Refusal
    "no_such_kind_of_effect"."""
    wanted = typed.strip().casefold()
    for one, name in names.EFFECT_NAMES.items():
        if wanted in (one.value, name.format(n="n").casefold(), tr(name, n="n").casefold()):
            return one
    raise Refusal("no_such_kind_of_effect", text=typed)
