"""Messages in channels, read only for their ID, place and author.

discord.py would make objects of each message and edit, the bot's own included. That takes a few percent of a
command's time, since its answer and board are received, too.
"""

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from bot.connection.hidden_channels import ParseEvent
from cogs.core.hooks import HeardMessage
from cogs.core.messaging import EPHEMERAL_FLAG


def read_lightly(parsers: MutableMapping[str, ParseEvent], hear: Callable[[int, HeardMessage], None]) -> None:
    """Replace a connection's parsers of messages, given by event.

    ``hear`` is called with the ID of a server and each new message in it.
    """

    def parse(data: Mapping[str, Any]) -> None:
        if "guild_id" in data:
            hear(int(data["guild_id"]), heard(data))

    parsers.update(MESSAGE_CREATE=parse, MESSAGE_UPDATE=_ignore, MESSAGE_DELETE=_ignore)


def heard(data: Mapping[str, Any]) -> HeardMessage:
    """Return the relevant part of a message from Discord."""
    cause = data.get("interaction_metadata")
    return HeardMessage(
        id=int(data["id"]),
        channel=int(data["channel_id"]),
        user=int((data["author"] if cause is None else cause["user"])["id"]),
        private=bool(int(data.get("flags") or 0) & EPHEMERAL_FLAG),
    )


def _ignore(_data: object) -> None:
    pass
