"""Cards that change how much life is gained or lost, damage dealt, or counters put, or forbid it (614)."""

from collections.abc import Sequence

from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.life import lose_each
from rules.cards.card import (
    Card,
    Numbers,
    Play,
    by_mode,
    controller,
    each_opponent,
    each_player,
)
from rules.cards.lasting import Lasting, while_there
from rules.formats.editions import RuleKey
from rules.game.parts import Afterwards, EffectKind

_NO_GAIN = Lasting(each_player, EffectKind.CANT_GAIN_LIFE)
_OPPONENTS_NO_GAIN = Lasting(each_opponent, EffectKind.CANT_GAIN_LIFE)
_UNPREVENTABLE = Lasting(each_player, EffectKind.DAMAGE_CANT_BE_PREVENTED)
_NO_PAYING = Lasting(each_player, EffectKind.CANT_PAY_LIFE_TO_CAST)
_EMPTY_LIBRARY_WINS = Lasting(controller, EffectKind.WIN_AT_EMPTY_LIBRARY)


def _more_to_opponents(n: int | None, *, combat: bool | None = None) -> Lasting:
    """Increase damage to opponents by its controller's sources by n, or X."""
    return Lasting(each_opponent, EffectKind.ADD_DAMAGE, n, combat=combat, mine=True)


def _of_red_sources(name: str, n: int) -> Card:
    """Return a card that increases damage by sources of certain colors or types only."""
    return by_mode(
        name,
        "damage_replaced",
        right_sources=while_there(name, "damage_replaced", _more_to_opponents(n)),
    )


def _at_level_3(name: str, rule: RuleKey, effect: Lasting) -> Card:
    """Return a Class that does it at level 3 (716)."""
    return by_mode(name, rule, level_3=while_there(name, rule, effect))


def _doubles_gain(name: str) -> Card:
    return while_there(name, "gain_replaced", Lasting(controller, EffectKind.MULTIPLY_LIFE_GAIN, 2))


def _gains_one_more(name: str) -> Card:
    return while_there(name, "gain_replaced", Lasting(controller, EffectKind.ADD_LIFE_GAIN, 1))


def _multiplies(name: str, n: int, *, creatures: bool = False) -> Card:
    """Return a permanent that multiplies the damage of its controller's sources."""
    effect = Lasting(controller, EffectKind.MULTIPLY_DAMAGE_DEALT, n, creatures=creatures)
    return while_there(name, "damage_replaced", effect)


def _burn(name: str, n: int, *effects: Lasting) -> Card:
    """Start effects until the end of the turn, then deal damage to the chosen player."""

    def actions(play: Play) -> Sequence[Action]:
        damage = DealDamage(to=play.chosen, amount=n, by=play.by)
        return *(one.this_turn(play) for one in effects), damage

    return Card(name=name, rule="damage", actions=actions, whom="player")


def _deflecting_palm(play: Play) -> Sequence[Action]:
    """Return a shield that prevents the next damage by a source of the chosen player and deals it back
    (615.5)."""
    palm = Lasting(
        controller,
        EffectKind.PREVENT_DAMAGE,
        theirs=True,
        times=1,
        afterwards=Afterwards.DEAL_BACK,
    )
    return (palm.this_turn(play),)


def _for_nonbasic_lands(play: Play) -> Sequence[Action]:
    return (DealDamage(to=tuple(play.numbers), amount=0, amounts=play.numbers, by=play.by),)


