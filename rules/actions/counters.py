"""Actions on counters."""

from rules.actions.action import Action, EffectAction, PlayerAction, reached_players, require_reached
from rules.game.parts import Player, PlayerId
from rules.players import counters, life
from rules.refusal import Refusal
from rules.resolution import Resolution


class AddCounters(EffectAction, frozen=True, kw_only=True):
    """Each of these players gets counters of a kind (122.1), put by `by` if given."""

    kind: str
    n: int

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        counters.add_counters(resolution, who, self.kind, self.n, source=self.by)


class RemoveCounters(EffectAction, frozen=True, kw_only=True):
    """Each of these players loses counters of a kind, or pays with them, which effects don't change
    (107.14)."""

    kind: str
    n: int
    as_cost: bool = False

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        counters.remove_counters(resolution, who, self.kind, self.n, as_cost=self.as_cost)


class DoubleCounters(PlayerAction, frozen=True, kw_only=True):
    """A player, or the team that shares them, gets as many counters of a kind again (701.10e), put by `by`
    if given."""

    kind: str
    by: PlayerId | None = None

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        require_reached(resolution, self.by, (self.who,))
        has = resolution.before.counters_of(resolution.before.counter_holder(self.who, self.kind))
        counters.add_counters(resolution, self.who, self.kind, has.get(self.kind, 0), source=self.by)


class Proliferate(Action, frozen=True, kw_only=True):
    """The chosen players get one more of every kind of counter they have; a team's poison rises by one at
    most (701.34). `by` puts them, if given."""

    chosen: tuple[PlayerId, ...]
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        poisoned = set[str]()
        for who in reached_players(resolution, self.by, self.chosen):
            holder = resolution.before.poison_holder(who)
            kinds = {**resolution.before.counters_of(who)}
            if holder != who and holder not in poisoned and resolution.before.poison(who):
                kinds["poison"] = resolution.before.poison(who)
            poisoned.add(holder)
            for kind in kinds:
                counters.add_counters(resolution, who, kind, 1, source=self.by)


class ResolveRad(PlayerAction, frozen=True, kw_only=True):
    """A player with rad counters milled nonland cards: each card costs one life and removes one counter
    (728.1)."""

    nonlands: int

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        has = resolution.game.counters_of(self.who).get("rad", 0)
        if self.nonlands > has:
            raise Refusal("rad_too_many", who=player.name, has=has, needs=self.nonlands)
        life.lose_life(resolution, self.who, self.nonlands, cause="rad", rule="rad")
        counters.remove_counters(resolution, self.who, "rad", self.nonlands)
