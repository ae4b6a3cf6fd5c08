"""The pages on which everybody at a large table is shown in full, to whoever asks alone.

The board stays as it is for the others: nobody's page is turned by somebody else.
"""

from collections.abc import Mapping

import discord

from cogs.desk import Desk, Handler
from cogs.permissions import seat_of
from cogs.ui import details
from cogs.ui.custom_id import Press, whole


async def _open(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """The page on which whoever asks has a seat."""
    game = await desk.look(press.game)
    await desk.speak_low(interaction)
    page = details.page_of(game, seat_of(game, interaction.user.id))
    view = details.view(game, press.game, page)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _turn(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """Another page, or the same as it is now."""
    game = await desk.look(press.game)
    await desk.speak_low(interaction)
    view = details.view(game, press.game, max(0, whole(press.value)))
    await interaction.response.edit_message(view=view)


HANDLERS: Mapping[str, Handler] = {"details": _open, "page": _turn}
"""What each verb of a press on the pages does."""
