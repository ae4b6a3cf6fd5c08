"""The content of a league's page, rendered again after each commit in the league."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext

from cogs.text.language import speaking, tr
from cogs.text.leagues import tables, text
from rules.leagues.state import LeagueState, Season
from storage.events.publisher import Follower
from web.leagues import player, results, standings
from web.leagues.navigation import PageLink, PageLinks
from web.leagues.player import PlayerStatistics
from web.leagues.public import PublicLeagues
from web.leagues.rounds import LiveEvent, requested_event
from web.leagues.story import CountedStory, Story, story_facts, story_of
from web.leagues.view import LeaguePart, LeagueQuery
from web.live.feeds import PageParts
from web.pages.rendering import rendered

ROWS, RESULTS, NEWEST = 50, 30, 8
"""Rows of a page of standings, of results, and results beside other things."""


def _nothing() -> None:
    pass


class LeagueSource:
    """A part of a league's page in one language."""

    def __init__(self, public: PublicLeagues, state: LeagueState, view: LeagueQuery, language: str) -> None:
        self.remembers = False
        self.due: float | None = None
        self._public = public
        self._leagues = public.leagues
        self._league = state.league
        self._view = view
        self._language = language
        self._ways = PageLinks(view, language)
        self._live = LiveEvent(public.events, state.guild, view, self._ways)
        self._note: Follower = _nothing
        self._counted_to: int | None = None
        """The entry of the ledger up to which the slow parts were computed."""
        self._story: CountedStory | None = None
        self._statistics: PlayerStatistics | None = None

    @contextmanager
    def following(self, note: Follower) -> Generator[None]:
        """Call ``note`` during the block after each commit in the league, or in its displayed events."""
        self._note = note
        live = self._live.following(note) if self._view.shown is LeaguePart.EVENT else nullcontext()
        with self._leagues.committed.following(self._league, note), live:
            try:
                yield
            finally:
                self._note = _nothing  # else each would keep the other until garbage is collected

    async def parts(self) -> tuple[str, PageParts]:
        """Return the parts after the last commit; empty while the league has no page."""
        state = await self._public.find(self._league)
        with speaking(self._language):
            if state is None:
                return "0", dict.fromkeys(("head", "ways", "last", "shown", "beside"), "")
            if self._view.shown is LeaguePart.EVENT:
                return await self._event(state)
            season = self._view.season_in(state)
            head = rendered("league_head.html", about=_about(state, season), title=state.rules.name)
            events = bool(await self._public.events.latest(self._league, 1))
            ways = _ways(self._ways.parts(events=events), self._ways.seasons(state), tr("Seasons"))
            newest = await results.results(self._leagues, state, None, LeagueQuery(), 1)
            last = newest.results[0].outcome if newest.results else ""
            body = await self._shown(state, season)
            if self._counted_to is None:
                await self._count(state)
            beside = self._beside(state)
            parts = {"head": head, "ways": ways, "last": last, "shown": body, "beside": beside}
            return str(state.entries), parts

    async def _event(self, state: LeagueState) -> tuple[str, PageParts]:
        """Return an event after its last commit, and follow all changes at its tables."""
        events = self._public.events
        found = await events.latest(self._league)
        shown = requested_event(found, self._view)
        parts = {
            "head": rendered("league_head.html", about=(), title=state.rules.name),
            "ways": _ways(self._ways.parts(events=True), self._ways.events(found, shown), tr("Events")),
            **{"last": "", "shown": _lines(tr("Nothing to show."), []), "beside": ""},
        }
        if shown is None:
            return str(state.entries), parts
        named = await events.published(shown, state)
        parts["shown"], parts["last"] = await self._live.parts(named)
        return f"{state.entries}-{named.entries}", parts

    async def slow_parts(self) -> PageParts:
        """Return None, and restart the slow computations; their results appear with the next parts."""
        state = await self._public.find(self._league)
        if state is not None and await self._count(state):
            self._note()
        return {}

    async def _count(self, state: LeagueState) -> bool:
        """Compute a season's story or a player's statistics; return False if nothing is new."""
        if self._counted_to == state.entries:
            return False
        season, entries = self._view.season_in(state), state.entries
        if self._view.shown is LeaguePart.STORY:
            self._story = await story_facts(self._leagues, state, season)
        elif self._view.shown is LeaguePart.PLAYER:
            self._statistics = await player.statistics_of(self._leagues, state, season, self._view.player)
        self._counted_to = entries
        return self._view.shown in (LeaguePart.STORY, LeaguePart.PLAYER)

    def _beside(self, state: LeagueState) -> str:
        """Return the last results of the slow computations, with currently publishable names."""
        if self._statistics is not None:
            return _lines(tr("Statistics"), player.career_lines(state, self._statistics))
        if self._story is not None:
            return _story(story_of(state, self._view.season_in(state), self._story))
        return ""

    async def _shown(self, state: LeagueState, season: Season | None) -> str:
        view = self._view
        match view.shown:
            case LeaguePart.RESULTS:
                found = await results.results(self._leagues, state, season, view, RESULTS)
                return self._results(tr("Results"), found)
            case LeaguePart.RESULT:
                one = await results.public_result(self._leagues, state, view.result)
                return self._results(tr("Result {number}", number=view.result), _alone(one))
            case LeaguePart.PLAYER:
                return await self._player(state, season)
            case LeaguePart.STORY | LeaguePart.EVENT:
                return ""
            case LeaguePart.STANDINGS:
                return await self._standings(state, season)

    async def _standings(self, state: LeagueState, season: Season | None) -> str:
        found = await standings.standings_page(
            self._leagues, state, season, self._view.page, ROWS, self._public.moment()
        )
        table = rendered(
            "league_standings.html",
            title=tr("Standings"),
            found=found,
            link=self._ways.to_player,
            pages=self._ways.pages(found.page, found.pages),
            words={"player": tr("Player"), "place": tr("Place"), "none": tr("No confirmed results yet.")},
            legend=" · ".join(line.removeprefix("-# ") for line in tables.legend(state, found.total)),
        )
        newest = await results.results(self._leagues, state, season, LeagueQuery(), NEWEST)
        return table + self._results(tr("Latest results"), newest, paged=False)

    async def _player(self, state: LeagueState, season: Season | None) -> str:
        number = state.resolved(self._view.player)
        if number not in state.players:
            return _lines(tr("Nothing to show."), [])
        lines = await player.standing_lines(self._leagues, state, season, number, self._public.moment())
        found = await results.results(self._leagues, state, season, self._view, RESULTS)
        return _lines(text.plain_name(state, number), lines) + self._results(tr("Results"), found)

    def _results(self, title: str, found: results.ResultsPage, *, paged: bool = True) -> str:
        return rendered(
            "league_results.html",
            title=title,
            found=found,
            link=self._ways.to_result,
            pages=self._ways.pages(found.page, found.pages) if paged else (),
            none=tr("No confirmed results yet."),
        )


def _ways(parts: Sequence[PageLink], others: Sequence[PageLink], label: str) -> str:
    words = {"parts": tr("Parts of this page"), "others": label}
    return rendered("league_ways.html", parts=parts, others=others, words=words)


def _about(state: LeagueState, season: Season | None) -> list[str]:
    name = tr("All time") if season is None and state.seasons else "" if season is None else season.name
    closed = tr("final standings") if season is not None and season.ends is not None else ""
    archived = tr("archived") if state.archived else ""
    return [one for one in (name, closed, archived) if one]


def _alone(one: results.ShownResult | None) -> results.ResultsPage:
    return results.ResultsPage(() if one is None else (one,), 1, 1, 0 if one is None else 1)


def _lines(title: str, lines: list[str]) -> str:
    return rendered("league_lines.html", title=title, lines=lines)


def _story(found: Story) -> str:
    return rendered(
        "league_story.html",
        found=found,
        words={
            "story": tr("Story"),
            "records": tr("Records"),
            "points": tr("Points by week"),
            "none": tr("No confirmed results yet."),
        },
    )
