"""The panel of a lobby: changes the variant and options in place, and seats other people."""

from collections.abc import Mapping

import discord
from msgspec.structs import replace

from cogs.core import members
from cogs.core.components import MAX_OPTIONS, Label, form, list_field, message, options, text_field
from cogs.core.context import submitted_fields, typed
from cogs.core.custom_ids import TableCustomId
from cogs.core.messaging import respond
from cogs.core.service import GameService, TableHandler, privately
from cogs.lobby import panel_view as ui
from cogs.lobby.lobby import (
    DecideLobbyAction,
    arrange,
    checked_link,
    join_action,
    lobby_of,
    room_at,
    switched,
)
from cogs.text import names
from cogs.text.formatting import clean_name
from cogs.text.language import speaking, tr
from cogs.text.typed import MENTION, newcomers, people_in
from rules.formats.variants import VARIANTS, Teams
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.numbers import MAX_AMOUNT, parse_integer
from rules.refusal import Refusal
from rules.setup import lobby_actions
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table

SMALLEST = "smallest"

MAX_RANGE = 20
"""Maximum range of influence, in seats."""


def require_lobby(table: Table) -> Lobby:
    """Return the lobby; raises Refusal if the game has started or the lobby is closed."""
    lobby = lobby_of(table)
    if lobby.closed:
        raise Refusal("lobby_closed")
    return lobby


async def _changeable(service: GameService, interaction: discord.Interaction, number: GameId) -> Lobby:
    """Return the open lobby of a game that the user may change; raises Refusal."""
    view = await service.view(number)
    (await service.requester(interaction)).require_part(view.table)
    return require_lobby(view.table)


@privately
async def show_panel(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Reply with the panel of a game's lobby; raises Refusal."""
    lobby = await _changeable(service, interaction, press.game)
    await respond(interaction, view=ui.lobby_panel(lobby, press.game), private=True)


async def _variant(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    settings = await service.settings_for(interaction)

    def decide(lobby: Lobby) -> AnyAction:
        if press.value == lobby.options.variant:
            raise Refusal("lobby_unchanged")
        return lobby_actions.ChangeOptions(options=switched(lobby.options, press.value, settings))

    await _change(service, interaction, press.game, decide)


async def _choose(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        return lobby_actions.ChangeOptions(options=ui.changed(lobby.options, press))

    await _change(service, interaction, press.game, decide)


async def _role(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    def decide(lobby: Lobby) -> AnyAction:
        if VARIANTS[lobby.options.variant].teams is Teams.ONE_AGAINST_ALL:
            return lobby_actions.NameArchenemy(who=press.value)
        return lobby_actions.NameEmperor(who=press.value)

    await _change(service, interaction, press.game, decide)


async def _form(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    lobby = require_lobby((await service.view(press.game)).table)
    with speaking(await service.language_of_user(interaction)):
        await interaction.response.send_modal(ui.lobby_panel_form(lobby, press))


async def _change(
    service: GameService, interaction: discord.Interaction, number: GameId, decide: DecideLobbyAction
) -> None:
    """Carry out a panel's action and show the result there, then update the lobby's message."""
    committed = await service.carry_out(interaction, number, lambda table: decide(lobby_of(table)))
    after = committed.after
    with speaking(await service.language_of_user(interaction)):
        view = (
            ui.lobby_panel(after, number)
            if isinstance(after, Lobby)
            else message(tr("The game has started."))
        )
        try:
            await interaction.response.edit_message(view=view)
        finally:
            service.boards.refresh(number)


async def _filled(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    fields = submitted_fields(interaction)

    def decide(lobby: Lobby) -> AnyAction:
        match press.value:
            case "seats":
                return arrange(lobby, typed(fields, "order"), interaction.user.id)
            case "numbers":
                changed = replace(
                    lobby.options,  # what is left empty is as the variant has it
                    life=_number(typed(fields, "life"), 1, MAX_AMOUNT),
                    range=_number(typed(fields, "range"), 1, MAX_RANGE),
                    link=checked_link(typed(fields, "link") or None),
                )
                return lobby_actions.ChangeOptions(options=changed)
            case _:
                raise Refusal("outdated")

    await _change(service, interaction, press.game, decide)


def _number(text: str, least: int, most: int) -> int | None:
    """Parse a whole number, or None for an empty text; raises Refusal for anything else."""
    if not text:
        return None
    try:
        return parse_integer(text, least, most)
    except ValueError:
        raise Refusal("number_out_of_bounds", text=text, least=least, most=most) from None


@privately
async def _open_people(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    lobby = await _changeable(service, interaction, press.game)
    picker = discord.ui.UserSelect[discord.ui.Modal](
        custom_id="members", min_values=0, max_values=MAX_OPTIONS, required=False
    )
    about = tr("Names of players without Discord, separated by commas")
    labels: list[Label] = [
        discord.ui.Label(text=tr("Server members"), component=picker),
        text_field(tr("Guests"), "guests", 1500, about=about, placeholder="Grandma, Uncle Bob"),
    ]
    teams = team_names(lobby.options)
    if teams:
        choices = [(SMALLEST, tr("Smallest team")), *((team, names.team(team)) for team in teams)]
        labels.append(list_field(tr("Team"), "team", options(choices, SMALLEST), required=False))
    await interaction.response.send_modal(form(tr("Add players"), press, *labels))


async def _seat_people(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Seat people, and update the lobby's message."""
    fields = submitted_fields(interaction)
    lobby = lobby_of((await service.view(press.game)).table)
    guests = people_in(typed(fields, "guests"))
    room_at(lobby.options)(guests)
    coming = await members.picked_people(interaction, fields.get("members", ()))
    met = await members.members_with_ids(
        interaction, [int(one[1]) for one in map(MENTION.fullmatch, guests) if one]
    )
    for one in newcomers(guests):
        mention = MENTION.fullmatch(one.name)
        coming.append(met[int(mention[1])] if mention else (None, clean_name(one.whole or one.name)))
    if not coming:
        raise Refusal("lobby_unchanged")
    picked = typed(fields, "team")
    team = picked if picked != SMALLEST else None

    committed = await service.carry_out(
        interaction, press.game, lambda table: join_action(lobby_of(table), coming, team or None)
    )
    await service.replies.show(interaction, committed)


HANDLERS: Mapping[str, TableHandler] = {
    "setup": show_panel,
    "setvariant": _variant,
    "setedition": _choose,
    "setattack": _choose,
    "setteams": _choose,
    "setmatch": _choose,
    "setrole": _role,
    "toggle": _choose,
    "lobbyform": _form,
    "people": _open_people,
}
"""Handlers of the panel's buttons, by verb."""
FORMS: Mapping[str, TableHandler] = {"lobbyform": _filled, "people": _seat_people}
"""Handlers of forms, by the verb of the button that opens them."""
