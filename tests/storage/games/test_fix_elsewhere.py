"""What else follows from a fix: leagues, turn times, compact games, people who are forgotten, long games."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.actions.action import Action
from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.actions.turns import EndTurn
from rules.fixing import Correction
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId, SecretRoles
from rules.players import roles
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import Table, act
from storage.engine.database import Database
from storage.engine.group_commit import Statement
from storage.engine.opening import open_database
from storage.games.games import EntryKind, Games, LogEntry
from storage.games.sql import GAME_LOG_TABLE
from tests.crash.compactor import compact
from tests.storage.games.test_fix import FIRST, PEOPLE, begun, enter, lose, table
from tests.storage.leagues import ledger
from tests.storage.leagues.people import OPEN, found, points
from tests.storage.privacy.world import ANA, BEN, CY, HERE, NAME, World, by, exported, remains
from tests.storage.table import PLACE, assert_sound, choose, request, whole_log
from tests.support.event_loop import budget, held
from tests.support.games import view_of


async def fill(database: Database, game: GameId, start: Table, line: Sequence[Action]) -> None:
    """Write these actions of a game that has just started, as if they had been entered."""
    interactions = itertools.count(10**9)
    statements: list[Statement] = []
    for number, action in enumerate(line, FIRST):
        done = act(start, action)
        start = done.table
        when = datetime(2026, 5, 4, 12, tzinfo=UTC)
        entry = LogEntry(
            *(number, EntryKind.ACT, number - 1, number, 1, "Ana", next(interactions), when),
            action=action,
            events=done.events,
        )
        statements.append(GAME_LOG_TABLE.append(game, entry))
    await database.write(*statements)


async def test_the_result_of_a_league_follows(games: Games, database: Database) -> None:
    """Ben had conceded by mistake, in place of Cy: with that put right, Ben wins; one undo makes it Cy."""
    league = await found(games.leagues, OPEN, PLACE.channel)
    await begun(games)
    await enter(games, Concede(who="ana"), Concede(who="ben"))
    assert await points(games.leagues, league) == {"Cy": "3", "Ana": "0", "Ben": "0"}
    await games.fix(PLACE, request(), Correction(changes={FIRST + 1: Concede(who="cy")}))
    assert await points(games.leagues, league) == {"Ben": "3", "Ana": "0", "Cy": "0"}
    await games.undo(PLACE, request())
    assert await points(games.leagues, league) == {"Cy": "3", "Ana": "0", "Ben": "0"}
    await games.redo(PLACE, request())
    assert await points(games.leagues, league) == {"Ben": "3", "Ana": "0", "Cy": "0"}
    await games.fix(PLACE, request(), Correction(changes={FIRST + 1: None}))
    assert await points(games.leagues, league) == {}, "the game goes on"
    await ledger.assert_sound(database, league)


async def test_a_result_tells_the_game_as_it_was_corrected(games: Games) -> None:
    """Cy killed Ben, not Ana, and no turn had ended; the fix that ended the game counts at once."""
    league = await found(games.leagues, OPEN, PLACE.channel)
    game = await begun(games)
    blow = LoseLife(who=("ben",), amount=20, by="ana")
    await enter(games, blow, EndTurn(), EndTurn(), lose("ana", 19))
    await games.fix(PLACE, request(), Correction(changes={FIRST + 3: lose("ana", 20)}))
    assert await points(games.leagues, league) == {"Cy": "3", "Ana": "0", "Ben": "0"}
    right = {FIRST: replace(blow, by="cy"), FIRST + 1: None, FIRST + 2: None}
    turns, dealers = list[int | None](), list[list[str | None]]()
    for correction in (None, Correction(changes=right)):
        if correction is not None:
            await games.fix(PLACE, request(), correction)
        *_, (_, record) = await games.leagues.queries.of_game(game)
        players = (await games.leagues.state(league)).players
        outs = {players[one.player].name: one.out for side in record.result.entrants for one in side.lines}
        out = outs["Ben"]
        assert out is not None
        turns.append(record.result.turns)
        dealers.append([None if out.by is None else players[out.by].name])
    assert turns == [3, 1]
    assert dealers == [["Ana"], ["Cy"]]


async def test_a_look_at_a_fix_reveals_no_role_before_the_game_is_over(games: Games) -> None:
    """Who would win without the leader follows from the secret roles; everyone knows it afterwards."""
    order = ("ana", "ben", "cy", "dee")
    seated = tuple(Seated(id=name, name=name.title(), user=n) for n, name in enumerate(order, 1))
    gather = Gather(options=Options(variant="treachery", arranged=True), seated=seated, host="ana")
    await games.open(PLACE, request(), gather)
    await games.act(
        PLACE, request(), choose(StartGame(order=order, draw=0, secret_roles=SecretRoles(order=order)))
    )
    await enter(games, lose("ana", 1))
    deadly = Correction(changes={FIRST: lose("ana", 40)})
    preview = (await games.preview_fix(PLACE, deadly)).table
    assert isinstance(preview, Game)
    assert (preview.player("ana").in_game, preview.outcome) == (False, None)
    assert not roles.are_dealt(preview)
    await games.fix(PLACE, request(), deadly)
    assert (await table(games)).outcome is not None
    preview = (await games.preview_fix(PLACE, Correction(changes={FIRST: lose("ana", 41)}))).table
    assert isinstance(preview, Game)
    assert preview.outcome == (await table(games)).outcome


async def test_turn_times_are_those_of_the_turns_as_corrected(database: Database) -> None:
    """Ana's turn took two minutes: that it ended after one was a slip."""
    now = datetime(2026, 5, 4, 12, tzinfo=UTC)
    games = Games(database, lambda: now)
    game = await begun(games)
    for _ in range(2):
        now += timedelta(minutes=1)
        await enter(games, EndTurn())
    await games.fix(PLACE, request(), Correction(changes={FIRST: None}))
    view = await view_of(games, game)
    assert view.turn_times.of("ana").total == 120_000
    assert (view.turn_times.of("ben").turns, [turn.taker for turn in view.turn_times.running]) == (0, ["ben"])


