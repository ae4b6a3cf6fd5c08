"""/roll, /coin, /first and /random: seen by everyone, kept in a game's log, drawn without a game as well."""

import re
from collections.abc import Mapping

import pytest

from tests.cogs.settings.settings_panel import choose
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.support.tables import deal, gather, two_headed
from tests.support.wording import undid

FAIR = 20
"""Draws among which a fourth that must not be drawn comes up 997 times in 1,000, if it can."""
ENOUGH = 300
"""Draws after which one of three equal outcomes is missing once in 10^52 times."""


async def drawn(evening: Evening, who: str, command: str, **options: object) -> str:
    """Return what was drawn, as everyone reads it behind what was asked."""
    answer = await evening.types(who, command, **options)
    assert not answer.private, answer.text
    asked, _, result = answer.text.rpartition(": ")
    assert asked
    assert result.startswith("**")
    assert result.endswith("**")
    return result.strip("*")


async def draws_among(evening: Evening, who: str, command: str, every: set[str], **options: object) -> None:
    """Draw until all of these have come up; fails if one never does, or something else does."""
    seen: set[str] = set()
    for number in range(ENOUGH):
        seen.add(await drawn(evening, who, command, **options))
        if number >= FAIR and seen == every:
            break
    assert seen == every


class TestRoll:
    async def test_dice_are_seen_by_everyone_and_add_up(self, evening: Evening) -> None:
        for _ in range(20):
            answer = await evening.types("Ben", "roll", dice="2d6+1")
            assert not answer.private
            match = re.fullmatch(r"2d6\+1: \*\*\((\d), (\d)\) \+ 1 = (\d+)\*\*", answer.text)
            assert match is not None, answer.text
            one, other, total = map(int, match.groups())
            assert 1 <= one <= 6
            assert 1 <= other <= 6
            assert total == one + other + 1

    async def test_a_d20_alone(self, evening: Evening) -> None:
        answer = await evening.types("Ben", "roll")
        match = re.fullmatch(r"d20: \*\*(\d+)\*\*", answer.text)
        assert match is not None
        assert 1 <= int(match[1]) <= 20

    async def test_every_side_comes_up(self, evening: Evening) -> None:
        await draws_among(evening, "Ben", "roll", {"1", "2"}, dice="d2")

    @pytest.mark.parametrize(
        ("notation", "why"),
        [
            ("ten dice", "“ten dice” isn't a valid roll."),
            ("101d6", "You can roll at most 100 dice at once."),
            ("9" * 60, "isn't a valid roll."),
        ],
    )
    async def test_what_cant_be_rolled_is_refused(self, evening: Evening, notation: str, why: str) -> None:
        assert why in await evening.refused("Ben", "roll", dice=notation)
        await deal(evening)
        assert why in await evening.refused("Ben", "roll", dice=notation)

    async def test_the_most_that_can_be_rolled_fits(self, evening: Evening) -> None:
        await deal(evening)
        assert await drawn(evening, "Ben", "roll", dice="100d999999kl50+999999")


class TestCoin:
    async def test_a_coin_falls_on_both_sides(self, evening: Evening) -> None:
        await draws_among(evening, "Ben", "coin", {"heads", "tails"})

    async def test_several_coins_are_counted(self, evening: Evening) -> None:
        answer = await evening.types("Ben", "coin", times=100)
        match = re.fullmatch(
            r"100 coins: \*\*(\d+) heads and (\d+) tails \(([HT](?: [HT])*)\)\*\*", answer.text
        )
        assert match is not None, answer.text
        assert (int(match[1]), int(match[2])) == (match[3].count("H"), match[3].count("T"))
        assert int(match[1]) + int(match[2]) == 100


