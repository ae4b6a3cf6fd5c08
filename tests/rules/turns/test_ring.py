"""Random Grand Melees, played by the engine and kept on paper: turn markers of 2006 (608.4) and of today."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions.action import Action
from rules.actions.endings import Depart
from rules.actions.turns import EndTurn, GrantExtraTurn, GrantSkip
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import MarkerState
from rules.table import act
from tests.rules.deals import deal
from tests.rules.turns.ring import Ring

THOROUGH = settings.get_current_profile_name() == "thorough"
SIZES = (5, 8, 9, 10, 12, 13, 15, 16, 16, 17, 20, 24)
EDITIONS = ("2006", "2011", "current")

Seen = tuple[dict[int, tuple[str, str, str, int, int]], dict[str, int], dict[str, int]]


class Melee:
    """One game beside its model."""

    def __init__(self, count: int, edition: str) -> None:
        self.game = deal("grand_melee", count, Options(edition=edition))
        self.ring = Ring(seats=[player.id for player in self.game.players], today=edition != "2006")

    def play(self, action: Action) -> None:
        """Carries an action out on both sides, then compares them."""
        table = act(self.game, action).table
        assert isinstance(table, Game)
        self.game = table
        match action:
            case EndTurn(marker=int(number)):
                self.ring.end(number)
            case GrantExtraTurn(who=(who, *_)):
                self.ring.extra(who)
            case GrantSkip(who=who):
                self.ring.skips[who] = self.ring.skips.get(who, 0) + 1
            case Depart(who=leavers):
                self.ring.leave(list(leavers))
            case _:
                raise AssertionError(action)
        if self.game.outcome is None:
            assert self.in_game() == self.on_paper()

    def in_game(self) -> Seen:
        """Markers with their seats, states, kinds, removals and extra turns; saved and skipped turns."""
        markers = {
            marker.number: (
                marker.at or marker.to or "",
                str(marker.state),
                str(marker.kind),
                marker.removals,
                marker.extra,
            )
            for marker in self.game.markers
        }
        here = {player.id for player in self.game.remaining}
        return (
            markers,
            {who: n for who, n in self.game.saved_extra.items() if n and who in here},
            {who: n for who, n in self.game.skips.items() if n and who in here},
        )

    def on_paper(self) -> Seen:
        ring = self.ring
        markers = {
            token.number: (
                token.seat,
                "transit" if token.under_way else "turn" if token.playing else "waiting",
                token.kind,
                token.doomed,
                token.more,
            )
            for token in ring.tokens
        }
        return (
            markers,
            {who: n for who, n in ring.saved.items() if n and who not in ring.gone},
            {who: n for who, n in ring.skips.items() if n and who not in ring.gone},
        )

    def any_action(self, random: Random) -> Action:
        """Mostly a turn ends; at times somebody gets or skips a turn, or some leave at the same moment."""
        here = [player.id for player in self.game.remaining]
        chance = random.random()
        if chance < 0.66 or (chance >= 0.88 and len(here) <= 2):
            playing = [marker.number for marker in self.game.markers if marker.state is MarkerState.TURN]
            return EndTurn(marker=random.choice(playing))
        if chance < 0.8:
            return GrantExtraTurn(who=(random.choice(here),))
        if chance < 0.88:
            return GrantSkip(who=random.choice(here))
        number, first = (
            min(len(here) - 2, random.choice((1, 1, 1, 1, 2, 2, 3, 5))),
            random.randrange(len(here)),
        )
        beside = [(here * 2)[first + n] for n in range(number)]
        return Depart(who=tuple(random.choice((random.sample(here, number), beside))))


def evening(seed: int, edition: str, actions: int) -> None:
    random = Random(seed)
    melee = Melee(random.choice(SIZES), edition)
    for _ in range(actions):
        melee.play(melee.any_action(random))
        if melee.game.outcome is not None:
            break


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**64))
def test_the_engine_moves_markers_as_on_paper(edition: str, seed: int) -> None:
    evening(seed, edition, 400 if THOROUGH else 60)


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
