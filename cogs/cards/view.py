"""The form for what a card still needs, and the private preview of what it will do."""

import discord

from cogs.cards.chosen import Chosen
from cogs.core import components
from cogs.core.components import MOST_OPTIONS, Label, button, card, list_field, options, rows, text_field
from cogs.core.custom_ids import TableCustomId
from cogs.drawing.cutting import shortened
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import tr
from rules.cards import Card, Play
from rules.cards.card import ANY_NUMBER
from rules.game.game import Game
from rules.game.parts import GameId
from rules.table import Transition

COLOUR = discord.Colour.dark_teal()
NUMBER_LENGTH = 6
NUMBERS_LENGTH = 1000


def form(card: Card, play: Play, custom_id: object) -> discord.ui.Modal:
    """The form for everything that a card needs."""
    fields: list[Label] = []
    if card.whom != "nobody":
        fields.append(_players(card, play))
    if card.x:
        about = tr("The number on the card, such as X, devotion or toughness")
        fields.append(text_field(tr("Number"), "x", NUMBER_LENGTH, about=about, value=play.x, required=True))
    if card.numbers:
        about = tr("What the card counts of each player: Ana 2, Ben 5")
        fields.append(text_field(tr("Numbers"), "numbers", NUMBERS_LENGTH, about=about, required=True))
    return components.form(card.name, custom_id, *fields)


def _players(card: Card, play: Play) -> Label:
    ids = play.opponents if card.whom == "opponent" else play.everyone
    several = card.whom in ("two", ANY_NUMBER)
    label = tr("Players") if several else tr("Player")
    if len(ids) > MOST_OPTIONS:
        return text_field(label, "named", NUMBERS_LENGTH, required=True)
    choices = options((id, play.game.player(id).name) for id in ids)
    return list_field(label, "players", choices, several=several)


def preview(
    game: Game, number: GameId, chosen: Chosen, done: Transition, note: str = ""
) -> discord.ui.LayoutView:
    """What a card will do, with the button that does it."""
    told = results.tell(game, done.table, done.events)
    text = shortened("\n".join(filter(None, (f"### {chosen.card}", note, told.text))), MESSAGE_LENGTH)
    act = button(tr("Do it"), TableCustomId("carddo", number, str(chosen)), discord.ButtonStyle.success)
    change = button(tr("Change…"), TableCustomId("cardform", number, str(chosen)))
    return card(text, *rows(act, change), colour=COLOUR)
