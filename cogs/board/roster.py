"""The players at a table and their totals: in full for a few, one line each for many."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from cogs.drawing.truncate import truncate
from cogs.summary import player_details
from cogs.summary.changes import LatestChanges
from cogs.text import names
from cogs.text.formatting import comma_separated, escape, listed, strong
from cogs.text.language import numeral, tr
from rules.game.game import Game
from rules.game.parts import MarkerState, Player, PlayerId, PlayerOutcome, Side, TotalOwner

FULL_PLAYERS = 10
"""The number of players up to which everything is shown in full."""
LARGE_TOTALS = 4
"""The number of totals up to which each is in Discord's largest type, to be read across a table."""
DETAILS_LENGTH = 600
"""Characters for a player's details besides life."""
OUT_APART = 2
"""The number of departed players up to which each has a line."""
OUT_LINE = 600
"""Characters of the line that more of them share."""


SidesPage = Sequence[Side]
"""Sides that can be shown in full together."""


class RosterLine(Struct, frozen=True):
    """A board's line about a player, or about a team with one total, and the player whose panel its button
    opens, if any."""

    text: str
    opens: PlayerId | None = None


def full(
    game: Game, sides: Iterable[Side], changes: LatestChanges, details: int = DETAILS_LENGTH
) -> list[RosterLine]:
    """Return the sides with all details, with this many characters for details besides life.

    If more than a few players are out, they share the last line.
    """
    totals = sum(1 if side.shares_life else len(side.members) for side in game.sides)
    mark = "#" if totals <= LARGE_TOTALS else "##"
    together = _out_together(game)
    found: list[RosterLine] = []
    for side in sides:
        if side.shares_life:
            found.append(_shared(game, side, changes, details, mark))
        else:
            found += _members(game, side, changes, details, mark, together)
    members = {id for side in sides for id in side.members}
    return [*found, *map(RosterLine, _out(game, [id for id in together if id in members]))]


def fullest(forms: Iterable[Sequence[RosterLine]], room: int) -> Sequence[RosterLine]:
    """Return the first of several versions that fits into this many characters; otherwise the last one,
    truncated."""
    form: Sequence[RosterLine] = ()
    for form in forms:
        if sum(len(one.text) + 1 for one in form) <= room:
            return form
    return [RosterLine(truncate("\n".join(one.text for one in form), room))]


def roster_pages(game: Game) -> list[SidesPage]:
    """Return the sides in pages that can be shown in full."""
    found: list[list[Side]] = [[]]
    for side in game.sides:
        if found[-1] and sum(len(one.members) for one in (*found[-1], side)) > FULL_PLAYERS:
            found.append([])
        found[-1].append(side)
    return [*found]


def compact(game: Game, changes: LatestChanges, width: int) -> list[RosterLine]:
    """Return a line for each player, with names of at most this many characters; if more than a few are
    out, they share the last line."""
    together = _out_together(game)
    lines: list[str] = []
    for player in game.players:
        if player.id in together:
            continue
        holder = game.life_holder(player.id)
        name = strong(truncate(escape(player.name), width))
        title = f"{name} {next(iter(_change(changes, holder)), numeral(game.life[holder]))}"
        extra = player_details.poison(game, player.id)
        extra += [names.thing("monarch")] if game.monarch == player.id else []
        extra += [names.thing("initiative")] if game.initiative == player.id else []
        more = "".join(f" · {one}" for one in extra)
        shown = title if player.in_game else _struck(title)
        lines.append(f"{_turn_mark(game, player.id)}{shown}{more}{_remarks(game, player)}")
    return [RosterLine("\n".join([*lines, *_out(game, together, width)]))]


def _out_together(game: Game) -> Sequence[PlayerId]:
    """Return the departed players if there are too many for a line each; teammates stay with their team."""
    alone = {side.id for side in game.sides if not side.is_team}
    out = [player.id for player in game.players if not player.in_game and player.side in alone]
    return out if len(out) > OUT_APART else ()


