"""The panel's forms: amounts and what goes with them, typed into Discord's modal.

What a form is for stands in its custom_id and what was typed comes with the interaction, so that a restart
while somebody has one open does not matter.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import discord

from cogs.board import panel_view
from cogs.core import components, targets
from cogs.core.components import MOST_OPTIONS, Label, list_field, options, text_field
from cogs.core.context import Fields, typed
from cogs.core.targets import asking, life_totals
from cogs.core.things import KIND_LENGTH, KINDS, commander_id, commander_titles, counter_kind
from cogs.text import names
from cogs.text.language import tr
from rules.actions import life
from rules.actions.action import Action
from rules.actions.counters import AddCounters, RemoveCounters
from rules.actions.damage import DealDamage
from rules.actions.table import Hold, together
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.numbers import plain, whole
from rules.players.life import spread
from rules.refusal import Refusal

Read = Callable[[Fields, Game, tuple[PlayerId, ...], PlayerId | None], Action]
"""What a filled-in form asks for, given the game, the players it is for and who asks; may raise Refusal."""
MOST = 999_999
AMOUNTS_LENGTH = 1000
"""Characters of an amount, or of everybody's own ones."""
KEYWORDS = ("combat", "infect", "lifelink", "unpreventable")
HOLD = "hold"
NOTHING = "none"
LIFE = {
    "lose": "Lose life",
    "gain": "Gain life",
    "drain": "Drain: gain all that is lost",
    "drain_once": "Drain: gain the amount once",
    "pay": "Pay life",
    "set": "Set life total",
    "double": "Double life",
    "triple": "Triple life",
    "half_up": "Lose half, rounded up",
    "half_down": "Lose half, rounded down",
    "pay_half_up": "Pay half, rounded up",
    "pay_half_down": "Pay half, rounded down",
    "damage_half_up": "Take half as damage, rounded up",
    "damage_half_down": "Take half as damage, rounded down",
    "exchange": "Exchange totals with a player",
    "exchange_number": "Exchange total with a number",
    "each": "Set several totals",
    "redistribute": "Redistribute totals",
}


def form(kind: str, target: str, custom_id: str, game: Game) -> discord.ui.Modal:
    """The form "life", "damage" or "counter" for a panel's target at a game; raises Refusal for any other."""
    who = tr(target) if target in panel_view.GROUPS else game.player(target).name
    titles = {
        "life": tr("Life for {who}", who=who),
        "damage": tr("Damage for {who}", who=who),
        "counter": tr("Counters for {who}", who=who),
    }
    if kind not in FORMS:
        raise Refusal("outdated")
    return components.form(titles[kind], custom_id, *FORMS[kind][0](game))


