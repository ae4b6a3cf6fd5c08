"""Boards, panels, results and forms that the version before has sent are pressed, and understood.

`previous_messages.json` holds what they carry, taken from every message of that version's tests: the game,
the league and the result are number 1, and people have the numbers that the simulation gives Ana and Ben.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from simcord import InteractionResult

from tests.cogs.board.test_every_button import post
from tests.cogs.board.test_forms import OUTDATED, form_with, layout
from tests.support.evening import Evening
from tests.support.leagues import create, message, report
from tests.support.messages import text
from tests.support.tables import deal, gather

BEFORE = json.loads(Path(__file__).with_name("previous_messages.json").read_text(encoding="utf-8"))
BUTTONS: list[str] = BEFORE["button"]
FORMS: list[str] = BEFORE["form"]
LISTS: Mapping[str, str] = BEFORE["list"]
"""With something that could be picked from each."""
ROLES: list[str] = BEFORE["roles"]
CHANNELS: list[str] = BEFORE["channels"]
View = discord.ui.LayoutView
List = discord.ui.Select[View] | discord.ui.RoleSelect[View] | discord.ui.ChannelSelect[View]


async def lobby(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy")


async def playing(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy")
    await evening.types("Ana", "life lose", amount=1)


async def over(evening: Evening) -> None:
    await playing(evening)
    await evening.types("Ana", "game end")


FULL = pytest.mark.full  # what a message carries is read before anyone looks at the table
every_situation = pytest.mark.parametrize(
    "prepare", [pytest.param(lobby, marks=FULL), playing, pytest.param(over, marks=FULL)]
)
Prepare = Callable[[Evening], Awaitable[None]]


@pytest.fixture(autouse=True)
async def _with_a_league(evening: Evening) -> None:
    """The league Friday with a result that Cy has not confirmed yet."""
    await create(evening)
    await report(evening, "Ana", "Ana, Cy")


def with_list(
    select: discord.ui.Select[View] | discord.ui.RoleSelect[View] | discord.ui.ChannelSelect[View],
) -> View:
    """Return a message with a list."""
    made = discord.ui.LayoutView(timeout=None)
    made.add_item(discord.ui.ActionRow(cast("discord.ui.Item[Any]", select)))
    made.stop()
    return made


def is_understood(answer: InteractionResult) -> bool:
    said = [answer.response, *answer.followups]
    return answer.acknowledged and not any(OUTDATED in text(one) for one in said if one is not None)


@pytest.mark.own_bot
@every_situation
async def test_every_button_is_understood(evening: Evening, prepare: Prepare) -> None:
    await prepare(evening)
    for custom_id in BUTTONS:
        button = await post(evening, layout(custom_id))
        assert is_understood(await evening.people["Ana"].click(button, label="Press")), custom_id


@pytest.mark.own_bot
@every_situation
async def test_every_list_is_understood(evening: Evening, prepare: Prepare) -> None:
    await prepare(evening)
    ana = evening.people["Ana"]
    role = evening.server.create_role("Champion")
    for custom_id, value in LISTS.items():
        select = discord.ui.Select[View](custom_id=custom_id, options=[discord.SelectOption(label=value)])
        picked = await ana.select(await post(evening, with_list(select)), [value])
        assert is_understood(picked), custom_id
    for custom_id in ROLES:
        roles = discord.ui.RoleSelect[View](custom_id=custom_id)
        picked = await ana.select(await post(evening, with_list(roles)), [role])
        assert is_understood(picked), custom_id
    for custom_id in CHANNELS:
        channels = discord.ui.ChannelSelect[View](custom_id=custom_id)
        picked = await ana.select(await post(evening, with_list(channels)), [evening.channel])
        assert is_understood(picked), custom_id


@pytest.mark.own_bot
@every_situation
async def test_every_form_is_understood(evening: Evening, prepare: Prepare) -> None:
    await prepare(evening)
    for custom_id in FORMS:
        form = await form_with(evening, custom_id, "amount")
        answer = await evening.people["Ana"].submit_modal(form, {"amount": "3"})
        assert is_understood(answer), custom_id


@pytest.mark.own_bot
async def test_a_board_does_what_it_says(evening: Evening) -> None:
    await playing(evening)

    async def press(custom_id: str) -> str:
        assert custom_id in BUTTONS
        await evening.presses("Ana", "Press", await post(evening, layout(custom_id)))
        return evening.board()

    ben = evening.people["Ben"].id
    assert "Ana · 34\n" in await press("arbiter:life:1:-5")
    assert f"arbiter:lifefor:1:5|{ben}" in BUTTONS
    assert "Ben · 45\n" in await press(f"arbiter:lifefor:1:5|{ben}")
    assert "poison 1/10" in await press(f"arbiter:poisonfor:1:{ben}")
    assert "▸ Ben" in await press("arbiter:pass:1:1")
    assert "~~Ben · 45~~ (out" in await press(f"arbiter:concede:1:{ben}")


@pytest.mark.own_bot
async def test_a_result_is_confirmed(evening: Evening) -> None:
    assert "arbiter-league:confirm:1:1:" in BUTTONS
    await evening.presses("Cy", "Press", await post(evening, layout("arbiter-league:confirm:1:1:")))
    assert "**Confirmed.**" in text(message(evening, 1))
