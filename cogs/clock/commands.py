"""/clock: a timer for the round and for every turn, which settings can start, too."""

import contextlib
from collections.abc import Callable, Sequence
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands
from msgspec.structs import replace

from cogs.core.context import consequence_id, location_of, request_of
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import reply_private, reply_public
from cogs.core.permissions import Requester
from cogs.core.service import GameCog, GameService
from cogs.text import timers
from cogs.text.formatting import visible
from cogs.text.language import speaking
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.turn_times import RunningTurn
from rules.refusal import Refusal
from rules.table import Table
from rules.turns import clock
from storage.engine.timestamps import milliseconds
from storage.games.games import Committed, Games, GameView, Request
from storage.settings.definitions import ROUND, ROUND_TURNS, TURN_TIMER
from storage.settings.settings import EffectiveSettings

ROUND_MINUTES = 50
"""The default length of a round, as in most tournaments."""
TURN_MINUTES = 5
"""The default length of a turn."""
Which = Literal["round", "turn"]
DecideClockChange = Callable[[GameView], clock.ClockChange]
"""Returns a change to a table's clocks; may raise Refusal."""


@anywhere
class ClockCog(
    GameCog, commands.GroupCog, group_name="clock", group_description="Manage round and turn timers"
):
    """The subcommands of /clock; clocks chosen in the settings start with the game."""

    @app_commands.command(name="round")
    @app_commands.describe(
        minutes="Round length in minutes (default: from /settings, or 50)",
        turns="Additional turns after time is up (default: from /settings, or 5)",
        match="Continue in the same players' next game (default: only with two players)",
    )
    async def round_clock(
        self,
        interaction: discord.Interaction,
        minutes: app_commands.Range[int, 1, 600] | None = None,
        turns: app_commands.Range[int, 0, 20] | None = None,
        match: bool | None = None,
    ) -> None:
        """Start the round timer, with warnings at 5 minutes and 1 minute"""

        def decide(view: GameView, settings: EffectiveSettings) -> clock.ClockChange:
            length = minutes or settings[ROUND] or ROUND_MINUTES
            additional = settings[ROUND_TURNS] if turns is None else turns
            several = is_match(view.table) if match is None else match
            return clock.StartRound(seconds=60 * length, turns=additional, match=several)

        await self._start(interaction, decide)

    @app_commands.command(name="turn")
    @app_commands.describe(
        minutes="Turn length in minutes (default: from /settings, or 5)",
        autopass="Whether to pass the turn when time is up (default: no)",
    )
    async def turn_timer(
        self,
        interaction: discord.Interaction,
        minutes: app_commands.Range[float, 0.5, 180.0] | None = None,
        autopass: bool = False,
    ) -> None:
        """Start a turn timer that announces whose time is up"""

        def decide(view: GameView, settings: EffectiveSettings) -> clock.ClockChange:
            length = minutes or settings[TURN_TIMER] or TURN_MINUTES
            return clock.StartTurnTimer(seconds=round(60 * length), passes=autopass)

        await self._start(interaction, decide)

    @app_commands.command()
    @app_commands.describe(
        minutes="Minutes to add",
        reason="Reason, for the log",
        what="Round or current turn (default: the round, if it has a timer)",
        marker="Turn marker whose turn gets more time (Grand Melee only)",
    )
    async def extend(
        self,
        interaction: discord.Interaction,
        minutes: app_commands.Range[int, 1, 120],
        reason: app_commands.Range[str, 1, 100] = "",
        what: Which | None = None,
        marker: app_commands.Range[int, 1, 10] | None = None,
    ) -> None:
        """Add time to the round or a turn (judges only)"""

        def decide(view: GameView) -> clock.ClockChange:
            of_round = what == "round" or (what is None and marker is None and view.clock.round is not None)
            if of_round:
                return clock.ExtendRound(seconds=60 * minutes, reason=visible(reason))
            turn = _turn(view, marker)
            return clock.ExtendTurn(seconds=60 * minutes, turn=turn, reason=visible(reason))

        await self._set(interaction, decide)

    @app_commands.command()
    async def pause(self, interaction: discord.Interaction) -> None:
        """Pause all timers in this game"""
        await self._set(interaction, lambda view: clock.Pause())

    @app_commands.command()
    async def resume(self, interaction: discord.Interaction) -> None:
        """Resume all timers in this game"""
        await self._set(interaction, lambda view: clock.Resume())

    @app_commands.command()
    @app_commands.describe(what="Timer to stop (default: both)")
    async def stop(self, interaction: discord.Interaction, what: Which | None = None) -> None:
        """Stop the round or turn timer"""
        await self._set(interaction, lambda view: clock.Stop(what=what or "both"))

    @app_commands.command()
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the timers and each player's time used"""
        view = await self.service.view(location_of(interaction))
        if not isinstance(view.table, Game):
            raise Refusal("not_started")
        now = milliseconds(self.service.games.now())
        with speaking(await self.service.language_of_user(interaction)):
            await reply_private(interaction, timers.clocks_text(view.table, view.clock, view.turn_times, now))

    async def _start(
        self,
        interaction: discord.Interaction,
        decide: Callable[[GameView, EffectiveSettings], clock.ClockChange],
    ) -> None:
        settings = await self.service.settings_for(interaction)
        await self._set(interaction, lambda view: decide(view, settings))
        await self.service.replies.warn_unseen(interaction)

    async def _set(self, interaction: discord.Interaction, decide: DecideClockChange) -> None:
        requester = await self.service.requester(interaction)
        done = await self.service.games.set_clock(
            location_of(interaction), request_of(interaction), lambda view: _allowed(requester, view, decide)
        )
        try:
            view, change = await self.service.view(location_of(interaction)), done.entry.change
            if change is not None and isinstance(view.table, Game):
                answer = timers.clock_announcement(
                    done.entry.name, view.table, change, view.clock, view.turn_times
                )
                await reply_public(interaction, answer)
        finally:
            self.service.boards.refresh(done.game)


