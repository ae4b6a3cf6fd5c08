"""The panel and the form on which it is entered what happened at the same time as a loss or an ending."""

import zlib
from collections.abc import Sequence

import discord

from cogs.core import components, targets
from cogs.core.components import (
    MOST_OPTIONS,
    OPTION_LENGTH,
    Choice,
    Label,
    Row,
    button,
    card,
    list_field,
    options,
    rows,
    select,
    text_field,
)
from cogs.core.context import Fields, typed
from cogs.core.custom_ids import TableCustomId
from cogs.core.things import commander_id, commander_titles, owner_of
from cogs.text.language import mark, tr
from cogs.text.log.entry_text import in_short
from rules.actions import life
from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import LoseGame
from rules.actions.library import FailDraw
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.numbers import whole
from rules.players.life import spread
from rules.refusal import Refusal
from storage.games.games import Step

MOST = 999_999
NOTHING = "none"
AMOUNTS_LENGTH = 1000
NAMES_LENGTH = 1000
WHAT = {
    "lose": mark("Loss of life"),
    "damage": mark("Damage"),
    "poison": mark("Poison counters"),
    "library": mark("Draw from an empty library"),
    "effect": mark("An effect that loses the game"),
}
"""What can be entered, by its name in the form."""


def panel(game: Game, number: GameId, event: Step, later: Sequence[Step]) -> discord.ui.LayoutView:
    """The panel for an event of the game with this number, and what was entered after it."""
    step = event.entry.number
    text = "\n".join(
        (
            tr("### At the same time as step {number}", number=step),
            f"-# {in_short(game, event.entry)}",
            tr("What else was part of this event? All of it will be judged again, as one event."),
        )
    )
    found: list[Row] = []
    if later:
        choices: list[Choice] = [
            (
                f"{step}|{one.entry.number}",
                f"{one.entry.number}: {in_short(game, one.entry)}",
                one.entry.name,
            )
            for one in later[-MOST_OPTIONS:]
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


def form(game: Game, custom_id: str, me: PlayerId | None) -> discord.ui.Modal:
    """The form for what happened at the same time."""
    what = options([(value, tr(label)) for value, label in WHAT.items()], "lose")
    about = tr("One amount, or each player's own: Ben 3, Cy 5")
    return components.form(
        tr("At the same time"),
        custom_id,
        list_field(tr("What happened"), "what", what),
        text_field(tr("Amount"), "amount", AMOUNTS_LENGTH, about=about, placeholder="5"),
        _players(game, me),
        _commander(game),
    )


def _commander(game: Game) -> Label:
    """The commander that dealt the damage, if it was one: a list, or a field where it would be too long."""
    label, nothing, cards = tr("Commander"), tr("No commander"), commander_titles(game)
    about = tr("Combat damage that counts toward the commander's 21")
    if len(cards) >= MOST_OPTIONS:
        return text_field(label, "commander", OPTION_LENGTH, about=about, placeholder=nothing)
    choices = options([(NOTHING, nothing), *cards.items()], NOTHING)
    return list_field(label, "commander", choices, about=about, required=False)


def _players(game: Game, me: PlayerId | None) -> Label:
    """Whom it happened to: a list, or a field to type into where it would be too long."""
    label = tr("Players")
    if len(game.players) > MOST_OPTIONS:
        return text_field(label, "who", NAMES_LENGTH, placeholder="Ana, Ben")
    choices = options([(_key(one.id), one.name) for one in game.players], _key(me) if me else None)
    return list_field(label, "who", choices, several=True, required=False)


def _key(player: PlayerId) -> str:
    """A player in so few letters that it fits into a list, whatever a guest is called."""
    return player if len(player) <= OPTION_LENGTH else format(zlib.crc32(player.encode()), "x")


def read(fields: Fields, game: Game, me: PlayerId | None) -> Action:
    """What a filled-in form says; raises Refusal for what can't be read."""
    who = _who(fields, game, me)
    match typed(fields, "what"):
        case "lose":
            return life.lose_each(_amounts(fields, game, who, me), me)
        case "damage":
            amount, others = spread(each := _amounts(fields, game, who, me))
            picked = typed(fields, "commander")
            card = commander_id(game, picked, me, own=False) if picked not in ("", NOTHING) else None
            return DealDamage(
                to=tuple(each),
                amount=amount,
                amounts=others,
                by=owner_of(card) if card is not None else me,
                combat=card is not None,
                commander=card,
            )
        case "poison":
            return AddCounters(who=who, kind="poison", n=_number(fields))
        case "library":
            return FailDraw(who=who)
        case "effect":
            return LoseGame(who=who)
        case _:
            raise Refusal("outdated")


def _who(fields: Fields, game: Game, me: PlayerId | None) -> tuple[PlayerId, ...]:
    values = fields.get("who", ())
    by_key = {_key(one.id): one.id for one in game.players}
    if values and all(value in by_key for value in values):
        return tuple(by_key[value] for value in values)
    return targets.players(game, typed(fields, "who") or None, me)


def _amounts(
    fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None
) -> dict[PlayerId, int]:
    try:
        number = whole(typed(fields, "amount"), -MOST, MOST)
    except ValueError:
        return targets.amounts(game, typed(fields, "amount"), me, None)
    return dict.fromkeys(who, abs(number))


def _number(fields: Fields) -> int:
    text = typed(fields, "amount")
    try:
        return whole(text, 0, MOST)
    except ValueError:
        raise Refusal("bad_number", text=text) from None
