"""The form for a card's missing options, and the private preview of its effects."""

import discord

from cogs.cards.chosen import Chosen
from cogs.cards.modes import modes_of
from cogs.core import components
from cogs.core.components import MAX_OPTIONS, Label, button, card, list_field, options, rows, text_field
from cogs.core.custom_ids import TableCustomId
from cogs.drawing.truncate import truncate
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH, comma_separated
from cogs.text.language import tr
from rules.cards import Card, Play
from rules.cards.card import ANY_NUMBER, MEMBERS, Numbers
from rules.game.game import Game
from rules.game.parts import GameId
from rules.table import Transition

CARD_COLOR = discord.Color.dark_teal()
NUMBER_LENGTH = 6
NUMBERS_LENGTH = 1000


def card_form(card: Card, play: Play, custom_id: object) -> discord.ui.Modal:
    """Return the form for all of a card's options, in one of its modes if any."""
    fields: list[Label] = []
    if card.modes:
        choices = options(((mode, shown) for shown, mode in modes_of(card).items()), play.mode)
        fields.append(list_field(tr("What applies"), "mode", choices))
    kinds = [*card.modes.values()] or [card]
    required = len(kinds) == 1
    players = next((one for one in kinds if one.whom not in ("nobody", MEMBERS)), None)
    if players is not None:
        fields.append(_players(players, play, required=required))
    if any(one.x for one in kinds):
        about = tr("The number on the card, such as X, devotion or toughness")
        needed = required and card.known(play) is None
        fields.append(
            text_field(tr("Number"), "x", NUMBER_LENGTH, about=about, value=play.x, required=needed)
        )
    if card.divided:
        about = tr("Players and others, such as creatures")
        fields.append(
            text_field(
                tr("Targets in all"), "parts", NUMBER_LENGTH, about=about, value=play.parts, required=True
            )
        )
    if card.numbers is not None and card.numbers.of(play):
        fields.append(_numbers(card.numbers, play))
    return components.form(card.name, custom_id, *fields)


def _numbers(numbers: Numbers, play: Play) -> Label:
    about = (
        tr("Cards in each counted library after shuffling, such as Ana 93")
        if numbers.libraries
        else tr("A number for each player: Ana 2, Ben 5")
    )
    said = comma_separated(f"{play.game.player(who).name} {n}" for who, n in play.numbers.items())
    return text_field(
        tr("Numbers"), "numbers", NUMBERS_LENGTH, about=about, value=said or None, required=numbers.each
    )


def _players(card: Card, play: Play, *, required: bool) -> Label:
    ids = play.opponents if card.whom == "opponent" else play.everyone
    several = card.whom in ("two", ANY_NUMBER)
    label = tr("Players") if several else tr("Player")
    if len(ids) > MAX_OPTIONS:
        return text_field(label, "named", NUMBERS_LENGTH, required=required)
    choices = options((id, play.game.player(id).name) for id in ids)
    return list_field(label, "players", choices, several=several, required=required)


def card_preview(
    game: Game, number: GameId, chosen: Chosen, done: Transition, note: str = ""
) -> discord.ui.LayoutView:
    """Return a preview of a card, with the button that plays it."""
    summary = results.tell(game, done.table, done.events)
    text = truncate("\n".join(filter(None, (f"### {chosen.card}", note, summary.text))), MESSAGE_LENGTH)
    act = button(tr("Do it"), TableCustomId("carddo", number, str(chosen)), discord.ButtonStyle.success)
    change = button(tr("Change…"), TableCustomId("cardform", number, str(chosen)))
    return card(text, *rows(act, change), color=CARD_COLOR)
