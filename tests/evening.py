"""The real bot with people around it: simulated Discord, real commands, real database file."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

import discord
import simcord

from bot.client import Arbiter
from storage.database import Database
from storage.games import Games
from storage.installation import Installation

Maker = Callable[[Games, Installation], Arbiter]
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")


class Evening:
    """A server with a table channel and six people, of whom Ana moderates; ``async with`` starts the bot.

    ``await evening.people["Ben"].slash(evening.channel, "life lose", amount=3)`` types a command, ``click``,
    ``select`` and ``submit_modal`` do the rest. At the end every error is raised that reached the top of the
    bot and that the test has not asked for.
    """

    bot: Arbiter
    env: simcord.Env
    server: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor]

    def __init__(self, file: Path, make: Maker = Arbiter) -> None:
        self.file = file
        self._make = make
        self._open = AsyncExitStack()
        self._seen = 0

    async def __aenter__(self) -> Self:
        self.env = simcord.Env(await self._start(), settle_timeout=20)
        self.server = self.env.create_guild("League")
        self.channel = self.server.create_text_channel("table-1")
        moderator = self.server.create_role("Moderator", permissions=discord.Permissions(manage_guild=True))
        self.people = {}
        for name in PEOPLE:
            user = self.env.create_user(name.lower(), global_name=name)
            self.people[name] = self.server.add_member(user, roles=[moderator] if name == "Ana" else [])
        await self.env.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.env.shutdown()
        await self._open.aclose()
        if kind is None and (errors := self.errors()):
            raise BaseExceptionGroup("errors that no command has answered", errors)

    def errors(self) -> tuple[BaseException, ...]:
        """What has reached the top of the bot since this was asked last."""
        seen, self._seen = self._seen, self.env.error_cursor
        return self.env.errors_since(seen)

    async def restart(self, make: Maker = Arbiter) -> None:
        """Stop the bot and start it, or another one, on the same file and in the same Discord."""
        self._make = make
        await self.env.settle()
        await self._open.aclose()
        await self.env.restart_bot(await self._start())

    async def _start(self) -> Arbiter:
        database = await self._open.enter_async_context(Database.open(self.file))
        self.bot = self._make(Games(database), Installation(database))
        return await self._open.enter_async_context(self.bot)
