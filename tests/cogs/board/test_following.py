"""The board follows the chat: answers behind it that it makes needless go, or it comes back to the end."""

from collections import Counter

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
    """Return every message that is a board."""
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


@pytest.mark.own_bot(pause=1)
async def test_thirty_commands_a_second_apart_leave_twelve_messages_below_the_board(
    evening: Evening,
) -> None:
    """No moment is calm, so the board doesn't wait for one."""
    await deal(evening)
    await evening.passes(seconds=5)
    for number in range(30):
        who = ("Ana", "Ben", "Cy", "Dee")[number % 4]
        await evening.types(who, "counter add", kind=f"charm {number}", amount=1)
        await evening.passes(seconds=1)
        board = evening.board_message().id
        assert len([one for one in evening.channel.history() if one.id > board]) <= 12, number


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


def requests(evening: Evening) -> Counter[str]:
    """Return how often the bot has asked for something, by method and kind of path: what is below /channels
    is asked for by its own token, what is below /webhooks by that of an interaction."""
    return Counter(f"{one.method} {one.path.split('/')[1]}" for one in evening.env.http_requests)


@pytest.mark.own_bot(pause=60)
async def test_a_burst_asks_little_with_the_bots_own_token(evening: Evening) -> None:
    """30 commands within one pause between edits, and the board stays where it is."""
    await deal(evening)
    await evening.types("Ana", "game board")
    await evening.passes(seconds=120)
    before, first = requests(evening), evening.board_message().id
    for number in range(30):
        await evening.types(("Ana", "Ben")[number % 2], "life lose", amount=1)
    await evening.passes(seconds=60)
    asked = requests(evening) - before
    edits = asked.pop("PATCH channels")
    assert asked == {"POST interactions": 30, "DELETE webhooks": 30 - 4}
    assert edits <= 2  # at once, and after the pause
    assert evening.board_message().id == first
    assert "# Ben · 25\n" in evening.board()


async def test_the_last_answers_stay_readable_behind_the_board(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "game board")
    first = evening.board_message().id
    for _ in range(7):
        await evening.types("Ana", "life lose", amount=1)
    await settle(evening)
    assert evening.board_message().id == first
    said = [text(one) for one in evening.channel.history() if one.id > first]
    assert [f"{37 - step} → {36 - step}" in line for step, line in enumerate(said)] == [True] * 4


async def test_an_answer_of_a_quarter_of_an_hour_ago_goes_too(evening: Evening) -> None:
    """By then its interaction's token no longer counts."""
    await deal(evening)
    await evening.types("Ana", "life lose", amount=1)
    await evening.passes(minutes=16)
    before = requests(evening)
    for _ in range(4):
        await evening.types("Ana", "life lose", amount=1)
    await settle(evening)
    assert (requests(evening) - before)["DELETE channels"] == 1
    assert not any("40 → 39" in text(one) for one in evening.channel.history() if not is_table(one))


async def test_what_only_one_user_sees_does_not_count(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "game board")
    first = evening.board_message().id
    for _ in range(6):
        assert (await evening.types("Ana", "undo", steps=50)).private
    await settle(evening)
    assert evening.board_message().id == first


async def test_what_everyone_must_read_stays(evening: Evening) -> None:
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
