"""Cards that make players lose or gain life (119.3)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.damage import DealDamage
from rules.actions.life import DrainLife, GainLife, LoseLife, lose_each
from rules.cards.card import Card, Numbers, Play, Whom, each_opponent

Actions = Callable[[Play], Sequence[Action]]


def _drain(name: str, *, n: int = 0, times: int = 1, gain: int | None = None) -> Card:
    """Make each opponent lose life, and the controller gain the total lost, or `gain`.

    The amount is `n`, or `times` X.
    """

    def actions(play: Play) -> Sequence[Action]:
        amount = n or times * play.amount
        return (DrainLife(who=play.opponents, amount=amount, by=play.by, gain=gain),)

    return Card(name=name, rule="life", actions=actions, x=not n)


def _of_one(name: str, actions: Actions, *, whom: Whom = "player", x: bool = False) -> Card:
    return Card(name=name, rule="life", actions=actions, whom=whom, x=x)


LIFE = (
    _drain("Exsanguinate"),
    _drain("Gray Merchant of Asphodel"),
    _drain("Debt to the Deathless", times=2),
    _drain("Kokusho, the Evening Star", n=5),
    Card(
        name="Syphon Soul",  # it deals damage, and its controller gains as much as was dealt
        rule="life",
        actions=lambda play: (DealDamage(to=play.others, amount=2, by=play.by, gain=True),),
    ),
    _drain("Blind Obedience", n=1),
    _drain("Zulaport Cutthroat", n=1, gain=1),
    _drain("Ayara, First of Locthwain", n=1, gain=1),
    _drain("Bontu's Monument", n=1, gain=1),
    _drain("Palace Siege", n=2, gain=2),
    _of_one("Blood Artist", lambda play: (DrainLife(who=play.chosen, amount=1, by=play.by, gain=1),)),
    _of_one(
        "Sanguine Bond",
        lambda play: (LoseLife(who=play.chosen, amount=play.amount, by=play.by),),
        whom="opponent",
        x=True,
    ),
    Card(
        name="Exquisite Blood",
        rule="life",
        actions=lambda play: (GainLife(who=(play.by,), amount=play.amount, by=play.by),),
        x=True,
    ),
    Card(
        name="Ribbons",
        rule="life",
        actions=lambda play: (LoseLife(who=play.opponents, amount=play.amount, by=play.by),),
        x=True,
    ),
    Card(
        name="Bolas's Citadel",
        rule="life",
        actions=lambda play: (LoseLife(who=play.opponents, amount=10, by=play.by),),
    ),
    Card(
        name="Torment of Hailfire",  # a number for each opponent: how often they chose to lose life
        rule="life",
        actions=lambda play: (lose_each({who: 3 * n for who, n in play.numbers.items()}, play.by),),
        numbers=Numbers(each_opponent),
    ),
    Card(
        name="Wound Reflection",  # a number for each opponent: the life lost this turn
        rule="life",
        actions=lambda play: (lose_each(play.numbers, play.by),),
        numbers=Numbers(each_opponent),
    ),
    _of_one(
        "Congregate", lambda play: (GainLife(who=play.chosen, amount=2 * play.amount, by=play.by),), x=True
    ),
)
