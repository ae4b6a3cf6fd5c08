"""The Discord client: its intents, permissions, startup and shutdown."""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable, Collection, Container, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

from bot import errors
from bot.connection.hidden_channels import HiddenChannels
from bot.connection.messages import read_lightly
from bot.connection.repeating import require_repeatable
from bot.connection.responses import observed_connector
from bot.interactions import Interactions
from bot.monitoring.metrics import Metrics
from bot.sharing.interactions import SharedInteractions
from bot.sharing.sharded_bot import ShardedBot
from bot.sharing.shards import ShardKeeper
from bot.sync import mentionable_before, sync
from cogs.admission.discord_clock import DiscordClock
from cogs.admission.fair_use import FairUse
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.due import retrying_handlers
from cogs.core.delivery.places import installation, invitation
from cogs.core.hooks import HeardMessage
from cogs.core.locale import Translator
from cogs.core.messaging import SEND_RETRY_DELAY
from cogs.core.service import GameService
from cogs.locales.catalogs import load_catalogs
from cogs.setup import Installation, install
from storage.engine.database import DatabaseError
from storage.engine.observers import call_each
from storage.engine.sharding import OwnershipLost
from storage.games.games import NotCommitted
from storage.workers.pool import Workers

if TYPE_CHECKING:
    from bot.pages.process import PageProcess
    from storage.engine.postgresql.shards import Shards

_log = logging.getLogger(__name__)

INTENTS = discord.Intents(guilds=True, voice_states=True, guild_messages=True)
"""Channels, voice states, and messages without their content; no privileged intents."""

OPTIONS: Mapping[str, Any] = {
    "command_prefix": (),
    "help_command": None,
    "tree_cls": errors.ArbiterTree,
    "allowed_contexts": app_commands.AppCommandContext(guild=True),
    "allowed_installs": app_commands.AppInstallationType(guild=True),
    "intents": INTENTS,
    "allowed_mentions": discord.AllowedMentions.none(),
    "chunk_guilds_at_startup": False,
    "max_messages": None,
}
"""Options in which the client differs from discord.py's defaults."""
COMMAND_INTERACTIONS = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
"""The interactions that discord.py's command tree handles."""
CLIENT_SHUTDOWN_GRACE = 5.0
"""Seconds for the last answers, and again for the last board updates, before the bot goes offline."""


