"""The private messages of a fix: the step, the differences, and the forms to change or add one."""

import discord

from cogs.core import components
from cogs.core.components import TEXT_LIMIT, ComponentRow, button, card, rows
from cogs.core.corrections import form, words
from cogs.core.custom_ids import TableCustomId
from cogs.core.entry_forms.fields import labeled
from cogs.drawing.truncate import truncate
from cogs.history import choosing
from cogs.history.choosing import StepList
from cogs.summary.fix_preview import FixPreview
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import GameId
from storage.games.games import Step


def fix_message(number: GameId, preview: FixPreview) -> discord.ui.LayoutView:
    """Return the preview message of an edit, with buttons to confirm or change it."""
    parts = ["### " + preview.heading, preview.note, "\n".join(preview.differences), "\n".join(preview.later)]
    text = truncate("\n".join(filter(None, parts)), TEXT_LIMIT)
    return card(text, *_buttons(number, preview), color=choosing.HISTORY_COLOR)


def _buttons(number: GameId, preview: FixPreview) -> list[ComponentRow]:
    do = button(tr("Do it"), TableCustomId("fixdo", number, preview.do), discord.ButtonStyle.success)
    found: list[components.Button] = [do]
    if preview.other:
        text = words.change_or_keep(preview.keeps)
        found.append(button(text, TableCustomId("fixlook", number, preview.other)))
    if not preview.takes_back:
        found.append(button(tr("Take back…"), TableCustomId("fixlook", number, preview.back)))
    if preview.changeable:
        found.append(button(tr("Change…"), TableCustomId("fixchange", number, preview.back)))
    found.append(button(tr("Add before…"), TableCustomId("fixadd", number, preview.back)))
    found.append(
        button(tr("Other step…"), TableCustomId("fix", number, str(StepList("again", preview.instead))))
    )
    return rows(*found)


def change_form(game: Game, step: Step, custom_id: str) -> discord.ui.Modal:
    """Return the form with the changeable fields of a step, prefilled."""
    title = tr("Change step {number}", number=step.entry.number)
    return components.form(title, custom_id, *map(labeled, form.changing(game, step)))


def add_form(game: Game, step: Step, custom_id: str) -> discord.ui.Modal:
    """Return the form for a forgotten step."""
    title = tr("Add before step {number}", number=step.entry.number)
    return components.form(title, custom_id, *map(labeled, form.adding_fields(game)))
