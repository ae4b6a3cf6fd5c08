"""Cards that protect players, or forbid or change events, for a time (611, 614, 615)."""

from collections.abc import Sequence

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.life import LoseLife
from rules.cards.card import Card, Play, by_mode, controller, each_opponent, each_player
from rules.cards.lasting import Lasting, this_turn, while_there
from rules.formats.editions import RuleKey
from rules.game.parts import EffectKind, PlayerId, Scope


def _until_own_turn(name: str, rule: RuleKey, *kinds: EffectKind) -> Card:
    """Return effects on its controller until the controller's next turn."""

    def actions(play: Play) -> Sequence[Action]:
        return tuple(
            BeginEffect(who=(play.by,), kind=kind, until_turn_of=play.own_turns, scope=Scope.CONTROLLER)
            for kind in kinds
        )

    return Card(name=name, rule=rule, actions=actions)


def _whose_turn(play: Play) -> tuple[PlayerId, ...]:
    """Return the players whose upkeep it is; of several turns at once those of the nearest one."""
    return tuple(id for id in play.game.team_of(play.this_turn) if play.game.player(id).in_game)


def _fog(name: str) -> Card:
    """Return an effect that prevents all combat damage of this turn."""
    return this_turn(name, "prevented", Lasting(each_player, EffectKind.PREVENT_DAMAGE, combat=True))


EFFECT_CARDS = (
    _until_own_turn(
        "Teferi's Protection", "prevented", EffectKind.LIFE_CANT_CHANGE, EffectKind.PREVENT_DAMAGE
    ),
    by_mode(
        "The One Ring",
        "prevented",
        cast=_until_own_turn("The One Ring", "prevented", EffectKind.PREVENT_DAMAGE),
        upkeep_loss=Card(
            name="The One Ring",
            rule="life",
            actions=lambda play: (LoseLife(who=(play.by,), amount=play.amount, by=play.by),),
            x=True,
        ),
    ),
    *map(_fog, ("Fog", "Holy Day", "Moment's Peace", "Constant Mists", "Spore Frog", "Tangle")),
    while_there("Solitary Confinement", "prevented", Lasting(controller, EffectKind.PREVENT_DAMAGE)),
    while_there("Glacial Chasm", "prevented", Lasting(controller, EffectKind.PREVENT_DAMAGE)),
    while_there(
        "Platinum Angel",
        "win_effect",
        Lasting(controller, EffectKind.CANT_LOSE_GAME),
        Lasting(each_opponent, EffectKind.CANT_WIN_GAME),
    ),
    this_turn(
        "Angel's Grace",
        "win_effect",
        Lasting(controller, EffectKind.CANT_LOSE_GAME),
        Lasting(each_opponent, EffectKind.CANT_WIN_GAME),
        Lasting(controller, EffectKind.DAMAGE_LIFE_FLOOR, 1),
    ),
    this_turn(
        "Everybody Lives!",
        "cant_lose",
        Lasting(each_player, EffectKind.CANT_LOSE_LIFE),
        Lasting(each_player, EffectKind.CANT_LOSE_GAME),
        Lasting(each_player, EffectKind.CANT_WIN_GAME),
    ),
    while_there("Lich's Mirror", "loss_replaced", Lasting(controller, EffectKind.REPLACE_GAME_LOSS, 20)),
    while_there("Platinum Emperion", "cant_lose", Lasting(controller, EffectKind.LIFE_CANT_CHANGE)),
    by_mode(
        "Worship",
        "damage",
        controls_creature=while_there(
            "Worship", "damage", Lasting(controller, EffectKind.DAMAGE_LIFE_FLOOR, 1)
        ),
    ),
    while_there("Erebos, God of the Dead", "cant_gain", Lasting(each_opponent, EffectKind.CANT_GAIN_LIFE)),
    by_mode(
        "Sulfuric Vortex",
        "gain_replaced",
        in_play=while_there(
            "Sulfuric Vortex", "gain_replaced", Lasting(each_player, EffectKind.NO_LIFE_GAIN)
        ),
        upkeep_damage=Card(
            name="Sulfuric Vortex",
            rule="damage",
            actions=lambda play: (DealDamage(to=_whose_turn(play), amount=2, by=play.by),),
        ),
    ),
    while_there("Tainted Remedy", "gain_replaced", Lasting(each_opponent, EffectKind.GAIN_BECOMES_LOSS)),
    while_there("Boon Reflection", "gain_replaced", Lasting(controller, EffectKind.MULTIPLY_LIFE_GAIN, 2)),
    while_there("Rhox Faithmender", "gain_replaced", Lasting(controller, EffectKind.MULTIPLY_LIFE_GAIN, 2)),
    while_there("Furnace of Rath", "damage_replaced", Lasting(each_player, EffectKind.MULTIPLY_DAMAGE, 2)),
    while_there(
        "Fiery Emancipation", "damage_replaced", Lasting(controller, EffectKind.MULTIPLY_DAMAGE_DEALT, 3)
    ),
    while_there(
        "Gisela, Blade of Goldnight",
        "damage_replaced",
        Lasting(each_opponent, EffectKind.MULTIPLY_DAMAGE, 2),
        Lasting(controller, EffectKind.PREVENT_HALF_DAMAGE),
    ),
)
