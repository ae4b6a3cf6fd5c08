"""The panel for what happens to others: opened from the board, and private."""

import pytest

from tests.support.evening import Evening
from tests.support.messages import LIST, buttons, pressable, private_message_of, text, without_log
from tests.support.panels import BoardPanel
from tests.support.tables import deal, two_headed
from tests.support.wording import gist


class Panel(BoardPanel):
    """The panel of a table that is so large that people are in several lists."""

    async def find(self, target: str) -> int:
        """Picks someone from the list that has them; says which list that is."""
        lists = [one for one in pressable(self.message) if one["type"] == LIST]
        place = next(n for n, one in enumerate(lists) if target in [own["value"] for own in one["options"]])
        await self._person.select(self.message, [target], custom_id=lists[place]["custom_id"])
        return place


async def test_life_of_someone_else_by_thumb(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    assert "For **Ben** · 40 life" in panel.text
    await panel.press("−5")
    assert "**Ben** 40 → 35" in panel.text
    assert "Ben · 35" in evening.board()
    await panel.choose("Cy")
    await panel.press("+1")
    assert "**Cy** 40 → 41" in panel.text
    await panel.choose("each opponent")
    await panel.press("−1")
    assert {"Ben · 34", "Cy · 40", "Dee · 39", "Ana · 40"} <= set(
        evening.board().replace("# ", "").replace("▸ ", "").splitlines()
    )


async def test_it_opens_for_an_opponent_and_not_for_a_teammate(evening: Evening) -> None:
    await two_headed(evening)
    assert "For **Cy** · 30 life" in (await Panel(evening, "Ana").open()).text
    assert "For **Ana** · 30 life" in (await Panel(evening, "Dee").open()).text


async def test_damage_by_a_commander_with_lifelink(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    ana = f"{evening.people['Ana'].id}:1"
    await panel.fill("Damage…", amount="7", **{"with": ["lifelink"]}, commander=[ana])
    assert "**Ben** 40 → 33" in panel.text
    assert "**Ana** 40 → 47" in panel.text
    assert "7 of 21 from **Ana's commander**" in panel.text


async def test_poison_by_thumb(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    for _ in range(3):
        await panel.press("poison +1")
    assert "**Ben** poison 0 → 3" in panel.text
    assert "# Ben · 40\n-# poison 3/10\n" in evening.board()


async def test_totals_that_are_doubled_halved_and_exchanged(evening: Evening) -> None:
    await deal(evening, "free_for_all")
    panel = await Panel(evening, "Ana").open()
    await panel.fill("Life…", amount="", what=["double"])
    assert "**Ben** 20 → 40" in panel.text
    await panel.fill("Life…", amount="5", what=["set"])
    await panel.fill("Life…", amount="", what=["half_up"])
    assert "**Ben** 5 → 2" in panel.text
    await panel.fill("Life…", amount="", what=["half_down"])
    assert "**Ben** 2 → 1" in panel.text
    await panel.fill("Life…", amount="", what=["triple"])
    assert "**Ben** 1 → 3" in panel.text
    await panel.fill("Life…", amount="", what=["pay_half_down"])
    assert "**Ben** 3 → 2" in panel.text
    await panel.fill("Life…", amount="11", what=["set"])
    await panel.fill("Life…", amount="", what=["pay_half_up"])
    assert "**Ben** 11 → 5" in panel.text
    await panel.fill("Life…", amount="", what=["damage_half_up"])
    assert "**Ben** 5 → 2" in panel.text
    await panel.fill("Life…", amount="3", what=["set"])
    await panel.fill("Life…", amount="", what=["damage_half_down"])
    assert "**Ben** 3 → 2" in panel.text
    await panel.fill("Life…", amount="1", what=["set"])
    await panel.fill("Life…", amount="", what=["exchange"])
    assert "**Ana** 20 → 1 · **Ben** 1 → 20" in panel.text
    missing = await panel.fill("Life…", amount="", what=["lose"])
    assert (missing.private, evening.refusal()) == (True, "bad_number")
    await panel.choose("each opponent")
    several = await panel.fill("Life…", amount="", what=["exchange"])
    assert "This only works for one player at a time." in several.text
    await panel.choose("Ana")
    oneself = await panel.fill("Life…", amount="", what=["exchange"])
    assert "Choose two players to exchange" in oneself.text


async def test_totals_of_several_and_of_others(evening: Evening) -> None:
    await deal(evening, "free_for_all")
    panel = await Panel(evening, "Ana").open()
    await panel.fill("Life…", amount="", what=["each"], totals="Ben 7, Cy 12")
    assert "**Ben** 20 → 7 · **Cy** 20 → 12" in panel.text
    await panel.fill("Life…", amount="", what=["redistribute"], totals="Ben 12, Cy 7")
    assert "**Ben** 7 → 12 · **Cy** 12 → 7" in panel.text
    await panel.fill("Life…", amount="", what=["exchange"], other=[str(evening.people["Cy"].id)])
    assert "**Ben** 12 → 7 · **Cy** 7 → 12" in panel.text
    await panel.fill("Life…", amount="3", what=["exchange_number"])
    assert "**Ben** 7 → 3" in panel.text
    unread = await panel.fill("Life…", amount="", what=["each"], totals="Ben seven")
    assert unread.private
    assert "Ana 12, Ben 3" in unread.text


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"what": ["double"], "amount": "3"}, "not_in_step"),
        ({"what": ["pay_half_up"], "amount": "3"}, "not_in_step"),
        ({"what": ["lose"], "amount": "3", "totals": "Ben 7"}, "not_in_step"),
        ({"what": ["each"], "amount": "3", "totals": "Ben 7"}, "not_in_step"),
        ({"what": ["lose"], "amount": "3", "other": "Cy"}, "not_in_step"),
        ({"what": ["drain_once"], "amount": "Ben 3, Cy 5"}, "bad_number"),
        ({"what": ["exchange_number"], "amount": "-3"}, "bad_number"),
    ],
)
async def test_nothing_that_is_filled_in_is_ignored(
    evening: Evening, values: dict[str, object], refusal: str
) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    if "other" in values:
        values = {**values, "other": [str(evening.people["Cy"].id)]}
    before = await evening.number_of_entries()
    assert (await panel.fill("Life…", **values)).private
    assert (evening.refusal(), await evening.number_of_entries()) == (refusal, before)