class Arbiter(ShardedBot):
    """The bot of one installation.

    ``shards``: the number of connections to Discord (default: Discord's recommendation).
    ``guild``: the ID of the only server that gets the commands (default: every server).
    ``simulated``: a simulated Discord forgets the commands at each start and needs no invitation.
    ``monotonic``: a clock in seconds. ``sharing``: this process's shards, if several share a database.
    """

    def __init__(
        self,
        installation: Installation,
        *,
        shards: int | None = 1,
        guild: int | None = None,
        simulated: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
        sharing: "Shards | None" = None,
    ) -> None:
        discord_clock, self.metrics = DiscordClock(monotonic), Metrics()
        super().__init__(shard_count=shards, **OPTIONS)
        hidden = HiddenChannels(self.get_guild, partial(self.dispatch, "channel_visible"))
        hidden.guard(self._connection.parsers)
        read_lightly(self._connection.parsers, self._hear)
        self.monotonic = monotonic
        self.discord_clock = discord_clock
        self.fair_use = FairUse(monotonic)
        """The limits on users, set before the bot connects where its users are programs."""
        self.page_process: PageProcess | None = None
        """The process that serves the pages, if any."""
        self.pages = ""
        """The base URL of links to games' pages; set before the bot connects, if pages are served."""
        self.interactions = Interactions(self.metrics.interaction)
        self.keeper = None if sharing is None else self._share(sharing)
        self.games = installation.games
        self._installation = installation
        self._guild = guild
        self._simulated = simulated
        self._workers = Workers()
        self._service: GameService | None = None
        self._reading: asyncio.Future[None] | None = None
        """A future that ends when the catalogues of all languages are read."""
        self._starting: asyncio.Task[None] | None = None
        self._failure: discord.HTTPException | OwnershipLost | None = None
        """The error that keeps the bot from continuing."""

    def _share(self, shards: "Shards") -> ShardKeeper:
        """Serve some of the shards, as one process of several; return the keeper that connects them."""
        self.interactions = interactions = SharedInteractions(
            *(self.metrics.interaction, shards, self.knows_of),
            *(self.discord_clock.age, self.answer_undecided),
        )
        shards.on_change = (self.shards_changed, interactions.note_change)
        shards.on_renewal = (interactions.note_change,)
        return ShardKeeper(
            *(self, shards, self.session_starts, interactions),
            serve=self.serve,
            forget=self.forget_shard,
            give_up=self.give_up,
        )

    async def login(self, token: str) -> None:
        """Log in over connections that record each response."""
        self.http.connector = observed_connector(self._note_response)
        if self.keeper is not None:
            self.http.request = self.keeper.within_budget(self.http.request)
        await super().login(token)

    def _note_response(self, response: aiohttp.ClientResponse) -> None:
        self.discord_clock.has_answered(response.headers.get("Date"))
        self.metrics.response(response.method, response.status)
        require_repeatable(response)

    async def setup_hook(self) -> None:
        """Install the commands, log the invitation link, and update the boards of open games."""
        self._service = await install(
            self, self._installation, self.discord_clock, self._workers, self.fair_use, self.pages
        )
        assert isinstance(self.tree, errors.ArbiterTree)
        self.tree.service = self._service
        self.tree.interactions = self.interactions
        self.interactions.commands = {one.qualified_name for one in self.tree.walk_commands()}
        self.interactions.verbs = _verbs(self._service)
        self.interactions.answered = self._service.tokens.note
        if not self._simulated:
            await self._mention_known_commands()
            _log.info("To invite the bot to a server, open %s", invitation(self))
            if (link := installation(self)) is not None:
                _log.info("To use it anywhere, install it for yourself: open %s", link)
        self._service.boards.recover(everything=self._simulated)
        self._service.announcer.recover()
        # While the bot connects, or the first text in a language would hold everyone else up.
        self._reading = asyncio.ensure_future(asyncio.to_thread(load_catalogs))
        self._starting = asyncio.create_task(self._after_ready(), name="start")

    @property
    def service(self) -> GameService | None:
        """The service behind all commands, once it is set up."""
        return self._service

    async def wait_until_synced(self) -> None:
        """Wait until Discord knows the commands of this version; raises what prevented that."""
        await self.wait_until_ready()
        if self._starting is not None:
            await asyncio.shield(self._starting)

    async def _after_ready(self) -> None:
        """Fire deadlines and sync the commands; the first answers don't wait for it."""
        await self.wait_until_ready()
        assert self._service is not None, "`setup_hook` has installed it"
        self.games.deadlines.start(retrying_handlers(self._service.hooks.deadlines))
        assert self._reading is not None, "`setup_hook` has begun it"
        await self._reading
        while not self.games.database.owns(None):
            if await self._mention_known_commands():
                return
            await asyncio.sleep(SEND_RETRY_DELAY)
        await self._sync()

    async def _mention_known_commands(self) -> bool:
        """Let messages mention the commands that Discord already has; return whether it has any."""
        translator = self.tree.translator
        assert isinstance(translator, Translator), "`install` has set it"
        metadata = self._installation.metadata
        try:
            translator.mentionable = await mentionable_before(self.tree, metadata, guild=self._guild)
        except DatabaseError as error:
            _log.warning("Messages name commands until their IDs can be read: %s", error)
        return translator.mentionable is not None

    async def _sync(self) -> None:
        """Send the commands to Discord: of several processes, the one with the first shard does."""
        translator, metadata = self.tree.translator, self._installation.metadata
        assert isinstance(translator, Translator), "`install` has set it"
        while True:
            try:
                translator.mentionable = await sync(
                    self.tree, metadata, guild=self._guild, anyway=self._simulated
                )
            except discord.HTTPException as error:
                await self.give_up(error)
                raise
            except (DatabaseError, NotCommitted) as error:
                _log.warning("The commands are compared with what Discord knows again later: %s", error)
                await asyncio.sleep(SEND_RETRY_DELAY)
            else:
                return

    async def give_up(self, failure: discord.HTTPException | OwnershipLost) -> None:
        """Stop because of a failure, which `connect` raises."""
        self._failure = failure
        await self.close()

    def shards_changed(self, gained: Collection[int], lost: Collection[int]) -> None:
        """Continue for shards that this process has taken over."""
        del lost
        self.games.follow_shards()
        self._installation.settings.forget_all()
        if not self.is_ready():
            return  # what follows from that does it
        if 0 in gained and (self._starting is None or self._starting.done()):
            self._starting = asyncio.create_task(self._sync(), name="sync")
        if not self.complete.isdisjoint(gained):
            self._go_on()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Handle that Discord has sent all servers of a shard, whose process may have been killed before."""
        self.complete.add(shard_id)
        if self.is_ready() and self.keeper is not None and shard_id in self.serving:
            self._go_on()

    async def on_channel_visible(self, channel: int) -> None:
        """Refresh whatever the bot couldn't reach in a channel while that was hidden from it."""
        if self._service is not None:
            self._service.boards.recover(channel)
            self._service.announcer.recover(channel)
            self.games.deadlines.resume()

    def _go_on(self) -> None:
        """Refresh whatever another process may have left unfinished, in servers whose language is known."""
        assert self._service is not None, "the bot is ready"
        self._service.boards.recover()
        self._service.announcer.recover()
        self.games.deadlines.resume()
        self.dispatch("shards_gained")

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected; raises the failure that stopped the bot."""
        await super().connect(reconnect=reconnect)
        if self._failure is not None:
            raise self._failure

    async def close(self) -> None:
        """Update every board, as far as possible in a few seconds, and disconnect."""
        if self.keeper is not None:
            self.keeper.stop()
        if self._starting is not None and self._starting is not asyncio.current_task():
            self._starting.cancel()
        await self.interactions.stop(CLIENT_SHUTDOWN_GRACE)
        await self.games.deadlines.close()
        if self._service is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLIENT_SHUTDOWN_GRACE):
                    await self._service.boards.close()
            await self._service.background.close()
            await self.games.deliveries.close()
        await super().close()
        await self._workers.close()

    def dispatch(self, event_name: str, /, *args: object, **kwargs: object) -> None:
        """Dispatch an event to its listeners, except commands, also completed ones, and autocompletion.

        The interaction listeners only handle buttons, lists and forms. Starting a task in each of them for
        every command would make a command 5% slower.
        """
        match event_name, args:
            case "interaction", _ if _is_command(*args):
                return
            case "app_command_completion", _:
                return
            case _:
                pass
        super().dispatch(event_name, *args, **kwargs)

    def _hear(self, server: int, message: HeardMessage) -> None:
        """Report a message in a server, for the board's position and the author's presence."""
        if self._service is not None and self.games.database.owns(server):
            call_each(self._service.hooks.message_listeners, message)

    async def _run_event(
        self, coro: Callable[..., Coroutine[Any, Any, Any]], event_name: str, *args: Any, **kwargs: Any
    ) -> None:
        match args:
            case [discord.Interaction() as interaction]:
                run = partial(super()._run_event, coro, event_name, *args, **kwargs)
                await self.interactions.carry_out(interaction, run)
            case _:
                await super()._run_event(coro, event_name, *args, **kwargs)

    async def answer_undecided(self, interaction: discord.Interaction) -> None:
        """Answer that another process may have carried an interaction out."""
        assert self._service is not None, "the bot is connected"
        await errors.answer_error(interaction, errors.lease_unsure(), self._service, self.interactions)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Answer a refusal or failure of a button, list or form; log failures on other events."""
        error = sys.exception()
        match args:
            case [discord.Interaction() as interaction] if isinstance(error, Exception) and self._service:
                await errors.answer_error(interaction, error, self._service, self.interactions)
            case _:
                await super().on_error(event_method, *args, **kwargs)


def _verbs(service: GameService) -> Container[str]:
    """Return the verbs that a custom_id can have."""
    routes = service.hooks.routes
    return {*routes, *routes[TableCustomId.route].answers, *(routes[TableCustomId.route].forms or ())}


def _is_command(interaction: object) -> bool:
    return isinstance(interaction, discord.Interaction) and interaction.type in COMMAND_INTERACTIONS
