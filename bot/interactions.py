"""Interactions in progress: commands, presses, forms and suggestions, and their outcomes."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Container
from typing import TypeAlias

import discord
from msgspec import Struct

from bot.connection.repeating import answering_once
from cogs.admission.fair_use import typed_command
from storage.events.cache import LruCache

_log = logging.getLogger(__name__)


class Handled(Struct, frozen=True, gc=False):
    """An answered interaction: its outcome, the reason, and the seconds it took."""

    kind: str
    name: str
    outcome: str
    reason: str
    seconds: float


Observer: TypeAlias = Callable[[Handled], None]

INTERACTION_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "suggestion",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
DONE, REFUSED, FAILED, LATE = "done", "refused", "failed", "late"
"""Outcomes of an interaction; late: Discord no longer accepted the answer."""
MAX_REMEMBERED_INTERACTIONS = 10_000
"""The number of remembered interactions: more than the bot can answer before they are too old to begin
(`cogs.admission.discord_clock`). They take about 2 MB."""
_OUTCOME = "outcome"


def note(interaction: discord.Interaction, outcome: str, reason: str = "") -> None:
    """Record the outcome of an interaction that isn't done, with the refusal's key or the error's type."""
    interaction.extras[_OUTCOME] = outcome, reason


class Interactions:
    """Counts interactions in progress, so that a stop can wait for them."""

    def __init__(self, observe: Observer) -> None:
        self._observe = observe
        self.commands: Container[str] = ()
        """Known commands; those of an earlier version may still be typed for a while."""
        self.answered: Callable[[discord.Interaction], None] = lambda _interaction: None
        """Called with each interaction once it is answered."""
        self.verbs: Container[str] = ()
        """Known verbs of buttons and forms: custom_ids come from outside and may contain anything."""
        self._known = LruCache[int, bool](MAX_REMEMBERED_INTERACTIONS)
        self._running: set[asyncio.Task[None]] = set()
        self._stopping = False

    @property
    def running(self) -> int:
        """The number of interactions in progress."""
        return len(self._running)

    async def carry_out(
        self, interaction: discord.Interaction, answer: Callable[[], Awaitable[None]]
    ) -> None:
        """Answer an interaction in a task with its name, unless the bot is stopping.

        Discord may deliver an interaction twice, such as after a lost connection. Only the first delivery
        counts: after a refusal, the user doesn't expect the action to happen a moment later.
        """
        if self._known.peek(interaction.id):
            return
        self._known.put(interaction.id, True)
        if self._stopping:
            return
        task, name, began = asyncio.current_task(), self._name(interaction), time.perf_counter()
        assert task is not None, "discord.py answers each interaction in a task"
        task.set_name(name)
        self._running.add(task)
        try:
            with answering_once():
                await answer()
        finally:
            self._running.discard(task)
            outcome, reason = interaction.extras.get(_OUTCOME, (DONE, ""))
            kind = INTERACTION_KINDS.get(interaction.type, "other")
            self._observe(Handled(kind, name, outcome, reason, time.perf_counter() - began))
            self.answered(interaction)

    async def confirm_ownership(self, interaction: discord.Interaction) -> bool:
        """Return whether this process alone can carry an interaction out."""
        del interaction  # where several processes serve, a subclass knows
        return True

    async def stop(self, grace: float) -> None:
        """Begin no more, and wait up to ``grace`` seconds for those in progress."""
        self._stopping = True
        if self._running:
            await asyncio.wait([*self._running], timeout=grace)
        if self._running:
            _log.warning("Stopped before these were answered: %s", self._names())

    def _name(self, interaction: discord.Interaction) -> str:
        """Return what was typed or pressed, without values: "/life lose", "form arbiter-league"."""
        kind = INTERACTION_KINDS.get(interaction.type, "other")
        if kind not in ("press", "form"):
            command = typed_command(interaction)
            return f"/{command}" if command in self.commands else "unknown command"
        place, _, rest = str((interaction.data or {}).get("custom_id")).partition(":")
        verb = rest.partition(":")[0] if place == "arbiter" else place
        return f"{kind} {verb if verb in self.verbs else 'unknown'}"

    def _names(self) -> str:
        return ", ".join(sorted({task.get_name() for task in self._running}))
