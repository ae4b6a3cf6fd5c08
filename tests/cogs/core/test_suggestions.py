"""What is suggested while someone types, and for what was mistyped."""

import time

import pytest

from cogs.core.targets import ACTIVE, LEFT, NEXT, RANDOM_OPPONENT, RANDOM_PLAYER, RIGHT
from cogs.text.matching import nearest
from storage.settings.definitions import LANGUAGE, Level
from tests.cogs.core.losers import loser
from tests.support.evening import Evening
from tests.support.event_loop import budget
from tests.support.tables import deal, gather, two_headed


class TestSuggestions:
    async def test_players_and_words(self, evening: Evening) -> None:
        assert await evening.suggestions("Ana", "life lose", "who", amount=1) == []
        await gather(evening, "commander", "Ana, Ben")
        assert await evening.suggestions("Ana", "life lose", "who", amount=1) == []
        await evening.types("Ana", "game end")
        await deal(evening)
        await evening.types("Cy", "concede")
        assert await evening.suggestions("Ana", "life lose", "who", amount=1) == [
            *("Ana", "Ben", "Dee", "Cy", "each opponent", "each player", "each other player"),
            *("player to my left", "player to my right", "active player", "next player in turn order"),
            *("a random opponent", "a random player"),
        ]
        assert await evening.suggestions("Ana", "life lose", "who", "EACH O", amount=1) == [
            *("each opponent", "each other player")
        ]

    async def test_teams(self, evening: Evening) -> None:
        await two_headed(evening)
        assert await evening.suggestions("Ana", "life lose", "who", "e", amount=1) == [
            *("Ben", "Dee", "Red", "Blue", "each opponent", "each player", "each other player", "my team"),
            *(LEFT, RIGHT, ACTIVE, NEXT, RANDOM_OPPONENT, RANDOM_PLAYER),
        ]

    async def test_one_more_after_a_comma(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.suggestions("Ana", "life lose", "who", "Ben, de", amount=1) == [
            *("Ben, Dee", f"Ben, {NEXT}")
        ]
        assert (await evening.suggestions("Ana", "life lose", "who", "ben,", amount=1))[:3] == [
            *("ben, Ana", "ben, Cy", "ben, Dee")
        ]

    @pytest.mark.parametrize(
        ("language", "typed", "shown"),
        [
            ("de", "Geg", ["jeder Gegner", "ein zufälliger Gegner"]),
            ("de", "alle", ["jeder Gegner", "jeder Spieler", "jeder andere Spieler"]),
            ("fr", "adv", ["chaque adversaire", "un adversaire au hasard"]),
            ("fr", "Ben, adv", ["Ben, chaque adversaire", "Ben, un adversaire au hasard"]),
            ("es", "opon", ["cada oponente", "un oponente al azar"]),
            ("it", "avv", ["ogni avversario", "un avversario a caso"]),
            ("pt", "cada", ["cada oponente", "cada jogador", "cada outro jogador"]),
            ("ja", "各", ["各対戦相手", "各プレイヤー", "ほかの各プレイヤー"]),
            # Words of another language stand for what is shown in one's own.
            ("en", "Geg", ["each opponent"]),
            ("ja", "everyb", ["各プレイヤー", "ほかの各プレイヤー"]),
            ("de", "others", ["jeder andere Spieler"]),
        ],
    )
    async def test_words_are_found_in_the_language_in_which_they_are_shown(
        self, evening: Evening, language: str, typed: str, shown: list[str]
    ) -> None:
        await deal(evening)
        await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, language)
        assert await evening.suggestions("Ben", "life lose", "who", typed, amount=1) == shown
        ben = evening.people["Ben"]
        chosen = await ben.autocomplete(evening.channel, "life lose", "who", typed, amount=1)
        for way in chosen[:1]:  # what is sent is understood, and so is what is read and typed
            assert "40 → 39" in await loser(evening, "Ben", way["value"])
            assert "39 → 38" in await loser(evening, "Ben", way["name"])

    async def test_single_players(self, evening: Evening) -> None:
        await two_headed(evening)
        for command, option in (("designate monarch", "who"), ("damage", "from"), ("game restart", "by")):
            suggested = (
                await evening.suggestions("Ana", command, option, amount=1)
                if command == "damage"
                else (await evening.suggestions("Ana", command, option))
            )
            assert suggested == [
                *("Ana", "Ben", "Cy", "Dee", LEFT, RIGHT, ACTIVE, NEXT, RANDOM_OPPONENT, RANDOM_PLAYER)
            ]

    async def test_words_for_one_player_where_there_is_one(self, evening: Evening) -> None:
        """In a duel the seats say nothing more; no one is the monarch before someone is."""
        await deal(evening, names="Ana, Ben")
        few = ["Ana", "Ben", ACTIVE, RANDOM_PLAYER]
        assert await evening.suggestions("Ana", "designate monarch", "who") == few
        await evening.types("Ana", "designate monarch")
        await evening.types("Ben", "designate initiative")
        assert await evening.suggestions("Ana", "designate monarch", "who", "the") == [
            *("the monarch", "player with the initiative")
        ]

    async def test_commanders(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ben", "commander set", name="Tana", partner="Tymna")
        assert await evening.suggestions("Cy", "damage", "commander", amount=1) == [
            *("Cy's commander", "Ana's commander", "Tana (Ben)", "Tymna (Ben)")
        ]
        assert await evening.suggestions("Cy", "commander cast", "commander", "tymna") == ["Tymna (Ben)"]

    async def test_kinds_of_counters(self, evening: Evening) -> None:
        usual = ["poison", "energy", "experience", "rad", "ticket"]
        assert await evening.suggestions("Ana", "counter add", "kind") == usual
        await deal(evening)
        await evening.types("Ana", "counter add", kind="Stash")
        assert await evening.suggestions("Ana", "counter add", "kind") == [*usual, "stash"]
        assert await evening.suggestions("Ana", "counter remove", "kind", "ST") == ["stash"]
        assert await evening.suggestions("Ana", "counter add", "kind", "Gif") == ["poison"]
        await evening.settings.choose(Level.OWN, evening.people["Ana"].id, LANGUAGE, "de")
        assert await evening.suggestions("Ana", "counter add", "kind", "gif") == ["Gift"]
        assert await evening.suggestions("Ana", "counter add", "kind", "poi") == ["Gift"]

    async def test_rooms_and_designations(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.suggestions("Ana", "designate blessing", "name", "c") == ["city's blessing"]
        await evening.types("Ana", "designate dungeon", into="Tomb of Annihilation")
        assert await evening.suggestions("Ben", "designate dungeon", "room") == ["Veils of Fear", "Oubliette"]

    async def test_forty_guests_are_too_many_to_suggest(self, evening: Evening) -> None:
        guests = ", ".join(f"Guest {number:02} {'x' * 23}" for number in range(39))
        await evening.types("Ana", "game new", variant="free_for_all", players=guests, start=False)
        assert len(await evening.suggestions("Ana", "game leave", "who")) == 25
        assert len(await evening.suggestions("Ana", "game seats", "order", f"{guests[:66]},")) == 25
        await evening.types("Ana", "game start", first="Ana")
        assert len(await evening.suggestions("Ana", "life lose", "who", amount=1)) == 25
        assert len(await evening.suggestions("Ana", "damage", "commander", amount=1)) == 25
        assert await evening.suggestions("Ana", "life lose", "who", "each p", amount=1) == ["each player"]
        named = "".join(f"Guest {number:02} {'x' * 23}, " for number in range(3))
        assert await evening.suggestions("Ana", "life lose", "who", named, amount=1) == []


@pytest.mark.alone
def test_a_mistyped_name_among_10000_is_found_in_a_moment() -> None:
    names = [*(f"Guest {number}" for number in range(10_000)), "Berengarius"]
    before = time.thread_time()
    assert nearest("Berngarius", names) == "Berengarius"
    assert nearest("Guest 77x7", names) is not None
    assert nearest("\U0001f40d" * 9, names) is None
    assert time.thread_time() - before < budget(0.06), (
        "without a choice among them it takes three times 24 ms"
    )
