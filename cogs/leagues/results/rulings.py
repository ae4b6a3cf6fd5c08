"""What people do to results by command: confirm, dispute, rule, put right."""

import discord
from discord import app_commands

from cogs.core.context import request_of
from cogs.core.messaging import reply_public
from cogs.leagues.core import text as words
from cogs.leagues.core.autocomplete import suggest_league, suggest_result
from cogs.leagues.core.service import LeagueCog
from cogs.leagues.results import buttons as result_buttons
from cogs.leagues.results import parsing
from cogs.leagues.results import view as result_view
from cogs.leagues.results.matching import worth_of
from cogs.leagues.views import audit
from cogs.text.language import tr
from rules.leagues.acts import Verdict
from rules.leagues.result import Draw
from rules.leagues.state import LeagueState
from storage.leagues.results import ReportedResult
from storage.leagues.unit_of_work import CommittedActs

Number = app_commands.Range[int, 1]
Reason = app_commands.Range[str, 1, result_view.REASON]
Draws = [app_commands.Choice(name=draw.value, value=draw.value) for draw in Draw]
Verdicts = [app_commands.Choice(name=one.value, value=one.value) for one in Verdict]
Players = app_commands.Range[str, 1, 1000]
ENTRIES = 10
"""Entries of the ledger that are shown with a result."""
Turns = app_commands.Range[int, 1, 1000]
Note = app_commands.Range[str, 0, 300]


class RulingsCog(LeagueCog):
    """/league result."""

    result = app_commands.Group(name="result", description="Confirm, dispute or edit results")

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Result number", league="League")
    async def show(self, interaction: discord.Interaction, result: Number, league: str | None = None) -> None:
        """Show a result and its history"""

        async def view() -> discord.ui.LayoutView:
            state = await self.service.state(interaction, league)
            record = await self.leagues.results.record(state.league, result)
            ledger = await self.leagues.audit(state.league, result=result, limit=ENTRIES)
            worth = await worth_of(self.leagues, state, record) if record.counts else []
            return result_view.whole(state, record, worth, [audit.line(state, entry) for entry in ledger])

        await self.look(interaction, view)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Result number", league="League")
    async def confirm(
        self, interaction: discord.Interaction, result: Number, league: str | None = None
    ) -> None:
        """Confirm a result"""
        state = await self.service.state(interaction, league)
        done = await self.leagues.results.confirm(state.league, request_of(interaction), result)
        await self._answer(interaction, done)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Result number", reason="What's wrong with the result", league="League")
    async def dispute(
        self, interaction: discord.Interaction, result: Number, reason: Reason, league: str | None = None
    ) -> None:
        """Dispute a result"""
        state = await self.service.state(interaction, league)
        done = await self.leagues.results.dispute(state.league, request_of(interaction), result, reason)
        await self._answer(interaction, done)

    @result.command()
    @app_commands.choices(verdict=Verdicts, draw=Draws)
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(
        result="Result number",
        verdict="Ruling on the result",
        reason="Reason",
        players="Replacement result: players, best first",
        draw="Replacement result: reason for a draw",
        league="League",
    )
    async def rule(
        self,
        interaction: discord.Interaction,
        result: Number,
        verdict: app_commands.Choice[str],
        reason: Reason,
        players: Players | None = None,
        draw: app_commands.Choice[str] | None = None,
        league: str | None = None,
    ) -> None:
        """Rule on a result (judges only)"""
        state = await self.service.state(interaction, league)
        kind = Draw(draw.value) if draw is not None else None
        done = await result_buttons.ruled(
            self.service, interaction, state, result, Verdict(verdict.value), reason, players, kind
        )
        await self._answer(interaction, done)

    @result.command(name="edit")
    @app_commands.rename(ends_match="ends-match")
    @app_commands.choices(draw=Draws)
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(
        result="Result number",
        reason="Reason",
        players="Corrected players, best first",
        draw="Reason, if the game was a draw",
        when="When the game was played",
        games="Games won, such as 2-1",
        seats="All players in turn order",
        kills="Kills, killer first, such as Ana: Ben, Ana: Cy",
        awards="Achievements, such as Ana: play of the game",
        decks="Decks, such as Ana: Burn, Ben: Storm",
        turns="Number of turns",
        ends_match="Whether the match ends with this game",
        note="Note",
        league="League",
    )
    async def put_right(
        self,
        interaction: discord.Interaction,
        result: Number,
        reason: Reason,
        players: Players | None = None,
        draw: app_commands.Choice[str] | None = None,
        when: str | None = None,
        games: str = "",
        seats: str = "",
        kills: str = "",
        awards: str = "",
        decks: str = "",
        turns: Turns | None = None,
        ends_match: bool | None = None,
        note: Note = "",
        league: str | None = None,
    ) -> None:
        """Edit a result"""
        state = await self.service.state(interaction, league)
        was = (await self.leagues.results.record(state.league, result)).result
        kind = Draw(draw.value) if draw is not None else was.draw if players is None else None
        details = parsing.TypedDetails(
            played=was.played if when is None else parsing.moment(when, self.service.clock()),
            draw=kind,
            score=games,
            seats=seats,
            kills=kills,
            awards=awards,
            decks=decks,
            turns=turns,
            ends_match=ends_match,
            note=note,
        )
        told = await result_buttons.instead(self.service, interaction, state, result, players, details)
        await self._edit(interaction, state, result, told, reason)

    async def _edit(
        self,
        interaction: discord.Interaction,
        state: LeagueState,
        result: int,
        told: ReportedResult,
        reason: str,
    ) -> None:
        judge, request = await self.service.judges(interaction), request_of(interaction)
        done = await self.leagues.results.edit(state.league, request, result, told, reason, judge=judge)
        await self._answer(interaction, done)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(
        result="Result number",
        reason="Reason",
        to="Last result of a range (default: only the first)",
        league="League",
    )
    async def void(
        self,
        interaction: discord.Interaction,
        result: Number,
        reason: Reason,
        to: Number | None = None,
        league: str | None = None,
    ) -> None:
        """Void a result"""
        if to is not None:
            await self.service.require_judge(interaction)
        state, judge = (
            await self.service.state(interaction, league),
            await self.service.judges(interaction),
        )
        request = request_of(interaction)
        done = await self.leagues.results.void(state.league, request, result, reason, to, judge=judge)
        await self._answer(interaction, done)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(
        result="Result number",
        reason="Reason",
        to="Last result of a range (default: only the first)",
        league="League",
    )
    async def restore(
        self,
        interaction: discord.Interaction,
        result: Number,
        reason: Reason,
        to: Number | None = None,
        league: str | None = None,
    ) -> None:
        """Restore a void result (judges only)"""
        await self.service.require_judge(interaction)
        state = await self.service.state(interaction, league)
        request = request_of(interaction)
        done = await self.leagues.results.restore(state.league, request, result, reason, to)
        await self._answer(interaction, done)

    async def _answer(self, interaction: discord.Interaction, done: CommittedActs) -> None:
        """Says what became of a result; its own message follows."""
        record, state = done.record, done.state
        if len(done.records) > 1:
            text = tr(
                "**{league}**, results {numbers}: *{state}*.",
                league=words.title(state),
                numbers=f"{record.number}–{done.records[-1].number}",
                state=words.state_name(record),
            )
        else:
            text = tr(
                "**{league}**, result {number}: {what} – *{state}*.",
                league=words.title(state),
                number=record.number,
                what=words.outcome(state, record.result),
                state=words.state_name(record),
            )
        await reply_public(interaction, "\n".join(filter(None, (text, result_view.frozen(state, record)))))
