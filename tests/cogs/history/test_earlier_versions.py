"""Steps that earlier versions have written still mean the same when an earlier one is corrected."""

import pytest

from rules.game.game import Game
from storage.events.codec import decode_action
from tests.cogs.history.test_fix import Fix
from tests.storage.table import choose, request
from tests.support.evening import Evening, service_of
from tests.support.tables import deal

SIX = "Ana, Ben, Cy, Dee, Eve, Fay"


@pytest.mark.parametrize(
    ("written", "life", "effects"),
    [
        ('["LoseLife",{"who":["DEE"],"amount":3,"by":"ANA"}]', 17, 0),
        ('["LoseLife",{"who":["BEN","DEE"],"amount":3,"by":"ANA"}]', 17, 0),
        ('["GainLife",{"who":["DEE"],"amount":3,"by":"ANA"}]', 23, 0),
        ('["DrainLife",{"who":["DEE"],"amount":3,"by":"ANA"}]', 17, 0),
        ('["BeginEffect",{"who":["DEE"],"kind":"cant_gain_life","source":"ANA"}]', 20, 1),
    ],
)
async def test_who_asked_was_held_to_no_range_of_influence(
    evening: Evening, written: str, life: int, effects: int
) -> None:
    """Dee is out of Ana's range of 1, where Ana has entered what happened to Dee."""
    await deal(evening, "free_for_all", SIX, range=1)
    await evening.types("Ana", "life lose", amount=1)
    mistake = await evening.number_of_entries()
    service, place = service_of(evening.bot), evening.place
    game = (await service.view(place)).table
    assert isinstance(game, Game)
    for player in game.players:
        written = written.replace(f'"{player.name.upper()}"', f'"{player.id}"')
    await service.games.act(place, request(), choose(decode_action(written)))
    fix = Fix(evening, "Ana")
    await fix.types("undo", step=str(mistake))
    await fix.press("Do it")
    game = (await service.view(place)).table
    assert isinstance(game, Game)
    dee = next(one for one in game.players if one.name == "Dee")
    assert (game.life[dee.id], len(game.effects)) == (life, effects)
