"""/counter, /commander and /effect beyond their simplest use."""

import pytest

from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.tables import deal, two_headed
from tests.support.wording import gist


class TestCounters:
    async def test_stand_on_the_board(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="poison", amount=3, who="Ben")
        await evening.types("Ana", "counter add", kind="Energy", amount=2, who="Ben")
        assert "# Ben · 40\n-# poison 3/10 · energy 2\n" in evening.board()

    async def test_of_poison_are_the_teams(self, evening: Evening) -> None:
        await two_headed(evening)
        put = await evening.types("Ana", "counter add", kind="poison", amount=2, who="Ben, Dee")
        assert put.text == "**Red** poison 0 → 2\n**Blue** poison 0 → 2"
        assert "-# poison 2/15\n" in evening.board()
        put = await evening.types("Ana", "counter add", kind="energy", who="Ben")
        assert put.text == "**Ben** energy 0 → 1"
        assert "-# poison 2/15 · Ben: energy 1\n" in evening.board()

    async def test_are_paid_or_lost(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="energy", amount=3)
        assert await evening.refused("Ana", "counter remove", kind="energy", amount=4, cost=True) == (
            "Ana only has 3 energy and needs 4."
        )
        lost = await evening.types("Ana", "counter remove", kind="energy", amount=4)
        assert lost.text == "**Ana** energy 3 → 0"
        assert "energy" not in evening.board().partition("-# Ana energy")[0]
        assert await evening.refused("Ana", "counter remove", kind="energy") == (
            "Ana only has 0 energy and needs 1."
        )

    async def test_of_rad_are_no_more_than_there_are(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="rad", amount=2)
        assert await evening.refused("Ana", "counter rad", nonlands=3) == (
            "Ana has 2 rad counters, so at most that many cards were milled (CR 728.1)."
        )

    async def test_of_those_who_have_none_do_not_proliferate(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="poison", who="Ben")
        await evening.types("Ana", "counter add", kind="energy", who="Ben")
        assert (await evening.refused("Ana", "counter proliferate", who="Ana")).startswith("That wouldn't")
        more = await evening.types("Ana", "counter proliferate", who="each player")
        assert more.text == "**Ben** energy 1 → 2\n**Ben** poison 1 → 2"

    async def test_of_poison_under_an_effect(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="cant_get_poison", who="Ben")
        assert (await evening.refused("Ana", "counter add", kind="poison", who="Ben")).startswith(
            "That wouldn't change"
        )

    @pytest.mark.parametrize(
        ("typed", "kind"),
        [
            *(("Gift", "poison"), ("Giftmarken", "poison"), ("veneno", "poison"), ("VELENO", "poison")),
            *(("毒", "poison"), ("毒カウンター", "poison"), ("poison counters", "poison")),
            *(("Energie", "energy"), ("énergie", "energy"), ("energia", "energy"), ("エネルギー", "energy")),
            *(("Erfahrung", "experience"), ("xp", "experience"), ("experiencia", "experience")),
            *(("Verstrahlung", "rad"), ("biglietto", "ticket"), ("Eichel", "acorn"), ("stash", "stash")),
        ],
    )
    async def test_are_called_as_in_any_language(self, evening: Evening, typed: str, kind: str) -> None:
        await deal(evening)
        put = await evening.types("Ana", "counter add", kind=typed, amount=2, who="Ben")
        assert put.text == f"**Ben** {kind} 0 → 2"
        removed = await evening.types("Ana", "counter remove", kind=typed, who="Ben")
        assert removed.text == f"**Ben** {kind} 2 → 1"

    async def test_of_poison_kill_in_any_language(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        put = await evening.types("Ana", "counter add", kind="Gift", amount=10, who="Ben")
        assert "Ben 10 CR 704.5c" in gist(put.text)

    async def test_almost_called_like_known_ones_are_asked_about(self, evening: Evening) -> None:
        await deal(evening)
        await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, "de")
        for who, typed, meant in (("Ana", "velenno", "poison"), ("Ben", "Energei", "Energie")):
            refused = await evening.refused(who, "counter add", kind=typed)
            assert f" {meant}? " in refused
            assert typed in refused
            assert "0 → 1" in (await evening.types(who, "counter add", kind=meant)).text