def _out(game: Game, ids: Sequence[PlayerId], width: int = 64) -> list[str]:
    """Return a line of departed players: each with the last life total, and the result unless they lost."""
    each: list[str] = []
    for id in ids:
        player = game.player(id)
        lost = player.left is None or player.left.result is PlayerOutcome.LOST
        fate = [] if player.left is None or lost else [tr(player_details.OUTCOME_NAMES[player.left.result])]
        fate += player_details.public_role(game, player)
        each.append(f"{truncate(escape(player.name), width)} {numeral(game.life[id])}{_in_brackets(fate)}")
    return ["-# " + truncate(tr("Out: {names}", names=comma_separated(each)), OUT_LINE)] if each else []


def _small(details: Sequence[str], width: int) -> list[str]:
    return [f"-# {truncate(' · '.join(details), width)}"] if details else []


def _change(changes: LatestChanges, holder: TotalOwner) -> list[str]:
    return [" → ".join(map(numeral, changes[holder]))] if holder in changes else []


def _shared(game: Game, side: Side, changes: LatestChanges, width: int, heading: str) -> RosterLine:
    """Return a team with one total: its name in large type, its members' own values below."""
    remaining = game.remaining_in(side)
    title = f"{escape(names.team(side.name))} · {numeral(game.life[side.id])}"
    members = [game.player(id) for id in side.members]
    mark = _turn_mark(game, side.members[0])
    people = [escape(one.name) + _in_brackets([tr("guest")] if one.user is None else []) for one in members]
    shown = title if remaining else _struck(title)
    lines = [f"{heading} {mark}{shown}{_in_brackets(player_details.fate(game, members[0]))}", listed(people)]
    shares_poison = side.poison_limit is not None
    details = _change(changes, side.id)
    details += player_details.poison(game, side.members[0]) if shares_poison else []
    for player in members:
        own = [] if shares_poison else player_details.poison(game, player.id)
        own += player_details.own_details(game, player)
        details += [f"{escape(player.name)}: {detail}" for detail in own]
    return RosterLine("\n".join(lines + _small(details, width)), next(iter(remaining), None))


def _members(
    game: Game, side: Side, changes: LatestChanges, width: int, heading: str, left_out: Collection[PlayerId]
) -> list[RosterLine]:
    """Return players with a total each, the first below the team's name; except ``left_out``."""
    above = f"**{escape(names.team(side.name))}**\n" if side.is_team else ""
    found: list[RosterLine] = []
    for id in side.members:
        if id in left_out:
            continue
        player = game.player(id)
        title = f"{escape(player.name)} · {numeral(game.life[id])}"
        shown = title if player.in_game else _struck(title)
        lines = [f"{above}{heading} {_turn_mark(game, id)}{shown}{_remarks(game, player)}"]
        beside = player_details.poison(game, id) + player_details.own_details(game, player)
        lines += _small(_change(changes, id) + beside, width)
        found.append(RosterLine("\n".join(lines), id if player.in_game else None))
        above = ""
    return found


def _turn_mark(game: Game, id: PlayerId) -> str:
    for marker in game.markers:
        if marker.at == id:
            return f"{'▸' if marker.state is MarkerState.TURN else '⏸'}{marker.number} "
    active = game.outcome is None and not game.rules.markers and id in game.team_of(game.turn.taker)
    return "▸ " if active else ""


def _struck(text: str) -> str:
    return f"~~{text}~~"


def _remarks(game: Game, player: Player) -> str:
    """Return the note in brackets after a player: a guest; how the game ended for them, or will at the next
    check."""
    remarks = [tr("guest")] if player.user is None else []
    return _in_brackets(remarks + player_details.fate(game, player))


def _in_brackets(remarks: Sequence[str]) -> str:
    return f" ({comma_separated(remarks)})" if remarks else ""
