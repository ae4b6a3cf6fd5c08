"""/table choice and event: what a limited range lets be chosen, triggered, prevented and seen."""

import pytest

from storage.settings.definitions import QUIET, Level
from tests.support.evening import Evening
from tests.support.panels import BoardPanel
from tests.support.tables import deal
from tests.support.wording import gist

SIX = "Ana, Ben, Cy, Dee, Eve, Fay"


async def test_choices_are_made_in_range_of_both(evening: Evening) -> None:
    """801.5a with range 1: Ben reaches Ana, Ben and Cy, Ana reaches Fay, Ana and Ben. 801.5c: with both of
    her neighbors gone, Cy is the closest to Ana's left."""
    await deal(evening, "free_for_all", SIX, range=1)
    assert (await evening.types("Ben", "table choice", **{"effect-of": "Ana"})).text == (
        "For **Ana**'s effect, **Ben** can choose Ana and Ben (CR 801.5a).\n"
        "For **Ben**, the effect affects Ana, Ben and Fay (CR 801.11)."
    )
    await evening.types("Ana", "lose", reason="left the game", who="Ben, Fay")
    assert (await evening.types("Ana", "table choice")).text == (
        "For **Ana**'s effect, **Ana** can choose Ana (CR 801.5a).\n"
        "No opponent is in range, so **Cy**, the closest opponent to the left, makes the opponent's "
        "choice (CR 801.5c).\n"
        "For **Ana**, the effect affects Ana (CR 801.11)."
    )
    assert (await evening.refused("Cy", "table choice", **{"effect-of": "Ben"})).key == "left_game"


async def test_an_effect_of_2006_sees_what_both_reach(evening: Evening) -> None:
    """601.11's second example: of Ana's effect on Ben, Ana and Ben are in range of both."""
    await deal(evening, "free_for_all", SIX, range=1, edition="2006")
    seen = await evening.types("Ben", "table choice", **{"effect-of": "Ana"})
    assert seen.text.endswith("For **Ben**, the effect affects Ana and Ben (CR 601.11).")


@pytest.mark.parametrize(
    ("players", "triggers", "prevention"),
    [
        ("Ben", True, ""),
        ("Ben, Fay", True, "can prevent damage from Ben to Fay (CR 801.13b)."),
        ("Ben, Cy", False, "from Ben to Cy only if they prevent damage dealt by Ben to any recipient"),
        ("Cy, Ben", False, "from Cy to Ben only if they prevent damage dealt to Ben from any source"),
        ("Cy, Dee", False, "can't prevent damage from Cy to Dee (CR 801.13b)."),
        ("Ana, Ben, Cy", False, ""),
    ],
)
async def test_an_event_is_in_range_as_a_whole(
    evening: Evening, players: str, triggers: bool, prevention: str
) -> None:
    """801.7: all of an event has to be in range. 801.13b: what a shield names has to be."""
    await deal(evening, "free_for_all", SIX, range=1)
    told, *rest = (await evening.types("Ana", "table event", players=players)).text.split("\n")
    assert ("abilities trigger on events involving" in told) == triggers
    assert told.endswith("(CR 801.7).")
    assert bool(rest) == bool(prevention)
    assert prevention in "".join(rest)


async def test_everything_is_in_range_where_it_is_unlimited(evening: Evening) -> None:
    await deal(evening)
    assert (await evening.types("Ana", "table choice", who="Ben")).text == (
        "For **Ana**'s effect, **Ben** can choose Ana, Ben, Cy and Dee (CR 801.5a).\n"
        "For **Ben**, the effect affects Ana, Ben, Cy and Dee (CR 801.11)."
    )


async def test_damage_names_who_was_left_out_and_why(evening: Evening) -> None:
    """One of three targets sits beside Ana; the others are out of her range of 1 (801.10)."""
    await deal(evening, "free_for_all", SIX, range=1)
    answer = await evening.types("Ana", "damage", amount=2, who="Ben, Cy, Dee", **{"from": "Ana"})
    assert gist(answer.text) == ["Ben 20 18", "Cy Dee Ana CR 801.10"]
    near = await evening.types("Ana", "damage", amount=2, who="each opponent")
    assert near.text == "**Ben** 18 → 16 · **Fay** 20 → 18"


