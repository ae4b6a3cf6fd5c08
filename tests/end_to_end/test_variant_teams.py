"""Games of teams, each variant from its lobby to its end, as a channel sees it."""

from tests.support.evening import Evening
from tests.support.tables import RED_AND_BLUE, deal_teams, gather, two_headed
from tests.support.wording import gist

THREE_AND_THREE = {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Fay"}
FOUR_AND_FOUR = "Ana, Ben, Cy, Dee, Eve, Fay, Gus, Hal"
HEROES = {"Archenemy": "Ana", "Heroes": "Ben, Cy, Dee"}


async def test_two_headed_giant(evening: Evening) -> None:
    """810.9: each head is dealt the damage. 805.8: an effect that names both heads gives one turn. 810.8a:
    who can't lose keeps the team in. 810.8b: who concedes takes it along."""
    await two_headed(evening)
    seen = await evening.types("Ana", "table attack")
    assert seen.text == (
        "**Ana** can attack Cy and Dee (attack multiple).\n"
        "Teams attack as one: Ana and Ben are the attacking players, Cy and Dee the defending players "
        "(CR 805.10)."
    )
    order = (await evening.types("Ana", "turn order")).text
    assert "\nChoices at the same time: Red → Blue (CR 805.6)\n" in order
    assert "\nDraws by one effect: Ana and Ben → Cy and Dee (CR 805.6a)\n" in order
    hit = await evening.types("Ana", "damage", amount=4, who="Cy, Dee")
    assert hit.text == "**Blue** 30 → 22"
    assert (await evening.types("Cy", "life double")).text == "**Blue** 22 → 44"

    await evening.types("Ana", "turn extra", who="Ana, Ben")
    assert gist((await evening.types("Ana", "turn next")).text) == ["Red"]
    assert gist((await evening.types("Ana", "turn next")).text) == ["Blue"]

    await evening.types("Dee", "effect add", effect="cant_lose_game")
    assert (await evening.types("Cy", "life set", to=0)).text == "**Blue** 44 → 0"
    ended = await evening.types("Cy", "concede")
    assert gist(ended.text) == ["Blue Cy Dee CR 810.8b", "Red Ana Ben CR 104.2c"]


async def test_heads_pay_for_one_cost_together(evening: Evening) -> None:
    """810.9b: together no more than the team has. 810.9d: of a team whose members' totals become numbers only
    one counts."""
    await two_headed(evening)
    await evening.types("Ana", "life set", to=11)
    assert gist(await evening.refused("Ana", "life pay", amount=6, who="Ana, Ben")) == ["Ana 11 12 CR 119.4"]
    assert (await evening.types("Ana", "life pay", amount=5, who="Ana, Ben")).text == "**Red** 11 → 1"
    assert await evening.refused("Ana", "life each", totals="Ana 3, Ben 4, Cy 7") == (
        "Red shares its life total, so choose the member the effect applies to (CR 810.9d)."
    )
    set_ = await evening.types("Ana", "life each", totals="Ben 4, Cy 7")
    assert set_.text == "**Red** 1 → 4 · **Blue** 30 → 7"


async def test_two_headed_giant_of_2006(evening: Evening) -> None:
    """606.4a: 40 life. 606.6b: only the secondary player draws first. 606.9a: a player is at half the team's
    life, rounded up. 606.9c: 25, seen as 13, becomes 20: the team gains 7."""
    await gather(evening, "two_headed_giant", "Ana", edition="2006")
    assert evening.board().startswith(f"-# Game {await evening.game()} · CR 606\n")
    for name, team in {"Ana": "Red", "Ben": "Red", "Cy": "Blue", "Dee": "Blue"}.items():
        await evening.types(name, "game join", team=team)
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee")
    begun = await evening.types("Ana", "game start", first="Ana")
    assert "**Red** goes first. Ana skips the first draw." in begun.text
    assert "Red · 40" in evening.board()

    await evening.types("Ana", "life set", to=17, who="Cy")
    assert "Blue · 37\n" in evening.board(), "Cy was at 20 and lost 3"
    await evening.types("Cy", "life lose", amount=20)
    hit = await evening.types("Ana", "life halve", rounded="down", who="Cy, Dee", damage=True)
    assert hit.text == "**Blue** 17 → 9", "606.9a: each is at 9 and is dealt 4"
    await evening.types("Ben", "life lose", amount=15)
    assert (await evening.types("Ana", "life set", to=20)).text == "**Red** 25 → 32"
    assert (await evening.types("Ana", "life each", totals="Ana 3, Ben 4")).text == "**Red** 32 → 7"

    assert (await evening.types("Ana", "damage", amount=9, who="Cy", infect=True)).text == (
        "**Cy** poison 0 → 9"
    )
    ended = await evening.types("Ana", "damage", amount=1, who="Cy", infect=True)
    assert gist(ended.text) == ["Cy 9 10", "Blue Cy Dee 10 CR 420.5h", "Red Ana Ben CR 102.2c"]


async def test_choices_draws_and_combat_of_2006_are_the_teams(evening: Evening) -> None:
    """606.6d: the active team chooses first. 606.6h: its primary player draws, then its secondary player,
    then the other team does the same. 606.7a: the teams attack and defend as a group."""
    await deal_teams(evening, "two_headed_giant", RED_AND_BLUE, edition="2006")
    order = (await evening.types("Cy", "turn order")).text
    assert "\nChoices at the same time: Red → Blue (CR 606.6d)\n" in order
    assert "\nDraws by one effect: Ana → Ben → Cy → Dee (CR 606.6h)\n" in order
    drawn = await evening.types("Dee", "library draw", cards=2, who="each player")
    assert drawn.text == (
        "**Ana** draws 2 cards.\n**Ben** draws 2 cards.\n**Cy** draws 2 cards.\n**Dee** draws 2 cards."
    )
    seen = (await evening.types("Ana", "table attack")).text
    assert (
        "Teams attack as one: Ana and Ben are the attacking players, Cy and Dee the defending players "
        "(CR 606.7a)."
    ) in seen
    await evening.types("Ana", "turn next")
    order = (await evening.types("Cy", "turn order")).text
    assert "\nDraws by one effect: Cy → Dee → Ana → Ben (CR 606.6h)\n" in order
    drawn = await evening.types("Dee", "library draw", who="Ben, Dee, Cy")
    assert drawn.text == "**Cy** draws 1 card.\n**Dee** draws 1 card.\n**Ben** draws 1 card."


async def test_phases_and_control_are_the_teams(evening: Evening) -> None:
    """606.6g: an effect on one head adds, skips and controls parts and turns of the team's."""
    await deal_teams(evening, "two_headed_giant", RED_AND_BLUE, edition="2006")
    skipped = await evening.types("Ana", "turn skip", who="Dee", phase="draw step")
    assert skipped.text == "**Blue**: draw step skipped next turn (CR 606.6g)."
    more = await evening.types("Ana", "turn extra", who="Ana, Ben", phase="combat phase")
    assert more.text == "**Red**: an additional combat phase this turn (CR 606.6g)."
    controlled = await evening.types("Ana", "turn control", who="Cy")
    assert controlled.text == "**Ana** will control **Blue** during **Blue**'s next turn (CR 606.6g)."
    order = (await evening.types("Ben", "turn order")).text
    assert "Blue CR 606.6g" in gist(order)
    began = await evening.types("Ana", "turn next")
    assert gist(began.text) == ["Blue", "Blue CR 606.6g", "Ana Blue CR 606.6g"]
    assert "draw step" not in (await evening.types("Ben", "turn order")).text


async def test_turns_of_2006_are_the_teams(evening: Evening) -> None:
    """606.6g: an effect that gives one head an extra turn, or has one skip a turn, does so for the team."""
    await deal_teams(evening, "two_headed_giant", RED_AND_BLUE, edition="2006")
    extra = await evening.types("Ana", "turn extra", who="Ben")
    assert extra.text == "**Red** takes an extra turn after this one (CR 300.6)."
    skipped = await evening.types("Ana", "turn skip", who="Dee")
    assert gist(skipped.text) == ["Blue CR 419.6f"]
    began = await evening.types("Ana", "turn next")
    assert gist(began.text) == ["Red"]
    began = await evening.types("Ana", "turn next")
    assert gist(began.text) == ["Blue CR 419.6f", "Red"]


async def test_mulligans_of_2006_are_taken_team_by_team(evening: Evening) -> None:
    """606.6a: the starting team first; seven cards again, then six."""
    await deal_teams(evening, "two_headed_giant", RED_AND_BLUE, edition="2006")
    assert await evening.refused("Cy", "mulligan keep") == (
        "Ana, Ben has to decide on a mulligan first (CR 101.4)."
    )
    taken = [(await evening.types("Ben", "mulligan take")).text for _ in range(2)]
    assert taken == [
        "**Ben** takes mulligan 1: 7 cards (CR 101.4).",
        "**Ben** takes mulligan 2: 6 cards (CR 101.4).",
    ]
    await evening.types("Ben", "mulligan keep")
    await evening.types("Ana", "mulligan keep")
    assert (await evening.types("Cy", "mulligan keep")).text == "**Cy** keeps 7 cards."


async def test_three_headed_giant(evening: Evening) -> None:
    """810.11: 45 life, and twenty poison counters to lose with."""
    await deal_teams(evening, "n_headed_giant", THREE_AND_THREE)
    assert "# ▸ Red · 45\nAna, Ben and Cy\n# Blue · 45\n" in evening.board()
    await evening.types("Ana", "counter add", kind="poison", amount=19, who="Eve")
    assert "poison 19/20" in evening.board()
    ended = await evening.types("Ana", "counter proliferate", who="Dee, Eve, Fay")
    assert gist(ended.text) == ["Blue 19 20", "Blue Dee Eve Fay 20 CR 704.6b", "Red Ana Ben Cy CR 104.2c"]


async def test_team_vs_team_with_commanders(evening: Evening) -> None:
    """808.1: teams of any size. 808.4: the center seat starts, or the one left of the middle. 903.7 and
    903.10a on top: 40 life each, 21 combat damage. 104.2c: dead members win too."""
    await deal_teams(evening, "team_vs_team", {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve"}, commander=True)
    assert evening.board().count(" · 40\n") == 5
    assert (await evening.types("Ben", "table attack")).text == (
        "**Ben** can attack Dee and Eve (attack multiple)."
    )
    await evening.types("Dee", "commander set", name="Krenko")
    killed = await evening.types("Dee", "damage", amount=21, who="Ana", commander="Krenko")
    assert gist(killed.text)[-1] == "Ana 21 Krenko CR 704.6c"
    assert gist((await evening.types("Ben", "turn next")).text) == ["Ben"]
    await evening.types("Dee", "concede")
    ended = await evening.types("Eve", "life lose", amount=40)
    assert gist(ended.text)[-1] == "Red Ana Ben Cy CR 104.2c"


async def test_team_vs_team_starts_in_the_middle_of_a_team(evening: Evening) -> None:
    """808.4: of three the one in the center, of two the one left of the middle."""
    await gather(evening, "team_vs_team", "Ana")
    for name, team in {"Ana": "Red", "Ben": "Red", "Cy": "Red", "Dee": "Blue", "Eve": "Blue"}.items():
        await evening.types(name, "game join", team=team)
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee, Eve")
    begun = await evening.types("Ana", "game start")
    assert gist(begun.text)[0] in ("Ben", "Eve")


async def test_alternating_teams_draw_in_part(evening: Evening) -> None:
    """811.3: seated in turn. 811.4: neighbors only. 104.4e: five of eight are within two seats and draw.
    104.4g: a team with someone left goes on, and wins with those who drew."""
    await gather(evening, "alternating_teams", FOUR_AND_FOUR)
    await evening.types("Ana", "game seats", order=FOUR_AND_FOUR)
    await evening.types("Ana", "game start", first="Ana")
    assert "**Red**\n## ▸ Ana · 20\n## Cy · 20\n## Eve · 20\n## Gus · 20 (guest)\n" in evening.board()
    assert (await evening.types("Ana", "table attack")).text == (
        "**Ana** can attack Ben and Hal (attack multiple)."
    )
    reach = await evening.types("Ana", "table range")
    assert reach.text.endswith("2 seats in each direction (CR 801.2): Ana, Ben, Cy, Gus and Hal.")

    drawn = await evening.types("Ana", "draw", reason="effect")
    assert (
        drawn.text.count(" draws the game: an effect made it a draw for everyone in range (CR 104.4e).") == 5
    )
    await evening.types("Dee", "turn next")
    assert (await evening.types("Eve", "table attack")).text == (
        "**Eve** can attack Dee and Fay (attack multiple)."
    )
    assert (await evening.types("Dee", "table attack")).text == "**Dee** can attack Eve (attack multiple)."
    ended = await evening.types("Eve", "life lose", amount=20)
    assert gist(ended.text) == ["Eve 20 0", "Eve 0 CR 704.5a", "Blue Ben Dee Fay Hal CR 104.2c"]


async def test_alternating_teams_attack_to_one_side(evening: Evening) -> None:
    """811.2b and 803.1a: attack left instead."""
    await gather(evening, "alternating_teams", "Ana, Ben, Cy, Dee", attack="left")
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee")
    await evening.types("Ana", "game start", first="Ana")
    assert (await evening.types("Dee", "table attack")).text == "**Dee** can attack Ana (attack left)."


async def test_archenemy(evening: Evening) -> None:
    """904.5: 40 life against 20 each. 904.6: the archenemy starts. 805.4: the heroes take one turn.
    704.5c: ten poison counters on one hero. 104.2c: dead heroes win with their team."""
    await deal_teams(evening, "archenemy", HEROES)
    assert "# ▸ Ana · 40\n" in evening.board()
    assert "# Ben · 20\n# Cy · 20\n# Dee · 20\n" in evening.board()
    assert gist((await evening.types("Ana", "turn next")).text) == ["Heroes"]
    assert "# ▸ Ben · 20\n# ▸ Cy · 20\n# ▸ Dee · 20\n" in evening.board()
    await evening.types("Ben", "turn extra", who="Ben, Cy")
    order = (await evening.types("Ben", "turn order")).text
    assert "Next: Heroes, Archenemy, Heroes, Archenemy," in order

    died = await evening.types("Ana", "damage", amount=20, who="Ben")
    assert gist(died.text) == ["Ben 20 0", "Ben 0 CR 704.5a"]
    died = await evening.types("Ana", "damage", amount=10, who="Cy", infect=True)
    assert gist(died.text) == ["Cy 0 10", "Cy 10 CR 704.5c"]
    ended = await evening.types("Dee", "damage", amount=41, who="Ana")
    assert gist(ended.text) == ["Ana 40 −1", "Ana −1 CR 704.5a", "Heroes Ben Cy Dee CR 104.2c"]


async def test_archenemy_is_named_and_starts(evening: Evening) -> None:
    await gather(evening, "archenemy", "Ana, Ben, Cy")
    named = await evening.types("Ana", "game role", role="archenemy", who="Cy")
    assert named.text == "**Cy** is the archenemy. Everyone else is a hero."
    assert "**Archenemy**: Cy\n**Heroes**: Ana and Ben\n" in evening.board()
    begun = await evening.types("Ana", "game start")
    assert gist(begun.text)[0] == "Archenemy"
    assert "# ▸ Cy · 40\n" in evening.board()


async def test_archenemy_commander(evening: Evening) -> None:
    """904.13b: 60 life against 60 shared. 904.13c: poison is not shared, and ten on one hero lose the game
    for that one, with whom the team goes (810.8a)."""
    await deal_teams(evening, "archenemy_commander", HEROES)
    assert "# ▸ Ana · 60\n" in evening.board()
    assert "# Heroes · 60\nBen, Cy and Dee\n" in evening.board()
    await evening.types("Ana", "commander set", name="Krenko")
    hit = await evening.types("Ana", "damage", amount=20, who="Ben", commander="Krenko")
    assert hit.text == "**Heroes** 60 → 40\n**Ben**: 20 of 21 from **Krenko**"
    await evening.types("Ana", "counter add", kind="poison", amount=9, who="Cy")
    await evening.types("Ana", "counter add", kind="poison", amount=9, who="Dee")
    assert "Cy: poison 9/10 · Dee: poison 9/10" in evening.board()
    ended = await evening.types("Ana", "counter add", kind="poison", who="Dee")
    assert gist(ended.text) == ["Dee 9 10", "Heroes Ben Cy Dee 10 CR 704.5c", "Archenemy Ana CR 104.2c"]
