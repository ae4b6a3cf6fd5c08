"""Shared options of events' commands: choices, suggestions and times."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import discord
from discord import app_commands

from cogs.core.autocomplete import Choices, cog_of, labelled, suggest_containing, time_choices
from cogs.core.naming.member_search import candidate
from cogs.core.service import GameService
from cogs.text.language import tr
from cogs.text.leagues.times import is_exact, read_moment
from cogs.text.matching import beginning, continued
from cogs.text.people import labels, offered
from cogs.tournaments.commands.service import EventCog, event_candidates
from rules.refusal import Refusal
from rules.tournaments.state import SignUpStage, TournamentState
from storage.workers.threads import in_thread

EventName: TypeAlias = app_commands.Range[str, 1, 80]
TemplateName: TypeAlias = app_commands.Range[str, 1, 40]
TableSize: TypeAlias = Literal["pods", "duels"]
BestOf: TypeAlias = Literal[1, 3, 5]
FORMAT_OPTIONS: Mapping[str, str] = {
    "name": "Name",
    "play": "Size of the tables (default: pods of four)",
    "variant": "Format (default: Commander in pods, Duel in duels)",
    "best_of": "Games in each match (default: a single game)",
    "private": "Whether tables are private threads of their players and the judges (default: no)",
    "voice": "Whether each table has a voice channel while it's played (default: no)",
}
"""The options for the format of an event or a queue."""
MAX_START_AHEAD = 365 * 24 * 60 * 60
"""Seconds from now to the latest start."""


async def suggest_event_player(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the players of the event here, dropped ones last."""
    state = await _event(interaction)
    if state is None:
        return []
    out = {number for number, one in state.players.items() if one.stage is SignUpStage.OUT}
    shown = sorted(offered(event_candidates(state)).items(), key=lambda one: one[0] in out)
    values = {
        tr("{player} (dropped)", player=label) if number in out else label: value
        for number, (label, value) in shown
    }
    return labelled({label: values[label] for label in beginning(typed, [*values])})


async def suggest_newcomers(interaction: discord.Interaction, typed: str) -> Choices:
    """Return suggestions outside the event here: dropped players, cached members, and players of the
    channel's leagues; after a comma one more."""
    cog, state = cog_of(interaction, EventCog), await _event(interaction)
    if cog is None or state is None or interaction.guild is None:
        return []
    people, known = (
        event_candidates(state),
        {one.user for one in state.players.values() if one.user is not None},
    )
    free = [people[number] for number, one in state.players.items() if one.stage is SignUpStage.OUT]
    here = [one for one in interaction.guild.members if not one.bot and one.id not in known]
    known |= {one.id for one in here}
    names = labels([*(one for one in free if not one.hidden), *map(candidate, here)])
    leagues = cog.game_service.games.leagues
    async for league in leagues.readable(await leagues.queries.of_channels(state.channel)):
        players = league.players.values()
        names += [one.name for one in players if one.name and one.user is not None and one.user not in known]
    return labelled(continued(typed, {name: name for name in names}))


async def suggest_template(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the names of the server's templates."""
    cog = cog_of(interaction, EventCog)
    if cog is None or interaction.guild_id is None:
        return []
    names = await cog.game_service.games.templates.of_guild(interaction.guild_id)
    return suggest_containing(typed, [*names])


async def suggest_start(interaction: discord.Interaction, typed: str) -> Choices:
    """Return the meaning of a typed start, in the user's language; its value is a Discord timestamp."""
    cog = cog_of(interaction, EventCog)
    if cog is None or interaction.guild_id is None or not typed.strip():
        return []
    starts = await _start(cog.game_service, interaction, typed)
    if starts is None:
        return []
    return time_choices({"": starts}, *await cog.game_service.zone_and_language(interaction))


async def _start(game_service: GameService, interaction: discord.Interaction, text: str) -> int | None:
    """Return the time of a typed start; None if it isn't understood, is past, or too far ahead."""
    zone, language = await game_service.zone_and_language(interaction)
    now = game_service.games.now()
    requester = interaction.guild_id or interaction.user.id
    starts = await in_thread(requester, read_moment, text, now, zone, language)
    soon = starts is not None and 0 < starts - now.timestamp() <= MAX_START_AHEAD
    return starts if soon else None


def require_private_threads(interaction: discord.Interaction) -> None:
    """Raise Refusal "event_no_private_threads" if the bot may not create private threads here."""
    if not interaction.app_permissions.create_private_threads:
        raise Refusal("event_no_private_threads")


async def _event(interaction: discord.Interaction) -> TournamentState | None:
    """Return the event of the command being filled in, if any."""
    cog = cog_of(interaction, EventCog)
    if cog is None or interaction.guild_id is None:
        return None
    try:
        return await cog.service.current(interaction)
    except Refusal:
        return None


async def start_time(game_service: GameService, interaction: discord.Interaction, text: str) -> int:
    """Parse an event's start, in the time zone of the settings, in seconds since 1970.

    Words have to be picked from the suggestions, which show their meaning. Raises Refusal "event_bad_start"
    unless it is a future time, "event_confirm_start" for words, and "event_no_permission" if the bot may
    not create Discord events.
    """
    starts = await _start(game_service, interaction, text)
    if starts is None:
        raise Refusal("event_bad_start", text=text)
    if not is_exact(text):
        when, stamp = f"<t:{starts}:F> (<t:{starts}:R>)", f"`<t:{starts}>`"
        raise Refusal("event_confirm_start", text=text, when=when, stamp=stamp)
    guild = interaction.guild
    if guild is not None and not guild.me.guild_permissions.create_events:
        raise Refusal("event_no_permission")
    return starts
