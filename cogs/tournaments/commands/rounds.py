"""/event round, cut, time and fixed-table: pairings, their time, and seats that players always have."""

from collections.abc import Mapping
from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_private
from cogs.text.language import speaking
from cogs.tournaments import pairing
from cogs.tournaments.commands.options import suggest_event_player
from cogs.tournaments.commands.service import EditTournament, EventCog, EventService, unless_changed
from cogs.tournaments.updates.tables.notices import extensions
from cogs.tournaments.views.lines import fixed_line
from cogs.tournaments.views.plan import time_given, time_taken_back
from rules.leagues.result import DAY
from rules.pairings.pairings import METHOD, numbered
from rules.refusal import Refusal
from rules.tournaments import standings
from rules.tournaments.acts import BeginCut, BeginRound, require_next_round
from rules.tournaments.deadlines import GiveTime, SetDeadline, TakeBackTime, last_extension
from rules.tournaments.judging import MAX_TABLE, FixTable
from rules.tournaments.state import TournamentPlay, TournamentState
from storage.tournaments.change import TournamentChange
from storage.workers.threads import in_thread

MINUTES: Mapping[TournamentPlay, int] = {TournamentPlay.PODS: 75, TournamentPlay.DUELS: 50}
"""How long a round is where no one says otherwise."""
MAX_DAYS = 60
"""Days that a round can be played in."""
MAX_EXTENSION = 120
"""Maximum minutes of one extension of a round."""


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

    @app_commands.command()
    @app_commands.describe(
        minutes="Minutes to add (default: 5)",
        table="Table number (default: all tables without a result)",
        do="Give time, or take back what was given last (default: give)",
    )
    async def time(
        self,
        interaction: discord.Interaction,
        minutes: app_commands.Range[int, 1, MAX_EXTENSION] = 5,
        table: app_commands.Range[int, 1, MAX_TABLE] | None = None,
        do: Literal["give", "take back"] = "give",
    ) -> None:
        """Give one table or all tables more time in the current round (judges only)"""
        state = await self.service.judged(interaction)
        act = TakeBackTime() if do == "take back" else GiveTime(minutes=minutes, table=table or 0)
        async with self.service.changing(interaction, state, await timing(self.service, state, act)) as after:
            await self.service.tell(interaction, after, time_in_words(state, act))

    @app_commands.command(name="fixed-table")
    @app_commands.autocomplete(who=suggest_event_player)
    @app_commands.describe(who="Player or team", table="Table to always sit at, 0 for any")
    async def fixed_table(
        self, interaction: discord.Interaction, who: str, table: app_commands.Range[int, 0, MAX_TABLE]
    ) -> None:
        """Seat a player at the same table in every round (judges only)"""
        state = await self.service.judged(interaction)
        player = await self.service.player(interaction, state, who)
        async with self.service.changing(interaction, state, FixTable(player=player, table=table)) as after:
            with speaking(await self.game_service.language_of_user(interaction)):
                await reply_private(interaction, fixed_line(after, player))


async def timing(
    service: EventService, state: TournamentState, act: GiveTime | TakeBackTime
) -> EditTournament:
    """Give time, which is said at the tables, or take back what was given last in this state."""
    given = isinstance(act, GiveTime)
    notices = await extensions(service.tournaments, state, act) if given else ()

    def decide(change: TournamentChange) -> None:
        now = change.state.rounds[-1:]
        if not given and [one.extensions for one in now] != [one.extensions for one in state.rounds[-1:]]:
            raise Refusal("event_changed")
        change.add(act)
        change.notices += notices

    return decide


def time_in_words(before: TournamentState, act: GiveTime | TakeBackTime) -> str:
    """Return the time that an act gives or takes back, given the event before it."""
    if isinstance(act, GiveTime):
        return time_given(act.minutes, act.table)
    last = before.rounds[-1]
    return time_taken_back(last.extensions[last_extension(last) or 0])


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

    ``last``: it is the last one before it, as the planned number of rounds says, too. Raises Refusal
    "final_played", "all_have_met", "too_few_to_pair".
    """
    if state.seeds:
        pairings = standings.elimination(state)
        if pairings is None:
            raise Refusal("final_played")
        seated = numbered(pairings, state.fixed_tables)
        return BeginRound(pairings=seated, minutes=minutes, last=last, method=METHOD)
    last = last or len(state.rounds) + 1 == state.rules.rounds
    seed = pairing.seed_of(state)
    pairings = await pairing.pair(service.game_service, state, seed, last=last)
    places = () if state.rounds else pairing.with_drawn_places(state, seed).places
    return BeginRound(pairings=pairings, minutes=minutes, seed=seed, last=last, method=METHOD, places=places)
