"""Who has knocked a player out: unknown until it is said, where a league counts it (first kill: 1 point)."""

from tests.support.evening import Evening
from tests.support.leagues import Panel, points
from tests.support.messages import buttons, message_of, said
from tests.support.tables import deal, two_headed

BY = ": knocked out by…"
ASKED = "Dee" + BY


async def test_a_press_below_the_loss_says_who_it_was_and_another_one_changes_it(evening: Evening) -> None:
    """By place 4, 3, 2, 1. Cy keeps score; the game is over when Ben is credited instead of Cy."""
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening, names="Ben, Cy, Dee")
    lost = await evening.people["Cy"].slash(evening.channel, "life lose", amount=40, who="Dee")
    assert ASKED in buttons(message_of(lost))
    asked = await evening.people["Ben"].click(message_of(lost), label=ASKED)
    told = await evening.people["Ben"].click(message_of(asked), label="Cy")
    assert "**Cy** knocked **Dee** out." in "".join(str(one.content) for one in told.followups)
    await evening.types("Cy", "concede")
    assert await points(evening) == ["**1.** **Ben** 4", "**2.** **Cy** 4", "**3.** **Dee** 2"]
    asked = await evening.people["Ben"].click(message_of(lost), label=ASKED)
    await evening.people["Ben"].click(message_of(asked), label="Ben")
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 3", "**3.** **Dee** 2"]


async def test_no_one_is_asked_about_what_was_said(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening)
    for how in ({"from": "Ben"}, {"commander": "Ben's commander"}):
        lost = await evening.people["Cy"].slash(evening.channel, "damage", amount=40, who="Dee", **how)
        assert ASKED not in buttons(message_of(lost))
        await evening.types("Cy", "undo")


async def test_of_a_team_that_falls_as_one_is_asked_once_or_not_at_all(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "achievements")
    await two_headed(evening)
    said = await evening.people["Ben"].slash(
        evening.channel, "life lose", amount=30, who="Dee", **{"from": "Ana"}
    )
    assert not [label for label in buttons(message_of(said)) if label.endswith(BY)]
    await evening.types("Ben", "undo")
    lost = await evening.people["Ben"].slash(evening.channel, "life lose", amount=30, who="Dee")
    assert [label for label in buttons(message_of(lost)) if label.endswith(BY)] == ["Cy" + BY]


async def test_an_effect_whose_controller_is_said_knocks_out(evening: Evening) -> None:
    """By place 4, 3, 2; the first knock-out and one by no damage count 1 each."""
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening, names="Ben, Cy, Dee")
    lost = await evening.people["Cy"].slash(
        evening.channel, "lose", reason="effect", who="Dee", **{"from": "Ben"}
    )
    assert ASKED not in buttons(message_of(lost))
    await evening.types("Cy", "concede")
    assert await points(evening) == ["**1.** **Ben** 6", "**2.** **Cy** 3", "**3.** **Dee** 2"]


async def test_in_a_duel_one_press_says_it(evening: Evening) -> None:
    """A win is 4, second place 3; the first knock-out is 1."""
    await (await Panel(evening).open()).pick("preset", "achievements")
    await deal(evening, "two_player", "Ben, Cy")
    lost = await evening.people["Cy"].slash(evening.channel, "life lose", amount=20, who="Cy")
    told = await evening.people["Ben"].click(message_of(lost), label="Cy: knocked out by Ben")
    assert "**Ben** knocked **Cy** out." in said(told).text
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 3"]


async def test_no_one_is_asked_where_no_league_counts_it(evening: Evening) -> None:
    await deal(evening)
    lost = await evening.people["Cy"].slash(evening.channel, "life lose", amount=40, who="Dee")
    assert ASKED not in buttons(message_of(lost))
