"""The winner of an event: announced, and given the event's role, which the previous winner loses."""

from collections.abc import Sequence
from datetime import datetime

import discord
from discord.ext import commands

from cogs.core.delivery.roles import can_give, hand_over_role, may_give
from cogs.core.service import GameService
from cogs.text.language import tr
from rules.refusal import Refusal
from rules.tournaments.acts import CloseTournament
from rules.tournaments.log import fold_entries
from rules.tournaments.standings import champion
from rules.tournaments.state import TournamentId, TournamentState
from storage.scheduler import Deadline, DeadlineKind
from storage.workers.threads import in_thread

EARLIER = 20
"""Earlier events of a server among which the last winner of the same role is looked for."""


class WinnersRole:
    """Gives the winners of events their role, once each."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._tournaments = service.games.tournaments

    async def give(self, deadline: Deadline) -> None:
        """Give the role to the winners, and remove it from the previous ones. Raises discord.py's errors.

        Those are the winners of this event before it was reopened, and of the one before if this one has any.
        """
        state = await self._tournaments.state(TournamentId(int(deadline.key)))
        guild, role, winners = self._bot.get_guild(state.guild), state.rules.role, await _winners(state)
        if guild is None or role is None or not state.over:
            return
        others = [*await self._before_reopening(state), *(await self._before(state) if winners else ())]
        await hand_over_role(guild, role, winners, others)

    async def _before_reopening(self, state: TournamentState) -> Sequence[int]:
        """Return the winners of this event each time it was closed."""
        beginning, entries = await self._tournaments.history(state.tournament)
        ends = [place for place, one in enumerate(entries, 1) if isinstance(one.act, CloseTournament)]
        closed = [await in_thread(state.tournament, fold_entries, beginning, entries[:end]) for end in ends]
        return [user for one in closed for user in await _winners(one.named_as(state))]

    async def _before(self, state: TournamentState) -> Sequence[int]:
        """Return the winners of the previous event with the same role: one, a team, or none."""
        earlier = await self._tournaments.queries.over_before(state.guild, state.tournament, EARLIER)
        async for one in self._tournaments.readable(earlier):
            if one.rules.role == state.rules.role and (won := await _winners(one)):
                return won
        return ()


def due(state: TournamentState, now: datetime) -> list[Deadline]:
    """Return the changes of roles when this event closes."""
    return [] if state.rules.role is None else [Deadline(DeadlineKind.WINNER, str(state.tournament), now)]


def role_line(guild: discord.Guild | None, role: int | None) -> str:
    """Return the winner's role, or why Arbiter can't give it; empty without a role."""
    found = None if guild is None or role is None else guild.get_role(role)
    if guild is None or found is None:
        return ""
    if not can_give(guild, found):
        return tr(
            "⚠️ The winner can't be given {role}: Arbiter needs the Manage Roles permission and a role "
            "above it.",
            role=found.mention,
        )
    return tr("-# The winner gets the role {role}.", role=found.mention)


def require_giver(user: discord.User | discord.Member, role: discord.Role) -> None:
    """Raise Refusal "role_not_yours" unless a member can give others this role."""
    if not isinstance(user, discord.Member) or not may_give(user, role):
        raise Refusal("role_not_yours", role=role.name)


async def _winners(state: TournamentState) -> Sequence[int]:
    """Return the winning users, all members of a team; guests are left out."""
    won = await in_thread(state.tournament, champion, state)
    people = () if won is None else state.people(won)
    return [one.user for one in people if one.user is not None]
