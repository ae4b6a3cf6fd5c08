"""The curves of a game: every expected value is counted by hand from what the people do.

What draws them loads Matplotlib, so tests import it alone: each process of pytest collects all of them.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

import pytest

from cogs.charts import commands
from cogs.summary import curves_of_log
from cogs.summary.curves import Fate, LifeCurves, LifeLine, TurnMark
from cogs.summary.palette import PALETTE
from cogs.summary.scale import Scale
from rules.actions.commanders import NameCommander
from rules.actions.damage import DealDamage
from rules.actions.endings import AbandonGame, AgreeDraw, Concede, RestartGame, WinGame
from rules.actions.life import GainLife, LoseLife
from rules.actions.table import RecordChance
from rules.actions.turns import EndTurn
from rules.game.lobby import Seated
from rules.game.parts import GameId
from tests.cogs.logs import PASS, Played, seated, started
from tests.support.wording import gist

Triple: TypeAlias = tuple[float, float, float]


def drawn(played: Played) -> LifeCurves:
    curves = curves_of_log.curves(GameId(7), played.entries)
    assert curves is not None
    return curves


def lines(curves: LifeCurves) -> dict[str, LifeLine]:
    return {line.name: line for line in curves.lines}


def test_a_lobby_has_no_curves() -> None:
    assert curves_of_log.curves(GameId(1), started("commander", *seated(["Ana", "Ben"])).entries[:1]) is None


def test_where_no_one_passes_turns_x_counts_the_steps_that_change_something() -> None:
    played = started("two_player", *seated(["Ana", "Ben"]))
    played.does(
        LoseLife(who=("ben",), amount=3),
        RecordChance(kind="coin", asked="A coin", result="heads"),
        GainLife(who=("ana",), amount=2),
    )
    curves = drawn(played)
    assert curves.turns == ()
    assert curves.end == 2
    assert not curves.over
    assert curves.heading == "Turn 1: Ana's turn"
    assert curves.about == "Game 7 · Duel · 2 players"
    assert lines(curves)["Ana"].points == ((0, 20), (2, 22))
    assert lines(curves)["Ben"].points == ((0, 20), (1, 17))
    assert all(line.fate is Fate.PLAYING and line.end == 2 for line in curves.lines)


def test_turns_are_equally_wide_and_so_are_the_steps_in_one() -> None:
    played = started("two_player", *seated(["Ana", "Ben"]))
    played.does(LoseLife(who=("ben",), amount=3), PASS)
    played.does(LoseLife(who=("ana",), amount=2), LoseLife(who=("ana",), amount=2), PASS)
    curves = drawn(played)
    assert curves.turns == (
        TurnMark(at=0, number=1, line=0),
        TurnMark(at=1, number=2, line=1),
        TurnMark(at=2, number=3, line=0),
    )
    assert curves.end == 3
    assert curves.about == "Game 7 · Duel · 2 players · 3 turns"
    assert lines(curves)["Ana"].points == ((0, 20), (pytest.approx(4 / 3), 18), (pytest.approx(5 / 3), 16))
    assert lines(curves)["Ben"].points == ((0, 20), (0.5, 17))


def test_everything_in_one_step_happens_at_once() -> None:
    played = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    played.does(LoseLife(who=("ana", "ben", "cy"), amount=4))
    curves = drawn(played)
    assert [line.points for line in curves.lines] == [((0, 20), (1, 16))] * 3


def test_lines_end_where_their_players_lose_and_the_game_ends_with_its_last_step() -> None:
    played = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    played.does(PASS, LoseLife(who=("cy",), amount=25), PASS, Concede(who="ana"))
    curves = drawn(played)
    ana, ben, cy = curves.lines
    assert (cy.fate, cy.end, cy.turn, cy.why) == (Fate.OUT, 1.5, 2, "−5 life")
    assert cy.points == ((0, 20), (1.5, -5))
    assert (ana.fate, ana.end, ana.turn, ana.why) == (Fate.OUT, 2.5, 3, "conceded")
    assert ana.points == ((0, 20),)
    assert (ben.fate, ben.end) == (Fate.WON, 2.5)
    assert (curves.end, curves.over, curves.heading) == (2.5, True, "Ben wins")


def test_a_shared_life_total_is_one_line_and_falls_once_for_both_heads() -> None:
    seats = (*seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    played = started("two_headed_giant", *seats)
    played.does(DealDamage(to=("cy", "dee"), amount=4, by="ana"), LoseLife(who=("ana",), amount=30))
    curves = drawn(played)
    assert [line.name for line in curves.lines] == ["Red", "Blue"]
    red, blue = curves.lines
    assert red.points == ((0, 30), (2, 0))
    assert blue.points == ((0, 30), (1, 22))
    assert (red.fate, red.why) == (Fate.OUT, "0 life")
    assert curves.heading == "Blue wins (Cy and Dee)"
    assert curves.about == "Game 7 · Two-Headed Giant · 4 players"


def test_teammates_with_their_own_totals_win_though_dead_and_keep_their_seats_colors() -> None:
    from cogs.charts.line_styles import looks

    seats = (*seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    played = started("team_vs_team", *seats, first="ana")
    played.does(LoseLife(who=("ben",), amount=20), Concede(who="cy"), Concede(who="dee"))
    curves = drawn(played)
    by_name = lines(curves)
    assert {name: line.group for name, line in by_name.items()} == {"Ana": 0, "Ben": 0, "Cy": 1, "Dee": 1}
    assert (by_name["Ana"].fate, by_name["Ben"].fate) == (Fate.WON, Fate.OUT)
    assert curves.heading == "Red wins (Ana and Ben)"
    assert [look.color for look in looks(curves)] == [one.dark for one in PALETTE[:4]], "by seat"


def test_a_draw_and_a_win_by_an_effect_leave_no_one_out() -> None:
    draw = started("two_player", *seated(["Ana", "Ben"]))
    draw.does(AgreeDraw())
    assert [line.fate for line in drawn(draw).lines] == [Fate.DRAW, Fate.DRAW]
    assert drawn(draw).heading == "The game is a draw"
    win = started("two_player", *seated(["Ana", "Ben"]))
    win.does(WinGame(who="ben"))
    assert [line.fate for line in drawn(win).lines] == [Fate.LOST, Fate.WON]
    assert drawn(win).end == 1


def test_a_table_that_stops_has_no_result() -> None:
    played = started("two_player", *seated(["Ana", "Ben"]))
    played.does(AbandonGame())
    assert (drawn(played).heading, drawn(played).over) == ("No result", True)


def test_a_restart_begins_again_and_the_dead_stay_dead() -> None:
    played = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    played.does(PASS, LoseLife(who=("cy",), amount=20), LoseLife(who=("ana",), amount=5))
    played.does(RestartGame(by="ana"), LoseLife(who=("ben",), amount=1))
    curves = drawn(played)
    by_name = lines(curves)
    assert list(by_name) == ["Ana", "Ben", "Cy"]
    assert [mark.number for mark in curves.turns] == [1, 2, 1]
    assert curves.restarts == (1.75,)
    assert by_name["Cy"].points == ((0, 20), (1.25, 0))
    assert by_name["Ana"].points == ((0, 20), (1.5, 15), (1.75, 20))
    assert by_name["Ben"].points == ((0, 20), (1.75, 20), (2.5, 19))
    assert curves.about == "Game 7 · Free-for-All · 3 players · 3 turns"


def test_the_cause_names_the_commander() -> None:
    played = started("commander", *seated(["Ana", "Ben"]))
    played.does(
        NameCommander(who="ana", name="Atraxa"),
        DealDamage(to=("ben",), amount=21, by="ana", combat=True, commander="ana:1"),
    )
    assert gist(lines(drawn(played))["Ben"].why) == ["21 Atraxa"]


def test_names_with_marks_are_what_people_are_called() -> None:
    seats = (Seated(id="1", name="**Ana**_", user=1), Seated(id="2", name="`<@3>`", user=2))
    played = started("two_player", *seats)
    played.does(Concede(who="1"))
    assert [line.name for line in drawn(played).lines] == ["**Ana**_", "`<@3>`"]
    assert drawn(played).heading == "`<@3>` wins"


def test_turns_of_several_markers_belong_to_no_one() -> None:
    played = started("grand_melee", *seated([f"P{n}" for n in range(1, 11)]))
    played.does(EndTurn(marker=1), EndTurn(marker=2))
    curves = drawn(played)
    assert {mark.line for mark in curves.turns} == {None}
    assert len(curves.lines) == 10


def test_the_story_tells_the_result_the_dead_and_every_course() -> None:
    played = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    played.does(GainLife(who=("ana",), amount=5), PASS)
    played.does(LoseLife(who=("ana",), amount=22), LoseLife(who=("cy",), amount=20), PASS)
    played.does(GainLife(who=("ana",), amount=1), Concede(who="ben"))
    assert commands.describe(drawn(played)) == (
        "Life totals over the game. Game 7 · Free-for-All · 3 players · 3 turns. Ana wins. Cy was knocked "
        "out on turn 2: 0 life. Ben was knocked out on turn 3: conceded. Ana starts at 20, reaches 25 on "
        "turn 1, "
        "3 on turn 2, and ends at 4. Ben stays at 20. Cy starts at 20 and ends at 0."
    )


def test_the_story_of_forty_fits_and_names_the_leaders() -> None:
    played = started("free_for_all", *seated([f"Player number {n}" for n in range(1, 41)]))
    played.does(GainLife(who=("player number 9",), amount=9), GainLife(who=("player number 5",), amount=5))
    played.does(*(LoseLife(who=(f"player number {n}",), amount=20 + n % 2) for n in range(10, 35)))
    told = commands.describe(drawn(played))
    assert "Highest of 15 totals at the end: Player number 9 29, Player number 5 25, " in told
    assert "Player number 10, Player number 12, " in told
    assert told.endswith("and Player number 33 were knocked out: −1 life.")
    assert len(told) <= 1024


def test_a_story_that_does_not_fit_ends_after_a_sentence() -> None:
    names = [f"A person with a long name, no. {n:02}".replace(",", "") for n in range(40)]
    played = started("free_for_all", *seated(names))
    played.does(*(LoseLife(who=(name.lower(),), amount=20 + n) for n, name in enumerate(names[:-1])))
    told = commands.describe(drawn(played))
    assert len(told) <= 1024
    assert told.endswith(" life. …")


def curve(*totals: int, fate: Fate = Fate.PLAYING) -> LifeLine:
    points = tuple((float(x), total) for x, total in enumerate(totals))
    return LifeLine(name="Ana", group=0, points=points, end=float(len(totals)), fate=fate)


def curves_of(*lines: LifeLine) -> LifeCurves:
    return LifeCurves(heading="", about="", lines=lines, end=max(line.end for line in lines), over=False)


def test_usual_totals_are_drawn_to_scale() -> None:
    scale = Scale(curves_of(curve(40, 13, 0), curve(40, 75)))
    assert [scale.height(total) for total in (0, 13, 40, 75)] == [0, 13, 40, 75]


def test_a_huge_total_does_not_flatten_the_others_and_higher_is_always_higher() -> None:
    scale = Scale(curves_of(curve(40, 999_999), curve(40, 12), curve(40, -500)))
    assert scale.height(40) - scale.height(0) > (scale.top() - scale.bottom()) / 3
    heights = [scale.height(total) for total in (-500, -3, 0, 12, 40, 60, 1000, 50_000, 999_999)]
    assert all(lower < higher for lower, higher in pairwise(heights))
    assert scale.bottom() < heights[0]
    assert heights[-1] < scale.top()


def test_names_at_the_end_keep_their_distance_and_their_order() -> None:
    from cogs.drawing.labels import spread_heights

    assert spread_heights([90, 50, 10], 10, 0, 100) == [90, 50, 10]
    assert spread_heights([50, 50, 50], 10, 0, 100) == [60, 50, 40]
    assert spread_heights([100, 99, 5, 1], 10, 0, 100) == [100, 90, 10, 0]
    assert spread_heights([3, 2, 1], 60, 0, 100) == [100, 50, 0]
    assert spread_heights([70], 10, 0, 60) == [60]


DEFICIENCIES: dict[str, tuple[Triple, Triple, Triple]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How colors are perceived, in linear light (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(color: str) -> Triple:
    def channel(at: int) -> float:
        value = int(color[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def times(matrix: Sequence[Triple], light: Triple) -> Triple:
    first, second, third = (
        sum(factor * value for factor, value in zip(row, light, strict=True)) for row in matrix
    )
    return first, second, third


def lab(light: Triple) -> Triple:
    """CIELAB, in which a distance of 2.3 can just be seen."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    shown = (min(1.0, max(0.0, light[0])), min(1.0, max(0.0, light[1])), min(1.0, max(0.0, light[2])))
    x, y, z = (value / white for value, white in zip(times(to_xyz, shown), (0.9505, 1.0, 1.089), strict=True))
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def luminance(color: str) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_colors_differ_for_every_kind_of_color_vision(deficiency: str) -> None:
    """The first four most, the first eight well, the last two still visibly."""
    seen = [lab(times(DEFICIENCIES[deficiency], linear(one.dark))) for one in PALETTE]
    for (n, one), (m, other) in combinations(enumerate(seen), 2):
        distance = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert distance > (40 if max(n, m) < 4 else 20 if max(n, m) < 8 else 13), (n, m)


