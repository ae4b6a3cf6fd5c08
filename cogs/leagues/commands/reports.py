"""/league report."""

import discord
from discord import app_commands

from cogs.core.context import request_of
from cogs.core.messaging import reply_private, respond
from cogs.leagues.commands.options import (
    PLAYED_DETAILS,
    DrawOption,
    PlayersText,
    TurnCount,
    describe_options,
    suggest_players,
)
from cogs.leagues.commands.service import LeagueCog, answer_in
from cogs.leagues.core import parsing
from cogs.leagues.core.reported import TypedDetails, reported
from cogs.leagues.updates import asking
from cogs.leagues.updates.places import RESULT
from cogs.leagues.views import result as result_view
from cogs.text.language import speaking
from storage.leagues.unit_of_work import CommittedActs


class ReportsCog(LeagueCog):
    """/league report."""

    @app_commands.command()
    @app_commands.rename(ends_match="ends-match")
    @app_commands.autocomplete(players=suggest_players)
    @describe_options(
        **PLAYED_DETAILS,
        players="Players, best first: Ana (Tymna), Ben = Cy, Dee + Eve",
        when="When the game ended, such as 20.11. 19:30, yesterday 9pm or 3h (default: now)",
        games="Games won in the match, such as 2-1",
    )
    async def report(
        self,
        interaction: discord.Interaction,
        players: PlayersText,
        draw: DrawOption | None = None,
        when: str | None = None,
        games: str = "",
        seats: str = "",
        kills: str = "",
        awards: str = "",
        decks: str = "",
        turns: TurnCount | None = None,
        ends_match: bool = False,
        note: app_commands.Range[str, 1, 300] = "",
        league: str | None = None,
    ) -> None:
        """Report a game that wasn't tracked here"""
        state = await self.service.state(interaction, league)
        details = TypedDetails(
            played=await self.service.moment(interaction, when),
            draw=draw,
            score=games,
            seats=seats,
            kills=kills,
            awards=awards,
            decks=decks,
            turns=turns,
            ends_match=ends_match,
            note=note,
        )
        sides = parsing.sides(players)
        persons = await parsing.resolve_players(interaction, state, sides)
        result = reported(state, sides, persons, details)
        judge = await self.service.is_judge(interaction)
        with self.service.notices.answering(interaction):
            done = await self.leagues.results.report(
                state.league, request_of(interaction), result, judge=judge
            )
            await self._post(interaction, done)
        self.service.notices.refresh(state.league, done.record.number)
        self.service.notices.refresh(state.league)
        with speaking(await self.game_service.language_of_user(interaction)):
            if late := result_view.late_note(done.state, done.record):
                await reply_private(interaction, late)

    async def _post(self, interaction: discord.Interaction, done: CommittedActs) -> None:
        """Answer with the result's message, which has the buttons to confirm it."""
        view, settings = result_view.result_message(done.state, done.record), self.game_service.settings
        asked = await asking.players_to_ask(settings, done.state, done.record, interaction.channel_id or 0)
        message = await respond(interaction, view=view, allowed=asked.allowed)
        if interaction.channel_id is not None:
            shown = answer_in(interaction, message)
            await self.leagues.show(done.state.league, RESULT, done.record.number, shown)
