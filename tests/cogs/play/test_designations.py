"""Dungeons and designations in the language of the player who enters them."""

from storage.settings.definitions import LANGUAGE, MAY_ENTER, Level
from tests.support.evening import Evening
from tests.support.tables import deal

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


class TestRemoving:
    """What the rules hardly ever end, but was entered by mistake, or a card takes away."""

    async def test_the_monarch_and_the_initiative(self, evening: Evening) -> None:
        """Of these two there is one holder, who needn't be named (725.3, 726.3)."""
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "designate monarch", who="Ben")
        await evening.types("Ana", "designate initiative", who="Cy")
        offered = await evening.suggestions("Ana", "designate remove", "designation")
        assert offered == ["monarch", "initiative"]
        gone = await evening.types("Ana", "designate remove", designation="monarch")
        assert gone.text == "The game no longer has a monarch (CR 725.3)."
        assert "monarch" not in evening.board().partition("-# Ana")[0]
        assert await evening.refused("Ana", "designate remove", designation="initiative", who="Ben") == (
            "Ben doesn't have “initiative”, so there's nothing to remove."
        )
        gone = await evening.types("Ana", "designate remove", designation="initiative")
        assert gone.text == "No one has the initiative now (CR 726.1)."
        await evening.types("Ana", "undo")
        assert "Cy · 40\n-# initiative" in evening.board()

    async def test_designations_of_several(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        for who in ("Ben", "Cy"):
            await evening.types("Ana", "designate blessing", who=who)
        await evening.types("Ana", "designate blessing", name="Big Boss", who="Cy")
        assert await evening.refused("Ana", "designate remove", designation="city's blessing") == (
            "Ana doesn't have “city's blessing”, so there's nothing to remove."
        )
        gone = await evening.types("Ana", "designate remove", designation="city's blessing", who="Cy")
        assert gone.text == "**Cy** no longer has the city's blessing."
        gone = await evening.types("Ana", "designate remove", designation="big boss")
        assert gone.text == "**Cy** no longer has the Big Boss."
        assert "Ben · 40\n-# city's blessing" in evening.board()
        assert "Cy · 40\n-# c" not in evening.board()

    async def test_day_and_night(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        assert await evening.refused("Ana", "designate remove", designation="day and night") == (
            "That wouldn't change anything. If an effect prevents it, `/effect list` shows it."
        )
        await evening.types("Ana", "designate daynight", to="night")
        assert "· night" in evening.board()
        await speaks_german(evening, "Ben")
        assert await evening.suggestions("Ben", "designate remove", "designation", "ta") == ["Tag und Nacht"]
        gone = await evening.types("Ben", "designate remove", designation="Tag und Nacht")
        assert gone.text == "It is neither day nor night (CR 731.2)."
        assert "· night" not in evening.board()

    async def test_speed_goes_down(self, evening: Evening) -> None:
        """By an effect, and its own ability raises it again once in this turn (702.179d)."""
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "designate speed")
        assert "speed is 2" in (await evening.types("Ana", "life lose", amount=1, who="Ben")).text
        await evening.types("Ana", "turn next")
        slower = await evening.types("Ben", "designate remove", designation="speed", who="Ana", levels=1)
        assert slower.text == "**Ana**'s speed is 1 (CR 702.179b)."
        gone = await evening.types("Ana", "designate remove", designation="speed")
        assert gone.text == "**Ana**'s speed is 0 (CR 702.179b)."
        await evening.types("Ana", "life lose", amount=1)  # speed doesn't start without an effect (704.5aa)
        assert "speed 1" not in evening.board()

    async def test_the_ring_and_a_dungeon(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        for _ in range(3):
            await evening.types("Ana", "designate ring")
        fewer = await evening.types("Ana", "designate remove", designation="the Ring", levels=1)
        assert fewer.text == "The Ring has tempted **Ana** 2 times."
        again = await evening.types("Ana", "designate ring")
        assert again.text == "The Ring tempts **Ana** for the 3rd time."
        await evening.types("Ben", "designate dungeon", into="Undercity")
        left = await evening.types("Ben", "designate remove", designation="dungeon")
        assert left.text == "**Ben** leaves **Undercity** without completing it."

    async def test_is_for_who_may_enter_it(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.settings.choose(Level.CHANNEL, evening.channel.id, MAY_ENTER, "own")
        await evening.types("Ana", "designate monarch", who="Cy")
        assert await evening.refused("Ben", "designate remove", designation="monarch") == (
            "Players here can only enter what happens to them. Ask Cy or moderators to enter this."
        )
        await evening.types("Cy", "designate remove", designation="monarch")
