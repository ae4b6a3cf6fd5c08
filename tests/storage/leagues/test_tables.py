"""A game that ends at a table is a result of its channel's leagues, in the same transaction."""

import pytest
from msgspec.structs import replace

from rules.actions.endings import AbandonGame, AgreeDraw, Concede, RestartGame
from rules.actions.table import Together
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.leagues.league import Format
from rules.leagues.result import Ending, ResultNumber, ResultSource
from rules.leagues.review import ResultState
from rules.setup.lobby_actions import Gather, StartGame
from storage.engine.database import Database
from storage.games.games import Games, Location, NotCommitted, is_over
from storage.leagues.queries import ResultFilter
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import JUDGE, OPEN, ZOE, Watch, by, found, points, won
from tests.storage.table import PLACE, choose, deal, end, lose, request
from tests.support.games import view_of

CHANNEL = PLACE.channel
NAMES = {"Ana": "3", "Ben": "0", "Cy": "0"}
"""Ana has won (3 points), the others have conceded."""


async def test_the_end_of_a_game_is_a_result(games: Games, database: Database, watch: Watch) -> None:
    league = await found(games.leagues, OPEN, CHANNEL)
    game = await deal(games)
    await games.act(PLACE, request(), lose(7))
    watch.hours_pass(1)
    ended = await games.act(PLACE, request(), end())
    record = await games.leagues.results.record(league, ResultNumber(1))
    result = record.result
    assert (record.state, result.source) == (ResultState.CONFIRMED, ResultSource.TABLE)
    assert (result.game, result.entry, result.seconds) == (game, ended.entry.number, 3600)
    assert [(side.place, side.ending) for side in result.entrants] == [
        (1, Ending.WON),
        (3, Ending.LOST),  # conceded first
        (2, Ending.LOST),
    ]
    assert [line.seat for line in result.lines] == [1, 2, 3]
    assert await points(games.leagues, league) == NAMES
    state = await games.leagues.state(league)
    # The table's people are the users 0, 1 and 2.
    assert {player.name: player.user for player in state.players.values()} == {"Ana": 0, "Ben": 1, "Cy": 2}
    await assert_sound(database, league)


async def test_undo_takes_the_result_back_and_redo_brings_it_again(games: Games, database: Database) -> None:
    league = await found(games.leagues, OPEN, CHANNEL)
    await deal(games)
    await games.act(PLACE, request(), end())
    await points(games.leagues, league)  # in memory from here on
    await games.undo(PLACE, request())
    assert (await games.leagues.results.record(league, ResultNumber(1))).state is ResultState.WITHDRAWN
    assert await points(games.leagues, league) == {}
    await games.redo(PLACE, request())
    assert await points(games.leagues, league) == NAMES
    await games.undo(PLACE, request())
    # It goes on differently: Ana concedes, then Ben, and Cy has won.
    both = Together(actions=(Concede(who="ana"), Concede(who="ben")))
    await games.act(PLACE, request(), choose(both))
    assert await points(games.leagues, league) == {"Cy": "3", "Ana": "0", "Ben": "0"}
    states = [record.state for record in await games.leagues.results.newest(league, ResultFilter())]
    assert sorted(states) == [ResultState.CONFIRMED, ResultState.WITHDRAWN]
    await games.undo(PLACE, request(), 2)  # back into the lobby
    assert await points(games.leagues, league) == {}
    await assert_sound(database, league)


async def test_an_ending_delivered_twice_counts_once(games: Games, database: Database) -> None:
    league = await found(games.leagues, OPEN, CHANNEL)
    await deal(games)
    ending = request()
    await games.act(PLACE, ending, end())
    assert (await games.act(PLACE, ending, end())).repeated
    assert await games.leagues.results.count(league, ResultFilter()) == 1
    await assert_sound(database, league)


