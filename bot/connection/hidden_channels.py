"""Channels that the bot may not view, of which Discord sends a reduced form since 16 November 2026.

Their ID, type, position and category stay, and their name is ``___hidden___``. Which other fields are null or
left out isn't documented, and discord.py 2.7 ends the process for some of them (decision 27).
"""

import logging
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import Any

import discord

_log = logging.getLogger(__name__)

HIDDEN = 1 << 17
"""The flag of a channel that the bot may not view."""

Channel = Mapping[str, Any]
"""A channel as Discord sends it."""
Parse = Callable[[Any], None]
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

    ``parsers``: those of the connection, by event. ``became_visible`` is called with the ID of a channel that
    was hidden and that the bot may view now.
    """

    def __init__(self, parsers: MutableMapping[str, Parse], became_visible: Callable[[int], None]) -> None:
        self._became_visible = became_visible
        self._hidden: dict[int, set[int]] = {}
        """The IDs of each server's hidden channels."""
        self._logged = False
        parsers["GUILD_CREATE"] = partial(self._parse_server, parsers["GUILD_CREATE"])
        for event in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
            parsers[event] = partial(self._parse_channel, parsers[event])
        parsers["CHANNEL_DELETE"] = partial(self._parse_deletion, parsers["CHANNEL_DELETE"])

    def _parse_server(self, parse: Parse, data: Mapping[str, Any]) -> None:
        guild, channels = int(data["id"]), data.get("channels")
        if channels is None:  # the server is unavailable
            parse(data)
            return
        parse({**data, "channels": [self._filled(guild, channel) for channel in channels]})
        self._note(guild, self._hidden.pop(guild, set[int]()), channels)

    def _parse_channel(self, parse: Parse, data: Channel) -> None:
        guild = int(data.get("guild_id") or 0)
        parse(self._filled(guild, data))
        self._note(guild, self._hidden.get(guild, set[int]()), [data])

    def _parse_deletion(self, parse: Parse, data: Channel) -> None:
        guild = int(data.get("guild_id") or 0)
        parse(self._filled(guild, data))
        self._hidden.get(guild, set[int]()).discard(int(data["id"]))

    def _note(self, guild: int, before: set[int], channels: Sequence[Channel]) -> None:
        """Note which of a server's channels are hidden; ``before``: those that were until now."""
        hidden = {int(channel["id"]) for channel in channels if is_hidden(channel)}
        visible = {int(channel["id"]) for channel in channels} - hidden
        if hidden:
            self._hidden.setdefault(guild, set()).update(hidden)
        for channel in before & visible:
            before.discard(channel)
            self._became_visible(channel)

    def _filled(self, guild: int, channel: Channel) -> Channel:
        """Return a channel, a hidden one with values for the fields that discord.py needs."""
        if not is_hidden(channel):
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


def is_hidden(channel: Channel) -> bool:
    """Return whether Discord sends a channel in the form for bots that may not view it."""
    return bool((channel.get("flags") or 0) & HIDDEN)
