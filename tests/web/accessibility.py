"""What keeps people from using a page: findings of axe-core, and what is wider than the window."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from playwright.async_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "reduced_motion": "reduce"}


async def findings(page: Page) -> Sequence[str]:
    """What axe-core finds wrong on a page, by its rules."""
    await page.evaluate(AXE)
    return await page.evaluate(
        "axe.run().then((found) => found.violations.flatMap((one) => "
        "one.nodes.map((node) => `${one.id}: ${node.html}`)))"
    )


async def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
