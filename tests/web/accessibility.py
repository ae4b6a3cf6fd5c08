"""What keeps people from using a page: findings of axe-core, what is too wide or too small."""

import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from playwright.async_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "reduced_motion": "reduce"}

_UPRIGHT = ((320, 568), (360, 640), (390, 844), (768, 1024), (1080, 1920), (2160, 3840))
SCREENS = (*_UPRIGHT, *((height, width) for width, height in _UPRIGHT))
"""Widths and heights from the smallest phone to the largest screen, upright and across."""


async def findings(page: Page) -> Sequence[str]:
    """Return what axe-core finds wrong on a page, by its rules."""
    await page.evaluate(AXE)
    return await page.evaluate(
        "axe.run().then((found) => found.violations.flatMap((one) => "
        "one.nodes.map((node) => `${one.id}: ${node.html}`)))"
    )


async def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


async def cut_labels(page: Page) -> Sequence[str]:
    """Return the words of buttons on a page that are wider than their buttons."""
    return await page.evaluate(
        """[...document.querySelectorAll("button.act")]
          .filter((one) => one.getClientRects().length && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent.trim())"""
    )


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


WHOLE = frozenset({"button", "heading", "link", "radio", "image", "img", "textbox", "combobox", "slider"})
"""Roles that are said with their names, and not part by part."""


async def heard(page: Page) -> Sequence[str]:
    """Return what a screen reader says of a page, in this order, from Chromium's accessibility tree.

    Buttons, headings and the like are said with their role, name, value and state, texts as they are. Times
    are "0:00".
    """
    line: Any = await page.context.new_cdp_session(page)
    tree: list[dict[str, Any]] = (await line.send("Accessibility.getFullAXTree"))["nodes"]
    nodes = {node["nodeId"]: node for node in tree}
    said, waiting = list[str](), [tree[0]["nodeId"]]
    while waiting:
        node = nodes[waiting.pop()]
        role: str = node.get("role", {}).get("value", "")
        name, value = (str(node.get(part, {}).get("value", "")).strip() for part in ("name", "value"))
        state = [one["name"] for one in node.get("properties", ()) if one["value"].get("value") == "true"]
        if not node["ignored"] and role in WHOLE:
            said.append(" ".join(filter(None, (role, name, value, *state))))
            continue
        if role == "StaticText" and not node["ignored"]:
            said.append(re.sub(r"\d*:?\d+:\d\d", "0:00", name))
        waiting += [child for child in reversed(node.get("childIds", ())) if child in nodes]
    return [one for one in said if one]
