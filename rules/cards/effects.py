"""Cards that protect players, forbid or change what happens to them, for a time (611, 614, 615)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.cards.card import Card, Play
from rules.formats.editions import RuleKey
from rules.game.parts import EffectKind, PlayerId

Whose = Callable[[Play], tuple[PlayerId, ...]]


def _mine(play: Play) -> tuple[PlayerId, ...]:
    return (play.by,)


def _opponents(play: Play) -> tuple[PlayerId, ...]:
    return play.opponents


def _everyone(play: Play) -> tuple[PlayerId, ...]:
    return play.everyone


def _while_there(
    name: str, rule: RuleKey, *effects: tuple[Whose, EffectKind] | tuple[Whose, EffectKind, int]
) -> Card:
    """A permanent: its effects last as long as its controller has it, and end by `/effect end` before."""

    def actions(play: Play) -> Sequence[Action]:
        return tuple(
            BeginEffect(who=whose(play), kind=kind, n=n[0] if n else None, source=play.by)
            for whose, kind, *n in effects
        )

    return Card(name=name, rule=rule, actions=actions)


def _this_turn(
    name: str,
    rule: RuleKey,
    *effects: tuple[Whose, EffectKind] | tuple[Whose, EffectKind, int],
    combat: bool | None = None,
) -> Card:
    """Its effects last until the end of the turn."""

    def actions(play: Play) -> Sequence[Action]:
        return tuple(
            BeginEffect(
                who=whose(play), kind=kind, n=n[0] if n else None, combat=combat, until_end_of=play.this_turn
            )
            for whose, kind, *n in effects
        )

    return Card(name=name, rule=rule, actions=actions)


def _until_own_turn(name: str, rule: RuleKey, *kinds: EffectKind) -> Card:
    """Its effects on its controller last until the controller's next turn."""

    def actions(play: Play) -> Sequence[Action]:
        return tuple(BeginEffect(who=(play.by,), kind=kind, until_turn_of=play.own_turns) for kind in kinds)

    return Card(name=name, rule=rule, actions=actions)


def _fog(name: str) -> Card:
    """All combat damage of this turn is prevented."""
    return _this_turn(name, "prevented", (_everyone, EffectKind.PREVENT_DAMAGE), combat=True)


EFFECTS = (
    _until_own_turn(
        "Teferi's Protection", "prevented", EffectKind.LIFE_CANT_CHANGE, EffectKind.PREVENT_DAMAGE
    ),
    _until_own_turn("The One Ring", "prevented", EffectKind.PREVENT_DAMAGE),
    *map(_fog, ("Fog", "Holy Day", "Moment's Peace", "Constant Mists", "Spore Frog", "Tangle")),
    _while_there("Solitary Confinement", "prevented", (_mine, EffectKind.PREVENT_DAMAGE)),
    _while_there("Glacial Chasm", "prevented", (_mine, EffectKind.PREVENT_DAMAGE)),
    _while_there(
        "Platinum Angel",
        "win_effect",
        (_mine, EffectKind.CANT_LOSE_GAME),
        (_opponents, EffectKind.CANT_WIN_GAME),
    ),
    _this_turn(
        "Angel's Grace",
        "win_effect",
        (_mine, EffectKind.CANT_LOSE_GAME),
        (_opponents, EffectKind.CANT_WIN_GAME),
        (_mine, EffectKind.DAMAGE_LIFE_FLOOR, 1),
    ),
    _this_turn(
        "Everybody Lives!",
        "cant_lose",
        (_everyone, EffectKind.CANT_LOSE_LIFE),
        (_everyone, EffectKind.CANT_LOSE_GAME),
        (_everyone, EffectKind.CANT_WIN_GAME),
    ),
    _while_there("Lich's Mirror", "loss_replaced", (_mine, EffectKind.REPLACE_GAME_LOSS, 20)),
    _while_there("Platinum Emperion", "cant_lose", (_mine, EffectKind.LIFE_CANT_CHANGE)),
    _while_there("Worship", "damage", (_mine, EffectKind.DAMAGE_LIFE_FLOOR, 1)),
    _while_there("Erebos, God of the Dead", "cant_gain", (_opponents, EffectKind.CANT_GAIN_LIFE)),
    _while_there("Sulfuric Vortex", "cant_gain", (_everyone, EffectKind.CANT_GAIN_LIFE)),
    _while_there("Tainted Remedy", "gain_replaced", (_opponents, EffectKind.GAIN_BECOMES_LOSS)),
    _while_there("Boon Reflection", "gain_replaced", (_mine, EffectKind.MULTIPLY_LIFE_GAIN, 2)),
    _while_there("Rhox Faithmender", "gain_replaced", (_mine, EffectKind.MULTIPLY_LIFE_GAIN, 2)),
    _while_there("Furnace of Rath", "damage_replaced", (_everyone, EffectKind.MULTIPLY_DAMAGE, 2)),
    _while_there("Fiery Emancipation", "damage_replaced", (_mine, EffectKind.MULTIPLY_DAMAGE_DEALT, 3)),
    _while_there(
        "Gisela, Blade of Goldnight",
        "damage_replaced",
        (_opponents, EffectKind.MULTIPLY_DAMAGE, 2),
        (_mine, EffectKind.PREVENT_HALF_DAMAGE),
    ),
)
