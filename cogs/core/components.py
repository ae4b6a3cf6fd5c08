"""What messages and forms are put together from, and how much Discord takes of each."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

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

Part: TypeAlias = discord.ui.Item[discord.ui.LayoutView]
Button: TypeAlias = discord.ui.Button[discord.ui.LayoutView]
Row: TypeAlias = discord.ui.ActionRow[discord.ui.LayoutView]
Label: TypeAlias = discord.ui.Label[discord.ui.Modal]
Choice: TypeAlias = tuple[str, str] | tuple[str, str, str]
"""An option of a list: its value, its label and perhaps what it means."""


def message(*parts: str | Part) -> discord.ui.LayoutView:
    """A message of these parts, on which presses are handled by their custom_ids alone."""
    layout = discord.ui.LayoutView(timeout=None)
    for part in parts:
        layout.add_item(discord.ui.TextDisplay(part) if isinstance(part, str) else part)
    layout.stop()  # discord.py need not keep it
    return layout


def card(*parts: str | Part, colour: discord.Colour | None = None) -> discord.ui.LayoutView:
    """A message with these parts in a frame."""
    container = discord.ui.Container[discord.ui.LayoutView](accent_colour=colour)
    for part in parts:
        container.add_item(discord.ui.TextDisplay(part) if isinstance(part, str) else part)
    return message(container)


def button(
    label: str,
    custom_id: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Button:
    """A button that is handled by its custom_id, also after a restart."""
    return discord.ui.Button(label=label, custom_id=str(custom_id), style=style, disabled=disabled)


def rows(*buttons: Button) -> list[Row]:
    """Buttons in rows of as many as Discord takes in one."""
    return [discord.ui.ActionRow(*buttons[start : start + ROW]) for start in range(0, len(buttons), ROW)]


def options(choices: Iterable[Choice], chosen: str | None = None) -> list[discord.SelectOption]:
    """As many options as Discord takes in one list; ``chosen`` is the value of the one that is picked."""
    return [
        discord.SelectOption(
            label=shortened(label, OPTION_LENGTH),
            value=value,
            description=shortened("".join(about), OPTION_LENGTH) or None,
            default=value == chosen,
        )
        for value, label, *about in choices
    ][:MOST_OPTIONS]


def select(
    custom_id: object,
    choices: Sequence[discord.SelectOption],
    placeholder: str | None = None,
    *,
    several: bool = False,
    least: int = 1,
) -> Row:
    """A row with a list that is handled by its custom_id; ``several``: up to all of it may be picked."""
    return discord.ui.ActionRow(
        discord.ui.Select(
            custom_id=str(custom_id),
            options=[*choices],
            placeholder=placeholder,
            min_values=least,
            max_values=len(choices) if several else 1,
        )
    )


def form(title: str, custom_id: object, *labels: Label) -> discord.ui.Modal:
    """A form with these fields, handled by its custom_id alone, also after a restart."""
    modal = discord.ui.Modal(title=shortened(title, TITLE_LENGTH), custom_id=str(custom_id))
    for label in labels:
        modal.add_item(label)
    modal.stop()  # discord.py need not keep it
    return modal


def text_field(
    label: str,
    name: str,
    length: int,
    *,
    about: str | None = None,
    value: object = None,
    placeholder: str | None = None,
    required: bool = False,
    paragraph: bool = False,
) -> Label:
    """A field of a form for up to ``length`` characters, with ``value`` in it from the start."""
    field = discord.ui.TextInput[discord.ui.Modal](
        custom_id=name,
        style=discord.TextStyle.paragraph if paragraph else discord.TextStyle.short,
        max_length=length,
        default=None if value is None else str(value),
        placeholder=placeholder,
        required=required,
    )
    return discord.ui.Label(text=label, description=about, component=field)


def list_field(
    label: str,
    name: str,
    choices: Sequence[discord.SelectOption],
    *,
    about: str | None = None,
    required: bool = True,
    several: bool = False,
) -> Label:
    """A field of a form with a list, of which ``several`` options may be picked."""
    field = discord.ui.Select[discord.ui.Modal](
        custom_id=name,
        options=[*choices],
        required=required,
        min_values=0 if several else 1,
        max_values=len(choices) if several else 1,
    )
    return discord.ui.Label(text=label, description=about, component=field)
