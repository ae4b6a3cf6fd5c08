"""Members of the server who join a table: mentioned, picked or in voice; and their seats."""

import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from http.client import BAD_REQUEST, NOT_FOUND
from typing import Any

import discord

from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import comes_from_outside, require_bot
from cogs.core.targets import require_few
from cogs.text import names
from cogs.text.formatting import NAME_LENGTH, signature, unique_name
from cogs.text.typed import folded
from rules.game.lobby import Lobby, Seated
from rules.game.parts import UserOrGuest
from rules.numbers import MAX_ID, parse_integer
from rules.refusal import Refusal
from rules.setup.seating_plan import team_names

_BETWEEN = re.compile(r"(?<=\s)(?:/|vs\.?)(?=\s)", re.IGNORECASE)
"""The separator between two teams."""
QUICK = 2
"""The number of members that can be fetched while the user waits for the answer."""


def member(user: discord.abc.User) -> UserOrGuest:
    """Return the person of a Discord account, with the server's display name."""
    return user.id, signature(user.display_name, user.name)


def ids_of(picked: Iterable[str]) -> list[int]:
    """Return the IDs picked from a list; raises Refusal "outdated" for impossible ones."""
    try:
        return [parse_integer(one, 1, MAX_ID) for one in picked]
    except ValueError:
        raise Refusal("outdated") from None


CapacityCheck = Callable[[Collection[str]], object]
"""Raises Refusal if there is no room for these people, each given as a text."""


async def picked_people(interaction: discord.Interaction, ids: Collection[str]) -> list[UserOrGuest]:
    """Return the people picked from a list; raises Refusal for someone who isn't in the server."""
    return list((await members_with_ids(interaction, ids_of(require_few(ids)))).values())


async def members_with_ids(
    interaction: discord.Interaction, ids: Collection[int]
) -> Mapping[int, UserOrGuest]:
    """Return the members with these IDs; raises Refusal "no_bots", and "not_in_server" for others."""
    people = await _members(interaction, ids) if ids else {}
    if not {*ids} <= people.keys():
        raise Refusal("no_bots")
    return people


def groups(text: str, teams: Iterable[str]) -> list[tuple[str | None, str]]:
    """Return the groups in a text such as "@Ana @Ben vs @Cy @Dee" or "Red: @Ana @Ben / Blue: @Cy @Dee": each
    with its team's name, if any, and its text."""
    known = {form: name for name in teams for form in map(folded, names.team_forms(name))}
    found: list[tuple[str | None, str]] = []
    for part in _BETWEEN.split(text) if known else [text]:
        label, colon, people = part.partition(":")
        team = known.get(folded(label.strip())) if colon else None
        found.append((team, people if team is not None else part))
    return [(team, people) for team, people in found if people.strip(" ,")]


async def in_voice(interaction: discord.Interaction, room: CapacityCheck = require_few) -> list[UserOrGuest]:
    """Return the people in the user's voice channel, without bots; raises Refusal if they are in none."""
    guild, user = interaction.guild, interaction.user
    voice = user.voice if isinstance(user, discord.Member) else None
    require_bot(interaction)
    if guild is None or voice is None or voice.channel is None:
        raise Refusal("not_in_voice")
    there = list(voice.channel.voice_states)
    people = [id for id in there if not _is_bot(guild, id)]
    room([str(id) for id in people])
    known = await _members(interaction, people)
    return list(known.values())


async def _members(interaction: discord.Interaction, ids: Iterable[int]) -> dict[int, UserOrGuest]:
    """Return the members of the server with these IDs, in this order, without bots.

    Discord includes mentioned members; others are fetched concurrently, behind a deferred answer if they
    are many. Raises Refusal for someone who isn't in the server.
    """
    guild = interaction.guild
    if guild is None or comes_from_outside(interaction):
        return _users_sent(interaction, ids)
    known: dict[int, UserOrGuest | None] = {id: None for id in ids}
    resolved = _resolved(interaction)
    for id in known:
        found = guild.get_member(id)
        known[id] = resolved.get(id) if found is None or found.bot else member(found)
    unknown = [id for id, person in known.items() if person is None and not _is_bot(guild, id)]
    if len(unknown) > QUICK and not interaction.response.is_done():
        await put_off(interaction)
    fetched = await asyncio.gather(*(_fetch(guild, id) for id in unknown))
    people = {**known, **dict(fetched)}
    return {id: person for id, person in people.items() if person is not None}


def _users_sent(interaction: discord.Interaction, ids: Iterable[int]) -> dict[int, UserOrGuest]:
    """Return the users with these IDs that Discord has included, if the bot can't fetch them; no bots.

    Raises Refusal for others.
    """
    data: Mapping[str, Any] = interaction.data or {}
    users = (data.get("resolved") or {}).get("users") or {}
    people = dict[int, UserOrGuest]()
    for id in ids:
        if id == interaction.user.id:
            people[id] = member(interaction.user)
        elif (user := users.get(str(id))) is None:
            raise Refusal("unknown_here")
        elif not user.get("bot", False):
            people[id] = id, signature(user.get("global_name") or "", user["username"])
    return people


def _is_bot(guild: discord.Guild, id: int) -> bool:
    found = guild.get_member(id)
    return found is not None and found.bot


def _resolved(interaction: discord.Interaction) -> dict[int, UserOrGuest]:
    """Return the members that Discord has sent with a command or a form, without bots."""
    data: Mapping[str, Any] = interaction.data or {}
    resolved = data.get("resolved") or {}
    users, members = resolved.get("users") or {}, resolved.get("members") or {}
    return {
        int(id): (int(id), signature(one.get("nick") or user.get("global_name") or "", user["username"]))
        for id, one in members.items()
        if (user := users.get(id)) is not None and not user.get("bot", False)
    }


async def _fetch(guild: discord.Guild, id: int) -> tuple[int, UserOrGuest | None]:
    """Return a member of the server; None for a bot."""
    try:
        found = await guild.fetch_member(id)
        return id, None if found.bot else member(found)
    except discord.HTTPException as error:
        if error.status not in (NOT_FOUND, BAD_REQUEST):  # an ID that is none at all is a bad request
            raise
        raise Refusal("not_in_server") from None


def seats_for(lobby: Lobby, people: list[UserOrGuest], team: str | None = None) -> tuple[Seated, ...]:
    """Return seats for people at a lobby, with unique names; their own if they have one."""
    found: dict[str, Seated] = {}
    for user, name in people:
        id = seat_id((user, name))
        there = lobby.find(id) or found.get(id)
        if there is None:
            taken = [*team_names(lobby.options), *(seat.name for seat in (*lobby.seated, *found.values()))]
            there = Seated(id=id, name=unique_name(name, taken), user=user)
        found[id] = Seated(id=id, name=there.name, user=user, team=team)
    return tuple(found.values())


def seat_id(person: UserOrGuest) -> str:
    """Return the ID of a person's seat; a guest's is made from the name."""
    user, name = person
    return str(user) if user is not None else f"guest:{name.casefold()[:NAME_LENGTH]}"
