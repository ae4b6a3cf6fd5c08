"""Games in which everyone plays alone, each variant from its lobby to its end, as a channel sees it."""

import pytest

from tests.support.evening import Evening
from tests.support.tables import deal, gather
from tests.support.wording import gist

SIX = "Ana, Ben, Cy, Dee, Eve, Fay"


async def test_a_duel(evening: Evening) -> None:
    """103.8a: the starting player skips the draw. 103.5: no mulligan is free with two players. 119.4: exactly
    the whole life total can be paid."""
    await gather(evening, "two_player", "Ana, Ben")
    assert "## Duel\nTwo players, 20 life." in evening.board()
    await evening.types("Ana", "game seats", order="Ana, Ben")
    begun = await evening.types("Ana", "game start", first="Ana")
    assert gist(begun.text) == ["Ana Ana", "Ana Ben"]
    assert (await evening.types("Ana", "mulligan take")).text == (
        "**Ana** takes mulligan 1: 6 cards (CR 103.5)."
    )
    await evening.types("Ana", "mulligan keep")
    await evening.types("Ben", "mulligan keep")
    assert (await evening.types("Ben", "mulligan status")).text == (
        "**Ana**: keeps 6 cards after 1 mulligan\n**Ben**: keeps 7 cards"
    )
    assert (await evening.types("Ana", "table attack")).text == "**Ana** can attack Ben (attack multiple)."
    assert gist(await evening.refused("Ben", "life pay", amount=21)) == ["Ben 20 21 CR 119.4"]
    ended = await evening.types("Ben", "life pay", amount=20)
    assert gist(ended.text) == ["Ben 20 0", "Ben 0 CR 704.5a", "Ana CR 104.2a"]


async def test_a_draw_within_reach_takes_out_only_some_of_a_free_for_all(evening: Evening) -> None:
    """801.2: three of six are within one seat. 104.4e: only they draw. 801.2c: the two new neighbors do not
    reach each other before a turn begins. 801.14: a win defeats those within reach."""
    await deal(evening, "free_for_all", SIX, range=1, attack="left")
    reach = await evening.types("Ana", "table range")
    assert gist(reach.text) == ["Ana 1 CR 801.2 Ana Ben Fay"]
    assert (await evening.types("Ana", "table attack")).text == "**Ana** can attack Ben (attack left)."
    assert (await evening.types("Cy", "damage", amount=1, who="each player")).text == (
        "**Ben** 20 → 19 · **Cy** 20 → 19 · **Dee** 20 → 19"
    )

    drawn = await evening.types("Ben", "draw", reason="effect")
    why = "an effect made it a draw for everyone in range (CR 104.4e)"
    assert (
        drawn.text
        == f"**Ana** draws the game: {why}.\n**Ben** draws the game: {why}.\n**Cy** draws the game: {why}."
    )
    assert "-# Out: Ana 20 (draw), Ben 19 (draw), Cy 19 (draw)\n" in evening.board()
    assert "## Dee · 19\n-# 20 → 19\n## Eve · 20\n## Fay · 20\n" in evening.board()
    reach = await evening.types("Dee", "table range")
    assert reach.text.endswith("(CR 801.2): Dee and Eve.\nFrom the next turn on, also Fay (CR 801.2c).")

    assert gist((await evening.types("Dee", "turn next")).text) == ["Dee"]
    reach = await evening.types("Dee", "table range")
    assert reach.text.endswith("(CR 801.2): Dee, Eve and Fay.")
    ended = await evening.types("Dee", "win")
    assert gist(ended.text) == ["Eve CR 801.14", "Fay CR 801.14", "Dee CR 104.2a"]
    assert "-# Out: Ana 20 (draw)," in evening.board()
    assert "Dee · 19 (won)" in evening.board()


