"""Messages on their way to Discord: to everybody or to one alone, whom they ping, and what goes wrong."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import aiohttp
import discord

from cogs.core.components import Row, below, message
from cogs.core.context import number_of
from cogs.drawing.cutting import shortened
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import tr
from storage.engine.database import DatabaseError
from storage.engine.group_commit import NotCommitted

T = TypeVar("T")

LOST = (aiohttp.ClientError, OSError)
"""The connection ended without an answer: nobody knows whether Discord has got the request."""
UNREACHED = (discord.DiscordServerError, *LOST)
"""Discord has not done what was asked, for no fault of the request."""
AWAY = (*UNREACHED, DatabaseError, NotCommitted)
"""Discord or the database was not there: what has to happen in the background is tried again later."""
RETRY = 10.0
"""Seconds until then."""


def trace(error: Exception) -> Exception | None:
    """The error whose trace belongs into the log: none where Discord, or who runs a server, is the cause."""
    return None if isinstance(error, (discord.Forbidden, discord.NotFound, *UNREACHED)) else error


SERVER_ERROR = 500
"""The HTTP status from which on a failure is no fault of the request."""
ARCHIVED = 50083
"""Discord's code for an edit in a thread that has archived itself."""
ANSWERED = 40060
"""Discord's code for an interaction that has its answer."""
_HAS_ANSWER = "answered"


NO_PINGS = discord.AllowedMentions.none()


async def insist(interaction: discord.Interaction, send: Callable[[], Awaitable[T]]) -> T | None:
    """Sends an answer to an interaction, once more if the connection breaks; discord.py does that for other
    troubles.

    Gives None if the first one had arrived: Discord refuses the second one then.
    """
    try:
        return await send()
    except LOST:
        try:
            return await send()
        except discord.HTTPException as error:
            if error.code != ANSWERED:
                raise
            interaction.extras[_HAS_ANSWER] = True
            return None


async def unarchived(bot: discord.Client, channel: int) -> bool:
    """Bring a thread back in which nobody has written for a while, as a message does; an edit isn't one.

    False where it isn't a thread, or a moderator has closed it.
    """
    thread = await bot.fetch_channel(channel)
    if not isinstance(thread, discord.Thread) or thread.locked:
        return False
    await thread.edit(archived=False)
    return True


async def answer_with(
    interaction: discord.Interaction,
    view: discord.ui.LayoutView,
    allowed: discord.AllowedMentions = NO_PINGS,
) -> int:
    """Answers with a message made of components, with the leave for its pings, and gives its id."""
    if is_answered(interaction):
        return (await interaction.followup.send(view=view, allowed_mentions=allowed, wait=True)).id
    posted = await insist(
        interaction, lambda: interaction.response.send_message(view=view, allowed_mentions=allowed)
    )
    if posted is None or posted.message_id is None:
        return (await interaction.original_response()).id
    return posted.message_id


def is_answered(interaction: discord.Interaction) -> bool:
    """Whether an interaction has its answer, so that only further messages can follow it."""
    return interaction.response.is_done() or _HAS_ANSWER in interaction.extras


def nonce(cause: str) -> int:
    """The number by which Discord knows a message again that is sent once more; the same for the same cause.

    That happens where nobody knows whether it has arrived: the connection broke, or the bot was killed before
    it was noted. Discord then answers with the message that it has. It compares with the last few minutes
    only, so a bot that comes back later may still say something twice.
    """
    return abs(number_of(cause))


async def reply_public(
    interaction: discord.Interaction, text: str, called: Sequence[int] = (), rows: Sequence[Row] = ()
) -> int | None:
    """Answers for everybody in the channel to see; nobody is pinged but those called to their turn.

    ``rows``: with buttons below the text; then the message's id is given.
    """
    text, pinged = calling(text, called), pinging(called)
    if not rows:
        if is_answered(interaction):
            await interaction.followup.send(text, allowed_mentions=pinged)
        else:
            await insist(
                interaction, lambda: interaction.response.send_message(text, allowed_mentions=pinged)
            )
        return None
    view = below(rows)
    if is_answered(interaction):
        return (await interaction.followup.send(text, allowed_mentions=pinged, view=view, wait=True)).id
    posted = await insist(
        interaction, lambda: interaction.response.send_message(text, allowed_mentions=pinged, view=view)
    )
    if posted is None or posted.message_id is None:
        return (await interaction.original_response()).id
    return posted.message_id


async def reply_private(interaction: discord.Interaction, text: str, *rows: str | Row) -> None:
    """Answers for whoever asked alone; ``rows``: with buttons, lists or further texts below the text."""
    text = shortened(text, MESSAGE_LENGTH)
    sent: Mapping[str, Any] = {"view": message(text, *rows)} if rows else {"content": text}
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        # The first message behind an answer that was put off is seen by whoever saw that: everybody.
        await interaction.edit_original_response(content="…")
        await interaction.followup.send(**sent, ephemeral=True)
        await interaction.delete_original_response()
    elif is_answered(interaction):
        await interaction.followup.send(**sent, ephemeral=True)
    else:
        await insist(interaction, lambda: interaction.response.send_message(**sent, ephemeral=True))


async def own_messages(
    bot: discord.Client, channel: int, *, limit: int, after: int | None = None
) -> list[discord.Message]:
    """The bot's messages among the last ones of a channel, or the first ones after an id.

    There are none where the bot may not read them. Raises what Discord does when it is away.
    """
    since = None if after is None else discord.Object(after)
    history = bot.get_partial_messageable(channel).history(limit=limit, after=since)
    me = bot.user.id if bot.user is not None else 0
    try:
        return [one async for one in history if one.author.id == me]
    except discord.HTTPException as error:
        if error.status >= SERVER_ERROR:
            raise
        return []


def carried_by(message: discord.Message) -> Iterator[str]:
    """The custom_ids of the buttons and lists on a message."""
    parts = [*message.components]
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        carried: object = getattr(part, "custom_id", None)
        if isinstance(carried, str):
            yield carried


def carried_texts(message: discord.Message) -> set[str]:
    """The texts of a message, also those in its components."""
    return {message.content, *texts_in([part.to_dict() for part in message.components])}


def texts_in(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The texts that are to be read in components as JSON, from top to bottom."""
    for part in components:
        if "content" in part:
            yield part["content"]
        yield from texts_in(part.get("components", ()))


def calling(text: str, users: Sequence[int]) -> str:
    """A message with this text, cut where it is too long, and a line that calls these users to their turn."""
    if not users:
        return shortened(text, MESSAGE_LENGTH)
    line = tr("{users} It's your turn.", users=" ".join(f"<@{user}>" for user in users))
    return "\n".join(filter(None, (shortened(text, MESSAGE_LENGTH - len(line) - 1), line)))


def pinging(users: Sequence[int]) -> discord.AllowedMentions:
    """The leave to ping these people and nobody else."""
    if not users:
        return NO_PINGS
    objects = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, users=objects, roles=False, replied_user=False)
