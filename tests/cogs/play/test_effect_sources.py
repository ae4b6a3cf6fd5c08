"""Effects belong to what makes them: a card, and the player who controls it (611.3a, 800.4a)."""

import re
from typing import Self

from cogs.text.names import EFFECT_NAMES
from rules.game.parts import EffectKind
from tests.cogs.history.test_fix import Fix
from tests.support.evening import Evening
from tests.support.panels import BoardPanel, PrivatePanel
from tests.support.tables import deal
from tests.support.wording import gist

SOURCE = re.compile(r"^\*\*(\w+)\*\*: .*, from (.+)$", re.MULTILINE)
"""Whom an effect on the list is about, and its card, with its controller where that is another player."""


async def sources(evening: Evening) -> list[tuple[str, str]]:
    """Return whom the effects on the list are about, and whose card they are of."""
    return SOURCE.findall((await evening.types("Ana", "effect list")).text)


class EffectList(PrivatePanel):
    """The answer to /effect list, with its buttons."""

    def __init__(self, evening: Evening, who: str) -> None:
        super().__init__(evening.people[who])
        self._channel = evening.channel

    async def open(self) -> Self:
        """Types it."""
        self._shown = await self._person.slash(self._channel, "effect list")
        return self


async def test_an_effect_that_names_no_source_is_the_askers(evening: Evening) -> None:
    """Ana leaves, and Ben can win."""
    await deal(evening)
    await evening.types("Ana", "effect add", effect="cant_win_game", who="each opponent")
    assert (await evening.refused("Ben", "win")).key == "cant_win_game"
    await evening.types("Ana", "concede")
    assert "Ben CR 104.2b" in gist((await evening.types("Ben", "win")).text)


async def test_a_spectator_is_not_a_source(evening: Evening) -> None:
    """A player who is out keeps score for others without controlling anything: what has no duration lasts as
    long as its card (611.3a), so it has to be said whose that is."""
    await deal(evening)
    await evening.types("Dee", "concede")
    added = {"effect": "cant_gain_life", "who": "Ben"}
    assert (await evening.refused("Dee", "effect add", **added)).key == "whose_effect"
    await evening.types("Dee", "effect add", **added, lasts="until end of turn")
    listed = (await evening.types("Ana", "effect list")).text
    assert gist(listed)[0] == "Ben"
    assert SOURCE.findall(listed) == []
    await evening.types("Dee", "effect add", **added, source="Cy")
    await evening.types("Cy", "concede")
    await evening.types("Ana", "turn next")
    assert gist((await evening.types("Ana", "effect list")).text)[0] != "Ben"


async def test_a_card_that_is_gone_takes_all_that_it_did_along_by_one_press(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "card", name="Platinum Angel")
    assert ", from Platinum Angel (Ana)" in evening.board()
    listed = await EffectList(evening, "Ben").open()
    assert ("Ana", "Platinum Angel") in SOURCE.findall(listed.text)
    await listed.press("Platinum Angel (Ana): gone")
    assert await sources(evening) == []
    assert "from Platinum Angel" not in evening.board()
    assert "Ben CR 104.2b" in gist((await evening.types("Ben", "win")).text)


async def test_of_two_of_a_name_one_is_gone(evening: Evening) -> None:
    await deal(evening)
    for _ in range(2):
        await evening.types("Ana", "card", name="Platinum Angel")
    await evening.types("Ana", "effect gone", card="Platinum Angel (Ana) #2")
    assert (await evening.refused("Ben", "win")).key == "cant_win_game"
    await evening.types("Ana", "effect gone", card="platinum")
    assert await sources(evening) == []


