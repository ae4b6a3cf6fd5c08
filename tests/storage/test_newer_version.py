"""One value more than this version knows, as beside a newer version or after going back from one.

What depends on it can't be entered before it can be read, and then goes on; everything else does meanwhile.
"""

import json
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from rules.game.parts import GameId
from rules.leagues.league import Tiebreaker, TieRules
from rules.leagues.result import LeagueId
from rules.refusal import Refusal
from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentId, TournamentPlay, TournamentRules
from storage.engine.database import Database
from storage.events.codec import Unreadable
from storage.games.games import Games, Location
from storage.links import LinkPurpose
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from storage.tournaments.change import TournamentChange
from storage.tournaments.repeating import (
    MAX_SERIES,
    MAX_TEMPLATES,
    EventTemplates,
    RepeatedEvents,
    Repetition,
)
from tests.crash.compactor import compact
from tests.storage.leagues.people import ANA, BEN, JUDGE, OPEN, by, found, points, won
from tests.storage.table import LIFE, PLACE, ana_has, deal, lose, request
from tests.support.games import following

OTHER = Location(channel=200, guild=1)
NEWER = "of a newer version"
EXCHANGED = "UPDATE {table} SET {column} = replace({column}, ?, ?) WHERE {about} = ?"

ENTRIES = {
    "an event": ("entry", "events", "game", "LifeLost"),
    "a format": ("entry", "events", "game", "free_for_all"),
    "an edition": ("entry", "events", "game", "current"),
    "an action": ("entry", "action", "game", "LoseLife"),
    "tie-breakers": ("league", "rules", "id", Tiebreaker.GAME_WINS.value),
    "an act of a league": ("league_entry", "act", "league", "CreateLeague"),
    "an act of an event": ("tournament_entry", "act", "tournament", "CreateTournament"),
    "a way to play": ("tournament_entry", "act", "tournament", TournamentPlay.DUELS.value),
}
"""What stands in a table's column about a stream, in place of which a newer version has something else."""