@pytest.mark.alone
async def test_a_long_game_is_fixed_without_holding_up_the_others(file: Path) -> None:
    """Of 5,000 steps the first is corrected, so that every third of the others leaves another total."""
    async with open_database(file) as database:
        games = Games(database)
        game = await begun(games, life=50_000)
        line = [lose(PEOPLE[n % 3], 1) for n in range(5_000)]
        await fill(database, game, await table(games), line)
        games = Games(database)
        fixing = games.fix(PLACE, request(), Correction(changes={FIRST: lose("ana", 500)}))
        done, fixed = await held(fixing)
        assert isinstance(done.after, Game)
        assert done.after.life["ana"] == 50_000 - 500 - 1_666
        _, loaded = await held(Games(database).view(game))
        history, read = await held(games.history(game))
        assert len(history) == 5_002
        assert max(fixed, loaded, read) < budget()


async def test_a_compact_game_and_its_fixes(database: Database) -> None:
    world = World(database)
    game = await world.play(HERE)
    wrong = next(one.number for one in await world.games.history(game) if one.number > 20)
    await world.games.fix(game, by(CY, "Cy"), Correction(changes={wrong: None}))
    before = (
        await world.games.history(game),
        await whole_log(world.games, game),
        await exported(world.privacy),
    )
    assert await compact(world.games) == [game]
    assert before == (
        *(await world.games.history(game), await whole_log(world.games, game)),
        await exported(world.privacy),
    )
    await assert_sound(world.games, game)
    hurt = LoseLife(who=(str(ANA),), amount=1)
    await world.games.fix(game, by(CY, "Cy"), Correction(changes={wrong + 1: hurt}))
    await assert_sound(Games(database, lambda: world.noon), game)


async def test_nothing_of_someone_forgotten_is_left_in_a_fix(database: Database, file: Path) -> None:
    """He is who fixed, whose step was fixed, and whom the new step is about."""
    world = World(database)
    game = await world.play(HERE)
    own = next(one.number for one in await world.games.history(game) if one.name == NAME and one.number > 3)
    others = next(one.number for one in await world.games.history(game) if one.number > 20)
    hurt = LoseLife(who=(str(BEN),), amount=7, by=str(BEN))
    await world.games.fix(game, by(CY, "Cy"), Correction(changes={own: hurt}))
    await world.games.fix(game, by(BEN, NAME), Correction(changes={others: hurt}))
    life = (await world.table(game)).life
    await world.privacy.forget(BEN)
    assert await database.rebuild()
    assert remains(file) == []
    await assert_sound(world.games, game)
    assert sorted((await world.table(game)).life.values()) == sorted(life.values())
