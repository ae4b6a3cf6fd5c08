"""/league standings, player, games and other pages of a league, and /stats."""

from typing import Annotated, Literal

import discord
from discord import app_commands

from cogs.core.context import scope_of
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.leagues.commands.options import (
    ALL_TIME,
    EVERYONE,
    LATEST_SEASON,
    EnumOption,
    SeasonOption,
    describe_options,
    suggest_league_player,
)
from cogs.leagues.commands.service import LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import (
    NO_PLAYER,
    NO_RESULT,
    NO_SEASON,
    PAGE_COLOR,
    LeagueCustomId,
    PageId,
    framed_text,
    page_in,
)
from cogs.leagues.views import pages
from cogs.text.language import speaking, tr
from cogs.text.leagues import tables, text
from rules.leagues.result import ResultNumber, SeasonNumber
from rules.leagues.review import ResultState
from rules.refusal import Refusal

StateOption = app_commands.Transform[ResultState, EnumOption(ResultState)]


class StatisticsCog(LeagueCog):
    """Standings, players, games, commanders, seats, records and the audit log."""

    @app_commands.command()
    @describe_options(
        season=LATEST_SEASON,
        by="Points, rating, teams, or details with all numbers (default: points)",
    )
    async def standings(
        self,
        interaction: discord.Interaction,
        season: SeasonOption | None = None,
        by: Literal["points", "rating", "teams", "details"] | None = None,
        league: str | None = None,
    ) -> None:
        """Show the standings"""
        pages = {"rating": "ratings", "teams": "teams", "details": "details"}
        await self._show(interaction, pages.get(by or "", "standings"), league, season=season)

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_league_player)
    @describe_options(who="Player (default: you)", season=LATEST_SEASON)
    async def player(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        season: SeasonOption | None = None,
        league: str | None = None,
    ) -> None:
        """Show a player's record"""
        await self._show(interaction, "player", league, who or "", season=season)

    @app_commands.command(name="head-to-head")
    @app_commands.autocomplete(who=suggest_league_player, other=suggest_league_player)
    @describe_options(who="Player", other="Opponent (default: you)")
    async def head_to_head(
        self, interaction: discord.Interaction, who: str, other: str | None = None, league: str | None = None
    ) -> None:
        """Show two players' head-to-head record"""
        async with self.deferred(interaction):
            state = await self.service.state(interaction, league, looking=True)
            one = await self.service.player(interaction, state, other or "")
            two = await self.service.player(interaction, state, who)
            if one == two:
                raise Refusal("two_players")
            await self.show_page(interaction, state, PageId(what="duel", player=one, other=two))

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_league_player)
    @describe_options(who=EVERYONE, state="Result status to show (default: all)", season=ALL_TIME)
    async def games(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        state: StateOption | None = None,
        season: SeasonOption | None = None,
        league: str | None = None,
    ) -> None:
        """Show results, newest first"""
        await self._show(interaction, "games", league, who, season=season or NO_SEASON, state=state or "")

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_league_player)
    @describe_options(
        who=EVERYONE, season=ALL_TIME, by="Commanders, color identities or brackets (default: commanders)"
    )
    async def commanders(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        season: SeasonOption | None = None,
        by: Literal["commanders", "colors", "brackets"] | None = None,
        league: str | None = None,
    ) -> None:
        """Show commander win rates"""
        await self._show(interaction, by or "commanders", league, who, season=season or NO_SEASON)

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_league_player)
    @describe_options(who=EVERYONE, season=ALL_TIME)
    async def seats(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        season: SeasonOption | None = None,
        league: str | None = None,
    ) -> None:
        """Show win rates by seat and by mulligans"""
        await self._show(interaction, "seats", league, who, season=season or NO_SEASON)

    @app_commands.command()
    @describe_options(season=ALL_TIME)
    async def records(
        self, interaction: discord.Interaction, season: SeasonOption | None = None, league: str | None = None
    ) -> None:
        """Show streaks, the quickest win and other records"""
        await self._show(interaction, "records", league, season=season or NO_SEASON)

    @app_commands.command()
    @describe_options()
    async def rules(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Show what counts in a league and how it's scored"""
        await self._show(interaction, "rules", league, season=NO_SEASON)

    @app_commands.command()
    @describe_options(
        result="Result to show entries for (default: all)",
        suspicious="Whether to show suspiciously frequent matchups (judges only)",
    )
    async def audit(
        self,
        interaction: discord.Interaction,
        result: Annotated[ResultNumber, app_commands.Range[int, 0]] | None = None,
        suspicious: bool = False,
        league: str | None = None,
    ) -> None:
        """Show who did what in a league, when and why"""
        async with self.deferred(interaction):
            state = await self.service.state(interaction, league, looking=True)
            if suspicious:
                await self.service.require_judge(interaction)
            elif result:
                await self.leagues.results.record(state.league, result)
            page = PageId(what="flags") if suspicious else PageId(what="audit", result=result or NO_RESULT)
            await self.show_page(interaction, state, page)

    async def _show(
        self,
        interaction: discord.Interaction,
        what: str,
        league: str | None,
        who: str | None = None,
        *,
        season: SeasonNumber | None,
        state: str = "",
    ) -> None:
        """Show a page about a player, the requester if ``who`` is empty, or everyone if it is None.

        ``season``: NO_SEASON for all time, None for the latest.
        """
        async with self.deferred(interaction):
            found = await self.service.state(interaction, league, looking=True)
            player = NO_PLAYER if who is None else await self.service.player(interaction, found, who)
            chosen = (found.latest or NO_SEASON) if season is None else season
            await self.show_page(
                interaction, found, PageId(what=what, season=chosen, player=player, state=state)
            )


class StatsCog(LeagueCog):
    """The subcommands of /stats."""

    @anywhere
    @app_commands.command()
    async def stats(self, interaction: discord.Interaction) -> None:
        """Show your stats in this server's leagues"""
        async with self.deferred(interaction):
            lines = [tr("### Your stats")]
            sources = (self.leagues, self.game_service.commanders)
            here = await self.leagues.queries.of_guild(scope_of(interaction).guild)
            async for state in self.leagues.readable(one.league for one in here):
                player = state.player_of(interaction.user.id)
                if player is None:
                    continue
                lines.append(tables.page_heading(state, text.name(state, player)))
                page = PageId("player", season=state.latest or NO_SEASON)
                reader = pages.PageReader(*sources, state, page, self.service.now())
                lines += await reader.player_lines(player)
            if len(lines) == 1:
                lines.append(tr("You haven't played in any of this server's leagues yet."))
            await respond(interaction, view=framed_text("\n".join(lines), color=PAGE_COLOR), private=True)


async def _turn_page(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    private = interaction.message is not None and interaction.message.flags.ephemeral
    game_service = service.game_service
    language = game_service.language_of_user if private else game_service.language_of_channel
    with speaking(await language(interaction)):
        await put_off(interaction)
        view = await service.page(state, page_in(press), private=private)
        await interaction.edit_original_response(view=view)


async def _share(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    await put_off(interaction, thinking=True)
    view = await service.page(state, page_in(press), private=False)
    await respond(interaction, view=view)


HANDLERS: dict[str, LeagueHandler] = {"look": _turn_page, "share": _share}
"""Handlers of the buttons below a page."""
