"""Life: gaining, losing, paying, setting, exchanging, redistributing (119)."""

from collections.abc import Mapping

from msgspec import field

from rules.actions.action import Action, EffectAction, PlayerAction, reached_players, require_reached
from rules.actions.table import as_one_event
from rules.events.life import LifeCause, LifeLost, LifePaid
from rules.formats.editions import RuleKey
from rules.game.parts import Player, PlayerId, TotalOwner
from rules.players import continuous_effects, life
from rules.players.life import Amount, N
from rules.refusal import Refusal
from rules.resolution import Resolution


class LoseLife(EffectAction, frozen=True, kw_only=True):
    """Lets each of these players lose an amount of life (119.3)."""

    amount: Amount

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        amount = life.amount_for(resolution.before, who, self.amount)
        life.lose_life(resolution, who, amount, source=self.by)


class GainLife(EffectAction, frozen=True, kw_only=True):
    """Each of these players gains an amount of life (119.3)."""

    amount: Amount

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        life.gain(resolution, who, life.amount_for(resolution.before, who, self.amount), source=self.by)


class DrainLife(Action, frozen=True, kw_only=True):
    """Each of these players loses an amount of life, and then `by` gains the total lost.

    Losses count as changed by effects, and not if forbidden (119.3, 119.8). `amounts` has the players who
    lose a different amount; `gain` is the amount that `by` gains instead of the total. Refused when one of
    them has left.
    """

    who: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId
    amounts: Mapping[PlayerId, Amount] = field(default_factory=dict[str, Amount])
    gain: int | None = None
    ranged: bool = False

    def perform(self, resolution: Resolution) -> None:
        resolution.playing_one(self.by)
        begun = len(resolution.events)
        for who in reached_players(resolution, self.by if self.ranged else None, self.who):
            amount = life.amount_for(resolution.before, who, self.amounts.get(who, self.amount))
            life.lose_life(resolution, who, amount, source=self.by)
        losses = (event for event in resolution.events[begun:] if isinstance(event, LifeLost))
        lost = sum(event.amount for event in losses)
        life.gain(resolution, self.by, lost if self.gain is None else self.gain, source=self.by)


class PayLife(Action, frozen=True, kw_only=True):
    """Players pay life for one cost or effect together (119.4, 119.4a, 810.9b).

    Refused if a total is too low for its owners' payments or an effect forbids paying; 0 can always be paid
    (119.4b).
    """

    payments: Mapping[PlayerId, Amount]
    resolving: bool = False
    """Whether it is paid as a spell or ability resolves, and not to cast or activate one."""

    def perform(self, resolution: Resolution) -> None:
        before, game = resolution.before, resolution.game
        due = {who: life.amount_for(before, who, amount) for who, amount in self.payments.items()}
        resolution.playing(due)
        needed: dict[TotalOwner, int] = {}
        for who, amount in due.items():
            holder = game.life_holder(who)
            needed[holder] = needed.get(holder, 0) + amount
        for who, amount in due.items():
            if amount == 0:
                continue
            name, needs, seen = game.player(who).name, needed[game.life_holder(who)], game.life_seen(who)
            if not continuous_effects.can_pay_life(game, who, resolving=self.resolving):
                raise Refusal("cant_pay_life", who=name)
            has = game.life[game.life_holder(who)]
            if amount > seen or needs > has:
                raise Refusal("not_enough_life", who=name, has=min(has, seen), needs=needs)
        for who, amount in due.items():
            if amount == 0:
                resolution.record(LifePaid(who=who, amount=0, rule=resolution.rule("payment_of_0")))
            life.lose_life(resolution, who, amount, cause="payment", rule="payment")


class SetLife(Action, frozen=True, kw_only=True):
    """Life totals become these numbers in one effect (119.5).

    A team that shares its total chooses one member who alone is affected (810.9d); in the 2006 text the
    members' numbers are added up (606.9b). Refused when a team has not chosen.
    """

    to: Mapping[PlayerId, int]
    chosen: Mapping[str, PlayerId] = field(default_factory=dict[str, str])
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        chosen = self.chosen
        to = {who: self.to[who] for who in reached_players(resolution, self.by, self.to)}
        for side in resolution.game.sides:
            named = [id for id in side.members if id in to]
            if not side.shares_life or len(named) < 2:
                for id in named:
                    _set_to(resolution, id, to[id])
            elif resolution.game.rules.sums_each_life_set:
                difference = sum(to[id] for id in named) - resolution.before.life[side.id]
                _change(resolution, named[0], difference, cause="set", rule="set_each")
            elif chosen.get(side.id) in named:
                _set_to(resolution, chosen[side.id], to[chosen[side.id]], rule="set_each")
            else:
                raise Refusal("choose_member", team=side.name)


