"""Emperor games: who reaches whom, and what happens to a team with its emperor."""

from tests.support.evening import Evening
from tests.support.tables import deal_teams, gather
from tests.support.wording import gist

COURTS = {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Fay"}
SIX = "Ana, Ben, Cy, Dee, Eve, Fay"


async def courts(evening: Evening, **options: object) -> None:
    """Red (Ana, Ben, Cy) and Blue (Dee, Eve, Fay) in the lobby, seated like this."""
    await gather(evening, "emperor", "Ana", **options)
    for team, names in COURTS.items():
        for name in names.split(", "):
            await evening.types(name, "game join", team=team)
    await evening.types("Ana", "game seats", order=SIX)


async def test_the_death_of_an_emperor(evening: Evening) -> None:
    """809.2: the emperors sit in the middle. 809.4: one of them starts. 809.3a, 809.3c: ranges 2 and 1,
    attacks on neighbors. 809.5b: the team loses with its emperor. 104.2c: a dead general wins too."""
    await courts(evening)
    begun = await evening.types("Ana", "game start")
    assert gist(begun.text)[0] in ("Ben", "Eve")
    assert begun.text.endswith(
        "Seats: Ana → Ben → Cy → Dee → Eve → Fay\n"
        "Range of influence: Ana 1 · Ben 2 · Cy 1 · Dee 1 · Eve 2 · Fay 1 (CR 801.2)"
    )
    assert "· 20\n-# emperor\n" in evening.board()

    seen = await evening.types("Ben", "table range")
    assert gist(seen.text) == ["Ben 2 CR 801.2 Ana Ben Cy Dee Fay", "Ana Cy CR 804.2"]
    seen = await evening.types("Cy", "table range")
    assert seen.text.endswith(
        "1 seat in each direction (CR 801.2): Ben, Cy and Dee.\nCreatures can be deployed to Ben (CR 804.2)."
    )
    assert (await evening.types("Ben", "table attack")).text == (
        "**Ben** can't attack anyone right now (attack adjacent)."
    )
    assert (await evening.types("Cy", "table attack")).text == "**Cy** can attack Dee (attack adjacent)."

    assert gist((await evening.types("Dee", "life lose", amount=20)).text) == ["Dee 20 0", "Dee 0 CR 704.5a"]
    ended = await evening.types("Ben", "life lose", amount=21)
    assert gist(ended.text) == [
        *("Ben 20 −1", "Ben −1 CR 704.5a", "Ana CR 809.5b", "Cy CR 809.5b", "Blue Dee Eve Fay CR 104.2c")
    ]
    assert "Dee · 0 (won)" in evening.board().replace("~~", "")


async def test_an_emperor_who_draws_or_wins(evening: Evening) -> None:
    """104.4e: the emperor's draw takes out everyone within two seats, all but the other emperor, whose team
    wins with the generals who drew."""
    await courts(evening)
    await evening.types("Ana", "game start", first="Eve")
    drawn = await evening.types("Ben", "draw", reason="effect")
    assert drawn.text.count("(CR 104.4e)") == 5
    assert gist(drawn.text)[-1] == "Blue Dee Eve Fay CR 104.2c"
    await evening.types("Ana", "undo")
    won = await evening.types("Ben", "win")
    assert gist(won.text) == ["Dee CR 801.14", "Fay CR 801.14"]
    assert "# Eve · 20\n-# emperor\n" in evening.board().replace("▸ ", "")


async def test_a_general_who_draws_for_the_emperor(evening: Evening) -> None:
    """809.5c: Cy's draw reaches Ben, the emperor, and so the whole team; of Blue it reaches Dee alone."""
    await courts(evening)
    await evening.types("Ana", "game start", first="Eve")
    drawn = await evening.types("Cy", "draw", reason="effect")
    assert gist(drawn.text) == [
        *("Ben CR 104.4e", "Cy CR 104.4e", "Dee CR 104.4e", "Ana CR 809.5c", "Blue Dee Eve Fay CR 104.2c")
    ]


async def test_a_named_emperor_sits_in_the_middle(evening: Evening) -> None:
    """809.2, with drawn seats."""
    await courts(evening)
    drawn = "-# Emperors are random unless you choose them under **Options…**.\n"
    assert drawn not in evening.board()  # seats as listed: the emperor is listed in the middle
    await evening.types("Ana", "game seats", order="random")
    assert drawn in evening.board()
    named = await evening.types("Cy", "game role", role="emperor")
    assert named.text == "**Cy** is the team's emperor and sits in the middle."
    assert "**Red**: Ana, Ben and Cy (emperor)\n" in evening.board()
    assert drawn in evening.board()
    await evening.types("Cy", "game role", role="emperor", who="Dee")
    assert drawn not in evening.board()
    begun = await evening.types("Ana", "game start")
    seats = begun.text.rpartition("Seats: ")[2].partition("\n")[0].split(" → ")
    assert seats.index("Cy") in (1, 4)
    assert {seats[seats.index("Cy") - 1], seats[seats.index("Cy") + 1]} == {"Ana", "Ben"}


async def test_an_emperor_at_the_end_of_the_team_is_refused(evening: Evening) -> None:
    await courts(evening)
    await evening.types("Ana", "game role", role="emperor", who="Ana")
    assert await evening.refused("Ana", "game start") == (
        "Ana is an emperor and has to sit between two teammates (CR 809.2)."
    )


async def test_courts_of_four(evening: Evening) -> None:
    """809.6a and its example: emperors reach 3 seats, the second general 2, the outer ones 1."""
    court = {"Red": "Ana, Ben, Cy, Dee", "Blue": "Eve, Fay, Gus, Hal"}
    await deal_teams(evening, "emperor", court)
    reaches = {name: (await evening.types(name, "table range")).text for name in ("Ana", "Ben", "Cy", "Dee")}
    found = {name: text.partition(" is ")[2].partition(" (CR")[0] for name, text in reaches.items()}
    assert found == {
        "Ana": "1 seat in each direction",
        "Ben": "3 seats in each direction",
        "Cy": "2 seats in each direction",
        "Dee": "1 seat in each direction",
    }


async def test_an_emperor_of_2006(evening: Evening) -> None:
    """607.5a: only the loss. A win by an effect is a win there, however far it reaches (102.2b)."""
    await deal_teams(evening, "emperor", COURTS, edition="2006")
    seen = await evening.types("Cy", "table range")
    assert gist(seen.text)[-1] == "Ben CR 603.2"
    assert gist(seen.text)[-2].endswith("CR 601.2 Ben Cy Dee")
    won = await evening.types("Ana", "win")
    assert gist(won.text) == ["Red Ana Ben Cy CR 102.2b"]
    await evening.types("Ana", "undo")
    ended = await evening.types("Eve", "concede")
    assert gist(ended.text) == [
        *("Eve CR 102.3a", "Dee CR 607.5a", "Fay CR 607.5a", "Red Ana Ben Cy CR 102.2c")
    ]
