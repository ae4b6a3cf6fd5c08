"""/league result: confirm, dispute, rule on and edit results."""

import discord
from discord import app_commands

from cogs.core.context import request_of
from cogs.core.messaging import respond
from cogs.leagues.commands import result_buttons
from cogs.leagues.commands.options import (
    PLAYED_DETAILS,
    RESULT,
    DrawOption,
    EnumOption,
    PlayersText,
    Reason,
    ResultOption,
    TurnCount,
    describe_options,
)
from cogs.leagues.commands.service import LeagueCog
from cogs.leagues.core.reported import TypedDetails
from cogs.leagues.views import audit, details
from cogs.leagues.views import result as result_view
from rules.leagues.acts.results import Verdict

VerdictOption = app_commands.Transform[Verdict, EnumOption(Verdict)]
Note = app_commands.Range[str, 0, 300]
LAST = "Last result of a range (default: only the first)"
RULING_LEDGER_ENTRIES = 10
"""Entries of the ledger shown with a result."""


class RulingsCog(LeagueCog):
    """/league result."""

    result = app_commands.Group(name="result", description="Confirm, dispute or edit results")

    @result.command()
    @describe_options(result=RESULT)
    async def show(
        self, interaction: discord.Interaction, result: ResultOption, league: str | None = None
    ) -> None:
        """Show a result and its history"""
        async with self.deferred(interaction):
            state = await self.service.state(interaction, league, looking=True)
            record = await self.leagues.results.record(state.league, result)
            ledger = await self.leagues.audit(state.league, result=result, limit=RULING_LEDGER_ENTRIES)
            worth = await details.worth_of(self.leagues, state, record)
            view = result_view.result_details(
                state, record, worth, [audit.ledger_line(state, entry) for entry in ledger]
            )
            await respond(interaction, view=view, private=True)

    @result.command()
    @describe_options(result=RESULT)
    async def confirm(
        self, interaction: discord.Interaction, result: ResultOption, league: str | None = None
    ) -> None:
        """Confirm a result"""
        state = await self.service.state(interaction, league)
        done = await self.leagues.results.confirm(
            state.league, request_of(interaction, announced=True), result
        )
        await self.service.announce(interaction, done)

    @result.command()
    @describe_options(result=RESULT, reason="What's wrong with the result")
    async def dispute(
        self,
        interaction: discord.Interaction,
        result: ResultOption,
        reason: Reason,
        league: str | None = None,
    ) -> None:
        """Dispute a result"""
        state = await self.service.state(interaction, league)
        done = await self.leagues.results.dispute(
            state.league, request_of(interaction, announced=True), result, reason
        )
        await self.service.announce(interaction, done)

    @result.command()
    @describe_options(
        result=RESULT,
        verdict="Ruling on the result",
        reason="Reason",
        players="Replacement result: players, best first",
        draw="Replacement result: reason for a draw",
    )
    async def rule(
        self,
        interaction: discord.Interaction,
        result: ResultOption,
        verdict: VerdictOption,
        reason: Reason,
        players: PlayersText | None = None,
        draw: DrawOption | None = None,
        league: str | None = None,
    ) -> None:
        """Rule on a result (judges only)"""
        state = await self.service.state(interaction, league)
        done = await result_buttons.rule_on(
            self.service, interaction, state, result, verdict, reason, players, draw, announced=True
        )
        await self.service.announce(interaction, done)

    @result.command(name="edit")
    @app_commands.rename(ends_match="ends-match")
    @describe_options(
        **PLAYED_DETAILS,
        result=RESULT,
        reason="Reason",
        players="Corrected players, best first",
        when="When the game was played",
        games="Games won, such as 2-1",
    )
    async def edit_result(
        self,
        interaction: discord.Interaction,
        result: ResultOption,
        reason: Reason,
        players: PlayersText | None = None,
        draw: DrawOption | None = None,
        when: str | None = None,
        games: str = "",
        seats: str = "",
        kills: str = "",
        awards: str = "",
        decks: str = "",
        turns: TurnCount | None = None,
        ends_match: bool | None = None,
        note: Note = "",
        league: str | None = None,
    ) -> None:
        """Edit a result"""
        state = await self.service.state(interaction, league)
        was = (await self.leagues.results.record(state.league, result)).result
        typed = TypedDetails(
            played=was.played if when is None else await self.service.moment(interaction, when),
            draw=was.draw if draw is None and players is None else draw,
            score=games,
            seats=seats,
            kills=kills,
            awards=awards,
            decks=decks,
            turns=turns,
            ends_match=ends_match,
            note=note,
        )
        reported = await result_buttons.replacement(self.service, interaction, state, result, players, typed)
        judge, request = await self.service.is_judge(interaction), request_of(interaction, announced=True)
        others = await self.service.other_judges(interaction, state) if judge else ()
        done = await self.leagues.results.edit(
            state.league, request, result, reported, reason, judge=judge, others=others
        )
        await self.service.announce(interaction, done)

    @result.command()
    @describe_options(result=RESULT, reason="Reason", to=LAST)
    async def void(
        self,
        interaction: discord.Interaction,
        result: ResultOption,
        reason: Reason,
        to: ResultOption | None = None,
        league: str | None = None,
    ) -> None:
        """Void a result"""
        if to is not None:
            await self.service.require_judge(interaction)
        state, judge = await self.service.state(interaction, league), await self.service.is_judge(interaction)
        request = request_of(interaction, announced=True)
        others = await self.service.other_judges(interaction, state) if judge else ()
        done = await self.leagues.results.void(
            state.league, request, result, reason, to, judge=judge, others=others
        )
        await self.service.announce(interaction, done)

    @result.command()
    @describe_options(result=RESULT, reason="Reason", to=LAST)
    async def restore(
        self,
        interaction: discord.Interaction,
        result: ResultOption,
        reason: Reason,
        to: ResultOption | None = None,
        league: str | None = None,
    ) -> None:
        """Restore a void result (judges only)"""
        state = await self.service.judged(interaction, league)
        request = request_of(interaction, announced=True)
        others = await self.service.other_judges(interaction, state)
        done = await self.leagues.results.restore(state.league, request, result, reason, to, others=others)
        await self.service.announce(interaction, done)
