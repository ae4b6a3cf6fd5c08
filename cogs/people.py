"""People as they come to a table: members of the server, mentions typed in a text, guests by name."""

import asyncio
import re

import discord

from cogs.ui.text import clean_name, unique_name
from rules.gathering import team_names
from rules.lobby import Lobby, Seated
from rules.refusal import Refusal

_MENTION = re.compile(r"<@!?(\d+)>")
Person = tuple[int | None, str]
"""A Discord user's id, or None for a guest, and the name."""


def member(user: discord.User | discord.Member) -> Person:
    """Somebody with a Discord account, by the name that the server shows."""
    return user.id, user.display_name


async def typed(interaction: discord.Interaction, text: str) -> list[Person]:
    """The people in a text such as "@Ben @Cy, Grandma": mentions, and guests' names between commas.

    Names of people whom the bot has not met are fetched from Discord. Raises Refusal for somebody who is not
    in the server.
    """
    ids = dict.fromkeys(int(mention) for mention in _MENTION.findall(text))
    known = await asyncio.gather(*(_fetch(interaction, id) for id in ids))
    guests = [part.strip() for part in _MENTION.sub(",", text).split(",") if part.strip()]
    return [*known, *((None, clean_name(guest)) for guest in guests)]


async def _fetch(interaction: discord.Interaction, id: int) -> Person:
    guild = interaction.guild
    found = guild.get_member(id) if guild is not None else None
    try:
        if found is None and guild is not None:
            found = await guild.fetch_member(id)
    except discord.NotFound:
        raise Refusal("not_in_server") from None
    if found is None:
        raise Refusal("not_in_server")
    return member(found)


def seats(lobby: Lobby, people: list[Person], team: str | None = None) -> tuple[Seated, ...]:
    """Seats for people at a lobby, with names that nobody there has yet; theirs again if they have one."""
    found: dict[str, Seated] = {}
    for user, name in people:
        id = str(user) if user is not None else f"guest:{name.casefold()}"
        there = lobby.find(id) or found.get(id)
        if there is None:
            taken = [*team_names(lobby.options), *(seat.name for seat in (*lobby.seated, *found.values()))]
            there = Seated(id=id, name=unique_name(name, taken), user=user)
        found[id] = Seated(id=id, name=there.name, user=user, team=team)
    return tuple(found.values())
