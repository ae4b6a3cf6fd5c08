"""The players at a table and their totals, as a page shows them."""

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter, is_

from msgspec import Struct
from msgspec.structs import replace

from cogs.summary import player_details, seat_colors
from cogs.summary.changes import LatestChanges
from cogs.text.facts import decks
from cogs.text.formatting import escape, signed, unmarked
from cogs.text.language import tr
from cogs.text.names import team
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import MarkerState, Player, PlayerId, Side, TotalOwner
from rules.setup.validation import has_commanders

_beside_life = attrgetter(*(name for name in Game.__struct_fields__ if name != "life"))
_COUNT = re.compile(r"(\d+)/(\d+)$")


class Detail(Struct, frozen=True):
    """A label of a player beside life; ``near``: whether it may soon lose them the game."""

    text: str
    near: bool = False


class Seat(Struct, frozen=True):
    """One total and its owner, a player or a team.

    A lobby has no totals yet. ``change`` is the last change of the total, with a sign; ``style`` the color of
    its line in the chart.
    """

    name: str
    total: int | None = None
    style: str = ""
    team: str = ""
    members: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    change: str = ""
    mark: str = ""
    active: bool = False
    out: bool = False
    details: tuple[Detail, ...] = ()


def seats_of_game(game: Game, changes: LatestChanges) -> list[Seat]:
    """Return every total at the table, in turn order."""
    return [
        replace(seat, total=game.life[holder], change=change_of(changes.get(holder)))
        for holder, seat in unchanged(game).items()
    ]


def unchanged(game: Game) -> Mapping[TotalOwner, Seat]:
    """Return the seats without totals and last changes, in turn order."""
    styles = color_styles(game)
    found: dict[TotalOwner, Seat] = {}
    for player in game.players:
        holder = game.life_holder(player.id)
        if holder not in found:
            shared = holder != player.id
            seat = _team(game, game.side(holder)) if shared else _player(game, player)
            found[holder] = replace(seat, style=styles[holder])
    return found


def color_styles(game: Game) -> Mapping[TotalOwner, str]:
    """Return the style of each total's color, the same on every page and in the chart."""
    return {holder: f"c{number}" for holder, number in seat_colors.color_numbers(game).items()}


def differ_by_life_only(one: Game, other: Game) -> bool:
    """Return whether two games differ only in life totals, so that all other texts are the same.

    False during a hold and at the end, where other texts depend on totals.
    """
    return not other.held and other.outcome is None and all(map(is_, _beside_life(one), _beside_life(other)))


def seats_of_lobby(lobby: Lobby) -> list[Seat]:
    """Return everyone in a lobby, without life totals."""
    return [
        Seat(
            name=unmarked(escape(seat.name)),
            team=unmarked(escape(team(seat.team or ""))),
            remarks=(
                *((tr("guest"),) if seat.user is None else ()),
                *(decks.words(seat.deck) if has_commanders(lobby.options) else ()),
            ),
            mark="✓" if seat.id in lobby.ready else "",
        )
        for seat in lobby.seated
    ]


def _player(game: Game, player: Player) -> Seat:
    side = game.side_of(player.id)
    return Seat(
        name=unmarked(escape(player.name)),
        team=unmarked(escape(team(side.name))) if side.is_team else "",
        remarks=_remarks(game, player),
        mark=_mark(game, player.id),
        active=player.id in game.active_players and game.outcome is None,
        out=not player.in_game,
        details=details_of(
            [*player_details.poison(game, player.id), *player_details.own_details(game, player)]
        ),
    )


def _team(game: Game, side: Side) -> Seat:
    members = [game.player(id) for id in side.members]
    shared = side.poison_limit is not None
    details = player_details.poison(game, side.members[0]) if shared else []
    for player in members:
        own = [] if shared else player_details.poison(game, player.id)
        own += player_details.own_details(game, player)
        details += [f"{escape(player.name)}: {detail}" for detail in own]
    return Seat(
        name=unmarked(escape(team(side.name))),
        members=tuple(unmarked(escape(one.name)) for one in members),
        remarks=tuple(map(unmarked, player_details.fate(game, members[0]))),
        mark=_mark(game, side.members[0]),
        active=game.outcome is None and any(one.id in game.active_players for one in members),
        out=not game.remaining_in(side),
        details=details_of(details),
    )


def _remarks(game: Game, player: Player) -> tuple[str, ...]:
    guest = [tr("guest")] if player.user is None else []
    return (*guest, *map(unmarked, player_details.fate(game, player)))


def _mark(game: Game, id: PlayerId) -> str:
    """Return the number of the turn marker that a player has (807)."""
    return " ".join(
        f"{'▸' if marker.state is MarkerState.TURN else '⏸'}{marker.number}"
        for marker in game.markers
        if marker.at == id
    )


def change_of(totals: tuple[int, int] | None) -> str:
    """Return the last change of a total, with a sign; empty if it wasn't changed."""
    return "" if totals is None else signed(totals[1] - totals[0])


def details_of(texts: Sequence[str]) -> tuple[Detail, ...]:
    """Return the labels beside a total, each with whether it is close to losing the game."""
    return tuple(Detail(unmarked(text), _is_near(text)) for text in texts)


def _is_near(text: str) -> bool:
    """Return whether a count is close to losing: 8 of 10 poison counters, 15 of 21 damage."""
    count = _COUNT.search(text)
    return count is not None and 7 * int(count[1]) >= 5 * int(count[2])
