"""The local table: the real bot in a simulated Discord, whose page a browser on this machine shows."""

import asyncio
from datetime import UTC, datetime

import discord
import simcord
from discord.ext import commands

from bot.errors import CannotStart

CHANNELS = ("table-1", "table-2", "league")
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
MODERATORS = ("Ana", "Ben")

WELCOME = (
    "**Welcome to the local table.** This is the real bot in a Discord of its own on this machine: "
    "nobody else sees it, and its games are kept like any other.\n"
    "Choose at the top of the page who you are (Ana and Ben are moderators), type `/` to see the commands, "
    "and open a game with `/game new variant:Commander`."
)


async def serve(bot: commands.Bot, *, channel: str, port: int) -> None:
    """Show ``channel`` of the simulated server on ``port`` of this machine until the page ends the session.

    Port 0 is any free one. Raises CannotStart.
    """
    env = simcord.Env(bot, check_errors=False)
    # The simulation numbers things by its clock. While that stands at its beginning, server, channels and
    # people get the same ids at every start, so that the games in the database are theirs; then it is set,
    # so that no interaction gets an id that an earlier start has used.
    channels, people = _furnish(env)
    _set_clock(env)
    env.backend.create_message(channels[channel].id, env.backend.bot_user.id, WELCOME)
    await env.start()
    try:
        await _show(env, channels[channel], people, port)
    finally:
        await env.shutdown()


def _furnish(env: simcord.Env) -> tuple[dict[str, simcord.ChannelHandle], list[simcord.MemberActor]]:
    env.backend.bot_user.name = "Arbiter"
    server = env.create_guild("Arbiter's table")
    channels = {name: server.create_text_channel(name) for name in CHANNELS}
    server.create_voice_channel("Cameras")
    moderating = discord.Permissions(manage_guild=True, manage_messages=True)
    moderator = server.create_role("Moderator", permissions=moderating)
    people = [
        server.add_member(
            env.create_user(name.lower(), global_name=name), roles=[moderator] if name in MODERATORS else []
        )
        for name in PEOPLE
    ]
    return channels, people


async def _show(
    env: simcord.Env, channel: simcord.ChannelHandle, people: list[simcord.MemberActor], port: int
) -> None:
    page = env.preview(channel, viewers=people, layout="channel", port=port)
    try:
        async with page, asyncio.TaskGroup() as tasks:
            print(f"The local table is open at {page.url}", flush=True)
            clock = tasks.create_task(_keep_time(env))
            await page.wait_closed()
            clock.cancel()
    except simcord.SetupError as error:
        taken = isinstance(error.__cause__, OSError)
        line = f"Port {port} cannot be used; choose another one with --port." if taken else str(error)
        raise CannotStart(line) from None


async def _keep_time(env: simcord.Env) -> None:
    # The simulation's clock moves only when it is told to.
    while True:
        await asyncio.sleep(1)
        _set_clock(env)


def _set_clock(env: simcord.Env) -> None:
    env.backend.advance_clock((datetime.now(UTC) - env.now()).total_seconds())
