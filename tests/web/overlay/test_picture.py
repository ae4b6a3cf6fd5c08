"""What the streamer's guide shows: overlays over a picture, as a stream has them.

`make pictures` puts it into docs/pictures.
"""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.async_api import Browser, expect

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.overlay.overlays import overlay, overlay_link, pixels

WIDE, HIGH = 1280, 720
SOURCES = (
    ("", (0, 0, WIDE, 260)),
    ("show=last&", (0, 600, 880, 120)),
    ("show=clock&", (900, 600, 380, 120)),
)
"""The sources of a stream: what each shows, and where it is: left, top, width, height."""


def playmat() -> Image.Image:
    """Return the picture of a camera: a table with cards on it."""
    picture = Image.new("RGBA", (WIDE, HIGH), (44, 74, 60, 255))
    draw = ImageDraw.Draw(picture)
    for place in range(9):
        left, top = 90 + place % 5 * 230, 290 + place // 5 * 190
        draw.rounded_rectangle((left, top, left + 110, top + 154), 9, fill=(28, 26, 30, 255))
        draw.rectangle(
            (left + 8, top + 24, left + 102, top + 86), fill=(90 + 14 * place, 70, 160 - 12 * place, 255)
        )
        draw.rectangle((left + 8, top + 94, left + 102, top + 144), fill=(222, 214, 196, 255))
    return picture


@pytest.mark.full
@pytest.mark.own_bot(real_time=True)  # its picture shows timers
async def test_overlays_leave_the_picture_as_it_is_where_they_have_nothing(
    evening: Evening, browser: Browser, pictures: Path
) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    await evening.types("Dee", "life lose", amount=9)
    await evening.types("Ana", "counter add", kind="poison", amount=3)
    await evening.types("Ana", "clock round", minutes=50)
    await evening.types("Ana", "turn next")
    await evening.types("Ben", "damage", amount=14, who="Cy", commander="Tana, the Bloodsower")
    address = await overlay_link(evening)
    camera = playmat()
    stream = camera.copy()
    for query, (left, top, width, height) in SOURCES:
        page = await overlay(browser, address, f"{query}size=26")
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator("[data-part=shown] > *")).to_have_count(1)
        source = await pixels(page)
        assert source.size == (width, height)
        stream.alpha_composite(source, (left, top))
        await page.close()
    for place in ((1275, 255), (875, 715), (1275, 715)):  # corners of the sources
        assert stream.getpixel(place) == camera.getpixel(place)
    assert stream.getpixel((60, 60)) != camera.getpixel((60, 60))
    stream.convert("RGB").save(pictures / "overlay.png", optimize=True)
