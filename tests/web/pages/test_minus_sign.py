"""One minus sign for people, U+2212, on every surface; a hyphen only in files and in what is typed."""

import re

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.overlay.overlays import overlay_link
from tests.web.play.remotes import remote
from tests.web.shown import show
from tests.web.watching import link

HYPHEN = re.compile(r"(?<![\w:`-])-\d")
"""A number below 0 as files have it; dates, ranges and options are something else."""


async def test_totals_and_changes_below_0(evening: Evening) -> None:
    """3 − 8 is −5, while a hold keeps Ben in the game; then 8 more. Ana's 3 become 1."""
    await deal(evening, names="Ana, Ben, Cy", life=3)
    await evening.types("Ana", "hold")
    told = [(await evening.types("Ana", "life lose", amount=8, who="Ben")).text]
    assert "3 → −5" in told[0]
    told.append((await evening.types("Ana", "life lose", amount=2)).text)
    told.append((await evening.types("Ana", "life lose", amount=8, who="Ben")).text)
    board = evening.board()
    assert "Ben · −13" in board
    assert "−5 → −13" in board
    pages = [
        await show(f"{await remote(evening, 'Ana')}"),
        await show(f"{await remote(evening, 'Ana')}table"),
        await show(await link(evening)),
        await show(await overlay_link(evening)),
    ]
    for page in pages:
        assert "−13" in page.text, page.address
    told.append((await evening.types("Ana", "release")).text)
    assert "−13 life (CR 704.5a)" in told[-1]
    told += [(await evening.types("Ana", name)).text for name in ("log", "chart")]
    told.append((await evening.types("Ana", "roll", dice="1-3")).text)
    pages.append(await show(await link(evening)))
    for text in [*told, board, evening.board(), *evening.chat(), *(page.text for page in pages)]:
        assert not HYPHEN.search(text), text
