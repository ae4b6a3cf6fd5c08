"""Any edit of any step of any game is refused, or done as its preview says; nothing fails on the way."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from cogs.core.corrections import additions, edits, step_edit, words
from cogs.core.corrections.step_edit import StepEdit
from cogs.history import choosing, fix_view
from cogs.summary import differences
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, StartGame
from storage.engine.database import Database
from storage.games.games import Games, Location, Step
from tests.rules.deals import lobby, seats
from tests.rules.dice import Dice, make, pick
from tests.storage.conftest import database as database
from tests.storage.conftest import file as file
from tests.storage.table import assert_sound, choose, request
from tests.support.games import game_of
from tests.support.sqlite import write_blank

TABLES = (("commander", 4), ("two_headed_giant", 4), ("emperor", 6), ("grand_melee", 5), ("archenemy", 4))
COLORS = {"team 1": "Red", "team 2": "Blue"}


@pytest.fixture
async def address(file: Path) -> str:
    """The address of an empty database."""
    await write_blank(file)
    return str(file)


async def _played(games: Games, dice: Dice, variant: str, count: int) -> GameId:
    """Return a game of up to 20 steps of any kind."""
    place, table = Location(1, 1), lobby(variant, count, Options(life=30))
    seated = tuple(replace(seat, team=COLORS.get(seat.team or "", seat.team)) for seat in table.seated)
    gather = Gather(options=table.options, seated=seated, host=seated[0].id)
    game = (await games.open(place, request(), gather)).game
    await games.act(game, request(), choose(StartGame(order=seats(count), draw=0)))
    for _ in range(20):
        now = await _table(games, game)
        if now.outcome is None:
            try:
                await games.act(game, request(), choose(make(dice, now)))
            except Refusal:
                continue
    return game


async def _table(games: Games, game: GameId) -> Game:
    return await game_of(games, game)


ENOUGH = 4
"""Allowed edits after which a game has been edited enough."""


def _edit(dice: Dice, step: Step, count: int) -> StepEdit:
    amount = pick(dice, (None, dice(0, 40)))
    return StepEdit(
        at=1,
        step=step.entry.number,
        what=pick(dice, ("back", "change", "change", *additions.ADDED)),
        keep=dice(0, 1) == 0,
        amount=amount,
        sign="" if amount is None else pick(dice, ("", "+", "-")),
        who=tuple(sorted({dice(0, count - 1) for _ in range(dice(0, 3))})),
        each=pick(dice, ((), ((0, dice(1, 9)), (1, dice(1, 9))))),
        commander=pick(dice, ("", step_edit.NO_SOURCE, f"{dice(0, count - 1)}:1")),
    )


@pytest.mark.parametrize(("variant", "count"), TABLES)
async def test_any_edit_is_done_as_its_preview_says(database: Database, variant: str, count: int) -> None:
    games, dice = Games(database), Random(variant).randint
    game, done = await _played(games, dice, variant, count), 0
    for _ in range(60):
        if done >= ENOUGH:
            break
        now, step = await _table(games, game), pick(dice, await games.steps(game))
        edit = _edit(dice, step, count)
        assert step_edit.decode_edit(str(edit)) == edit
        try:
            asked = edits.correction(edit, step, now, now.players[0].id)
            preview = await games.preview_fix(game, asked)
            assert fix_view.fix_message(
                game, words.preview_text(now, step, edit, preview, "", now)
            ).to_components()
            assert fix_view.change_form(now, step, "fixchange").to_dict()
            committed = await games.fix(game, request(), asked)
        except Refusal:
            continue
        assert committed.after == preview.table
        assert differences.of_fix(committed).loud
        done += 1
    assert done
    assert choosing.steps_message(await _table(games, game), game, await games.steps(game)).to_components()
    await assert_sound(Games(database), game)
