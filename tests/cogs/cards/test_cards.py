"""/card: by its name, with a form for what is missing and a preview where players are chosen."""

import pytest

from tests.cogs.history.test_fix import Fix
from tests.support.evening import Evening
from tests.support.messages import Said, said
from tests.support.tables import deal, two_headed
from tests.support.wording import announces


async def fill(evening: Evening, who: str, card: str, **values: object) -> Said:
    """Return what someone reads who fills in the form for a card."""
    form = await evening.people[who].slash(evening.channel, "card", name=card)
    return said(await evening.people[who].submit_modal(form, values))


async def test_a_card_that_chooses_no_one_is_done_at_once(evening: Evening) -> None:
    await deal(evening)
    done = await evening.types("Ana", "card", name="Exsanguinate", x=3)
    # Each of three opponents loses 3, and Ana gains 9 (119.3).
    assert done == Said(
        "**Ana**: **Exsanguinate** (CR 119.3)\n"
        "**Ana** 40 → 49 · **Ben** 40 → 37 · **Cy** 40 → 37 · **Dee** 40 → 37",
        private=False,
    )
    assert "Exsanguinate" in (await evening.types("Ben", "log")).text
    undone = await evening.types("Ana", "undo")
    assert "**Ana** 49 → 40" in undone.text


async def test_what_is_missing_is_asked_for_in_a_form(evening: Evening) -> None:
    await deal(evening)
    done = await fill(evening, "Ana", "Gray Merchant of Asphodel", x="2")
    assert "**Ana** 40 → 46" in done.text
    done = await fill(evening, "Ben", "biorhythm", numbers="Ana 4, Ben 6, Cy 1, Dee 2")
    assert "**Ben**: **Biorhythm** (CR 119.5)" in done.text
    assert "**Ana** 46 → 4 · **Ben** 38 → 6 · **Cy** 38 → 1 · **Dee** 38 → 2" in done.text


async def test_chosen_players_are_previewed_before_anything_is_done(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=15)
    ana = Fix(evening, "Ana")
    shown = await ana.types("card", name="Axis of Mortality", targets="Ben, Cy")
    assert "### Axis of Mortality" in shown
    assert "**Ben** 25 → 40 · **Cy** 40 → 25" in shown
    before = await evening.number_of_entries()
    assert await ana.press("Do it") == "Done."
    assert "**Ana**: **Axis of Mortality** (CR 701.12c)" in ana.said
    assert await evening.number_of_entries() == before + 1


@pytest.mark.own_bot
async def test_a_preview_that_is_out_of_date_is_shown_again(evening: Evening) -> None:
    await deal(evening)
    ana = Fix(evening, "Ana")
    await ana.types("card", name="Beacon of Immortality", targets="Ben")
    await evening.types("Ben", "life lose", amount=15)
    await evening.restart()
    shown = await ana.press("Do it")
    assert "The game has moved on since this preview." in shown
    assert "**Ben** 25 → 50" in shown
    assert await ana.press("Do it") == "Done."
    assert "**Ben** 25 → 50" in ana.said


async def test_the_choice_can_be_changed_from_the_preview(evening: Evening) -> None:
    await deal(evening)
    ids = {name: str(evening.people[name].id) for name in ("Ben", "Cy")}
    ana = Fix(evening, "Ana")
    await ana.types("card", name="Comet Storm", targets="Ben", x=4)
    shown = await ana.fill_in("Change…", players=[ids["Ben"], ids["Cy"]], x="5")
    assert "**Ben** 40 → 35 · **Cy** 40 → 35" in shown
    await ana.press("Do it")
    assert "**Ben** 40 → 35 · **Cy** 40 → 35" in ana.said


async def test_a_team_is_hit_for_each_of_its_heads(evening: Evening) -> None:
    await two_headed(evening)
    done = await evening.types("Ana", "card", name="Flame Rift")
    # 4 for each of two heads, from 30.
    assert "**Red** 30 → 22 · **Blue** 30 → 22" in done.text


