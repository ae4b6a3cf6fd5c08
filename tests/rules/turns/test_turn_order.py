"""Whose turn comes next, beside a simple model written from the rules: extra and skipped turns, departures, a
turn order that is reversed."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from rules.actions.endings import Concede
from rules.actions.turns import EndTurn, GrantExtraTurn, GrantSkip, ReverseTurnOrder
from rules.game.parts import Taker
from tests.rules.deals import deal, play

KINDS = ("end", "end", "extra", "skip", "leave", "reverse")
STEPS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 9)))


@dataclass
class Model:
    """The seats in a circle; 1 is to the left."""

    seats: list[Taker]
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


def plays_like_the_model(variant: str, players: int, teams: int, steps: list[tuple[str, int]]) -> None:
    game = deal(variant, players, teams=teams)
    model = Model([*game.takers])
    for step, number in steps:
        seat = number % len(model.seats)
        who = game.team_of(model.seats[seat])[0]
        if step == "end":
            game = play(game, EndTurn())
            model.end()
        elif step == "reverse":
            game = play(game, ReverseTurnOrder())
            model.way = -model.way
        elif seat in model.gone:
            continue
        elif step == "extra":
            game = play(game, GrantExtraTurn(who=(who,)))
            model.extra.append(seat)
        elif step == "skip":
            game = play(game, GrantSkip(who=who))
            model.skips[seat] = model.skips.get(seat, 0) + 1
        elif len(model.gone) < len(model.seats) - 2:
            game = play(game, Concede(who=who))
            model.gone.add(seat)
        assert game.turn.taker == model.seats[model.active]


@given(steps=STEPS, players=st.integers(2, 6))
def test_players_take_their_turns_as_in_the_model(players: int, steps: list[tuple[str, int]]) -> None:
    plays_like_the_model("free_for_all", players, 2, steps)


@given(steps=STEPS, teams=st.integers(2, 4))
def test_teams_take_their_turns_together_as_in_the_model(teams: int, steps: list[tuple[str, int]]) -> None:
    plays_like_the_model("two_headed_giant", 2 * teams, teams, steps)
