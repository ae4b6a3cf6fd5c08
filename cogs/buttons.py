"""The buttons of lobbies and boards. They survive restarts: what to do stands in their custom_id."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import discord
from discord.ext import commands

from cogs import history, panel, people
from cogs.desk import Desk, Handler, TableCog, request_of
from cogs.lobbies import join, lobby_of, seat_named, start
from cogs.turns import ending
from cogs.ui import words
from cogs.ui.custom_id import TEMPLATE, Press, read
from cogs.ui.text import MESSAGE_LENGTH
from rules import actions, gathering
from rules.game import Game, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction, Table


class Buttons(TableCog):
    """Listens for presses.

    A DynamicItem would do the same, but discord.py builds every button of the pressed message anew for it.
    """

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Does what the pressed button says, if it is a table's."""
        press = pressed(interaction)
        if press is None:
            return
        try:
            await self.desk.refusing(interaction, lambda: HANDLERS[press.what](self.desk, interaction, press))
        except Exception as error:  # noqa: BLE001  discord.py keeps errors of listeners to itself
            interaction.client.dispatch("failure", interaction, error)


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
    done = await desk.games.undo(press.game, request_of(interaction), 1, asker.require_step)
    told = words.tell_step(done.before, done.after)
    await desk.redraw(interaction, done.game)
    if told.loud:
        await interaction.followup.send(replace(told, quiet=()).fitting(MESSAGE_LENGTH))


async def _join(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    coming = [people.member(interaction.user)]
    await _in_lobby(
        desk,
        interaction,
        press,
        lambda table: join(lobby_of(table), coming, press.value or None),
        spectators=True,
    )


async def _leave(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(table: Table) -> AnyAction:
        return gathering.Leave(who=seat_named(lobby_of(table), None, interaction.user.id))

    await _in_lobby(desk, interaction, press, decide, spectators=True)


async def _start(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await _in_lobby(desk, interaction, press, lambda table: start(lobby_of(table)))


async def _in_lobby(
    desk: Desk,
    interaction: discord.Interaction,
    press: Press,
    decide: Callable[[Table], AnyAction],
    *,
    spectators: bool = False,
) -> None:
    committed = await desk.carry_out(interaction, press.game, decide, spectators=spectators)
    await desk.show_on_board(interaction, committed)


HANDLERS: Mapping[str, Handler] = {
    "life": _life,
    "pass": _pass,
    "release": _release,
    "undo": _undo,
    "join": _join,
    "leave": _leave,
    "start": _start,
    **panel.HANDLERS,
    **history.HANDLERS,
}
"""What each verb of a press does."""
