"""The pages of a league: standings, players, games, statistics, rules and the audit log.

A message shows a page to one person, is kept up to date in a channel, or announces the end of a season.
"""

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

import discord
from msgspec import Struct
from msgspec.structs import replace

from cogs.core.components import Button, button, rows
from cogs.leagues.core.components import NO_SEASON, PAGE_COLOR, LeagueCustomId, PageId, framed_text
from cogs.leagues.views import audit, columns, forms, panel, teams
from cogs.text.formatting import listed
from cogs.text.language import mark, tr, trn
from cogs.text.leagues import tables, text
from rules.leagues import bests, statistics, validity
from rules.leagues.acts.league import CloseSeason, EditLeague
from rules.leagues.matches import NumberedResult
from rules.leagues.replays.ratings import Rating
from rules.leagues.result import PlayerNumber, Time
from rules.leagues.review import ResultState
from rules.leagues.standings import StandingsLine
from rules.leagues.state import FinalStanding, LeagueState, Season
from rules.leagues.tally import Claims
from rules.refusal import Refusal
from storage.cards.catalog import CommanderCatalog
from storage.leagues.leagues import Leagues
from storage.leagues.projections import season_of
from storage.leagues.queries import ResultFilter
from storage.workers.slices import pause

T = TypeVar("T")
Projection: TypeAlias = Callable[[Sequence[NumberedResult], Claims], T]

LEAGUE_PAGE_ROWS = 15
"""Rows of a page."""
LONG_ROWS = 10
"""Rows of a page whose rows are long."""
NO_COMMANDERS = mark("No commanders recorded yet.")
NO_COLORS = mark("No color data for these commanders. The bot's owner can install card names.")
MAX_FAVORITES = 3
"""Commanders shown on a player's page."""


class Page(Struct, frozen=True):
    """A page's lines, its number counted from 0, and the number of pages."""

    lines: Sequence[str]
    page: int = 0
    pages: int = 1


