"""Messages on their way to Discord: to everyone or to one user, their pings, and their errors."""

import asyncio
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord

from cogs.core.components import ComponentRow, below, message
from cogs.core.context import consequence_id
from cogs.core.delivery.deferring import deferred, mark_filled
from cogs.core.delivery.places import comes_from_outside
from cogs.core.delivery.tokens import ACKNOWLEDGED, ANSWERS_KEY, FOLLOW_UPS
from cogs.core.delivery.visibility import is_hidden
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import tr
from rules.refusal import Refusal
from storage.events.codec import Unreadable
from storage.games.games import Location

CONNECTION_LOST = (aiohttp.ClientError, OSError)
"""The connection ended without an answer: it is unknown whether Discord got the request."""
DISCORD_UNAVAILABLE = (discord.DiscordServerError, *CONNECTION_LOST)
"""Discord couldn't carry out a request, through no fault of the request."""
SEND_RETRY_DELAY = 10.0
"""Seconds until background work is retried after Discord or the database was unavailable."""


def url_of(place: Location, message: int) -> str:
    """Return the address of a message in Discord."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"


def exc_info_if_ours(error: Exception) -> Exception | None:
    """Return an error whose trace is to be logged; None if its cause is Discord, the server's owner, or a
    newer version of the bot."""
    plain = discord.Forbidden, discord.NotFound, Unreadable, *DISCORD_UNAVAILABLE
    return None if isinstance(error, plain) else error


SERVER_ERROR = 500
"""The HTTP status from which on an error is the server's."""
TOO_MANY_REQUESTS = 429
"""The HTTP status for too many requests."""


def is_refused(error: Exception) -> bool:
    """Return whether Discord or a rule has refused a request, and would refuse it again."""
    if isinstance(error, Refusal):
        return error.reason != "being_forgotten"
    if isinstance(error, discord.HTTPException):
        return error.status < SERVER_ERROR and error.status != TOO_MANY_REQUESTS
    return False


@contextmanager
def passing_refusals() -> Generator[None]:
    """Ignore refusals by rules; raises Refusal "being_forgotten", since that has to be retried."""
    try:
        yield
    except Refusal as refusal:
        if not is_refused(refusal):
            raise


ALREADY_ANSWERED = 40060
"""Discord's code for an interaction that is already answered."""
SETTLE = 1.0
"""Seconds after which Discord shows a request's result although the answer was lost."""
LOOK_AHEAD = 100
"""Messages after an interaction among which a possibly sent one is looked for."""


_FORCED_PRIVATE = "forced private"
EPHEMERAL_FLAG = 1 << 6
"""The flag of a message that only one user sees."""
NO_PINGS = discord.AllowedMentions.none()


async def respond(
    interaction: discord.Interaction,
    content: str | None = None,
    *,
    view: discord.ui.View | discord.ui.LayoutView | None = None,
    files: Sequence[discord.File] = (),
    allowed: discord.AllowedMentions = NO_PINGS,
    private: bool = False,
) -> int:
    """Answer an interaction with a message, or send a follow-up one, exactly once; return its ID.

    A deferred answer is filled in. Raises discord.py's errors; after `DISCORD_UNAVAILABLE`, a further
    private message may or may not have arrived.
    """
    given = {"content": content, "view": view, "allowed_mentions": allowed}
    sent: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if private and ACKNOWLEDGED in interaction.extras and not interaction.response.is_done():
        await interaction.response.defer()
    if not interaction.response.is_done():
        if files:
            sent["files"] = files
        answer = await interaction.response.send_message(**sent, ephemeral=private)
        posted = answer.message_id
        posted = posted if posted is not None else (await interaction.original_response()).id
        if not private:
            _note_answer(interaction, posted, forced_private=answer.is_ephemeral())
        return posted
    pending, pings = deferred(interaction), bool(allowed.users) or bool(allowed.roles)
    if pending is private and not pings:
        filled = await interaction.edit_original_response(**sent, attachments=files)
        mark_filled(interaction)
        _note_answer(interaction, filled.id, forced_private=not private and filled.flags.ephemeral)
        return filled.id
    if files:
        sent["files"] = files
    if pending is None:
        return await _add(interaction, sent, private=private)
    # What fills an answer that was put off is seen by those who see that it was, and pings no one.
    await interaction.edit_original_response(content="…")
    mark_filled(interaction)
    try:
        return await _add(interaction, sent, private=private)
    finally:
        await interaction.delete_original_response()


