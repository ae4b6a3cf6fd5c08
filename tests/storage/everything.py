"""A database with something in every table: games of every format, leagues, an event, settings, links."""

from datetime import timedelta

from msgspec.structs import replace

from rules.game.parts import GameId
from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentRules
from rules.turns.clock import StartRound
from storage.engine.database import Database
from storage.engine.metadata import Metadata
from storage.engine.timestamps import utc_now
from storage.games.commits import SNAPSHOT_EVERY
from storage.games.games import BoardMessage, Games, Location
from storage.leagues.sql import LeagueMessage
from storage.links import LinkPurpose, Links
from storage.scheduler import Deadline, set_deadline
from storage.settings.definitions import CALL, EDITION, VARIANT, Level
from storage.settings.settings import SettingsStore
from storage.tournaments.change import TournamentChange
from storage.tournaments.repeating import Repetition
from storage.tournaments.sql import PlayedTable
from storage.tournaments.voice_rooms import VoiceRoom
from tests.storage.leagues.people import ANA, BEN, CY, JUDGE, STRICT, ZOE, by, drawn, found, won
from tests.storage.table import GATHER, PLACE, deal, lose, request
from tests.support.reference_model.intended import FORMATS
from tests.support.reference_model.storage_door import play

MONTH = timedelta(days=31)
LEAGUES = 3


async def fill(database: Database, evenings: int = len(FORMATS)) -> None:
    """So many games that are over, of all formats in turn, every fourth one compact; and the rest."""
    old = Games(database, lambda: utc_now() - MONTH)
    for number in range(0, evenings, 4):
        await play(old, 1, number)
    async for _ in old.compaction.run(utc_now() - MONTH / 2):
        pass
    games = Games(database)
    for number in range(evenings):
        if number % 4:
            await play(games, 1, number)
    async for _ in games.compaction.index(utc_now() + MONTH):
        pass
    await _in_progress(games)
    await _leagues(games)
    await _event(games)
    await _about(database)


async def _in_progress(games: Games) -> None:
    """A lobby; a game with a clock and a snapshot, whose board has moved and whose start isn't announced."""
    await games.open(Location(PLACE.channel + 1, PLACE.guild, parent=PLACE.channel), request(), GATHER)
    game = await deal(games)
    await games.set_clock(PLACE, request(), lambda _: StartRound(seconds=3000, turns=5))
    for _ in range(SNAPSHOT_EVERY):
        await games.act(PLACE, request(), lose())
    for message in (8, 9):
        await games.set_board(game, BoardMessage(PLACE.channel, message))


async def _leagues(games: Games) -> None:
    leagues = games.leagues
    for number in range(LEAGUES):
        rules = replace(STRICT, name=f"League {number} \U0001f40d")
        league = await found(leagues, rules, PLACE.channel + number)
        await leagues.seasons.open(league, by(JUDGE), "F\u00e9te")
        for told in (won(ANA, BEN, CY), drawn(BEN, ZOE)):
            await leagues.results.report(league, by(BEN), told)
        await leagues.show(league, "standings", 1, LeagueMessage(PLACE.channel, 70 + number))
        await leagues.set_champion(league, 2**62 + number)


async def _event(games: Games) -> None:
    event = await games.tournaments.create(PLACE, by(JUDGE), TournamentRules(name="Friday"))

    def join(change: TournamentChange) -> None:
        for person in ((ANA.user, ANA.name), (None, "Zoe")):
            change.add(SignUp(player=change.number(person)))

    await games.avoidances.add(1, 101, 102)
    await games.templates.save(1, "Friday", TournamentRules(name="Friday"))
    await games.repeated.begin(
        1, PLACE.channel, TournamentRules(name="Friday"), Repetition(first=2_000_000_000, zone="UTC")
    )
    await games.tournaments.change(event.tournament, by(ANA), join)
    await games.tournaments.seat(
        PlayedTable(tournament=event.tournament, round=1, number=1, thread=77, game=GameId(1)), event.guild
    )
    room = VoiceRoom(tournament=event.tournament, round=1, number=1, name="Friday · table 1", channel=78)
    await games.voice_rooms.put(room, event.guild)


async def _about(database: Database) -> None:
    """Settings, links, a deadline and facts."""
    settings = SettingsStore(database)
    await settings.choose(Level.SERVER, 1, VARIANT, "brawl")
    await settings.choose(Level.CHANNEL, PLACE.channel, EDITION, "2011")
    await settings.choose(Level.OWN, 101, CALL, "on")
    for seat in (None, "ana"):
        await Links(database).make(LinkPurpose.SEAT, 1, PLACE.channel, 101, GameId(1), seat=seat)
    await database.write(set_deadline(Deadline("meal", "tea: '\u00e9' \\ \"", utc_now(), "with\nmilk")))
    await Metadata(database).put("commands", "x" * 100_000)
