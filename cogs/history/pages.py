"""The readable log: a private message with one page at a time, and the whole log as a file."""

import zlib
from collections.abc import Sequence

import discord
from msgspec.structs import replace

from cogs.core.components import Component, ComponentRow, button, card, rows, section
from cogs.core.custom_ids import IdNumber, TableCustomId, Value
from cogs.history import choosing
from cogs.text import announcements, names, turns
from cogs.text.formatting import comma_separated, listed, unmarked
from cogs.text.language import tr, trp
from cogs.text.log import lines as log_lines
from cogs.text.log.game_log import GameLogText
from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from storage.games.games import LogEntry
from storage.workers.slices import pause, sliced

LOG_PAGE_LENGTH = 12
"""Entries on one page."""
MAX_LOG_BUTTONS = 5
"""Steps of a page with a button beside them, and the lines between them."""
LOG_COLOR = discord.Color(0x6B7280)


class LogPage(Value, frozen=True):
    """A page of the log: the one that ends before, or begins after, an entry; the newest by default. ``who``:
    a player."""

    between = "."
    before: IdNumber | None = None
    after: IdNumber | None = None
    kind: str = ""
    who: str = ""


def short_player(player: PlayerId) -> str:
    """Encode a player's ID briefly for a button."""
    return format(zlib.crc32(player.encode()), "x")


async def log_message(log: GameLogText, number: GameId, look: LogPage) -> discord.ui.LayoutView:
    """Return the message with a page of the log, the newest entry first; ``number`` is the game's.

    It is made in slices: the log may be long, and a step of forty players takes a while to render.
    """
    who = _player(log.game, look.who)
    matches = log.matches(look.kind, who)
    found = [entry async for entry in sliced(log.entries) if matches(entry)]
    page = _page(found, look)
    shown = await _entries(log, number, look, page) if page else [tr("No matching entries in the log.")]
    await pause()
    steps = [step for entry in page if (step := log.step(entry)) is not None]
    lists = choosing.step_list(log.game, number, steps, verb="fixlog") if log.game is not None else []
    heading = _heading(log, number, look, who)
    return card(heading, *shown, *_buttons(number, look, found, page), *lists, color=LOG_COLOR)


async def _entries(
    log: GameLogText, number: GameId, look: LogPage, page: Sequence[LogEntry]
) -> list[str | Component]:
    """Return a line for each entry, newest first, with fix buttons beside the last few steps."""
    newest = look.before is None and look.after is None
    parts: list[str | Component] = []
    others: list[str] = []
    async for entry in sliced(reversed(page)):
        line = log_lines.numbered_line(log, entry)
        if newest and len(parts) < MAX_LOG_BUTTONS and log.step(entry) is not None:
            parts += ["\n".join(others)] if others else []
            others.clear()
            parts.append(
                section(line, button(tr("Fix…"), TableCustomId("fixlog", number, str(entry.number))))
            )
        else:
            others.append(line)
    return [*parts, *(["\n".join(others)] if others else [])]


def _player(game: Game | None, who: str) -> PlayerId | None:
    players = game.players if game is not None and who else ()
    return next((player.id for player in players if short_player(player.id) == who), None)


def _page(found: Sequence[LogEntry], look: LogPage) -> Sequence[LogEntry]:
    if look.after is not None:
        newer = [entry for entry in found if entry.number > look.after]
        return newer[:LOG_PAGE_LENGTH] if len(newer) > LOG_PAGE_LENGTH else found[-LOG_PAGE_LENGTH:]
    older = [entry for entry in found if look.before is None or entry.number < look.before]
    return older[-LOG_PAGE_LENGTH:] or found[:LOG_PAGE_LENGTH]


def _heading(log: GameLogText, number: GameId, look: LogPage, who: PlayerId | None) -> str:
    chosen = [names.player_name(log.game, who)] if who is not None and log.game is not None else []
    chosen += [trp("choice", look.kind)] if look.kind else []
    if chosen:
        return tr("### Log for game {number}: only {chosen}", number=number, chosen=listed(chosen))
    return tr("### Log for game {number}", number=number)


def _buttons(
    number: GameId, look: LogPage, found: Sequence[LogEntry], page: Sequence[LogEntry]
) -> list[ComponentRow]:
    first, last = (page[0].number, page[-1].number) if page else (0, 0)
    ways = (
        (tr("Older"), replace(look, before=first, after=None), bool(page) and found[0].number < first),
        (tr("Newer"), replace(look, before=None, after=last), bool(page) and found[-1].number > last),
        (tr("Newest"), replace(look, before=None, after=None), True),
    )
    return rows(
        *(
            button(label, TableCustomId("log", number, str(there)), disabled=not possible)
            for label, there, possible in ways
        )
    )


async def log_text(log: GameLogText, number: GameId) -> str:
    """Return the whole log as self-contained plain text; made in slices."""
    names_width = max(len(entry.name) for entry in log.entries)
    digits = len(str(log.entries[-1].number))
    lines = [*_header(log, number), ""]
    mark = tr("undone")
    async for entry in sliced(log.found()):
        time = entry.when.strftime("%Y-%m-%d %H:%M:%S")
        undone = f"  [{mark}]" if log.undone(entry) else ""
        what = unmarked(log.happened(entry))
        lines.append(f"{entry.number:>{digits}}  {time}  {entry.name:<{names_width}}  {what}{undone}")
    return "\n".join((*lines, ""))


def _header(log: GameLogText, number: GameId) -> list[str]:
    game = log.game
    lines = [tr("Arbiter: log for game {number}", number=number)]
    if game is None:
        return [*lines, tr("The game hasn't started. Times are in UTC.")]
    variant, edition = VARIANTS[game.rules.variant], EDITIONS[game.rules.edition]
    played = {"variant": tr(variant.name), "edition": tr(edition.name)}
    if variant.rule:
        rule = variant.number(edition.key)
        lines.append(tr("Format: {variant} (CR {rule}), rules: {edition}", rule=rule, **played))
    else:
        lines.append(tr("Format: {variant}, rules: {edition}", **played))
    lines.append(
        tr("Seats in turn order: {seats}", seats=comma_separated(player.name for player in game.players))
    )
    for side in game.sides:
        if side.is_team:
            members = listed(unmarked(names.player_name(game, id)) for id in side.members)
            if side.shares_life:
                lines.append(
                    tr(
                        "Team {team}: {members}, shared life total",
                        team=names.team(side.name),
                        members=members,
                    )
                )
            else:
                lines.append(tr("Team {team}: {members}", team=names.team(side.name), members=members))
    lines.append(tr("First turn: {taker}", taker=unmarked(names.taker(game, game.first))))
    result = announcements.ending_text(game) or turns.turn_line(game)
    lines.append(tr("Status: {result}", result=unmarked(result)))
    lines.append(tr("Times are in UTC. Steps marked [undone] no longer count."))
    return lines