async def test_a_channel_feeds_every_league_that_takes_the_game(games: Games, database: Database) -> None:
    leagues = games.leagues
    first = await found(leagues, OPEN, CHANNEL, 7)
    second = (await leagues.create(2, by(JUDGE), OPEN, [CHANNEL])).state.league
    from_elsewhere = (await leagues.create(3, by(JUDGE), OPEN, [7])).state.league
    duels = (await leagues.create(4, by(JUDGE), replace(OPEN, format=Format.DUEL), [CHANNEL])).state.league
    closed = (await leagues.create(5, by(JUDGE), OPEN, [CHANNEL])).state.league
    await leagues.archive(closed, by(JUDGE))
    assert await leagues.queries.of_channels(CHANNEL) == [first, second, duels]
    await deal(games)
    await games.act(PLACE, request(), end())
    for league, expected in ((first, 1), (second, 1), (from_elsewhere, 0), (duels, 0), (closed, 0)):
        assert await leagues.results.count(league, ResultFilter()) == expected
        assert len((await leagues.state(league)).players) == 3 * expected
        await assert_sound(database, league)
    # An undo reaches every league that has the result, whatever has happened to it and its channels.
    await leagues.edit(first, by(JUDGE), lambda rules: rules, channels=[])
    await leagues.archive(second, by(JUDGE))
    await games.undo(PLACE, request())
    assert await points(leagues, first) == await points(leagues, second) == {}
    await games.redo(PLACE, request())
    assert await points(leagues, first) == await points(leagues, second) == NAMES


async def test_a_thread_is_of_its_channels_leagues(games: Games, database: Database, watch: Watch) -> None:
    league = await found(games.leagues, OPEN, CHANNEL)
    for thread in (7, 8):
        place = Location(channel=thread, guild=1, parent=CHANNEL)
        await deal(games, place)
        again = Games(database, watch)  # which learns of the thread from the database
        await again.act(place, request(), end())
    await deal(games, Location(channel=9, guild=1, parent=10))
    await games.act(Location(channel=9, guild=1), request(), end())
    assert await games.leagues.results.count(league, ResultFilter()) == 2


async def test_a_league_that_comes_later_gets_the_game_by_a_redo(games: Games) -> None:
    await deal(games)
    await games.act(PLACE, request(), end())
    await games.undo(PLACE, request())
    league = await found(games.leagues, OPEN, CHANNEL)
    await games.redo(PLACE, request())
    assert await points(games.leagues, league) == NAMES


async def test_no_result_a_draw_and_a_restarted_game(games: Games, database: Database) -> None:
    league = await found(games.leagues, OPEN, CHANNEL)
    await deal(games)
    await games.act(PLACE, request(), choose(AbandonGame()))
    assert await games.leagues.results.count(league, ResultFilter()) == 0
    await deal(games)
    await games.act(PLACE, request(), choose(AgreeDraw()))
    # 1 point each for a draw.
    assert await points(games.leagues, league) == {"Ana": "1", "Ben": "1", "Cy": "1"}
    await deal(games)
    await games.act(PLACE, request(), choose(Concede(who="cy")))
    # It restarts with the remaining players (104.6): Cy is not in the game that counts.
    await games.act(PLACE, request(), choose(RestartGame(by="ana")))
    await games.act(PLACE, request(), choose(Concede(who="ben")))
    newest = (await games.leagues.results.newest(league, ResultFilter()))[0]
    assert newest.result.players == (1, 2)
    assert await games.leagues.results.count(league, ResultFilter()) == 2
    await assert_sound(database, league)


async def test_guests_are_known_by_their_name(games: Games, database: Database) -> None:
    leagues = games.leagues
    league = await found(leagues, OPEN, CHANNEL)
    await leagues.results.bring_in(league, by(JUDGE), [won(ZOE, JUDGE)])
    # Two guests of one name at one table are two people.
    guests = ("Ana", 101), ("zoe", None), ("Zoe", None)
    seated = tuple(Seated(id=f"p{n}", name=name, user=user) for n, (name, user) in enumerate(guests))
    place = Location(channel=CHANNEL, guild=1)
    await games.open(place, request(), Gather(options=Options(), seated=seated, host="p0"))
    await games.act(place, request(), choose(StartGame(order=("p0", "p1", "p2"), draw=0)))
    both = Together(actions=(Concede(who="p0"), Concede(who="p2")))
    await games.act(place, request(), choose(both))
    assert await points(leagues, league) == {"Zoe": "6", "Ana": "0", "Judge": "0", "Zoe (2)": "0"}
    await assert_sound(database, league)


async def test_if_the_league_can_not_be_written_the_game_does_not_end(
    games: Games, database: Database
) -> None:
    league = await found(games.leagues, OPEN, CHANNEL)
    await deal(games)
    # Its next entry's number is taken already, by no one knows whom.
    await database.write(
        ("INSERT INTO league_entry (league, number, made, act) VALUES (?, 3, 0, '[]')", (league,))
    )
    with pytest.raises(NotCommitted, match=r"(?i)unique"):
        await games.act(PLACE, request(), end())
    view = await view_of(games, PLACE)
    assert not is_over(view.table)
    assert await games.leagues.results.count(league, ResultFilter()) == 0