async def test_counters_of_ones_own_and_almost_of_the_rules(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    await panel.fill("Counters…", amount="2", kind=["poison"], way=["add"], own="Shield")
    assert "**Ben** shield 0 → 2" in panel.text
    almost = await panel.fill("Counters…", amount="2", kind=["poison"], way=["add"], own="posion")
    assert almost.text.startswith("Did you mean poison? ")
    assert (await evening.refused("Ana", "counter add", kind="enegry")).startswith("Did you mean energy? ")


async def test_at_a_table_of_thirty_names_are_typed_into_the_forms(evening: Evening) -> None:
    guests = ", ".join(f"Guest {number:02}" for number in range(1, 30))
    await evening.types("Ana", "game new", variant="free_for_all", players=guests)
    await evening.types("Ana", "commander set", name="Tana", who="Guest 29")
    panel = await Panel(evening, "Ana").open()
    await panel.find("guest:guest 28")
    await panel.fill(
        "Damage…", amount="3", source="Guest 27", commander="", toxic="", **{"with": ["lifelink"]}
    )
    assert "**Guest 28** 20 → 17" in panel.text  # seats are drawn, and lines are in their order
    assert "**Guest 27** 20 → 23" in panel.text
    await panel.fill("Damage…", amount="2", source="", commander="tana", toxic="")
    assert "**Guest 28** 17 → 15" in panel.text
    assert "2 from **Tana**" in panel.text
    await panel.fill("Life…", amount="", what=["exchange"], other="guest 27")
    assert "**Guest 27** 23 → 15" in panel.text
    assert "**Guest 28** 15 → 23" in panel.text
    wrong = await panel.fill("Damage…", amount="3", source="Gust 27", commander="", toxic="")
    assert "Guest 27?" in wrong.text


async def test_damage_from_someone_else_with_toxic(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    cy = str(evening.people["Cy"].id)
    await panel.fill("Damage…", amount="3", source=[cy], toxic="2", **{"with": ["lifelink"]})
    assert "**Ben** 40 → 37 · **Cy** 40 → 43" in panel.text
    assert "**Ben** poison 0 → 2" in panel.text  # 702.164: toxic adds to combat damage
    wrong = await panel.fill("Damage…", amount="3", toxic="x")
    assert wrong.private


async def test_a_table_of_forty_fits_into_two_lists(evening: Evening) -> None:
    guests = ", ".join(f"Guest {number:02}" for number in range(1, 40))
    await evening.types("Ana", "game new", variant="free_for_all", players=guests)
    panel = await Panel(evening, "Ana").open()
    lists = {await panel.find(f"guest:guest {number:02}") for number in range(1, 40)}
    assert lists == {0, 1}, "Discord takes 25 options in one list"
    await panel.press("−5")
    assert "**Guest 39** 20 → 15" in panel.text
    await panel.find("each opponent")
    await panel.press("−1")
    assert "**Guest 39** 15 → 14" in panel.text


async def test_large_tables_have_private_pages_in_full(evening: Evening) -> None:
    guests = ", ".join(f"Guest {number:02}" for number in range(1, 12))
    await evening.types("Ana", "game new", variant="free_for_all", players=guests)
    await evening.types("Ana", "counter add", kind="energy", amount=4)
    board = without_log(evening.board())
    assert "Guest 11" in board
    assert "energy" not in board
    shown = private_message_of(await evening.people["Ana"].click(evening.board_message(), label="Details…"))
    assert "· 20\n-# energy 4\n" in text(shown)
    first, second = text(shown), ""
    for label in ("1", "2"):
        await evening.people["Ana"].click(shown, label=label)
        first, second = second, text(shown)
    assert first.count("\n## ") == 10
    assert second.count("\n## ") == 2
    await evening.types("Ana", "life lose", amount=3)
    assert "**Ana** 20 → 17\n" in evening.board()


async def test_poison_kills_and_everyone_reads_it(evening: Evening) -> None:
    await two_headed(evening)
    panel = await Panel(evening, "Ana").open()
    await panel.choose("Cy")
    await panel.submit("Counters…", amount="15", kind=["poison"], way=["add"])
    loud = evening.chat()[-1]
    assert "Blue Cy Dee 15 CR 704.6b" in gist(loud)
    assert "Red Ana Ben CR 104.2c" in gist(loud)


async def test_life_becomes_a_number_and_payments_follow_the_rules(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    await panel.fill("Life…", amount="3", what=["set"])
    assert "**Ben** 40 → 3" in panel.text
    refusal = await panel.fill("Life…", amount="4", what=["pay"])
    assert refusal.private
    assert gist(refusal.text)[0] == "Ben 3 4 CR 119.4"


async def test_nonsense_in_a_form_is_refused_privately(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    before = await evening.number_of_entries()
    for nonsense in ("--3", "ten", "3.5", "٣"):
        answer = await panel.fill("Life…", amount=nonsense, what=["lose"])
        assert (answer.private, evening.refusal()) == (True, "bad_number")
    assert await evening.number_of_entries() == before


async def test_only_guests_are_conceded_for(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy, Grandma")
    panel = await Panel(evening, "Ben").open()
    await panel.press("More…")
    assert "Concede" not in buttons(panel.message)
    await panel.press("Back")
    await panel.choose("guest:grandma")
    await panel.press("Concede")
    assert panel.text == "Concede for **Grandma**? **Grandma** leaves the game and loses.\n[Concede]\n[Back]"
    await panel.click("Concede")
    assert "Grandma CR 104.3a" in gist(evening.chat()[-1])


async def test_spectators_cannot_open_it_and_moderators_can(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy, Dee")
    assert (await evening.refused_press("Fay", "Others…")).key == "not_seated_may_not"
    panel = await Panel(evening, "Ana").open()
    assert "For **Ben** · 40 life" in panel.text
    await panel.press("−5")
    assert "Ben · 35" in evening.board()


@pytest.mark.own_bot
async def test_a_panel_from_before_a_restart_still_works(evening: Evening) -> None:
    await deal(evening)
    panel = await Panel(evening, "Ana").open()
    await evening.restart()
    await panel.press("−5")
    assert "Ben · 35" in evening.board()


async def test_a_finished_game_needs_no_panel(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    panel = await Panel(evening, "Ana").open()
    await evening.types("Ben", "concede")
    assert (await panel.press("−5")).private
    assert evening.refusal() == "game_over"


async def test_opening_hands_by_thumb(evening: Evening) -> None:
    await deal(evening)
    own = await Panel(evening, "Ben").open("Ben")
    await own.click("Mulligan")
    assert "**Ben**: undecided after 1 mulligan" in evening.board()
    of_cy = await Panel(evening, "Ana").open("Cy")
    await of_cy.click("Keep hand")
    assert "**Cy**: keeps 7 cards" in evening.board()
    assert "Keep hand" not in await behind_more(of_cy), "it is kept"
    await evening.presses("Ana", "Pass turn")
    late = await Panel(evening, "Ana").open("Ben")
    assert "Mulligan" not in await behind_more(late), "the first turn is over"


async def behind_more(panel: Panel) -> list[str]:
    await panel.click("More…")
    return buttons(panel.message)