def read(kind: str, fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    """What a filled-in form of this kind asks for; raises Refusal for what can't be read."""
    if kind not in FORMS:
        raise Refusal("outdated")
    return FORMS[kind][1](fields, game, who, me)


def _amount(*, required: bool = True) -> Label:
    return text_field(
        tr("Amount"), "amount", len(f"+{MOST}"), placeholder=tr("0 to 999999"), required=required
    )


def _number(fields: Fields, name: str = "amount") -> int:
    text = typed(fields, name)
    try:
        return whole(text, 0, MOST)
    except ValueError:
        raise Refusal("bad_number", text=text) from None


def _amounts() -> Label:
    """A field for one amount, or for several players' own ones."""
    about = tr("One amount, or each player's own: Ben 3, Cy 5")
    return text_field(tr("Amount"), "amount", AMOUNTS_LENGTH, about=about, placeholder="3", required=False)


def _each(
    fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None, *, signed: bool = False
) -> dict[PlayerId, int]:
    """What was typed into that field: how much for whom."""
    text = typed(fields, "amount")
    try:
        number = whole(text, -MOST, MOST)
    except ValueError:
        return targets.amounts(game, text, me, None, signed=signed)
    return dict.fromkeys(who, number if signed else abs(number))


def _signed(fields: Fields) -> tuple[int, str]:
    """The amount without its sign, and the "+" or "-" that was typed before it."""
    text = typed(fields, "amount")
    try:
        number = whole(text, -MOST, MOST)
    except ValueError:
        raise Refusal("bad_number", text=text) from None
    sign = plain(text)[:1]
    return abs(number), sign if sign in "+-" else ""


def _life(game: Game) -> Sequence[Label]:
    """Everything that changes life totals; doubling and the like need no amount."""
    what = options([(value, tr(label)) for value, label in LIFE.items()], "lose")
    about = tr("Each player's new total, for changes to several totals")
    other = tr("Player to exchange totals with, or who gains what is drained")
    return (
        _amounts(),
        list_field(tr("Action"), "what", what),
        _choice(tr("With"), "other", tr("Me"), _people(game), other),
        text_field(tr("New totals"), "totals", 2000, about=about, placeholder="Ana 12, Ben 3"),
    )


def _read_life(fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    what = typed(fields, "what")
    half: Literal["half_up", "half_down"] = "half_up" if what.endswith("up") else "half_down"
    match what:
        case "lose" if plain(typed(fields, "amount"))[:1] != "+":
            return life.lose_each(_each(fields, game, who, me), asking(game, me))
        case "lose" | "gain":
            return life.change_each(_each(fields, game, who, me, signed=True), asking(game, me))
        case "drain" | "drain_once":
            each, gains = _each(fields, game, who, me), _other(fields, game, me)
            return life.drain_each(each, gains, None if what == "drain" else spread(each)[0])
        case "pay":
            return life.PayLife(payments=_each(fields, game, who, me))
        case "set":
            members = {game.player(id).side: id for id in reversed(who)}
            return life.SetLife(to=dict.fromkeys(who, _number(fields)), chosen=members)
        case "double" | "triple":
            return life.MultiplyLife(who=who, times=2 if what == "double" else 3)
        case "half_up" | "half_down":
            return life.LoseLife(who=who, amount=half, by=asking(game, me))
        case "pay_half_up" | "pay_half_down":
            return life.PayLife(payments=dict.fromkeys(who, half))
        case "damage_half_up" | "damage_half_down":
            return DealDamage(to=who, amount=half, by=asking(game, me))
        case "exchange":
            return _exchange(fields, game, who, me)
        case "exchange_number":
            return life.ExchangeLifeWithNumber(who=_one(who), number=_number(fields))
        case "each":
            return life.SetLife(to=life_totals(game, typed(fields, "totals"), me))
        case "redistribute":
            return life.RedistributeLife(to=life_totals(game, typed(fields, "totals"), me))
        case _:
            raise Refusal("outdated")


def _exchange(fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    other = _other(fields, game, me)
    if other == _one(who):
        raise Refusal("exchange_what")
    return life.ExchangeLife(a=other, b=_one(who))


def _other(fields: Fields, game: Game, me: PlayerId | None) -> PlayerId:
    """The other player of the action, by default whoever asks; raises Refusal where that is nobody."""
    other = _player(game, _picked(fields, "other"), me) or me
    if other is None:
        raise Refusal("nobody_meant")
    return other


def _one(who: tuple[PlayerId, ...]) -> PlayerId:
    """The only one of these; raises Refusal when they are several."""
    if len(who) != 1:
        raise Refusal("one_at_a_time")
    return who[0]


def _damage(game: Game) -> Sequence[Label]:
    keywords = options(
        [
            *((word, tr(word)) for word in KEYWORDS),
            (HOLD, tr("Hold"), tr("More follows: no one loses until Release")),
        ]
    )
    counts = tr("Combat damage that counts toward the commander's 21")
    owner = tr("Me, or the commander's owner")
    return (
        _amounts(),
        list_field(tr("With"), "with", keywords, required=False, several=True),
        text_field(tr("Toxic"), "toxic", 2, about=tr("Poison counters in addition to combat damage")),
        _choice(tr("Commander"), "commander", tr("No commander"), commander_titles(game), counts),
        _choice(tr("From"), "source", owner, _people(game), tr("Controller of the damage source")),
    )


def _read_damage(fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    """The damage; its source is the one chosen, else the commander's owner, else whoever asks."""
    commander = commander_id(game, _picked(fields, "commander"), me, own=who != (me,))
    source = _player(game, _picked(fields, "source"), me)
    keywords = fields.get("with", ())
    toxic = _number(fields, "toxic") if typed(fields, "toxic") else 0
    by = commander.rpartition(":")[0] if commander else asking(game, me)
    each = _each(fields, game, who, me)
    amount, others = spread(each)
    damage = DealDamage(
        to=tuple(each),
        amount=amount,
        amounts=others,
        by=source or by,
        combat="combat" in keywords or commander is not None or toxic > 0,
        infect="infect" in keywords,
        toxic=toxic,
        lifelink="lifelink" in keywords,
        commander=commander,
        unpreventable="unpreventable" in keywords,
    )
    return together(Hold(), damage) if HOLD in keywords and not game.held else damage


def _people(game: Game) -> dict[str, str]:
    return {panel_view.key(player.id): player.name for player in game.remaining}


def _choice(label: str, name: str, nothing: str, choices: Mapping[str, str], about: str) -> Label:
    """A list whose first option stands for nothing, or a field to type into where it would be too long."""
    if len(choices) >= MOST_OPTIONS:
        return text_field(label, name, 100, about=about, placeholder=nothing)
    return list_field(
        label, name, options([(NOTHING, nothing), *choices.items()], NOTHING), about=about, required=False
    )


def _picked(fields: Fields, name: str) -> str | None:
    text = typed(fields, name)
    return text if text and text != NOTHING else None


def _player(game: Game, picked: str | None, me: PlayerId | None) -> PlayerId | None:
    """The player who was picked from a list or typed; raises Refusal for a name that nobody has."""
    if picked is None:
        return None
    meant = panel_view.meant(game, picked)
    return meant if any(player.id == meant for player in game.players) else targets.player(game, picked, me)


def _counter(_game: Game) -> Sequence[Label]:
    kinds = options([(kind, names.thing(kind)) for kind in KINDS], "poison")
    ways = options([("add", tr("Add counters")), ("remove", tr("Remove counters"))], "add")
    return (
        _amount(),
        list_field(tr("Kind"), "kind", kinds),
        text_field(tr("Custom kind"), "own", KIND_LENGTH),
        list_field(tr("Action"), "way", ways),
    )


def _read_counter(fields: Fields, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    own = typed(fields, "own")
    kind = counter_kind(game, own) if own else typed(fields, "kind")
    if not own and kind not in KINDS:
        raise Refusal("outdated")
    number, sign = _signed(fields)
    if typed(fields, "way") == "remove" or sign == "-":
        return RemoveCounters(who=who, kind=kind, n=number)
    return AddCounters(who=who, kind=kind, n=number)


FORMS: Mapping[str, tuple[Callable[[Game], Sequence[Label]], Read]] = {
    "life": (_life, _read_life),
    "damage": (_damage, _read_damage),
    "counter": (_counter, _read_counter),
}
"""Each kind's fields, and what is read from them."""
