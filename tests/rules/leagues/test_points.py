"""What a match is worth, scheme by scheme; every number is arithmetic on the scheme as people tell it."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.leagues.league import LEAGUE_PRESETS, DrawRule, Draws, League, Scoring, Share, preset
from rules.leagues.result import Draw, Elimination, Entrant, PlayerResult, Result
from tests.rules.leagues.made import bye, drawn, game, killed, match, placed, points

WIN, DRAW, TWO_OUT = game(1, 2, 3, 4), drawn(1, 2, 3, 4), placed((1, (1,)), (2, (2,)), (3, (3,)), (3, (4,)))


@pytest.mark.parametrize(
    ("key", "win", "draw", "free"),
    [
        ("swiss", [3, 0, 0, 0], 1, 3),
        ("pods", [5, 0, 0, 0], 1, 5),
        ("addendum", [7, 0, 0, 0], 1, 7),
        ("shared_draws", [1, 0, 0, 0], Fraction(1, 4), 1),
        ("plus_minus", [3, -1, -1, -1], 0, 3),
        # Three are out at once behind the winner: they share the second to the fourth place.
        ("beaten", [3, 1, 1, 1], 1, 3),
        ("places", [4, 2, 2, 2], Fraction(10, 4), 4),
        ("places_and_win", [5, 2, 2, 2], Fraction(11, 4), 5),
        ("kills", [3, 1, 1, 1], Fraction(6, 4), 3),
        ("achievements", [4, 2, 2, 2], Fraction(10, 4), 4),
    ],
)
def test_presets(key: str, win: list[int], draw: Fraction, free: int) -> None:
    league = preset(key, "L")
    assert points(league, WIN) == dict(zip((1, 2, 3, 4), win, strict=True))
    assert points(league, DRAW) == dict.fromkeys((1, 2, 3, 4), draw)
    assert points(league, bye(1)) == {1: free}


def test_every_preset_is_a_league_without_a_name() -> None:
    assert {one.name for one in LEAGUE_PRESETS.values()} == {""}
    assert preset("pods", "Our pods").name == "Our pods"


def test_places_are_shared_by_those_who_go_together() -> None:
    # 3 and 4 fill the third and the fourth place: (2 + 1) / 2, or counted from the last one (0 + 1) / 2.
    assert points(preset("places", "L"), TWO_OUT) == {1: 4, 2: 3, 3: Fraction(3, 2), 4: Fraction(3, 2)}
    assert points(preset("beaten", "L"), TWO_OUT) == {1: 3, 2: 2, 3: Fraction(1, 2), 4: Fraction(1, 2)}


def test_places_beyond_the_last_named_one_count_as_that() -> None:
    six = placed(*((place, (place,)) for place in range(1, 7)))
    assert points(preset("places", "L"), six) == {1: 4, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1}
    assert points(preset("beaten", "L"), six) == {6: 0, 5: 1, 4: 2, 3: 3, 2: 3, 1: 3}


def test_members_of_a_side_get_its_points_each() -> None:
    teams = placed((1, (1, 2)), (2, (3, 4)))
    assert points(preset("plus_minus", "L"), teams) == {1: 3, 2: 3, 3: -1, 4: -1}


KINDS = Draws(
    simultaneous=DrawRule(share=Share.SPLIT),
    time=DrawRule(points=Fraction(2)),
    agreed=DrawRule(points=Fraction(0)),
    effect=DrawRule(share=Share.REPLAY),
)


@pytest.mark.parametrize(
    ("draw", "each"),
    # A win is worth 3 by default.
    [(Draw.SIMULTANEOUS, Fraction(3, 2)), (Draw.TIME, 2), (Draw.AGREED, 0), (Draw.EFFECT, None)],
)
def test_each_kind_of_draw_counts_as_the_league_says(draw: Draw, each: Fraction | None) -> None:
    """Two of three draw, the third was out before; a draw that is replayed leaves no trace."""
    league = League(name="L", scoring=Scoring(loss=Fraction(-1), draws=KINDS))
    result = placed((1, (1,)), (1, (2,)), (3, (3,)), draw=draw)
    assert points(league, result) == ({} if each is None else {1: each, 2: each, 3: -1})


def _with_outs(
    outs: Mapping[int, Elimination], awards: Mapping[int, Mapping[str, int]] | None = None
) -> Result:
    """Return four players, the first of whom won; how the others left."""

    def line(entrant: Entrant) -> tuple[PlayerResult, ...]:
        (one,) = entrant.lines
        return (replace(one, out=outs.get(one.player), awards=(awards or {}).get(one.player, {})),)

    result = placed((1, (1,)), (2, (2,)), (3, (3,)), (4, (4,)))
    return replace(result, entrants=tuple(replace(one, lines=line(one)) for one in result.entrants))


def test_kills_and_achievements_on_top() -> None:
    """4 goes first, by 2's commander; 3 by 1's attack; 2 kills himself; 1 made the play of the game, twice.

    4/3/2/1 by place; 2 has first blood and a commander kill, and -1 for himself; a plain kill is worth 0.
    """
    result = _with_outs(
        {4: killed(1, 2, "lose_commander"), 3: killed(2, 1), 2: killed(3, 2)}, {1: {"play of the game": 2}}
    )
    assert points(preset("achievements", "L"), result) == {1: 4 + 2, 2: 3 + 1 + 1 - 1, 3: 2, 4: 1}
    # One point for each kill, and 3/2/1/0 by place.
    assert points(preset("kills", "L"), result) == {1: 3 + 1, 2: 2 + 1, 3: 1, 4: 0}


def test_other_kills_are_neither_damage_nor_commanders() -> None:
    result = _with_outs({4: killed(2, 2, "lose_poison"), 3: killed(3, 1)})
    assert points(preset("achievements", "L"), result) == {1: 4, 2: 3 + 1, 3: 2, 4: 1}


def test_a_kill_of_which_no_one_said_how_is_one_and_no_more() -> None:
    result = _with_outs({4: killed(2, 2, ""), 3: killed(3, 1)})
    assert points(preset("achievements", "L"), result) == {1: 4, 2: 3, 3: 2, 4: 1}


def test_killing_a_teammate_is_not_a_kill() -> None:
    teams = placed((1, (1, 2)), (2, (3, 4)))
    first, second = teams.entrants
    own = replace(second, lines=(second.lines[0], replace(second.lines[1], out=killed(1, 3))))
    league = preset("kills", "L")
    assert points(league, replace(teams, entrants=(first, own))) == points(league, teams)


def test_a_match_reported_as_a_whole_counts_once() -> None:
    assert points(preset("swiss", "L"), match(1, 2, "2-1"), match(3, 4, "1-1-1")) == {1: 3, 2: 0, 3: 1, 4: 1}


def test_sides_that_win_together_share_the_points_of_a_win() -> None:
    """1 and 3 beat 2 and 4: each gets half of 3 or 5 points; by places they share the first two."""
    star = placed((1, (1,)), (3, (2,)), (1, (3,)), (3, (4,)))
    assert points(preset("swiss", "L"), star) == {1: Fraction(3, 2), 2: 0, 3: Fraction(3, 2), 4: 0}
    assert points(preset("pods", "L"), star) == {1: Fraction(5, 2), 2: 0, 3: Fraction(5, 2), 4: 0}
    # (4 + 3) / 2 for the first and the second place, (2 + 1) / 2 for the third and the fourth.
    assert points(preset("places", "L"), star) == {
        **dict.fromkeys((1, 3), Fraction(7, 2)),
        **dict.fromkeys((2, 4), Fraction(3, 2)),
    }
