"""Late presses and commands, which can be added to the event that they missed."""

from collections.abc import Sequence

import discord

from cogs.core.components import ComponentRow, button, rows
from cogs.core.corrections import joining
from cogs.core.custom_ids import TableCustomId, custom_id
from cogs.core.permissions import seat_of
from cogs.core.service import REFUSED_ACTION_KEY, GameService
from cogs.text.language import tr
from rules.game.game import Game
from rules.refusal import Refusal
from storage.games.games import GameView
from storage.scheduler import Deadline


class LatePresses:
    """Keeps late actions as long as they can be added, even over a restart."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def forget(self, deadline: Deadline) -> None:
        """Forget a late press whose time is over."""

    async def offer(self, interaction: discord.Interaction, refusal: Refusal) -> Sequence[str | ComponentRow]:
        """Return the button that adds a late action to a recent event, if that changes the result; one that
        would have opened a panel opens the event's."""
        if refusal.reason not in joining.TOO_LATE:
            return ()
        press = TableCustomId.read(custom_id(interaction))
        where, decide = interaction.extras.get(
            REFUSED_ACTION_KEY, (press.game if press is not None else None, None)
        )
        view = None if where is None else await self._service.games.view(where)
        window = await joining.window(self._service, interaction)
        if view is None or not window or not isinstance(view.table, Game):
            return ()
        if decide is None:
            events = await joining.recent(self._service, view.game, window)
            return await self._panel(interaction, view, events)
        late = await joining.late_action(
            self._service, await self._service.requester(interaction), view, decide, window
        )
        if late is None:
            return ()
        event, action, _ = late
        key = str(interaction.id)
        await joining.keep(self._service, key, view.game, event, action, window)
        press = TableCustomId("joinlate", view.game, key)
        same = button(tr("At the same time"), press, discord.ButtonStyle.primary)
        return (joining.same_time_question(event), *rows(same))

    async def _panel(
        self, interaction: discord.Interaction, view: GameView, events: Sequence[int]
    ) -> Sequence[str | ComponentRow]:
        """Return the button to the panel of the last event, for a player at the table."""
        requester = await self._service.requester(interaction)
        if not events or not (requester.is_judge or seat_of(view.table, interaction.user.id)):
            return ()
        about = tr(
            "Did something else happen at the same time as step {number}? Press the button to enter it.",
            number=events[0],
        )
        press = TableCustomId("together", view.game, str(events[0]))
        return (about, *rows(button(tr("At the same time…"), press, discord.ButtonStyle.primary)))
