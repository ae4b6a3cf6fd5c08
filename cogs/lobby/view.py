"""The lobby's message: who plays, on which team, with which options, who is ready; and its buttons."""

from collections.abc import Sequence

import discord

from cogs.core.components import ComponentRow, button, card, rows, separator
from cogs.core.custom_ids import TableCustomId
from cogs.text import names, results
from cogs.text.facts import decks
from cogs.text.formatting import bold, comma_separated, escape, listed, signed
from cogs.text.language import tr, trn
from rules.events.event import Event
from rules.events.table import LobbyChanged
from rules.formats.editions import EDITIONS, rule
from rules.formats.variants import VARIANTS
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId
from rules.setup.seating_plan import team_names
from rules.setup.validation import fewest_players, has_commanders
from rules.table import Table

OPEN_COLOR = discord.Color(0x10B981)
CLOSED_COLOR = discord.Color(0x6B7280)


def lobby_view(
    lobby: Lobby, number: GameId, last: int, *, voice: bool = True, page: bool = False
) -> discord.ui.LayoutView:
    """Return the lobby's message; `number` is the game's, `last` its last action's.

    ``voice``: whether the bot sees who is in voice channels. ``page``: whether guests can join by a page.
    """
    heading, people, notes = _parts(lobby, number)
    parts = [
        heading,
        separator(),
        people,
        *([notes] if notes else []),
        *_rows(lobby, number, last, voice=voice, page=page),
    ]
    return card(*parts, color=CLOSED_COLOR if lobby.closed else OPEN_COLOR)


def _parts(lobby: Lobby, number: GameId) -> tuple[str, str, str]:
    """Return the format, the players, and the open tasks."""
    variant = VARIANTS[lobby.options.variant]
    rule = variant.number(lobby.options.edition)
    about = tr("Game {number}", number=number) + (f" · CR {rule}" if rule else "")
    heading = "\n".join(filter(None, (f"-# {about}", summary(lobby), results.match_line(lobby))))
    if lobby.closed:
        if lobby.expired:
            return heading, tr("This lobby was closed after a day without activity."), ""
        return heading, tr("This lobby is closed. `/game new` opens another."), ""
    missing = fewest_players(lobby) - len(lobby.seated)
    few = (
        trn("{n} more player needed to start.", "{n} more players needed to start.", missing)
        if missing > 0
        else ""
    )
    brackets = decks.spread(seat.deck for seat in lobby.seated) if has_commanders(lobby.options) else ""
    hints = (few, _emperors(lobby), brackets, _readiness(lobby), _choice(lobby))
    notes = [f"-# {line}" for line in hints if line]
    return heading, "\n".join(_people(lobby)), "\n".join(notes)


def summary(lobby: Lobby) -> str:
    """Return the format and its options."""
    variant, options = VARIANTS[lobby.options.variant], lobby.options
    lines = [f"## {tr(variant.name)}", tr(variant.summary)]
    chosen = _chosen(lobby)
    if chosen:
        text = listed(chosen)
        lines.append(tr("{sentence}.", sentence=text[0].upper() + text[1:]))
    if options.link:
        lines.append(tr("Webcam: {link}", link=options.link))
    return "\n".join(lines)


def _emperors(lobby: Lobby) -> str:
    """Return how a team chooses its emperor, while it has none and the seats don't determine it (809.2)."""
    options = lobby.options
    named = len(options.emperors) == len(team_names(options))
    if not VARIANTS[options.variant].emperor or options.arranged or named:
        return ""
    return tr("Emperors are random unless you choose them under **Options…**.")


def _readiness(lobby: Lobby) -> str:
    """Return who isn't ready, once a ready check has begun."""
    if not lobby.asked and not lobby.ready:
        return ""
    if not lobby.awaited:
        return tr("Everyone is ready.")
    return tr("Not ready yet: {names}.", names=listed(escape(seat.name) for seat in lobby.awaited))


def _choice(lobby: Lobby) -> str:
    chooser = lobby.find(lobby.options.chooser or "")
    if chooser is None:
        return ""
    return tr(
        "{name} lost the last game and chooses who goes first (default: {name}) with `/game start "
        "first:` (CR {rule}).",
        name=escape(chooser.name),
        rule=rule(lobby.options.edition, "chooser"),
    )


def _chosen(lobby: Lobby) -> list[str]:
    options = lobby.options
    chosen = [tr("{life} life", life=options.life)] if options.life is not None else []
    chosen += [tr("range of influence {n}", n=options.range)] if options.range is not None else []
    chosen += [tr("attack {option}", option=tr(options.attack.value))] if options.attack is not None else []
    chosen += [tr("with Commander rules")] if options.commander else []
    if VARIANTS[options.variant].shares_life and options.commander:
        chosen.append(
            tr("commander damage counted for the team")
            if options.team_damage
            else tr("commander damage counted for each player")
        )
    chosen += [tr("players who are out can still win")] if options.out_can_win else []
    if options.show_out is not None:
        chosen.append(
            tr("leaving the game shows the role")
            if options.show_out
            else tr("roles stay secret after leaving the game")
        )
    chosen += [tr("roles that win at the same time draw")] if options.joint_draw else []
    chosen += [tr("a usurped King plays on as Usurper, at 1 life")] if options.leader_stays else []
    if options.best_of > 1:
        chosen.append(tr(results.MATCHES[options.best_of]))
    if options.deploy is not None:
        chosen.append(tr("with deploy creatures") if options.deploy else tr("without deploy creatures"))
    chosen += [tr(EDITIONS[options.edition].name)] if options.edition != "current" else []
    chosen.append(tr("seats as listed") if options.arranged else tr("seats randomized at the start"))
    return chosen


