"""What pages show, read from their HTML without a browser."""

import asyncio
import re
from collections.abc import Mapping
from functools import cached_property
from html import unescape
from urllib.parse import urljoin

from tests.web.answers import body


def plain(html: str) -> str:
    """Return the text of some HTML, with a space between any two elements."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


class Shown:
    """A page as it was answered."""

    def __init__(self, address: str, html: str) -> None:
        self.address = address
        self.html = html

    @cached_property
    def text(self) -> str:
        """Everything that is to be read on it."""
        return plain(self.html.partition("<body")[2])

    @cached_property
    def heading(self) -> str:
        """Its main heading."""
        return plain(self._within(r"<(h1)[^>]*>"))

    @cached_property
    def _seats(self) -> Mapping[str, str]:
        seats = self._html_of("seats").split('<li class="seat')[1:]
        named = ((re.search(r"<h3>(.*?)</h3>", seat), f"<li {seat}") for seat in seats)
        return {plain(name[1]).removeprefix("▸ "): seat for name, seat in named if name}

    @cached_property
    def seats(self) -> Mapping[str, str]:
        """What is to be read of each player or team, by name."""
        return {name: plain(html) for name, html in self._seats.items()}

    @cached_property
    def totals(self) -> Mapping[str, str]:
        """The totals by name."""
        found = {name: re.search(r'class="number[^"]*">(\d+)<', html) for name, html in self._seats.items()}
        return {name: number[1] for name, number in found.items() if number}

    def part(self, name: str) -> str:
        """Return what is to be read in a part that is kept up to date."""
        return plain(self._html_of(name))

    def _html_of(self, part: str) -> str:
        return self._within(rf'<(\w+)[^>]* data-part="{part}"[^>]*>')

    def link(self, name: str) -> str:
        """Return where a link leads that is called so, or whose text has this in it."""
        links = re.findall(r"<a ([^>]*)>(.*?)</a>", self.html, re.DOTALL)
        found = next(about for about, text in links if f'aria-label="{name}"' in about or name in plain(text))
        address = re.search(r'href="([^"]*)"', found)
        assert address is not None
        return urljoin(self.address, unescape(address[1]))

    def _within(self, begin: str) -> str:
        found = re.search(rf"{begin}(.*?)</\1>", self.html, re.DOTALL)
        assert found is not None, begin
        return found[2]


async def show(address: str, text: str = "") -> Shown:
    """Return the page at an address, once this is to be read on it: what is kept follows a change a moment
    later."""
    async with asyncio.timeout(60):
        while text not in (page := Shown(address, await body(address))).text:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return page