REPLACEMENTS = (
    while_there(
        "Bloodletter of Aclazotz",
        "life",
        Lasting(each_opponent, EffectKind.MULTIPLY_LIFE_LOSS, 2, own_turn=True),
    ),
    *map(
        _gains_one_more,
        ("Leyline of Hope", "Angel of Vitality", "Heron of Hope", "Honor Troll", "Cleric Class"),
    ),
    _doubles_gain("Alhammarret's Archive"),
    _of_red_sources("Torbran, Thane of Red Fell", 2),
    _of_red_sources("Mechanized Warfare", 1),
    while_there("Fated Firepower", "damage_replaced", _more_to_opponents(None), x=True),
    _at_level_3("Artist's Talent", "damage_replaced", _more_to_opponents(2, combat=False)),
    _multiplies("Gratuitous Violence", 2, creatures=True),
    _multiplies("Angrath's Marauders", 2),
    _multiplies("City on Fire", 3),
    while_there(
        "Dictate of the Twin Gods", "damage_replaced", Lasting(each_player, EffectKind.MULTIPLY_DAMAGE, 2)
    ),
    while_there("Fiendish Duo", "damage_replaced", Lasting(each_opponent, EffectKind.MULTIPLY_DAMAGE, 2)),
    while_there(
        "Solphim, Mayhem Dominus",
        "damage_replaced",
        Lasting(each_opponent, EffectKind.MULTIPLY_DAMAGE, 2, combat=False, mine=True),
    ),
    while_there(
        "Vorinclex, Monstrous Raider",
        "counters",
        Lasting(controller, EffectKind.MULTIPLY_COUNTERS_PUT, 2),
        Lasting(each_opponent, EffectKind.HALVE_COUNTERS_PUT),
    ),
    _at_level_3("Innkeeper's Talent", "counters", Lasting(controller, EffectKind.MULTIPLY_COUNTERS_PUT, 2)),
    while_there("Winding Constrictor", "counters", Lasting(controller, EffectKind.ADD_COUNTERS, 1)),
    while_there("Solemnity", "counters", Lasting(each_player, EffectKind.CANT_GET_COUNTERS)),
    while_there("Melira, Sylvok Outcast", "counters", Lasting(controller, EffectKind.CANT_GET_POISON)),
    while_there(
        "Questing Beast",
        "damage",
        Lasting(each_player, EffectKind.DAMAGE_CANT_BE_PREVENTED, combat=True, mine=True),
    ),
    while_there("Leyline of Punishment", "cant_gain", _NO_GAIN, _UNPREVENTABLE),
    while_there("Everlasting Torment", "cant_gain", _NO_GAIN, _UNPREVENTABLE),
    by_mode(
        "Sunspine Lynx",
        "cant_gain",
        in_play=while_there("Sunspine Lynx", "cant_gain", _NO_GAIN, _UNPREVENTABLE),
        enters_damage=Card(
            name="Sunspine Lynx",
            rule="damage",
            actions=_for_nonbasic_lands,
            numbers=Numbers(each_player),
        ),
    ),
    while_there("Giant Cindermaw", "cant_gain", _NO_GAIN),
    while_there("Tibalt, Rakish Instigator", "cant_gain", _OPPONENTS_NO_GAIN),
    by_mode(
        "Archfiend of Despair",
        "cant_gain",
        in_play=while_there("Archfiend of Despair", "cant_gain", _OPPONENTS_NO_GAIN),
        end_step_loss=Card(
            name="Archfiend of Despair",
            rule="life",
            actions=lambda play: (lose_each(play.numbers, play.by),),
            numbers=Numbers(each_opponent),
        ),
    ),
    _burn("Stomp", 2, _UNPREVENTABLE),
    _burn("Skullcrack", 3, _NO_GAIN, _UNPREVENTABLE),
    by_mode(
        "Wild Slash",
        "damage",
        power_4=_burn("Wild Slash", 2, _UNPREVENTABLE),
        no_power_4=_burn("Wild Slash", 2),
    ),
    Card(name="Flaring Pain", rule="damage", actions=lambda play: (_UNPREVENTABLE.this_turn(play),)),
    while_there(
        "Phyrexian Unlife",
        "damage",
        Lasting(controller, EffectKind.NO_LOSS_AT_ZERO_LIFE),
        Lasting(controller, EffectKind.DAMAGE_AS_INFECT, life_at_most=0),
    ),
    Card(name="Deflecting Palm", rule="prevented", actions=_deflecting_palm, whom="player"),
    while_there("Laboratory Maniac", "win_effect", _EMPTY_LIBRARY_WINS),
    while_there("Jace, Wielder of Mysteries", "win_effect", _EMPTY_LIBRARY_WINS),
    while_there("Angel of Jubilation", "payment", _NO_PAYING),
    while_there("Yasharn, Implacable Earth", "payment", _NO_PAYING),
    while_there(
        "Abyssal Persecutor",
        "win_effect",
        Lasting(controller, EffectKind.CANT_WIN_GAME),
        Lasting(each_opponent, EffectKind.CANT_LOSE_GAME),
    ),
)
