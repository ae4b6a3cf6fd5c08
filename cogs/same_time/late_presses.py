"""What was pressed or typed too late: it is offered to join the event that it came too late for."""

from collections.abc import Sequence
from datetime import timedelta

import discord
from msgspec import Struct

from cogs.core.components import Row, button, rows
from cogs.core.context import CustomId
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
        """What came too late can be joined to an event of the last seconds, if that decides otherwise."""
        if refusal.reason not in TOO_LATE or REFUSED not in interaction.extras:
            return ()
        where, decide = interaction.extras[REFUSED]
        view, window = await self._service.games.view(where), await joining.window(self._service, interaction)
        if view is None or not window or not isinstance(view.table, Game):
            return ()
        for event in (await joining.recent(self._service, view.game, window))[:EVENTS]:
            action = await self._possible(interaction, view, event, decide)
            if action is not None:
                return await self._offered(interaction, view, event, action, window)
        return ()

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
