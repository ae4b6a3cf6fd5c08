"""The buttons of lobbies and boards. They survive restarts: what to do stands in their custom_id."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from cogs.board import details, panel
from cogs.core.context import request_of
from cogs.core.custom_id import TEMPLATE, CustomId, read, whole
from cogs.core.router import custom_id
from cogs.core.service import GameCog, GameService, Handler
from cogs.history import commands as history_commands
from cogs.lobby import buttons as lobby_buttons
from cogs.lobby import panel as lobby_panel
from cogs.lobby import people as lobby_people
from cogs.play.turns import passing
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH, fitting
from rules.actions.life import GainLife, LoseLife
from rules.actions.table import Release
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction


class BoardButtons(GameCog):
    """What is pressed and picked at tables."""

    def __init__(self, service: GameService) -> None:
        super().__init__(service)
        service.routes["arbiter"] = self.take

    async def take(self, interaction: discord.Interaction) -> None:
        """Does what the pressed button or the form says."""
        await _do(self.service, interaction)


async def _do(service: GameService, interaction: discord.Interaction) -> None:
    press = pressed(interaction)
    known = FORMS if interaction.type is discord.InteractionType.modal_submit else HANDLERS
    if press is None or press.what not in known:
        raise Refusal("outdated")
    await known[press.what](service, interaction, press)


def pressed(interaction: discord.Interaction) -> CustomId | None:
    """What was pressed at a table, or the form that was filled in, if it is one of a table's."""
    match = TEMPLATE.fullmatch(custom_id(interaction))
    if match is None or interaction.data is None:
        return None
    press = read(match)
    chosen = interaction.data.get("values") or []
    return replace(press, value=str(chosen[0])) if chosen else press


async def _life(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    amount = whole(press.value)

    def decide(game: Game, me: PlayerId | None) -> AnyAction:
        if me is None:
            raise Refusal("buttons_for_players")
        if amount > 0:
            return GainLife(who=(me,), amount=amount, by=me)
        return LoseLife(who=(me,), amount=-amount, by=me)

    await service.press(interaction, press.game, decide)


async def _pass(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.press(interaction, press.game, lambda game, me: passing(game, me, press.value))


async def _release(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.press(interaction, press.game, lambda game, me: Release())


async def _undo(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    asker = await service.asker(interaction)
    last = whole(press.value) if press.value else None
    done = await service.games.undo(press.game, request_of(interaction), 1, asker.require_step, last=last)
    told = results.tell_step(done.before, done.after)
    await service.answers.redraw(interaction, done.game)
    said = [*await service.answers.aside(done)]
    if told.loud or said:
        text = replace(told, quiet=()).fitting(MESSAGE_LENGTH)
        await interaction.followup.send(fitting([text, *said], MESSAGE_LENGTH))


HANDLERS: Mapping[str, Handler] = {
    "life": _life,
    "pass": _pass,
    "release": _release,
    "undo": _undo,
    **lobby_buttons.HANDLERS,
    **lobby_panel.HANDLERS,
    **lobby_people.HANDLERS,
    **panel.HANDLERS,
    **details.HANDLERS,
    **history_commands.HANDLERS,
}
"""What each verb of a press does."""
FORMS: Mapping[str, Handler] = {**lobby_panel.FORMS, **lobby_people.FORMS, **panel.FORMS}
"""What each form does, by the verb of the button that has opened it."""
