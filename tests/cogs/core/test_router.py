"""Presses, lists and forms count at the place of their game, while Discord waits for an answer."""

import discord
import pytest
import simcord

from cogs.core.custom_ids import TableCustomId
from tests.cogs.board.test_forms import form_with, layout
from tests.support.evening import Evening, service_of
from tests.support.leagues import create, report
from tests.support.messages import said
from tests.support.tables import deal

VALUES = {"life": "-5", "lifefor": "-5|{ben}", "poisonfor": "{ben}", "concede": "{ben}", "form": "life|{ben}"}
"""What the buttons that act on a player carry."""
ELSEWHERE = "This channel has no game number {game}."


@pytest.fixture
async def mallory(evening: Evening) -> tuple[simcord.MemberActor, simcord.ChannelHandle]:
    """A member of another server, where they may do everything, and a channel there."""
    server = evening.env.create_guild("Elsewhere")
    everything = server.create_role("Everything", permissions=discord.Permissions.all())
    person = server.add_member(evening.env.create_user("mallory", global_name="Mallory"), roles=[everything])
    channel = server.create_text_channel("forge")
    await evening.env.settle()
    return person, channel


async def forged(evening: Evening, channel: simcord.ChannelHandle, custom_id: str) -> discord.Message:
    """Return a message in a channel with a button of someone's own making."""
    target = evening.bot.get_channel(channel.id)
    assert isinstance(target, discord.TextChannel)
    return await target.send(view=layout(custom_id))


async def test_nothing_pressed_in_another_server_reaches_a_game(
    evening: Evening, mallory: tuple[simcord.MemberActor, simcord.ChannelHandle]
) -> None:
    await deal(evening)
    entries, board, game = await evening.number_of_entries(), evening.board(), await evening.game()
    person, channel = mallory
    ben = str(evening.people["Ben"].id)
    for verb in service_of(evening.bot).hooks.routes[TableCustomId.route].answers:
        value = VALUES.get(verb, "").format(ben=ben)
        button = await forged(evening, channel, f"arbiter:{verb}:{game}:{value}")
        answer = await person.click(button, label="Press")
        assert said(answer).private, verb
        assert said(answer).text == ELSEWHERE.format(game=game), verb
        assert answer.modal is None, verb
    assert await evening.number_of_entries() == entries
    assert evening.board() == board


async def test_a_form_filled_in_elsewhere_does_not_reach_a_game(evening: Evening) -> None:
    await deal(evening)
    entries, game = await evening.number_of_entries(), await evening.game()
    other = evening.server.create_text_channel("table-2")
    here, evening.channel = evening.channel, other
    await evening.env.settle()
    for verb in service_of(evening.bot).hooks.routes[TableCustomId.route].forms or ():
        form = await form_with(evening, f"arbiter:{verb}:{game}:life|{evening.people['Ben'].id}", "amount")
        answer = said(await evening.people["Ana"].submit_modal(form, {"amount": "3"}))
        assert answer.private, verb
        assert answer.text == ELSEWHERE.format(game=game), verb
    evening.channel = here
    assert await evening.number_of_entries() == entries


async def test_another_channel_of_the_same_server_is_another_place(evening: Evening) -> None:
    await deal(evening)
    game = await evening.game()
    other = evening.server.create_text_channel("table-2")
    await evening.env.settle()
    button = await forged(evening, other, f"arbiter:life:{game}:-5")
    shown = await evening.people["Ben"].click(button, label="Press")
    assert said(shown).text == ELSEWHERE.format(game=game)


async def test_nothing_pressed_in_another_server_reaches_a_league(
    evening: Evening, mallory: tuple[simcord.MemberActor, simcord.ChannelHandle]
) -> None:
    await create(evening)
    await report(evening, "Ben", "Ben, Cy")
    person, channel = mallory
    league = await evening.league()
    for verb in ("confirm", "dispute", "rule", "claim", "unclaim", "share", "page", "archive"):
        button = await forged(evening, channel, f"arbiter-league:{verb}:{league}:1:cancel")
        answer = await person.click(button, label="Press")
        assert said(answer).private, verb
        assert "Ben" not in said(answer).text, verb
        assert answer.modal is None, verb


@pytest.mark.own_bot
async def test_what_discord_passes_on_too_late_is_not_done(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await deal(evening)
    clock = service_of(evening.bot).discord_clock
    clock.has_been(evening.seconds() + 2.4)
    await evening.types("Ben", "life lose", amount=3)
    assert "Ben · 37\n" in evening.board()
    clock.has_been(evening.seconds() + 4)  # the gateway has stood still for four seconds
    for answer in (
        await evening.refused("Ben", "life lose", amount=3),
        await evening.refused("Ben", "undo"),
        await evening.refused("Ben", "clock round", minutes=50),
        await evening.refused_press("Ben", "−1"),
    ):
        assert answer == "Discord was too slow, so nothing happened. Check the board and try again."
    assert "Ben · 37\n" in evening.board()
    assert len(evening.errors()) == 4, "one line in the log for each"
    assert "/life lose came too late and was not carried out" in caplog.text


@pytest.mark.own_bot
async def test_what_comes_after_a_pause_is_in_time(evening: Evening) -> None:
    await deal(evening)
    service_of(evening.bot).discord_clock.has_been(evening.seconds() + 2)
    await evening.passes(minutes=60)
    await evening.types("Ben", "life lose", amount=3)
    assert "Ben · 37\n" in evening.board()