async def _add(interaction: discord.Interaction, sent: Mapping[str, Any], *, private: bool) -> int:
    """Send a follow-up message; if its delivery is unknown, look for it before it is repeated.

    Discord supports no nonce for such messages, and shows private ones only to their reader.
    """
    interaction.extras[FOLLOW_UPS] = interaction.extras.get(FOLLOW_UPS, 0) + 1
    try:
        added = (await interaction.followup.send(**sent, ephemeral=private, wait=True)).id
        _note_answer(interaction, added)
        return added
    except DISCORD_UNAVAILABLE:
        may = interaction.app_permissions
        readable = may.view_channel and may.read_message_history and not comes_from_outside(interaction)
        if private or interaction.channel_id is None or not readable:
            raise
    await asyncio.sleep(SETTLE)
    bot, channel, texts = interaction.client, interaction.channel_id, texts_of(**sent)
    for one in await own_messages(bot, channel, limit=LOOK_AHEAD, after=interaction.id):
        cause = one.interaction_metadata
        if carried_texts(one) == texts and (cause is None or cause.id == interaction.id):
            return one.id
    known = nonce(f"further {interaction.id} {sorted(texts)}")
    return (await bot.get_partial_messageable(channel).send(**sent, nonce=known)).id


def _note_answer(interaction: discord.Interaction, message: int, *, forced_private: bool = False) -> None:
    interaction.extras.setdefault(ANSWERS_KEY, []).append(message)
    if forced_private:
        interaction.extras[_FORCED_PRIVATE] = True


def is_forced_private(interaction: discord.Interaction) -> bool:
    """Return whether Discord has shown a public answer only to its user.

    That happens in servers without the bot that don't allow external apps.
    """
    return _FORCED_PRIVATE in interaction.extras


def nonce(cause: str) -> int:
    """Return the nonce by which Discord recognizes a repeated message; equal causes have equal nonces.

    A message is repeated if its delivery is unknown: the connection broke, or the bot was killed before
    recording it. Discord then answers with the existing message. It compares only the last few minutes, so
    a bot that returns later may still post something twice.
    """
    return abs(consequence_id(cause))


async def reply_public(
    interaction: discord.Interaction, text: str, called: Sequence[int] = (), rows: Sequence[ComponentRow] = ()
) -> int:
    """Answer for everyone in the channel, pinging only those called to their turn; return the message's ID.

    ``rows``: buttons below the text.
    """
    view = below(rows) if rows else None
    return await respond(interaction, calling(text, called), view=view, allowed=pinging(called))


async def reply_private(interaction: discord.Interaction, text: str, *rows: str | ComponentRow) -> None:
    """Reply privately; ``rows``: buttons, lists or further texts below the text."""
    text = truncate(text, MESSAGE_LENGTH)
    if rows:
        await respond(interaction, view=message(text, *rows), private=True)
    else:
        await respond(interaction, text, private=True)


async def own_messages(
    bot: discord.Client, channel: int, *, limit: int, after: int | None = None
) -> list[discord.Message]:
    """Return the bot's messages among the last ones of a channel, or the first ones after an id.

    Empty if the bot may not read them. Raises discord.py's errors while Discord is unavailable.
    """
    if is_hidden(bot, channel):
        return []
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
    """Yield the custom_ids of a message's buttons and lists."""
    parts = [*message.components]
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        carried: object = getattr(part, "custom_id", None)
        if isinstance(carried, str):
            yield carried


def carried_texts(message: discord.Message) -> set[str]:
    """Return the texts of a message, including its components', as Discord stores them: stripped."""
    return _texts(message.content, [part.to_dict() for part in message.components])


def texts_of(
    content: str = "", view: discord.ui.View | discord.ui.LayoutView | None = None, **_: object
) -> set[str]:
    """Return the texts of a message to be sent, as `carried_texts` does, given its arguments."""
    return _texts(content, [] if view is None else view.to_components())


def _texts(content: str, components: Iterable[Mapping[str, Any]]) -> set[str]:
    return {text.strip() for text in (content, *texts_in(components))} - {""}


def texts_in(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the visible texts in components as JSON, from top to bottom."""
    for part in components:
        if "content" in part:
            yield part["content"]
        yield from texts_in(part.get("components", ()))


def calling(text: str, users: Sequence[int]) -> str:
    """Return a message with this text, cut if too long, and a line that pings these users for their turn."""
    if not users:
        return truncate(text, MESSAGE_LENGTH)
    line = tr("{users} It's your turn.", users=" ".join(f"<@{user}>" for user in users))
    return "\n".join(filter(None, (truncate(text, MESSAGE_LENGTH - len(line) - 1), line)))


def pinging(users: Iterable[int] = (), role: int | None = None) -> discord.AllowedMentions:
    """Return allowed mentions of these people, and of a role if given."""
    people = [discord.Object(user) for user in users] or False
    roles = False if role is None else [discord.Object(role)]
    return discord.AllowedMentions(everyone=False, users=people, roles=roles, replied_user=False)
