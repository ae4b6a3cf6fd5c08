"""Games with every kind of effect on damage and life, played by the engine and kept on paper."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect, ChangeSourceControl, RemoveSource
from rules.actions.counters import AddCounters, Proliferate
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.life import GainLife, LoseLife, SetLife
from rules.actions.table import Hold
from rules.actions.turns import EndTurn
from rules.events.life import DamageDealt
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import EffectKind, Scope
from rules.refusal import Refusal
from rules.table import Transition, act
from tests.rules.deals import deal
from tests.rules.dice import Dice, pick
from tests.rules.players.paper import (
    COUNTED,
    MAX_ORDERED,
    OF_COUNTERS,
    OF_DAMAGE,
    OF_LIFE,
    SHIELD,
    UNPREVENTABLE,
    Hit,
    Note,
    Paper,
)
from tests.support.machines import examples, of_machine, thrown

GIANT, EMPEROR = "two_headed_giant", "emperor"
TABLES = {"commander": (5, 2), GIANT: (4, 2), "n_headed_giant": (6, 2), EMPEROR: (9, 3)}
"""How many play, in how many teams."""

someone = of_machine(lambda evening: st.sampled_from(evening.here))
amount = st.sampled_from((0, 1, 3, 8))


class Evening(RuleBasedStateMachine):
    """One game, in which no one is checked for losing, beside its model."""

    @initialize(
        table=st.just(("commander", "current"))
        | st.tuples(
            st.sampled_from((GIANT, "n_headed_giant", EMPEROR)), st.sampled_from(("current", "2011", "2006"))
        )
    )
    def begin(self, table: tuple[str, str]) -> None:
        self.variant, edition = table
        count, teams = TABLES[self.variant]
        dealt = deal(self.variant, count=count, options=Options(edition=edition), teams=teams)
        self.carried_out(act(dealt, Hold()))
        seats = [player.id for player in self.game.players]
        self.teams = {side.id: list(side.members) for side in self.game.sides if side.is_team}
        # 809.3a: an emperor in the middle of three reaches two seats, the generals reach one.
        ranges = {id: 2 if place % 3 == 1 else 1 for place, id in enumerate(seats)}
        self.paper = Paper(
            seats=seats,
            life=dict(self.game.life),
            active=self.game.turn.taker,
            teams=self.teams if self.shared else {},
            sides=[*self.teams.values()],
            old=edition == "2006",
            ranges=ranges if self.variant == EMPEROR else {},
        )

    @property
    def shared(self) -> bool:
        """Whether teams share their life."""
        return "giant" in self.variant

    def carried_out(self, transition: Transition) -> None:
        assert isinstance(transition.table, Game)
        self.game, self.events = transition.table, transition.events

    @property
    def here(self) -> list[str]:
        return [id for id in self.paper.seats if id not in self.paper.gone]

    @invariant()
    def engine_agrees_with_paper(self) -> None:
        purses = {self.paper.purse(id) for id in self.here}
        assert {id: self.game.life[id] for id in purses} == {id: self.paper.life[id] for id in purses}
        assert {id: self.game.poison(id) for id in self.here} == {
            id: self.paper.poison.get(self.paper.poisoned(id), 0) for id in self.here
        }
        assert {id: self.game.counters_of(id).get("energy", 0) for id in self.here} == {
            id: self.paper.energy.get(id, 0) for id in self.here
        }
        assert self.game.turn.taker == self.paper.active
        kept = {note.id: (note.on, note.source, note.n, note.times) for note in self.paper.notes}
        effects = self.game.effects
        assert {one.id: (one.on, one.source, one.n, one.times) for one in effects} == kept

    def any_commander(self, dice: Dice, owner: str, one_in: int) -> str | None:
        """Return the owner's commander once in so many times, where there are commanders."""
        return f"{owner}:1" if self.variant == "commander" and dice(1, one_in) == one_in else None

    def any_note(self, dice: Dice) -> Note:
        """Return an effect; few enough of them are on one player for all orders to be tried."""
        kind = pick(dice, (*OF_DAMAGE, *OF_LIFE, *OF_DAMAGE, *OF_COUNTERS, SHIELD, SHIELD, UNPREVENTABLE))
        counting = len({note.object for note in self.paper.notes if note.kind in OF_COUNTERS})
        if len({note.object for note in self.paper.notes if note.kind in OF_DAMAGE}) >= MAX_ORDERED:
            kind = pick(dice, OF_LIFE)
        if kind in OF_COUNTERS and counting >= MAX_ORDERED - 2:
            kind = pick(dice, OF_LIFE)
        damage = kind not in (*OF_LIFE, *OF_COUNTERS)
        lasts = pick(dice, ("turn", "next", "next", "source", "source", "source"))
        source = pick(dice, self.here)
        affected = [] if damage else [note.on for note in self.paper.notes if note.kind in OF_LIFE]
        return Note(
            kind=kind,
            on=pick(dice, (*self.here, *(id for id in affected if id in self.here))),
            object=self.game.next_effect,
            scope=pick(dice, ("named", "named", "controller", "opponents", "players")),
            n=pick(dice, (1, 2, 2, 3, 5)),
            times=pick(dice, (None, 1, 2)) if kind in COUNTED else None,
            combat=pick(dice, (None, None, True, False)) if damage else None,
            dealt_by=pick(dice, (None, None, pick(dice, self.here), source)) if damage else None,
            commander=self.any_commander(dice, pick(dice, self.here), 10) if damage else None,
            creatures=damage and dice(0, 5) == 5,
            source=source,
            until_turn_of=self.paper.purse(pick(dice, self.here)) if lasts == "next" else None,
            until_end_of=self.paper.active if lasts == "turn" else None,
        )

    @rule(note=of_machine(lambda evening: thrown(evening.any_note)))
    def begin_effect(self, note: Note) -> None:
        effect = BeginEffect(
            who=(note.on,),
            kind=EffectKind(note.kind),
            n=note.n,
            times=note.times,
            combat=note.combat,
            dealt_by=note.dealt_by,
            commander=note.commander,
            creatures=note.creatures,
            source=note.source,
            scope=Scope(note.scope),
            card=f"Card {note.object}",
            ranged=True,
            until_turn_of=note.until_turn_of,
            until_end_of=note.until_end_of,
        )
        on = self.paper.meant(note)
        try:
            self.carried_out(act(self.game, effect))
        except Refusal as refusal:
            if note.scope == "named":
                _require_out_of_range(refusal)
                assert not self.paper.holds(note)
            else:
                _require_nothing(refusal)
                assert not on
            return
        assert note.scope != "named" or self.paper.holds(note)
        self.paper.begin(note, on)

    @precondition(lambda evening: any(not note.lasting for note in evening.paper.notes))
    @rule(dice=of_machine(lambda evening: thrown(evening.any_move)))
    def change_control(self, dice: tuple[Note, str]) -> None:
        """Remove what makes effects, or give it to another player (611.3a)."""
        note, to = dice
        object, who, card = note.object, note.source, f"Card {note.object}"
        if to == who:
            self.carried_out(act(self.game, RemoveSource(object=object, who=who, card=card)))
            self.paper.notes = [one for one in self.paper.notes if one.object != object or one.lasting]
            return
        self.carried_out(act(self.game, ChangeSourceControl(object=object, who=who, card=card, to=to)))
        self.paper.control(note.object, to)

    def any_move(self, dice: Dice) -> tuple[Note, str]:
        """One of the things that make effects, and a player."""
        note = pick(dice, [note for note in self.paper.notes if not note.lasting])
        return note, pick(dice, self.here)

    def any_life(self, dice: Dice) -> str:
        """Return whose life changes: mostly someone on whom effects on it are, in range or no longer."""
        affected = [note.on for note in self.paper.notes if note.kind in OF_LIFE and note.on in self.here]
        far = [note.on for note in self.paper.notes if note.on in affected and not self.paper.holds(note)]
        return pick(dice, (*self.here, *affected, *(far * 4)))

    def any_hit(self, dice: Dice) -> Hit:
        by = pick(dice, self.here)
        shielded = [note.on for note in self.paper.notes if note.kind == SHIELD and note.on in self.here]
        commander = self.any_commander(dice, by, 3)
        combat = commander is not None or dice(0, 1) == 1
        return Hit(
            to=pick(dice, (*self.here, *shielded)),
            amount=pick(dice, (0, 1, 2, 3, 5, 7, 8, 12)),
            by=by,
            combat=combat,
            commander=commander,
            infect=dice(0, 4) == 4,
            toxic=pick(dice, (0, 0, 0, 2)),
            lifelink=dice(0, 2) == 2,
            unpreventable=dice(0, 9) == 9,
            creature=combat or dice(0, 1) == 1,
            first=pick(dice, (None, None, *OF_DAMAGE)),
            shielded=pick(dice, (None, None, None, 0, 2, 5)),
        )

    @rule(hit=of_machine(lambda evening: thrown(evening.any_hit)))
    def deal_damage(self, hit: Hit) -> None:
        """Calculate the damage by the best order, and its results on paper."""
        paper = self.paper
        least, used = paper.best(hit)
        before = {effect.id: effect for effect in self.game.effects}
        met = {note.id: note for note in paper.met(hit)}
        damage = DealDamage(
            to=(hit.to,),
            amount=hit.amount,
            by=hit.by,
            combat=hit.combat,
            infect=hit.infect,
            toxic=hit.toxic,
            lifelink=hit.lifelink,
            commander=hit.commander,
            unpreventable=hit.unpreventable,
            creature=hit.creature,
            order=() if hit.first is None else (EffectKind(hit.first),),
            shielded=hit.shielded,
        )
        try:
            self.carried_out(act(self.game, damage))
        except Refusal as refusal:
            if refusal.reason == "out_of_range":
                assert not paper.reaches(hit.by, hit.to)
                return
            _require_nothing(refusal)
            assert hit.amount == 0
            return
        assert paper.reaches(hit.by, hit.to)
        dealt = sum(event.amount for event in self.events if isinstance(event, DamageDealt))
        assert dealt == least, f"{hit}: {least} were possible, {met.values()}"
        self.follow(set(met), {id: (one.n, one.times) for id, one in before.items()}, used)
        paper.take(hit, dealt)
        if hit.commander is not None:
            tally = self.game.player(hit.to).commander_damage.get(hit.commander, 0)
            assert tally == paper.tally.get((hit.to, hit.commander), 0)

    def follow(self, met: set[int], before: dict[int, tuple[int, int | None]], used: int) -> None:
        """The player may choose which of equally good shields is used: the paper follows what was chosen."""
        now = {effect.id: (effect.n, effect.times) for effect in self.game.effects}
        spent = 0
        for note in [note for note in self.paper.notes if note.id in met]:
            n, times = before[note.id]
            shield = note.kind == "prevent_next_damage"
            left, left_times = now.get(note.id, (0 if shield else n, 0 if times else times))
            spent += n - left + ((times or 0) - (left_times or 0))
            note.n, note.times = left, left_times
            if note.id not in now:
                self.paper.notes.remove(note)
        assert spent == used, (spent, used, before, met, self.events)

    @rule(who=someone, total=amount)
    def set_life(self, who: str, total: int) -> None:
        """Setting a total is gaining or losing life (119.5)."""
        paper, total = self.paper, total * 5
        difference = total - paper.worth(who)
        self.try_out(SetLife(to={who: total}))
        (paper.gain if difference > 0 else paper.lose)(who, abs(difference))

    @rule(who=someone, amount=amount)
    def gain_life(self, who: str, amount: int) -> None:
        self.try_out(GainLife(who=(who,), amount=amount))
        self.paper.gain(who, amount)

    @rule(who=someone, amount=amount)
    def lose_life(self, who: str, amount: int) -> None:
        self.try_out(LoseLife(who=(who,), amount=amount))
        self.paper.lose(who, amount)

    @rule(who=someone, by=someone, amount=amount)
    def put_counters(self, who: str, by: str, amount: int) -> None:
        """Energy, of which a player wants as much as possible (616.1), and another of each kind."""
        if self.paper.reaches(by, who):
            self.try_out(AddCounters(who=(who,), kind="energy", n=amount, by=by, ranged=True))
            self.paper.add_energy(who, amount, by)
            self.try_out(Proliferate(chosen=tuple(self.here), by=by))
            self.paper.proliferate(by, self.here)

    def try_out(self, action: Action) -> None:
        """An action that may change nothing, which is all that it may be refused for."""
        try:
            self.carried_out(act(self.game, action))
        except Refusal as refusal:
            _require_nothing(refusal)

    @rule()
    def end_turn(self) -> None:
        self.carried_out(act(self.game, EndTurn()))
        self.paper.end_turn()

    @precondition(lambda evening: not evening.shared and len(evening.here) > 2)
    @rule(who=someone)
    def leave(self, who: str) -> None:
        """Concede: an emperor with the whole team (104.3i). Two teams always play on."""
        team = next((members for members in self.teams.values() if who in members), [who])
        going = team if self.variant == EMPEROR and team[1] == who else [who]
        here = [id for id in self.here if id not in going]
        if self.variant == EMPEROR and sum(bool(set(here) & {*one}) for one in self.teams.values()) < 2:
            return
        self.carried_out(act(self.game, Concede(who=who)))
        self.paper.leave(going)


def _require_out_of_range(refusal: Refusal) -> None:
    assert refusal.reason == "out_of_range"


def _require_nothing(refusal: Refusal) -> None:
    """It was refused because it changes nothing, and for no other reason."""
    assert refusal.reason == "nothing_happens"


TestEvening = Evening.TestCase
TestEvening.settings = examples(40, 40)
