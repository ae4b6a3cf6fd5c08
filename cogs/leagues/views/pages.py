"""The pages of a league in lines: what each kind of look finds, and where a page of it begins and ends."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from cogs.leagues.admin import forms
from cogs.leagues.admin import view as admin_view
from cogs.leagues.core import text
from cogs.leagues.views import audit, standings, tables
from cogs.leagues.views.look import LeagueView
from cogs.leagues.views.tables import PAGE
from cogs.text.language import tr, trn
from rules.leagues import statistics, validity
from rules.leagues.acts import EditLeague
from rules.leagues.result import PlayerNumber, Time
from rules.leagues.review import ResultState
from rules.leagues.state import LeagueState, Season
from rules.refusal import Refusal
from storage.leagues.leagues import Leagues
from storage.leagues.projections import season_of
from storage.leagues.sql import ResultFilter

AUDIT_PAGE = 10
FAVOURITES = 3
"""Commanders of a player that are shown."""


class Page(Struct, frozen=True):
    """A page's lines, and how many pages there are."""

    lines: Sequence[str]
    pages: int = 1
    page: int = 0


async def page_of(leagues: Leagues, state: LeagueState, look: LeagueView, now: Time) -> Page:
    """The page that is asked for; raises Refusal."""
    match look.what:
        case "standings":
            return await _standings(leagues, state, look, now)
        case "ratings":
            return await _ratings(leagues, state, look, now)
        case "player":
            return await _player(leagues, state, look, now)
        case "games":
            return await _games(leagues, state, look)
        case "commanders":
            return await _commanders(leagues, state, look, now)
        case "seats":
            return await _seats(leagues, state, look)
        case "records":
            found = await leagues.projections.look(state.league, statistics.records, look.scope)
            title = tables.heading(state, tr("records"), _season(state, look))
            return Page([title, *tables.records(state, found)])
        case "duel":
            meet = partial(statistics.head_to_head, one=look.player, other=look.other)
            found = await leagues.projections.look(state.league, meet, look.scope)
            return Page(tables.duel(state, look.player, look.other, found))
        case "rules":
            title = tables.heading(state, tr("rules"))
            return Page([title, *admin_view.rules(state), *forms.summary(state.rules)])
        case "audit":
            return await _audit(leagues, state, look)
        case "flags":
            return await _flags(leagues, state, look)
        case _:
            raise Refusal("settings_have_changed")


def _season(state: LeagueState, look: LeagueView) -> Season | None:
    return season_of(state, look.season) if look.season else None


async def _standings(leagues: Leagues, state: LeagueState, look: LeagueView, now: Time) -> Page:
    season = _season(state, look)
    if season is not None and season.ends is not None:
        total = len(season.table)
        page = tables.bounded(look.page, total)
        rows = standings.final(state, season, page * PAGE, (page + 1) * PAGE)
        title = tables.heading(state, tr("final standings"), season)
        return Page([title, *(rows or [tr("No one played this season.")])], tables.pages(total), page)
    rated = (await leagues.projections.ratings(state.league, look.scope)).at(now)
    table = await leagues.projections.standings(state.league, look.scope)
    total = len(table)
    page = tables.bounded(look.page, total)
    rows = table.rows(page * PAGE, (page + 1) * PAGE)
    lines = [standings.standing(state, row, rated.get(row.player), season) for row in rows]
    title = tables.heading(state, tr("standings"), season)
    nothing = tr("No confirmed results yet.") if state.rules.best_of == 1 else tr("No finished matches yet.")
    return Page(
        [title, *(lines or [nothing]), *standings.legend(state, total)],
        tables.pages(total),
        page,
    )


async def _ratings(leagues: Leagues, state: LeagueState, look: LeagueView, now: Time) -> Page:
    """Everybody by rating; who is provisional comes last and has no place."""
    known = (await leagues.projections.ratings(state.league, look.scope)).at(now)
    rules = state.rules.ratings
    rated = sorted(
        known.items() if rules.on else (),
        key=lambda one: (one[1].provisional(rules), -one[1].ordinal, one[0]),
    )
    page = tables.bounded(look.page, len(rated))
    ranked = [-rating.ordinal for _, rating in rated if not rating.provisional(rules)]
    lines = [tables.heading(state, tr("ratings"), _season(state, look))]
    lines += [
        standings.ranked(
            state,
            None if rating.provisional(rules) else 1 + bisect_left(ranked, -rating.ordinal),
            player,
            rating,
        )
        for player, rating in rated[page * PAGE : (page + 1) * PAGE]
    ] or [tr("Nothing to show.")]
    return Page(lines, tables.pages(len(rated)), page)


