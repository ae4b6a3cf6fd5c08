"""Building blocks of messages and forms, and Discord's limits for each."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import discord

from cogs.core.custom_ids import DemoCustomId, HelpCustomId, NewCustomId
from cogs.drawing.truncate import truncate
from cogs.text.language import tr

TEXT_LIMIT = 3800
"""Characters of text in a message, a little below Discord's 4,000."""
ROW = 5
"""Buttons in one row."""
MAX_OPTIONS = 25
"""Maximum options, or people, in one list."""
OPTION_LENGTH = 100
"""Maximum characters of an option, and of its description."""
TITLE_LENGTH = 45
"""Maximum characters of a form's title, and of its fields' labels."""
BUTTON_LABEL_LENGTH = 80
"""Maximum characters on a button in Discord."""

_TEXT, _SECTION, _CARD, _ROW, _BUTTON, _SEPARATOR = (
    discord.ComponentType.text_display.value,
    discord.ComponentType.section.value,
    discord.ComponentType.container.value,
    discord.ComponentType.action_row.value,
    discord.ComponentType.button.value,
    discord.ComponentType.separator.value,
)

Component: TypeAlias = dict[str, Any]
"""A message component as JSON, in Discord's format."""
Button: TypeAlias = Component
ComponentRow: TypeAlias = Component
Label: TypeAlias = discord.ui.Label[discord.ui.Modal]
ListOption: TypeAlias = tuple[str, str] | tuple[str, str, str]
"""An option of a list: its value, its label and perhaps its description."""


class _Message(discord.ui.LayoutView):
    """Components as JSON. Objects of discord.py would make a press 5% slower."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # discord.py need not keep it

    def to_components(self) -> list[Component]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


class _Below(discord.ui.View):
    """Rows of buttons as JSON below a message's text."""

    def __init__(self, rows: Sequence[ComponentRow]) -> None:
        super().__init__(timeout=None)
        self._rows = [*rows]
        self.stop()  # discord.py need not keep it

    def to_components(self) -> list[Component]:
        return self._rows


def below(rows: Sequence[ComponentRow]) -> discord.ui.View:
    """Return buttons below a message's text; presses are handled by custom_id alone."""
    return _Below(rows)


def message(*parts: str | Component) -> discord.ui.LayoutView:
    """Return a message of these parts; presses are handled by custom_id alone."""
    return _Message([_text(part) if isinstance(part, str) else part for part in parts])


def card(*parts: str | Component, color: discord.Color | None = None) -> discord.ui.LayoutView:
    """Return a message with these parts in a frame."""
    inside = [_text(part) if isinstance(part, str) else part for part in parts]
    return _Message([{"type": _CARD, "accent_color": color and color.value, "components": inside}])


def separator() -> Component:
    """Return a separator line."""
    return {"type": _SEPARATOR}


def section(text: str, accessory: Button) -> Component:
    """Return a text with a button beside it."""
    return {"type": _SECTION, "components": [_text(text)], "accessory": accessory}


def _text(text: str) -> Component:
    return {"type": _TEXT, "content": text}


def button(
    label: str,
    custom_id: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Button:
    """Return a button handled by its custom_id, also after a restart."""
    return {
        "type": _BUTTON,
        "style": style.value,
        "label": label,
        "custom_id": str(custom_id),
        "disabled": disabled,
    }


def link(label: str, url: str) -> Button:
    """Return a button that opens an address."""
    return {"type": _BUTTON, "style": discord.ButtonStyle.link.value, "label": label, "url": url}


def fix_button(game: int) -> Button:
    """Return the button that opens the list of steps to fix, for any message about a started game."""
    return button(tr("Fix…"), f"arbiter:fix:{game}:")


def rows(*buttons: Button) -> list[ComponentRow]:
    """Return buttons in rows of at most Discord's limit.

    They are copied, because the simulated Discord numbers them in place.
    """
    copies = [one.copy() for one in buttons]
    return [{"type": _ROW, "components": copies[start : start + ROW]} for start in range(0, len(copies), ROW)]


def start_buttons() -> list[ComponentRow]:
    """Return the buttons for new servers."""
    return rows(
        button(tr("Start a demo game"), DemoCustomId("start"), discord.ButtonStyle.success),
        button(tr("New game"), NewCustomId("game"), discord.ButtonStyle.primary),
        button(tr("What can it do?"), HelpCustomId("what")),
    )


def row(item: discord.ui.Item[Any]) -> ComponentRow:
    """Return a row with a list of people, channels or roles."""
    return {"type": _ROW, "components": [item.to_component_dict()]}


def options(choices: Iterable[ListOption], chosen: str | None = None) -> list[discord.SelectOption]:
    """Return a list's options, up to Discord's limit; ``chosen`` is the picked one's value."""
    return [
        discord.SelectOption(
            label=truncate(label, OPTION_LENGTH),
            value=value,
            description=truncate("".join(about), OPTION_LENGTH) or None,
            default=value == chosen,
        )
        for value, label, *about in choices
    ][:MAX_OPTIONS]


def select(
    custom_id: object,
    choices: Sequence[discord.SelectOption],
    placeholder: str | None = None,
    *,
    several: bool = False,
    least: int = 1,
) -> ComponentRow:
    """Return a row with a list handled by its custom_id; ``several``: up to this many picks."""
    return row(
        discord.ui.Select[discord.ui.LayoutView](
            custom_id=str(custom_id),
            options=[*choices],
            placeholder=placeholder,
            min_values=least,
            max_values=len(choices) if several else 1,
        )
    )


def form(title: str, custom_id: object, *labels: Label) -> discord.ui.Modal:
    """Return a form with these fields, handled by its custom_id alone, also after a restart."""
    modal = discord.ui.Modal(title=truncate(title, TITLE_LENGTH), custom_id=str(custom_id))
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
    """Return a text field for up to ``length`` characters, prefilled with ``value``."""
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
    """Return a field of a form with a list, of which ``several`` options may be picked."""
    field = discord.ui.Select[discord.ui.Modal](
        custom_id=name,
        options=[*choices],
        required=required,
        min_values=0 if several else 1,
        max_values=len(choices) if several else 1,
    )
    return discord.ui.Label(text=label, description=about, component=field)
