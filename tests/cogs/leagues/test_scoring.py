"""The same two games counted in every way there is: a league's rules count for what was played before, too.

In the first game Ben wins, having put out Eve and then Cy; Cy and Dee share the second place. Eve sat first,
Dee second, Cy third. The second game all four agree to draw.
"""

from tests.support.evening import Evening
from tests.support.leagues import Panel, report, standings

EXPECTED = {
    # 5, 7, 3 and 1 for the win; 1, 1, 1 and a quarter of a win for the draw.
    "pods": "Ben 6, Cy 1, Dee 1, Eve 1",
    "addendum": "Ben 8, Cy 1, Dee 1, Eve 1",
    "swiss": "Ben 4, Cy 1, Dee 1, Eve 1",
    "shared_draws": "Ben 1.25, Cy 0.25, Dee 0.25, Eve 0.25",
    # 3 and −1, nothing for a draw.
    "plus_minus": "Ben 3, Cy −1, Dee −1, Eve −1",
    # One for each who is beaten, 3, 2, 1 and 0: Cy and Dee share 2 and 1. A draw is 1.
    "beaten": "Ben 4, Cy 2.5, Dee 2.5, Eve 1",
    # 4, 3, 2, 1: Cy and Dee share 3 and 2; all four share 10.
    "places": "Ben 6.5, Cy 5, Dee 5, Eve 3.5",
    # 5, 3, 2, 1: all four share 11.
    "places_and_win": "Ben 7.75, Cy 5.25, Dee 5.25, Eve 3.75",
    # 3, 2, 1, 0 and two kills; all four share 6.
    "kills": "Ben 6.5, Cy 3, Dee 3, Eve 1.5",
    # 4, 3, 2, 1 and one for the first kill; how they died no one said.
    "achievements": "Ben 7.5, Cy 5, Dee 5, Eve 3.5",
    # 7% of 1000 times 1.32, 1.05, 0.91: Ben has 1229.60, Cy 936.30, Dee 926.50, Eve 907.60. Then each stakes
    # 7% and takes a quarter of the 280.00 that this makes: −86.07, −65.54, −64.86, −63.53 and 70.
    "stake": "Ben 1213.53, Cy 940.76, Dee 931.64, Eve 914.07",
}


async def points(evening: Evening) -> dict[str, str]:
    rows = [row.split("**") for row in await standings(evening)]
    return {row[-2]: row[-1].split()[0] for row in rows}


async def counted(evening: Evening) -> str:
    return ", ".join(f"{name} {found}" for name, found in sorted((await points(evening)).items()))


async def play(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(
        evening,
        "Ana",
        "Ben, Cy = Dee, Eve",
        when="2h",
        seats="Eve, Dee, Cy, Ben",
        kills="Ben: Eve, Ben: Cy",
    )
    await report(evening, "Ana", "Ben, Cy, Dee, Eve", when="1h", draw="agreed")


async def test_every_preset(evening: Evening) -> None:
    await play(evening)
    panel = await Panel(evening).open()
    found: dict[str, str] = {}
    for preset in EXPECTED:
        await panel.pick("preset", preset)
        found[preset] = await counted(evening)
    assert found == EXPECTED
    # The last preset has stakes: 7% of 1000 times 1.32, 1.05, 0.91 and 0.72 is staked, and Ben takes it all.
    shown = (await evening.types("Fay", "league result show", result=1)).text
    assert "-# Points: Ben +229.6 · Cy −63.7 · Dee −73.5 · Eve −92.4\n" in shown
    # Then −86.07, −65.54, −64.86, −63.53, and 70 for each.
    shown = (await evening.types("Fay", "league result show", result=2)).text
    assert "-# Points: Ben −16.07 · Cy +4.46 · Dee +5.14 · Eve +6.47\n" in shown


async def test_own_numbers_kinds_of_draws_the_worst_and_too_few(evening: Evening) -> None:
    await play(evening)
    panel = await Panel(evening).open()
    await panel.fill("points", win="7/2", loss="-1/2", bye="2")
    assert await counted(evening) == "Ben 4.5, Cy 0.5, Dee 0.5, Eve 0.5"
    await panel.fill("draws", agreed="split", time="9")
    assert await counted(evening) == "Ben 4.38, Cy 0.38, Dee 0.38, Eve 0.38"  # 7/8 for the draw
    await panel.fill("draws", agreed="replay")
    assert await counted(evening) == "Ben 3.5, Cy −0.5, Dee −0.5, Eve −0.5"
    await panel.fill("draws", agreed="1")
    await report(evening, "Ana", "Eve")  # a bye
    await panel.fill("ties", minimum="3", drop="1")
    # Of three matches Eve's worst is the loss; Ben's two are too few for a place, and of them one counts.
    rows = [row.partition(" · ")[0] for row in await standings(evening)]
    assert rows == [
        "**1.** **Eve** 3 points",
        "– **Ben** 3.5 points",
        "– **Cy** 1 point",
        "– **Dee** 1 point",
    ]
    assert (
        "3 matches needed to be ranked · worst match dropped"
        in (await evening.types("Fay", "league standings")).text
    )


async def test_the_order_of_the_tiebreakers_decides(evening: Evening) -> None:
    """Cy beat Ben; then Ben put out two: 5 points each, Cy's from one match, Ben's from two."""
    panel = await Panel(evening).open()
    await panel.pick("by", "nobody")
    await report(evening, "Ana", "Cy, Ben", when="2h")
    await report(evening, "Ana", "Ben, Dee = Eve", when="1h", kills="Ben: Dee, Ben: Eve")
    orders = {
        "head-to-head, kills": [("1", "Cy"), ("2", "Ben")],
        "kills, head-to-head": [("1", "Ben"), ("2", "Cy")],
        "average": [("1", "Cy"), ("2", "Ben")],
        "wins, average": [("1", "Cy"), ("2", "Ben")],
        "places": [("1", "Ben"), ("2", "Cy")],
        "wins": [("1", "Ben"), ("1", "Cy")],
        "": [("1", "Ben"), ("1", "Cy")],
    }
    for order, expected in orders.items():
        await panel.fill("ties", order=order)
        rows = [row.split("**") for row in await standings(evening)][:2]
        assert sorted((row[1].rstrip("."), row[3]) for row in rows) == expected, order
    wrong = await panel.fill("ties", order="coin")
    assert wrong.text.startswith("There's no tie-breaker “coin”. Choose from: match-win rate, ")
