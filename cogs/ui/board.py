"""The board: one message that shows a game at a glance, also as plain text."""

from collections.abc import Mapping, Sequence

import discord

from cogs.ui import announcements, effect_names, names, tables, turn_words
from cogs.ui.custom_id import Press
from cogs.ui.language import tr
from cogs.ui.text import bold, escape, listed, shortened
from rules import checks
from rules.editions import EDITIONS
from rules.game import Game, MarkerState, PlayerId, Result, Side
from rules.variants import VARIANTS

LIFE_STEPS = (-5, -1, 1, 5)
FULL_PLAYERS = 10
"""Up to this many players the board shows everything in full."""
LOG_LINES = 5
TEXT_LIMIT = 3800
"""Characters of text, a little under the 4,000 that Discord takes in one message."""
PLAYING = discord.Colour(0x3B82F6)
HELD = discord.Colour(0xF59E0B)
OVER = discord.Colour(0x6B7280)


RESULTS: Mapping[Result, str] = {Result.WON: "won", Result.LOST: "lost", Result.DRAW: "draw"}
"""How a game has gone for somebody."""


def view(
    game: Game, number: int, log: Sequence[str], times: Sequence[str], last: int | None
) -> discord.ui.LayoutView:
    """The board's message. `log` is the last few entries, oldest first; `number` the game's; `times` what the
    clocks show; `last` the action that Undo takes back, if there is one."""
    colour = OVER if game.outcome is not None else HELD if game.held else PLAYING
    text = _fitting(game, number, log, times)
    container = discord.ui.Container[discord.ui.LayoutView](accent_colour=colour)
    container.add_item(discord.ui.TextDisplay(text))
    for row in _rows(game, number, last):
        container.add_item(row)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    layout.stop()  # presses are handled by their custom_id alone, so discord.py need not keep the view
    return layout


def moved(url: str) -> discord.ui.LayoutView:
    """What an earlier board shows once the game has another one."""
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(tr("The board of this game is here now: {url}", url=url)))
    layout.stop()
    return layout


def _fitting(game: Game, number: int, log: Sequence[str], times: Sequence[str]) -> str:
    heading = _heading(game, number, times)
    text = "\n".join((*heading, *_sides(game), *_log(log)))
    if len(text) > TEXT_LIMIT:
        text = "\n".join((*heading, *_compact(game), *_log(log[-2:])))
    return shortened(text, TEXT_LIMIT)


def _heading(game: Game, number: int, times: Sequence[str]) -> list[str]:
    variant, edition = VARIANTS[game.rules.variant], EDITIONS[game.rules.edition]
    details = [tr("Game {number}", number=number), tr(variant.name)]
    if edition.key != "current":
        details.append(tr(edition.name))
    if game.restarts:
        details.append(tr("restarted {n}×", n=game.restarts))
    if game.day_night is not None:
        details.append(tr("day") if game.day_night.value == "day" else tr("night"))
    lines = [f"-# {' · '.join(details)}"]
    lines.append(f"## {(announcements.result(game) or turn_words.turn_line(game)).rstrip('.')}")
    lines += times
    if game.held:
        lines.append(tr("**Hold:** changes are one event until `/release`."))
    lines += _hands(game)
    if game.options.link:
        lines.append(tr("Webcam: {link}", link=game.options.link))
    return lines


def _hands(game: Game) -> list[str]:
    """Who has kept an opening hand, while somebody has yet to decide (103.5)."""
    hands = [player.hand for player in game.remaining]
    declared = any(hand.kept or hand.mulligans for hand in hands)
    if not declared or all(hand.kept for hand in hands) or game.outcome is not None:
        return []
    return [f"-# {tr('Opening hands: {hands}', hands=' · '.join(tables.hands(game)))}"]


def _sides(game: Game) -> list[str]:
    if len(game.players) > FULL_PLAYERS:
        return _compact(game)
    lines: list[str] = []
    for side in game.sides:
        lines += _shared(game, side) if side.shares_life else _members(game, side)
    return lines


def _shared(game: Game, side: Side) -> list[str]:
    """A team with one total: the team large, its members' own things below."""
    gone = not game.remaining_in(side)
    title = f"{escape(side.name)} · {game.life[side.id]}"
    mark, names = _turn_mark(game, side.members[0]), [escape(game.player(id).name) for id in side.members]
    lines = [f"### {mark}{_struck(title) if gone else title}{_fate(game, side.members[0])}", listed(names)]
    shares_poison = side.poison_limit is not None
    details = _poison(game, side.members[0]) if shares_poison else []
    for id in side.members:
        own = _own(game, id) if shares_poison else _poison(game, id) + _own(game, id)
        details += [f"{escape(game.player(id).name)}: {detail}" for detail in own]
    return lines + ([f"-# {' · '.join(details)}"] if details else [])


