"""What options of events' commands have in common: choices, suggestions and times."""

import re

import discord
from discord import app_commands

from cogs.core.autocomplete import Choices, cog_of, labelled
from cogs.text.language import tr
from cogs.text.matching import beginning
from cogs.text.people import offered
from cogs.tournaments.commands.service import EventCog, candidates
from rules.formats.variants import VARIANTS
from rules.refusal import Refusal
from rules.tournaments.state import SignUpStage, TournamentState
from storage.engine.timestamps import read_time

Variants = [app_commands.Choice(name=one.name, value=key) for key, one in VARIANTS.items()]
LATEST = 365 * 24 * 60 * 60
"""Seconds from now to the latest start."""
_STAMP = re.compile(r"<t:([0-9]{1,12})(?::\w)?>")


async def suggest_player(interaction: discord.Interaction, typed: str) -> Choices:
    """The players of the event here, those who have dropped last."""
    state = await _event(interaction)
    if state is None:
        return []
    out = {number for number, one in state.players.items() if one.stage is SignUpStage.OUT}
    shown = sorted(offered(candidates(state)).items(), key=lambda one: one[0] in out)
    values = {
        tr("{player} (dropped)", player=label) if number in out else label: value
        for number, (label, value) in shown
    }
    return labelled({label: values[label] for label in beginning(typed, [*values])})


async def _event(interaction: discord.Interaction) -> TournamentState | None:
    """The event that the command being filled in is about, if there is one."""
    cog = cog_of(interaction, EventCog)
    if cog is None or interaction.guild_id is None:
        return None
    try:
        return await cog.service.current(interaction)
    except Refusal:
        return None


def start_time(interaction: discord.Interaction, text: str, now: int) -> int:
    """When an event starts, from "2026-11-28 19:00" (UTC) or Discord's own, in seconds since 1970.

    Raises Refusal "event_bad_start" for what is no time to come, and "event_no_permission" where the bot may
    not create Discord's events.
    """
    stamp = _STAMP.fullmatch(text.strip())
    try:
        starts = int(stamp[1]) if stamp is not None else read_time(text.strip().upper())
    except ValueError:
        starts = 0
    if not now < starts <= now + LATEST:
        raise Refusal("event_bad_start", text=text)
    guild = interaction.guild
    if guild is not None and not guild.me.guild_permissions.create_events:
        raise Refusal("event_no_permission")
    return starts
