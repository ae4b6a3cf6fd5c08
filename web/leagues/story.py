"""A season's story: its weeks, its records, and how the points of the best went."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from msgspec import Struct

from cogs.text.formatting import listed, unmarked
from cogs.text.language import tr, trn
from cogs.text.leagues import tables, text
from rules.leagues import bests
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeagueState, Season
from rules.leagues.story import StoryWeek, story
from storage.leagues.leagues import Leagues
from web.leagues.chart import points_chart
from web.leagues.results import day_of
from web.watch.chart import Chart

DRAWN_PLAYERS = 6
"""Players whose points are drawn."""
NAMED_LEADERS = 3
"""How many leaders are named; more are counted."""


class Story(Struct, frozen=True):
    """The weeks, the last one first, the records, and the picture, if there is one, with its description."""

    weeks: tuple[str, ...]
    records: tuple[str, ...]
    chart: Chart | None
    label: str


class CountedStory(Struct, frozen=True):
    """The facts of a story, without names."""

    followed: Sequence[PlayerNumber]
    weeks: Sequence[StoryWeek]
    records: bests.Bests


async def story_facts(leagues: Leagues, state: LeagueState, season: Season | None) -> CountedStory:
    """Return the facts for the story of a season, or of all time."""
    scope = None if season is None else season.number
    table = await leagues.projections.standings(state.league, scope)
    followed = [row.player for row in table.rows(0, DRAWN_PLAYERS)]
    carried = dict(state.adjusted(season))
    for one in () if season is None else season.carried:
        carried[one.player] = carried.get(one.player, Fraction(0)) + one.points
    look = partial(leagues.projections.look, state.league, season=scope)
    weeks = await look(partial(story, league=state.rules, carried=carried, watched=followed))
    return CountedStory(followed, weeks, await look(bests.records))


def story_of(state: LeagueState, season: Season | None, found: CountedStory) -> Story:
    """Return a story in words; ``state`` has the players' names."""
    records = tuple(unmarked(line) for line in tables.bests(state, found.records)) if found.weeks else ()
    names = [text.plain_name(state, player) for player in found.followed]
    label = tr("{league}: points by week", league=state.rules.name)
    weeks = tuple(_weeks(state, season, found.weeks))
    return Story(weeks, records, points_chart(names, found.weeks), label)


def _weeks(state: LeagueState, season: Season | None, weeks: Sequence[StoryWeek]) -> list[str]:
    lines, before = list[str](), tuple[PlayerNumber, ...]()
    for week in weeks:
        games = trn("{n} game", "{n} games", week.games)
        shown = [tr("Week of {day}: {games}.", day=day_of(week.starts), games=games)]
        if week.leaders:
            shown.append(_lead(state, week, same=tuple(week.leaders) == before))
        before = tuple(week.leaders)
        lines.append(" ".join(shown))
    if season is not None and season.ends is not None:
        winners = [one.player for one in season.table if one.place == 1]
        who = listed(text.name(state, one) for one in winners)
        lines += [tr("{who} won the season.", who=who)] if winners else []
    return [unmarked(line) for line in reversed(lines)]


def _lead(state: LeagueState, week: StoryWeek, *, same: bool) -> str:
    points = text.points_with_unit(week.points)
    if len(week.leaders) > NAMED_LEADERS:
        return trn(
            "{n} player shares the lead with {points}.",
            "{n} players share the lead with {points}.",
            len(week.leaders),
            points=points,
        )
    who = listed(text.name(state, one) for one in week.leaders)
    if same:
        return tr("Still in the lead: {who}, {points}.", who=who, points=points)
    return tr("In the lead now: {who}, {points}.", who=who, points=points)
