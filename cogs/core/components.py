"""How messages and forms of components are put together, and how much Discord takes of each."""

import discord

from cogs.drawing.cutting import shortened

TEXT_LIMIT = 3800
"""Characters of text in a message, a little under the 4,000 that Discord takes."""
ROW = 5
"""Buttons in one row."""
MOST_OPTIONS = 25
"""Options, or people, in one list."""
OPTION_LENGTH = 100
"""Characters of an option, and of what is said about it."""
TITLE_LENGTH = 45
"""Characters of a form's title, and of what stands at its fields."""


def message(*parts: discord.ui.Item[discord.ui.LayoutView]) -> discord.ui.LayoutView:
    """A message of these parts, on which presses are handled by their custom_ids alone."""
    layout = discord.ui.LayoutView(timeout=None)
    for part in parts:
        layout.add_item(part)
    layout.stop()  # discord.py need not keep it
    return layout


def form(title: str, custom_id: str, *labels: discord.ui.Label[discord.ui.Modal]) -> discord.ui.Modal:
    """A form with these fields, handled by its custom_id alone, also after a restart."""
    modal = discord.ui.Modal(title=shortened(title, TITLE_LENGTH), custom_id=custom_id)
    for label in labels:
        modal.add_item(label)
    modal.stop()  # discord.py need not keep it
    return modal
