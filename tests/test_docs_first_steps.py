"""docs/first-game.md and docs/first-league-night.md: their steps, played as they stand there."""

import re
from pathlib import Path

from tests.cogs.tournaments.test_rounds import play
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import create

DOCS = Path(__file__).parents[1] / "docs"
TYPED = re.compile(r"`/([^`]+)`")


def typed(page: str) -> set[str]:
    """Return the commands that a page names, as they stand there."""
    read = (DOCS / page).read_text(encoding="utf-8")
    return {" ".join(command.split()) for command in TYPED.findall(read)}


async def test_the_first_game_goes_as_its_page_says(evening: Evening) -> None:
    steps = typed("first-game.md")
    assert {"game new variant:Commander", "commander set name:Tana", "life lose amount:3 who:Ben"} <= steps
    assert {"damage amount:7 who:Cy commander:Tana", "concede"} <= steps
    await evening.types("Ana", "game new", variant="commander")
    for who in ("Ben", "Cy", "Dee"):
        await evening.presses(who, "Join")
    await evening.presses("Ana", "Start")
    await evening.types("Ana", "commander set", name="Tana")
    await evening.presses("Ana", "−5")
    await evening.presses("Ana", "−1")
    await evening.presses("Ana", "−1")
    assert "Ana · 33" in evening.board()
    await evening.presses("Cy", "Undo")
    assert "Ana · 40" in evening.board()
    await evening.types("Ana", "life lose", amount=3, who="Ben")
    assert "Ben · 37" in evening.board()
    await evening.types("Ana", "damage", amount=7, who="Cy", commander="Tana")
    assert "Cy · 33" in evening.board()
    for who in ("Dee", "Cy", "Ben"):
        await evening.types(who, "concede")
    assert "Ana · 40 (won)" in evening.board()
    assert "Rematch" in evening.buttons()


async def test_the_first_league_night_goes_as_its_page_says(evening: Evening) -> None:
    steps = typed("first-league-night.md")
    assert {"league create", "event create name:Friday", "event round", "event close"} <= steps
    assert {"event add players:new Grandma, new Otto", "event check-in do:close"} <= steps
    await create(evening, "Commander", by="nobody")
    await evening.types("Ana", "event create", name="Friday")
    for who in evening.people:
        await evening.presses(who, "Join", event(evening))
    await evening.types("Ana", "event add", players="new Grandma, new Otto")
    await evening.types("Ana", "event check-in")
    for who in evening.people:
        await evening.presses(who, "I'm here", event(evening))
    await evening.types("Ana", "event check-in", do="close")
    first, second = await play(evening), await play(evening)
    assert (len(first), len(second)) == (2, 2)
    ended = await evening.types("Ana", "event close")
    best = {*first} & {*second} or {*first, *second}  # a win is 5 points, and no one has a bye
    assert any(f"**{who}** wins!" in ended.text for who in best)
    counted = await evening.types("Ben", "league standings")
    assert all(who in counted.text for who in (*evening.people, "Grandma", "Otto"))