async def player_lines(
    leagues: Leagues, state: LeagueState, player: PlayerNumber, look: LeagueView, now: Time
) -> list[str]:
    """What there is to say about a player, in lines."""
    league, scope = state.league, look.scope
    rating = (await leagues.projections.ratings(league, scope)).at(now).get(player)
    row = (await leagues.projections.standings(league, scope)).row(player)
    if row is None:
        return [tr("{who} has no confirmed results yet.", who=text.bold(state, player))]
    lines = [standings.standing(state, row, rating, _season(state, look))]
    account = row.account
    lines.append(trn("{n} match", "{n} matches", account.matches))
    if account.kills:
        lines.append(tables.kills(account.kills))
    running = await leagues.projections.look(league, partial(statistics.streak_of, player=player), scope)
    lines.append(tables.streak(running))
    if rating is not None and state.rules.ratings.on:
        lines.append(standings.reckoned(rating))
    return [line for line in lines if line]


async def _player(leagues: Leagues, state: LeagueState, look: LeagueView, now: Time) -> Page:
    season, player = _season(state, look), look.player
    lines = [tables.heading(state, text.name(state, player), season)]
    lines += await player_lines(leagues, state, player, look, now)
    seats = await leagues.projections.look(state.league, partial(statistics.seats, player=player), look.scope)
    if seats:
        lines += tables.seats(seats)
    played = await leagues.projections.look(
        state.league, partial(statistics.commanders, player=player), look.scope
    )
    if played:
        lines.append(tr("**Commanders**"))
        lines += tables.commanders([*played.items()][:FAVOURITES], {}, state.rules)
    return Page(lines)


async def _games(leagues: Leagues, state: LeagueState, look: LeagueView) -> Page:
    season = _season(state, look)
    wanted = ResultFilter(
        states=(ResultState(look.state),) if look.state else (),
        player=look.player or None,
        since=season.starts if season is not None else None,
        until=season.ends if season is not None else None,
    )
    total = await leagues.results.count(state.league, wanted)
    page = tables.bounded(look.page, total)
    found = await leagues.results.newest(state.league, wanted, offset=page * PAGE, limit=PAGE)
    games = tr("{who}'s games", who=text.name(state, look.player)) if look.player else tr("games")
    lines = [tables.heading(state, games, season)]
    lines += [text.line(state, record) for record in found] or [tr("Nothing to show.")]
    return Page(lines, tables.pages(total), page)


async def _commanders(leagues: Leagues, state: LeagueState, look: LeagueView, now: Time) -> Page:
    ratings = (await leagues.projections.commanders(state.league, look.scope)).at(now)
    function = partial(statistics.commanders, player=look.player or None)
    found = [*(await leagues.projections.look(state.league, function, look.scope)).items()]
    page = tables.bounded(look.page, len(found), AUDIT_PAGE)
    shown = found[page * AUDIT_PAGE : (page + 1) * AUDIT_PAGE]
    lines = [tables.heading(state, tr("commanders"), _season(state, look))]
    lines += tables.commanders(shown, ratings, state.rules) or [tr("No commanders recorded yet.")]
    return Page(lines, tables.pages(len(found), AUDIT_PAGE), page)


async def _seats(leagues: Leagues, state: LeagueState, look: LeagueView) -> Page:
    function = partial(statistics.seats, player=look.player or None)
    found = await leagues.projections.look(state.league, function, look.scope)
    lines = [tables.heading(state, tr("seats"), _season(state, look))]
    lines += tables.seats(found) or [tr("No game with complete seating yet.")]
    return Page([*lines, tr("-# Wins–losses–draws by seat, in turn order.")])


async def _audit(leagues: Leagues, state: LeagueState, look: LeagueView) -> Page:
    total = state.entries if not look.result else AUDIT_PAGE * 100
    page = tables.bounded(look.page, total, AUDIT_PAGE)
    if look.result:
        found = await leagues.audit(state.league, result=look.result, limit=AUDIT_PAGE * 2)
        pages = 1
    else:
        before = state.entries - page * AUDIT_PAGE + 1
        found = await leagues.audit(state.league, before=before, limit=AUDIT_PAGE)
        pages = tables.pages(total, AUDIT_PAGE)
    title = tables.heading(state, tr("audit log, newest first"))
    before = {
        entry.number: await leagues.queries.rules_before(state.league, entry.number)
        for entry in found
        if isinstance(entry.act, EditLeague)
    }
    return Page(
        [title, *(audit.line(state, entry, before.get(entry.number)) for entry in found)], pages, page
    )


async def _flags(leagues: Leagues, state: LeagueState, look: LeagueView) -> Page:
    """What judges should look at: the same players meeting suspiciously often, the last time first."""
    found = await leagues.projections.look(state.league, partial(validity.all_flags, state.rules.fairness))
    page = tables.bounded(look.page, len(found), AUDIT_PAGE)
    shown = found[page * AUDIT_PAGE : (page + 1) * AUDIT_PAGE]
    lines = [tables.heading(state, tr("players who met suspiciously often"))]
    lines += [tables.flag(state, one) for one in shown] or [tr("Nothing to show.")]
    return Page(lines, tables.pages(len(found), AUDIT_PAGE), page)
