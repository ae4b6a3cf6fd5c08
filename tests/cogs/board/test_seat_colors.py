"""One color for each seat, on boards, pages, remotes, table-tops, overlays and pictures."""

import re

import discord

from cogs.charts.line_styles import looks
from cogs.summary import curves_of_log
from cogs.summary.palette import PALETTE
from cogs.summary.seat_colors import active
from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.actions.turns import EndTurn
from rules.game.parts import GameId
from tests.cogs.logs import PASS, seated, started
from tests.support.evening import Evening
from tests.support.tables import deal
from web.pages.assets import ASSETS
from web.watch.chart import chart
from web.watch.seats import seats_of_game

TEN = [f"P{n}" for n in range(10)]


def shades(style: str) -> list[str]:
    """The colors of seats that a page's style has, in their order."""
    return re.findall(r"--c\d: (#[0-9a-f]{6});", ASSETS[style].content.decode())


def test_pages_overlays_and_pictures_have_the_palettes_colors() -> None:
    dark, light = [one.dark for one in PALETTE], [one.light for one in PALETTE]
    assert len({*dark, *light}) == 20
    assert (shades("dark.css"), shades("page.css"), shades("overlay.css")) == (dark, light, dark)
    played = started("free_for_all", *seated(TEN))
    curves = curves_of_log.curves(GameId(7), played.entries)
    assert curves is not None
    assert [look.color for look in looks(curves)] == dark


def test_each_of_ten_has_a_line_with_a_name_in_the_chart_of_a_page() -> None:
    played = started("free_for_all", *seated(TEN))
    played.does(LoseLife(who=("p9", "p8"), amount=20), PASS)
    curves = curves_of_log.curves(GameId(7), played.entries)
    assert curves is not None
    drawn = chart(curves)
    assert drawn is not None
    assert [(one.style, one.label.split()[-2]) for one in drawn.curves] == [
        (f"c{n}", f"P{n}") for n in range(10)
    ]


def test_a_seat_keeps_its_color_on_pages_while_others_leave() -> None:
    played = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    played.does(Concede(who="ana"))
    assert [(one.name, one.style) for one in seats_of_game(played.game, {})] == [
        ("Ana", "c0"),
        ("Ben", "c1"),
        ("Cy", "c2"),
    ]


def test_the_color_of_a_turn_is_that_of_its_seat_or_its_teams_total() -> None:
    alone = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    alone.does(PASS)
    assert active(alone.game) == PALETTE[1].dark
    shared = started("two_headed_giant", *seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    assert active(shared.game) == PALETTE[0].dark
    several = started("grand_melee", *seated([f"P{n}" for n in range(1, 11)]))
    several.does(EndTurn(marker=1), EndTurn(marker=2))
    assert active(several.game) is None


async def test_the_board_has_the_color_of_the_player_whose_turn_it_is(evening: Evening) -> None:
    await deal(evening)
    for seat in range(4):
        (frame,) = evening.board_message().components
        assert isinstance(frame, discord.Container)
        assert str(frame.accent_color) == PALETTE[seat].dark
        await evening.types(("Ana", "Ben", "Cy", "Dee")[seat], "turn next")
