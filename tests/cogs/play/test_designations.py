"""Dungeons and designations in the language of whoever asks for them."""

from storage.settings.definitions import LANGUAGE, Level
from tests.evening import Evening
from tests.tables import deal

GERMAN = "de"


async def speaks_german(evening: Evening, who: str) -> None:
    await evening.settings.choose(Level.OWN, evening.people[who].id, LANGUAGE, GERMAN)


async def test_rooms_are_suggested_understood_and_named_in_every_language(evening: Evening) -> None:
    """Undercity: from the first room to the Forge ("Schmiede") or the Lost Well."""
    await deal(evening, names="Ana, Ben")
    await speaks_german(evening, "Ben")
    await evening.types("Ben", "designate dungeon", into="Undercity")
    assert "Schmiede" in await evening.refused("Ben", "designate dungeon")
    assert await evening.suggestions("Ben", "designate dungeon", "room", "schm") == ["Schmiede"]
    chosen = await evening.people["Ben"].autocomplete(evening.channel, "designate dungeon", "room", "schm")
    assert [one["value"] for one in chosen] == ["Forge"]
    assert await evening.suggestions("Ana", "designate dungeon", "room", "for") == ["Forge"]
    typed = await evening.types("Ben", "designate dungeon", room="schmiede")
    assert typed.text == "**Ben** enters Forge (Undercity)."  # the channel speaks English


async def test_dungeons_to_choose_from_are_named_in_ones_own_language(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await speaks_german(evening, "Ben")
    assert "Unterstadt" in await evening.refused("Ben", "designate dungeon")


async def test_designations_that_last(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await speaks_german(evening, "Ben")
    assert await evening.suggestions("Ben", "designate blessing", "name") == [
        "Segen der Stadt",
        "bleibende Geschichte",
    ]
    given = await evening.types("Ben", "designate blessing", name="segen der stadt")
    assert given.text == "**Ben** has the city's blessing for the rest of the game."


async def test_a_counter_whose_name_is_long_in_ones_language(evening: Evening) -> None:
    """A kind used to have at most 20 letters; "contadores de experiencia" has 25."""
    await deal(evening, names="Ana, Ben")
    added = await evening.types("Ben", "counter add", kind="contadores de experiencia", amount=2)
    assert added.text == "**Ben** experience 0 → 2"
    own = await evening.types("Ana", "counter add", kind="slumber after the long winter", amount=1)
    assert own.text == "**Ana** slumber after the long winter 0 → 1"
    assert "slumber after the long winter 1" in evening.board()
