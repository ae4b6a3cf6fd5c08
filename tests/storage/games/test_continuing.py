"""Presses in a row as one step: the game is the same as if each had stayed a step of its own."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.actions.life import GainLife, LoseLife
from rules.actions.votes import CallVote, CastVote
from rules.game.game import Game
from storage.engine.opening import open_database
from storage.games.games import Games, Request
from storage.games.requests.continuing import replaced
from tests.storage.table import PLACE, assert_sound, choose, deal, life, whole_log


@pytest.mark.parametrize("seed", range(6))
async def test_the_game_is_the_same(tmp_path: Path, seed: int) -> None:
    draws = random.Random(seed)
    now = datetime(2026, 9, 25, 20, tzinfo=UTC)

    async with open_database(tmp_path / "games.db") as database:
        games = Games(database, lambda: now)
        await deal(games)
        richer = GainLife(who=("ana",), amount=500)
        expected = life((await games.act(PLACE, Request(1, "Ana", 999), choose(richer))).after)
        totals = [expected]
        last: tuple[int, type[object]] | None = None
        for number in range(40):
            now += timedelta(seconds=(pause := draws.choice((1, 1, 2, 6))))
            user, amount, gains = draws.choice((1, 1, 2)), draws.randint(1, 3), draws.random() < 0.3
            action = GainLife if gains else LoseLife
            await games.act(
                PLACE,
                Request(user, "Ana", number + 1),
                choose(action(who=("ana",), amount=amount)),
                continues=True,
            )
            expected += amount if gains else -amount
            if last == (user, action) and pause <= 5:
                totals[-1] = expected
            else:
                totals.append(expected)
            last = user, action
        view = await games.view(PLACE)
        assert view is not None
        assert life(view.table) == expected
        await assert_sound(games, view.game)
        for steps, total in enumerate(reversed(totals[:-1])):
            done = await games.undo(PLACE, Request(3, "Cy", 1000 + steps))
            assert life(done.after) == total
        log = await whole_log(games, view.game)
        assert len(replaced(log)) == 40 - (len(totals) - 1)


async def test_a_vote_is_one_step_whoever_votes_and_however_long_it_takes(tmp_path: Path) -> None:
    now = datetime(2026, 9, 25, 20, tzinfo=UTC)
    async with open_database(tmp_path / "games.db") as database:
        games = Games(database, lambda: now)
        game = await deal(games)
        before = len(await whole_log(games, game))
        view = await games.view(game)
        assert view is not None
        assert isinstance(view.table, Game)
        everybody = [player.id for player in view.table.players]
        called = CallVote(who=everybody[0], question="Tivit", choices=("evidence", "bribery"))
        cast = (CastVote(who=one, choice=0) for one in everybody)
        for user, action in enumerate((called, *cast), start=1):
            now += timedelta(minutes=3)
            await games.act(game, Request(user, "Ana", user), choose(action), continues=True)
        await assert_sound(games, game)
        log = await whole_log(games, game)
        assert len(log) - len(replaced(log)) == before + 1
        done = await games.undo(game, Request(1, "Ana", 9))
        assert done.after == view.table
