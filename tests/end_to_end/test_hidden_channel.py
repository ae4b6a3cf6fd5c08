"""A moderator hides a table's channel from the bot, and shows it again: its messages come back."""

from pathlib import Path

from simcord.backend import serializers

from tests.support.evening import Evening
from tests.support.hiding import hide, show
from tests.support.tables import deal
from tests.support.threads import in_thread


def requests(evening: Evening) -> int:
    """How often the bot has sent or edited something in channels of its own accord."""
    return sum(one.method != "GET" and one.path.startswith("/channels/") for one in evening.env.http_requests)


async def test_a_board_is_left_alone_until_the_bot_sees_it_again(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening)
    before = requests(evening)
    assert (await evening.types("Ben", "life lose", amount=5)).text == "**Ben** 40 → 35"
    await evening.env.settle()
    assert requests(evening) == before, "Discord would refuse it"
    assert "Ben · 40\n" in evening.board()
    await show(evening)
    assert "Ben · 35\n" in evening.board()
    assert requests(evening) == before + 1


async def test_a_board_in_a_thread_comes_back_with_its_channel(evening: Evening) -> None:
    channel = evening.channel.id
    await in_thread(evening)
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening, channel)
    await evening.types("Ben", "life lose", amount=5)
    await show(evening, channel)
    assert "Ben · 35\n" in evening.board()


async def test_a_board_comes_back_where_discord_describes_its_server_anew(evening: Evening) -> None:
    """So it does after a connection that couldn't be resumed, which has missed the channel's update."""
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening)
    await evening.types("Ben", "life lose", amount=5)
    backend = evening.env.backend
    backend.get_channel(evening.channel.id).overwrites = []
    backend.emit(
        "GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(evening.server.id))
    )
    await evening.env.settle()
    assert "Ben · 35\n" in evening.board()


async def test_an_announcement_waits_until_the_bot_sees_the_channel(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db", simulated_time=True) as evening:
        await deal(evening, "commander", "Ana, Ben, Cy")
        await evening.types("Ana", "clock round", minutes=1)
        await hide(evening)
        await evening.passes(minutes=2)
        said = len(evening.chat())
        await show(evening)
        (line,) = evening.chat()[said:]
        assert "Time" in line
