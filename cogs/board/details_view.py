"""Everybody at a large table in full, a private page at a time: the board has but a line for each."""

import discord

from cogs.board import roster
from cogs.core.components import ROW, TEXT_LIMIT, message
from cogs.core.custom_id import CustomId
from cogs.drawing.cutting import shortened
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import PlayerId

COLOUR = discord.Colour(0x6B7280)


def page_of(game: Game, player: PlayerId | None) -> int:
    """The page with a player; the first one for anybody else."""
    found = (
        index
        for index, sides in enumerate(roster.pages(game))
        if any(player in side.members for side in sides)
    )
    return next(found, 0)


def view(game: Game, number: int, page: int) -> discord.ui.LayoutView:
    """The message with a page, and a button for each; ``number`` is the game's."""
    pages = roster.pages(game)
    page = min(page, len(pages) - 1)
    heading = tr("Game {number}, page {page} of {pages}", number=number, page=page + 1, pages=len(pages))
    container = discord.ui.Container[discord.ui.LayoutView](accent_colour=COLOUR)
    container.add_item(discord.ui.TextDisplay(f"-# {heading}"))
    container.add_item(discord.ui.TextDisplay(_text(game, pages, page)))
    buttons = [_button(number, index, chosen=index == page) for index in range(len(pages))]
    for start in range(0, len(buttons), ROW):
        container.add_item(discord.ui.ActionRow(*buttons[start : start + ROW]))
    return message(container)


def _text(game: Game, pages: list[roster.Page], page: int) -> str:
    text = ""
    for details in (roster.DETAILS, 200):
        text = "\n".join(roster.full(game, pages[page], {}, details))
        if len(text) <= TEXT_LIMIT:
            break
    return shortened(text, TEXT_LIMIT)


def _button(number: int, page: int, *, chosen: bool) -> discord.ui.Button[discord.ui.LayoutView]:
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    return discord.ui.Button(
        label=str(page + 1), custom_id=str(CustomId("page", number, str(page))), style=style
    )
