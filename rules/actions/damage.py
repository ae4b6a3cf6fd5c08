"""Damage to players and everything that is part of the same event (120)."""

from collections.abc import Mapping
from functools import partial

from msgspec import field
from msgspec.structs import replace

from rules.actions.action import Action, out_of_range
from rules.events.life import DamageDealt
from rules.game.game import Game
from rules.game.parts import Afterwards, Effect, EffectKind, PlayerId
from rules.game.seating import in_range
from rules.players import continuous_effects, counters, designations, life
from rules.players import damage as modifying
from rules.players.commanders import owner_of, team_tally
from rules.players.damage import Changes, PendingDamage
from rules.players.life import Amount
from rules.refusal import Refusal
from rules.resolution import Resolution, require_countable


class DealDamage(Action, frozen=True, kw_only=True):
    """One source deals damage in one event: loss of life or poison (120.3a, 120.3b), toxic (120.3g), the
    commander's tally (903.10a) and one gain by lifelink for all of it (120.3f).

    `amounts` has the players with a different amount. Prevention and changes come first (120.4b). 0 damage
    is not dealt (120.8), nor any to players who have left or are out of range (800.4e, 801.10). Refused if
    that is everyone, or if the source's controller or the commander's owner has left (800.4a).
    """

    to: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None
    combat: bool = False
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    commander: str | None = None
    amounts: Mapping[PlayerId, Amount] = field(default_factory=dict[str, Amount])
    unpreventable: bool = False
    gain: bool = False
    """Whether the source's controller gains as much life as damage is dealt, by the source's text."""
    creature: bool = False
    """Whether the source is a creature, as that of combat damage is and a commander's."""
    shielded: int | None = None
    """How much of it shields prevent, where they could prevent damage of several sources (615.7)."""
    order: tuple[EffectKind, ...] = ()
    """The kinds of effects that the affected player has applied first (616.1)."""
    assumed: bool = False
    """Whether the source's controller wasn't stated: `by` has entered it, gets no credit for it, and isn't
    limited by the range of influence."""

    def perform(self, resolution: Resolution) -> None:
        owner = None if self.commander is None else owner_of(self.commander)
        resolution.playing(id for id in (self.by, owner) if id is not None)
        damage = {
            to: life.amount_for(resolution.before, to, self.amounts.get(to, self.amount)) for to in self.to
        }
        said = None if self.assumed else self.by
        obstacles = {to: _obstacle(resolution.game, said, to) for to in damage}
        reached = {to: n for to, n in damage.items() if obstacles[to] is None}
        for obstacle in obstacles.values():
            if obstacle is not None and not reached:
                raise obstacle
        dealt = self._modified(resolution, self._pending(reached))
        for to, amount in dealt.items():
            self._deal_to(resolution, to, amount)
        if self.by is None:
            return
        if self.gain:
            life.gain(resolution, self.by, sum(dealt.values()), source=self.by)
        if self.lifelink:
            life.gain(resolution, self.by, sum(dealt.values()), cause="lifelink", rule="lifelink")
        if self.combat:
            for to in dealt:
                designations.combat_damage_dealt(resolution, self.by, to)

    def _pending(self, damage: Mapping[PlayerId, int]) -> list[PendingDamage]:
        return [
            PendingDamage(
                to=to,
                amount=amount,
                by=self.by,
                combat=self.combat,
                commander=self.commander,
                preventable=not self.unpreventable,
                creature=self.creature or self.combat or self.commander is not None,
                shielded=self.shielded,
                order=self.order,
            )
            for to, amount in damage.items()
            if amount > 0
        ]

    def _modified(self, resolution: Resolution, pending: list[PendingDamage]) -> Mapping[PlayerId, int]:
        """Return the damage that is dealt after effects that prevent, change or redirect it, to each
        player."""
        changes = Changes()
        dealt: dict[PlayerId, int] = {}
        while pending:
            damage = pending.pop(0)
            amount = modifying.modified(resolution, damage, changes)
            dealt[damage.to] = dealt.get(damage.to, 0) + amount
            pending += [
                replace(
                    damage,
                    to=effect.to,
                    amount=moved,
                    shielded=None,
                    replaced_by=damage.replaced_by | {effect.id},
                )
                for effect, moved in changes.redirected
                if effect.to is not None and _obstacle(resolution.game, self.by, effect.to) is None
            ]
            changes.redirected.clear()
        for effect in changes.applied.values():
            continuous_effects.use(resolution, effect)
        for effect, amount in changes.prevented:
            resolution.afterwards(partial(_follow, resolution, effect, amount, self.by))
        return {to: n for to, n in dealt.items() if n > 0}

    def _deal_to(self, resolution: Resolution, to: PlayerId, amount: int) -> None:
        game, commander = resolution.game, self.commander if self.combat else None
        infect = self.infect or any(modifying.as_infect(game, one) for one in self._pending({to: amount}))
        earlier = game.player(to).commander_damage
        tally = require_countable(earlier.get(commander, 0) + amount) if commander else 0
        resolution.record(
            DamageDealt(
                to=to,
                amount=amount,
                source=self.by,
                combat=self.combat,
                commander=commander,
                tally=tally,
                team=team_tally(game, to, commander, tally) if commander else None,
                rule=resolution.rule("infect" if infect else "damage"),
            )
        )
        if infect:
            counters.add_counters(
                resolution, to, "poison", amount, rule="infect", source=self.by, credited=not self.assumed
            )
        elif not game.has_effect((to,), EffectKind.DAMAGE_CAUSES_NO_LOSS):
            self._take_life(resolution, to, amount)
        if self.combat:
            counters.add_counters(
                resolution, to, "poison", self.toxic, rule="toxic", source=self.by, credited=not self.assumed
            )

    def _take_life(self, resolution: Resolution, to: PlayerId, amount: int) -> None:
        """Lose the life that damage costs. A floor applies to the total after the whole event (120.4d)."""
        source = None if self.assumed else self.by
        lose = partial(life.lose_life, resolution, to, amount, cause="damage", rule="damage", source=source)
        floor = continuous_effects.newest_effect(resolution.game, to, EffectKind.DAMAGE_LIFE_FLOOR)
        if floor is None:
            lose()
        else:
            resolution.defer(partial(lose, floor=floor.n))


def _follow(resolution: Resolution, effect: Effect, prevented: int, dealer: PlayerId | None) -> None:
    """Let an effect's controller use the damage that it has prevented (615.5), unless a player required for
    it has left."""
    controller = effect.source
    if controller is None or not resolution.game.player(controller).in_game:
        return
    if effect.afterwards is Afterwards.GAIN:
        life.gain(resolution, controller, prevented, source=controller)
    elif dealer is not None and _obstacle(resolution.game, controller, dealer) is None:
        DealDamage(to=(dealer,), amount=prevented, by=controller).perform(resolution)


def _obstacle(game: Game, controller: PlayerId | None, to: PlayerId) -> Refusal | None:
    """Return why a player can't be dealt damage, if so (800.4e, 801.10)."""
    player = game.player(to)
    if not player.in_game:
        return Refusal("left_game", who=player.name)
    if controller is None or to in in_range(game, controller):
        return None
    return out_of_range(game, to, controller)
