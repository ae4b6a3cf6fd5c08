"""The pages of a league in lines: what each kind of look finds, and where a page of it begins and ends."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cogs.leagues.admin import forms
from cogs.leagues.admin import view as admin_view
from cogs.leagues.core import text
from cogs.leagues.views import audit, standings, tables
from cogs.leagues.views.look import LeagueView
from cogs.leagues.views.tables import PAGE
from cogs.text.language import tr, trn
from rules.leagues import bests, fairness, statistics
from rules.leagues.acts import EditLeague
from rules.leagues.result import PlayerNumber, Time
from rules.leagues.review import ResultState
from rules.refusal import Refusal
from storage.leagues.leagues import Leagues
from storage.leagues.search import ResultFilter
from storage.leagues.seasons import season_of
from storage.leagues.values import LeagueState, Season

AUDIT_PAGE = 10
FAVOURITES = 3
"""Commanders of a player that are shown."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page's lines, and how many pages there are."""

    lines: Sequence[str]
    pages: int = 1
    page: int = 0


async def page_of(leagues: Leagues, head: LeagueState, look: LeagueView, now: Time) -> Page:
    """The page that is asked for; raises Refusal."""
    match look.what:
        case "standings":
            return await _standings(leagues, head, look, now)
        case "ratings":
            return await _ratings(leagues, head, look, now)
        case "player":
            return await _player(leagues, head, look, now)
        case "games":
            return await _games(leagues, head, look)
        case "commanders":
            return await _commanders(leagues, head, look, now)
        case "seats":
            return await _seats(leagues, head, look)
        case "records":
            found = await leagues.books.look(head.league, bests.records, look.scope)
            title = tables.heading(head, tr("records"), _season(head, look))
            return Page([title, *tables.records(head, found)])
        case "duel":
            meet = partial(statistics.head_to_head, one=look.player, other=look.other)
            found = await leagues.books.look(head.league, meet, look.scope)
            return Page(tables.duel(head, look.player, look.other, found))
        case "rules":
            title = tables.heading(head, tr("rules"))
            return Page([title, *admin_view.rules(head), *forms.summary(head.rules)])
        case "audit":
            return await _audit(leagues, head, look)
        case "flags":
            return await _flags(leagues, head, look)
        case _:
            raise Refusal("settings_have_changed")


def _season(head: LeagueState, look: LeagueView) -> Season | None:
    return season_of(head, look.season) if look.season else None


async def _standings(leagues: Leagues, head: LeagueState, look: LeagueView, now: Time) -> Page:
    season = _season(head, look)
    if season is not None and season.ends is not None:
        total = len(season.table)
        page = tables.bounded(look.page, total)
        rows = standings.final(head, season, page * PAGE, (page + 1) * PAGE)
        title = tables.heading(head, tr("final standings"), season)
        return Page([title, *(rows or [tr("No one played this season.")])], tables.pages(total), page)
    rated = (await leagues.books.ratings(head.league, look.scope)).at(now)
    table = await leagues.books.standings(head.league, look.scope)
    total = len(table)
    page = tables.bounded(look.page, total)
    rows = table.rows(page * PAGE, (page + 1) * PAGE)
    lines = [standings.standing(head, row, rated.get(row.player), season) for row in rows]
    title = tables.heading(head, tr("standings"), season)
    nothing = tr("No confirmed results yet.") if head.rules.best_of == 1 else tr("No finished matches yet.")
    return Page(
        [title, *(lines or [nothing]), *standings.legend(head, total)],
        tables.pages(total),
        page,
    )


async def _ratings(leagues: Leagues, head: LeagueState, look: LeagueView, now: Time) -> Page:
    """Everybody by rating; who is provisional comes last and has no place."""
    known = (await leagues.books.ratings(head.league, look.scope)).at(now)
    rules = head.rules.ratings
    rated = sorted(
        known.items() if rules.on else (),
        key=lambda one: (one[1].provisional(rules), -one[1].ordinal, one[0]),
    )
    page = tables.bounded(look.page, len(rated))
    ranked = [-rating.ordinal for _, rating in rated if not rating.provisional(rules)]
    lines = [tables.heading(head, tr("ratings"), _season(head, look))]
    lines += [
        standings.ranked(
            head,
            None if rating.provisional(rules) else 1 + bisect_left(ranked, -rating.ordinal),
            player,
            rating,
        )
        for player, rating in rated[page * PAGE : (page + 1) * PAGE]
    ] or [tr("Nothing to show.")]
    return Page(lines, tables.pages(len(rated)), page)


