"""Discord's limits, with as many people at a table as there can be and the longest names they can have."""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
import pytest
from simcord import ResponseMessage

from storage.settings.definitions import LANGUAGE, LANGUAGES, Level
from tests.support.evening import Evening
from tests.support.messages import BUTTON, LIST, buttons, components, message_of, pressable, text
from tests.support.panels import BoardPanel
from tests.support.tables import deal, gather

TEXT, COMPONENTS, CUSTOM_ID, LABEL, OPTIONS, OPTION = 4000, 40, 100, 80, 25, 100
"""What Discord takes in one message with components, of whatever kind."""
LOBBY_FORMS = ("numbers", "seats")
SETTINGS_FORMS = ("arbiter-settings:channel:form::", "arbiter-settings:channel:form:clocks:")
LINK = "https://" + "c" * 292
NAMES = {
    "marks": [f"{number:02}{'*_~`|' * 6}" for number in range(40)],
    "wide": [f"{number:02}{'龍' * 30}" for number in range(40)],
    "emoji": [f"{number:02}{'🐉' * 30}" for number in range(40)],
    "from the right": [f"{number:02}{'שלום' * 7}ab" for number in range(40)],
    "addresses": [f"{number:02}{'://<@x>' * 4}xy" for number in range(40)],
}


def parts(found: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return every component, those in others too."""
    flat: list[Mapping[str, Any]] = []
    for one in found:
        flat += [one, *parts(one.get("components", ()))]
    return flat


def within_limits(message: discord.Message | ResponseMessage) -> None:
    """Fails if Discord would refuse the message."""
    found = parts(components(message))
    assert len(found) <= COMPONENTS
    assert sum(len(one.get("content", "")) for one in found) <= TEXT
    ids = [one["custom_id"] for one in found if one["type"] in (BUTTON, LIST)]
    assert len(set(ids)) == len(ids)
    assert all(len(id) <= CUSTOM_ID for id in ids)
    assert all(len(one["label"]) <= LABEL for one in found if one["type"] == BUTTON)
    for one in found:
        assert len(one.get("options", ())) <= OPTIONS
        assert all(len(option["label"]) <= OPTION for option in one.get("options", ()))


every_kind = pytest.mark.parametrize("kind", NAMES)


@pytest.mark.sample(3)
@every_kind
async def test_forty_people(evening: Evening, kind: str) -> None:
    names = NAMES[kind]
    await evening.types(
        *("Ben", "game new"),
        variant="grand_melee",
        players=", ".join(names[1:]),
        link=LINK,
        commander=True,
        start=False,
    )
    within_limits(evening.board_message())
    await evening.presses("Ana", "Start")
    within_limits(evening.board_message())
    assert all(f"{number:02}" in evening.board() for number in range(1, 40))
    await evening.types("Ana", "life lose", amount=3, who="each player")
    await evening.types("Ana", "counter add", kind="poison", amount=3, who="each player")
    await evening.types("Ana", "effect add", effect="cant_gain_life", who="each player")
    within_limits(evening.board_message())
    for turned in range(4):
        shown = message_of(await evening.people["Ana"].click(evening.board_message(), label="Details…"))
        await evening.people["Ana"].click(shown, label=str(turned + 1))
        within_limits(shown)
        assert text(shown).count("\n## ") == 10
        assert text(shown).count(" 3/10") == 10
    panel = message_of(await evening.people["Ana"].click(evening.board_message(), label="Others…"))
    within_limits(panel)
    await evening.types("Ana", "hold")
    await evening.types("Ana", "life lose", amount=99, who="each player")
    within_limits(evening.board_message())
    released = await evening.presses("Ana", "Release")
    assert len(released.text) <= 2000
    assert released.text, "the longest names leave no room for the rule"
    assert "Rematch" in evening.buttons()
    within_limits(evening.board_message())


@pytest.mark.sample(2)
@every_kind
async def test_ten_people_with_everything(evening: Evening, kind: str) -> None:
    names = NAMES[kind][:9]
    await deal(evening, "commander", ", ".join(["Ana", *names]), link=LINK)
    for name in names:
        await evening.types("Ana", "commander set", name="C" * 60, partner="P" * 60, who=name)
    for counter in range(6):
        await evening.types("Ana", "counter add", kind=f"{counter}{'k' * 19}", who="each player")
    for effect in ("cant_gain_life", "cant_lose_life", "cant_win_game"):
        await evening.types("Ana", "effect add", effect=effect, who="each player")
    within_limits(evening.board_message())
    assert "# ▸ Ana · 40\n" in evening.board()
    for name in names:
        assert name[:2] in evening.board()


@pytest.mark.sample(3)
@every_kind
async def test_the_lobby_of_forty_on_eight_teams(evening: Evening, kind: str) -> None:
    names = ", ".join(NAMES[kind][1:])
    await evening.types("Ana", "game new", variant="team_vs_team", teams=8, players=names, link=LINK)
    within_limits(evening.board_message())
    panel = message_of(await evening.people["Ana"].click(evening.board_message(), label="Options…"))
    within_limits(panel)


@pytest.mark.own_bot
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_form_opens_in_every_language(evening: Evening, language: str) -> None:
    """The simulation refuses titles and labels that are too long, as Discord does."""
    ana = evening.people["Ana"]
    await evening.settings.choose(Level.OWN, ana.id, LANGUAGE, language)
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
    setup = await ana.click(evening.board_message(), custom_id="arbiter:setup:1:")
    settings = await ana.slash(evening.channel, "settings")
    forms = [await ana.click(evening.board_message(), custom_id="arbiter:people:1:")]
    forms += [
        await ana.click(message_of(setup), custom_id=f"arbiter:lobbyform:1:{kind}") for kind in LOBBY_FORMS
    ]
    forms += [await ana.click(message_of(settings), custom_id=asked) for asked in SETTINGS_FORMS]
    await evening.types("Ana", "game start")
    panel = await ana.click(evening.board_message(), custom_id="arbiter:more:1:")
    opening = [one for one in pressable(message_of(panel)) if one["custom_id"].startswith("arbiter:form:")]
    forms += [await ana.click(message_of(panel), custom_id=one["custom_id"]) for one in opening]
    assert len(forms) == 1 + len(LOBBY_FORMS) + len(SETTINGS_FORMS) + 3
    assert all(form.modal is not None for form in forms)


async def test_the_panel_of_a_large_table_with_partners_and_every_designation(evening: Evening) -> None:
    """Two lists of people, two commanders that hit, and five designations that the game has seen."""
    names = ["Ana", "Ben", *(f"Guest {number}" for number in range(22))]
    await deal(evening, "commander", ", ".join(names))
    await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
    panel = await BoardPanel(evening, "Ana").open()
    for label in ("Monarch", "Initiative", "City's blessing", "The Ring tempts", "Start engines"):
        await panel.click(label)
        within_limits(panel.message)
    await panel.click("More…")
    within_limits(panel.message)
    assert {"Monarch", "Start engines"} <= {*buttons(panel.message)}
