"""The panel of a lobby: variant and options changed in place, by whoever may."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from cogs.defaults import switched
from cogs.desk import Desk, Handler
from cogs.links import checked_link
from cogs.lobbies import Decide, arrange, lobby_of
from cogs.sending import insist
from cogs.ui import lobby_panel as ui
from cogs.ui.custom_id import Press
from cogs.ui.filled import Fields, filled, typed
from cogs.ui.language import tr
from rules import gathering
from rules.lobby import Lobby
from rules.options import Options
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from rules.variants import VARIANTS, Teams
from storage.settable import MOST_LIFE

MOST_RANGE = 20
"""Seats of a range of influence."""


def open_lobby(table: Table) -> Lobby:
    """The lobby; raises Refusal when the game has started or the lobby is closed."""
    lobby = lobby_of(table)
    if lobby.closed:
        raise Refusal("lobby_closed")
    return lobby


async def show(desk: Desk, interaction: discord.Interaction, number: int) -> None:
    """Answers with the panel for the lobby of a game; raises Refusal."""
    view = await desk.view(number)
    (await desk.asker(interaction)).require_part(view.table)
    lobby = open_lobby(view.table)
    await desk.speak_low(interaction)
    await interaction.response.send_message(view=ui.view(lobby, number), ephemeral=True)


async def _show(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await show(desk, interaction, press.game)


async def _variant(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    chosen = await desk.chosen(interaction)

    def decide(lobby: Lobby) -> AnyAction:
        if press.value == lobby.options.variant:
            raise Refusal("lobby_unchanged")
        return gathering.ChangeOptions(options=switched(lobby.options, press.value, chosen))

    await _change(desk, interaction, press.game, decide)


async def _choose(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        return gathering.ChangeOptions(options=ui.changed(lobby.options, press.what, press.value))

    await _change(desk, interaction, press.game, decide)


async def _toggle(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        return gathering.ChangeOptions(options=ui.toggled(lobby.options, press.value))

    await _change(desk, interaction, press.game, decide)


async def _role(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        if VARIANTS[lobby.options.variant].teams is Teams.ONE_AGAINST_ALL:
            return gathering.NameArchenemy(who=press.value)
        return gathering.NameEmperor(who=press.value)

    await _change(desk, interaction, press.game, decide)


async def _form(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    lobby = open_lobby((await desk.view(press.game)).table)
    await desk.speak_low(interaction)
    await interaction.response.send_modal(ui.form(lobby, press))


async def _change(desk: Desk, interaction: discord.Interaction, number: int, decide: Decide) -> None:
    """Carries out what the panel asks for, and shows it there; the lobby's message follows."""
    committed = await desk.carry_out(interaction, number, lambda table: decide(lobby_of(table)))
    after = committed.after
    await desk.speak_low(interaction)
    view = ui.view(after, number) if isinstance(after, Lobby) else ui.done(tr("The game has started."))
    try:
        await insist(lambda: interaction.response.edit_message(view=view))
    finally:
        desk.boards.refresh(number)


async def _filled(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    fields = filled(interaction)

    def decide(lobby: Lobby) -> AnyAction:
        match press.value:
            case "seats":
                return arrange(lobby, typed(fields, "order"))
            case "numbers":
                return gathering.ChangeOptions(options=_numbers(lobby.options, fields))
            case _:
                raise Refusal("outdated")

    await _change(desk, interaction, press.game, decide)


def _numbers(options: Options, fields: Fields) -> Options:
    """The options with another life, range and webcam room; what is left empty is as the variant has it."""
    return replace(
        options,
        life=_number(typed(fields, "life"), 1, MOST_LIFE),
        range=_number(typed(fields, "range"), 1, MOST_RANGE),
        link=checked_link(typed(fields, "link") or None),
    )


def _number(text: str, least: int, most: int) -> int | None:
    """A whole number, or None for nothing; raises Refusal for anything else."""
    if not text:
        return None
    readable = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not readable or not least <= int(text) <= most:
        raise Refusal("number_out_of_bounds", text=text, least=least, most=most)
    return int(text)


HANDLERS: Mapping[str, Handler] = {
    "setup": _show,
    "setvariant": _variant,
    "setedition": _choose,
    "setattack": _choose,
    "setteams": _choose,
    "setrole": _role,
    "toggle": _toggle,
    "lobbyform": _form,
}
"""What each verb of a press on the panel does."""
FORMS: Mapping[str, Handler] = {"lobbyform": _filled}
"""What a form does, by the verb of the button that has opened it."""
