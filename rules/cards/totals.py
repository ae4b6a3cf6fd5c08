"""Cards that set, double, exchange or redistribute life totals (119.5, 119.7, 701.10d, 701.12)."""

from collections.abc import Callable, Mapping, Sequence

from rules.actions.action import Action
from rules.actions.life import (
    ExchangeLife,
    ExchangeLifeWithNumber,
    MultiplyLife,
    RedistributeLife,
    SetLife,
)
from rules.cards.card import Card, Play
from rules.game.game import Game
from rules.game.parts import PlayerId


def set_each(game: Game, to: Mapping[PlayerId, int]) -> Action:
    """Life totals become these numbers; of a team that shares its total, the member with the highest one is
    chosen (810.9d)."""
    chosen = {
        side.id: max(named, key=lambda id: to[id])
        for side in game.sides
        if (named := [id for id in side.members if id in to])
    }
    return SetLife(to=to, chosen=chosen)


def _all_become(name: str, total: Callable[[Play], int]) -> Card:
    def actions(play: Play) -> Sequence[Action]:
        return (set_each(play.game, dict.fromkeys(play.everyone, total(play))),)

    return Card(name=name, rule="set_each", actions=actions)


def _totals(play: Play) -> list[int]:
    return [play.game.life_seen(who) for who in play.everyone]


def _biorhythm(play: Play) -> Sequence[Action]:
    return (set_each(play.game, play.numbers),)


def _becomes(total: int) -> Callable[[Play], Sequence[Action]]:
    return lambda play: (SetLife(to={play.chosen[0]: total}),)


def _resolute_archangel(play: Play) -> Sequence[Action]:
    start = play.game.player(play.by).starting_life
    return (SetLife(to={play.by: start}),) if play.game.life_seen(play.by) < start else ()


def _exchange(play: Play) -> Sequence[Action]:
    return (ExchangeLife(a=play.chosen[0], b=play.chosen[1]),)


def _exchange_with_controller(play: Play) -> Sequence[Action]:
    return (ExchangeLife(a=play.by, b=play.chosen[0]),)


TOTALS = (
    _all_become("Repay in Kind", lambda play: min(_totals(play))),
    _all_become("Arbiter of Knollridge", lambda play: max(_totals(play))),
    _all_become("Worldfire", lambda play: 1),
    Card(name="Biorhythm", rule="set_each", actions=_biorhythm, numbers=True),
    Card(name="Magister Sphinx", rule="set", actions=_becomes(10), whom="player"),
    Card(name="Sorin Markov", rule="set", actions=_becomes(10), whom="opponent"),
    Card(name="Blessed Wind", rule="set", actions=_becomes(20), whom="player"),
    Card(name="Resolute Archangel", rule="set", actions=_resolute_archangel),
    Card(
        name="Beacon of Immortality",
        rule="double",
        actions=lambda play: (MultiplyLife(who=play.chosen),),
        whom="player",
    ),
    Card(name="Axis of Mortality", rule="exchange", actions=_exchange, whom="two"),
    Card(name="Soul Conduit", rule="exchange", actions=_exchange, whom="two"),
    Card(name="Mirror Universe", rule="exchange", actions=_exchange_with_controller, whom="opponent"),
    Card(
        name="Tree of Perdition",  # X: the creature's toughness
        rule="exchange",
        actions=lambda play: (ExchangeLifeWithNumber(who=play.chosen[0], number=play.amount),),
        whom="opponent",
        x=True,
    ),
    Card(
        name="Tree of Redemption",  # X: the creature's toughness
        rule="exchange",
        actions=lambda play: (ExchangeLifeWithNumber(who=play.by, number=play.amount),),
        x=True,
    ),
    Card(
        name="Reverse the Sands",
        rule="redistribute",
        actions=lambda play: (RedistributeLife(to=play.numbers),),
        numbers=True,
    ),
)
