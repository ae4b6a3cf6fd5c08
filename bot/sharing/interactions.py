"""Interactions of one process among several: which ones it answers while shards move or the
database is away."""

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.interactions import Interactions, Observer
from cogs.core.delivery.places import UNKNOWN_SERVER

if TYPE_CHECKING:
    from storage.engine.postgresql.shards import Shards

HOLD_SECONDS = 2.5
"""Seconds by Discord's clock for which an interaction is held until it is clear who answers: Discord waits
for three."""
BEGUN_LIFETIME = 10.0
"""Seconds for which begun interactions are remembered: longer than Discord waits for an answer."""
DRAIN = 2.0
"""Seconds for interactions on a shard to end before another process serves it: shorter than that process
holds new ones meanwhile."""


class SharedInteractions(Interactions):
    """The interactions in servers of this process's shards; other processes answer the rest.

    ``knows_of``: returns whether Discord has said, over a server's shard, if the bot is in it. ``age``:
    returns an interaction's age in seconds, by its ID and Discord's clock. ``answer_undecided``: answers that
    the outcome is unknown.
    """

    def __init__(
        self,
        observe: Observer,
        shards: "Shards",
        knows_of: Callable[[int], bool],
        age: Callable[[int], float],
        answer_undecided: Callable[[discord.Interaction], Awaitable[None]],
    ) -> None:
        super().__init__(observe)
        self._shards = shards
        self._knows_of = knows_of
        self._age = age
        self._answer_undecided = answer_undecided
        self._at_work = Counter[int]()
        """Interactions in progress on each shard."""
        self._closed = set[int]()
        """Shards that are being handed over: no interaction begins there."""
        self._begun = deque[tuple[float, int]]()
        self._changed = asyncio.Event()

    async def carry_out(
        self, interaction: discord.Interaction, answer: Callable[[], Awaitable[None]]
    ) -> None:
        """Answer an interaction if this process serves its server, or will in a moment."""
        number = self._shard_of(interaction)
        if number != self._shards.shard_of(interaction.guild_id):
            interaction.extras[UNKNOWN_SERVER] = True
        held = number not in self._shards.owned
        own, undecided = await self._becomes_own(number, interaction), number in self._shards.undecided
        if not own and not undecided:
            return
        if interaction.id in self._shards.handled.get(number, ()):
            return
        if undecided or (held and number in self._shards.taken):
            answer = partial(self._answer_undecided, interaction)  # another owner may have answered, or will
        self._note(interaction.id)
        self._at_work[number] += 1
        try:
            await super().carry_out(interaction, partial(self._answer_if_certain, interaction, answer))
        finally:
            self._at_work[number] -= 1
            self._changed.set()

    def _shard_of(self, interaction: discord.Interaction) -> int:
        """Return the shard whose process answers: the one that received the interaction.

        From a server without the bot, it may be the first one, and certainly is while the server's shard
        isn't connected, as around a hand-over.
        """
        guild = interaction.guild_id
        number = self._shards.shard_of(guild)
        if guild is not None and number not in self._shards.owned and not self._knows_of(guild):
            return 0
        return number

    async def _answer_if_certain(
        self, interaction: discord.Interaction, answer: Callable[[], Awaitable[None]]
    ) -> None:
        if await self.confirm_ownership(interaction):
            await answer()
        else:
            await self._answer_undecided(interaction)

    async def confirm_ownership(self, interaction: discord.Interaction) -> bool:
        """Return whether this process alone can carry an interaction out.

        If the lease may be lost, wait for the database as long as Discord waits for the answer.
        """
        number = self._shard_of(interaction)
        if not self._shards.certain:
            await self._hold(interaction, lambda: not self._shards.certain and number in self._shards.owned)
        return self._shards.certain

    def note_change(self, *_: object) -> None:
        """Check held interactions again: a lease was renewed, or shards are gained or lost."""
        self._changed.set()

    async def drain(self, number: int) -> list[int]:
        """Begin nothing more on a shard, and wait briefly for the interactions in progress.

        Return the interactions that began last, on any shard.
        """
        self._closed.add(number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                while self._at_work[number]:
                    await self._wait()
        return [known for _, known in self._begun]

    def reopen(self, number: int) -> None:
        """Record that a shard has been handed over, or stays after all."""
        self._closed.discard(number)
        self._changed.set()

    async def _becomes_own(self, number: int, interaction: discord.Interaction) -> bool:
        if number not in self._shards.owned or number in self._closed:
            await self._hold(
                interaction,
                lambda: any(
                    number in some for some in (self._shards.preparing, self._shards.undecided, self._closed)
                ),
            )
        return number in self._shards.owned and number not in self._closed

    async def _hold(self, interaction: discord.Interaction, undecided: Callable[[], bool]) -> None:
        """Wait for a decision, but only as long as there is time for an answer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOLD_SECONDS - self._age(interaction.id)):
                while undecided():
                    await self._wait()

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _note(self, number: int) -> None:
        now = time.monotonic()
        while self._begun and self._begun[0][0] < now - BEGUN_LIFETIME:
            self._begun.popleft()
        self._begun.append((now, number))
