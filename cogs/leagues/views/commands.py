"""What there is to look at in a league, and what about oneself."""

import discord
from discord import app_commands

from cogs.core.context import scope_of
from cogs.leagues.core import text
from cogs.leagues.core.autocomplete import suggest_league, suggest_player, suggest_result, suggest_season
from cogs.leagues.core.service import LeagueCog, own_number, player_named
from cogs.leagues.results import view as result_view
from cogs.leagues.views import messages, tables
from cogs.leagues.views.look import LeagueView
from cogs.leagues.views.pages import player_lines
from cogs.text.language import tr
from rules.leagues.result import PlayerNumber
from rules.leagues.review import ResultState
from rules.leagues.state import LeagueState
from rules.refusal import Refusal

States = [app_commands.Choice(name=state.value, value=state.value) for state in ResultState]
Orders = [app_commands.Choice(name=name, value=name) for name in ("points", "rating")]
Whole = app_commands.Range[int, 0]


class LeagueViewsCog(LeagueCog):
    """Standings, players, games, commanders, seats, records and the ledger."""

    @app_commands.command()
    @app_commands.choices(by=Orders)
    @app_commands.describe(
        season="Season (default: the latest; 0 = all time)",
        by="Ranking by points or rating (default: points)",
        league="League",
    )
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(season=suggest_season)
    async def standings(
        self,
        interaction: discord.Interaction,
        season: Whole | None = None,
        by: app_commands.Choice[str] | None = None,
        league: str | None = None,
    ) -> None:
        """Show the standings"""
        what = "ratings" if by is not None and by.value == "rating" else "standings"
        await self._show(interaction, what, league, season=season)

    @app_commands.command()
    @app_commands.describe(
        who="Player (default: you)", season="Season (default: the latest; 0 = all time)", league="League"
    )
    @app_commands.autocomplete(league=suggest_league, who=suggest_player)
    @app_commands.autocomplete(season=suggest_season)
    async def player(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        season: Whole | None = None,
        league: str | None = None,
    ) -> None:
        """Show a player's record"""
        await self._show(interaction, "player", league, who or "", season=season)

    @app_commands.command(name="head-to-head")
    @app_commands.describe(who="Player", other="Opponent (default: you)", league="League")
    @app_commands.autocomplete(league=suggest_league, who=suggest_player, other=suggest_player)
    async def head_to_head(
        self, interaction: discord.Interaction, who: str, other: str | None = None, league: str | None = None
    ) -> None:
        """Show two players' head-to-head record"""

        async def view() -> discord.ui.LayoutView:
            state = await self.service.state(interaction, league)
            one, two = self._player(interaction, state, other or ""), player_named(state, who)
            if one == two:
                raise Refusal("two_players")
            look = LeagueView(what="duel", player=one, other=two)
            return await messages.view(self.leagues, state, look, self.service.now())

        await self.look(interaction, view)

    @app_commands.command()
    @app_commands.choices(state=States)
    @app_commands.describe(
        who="Player to show (default: everyone)",
        state="Result status to show (default: all)",
        season="Season (default: all time)",
        league="League",
    )
    @app_commands.autocomplete(league=suggest_league, who=suggest_player)
    @app_commands.autocomplete(season=suggest_season)
    async def games(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        state: app_commands.Choice[str] | None = None,
        season: Whole | None = None,
        league: str | None = None,
    ) -> None:
        """Show results, newest first"""
        await self._show(
            interaction, "games", league, who, season=season or 0, kept=state.value if state else ""
        )

    @app_commands.command()
    @app_commands.describe(
        who="Player to show (default: everyone)", season="Season (default: all time)", league="League"
    )
    @app_commands.autocomplete(league=suggest_league, who=suggest_player)
    @app_commands.autocomplete(season=suggest_season)
    async def commanders(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        season: Whole | None = None,
        league: str | None = None,
    ) -> None:
        """Show commander win rates"""
        await self._show(interaction, "commanders", league, who, season=season or 0)

    @app_commands.command()
    @app_commands.describe(
        who="Player to show (default: everyone)", season="Season (default: all time)", league="League"
    )
    @app_commands.autocomplete(league=suggest_league, who=suggest_player)
    @app_commands.autocomplete(season=suggest_season)
    async def seats(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        season: Whole | None = None,
        league: str | None = None,
    ) -> None:
        """Show win rates by seat"""
        await self._show(interaction, "seats", league, who, season=season or 0)

    @app_commands.command()
    @app_commands.describe(season="Season (default: all time)", league="League")
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(season=suggest_season)
    async def records(
        self, interaction: discord.Interaction, season: Whole | None = None, league: str | None = None
    ) -> None:
        """Show streaks, the quickest win and other records"""
        await self._show(interaction, "records", league, season=season or 0)

    @app_commands.command()
    @app_commands.describe(league="League")
    @app_commands.autocomplete(league=suggest_league)
    async def rules(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Show what counts in a league and how it's scored"""
        await self._show(interaction, "rules", league, season=0)

    @app_commands.command()
    @app_commands.describe(
        result="Result to show entries for (default: all)",
        suspicious="Whether to show suspiciously frequent matchups (judges only)",
        league="League",
    )
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    async def audit(
        self,
        interaction: discord.Interaction,
        result: Whole | None = None,
        suspicious: bool = False,
        league: str | None = None,
    ) -> None:
        """Show who did what in a league, when and why"""

        async def view() -> discord.ui.LayoutView:
            state = await self.service.state(interaction, league)
            if suspicious:
                await self.service.require_judge(interaction)
                return await messages.view(self.leagues, state, LeagueView(what="flags"), self.service.now())
            if result:
                await self.leagues.results.record(state.league, result)
            look = LeagueView(what="audit", result=result or 0)
            return await messages.view(self.leagues, state, look, self.service.now())

        await self.look(interaction, view)

    async def _show(
        self,
        interaction: discord.Interaction,
        what: str,
        league: str | None,
        who: str | None = None,
        *,
        season: int | None,
        kept: str = "",
    ) -> None:
        """Shows a page; ``who`` is empty for whoever asks, None for nobody in particular."""

        async def view() -> discord.ui.LayoutView:
            state = await self.service.state(interaction, league)
            player = 0 if who is None else self._player(interaction, state, who)
            chosen = (state.latest or 0) if season is None else season
            look = LeagueView(what=what, season=chosen, player=player, state=kept)
            return await messages.view(self.leagues, state, look, self.service.now())

        await self.look(interaction, view)

    def _player(self, interaction: discord.Interaction, state: LeagueState, typed: str) -> PlayerNumber:
        return player_named(state, typed) if typed else own_number(state, interaction.user.id)


class StatsCog(LeagueCog):
    """/stats."""

    @app_commands.command()
    async def stats(self, interaction: discord.Interaction) -> None:
        """Show your stats in this server's leagues"""

        async def view() -> discord.ui.LayoutView:
            lines = [tr("### Your stats")]
            for one in await self.leagues.queries.of_guild(scope_of(interaction).guild):
                state = await self.leagues.state(one.league)
                player = state.player_of(interaction.user.id)
                if player is None:
                    continue
                look = LeagueView(what="player", season=state.latest or 0)
                lines.append(tables.heading(state, text.name(state, player)))
                lines += await player_lines(self.leagues, state, player, look, self.service.now())
            if len(lines) == 1:
                lines.append(tr("You haven't played in any of this server's leagues yet."))
            return result_view.layout("\n".join(lines), colour=messages.COLOUR)

        await self.look(interaction, view)
