"""/effect: what prevents and changes damage and life, with the numbers and durations that cards print.

Totals are worked out on paper from the rules cited in `tests/conformance/cases/effects.json`.
"""

import pytest

from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.tables import deal
from tests.support.wording import gist


class TestPreventingDamage:
    async def test_a_fog_prevents_all_combat_damage_for_a_turn(self, evening: Evening) -> None:
        await deal(evening)
        begun = await evening.types(
            "Ana",
            "effect add",
            effect="prevent_damage",
            who="each player",
            damage="combat damage",
            lasts="until end of turn",
        )
        assert begun.text == (
            "**Ana**, **Ben**, **Cy** and **Dee**: all damage is prevented (combat damage only), "
            "until end of turn."
        )
        assert (
            "# Ben · 40\n-# all damage is prevented (combat damage only), until end of turn, from Ana\n"
            in (evening.board())
        )
        hit = await evening.types("Ana", "damage", amount=21, who="Ben", commander="Ana's commander")
        assert hit.text == "**Ben**: 21 damage is prevented (CR 615.6)."
        assert (await evening.types("Ana", "damage", amount=3, who="Ben")).text == "**Ben** 40 → 37"
        over = await evening.types("Ana", "turn next")
        assert over.text.startswith(
            "**Ana**, **Ben**, **Cy** and **Dee**: "
            "no longer “all damage is prevented (combat damage only)”.\n"
        )
        assert "-# all damage" not in evening.board()
        hit = await evening.types("Ana", "damage", amount=21, who="Ben", commander="Ana's commander")
        assert "Ben 21 Ana CR 704.6c" in gist(hit.text)

    async def test_protection_until_your_next_turn(self, evening: Evening) -> None:
        """Life can't change and damage is prevented until Ana's next turn, infect and commanders included."""
        await deal(evening)
        await evening.types("Ana", "effect add", effect="life_cant_change", lasts="until your next turn")
        await evening.types("Ana", "effect add", effect="prevent_damage", lasts="until your next turn")
        assert (await evening.types("Ana", "effect list")).text == (
            "**Ana**: life total can't change, until Ana's next turn\n"
            "**Ana**: all damage is prevented, until Ana's next turn"
        )
        hit = await evening.types("Ben", "damage", amount=12, who="Ana", infect=True)
        assert gist(hit.text) == ["Ana 12 CR 615.6"]
        assert await evening.refused("Ben", "life lose", amount=3, who="Ana") == (
            "That wouldn't change anything. If an effect prevents it, `/effect list` shows it."
        )
        assert await evening.refused("Ana", "life pay", amount=1) == (
            "Ana can't pay life (CR 119.8). Only 0 can be paid."
        )
        for _ in range(4):
            await evening.types("Ana", "turn next")
        assert (await evening.types("Ana", "effect list")).text == (
            "No active effects. Add one with `/effect add`."
        )
        assert (await evening.types("Ben", "damage", amount=3, who="Ana")).text == "**Ana** 40 → 37"

    async def test_a_shield_is_used_up(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="prevent_next_damage", number=3, who="Ben")
        hit = await evening.types("Ana", "damage", amount=2, who="Ben")
        assert hit.text == (
            "**Ben**: the next 1 damage is prevented.\n**Ben**: 2 damage is prevented (CR 615.6)."
        )
        hit = await evening.types("Ana", "damage", amount=5, who="Ben")
        assert gist(hit.text) == ["Ben 40 36", "Ben 1", "Ben 1 CR 615.6"]

    async def test_the_next_time_from_one_players_sources(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="prevent_damage", times=1, **{"damage-from": "Cy"})
        assert "(only from Cy, 1 time)" in evening.board()
        assert (await evening.types("Ben", "damage", amount=2, who="Ana")).text == "**Ana** 40 → 38"
        hit = await evening.types("Cy", "damage", amount=9, who="Ana")
        assert "Ana 9 CR 615.6" in gist(hit.text)
        assert (await evening.types("Cy", "damage", amount=4, who="Ana")).text == "**Ana** 38 → 34"

    async def test_damage_that_cannot_be_prevented(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="prevent_damage")
        hit = await evening.types("Ben", "damage", amount=4, who="Ana", unpreventable=True)
        assert hit.text == "**Ana** 40 → 36"


class TestChangingDamageAndLife:
    async def test_doubled_commander_damage(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="multiply_damage_dealt", number=2)
        hit = await evening.types("Ana", "damage", amount=11, who="Ben", commander="Ana's commander")
        assert "**Ben**: 11 damage becomes 22 (CR 614.6)." in hit.text
        assert "Ben 22 Ana CR 704.6c" in gist(hit.text)

    @pytest.mark.parametrize(("rounded", "left"), [("down", 38), ("up", 37)])
    async def test_halved_damage(self, evening: Evening, rounded: str, left: int) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect=f"halve_damage_{rounded}")
        hit = await evening.types("Ben", "damage", amount=5, who="Ana")
        assert hit.text == f"**Ana** 40 → {left}\n**Ana**: 5 damage becomes {40 - left} (CR 614.6)."

    async def test_gain_becomes_loss(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "effect add", effect="gain_becomes_loss", who="Ana")
        gained = await evening.types("Ana", "life gain", amount=3)
        assert gained.text == ("**Ana** 40 → 37\n**Ana** loses 3 life instead of gaining life (CR 614.6).")
        assert "Ana 40 → 37 (lost 3 life instead of gaining life)" in evening.board()

    async def test_0_can_always_be_paid(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="cant_pay_life")
        paid = await evening.types("Ana", "life pay", amount=0)
        assert paid.text == "**Ana** pays 0 life (CR 119.4b)."


