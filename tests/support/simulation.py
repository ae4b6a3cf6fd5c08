"""The simulated Discord, and its state from earlier tests."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar

import simcord
from discord import app_commands
from simcord.backend.ops.commands import COMMAND_FIELDS

from bot.errors import is_refusal
from rules.refusal import Refusal
from tests.support.sqlite import content

LONG = 8.0
"""Seconds after which a timer waits for simulated time."""


class Simulation(simcord.Env):
    """Discord that looks every 3 milliseconds, not every 50, whether the bot is done: tests type thousands of
    commands."""

    refusal: str | None = None
    """The key of the last refusal."""

    def _record_error(self, error: BaseException) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, Refusal):
            self.refusal = cause.reason
        if not is_refusal(error):
            super()._record_error(error)

    def _schedule_timer(
        self, record: Any, callback: Any, args: tuple[Any, ...], schedule_context: Any
    ) -> None:
        """Schedule a timer; one that is due after the tests goes by simulated time alone.

        A real timer would fire in another test, and keep this simulation in memory until then.
        """
        super()._schedule_timer(record, callback, args, schedule_context)
        if record.when - self._virtual_time > LONG and record.real_handle is not None:
            record.real_handle.cancel()
            record.real_handle = None

    async def _settle_internal(self, *, idle: float = 0.003, **rest: Any) -> None:
        """Wait until the bot is done. A start, too, takes as long as anything else on a busy machine."""
        rest["timeout"] = max(rest.get("timeout") or 0, self.settle_timeout)
        await super()._settle_internal(idle=idle, **rest)

    def bots_clock(self) -> AbstractContextManager[None]:
        """Make the event loop's clock show the simulated time inside the block, as for the bot."""
        return self._bot_scope()


class Told:
    """The commands that Discord knows since the first evening, as if a bot had started before.

    To tell them in all languages takes longer than most tests.
    """

    commands: ClassVar[list[dict[str, Any]]] = []
    file: ClassVar[bytes] = b""
    """The database of a bot that has only sent its commands."""

    @staticmethod
    def known(env: simcord.Env) -> list[dict[str, Any]]:
        """Return the commands that were synced in a simulation."""
        known = env.backend.commands[None].values()
        return [{key: one[key] for key in COMMAND_FIELDS if key in one} for one in known]

    @classmethod
    def remember(cls, env: simcord.Env, file: Path) -> None:
        """Store the database once the first bot has sent its commands."""
        if not cls.commands:
            cls.commands = cls.known(env)
            cls.file = content(file)