def test_colors_are_legible_on_the_paper() -> None:
    """WCAG asks for 3 to 1 for large and bold letters and for graphics."""
    from cogs.drawing.style import PAPER

    for one in PALETTE:
        assert (luminance(one.dark) + 0.05) / (luminance(PAPER) + 0.05) >= 4, one.name


def test_lines_of_a_few_differ_in_color_dashes_and_markers() -> None:
    from cogs.charts.line_styles import looks

    found = looks(curves_of(*(LifeLine(name="", group=n, points=((0, 20),), end=1) for n in range(10))))
    assert len({look.color for look in found}) == 10
    assert len({(look.dashes, look.marker) for look in found}) == 10


def test_of_many_the_winner_and_those_who_lasted_longest_stand_out() -> None:
    from cogs.charts.line_styles import looks

    many = [
        LifeLine(
            name="", group=n, points=((0, 20), (1, n)), end=10, fate=Fate.OUT if n > 30 else Fate.PLAYING
        )
        for n in range(39)
    ]
    winner = LifeLine(name="", group=39, points=((0, 20), (1, 1)), end=10, fate=Fate.WON)
    found = looks(curves_of(*many, winner))
    assert sum(look.leads for look in found) == 6
    assert found[39].leads
    assert not found[0].leads
    assert len({look.color for look in found if look.leads}) == 6
