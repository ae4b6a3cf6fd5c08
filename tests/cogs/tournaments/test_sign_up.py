"""/event and the buttons of its message: who is in, who waits, who is here."""

import discord
import pytest
from simcord.results import to_discord_message

from storage.privacy import Privacy
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create, drops
from tests.support.messages import Said, buttons, text


def event(evening: Evening) -> discord.Message:
    """Return the newest message of an event."""
    kept = evening.env.backend.messages[evening.channel.id]
    found = [to_discord_message(evening.env, kept[one]) for one in sorted(kept, reverse=True)]
    public = (one for one in found if not one.flags.ephemeral)
    return next(one for one in public if text(one).startswith("## ") and "\n-# " in text(one))


async def presses(evening: Evening, who: str, label: str) -> Said:
    return await evening.presses(who, label, event(evening))


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday for two, created by Ana."""
    await evening.types("Ana", "event create", name="Friday", limit=2)
    return evening


def lines(evening: Evening) -> list[str]:
    return text(event(evening)).splitlines()


async def test_players_join_wait_and_drop(evening: Evening) -> None:
    assert lines(evening) == [
        "## Friday",
        "-# Pods of four · 0 of 2 players",
        "Press **Join** to play.",
        "[Join]",
        "[Drop…]",
        "[Organize…]",
    ]
    for who in ("Ben", "Cy", "Dee"):
        await presses(evening, who, "Join")
    assert lines(evening)[1] == "-# Pods of four · 2 of 2 players"
    assert lines(evening)[3:5] == ["**Players:** Ben, Cy", "**Waiting list:** Dee"]
    again = await presses(evening, "Dee", "Join")
    assert (again.text, again.private) == ("Already signed up.", True)
    await drops(evening, "Ben", event(evening))
    assert lines(evening)[3:] == ["**Players:** Cy, Dee", "[Join]", "[Drop…]", "[Organize…]"]
    assert (await presses(evening, "Ben", "Drop…")).text == "You aren't signed up. Press **Join** first."


async def test_organizers_add_and_drop_others_and_guests(evening: Evening) -> None:
    added = await evening.types(
        "Ana", "event add", players=f"{evening.people['Ben'].mention}, new: Grandma, Grandpa"
    )
    assert added.text == "Signed up: Ben, Grandma and Grandpa.\nOn the waiting list: Grandpa."
    await evening.env.settle()
    assert lines(evening)[3:5] == ["**Players:** Ben, Grandma", "**Waiting list:** Grandpa"]
    assert await evening.suggestions("Ana", "event drop", "who", "gran") == ["Grandma", "Grandpa"]
    dropped = await evening.types("Ana", "event drop", who="grandma")
    assert dropped.text == "Grandma dropped from **Friday**."
    await evening.env.settle()
    assert lines(evening)[3] == "**Players:** Ben, Grandpa"
    assert (await evening.types("Ben", "event drop")).text == "Ben dropped from **Friday**."
    wrong = await evening.types("Ana", "event drop", who="Granpa")
    assert (wrong.private, evening.refusal()) == (True, "no_event_player")
    assert "Grandpa" in wrong.text


async def test_who_can_be_added_is_suggested(evening: Evening) -> None:
    """Members whom the bot has met, those who have dropped, and the league's players; after a comma, too."""
    for who in ("Ben", "Cy"):
        await presses(evening, who, "Join")
    await drops(evening, "Cy", event(evening))
    await create(evening, by="nobody")
    await evening.types("Ana", "league report", players=f"me, {evening.people['Dee'].mention}, new Grandma")
    suggested = await evening.suggestions("Ana", "event add", "players", "")
    assert suggested[0] == "Cy"
    assert {"Ana", "Dee"} <= {*suggested}
    assert {"Ben", "Grandma"}.isdisjoint(suggested)
    assert await evening.suggestions("Ana", "event add", "players", "Cy, de") == ["Cy, Dee"]


