"""Grand Melees: several turns at once, markers that wait, are removed and pass extra turns on."""

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import gist

NAMES = (
    *("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"),
    *("Ida", "Jo", "Kit", "Lee", "Mo", "Ned", "Ola", "Pat"),
)


async def melee(evening: Evening, players: int = 16, **options: object) -> None:
    """So many players, Ana first and the others to her left."""
    await deal(evening, "grand_melee", ", ".join(NAMES[:players]), **options)


async def test_sixteen_take_four_turns_at_once(evening: Evening) -> None:
    """807.4a, 807.4b: a marker at every fourth seat. 807.2: range 1, attack left. 807.4d: a marker waits
    while another one is within three seats to the left."""
    await melee(evening)
    assert "## Current turns: **Ana**, **Eve**, **Ida** and **Mo**\n" in evening.board()
    assert "▸1 **Ana** 20\n**Ben** 20\n**Cy** 20\n**Dee** 20\n▸2 **Eve** 20\n" in evening.board()
    reach = await evening.types("Ana", "table range")
    assert gist(reach.text) == ["Ana 1 CR 801.2 Ana Ben Pat"]
    assert (await evening.types("Ana", "table attack")).text == "**Ana** can attack Ben (attack left)."
    assert await evening.refused("Ben", "turn next") == (
        "Several turns are in progress: 1 (Ana), 2 (Eve), 3 (Ida), 4 (Mo). End one with its turn marker, "
        "such as `/turn next marker:1`."
    )

    assert gist((await evening.types("Ana", "turn next", marker=1)).text) == ["1 Ben"]
    assert "**Ana** 20\n⏸1 **Ben** 20\n" in evening.board()
    assert gist((await evening.types("Eve", "turn next", marker=2)).text) == ["Ben 1", "2 Fay"]
    order = (await evening.types("Eve", "turn order")).text
    assert order.startswith(
        "Current turns: **Ben**, **Ida** and **Mo**.\n"
        "Marker 1: Ben, taking a turn\nMarker 2: Fay, waiting\n"
        "Marker 3: Ida, taking a turn\nMarker 4: Mo, taking a turn\n"
        "4 turns at a time for 16 players.\n"
    )


async def test_departures_take_markers_away(evening: Evening) -> None:
    """807.4e: with fifteen left one marker goes, the one to the leaver's right; 807.4g: after its turn, or at
    once where it waits. 801.2c: the leaver's neighbors reach each other when a turn begins."""
    await melee(evening)
    left = await evening.types("Cy", "concede")
    assert gist(left.text) == ["1 CR 807.4e", "Cy CR 104.3a"]
    assert "\n3 turns at a time for 15 players." in (await evening.types("Ana", "turn order")).text
    assert (await evening.types("Ben", "table attack")).text == (
        "**Ben** can't attack anyone right now (attack left)."
    )
    assert (await evening.types("Ana", "turn next", marker=1)).text == (
        "Turn marker 1 is removed (CR 807.4g)."
    )
    assert "## Current turns: **Eve**, **Ida** and **Mo**\n" in evening.board()

    for guest in ("Gus", "Kit", "Hal"):
        assert "marker" not in (await evening.types("Ana", "concede", who=guest)).text
    assert gist((await evening.types("Ana", "turn next", marker=3)).text) == ["3 Jo"]
    gone = await evening.types("Ana", "concede", who="Lee")
    assert gist(gone.text) == ["3 CR 807.4g", "Lee CR 104.3a"]
    assert "\n2 turns at a time for 11 players." in (await evening.types("Ana", "turn order")).text


async def test_extra_turns(evening: Evening) -> None:
    """807.4i: with markers four seats away on both sides the extra turn begins at once. 807.4j: an extra turn
    of someone without a marker comes before their own next turn."""
    await melee(evening)
    granted = await evening.types("Ana", "turn extra")
    assert granted.text == "**Ana** takes an extra turn after this one (CR 807.4i)."
    granted = await evening.types("Ben", "turn extra")
    assert granted.text == "**Ben** takes an extra turn before their next turn (CR 807.4j)."
    order = (await evening.types("Ana", "turn order")).text
    assert "\nBen: 1 extra turn before their next turn (CR 807.4j)\n" in order
    assert gist((await evening.types("Ana", "turn next", marker=1)).text) == ["Ana 1"]
    assert gist((await evening.types("Ana", "turn next", marker=1)).text) == ["1 Ben"]
    assert gist((await evening.types("Eve", "turn next", marker=2)).text) == ["Ben 1", "2 Fay"]
    assert gist((await evening.types("Ben", "turn next", marker=1)).text) == ["Ben 1"]


