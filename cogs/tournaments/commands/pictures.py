"""Views of an event: standings and pairings in pages and as pictures, and its page.

/event picture draws the pairings of a round with its clock, the standings or the final places, and a bracket.
"""

import io
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Literal, Protocol

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.delivery.deferring import put_off
from cogs.core.links.telling import link_address, require_pages, tell_link
from cogs.core.messaging import respond
from cogs.drawing.grid import Grid
from cogs.text import timers
from cogs.text.facts.sheets import describe_grid
from cogs.text.formatting import escape, visible
from cogs.text.language import mark, speaking, tr
from cogs.text.leagues import brackets
from cogs.text.leagues.tables import TIEBREAKERS, tie_value
from cogs.tournaments.commands.service import EventCog, EventHandler, EventService, Pressed
from cogs.tournaments.views import event as view
from cogs.tournaments.views import pairings as pairings_view
from cogs.tournaments.views import standings as standings_view
from cogs.tournaments.views.pairings import PairingsPlace
from cogs.tournaments.views.standings import StandingsPlace
from rules.game.game import Game
from rules.leagues.result import Ending, LeagueId
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.standings import champion, current_places, ending_of, shown_ties
from rules.tournaments.state import TableOutcome, TournamentState
from storage.engine.timestamps import milliseconds
from storage.games.games import Games
from storage.links import LinkPurpose
from storage.workers.pool import Named
from storage.workers.threads import in_thread

DRAW_GRID = Named("cogs.drawing.grid_plot", "draw_grid")
ENDING_NAMES: Mapping[Ending, str] = {
    Ending.WON: mark("won"),
    Ending.LOST: mark("lost"),
    Ending.DREW: mark("draw"),
}
PAIRINGS_ROWS = 28
"""Rows in one picture: seven pods, or fourteen duels."""
MAX_PICTURES = 10
"""Maximum pictures in one message, Discord's limit: 280 rows."""


class _ShowPage(Protocol):
    """Returns a page of a view by the value of a button; a private one can be shown to everyone."""

    def __call__(self, state: TournamentState, detail: str, *, private: bool) -> discord.ui.LayoutView: ...


class PicturesCog(EventCog):
    """The pictures for a shop's wall."""

    @app_commands.command()
    async def standings(self, interaction: discord.Interaction) -> None:
        """Show the standings of the event"""
        await show_standings(self.service, interaction, await self.service.latest(interaction))

    @app_commands.command()
    @app_commands.describe(kind="Pairings of the current round with the time left, standings, or a bracket")
    async def picture(
        self, interaction: discord.Interaction, kind: Literal["pairings", "standings", "bracket"]
    ) -> None:
        """Show everyone the pairings, standings or bracket as a picture"""
        await answer_with_pictures(self.service, interaction, await self.service.latest(interaction), kind)


async def show_standings(
    service: EventService, interaction: discord.Interaction, state: TournamentState
) -> None:
    """Answer with the first page of the standings in private; raises Refusal "no_standings"."""
    if not state.rounds:
        raise Refusal("no_standings")
    with speaking(await service.game_service.language_of_user(interaction)):
        shown = partial(standings_view.standings_view, state, StandingsPlace(), private=True)
        await respond(interaction, view=await in_thread(state.tournament, shown), private=True)


async def show_pairings(
    service: EventService, interaction: discord.Interaction, state: TournamentState
) -> None:
    """Answer with the first page of the pairings in private; raises Refusal "no_event_round"."""
    if not state.rounds:
        raise Refusal("no_event_round")
    with speaking(await service.game_service.language_of_user(interaction)):
        shown = partial(pairings_view.pairings_page, state, PairingsPlace(), private=True)
        await respond(interaction, view=await in_thread(state.tournament, shown), private=True)


