"""What addresses answer with, asked without a browser."""

import asyncio
import itertools

import aiohttp

_clients = itertools.count()


def client() -> dict[str, str]:
    """Return a client who has asked for nothing before: each may ask for only so much that there isn't."""
    number = next(_clients)
    return {"X-Forwarded-For": f"198.18.{number >> 8 & 255}.{number & 255}"}


async def status(address: str, **headers: str) -> int:
    """Return how a request for an address is answered."""
    asked = {**client(), **headers}
    async with aiohttp.ClientSession() as session, session.get(address, headers=asked) as answer:
        await answer.read()
        return answer.status


async def body(address: str) -> str:
    """Return what an address answers with, which there is."""
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200, address
        return await answer.text()


async def appears(address: str, text: str) -> None:
    """Wait until something stands on a page."""
    async with asyncio.timeout(60):
        while text not in await body(address):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def read(address: str) -> tuple[int, str]:
    """Return how a request is answered."""
    async with aiohttp.ClientSession() as session, session.get(address, headers=client()) as answer:
        return answer.status, await answer.text()
