"""The start of an event as it is typed, and whether it can be announced."""

import re

import discord

from rules.refusal import Refusal
from storage.engine.timestamps import read_time

_STAMP = re.compile(r"<t:([0-9]{1,12})(?::\w)?>")
LATEST = 365 * 24 * 60 * 60
"""Seconds from now to the latest start."""


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