async def test_drop_says_the_same_by_button_and_command(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Saturday", play="duels")
    await evening.types("Ana", "event add", players="Ben, Cy, Dee, Eve")
    await evening.env.settle()
    await drops(evening, "Ben", event(evening))
    before = await presses(evening, "Ben", "Drop…"), await evening.types("Ben", "event drop")
    await evening.types("Ana", "event add", players="Ben")
    await begin_round(evening)
    await evening.env.settle()
    await drops(evening, "Ben", event(evening))
    after = await presses(evening, "Ben", "Drop…"), await evening.types("Ben", "event drop")
    assert {one.text for one in before} == {"You aren't signed up. Press **Join** first."}
    assert {one.text for one in after} == {
        "The event has started. Press **Join late** on its message to play from the next round."
    }


async def test_check_in_drops_who_is_not_here(evening: Evening) -> None:
    for who in ("Ben", "Cy", "Dee"):
        await presses(evening, who, "Join")
    called = await evening.types("Ana", "event check-in")
    ben, cy = evening.people["Ben"], evening.people["Cy"]
    assert called.text == (f"Check-in for **Friday** is open: press **I'm here**.\n<@{ben.id}> <@{cy.id}>")
    await evening.env.settle()
    assert buttons(event(evening)) == ["I'm here", "Join", "Drop…", "Organize…"]
    await presses(evening, "Ben", "I'm here")
    await presses(evening, "Dee", "I'm here")
    assert lines(evening)[2:5] == [
        "**Check-in is open:** press **I'm here**. 1 of 2 are here.",
        "**Players:** Ben ✓, Cy",
        "**Waiting list:** Dee ✓",
    ]
    closed = await evening.types("Ana", "event check-in", do="close")
    assert closed.text == ("Check-in is closed: 2 players are here.\nDropped, because they weren't here: Cy.")
    await evening.env.settle()
    assert lines(evening)[3] == "**Players:** Ben, Dee"


async def test_only_judges_organize(evening: Evening) -> None:
    await presses(evening, "Cy", "Join")
    for command, options in {
        "create": {"name": "Mine"},
        "add": {"players": "Zoe"},
        "drop": {"who": "Cy"},
        "check-in": {},
        "close": {},
    }.items():
        answer = await evening.types("Ben", f"event {command}", **options)
        assert answer.private, command
        assert answer.text.startswith("Only "), command
    assert lines(evening)[3] == "**Players:** Cy"


async def test_one_event_in_a_channel_and_none_after_its_end(evening: Evening) -> None:
    second = await evening.types("Ana", "event create", name="Other")
    assert second.private
    assert second.text == "There's already an event in this channel. End it first with `/event close`."
    assert (await evening.types("Ana", "event close")).text == "**Friday** is over."
    await evening.env.settle()
    assert lines(evening)[2:] == ["This event is over.", "[Organize…]"]
    shown = await evening.types("Ben", "event show")
    assert shown.text == "There's no event in this channel. Create one with `/event create`."


async def test_a_shown_event_is_the_one_that_is_kept_up_to_date(evening: Evening) -> None:
    first = event(evening)
    await evening.types("Ben", "event show")
    await presses(evening, "Ben", "Join")
    assert event(evening).id != first.id
    await evening.types("Ana", "event add", players="new Grandma")
    await evening.env.settle()
    assert lines(evening)[3] == "**Players:** Ben, Grandma"


async def test_a_press_on_an_earlier_message_is_seen_on_the_one_that_is_kept(evening: Evening) -> None:
    first = event(evening)
    await evening.types("Ben", "event show")
    await evening.presses("Ben", "Join", first)
    await evening.env.settle()
    assert event(evening).id != first.id
    assert lines(evening)[3] == "**Players:** Ben"


@pytest.mark.own_bot
async def test_a_restart_loses_nothing(evening: Evening) -> None:
    """Also a message that was deleted meanwhile comes back."""
    await presses(evening, "Ben", "Join")
    await event(evening).delete()
    await evening.restart(settled=True)
    assert lines(evening)[3] == "**Players:** Ben"
    await presses(evening, "Cy", "Join")
    assert lines(evening)[3] == "**Players:** Ben, Cy"


async def test_a_press_delivered_twice_counts_once(evening: Evening) -> None:
    await presses(evening, "Ben", "Join")
    await evening.delivered_again()
    assert lines(evening)[3] == "**Players:** Ben"


async def test_presses_at_once_are_all_shown(evening: Evening) -> None:
    await evening.at_once(*(presses(evening, who, "Join") for who in ("Ben", "Cy", "Dee", "Eve")))
    await evening.env.settle()
    shown = text(event(evening))
    assert all(who in shown for who in ("Ben", "Cy", "Dee", "Eve"))


@pytest.mark.own_bot
async def test_a_person_who_is_forgotten_drops(evening: Evening) -> None:
    ben = evening.people["Ben"]
    await presses(evening, "Ben", "Join")
    privacy = Privacy(evening.games, evening.settings)
    assert (await privacy.known(ben.id)).tournaments == 1
    exported = "".join([part async for part in privacy.export(ben.id)])
    assert '"event": "Friday"' in exported
    await privacy.forget(ben.id)
    assert (await privacy.known(ben.id)).tournaments == 0
    await evening.types("Ana", "event add", players="new Grandma")
    await evening.env.settle()
    assert lines(evening)[3] == "**Players:** Grandma"
    await evening.restart()
    await evening.types("Fay", "event show")
    assert lines(evening)[3] == "**Players:** Grandma"
