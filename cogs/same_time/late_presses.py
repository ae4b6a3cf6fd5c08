"""What was pressed or typed too late: it is offered to join the event that it came too late for."""

from collections.abc import Sequence
from datetime import timedelta

import discord
from msgspec import Struct

from cogs.core.components import Row, button, rows
from cogs.core.context import CustomId, custom_id, read
from cogs.core.permissions import seat_of
from cogs.core.service import REFUSED, Decide, GameService
from cogs.same_time import joining
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.table import AnyAction
from storage.events import codec
from storage.games.deadlines import LATE_PRESS
from storage.games.games import GameView
from storage.scheduler import Deadline

TOO_LATE = ("game_over", "left_game")
"""Why something is refused that came too late."""
EVENTS = 3
"""Events to which what came too late may belong."""


class LatePress(Struct, frozen=True):
    """What came too late for which event of which game, as the log would have it."""

    game: GameId
    event: int
    action: str


_encode, _decode = codec.plain_codec(LatePress)


class LatePresses:
    """Keeps what came too late for as long as it can be joined, also over a restart."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        service.offers.append(self._offer)
        service.games.deadlines.handle(LATE_PRESS, self._forget)

    async def _forget(self, deadline: Deadline) -> None:
        """The time is over in which it could be joined."""

    async def _offer(self, interaction: discord.Interaction, refusal: Refusal) -> Sequence[str | Row]:
        """What came too late can be joined to an event of the last seconds, if that decides otherwise; what
        would only have opened a panel opens the event's."""
        if refusal.reason not in TOO_LATE:
            return ()
        press = read(custom_id(interaction))
        where, decide = interaction.extras.get(REFUSED, (press.game if press is not None else None, None))
        view = None if where is None else await self._service.games.view(where)
        window = await joining.window(self._service, interaction)
        if view is None or not window or not isinstance(view.table, Game):
            return ()
        events = (await joining.recent(self._service, view.game, window))[:EVENTS]
        if decide is None:
            return await self._panel(interaction, view, events)
        for event in events:
            action = await self._possible(interaction, view, event, decide)
            if action is not None:
                return await self._offered(interaction, view, event, action, window)
        return ()

    async def _panel(
        self, interaction: discord.Interaction, view: GameView, events: Sequence[int]
    ) -> Sequence[str | Row]:
        """The way to the panel of the last event, for somebody at the table."""
        asker = await self._service.asker(interaction)
        if not events or not (asker.in_charge or seat_of(view.table, interaction.user.id)):
            return ()
        about = tr(
            "Did something else happen at the same time as step {number}? Then press the button to enter it.",
            number=events[0],
        )
        press = CustomId("together", view.game, str(events[0]))
        return (about, *rows(button(tr("At the same time…"), press, discord.ButtonStyle.primary)))

    async def _possible(
        self, interaction: discord.Interaction, view: GameView, event: int, decide: Decide
    ) -> AnyAction | None:
        """What was refused as part of an event; None where it couldn't be or would decide nothing."""
        games, asker = self._service.games, await self._service.asker(interaction)
        try:
            asker.require_part(view.table)
            action = await joining.decided(self._service, view.game, event, decide, interaction.user.id)
            asker.require(await games.before_step(view.game, event), action)
            steps = await games.steps(view.game)
            fixed = await games.preview_fix(view.game, joining.adding(steps, event, action))
        except Refusal:
            return None
        return action if joining.decides_otherwise(view, fixed.table) else None

    async def _offered(
        self,
        interaction: discord.Interaction,
        view: GameView,
        event: int,
        action: AnyAction,
        window: timedelta,
    ) -> Sequence[str | Row]:
        games, key = self._service.games, str(interaction.id)
        late = LatePress(view.game, event, codec.encode_action(action))
        await games.deadlines.set(Deadline(LATE_PRESS, key, games.now() + window, _encode(late)))
        about = tr(
            "Did it happen at the same time as step {number}? Then press the button: both will be judged "
            "again, as one event.",
            number=event,
        )
        press = CustomId("joinlate", view.game, key)
        return (about, *rows(button(tr("At the same time"), press, discord.ButtonStyle.primary)))


async def find(service: GameService, key: str) -> LatePress:
    """What was kept under this key; raises Refusal "same_time_over" once that is too late."""
    kept = await service.games.deadlines.find(LATE_PRESS, key)
    if kept is None or kept.due < service.games.now():
        raise Refusal("same_time_over")
    return _decode(kept.note)