async def player_lines(
    leagues: Leagues, head: LeagueState, player: PlayerNumber, look: LeagueView, now: Time
) -> list[str]:
    """What there is to say about a player, in lines."""
    league, scope = head.league, look.scope
    rating = (await leagues.books.ratings(league, scope)).at(now).get(player)
    row = (await leagues.books.standings(league, scope)).row(player)
    if row is None:
        return [tr("{who} has no confirmed results yet.", who=text.bold(head, player))]
    lines = [standings.standing(head, row, rating, _season(head, look))]
    account = row.account
    lines.append(trn("{n} match", "{n} matches", account.matches))
    if account.kills:
        lines.append(tables.kills(account.kills))
    running = await leagues.books.look(league, partial(bests.streak_of, player=player), scope)
    lines.append(tables.streak(running))
    if rating is not None and head.rules.ratings.on:
        lines.append(standings.reckoned(rating))
    return [line for line in lines if line]


async def _player(leagues: Leagues, head: LeagueState, look: LeagueView, now: Time) -> Page:
    season, player = _season(head, look), look.player
    lines = [tables.heading(head, text.name(head, player), season)]
    lines += await player_lines(leagues, head, player, look, now)
    seats = await leagues.books.look(head.league, partial(statistics.seats, player=player), look.scope)
    if seats:
        lines += tables.seats(seats)
    played = await leagues.books.look(head.league, partial(statistics.commanders, player=player), look.scope)
    if played:
        lines.append(tr("**Commanders**"))
        lines += tables.commanders([*played.items()][:FAVOURITES], {}, head.rules)
    return Page(lines)


async def _games(leagues: Leagues, head: LeagueState, look: LeagueView) -> Page:
    season = _season(head, look)
    wanted = ResultFilter(
        states=(ResultState(look.state),) if look.state else (),
        player=look.player or None,
        since=season.starts if season is not None else None,
        until=season.ends if season is not None else None,
    )
    total = await leagues.search.count(head.league, wanted)
    page = tables.bounded(look.page, total)
    found = await leagues.search.newest(head.league, wanted, offset=page * PAGE, limit=PAGE)
    games = tr("{who}'s games", who=text.name(head, look.player)) if look.player else tr("games")
    lines = [tables.heading(head, games, season)]
    lines += [text.line(head, record) for record in found] or [tr("Nothing to show.")]
    return Page(lines, tables.pages(total), page)


async def _commanders(leagues: Leagues, head: LeagueState, look: LeagueView, now: Time) -> Page:
    ratings = (await leagues.books.commanders(head.league, look.scope)).at(now)
    function = partial(statistics.commanders, player=look.player or None)
    found = [*(await leagues.books.look(head.league, function, look.scope)).items()]
    page = tables.bounded(look.page, len(found), AUDIT_PAGE)
    shown = found[page * AUDIT_PAGE : (page + 1) * AUDIT_PAGE]
    lines = [tables.heading(head, tr("commanders"), _season(head, look))]
    lines += tables.commanders(shown, ratings, head.rules) or [tr("No commanders recorded yet.")]
    return Page(lines, tables.pages(len(found), AUDIT_PAGE), page)


async def _seats(leagues: Leagues, head: LeagueState, look: LeagueView) -> Page:
    function = partial(statistics.seats, player=look.player or None)
    found = await leagues.books.look(head.league, function, look.scope)
    lines = [tables.heading(head, tr("seats"), _season(head, look))]
    lines += tables.seats(found) or [tr("No game with complete seating yet.")]
    return Page([*lines, tr("-# Wins–losses–draws by seat, in turn order.")])


async def _audit(leagues: Leagues, head: LeagueState, look: LeagueView) -> Page:
    total = head.entries if not look.result else AUDIT_PAGE * 100
    page = tables.bounded(look.page, total, AUDIT_PAGE)
    if look.result:
        found = await leagues.audit(head.league, result=look.result, limit=AUDIT_PAGE * 2)
        pages = 1
    else:
        before = head.entries - page * AUDIT_PAGE + 1
        found = await leagues.audit(head.league, before=before, limit=AUDIT_PAGE)
        pages = tables.pages(total, AUDIT_PAGE)
    title = tables.heading(head, tr("audit log, newest first"))
    before = {
        entry.number: await leagues.rules_before(head.league, entry.number)
        for entry in found
        if isinstance(entry.act, EditLeague)
    }
    return Page([title, *(audit.line(head, entry, before.get(entry.number)) for entry in found)], pages, page)


async def _flags(leagues: Leagues, head: LeagueState, look: LeagueView) -> Page:
    """What judges should look at: the same players meeting suspiciously often, the last time first."""
    found = await leagues.books.look(head.league, partial(fairness.all_flags, head.rules.fairness))
    page = tables.bounded(look.page, len(found), AUDIT_PAGE)
    shown = found[page * AUDIT_PAGE : (page + 1) * AUDIT_PAGE]
    lines = [tables.heading(head, tr("players who met suspiciously often"))]
    lines += [tables.flag(head, one) for one in shown] or [tr("Nothing to show.")]
    return Page(lines, tables.pages(len(found), AUDIT_PAGE), page)