def _people(lobby: Lobby) -> list[str]:
    teams = team_names(lobby.options)
    if not teams:
        seated = [_name(lobby, index) for index in range(len(lobby.seated))]
        return ["\n".join(f"{number}. {name}" for number, name in enumerate(seated, 1)) or tr("No one yet.")]
    lines: list[str] = []
    for team in teams:
        members = [_name(lobby, index) for index, seat in enumerate(lobby.seated) if seat.team == team]
        who = listed(members) or tr("no one yet")
        lines.append(f"**{names.team(team)}**: {who}")
    return lines


def _name(lobby: Lobby, index: int) -> str:
    seat = lobby.seated[index]
    details = [tr("guest")] if seat.user is None else []
    details += [tr("ready")] if seat.id in lobby.ready else []
    details += [tr("emperor")] if seat.id in lobby.options.emperors else []
    details += [_vanguard(seat)] if seat.vanguard_life or seat.vanguard_hand else []
    reach = lobby.options.ranges.get(seat.id)
    details += [tr("range {n}", n=reach)] if reach is not None else []
    details += decks.words(seat.deck) if has_commanders(lobby.options) else []
    name = escape(seat.name)
    return f"{name} ({comma_separated(details)})" if details else name


def _vanguard(seat: Seated) -> str:
    life, hand = signed(seat.vanguard_life), signed(seat.vanguard_hand)
    return tr("vanguard {life} life, {hand} cards", life=life, hand=hand)


def change(table: Table, happened: Sequence[Event]) -> str:
    """Return the result of an action on a lobby, in a line or two."""
    event = next((event for event in happened if isinstance(event, LobbyChanged)), None)
    if not isinstance(table, Lobby) or event is None:
        return ""
    who = bold(event.who)
    match event.change:
        case "emperor":
            return tr("{who} is the team's emperor and sits in the middle.", who=who)
        case "archenemy":
            return tr("{who} is the archenemy. Everyone else is a hero.", who=who)
        case "vanguard" | "range" | "deck":
            seat = next(place for place, seat in enumerate(table.seated) if seat.name == event.who)
            return f"{_name(table, seat)}."
        case "handed_over":
            return tr("{who} took over a seat", who=who) + "."
        case "ready" if not table.awaited:
            return tr("{name} is ready, and so is everyone else. Press **Start**.", name=who)
        case "ready":
            return tr("{name} is ready.", name=who)
        case "not_ready":
            return tr("{name} isn't ready.", name=who)
        case "options":
            chosen = _chosen(table)
            return f"{tr(VARIANTS[table.options.variant].name)}: {listed(chosen)}."
        case _:
            return _gathered(table)


def _gathered(lobby: Lobby) -> str:
    """Return the people in the lobby, in one line, in the order of arranged seats."""
    names = [escape(seat.name) for seat in lobby.seated]
    if lobby.options.arranged:
        return tr("Seats: {seats}", seats=" → ".join(names))
    people = listed(names) or tr("no one")
    return tr("In the lobby: {people}. Seats are randomized at the start.", people=people)


def _rows(lobby: Lobby, number: GameId, last: int, *, voice: bool, page: bool) -> list[ComponentRow]:
    if lobby.closed:
        return rows(button(tr("Reopen"), TableCustomId("undo", number, str(last))))
    teams = team_names(lobby.options)
    joins = [
        button(tr("Join {team}", team=names.team(team)), TableCustomId("join", number, team))
        for team in teams
    ]
    seats = [] if teams else [button(tr("Join"), TableCustomId("join", number))]
    seats += [
        button(tr("Leave"), TableCustomId("leave", number)),
        button(tr("Ready"), TableCustomId("ready", number)),
        button(tr("Ready check"), TableCustomId("askready", number)),
        button(tr("Start"), TableCustomId("start", number), discord.ButtonStyle.success),
    ]
    more = [
        *([button(tr("Seat my voice channel"), TableCustomId("voice", number))] if voice else []),
        button(tr("Add players…"), TableCustomId("people", number)),
        *([button(tr("Guests…"), TableCustomId("guests", number))] if page else []),
        *(
            [button(tr("Bracket…"), TableCustomId("bracket", number))]
            if has_commanders(lobby.options)
            else []
        ),
        button(tr("Options…"), TableCustomId("setup", number)),
        button(tr("Cancel"), TableCustomId("cancel", number), discord.ButtonStyle.danger),
    ]
    return [*rows(*joins), *rows(*seats), *rows(*more)]