class TestDurations:
    async def test_who_loses_as_an_effect_ends_takes_no_turn(self, evening: Evening) -> None:
        """As Ana's turn ends, so does Ben's effect: he loses in the cleanup step, and Cy is next (514.3a)."""
        await deal(evening)
        await evening.types("Ben", "effect add", effect="cant_lose_game", lasts="until end of turn")
        await evening.types("Ana", "life lose", amount=45, who="Ben")
        over = await evening.types("Ana", "turn next")
        assert "Ben −5 CR 704.5a" in gist(over.text)
        assert "Cy" in gist(over.text)

    async def test_a_player_who_has_left_is_not_a_source(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Dee", "concede")
        assert (
            await evening.refused("Ana", "effect add", effect="prevent_damage", source="Dee")
        ).key == "left_game"
        assert (
            await evening.refused("Ana", "damage", amount=3, who="Ben", **{"from": "Dee"})
        ).key == "left_game"

    async def test_a_commander_leaves_with_its_owner(self, evening: Evening) -> None:
        """It leaves even if another player controls it (800.4a); until then it counts for that player."""
        await deal(evening)
        await evening.types("Dee", "commander set", name="Tana")
        hit = {"amount": 3, "who": "Ben", "commander": "Tana", "from": "Ana"}
        assert "3 of 21 from **Tana**" in (await evening.types("Ana", "damage", **hit)).text
        await evening.types("Dee", "concede")
        assert (await evening.refused("Ana", "damage", **hit)).key == "left_game"

    @pytest.mark.parametrize(
        ("options", "refused"),
        [
            (
                {"effect": "cant_lose_game", "times": 1},
                "This effect can't be limited to a number of times. Leave `times:` blank.",
            ),
            (
                {"effect": "cant_lose_game", "damage": "combat damage"},
                "This effect isn't about damage. Leave `damage:`, `damage-from:` and `commander:` blank.",
            ),
        ],
    )
    async def test_what_an_effect_cannot_have(
        self, evening: Evening, options: dict[str, str | int], refused: str
    ) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "effect add", **options) == refused


async def test_the_list_is_shown_in_the_readers_language(evening: Evening) -> None:
    await deal(evening)
    await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, "de")
    await evening.types(
        "Ana", "effect add", effect="prevent_next_damage", number=3, lasts="until end of turn"
    )
    assert (await evening.types("Ben", "effect list")).text == (
        "**Ana**: die nächsten 3 Schadenspunkte werden verhindert, bis zum Ende des Zuges"
    )


async def test_the_player_chooses_what_a_shield_prevents_of_two_hits_at_once(evening: Evening) -> None:
    """615.7 and 903.10a: Krenko has dealt Cy 18. Of 3 by him and 3 by Tana a shield of 3 prevents his."""
    await deal(evening)
    for who, name in (("Ana", "Tana"), ("Ben", "Krenko")):
        await evening.types(who, "commander set", name=name)
    await evening.types("Ben", "damage", amount=18, who="Cy", commander="Krenko")
    await evening.types("Cy", "effect add", effect="prevent_next_damage", number=3)
    await evening.types("Ana", "hold")
    asked = await evening.types("Ana", "damage", amount=3, who="Cy", commander="Tana")
    assert gist(asked.text)[-1] == "Cy 3 CR 615.7"
    await evening.types("Ana", "undo")
    await evening.types("Ana", "damage", amount=3, who="Cy", commander="Tana", shielded=0)
    await evening.types("Ben", "damage", amount=3, who="Cy", commander="Krenko", shielded=3)
    await evening.types("Ana", "release")
    assert "Krenko 18/21" in evening.board()
    assert "Tana 3/21" in evening.board()


async def test_the_player_chooses_which_effect_applies_first(evening: Evening) -> None:
    """616.1: of 3 damage, 3 x 2 + 2 is 8, unless Cy has 2 added first."""
    await deal(evening)
    await evening.types("Ana", "effect add", effect="multiply_damage", number=2, who="Cy")
    await evening.types("Ana", "effect add", effect="add_damage", number=2, who="Cy")
    assert "**Cy** 40 → 32" in (await evening.types("Ben", "damage", amount=3, who="Cy")).text
    chosen = await evening.types("Ben", "damage", amount=3, who="Cy", **{"first-effect": "add_damage"})
    assert "**Cy** 32 → 22" in chosen.text


async def test_life_is_paid_as_a_spell_resolves_though_not_to_cast_one(evening: Evening) -> None:
    """Yasharn keeps players from paying life for costs of spells and abilities alone."""
    await deal(evening)
    await evening.types("Ana", "card", name="Yasharn")
    assert (await evening.refused("Ben", "life pay", amount=2)).key == "cant_pay_life"
    assert "**Ben** 40 → 38" in (await evening.types("Ben", "life pay", amount=2, resolving=True)).text
