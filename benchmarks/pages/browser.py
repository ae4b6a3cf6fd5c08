"""Pages in Chromium, and the times at which it has painted changes."""

import shutil
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page, async_playwright

FLAGS = ("--disable-gpu", "--disable-background-networking", "--no-first-run", "--no-sandbox")
NOTING = """
globalThis.painted = [];
globalThis.pressed = [];
const after = (then) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = then;
  port2.postMessage(0);
});
globalThis.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.addEventListener("parts", ({ lastEventId }) => after(() => painted.push([lastEventId, Date.now()])));
  }
};
addEventListener("DOMContentLoaded", () => {
  const mine = document.querySelector("[data-part=mine]");
  if (!mine) return;
  let began;
  addEventListener("click", (event) => { began = event.timeStamp; }, { capture: true });
  const total = () => mine.querySelector(".number").textContent;
  let last = total();
  new MutationObserver(() => {
    if (total() === last) return;
    last = total();
    const since = began;
    after(() => pressed.push(performance.now() - since));
  }).observe(mine, { childList: true, subtree: true, characterData: true });
});
"""
"""A script that runs before a page's own. A frame is painted after its callbacks, and the message comes
after that."""
APART = 150
"""Milliseconds between two presses: more than one may take."""
LOOK = 50
"""Milliseconds between two checks whether a press is visible."""


@asynccontextmanager
async def chromium() -> AsyncGenerator[Browser | None]:
    """Yield a browser without a window; None if none is installed."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        yield None
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        await browser.close()


@asynccontextmanager
async def opened(browser: Browser, addresses: Sequence[str]) -> AsyncGenerator[Sequence[Page]]:
    """Open pages that record what they paint."""
    pages: list[Page] = []
    for address in addresses:
        context = await browser.new_context()
        await context.add_init_script(NOTING)
        page = await context.new_page()
        await page.goto(address)
        pages.append(page)
    yield pages
    for page in pages:
        await page.context.close()


async def painted(page: Page) -> list[tuple[int, float]]:
    """Return the entries that a page has painted, with the times of day."""
    return [(int(id.split(".")[1]), moment / 1000) for id, moment in await page.evaluate("painted.splice(0)")]


async def press(page: Page, times: int) -> list[float]:
    """Lose 1 life on a remote, press by press; return the seconds until each was visible."""
    box = await page.locator("[data-do=life][data-amount='-1']").first.bounding_box()
    assert box is not None, "it is shown"
    for number in range(1, times + 1):
        await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await page.wait_for_function("(count) => pressed.length >= count", arg=number, polling=LOOK)
        await page.wait_for_timeout(APART)
    return [milliseconds / 1000 for milliseconds in await page.evaluate("pressed.splice(0)")]
