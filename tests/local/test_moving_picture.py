"""The moving picture of README: a short Commander game from its lobby to its end, as a browser shows it.

`make pictures` puts it into docs/pictures.
"""

import io
import os
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, FloatRect, expect

from tests.local.conftest import local_table
from tests.local.page import TablePage

pytestmark = pytest.mark.skipif("PICTURES" not in os.environ, reason="takes pictures: make pictures")

WIDTH, HEIGHT = 640, 620
"""Pixels of the picture; a reader's column in a browser is about as wide."""
COLORS = 96
MAX_BYTES = 2_000_000


class Film:
    """Frames of a channel's end, each shown for some seconds."""

    def __init__(self, table: TablePage) -> None:
        self._table = table
        self._frames = list[Image.Image]()
        self._seconds = list[float]()

    def take(self, seconds: float) -> None:
        """Add a frame of the newest messages as they now stand."""
        self._table.settle()
        page = self._table.page
        page.mouse.move(0, 0)
        self._table.conversation.evaluate("log => log.scrollTo({top: log.scrollHeight, behavior: 'instant'})")
        page.wait_for_timeout(400)
        box = self._table.conversation.bounding_box()
        assert box is not None
        bottom = box["y"] + box["height"]
        clip = FloatRect(x=box["x"], y=bottom - HEIGHT, width=WIDTH, height=HEIGHT)
        frame = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
        self._frames.append(frame.quantize(COLORS, dither=Image.Dither.NONE))
        self._seconds.append(seconds)

    def save(self, file: Path) -> None:
        """Write the frames as a GIF that plays again and again."""
        first, *rest = self._frames
        durations = [round(1000 * seconds) for seconds in self._seconds]
        first.save(file, save_all=True, append_images=rest, duration=durations, loop=0, optimize=True)


def test_moving_picture_of_a_game(tmp_path: Path, browser: Browser, pictures: Path) -> None:
    with local_table(tmp_path, browser) as table:
        table.page.set_viewport_size({"width": 880, "height": 800})
        table.judge_at_once()
        table.run("game new", variant="Commander")
        film = Film(table)
        film.take(1.5)
        for name in ("Ben", "Cy"):
            table.be(name)
            table.press("Join")
            expect(table.board).to_contain_text(f"{name}")
            film.take(1)
        table.run("game start", first="Ben")
        expect(table.board.get_by_role("button", name="Pass turn")).to_be_visible()
        film.take(2)
        table.be("Ben")
        table.press("−5")
        expect(table.board).to_contain_text("Ben · 35")
        film.take(1.5)
        table.press("Pass turn")
        expect(table.board).to_contain_text("Turn 2")
        film.take(1.5)
        table.be("Ana")
        for command, options in (
            ("life lose", {"amount": "8", "who": "each opponent"}),
            ("counter add", {"kind": "poison", "amount": "10", "who": "Cy"}),
        ):
            table.run(command, **options)
            film.take(2.5)
        table.press("Undo")
        expect(table.conversation).to_contain_text("is back in the game")
        film.take(2.5)
        table.run("concede")
        film.take(2)
        table.be("Cy")
        table.say("/life lose amount:27 who:Ben")
        expect(table.last.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
        film.take(4)
        film.save(pictures / "game.gif")
    assert (pictures / "game.gif").stat().st_size < MAX_BYTES
