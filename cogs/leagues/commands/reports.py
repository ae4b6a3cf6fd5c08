"""/league report and import."""

import discord
from discord import app_commands

from cogs.core.context import request_of
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_private, reply_public, respond
from cogs.leagues.commands.options import (
    PLAYED_DETAILS,
    DrawOption,
    PlayersText,
    TurnCount,
    options,
    suggest_players,
)
from cogs.leagues.commands.service import LeagueCog, answer_in
from cogs.leagues.core import parsing
from cogs.leagues.core.people import accounts
from cogs.leagues.core.reported import TypedDetails, reported
from cogs.leagues.updates import asking
from cogs.leagues.updates.places import RESULT
from cogs.leagues.views import result as result_view
from cogs.text.language import speaking, tr, trn
from cogs.text.leagues import text as words
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues import spreadsheet
from storage.leagues.unit_of_work import CommittedActs
from storage.workbooks import sheet_of
from storage.workers.threads import in_thread

MAX_IMPORT_BYTES = 20 * 1024 * 1024
"""Bytes of a file that is read."""


class ReportsCog(LeagueCog):
    """/league report and import."""

    @app_commands.command()
    @app_commands.rename(ends_match="ends-match")
    @app_commands.autocomplete(players=suggest_players)
    @options(
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
        persons = await parsing.people(interaction, state, sides)
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
            if late := result_view.late(done.state, done.record):
                await reply_private(interaction, late)

    async def _post(self, interaction: discord.Interaction, done: CommittedActs) -> None:
        """Answer with the result's message, where the others confirm it."""
        view, settings = result_view.message(done.state, done.record), self.game_service.settings
        asked = await asking.asked(settings, done.state, done.record, interaction.channel_id or 0)
        message = await respond(interaction, view=view, allowed=asked.allowed)
        if interaction.channel_id is not None:
            shown = answer_in(interaction, message)
            await self.leagues.show(done.state.league, RESULT, done.record.number, shown)

    @app_commands.command(name="import")
    @options(
        file="Results as CSV or an exported league as JSON",
        league="League to import results into",
        name="Name for the imported league",
    )
    async def import_file(
        self,
        interaction: discord.Interaction,
        file: discord.Attachment,
        league: str | None = None,
        name: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Import results or a whole league"""
        await self.service.require_judge(interaction)
        if file.size > MAX_IMPORT_BYTES:
            raise Refusal("file_too_large", limit=MAX_IMPORT_BYTES // 1024 // 1024)
        await put_off(interaction)
        data = await file.read()
        if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
            await self._import_league(interaction, data, name)
        else:
            await self._import_results(interaction, await self.service.state(interaction, league), data)

    async def _import_results(
        self, interaction: discord.Interaction, state: LeagueState, data: bytes
    ) -> None:
        sheet = await sheet_of(self.game_service.workers, state.guild, data)
        results = await in_thread(state.league, spreadsheet.read, sheet, self.service.now(), accounts(state))
        request = request_of(interaction, announced=True)
        done = await self.leagues.results.bring_in(state.league, request, results)
        await self.service.announce(interaction, done)

    async def _import_league(self, interaction: discord.Interaction, data: bytes, name: str | None) -> None:
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
        await reply_public(interaction, text)