async def test_what_can_not_be_is_refused_with_what_to_do(evening: Evening) -> None:
    await deal(evening)
    for options, said_why in (
        ({"name": "Black Lotus"}, "“Black Lotus” isn't on the list of cards."),
        (
            {"name": "Mirror Universe", "targets": "Ana"},
            "Mirror Universe chooses an opponent, and Ana isn't one.",
        ),
        ({"name": "Exsanguinate", "targets": "Ben", "x": 1}, "Exsanguinate chooses no players."),
        (
            {"name": "Axis of Mortality", "targets": "Ben"},
            "Players needed for Axis of Mortality: 2.",
        ),
    ):
        assert said_why in await evening.refused("Ana", "card", **options)
    assert await evening.suggestions("Ana", "card", "name", "ax") == ["Axis of Mortality"]
    assert (await evening.suggestions("Ana", "card", "name", "SOR"))[0] == "Sorin Markov"


@pytest.mark.parametrize(
    "typed", ["gray merchant", "merchant gray", "gray mercant", "Gray Merchnt of Asphodel"]
)
async def test_a_card_is_suggested_by_any_part_of_its_name_even_mistyped(
    evening: Evening, typed: str
) -> None:
    gray = "Gray Merchant of Asphodel"
    await deal(evening)
    assert await evening.suggestions("Ana", "card", "name", typed) == [gray]
    if sorted(typed.split()) == ["gray", "merchant"]:
        drained = await evening.types("Ana", "card", name=typed, x=2)
        assert "**Ana** 40 → 46" in drained.text
    else:
        refused = await evening.refused("Ana", "card", name=typed)
        assert refused.key == "no_such_card"
        assert gray in refused


async def test_an_ability_is_asked_for_and_a_condition_is_said(evening: Evening) -> None:
    """A card with several abilities, or a condition that Arbiter can't see, has a list in its form."""
    await deal(evening)
    ana = Fix(evening, "Ana")
    form = await evening.people["Ana"].slash(evening.channel, "card", name="Sorin Markov")
    ben = str(evening.people["Ben"].id)
    shown = said(await evening.people["Ana"].submit_modal(form, {"mode": ["deal_2"], "players": [ben]}))
    assert "**Ana** 40 → 42 · **Ben** 40 → 38" in shown.text
    shown_again = await ana.types("card", name="sorin", mode="set_to_10", targets="Ben")
    assert "**Ben** 40 → 10" in shown_again
    assert await evening.suggestions("Ana", "card", "mode", "life", name="Sorin Markov") == [
        "2 damage, and you gain 2 life",
        "An opponent's life total becomes 10",
    ]
    assert (await evening.refused("Ana", "card", name="Sorin Markov", mode="fly")).key == "card_needs_mode"
    won = await evening.types("Ana", "card", name="Coalition Victory", mode="all_colors")
    assert announces(won.text, "Ana", "104.2b")


async def test_conditions_are_checked(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "life lose", amount=1)
    assert (await evening.refused("Ana", "card", name="Felidar Sovereign")).key == "card_condition"
    await evening.types("Ana", "library count", cards=3)
    assert (await evening.refused("Ana", "card", name="Thassa's Oracle", x=2)).key == "card_condition"
    assert announces((await evening.types("Ana", "card", name="Thassa's Oracle", x=3)).text, "Ana", "104.2b")


async def test_damage_is_divided_among_creatures_too(evening: Evening) -> None:
    """7 among Ben and two creatures: 2 each, rounded down."""
    await deal(evening)
    ana = Fix(evening, "Ana")
    assert "**Ben** 40 → 38" in await ana.types("card", name="Fireball", targets="Ben", x=7, divided=3)
    await ana.press("Do it")
    assert "**Ben** 40 → 38" in ana.said


async def test_a_team_names_its_member_where_that_matters(evening: Evening) -> None:
    """810.9d: at 30 both teams, Ana gains twice as much; the total of Blue, 12 higher, becomes Red's."""
    await two_headed(evening)
    await evening.types("Cy", "life gain", amount=12)
    await evening.types("Ana", "effect add", effect="multiply_life_gain", number=2)
    refused = await evening.refused("Ana", "card", name="Arbiter of Knollridge")
    assert refused.key == "card_choose_member"
    ana = Fix(evening, "Ana")
    assert "**Red** 30 → 54" in await ana.types("card", name="Arbiter of Knollridge", targets="Ana, Cy")
    assert "**Red** 30 → 42" in await ana.types("card", name="Arbiter of Knollridge", targets="Ben, Cy")
