"""A log that several people read while it grows."""

import asyncio

from cogs.text.language import ENGLISH, speaking
from rules.actions.life import LoseLife
from rules.game.parts import PlayerId
from storage.games.games import GameView, Request
from tests.storage.table import choose
from tests.support.evening import Evening, service_of


async def test_who_reads_while_others_do_gets_what_is_new(evening: Evening) -> None:
    """420 entries, which are read in three pages: two people read, and a third one after another step."""
    await evening.types("Ana", "game new", variant="free_for_all", players="Ben, Cy", life=2000)
    service, place = service_of(evening.bot), evening.place
    ben = PlayerId(str(evening.people["Ben"].id))

    async def lose(number: int, amount: int) -> GameView:
        request = Request(user=evening.people["Ben"].id, name="Ben", interaction=number)
        await service.games.act(place, request, choose(LoseLife(who=(ben,), amount=amount)))
        return await service.view(place)

    before = await lose(1, 1)
    for number in range(2, 419):
        before = await lose(number, 1)
    early = [asyncio.create_task(service.read_log(before)) for _ in range(2)]
    after = await lose(419, 5)
    books = await asyncio.gather(*early, service.read_log(after))
    for book in books:
        numbers = [entry.number for entry in book.entries]
        assert numbers == list(range(1, len(numbers) + 1))
    assert books[0] is books[1], "it was read twice"
    assert len(books[2].entries) == 421
    with speaking(ENGLISH):
        assert books[2].happened(books[2].entries[-1]) == "Ben 1582 → 1577 (lost 5 life)"
