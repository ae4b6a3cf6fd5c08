"""Pages that follow what another process commits, and what that process knows of Discord."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import aiohttp

from storage.events.store import Location
from storage.links import Link
from web.play.requests import ChannelLanguage

SOON = 60.0
"""Seconds in which a page has to follow."""


class Membership:
    """A process's idea of who is in the server: all but those who have left; and the guests that it was asked
    to seat, with their tokens."""

    def __init__(self) -> None:
        self.left = set[int]()
        self.guests = list[tuple[str, str]]()

    async def lasts(self, link: Link) -> bool:
        """Return whether the maker of a link is there."""
        return link.user not in self.left

    async def seat_guest(self, _link: Link, name: str, token: str) -> None:
        """Note a guest."""
        self.guests.append((name, token))


class Stream:
    """A page that is open: what it has been told."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self._answer = answer
        self.told = ""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(aiohttp.ClientError):  # the server may end it in the middle
            async for line in self._answer.content:
                self.told += line.decode()

    async def hears(self, text: str) -> None:
        """Wait until the page receives this text from now on."""
        began, before = time.monotonic(), len(self.told)
        while text not in self.told[before:]:
            assert time.monotonic() - began < SOON, f"{text!r} isn't there: {self.told[before:][-500:]}"
            await asyncio.sleep(0.01)


@asynccontextmanager
async def opened(address: str, view: str = "") -> AsyncGenerator[Stream]:
    """A page with its stream open."""
    async with aiohttp.ClientSession() as session, session.get(f"{address}events{view}") as answer:
        assert answer.status == 200
        stream = Stream(answer)
        await stream.hears("event: parts")
        yield stream


def speaks(language: str) -> ChannelLanguage:
    """Return a process's idea of the language of every channel."""

    async def language_of(_place: Location) -> str:
        return language

    return language_of
