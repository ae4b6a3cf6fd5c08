"""The buttons of lobbies and boards. They survive restarts: what to do stands in their custom_id."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from cogs import details, history, lobby_buttons, lobby_panel, lobby_people, panel
from cogs.asking import request_of
from cogs.desk import Desk, Handler, TableCog
from cogs.turns import ending
from cogs.ui import words
from cogs.ui.custom_id import TEMPLATE, Press, read
from cogs.ui.text import MESSAGE_LENGTH, fitting
from rules import actions
from rules.game import Game, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction


class Buttons(TableCog):
    """What is pressed and picked at tables."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        desk.takers["arbiter"] = self.take

    async def take(self, interaction: discord.Interaction) -> None:
        """Does what the pressed button says."""
        press = pressed(interaction)
        if press is not None:
            await self.desk.refusing(interaction, lambda: HANDLERS[press.what](self.desk, interaction, press))


def pressed(interaction: discord.Interaction) -> Press | None:
    """The press of a table's button that an interaction is, if it is one."""
    if interaction.type is not discord.InteractionType.component or interaction.data is None:
        return None
    match = TEMPLATE.fullmatch(str(interaction.data.get("custom_id")))
    if match is None:
        return None
    press = read(match)
    chosen = interaction.data.get("values") or []
    return replace(press, value=str(chosen[0])) if chosen else press


async def _life(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    amount = int(press.value)

    def decide(game: Game, me: PlayerId | None) -> AnyAction:
        if me is None:
            raise Refusal("buttons_for_players")
        if amount > 0:
            return actions.GainLife(who=(me,), amount=amount, by=me)
        return actions.LoseLife(who=(me,), amount=-amount, by=me)

    await desk.press(interaction, press.game, decide)


async def _pass(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.press(interaction, press.game, ending)


async def _release(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.press(interaction, press.game, lambda game, me: actions.Release())


async def _undo(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    asker = await desk.asker(interaction)
    last = int(press.value) if press.value else None
    done = await desk.games.undo(press.game, request_of(interaction), 1, asker.require_step, last=last)
    told = words.tell_step(done.before, done.after)
    await desk.answers.redraw(interaction, done.game)
    said = [*await desk.answers.aside(done)]
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
    **history.HANDLERS,
}
"""What each verb of a press does."""
