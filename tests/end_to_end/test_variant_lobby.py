"""What a lobby lets people choose for their variant, and what it refuses and why."""

import pytest

from tests.support.evening import Evening
from tests.support.tables import gather
from tests.support.wording import gist


async def test_options_change_while_the_lobby_is_open(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy, Dee")
    changed = await evening.types("Ben", "game options", life=25, range=1, attack="right")
    said = changed.text.removeprefix("Free-for-All: ")
    assert gist(said) == ["25 1"]
    assert "attack right" in said
    assert f"{said}\n" in evening.board()
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee")
    await evening.types("Ana", "game start", first="Ana")
    assert evening.board().count(" · 25\n") == 4
    assert (await evening.types("Ana", "table attack")).text == "**Ana** can attack Dee (attack right)."
    assert (await evening.refused("Ana", "game options", life=30)).key == "already_started"


async def test_another_variant_forgets_what_was_chosen_for_the_first(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy, Dee", life=25, edition="2006", range=1)
    changed = await evening.types("Ana", "game options", variant="two_headed_giant")
    assert changed.text == "Two-Headed Giant: Comprehensive Rules 2006 and seats randomized at the start."
    assert "**Red**: Ana and Cy\n**Blue**: Ben and Dee\n" in evening.board()
    changed = await evening.types("Ana", "game options", edition="current")
    assert changed.text == "Two-Headed Giant: seats randomized at the start."


async def test_commander_on_top_of_two_headed_giant_needs_a_life_total(evening: Evening) -> None:
    """The rules name 30 for the one (810.4) and 40 for the other (903.7), and nothing for both."""
    choose = (
        "The rules don't set a starting life for Two-Headed Giant with Commander. "
        "Choose one with `life:`, such as 30, 40 or 60."
    )
    assert await evening.refused("Ana", "game new", variant="two_headed_giant", commander=True) == choose
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
    assert await evening.refused("Ana", "game options", commander=True) == choose
    await evening.types("Ana", "game options", commander=True, life=60)
    await evening.types("Ana", "game start")
    assert "Red · 60" in evening.board()
    await evening.types("Ana", "commander set", name="Krenko")
    killed = await evening.types("Ana", "damage", amount=21, who="Ben", commander="Krenko")
    assert "**Ben**: 21 of 21 from **Krenko**\n" in killed.text
    assert "21 Krenko CR 704.6c" in gist(killed.text)[-2]


NO_COMMANDERS = "can't be combined with Commander rules. Archenemy Commander is a separate format."
NO_DEPLOYING = "doesn't use the deploy creatures option (CR 804.1)."
NO_RANGE = "doesn't use a limited range of influence. Leave out `range:`."


@pytest.mark.parametrize(
    ("variant", "options", "why"),
    [
        ("brawl", {"commander": True}, f"Brawl {NO_COMMANDERS}"),
        ("archenemy", {"commander": True}, f"Archenemy {NO_COMMANDERS}"),
        (
            "two_headed_giant",
            {"attack": "left"},
            "“attack left” isn't available in Two-Headed Giant. Leave that option out.",
        ),
        (
            "grand_melee",
            {"attack": "right"},
            "“attack right” isn't available in Grand Melee. Leave that option out.",
        ),
        ("archenemy", {"range": 2}, f"Archenemy {NO_RANGE}"),
        ("free_for_all", {"deploy": True}, f"Free-for-All {NO_DEPLOYING}"),
        ("two_headed_giant", {"deploy": True}, f"Two-Headed Giant {NO_DEPLOYING}"),
        ("commander", {"team-damage": True}, "no team stands and falls as one. Leave out `team-damage`."),
    ],
)
async def test_what_does_not_go_together_is_refused(
    evening: Evening, variant: str, options: dict[str, object], why: str
) -> None:
    assert (await evening.refused("Ana", "game new", variant=variant, **options)).endswith(why)
    await evening.types("Ana", "game new", variant=variant)
    assert (await evening.refused("Ana", "game options", **options)).endswith(why)


async def test_deploying_between_teams_that_take_turns_one_by_one(evening: Evening) -> None:
    """804.1: an option for any game of teams; 804.2: to a teammate."""
    await gather(evening, "team_vs_team", "Ana, Ben, Cy, Dee", deploy=True)
    assert "With deploy creatures" in evening.board()
    await evening.types("Ana", "game start")
    assert (await evening.types("Ana", "table range")).text.endswith(
        "\nCreatures can be deployed to Cy (CR 804.2)."
    )


async def test_a_range_of_ones_own(evening: Evening) -> None:
    """801.2a: ranges may differ, so that Ben reaches Dee and Dee doesn't reach Ben."""
    await gather(evening, "free_for_all", "Ana, Ben, Cy, Dee, Eve, Fay", range=2)
    assert (await evening.types("Ana", "game range", seats=1, who="Dee")).text == "Dee (range 1)."
    await evening.types("Eve", "game range", seats=3)
    assert (await evening.types("Eve", "game range")).text == "Eve."
    await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee, Eve, Fay")
    await evening.types("Ana", "game start", first="Ana")
    assert gist((await evening.types("Ben", "table range")).text)[0] == "Ben 2 CR 801.2 Ana Ben Cy Dee Fay"
    assert gist((await evening.types("Dee", "table range")).text)[0].endswith("1 CR 801.2 Cy Dee Eve")
    assert gist((await evening.types("Eve", "table range")).text)[0].startswith("Eve 2 CR 801.2 ")


async def test_ranges_of_ones_own_are_refused_where_no_one_has_one(evening: Evening) -> None:
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
    assert (await evening.refused("Ana", "game range", seats=1)).key == "range_not_allowed"


async def test_roles_are_refused_where_there_are_none(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    assert await evening.refused("Ana", "game role", role="emperor") == (
        "Commander doesn't have emperors (CR 809.2)."
    )
    assert await evening.refused("Ana", "game role", role="archenemy") == (
        "Commander doesn't have a single archenemy (CR 904.2a)."
    )
    assert (await evening.refused("Ana", "game vanguard", life=1, who="Zoe")).key == "no_such_player"


async def test_an_emperor_who_changes_sides_is_no_longer_one(evening: Evening) -> None:
    await gather(evening, "emperor", "Ana, Ben, Cy, Dee, Eve, Fay")
    await evening.types("Ana", "game role", role="emperor")
    assert "Ana (emperor)" in evening.board()
    await evening.types("Ana", "game join", team="Blue")
    assert "emperor)" not in evening.board()


@pytest.mark.parametrize(
    ("variant", "number"),
    [
        ("free_for_all", "605"),
        ("two_headed_giant", "606"),
        ("n_headed_giant", "606.10"),
        ("emperor", "607"),
        ("grand_melee", "608"),
        ("alternating_teams", "609"),
    ],
)
async def test_a_lobby_of_2006_names_the_rules_of_2006(evening: Evening, variant: str, number: str) -> None:
    await evening.types("Ana", "game new", variant=variant, edition="2006")
    assert evening.board().startswith(f"-# Game {await evening.game()} · CR {number}\n")
