"""/league season, board and export."""

import io
from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.core.context import request_of
from cogs.core.delivery.deferring import put_off
from cogs.core.messaging import reply_private, respond, url_of
from cogs.leagues.commands.options import Reason, SeasonOption, describe_options
from cogs.leagues.commands.service import LeagueCog, LeagueService, answer_in
from cogs.leagues.updates.earlier import STANDINGS, retiring
from cogs.leagues.updates.updater import UNSETTLED
from cogs.leagues.views import inbox, pages, sheet
from cogs.text.formatting import comma_separated, escape, label
from cogs.text.language import speaking, tr, trn
from cogs.text.leagues import text as words
from rules.leagues.result import ResultNumber, SeasonNumber, Time
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues.exchange import export_league
from storage.leagues.projections import season_of
from storage.leagues.queries import ResultFilter
from storage.scheduler import DeadlineKind

Formats = [
    app_commands.Choice(name="CSV", value="csv"),
    app_commands.Choice(name="JSON", value="json"),
    app_commands.Choice(name="Standings (CSV)", value="standings"),
]
MAX_UNSETTLED = 500
"""Results counted before a season is closed."""
MAX_EXPORT_BYTES = 10 * 1024 * 1024
"""Maximum bytes of a file that every Discord server accepts."""
MAX_NAMED_RESULTS = 20
"""Maximum results listed by number."""


class SeasonsCog(LeagueCog):
    """Seasons, the standings message and export."""

    season = app_commands.Group(name="season", description="Open and close seasons")

    @season.command()
    @describe_options(name="Season name", starts="Start of the season (default: now)")
    async def open(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 50],
        starts: str | None = None,
        league: str | None = None,
    ) -> None:
        """Open a season (judges only)"""
        state = await self.service.judged(interaction, league)
        when = None if starts is None else await self.service.moment(interaction, starts)
        request = request_of(interaction, announced=True)
        done = await self.leagues.seasons.open(state.league, request, label(name), when)
        await self.service.announce(interaction, done)

    @season.command()
    @describe_options(ends="End of the season (default: now)")
    async def close(
        self, interaction: discord.Interaction, ends: str | None = None, league: str | None = None
    ) -> None:
        """Close the season and announce the final standings (judges only)"""
        state = await self.service.judged(interaction, league)
        when = None if ends is None else await self.service.moment(interaction, ends)
        if await _unsettled(self.service, state, when):
            with speaking(await self.game_service.language_of_user(interaction)):
                view = await ask_to_close(self.service, state, when)
                await respond(interaction, view=view, private=True)
                return
        await close_season(self.service, interaction, state, when)

    @season.command()
    @describe_options(reason="Reason")
    async def reopen(
        self, interaction: discord.Interaction, reason: Reason, league: str | None = None
    ) -> None:
        """Reopen the last season to make corrections (judges only)"""
        state = await self.service.judged(interaction, league)
        request = request_of(interaction, announced=True)
        done = await self.leagues.seasons.reopen(state.league, request, reason)
        await self.service.announce(interaction, done)

    @app_commands.command()
    @describe_options()
    async def board(self, interaction: discord.Interaction, league: str | None = None) -> None:
        """Post standings here that update automatically (judges only)"""
        state = await self.service.judged(interaction, league)
        await put_off(interaction)
        view = await pages.board(self.leagues, state, self.service.now())
        earlier = await self.leagues.queries.message(state.league, STANDINGS)
        shown = answer_in(interaction, await respond(interaction, view=view))
        due = earlier and retiring(DeadlineKind.STANDINGS_MOVED, state.league, earlier, self.service.clock())
        await self.leagues.show(state.league, STANDINGS, 0, shown, due)
        if (await self.leagues.state(state.league)).entries > state.entries:
            self.service.notices.refresh(state.league)  # which has followed the earlier message
        await self.game_service.replies.warn_missing_permissions(interaction)

    @app_commands.command()
    @app_commands.choices(format=Formats)
    @describe_options(
        format="CSV for results only, JSON for everything (default: CSV)",
        season="Season of the standings (default: the latest; 0 = all time)",
    )
    async def export(
        self,
        interaction: discord.Interaction,
        format: app_commands.Choice[str] | None = None,
        season: SeasonOption | None = None,
        league: str | None = None,
    ) -> None:
        """Export a league as a file (judges only)"""
        state = await self.service.judged(interaction, league)
        async with self.deferred(interaction):
            kind = "csv" if format is None else format.value
            if kind == "standings":
                await self._export_standings(interaction, state, season)
                return
            database, now = self.game_service.games.database, self.service.clock()
            data, incomplete = await self.game_service.workers.run(
                state.guild, export_league, database.address, state.league, kind, MAX_EXPORT_BYTES, now
            )
            if data is None:
                text = tr("The file is too large for Discord. Ask the bot's owner to export it.")
                await reply_private(interaction, text)
                return
            name = f"league-{state.league}-{now:%Y-%m-%d}.{kind}"
            file = discord.File(io.BytesIO(data), name, description=words.league_title(state)[:100])
            await respond(interaction, _incomplete(incomplete) or None, files=[file], private=True)

    async def _export_standings(
        self, interaction: discord.Interaction, state: LeagueState, season: SeasonNumber | None
    ) -> None:
        """Answer with the standings of a season (default: the latest) as CSV."""
        number = (state.latest if season is None else season) or None
        closed = None if number is None else season_of(state, number)
        if closed is not None and closed.ends is not None:
            data = sheet.final_csv(state, closed.table)
        else:
            now, projections = self.service.now(), self.leagues.projections
            ratings = (await projections.ratings(state.league, number)).at(now)
            table = await projections.standings(
                state.league, number, lambda found: found.breaking_ties(0, len(found))
            )
            data = sheet.standings_csv(state, table.rows(), ratings)
        name = f"standings-{state.league}-{number or 'all'}-{self.service.clock():%Y-%m-%d}.csv"
        file = discord.File(io.BytesIO(data), name, description=words.league_title(state)[:100])
        await respond(interaction, files=[file], private=True)