async def test_a_whole_game_with_departures_and_an_extra_turn(evening: Evening) -> None:
    """807.4j: Ana's extra turn waits, as her marker is removed with its turn, for the next one that comes to
    her. 807.4g: two markers too many at once, the second from the right of the first. 801.14: a win defeats
    the neighbors only. 801.2c: who is next to whom counts from the next turn on."""
    await melee(evening)
    await evening.types("Ana", "turn extra")
    left = await evening.types("Ben", "concede")
    assert left.text.startswith("Turn marker 1 will be removed after its turn (CR 807.4e).\n")
    assert (await evening.types("Ana", "turn next")).text == "Turn marker 1 is removed (CR 807.4g)."
    order = (await evening.types("Ana", "turn order")).text
    assert "Ana 1 CR 807.4j" in gist(order)
    for follower in ("Ned", "Ola", "Pat"):
        passed = await evening.types("Ana", "turn next", marker=4)
        assert gist(passed.text) == [f"{follower} 4"]
    assert gist((await evening.types("Ana", "turn next", marker=4)).text) == ["4 Ana"]
    assert gist((await evening.types("Eve", "turn next")).text) == ["Ana 4", "2 Fay"]
    assert gist((await evening.types("Ana", "turn next")).text) == ["Ana 4"]
    assert gist((await evening.types("Ana", "turn next")).text) == ["4 Cy"]

    gone = await evening.types(
        "Ana", "lose", reason="left the game", who="Dee, Gus, Hal, Jo, Kit, Lee, Ned, Ola"
    )
    assert gone.text.startswith(
        "Turn marker 2 is removed (CR 807.4g).\nTurn marker 4 is removed (CR 807.4g).\n"
    )
    assert gist((await evening.types("Ana", "turn next", marker=3)).text) == ["Mo 3"]
    won = await evening.types("Cy", "win")
    assert gist(won.text) == ["Ana CR 801.14", "Eve CR 801.14"]
    assert gist((await evening.types("Ana", "turn next")).text) == ["Pat 3"]
    won = await evening.types("Fay", "win")
    assert gist(won.text) == ["Cy CR 801.14", "Ida CR 801.14"]

    await evening.types("Fay", "life lose", amount=20, who="Mo")
    attack = {"amount": 20, "who": "Fay", "from": "Pat"}
    assert gist(await evening.refused("Fay", "damage", **attack)) == ["Fay Pat CR 801.10"]
    assert gist((await evening.types("Fay", "turn next")).text) == ["Fay 3"]
    ended = await evening.types("Fay", "damage", **attack)
    assert gist(ended.text) == ["Fay 20 0", "Fay 0 CR 704.5a", "Pat CR 104.2a"]


async def test_an_extra_turn_with_a_marker_too_close_on_the_right_is_saved(evening: Evening) -> None:
    """807.4i: Mo's marker has come to Ned, three seats to Ana's right, so Ana passes hers on."""
    await melee(evening)
    await evening.types("Ana", "turn extra")
    assert gist((await evening.types("Ana", "turn next", marker=4)).text) == ["4 Ned"]
    passed = await evening.types("Ana", "turn next", marker=1)
    assert gist(passed.text) == ["Ned 4", "1 Ben"]


async def test_a_monarch_who_leaves(evening: Evening) -> None:
    """725.4 asks for the active player, and there are four: the next one to the leaver's left is meant."""
    await melee(evening)
    await evening.types("Fay", "designate monarch")
    left = await evening.types("Fay", "concede")
    assert gist(left.text)[-2:] == ["Fay CR 104.3a", "Ida CR 725.4"]


async def test_markers_of_2006_wait_between_the_seats(evening: Evening) -> None:
    """608.4c: a player too close to another marker does not receive one."""
    await melee(evening, edition="2006")
    assert (await evening.types("Ana", "turn next", marker=1)).text == (
        "Turn marker 1 is on its way to **Ben**."
    )
    moved = await evening.types("Eve", "turn next", marker=2)
    assert moved.text == "Turn marker 2 is on its way to **Fay**."


async def test_the_last_two_play_on_with_one_marker(evening: Evening) -> None:
    """Four players have one marker; below four the game keeps it."""
    await melee(evening, 4)
    await evening.types("Ana", "lose", reason="left the game", who="Cy, Dee")
    assert "## Current turns: **Ana**\n" in evening.board()
    assert gist((await evening.types("Ana", "turn next")).text) == ["Ben 1"]
    ended = await evening.types("Ben", "life lose", amount=20)
    assert gist(ended.text)[-1] == "Ana CR 104.2a"
