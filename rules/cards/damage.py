"""Cards that deal damage to players (120)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.life import GainLife, PayLife
from rules.cards.card import ANY_NUMBER, Card, Play, Whom
from rules.game.parts import PlayerId
from rules.players.life import Amount


def _everyone(play: Play) -> tuple[PlayerId, ...]:
    return play.everyone


def _opponents(play: Play) -> tuple[PlayerId, ...]:
    return play.opponents


def _chosen(play: Play) -> tuple[PlayerId, ...]:
    return play.chosen


def _deals(
    name: str,
    to: Callable[[Play], tuple[PlayerId, ...]],
    amount: Amount | None = None,
    whom: Whom = "nobody",
) -> Card:
    """It deals this much damage to them, or X."""

    def actions(play: Play) -> Sequence[Action]:
        return (DealDamage(to=to(play), amount=play.amount if amount is None else amount, by=play.by),)

    return Card(name=name, rule="damage", actions=actions, whom=whom, x=amount is None)


def _for_each(name: str, times: int) -> Card:
    """It deals damage to each player for something that the player has so many of."""

    def actions(play: Play) -> Sequence[Action]:
        amounts = {who: times * n for who, n in play.numbers.items()}
        return (DealDamage(to=tuple(amounts), amount=0, amounts=amounts, by=play.by),)

    return Card(name=name, rule="damage", actions=actions, numbers=True)


def _lightning_helix(play: Play) -> Sequence[Action]:
    gain = GainLife(who=(play.by,), amount=3, by=play.by)
    return DealDamage(to=play.chosen, amount=3, by=play.by), gain


def _aetherflux_reservoir(play: Play) -> Sequence[Action]:
    return PayLife(payments={play.by: 50}), DealDamage(to=play.chosen, amount=50, by=play.by)


def _fireball(play: Play) -> Sequence[Action]:
    return (DealDamage(to=play.chosen, amount=play.amount // len(play.chosen), by=play.by),)


DAMAGE = (
    _deals("Heartless Hidetsugu", _everyone, "half_down"),
    _deals("Flame Rift", _everyone, 4),
    _deals("Pestilence", _everyone, 1),
    _deals("Earthquake", _everyone),
    _deals("Purphoros, God of the Forge", _opponents, 2),
    _deals("Impact Tremors", _opponents, 1),
    _deals("Guttersnipe", _opponents, 2),
    _deals("Comet Storm", _chosen, whom=ANY_NUMBER),
    _deals("Terror of the Peaks", _chosen, whom="player"),
    _deals("Lightning Bolt", _chosen, 3, whom="player"),
    Card(name="Fireball", rule="damage", actions=_fireball, whom=ANY_NUMBER, x=True),
    Card(name="Lightning Helix", rule="damage", actions=_lightning_helix, whom="player"),
    Card(name="Aetherflux Reservoir", rule="damage", actions=_aetherflux_reservoir, whom="player"),
    _for_each("Price of Progress", 2),
    _for_each("Acidic Soil", 1),
)
