"""Whose turn comes next, beside a simple model written from the rules: extra and skipped turns, departures, a
turn order that is reversed."""

from dataclasses import dataclass, field

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.actions.endings import Concede
from rules.actions.turns import EndTurn, GrantExtraTurn, GrantSkip, ReverseTurnOrder
from rules.game.parts import TurnOwner
from tests.rules.deals import deal, play
from tests.support.machines import examples, of_machine


@dataclass
class Model:
    """The seats in a circle; 1 is to the left."""

    seats: list[TurnOwner]
    active: int = 0
    """Whose turn it is; ``last`` took the last turn that wasn't an extra one (500.7)."""
    last: int = 0
    way: int = 1
    extra: list[int] = field(default_factory=list[int])
    skips: dict[int, int] = field(default_factory=dict[int, int])
    gone: set[int] = field(default_factory=set[int])

    def end(self) -> None:
        """The newest extra turn, else the next seat's, whatever way turns go; absent players have none
        (800.4k), and a skipped turn is as if it had been taken (614.10a)."""
        while True:
            if self.extra:
                taker = self.extra.pop()
            else:
                taker = self.last = (self.last + self.way) % len(self.seats)
            if taker in self.gone:
                continue
            if self.skips.get(taker):
                self.skips[taker] -= 1
                continue
            self.active = taker
            return


seat = of_machine(lambda order: st.sampled_from(order.here))


class TurnOrder(RuleBasedStateMachine):
    """Players, or teams that take their turns together, beside the model."""

    @initialize(
        table=st.one_of(
            st.tuples(st.just("free_for_all"), st.integers(2, 6), st.just(1)),
            st.tuples(st.just("two_headed_giant"), st.integers(2, 4), st.just(2)),
        )
    )
    def begin(self, table: tuple[str, int, int]) -> None:
        variant, takers, size = table
        self.game = deal(variant, takers * size, teams=takers)
        self.model = Model([*self.game.takers])

    @property
    def here(self) -> list[int]:
        return [seat for seat in range(len(self.model.seats)) if seat not in self.model.gone]

    def one_in(self, seat: int) -> str:
        return self.game.team_of(self.model.seats[seat])[0]

    @rule()
    def end_turn(self) -> None:
        self.game = play(self.game, EndTurn())
        self.model.end()

    @rule()
    def reverse(self) -> None:
        self.game = play(self.game, ReverseTurnOrder())
        self.model.way = -self.model.way

    @rule(seat=seat)
    def grant_extra_turn(self, seat: int) -> None:
        self.game = play(self.game, GrantExtraTurn(who=(self.one_in(seat),)))
        self.model.extra.append(seat)

    @rule(seat=seat)
    def grant_skip(self, seat: int) -> None:
        self.game = play(self.game, GrantSkip(who=self.one_in(seat)))
        self.model.skips[seat] = self.model.skips.get(seat, 0) + 1

    @precondition(lambda order: len(order.here) > 2)
    @rule(seat=seat)
    def concede(self, seat: int) -> None:
        self.game = play(self.game, Concede(who=self.one_in(seat)))
        self.model.gone.add(seat)

    @invariant()
    def turns_are_taken_as_in_the_model(self) -> None:
        assert self.game.turn.taker == self.model.seats[self.model.active]


TestTurnOrder = TurnOrder.TestCase
TestTurnOrder.settings = examples(50)
