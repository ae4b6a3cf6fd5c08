"""A bot process's figures over HTTP."""

import re

import aiohttp


async def get(address: str, **headers: str) -> tuple[int, str]:
    """Return the status and the text that an address answers with."""
    async with aiohttp.ClientSession() as session, session.get(address, headers=headers) as response:
        return response.status, await response.text()


def value(exposition: str, series: str) -> float:
    """Return the number of one series in the text format of Prometheus."""
    found = re.search(rf"^{re.escape(series)} (\S+)$", exposition, re.MULTILINE)
    assert found, series
    return float(found[1])
