"""Life totals and damage, as they can be asked of a game."""

from collections.abc import Mapping

from msgspec import field

from rules.actions.action import Action
from rules.game.parts import PlayerId
from rules.players import damage, life
from rules.players.life import Amount
from rules.resolution import Resolution


class LoseLife(Action, frozen=True, kw_only=True):
    """Each of these players loses an amount of life (119.3)."""

    who: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            amount = life.amount_for(resolution.before, who, self.amount)
            life.lose(resolution, who, amount, source=self.by)


class GainLife(Action, frozen=True, kw_only=True):
    """Each of these players gains an amount of life (119.3)."""

    who: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            life.gain(resolution, who, life.amount_for(resolution.before, who, self.amount), source=self.by)


class PayLife(Action, frozen=True, kw_only=True):
    """Players pay life for one cost or effect together (119.4, 810.9b)."""

    payments: Mapping[PlayerId, Amount]

    def perform(self, resolution: Resolution) -> None:
        life.pay(resolution, self.payments)


class SetLife(Action, frozen=True, kw_only=True):
    """Life totals become these numbers in one effect (119.5, 810.9d)."""

    to: Mapping[PlayerId, int]
    chosen: Mapping[str, PlayerId] = field(default_factory=dict[str, str])

    def perform(self, resolution: Resolution) -> None:
        life.set_each(resolution, self.to, self.chosen)


class MultiplyLife(Action, frozen=True, kw_only=True):
    """Life totals are doubled, or more (701.10d)."""

    who: tuple[PlayerId, ...]
    times: int = 2

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            life.multiply(resolution, who, self.times)


class ExchangeLife(Action, frozen=True, kw_only=True):
    """Two players exchange life totals (701.12c)."""

    a: PlayerId
    b: PlayerId

    def perform(self, resolution: Resolution) -> None:
        life.exchange(resolution, self.a, self.b)


class ExchangeLifeWithNumber(Action, frozen=True, kw_only=True):
    """A player exchanges the life total with a number (701.12g)."""

    who: PlayerId
    number: int

    def perform(self, resolution: Resolution) -> None:
        life.exchange_with_number(resolution, self.who, self.number)


class RedistributeLife(Action, frozen=True, kw_only=True):
    """The players' totals are dealt out anew among them (119.7, 810.9f)."""

    to: Mapping[PlayerId, int]

    def perform(self, resolution: Resolution) -> None:
        life.redistribute(resolution, self.to)


class DealDamage(Action, frozen=True, kw_only=True):
    """One source deals damage to players (120)."""

    to: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None
    combat: bool = False
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    commander: str | None = None

    def perform(self, resolution: Resolution) -> None:
        source = damage.DamageSource(
            controller=self.by,
            combat=self.combat,
            infect=self.infect,
            toxic=self.toxic,
            lifelink=self.lifelink,
            commander=self.commander,
        )
        damage.deal(
            resolution, source, {to: life.amount_for(resolution.before, to, self.amount) for to in self.to}
        )