async def test_a_card_changes_control_by_a_press_or_by_command(evening: Evening) -> None:
    """ "You" and "your opponents" are the new controller's."""
    await deal(evening)
    await evening.types("Ana", "card", name="Platinum Angel")
    listed = await EffectList(evening, "Ana").open()
    await listed.press("New controller…")
    await listed.press("Cy")
    assert {("Cy", "Platinum Angel"), ("Ana", "Platinum Angel (Cy)")} <= {*SOURCE.findall(listed.text)}
    await evening.types("Ben", "effect control", card="Platinum", to="Dee")
    assert ("Dee", "Platinum Angel") in await sources(evening)
    await evening.types("Dee", "concede")
    assert {("Ana", "Platinum Angel"), ("Ben", "Platinum Angel (Ana)")} <= {*await sources(evening)}


async def test_what_is_said_of_one_card_in_two_entries_is_its(evening: Evening) -> None:
    await deal(evening)
    added = await evening.types("Ana", "effect add", effect="cant_lose_game", card="Lich")
    assert SOURCE.findall(added.text) == [("Ana", "Lich.")]
    await evening.types("Ana", "effect add", effect="cant_gain_life", card="Lich")
    await evening.types("Ana", "effect gone", card="Lich")
    assert await sources(evening) == []


async def test_what_has_no_name_is_gone_only_itself(evening: Evening) -> None:
    """Ana's step that began it is undone, and with it the one that ended it; her other effect stays."""
    await deal(evening)
    await evening.types("Ana", "effect add", effect="cant_gain_life")
    begun = await evening.number_of_entries()
    await evening.types("Ana", "effect add", effect="cant_lose_game")
    listed = await EffectList(evening, "Ana").open()
    await listed.press(f"Ana: {EFFECT_NAMES[EffectKind.CANT_GAIN_LIFE]}: gone")
    fix = Fix(evening, "Ana")
    await fix.types("undo", step=str(begun))
    await fix.press("Do it")
    shown = (await evening.types("Ana", "effect list")).text
    assert EFFECT_NAMES[EffectKind.CANT_LOSE_GAME] in shown
    assert EFFECT_NAMES[EffectKind.CANT_GAIN_LIFE] not in shown


async def test_there_is_no_such_card(evening: Evening) -> None:
    await deal(evening)
    assert (await evening.refused("Ana", "effect gone", card="Angel")).key == "no_such_source"
    await evening.types("Ana", "card", name="Platinum Angel")
    assert (await evening.refused("Ana", "effect control", card="Angel", to="Ana")).key == "controls_already"


async def test_the_panel_leads_to_the_effects(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "card", name="Platinum Angel")
    panel = await BoardPanel(evening, "Ben").open()
    shown = await panel.press("Effects…")
    assert "[Platinum Angel (Ana): gone]" in shown.text


async def test_what_is_chosen_twice_ends_one_of_two_of_a_name(evening: Evening) -> None:
    """Ben and Cy both choose the first Angel."""
    await deal(evening)
    for _ in range(2):
        await evening.types("Ana", "card", name="Platinum Angel")
    offered = await evening.people["Ben"].autocomplete(evening.channel, "effect gone", "card", "angel")
    first = next(one["value"] for one in offered if one["name"] == "Platinum Angel (Ana)")
    await evening.types("Ben", "effect gone", card=first)
    assert (await evening.refused("Cy", "effect gone", card=first)).key == "no_such_source"
    assert (await evening.refused("Ben", "win")).key == "cant_win_game"


async def test_a_curse_stays_on_the_only_opponent(evening: Evening) -> None:
    """In a duel, too, an effect on a player by name isn't one on each opponent."""
    await deal(evening, "two_player", "Ana, Ben")
    for effect, who, card in (
        ("cant_gain_life", "Ben", "Curse"),
        ("cant_win_game", "each opponent", "Angel"),
    ):
        await evening.types("Ana", "effect add", effect=effect, who=who, card=card)
        listed = await EffectList(evening, "Ana").open()
        await listed.press("New controller: Ben")  # the only one there can be
    assert await sources(evening) == [("Ben", "Curse"), ("Ana", "Angel (Ben)")]