def _turning(
    first: Callable[[EventService, discord.Interaction, TournamentState], Awaitable[None]], page: _ShowPage
) -> EventHandler:
    """Return the handler that opens a view, or shows another page of it on its message."""

    async def turn(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
        flags = None if interaction.message is None else interaction.message.flags
        if not pressed.detail or flags is None:
            await first(service, interaction, pressed.state)
            return
        game_service = service.game_service
        language = game_service.language_of_user if flags.ephemeral else game_service.language_of_channel
        with speaking(await language(interaction)):
            shown = partial(page, pressed.state, pressed.detail, private=flags.ephemeral)
            await interaction.response.edit_message(view=await in_thread(pressed.state.tournament, shown))

    return turn


def _sharing(page: _ShowPage) -> EventHandler:
    """Return the handler that shows everyone a page."""

    async def share(_service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
        shown = partial(page, pressed.state, pressed.detail, private=False)
        await respond(interaction, view=await in_thread(pressed.state.tournament, shown))

    return share


def _standings_page(state: TournamentState, detail: str, *, private: bool) -> discord.ui.LayoutView:
    return standings_view.standings_view(state, StandingsPlace.read(detail), private=private)


def _pairings_page(state: TournamentState, detail: str, *, private: bool) -> discord.ui.LayoutView:
    if not state.rounds:
        raise Refusal("no_event_round")
    return pairings_view.pairings_page(state, PairingsPlace.read(detail), private=private)


async def share_picture(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Show everyone the standings as a picture."""
    await answer_with_pictures(service, interaction, pressed.state, "standings")


async def answer_with_pictures(
    service: EventService, interaction: discord.Interaction, state: TournamentState, kind: str
) -> None:
    """Answer with pictures of the standings, the pairings or the bracket; raises Refusal "no_standings",
    "no_bracket"."""
    if not state.rounds or (state.rules.queue and kind == "pairings"):
        raise Refusal("no_standings")
    if kind == "bracket" and state.bracket is None:
        raise Refusal("no_bracket")
    workers = service.game_service.workers
    workers.require_room(state.guild)
    await put_off(interaction, thinking=True)
    if kind == "pairings":
        grid = pairings_grid(state, await _times(service.game_service.games, state))
    else:
        make = bracket_grid if kind == "bracket" else standings_grid
        grid = await in_thread(state.tournament, make, state)
    files = list[discord.File]()
    for number, page in enumerate(pages_of(grid), start=1):
        png = await workers.run(state.guild, DRAW_GRID, page)
        name = f"event-{kind}-{number}.png"
        files.append(discord.File(io.BytesIO(png), name, description=describe_grid(page)))
    await respond(interaction, files=files)


async def give_event_link(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Give the user a link to the event, on the public page of its league if it has one."""
    require_pages(service.game_service)
    state = pressed.state
    league = await service.messages.paged_in(state)
    if league is None:
        await _open_own_page(service, interaction, state)
        return
    links, user = service.game_service.games.links, interaction.user.id
    token = await links.make_of_league(state.guild, league, user)
    home = link_address(service.game_service.pages, LinkPurpose.LEAGUE, token)
    url = f"{home}?show=event&event={state.tournament}"
    with speaking(await service.game_service.language_of_user(interaction)):
        title = tr("**Page of {league}**, live:", league=escape(state.rules.name))
        note = tr("-# Anyone with the link can read it. You and judges can revoke it with `/league-page`.")
        lines = [title, f"<{url}>", *await _nameless(service, state, league, user), note]
        await tell_link(interaction, "\n".join(lines), url, tr("Open page"))


async def _open_own_page(
    service: EventService, interaction: discord.Interaction, state: TournamentState
) -> None:
    """Raise Refusal "league_page_off" if a league without a page counts the event."""
    if await service.messages.is_in_league(state):
        raise Refusal("league_page_off")
    token = await service.game_service.games.links.make(
        LinkPurpose.EVENT, state.guild, state.channel, interaction.user.id
    )
    home = link_address(service.game_service.pages, LinkPurpose.EVENT, token)
    url = f"{home}?show=event&event={state.tournament}"
    with speaking(await service.game_service.language_of_user(interaction)):
        title = tr("**Page of {league}**, live:", league=escape(state.rules.name))
        note = tr("-# Anyone with the link can read it, with everyone's name. `/game links` revokes it.")
        await tell_link(interaction, f"{title}\n<{url}>\n{note}", url, tr("Open page"))


async def _nameless(
    service: EventService, state: TournamentState, league: LeagueId, user: int
) -> Sequence[str]:
    """Return the text for a player of the event who hasn't agreed to be named on its page."""
    known, player = await service.game_service.games.leagues.state(league), state.find(user, "")
    number = known.player_of(user)
    if player is None or (number is not None and known.resolved(number) in known.page.named):
        return ()
    return (tr("It shows a number instead of your name. Change that with `/league-page`."),)


def pairings_grid(state: TournamentState, times: Sequence[str]) -> Grid:
    """Return the tables of the last round, one player per row, with the outcome or the time left.

    So pods are as narrow as duels, and readable on a phone.
    """
    last = state.rounds[-1]
    rows = list[tuple[str, ...]]()
    for (table, players), time in zip(last.tables.items(), times, strict=True):
        outcome = last.outcomes.get(table)
        for seat, one in enumerate(players):
            ending = "" if outcome is None else _ending(outcome, one)
            first = seat == 0
            rows.append((str(table) if first else "", _name(state, one), ending or (time if first else "")))
    rows += [("–", _name(state, one), tr("Bye")) for one in last.pairings.byes]
    about = tr("{n} of {all} tables have a result.", n=len(last.outcomes), all=len(last.tables))
    return Grid(
        heading=visible(view.round_title(state)),
        about=about,
        columns=(tr("Table"), tr("Player"), tr("Result")),
        rows=tuple(rows),
    )


def bracket_grid(state: TournamentState) -> Grid:
    """Return the matches of the bracket by stage and round, a player in each row."""
    rows, last = list[tuple[str, ...]](), ""
    for match in brackets.matches(state, lambda one: _name(state, one)):
        for seat, one in enumerate(match.players):
            ending = (
                tr(ENDING_NAMES[Ending.WON if one == match.winner else Ending.LOST]) if match.is_over else ""
            )
            rows.append((match.title if match.title != last and not seat else "", one, ending))
        last = match.title
    return Grid(
        heading=visible(state.rules.name),
        about=visible(view.round_title(state)),
        columns=(tr("Bracket"), tr("Player"), tr("Result")),
        rows=tuple(rows),
        left=(0, 1),
    )


def standings_grid(state: TournamentState) -> Grid:
    """Return everyone's place, points and tie-breakers; at the end the final places."""
    rows = [
        (
            f"{place}.",
            standings_view.plain(state, row),
            str(row.points),
            standings_view.record(row),
            *(tie_value(one, row.ties[one]) for one in shown_ties(state.rules)),
        )
        for place, row in current_places(state)
    ]
    event = visible(state.rules.name)
    about = visible(view.kind(state) if state.rules.queue else view.round_title(state))
    won = champion(state) if state.over else None
    if won is not None:
        about = tr("{who} won the event.", who=_name(state, won))
    return Grid(
        heading=tr("{event}: final places", event=event)
        if state.over
        else tr("{league}: standings", league=event),
        about=about,
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
    """Return each table's remaining time in the last round; none for finished tables and those without a
    clock."""
    last = state.rounds[-1]
    known = await games.tournaments.queries.tables(state.tournament, len(state.rounds))
    times = list[str]()
    for table in last.tables:
        played = None if table in last.outcomes else known.get(table)
        there = None if played is None else await games.view(played.game)
        left = ""
        if there is not None and there.clock.round is not None and isinstance(there.table, Game):
            now = there.clock.moment(milliseconds(games.now()))
            left = timers.length(max(0, there.clock.round.ends - now))
        times.append(left)
    return times


def _ending(found: TableOutcome, player: Participant) -> str:
    """Return a table's outcome for one of its players, as a word."""
    return tr(ENDING_NAMES[ending_of(found, player)]) if not found.void else tr("void")


def pages_of(grid: Grid) -> Sequence[Grid]:
    """Return a table in as many pictures as it needs, up to a message's limit."""
    starts = range(0, min(len(grid.rows), MAX_PICTURES * PAIRINGS_ROWS), PAIRINGS_ROWS)
    return [replace(grid, rows=grid.rows[start : start + PAIRINGS_ROWS]) for start in starts]


def _name(state: TournamentState, number: Participant) -> str:
    player = state.players[number]
    return visible(player.name or view.entrant_name(player))


HANDLERS: Mapping[str, EventHandler] = {
    view.PAGE: give_event_link,
    view.STANDINGS: _turning(show_standings, _standings_page),
    standings_view.SHARE: _sharing(_standings_page),
    view.SEATING: _turning(show_pairings, _pairings_page),
    pairings_view.PAIRINGS_SHARE: _sharing(_pairings_page),
    standings_view.PICTURE: share_picture,
}
