"""Votes in a row as one step."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from rules.actions.votes import CallVote, CastVote
from storage.engine.opening import open_database
from storage.games.games import Games, Request
from storage.games.requests.continuing import replaced
from tests.storage.table import assert_sound, choose, deal, whole_log
from tests.support.games import game_of


async def test_a_vote_is_one_step_with_any_voters_and_at_any_speed(tmp_path: Path) -> None:
    now = datetime(2026, 9, 25, 20, tzinfo=UTC)
    async with open_database(tmp_path / "games.db") as database:
        games = Games(database, lambda: now)
        game = await deal(games)
        before = len(await whole_log(games, game))
        table = await game_of(games, game)
        everybody = [player.id for player in table.players]
        called = CallVote(who=everybody[0], question="Tivit", choices=("evidence", "bribery"))
        cast = (CastVote(who=one, choice=0) for one in everybody)
        for user, action in enumerate((called, *cast), start=1):
            now += timedelta(minutes=3)
            await games.act(game, Request(user, "Ana", user), choose(action), continues=True)
        await assert_sound(games, game)
        log = await whole_log(games, game)
        assert len(log) - len(replaced(log)) == before + 1
        done = await games.undo(game, Request(1, "Ana", 9))
        assert done.after == table
