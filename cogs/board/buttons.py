"""The board's own buttons: one's life, the panel for other players, the pages of a large table."""

from types import MappingProxyType

import discord

from cogs.board import details, panel
from cogs.core.custom_id import CustomId, whole
from cogs.core.service import GameCog, GameService
from rules.actions.life import GainLife, LoseLife
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction


async def _life(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    amount = whole(press.value)

    def decide(game: Game, me: PlayerId | None) -> AnyAction:
        if me is None:
            raise Refusal("buttons_for_players")
        if amount > 0:
            return GainLife(who=(me,), amount=amount, by=me)
        return LoseLife(who=(me,), amount=-amount, by=me)

    await service.press(interaction, press.game, decide)


class BoardButtons(GameCog):
    """What is pressed and filled in on boards and their panels."""

    handlers = MappingProxyType({"life": _life, **panel.HANDLERS, **details.HANDLERS})
    forms = panel.FORMS
