"""Results that people enter: /league report and /league import."""

import asyncio

import discord
from discord import app_commands

from cogs.core.context import request_of
from cogs.core.messaging import insist
from cogs.leagues.core import text as words
from cogs.leagues.core.autocomplete import suggest_league, suggest_players
from cogs.leagues.core.service import LeagueCog, LeagueService
from cogs.leagues.notices.messages import RESULT
from cogs.leagues.results import parsing
from cogs.leagues.results import view as result_view
from cogs.text.language import tr, trn
from rules.leagues.result import Draw
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues import spreadsheet
from storage.leagues.sql import LeagueMessage
from storage.leagues.unit_of_work import CommittedActs

Draws = [app_commands.Choice(name=draw.value, value=draw.value) for draw in Draw]
Text = app_commands.Range[str, 1, 1000]
LARGEST = 20 * 1024 * 1024
"""Bytes of a file that is read."""


class ReportsCog(LeagueCog):
    """Results from elsewhere."""

    @app_commands.command()
    @app_commands.rename(ends_match="ends-match")
    @app_commands.choices(draw=Draws)
    @app_commands.autocomplete(league=suggest_league, players=suggest_players)
    @app_commands.describe(
        players="Players, best first: Ana (Tymna), Ben = Cy, Dee + Eve",
        draw="Reason, if the game was a draw",
        when="When the game ended, such as 2026-11-20 19:30 (UTC), yesterday or 3h (default: now)",
        games="Games won in the match, such as 2-1",
        seats="All players in turn order",
        kills="Kills, killer first, such as Ana: Ben, Ana: Cy",
        awards="Achievements, such as Ana: play of the game",
        decks="Decks, such as Ana: Burn, Ben: Storm",
        turns="Number of turns",
        ends_match="Whether the match ends with this game",
        note="Note",
        league="League",
    )
    async def report(
        self,
        interaction: discord.Interaction,
        players: Text,
        draw: app_commands.Choice[str] | None = None,
        when: str | None = None,
        games: str | None = None,
        seats: str | None = None,
        kills: str | None = None,
        awards: str | None = None,
        decks: str | None = None,
        turns: app_commands.Range[int, 1, 1000] | None = None,
        ends_match: bool = False,
        note: app_commands.Range[str, 1, 300] | None = None,
        league: str | None = None,
    ) -> None:
        """Report a game that wasn't tracked here"""
        state = await self.service.state(interaction, league)
        details = parsing.TypedDetails(
            played=parsing.moment(when, self.service.clock()),
            draw=Draw(draw.value) if draw is not None else None,
            score=games or "",
            seats=seats or "",
            kills=kills or "",
            awards=awards or "",
            decks=decks or "",
            turns=turns,
            ends_match=ends_match,
            note=note or "",
        )
        await enter(self.service, interaction, state, players, details)

    @app_commands.command(name="import")
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.describe(
        file="Results as CSV or an exported league as JSON",
        league="League to import results into",
        name="Name for the imported league",
    )
    async def bring(
        self,
        interaction: discord.Interaction,
        file: discord.Attachment,
        league: str | None = None,
        name: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Import results or a whole league"""
        await self.service.require_judge(interaction)
        if file.size > LARGEST:
            raise Refusal("file_too_large", limit=LARGEST // 1024 // 1024)
        await interaction.response.defer()
        data = await file.read()
        if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
            await self._bring_league(interaction, data, name)
        else:
            await self._bring_results(interaction, await self.service.state(interaction, league), data)

    async def _bring_results(self, interaction: discord.Interaction, state: LeagueState, data: bytes) -> None:
        results = await asyncio.to_thread(spreadsheet.read, data, self.service.now())
        done = await self.leagues.results.bring_in(state.league, request_of(interaction), results)
        await interaction.followup.send(
            trn(
                "{n} result imported into {league} and confirmed.",
                "{n} results imported into {league} and confirmed.",
                len(done.records),
                league=words.title(done.state),
            )
        )

    async def _bring_league(self, interaction: discord.Interaction, data: bytes, name: str | None) -> None:
        channels = None if interaction.channel_id is None else (interaction.channel_id,)
        done = await self.leagues.exchange.bring(
            interaction.guild_id, request_of(interaction), data, channels=channels, name=name
        )
        text = tr(
            "**{league}** imported: {results}, {players}. Games in this channel now count.",
            league=words.title(done.state),
            results=trn("{n} result", "{n} results", done.state.results),
            players=trn("{n} player", "{n} players", len(done.state.players)),
        )
        await interaction.followup.send(text)


async def enter(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    players: str,
    details: parsing.TypedDetails,
) -> None:
    """Enters a result and answers with its message, on which the others confirm it; raises Refusal."""
    read = parsing.sides(players)
    persons = await parsing.everybody(interaction, state, [one for side in read.sides for one in side])
    told = parsing.told(read, persons, details)
    judge = await service.judges(interaction)
    with service.notices.answering(interaction):
        done = await service.leagues.results.report(state.league, request_of(interaction), told, judge=judge)
        await _answer(service, interaction, done)
    service.notices.refresh(done.state.league, done.record.number)
    service.notices.refresh(done.state.league)
    await service.game_service.use_user_locale(interaction)
    if late := result_view.late(done.state, done.record):
        await interaction.followup.send(late, ephemeral=True)


async def _answer(service: LeagueService, interaction: discord.Interaction, done: CommittedActs) -> None:
    view = result_view.view(done.state, done.record)
    if interaction.response.is_done():
        message = (await interaction.followup.send(view=view, wait=True)).id
    else:
        posted = await insist(lambda: interaction.response.send_message(view=view))
        if posted.message_id is None:
            return
        message = posted.message_id
    if interaction.channel_id is not None:
        shown = LeagueMessage(interaction.channel_id, message)
        await service.leagues.show(done.state.league, RESULT, done.record.number, shown)
