"""A league's results as feeds for other programs: JSON Feed 1.1 and Atom (RFC 4287)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Struct

from cogs.text.formatting import listed, unmarked
from cogs.text.language import spoken, tr
from cogs.text.leagues import text
from rules.leagues.result import Time
from rules.leagues.review import ResultState
from rules.leagues.state import LeagueState
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from web.leagues.results import shown_results
from web.leagues.view import LeaguePart, LeagueQuery
from web.pages.rendering import rendered

ITEMS = 30
"""Results in a feed, the last ones played."""
JSON_FEED = "https://jsonfeed.org/version/1.1"


class FeedItem(Struct, frozen=True):
    """Something that has happened in a league. ``id`` stays even if the address changes."""

    id: str
    address: str
    title: str
    lines: tuple[str, ...]
    published: str
    updated: str


class LeagueFeed(Struct, frozen=True):
    """A league's feed; ``home`` is the address of its page."""

    id: str
    title: str
    home: str
    language: str
    updated: str
    items: tuple[FeedItem, ...]


async def feed(leagues: Leagues, state: LeagueState, home: str, lang: str | None) -> LeagueFeed:
    """Return the latest items of a league, newest first, in the current language.

    ``state`` has the players' names; ``lang`` is the language in addresses, if any.
    """
    wanted = ResultFilter(states=(ResultState.CONFIRMED,))
    found = await leagues.results.newest(state.league, wanted, offset=0, limit=ITEMS)
    changed = await leagues.queries.changed(state.league, [one.number for one in found])
    dated = list[tuple[Time, FeedItem]]()
    for record in found:
        one = shown_results(state, record)
        view = LeagueQuery(shown=LeaguePart.RESULT, result=record.number)
        item = FeedItem(
            *(_id(state, f"result/{one.number}"), home + view.address(lang), one.outcome, one.details),
            *(_moment(one.played), _moment(max(one.played, changed.get(record.number, one.played)))),
        )
        dated.append((one.played, item))
    oldest = dated[-1][0] if len(found) == ITEMS else 0
    dated += [(when, item) for when, item in _seasons(state, home, lang) if when >= oldest]
    items = tuple(item for _, item in sorted(dated, key=lambda one: -one[0]))
    newest = max((one.updated for one in items), default=_moment(0))
    title = tr("{league}: results", league=state.rules.name)
    return LeagueFeed(_id(state, ""), title, home, spoken(), newest, items)


def json_feed(found: LeagueFeed, own: str) -> bytes:
    """Render a feed as JSON Feed 1.1; ``own`` is its address."""
    items = [
        {
            "id": one.id,
            "url": one.address,
            "title": one.title,
            "content_text": "\n".join([one.title, *one.lines]),
            "date_published": one.published,
            "date_modified": one.updated,
        }
        for one in found.items
    ]
    return msgspec.json.encode(
        {
            "version": JSON_FEED,
            "title": found.title,
            "home_page_url": found.home,
            "feed_url": own,
            "language": found.language,
            "authors": [{"name": "Arbiter"}],
            "items": items,
        }
    )


def as_atom(found: LeagueFeed, own: str) -> bytes:
    """Render a feed as Atom; ``own`` is its address."""
    return rendered("league_feed.xml", feed=found, own=own).encode()


def _seasons(state: LeagueState, home: str, lang: str | None) -> Sequence[tuple[Time, FeedItem]]:
    items = list[tuple[Time, FeedItem]]()
    for season in state.seasons:
        if season.ends is None:
            continue
        winners = [text.name(state, one.player) for one in season.table if one.place == 1]
        who = [unmarked(tr("{who} won the season.", who=listed(winners)))] if winners else []
        address = home + LeagueQuery(season=season.number).address(lang)
        final = tr("final standings")
        title = f"{season.name}: {final}"
        moment = _moment(season.ends)
        item = FeedItem(_id(state, f"season/{season.number}"), address, title, tuple(who), moment, moment)
        items.append((season.ends, item))
    return items


def _id(state: LeagueState, what: str) -> str:
    """Return a permanent, unique name of something in a league."""
    return uuid5(NAMESPACE_URL, f"arbiter/{state.guild}/{state.league}/{what}").urn


def _moment(when: Time) -> str:
    return datetime.fromtimestamp(when, UTC).isoformat().replace("+00:00", "Z")