class PageReader:
    """Reads one page of a league."""

    def __init__(
        self, leagues: Leagues, cards: CommanderCatalog, state: LeagueState, wanted: PageId, now: Time
    ) -> None:
        self._leagues, self._state, self._wanted, self._now = leagues, state, wanted, now
        self._cards = cards
        self._season: Season | None = season_of(state, wanted.season) if wanted.season else None

    async def standings(self) -> Page:
        """Return the standings in columns, or the final table of a closed season."""
        return await self._standings(partial(columns.block, self._state))

    async def details(self) -> Page:
        """Return the standings with all numbers: also byes, tie-breakers, ratings, and points carried over
        or given by judges."""
        rated = await self._ratings()

        def line(row: StandingsLine | FinalStanding) -> str:
            if isinstance(row, FinalStanding):
                return tables.final_row(self._state, row)
            return tables.standing_row(self._state, row, rated.get(row.player), self._season)

        return await self._standings(lambda rows: [line(row) for row in rows])

    async def _standings(
        self, shown: Callable[[Sequence[StandingsLine] | Sequence[FinalStanding]], list[str]]
    ) -> Page:
        state, season = self._state, self._season
        if season is not None and season.ends is not None:
            page, pages = self._bounded(len(season.table))
            lines = shown(season.table[slice(*self._rows(len(season.table)))])
            title, nothing = self._title(tr("final standings")), tr("No one played this season.")
            return Page([title, *(lines or [nothing])], page, pages)
        await pause()  # others have a turn in a league of thousands
        table = await self._leagues.projections.standings(
            state.league, self._wanted.scope, lambda table: table.breaking_ties(*self._rows(len(table)))
        )
        page, pages = self._bounded(len(table))
        lines = shown(table.rows(*self._rows(len(table))))
        if not lines:
            single = state.rules.best_of == 1
            lines = [tr("No confirmed results yet.") if single else tr("No finished matches yet.")]
        legend = tables.legend(state, len(table))
        return Page([self._title(tr("standings")), *lines, *legend], page, pages)

    async def ratings(self) -> Page:
        """Return players by rating; players with a provisional one come last and have no place."""
        rules = self._state.rules.ratings
        rated = sorted(
            (await self._ratings()).items() if rules.on else (),
            key=lambda one: (one[1].provisional(rules), -one[1].ordinal, one[0]),
        )
        ranked = [-rating.ordinal for _, rating in rated if not rating.provisional(rules)]
        rows = [
            (None if one.provisional(rules) else 1 + bisect_left(ranked, -one.ordinal), player, one)
            for player, one in rated
        ]
        nothing = tr("Nothing to show.")
        return self._paged(tr("ratings"), rows, lambda row: tables.ranked(self._state, *row), nothing)

    async def teams(self) -> Page:
        """Return the league's teams by their members' total points."""
        state, season = self._state, self._season
        if season is not None and season.ends is not None:
            points = {one.player: one.points for one in season.table}
        else:
            table = await self._leagues.projections.standings(state.league, self._wanted.scope)
            members = {state.resolved(one) for team in state.teams for one in team.members}
            points = {one: table.points(one) for one in members}
        nothing = tr("No teams yet. Judges make them with `/league team`.")
        return self._paged(tr("teams"), teams.team_rows(state, points), str, nothing)

    async def player_lines(self, player: PlayerNumber) -> list[str]:
        """Return a player's standing, rating and streak, in lines."""
        state, rating = self._state, (await self._ratings()).get(player)
        standings = await self._leagues.projections.standings(
            state.league, self._wanted.scope, lambda table: table.breaking_ties_of(player)
        )
        row = standings.row(player)
        if row is None:
            return [tr("{who} has no confirmed results yet.", who=text.bold_player(state, player))]
        lines = [tables.standing_row(state, row, rating, self._season)]
        lines.append(trn("{n} match", "{n} matches", row.account.matches))
        if row.account.kills:
            lines.append(tables.kill_count(row.account.kills))
        lines.append(tables.streak(await self._projected(partial(statistics.streak_of, player=player))))
        if rating is not None and state.rules.ratings.on:
            lines.append(tables.reckoned(rating))
        return [line for line in lines if line]

    async def player(self) -> Page:
        """Return a player's standing, seats and favorite commanders."""
        player = self._wanted.player
        lines = [self._title(text.name(self._state, player)), *await self.player_lines(player)]
        lines += tables.seat_scores(await self._projected(partial(statistics.scores_by_seat, player=player)))
        lines += tables.mulligans(await self._projected(partial(statistics.by_mulligans, player=player)))
        lines += tables.bracket_scores(await self._projected(partial(statistics.by_bracket, player=player)))
        played = await self._projected(partial(statistics.commanders, player=player))
        if played:
            lines.append(tr("**Commanders**"))
            favorites = [*played.items()][:MAX_FAVORITES]
            identity = self._cards.color_identity
            lines += [tables.commander_row(one, self._state.rules, {}, identity) for one in favorites]
        return Page(lines)

    async def games(self) -> Page:
        """Return results, newest first, optionally of a player or a status."""
        state, wanted, season = self._state, self._wanted, self._season
        filtered = ResultFilter(
            states=(ResultState(wanted.state),) if wanted.state else (),
            player=wanted.player or None,
            since=season.starts if season is not None else None,
            until=season.ends if season is not None else None,
        )
        page, pages = self._bounded(await self._leagues.results.count(state.league, filtered))
        found = await self._leagues.results.newest(
            state.league, filtered, offset=page * LEAGUE_PAGE_ROWS, limit=LEAGUE_PAGE_ROWS
        )
        games = tr("{who}'s games", who=text.name(state, wanted.player)) if wanted.player else tr("games")
        lines = [text.result_line(state, record) for record in found] or [tr("Nothing to show.")]
        return Page([self._title(games), *lines], page, pages)

    async def commanders(self) -> Page:
        """Return a page of commanders' win rates, for one player or all."""
        league, scope = self._state.league, self._wanted.scope
        ratings = (await self._leagues.projections.commanders(league, scope)).at(self._now)
        found = await self._projected(partial(statistics.commanders, player=self._wanted.player or None))
        line = partial(
            tables.commander_row,
            rules=self._state.rules,
            ratings=ratings,
            identity=self._cards.color_identity,
        )
        return self._paged(tr("commanders"), [*found.items()], line, tr(NO_COMMANDERS), LONG_ROWS)

    async def colors(self) -> Page:
        """Return a page of win rates by color identity, for one player or all."""
        records = await self._projected(partial(statistics.commanders, player=self._wanted.player or None))
        found = statistics.by_colors(records, self._cards.color_identity)
        nothing = tr(NO_COLORS) if records else tr(NO_COMMANDERS)
        return self._paged(tr("color identities"), [*found.items()], tables.color_row, nothing)

    async def seats(self) -> Page:
        """Return a page of win rates by seat and by number of mulligans, for one player or all."""
        player = self._wanted.player or None
        found = await self._projected(partial(statistics.scores_by_seat, player=player))
        lines = tables.seat_scores(found) or [tr("No game with complete seating yet.")]
        taken = await self._projected(partial(statistics.by_mulligans, player=player))
        legend = tr("-# Wins–losses–draws by seat, in turn order.")
        return Page([self._title(tr("seats")), *lines, *tables.mulligans(taken), legend])

    async def brackets(self) -> Page:
        """Return a page of win rates by the bracket of the deck, for one player or all."""
        found = await self._projected(partial(statistics.by_bracket, player=self._wanted.player or None))
        lines = tables.bracket_scores(found) or [tr("No brackets recorded yet.")]
        return Page([self._title(tr("brackets")), *lines])

    async def records(self) -> Page:
        """Return the records: streaks, the quickest win and the like."""
        found = await self._projected(bests.records)
        return Page([self._title(tr("records")), *tables.bests(self._state, found)])

    async def duel(self) -> Page:
        """Return two players' games against each other."""
        one, other = self._wanted.player, self._wanted.other
        found = await self._projected(partial(statistics.head_to_head, one=one, other=other))
        return Page(tables.head_to_head_lines(self._state, one, other, found))

    async def rules(self) -> Page:
        """Return a summary of what counts and how it is scored."""
        summary = forms.form_summary(self._state.rules)
        return Page([self._title(tr("rules")), *panel.rules(self._state), *summary])

    async def audit(self) -> Page:
        """Return a page of the ledger, newest first, or of the acts on one result."""
        state, result = self._state, self._wanted.result
        page, pages = (0, 1) if result else self._bounded(state.entries, LONG_ROWS)
        if result:
            found = await self._leagues.audit(state.league, result=result, limit=LONG_ROWS * 2)
        else:
            before = state.entries - page * LONG_ROWS + 1
            found = await self._leagues.audit(state.league, before=before, limit=LONG_ROWS)
        rules_before = {
            entry.number: await self._leagues.queries.rules_before(state.league, entry.number)
            for entry in found
            if isinstance(entry.act, EditLeague)
        }
        lines = [audit.ledger_line(state, entry, rules_before.get(entry.number)) for entry in found]
        return Page([self._title(tr("audit log, newest first")), *lines], page, pages)

    async def flags(self) -> Page:
        """Return players who met suspiciously often, for judges, the latest first."""
        found = await self._projected(partial(validity.all_flags, self._state.rules.fairness))
        title, nothing = tr("suspiciously frequent matchups"), tr("Nothing to show.")
        return self._paged(title, found, partial(tables.flag, self._state), nothing, LONG_ROWS)

    def _title(self, what: str) -> str:
        return tables.page_heading(self._state, what, self._season)

    async def _ratings(self) -> Mapping[PlayerNumber, Rating]:
        league, scope = self._state.league, self._wanted.scope
        return (await self._leagues.projections.ratings(league, scope)).at(self._now)

    async def _projected(self, function: Projection[T]) -> T:
        return await self._leagues.projections.look(self._state.league, function, self._wanted.scope)

    def _bounded(self, total: int, size: int = LEAGUE_PAGE_ROWS) -> tuple[int, int]:
        """Return the existing page nearest to the requested one, and the number of pages."""
        pages = max(1, -(-total // size))
        return min(max(self._wanted.page, 0), pages - 1), pages

    def _rows(self, total: int) -> tuple[int, int]:
        """Return the indexes of the shown page's first row and its end."""
        page, _ = self._bounded(total)
        return page * LEAGUE_PAGE_ROWS, (page + 1) * LEAGUE_PAGE_ROWS

    def _paged(
        self,
        title: str,
        found: Sequence[T],
        line: Callable[[T], str],
        nothing: str,
        size: int = LEAGUE_PAGE_ROWS,
    ) -> Page:
        """Return a page with as many rows as fit, or a line that says there are none."""
        page, pages = self._bounded(len(found), size)
        shown = [line(one) for one in found[page * size : (page + 1) * size]]
        return Page([self._title(title), *(shown or [nothing])], page, pages)


PAGE_READERS: Mapping[str, Callable[[PageReader], Awaitable[Page]]] = {
    read.__name__: read
    for read in (
        *(PageReader.standings, PageReader.ratings, PageReader.player, PageReader.games),
        *(PageReader.commanders, PageReader.colors, PageReader.seats, PageReader.records),
        *(PageReader.duel, PageReader.rules, PageReader.audit, PageReader.flags, PageReader.teams),
        *(PageReader.details, PageReader.brackets),
    )
}
"""Readers of each kind of page; the keys are part of custom_ids and never change."""
OTHER_LOOK: Mapping[str, tuple[str, str]] = {
    "standings": (mark("All numbers"), "details"),
    "details": (mark("Table view"), "standings"),
}
"""The button for another view of the same page, and that page's kind."""


async def requested_page(
    leagues: Leagues, cards: CommanderCatalog, state: LeagueState, wanted: PageId, now: Time
) -> Page:
    """Return the requested page; raises Refusal."""
    if wanted.what not in PAGE_READERS:
        raise Refusal("settings_have_changed")
    return await PAGE_READERS[wanted.what](PageReader(leagues, cards, state, wanted, now))


async def page_message(
    leagues: Leagues,
    cards: CommanderCatalog,
    state: LeagueState,
    wanted: PageId,
    now: Time,
    *,
    private: bool = True,
) -> discord.ui.LayoutView:
    """Return the message with one page; a private one has a button to show it to everyone."""
    page = await requested_page(leagues, cards, state, wanted, now)
    buttons: list[Button] = []
    lines = list(page.lines)
    if page.pages > 1:
        last = page.page + 1 == page.pages
        buttons.append(_turn(tr("Previous"), state, wanted, page.page - 1, disabled=page.page == 0))
        buttons.append(_turn(tr("Next"), state, wanted, page.page + 1, disabled=last))
        lines.append(tr("-# Page {page} of {pages}", page=page.page + 1, pages=page.pages))
    if wanted.what in OTHER_LOOK:
        label, other = OTHER_LOOK[wanted.what]
        buttons.append(button(tr(label), replace(wanted, what=other).custom_id("look", state.league)))
    if private and wanted.what not in ("audit", "flags"):
        buttons.append(button(tr("Show everyone"), wanted.custom_id("share", state.league)))
    return framed_text("\n".join(lines), *rows(*buttons), color=PAGE_COLOR)


def _turn(label: str, state: LeagueState, wanted: PageId, number: int, *, disabled: bool) -> Button:
    """Return a button to another page; one before the first is disabled, but has a custom_id."""
    verb = "look" if number >= 0 else "none"
    target = replace(wanted, page=max(number, 0))
    return button(label, target.custom_id(verb, state.league), disabled=disabled)


async def board(leagues: Leagues, state: LeagueState, now: Time) -> discord.ui.LayoutView:
    """Return a channel's message with the current standings."""
    wanted = PageId("standings", season=state.latest or NO_SEASON)
    page = await requested_page(leagues, CommanderCatalog(), state, wanted, now)
    more = tr("-# Updates automatically. For the full standings, use `/league standings`.")
    changed = tr("-# As of {when}", when=text.moment(now, "f"))
    return framed_text("\n".join([*page.lines, changed, more]), color=PAGE_COLOR)


def final_table(state: LeagueState, closed: CloseSeason, *, remembered: bool) -> discord.ui.LayoutView:
    """Return the message with the final table with which a season was closed; if it is ``remembered`` for
    anything, with a button to its awards."""
    awards = button(tr("Season awards"), LeagueCustomId("awards", state.league, closed.season))
    below = rows(awards) if remembered else []
    return framed_text(final_standings(state, closed), *below, color=PAGE_COLOR)


def final_standings(state: LeagueState, closed: CloseSeason) -> str:
    """Return a closed season's final table, in words."""
    table = columns.block(state, closed.table[:LEAGUE_PAGE_ROWS])
    first = [one.player for one in closed.table if one.place == 1]
    lines = [tables.page_heading(state, tr("final standings"), state.seasons[closed.season - 1])]
    if first:
        who = listed(text.bold_player(state, one) for one in first)
        lines.append(tr("{who} won the season.", who=who))
    return "\n".join([*lines, *(table or [tr("No one played this season.")])])
