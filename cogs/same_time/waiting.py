"""Waiting for the end of the time in which something can be added to a loss or an ending.

The announcement doesn't wait. Afterwards its message loses the button, leagues get the result, and the
picture is posted; the scheduler keeps that over a restart.
"""

from collections.abc import Sequence
from datetime import timedelta

from discord.ext import commands

from cogs.core import locale
from cogs.core.components import Button, button
from cogs.core.corrections import joining
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.step_announcements import leads_to_result
from cogs.core.service import GameService
from cogs.text.language import speaking, tr
from rules.refusal import Refusal
from storage.games.deadlines import parse_same_time_key, same_time_key
from storage.games.games import Committed, GameView
from storage.games.outbox import post_of, topic_of
from storage.posts import PostKind
from storage.scheduler import Deadline, DeadlineKind, RetryLater
from storage.settings.definitions import SAME_TIME
from storage.settings.settings import EffectiveSettings


async def same_time_buttons(
    service: GameService, settings: EffectiveSettings, committed: Committed
) -> Sequence[Button]:
    """Return the button below the announcement of a loss or an ending, until its time is over."""
    event = await _event(service, settings, committed)
    if event is None:
        return ()
    return (button(tr("At the same time…"), TableCustomId("together", committed.game, str(event))),)


async def _event(service: GameService, settings: EffectiveSettings, committed: Committed) -> int | None:
    """Return the event of a loss or an ending, as long as something can be added to it."""
    if service.games.now() - committed.entry.when >= timedelta(seconds=settings[SAME_TIME]):
        return None
    return await joining.event_of(service, committed)


class Waiting:
    """Carries out the work that waits for the end of the time for simultaneous events."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service

    async def on_delivered(self, committed: Committed) -> None:
        """Record a message with the button, to remove it when the event's time is over."""
        settings = await self._settings(await self._service.view(committed.game))
        if await _event(self._service, settings, committed) is None:
            return
        key = same_time_key(committed.game, committed.entry.number)
        due = committed.entry.when + timedelta(seconds=settings[SAME_TIME])
        await self._service.games.deadlines.set(Deadline(DeadlineKind.SAME_TIME, key, due))

    async def _settings(self, view: GameView) -> EffectiveSettings:
        scope = self._service.announcer.scope(view)
        return await self._service.settings.effective(scope)

    async def settle(self, deadline: Deadline) -> None:
        """Send a waiting result to its leagues, since the event's time is over.

        The message about it loses the button, and gets the leagues' lines.
        """
        games, (number, entry) = self._service.games, parse_same_time_key(deadline.key)
        view, recalled = await games.view(number), await games.recall(number, entry)
        if view is None or recalled is None:
            return
        committed, _ = recalled
        try:
            settled = await games.settle(number, entry)
        except Refusal as refusal:
            raise RetryLater from refusal
        if deadline.note:  # an earlier version has written down where the message is, and what it says
            message = int(deadline.note.split(":", 2)[1])
            await games.outbox.adopt(post_of(view, committed.entry, PostKind.STEP), message)
        await games.outbox.edit(topic_of(number), entry)
        scope = self._service.announcer.scope(view)
        if settled and leads_to_result(committed):
            with speaking(await locale.of_place(self._bot, self._service.settings, view.location)):
                await self._service.step_announcements.conclude(scope, committed)
