"""Windows of a browser, which tests use one after the other: to open one takes longer than most pages."""

from typing import Any

from playwright.async_api import Browser, Page, ViewportSize

VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
MOST = 60_000
"""Milliseconds that anything on a page may take."""

BLANK = "() => { try { localStorage.clear() } catch {} location.replace('about:blank') }"
"""Navigates away from a script in the page, so that the window keeps its process."""


class Windows:
    """Windows that are free, and those that a test has taken. Each has its own profile."""

    def __init__(self) -> None:
        self._free = list[Page]()
        self._taken = list[Page]()

    async def take(self, browser: Browser, **options: Any) -> Page:
        """Return an empty window.

        ``options``: of `Browser.new_page`; those that can't be changed later need their own window.
        """
        page = await self._suitable(browser, **options) or await browser.new_page(**options)
        page.set_default_timeout(MOST)
        return page

    async def _suitable(
        self,
        browser: Browser,
        viewport: ViewportSize = VIEWPORT,
        color_scheme: Any = "light",
        reduced_motion: Any = "no-preference",
        **others: object,
    ) -> Page | None:
        if others:
            return None
        page = self._free.pop() if self._free else await browser.new_page()
        self._taken.append(page)
        await page.set_viewport_size(viewport)
        await page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return page

    def forget(self) -> None:
        """Forget all windows, as their browser closes."""
        self._free.clear()
        self._taken.clear()

    async def clear(self, browser: Browser) -> None:
        """Empty the windows that a test has taken, and close all others: they would go on asking for what has
        gone."""
        for page in [one for one in self._taken if not one.is_closed()]:
            await page.unroute_all()
            await page.context.set_offline(False)
            async with page.expect_navigation():
                await page.evaluate(BLANK)
            self._free.append(page)
        self._taken.clear()
        kept = [page.context for page in self._free]
        for context in browser.contexts:
            if context not in kept:
                await context.close()


WINDOWS = Windows()
