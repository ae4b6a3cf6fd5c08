"""The private panel for choosing a lobby's variant and options."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import discord
from msgspec.structs import replace

from cogs.core import components
from cogs.core.components import Button, ComponentRow, Label, button, card, options, rows, select, text_field
from cogs.core.custom_ids import TableCustomId, Value, whole
from cogs.lobby import view as message
from cogs.text import names, results
from cogs.text.language import tr
from rules.formats.editions import EDITIONS
from rules.formats.options import Attack, Options
from rules.formats.variants import VARIANTS, Teams, Variant
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.numbers import MAX_AMOUNT
from rules.refusal import Refusal
from storage.settings.definitions import LINK_LENGTH

TEAM_COUNTS = range(2, 9)
SETUP_COLOR = discord.Color(0x10B981)
Switched: TypeAlias = Literal[
    "arranged",
    "commander",
    "deploy",
    "team_damage",
    "out_can_win",
    "show_out",
    "joint_draw",
    "leader_stays",
]
"""The options with a switch."""


def lobby_panel(lobby: Lobby, number: GameId) -> discord.ui.LayoutView:
    """Return the panel; `number` is the game's."""
    text = "\n".join(("### " + tr("Lobby options"), message.summary(lobby)))
    return card(text, *_rows(lobby, number), color=SETUP_COLOR)


def _rows(lobby: Lobby, number: GameId) -> list[ComponentRow]:
    chosen, variant = lobby.options, VARIANTS[lobby.options.variant]
    variants = options(
        [(key, tr(one.name), tr(one.summary)) for key, one in VARIANTS.items()], chosen.variant
    )
    editions = options([(key, tr(one.name)) for key, one in EDITIONS.items()], chosen.edition)
    found = [
        select(TableCustomId("setvariant", number), variants),
        select(TableCustomId("setedition", number), editions),
    ]
    if len(variant.attack_choices) > 1:
        found.append(_attack(chosen, variant, number))
    if variant.teams in (Teams.EQUAL, Teams.ANY) and variant.team_count is None:
        counts = [(str(count), tr("{n} teams", n=count)) for count in TEAM_COUNTS]
        found.append(select(TableCustomId("setteams", number), options(counts, str(chosen.teams or 2))))
    found += _roles(lobby, variant, number)
    lengths = [(str(games), _capitalized(tr(name))) for games, name in results.MATCHES.items()]
    found.append(select(TableCustomId("setmatch", number), options(lengths, str(chosen.best_of))))
    toggles = [_toggle(tr("Seats as listed"), "arranged", number, on=chosen.arranged)]
    if variant.takes_commanders and not variant.commanders:
        toggles.append(_toggle(tr("Commander rules"), "commander", number, on=chosen.commander))
    if variant.may_deploy:
        on = variant.deploy if chosen.deploy is None else chosen.deploy
        toggles.append(_toggle(tr("Deploy creatures"), "deploy", number, on=on))
    if variant.shares_life and chosen.commander:
        toggles.append(_toggle(tr("Commander damage per team"), "team_damage", number, on=chosen.team_damage))
    if variant.opposite or variant.roles is not None:
        toggles.append(_toggle(tr("Out can still win"), "out_can_win", number, on=chosen.out_can_win))
    if variant.roles is not None:
        on = variant.roles.shows_out if chosen.show_out is None else chosen.show_out
        toggles.append(_toggle(tr("Leaving shows the role"), "show_out", number, on=on))
        toggles.append(_toggle(tr("Joint wins draw"), "joint_draw", number, on=chosen.joint_draw))
        if variant.roles.has_usurper:
            toggles.append(_toggle(tr("Usurped King stays"), "leader_stays", number, on=chosen.leader_stays))
    forms = [
        button(tr("Life, range, link…"), TableCustomId("lobbyform", number, "numbers")),
        button(tr("Seating order…"), TableCustomId("lobbyform", number, "seats")),
    ]
    return [*found, *rows(*toggles), *rows(*forms)]


def _attack(chosen: Options, variant: Variant, number: GameId) -> ComponentRow:
    names = {
        Attack.MULTIPLE: tr("Attack multiple opponents"),
        Attack.LEFT: tr("Attack to the left"),
        Attack.RIGHT: tr("Attack to the right"),
        Attack.ADJACENT: tr("Attack adjacent opponents"),
    }
    ways = [(attack.value, names[attack]) for attack in variant.attack_choices]
    return select(TableCustomId("setattack", number), options(ways, (chosen.attack or variant.attack).value))


def _roles(lobby: Lobby, variant: Variant, number: GameId) -> list[ComponentRow]:
    people = options([(seat.id, seat.name, names.team(seat.team or "")) for seat in lobby.seated])
    if not people or not (variant.emperor or variant.teams is Teams.ONE_AGAINST_ALL):
        return []
    about = tr("Choose an emperor…") if variant.emperor else tr("Choose the archenemy…")
    return [select(TableCustomId("setrole", number), people, about)]


def _capitalized(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return f"{text[0].upper()}{text[1:]}"


def _toggle(label: str, what: Switched, number: GameId, *, on: bool) -> Button:
    text = tr("{what}: on", what=label) if on else tr("{what}: off", what=label)
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return button(text, TableCustomId("toggle", number, str(Switch(what, "off" if on else "on"))), style)


class Switch(Value, frozen=True):
    """An option, and its value after the button is pressed."""

    option: Switched
    state: Literal["on", "off"]


def changed(chosen: Options, press: TableCustomId) -> Options:
    """Return the options after a choice from one of the panel's lists, or a switch such as "deploy|on".

    Raises Refusal for an unknown choice.
    """
    match press.verb:
        case "toggle":
            switch = Switch.read(press.value)
            return replace(chosen, **{switch.option: switch.state == "on"})
        case "setedition":
            return replace(chosen, edition=press.value)
        case "setattack" if press.value in list(Attack):
            return replace(chosen, attack=Attack(press.value))
        case "setmatch" if press.value in map(str, results.MATCHES):
            return replace(chosen, best_of=whole(press.value))
        case "setteams":
            return replace(chosen, teams=whole(press.value))
        case _:
            raise Refusal("outdated")


def lobby_panel_form(lobby: Lobby, press: TableCustomId) -> discord.ui.Modal:
    """Return the form of a panel's button, prefilled; raises Refusal for an unknown one."""
    match press.value:
        case "seats":
            about = tr("All players in turn order, one per line, or: random")
            order = "\n".join(seat.name for seat in lobby.seated)
            seats = text_field(
                tr("Seats"), "order", 4000, about=about, value=order, required=True, paragraph=True
            )
            return components.form(tr("Seating order"), press, seats)
        case "numbers":
            return components.form(tr("Life, range and link"), press, *_numbers(lobby.options))
        case _:
            raise Refusal("outdated")


def _numbers(chosen: Options) -> Iterable[Label]:
    usual = tr("Leave blank for the format's default")
    yield text_field(tr("Starting life"), "life", len(str(MAX_AMOUNT)), about=usual, value=chosen.life)
    yield text_field(tr("Range of influence, in seats"), "range", 2, about=usual, value=chosen.range)
    yield text_field(tr("Webcam link"), "link", LINK_LENGTH, value=chosen.link)
