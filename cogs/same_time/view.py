"""The panel and the form for adding simultaneous actions to a loss or an ending."""

from collections.abc import Mapping, Sequence

import discord
from msgspec.structs import replace

from cogs.core import components, targets
from cogs.core.components import (
    MAX_OPTIONS,
    ComponentRow,
    ListOption,
    button,
    card,
    list_field,
    options,
    rows,
    select,
)
from cogs.core.context import ModalFields, typed
from cogs.core.custom_ids import IdInteger, TableCustomId, Value
from cogs.core.entry_forms.fields import (
    NAMES_LENGTH,
    amounts_field,
    commander_field,
    labeled,
    options_field,
    player_key,
)
from cogs.core.entry_forms.reading import read_commander, read_each, read_options, read_players
from cogs.entry.fields import StepFields
from cogs.entry.form_field import FormField
from cogs.entry.step import action_of, with_sign
from cogs.text.language import mark, tr
from cogs.text.log.entry_text import short_result
from rules.actions.action import Action
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from storage.games.games import Step

WHAT: Mapping[str, tuple[str, StepFields]] = {
    "lose": (mark("Loss of life"), StepFields(what="lose")),
    "damage": (mark("Damage"), StepFields(what="damage")),
    "poison": (mark("Poison counters"), StepFields(what="add", kind="poison")),
    "library": (mark("Draw from an empty library"), StepFields(what="library")),
    "effect": (mark("An effect that loses the game"), StepFields(what="effect")),
}
"""Things that can be entered, by their name in the form, with the step's fields."""


class Joined(Value, frozen=True):
    """An event, and a later step that was part of it."""

    event: IdInteger
    step: IdInteger = 0


def event_panel(game: Game, number: GameId, event: Step, later: Sequence[Step]) -> discord.ui.LayoutView:
    """Return the panel for an event of the game with this number, and for the entries after it."""
    step = event.entry.number
    text = "\n".join(
        (
            tr("### At the same time as step {number}", number=step),
            f"-# {short_result(game, event.entry)}",
            tr("What else happened at the same time? Losses are checked again for everything together."),
        )
    )
    found: list[ComponentRow] = []
    if later:
        choices: list[ListOption] = [
            (
                str(Joined(step, one.entry.number)),
                f"{one.entry.number}: {short_result(game, one.entry)}",
                one.entry.name,
            )
            for one in later[-MAX_OPTIONS:]
        ]
        found.append(select(TableCustomId("joinstep", number), options(choices), tr("Entered since then…")))
    found += rows(
        button(
            tr("Enter what happened…"),
            TableCustomId("joinform", number, str(step)),
            discord.ButtonStyle.primary,
        ),
        button(tr("I conceded"), TableCustomId("joinconcede", number, str(step)), discord.ButtonStyle.danger),
    )
    return card(text, *found)


def event_form(game: Game, custom_id: str, me: PlayerId | None) -> discord.ui.Modal:
    """Return the form for a simultaneous event."""
    what = options([(value, tr(title)) for value, (title, _) in WHAT.items()], "lose")
    return components.form(
        tr("At the same time"),
        custom_id,
        list_field(tr("What happened"), "what", what),
        labeled(amounts_field("5")),
        labeled(_players(game, me)),
        labeled(commander_field(game)),
        labeled(options_field()),
    )


def _players(game: Game, me: PlayerId | None) -> FormField:
    """Return the field for the players: a list, or a text field if that would be too long."""
    text = tr("Players")
    if len(game.players) > MAX_OPTIONS:
        return FormField("who", text, placeholder="Ana, Ben", length=NAMES_LENGTH)
    choices = tuple((player_key(one.id), one.name, one.id == me) for one in game.players)
    return FormField("who", text, options=choices, several=True)


def action_of_event_form(fields: ModalFields, game: Game, me: PlayerId | None) -> Action:
    """Return the action that a filled-in form asks for; raises Refusal for invalid values."""
    if typed(fields, "what") not in WHAT:
        raise Refusal("outdated")
    _, step = WHAT[typed(fields, "what")]
    who = read_players(fields, game, me) or targets.players(game, None, me)
    each, sign = read_each(fields, game, who, me)
    commander = read_commander(fields, game, me, own=tuple(each) != (me,))
    step = replace(step, each=each, requester=me, commander=commander, **read_options(fields))
    return action_of(with_sign(step, sign), game)
