"""Channels that the bot may not view, which Discord sends in a reduced form since 16 November 2026.

They have an ID, type, position and category, and the name ``___hidden___``. Which other fields are null or
missing isn't documented, and discord.py 2.7 ends the process for some (decision 27). Whether a channel is
visible follows from its overwrites and the bot's roles, also where Discord sends all of it.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import partial
from typing import Any, cast

import discord

from cogs.core.delivery.visibility import may_view

_log = logging.getLogger(__name__)

HIDDEN = 1 << 17
"""The flag of a channel that the bot may not view."""

Channel = Mapping[str, Any]
"""A channel as Discord sends it."""
ParseEvent = Callable[[Any], None]
"""discord.py's parser of a gateway event."""

_NEEDED_OF_VOICE = {"bitrate": 64_000, "user_limit": 0}
_NEEDED_OF_FORUMS = {"available_tags": ()}
_NEEDED_OF_TYPE: Mapping[int, Channel] = {
    discord.ChannelType.voice.value: _NEEDED_OF_VOICE,
    discord.ChannelType.stage_voice.value: _NEEDED_OF_VOICE,
    discord.ChannelType.forum.value: _NEEDED_OF_FORUMS,
    discord.ChannelType.media.value: _NEEDED_OF_FORUMS,
}


class HiddenChannels:
    """A guard in front of discord.py's parsers that fills in what they need of hidden channels.

    ``find`` returns a server that the connection knows, by its ID. ``became_visible`` is called with the ID
    of a channel that the bot may view now and couldn't before.
    """

    def __init__(
        self,
        find: Callable[[int], discord.Guild | None],
        became_visible: Callable[[int], None],
    ) -> None:
        self._find = find
        self._became_visible = became_visible
        self._hidden: dict[int, set[int]] = {}
        """The IDs of each server's channels that the bot may not view. Work that waits for channels of a
        server that it has left continues if it is invited again."""
        self._logged = False

    def guard(self, parsers: MutableMapping[str, ParseEvent]) -> None:
        """Guard a connection's parsers, given by event."""
        parsers["GUILD_CREATE"] = partial(self._parse_server, parsers["GUILD_CREATE"])
        for event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"):
            parsers[event] = partial(self._parse_channel, parsers[event])
        for event in ("GUILD_UPDATE", "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE"):
            parsers[event] = partial(self._parse_rights, parsers[event])
        parsers["GUILD_ROLE_DELETE"] = partial(self._parse_lost_role, parsers["GUILD_ROLE_DELETE"])

    def _parse_server(self, parse: ParseEvent, data: Mapping[str, Any]) -> None:
        guild, channels = int(data["id"]), data.get("channels")
        if channels is None:  # the server is unavailable
            parse(data)
            return
        parse({**data, "channels": [self._filled(guild, channel) for channel in channels]})
        self._look_at_all(guild)

    def _parse_channel(self, parse: ParseEvent, data: Channel) -> None:
        guild = int(data.get("guild_id") or 0)
        parse(self._filled(guild, data))
        server, channel = self._find(guild), int(data["id"])
        found = None if server is None else server.get_channel(channel)
        if found is None:
            self._hidden.get(guild, set[int]()).discard(channel)
        else:
            self._look(guild, [found])

    def _parse_rights(self, parse: ParseEvent, data: Mapping[str, Any]) -> None:
        """Parse a change to a server, to a role, or to a member, which may be the bot itself."""
        parse(data)
        self._look_at_all(int(data.get("guild_id") or data["id"]))

    def _parse_lost_role(self, parse: ParseEvent, data: Mapping[str, Any]) -> None:
        """Parse a role's deletion, and remove the role from the bot, for which discord.py awaits another
        event.

        Until then the role's overwrites would count.
        """
        server, role = self._find(int(data["guild_id"])), int(data["role_id"])
        me = None if server is None else cast("discord.Member | None", server.me)
        if me is not None and me.get_role(role) is not None:
            me._roles.remove(role)  # pyright: ignore[reportPrivateUsage]
        self._parse_rights(parse, data)

    def _look_at_all(self, guild: int) -> None:
        server = self._find(guild)
        if server is not None:
            self._hidden.setdefault(guild, set[int]()).intersection_update(one.id for one in server.channels)
            self._look(guild, server.channels)

    def _look(self, guild: int, channels: Iterable[discord.abc.GuildChannel]) -> None:
        """Record which of these channels the bot may view now."""
        before = self._hidden.setdefault(guild, set[int]())
        for channel in channels:
            if not may_view(channel):
                before.add(channel.id)
            elif channel.id in before:
                before.discard(channel.id)
                self._became_visible(channel.id)

    def _filled(self, guild: int, channel: Channel) -> Channel:
        """Return a channel, a hidden one with values for the fields that discord.py needs."""
        if not arrives_hidden(channel):
            return channel
        deny = str(discord.Permissions(view_channel=True).value)
        everyone = {"id": str(guild), "type": 0, "allow": "0", "deny": deny}
        needed: Channel = {"name": "___hidden___", "position": 0, "permission_overwrites": [everyone]}
        needed = {**needed, **_NEEDED_OF_TYPE.get(channel["type"], {})}
        missing = {name: value for name, value in needed.items() if channel.get(name) is None}
        if missing and not self._logged:
            self._logged = True
            _log.info("Filling in fields of channels that the bot may not view: %s", ", ".join(missing))
        return {**channel, **missing}


def arrives_hidden(channel: Channel) -> bool:
    """Return whether Discord sends a channel in the form for bots that may not view it."""
    return bool((channel.get("flags") or 0) & HIDDEN)