class TestCommanders:
    async def test_cast_one_of_two(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "commander cast") == (
            "Ana has no commander yet. Set one with `/commander set`."
        )
        await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
        assert await evening.refused("Ana", "commander cast") == (
            "Choose a commander with `commander`: Tana / Tymna."
        )
        assert await evening.refused("Ana", "commander cast", commander="Krenko") == (
            "No commander in this game is called “Krenko”. Choose one from the list, or set one with "
            "`/commander set`."
        )
        assert await evening.refused("Ana", "commander cast", commander="T") == (
            "No commander in this game is called “T”. Choose one from the list, or set one with "
            "`/commander set`."
        )
        assert "Tymna" in await evening.refused("Ana", "commander cast", commander="Timna")
        cast = await evening.types("Ben", "commander cast", commander="tymna")
        assert cast.text == "**Ana** casts **Tymna**. The next cast costs 2 more."

    async def test_of_someone_without_a_seat(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        assert (await evening.refused("Ana", "commander cast")).key == "nobody_meant"

    async def test_set_for_someone_else_and_again(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Grandma")
        named = await evening.types("Ana", "commander set", name="Tana", who="Grandma")
        assert named.text == "**Grandma** is playing **Tana**."
        await evening.types("Ana", "damage", amount=3, who="me", commander="Tana")
        await evening.types("Ana", "commander set", name="Krenko", who="Grandma")
        assert "-# 40 → 37 · Krenko 3/21\n" in evening.board()
        seen = await evening.types("Ana", "commander damage")
        assert seen.text == (
            "Commander damage to **Ana**: Krenko 3 of 21.\n"
            "**Krenko** (Grandma): cast 0×, next cast costs 0 more."
        )


class TestEffects:
    async def test_need_their_number(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "effect add", effect="multiply_life_gain") == (
            "This effect needs a number. Fill in `number:`."
        )
        begun = await evening.types("Ana", "effect add", effect="multiply_life_gain", number=2)
        assert begun.text == "**Ana**: gains 2 times as much life."
        assert (await evening.types("Ana", "life gain", amount=3)).text == "**Ana** 40 → 46"

    async def test_end_with_their_source_or_a_turn(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "effect add", effect="cant_gain_life", who="Ben", source="Dee")
        await evening.types(
            "Ana", "effect add", effect="cant_lose_life", who="Ben, Cy", **{"until-turn-of": "Cy"}
        )
        seen = await evening.types("Ana", "effect list")
        assert seen.text.startswith(
            "**Ben**: can't gain life, from Dee\n"
            "**Ben**: can't lose life, until Cy's next turn, from Ana\n"
            "**Cy**: can't lose life, until Cy's next turn, from Ana\n"
        )
        gone = await evening.types("Dee", "concede")
        assert gist(gone.text) == ["Dee CR 104.3a"]
        await evening.types("Ana", "turn next")
        began = await evening.types("Ana", "turn next")
        assert began.text.startswith("**Ben** and **Cy**: no longer “can't lose life”.\n")
        assert (await evening.types("Ana", "effect list")).text == (
            "No active effects. Add one with `/effect add`."
        )

    async def test_that_are_not_there(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "effect remove", effect="cant_lose_life") == (
            "That effect doesn't apply to Ana. `/effect list` shows the active effects."
        )

    async def test_stand_on_the_board_with_whose_they_are(self, evening: Evening) -> None:
        """Those of one player once, however often they were added."""
        await deal(evening)
        for who in ("Ana", "Cy", "Cy"):
            await evening.types(who, "effect add", effect="cant_gain_life", who="Ben")
        line = "-# can't gain life, from Ana · can't gain life, from Cy\n"
        assert f"# Ben · 40\n{line}# Cy" in evening.board()

    async def test_that_keep_someone_in_the_game(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        await evening.types("Ana", "effect add", effect="replace_game_loss", number=20)
        saved = await evening.types("Ben", "damage", amount=45, who="Ana")
        assert saved.text.splitlines()[0] == "**Ana** 40 → 20"
        assert "**Ana** would lose the game, but an effect replaces that (CR 704.7)." in saved.text
        assert "Ana · 20\n" in evening.board()


async def test_commander_damage_is_set_and_lowered(evening: Evening) -> None:
    """14, then 5 less; the life total stays. At 21 the player loses (903.10a)."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Atraxa")
    told = await evening.types("Cy", "commander damage", amount="14", who="Ben", commander="Atraxa")
    assert told.text == "**Ben**: 14 of 21 from **Atraxa**"
    assert (await evening.types("Ben", "commander damage", amount="-5")).text == (
        "**Ben**: 9 of 21 from **Atraxa**"
    )
    assert "Ben · 40\n" in evening.board()
    told = await evening.types("Ben", "commander damage")
    assert told.text.splitlines()[0] == "Commander damage to **Ben**: Atraxa 9 of 21."
    assert (await evening.refused("Ben", "commander damage", amount="-10")).key == "bad_number"
    assert (await evening.refused("Ben", "commander damage", amount="9")).key == "nothing_happens"
    assert "Choose a commander" in await evening.refused("Cy", "commander damage", amount="3")
    lost = await evening.types("Ben", "commander damage", amount="+12")
    assert "Ben 21 Atraxa CR 704.6c" in gist(lost.text)
    assert "Undid step 7: ~~Ben: 21 of 21 from Atraxa" in (await evening.types("Ben", "undo")).text
    await evening.types("Ben", "commander damage", amount="0")
    assert "9 of 21" not in evening.board().partition("\n-#")[0]


async def test_poison_by_its_own_command(evening: Evening) -> None:
    """Ten poison counters are a loss (704.5c), and "-1" takes one away."""
    await deal(evening)
    answer = await evening.types("Ana", "poison", who="Cy, Dee", amount=3)
    assert "poison 0 → 3" in answer.text
    await evening.types("Ana", "poison", who="Dee", amount=-1)
    assert "# Dee · 40\n-# poison 2/10\n" in evening.board()
    assert "# Cy · 40\n-# poison 3/10\n" in evening.board()
    assert "704.5c" in (await evening.types("Ana", "poison", amount=8, who="Dee")).text


async def test_whose_card_deals_damage_says_which_of_two_commanders_of_one_name(evening: Evening) -> None:
    """Ben and Cy both play Krenko. Cy's hits Dee: 3 of 21 by Cy's (903.10a)."""
    await deal(evening)
    for who in ("Ben", "Cy"):
        await evening.types(who, "commander set", name="Krenko")
    assert (await evening.refused("Ana", "damage", amount=3, who="Dee", commander="Krenko")).key == (
        "several_commanders"
    )
    hit = await evening.types("Ana", "damage", amount=3, who="Dee", commander="Krenko", **{"from": "Cy"})
    assert "3 of 21 from **Krenko (Cy)**" in hit.text


async def test_a_link_is_not_a_commander(evening: Evening) -> None:
    await deal(evening)
    refused = await evening.refused("Ana", "commander set", name="https://cards.example/krenko")
    assert refused.key == "commander_is_link"
