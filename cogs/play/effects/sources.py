"""Sources of effects: the list, and its buttons for a source that is gone or changes control."""

from collections.abc import Mapping

import discord

from cogs.core import autocomplete
from cogs.core.components import (
    BUTTON_LABEL_LENGTH,
    Button,
    ComponentRow,
    button,
    message,
    options,
    rows,
    select,
)
from cogs.core.custom_ids import IdInteger, TableCustomId, Value
from cogs.core.entry_forms.fields import KEY_LENGTH
from cogs.core.entry_forms.fields import player_key as shortened_id
from cogs.core.messaging import reply_private
from cogs.core.service import DecideAction, GameService, TableHandler, privately
from cogs.drawing.truncate import truncate
from cogs.entry.effect_sources import (
    change_controller,
    gone,
    others,
    source,
    source_label,
    source_labels,
    sources,
)
from cogs.text import matching, names
from cogs.text.language import tr
from rules import cards
from rules.actions.action import Action
from rules.cards import CARDS, Play
from rules.game.game import Game
from rules.game.parts import Effect, EffectKind, GameId, Player, PlayerId
from rules.refusal import Refusal
from rules.table import Table

COMMON_SOURCES: Mapping[str, EffectKind] = {
    "Fog": EffectKind.PREVENT_DAMAGE,
    "Teferi's Protection": EffectKind.LIFE_CANT_CHANGE,
    "Platinum Angel": EffectKind.CANT_LOSE_GAME,
    "Platinum Emperion": EffectKind.LIFE_CANT_CHANGE,
    "Solitary Confinement": EffectKind.PREVENT_DAMAGE,
    "Leyline of Punishment": EffectKind.CANT_GAIN_LIFE,
    "Erebos, God of the Dead": EffectKind.CANT_GAIN_LIFE,
    "Rhox Faithmender": EffectKind.MULTIPLY_LIFE_GAIN,
    "Furnace of Rath": EffectKind.MULTIPLY_DAMAGE,
    "Fiery Emancipation": EffectKind.MULTIPLY_DAMAGE_DEALT,
}
"""Cards whose effects are started from a list, with their main effect."""
MULTIPLIED = {"Rhox Faithmender": 2, "Furnace of Rath": 2, "Fiery Emancipation": 3}
"""Multiplying effects, by their factor."""
MAX_EFFECT_CARDS = 8
"""Cards that have buttons; others are named in the command."""
SOURCE_PREFIX = "#"
"""The prefix of the number of the chosen source."""


async def suggest_sources(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the table's sources whose labels contain the typed text. The value is the number, so that
    choosing a removed source again doesn't end another one of its name."""
    game = await autocomplete.started_game(interaction)
    known = source_labels(game) if game is not None else dict[str, int]()
    found = matching.containing(typed, [*known])
    return autocomplete.labelled({one: f"{SOURCE_PREFIX}{known[one]}" for one in found})


def find_effect(game: Game, typed: str) -> Effect:
    """Return the first effect of a source, chosen or typed: a label, or the only one that contains the text.

    Raises Refusal "no_such_source".
    """
    number = typed.removeprefix(SOURCE_PREFIX)
    if number != typed and number.isdecimal():
        return source(game, int(number))
    known = source_labels(game)
    found = [typed] if typed in known else matching.containing(typed, [*known])
    if len(found) != 1:
        raise Refusal("no_such_source", card=typed)
    return sources(game)[known[found[0]]]


class Moved(Value, frozen=True):
    """A source that changes control and its new controller, short enough for a button."""

    object: IdInteger
    to: str = ""


def active_effects(game: Game) -> str:
    """Return the active continuous effects, each with its source."""
    lines = (
        f"{names.bold_name(game, one.on)}: {names.effect_with_source(game, one)}" for one in game.effects
    )
    return "\n".join(lines) or tr("No active effects. Add one with `/effect add`.")


def buttons(game: Game, number: GameId) -> list[ComponentRow]:
    """Return two buttons for each source of effects: one to remove it and one for a new controller."""
    found: list[ComponentRow] = []
    for called, object in [*source_labels(game).items()][:MAX_EFFECT_CARDS]:
        line = [button(_short(tr("{card}: gone", card=called)), TableCustomId("gone", number, str(object)))]
        people = others(game, sources(game)[object])
        if len(people) == 1:
            line.append(_to(people[0], tr("New controller: {who}", who=people[0].name), number, object))
        elif people:
            custom_id = TableCustomId("control", number, str(Moved(object)))
            line.append(button(tr("New controller…"), custom_id))
        found += rows(*line)
    known = [*COMMON_SOURCES, *(one.card for one in sources(game).values() if one.card in CARDS)]
    choices = [(card, card, _about(card)) for card in dict.fromkeys(known) if CARDS[card].chooses_nothing]
    begin = TableCustomId("begineffect", number)
    return [*found, select(begin, options(choices), tr("Begin an effect…"))]


def _about(card: str) -> str:
    """Return the main effect of a common card."""
    return (
        tr(names.EFFECT_NAMES[COMMON_SOURCES[card]], n=MULTIPLIED.get(card, 0))
        if card in COMMON_SOURCES
        else ""
    )


def _to(who: Player, called: str, number: GameId, object: int) -> Button:
    """Return a button that gives a source to a player."""
    asked = Moved(object, shortened_id(who.id, KEY_LENGTH))
    return button(_short(called), TableCustomId("control", number, str(asked)))


def _short(text: str) -> str:
    return truncate(text, BUTTON_LABEL_LENGTH)


async def show_effects(interaction: discord.Interaction, game: Game, number: GameId) -> None:
    """Reply with the active effects and their buttons."""
    await reply_private(interaction, active_effects(game), *buttons(game, number))


@privately
async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await show_effects(interaction, await service.look(press.game), press.game)


async def _gone(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    object = Moved.read(press.value).object
    await _enter(service, interaction, press.game, lambda game, _: gone(source(game, object)))


@privately
async def _control(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show the possible controllers, or give control to the pressed one."""
    asked, game = Moved.read(press.value), await service.look(press.game)
    effect = source(game, asked.object)
    if asked.to:
        to = next((one.id for one in game.remaining if shortened_id(one.id, KEY_LENGTH) == asked.to), "")
        await _enter(
            service,
            interaction,
            press.game,
            lambda game, _: change_controller(source(game, asked.object), to),
        )
        return
    people = [_to(one, one.name, press.game, asked.object) for one in others(game, effect)]
    question = tr("Who controls {card} now?", card=source_label(game, effect))
    await interaction.response.edit_message(view=message(question, *rows(*people)))


async def _enter(
    service: GameService, interaction: discord.Interaction, number: GameId, decide: DecideAction
) -> None:
    """Carry out a press; the updated list of effects is the answer."""

    def shown(after: Table, said: str) -> discord.ui.LayoutView | None:
        if not isinstance(after, Game):
            return None
        return message("\n".join(filter(None, (said, active_effects(after)))), *buttons(after, number))

    await service.press_privately(interaction, number, decide, shown)


async def _begin(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Start the effects of the picked card for the user; a card on the table is copied."""

    def decide(game: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("nobody_meant")
        return cards.play(cards.card_named(press.value), Play(game=game, by=me))

    await _enter(service, interaction, press.game, decide)


HANDLERS: Mapping[str, TableHandler] = {
    "effects": _open,
    "gone": _gone,
    "control": _control,
    "begineffect": _begin,
}
