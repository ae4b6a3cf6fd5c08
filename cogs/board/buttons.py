"""The board's own buttons: one's life, the panel for other players, and private pages of a large table."""

from types import MappingProxyType

import discord

from cogs.board import panel, roster
from cogs.core.components import TEXT_LIMIT, button, card, rows
from cogs.core.custom_id import CustomId, whole
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService
from cogs.drawing.cutting import shortened
from cogs.text.language import tr
from rules.actions.life import GainLife, LoseLife
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction

COLOUR = discord.Colour(0x6B7280)


async def _open(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Show the page with the user's own seat."""
    game = await service.look(press.game)
    await service.use_user_locale(interaction)
    page = page_view(game, press.game, page_of(game, seat_of(game, interaction.user.id)))
    await interaction.response.send_message(view=page, ephemeral=True)


async def _turn(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Show another page, or the same one as it is now."""
    game = await service.look(press.game)
    await service.use_user_locale(interaction)
    await interaction.response.edit_message(view=page_view(game, press.game, max(0, whole(press.value))))


def page_of(game: Game, player: PlayerId | None) -> int:
    """The number of the page with a player; the first one for anybody else."""
    pages = enumerate(roster.pages(game))
    return next((n for n, sides in pages if any(player in side.members for side in sides)), 0)


def page_view(game: Game, number: int, page: int) -> discord.ui.LayoutView:
    """The message with a page, and a button for each; ``number`` is the game's."""
    pages = roster.pages(game)
    page = min(page, len(pages) - 1)
    heading = tr("Game {number}, page {page} of {pages}", number=number, page=page + 1, pages=len(pages))
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    buttons = [
        button(str(n + 1), CustomId("page", number, str(n)), primary if n == page else secondary)
        for n in range(len(pages))
    ]
    return card(f"-# {heading}", _text(game, pages[page]), *rows(*buttons), colour=COLOUR)


def _text(game: Game, page: roster.Page) -> str:
    """A page in the fullest form that fits into a message."""
    text = ""
    for details in (roster.DETAILS, 200):
        text = "\n".join(roster.full(game, page, {}, details))
        if len(text) <= TEXT_LIMIT:
            break
    return shortened(text, TEXT_LIMIT)


async def _life(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    amount = whole(press.value)

    def decide(game: Game, me: PlayerId | None) -> AnyAction:
        if me is None:
            raise Refusal("buttons_for_players")
        if amount > 0:
            return GainLife(who=(me,), amount=amount, by=me)
        return LoseLife(who=(me,), amount=-amount, by=me)

    await service.press(interaction, press.game, decide)


class BoardButtons(GameCog):
    """What is pressed and filled in on boards and their panels."""

    handlers = MappingProxyType({"life": _life, **panel.HANDLERS, "details": _open, "page": _turn})
    forms = panel.FORMS
