"""The way between the bot and the simulated Discord, which can be slow, break, or see the bot killed."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

import aiohttp
import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

Handle = Callable[[], Awaitable[Any]]


@dataclass
class _Trouble:
    """The fault of the next requests of a kind."""

    method: str
    path: str
    meet: Callable[[Handle], Awaitable[Any]]
    times: int


class Network:
    """Troubles for requests by method and path (with ``*``), each for a number of them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._troubles: list[_Trouble] = []
        self._lost = set[str]()
        """Requests that each lose their first answer, by method and path; and those that have lost it."""
        for kind in (FakeHTTPClient, FakeWebhookAdapter):
            patch.setattr(kind, "request", self._carrying(kind.request))

    def slow(self, method: str, path: str, seconds: float, *, times: int = 1) -> None:
        """Delay requests by this many seconds of simulated time."""

        async def meet(handle: Handle) -> Any:
            await asyncio.sleep(seconds)
            return await handle()

        self._troubles.append(_Trouble(method, path, meet, times))

    def lose_answers(self, method: str, path: str, *, times: int = 1, seconds: float = 0) -> None:
        """Discord gets requests, ``seconds`` later, and the connection breaks before it has answered."""
        self.break_answers(method, path, aiohttp.ServerDisconnectedError(), times=times, seconds=seconds)

    def lose_each_answer(self, method: str, path: str) -> None:
        """Discord gets requests, and of each different one the connection breaks before the first answer."""
        self._lost.add(f"{method} {path}")

    def work_again(self) -> None:
        """End all troubles."""
        self._troubles.clear()
        self._lost.clear()

    def lose_requests(self, method: str, path: str, *, times: int = 1) -> None:
        """The connection breaks before Discord has got requests."""

        async def meet(_handle: Handle) -> Any:
            raise aiohttp.ServerDisconnectedError

        self._troubles.append(_Trouble(method, path, meet, times))

    def break_answers(
        self, method: str, path: str, error: Exception, *, times: int = 1, seconds: float = 0
    ) -> None:
        """Discord carries requests out, ``seconds`` later, and reading its answers ends in an error."""

        async def meet(handle: Handle) -> Any:
            await asyncio.sleep(seconds)
            await handle()
            raise error

        self._troubles.append(_Trouble(method, path, meet, times))

    def meanwhile(self, method: str, path: str, happens: Handle) -> None:
        """Something happens after Discord has carried a request out and before its answer arrives."""

        async def meet(handle: Handle) -> Any:
            answer = await handle()
            await happens()
            return answer

        self._troubles.append(_Trouble(method, path, meet, 1))

    def kill(self, method: str, path: str) -> None:
        """The process dies as it sends such a request."""

        async def meet(_handle: Handle) -> Any:
            os.kill(os.getpid(), signal.SIGKILL)

        self._troubles.append(_Trouble(method, path, meet, 1))

    def _carrying(self, request: Any) -> Any:
        async def carried(client: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.partition("/api/v10")[2]

            async def handle() -> Any:
                return await request(client, route, *args, **kwargs)

            for trouble in self._troubles:
                if trouble.times and trouble.method == route.method and fnmatch(path, trouble.path):
                    trouble.times -= 1
                    return await trouble.meet(handle)
            answer = await handle()
            sent = f"{route.method} {path} {kwargs}"
            if sent not in self._lost and any(fnmatch(f"{route.method} {path}", one) for one in self._lost):
                self._lost.add(sent)
                raise aiohttp.ServerDisconnectedError
            return answer

        return carried


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """A connection in which all is well, until a test says otherwise."""
    return Network(monkeypatch)
