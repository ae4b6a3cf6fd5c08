"""The board follows the chat: it comes back to the end, and replies that it makes needless go."""

import discord
import pytest

from storage.settings.definitions import FOLLOW, Level
from tests.support.evening import Evening
from tests.support.messages import is_table, text
from tests.support.tables import deal
from tests.support.wording import gist


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the settings as they come."""
    await evening.as_by_default(FOLLOW)
    return evening


def boards(evening: Evening) -> list[discord.Message]:
    """Every message that is a board."""
    return [one for one in evening.channel.history() if is_table(one)]


async def settle(evening: Evening) -> None:
    await evening.env.settle()


async def test_thirty_typed_commands_are_six_messages_at_most(evening: Evening) -> None:
    await deal(evening)
    await settle(evening)
    before = len(evening.chat())
    for number in range(30):
        who = ("Ana", "Ben", "Cy", "Dee")[number % 4]
        match number % 6:
            case 0:
                await evening.types(who, "counter add", kind="energy", amount=2)
            case 1:
                await evening.types(who, "damage", amount=1, who="each opponent")
            case 2:
                await evening.types(who, "designate monarch", who=who)
            case 3:
                await evening.types(who, "undo")
            case 4:
                await evening.types(who, "turn next")
            case _:
                await evening.types(who, "life gain", amount=3)
    await settle(evening)
    assert len(evening.chat()) - before <= 6
    assert len(boards(evening)) == 1


async def test_it_comes_back_after_some_messages_of_people(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "game board")
    first = evening.board_message().id
    for number in range(4):
        await evening.people["Cy"].send(evening.channel, f"message {number}")
    await settle(evening)
    assert evening.board_message().id == first
    await evening.people["Cy"].send(evening.channel, "one more")
    await settle(evening)
    (board,) = boards(evening)
    assert board.id != first
    assert [*evening.channel.history()][-1].id == board.id
    assert [line for line in evening.chat() if line.startswith("message")] == [
        "message 0",
        "message 1",
        "message 2",
        "message 3",
    ]
    await evening.presses("Ben", "−5")
    assert "# Ben · 35\n" in evening.board()


async def test_what_everybody_must_read_stays(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "concede")
    for _ in range(8):
        await evening.types("Ana", "life lose", amount=1)
    await settle(evening)
    assert "Ben CR 104.3a" in gist("\n".join(evening.chat()))
    assert sum("**Ana** 3" in line for line in evening.chat()) <= 4


async def test_a_server_can_do_without(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, FOLLOW, "0")
    await deal(evening)
    first = evening.board_message().id
    before = len(evening.chat())
    for _ in range(12):
        await evening.types("Ana", "life lose", amount=1)
    await settle(evening)
    assert evening.board_message().id == first
    assert len(evening.chat()) == before + 12


async def test_after_the_end_nothing_moves(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")
    first = evening.board_message().id
    for number in range(12):
        await evening.people["Cy"].send(evening.channel, f"message {number}")
    await settle(evening)
    assert evening.board_message().id == first


async def test_a_press_on_the_board_that_has_moved_counts(evening: Evening) -> None:
    await deal(evening)
    old = evening.board_message()
    pressed = await evening.at_once(
        evening.types("Ana", "life lose", amount=1), evening.presses("Ben", "−5", old)
    )
    assert all(not answer.private for answer in pressed)
    for _ in range(6):
        await evening.types("Ana", "life lose", amount=1)
    await settle(evening)
    assert "# Ben · 35\n" in evening.board()
    assert "This game's board is now here" not in "".join(map(text, evening.channel.history()))


async def test_a_channel_in_which_the_bot_may_not_write_is_only_logged(evening: Evening) -> None:
    await deal(evening)
    evening.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    for number in range(5):
        await evening.people["Cy"].send(evening.channel, f"message {number}")
    await settle(evening)
    (warning,) = evening.errors()
    assert str(warning).startswith(f"Updating boards was refused ({await evening.game()}): 403")
    assert len(boards(evening)) == 1
    await evening.presses("Ben", "−5")
    assert "# Ben · 35\n" in evening.board()