async def _unsettled(service: LeagueService, state: LeagueState, ends: Time | None) -> list[ResultRecord]:
    """Return the pending and disputed results of the open season; empty without one."""
    if state.season is None:
        return []
    until = service.now() if ends is None else ends
    wanted = ResultFilter(states=UNSETTLED, since=state.season.starts, until=until)
    return await service.leagues.results.newest(state.league, wanted, limit=MAX_UNSETTLED)


async def ask_to_close(
    service: LeagueService, state: LeagueState, ends: Time | None
) -> discord.ui.LayoutView:
    """Return the question whether to close the season, with unsettled results; raises Refusal."""
    if state.season is None:
        raise Refusal("season_not_open")
    return inbox.closing_question(state, await _unsettled(service, state, ends), ends)


async def close_season(
    service: LeagueService, interaction: discord.Interaction, state: LeagueState, ends: Time | None
) -> None:
    """Close the season and announce its final standings; raises Refusal."""
    await put_off(interaction, thinking=True)
    with service.notices.answering(interaction):
        done = await service.leagues.seasons.close(state.league, request_of(interaction), ends)
        announcements, season = service.notices.announcements, done.state.seasons[-1]
        earlier = await announcements.earlier_end(done.state, season.number, done.entries[-1].number)
        if earlier is not None:
            url = url_of(earlier.post.place, earlier.message)
            text = tr(
                "**{league}**: season **{season}** is closed again: {url}",
                league=words.league_title(state),
                season=escape(season.name),
                url=url,
            )
            await respond(interaction, text)
        else:
            shown = answer_in(interaction, await respond(interaction, view=await announcements.end_of(done)))
            await announcements.note_end(done, shown)
    service.notices.refresh(state.league)


def _incomplete(results: Sequence[ResultNumber]) -> str:
    """Return a note about incomplete results in a file; empty if there are none."""
    if not results:
        return ""
    shown = comma_separated(f"#{number}" for number in results[:MAX_NAMED_RESULTS])
    return trn(
        "{n} result can't be read or has an impossible time: {numbers}",
        "{n} results can't be read or have impossible times: {numbers}",
        len(results),
        numbers=shown if len(results) <= MAX_NAMED_RESULTS else f"{shown} …",
    )