class MultiplyLife(EffectAction, frozen=True, kw_only=True):
    """Life totals are doubled, or more: players gain, or from below 0 lose, the difference (701.10d)."""

    times: int = 2

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        difference = resolution.before.life_seen(who) * (self.times - 1)
        _change(resolution, who, difference, cause="double", rule="double")


class ExchangeLife(Action, frozen=True, kw_only=True):
    """Two players exchange life totals; refused when either half can't happen (701.12a, 701.12c, 810.9e)."""

    a: PlayerId
    b: PlayerId
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        require_reached(resolution, self.by, (self.a, self.b))
        game = resolution.game
        if game.life_holder(self.a) == game.life_holder(self.b):
            raise Refusal("exchange_same_total", a=game.player(self.a).name, b=game.player(self.b).name)
        wanted = {self.a: game.life_seen(self.b), self.b: game.life_seen(self.a)}
        _set_all(resolution, wanted, cause="exchange", rule="exchange")


class ExchangeLifeWithNumber(PlayerAction, frozen=True, kw_only=True):
    """A player exchanges the life total with a number, such as a creature's power (701.12g)."""

    number: int
    by: PlayerId | None = None

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        require_reached(resolution, self.by, (self.who,))
        _set_all(resolution, {self.who: self.number}, cause="exchange", rule="exchange")


class RedistributeLife(Action, frozen=True, kw_only=True):
    """Redistributes the players' life totals among them (119.7).

    Refused unless the new totals are the old ones in another order, touch at most one member of a team
    (810.9f), and give no one a total that an effect forbids (119.7, 119.8).
    """

    to: Mapping[PlayerId, int]
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        require_reached(resolution, self.by, self.to)
        holders = [resolution.game.life_holder(id) for id in self.to]
        if len(set(holders)) < len(holders):
            raise Refusal("one_member_per_team")
        totals = sorted(resolution.game.life_seen(id) for id in self.to)
        if sorted(self.to.values()) != totals:
            raise Refusal("not_a_permutation", totals=tuple(totals))
        _set_all(resolution, self.to, cause="redistribute", rule="redistribute")


def _set_all(resolution: Resolution, to: Mapping[PlayerId, int], *, cause: LifeCause, rule: RuleKey) -> None:
    """Set life totals; refused, with nothing changed, when an effect forbids one of them."""
    for who, total in to.items():
        now, name = resolution.game.life_seen(who), resolution.game.player(who).name
        if total > now and not continuous_effects.can_gain_life(resolution.game, who):
            raise Refusal("cant_gain_life", who=name)
        if total < now and not continuous_effects.can_lose_life(resolution.game, who):
            raise Refusal("cant_lose_life", who=name)
    for who, total in to.items():
        _set_to(resolution, who, total, cause=cause, rule=rule)


def _set_to(
    resolution: Resolution, who: PlayerId, to: int, *, cause: LifeCause = "set", rule: RuleKey = "set"
) -> None:
    """Set a player's life total: the difference is gained or lost (119.5, 810.9c)."""
    _change(resolution, who, to - resolution.before.life_seen(who), cause=cause, rule=rule)


def _change(resolution: Resolution, who: PlayerId, by: int, *, cause: LifeCause, rule: RuleKey) -> None:
    change = life.gain if by > 0 else life.lose_life
    change(resolution, who, abs(by), cause=cause, rule=rule)


def lose_each(amounts: Mapping[PlayerId, int], by: PlayerId | None) -> Action:
    """Return one event in which each of these players loses their own amount."""
    each = by_amount(amounts).items()
    return as_one_event(*(LoseLife(who=who, amount=n, by=by, ranged=True) for n, who in each))


def by_amount(amounts: Mapping[PlayerId, N]) -> dict[N, tuple[PlayerId, ...]]:
    """Group players by their values, in the order of each group's first player."""
    found: dict[N, tuple[PlayerId, ...]] = {}
    for who, amount in amounts.items():
        found[amount] = (*found.get(amount, ()), who)
    return found
