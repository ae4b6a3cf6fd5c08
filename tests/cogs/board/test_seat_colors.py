"""One color for each seat, on boards, pages, remotes, table-tops and overlays."""

import re
from pathlib import Path

import discord

from cogs.summary.seat_colors import SEAT_COLORS, active
from rules.actions.endings import Concede
from rules.actions.turns import EndTurn
from tests.cogs.logs import PASS, seated, started
from tests.support.evening import Evening
from tests.support.tables import deal
from web.watch.seats import seats

STATIC = Path(__file__).parents[3] / "web" / "pages" / "static"


def test_pages_in_the_dark_and_overlays_have_the_colors_of_boards() -> None:
    dark = re.findall(r"--c\d: (#[0-9a-f]{6});", (STATIC / "dark.css").read_text())
    overlay = re.findall(r"\.seat\.c\d { --own: (#[0-9a-f]{6}); }", (STATIC / "overlay.css").read_text())
    assert tuple(dark) == tuple(overlay) == SEAT_COLORS


def test_a_seat_keeps_its_color_on_pages_while_others_leave() -> None:
    played = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    played.does(Concede(who="ana"))
    assert [(one.name, one.style) for one in seats(played.game, {})] == [
        ("Ana", "c0"),
        ("Ben", "c1"),
        ("Cy", "c2"),
    ]


def test_the_color_of_a_turn_is_that_of_its_seat_or_its_teams_total() -> None:
    alone = started("free_for_all", *seated(["Ana", "Ben", "Cy"]))
    alone.does(PASS)
    assert active(alone.game) == SEAT_COLORS[1]
    shared = started("two_headed_giant", *seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    assert active(shared.game) == SEAT_COLORS[0]
    several = started("grand_melee", *seated([f"P{n}" for n in range(1, 11)]))
    several.does(EndTurn(marker=1), EndTurn(marker=2))
    assert active(several.game) is None


async def test_the_board_has_the_color_of_the_player_whose_turn_it_is(evening: Evening) -> None:
    await deal(evening)
    for seat in range(4):
        (frame,) = evening.board_message().components
        assert isinstance(frame, discord.Container)
        assert str(frame.accent_color) == SEAT_COLORS[seat]
        await evening.types(("Ana", "Ben", "Cy", "Dee")[seat], "turn next")