async def test_a_loop_under_limited_range_draws_for_the_player_who_reaches_it(evening: Evening) -> None:
    """104.4f: the controllers of what is in the loop and everyone within reach of any of them. Eve is the
    only one left, and wins (104.2a)."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee, Eve, Fay, Gus", range=1)
    drawn = await evening.types("Ana", "draw", reason="mandatory loop", who="Ana, Cy")
    out = [line.partition(" draws the game: ")[0] for line in drawn.text.splitlines()]
    assert out == ["**Ana**", "**Ben**", "**Cy**", "**Dee**", "**Gus**"]
    assert drawn.text.count(" (CR 104.4f).") == 5
    ended = await evening.types("Fay", "concede")
    assert gist(ended.text) == ["Fay CR 104.3a", "Eve CR 104.2a"]


async def test_brawl(evening: Evening) -> None:
    """903.12f: 25 life for two. 903.12g: the first mulligan is free even so. 903.12h: no one loses by
    commander damage."""
    await deal(evening, "brawl", "Ana, Ben")
    taken = [(await evening.types("Ana", "mulligan take")).text for _ in range(2)]
    assert taken == [
        "**Ana** takes mulligan 1: 7 cards (CR 103.5).",
        "**Ana** takes mulligan 2: 6 cards (CR 103.5).",
    ]
    await evening.types("Ana", "commander set", name="Chandra")
    hit = await evening.types("Ana", "damage", amount=22, who="Ben", commander="Chandra")
    assert hit.text == "**Ben** 25 → 3\n**Ben**: 22 from **Chandra**"
    assert "# Ben · 3\n-# 25 → 3 · Chandra 22\n" in evening.board()


async def test_brawl_of_three(evening: Evening) -> None:
    """903.12f: 30 life for more than two; 103.8c: no one skips the first draw."""
    await gather(evening, "brawl", "Ana, Ben, Cy")
    begun = await evening.types("Ana", "game start")
    assert "skip" not in begun.text
    assert evening.board().count(" · 30\n") == 3


async def test_supervillains(evening: Evening) -> None:
    """904.12: everyone is an archenemy with 40 life, and plays alone; the starting player is drawn."""
    await gather(evening, "supervillain_rumble", "Ana, Ben, Cy")
    assert await evening.refused("Ana", "game role", role="archenemy") == (
        "Supervillain Rumble doesn't have a single archenemy (CR 904.2a)."
    )
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy")
    begun = await evening.types("Ana", "game start")
    assert gist(begun.text)[0] in ("Ana", "Ben", "Cy")
    assert evening.board().count(" · 40\n") == 3
    assert (await evening.types("Ben", "table attack")).text == (
        "**Ben** can attack Ana and Cy (attack multiple)."
    )
    await evening.types("Ana", "concede")
    assert gist((await evening.types("Ben", "counter add", kind="poison", amount=10, who="Cy")).text) == [
        "Cy 0 10",
        "Cy 10 CR 704.5c",
        "Ben CR 104.2a",
    ]


async def test_vanguards(evening: Evening) -> None:
    """902.4: 20 - 3 life. 902.5a: nine cards; of nine drawn after the third mulligan, three go back. 902.5b:
    the maximum hand size changes too."""
    await gather(evening, "vanguard", "Ana, Ben")
    entered = await evening.types("Ana", "game vanguard", life=-3, hand=2)
    assert entered.text == "Ana (vanguard −3 life, +2 cards)."
    assert "1. Ana (vanguard −3 life, +2 cards)\n2. Ben\n" in evening.board()
    await evening.types("Ana", "game vanguard", life=10, hand=-1, who="Ben")
    await evening.types("Ana", "game seats", order="Ana, Ben")
    await evening.types("Ana", "game start", first="Ana")
    assert "# ▸ Ana · 17\n-# hand 9\n# Ben · 30\n-# hand 6\n" in evening.board()
    assert (await evening.types("Ana", "mulligan status")).text == (
        "**Ana**: undecided on 9 cards\n**Ben**: undecided on 6 cards\nNext: **Ana**"
    )
    taken = [(await evening.types("Ana", "mulligan take")).text for _ in range(3)]
    assert taken[-1] == "**Ana** takes mulligan 3: 6 cards (CR 103.5)."
    assert (await evening.types("Ana", "mulligan keep")).text == "**Ana** keeps 6 cards."


@pytest.mark.parametrize(("variant", "life"), [("planechase", 20), ("conspiracy", 20), ("commander", 40)])
async def test_other_games_for_oneself(evening: Evening, variant: str, life: int) -> None:
    """901.2, 903.2, 905.3: Free-for-All with attack multiple players; their life by 103.4, 903.7, 905.6."""
    await deal(evening, variant, "Ana, Ben, Cy")
    assert evening.board().count(f" · {life}\n") == 3
    assert (await evening.types("Cy", "table attack")).text == (
        "**Cy** can attack Ana and Ben (attack multiple)."
    )
    assert gist((await evening.types("Ana", "turn next")).text) == ["Ben"]


async def test_planes_are_controlled_by_the_player_who_is_active(evening: Evening) -> None:
    """901.6: the active player, and when that one leaves the next in turn order."""
    await deal(evening, "planechase", "Ana, Ben, Cy")
    assert "\nPlanar controller: Ana (CR 901.6)\n" in (await evening.types("Ben", "turn order")).text
    await evening.types("Ana", "concede")
    assert "\nPlanar controller: Ben (CR 901.6)\n" in (await evening.types("Ben", "turn order")).text


async def test_you_win_in_2011(evening: Evening) -> None:
    """104.3h of 2011: all opponents lose instead. A player who can't lose stays, and the game goes on."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy", edition="2011")
    await evening.types("Cy", "effect add", effect="cant_lose_game")
    won = await evening.types("Ana", "win")
    assert gist(won.text) == ["Ben CR 104.3h"]
    assert "# Cy · 20\n" in evening.board()
    await evening.types("Cy", "effect remove", effect="cant_lose_game")
    ended = await evening.types("Ana", "win")
    assert gist(ended.text) == ["Cy CR 104.3h", "Ana CR 104.2a"]


async def test_you_win_today(evening: Evening) -> None:
    """104.2b: without a limited range it is a win, whatever keeps opponents from losing."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy")
    await evening.types("Cy", "effect add", effect="cant_lose_game")
    assert gist((await evening.types("Ana", "win")).text) == ["Ana CR 104.2b"]
    assert "Cy · 20 (lost)" in evening.board()