def _allowed(requester: Requester, view: GameView, decide: DecideClockChange) -> clock.ClockChange:
    requester.require_part(view.table)
    change = decide(view)
    requester.require_clock(change)
    return change


def _turn(view: GameView, marker: int | None) -> RunningTurn:
    """Return the current turn, in Grand Melee the one with this marker; raises Refusal."""
    running = view.turn_times.running
    found = [turn for turn in running if marker is None or turn.marker in (None, marker)]
    if len(found) != 1:
        raise Refusal("which_turn", markers=tuple(str(turn.marker) for turn in running))
    return found[0]


async def start_clocks(
    service: GameService, interaction: discord.Interaction, request: Request, committed: Committed
) -> None:
    """Start the clocks of a new game: its round's, and those chosen in the settings.

    At the table of an event the event alone starts rounds. Raises NotCommitted.
    """
    if not isinstance(committed.before, Lobby) or not isinstance(committed.after, Game):
        return
    games, settings = service.games, await service.settings_for(interaction)
    carried = await _carried(games, committed)
    changes = wanted(settings, committed.after)
    if carried is not None or await games.tournaments.queries.is_seated(location_of(interaction).channel):
        changes = [one for one in changes if not isinstance(one, clock.StartRound)]
    if carried is not None:
        changes = [carried, *changes]
    for change in changes:
        cause = f"{request.interaction} {type(change).__name__}"
        with contextlib.suppress(Refusal):  # someone was quicker
            following = replace(request, interaction=consequence_id(cause))
            await games.set_clock(committed.game, following, lambda _, change=change: change)


async def _carried(games: Games, committed: Committed) -> clock.ClockChange | None:
    """Return the rest of a round of several games, if the previous game belonged to it and had the same
    players."""
    earlier = await games.before(committed.game)
    if earlier is None or not isinstance(earlier.table, Game) or not isinstance(committed.after, Game):
        return None
    people, then = ({one.id for one in table.players} for table in (committed.after, earlier.table))
    return earlier.clock.carried(milliseconds(games.now())) if people == then else None


def is_match(table: Table) -> bool:
    """Return whether this table's round has several games by default: two players play matches."""
    return isinstance(table, Game) and len(table.players) == 2


def wanted(settings: EffectiveSettings, table: Table) -> Sequence[clock.ClockChange]:
    """Return the clocks that these settings start in every game."""
    changes: list[clock.ClockChange] = []
    minutes = settings[ROUND]
    if minutes is not None:
        changes.append(
            clock.StartRound(seconds=60 * minutes, turns=settings[ROUND_TURNS], match=is_match(table))
        )
    minutes = settings[TURN_TIMER]
    if minutes is not None:
        changes.append(clock.StartTurnTimer(seconds=60 * minutes))
    return changes
