"""A Commander game of four, in which one player has two partners."""

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import gist


async def test_twenty_one_from_one_commander_kills_and_twenty_from_each_partner_do_not(
    evening: Evening,
) -> None:
    await deal(evening)
    named = await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
    assert named.text == "**Ana**'s commanders: **Tana** and **Tymna**."
    await evening.types("Ben", "commander set", name="Krenko")

    hit = await evening.types("Ana", "damage", amount=20, who="Cy", commander="Tana")
    assert hit.text == "**Cy** 40 → 20\n**Cy**: 20 of 21 from **Tana**"
    await evening.types("Cy", "life set", to=40)
    hit = await evening.types("Ana", "damage", amount=20, who="Cy", commander="Tymna")
    assert hit.text == "**Cy** 40 → 20\n**Cy**: 20 of 21 from **Tymna**"
    assert "# Cy · 20\n-# 40 → 20 · Tana 20/21 · Tymna 20/21\n" in evening.board()

    await evening.types("Ana", "damage", amount=20, who="Dee", commander="Tymna")
    await evening.types("Dee", "life set", to=40)
    killed = await evening.types("Ana", "damage", amount=1, who="Dee", commander="Tymna")
    assert gist(killed.text) == ["Dee 40 39", "Dee 21 21 Tymna", "Dee 21 Tymna CR 704.6c"]
    assert "# ~~Dee · 39~~ (out: lost)" in evening.board()
    assert "# Cy · 20\n" in evening.board()


async def test_a_commander_that_no_one_has_named_counts_as_well(evening: Evening) -> None:
    await deal(evening)
    suggested = await evening.people["Ben"].autocomplete(evening.channel, "damage", "commander", "Ben's")
    assert [choice["name"] for choice in suggested] == ["Ben's commander"]
    hit = await evening.types("Ben", "damage", amount=5, who="Ana", commander=suggested[0]["value"])
    assert hit.text == "**Ana** 40 → 35\n**Ana**: 5 of 21 from **Ben's commander**"
    await evening.types("Ben", "commander set", name="Krenko")
    assert "Ana · 35\n-# 40 → 35 · Krenko 5/21\n" in evening.board()


async def test_the_board_tells_who_plays_what(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
    await evening.types("Ben", "commander set", name="Krenko")
    await evening.types("Ana", "damage", amount=7, who="Ben", commander="Tana")
    assert "Ana · 40\n-# playing Tana / Tymna\n" in evening.board()
    assert "# Ben · 33\n-# 40 → 33 · Tana 7/21 · playing Krenko\n" in evening.board()
    assert "# Cy · 40\n# Dee · 40\n" in evening.board()


async def test_two_players_with_the_same_commander(evening: Evening) -> None:
    await deal(evening)
    for who in ("Ana", "Ben"):
        await evening.types(who, "commander set", name="Krenko")
    assert await evening.refused("Dee", "damage", amount=3, who="Cy", commander="krenko") == (
        "“krenko” could be more than one commander. Choose one: Krenko (Ana) / Krenko (Ben)."
    )
    suggested = await evening.people["Ben"].autocomplete(evening.channel, "damage", "commander", "kren")
    assert [choice["name"] for choice in suggested] == ["Krenko (Ben)", "Krenko (Ana)"]
    hit = await evening.types("Ben", "damage", amount=3, who="Cy", commander=suggested[0]["value"])
    assert hit.text == "**Cy** 40 → 37\n**Cy**: 3 of 21 from **Krenko (Ben)**"
    assert "# Cy · 37\n-# 40 → 37 · Krenko (Ben) 3/21\n" in evening.board()
    typed = await evening.types("Ben", "damage", amount=3, who="Cy", commander="krenko (ana)")
    assert typed.text == "**Cy** 37 → 34\n**Cy**: 3 of 21 from **Krenko (Ana)**"
    typed = await evening.types("Dee", "damage", amount=3, who="Cy", commander="Dee's commander")
    assert typed.text == "**Cy** 34 → 31\n**Cy**: 3 of 21 from **Dee's commander**"
    logged = (await evening.types("Cy", "log")).text
    assert any("Cy 40 37 3 Ben Krenko 3 21" in line for line in gist(logged))


async def test_of_two_commanders_of_one_name_the_askers_own_is_meant(evening: Evening) -> None:
    await deal(evening)
    for who in ("Ana", "Ben"):
        await evening.types(who, "commander set", name="Krenko, Mob Boss")
    own = await evening.types("Ben", "damage", amount=3, who="Cy", commander="krenko")
    assert own.text == "**Cy** 40 → 37\n**Cy**: 3 of 21 from **Krenko, Mob Boss (Ben)**"
    for typed in ("Krenko (Ana)", "krenko, mob boss (ana)"):
        said = await evening.types("Ben", "damage", amount=1, who="Cy", commander=typed)
        assert said.text.endswith("from **Krenko, Mob Boss (Ana)**")
    mine = await evening.types("Ben", "damage", amount=1, who="Cy", commander="Krenko (me)")
    assert mine.text.endswith("4 of 21 from **Krenko, Mob Boss (Ben)**")
    # In a duel, the damage comes from the other player.
    hit = await evening.types("Ben", "damage", amount=2, commander="Krenko")
    assert hit.text == "**Ben** 40 → 38\n**Ben**: 2 of 21 from **Krenko, Mob Boss (Ana)**"
    assert "**Krenko, Mob Boss (Ana)**" in (await evening.types("Ana", "commander cast", commander="kr")).text


async def test_unnamed_commanders_are_called_as_in_any_language(evening: Evening) -> None:
    await deal(evening)
    hit = await evening.types("Ana", "damage", amount=3, who="Cy", commander="Kommandeur von Ben")
    assert hit.text.endswith("**Cy**: 3 of 21 from **Ben's commander**")


async def test_casting_from_the_command_zone_costs_two_more_each_time(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
    assert (await evening.types("Ana", "commander cast", commander="Tymna")).text == (
        "**Ana** casts **Tymna**. The next cast costs 2 more."
    )
    assert (await evening.types("Ana", "commander cast", commander="Tymna")).text == (
        "**Ana** casts **Tymna**. The next cast costs 4 more."
    )
    assert "Tymna tax 4" in evening.board()
    assert "Tana tax" not in evening.board()
    seen = await evening.types("Eve", "commander damage")
    assert seen.private
    assert seen.text == (
        "**Tana** (Ana): cast 0×, next cast costs 0 more.\n**Tymna** (Ana): cast 2×, next cast costs 4 more."
    )
