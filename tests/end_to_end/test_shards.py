"""Several shards in one process: every server, setting and person as with one."""

from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path

import pytest

from bot.client import Arbiter
from tests.support.evening import Evening
from tests.support.messages import is_table, private_message_of, said, text

SHARDS = 3


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose bot has several connections."""
    async with Evening(tmp_path / "arbiter.db", partial(Arbiter, shards=SHARDS)) as evening:
        yield evening


async def test_servers_on_different_shards_play_and_are_known_to_privacy(evening: Evening) -> None:
    for shard in range(SHARDS):
        server = evening.env.create_guild(f"Server {shard}", shard_id=shard)
        channel = server.create_text_channel("table")
        member = server.add_member(evening.people["Ben"].user)
        await member.slash(channel, "game new", variant="two_player")
        (lobby,) = [one for one in channel.history() if is_table(one)]
        assert "Ben" in text(lobby)
        assert not said(await member.click(lobby, label="Leave")).private
        assert "## Settings: Personal" in text(private_message_of(await member.slash(channel, "settings")))
    asked = await evening.people["Ben"].slash(evening.channel, "privacy delete")
    assert f"{SHARDS} games with your data" in text(private_message_of(asked))


async def test_a_bot_that_comes_back_with_more_shards_keeps_its_boards(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        await evening.types("Ben", "game new", variant="two_player")
        board = evening.board_message().id
        await evening.restart(partial(Arbiter, shards=SHARDS))
        assert evening.board_message().id == board
        assert "Cy" in (await evening.presses("Cy", "Join")).text + evening.board()