class World:
    """A game, a league and an event that a newer version has written in, and another one of each."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = Games(database)

    async def begin(self) -> None:
        self.tables = [await deal(self.games, place) for place in (PLACE, OTHER)]
        rules = replace(OPEN, ties=TieRules(order=(Tiebreaker.GAME_WINS,)))
        self.leagues = [await found(self.games.leagues, replace(rules, name=name)) for name in ("A", "B")]
        self.events = [await self.event(place) for place in (PLACE, OTHER)]
        for number in range(2):
            await self.enter(number)

    async def event(self, place: Location) -> TournamentId:
        rules = TournamentRules(name="Friday", play=TournamentPlay.DUELS)
        return (await self.games.tournaments.create(place, by(JUDGE), rules)).tournament

    async def lose(self, game: GameId) -> None:
        await self.games.act(game, request(), lose())

    async def report(self, league: LeagueId) -> None:
        await self.games.leagues.results.report(league, by(JUDGE), won(ANA, BEN), judge=True)

    async def sign_up(self, event: TournamentId) -> None:
        asked = by(ANA)

        def join(change: TournamentChange) -> None:
            change.add(SignUp(player=change.number((None, f"Guest {asked.interaction}"))))

        await self.games.tournaments.change(event, asked, join)

    def acts(self, number: int) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return what is entered in the first or the second of each kind."""
        return {
            "entry": lambda: self.lose(self.tables[number]),
            "league": lambda: self.report(self.leagues[number]),
            "league_entry": lambda: self.report(self.leagues[number]),
            "tournament_entry": lambda: self.sign_up(self.events[number]),
        }

    async def enter(self, number: int) -> None:
        acts = self.acts(number)
        for table in ("entry", "league", "tournament_entry"):
            await acts[table]()

    async def counts(self, number: int) -> tuple[int, str, int]:
        """Return the life lost, Ana's points and the guests signed up in the first or second of each kind."""
        told = await points(self.games.leagues, self.leagues[number])
        state = await self.games.tournaments.state(self.events[number])
        lost = LIFE - await ana_has(self.games, self.tables[number])
        return lost, told["Ana"], len(state.players)

    async def exchange(self, of: str, was: str, now: str) -> None:
        """Put other values in the place of those of the first of a kind, as another process."""
        table, column, about, _ = ENTRIES[of]
        numbers = {"game": self.tables, "league": self.leagues, "id": self.leagues, "tournament": self.events}
        number = numbers[about][0]
        sql = EXCHANGED.format(table=table, column=column, about=about)
        await self.database.write((sql, (was, now, number)))
        self.games = Games(self.database)

    async def everything(self) -> list[list[tuple[object, ...]]]:
        tables = ("entry", "league_entry", "league_result", "tournament_entry", "tournament_player")
        rows = [await self.database.fetch(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]
        return [[tuple(row) for row in one] for one in rows]


@pytest.fixture
async def world(database: Database) -> World:
    world = World(database)
    await world.begin()
    return world


@pytest.mark.parametrize("of", ENTRIES)
async def test_nothing_is_entered_that_cannot_be_read_and_all_goes_on_afterwards(
    world: World, of: str
) -> None:
    table, _, _, known = ENTRIES[of]
    await world.exchange(of, known, NEWER)
    before = await world.everything()
    with pytest.raises(Unreadable):
        await world.acts(0)[table]()
    assert await world.everything() == before
    await world.enter(1)
    assert await world.counts(1) == (2, "6", 2)
    await world.exchange(of, NEWER, known)
    await world.enter(0)
    assert await world.counts(0) == (2, "6", 2)


async def test_who_follows_a_newer_process_shows_what_it_can_read(world: World) -> None:
    async with following(world.database) as pages:
        assert await ana_has(pages, world.tables[0]) == LIFE - 1
        await world.lose(world.tables[0])
        await world.exchange("an event", "LifeLost", NEWER)
        pages.database.hear("", "")
        with pytest.raises(Unreadable):
            await ana_has(pages, world.tables[0])
        await world.lose(world.tables[1])
        assert await ana_has(pages, world.tables[1]) == LIFE - 2
        await world.exchange("an event", NEWER, "LifeLost")
        assert await ana_has(pages, world.tables[0]) == LIFE - 2


async def test_what_cannot_be_read_is_kept_compressed_exported_and_anonymized(world: World) -> None:
    """A person's game needn't be understood to forget the person; an event they were in is named."""
    game, event = world.tables[0], world.events[0]
    asked = by(replace(ANA, user=77))
    await world.games.act(game, asked, lose())
    await world.games.tournaments.change(
        event, asked, lambda change: change.add(SignUp(player=change.number((77, "Ana"))))
    )
    await world.exchange("an event", "LifeLost", NEWER)
    await world.exchange("an act of an event", "CreateTournament", NEWER)
    privacy = Privacy(world.games, SettingsStore(world.database))
    assert game in await compact(world.games)
    told = json.loads("".join([part async for part in privacy.export(77)]))
    assert told["unreadable_events"] == [event]
    await world.exchange("an act of an event", NEWER, "CreateTournament")
    privacy = Privacy(world.games, SettingsStore(world.database))
    assert [one.game for one in await privacy.forget(77)] == [game]
    assert not await privacy.known(77)


async def test_a_link_for_something_newer_leads_nowhere(world: World) -> None:
    links = world.games.links
    made = await links.make(LinkPurpose.WATCH, 1, PLACE.channel, 101)
    await world.database.write(("UPDATE link SET purpose = ?", (NEWER,)))
    assert await links.of_channel(PLACE.channel) == []
    assert await Games(world.database).links.find(made) is None


async def test_events_to_come_that_cannot_be_read_keep_no_other_from_anyone(world: World) -> None:
    """They take a place among those that a server may have, and are there when they can be read again."""
    templates, repeated = EventTemplates(world.database), RepeatedEvents(world.database)
    rules = TournamentRules(name="Friday", play=TournamentPlay.DUELS)
    weekly = Repetition(first=1_800_000_000, zone="UTC")
    for name in ("First", "Second"):
        await templates.save(1, name, rules)
    series = [(await repeated.begin(1, channel, rules, weekly)).id for channel in (100, 200)]
    exchange = [
        "UPDATE event_template SET rules = replace(rules, ?, ?) WHERE key = 'first'",
        f"UPDATE event_series SET rules = replace(rules, ?, ?) WHERE id = {series[0]}",
    ]
    known = TournamentPlay.DUELS.value
    await world.database.write(*((sql, (known, NEWER)) for sql in exchange))
    assert await templates.of_guild(1) == {"Second": rules}
    assert [one.id for one in await repeated.of_guild(1)] == series[1:]
    for look in (templates.find(1, "First"), repeated.find(series[0])):
        with pytest.raises(Unreadable):
            await look
    for number in range(2, MAX_TEMPLATES):
        await templates.save(1, f"Number {number}", rules)
    for channel in range(2, MAX_SERIES):
        await repeated.begin(1, channel, rules, weekly)
    with pytest.raises(Refusal, match="templates_full"):
        await templates.save(1, "One more", rules)
    with pytest.raises(Refusal, match="series_full"):
        await repeated.begin(1, 99, rules, weekly)
    await world.database.write(*((sql, (NEWER, known)) for sql in exchange))
    assert len(await templates.of_guild(1)) == MAX_TEMPLATES
    assert len(await repeated.of_guild(1)) == MAX_SERIES
