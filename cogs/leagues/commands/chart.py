"""/league chart: ratings over time, points by week, standings or awards, as a picture with a description."""

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Literal

import discord
from discord import app_commands

from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import respond
from cogs.drawing.facts import FactSheet
from cogs.leagues.commands.options import LATEST_SEASON, SeasonOption, describe_options, suggest_players
from cogs.leagues.commands.service import LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import LeagueCustomId
from cogs.leagues.views import columns
from cogs.leagues.views.trends import Trend, Trends, described
from cogs.text.facts import sheets
from cogs.text.formatting import day
from cogs.text.language import speaking, tr
from cogs.text.leagues import awards as award_words
from cogs.text.leagues import text
from cogs.text.typed import names_between_commas
from rules.leagues import statistics, story
from rules.leagues.result import PlayerNumber, SeasonNumber
from rules.leagues.state import LeagueState, Season
from rules.refusal import Refusal
from storage.leagues.projections import SeasonScope, season_of
from storage.workers.pool import Named

DRAW, TABLE = Named("cogs.leagues.views.plot", "draw_trends"), Named("cogs.drawing.grid_plot", "draw_grid")
FACTS = Named("cogs.drawing.facts_plot", "draw_facts")
MAX_CHART_LINES = 6
"""The maximum number of distinguishable lines in one picture."""
DATES_BELOW = 3
"""Dates below a picture."""
TWO_DAYS = 172_800


class LeagueChartCog(LeagueCog):
    """/league chart."""

    @app_commands.command()
    @app_commands.autocomplete(who=suggest_players)
    @describe_options(
        kind="Ratings over time, points by week, the standings as a table or a season's awards",
        who="Players, separated by commas (default: the best)",
        season=LATEST_SEASON,
    )
    async def chart(
        self,
        interaction: discord.Interaction,
        kind: Literal["rating", "points", "standings", "awards"],
        who: str | None = None,
        season: SeasonOption | None = None,
        league: str | None = None,
    ) -> None:
        """Show everyone a chart of ratings or points"""
        state = await self.service.state(interaction, league, looking=True)
        self.game_service.workers.require_room(state.guild)
        await put_off(interaction)
        scope = (state.latest if season is None else season) or None
        if kind == "standings":
            await self._table(interaction, state, scope)
            return
        if kind == "awards":
            sheet = await _awards(self.service, state, scope)
            await respond(interaction, files=[await _drawn(self.service, state, sheet)])
            return
        players = await self._players(interaction, state, who, scope)
        trends = await self._trends(state, kind, players, scope)
        png = await self.game_service.workers.run(state.guild, DRAW, trends)
        file = discord.File(io.BytesIO(png), f"league-{kind}.png", description=described(trends))
        await respond(interaction, files=[file])

    async def _table(self, interaction: discord.Interaction, state: LeagueState, scope: SeasonScope) -> None:
        """Answer with a picture of the first rows of the standings; raises Refusal if there are none."""
        season = None if scope is None else season_of(state, scope)
        grid = await columns.standings_columns(self.leagues, state, season, self.service.now())
        if not grid.rows:
            raise Refusal("chart_empty")
        png = await self.game_service.workers.run(state.guild, TABLE, grid)
        file = discord.File(io.BytesIO(png), "league-standings.png", description=sheets.describe_grid(grid))
        await respond(interaction, files=[file])

    async def _players(
        self, interaction: discord.Interaction, state: LeagueState, who: str | None, scope: SeasonScope
    ) -> list[PlayerNumber]:
        """Return the named players, or the first few of the standings; raises Refusal without any."""
        if who is not None:
            named = names_between_commas(who)
            if len(named) > MAX_CHART_LINES:
                raise Refusal("too_many_names", limit=MAX_CHART_LINES)
            found = [await self.service.player(interaction, state, one) for one in named]
            return list(dict.fromkeys(found))
        standings = await self.leagues.projections.standings(state.league, scope)
        players = [row.player for row in standings.rows(0, MAX_CHART_LINES)]
        if not players:
            raise Refusal("chart_empty")
        return players

    async def _trends(
        self, state: LeagueState, kind: str, players: Sequence[PlayerNumber], scope: SeasonScope
    ) -> Trends:
        season, league = None if scope is None else season_of(state, scope), state.rules.name
        if kind == "rating":
            heading, about = tr("{league}: ratings", league=league), tr("After each game")
            lines = await self._ratings(state, players, season)
        else:
            heading, about = tr("{league}: points by week", league=league), tr("At the end of each week")
            lines = await self._points(state, players, season)
        if not lines:
            raise Refusal("chart_empty")
        return Trends(heading=heading, about=about, lines=lines, ticks=_ticks(lines), steps=kind == "rating")

    async def _ratings(
        self, state: LeagueState, players: Sequence[PlayerNumber], season: Season | None
    ) -> tuple[Trend, ...]:
        """Return ratings over the season, with players' earlier ratings."""
        starts = 0 if season is None else season.starts
        ends = None if season is None else season.ends
        scope = None if season is None or state.rules.seasons.keep_ratings else season.number
        function = partial(statistics.rating_trends, league=state.rules, players=players)
        found = await self.leagues.projections.look(state.league, function, scope)
        trends = (
            Trend(
                text.plain_name(state, player),
                tuple(
                    (float(one.when), text.BASE + text.STRETCH * one.rating.ordinal)
                    for one in found[player]
                    if one.when >= starts and (ends is None or one.when < ends)
                ),
            )
            for player in players
        )
        return tuple(trend for trend in trends if trend.points)

    async def _points(
        self, state: LeagueState, players: Sequence[PlayerNumber], season: Season | None
    ) -> tuple[Trend, ...]:
        """Return points over the season, including points carried into it."""
        carried = {} if season is None else {one.player: one.points for one in season.carried}
        scope = None if season is None else season.number
        function = partial(statistics.points_by_week, league=state.rules, players=players, carried=carried)
        weeks = await self.leagues.projections.look(state.league, function, scope)
        names = [text.plain_name(state, player) for player in players] if weeks else []
        return tuple(
            Trend(name, tuple((float(when), float(points[index])) for when, points in weeks))
            for index, name in enumerate(names)
        )


