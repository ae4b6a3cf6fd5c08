"""The board: one message that shows a game at a glance, readable as plain text, too."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import discord

from cogs.board import panel_view, roster
from cogs.core.components import (
    TEXT_LIMIT,
    Button,
    Component,
    ComponentRow,
    button,
    card,
    rows,
    section,
)
from cogs.core.custom_ids import TableCustomId
from cogs.core.entry_forms.knock_outs import knock_out_button
from cogs.drawing.truncate import truncate
from cogs.entry.options import LIFE_STEPS
from cogs.summary import changes, heading, seat_colors
from cogs.summary.changes import LatestChanges
from cogs.text import announcements, results, timers, turns
from cogs.text.formatting import signed, without_period
from cogs.text.language import spoken, tr
from cogs.text.log import lines as log_lines
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.players.roles import are_dealt
from rules.setup import match
from storage.games.games import GameView

LAST_STEPS = 2
"""Steps of the log on the board; **Log** shows the rest."""
LOG_LINE = 150
"""Characters of a line of the log."""
HEADING_LINE_LIMIT = 450
"""Characters of a line of the heading, which may have a link or the names of a winning team."""
BUTTONS_BESIDE = 6
"""The number of lines up to which each has a button: Discord allows 40 components in a message, and a line
with a button is three of them."""
PLAYING = discord.Color(0x3B82F6)
HELD_COLOR = discord.Color(0xF59E0B)
OVER = discord.Color(0x6B7280)


def board_message(
    game: Game,
    number: GameId,
    lines: Sequence[str],
    times: Sequence[str],
    changed: LatestChanges,
    last: int | None,
    *,
    page: bool = False,
) -> discord.ui.LayoutView:
    """Return the board's message; ``number`` is the game's.

    ``lines``: the log's last lines, oldest first; ``times``: the clocks' texts; ``changed``: the totals that
    changed last; ``last``: the action for Undo, if any; ``page``: whether there is a button for the game's
    page.
    """
    color = OVER if game.outcome is not None else HELD_COLOR if game.held else _color_of_turn(game)
    above = "\n".join(truncate(line, HEADING_LINE_LIMIT) for line in _heading(game, number, times))
    recent = "\n".join(f"-# {truncate(line, LOG_LINE)}" for line in lines[-LAST_STEPS:])
    shown = roster.fullest(_forms(game, changed), TEXT_LIMIT - len(above) - len(recent))
    parts = [above, *_players(game, number, shown), *([recent] if recent else [])]
    return card(*parts, *_rows(game, number, last, beside=_has_buttons(game, shown), page=page), color=color)


def _color_of_turn(game: Game) -> discord.Color:
    """Return the color of the player whose turn it is, the same as on pages."""
    color = seat_colors.active(game)
    return PLAYING if color is None else discord.Color.from_str(color)


def current(game: Game, shown: GameView, *, page: bool = False) -> discord.ui.LayoutView:
    """Return the current board of a game, with the last few entries of its log."""
    lines = log_lines.unannounced_lines(game, shown.entries)
    times = timers.board_lines(game, shown.clock, shown.turn_times)
    undone = shown.entries[-1].at if shown.can_undo else None
    return board_message(
        game, shown.game, lines, times, changes.latest(game, shown.entries), undone, page=page
    )


def _has_buttons(game: Game, shown: Sequence[roster.RosterLine]) -> bool:
    """Return whether each player's line has a button."""
    opening = sum(one.opens is not None for one in shown)
    return game.outcome is None and 0 < opening <= BUTTONS_BESIDE


def _players(game: Game, number: GameId, shown: Sequence[roster.RosterLine]) -> list[str | Component]:
    """Return the players, with the buttons that open their panels if there is room."""
    if not _has_buttons(game, shown):
        return ["\n".join(one.text for one in shown)]
    return [
        one.text if one.opens is None else section(one.text, _beside(number, one.opens).copy())
        for one in shown
    ]


