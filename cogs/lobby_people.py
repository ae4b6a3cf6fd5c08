"""The lobby's form on which other people are seated: members from a list, guests by name."""

from collections.abc import Mapping

import discord

from cogs import people
from cogs.desk import Desk, Handler
from cogs.lobbies import join, lobby_of
from cogs.lobby_panel import open_lobby
from cogs.ui.custom_id import Press
from cogs.ui.filled import filled, typed
from cogs.ui.language import tr
from cogs.ui.parts import MOST_OPTIONS, form
from cogs.ui.text import clean_name
from cogs.ui.typed import names_in
from rules.arrangement import team_names
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table

SMALLEST = "smallest"


async def _open(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    view = await desk.view(press.game)
    (await desk.asker(interaction)).require_part(view.table)
    lobby = open_lobby(view.table)
    await desk.speak_low(interaction)
    await interaction.response.send_modal(_form(lobby, press))


def _form(lobby: Lobby, press: Press) -> discord.ui.Modal:
    members = discord.ui.UserSelect[discord.ui.Modal](
        custom_id="members", min_values=0, max_values=MOST_OPTIONS, required=False
    )
    guests = discord.ui.TextInput[discord.ui.Modal](
        custom_id="guests", placeholder="Grandma, Uncle Bob", max_length=1500, required=False
    )
    about = tr("Names of people without Discord, with commas between them")
    labels = [
        discord.ui.Label[discord.ui.Modal](text=tr("Members of this server"), component=members),
        discord.ui.Label[discord.ui.Modal](text=tr("Guests"), description=about, component=guests),
    ]
    teams = team_names(lobby.options)
    if teams:
        options = [discord.SelectOption(label=tr("The smallest team"), value=SMALLEST, default=True)]
        options += [discord.SelectOption(label=team, value=team) for team in teams]
        team = discord.ui.Select[discord.ui.Modal](custom_id="team", options=options, required=False)
        labels.append(discord.ui.Label(text=tr("Team"), component=team))
    return form(tr("Add players"), str(press), *labels)


async def _filled(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
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

    committed = await desk.carry_out(interaction, press.game, decide)
    await desk.answers.show(interaction, committed)


HANDLERS: Mapping[str, Handler] = {"people": _open}
"""What each verb of a press does."""
FORMS: Mapping[str, Handler] = {"people": _filled}
"""What a form does, by the verb of the button that has opened it."""
