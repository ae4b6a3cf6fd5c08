"""A remote ends what a card does, and gives it to another player."""

import aiohttp

from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.tables import deal
from tests.web.play.remotes import id_of, pressed, remote, send


async def page(address: str) -> str:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return await answer.text()


async def test_a_card_changes_control_and_is_gone(evening: Evening) -> None:
    await deal(evening)
    address, ben = await remote(evening, "Cy"), await id_of(evening, "Ben")
    assert 'data-do="effect"' not in await page(address)
    await evening.types("Ana", "card", name="Platinum Angel")
    shown = await page(address)
    assert "Platinum Angel (Ana): gone" in shown
    assert shown.count('data-do="effect"') == 4  # it is gone, or Ben's, Cy's or Dee's
    angel = str((await game_of(evening.games, evening.place)).effects[0].made_by)
    assert await send(address, pressed("effect", what=angel, who=ben)) == (200, "")
    assert {effect.source for effect in (await game_of(evening.games, evening.place)).effects} == {ben}
    assert await send(address, pressed("effect", what=angel)) == (200, "")
    assert (await game_of(evening.games, evening.place)).effects == ()
    status, why = await send(address, pressed("effect", what=angel))
    assert status == 200
    assert "/effect list" in why