def _members(game: Game, side: Side) -> list[str]:
    lines = [f"**{escape(side.name)}**"] if side.is_team else []
    for id in side.members:
        player = game.player(id)
        title = f"{escape(player.name)} · {game.life[id]}"
        lines.append(
            f"### {_turn_mark(game, id)}{title if player.in_game else _struck(title)}{_fate(game, id)}"
        )
        details = _poison(game, id) + _own(game, id)
        if details:
            lines.append(f"-# {' · '.join(details)}")
    return lines


def _compact(game: Game) -> list[str]:
    """A line for each total, for tables with many players."""
    lines: list[str] = []
    for player in game.players:
        title = f"{_turn_mark(game, player.id)}{bold(player.name)} {game.life[game.life_holder(player.id)]}"
        poison = game.poison(player.id)
        extra = f" · {names.thing('poison')} {poison}" if poison else ""
        lines.append(f"{title if player.in_game else _struck(title)}{extra}{_fate(game, player.id)}")
    return lines


def _turn_mark(game: Game, id: PlayerId) -> str:
    marker = next((m for m in game.markers if m.at == id), None)
    if marker is not None:
        return f"{'▸' if marker.state is MarkerState.TURN else '⏸'}{marker.number} "
    active = game.outcome is None and not game.rules.markers and id in game.team_of(game.turn.taker)
    return "▸ " if active else ""


def _struck(text: str) -> str:
    return f"~~{text}~~"


def _fate(game: Game, id: PlayerId) -> str:
    """How the game has gone for a player, or that it will be lost at the next check."""
    player = game.player(id)
    if game.outcome is not None:
        return f" ({tr(RESULTS[player.result])})" if player.result is not Result.NONE else ""
    if player.left is not None:
        return (
            f" ({tr('out: lost') if player.left.result is Result.LOST else tr(RESULTS[player.left.result])})"
        )
    return f" ({tr('will lose at the next check')})" if game.held and id in checks.pending(game) else ""


def _poison(game: Game, id: PlayerId) -> list[str]:
    poison = game.poison(id)
    limit = game.side_of(id).poison_limit or game.rules.poison_limit
    return [f"{names.thing('poison')} {poison}/{limit}"] if poison else []


def _own(game: Game, id: PlayerId) -> list[str]:
    """What a player has beside life and poison: commander damage, counters, designations, effects."""
    player, limit = game.player(id), game.rules.commander_damage_limit
    own = (
        game.counters_of(id)
        if game.poison_holder(id) != id
        else {kind: n for kind, n in game.counters_of(id).items() if kind != "poison"}
    )
    details = [tr("emperor")] if player.emperor else []
    details += [f"{names.thing(kind)} {n}" for kind, n in own.items()]
    for commander, tally in player.commander_damage.items():
        title = names.commander(game, commander)
        details.append(f"{title} {tally}{f'/{limit}' if limit else ''}")
    details += [
        tr("{commander} tax {n}", commander=escape(card.name), n=2 * card.casts)
        for card in player.commanders
        if card.casts
    ]
    details += [tr("library {n}", n=player.library)] if player.library is not None else []
    details += [tr("hand {n}", n=player.max_hand)] if player.vanguard_hand else []
    details += [names.thing("monarch")] if game.monarch == id else []
    details += [names.thing("initiative")] if game.initiative == id else []
    details += [names.thing(name) for name in player.designations]
    details += [tr("speed {n}", n=player.speed)] if player.speed else []
    details += [tr("Ring {n}", n=player.ring)] if player.ring else []
    details += [f"{tr(player.dungeon.name)}: {tr(player.dungeon.room)}"] if player.dungeon else []
    details += [effect_names.describe(effect) for effect in game.effects if effect.on == id]
    return list(dict.fromkeys(details))


def _log(log: Sequence[str]) -> list[str]:
    return [f"-# {shortened(line, 150)}" for line in log[-LOG_LINES:]]


def _rows(game: Game, number: int, last: int | None) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    undo = _button(
        tr("Undo"), Press("undo", number, "" if last is None else str(last)), disabled=last is None
    )
    if game.outcome is not None:
        return [discord.ui.ActionRow(_button(tr("Same again"), Press("again", number)), undo)]
    life = [_button(f"{step:+d}".replace("-", "−"), Press("life", number, str(step))) for step in LIFE_STEPS]
    rest = [_button(tr("Pass turn"), Press("pass", number))]
    rest += [_button(tr("Release"), Press("release", number))] if game.held else []
    rest.append(_button(tr("Others…"), Press("others", number)))
    return [discord.ui.ActionRow(*life), discord.ui.ActionRow(*rest, undo)]


def _button(label: str, press: Press, *, disabled: bool = False) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(label=label, custom_id=str(press), disabled=disabled)
