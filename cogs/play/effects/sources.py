"""What makes effects: its list, what is pressed there when a card is gone or changes control."""

from collections.abc import Callable, Mapping, Sequence

import discord

from cogs.core import autocomplete
from cogs.core.components import Button, Row, button, message, rows
from cogs.core.custom_ids import TableCustomId, Value, Whole
from cogs.core.entry_forms.fields import key as shortened_id
from cogs.core.messaging import reply_private
from cogs.core.service import GameService, Handler, privately
from cogs.drawing.cutting import shortened
from cogs.text import matching, names
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.continuous_effects import ChangeSourceControl, RemoveSource
from rules.game.game import Game
from rules.game.parts import Effect, EffectKind, GameId, Player, PlayerId
from rules.refusal import Refusal
from rules.table import Table

SHOWN = 8
"""Cards that have buttons; others are named in the command."""
LABEL = 80
"""Characters that Discord takes on a button."""
CHOSEN = "#"
"""What stands before the number of what is chosen."""
KEY_LENGTH = 50
"""Characters that a button has room for."""


def sources(game: Game) -> Mapping[int, Effect]:
    """Return the sources of effects by number, with the first effect of each."""
    found: dict[int, Effect] = {}
    for effect in game.effects:
        if not effect.has_duration:
            found.setdefault(effect.made_by, effect)
    return found


def label(game: Game, effect: Effect) -> str:
    """Return an effect's source with its controller: "Platinum Angel (Ana)"; a nameless one by its effect."""
    called = effect.card or f"{game.player(effect.on).name}: {names.effect_named(game, effect)}"
    owner = game.player(effect.source).name if effect.source is not None and effect.card else ""
    return f"{called} ({owner})" if owner else called


def labels(game: Game) -> Mapping[str, int]:
    """Return the numbers of sources by label; a number distinguishes equal ones."""
    found: dict[str, int] = {}
    for number, effect in sources(game).items():
        called, place = label(game, effect), 2
        while called in found:
            called, place = f"{label(game, effect)} #{place}", place + 1
        found[called] = number
    return found


async def names_of(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the table's sources whose labels contain the typed text. The value is the number, so that a
    second choice of a removed one ends no other of its name."""
    game = await autocomplete.game_of(interaction)
    known = labels(game) if game is not None else dict[str, int]()
    found = matching.containing(typed, [*known])
    return autocomplete.labelled({one: f"{CHOSEN}{known[one]}" for one in found})


def named(game: Game, typed: str) -> Effect:
    """Return the first effect of a source, chosen or typed: a label, or the only one that contains the text.

    Raises Refusal "no_such_source".
    """
    number = typed.removeprefix(CHOSEN)
    if number != typed and number.isdecimal():
        return _effect(game, int(number))
    known = labels(game)
    found = [typed] if typed in known else matching.containing(typed, [*known])
    if len(found) != 1:
        raise Refusal("no_such_source", card=typed)
    return sources(game)[known[found[0]]]


def gone(effect: Effect) -> Action:
    """Return the action that removes an effect's source."""
    kind, on = _nameless(effect)
    return RemoveSource(object=effect.made_by, who=effect.source, card=effect.card, kind=kind, on=on)


def moved(effect: Effect, to: PlayerId) -> Action:
    """Return the action that gives an effect's source another controller."""
    kind, on = _nameless(effect)
    return ChangeSourceControl(
        object=effect.made_by, who=effect.source, card=effect.card, kind=kind, on=on, to=to
    )


def _nameless(effect: Effect) -> tuple[EffectKind, PlayerId] | tuple[None, None]:
    """Return the label of an effect without a card."""
    return (None, None) if effect.card else (effect.kind, effect.on)


class Moved(Value, frozen=True):
    """What changes control, and who gets it, in so few letters that it fits into a button."""

    object: Whole
    to: str = ""


def listed(game: Game) -> str:
    """Return the active continuous effects, each with its source."""
    lines = (f"{names.bold(game, one.on)}: {names.effect_with_source(game, one)}" for one in game.effects)
    return "\n".join(lines) or tr("No active effects. Add one with `/effect add`.")


def buttons(game: Game, number: GameId) -> list[Row]:
    """Return two buttons for each source of effects: one to remove it and one for a new controller."""
    found: list[Row] = []
    for called, object in [*labels(game).items()][:SHOWN]:
        line = [button(_short(tr("{card}: gone", card=called)), TableCustomId("gone", number, str(object)))]
        others = _others(game, sources(game)[object])
        if len(others) == 1:
            line.append(_to(others[0], tr("New controller: {who}", who=others[0].name), number, object))
        elif others:
            custom_id = TableCustomId("control", number, str(Moved(object)))
            line.append(button(tr("New controller…"), custom_id))
        found += rows(*line)
    return found


def _others(game: Game, effect: Effect) -> Sequence[Player]:
    """Return the players who can get control of an effect's source; empty if its controller is unknown."""
    return [one for one in game.remaining if effect.source not in (None, one.id)]


def _to(who: Player, called: str, number: GameId, object: int) -> Button:
    """Return a button that gives a source to a player."""
    moved = Moved(object, shortened_id(who.id, KEY_LENGTH))
    return button(_short(called), TableCustomId("control", number, str(moved)))


def _short(text: str) -> str:
    return shortened(text, LABEL)


async def show(interaction: discord.Interaction, game: Game, number: GameId) -> None:
    """Reply with the active effects and their buttons."""
    await reply_private(interaction, listed(game), *buttons(game, number))


@privately
async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await show(interaction, await service.look(press.game), press.game)


async def _gone(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    object = Moved.read(press.value).object
    await _enter(service, interaction, press.game, object, gone)


@privately
async def _control(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show everybody who can control it, or give it to who was pressed."""
    asked, game = Moved.read(press.value), await service.look(press.game)
    effect = _effect(game, asked.object)
    if asked.to:
        to = next((one.id for one in game.remaining if shortened_id(one.id, KEY_LENGTH) == asked.to), "")
        await _enter(service, interaction, press.game, asked.object, lambda found: moved(found, to))
        return
    people = [_to(one, one.name, press.game, asked.object) for one in _others(game, effect)]
    question = tr("Who controls {card} now?", card=label(game, effect))
    await interaction.response.edit_message(view=message(question, *rows(*people)))


def _effect(game: Game, object: int) -> Effect:
    effect = sources(game).get(object)
    if effect is None:
        raise Refusal("no_such_source", card="")
    return effect


async def _enter(
    service: GameService,
    interaction: discord.Interaction,
    number: GameId,
    object: int,
    action: Callable[[Effect], Action],
) -> None:
    """Carry out what was pressed; the list of effects, as it is then, is the answer."""

    def shown(after: Table, said: str) -> discord.ui.LayoutView | None:
        if not isinstance(after, Game):
            return None
        return message("\n".join(filter(None, (said, listed(after)))), *buttons(after, number))

    await service.press_privately(interaction, number, lambda game, _: action(_effect(game, object)), shown)


HANDLERS: Mapping[str, Handler] = {"effects": _open, "gone": _gone, "control": _control}
