"""Cards that deal damage to players (120)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.life import GainLife, PayLife, SetLife
from rules.actions.table import Check
from rules.cards.card import (
    ANY_NUMBER,
    Card,
    Numbers,
    Play,
    Whom,
    by_mode,
    chosen,
    each_opponent,
    each_player,
)
from rules.game.parts import PlayerId
from rules.players.life import Amount


def _deals(
    name: str,
    to: Callable[[Play], tuple[PlayerId, ...]],
    amount: Amount | None = None,
    whom: Whom = "nobody",
) -> Card:
    """Deal this much damage to them, or X."""

    def actions(play: Play) -> Sequence[Action]:
        return (DealDamage(to=to(play), amount=play.amount if amount is None else amount, by=play.by),)

    return Card(name=name, rule="damage", actions=actions, whom=whom, x=amount is None)


def _for_each(name: str, times: int) -> Card:
    """Deal damage to each player for each of something that the player has."""

    def actions(play: Play) -> Sequence[Action]:
        amounts = {who: times * n for who, n in play.numbers.items()}
        return (DealDamage(to=tuple(amounts), amount=0, amounts=amounts, by=play.by),)

    return Card(name=name, rule="damage", actions=actions, numbers=Numbers(each_player))


def _deal_and_gain(n: int, life: int) -> Callable[[Play], Sequence[Action]]:
    """Deal damage to the chosen player; then its controller gains life."""
    return lambda play: (
        DealDamage(to=play.chosen, amount=n, by=play.by),
        GainLife(who=(play.by,), amount=life, by=play.by),
    )


def _aetherflux_reservoir(play: Play) -> Sequence[Action]:
    """Make the life a cost, checked before the ability resolves (602.2, 704.3)."""
    return (
        PayLife(payments={play.by: 50}),
        Check(resolving=play.by),
        DealDamage(to=play.chosen, amount=50, by=play.by),
    )


def _fireball(play: Play) -> Sequence[Action]:
    """Deal X, divided evenly among all targets, including other targets than players, and rounded down."""
    each = play.amount // max(1, play.parts or 0)
    return (DealDamage(to=play.chosen, amount=each, by=play.by),)


DAMAGE = (
    _deals("Heartless Hidetsugu", each_player, "half_down"),
    _deals("Flame Rift", each_player, 4),
    _deals("Pestilence", each_player, 1),
    _deals("Earthquake", each_player),
    _deals("Purphoros, God of the Forge", each_opponent, 2),
    _deals("Impact Tremors", each_opponent, 1),
    _deals("Guttersnipe", each_opponent, 2),
    _deals("Comet Storm", chosen, whom=ANY_NUMBER),
    _deals("Terror of the Peaks", chosen, whom="player"),
    _deals("Lightning Bolt", chosen, 3, whom="player"),
    Card(name="Fireball", rule="damage", actions=_fireball, whom=ANY_NUMBER, x=True, divided=True),
    Card(name="Lightning Helix", rule="damage", actions=_deal_and_gain(3, 3), whom="player"),
    by_mode(
        "Aetherflux Reservoir",
        "damage",
        pay_50=Card(name="Aetherflux Reservoir", rule="damage", actions=_aetherflux_reservoir, whom="player"),
        gain_for_spells=Card(
            name="Aetherflux Reservoir",
            rule="life",
            actions=lambda play: (GainLife(who=(play.by,), amount=play.amount, by=play.by),),
            x=True,
        ),
    ),
    by_mode(
        "Sorin Markov",
        "set",
        deal_2=Card(name="Sorin Markov", rule="damage", actions=_deal_and_gain(2, 2), whom="player"),
        set_to_10=Card(
            name="Sorin Markov",
            rule="set",
            actions=lambda play: (SetLife(to={play.chosen[0]: 10}),),
            whom="opponent",
        ),
    ),
    _for_each("Price of Progress", 2),
    _for_each("Acidic Soil", 1),
)
