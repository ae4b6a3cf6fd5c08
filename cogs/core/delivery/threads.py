"""Opens threads, each exactly once."""

from collections.abc import Awaitable, Callable, Iterable

import discord

from cogs.core.delivery.visibility import HiddenChannel, may_view
from cogs.core.messaging import is_refused
from cogs.drawing.truncate import truncate
from cogs.text.formatting import visible

HAS_A_THREAD = 160004
"""Discord's code for a message that already has a thread."""
THREAD_NAME_LENGTH = 100
"""Maximum characters of a thread's name in Discord."""


async def _is_free(_thread: int) -> bool:
    return False


async def open_thread(
    channel: discord.TextChannel,
    name: str,
    is_taken: Callable[[int], Awaitable[bool]] = _is_free,
    *,
    message: int = 0,
    private: bool = False,
) -> int:
    """Open a thread in a channel, at a message or without one, and then perhaps a private one; return its
    ID.

    A thread from an earlier attempt with a lost answer is reused: the message's, or the bot's own of this
    name unless ``is_taken`` says that its ID serves another purpose. Raises HiddenChannel, and discord.py's
    errors; after `DISCORD_UNAVAILABLE` call it again once Discord has sent new threads.
    """
    if not may_view(channel):
        raise HiddenChannel(f"the bot may not view channel {channel.id}")
    name = truncate(visible(name), THREAD_NAME_LENGTH)
    if message and channel.get_thread(message) is not None:
        return message  # a message's thread has its ID
    for thread in channel.threads:
        own = thread.owner_id == channel.guild.me.id
        if own and thread.name == name and not await is_taken(thread.id):
            return thread.id
    if not message:
        kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        return (await channel.create_thread(name=name, type=kind)).id
    try:
        return (await channel.get_partial_message(message).create_thread(name=name)).id
    except discord.HTTPException as error:
        if error.code != HAS_A_THREAD:
            raise
        return message


async def add_members(thread: discord.Thread, users: Iterable[int]) -> None:
    """Add users to a private thread, but for those who can't be added, such as who has left the server.

    Raises discord.py's errors while Discord is unavailable.
    """
    for user in users:
        try:
            await thread.add_user(discord.Object(user))
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
