"""The buttons of lobbies and boards. They survive restarts: what to do stands in their custom_id."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from cogs import details, history, lobby_buttons, lobby_panel, lobby_people, panel
from cogs.asking import request_of
from cogs.desk import Desk, Handler, TableCog
from cogs.presses import custom_id
from cogs.turns import passing
from cogs.ui import words
from cogs.ui.custom_id import TEMPLATE, Press, read, whole
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
        """Does what the pressed button or the form says."""
        await self.desk.refusing(interaction, lambda: _do(self.desk, interaction))


async def _do(desk: Desk, interaction: discord.Interaction) -> None:
    press = pressed(interaction)
    known = FORMS if interaction.type is discord.InteractionType.modal_submit else HANDLERS
    if press is None or press.what not in known:
        raise Refusal("outdated")
    await known[press.what](desk, interaction, press)


def pressed(interaction: discord.Interaction) -> Press | None:
    """What was pressed at a table, or the form that was filled in, if it is one of a table's."""
    match = TEMPLATE.fullmatch(custom_id(interaction))
    if match is None or interaction.data is None:
        return None
    press = read(match)
    chosen = interaction.data.get("values") or []
    return replace(press, value=str(chosen[0])) if chosen else press


async def _life(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    amount = whole(press.value)

    def decide(game: Game, me: PlayerId | None) -> AnyAction:
        if me is None:
            raise Refusal("buttons_for_players")
        if amount > 0:
            return actions.GainLife(who=(me,), amount=amount, by=me)
        return actions.LoseLife(who=(me,), amount=-amount, by=me)

    await desk.press(interaction, press.game, decide)


async def _pass(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.press(interaction, press.game, lambda game, me: passing(game, me, press.value))


async def _release(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.press(interaction, press.game, lambda game, me: actions.Release())


async def _undo(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    asker = await desk.asker(interaction)
    last = whole(press.value) if press.value else None
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
FORMS: Mapping[str, Handler] = {**lobby_panel.FORMS, **lobby_people.FORMS, **panel.FORMS}
"""What each form does, by the verb of the button that has opened it."""
