"""The bytes that a page takes, as a browser receives them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from playwright.async_api import Page

MOST = 60_000
"""Bytes of a page in all, as they are sent: the page, its styles and scripts, and what is pushed first."""


class Received:
    """The bytes of everything that a page receives, as long as it is open."""

    def __init__(self) -> None:
        self._parts = Counter[str]()
        self._whole: dict[str, int] = {}

    async def follow(self, page: Page, address: str) -> None:
        """Open an address and count its traffic."""
        line = await page.context.new_cdp_session(page)
        line.on("Network.dataReceived", self._note)
        line.on("Network.loadingFinished", self._finish)
        await line.send("Network.enable")  # pyright: ignore[reportUnknownMemberType]
        await page.goto(address)

    def _note(self, event: Mapping[str, Any]) -> None:
        self._parts[event["requestId"]] += event["encodedDataLength"]

    def _finish(self, event: Mapping[str, Any]) -> None:
        self._whole[event["requestId"]] = event["encodedDataLength"]

    @property
    def requests(self) -> int:
        """How much has been asked for."""
        return len({**self._parts, **self._whole})

    @property
    def total(self) -> int:
        """Bytes of everything, headers included where an answer is complete."""
        return sum({**self._parts, **self._whole}.values())
