"""/privacy: what is stored about oneself, all of it as a file, and the way to have it deleted."""

import io
import json
import zipfile
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.components import message
from cogs.core.custom_id import custom_id
from cogs.core.service import GameService
from cogs.privacy import view as words
from cogs.text.formatting import forget_names
from cogs.text.log import forget_lines
from rules.refusal import Refusal
from storage.games.values import KnownGame
from storage.privacy import Privacy

FILE = "arbiter-my-data"
PLAIN = 1024 * 1024
"""Bytes of a file that is sent as it is; a larger one is packed."""
LARGEST = 10 * 1024 * 1024
"""Bytes of a file that Discord takes everywhere."""


@app_commands.allowed_contexts(guilds=True, dms=True)
class PrivacyCog(commands.GroupCog, group_name="privacy"):
    """Show, export or delete your data"""

    def __init__(self, service: GameService, privacy: Privacy, contact: str = "") -> None:
        self._service = service
        self._privacy = privacy
        self._contact = contact
        service.routes["arbiter-privacy"] = self.take

    @app_commands.command()
    async def statement(self, interaction: discord.Interaction) -> None:
        """Show what is stored about you, why, for how long and who can see it"""
        await self._service.use_user_locale(interaction)
        view = message(*words.statement(self._contact))
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command()
    async def export(self, interaction: discord.Interaction) -> None:
        """Get a file with all data stored about you"""
        await self._defer(interaction)
        document = await self._privacy.export(interaction.user.id)
        await interaction.followup.send(file=attached(json.dumps(document, indent=1)), ephemeral=True)

    @app_commands.command()
    async def delete(self, interaction: discord.Interaction) -> None:
        """Delete all data stored about you"""
        await self._defer(interaction)
        known = await self._privacy.known(interaction.user.id)
        view = words.question(known) if known else words.nothing()
        await interaction.followup.send(view=view, ephemeral=True)

    async def _defer(self, interaction: discord.Interaction) -> None:
        """Put the answer off: reading the whole database may take longer than Discord waits."""
        await self._service.use_user_locale(interaction)
        await interaction.response.defer(ephemeral=True)

    async def take(self, interaction: discord.Interaction) -> None:
        """Does what was answered to the question of /privacy delete, also one from before a restart."""
        answer = {words.DELETE: self._delete, words.KEEP: self._keep}.get(custom_id(interaction))
        if answer is not None:
            await answer(interaction)

    async def _keep(self, interaction: discord.Interaction) -> None:
        await self._service.use_user_locale(interaction)
        await interaction.response.edit_message(view=words.kept())

    async def _delete(self, interaction: discord.Interaction) -> None:
        await self._service.use_user_locale(interaction)
        await interaction.response.defer()
        games = await self._privacy.forget(interaction.user.id)
        forget_names()
        forget_lines()
        await interaction.edit_original_response(view=words.deleted(games))
        for game in shown(games):
            self._service.boards.refresh(game)


def shown(games: Sequence[KnownGame]) -> list[int]:
    """The games whose boards are worth an edit: those that go on, and the last one in each channel."""
    last = {one.channel: one.game for one in games}
    return [one.game for one in games if not one.over or last[one.channel] == one.game]


def attached(text: str) -> discord.File:
    """A text as a file, packed when it is long; raises Refusal for one that Discord does not take."""
    content, name = text.encode(), f"{FILE}.json"
    if len(content) > PLAIN:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, content)
        content, name = packed.getvalue(), f"{FILE}.zip"
    if len(content) > LARGEST:
        raise Refusal("export_too_large")
    return discord.File(io.BytesIO(content), name)
