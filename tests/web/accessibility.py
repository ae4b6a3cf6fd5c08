"""What keeps people from using a page: findings of axe-core, what is too wide or too small."""

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


async def small_targets(page: Page) -> Sequence[str]:
    """Links and controls on a page that are less than 44 pixels wide or high, with their sizes.

    By WCAG 2.2, success criterion 2.5.5, with its exception for links inside of a line of text. A label
    belongs to its control.
    """
    return await page.evaluate(
        """() => {
          const large = (box) => box.width > 43.5 && box.height > 43.5;
          const inText = (one) => one.matches("a") && getComputedStyle(one).display === "inline" &&
            [...one.parentNode.childNodes].some((beside) => beside !== one && beside.textContent.trim());
          const boxes = (one) => [one, ...(one.labels ?? [])].map((each) => each.getBoundingClientRect());
          return [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
            .filter((one) => one.getClientRects().length && !inText(one) && !boxes(one).some(large))
            .map((one) => `${one.offsetWidth}×${one.offsetHeight}: ${one.outerHTML}`);
        }"""
    )