class TestFirst:
    async def test_among_everyone_in_the_lobby(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Grandma")
        answer = await evening.types("Ben", "first")
        assert answer.text.startswith("Who goes first: **")
        await draws_among(evening, "Ben", "first", {"Ana", "Ben", "Grandma"})

    async def test_among_those_still_in_the_game(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Dee", "concede")
        await draws_among(evening, "Ben", "first", {"Ana", "Ben", "Cy"})

    async def test_among_everyone_once_it_is_over(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        await evening.types("Ben", "concede")
        await draws_among(evening, "Ben", "first", {"Ana", "Ben"})

    async def test_teams_that_take_turns_together(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
        await draws_among(evening, "Ben", "first", {"Red", "Blue"})
        await evening.types("Ana", "game end")
        await two_headed(evening)
        await draws_among(evening, "Ben", "first", {"Red", "Blue"})

    async def test_among_those_named(self, evening: Evening) -> None:
        anybody = f"Grandma, {evening.people['Cy'].mention}, Zoe"
        await draws_among(evening, "Ben", "first", {"Grandma", "Cy", "Zoe"}, players=anybody)
        loud = await evening.types("Ben", "first", players="**Zoe**")
        assert loud.text == r"Who goes first (\*\*Zoe\*\*): **\*\*Zoe\*\***"
        await deal(evening)
        await draws_among(evening, "Ben", "first", {"Ana", "Cy"}, players="Ana, Cy")

    async def test_no_one_to_draw(self, evening: Evening) -> None:
        refusal = await evening.refused("Ben", "first")
        assert refusal == "Choose players with `players:`, such as Ana, Ben, Cy."


class TestRandom:
    async def test_an_opponent(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Dee", "concede")
        answer = await evening.types("Ana", "random")
        assert answer.text.startswith("Random opponent: **")
        await draws_among(evening, "Ana", "random", {"Ben", "Cy"})

    async def test_not_a_teammate(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana, Ben")
        await evening.types("Cy", "game join", team="Red")
        await evening.types("Ana", "game join", team="Red")
        assert {await drawn(evening, "Ana", "random") for _ in range(FAIR)} <= {"Ben", "Cy"}
        await evening.types("Ana", "game end")
        await two_headed(evening)
        await draws_among(evening, "Ana", "random", {"Cy", "Dee"})

    async def test_one_of_those_named(self, evening: Evening) -> None:
        await deal(evening)
        answer = await evening.types("Ana", "random", players="each player")
        assert answer.text.startswith("Random player (Ana, Ben, Cy, Dee): **")
        assert (await evening.refused("Ana", "random", players="Zoe")).key == "no_such_player"

    async def test_without_a_seat_say_among_whom(self, evening: Evening) -> None:
        why = "Choose players with `players:`, such as Ana, Ben, Cy."
        assert await evening.refused("Eve", "random") == why
        await deal(evening)
        assert await evening.refused("Eve", "random") == why
        assert await drawn(evening, "Eve", "random", players="Ana, Ben") in ("Ana", "Ben")


DRAWS: Mapping[str, dict[str, object]] = {"roll": {"dice": "2d6"}, "coin": {}, "first": {}, "random": {}}


class TestLog:
    @pytest.mark.own_bot
    async def test_a_game_keeps_what_was_drawn(self, evening: Evening) -> None:
        await deal(evening)
        results: list[str] = []
        for command, options in DRAWS.items():
            before = await evening.number_of_entries()
            results.append(await drawn(evening, "Ben", command, **options))
            assert await evening.number_of_entries() == before + 1, command
            assert results[-1] in evening.board()
        await evening.restart()
        kept = (await evening.types("Ben", "log", kind="chance")).text
        assert [one for one in results if one not in kept] == []

    async def test_a_spectators_draw_is_seen_and_not_kept(self, evening: Evening) -> None:
        await deal(evening)
        before = await evening.number_of_entries()
        for command, options in DRAWS.items():
            named = options if command in ("roll", "coin") else {"players": "Ana, Ben"}
            await drawn(evening, "Eve", command, **named)
            assert await evening.number_of_entries() == before, command

    @pytest.mark.own_bot
    async def test_a_lobby_keeps_it_for_the_game(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        before, result = 0, ""
        for command, options in DRAWS.items():
            before = await evening.number_of_entries()
            result = await drawn(evening, "Ben", command, **options)
            assert await evening.number_of_entries() == before + 1, command
            kept = (await evening.types("Ana", "log", kind="chance")).text
            assert f"· {result}" in kept.replace(": ", "· ")
        undone = await evening.types("Ana", "undo")
        assert undid(undone.text, before + 1)
        await evening.types("Ana", "redo")
        assert (await drawn(evening, "Eve", "coin")) in ("heads", "tails")
        assert await evening.number_of_entries() == before + 3, "an undo and a redo, and no spectator's coin"
        await evening.types("Ana", "game start")
        assert result in evening.board()
        await evening.restart()
        assert result in evening.board()

    async def test_a_closed_lobby_keeps_nothing(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        await evening.types("Ana", "game end")
        before = await evening.number_of_entries()
        await drawn(evening, "Ben", "roll", dice="2d6")
        assert await evening.number_of_entries() == before

    @pytest.mark.parametrize("limit", ["own", "judges"])
    async def test_players_draw_whatever_the_limits_on_entering(self, evening: Evening, limit: str) -> None:
        await deal(evening)
        await choose(evening, "Ana", "channel:enter", limit)
        before = await evening.number_of_entries()
        await drawn(evening, "Ben", "coin")
        assert await evening.number_of_entries() == before + 1

    async def test_what_comes_twice_is_drawn_once(self, evening: Evening) -> None:
        await deal(evening)
        await drawn(evening, "Ben", "roll", dice="d999999")
        after = await evening.number_of_entries()
        await evening.delivered_again()
        assert await evening.number_of_entries() == after


FOLLOWS = {
    "blank": "Nothing happens (CR 901.9a).",
    "chaos": "Chaos ensues (CR 901.9b).",
    "planeswalk": "The planeswalking ability triggers (CR 901.9c).",
}
PAID = re.compile(
    r"\*\*(\w+)\*\* rolls the planar die for (\d+) mana: \*\*(\w+)\*\*\. (.+\)\.) "
    r"Rolling again this turn costs (\d+)\."
)
FREE = re.compile(r"An effect has \*\*(\w+)\*\* roll the planar die: \*\*(\w+)\*\*\. ([^\n]+\)\.)(?:\n(.+))?")


async def rolled(evening: Evening, who: str, /, **options: object) -> tuple[str, int]:
    """Return who has rolled the planar die for how much, as everyone reads it."""
    answer = await evening.types(who, "roll", dice="planar", **options)
    assert not answer.private
    match = PAID.fullmatch(answer.text)
    assert match is not None, answer.text
    assert match[4] == FOLLOWS[match[3]]
    assert int(match[5]) == int(match[2]) + 1
    return match[1], int(match[2])


class TestPlanar:
    async def test_each_roll_of_a_turn_costs_one_more(self, evening: Evening) -> None:
        await deal(evening, "planechase")
        assert [await rolled(evening, "Ana") for _ in range(3)] == [("Ana", 0), ("Ana", 1), ("Ana", 2)]
        assert "next planar roll 3" in evening.board()
        await evening.types("Ana", "turn next")
        assert "planar roll" not in evening.board()
        assert await rolled(evening, "Ben") == ("Ben", 0)

    async def test_every_face_comes_up_as_often_as_the_die_has_it(self, evening: Evening) -> None:
        """Blank is missing in 60 rolls once in 10^28 times; either of the others once in 50,000."""
        seen = [await drawn(evening, "Ben", "roll", dice="planar") for _ in range(60)]
        assert set(seen) == {"blank", "chaos", "planeswalk"}
        assert seen.count("blank") > 20

    async def test_a_roll_by_an_effect_is_free_and_not_counted(self, evening: Evening) -> None:
        await deal(evening)
        assert await rolled(evening, "Ana") == ("Ana", 0)
        answer = await evening.types("Ana", "roll", dice="planar", effect=True)
        match = FREE.fullmatch(answer.text)
        assert match is not None, answer.text
        assert (match[1], match[3], match[4]) == ("Ana", FOLLOWS[match[2]], None)
        assert await rolled(evening, "Ana") == ("Ana", 1)

    async def test_a_player_who_rolls_in_the_turn_of_another_is_warned(self, evening: Evening) -> None:
        await deal(evening)
        answer = await evening.types("Ben", "roll", dice="planar")
        match = FREE.fullmatch(answer.text)
        assert match is not None, answer.text
        assert match[1] == "Ben"
        assert match[4] == (
            "-# It isn't Ben's turn, so this counts as a roll by an effect: only the active player can pay "
            "for one (CR 901.9)."
        )
        assert await rolled(evening, "Ben", who="Ana") == ("Ana", 0)
        await evening.types("Ana", "turn next")
        assert await rolled(evening, "Ben") == ("Ben", 0)

    async def test_each_head_has_their_own_cost(self, evening: Evening) -> None:
        await two_headed(evening)
        assert [await rolled(evening, who) for who in ("Ana", "Ana", "Ben", "Ana", "Ben")] == [
            *(("Ana", 0), ("Ana", 1), ("Ben", 0), ("Ana", 2), ("Ben", 1)),
        ]

    async def test_someone_rolls_for_a_guest(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Grandma")
        await evening.types("Ana", "turn next")
        assert await rolled(evening, "Ana") == ("Grandma", 0)

    async def test_faces_stay_when_an_earlier_roll_is_taken_back(self, evening: Evening) -> None:
        """Steps 4 to 6 are rolls, at 0, 1 and 2 mana; without the first the others cost 0 and 1."""
        await deal(evening)
        faces = [
            match[3]
            for _ in range(3)
            if (match := PAID.fullmatch((await evening.types("Ana", "roll", dice="planar")).text))
        ]
        asked = message_of(await evening.people["Ana"].slash(evening.channel, "undo", step="4"))
        await evening.people["Ana"].click(asked, label="Do it")
        assert "next planar roll 2" in evening.board()
        kept = (await evening.types("Ana", "log", kind="chance")).text
        for cost, face in enumerate(faces[1:]):
            assert f"rolls the planar die for {cost} mana: {face}." in kept
        await evening.types("Ana", "undo")
        assert "next planar roll 3" in evening.board()

    async def test_in_a_lobby_and_elsewhere_it_just_rolls(self, evening: Evening) -> None:
        answer = await evening.types("Ben", "roll", dice="planar")
        assert re.fullmatch(r"Planar die: \*\*(blank|chaos|planeswalk)\*\*", answer.text)
        await gather(evening, "commander", "Ana, Ben")
        answer = await evening.types("Ben", "roll", dice="Planar")
        assert re.fullmatch(r"Planar die: \*\*(blank|chaos|planeswalk)\*\*", answer.text)

    async def test_other_dice_have_no_roller_and_no_effect(self, evening: Evening) -> None:
        await deal(evening)
        refusal = "Only `dice:planar` takes `who:` and `effect:`."
        assert await evening.refused("Ana", "roll", dice="2d6", who="Ben") == refusal
        assert await evening.refused("Ana", "roll", effect=True) == refusal

    async def test_it_is_suggested(self, evening: Evening) -> None:
        assert (await evening.suggestions("Ana", "roll", "dice"))[0] == "planar"
