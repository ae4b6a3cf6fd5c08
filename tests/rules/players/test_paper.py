"""Random games with every kind of effect on damage and life, played by the engine and kept on paper."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede
from rules.actions.life import GainLife, LoseLife, SetLife
from rules.actions.table import Hold
from rules.actions.turns import EndTurn
from rules.events.life import DamageDealt
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import EffectKind
from rules.refusal import Refusal
from rules.table import Transition, act
from tests.rules.deals import deal
from tests.rules.players.paper import MOST_ORDERED, OF_DAMAGE, OF_LIFE, Hit, Note, Paper

THOROUGH = settings.get_current_profile_name() == "thorough"
GIANT, EMPEROR = "two_headed_giant", "emperor"
TABLES = {"commander": (5, 2), GIANT: (4, 2), "n_headed_giant": (6, 2), EMPEROR: (9, 3)}
"""How many play, in how many teams."""


class Evening:
    """One game, in which nobody is checked for losing, beside its model."""

    def __init__(self, seed: int, variant: str = "commander", edition: str = "current") -> None:
        self.random = Random(seed)
        count, teams = TABLES[variant]
        dealt = deal(variant, count=count, options=Options(edition=edition), teams=teams)
        self.game = self.done(act(dealt, Hold()))
        self.variant, self.shared = variant, "giant" in variant
        seats = [player.id for player in self.game.players]
        self.teams = {side.id: list(side.members) for side in self.game.sides if side.is_team}
        # 809.3a: an emperor in the middle of three reaches two seats, the generals reach one.
        ranges = {id: 2 if place % 3 == 1 else 1 for place, id in enumerate(seats)}
        self.paper = Paper(
            seats=seats,
            life=dict(self.game.life),
            active=self.game.turn.taker,
            teams=self.teams if self.shared else {},
            old=edition == "2006",
            ranges=ranges if variant == EMPEROR else {},
        )

    def done(self, transition: Transition) -> Game:
        assert isinstance(transition.table, Game)
        self.events = transition.events
        return transition.table

    @property
    def here(self) -> list[str]:
        return [id for id in self.paper.seats if id not in self.paper.gone]

    def someone(self) -> str:
        return self.random.choice(self.here)

    def maybe(self) -> str | None:
        return self.random.choice((None, None, self.someone()))

    def step(self) -> None:
        """Something at random happens, on both sides; then they are compared."""
        steps = (self.hit, self.hit, self.hit, self.begin, self.begin, self.life, self.end_turn)
        self.random.choice(steps)()
        if not self.shared and len(self.here) > 2 and self.random.random() < 0.01:
            self.leave()
        purses = {self.paper.purse(id) for id in self.here}
        assert {id: self.game.life[id] for id in purses} == {id: self.paper.life[id] for id in purses}
        assert {id: self.game.poison(id) for id in self.here} == {
            id: self.paper.poison.get(self.paper.poisoned(id), 0) for id in self.here
        }
        assert self.game.turn.taker == self.paper.active
        kept = {note.id: (note.n, note.times) for note in self.paper.notes}
        assert {effect.id: (effect.n, effect.times) for effect in self.game.effects} == kept

    def begin(self) -> None:
        """An effect begins; few enough of them are on one player for all orders to be tried."""
        kind = self.random.choice((*OF_DAMAGE, *OF_LIFE[:-2], *OF_DAMAGE))
        who, number = self.someone(), self.random.choice((1, 2, 2, 3, 5))
        if sum(note.kind in OF_DAMAGE for note in self.paper.notes) >= MOST_ORDERED:
            kind = self.random.choice(OF_LIFE)
        damage = kind in OF_DAMAGE
        counted = kind not in ("prevent_next_damage", "life_cant_change", *OF_LIFE[-2:])
        lasts = self.random.choice(("turn", "next", "next", "source"))
        note = Note(
            id=self.game.next_effect,
            kind=kind,
            on=who,
            n=number,
            times=self.random.choice((None, 1, 2)) if counted else None,
            combat=self.random.choice((None, None, True, False)) if damage else None,
            dealt_by=self.maybe() if damage else None,
            commander=f"{self.someone()}:1" if damage and self.random.random() < self.led(0.1) else None,
            source=self.someone(),
            until_turn_of=self.paper.purse(self.someone()) if lasts == "next" else None,
            until_end_of=self.paper.active if lasts == "turn" else None,
        )
        effect = BeginEffect(
            who=(who,),
            kind=EffectKind(kind),
            n=number,
            times=note.times,
            combat=note.combat,
            dealt_by=note.dealt_by,
            commander=note.commander,
            source=note.source,
            until_turn_of=note.until_turn_of,
            until_end_of=note.until_end_of,
        )
        self.game = self.done(act(self.game, effect))
        self.paper.notes.append(note)

    def hit(self) -> None:
        """Damage: the best order decides how much is dealt, the paper what comes of that."""
        random, paper = self.random, self.paper
        by = self.someone()
        commander = f"{by}:1" if random.random() < self.led(0.3) else None
        hit = Hit(
            to=self.someone(),
            amount=random.choice((0, 1, 2, 3, 5, 7, 8, 12)),
            by=by,
            combat=commander is not None or random.random() < 0.5,
            commander=commander,
            infect=random.random() < 0.2,
            toxic=random.choice((0, 0, 0, 2)),
            lifelink=random.random() < 0.3,
            unpreventable=random.random() < 0.1,
        )
        least, used = paper.best(hit)
        before = {effect.id: effect for effect in self.game.effects}
        met = {note.id: note for note in paper.met(hit)}
        try:
            self.game = self.done(
                act(
                    self.game,
                    DealDamage(
                        to=(hit.to,),
                        amount=hit.amount,
                        by=by,
                        combat=hit.combat,
                        infect=hit.infect,
                        toxic=hit.toxic,
                        lifelink=hit.lifelink,
                        commander=hit.commander,
                        unpreventable=hit.unpreventable,
                    ),
                )
            )
        except Refusal as refusal:
            if refusal.reason == "out_of_range":
                assert not paper.reaches(by, hit.to)
                return
            _require_nothing(refusal)
            assert hit.amount == 0
            return
        assert paper.reaches(by, hit.to)
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

    def life(self) -> None:
        """Life is gained, lost, or set, which is one of the two (119.5)."""
        who, n = self.someone(), self.random.choice((0, 1, 3, 8))
        paper = self.paper
        if self.random.random() < 0.3:
            difference = n * 5 - paper.worth(who)
            self.try_out(SetLife(to={who: n * 5}))
            (paper.gain if difference > 0 else paper.lose)(who, abs(difference))
        elif self.random.random() < 0.5:
            self.try_out(GainLife(who=(who,), amount=n))
            paper.gain(who, n)
        else:
            self.try_out(LoseLife(who=(who,), amount=n))
            paper.lose(who, n)

    def try_out(self, action: SetLife | GainLife | LoseLife) -> None:
        """An action that may change nothing, which is all that it may be refused for."""
        try:
            self.game = self.done(act(self.game, action))
        except Refusal as refusal:
            _require_nothing(refusal)

    def end_turn(self) -> None:
        self.game = self.done(act(self.game, EndTurn()))
        self.paper.end_turn()

    def led(self, chance: float) -> float:
        """The chance of commander damage, where there are commanders."""
        return chance if self.variant == "commander" else 0.0

    def leave(self) -> None:
        """Somebody concedes: an emperor with the whole team (104.3i). Two teams always play on."""
        who = self.someone()
        team = next((members for members in self.teams.values() if who in members), [who])
        going = team if self.variant == EMPEROR and team[1] == who else [who]
        here = [id for id in self.here if id not in going]
        if self.variant == EMPEROR and sum(bool(set(here) & {*one}) for one in self.teams.values()) < 2:
            return
        self.game = self.done(act(self.game, Concede(who=who)))
        for id in going:
            self.paper.leave(id)


def _require_nothing(refusal: Refusal) -> None:
    """It was refused because it changes nothing, and for no other reason."""
    assert refusal.reason == "nothing_happens"


@given(st.integers(0, 2**64))
def test_the_engine_agrees_with_paper(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(1_000 if THOROUGH else 60):
        evening.step()


@pytest.mark.parametrize("edition", ["current", "2011", "2006"])
@given(seed=st.integers(0, 2**64), variant=st.sampled_from((GIANT, "n_headed_giant", EMPEROR)))
def test_it_agrees_about_teams_in_every_edition(edition: str, seed: int, variant: str) -> None:
    evening = Evening(seed, variant, edition)
    for _ in range(1_000 if THOROUGH else 40):
        evening.step()


@pytest.mark.parametrize("variant", TABLES)
@pytest.mark.parametrize("seed", range(5))
def test_it_agrees_over_a_long_evening(seed: int, variant: str) -> None:
    evening = Evening(seed, variant)
    for _ in range(400):
        evening.step()
