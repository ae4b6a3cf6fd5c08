"""The local table: the real bot in a simulated Discord, shown in a browser on this machine."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.client import Arbiter
from bot.errors import is_refusal
from bot.local import history
from bot.local.page import TablePage
from bot.local.running import explain_taken
from bot.settings import LOCAL_CHANNELS, CannotStart
from cogs.core.components import message, start_buttons
from cogs.core.links.telling import is_loopback, link_address
from cogs.help import welcome
from cogs.text.language import ENGLISH, speaking
from storage.links import LinkPurpose

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
MODERATORS = ("Ana", "Ben", "Fay")
"""The people who can also rule on disputes: not all of them play at the same table."""

GREETING = (
    "**This is the local table**: the real bot in a simulated Discord on this machine. Only you can see it, "
    "and your games are saved. At the top of the page, choose who you are (Ana, Ben and Fay are moderators); "
    "on the left, the channel. Press a button, or type a command and press Enter: "
    "`/game new variant:Commander`."
)
PAGE_NOTE = "**This game as a web page** ({where}): {url}"
HERE, NETWORK = "on this computer; for phones, start with `--lan`", "also on phones in this network"
V2 = 1 << 15
"""Discord's flag of a message made of components."""
PRESS_WINDOW = 0.2
"""Seconds after a press in which what the bot does on its own still belongs to the press."""
PRESS_TIMEOUT = 10
"""Seconds that a press may take."""


class _Simulation(simcord.Env):
    """A Discord on this machine whose page shows errors of the bot, but refusals as ordinary answers."""

    def _record_error(self, error: BaseException) -> None:
        if not is_refusal(error):
            super()._record_error(error)

    async def _settle_internal(self, **rest: Any) -> None:
        # A page waits for the bot's work, but not for what it will do in a while, such as edit a board again.
        rest["timeout"] = PRESS_WINDOW
        for _ in range(int(PRESS_TIMEOUT / PRESS_WINDOW)):
            with suppress(TimeoutError):
                return await super()._settle_internal(**rest)
        raise TimeoutError("The bot is still at work.")


async def serve_local_table(
    bot: Arbiter, *, channel: str, port: int, said: Path, tokens: Mapping[str, str]
) -> None:
    """Serve ``channel`` of the simulated server on ``port`` until the session is ended on the page.

    Port 0 picks any free one. ``said``: the file for the history of messages. ``tokens``: those of the
    pages of some channels. Raises CannotStart.
    """
    env = _Simulation(bot, check_errors=False)
    # The simulation derives IDs from its clock. While the clock stands at its start, the server, channels and
    # people get the same IDs every time, so that their games are found again in the database. Then the clock
    # is set to now, so that no interaction reuses an ID from an earlier session.
    server, channels, people = _create_server(env)
    _set_clock(env)
    backend, bot_id = env.backend, env.backend.bot_user.id
    greetings = history.restore_history(backend, said)
    where = HERE if is_loopback(bot.pages) else NETWORK
    new = not await bot.games.has_games(server.id)
    for name, one in channels.items():
        page = PAGE_NOTE.format(where=where, url=await _page(bot, server, one, bot_id, tokens.get(name)))
        with speaking(ENGLISH):  # as all of this page is
            *hello, aside = welcome.hello(new=new)
            greeting = message(*hello, GREETING, page, aside, *start_buttons())
        shown = greeting.to_components()
        if one.id in greetings:
            backend.edit_message(one.id, greetings[one.id], {"components": shown})
        else:
            posted = backend.create_message(one.id, bot_id, None, components=shown, flags=V2)
            greetings[one.id] = posted.id
    await env.start()
    await bot.wait_until_synced()
    try:
        await _show(TablePage(env, channels, channel, people, port), bot.pages)
    finally:
        history.save(backend, said, greetings)
        await env.shutdown()


def _create_server(
    env: simcord.Env,
) -> tuple[simcord.GuildHandle, dict[str, simcord.ChannelHandle], dict[str, simcord.MemberActor]]:
    env.backend.bot_user.name = "Arbiter"
    server = env.create_guild("Arbiter's table")
    channels = {name: server.create_text_channel(name) for name in LOCAL_CHANNELS}
    server.create_voice_channel("Cameras")
    moderating = discord.Permissions(manage_guild=True, manage_messages=True)
    moderator = server.create_role("Moderator", permissions=moderating)
    people = {
        name: server.add_member(
            env.create_user(name.lower(), global_name=name), roles=[moderator] if name in MODERATORS else []
        )
        for name in PEOPLE
    }
    return server, channels, people


async def _page(
    bot: Arbiter, server: simcord.GuildHandle, channel: simcord.ChannelHandle, bot_id: int, token: str | None
) -> str:
    """Return the address of a page for whatever is played in a channel."""
    watch = LinkPurpose.WATCH
    token = await bot.games.links.make(watch, server.id, channel.id, bot_id, token=token)
    return link_address(bot.pages, LinkPurpose.WATCH, token)


async def _show(page: TablePage, pages: str) -> None:
    try:
        async with page, asyncio.TaskGroup() as tasks:
            print(f"The local table is open at {page.address}", flush=True)
            if _has_screen():
                webbrowser.open(page.address)
            print(f"Pages of its games are at {pages}", flush=True)
            clock = tasks.create_task(_keep_time(page))
            await page.wait_closed()
            clock.cancel()
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise CannotStart(str(error)) from None
        raise CannotStart(await asyncio.to_thread(explain_taken, page.port)) from None


def _has_screen() -> bool:
    """Return whether a person sits at this machine, so that a browser can be opened."""
    there = sys.platform in ("win32", "darwin") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return there and sys.stdout.isatty()


async def _keep_time(page: TablePage) -> None:
    # The simulation's clock moves only when advanced.
    while True:
        await asyncio.sleep(1)
        _set_clock(page.env)
        page.keep_up()


def _set_clock(env: simcord.Env) -> None:
    env.backend.advance_clock((datetime.now(UTC) - env.now()).total_seconds())
