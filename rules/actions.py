"""Everything that can be asked of a game in progress, as values; each knows the rule that carries it out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules import (
    checks,
    counters,
    damage,
    designations,
    dungeons,
    effects,
    endings,
    library,
    life,
    mulligans,
    turns,
)
from rules.commanders import cast, name
from rules.events import ChanceDrawn, EnginesStarted, HoldBegan, HoldEnded, LinkChanged
from rules.game import DayNight, EffectKind, PlayerId, Taker
from rules.life import Amount
from rules.refusal import Refusal
from rules.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something asked of a game."""

    def perform(self, step: Step) -> None:
        """Records what happens; raises Refusal, after which the step is thrown away."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseLife(Action):
    """Each of these players loses an amount of life (119.3)."""

    who: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            amount = life.amount_for(step.before, who, self.amount)
            life.lose(step, who, amount, source=self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class GainLife(Action):
    """Each of these players gains an amount of life (119.3)."""

    who: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            life.gain(step, who, life.amount_for(step.before, who, self.amount), source=self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayLife(Action):
    """Players pay life for one cost or effect together (119.4, 810.9b)."""

    payments: Mapping[PlayerId, Amount]

    def perform(self, step: Step) -> None:
        life.pay(step, self.payments)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLife(Action):
    """Life totals become these numbers in one effect (119.5, 810.9d)."""

    to: Mapping[PlayerId, int]
    chosen: Mapping[str, PlayerId] = field(default_factory=dict[str, str])

    def perform(self, step: Step) -> None:
        life.set_each(step, self.to, self.chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiplyLife(Action):
    """Life totals are doubled, or more (701.10d)."""

    who: tuple[PlayerId, ...]
    times: int = 2

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            life.multiply(step, who, self.times)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeLife(Action):
    """Two players exchange life totals (701.12c)."""

    a: PlayerId
    b: PlayerId

    def perform(self, step: Step) -> None:
        life.exchange(step, self.a, self.b)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeLifeWithNumber(Action):
    """A player exchanges the life total with a number (701.12g)."""

    who: PlayerId
    number: int

    def perform(self, step: Step) -> None:
        life.exchange_with_number(step, self.who, self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class RedistributeLife(Action):
    """The players' totals are dealt out anew among them (119.7, 810.9f)."""

    to: Mapping[PlayerId, int]

    def perform(self, step: Step) -> None:
        life.redistribute(step, self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealDamage(Action):
    """One source deals damage to players (120)."""

    to: tuple[PlayerId, ...]
    amount: Amount
    by: PlayerId | None = None
    combat: bool = False
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    commander: str | None = None

    def perform(self, step: Step) -> None:
        source = damage.Source(
            controller=self.by,
            combat=self.combat,
            infect=self.infect,
            toxic=self.toxic,
            lifelink=self.lifelink,
            commander=self.commander,
        )
        damage.deal(step, source, {to: life.amount_for(step.before, to, self.amount) for to in self.to})


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCounters(Action):
    """Each of these players gets counters of a kind (122.1)."""

    who: tuple[PlayerId, ...]
    kind: str
    n: int

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            counters.add(step, who, self.kind, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCounters(Action):
    """Each of these players loses counters of a kind, or pays with them (107.14)."""

    who: tuple[PlayerId, ...]
    kind: str
    n: int
    as_cost: bool = False

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            counters.remove(step, who, self.kind, self.n, as_cost=self.as_cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleCounters(Action):
    """A player gets as many counters of a kind again (701.10e)."""

    who: PlayerId
    kind: str

    def perform(self, step: Step) -> None:
        step.require_playing(self.who)
        counters.double(step, self.who, self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proliferate(Action):
    """The chosen players get one more of every kind of counter they have (701.34)."""

    chosen: tuple[PlayerId, ...]

    def perform(self, step: Step) -> None:
        counters.proliferate(step, step.playing(self.chosen))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveRad(Action):
    """A player with rad counters has milled this many nonland cards for them (728.1)."""

    who: PlayerId
    nonlands: int

    def perform(self, step: Step) -> None:
        step.require_playing(self.who)
        counters.rad(step, self.who, self.nonlands)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCommander(Action):
    """A player's commander, or one of two partners, has this name (903.3, 702.124)."""

    who: PlayerId
    name: str
    partner: bool = False

    def perform(self, step: Step) -> None:
        name(step, self.who, self.name, partner=self.partner)


@dataclass(frozen=True, slots=True, kw_only=True)
class CastCommander(Action):
    """A player casts a commander from the command zone (903.8)."""

    who: PlayerId
    commander: str

    def perform(self, step: Step) -> None:
        cast(step, self.who, self.commander)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEffect(Action):
    """A continuous effect begins on these players."""

    who: tuple[PlayerId, ...]
    kind: EffectKind
    n: int | None = None
    source: PlayerId | None = None
    until_turn_of: Taker | None = None

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            effects.begin(
                step, who, self.kind, n=self.n, source=self.source, until_turn_of=self.until_turn_of
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEffect(Action):
    """The newest effect of a kind on each of these players ends."""

    who: tuple[PlayerId, ...]
    kind: EffectKind

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            effects.end(step, who, self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLibrary(Action):
    """The table says how many cards a library has."""

    who: PlayerId
    cards: int

    def perform(self, step: Step) -> None:
        library.count(step, self.who, self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards(Action):
    """A player draws cards, one at a time (121.2)."""

    who: PlayerId
    n: int

    def perform(self, step: Step) -> None:
        library.draw(step, self.who, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailDraw(Action):
    """Each of these players had to draw from an empty library (104.3c)."""

    who: tuple[PlayerId, ...]

    def perform(self, step: Step) -> None:
        for who in step.playing(self.who):
            library.fail_draw(step, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede(Action):
    """A player concedes (104.3a); whoever controls the player can't do it for them (723.6)."""

    who: PlayerId
    by: PlayerId | None = None
    """The player who says so, where another than `who` would be refused."""

    def perform(self, step: Step) -> None:
        if self.by not in (None, self.who):
            raise Refusal("concede_for_other", who=step.game.player(self.who).name)
        endings.concede(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise(Action):
    """A judge's penalty makes a player lose (104.3k)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        endings.penalise(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Depart(Action):
    """Players leave the game at the same moment (104.5)."""

    who: tuple[PlayerId, ...]

    def perform(self, step: Step) -> None:
        endings.depart(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseGame(Action):
    """An effect says that these players lose (104.3e)."""

    who: tuple[PlayerId, ...]

    def perform(self, step: Step) -> None:
        endings.lose_by_effect(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGame(Action):
    """An effect says that a player wins, and perhaps that players lose at the same time (104.2b, 104.3f)."""

    who: PlayerId
    also_loses: tuple[PlayerId, ...] = ()

    def perform(self, step: Step) -> None:
        endings.win_by_effect(step, self.who, self.also_loses)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawGame(Action):
    """A player's effect says that the game is a draw (104.4c)."""

    by: PlayerId

    def perform(self, step: Step) -> None:
        endings.draw_by_effect(step, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop(Action):
    """The game has come to a loop with objects of these controllers (104.4b)."""

    controllers: tuple[PlayerId, ...]
    optional: bool = False

    def perform(self, step: Step) -> None:
        endings.mandatory_loop(step, self.controllers, optional=self.optional)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeDraw(Action):
    """The players agree on a draw (104.4i)."""

    def perform(self, step: Step) -> None:
        endings.agree_draw(step)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartGame(Action):
    """A player's effect restarts the game (727)."""

    by: PlayerId

    def perform(self, step: Step) -> None:
        endings.restart_game(step, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonGame(Action):
    """The table stops playing without a result."""

    def perform(self, step: Step) -> None:
        endings.abandon(step)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Action):
    """The current turn ends; in Grand Melee the one with this marker (500.1, 807.4c)."""

    marker: int | None = None

    def perform(self, step: Step) -> None:
        turns.end_turn(step, self.marker)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginTurn(Action):
    """It is this taker's turn now, as the table corrects it."""

    taker: Taker

    def perform(self, step: Step) -> None:
        if step.game.rules.markers or self.taker not in step.game.takers:
            raise Refusal("not_a_taker", who=self.taker)
        if not any(step.game.player(id).in_game for id in step.game.team_of(self.taker)):
            raise Refusal("left_game", who=self._name(step))
        turns.begin_turn(step, self.taker)

    def _name(self, step: Step) -> str:
        game = step.game
        return (game.side(self.taker) if game.rules.shared_turns else game.player(self.taker)).name


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantExtraTurn(Action):
    """Players take an extra turn after this one (500.7, 805.8)."""

    who: tuple[PlayerId, ...]
    same_effect: bool = True

    def perform(self, step: Step) -> None:
        turns.grant_extra(step, self.who, same_effect=self.same_effect)


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantSkip(Action):
    """A player skips the next turn that would begin (614.10a)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        turns.grant_skip(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeMonarch(Action):
    """A player becomes the monarch (725)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        designations.become_monarch(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeInitiative(Action):
    """A player takes the initiative (726)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        designations.take_initiative(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Designate(Action):
    """A player gets a lasting designation (702.131c)."""

    who: PlayerId
    name: str

    def perform(self, step: Step) -> None:
        designations.designate(step, self.who, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeDayOrNight(Action):
    """It becomes day or night (731)."""

    to: DayNight

    def perform(self, step: Step) -> None:
        designations.become_day_or_night(step, self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class CastSpell(Action):
    """A player casts a spell, counted for day and night (731.2)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        designations.cast_spell(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartEngines(Action):
    """A player controls a permanent with start your engines! (702.179a)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        step.require_playing(self.who)
        step.record(EnginesStarted(who=self.who))


@dataclass(frozen=True, slots=True, kw_only=True)
class TemptWithRing(Action):
    """The Ring tempts a player (701.54)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        designations.tempt(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Venture(Action):
    """A player ventures into a dungeon or on to its next room (701.49)."""

    who: PlayerId
    into: str | None = None
    room: str | None = None

    def perform(self, step: Step) -> None:
        step.require_playing(self.who)
        dungeons.venture(step, self.who, into=self.into, room=self.room)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveRoom(Action):
    """The ability of a player's dungeon room has left the stack (309.6)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        step.require_playing(self.who)
        dungeons.room_resolved(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeMulligan(Action):
    """A player takes a mulligan (103.5)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        mulligans.take(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepHand(Action):
    """A player keeps the opening hand (103.5)."""

    who: PlayerId

    def perform(self, step: Step) -> None:
        mulligans.keep(step, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Action):
    """The table starts to enter several changes as one event."""

    def perform(self, step: Step) -> None:
        if step.game.held:
            raise Refusal("already_held")
        step.record(HoldBegan())


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Action):
    """The changes entered under hold are one event; the checks follow (704.3)."""

    def perform(self, step: Step) -> None:
        if not step.game.held:
            raise Refusal("not_held")
        step.record(HoldEnded())


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Action):
    """A player would receive priority: state-based actions are checked (704.3)."""

    def perform(self, step: Step) -> None:
        checks.check(step)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLink(Action):
    """The address of the table's webcam room."""

    link: str | None

    def perform(self, step: Step) -> None:
        step.record(LinkChanged(link=self.link))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordChance(Action):
    """Dice, a coin or a player that the bot drew, for everybody to see."""

    kind: str
    asked: str
    result: str

    def perform(self, step: Step) -> None:
        step.record(ChanceDrawn(kind=self.kind, asked=self.asked, result=self.result))


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Action):
    """Several actions that are one event: no check in between, amounts read before all of them.

    What is left when one of them ends the game does not happen (104.1).
    """

    actions: tuple[Action, ...]

    def perform(self, step: Step) -> None:
        for action in self.actions:
            if step.game.outcome is None:
                action.perform(step)


ACTIONS: Mapping[str, type[Action]] = {type_.__name__: type_ for type_ in Action.__subclasses__()}
"""Every kind of action under its stable name, which is what a log stores."""
