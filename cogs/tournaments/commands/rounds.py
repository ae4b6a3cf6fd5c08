"""/event round and cut: pairings, and their consequences."""

from collections.abc import Mapping

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.delivery.deferring import put_off
from cogs.tournaments import pairing
from cogs.tournaments.commands.service import EventCog, EventService, unless_changed
from rules.pairings.pairings import METHOD
from rules.refusal import Refusal
from rules.tournaments import standings
from rules.tournaments.acts import BeginCut, BeginRound, require_next_round
from rules.tournaments.deadlines import DAY, SetDeadline
from rules.tournaments.state import TournamentPlay, TournamentState
from storage.workers.threads import in_thread

MINUTES: Mapping[TournamentPlay, int] = {TournamentPlay.PODS: 75, TournamentPlay.DUELS: 50}
"""How long a round is where no one says otherwise."""
MAX_DAYS = 60
"""Days that a round can be played in."""


class RoundsCog(EventCog):
    """The rounds of an event."""

    @app_commands.command()
    @app_commands.describe(
        minutes="Round length in minutes, 0 for no limit (default: 75 for pods, 50 for duels)",
        last="Whether this is the last round before the top cut or the end (default: no)",
        days="Days to play the round, instead of a timer (default: none)",
    )
    async def round(
        self,
        interaction: discord.Interaction,
        minutes: app_commands.Range[int, 0, 600] | None = None,
        last: bool = False,
        days: app_commands.Range[int, 1, MAX_DAYS] | None = None,
    ) -> None:
        """Pair the next round and open its tables (judges only)"""
        state = await self.service.judged(interaction)
        require_next_round(state)
        await put_off(interaction)
        timed = 0 if days is not None else MINUTES[state.rules.play]
        act = await pair_round(self.service, state, timed if minutes is None else minutes, last=last)
        until = [] if days is None else [SetDeadline(deadline=self.service.now() + days * DAY)]
        await self.service.announce(interaction, state, act, unless_changed(state, act, *until))
        await self.game_service.replies.warn_unseen(interaction)

    @app_commands.command()
    @app_commands.describe(
        players="Size of the top cut: 4, 7, 10, 13 or 16 in pods, any number in duels; 0 = no top cut"
    )
    async def cut(self, interaction: discord.Interaction, players: app_commands.Range[int, 0, 64]) -> None:
        """Begin the top cut, or replace it before its first round (judges only)"""
        state = await self.service.judged(interaction)
        await self.service.announce(interaction, state, await cutting(state, players))


async def cutting(state: TournamentState, players: int) -> BeginCut:
    """Return the act that begins, replaces or takes back a top cut of so many.

    Raises Refusal "event_is_bracket", "no_cut", "cut_size" and what `require_next_round` does.
    """
    if state.rules.is_bracket:
        raise Refusal("event_is_bracket")
    require_next_round(state)
    if not players and not state.seeds:
        raise Refusal("no_cut")
    seeds = await in_thread(state.tournament, standings.best, state, players)
    if players:
        standings.elimination(replace(state, seeds=seeds, before_cut=len(state.rounds)))
    return BeginCut(seeds=seeds)


async def pair_round(
    service: EventService, state: TournamentState, minutes: int, *, last: bool
) -> BeginRound:
    """Return the act that begins the next round, of the top cut or before it.

    ``last``: it is the last one before it. Raises Refusal "final_played", "all_have_met", "too_few_to_pair".
    """
    if state.seeds:
        pairings = standings.elimination(state)
        if pairings is None:
            raise Refusal("final_played")
        return BeginRound(pairings=pairings, minutes=minutes, last=last, method=METHOD)
    seed = pairing.seed_of(state)
    pairings = await pairing.pair(service.game_service, state, seed, last=last)
    places = () if state.rounds else pairing.drawn(state, seed).places
    return BeginRound(pairings=pairings, minutes=minutes, seed=seed, last=last, method=METHOD, places=places)
