"""Games where the bot isn't: in groups, in direct messages, and in servers without it."""

import asyncio
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.bot.test_connections import OF_SERVERS
from tests.support.bot_process import connected, stop
from tests.support.discord_api.messages import Message, custom_ids, readable
from tests.support.discord_api.objects import Json
from tests.support.discord_api.payloads import Place, command, press
from tests.support.discord_api.server import DiscordServer
from tests.support.installation import Installation, in_a_hurry
from tests.support.players import Players
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.processes import SECONDS

__all__ = ("postgresql",)

EPHEMERAL = 1 << 6
TOO_LATE = "Discord was too slow"
"""What the bot says where an interaction has waited for seconds, as on a busy machine."""


class Room:
    """A place without the bot, with a game of Ana against three guests whose board is a message there."""

    def __init__(self, discord: DiscordServer, place: Place, shard: int = 0) -> None:
        """``shard``: the one that hears of what happens there."""
        self._discord = discord
        self._place = place
        self._shard = shard
        self.board = 0

    async def types(self, name: str, **options: str | int | bool) -> str:
        """Ana types a command, again where the bot began too late; return its answer."""
        while True:
            number = self._send(command(name, options))
            if TOO_LATE not in (text := await self._discord.text_of(number)):
                return text

    async def opens(self, players: str = "Ben, Cy, Dee") -> None:
        """Ana opens the game against guests."""
        shown = await self.types("game new", variant="commander", players=players)
        assert "Ana · 40" in shown
        self.board = int(self._newest("arbiter:life:")["id"])

    async def presses(self, verb: str, user: int = 0, message: int | None = None) -> int:
        """Press the last such button of a message, else of the board; return the answer's kind."""
        message = message or self.board
        pressed = self._discord.messages.get(self._place.channel, message)
        assert pressed is not None
        *_, button = (one for one in custom_ids(pressed) if one.startswith(f"arbiter:{verb}"))
        while True:
            number = self._send(press(button), message, user)
            answer = await self._discord.answered(number)
            assert answer is not None
            if TOO_LATE not in answer.text:
                return answer.type

    @property
    def game(self) -> str:
        """The number of the game that the board shows."""
        message = self._discord.messages.get(self._place.channel, self.board)
        assert message is not None
        return next(one for one in custom_ids(message) if one.startswith("arbiter:life:")).split(":")[2]

    def shown(self) -> str:
        """Return what the board shows."""
        message = self._discord.messages.get(self._place.channel, self.board)
        assert message is not None
        return readable(message)

    async def panel(self) -> int:
        """Wait for the newest private message with the buttons for other players; return its ID."""
        await self.until(
            lambda: self._discord.messages.newest(self._place.channel, "arbiter:lifefor:") is not None
        )
        panel = self._newest("arbiter:lifefor:")
        assert panel["flags"] & EPHEMERAL
        return int(panel["id"])

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until something is there."""
        async with asyncio.timeout(SECONDS):
            while not there():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    def _send(self, data: Mapping[str, Json], message: int | None = None, user: int = 0) -> int:
        return self._discord.send_outside(self._place, data, message, user, shard=self._shard)

    def _newest(self, custom_id: str) -> Message:
        message = self._discord.messages.newest(self._place.channel, custom_id)
        assert message is not None
        return message


@pytest.mark.parametrize("place", Place)
async def test_a_board_is_kept_by_the_interactions_with_it(tmp_path: Path, place: Place) -> None:
    discord = DiscordServer(1, for_people=True)
    room = Room(discord, place)
    async with connected(discord, tmp_path) as process:
        await room.opens()
        assert await room.presses("life:1:-1") == 7
        assert "Ana · 39" in room.shown()
        assert "39 → 37" in await room.types("life lose", amount=2)
        await room.until(lambda: "Ana · 37" in room.shown())
        assert await room.presses("others:") == 6, "it is acknowledged, so that its token edits the board"
        assert await room.presses("lifefor:1:-5", message=await room.panel()) == 7
        await room.until(lambda: " · 35" in room.shown())
        assert await stop(process) == []
    discord.gateway.forget()
    async with connected(discord, tmp_path) as process:
        async with asyncio.timeout(SECONDS):
            await discord.gateway.ready.wait()
        assert "37 → 36" in await room.types("life lose", amount=1)
        assert "Ana · 37" in room.shown(), "tokens aren't kept over a restart"
        await room.presses("life:1:-1")
        assert "Ana · 35" in room.shown()
        assert await stop(process) == []
    assert not [one for one in discord.requests if "/channels/" in one]


async def test_commands_are_offered_to_people_where_the_portal_does_that(tmp_path: Path) -> None:
    discord = DiscordServer(1, for_people=True)
    async with connected(discord, tmp_path) as process:
        async with asyncio.timeout(SECONDS):
            await discord.commands_sent.wait()
        log = await stop(process)
        assert log == []
    for one in discord.commands:
        everywhere = one["name"] not in OF_SERVERS
        assert one["integration_types"] == ([0, 1] if everywhere else [0]), one["name"]
        assert one["contexts"] == ([0, 1, 2] if everywhere else [0]), one["name"]


@pytest.mark.parametrize("for_people", [True, False])
async def test_log_and_help_have_a_link_for_a_server_and_one_for_oneself(
    tmp_path: Path, for_people: bool
) -> None:
    """The second one only where the portal offers it."""
    discord = DiscordServer(1, for_people=for_people, answer_time=SECONDS)
    room = Room(discord, Place.DIRECT)
    async with connected(discord, tmp_path, ARBITER_LOG_LEVEL="INFO") as process:
        help = await room.types("help")
        log = "\n".join(await stop(process))
    for said in (help, log):
        links = re.findall(r"https://discord\.com/oauth2/authorize\?([^\s)]+)", said)
        assert ["permissions=" in one for one in links] == [True, False][: 1 + for_people]
        assert ["integration_type=1" in one for one in links] == [False, True][: 1 + for_people]


async def test_no_game_is_opened_where_only_its_user_would_see_it(tmp_path: Path) -> None:
    """As in servers whose members may not use external apps; nothing is said of the game later, either."""
    discord = DiscordServer(1, for_people=True, forces_private=True)
    room = Room(discord, Place.ELSEWHERE)
    async with connected(discord, tmp_path) as process:
        await room.opens()
        await room.until(lambda: "without a result" in room.shown())
        for _ in range(2):
            await room.types("roll")
        assert "/undo" in await room.types("life lose", amount=1), "the game is over"
        assert await stop(process) == []
    said = [readable(one) for one in discord.messages.of(Place.ELSEWHERE.channel)]
    assert sum("Use External Apps" in one for one in said) == 1
    assert not any("begins" in one for one in said)


@pytest.mark.full
async def test_of_several_processes_that_one_acts_which_hears_of_it(
    tmp_path: Path, postgresql: Server
) -> None:
    """A group is on the first shard; a server without the bot may be there, too, or where its ID puts it."""
    discord = DiscordServer(1, for_people=True, gateway=in_a_hurry(2))
    players = Players(discord, (0,), random.Random(1))
    rooms = [Room(discord, Place.GROUP), Room(discord, Place.ELSEWHERE, shard=1)]
    async with discord.serving():
        installation = Installation(discord, await postgresql.blank(), players, tmp_path / "bot.log")
        try:
            for _ in range(2):
                await installation.start(forked=True)
            for room in rooms:
                await room.opens()
            for life in (39, 38):
                for room in rooms:
                    await room.presses(f"life:{room.game}:-1")
                    await room.until(lambda room=room, life=life: f"Ana · {life}" in room.shown())
            await installation.running.pop(0).stop()
            await installation.start(forked=True)
            for room in rooms:
                assert "38 → 37" in await room.types("life lose", amount=1)
                await room.presses(f"life:{room.game}:-1")
                await room.until(lambda room=room: "Ana · 36" in room.shown())
        finally:
            await installation.end()
    assert discord.twice == 0
