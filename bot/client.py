"""The Discord client: what it asks of Discord, its commands and who else may use them."""

import asyncio
import contextlib
import logging
import sys

import discord
from discord.ext import commands

from bot import errors
from bot.sync import sync
from cogs.core.board_updater import PAUSE
from cogs.core.service import GameService
from cogs.setup import install
from storage.engine.metadata import Metadata
from storage.games.games import Games
from storage.settings.settings import SettingsStore

_log = logging.getLogger(__name__)

INTENTS = discord.Intents(guilds=True, voice_states=True)
"""Channels, and who sits in voice; nothing privileged."""

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot needs in a channel in which it keeps a table."""

FAREWELL = 5.0
"""Seconds for the last edits of boards before the bot leaves."""


class Arbiter(commands.Bot):
    """The bot over one installation's games.

    ``guild``: the id of the only server that gets the commands; None for every server.
    ``simulated``: the Discord on the other side lasts no longer than the bot and needs no invitation.
    ``pause``: seconds between two edits of one board, as Discord's limits want them.
    ``contact``: who answers questions about people's data.
    """

    def __init__(
        self,
        games: Games,
        installation: Metadata,
        settings: SettingsStore,
        *,
        guild: int | None = None,
        simulated: bool = False,
        pause: float = PAUSE,
        contact: str = "",
    ) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=errors.ArbiterTree,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._games = games
        self._installation = installation
        self._settings = settings
        self._guild = guild
        self._simulated = simulated
        self._pause = pause
        self._contact = contact
        self._desk: GameService | None = None
        self._awakening: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Make the commands, say how to invite the bot, tell Discord the commands and show open games."""
        self._desk = await install(
            self, self._games, self._settings, pause=self._pause, contact=self._contact
        )
        if not self._simulated:
            _log.info("To invite the bot open %s", self._invitation())
        await sync(self.tree, self._installation, guild=self._guild, anyway=self._simulated)
        self._desk.boards.recover()
        self._awakening = asyncio.create_task(self._fire_deadlines())

    async def _fire_deadlines(self) -> None:
        """Deadlines fire once Discord has told the bot which channels and roles there are."""
        await self.wait_until_ready()
        self._games.deadlines.start()

    async def close(self) -> None:
        """Show every board as its game stands, as far as Discord lets the bot in a few seconds, and leave."""
        if self._awakening is not None:
            self._awakening.cancel()
        await self._games.deadlines.close()
        if self._desk is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await self._desk.boards.close()
        await super().close()

    def dispatch(self, event_name: str, /, *args: object, **kwargs: object) -> None:
        """Tell the listeners of an event. Those of interactions are for presses and forms alone.

        Each would otherwise have a task of its own for every command, which makes that a twentieth dearer.
        """
        if event_name == "interaction" and _is_command(*args):
            return
        super().dispatch(event_name, *args, **kwargs)

    def _invitation(self) -> str:
        assert self.application_id is not None, "the client is logged in"
        scopes = ("bot", "applications.commands")
        return discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS, scopes=scopes)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Answer a press or a form at which a listener has failed; what failed at other events is logged."""
        error = sys.exception()
        match args:
            case [discord.Interaction() as interaction] if isinstance(error, Exception):
                await errors.answer(interaction, error)
            case _:
                await super().on_error(event_method, *args, **kwargs)


def _is_command(interaction: object) -> bool:
    commands_and_suggestions = (
        discord.InteractionType.application_command,
        discord.InteractionType.autocomplete,
    )
    return isinstance(interaction, discord.Interaction) and interaction.type in commands_and_suggestions
