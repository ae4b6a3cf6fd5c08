"""Tables in threads, which archive themselves once no one has written there for a while."""

import discord

from tests.support.evening import Evening


async def in_thread(evening: Evening) -> None:
    """Move the evening into a thread of its channel."""
    channel = evening.text_channel
    await channel.create_thread(name="Pod 1", type=discord.ChannelType.public_thread)
    (evening.channel,) = evening.channel.threads


async def archived(evening: Evening, *, locked: bool = False) -> None:
    """No one has written in the evening's thread for long; ``locked``: a moderator has closed it."""
    thread = evening.bot.get_channel(evening.channel.id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True, locked=locked)
    await evening.env.settle()
    assert evening.bot.get_channel(evening.channel.id) is None


async def is_archived(evening: Evening) -> bool:
    """Return whether the evening's thread is in the archive."""
    thread = await evening.bot.fetch_channel(evening.channel.id)
    assert isinstance(thread, discord.Thread)
    return thread.archived
