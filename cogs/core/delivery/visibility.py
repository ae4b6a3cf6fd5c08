"""The visibility of channels, as last reported by Discord."""

from typing import cast

import discord

from storage.scheduler import Postponed


class HiddenChannel(Postponed):
    """Raised if the bot may not view a channel, so that Discord would refuse its messages.

    Once it may, the client dispatches ``channel_visible``, and postponed deadlines continue.
    """


def is_hidden(bot: discord.Client, channel: int, parent: int | None = None) -> bool:
    """Return whether the bot may not view a channel or thread, so that Discord would refuse its messages.

    ``parent``: a thread's channel; Discord doesn't report threads in hidden channels. False for an unknown
    channel, such as a deleted one.
    """
    found = bot.get_channel(channel)
    if found is None and parent is not None:
        found = bot.get_channel(parent)
    if isinstance(found, discord.Thread):
        found = found.parent
    return isinstance(found, discord.abc.GuildChannel) and not may_view(found)


def may_view(channel: discord.abc.GuildChannel) -> bool:
    """Return whether the bot may view a channel; true if its permissions there are unknown."""
    me = cast("discord.Member | None", channel.guild.me)  # none if the bot has just been removed
    return me is None or channel.permissions_for(me).view_channel