def _forms(game: Game, changed: LatestChanges) -> Iterator[Sequence[roster.RosterLine]]:
    """Yield the players' lines from the fullest version to the shortest."""
    if len(game.players) <= roster.FULL_PLAYERS:
        for details in (roster.DETAILS_LENGTH, 200, 80):
            yield roster.full(game, game.sides, changed, details)
    for width in (64, 32, 20):
        yield roster.compact(game, changed, width)


def _heading(game: Game, number: GameId, times: Sequence[str]) -> list[str]:
    lines = [f"-# {' · '.join(heading.game_title(game, number))}"]
    lines.append(f"## {without_period(announcements.ending_text(game) or turns.turn_line(game))}")
    lines += filter(None, (results.match_line(game),))
    lines += times
    if game.held:
        lines.append(tr("**Hold:** changes count as one event until `/release`."))
    lines += _tallies(game)
    lines += heading.voting(game)
    lines += _hands(game)
    if game.options.link:
        lines.append(tr("Webcam: {link}", link=game.options.link))
    return lines


def _tallies(game: Game) -> list[str]:
    """Return the table's own tallies, such as storm."""
    found = heading.table_tallies(game)
    return [f"-# {' · '.join(found)}"] if found else []


def _hands(game: Game) -> list[str]:
    """Return the opening hands in the first turn, while someone has yet to decide (103.5)."""
    hands = [player.hand for player in game.remaining]
    declared = any(hand.kept or hand.mulligans for hand in hands)
    if not declared or all(hand.kept for hand in hands) or game.turn.number > 1 or game.outcome is not None:
        return []
    return ["-# " + tr("Opening hands: {hands}", hands=" · ".join(turns.hands(game)))]


def _rows(
    game: Game, number: GameId, last: int | None, *, beside: bool, page: bool
) -> Sequence[ComponentRow]:
    """Return the buttons; ``beside``: the players' lines have buttons, so no list of players is needed."""
    undo = button(
        tr("Undo"), TableCustomId("undo", number, "" if last is None else str(last)), disabled=last is None
    )
    log = button(tr("Log"), TableCustomId("openlog", number))
    watch = [button(tr("Page"), TableCustomId("watch", number))] if page else []
    if game.outcome is not None:
        again = tr("Next game") if match.goes_on(game) else tr("Rematch")
        return rows(button(again, TableCustomId("again", number)), undo, log, *watch)
    many = len(game.players) > roster.FULL_PLAYERS
    casts = any(player.commanders for player in game.remaining)
    asked = [one for one in game.players if one.left is not None and one.left.asks_by]
    turn = "" if game.rules.markers else str(game.turn.number)
    pass_turn = button(tr("Pass turn"), TableCustomId("pass", number, turn))
    return [
        *rows(*_life(number)),
        *rows(pass_turn, undo, log, *watch),
        *rows(
            *_others(number, game.held, many, casts, are_dealt(game), spoken()),
            *(knock_out_button(number, one) for one in asked),
        ),
        *([] if beside else panel_view.lists(game, number)),
    ]


# A board has nearly the same buttons as the one before, so they are kept.
@lru_cache(maxsize=4096)
def _beside(number: GameId, who: PlayerId) -> Button:
    """Return the button beside a player, which opens their panel."""
    return button("±", TableCustomId("panel", number, panel_view.target_key(who)))


@lru_cache(maxsize=1024)
def _life(number: GameId) -> list[Button]:
    return [button(signed(step), TableCustomId("life", number, str(step))) for step in LIFE_STEPS]


@lru_cache(maxsize=1024)
def _others(number: GameId, held: bool, many: bool, casts: bool, roles: bool, _language: str) -> list[Button]:
    """Return the optional buttons, and the one for other players."""
    found = [button(tr("Release"), TableCustomId("release", number))] if held else []
    found.append(button(tr("Others…"), TableCustomId("others", number)))
    found += [button(tr("Details…"), TableCustomId("details", number))] if many else []
    found.append(button(tr("More…"), TableCustomId("more", number)))
    found += [button(tr("Cast"), TableCustomId("cast", number))] if casts else []
    found += [button(tr("My role"), TableCustomId("myrole", number))] if roles else []
    return found
