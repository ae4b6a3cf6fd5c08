"""How games end: all at once, with dead winners, and not at all when the end is undone."""

from tests.support.evening import Evening
from tests.support.tables import RED_AND_BLUE, deal, deal_teams
from tests.support.wording import announces, gist


async def test_everyone_losing_at_once_is_a_draw(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy", life=20)
    await evening.types("Ben", "life lose", amount=5)
    ended = await evening.types("Ana", "damage", amount=20, who="each player")
    assert gist(ended.text) == ["Ana 20 0 Ben 15 −5 Cy 20 0", "Ana Ben Cy CR 104.4a"]
    assert "# ~~Ana · 0~~ (draw)" in evening.board() or "# Ana · 0 (draw)" in evening.board()


async def test_what_is_entered_under_hold_happens_at_once(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben", life=10)
    held = await evening.types("Ana", "hold")
    assert held.text == "Hold: from now on, changes count as one event. `/release` then checks for losses."
    await evening.types("Ben", "life lose", amount=12)
    await evening.types("Ana", "life lose", amount=11)
    assert "# Ben · −2 (will lose on release)" in evening.board()
    assert "Release" in evening.buttons()
    released = await evening.presses("Ben", "Release")
    assert gist(released.text) == ["Ana Ben CR 104.4a"]


async def test_a_team_wins_with_its_dead_member(evening: Evening) -> None:
    await deal_teams(evening, "team_vs_team", RED_AND_BLUE)
    died = await evening.types("Cy", "damage", amount=20, who="Ana")
    assert gist(died.text) == ["Ana 20 0", "Ana 0 CR 704.5a"]
    assert "~~Ana · 0~~ (out: lost)" in evening.board()
    await evening.types("Ben", "damage", amount=20, who="Cy")
    ended = await evening.types("Ben", "damage", amount=23, who="Dee")
    assert gist(ended.text) == ["Dee 20 −3", "Dee −3 CR 704.5a", "Red Ana Ben CR 104.2c"]
    assert "Ana · 0 (won)" in evening.board().replace("~~", "")
    assert "Ben · 20 (won)" in evening.board()
    assert "Cy · 0 (lost)" in evening.board().replace("~~", "")


async def test_undo_brings_back_the_dead_and_opens_the_game_again(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben", life=5)
    await evening.types("Ana", "damage", amount=5, who="Ben")
    assert evening.buttons() == ["Rematch", "Undo", "Log"]
    undone = await evening.presses("Ben", "Undo")
    back, reopened = undone.text.splitlines()
    assert back == "**Ben** is back in the game."
    assert reopened.endswith("Turn 1: **Ana**'s turn.")
    assert "# Ben · 5\n" in evening.board()
    assert "Pass turn" in evening.buttons()
    done_again = await evening.types("Ana", "redo")
    assert gist(done_again.text) == ["4 Ben 5 Ana", "Ben 5 0", "Ben", "Ana CR 104.2a"]
    await evening.types("Ana", "undo")
    assert (await evening.types("Ben", "life lose", amount=2)).text == "**Ben** 5 → 3"
    assert await evening.refused("Ana", "redo") == "There's nothing to redo."


async def test_a_finished_game_cannot_come_back_while_another_is_played(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    finished = evening.board_message()
    await evening.types("Ben", "concede")
    await evening.types("Ana", "game new", variant="two_player")
    refusal = await evening.refused_press("Ana", "Undo", finished)
    assert refusal == "This channel already has a game. `/game board` shows it, `/game end` closes it."


async def test_a_restart_by_an_effect_begins_again_without_the_dead(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Grandma", life=20)
    await evening.types("Ana", "counter add", kind="poison", amount=3, who="each player")
    await evening.types("Ana", "concede", who="Grandma")
    anew = await evening.types("Ben", "game restart")
    assert anew.text == (
        "**Ben** restarts the game (CR 727.1): no one has won or lost. Turn 1: **Ben**'s turn."
    )
    assert "# Ana · 20\n# ▸ Ben · 20\n" in evening.board()
    assert "· 20" not in evening.board().partition("Ben · 20")[2]
    log = await evening.types("Ana", "log")
    assert announces(log.text, "Grandma", "104.3a")
    await evening.types("Ana", "undo")
    assert "~~Grandma · 20~~ (guest, out: conceded)" in evening.board()


async def test_a_table_that_stops_playing_has_no_result(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    assert (await evening.types("Ben", "game end")).text == "Game ended without a result."
    assert "# Ana · 40\n# Ben · 40\n" in evening.board()
