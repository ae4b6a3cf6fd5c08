"""The panel on which a lobby's variant and options are chosen; only whoever opened it sees it."""

from collections.abc import Iterable
from dataclasses import replace

import discord

from cogs.core import components
from cogs.core.components import MOST_OPTIONS, OPTION_LENGTH
from cogs.core.custom_id import CustomId, whole
from cogs.drawing.cutting import shortened
from cogs.lobby import view as message
from cogs.text.language import tr
from rules.formats.editions import EDITIONS
from rules.formats.options import Attack, Options
from rules.formats.variants import VARIANTS, Teams, Variant
from rules.game.lobby import Lobby
from rules.refusal import Refusal
from storage.settings.definitions import LINK_LENGTH, MOST_LIFE

TEAM_COUNTS = range(2, 9)
COLOUR = discord.Colour(0x10B981)

Row = discord.ui.ActionRow[discord.ui.LayoutView]
Label = discord.ui.Label[discord.ui.Modal]


def view(lobby: Lobby, number: int) -> discord.ui.LayoutView:
    """The panel; `number` is the game's."""
    text = "\n".join(("### " + tr("Lobby options"), message.summary(lobby)))
    container = discord.ui.Container[discord.ui.LayoutView](
        discord.ui.TextDisplay(text), *_rows(lobby, number), accent_colour=COLOUR
    )
    return components.message(container)


def done(said: str) -> discord.ui.LayoutView:
    """What the panel shows when there is nothing left to choose."""
    return components.message(discord.ui.TextDisplay(said))


def _rows(lobby: Lobby, number: int) -> list[Row]:
    options, variant = lobby.options, VARIANTS[lobby.options.variant]
    rows = [
        _select(
            CustomId("setvariant", number),
            [(key, one.name, one.summary) for key, one in VARIANTS.items()],
            options.variant,
        ),
        _select(
            CustomId("setedition", number),
            [(key, one.name, "") for key, one in EDITIONS.items()],
            options.edition,
        ),
    ]
    if len(variant.attack_choices) > 1:
        rows.append(_attack(options, variant, number))
    if variant.teams in (Teams.EQUAL, Teams.ANY) and variant.team_count is None:
        counts = [(str(count), tr("{n} teams", n=count), "") for count in TEAM_COUNTS]
        rows.append(_select(CustomId("setteams", number), counts, str(options.teams or 2)))
    rows += _roles(lobby, variant, number)
    toggles = [_toggle(tr("Seats as listed"), "arranged", number, on=options.arranged)]
    if variant.takes_commanders and not variant.commanders:
        toggles.append(_toggle(tr("Commander rules"), "commander", number, on=options.commander))
    if variant.may_deploy:
        on = variant.deploy if options.deploy is None else options.deploy
        toggles.append(_toggle(tr("Deploy creatures"), "deploy", number, on=on))
    forms = [
        _button(tr("Life, range, link…"), CustomId("lobbyform", number, "numbers")),
        _button(tr("Seating order…"), CustomId("lobbyform", number, "seats")),
    ]
    return [*rows, Row(*toggles), Row(*forms)]


def _attack(options: Options, variant: Variant, number: int) -> Row:
    names = {
        Attack.MULTIPLE: tr("Attack multiple opponents"),
        Attack.LEFT: tr("Attack to the left"),
        Attack.RIGHT: tr("Attack to the right"),
        Attack.ADJACENT: tr("Attack adjacent opponents"),
    }
    ways = [(attack.value, names[attack], "") for attack in variant.attack_choices]
    return _select(CustomId("setattack", number), ways, (options.attack or variant.attack).value)


def _roles(lobby: Lobby, variant: Variant, number: int) -> list[Row]:
    """A list of those who can be the archenemy, or an emperor."""
    people = [(seat.id, seat.name, seat.team or "") for seat in lobby.seated][:MOST_OPTIONS]
    if not people or not (variant.emperor or variant.teams is Teams.ONE_AGAINST_ALL):
        return []
    about = tr("Choose an emperor…") if variant.emperor else tr("Choose the archenemy…")
    return [_select(CustomId("setrole", number), people, None, about)]


def _select(
    press: CustomId, choices: Iterable[tuple[str, str, str]], chosen: str | None, about: str | None = None
) -> Row:
    options = [
        discord.SelectOption(
            label=shortened(label, OPTION_LENGTH),
            value=value,
            description=shortened(meaning, OPTION_LENGTH) or None,
            default=value == chosen,
        )
        for value, label, meaning in choices
    ]
    return Row(discord.ui.Select(custom_id=str(press), options=options[:MOST_OPTIONS], placeholder=about))


def _toggle(label: str, what: str, number: int, *, on: bool) -> discord.ui.Button[discord.ui.LayoutView]:
    said = tr("{what}: on", what=label) if on else tr("{what}: off", what=label)
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    value = f"{what}|{'off' if on else 'on'}"
    return discord.ui.Button(label=said, custom_id=str(CustomId("toggle", number, value)), style=style)


def _button(label: str, press: CustomId) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(label=label, custom_id=str(press))


def order(lobby: Lobby) -> str:
    """Everybody in the lobby in seat order, a line each."""
    return "\n".join(seat.name for seat in lobby.seated)


def toggled(options: Options, value: str) -> Options:
    """The options with one of them, such as "deploy|on", switched."""
    what, _, state = value.partition("|")
    on = state == "on"
    match what:
        case "commander":
            return replace(options, commander=on)
        case "deploy":
            return replace(options, deploy=on)
        case _:
            return replace(options, arranged=on)


def changed(options: Options, what: str, value: str) -> Options:
    """The options with another choice from one of the panel's lists; raises Refusal for no such choice."""
    match what:
        case "setedition":
            return replace(options, edition=value)
        case "setattack":
            if value not in list(Attack):
                raise Refusal("outdated")
            return replace(options, attack=Attack(value))
        case _:
            return replace(options, teams=whole(value))


def form(lobby: Lobby, press: CustomId) -> discord.ui.Modal:
    """The form that a button of the panel opens, filled in with what counts now; raises Refusal for none that
    there is."""
    match press.value:
        case "seats":
            return components.form(tr("Seating order"), str(press), _seats(lobby))
        case "numbers":
            return components.form(tr("Life, range and link"), str(press), *_numbers(lobby.options))
        case _:
            raise Refusal("outdated")


def _seats(lobby: Lobby) -> Label:
    field = discord.ui.TextInput[discord.ui.Modal](
        custom_id="order", style=discord.TextStyle.paragraph, default=order(lobby), max_length=4000
    )
    about = tr("All players in turn order, one per line, or: random")
    return discord.ui.Label(text=tr("Seats"), description=about, component=field)


def _numbers(options: Options) -> Iterable[Label]:
    life = _field("life", options.life, len(str(MOST_LIFE)))
    range_ = _field("range", options.range, 2)
    link = _field("link", options.link, LINK_LENGTH)
    usual = tr("Leave blank for the format's default")
    yield discord.ui.Label(text=tr("Starting life"), description=usual, component=life)
    yield discord.ui.Label(text=tr("Range of influence, in seats"), description=usual, component=range_)
    yield discord.ui.Label(text=tr("Webcam link"), component=link)


def _field(name: str, value: object, length: int) -> discord.ui.TextInput[discord.ui.Modal]:
    default = str(value) if value is not None else None
    return discord.ui.TextInput(custom_id=name, required=False, max_length=length, default=default)
