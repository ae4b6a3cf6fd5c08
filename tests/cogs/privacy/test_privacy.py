"""/privacy: what people read, get as a file, and have deleted."""

import json
import re

import discord
import pytest
from simcord import ResponseMessage

from cogs.privacy.commands import STATEMENT, PrivacyCustomId
from storage.engine.database import SqlRow
from storage.settings.definitions import CALL, SAME_TIME, Level
from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.support.messages import Said, private_message_of, said, text, verbs
from tests.support.tables import deal, gather
from tests.support.wording import counts

DELETE = str(PrivacyCustomId("delete"))


def timeless(message: discord.Message) -> str:
    """Return what stands in a message, whenever it was edited."""
    return re.sub(r"<t:\d+", "<t:", text(message))


async def question(evening: Evening, who: str) -> ResponseMessage:
    """Let someone ask to have their data deleted; return the question whether they mean it."""
    return private_message_of(await evening.people[who].slash(evening.channel, "privacy delete"))


async def test_nothing_is_asked_for_but_servers_and_who_sits_in_voice(evening: Evening) -> None:
    assert {name for name, on in evening.bot.intents if on} == {"guilds", "voice_states", "guild_messages"}


async def test_the_statement_is_for_the_user_and_fits(evening: Evening) -> None:
    said = await evening.types("Eve", "privacy statement")
    assert said.private
    assert said.text == "\n".join(STATEMENT)
    assert len(said.text) < 3000, "other languages are longer, and Discord takes 4000"


@pytest.mark.own_bot
async def test_the_board_loses_a_name_and_the_others_play_on(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy, Dee")
    await evening.types("Ben", "commander set", name="Tana")
    await evening.types("Ana", "damage", amount=5, who="Cy", **{"from": "Ben"}, commander="Tana", combat=True)
    await evening.settings.choose(Level.OWN, evening.people["Ben"].id, CALL, "on")
    asked = await question(evening, "Ben")
    assert text(asked) == (
        "### Delete your data?\n"
        "Stored about you, across all servers that use this bot:\n"
        "- 1 game with your data\n- 1 personal setting\n- 0 leagues\n- 0 events\n"
        "Your ID and your names will be deleted and can't be restored. Other players' games stay intact: "
        "your seat becomes a guest with a number for a name.\n"
        f"You're in a game in progress in <#{evening.channel.id}>. You won't be able to use its buttons "
        "afterwards, but the others can keep playing for your seat.\n"
        "To keep a copy, use `/privacy export` first.\n"
        "[Delete my data]\n[Keep my data]"
    )
    await evening.people["Ben"].click(asked, custom_id=DELETE)
    await evening.env.settle()
    board = evening.board()
    assert "Ben" not in board
    assert "Player 1" in board
    assert (await evening.types("Cy", "commander damage")).text.count("Ben") == 0
    answer = await evening.types("Cy", "life lose", amount=1, who="Player 1")
    assert answer.text == "**Player 1** 40 → 39"
    assert "Only players in this game" in await evening.refused_press("Ben", "−1")
    assert (await evening.types("Ana", "log")).text.count("Ben") == 0
    await evening.restart()
    assert (await evening.types("Ana", "undo")).text.count("Ben") == 0
    assert (await evening.types("Ben", "privacy delete")).text == "Nothing is stored about you."


async def test_nothing_is_left_in_what_waits_for_the_same_time(evening: Evening) -> None:
    """A loss was just announced, something came too late for it, and the league's result waits."""
    await evening.as_by_default(SAME_TIME)
    await create(evening)
    await deal(evening, "two_player", "Ben, Cy")
    for who in ("Ben", "Cy"):
        await evening.types(who, "life set", to=5)
    await evening.types("Ben", "life lose", amount=5)
    late = await evening.people["Cy"].slash(evening.channel, "life lose", amount=5)
    ben = evening.people["Ben"]
    assert len(await waiting(evening, str(evening.people["Cy"].id))) == 1, "what came too late"
    await ben.click(await question(evening, "Ben"), custom_id=DELETE)
    await evening.env.settle()
    assert await waiting(evening, "Ben") == await waiting(evening, str(ben.id)) == []
    refused = said(
        await evening.people["Cy"].click(
            private_message_of(late), custom_id=verbs(private_message_of(late))["joinlate"]
        )
    )
    assert (refused.private, evening.refusal()) == (True, "same_time_over")
    await evening.passes(seconds=31)
    told = next(one for one in evening.channel.history() if "life (CR 704.5a)" in one.content)
    assert counts(told.content, "Friday", 1)
    assert "together" not in verbs(told)


async def waiting(evening: Evening, about: str) -> list[SqlRow]:
    """Return what waits in the database with this text in it."""
    rows = await evening.database.fetch("SELECT kind, note FROM deadline")
    return [row for row in rows if about in row["note"]]


@pytest.mark.own_bot
async def test_keeping_it_changes_nothing_and_an_old_question_still_works(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    await evening.people["Ben"].click(await question(evening, "Ben"), label="Keep my data")
    assert "Ben" in evening.board()
    asked = await question(evening, "Ben")
    await evening.restart()
    await evening.people["Ben"].click(asked, custom_id=DELETE)
    await evening.env.settle()
    assert "Ben" not in evening.board()
    await evening.types("Ben", "game join")
    assert "Ben" in evening.board(), "who comes back is somebody new"


async def test_twice_at_once_it_is_done_once(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")

    async def press(asked: ResponseMessage) -> Said:
        return said(await evening.people["Ben"].click(asked, custom_id=DELETE))

    both = [await question(evening, "Ben"), await question(evening, "Ben")]
    answers = await evening.at_once(*(press(one) for one in both))
    assert sum("Your data has been deleted: " in one.text for one in answers) == 1
    assert sum("is being deleted right now. Try again in a moment." in one.text for one in answers) == 1
    await evening.env.settle()
    assert "Ben" not in evening.board()


async def test_the_standings_in_a_channel_lose_the_name_and_keep_the_points(evening: Evening) -> None:
    await create(evening, by="nobody")
    await report(evening, "Ana", "Ben, Ana")
    await evening.types("Ana", "league board")
    board = [one for one in evening.channel.history() if "Friday" in text(one)][-1]
    before = timeless(board)
    assert "1. Ben " in before
    asked = await question(evening, "Ben")
    assert "- 1 league\n- 0 events\n" in text(asked)
    await evening.people["Ben"].click(asked, custom_id=DELETE)
    await evening.env.settle()
    [now] = [timeless(one) for one in evening.channel.history() if one.id == board.id]
    assert now.split() == before.replace("Ben", "Player 1").split()  # the columns are wider


@pytest.mark.parametrize("games", [0, 1])
async def test_the_export_is_a_file_for_oneself(evening: Evening, games: int) -> None:
    for _ in range(games):
        await deal(evening, names="Ana, Ben")
        await evening.types("Ben", "life lose", amount=3)
    result = await evening.people["Ben"].slash(evening.channel, "privacy export")
    attachment = private_message_of(result).attachments[0]
    assert attachment.filename == "arbiter-my-data.json"
    document = json.loads(await attachment.read())
    assert document["user"] == str(evening.people["Ben"].id)
    assert len(document["games"]) == games
    assert str(evening.people["Ana"].id) not in json.dumps(document)
