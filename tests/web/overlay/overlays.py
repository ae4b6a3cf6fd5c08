"""How people get the link to an overlay, and how a stream sees it."""

import io

from PIL import Image
from playwright.async_api import Browser, Page

from tests.support.evening import Evening
from tests.web.watching import address_in, watch

TRANSPARENT = 0
OBS = {"viewport": {"width": 800, "height": 600}, "reduced_motion": "reduce"}


async def overlay_link(evening: Evening, who: str = "Ana", **options: object) -> str:
    """Return the address that someone gets for overlays of this channel."""
    answer = await evening.types(who, "game page", **{"for": "overlay"}, **options)
    assert answer.private, "everybody can read it"
    return address_in(answer)


async def overlay(browser: Browser, address: str, query: str = "") -> Page:
    """Return an overlay as a browser source of a stream."""
    return await watch(browser, f"{address}?{query}" if query else address, **OBS)


async def pixels(page: Page) -> Image.Image:
    """Return an overlay as a stream gets it, with its opacity."""
    return Image.open(io.BytesIO(await page.screenshot(omit_background=True))).convert("RGBA")
