"""A lobby that lets guests in, over sockets."""

import asyncio
import re

from tests.support.discord_api import payloads
from tests.support.discord_api.messages import custom_ids, readable
from tests.support.discord_api.objects import CHANNEL
from tests.support.discord_api.server import DiscordServer
from tests.support.processes import SECONDS

_LINK = re.compile(r"<(http[^>]+/g/[^>]+)>")


async def let_guests_in(server: DiscordServer, table: int = 0, variant: str = "commander") -> str:
    """Open a lobby at a table; return the address by which guests join it."""
    await server.answered(server.send(table, payloads.command("game new", {"variant": variant})))
    await press(server, "guests", table)
    await press(server, "guestlink", table)
    async with asyncio.timeout(SECONDS):
        while True:
            for message in server.messages.of(CHANNEL + table):
                if found := _LINK.search(readable(message)):
                    return found[1]
            await asyncio.sleep(0.02)


async def press(server: DiscordServer, verb: str, table: int = 0) -> None:
    """Press the newest button of a table with this verb."""
    message = server.messages.newest(CHANNEL + table, f"arbiter:{verb}:")
    assert message is not None, f"no button {verb}"
    custom_id = next(one for one in custom_ids(message) if one.startswith(f"arbiter:{verb}:"))
    await server.answered(server.send(table, payloads.press(custom_id), int(message["id"])))
