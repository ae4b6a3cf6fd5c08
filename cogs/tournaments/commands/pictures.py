"""What an event shows outside of the chat: its page, and pairings and standings as pictures.

/event picture draws the pairings of a round with its clock, or the standings, as tables.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.delivery.deferring import put_off
from cogs.core.links.telling import address_of, require_pages, tell_link
from cogs.core.messaging import respond
from cogs.drawing.cutting import shortened
from cogs.drawing.grid import Grid, in_words
from cogs.text import timers
from cogs.text.formatting import escape, visible
from cogs.text.language import speaking, tr
from cogs.text.leagues.outcomes import outcome
from cogs.text.leagues.tables import TIEBREAKERS
from cogs.tournaments.commands.service import EventCog, EventService, Handler, Pressed
from cogs.tournaments.views import event as view
from rules.game.game import Game
from rules.leagues.result import LeagueId
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.standings import shown_ties, standings
from rules.tournaments.state import TournamentRound, TournamentState
from storage.engine.timestamps import milliseconds
from storage.games.games import Games
from storage.links import LinkPurpose
from storage.workers.pool import Named
from storage.workers.threads import in_thread

DRAW = Named("cogs.drawing.grid_plot", "drawn")
ROWS = 40
"""Rows in one picture."""
MOST = 10
"""Pictures in one message, as many as Discord takes: 400 rows."""
NAME = 20
"""Letters of a name."""


class PicturesCog(EventCog):
    """What hangs on the wall of a shop."""

    @app_commands.command()
    @app_commands.describe(kind="Pairings of the current round with the time left, or the standings")
    async def picture(self, interaction: discord.Interaction, kind: Literal["pairings", "standings"]) -> None:
        """Show everyone the pairings or standings as a picture"""
        state = await self.service.latest(interaction)
        if not state.rounds or state.rules.queue:
            raise Refusal("no_standings")
        self.game_service.workers.require_room(state.guild)
        await put_off(interaction)
        if kind == "pairings":
            grid = pairings_grid(state, await _times(self.game_service.games, state))
        else:
            grid = await in_thread(state.tournament, standings_grid, state)
        files = list[discord.File]()
        for number, page in enumerate(_pages(grid), start=1):
            png = await self.game_service.workers.run(state.guild, DRAW, page)
            name = f"event-{kind}-{number}.png"
            files.append(discord.File(io.BytesIO(png), name, description=in_words(page)))
        await respond(interaction, files=files)


async def open_page(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Give a link of one's own to the event, on the public page of its league if it has one."""
    require_pages(service.game_service)
    state = pressed.state
    league = await service.messages.paged_in(state)
    if league is None:
        await _open_own_page(service, interaction, state)
        return
    links, user = service.game_service.games.links, interaction.user.id
    token = await links.make_of_league(state.guild, league, user)
    home = address_of(service.game_service.pages, LinkPurpose.LEAGUE, token)
    url = f"{home}?show=event&event={state.tournament}"
    with speaking(await service.game_service.language_of_user(interaction)):
        title = tr("**Page of {league}**, live:", league=escape(state.rules.name))
        note = tr("-# Anyone with the link can read it. You and judges can revoke it with `/league-page`.")
        lines = [title, f"<{url}>", *await _nameless(service, state, league, user), note]
        await tell_link(interaction, "\n".join(lines), url, tr("Open page"))


async def _open_own_page(
    service: EventService, interaction: discord.Interaction, state: TournamentState
) -> None:
    """Raises Refusal "league_page_off" where a league counts the event that has no page."""
    if await service.messages.is_in_league(state):
        raise Refusal("league_page_off")
    token = await service.game_service.games.links.make(
        LinkPurpose.EVENT, state.guild, state.channel, interaction.user.id
    )
    home = address_of(service.game_service.pages, LinkPurpose.EVENT, token)
    url = f"{home}?show=event&event={state.tournament}"
    with speaking(await service.game_service.language_of_user(interaction)):
        title = tr("**Page of {league}**, live:", league=escape(state.rules.name))
        note = tr("-# Anyone with the link can read it, with everyone's name. `/game links` revokes it.")
        await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open page"))


async def _nameless(
    service: EventService, state: TournamentState, league: LeagueId, user: int
) -> Sequence[str]:
    """What a player of the event reads who hasn't agreed to be named on its page."""
    known, player = await service.game_service.games.leagues.state(league), state.find(user, "")
    number = known.player_of(user)
    if player is None or (number is not None and known.resolved(number) in known.page.named):
        return ()
    return (tr("It shows a number instead of your name. Change that with `/league-page`."),)


def pairings_grid(state: TournamentState, times: Sequence[str]) -> Grid:
    """The tables of the last round, with who sits where, and what comes last in each line."""
    last = state.rounds[-1]
    seats = max(map(len, last.tables.values()), default=0)
    rows = [
        (str(table), *(_name(state, one) for one in players), *[""] * (seats - len(players)), time)
        for (table, players), time in zip(last.tables.items(), times, strict=True)
    ]
    rows += [("–", _name(state, one), *[""] * (seats - 1), tr("Bye")) for one in last.pairings.byes]
    about = tr("{n} of {all} tables have a result.", n=len(last.outcomes), all=len(last.tables))
    return Grid(
        heading=visible(view.round_title(state)),
        about=about,
        columns=(tr("Table"), *(tr("Seat {n}", n=seat) for seat in range(1, seats + 1)), tr("Result")),
        rows=tuple(rows),
        left=tuple(range(1, seats + 1)),
    )


def standings_grid(state: TournamentState) -> Grid:
    """Everybody's place, points and what breaks ties."""
    rows = [
        (
            f"{row.place}.",
            _name(state, Participant(row.player)),
            str(row.points),
            *view.numbers(state, row)[1:],
        )
        for row in standings(state)
    ]
    return Grid(
        heading=tr("{league}: standings", league=visible(state.rules.name)),
        about=visible(view.round_title(state)),
        columns=(
            "",
            tr("Player"),
            tr("Points"),
            tr("W–L–D"),
            *(tr(TIEBREAKERS[one]) for one in shown_ties(state.rules)),
        ),
        rows=tuple(rows),
    )


async def _times(games: Games, state: TournamentState) -> Sequence[str]:
    """What stands behind each table of the last round: its winner, a draw, or how much time is left."""
    last = state.rounds[-1]
    known = await games.tournaments.queries.tables(state.tournament, len(state.rounds))
    times = list[str]()
    for table in last.tables:
        played = known.get(table)
        if table in last.outcomes or played is None:
            times.append(_outcome(state, last, table))
            continue
        there = await games.view(played.game)
        left = ""
        if there is not None and there.clock.round is not None and isinstance(there.table, Game):
            now = there.clock.moment(milliseconds(games.now()))
            left = timers.length(max(0, there.clock.round.ends - now))
        times.append(left)
    return times


def _outcome(state: TournamentState, round: TournamentRound, table: int) -> str:
    if table not in round.outcomes:
        return ""
    found = replace(round.outcomes[table], games=())  # there is no room for them
    return outcome(round.tables[table], found, lambda one: _name(state, one))


def _pages(grid: Grid) -> Sequence[Grid]:
    starts = range(0, min(len(grid.rows), MOST * ROWS), ROWS)
    return [replace(grid, rows=grid.rows[start : start + ROWS]) for start in starts]


def _name(state: TournamentState, number: Participant) -> str:
    player = state.players[number]
    return shortened(visible(player.name or view.name(player)), NAME)


HANDLERS: Mapping[str, Handler] = {view.PAGE: open_page}
