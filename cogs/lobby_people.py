"""The lobby's form on which other people are seated: members from a list, guests by name."""

import re
from collections.abc import Mapping

import discord

from cogs import people
from cogs.desk import Desk, Handler
from cogs.lobbies import join, lobby_of
from cogs.lobby_panel import open_lobby
from cogs.ui.custom_id import Press
from cogs.ui.language import tr
from cogs.ui.text import clean_name
from rules.gathering import team_names
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.table import AnyAction, Table

MOST_OPTIONS = 25
"""People that Discord takes in one select."""
SMALLEST = "smallest"


async def _open(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    view = await desk.games.view(press.game)
    if view is None:
        raise Refusal("no_table")
    (await desk.asker(interaction)).require_part(view.table)
    lobby = open_lobby(view.table)
    await desk.speak_low(interaction)
    await interaction.response.send_modal(PeopleForm(desk, press.game, lobby))


class PeopleForm(discord.ui.Modal):
    """The form. Its custom_id is random: discord.py keeps forms by that alone."""

    def __init__(self, desk: Desk, number: int, lobby: Lobby) -> None:
        super().__init__(title=tr("Add players"), timeout=900)
        self._desk = desk
        self._number = number
        self.members = discord.ui.UserSelect[PeopleForm](
            custom_id="members", min_values=0, max_values=MOST_OPTIONS, required=False
        )
        self.add_item(discord.ui.Label(text=tr("Members of this server"), component=self.members))
        self.guests = discord.ui.TextInput[PeopleForm](
            custom_id="guests", placeholder="Grandma, Uncle Bob", max_length=1500, required=False
        )
        about = tr("Names of people without Discord, with commas between them")
        self.add_item(discord.ui.Label(text=tr("Guests"), description=about, component=self.guests))
        self.team: discord.ui.Select[PeopleForm] | None = None
        teams = team_names(lobby.options)
        if teams:
            options = [discord.SelectOption(label=tr("The smallest team"), value=SMALLEST, default=True)]
            options += [discord.SelectOption(label=team, value=team) for team in teams]
            self.team = discord.ui.Select(custom_id="team", options=options, required=False)
            self.add_item(discord.ui.Label(text=tr("Team"), component=self.team))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Seats them, and shows the lobby with them on its message."""
        await self._desk.refusing(interaction, lambda: self._seat(interaction))

    async def on_error(self, interaction: discord.Interaction, error: Exception, /) -> None:
        """Hands a failure of ours to the last error handler."""
        interaction.client.dispatch("failure", interaction, error)

    async def _seat(self, interaction: discord.Interaction) -> None:
        coming = [people.member(user) for user in self.members.values]
        names = (part.strip() for part in re.split(r"[,\n]", self.guests.value))
        coming += [(None, clean_name(name)) for name in names if name]
        if not coming:
            raise Refusal("lobby_unchanged")
        team = next((one for one in self.team.values if one != SMALLEST), None) if self.team else None

        def decide(table: Table) -> AnyAction:
            return join(lobby_of(table), coming, team)

        committed = await self._desk.carry_out(interaction, self._number, decide)
        await self._desk.answers.show(interaction, committed)


HANDLERS: Mapping[str, Handler] = {"people": _open}
"""What each verb of a press does."""
