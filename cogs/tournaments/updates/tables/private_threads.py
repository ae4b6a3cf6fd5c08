"""The people of a table's private thread: its players, the judges and the organizers."""

from collections.abc import Collection

import discord
from discord.ext import commands

from cogs.core.delivery.threads import add_members
from cogs.core.service import GameService
from rules.tournaments.acts import CreateTournament
from rules.tournaments.state import TournamentState


async def organizers_of(service: GameService, state: TournamentState) -> Collection[int]:
    """Return the users who have created, paired or otherwise run an event."""
    _, entries = await service.games.tournaments.history(state.tournament)
    acting = (one for one in entries if one.act.announced or isinstance(one.act, CreateTournament))
    return {one.user for one in acting if one.user is not None}


async def admit(
    bot: commands.AutoShardedBot,
    service: GameService,
    state: TournamentState,
    number: int,
    thread: int,
    organizers: Collection[int],
) -> None:
    """Add a table's players, the organizers and the known judges to its thread, if it is private.

    Everyone with the judge role follows with the thread's first message, which mentions the role.
    """
    if not state.rules.private:
        return
    there = bot.get_channel(thread) or await bot.fetch_channel(thread)
    people = [player for one in state.rounds[-1].tables[number] for player in state.people(one)]
    users = [one.user for one in people if one.user is not None]
    role, guild = await service.judge_role(state.guild, state.channel), bot.get_guild(state.guild)
    judges = None if guild is None or role is None else guild.get_role(role)
    known = [] if judges is None else [one.id for one in judges.members]
    if isinstance(there, discord.Thread):
        await add_members(there, dict.fromkeys([*users, *organizers, *known]))
