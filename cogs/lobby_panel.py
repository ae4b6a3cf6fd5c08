"""The panel of a lobby: variant and options changed in place, by whoever may."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import discord

from cogs.defaults import switched
from cogs.desk import Desk, Handler
from cogs.links import checked_link
from cogs.lobbies import arrange, lobby_of
from cogs.sending import insist
from cogs.ui import lobby_panel as ui
from cogs.ui.custom_id import Press
from cogs.ui.language import tr
from rules import gathering
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from rules.variants import VARIANTS, Teams
from storage.settings import LINK_LENGTH, MOST_LIFE

Decide = Callable[[Lobby], AnyAction]
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
    view = await desk.games.view(number)
    if view is None:
        raise Refusal("no_table")
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
    view = await desk.games.view(press.game)
    if view is None:
        raise Refusal("no_table")
    lobby = open_lobby(view.table)
    await desk.speak_low(interaction)
    form = (
        SeatsForm(desk, press.game, lobby) if press.value == "seats" else NumbersForm(desk, press.game, lobby)
    )
    await interaction.response.send_modal(form)


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


class LobbyForm(discord.ui.Modal):
    """A form of the panel. Its custom_id is random: discord.py keeps forms by that alone."""

    def __init__(self, desk: Desk, number: int, title: str) -> None:
        super().__init__(title=title, timeout=900)
        self._desk = desk
        self._number = number

    def decide(self, lobby: Lobby) -> AnyAction:
        """What the form asks for; raises Refusal for what can't be read."""
        raise NotImplementedError

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Enters it."""
        await self._desk.refusing(
            interaction, lambda: _change(self._desk, interaction, self._number, self.decide)
        )

    async def on_error(self, interaction: discord.Interaction, error: Exception, /) -> None:
        """Hands a failure of ours to the last error handler."""
        interaction.client.dispatch("failure", interaction, error)


class NumbersForm(LobbyForm):
    """Starting life, range of influence, webcam room."""

    def __init__(self, desk: Desk, number: int, lobby: Lobby) -> None:
        super().__init__(desk, number, tr("Life, range and link"))
        options = lobby.options
        self.life = _field("life", options.life, len(str(MOST_LIFE)))
        self.range = _field("range", options.range, 2)
        self.link = _field("link", options.link, LINK_LENGTH)
        usual = tr("Empty: as the variant has it")
        self.add_item(discord.ui.Label(text=tr("Starting life"), description=usual, component=self.life))
        self.add_item(
            discord.ui.Label(text=tr("Range of influence, in seats"), description=usual, component=self.range)
        )
        self.add_item(discord.ui.Label(text=tr("Address of the webcam room"), component=self.link))

    def decide(self, lobby: Lobby) -> AnyAction:
        """Other options."""
        options = replace(
            lobby.options,
            life=_number(self.life.value, 1, MOST_LIFE),
            range=_number(self.range.value, 1, MOST_RANGE),
            link=checked_link(self.link.value.strip() or None),
        )
        return gathering.ChangeOptions(options=options)


class SeatsForm(LobbyForm):
    """The order of the seats."""

    def __init__(self, desk: Desk, number: int, lobby: Lobby) -> None:
        super().__init__(desk, number, tr("Order of seats"))
        self.order = discord.ui.TextInput[LobbyForm](
            custom_id="order",
            style=discord.TextStyle.paragraph,
            default="\n".join(seat.name for seat in lobby.seated),
            max_length=4000,
        )
        about = tr("Everybody once, a line each, going left; or: random")
        self.add_item(discord.ui.Label(text=tr("Seats"), description=about, component=self.order))

    def decide(self, lobby: Lobby) -> AnyAction:
        """Another order of the seats."""
        return arrange(lobby, self.order.value)


def _field(name: str, value: object, length: int) -> discord.ui.TextInput[LobbyForm]:
    default = str(value) if value is not None else None
    return discord.ui.TextInput(custom_id=name, required=False, max_length=length, default=default)


def _number(text: str, least: int, most: int) -> int | None:
    """A whole number, or None for nothing; raises Refusal for anything else."""
    typed = text.strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit()) or not least <= int(typed) <= most:
        raise Refusal("number_out_of_bounds", text=typed, least=least, most=most)
    return int(typed)


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
