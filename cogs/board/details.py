"""The pages on which everybody at a large table is shown in full, to whoever asks alone.

The board stays as it is for the others: nobody's page is turned by somebody else.
"""

from collections.abc import Mapping

import discord

from cogs.board import details_view as board_details_view
from cogs.core.custom_id import CustomId, whole
from cogs.core.permissions import seat_of
from cogs.core.service import GameService, Handler


async def _open(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """The page on which whoever asks has a seat."""
    game = await service.look(press.game)
    await service.use_user_locale(interaction)
    page = board_details_view.page_of(game, seat_of(game, interaction.user.id))
    view = board_details_view.view(game, press.game, page)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _turn(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Another page, or the same as it is now."""
    game = await service.look(press.game)
    await service.use_user_locale(interaction)
    view = board_details_view.view(game, press.game, max(0, whole(press.value)))
    await interaction.response.edit_message(view=view)


HANDLERS: Mapping[str, Handler] = {"details": _open, "page": _turn}
"""What each verb of a press on the pages does."""
