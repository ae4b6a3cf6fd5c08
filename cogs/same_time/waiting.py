"""What waits until nothing more can be said to have happened at the same time as a loss or an ending.

The announcement doesn't wait. Afterwards its message loses the button, leagues get the result, and the
picture is posted; the scheduler keeps that over a restart.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta

import discord
from discord.ext import commands

from cogs.core import components, locale
from cogs.core.components import Button, button
from cogs.core.corrections import joining
from cogs.core.custom_ids import TableCustomId
from cogs.core.messaging import LOST, SERVER_ERROR
from cogs.core.replies import ends
from cogs.core.service import GameService
from cogs.text.formatting import MESSAGE_LENGTH, fitting
from cogs.text.language import speaking, tr
from cogs.text.results import newly_over
from rules.refusal import Refusal
from storage.games.deadlines import parse_same_time_key, same_time_key
from storage.games.games import Committed, GameView
from storage.scheduler import Deadline, DeadlineKind, RetryLater
from storage.settings.definitions import SAME_TIME
from storage.settings.settings import EffectiveSettings

_log = logging.getLogger(__name__)


async def below(service: GameService, settings: EffectiveSettings, committed: Committed) -> Sequence[Button]:
    """The button below what a channel is told of a loss or an ending, as long as its time lasts."""
    event = await _event(service, settings, committed)
    if event is None:
        return ()
    return (button(tr("At the same time…"), TableCustomId("together", committed.game, str(event))),)


async def _event(service: GameService, settings: EffectiveSettings, committed: Committed) -> int | None:
    """The event of a loss or an ending, as long as something can be said to have happened with it."""
    if service.games.now() - committed.entry.when >= timedelta(seconds=settings[SAME_TIME]):
        return None
    return await joining.event_of(service, committed)


class Waiting:
    """Sees to it that what waits happens when the time is over."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service

    async def told(self, committed: Committed, channel: int, message: int, text: str) -> None:
        """A message has the button, which it loses when the time for it is over."""
        settings = await self._settings(await self._service.view(committed.game))
        if settings is None or await _event(self._service, settings, committed) is None:
            return
        key = same_time_key(committed.game, committed.entry.number)
        due = committed.entry.when + timedelta(seconds=settings[SAME_TIME])
        note = f"{channel}:{message}:{text}"
        await self._service.games.deadlines.set(Deadline(DeadlineKind.SAME_TIME, key, due, note))

    async def _settings(self, view: GameView) -> EffectiveSettings | None:
        scope = self._service.announcer.scope(view)
        return None if scope is None else await self._service.settings.effective(scope)

    async def settle(self, deadline: Deadline) -> None:
        """The time for an event is over: a result that has waited is brought to its leagues."""
        games, (number, entry) = self._service.games, parse_same_time_key(deadline.key)
        view, recalled = await games.view(number), await games.recall(number, entry)
        if view is None or recalled is None:
            return
        committed, _ = recalled
        try:
            settled = await games.settle(number, entry)
        except Refusal as refusal:
            raise RetryLater from refusal
        with speaking(await locale.of_place(self._bot, self._service.settings, view.location)):
            if deadline.note:
                lines = await self._service.replies.aside(committed) if settled else ()
                await self._close(view, committed, deadline.note, lines)
            scope = self._service.announcer.scope(view)
            over = ends(committed.entry) or newly_over(committed.before, committed.after)
            if settled and scope is not None and over:
                await self._service.replies.conclude(scope, committed)

    async def _close(self, view: GameView, committed: Committed, note: str, lines: Sequence[str]) -> None:
        """Take the button off its message, and say there what leagues say; raises RetryLater."""
        channel, message, text = note.split(":", 2)
        settings = await self._settings(view)
        left = await self._service.replies.buttons(settings, committed) if settings is not None else ()
        lines = [line for line in lines if line not in text]
        sender, place, parent = self._service.sender, (int(channel), int(message)), view.location.parent
        try:
            if lines and not text:  # somebody has been forgotten, and the text was theirs
                text = await sender.content(*place, parent)
            await sender.edit(
                *place,
                parent=parent,
                content=fitting([text, *lines], MESSAGE_LENGTH) if lines else discord.utils.MISSING,
                view=components.below(left) if left else None,
            )
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR:
                raise RetryLater from error
            _log.warning("The message about game %s could not be edited: %s", view.game, error)
        except LOST as error:
            raise RetryLater from error
