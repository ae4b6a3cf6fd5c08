"""Cards that set, double, exchange or redistribute life totals (119.5, 119.7, 701.10d, 701.12)."""

from collections.abc import Callable, Collection, Mapping, Sequence

from rules.actions.action import Action
from rules.actions.life import (
    ExchangeLife,
    ExchangeLifeWithNumber,
    MultiplyLife,
    RedistributeLife,
    SetLife,
)
from rules.cards.card import MEMBERS, Card, Numbers, Play, each_player
from rules.game.game import Game
from rules.game.parts import PlayerId, SideId
from rules.refusal import Refusal
from rules.resolution import Resolution


def set_each(game: Game, to: Mapping[PlayerId, int], members: Collection[PlayerId] = ()) -> Action:
    """Set life totals to these numbers.

    In a team that shares its total, a chosen member is affected (810.9d): one of `members`, or any if that
    makes no difference. Raises Refusal "card_choose_member" if it does.
    """
    chosen: dict[SideId, PlayerId] = {}
    for side in game.sides:
        named = [id for id in side.members if id in to]
        if not side.shares_life or not named or game.rules.sums_each_life_set:
            continue
        picked = [id for id in named if id in members] or named
        if len(picked) > 1 and len({_total_after(game, id, to[id]) for id in picked}) > 1:
            raise Refusal("card_choose_member", team=side.name)
        chosen[side.id] = picked[0]
    return SetLife(to=to, chosen=chosen)


def _total_after(game: Game, who: PlayerId, total: int) -> int:
    resolution = Resolution(game)
    SetLife(to={who: total}).perform(resolution)
    return resolution.game.life_seen(who)


def _all_become(name: str, total: Callable[[Play], int]) -> Card:
    def actions(play: Play) -> Sequence[Action]:
        return (set_each(play.game, dict.fromkeys(play.everyone, total(play)), play.chosen),)

    return Card(name=name, rule="set_each", actions=actions, whom=MEMBERS)


def _totals(play: Play) -> list[int]:
    return [play.game.life_seen(who) for who in play.everyone]


def _biorhythm(play: Play) -> Sequence[Action]:
    return (set_each(play.game, play.numbers, play.chosen),)


def _becomes(total: int) -> Callable[[Play], Sequence[Action]]:
    return lambda play: (SetLife(to={play.chosen[0]: total}),)


def _resolute_archangel(play: Play) -> Sequence[Action]:
    start, life = play.game.player(play.by).starting_life, play.game.life_seen(play.by)
    if life >= start:
        raise Refusal("card_condition_below", card="Resolute Archangel", has=life, needs=start)
    return (SetLife(to={play.by: start}),)


def _exchange(play: Play) -> Sequence[Action]:
    return (ExchangeLife(a=play.chosen[0], b=play.chosen[1]),)


def _exchange_with_controller(play: Play) -> Sequence[Action]:
    return (ExchangeLife(a=play.by, b=play.chosen[0]),)


TOTALS = (
    _all_become("Repay in Kind", lambda play: min(_totals(play))),
    _all_become("Arbiter of Knollridge", lambda play: max(_totals(play))),
    _all_become("Worldfire", lambda play: 1),
    Card(
        name="Biorhythm",
        rule="set_each",
        actions=_biorhythm,
        numbers=Numbers(each_player, each=True),
        whom=MEMBERS,
    ),
    Card(name="Magister Sphinx", rule="set", actions=_becomes(10), whom="player"),
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
        numbers=Numbers(each_player),
    ),
)