async def test_effects_do_nothing_out_of_range_of_the_player_who_is_said_to_control_them(
    evening: Evening,
) -> None:
    """801.10: Dee sits three seats from Ana, who reaches one. No one is out of range of what isn't said."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee, Eve, Fay", range=1)
    refused = await evening.refused("Ana", "life lose", amount=3, who="Dee", **{"from": "Ana"})
    assert (refused.key, gist(refused)) == ("out_of_range", ["Dee Ana CR 801.10"])
    partly = await evening.types("Cy", "life lose", amount=3, who="Ben, Dee", **{"from": "Ana"})
    assert "**Ben** 20 → 17" in partly.text
    assert gist(partly.text)[-1].startswith("Dee Ana CR 801.10")
    assert (await evening.types("Ana", "life lose", amount=3, who="Dee")).text == "**Dee** 20 → 17"
    assert (await evening.refused("Ana", "lose", who="Dee", **{"from": "Ana"})).key == "out_of_range"
    poison = {"kind": "poison", "who": "Dee", "from": "Ana"}
    assert (await evening.refused("Ana", "counter add", **poison)).key == "out_of_range"
    drained = await evening.types("Ana", "life drain", amount=1)
    assert "**Ana** 20 → 22" in drained.text


@pytest.mark.parametrize("command", ["damage", "life lose"])
async def test_what_is_no_ones_by_what_is_said_is_held_to_no_range(evening: Evening, command: str) -> None:
    """Ana, who reaches Ben and Fay, is asked only where it matters whether it is her card: where she reaches
    some of the players and not the others."""
    await deal(evening, "free_for_all", SIX, range=1)
    beside = await evening.types("Ana", command, amount=2, who="Ben, Fay")
    assert gist(beside.text) == ["Ben 20 18 Fay 20 18"]
    far = await evening.types("Ana", command, amount=2, who="Cy, Dee")
    assert gist(far.text) == ["Cy 20 18 Dee 20 18"]
    asked = await evening.types("Ana", command, amount=2, who="Ben, Dee 3")
    assert gist(asked.text) == ["Ben 18 16 Dee 18 15", "Ana Dee CR 801.10"]
    theirs = await evening.types("Ana", command, amount=2, who="Ben, Dee", **{"from": "Cy"})
    assert gist(theirs.text) == ["Ben 16 14 Dee 15 13"]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("life set", {"to": 5, "who": "Dee"}),
        ("life each", {"totals": "Dee 5"}),
        ("life exchange", {"a": "Ben", "b": "Dee"}),
        ("life exchange", {"a": "Dee", "number": 5}),
        ("life redistribute", {"totals": "Ben 17, Dee 20"}),
        ("life double", {"who": "Dee"}),
        ("life halve", {"rounded": "up", "who": "Dee"}),
        ("life halve", {"rounded": "up", "who": "Dee", "damage": True}),
        ("counter remove", {"kind": "energy", "who": "Dee"}),
        ("counter double", {"kind": "energy", "who": "Dee"}),
        ("counter proliferate", {"who": "Dee"}),
        ("poison", {"who": "Dee"}),
    ],
)
async def test_whose_card_it_is_can_be_said(
    evening: Evening, command: str, options: dict[str, object]
) -> None:
    """801.10 and 801.4: Ana doesn't reach Dee; Cy does."""
    await deal(evening, "free_for_all", SIX, range=1)
    await evening.types("Dee", "counter add", kind="energy")
    await evening.types("Dee", "life lose", amount=3)
    refused = await evening.refused("Ana", command, **options, **{"from": "Ana"})
    assert (refused.key, gist(refused)) == ("out_of_range", ["Dee Ana CR 801.10"])
    assert "Dee" in (await evening.types("Ana", command, **options, **{"from": "Cy"})).text


async def test_a_payment_is_no_ones_effect(evening: Evening) -> None:
    """118.1: what is paid, its player pays; no card of another player does it."""
    await deal(evening)
    await evening.types("Ana", "counter add", kind="energy", amount=3)
    for command, options in (
        ("counter remove", {"kind": "energy", "cost": True}),
        ("life halve", {"rounded": "up", "pay": True}),
    ):
        assert (await evening.refused("Ana", command, **options, **{"from": "Ben"})).key == "not_in_step"


async def test_a_fog_prevents_nothing_from_out_of_range(evening: Evening) -> None:
    """801.13b: Cy hits Ben, who alone is in range of Ana's Fog."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee, Eve, Fay", range=1)
    await evening.types("Ana", "card", name="Fog")
    hit = await evening.types("Cy", "damage", amount=3, who="Ben", combat=True)
    assert hit.text == "**Ben** 20 → 17"
    hit = await evening.types("Ana", "damage", amount=3, who="Ben", combat=True)
    assert "Ben 3 CR 615.6" in gist(hit.text)


async def test_a_quiet_answer_names_who_was_left_out(evening: Evening) -> None:
    """The private answer says all that a public one says (801.10)."""
    await deal(evening, "free_for_all", SIX, range=1)
    await evening.settings.choose(Level.SERVER, evening.server.id, QUIET, "on")
    answer = await evening.types("Ana", "damage", amount=2, who="Ben, Dee", **{"from": "Ana"})
    assert answer.private
    assert gist(answer.text) == ["Ben 20 18", "Dee Ana CR 801.10"]


async def test_a_panel_names_who_was_left_out(evening: Evening) -> None:
    await deal(evening, "free_for_all", SIX, range=1)
    panel = await BoardPanel(evening, "Ana").open("Ben")
    await panel.fill("Damage…", amount="Ben 2, Dee 3")
    assert "Ben 20 18 Dee 20 17" in gist(panel.text)
    assert "Ana Dee CR 801.10" in gist(panel.text)
