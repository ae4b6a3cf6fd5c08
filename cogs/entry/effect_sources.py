"""Sources of effects: their labels, and the actions that remove or move them."""

from collections.abc import Mapping, Sequence

from cogs.text import names
from rules.actions.action import Action
from rules.actions.continuous_effects import ChangeSourceControl, RemoveSource
from rules.game.game import Game
from rules.game.parts import Effect, EffectKind, Player, PlayerId
from rules.refusal import Refusal


def sources(game: Game) -> Mapping[int, Effect]:
    """Return the sources of effects by number, with the first effect of each."""
    found: dict[int, Effect] = {}
    for effect in game.effects:
        if not effect.has_duration:
            found.setdefault(effect.made_by, effect)
    return found


def source_label(game: Game, effect: Effect) -> str:
    """Return an effect's source with its controller: "Platinum Angel (Ana)"; a nameless one by its effect."""
    called = effect.card or f"{game.player(effect.on).name}: {names.effect_named(game, effect)}"
    owner = game.player(effect.source).name if effect.source is not None and effect.card else ""
    return f"{called} ({owner})" if owner else called


def source_labels(game: Game) -> Mapping[str, int]:
    """Return the numbers of sources by label; a number distinguishes equal ones."""
    found: dict[str, int] = {}
    for number, effect in sources(game).items():
        called, place = source_label(game, effect), 2
        while called in found:
            called, place = f"{source_label(game, effect)} #{place}", place + 1
        found[called] = number
    return found


def source(game: Game, object: int) -> Effect:
    """Return the first effect of the source with this number; raises Refusal "no_such_source"."""
    effect = sources(game).get(object)
    if effect is None:
        raise Refusal("no_such_source", card="")
    return effect


def others(game: Game, effect: Effect) -> Sequence[Player]:
    """Return the players who can gain control of an effect's source; empty if its controller is unknown."""
    return [one for one in game.remaining if effect.source not in (None, one.id)]


def gone(effect: Effect) -> Action:
    """Return the action that removes an effect's source."""
    kind, on = _nameless(effect)
    return RemoveSource(object=effect.made_by, who=effect.source, card=effect.card, kind=kind, on=on)


def change_controller(effect: Effect, to: PlayerId) -> Action:
    """Return the action that gives an effect's source another controller."""
    kind, on = _nameless(effect)
    return ChangeSourceControl(
        object=effect.made_by, who=effect.source, card=effect.card, kind=kind, on=on, to=to
    )


def _nameless(effect: Effect) -> tuple[EffectKind, PlayerId] | tuple[None, None]:
    """Return the identification of an effect without a card."""
    return (None, None) if effect.card else (effect.kind, effect.on)
