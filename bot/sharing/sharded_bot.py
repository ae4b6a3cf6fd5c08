"""A bot whose shards connect one after the other: all of them, or those of one process of several."""

from collections.abc import Collection, Sequence
from typing import Any

from discord.ext import commands
from yarl import URL

from bot.connection.session_starts import SessionStarts
from bot.sharing.shards import ShardKeeper
from storage.engine.sharding import shard_of


class ShardedBot(commands.AutoShardedBot):
    """The connections of a bot. ``options`` are discord.py's."""

    keeper: ShardKeeper | None = None
    """Connects the shards of one process of several."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.introduced = set[int]()
        """Shards over which Discord has listed the bot's servers."""
        self.complete = set[int]()
        """Shards over which Discord has sent these servers."""
        self.session_starts = SessionStarts(
            self.fetch_session_start_limits,
            shards=lambda: self.shard_count or 1,
            processes=lambda: self.processes,
        )

    @property
    def serving(self) -> Collection[int]:
        """The shards over which this process serves."""
        return self.shards if self.keeper is None else sorted(self.keeper.shards.owned)

    @property
    def processes(self) -> int:
        """Processes that serve the database, as far as this one knows."""
        return 1 if self.keeper is None else self.keeper.shards.processes

    async def on_shard_connect(self, shard_id: int) -> None:
        """Handle the list of this shard's servers; their contents follow."""
        self.introduced.add(shard_id)

    def knows_of(self, guild: int) -> bool:
        """Return whether Discord has reported that the bot is, or isn't, in this server."""
        return bool(self.introduced) and shard_of(guild, self.shard_count) in self.introduced

    async def launch_shards(self) -> None:
        """Connect to Discord, with the shards of this process."""
        if self.keeper is None:
            await super().launch_shards()
        else:
            await self.keeper.connect_first()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard once it may start a session: no one reads from a waiting connection."""
        await self.session_starts.wait(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn: Discord lets an application identify few shards in five seconds.

        A shard whose session was lost has reconnected, and may have to wait for a session start,
        too; each time that discord.py interrupts the wait, it connects again.
        """
        number = shard_id or 0
        await self.session_starts.wait(number)
        if self.keeper is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.keeper.wait_for_turn(number)
        self.session_starts.begun(number)

    def forget_shard(self, shard: int) -> None:
        """Discard the data that Discord has sent over a disconnected shard."""
        self.introduced.discard(shard)
        self.complete.discard(shard)

    def serve(self, shards: Sequence[int]) -> None:
        """Expect these shards to connect: the bot is ready when they are."""
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = [*shards]
