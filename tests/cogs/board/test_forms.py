"""Forms that are open while the bot restarts; forms and buttons of older versions."""

import re

import discord
import pytest
from simcord import InteractionResult

from tests.cogs.board.test_every_button import post
from tests.support.evening import Evening, answer_presses
from tests.support.leagues import create, message, report
from tests.support.messages import Said, pick, said, text
from tests.support.panels import BoardPanel
from tests.support.tables import deal, gather
from tests.support.wording import gist

OUTDATED = "That button is from another version of the bot and doesn't work here."


async def opened(
    evening: Evening, who: str, label: str, panel: InteractionResult | None = None
) -> InteractionResult:
    """Return a form that someone opens on the board, or on their own panel."""
    shown = panel.response if panel is not None else evening.board_message()
    assert shown is not None
    return await evening.people[who].click(shown, label=label)


async def sent_off(evening: Evening, who: str, form: InteractionResult, **values: object) -> Said:
    return said(await evening.people[who].submit_modal(form, values))


@pytest.mark.own_bot
async def test_the_lobbys_forms_survive_a_restart(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben")
    people = await opened(evening, "Ana", "Add players…")
    options = await opened(evening, "Ben", "Options…")
    numbers = await opened(evening, "Ben", "Life, range, link…", options)
    await evening.restart()
    await sent_off(evening, "Ana", people, members=[evening.people["Cy"]], guests="Grandma\nUncle Bob")
    assert "1. Ana\n2. Ben\n3. Cy\n4. Grandma (guest)\n5. Uncle Bob (guest)\n[Join]" in evening.board()
    seats = await opened(evening, "Ben", "Seating order…", options)
    await evening.restart()
    await sent_off(evening, "Ben", numbers, life="35", range="1", link="https://cams.example/7")
    assert "35 1" in gist(evening.board())
    assert "Webcam: https://cams.example/7\n" in evening.board()
    await sent_off(evening, "Ben", seats, order="Cy\nAna\nBen\nUncle Bob\nGrandma")
    assert "1. Cy\n2. Ana\n3. Ben\n4. Uncle Bob (guest)\n5. Grandma (guest)\n" in evening.board()


@pytest.mark.own_bot
async def test_the_panels_forms_survive_a_restart(evening: Evening) -> None:
    await deal(evening, "free_for_all", "Ana, Ben, Cy")
    panel = await opened(evening, "Ana", "Others…")
    assert panel.response is not None
    await pick(evening.people["Ana"], panel.response, str(evening.people["Ben"].id))
    await opened(evening, "Ana", "More…", panel)
    forms = [await opened(evening, "Ana", label, panel) for label in ("Life…", "Damage…", "Counters…")]
    await evening.restart()
    life, damage, counters = forms
    await sent_off(evening, "Ana", life, amount="5", what=["lose"])
    cy = str(evening.people["Cy"].id)
    await sent_off(evening, "Ana", damage, amount="3", toxic="2", source=[cy], **{"with": ["lifelink"]})
    await sent_off(evening, "Ana", counters, amount="2", kind=["poison"], way=["add"], own="Shield")
    board = evening.board()
    assert "Ben · 12\n" in board  # 20 − 5 − 3
    assert "Cy · 23\n" in board  # lifelink
    assert "poison 2/10" in board  # 702.164: toxic adds poison counters to combat damage
    assert "shield 2" in board


async def test_damage_in_the_form_can_be_unpreventable(evening: Evening) -> None:
    """615.12: it is dealt although an effect prevents damage."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy")
    await evening.types("Ben", "effect add", effect="prevent_damage", who="Ben")
    for keywords, life in (([], 20), (["unpreventable"], 16)):
        form = await (await BoardPanel(evening, "Ana").open()).click("Damage…")
        await sent_off(evening, "Ana", form, amount="4", **{"with": keywords})
        assert f"Ben · {life}\n" in evening.board()


@pytest.mark.parametrize(("variant", "numbers"), [("commander", ["21"]), ("brawl", [])])
async def test_the_form_of_damage_says_what_counts_in_the_format(
    evening: Evening, variant: str, numbers: list[str]
) -> None:
    """Brawl has no loss by combat damage from a commander (903.12h)."""
    await deal(evening, variant, "Ana, Ben")
    form = (await (await BoardPanel(evening, "Ana").open()).click("Damage…")).modal
    assert form is not None
    (about,) = (one["description"] for one in form["components"] if one["label"] == "Commander")
    assert re.findall(r"\d+", about) == numbers


@pytest.mark.own_bot
async def test_the_forms_of_leagues_and_settings_survive_a_restart(evening: Evening) -> None:
    ana = evening.people["Ana"]
    begin = await ana.slash(evening.channel, "league create")
    await evening.restart()
    values = {"name": "Friday", "preset": ["pods"], "channels": [evening.channel], "by": ["all"]}
    assert "Friday" in (await sent_off(evening, "Ana", begin, **values)).text
    await report(evening, "Ben", "Ben, Cy")
    dispute = await evening.people["Cy"].click(message(evening, 1), label="Dispute…")
    settings = await ana.slash(evening.channel, "settings")
    life = await opened(evening, "Ana", "Life and link…", settings)
    await evening.restart()
    await sent_off(evening, "Cy", dispute, reason="It was a draw")
    assert "**Disputed** by **Cy**." in text(message(evening, 1))
    await sent_off(evening, "Ana", life, life="33")
    assert settings.response is not None
    assert "**Starting life**: 33 · " in text(settings.response)


async def test_each_name_in_the_form_of_players_must_be_in_the_server(evening: Evening) -> None:
    await gather(evening, "commander", "Ana")
    form = await opened(evening, "Ana", "Add players…")
    stranger = evening.env.create_user("gus", global_name="Gus")
    answer = await sent_off(evening, "Ana", form, members=[stranger])
    assert answer.private
    assert answer.text == "That person isn't in this server. Write a name without @ to seat a guest."


def layout(custom_id: str) -> discord.ui.LayoutView:
    """Return a message with a button that carries this."""
    button = discord.ui.Button[discord.ui.LayoutView](label="Press", custom_id=custom_id)
    made = discord.ui.LayoutView(timeout=None)
    made.add_item(discord.ui.ActionRow(button))
    made.stop()
    return made


async def form_with(evening: Evening, custom_id: str, field: str) -> InteractionResult:
    """Return a form that carries this, as another version of the bot might have shown it to Ana."""
    modal = discord.ui.Modal(title="Form", custom_id=custom_id)
    typed = discord.ui.TextInput[discord.ui.Modal](custom_id=field, required=False)
    modal.add_item(discord.ui.Label(text="Text", component=typed))
    modal.stop()

    async def show(interaction: discord.Interaction, _: object) -> None:
        await interaction.response.send_modal(modal)

    answer_presses(evening.bot, "form", show)
    return await evening.people["Ana"].click(await post(evening, layout("test:form")), label="Press")


UNKNOWN = (
    "0123456789abcdef0123456789abcdef",  # what discord.py gives to its own forms
    "x" * 100,
    "arbiter",
    "arbiter:dance:1:",
    "arbiter:life:-1:1",
    "arbiter:life:" + "9" * 80 + ":1",
    "arbiter:life:٣:1",
    "arbiter:life:1:1e5",
    "arbiter:undo:1:x",
    "arbiter:page:1:x",
    "arbiter:log:1:x",
    "arbiter:lifefor:1:x|each player",
    "arbiter-league:ruled:1:1:x",
    "arbiter:form:1:joke|each player",
    "arbiter:lobbyform:1:joke",
    "arbiter-league:confirm:" + "9" * 70 + ":1:",
    "arbiter-league:dance:1:1:",
    "arbiter-settings:planet:show::",
    "🃏" * 50,
)


@pytest.mark.own_bot
async def test_what_is_no_longer_known_is_answered_privately(evening: Evening) -> None:
    await create(evening)
    await deal(evening, "free_for_all", "Ana, Ben, Cy")
    before = await evening.number_of_entries()
    for custom_id in UNKNOWN:
        pressed = await evening.presses("Ana", "Press", await post(evening, layout(custom_id)))
        form = await form_with(evening, custom_id, "amount")
        for answer in (pressed, await sent_off(evening, "Ana", form, amount="3")):
            assert answer.private, custom_id
            assert answer.text.startswith((OUTDATED, "The game has started.")), custom_id
    assert await evening.number_of_entries() == before
