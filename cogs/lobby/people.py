"""The lobby's form on which other people are seated: members from a list, guests by name."""

from collections.abc import Mapping

import discord

from cogs.core import members as people
from cogs.core.components import MOST_OPTIONS, Label, form, list_field, options, text_field
from cogs.core.context import filled, typed
from cogs.core.custom_id import CustomId
from cogs.core.service import GameService, Handler
from cogs.lobby.lobby import join, lobby_of
from cogs.lobby.panel import open_lobby
from cogs.text.formatting import clean_name
from cogs.text.language import tr
from cogs.text.typed import names_in
from rules.game.lobby import Lobby
from rules.refusal import Refusal
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table

SMALLEST = "smallest"


async def _open(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    view = await service.view(press.game)
    (await service.asker(interaction)).require_part(view.table)
    lobby = open_lobby(view.table)
    await service.use_user_locale(interaction)
    await interaction.response.send_modal(_form(lobby, press))


def _form(lobby: Lobby, press: CustomId) -> discord.ui.Modal:
    members = discord.ui.UserSelect[discord.ui.Modal](
        custom_id="members", min_values=0, max_values=MOST_OPTIONS, required=False
    )
    about = tr("Names of players without Discord, separated by commas")
    labels: list[Label] = [
        discord.ui.Label(text=tr("Server members"), component=members),
        text_field(tr("Guests"), "guests", 1500, about=about, placeholder="Grandma, Uncle Bob"),
    ]
    teams = team_names(lobby.options)
    if teams:
        choices = [(SMALLEST, tr("Smallest team")), *((team, team) for team in teams)]
        labels.append(list_field(tr("Team"), "team", options(choices, SMALLEST), required=False))
    return form(tr("Add players"), press, *labels)


async def _filled(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Seats them, and shows the lobby with them on its message."""
    fields = filled(interaction)
    coming = await people.picked(interaction, fields.get("members", ()))
    coming += [(None, clean_name(name)) for name in names_in(typed(fields, "guests"))]
    if not coming:
        raise Refusal("lobby_unchanged")
    picked = typed(fields, "team")
    team = picked if picked != SMALLEST else None

    def decide(table: Table) -> AnyAction:
        return join(lobby_of(table), coming, team or None)

    committed = await service.carry_out(interaction, press.game, decide)
    await service.replies.show(interaction, committed)


HANDLERS: Mapping[str, Handler] = {"people": _open}
"""What each verb of a press does."""
FORMS: Mapping[str, Handler] = {"people": _filled}
"""What a form does, by the verb of the button that has opened it."""
