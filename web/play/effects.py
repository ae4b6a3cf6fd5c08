"""Sources of effects on the page of a seat: the button that ends them, and their possible controllers."""

from collections.abc import Sequence

from msgspec import Struct

from cogs.entry.effect_sources import others, source_labels, sources
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import PlayerId


class EffectRow(Struct, frozen=True):
    """A source of effects by its number: the button that ends them, and its possible controllers."""

    object: int
    gone: str
    people: Sequence[tuple[PlayerId, str]]


def effect_rows(game: Game) -> Sequence[EffectRow]:
    """Return a row for each card with effects, or nameless effect."""
    found = sources(game)
    return [
        EffectRow(
            object=object,
            gone=tr("{card}: gone", card=called),
            people=[(one.id, one.name) for one in others(game, found[object])],
        )
        for called, object in source_labels(game).items()
    ]
