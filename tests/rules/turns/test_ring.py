"""Grand Melees, played by the engine and kept on paper: turn markers of 2006 (608.4) and of today."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.actions.action import Action
from rules.actions.endings import Depart
from rules.actions.turns import EndTurn, GrantExtraTurn, GrantSkip
from rules.formats.options import Options
from rules.game.parts import MarkerState
from tests.rules.deals import deal, play
from tests.rules.turns.ring import Ring
from tests.support.machines import examples, of_machine

someone = of_machine(lambda melee: st.sampled_from(melee.here))


class Melee(RuleBasedStateMachine):
    """One game beside its model."""

    @initialize(
        count=st.sampled_from((5, 8, 9, 10, 12, 13, 15, 16, 17, 20, 24)),
        edition=st.sampled_from(("2006", "2011", "current")),
    )
    def begin(self, count: int, edition: str) -> None:
        self.game = deal("grand_melee", count, Options(edition=edition))
        self.ring = Ring(seats=self.here, today=edition != "2006")

    @property
    def here(self) -> list[str]:
        return [player.id for player in self.game.remaining]

    @property
    def playing(self) -> list[int]:
        """The markers of those who take a turn."""
        return [marker.number for marker in self.game.markers if marker.state is MarkerState.TURN]

    def act(self, action: Action) -> None:
        self.game = play(self.game, action)

    @rule(marker=of_machine(lambda melee: st.sampled_from(melee.playing)))
    def end_turn(self, marker: int) -> None:
        self.act(EndTurn(marker=marker))
        self.ring.end(marker)

    @rule(who=someone)
    def grant_extra_turn(self, who: str) -> None:
        self.act(GrantExtraTurn(who=(who,)))
        self.ring.extra(who)

    @rule(who=someone)
    def grant_skip(self, who: str) -> None:
        self.act(GrantSkip(who=who))
        self.ring.skips[who] = self.ring.skips.get(who, 0) + 1

    @precondition(lambda melee: len(melee.here) > 2)
    @rule(
        who=of_machine(lambda melee: st.permutations(melee.here)),
        number=st.integers(1, 5),
        beside=st.booleans(),
    )
    def depart(self, who: list[str], number: int, *, beside: bool) -> None:
        """Some leave at the same moment, at times side by side."""
        first, here = self.here.index(who[0]), self.here
        leavers = ([*here[first:], *here[:first]] if beside else who)[: min(number, len(here) - 2)]
        self.act(Depart(who=tuple(leavers)))
        self.ring.leave(leavers)

    @invariant()
    def markers_are_as_on_paper(self) -> None:
        """Markers with their seats, states, kinds, removals and extra turns."""
        assert {
            marker.number: (
                *(marker.at or marker.to, marker.state, marker.kind, marker.removals, marker.extra),
            )
            for marker in self.game.markers
        } == {
            token.number: (
                token.seat,
                "transit" if token.under_way else "turn" if token.playing else "waiting",
                *(token.kind, token.doomed, token.more),
            )
            for token in self.ring.tokens
        }

    @invariant()
    def saved_and_skipped_turns_are_as_on_paper(self) -> None:
        for in_game, on_paper in (
            (self.game.saved_extra, self.ring.saved),
            (self.game.skips, self.ring.skips),
        ):
            assert {who: in_game.get(who, 0) for who in self.here} == {
                who: on_paper.get(who, 0) for who in self.here
            }


TestMelee = Melee.TestCase
TestMelee.settings = examples(50, 40)


@pytest.mark.parametrize(
    ("edition", "ended", "seats"),
    [
        ("2006", (), "A* E* I* M*"),
        ("2006", (1,), "B> E* I* M*"),
        ("2006", (1, 2, 3), "B> F> J> M*"),
        ("2006", (1, 2, 3, 4), "B* F* J* N*"),
        ("2006", (4, 3), "A* E* J* N>"),
        ("current", (1,), "B. E* I* M*"),
        ("current", (1, 2), "B* F. I* M*"),
        ("current", (1, 2, 1), "C. F. I* M*"),
        ("current", (1, 2, 3, 4), "B* F* J* N*"),
    ],
)
def test_the_paper_itself_is_right(edition: str, ended: tuple[int, ...], seats: str) -> None:
    """Sixteen players, worked out by hand from 608.4c, 807.4c and 807.4d: * takes a turn, . has the marker
    and waits, > is to receive it."""
    ring = Ring(seats=list("ABCDEFGHIJKLMNOP"), today=edition == "current")
    for number in ended:
        ring.end(number)
    signs = [
        f"{token.seat}{'>' if token.under_way else '*' if token.playing else '.'}" for token in ring.tokens
    ]
    assert " ".join(signs) == seats