async def _awards(service: LeagueService, state: LeagueState, scope: SeasonScope) -> FactSheet:
    """Return the awards of a season, or of all time; raises Refusal for too few games."""
    season = None if scope is None else season_of(state, scope)
    found = await service.leagues.projections.look(state.league, story.awards, scope)
    if not found.awards:
        raise Refusal("few_games", games=found.games, few=story.MIN_SEASON_GAMES)
    return award_words.sheet(state, season, found)


async def _drawn(service: LeagueService, state: LeagueState, sheet: FactSheet) -> discord.File:
    png = await service.game_service.workers.run(state.guild, FACTS, sheet)
    return discord.File(io.BytesIO(png), "league-awards.png", description=sheets.describe_sheet(sheet))


async def _show_awards(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    """Show everyone the awards of the season whose end a message announces."""
    state = await service.of(interaction, press.league)
    service.game_service.workers.require_room(state.guild)
    with speaking(await service.game_service.language_of_channel(interaction)):
        sheet = await _awards(service, state, SeasonNumber(press.number))
        await put_off(interaction, thinking=True)
        await respond(interaction, files=[await _drawn(service, state, sheet)])


HANDLERS: dict[str, LeagueHandler] = {"awards": _show_awards}
"""What the button below the end of a season does."""


def _ticks(lines: Sequence[Trend]) -> tuple[tuple[float, str], ...]:
    xs = [x for line in lines for x, _ in line.points]
    first, last = min(xs), max(xs)
    steps = DATES_BELOW - 1 if last > first else 0
    moments = [first + (last - first) * step / max(1, steps) for step in range(steps + 1)]
    times = [datetime.fromtimestamp(max(x, 0), UTC) for x in moments]
    short = last - first < TWO_DAYS
    shown = (f"{time:%H:%M}" if short else day(time.date()) for time in times)
    return tuple(zip(moments, shown, strict=True))
