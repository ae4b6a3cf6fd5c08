"""Whose turn it is and what comes next, told to whoever asks."""

from collections.abc import Mapping

from cogs.text import names
from cogs.text import turns as turn_words
from cogs.text.formatting import escape, listed
from cogs.text.language import mark, tr, trn, trp
from rules.formats.editions import rule
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import Marker, MarkerState
from rules.game.seating import next_priority, planar_controller, primary_player
from rules.turns.grand_melee import needed
from rules.turns.turns import upcoming

UPCOMING = 8
"""Turns shown ahead."""
MARKER_STATES: Mapping[MarkerState, str] = {
    MarkerState.TURN: mark("taking a turn"),
    MarkerState.WAITING: mark("waiting"),
    MarkerState.TRANSIT: mark("on its way"),
}
"""What a turn marker stands for."""


def turn_order(game: Game) -> str:
    """Whose turn it is, who comes next, and the seats."""
    seats = " → ".join(
        escape(player.name) if player.in_game else f"~~{escape(player.name)}~~" for player in game.players
    )
    lines = [turn_words.turn_line(game)]
    if game.rules.markers:
        lines += _markers(game)
    else:
        lines += _without_active_player(game)
        following = trp("list", ", ").join(names.taker(game, one) for one in upcoming(game, UPCOMING))
        lines.append(tr("Next: {takers}", takers=following))
    lines += [*_saved_turns(game), *_skips(game), *_primary_players(game)]
    if VARIANTS[game.rules.variant].planes and game.outcome is None:
        lines.append(
            tr("Planar controller: {who} (CR 901.6)", who=names.player(game, planar_controller(game)))
        )
    lines.append(tr("Seats: {seats}", seats=seats))
    return "\n".join(lines)


def _markers(game: Game) -> list[str]:
    """Where every turn marker is (807.4)."""
    turns, players = needed(len(game.remaining)), len(game.remaining)
    count = trn(
        "{n} turn at a time for {players} players.",
        "{n} turns at a time for {players} players.",
        turns,
        players=players,
    )
    return [*(_marker(game, marker) for marker in game.markers), count]


def _without_active_player(game: Game) -> list[str]:
    """Who acts first in a turn that goes on after its player has left (800.4j)."""
    if game.active_players or game.outcome is not None:
        return []
    return [
        tr(
            "The turn continues without an active player: {who} acts first (CR {rule}).",
            who=names.player(game, next_priority(game)),
            rule=rule(game.rules.edition, "ownerless_turn"),
        )
    ]


def _primary_players(game: Game) -> list[str]:
    """Who decides where the members of a team with shared turns can't agree (805.2)."""
    if not game.rules.shared_turns or game.outcome is not None:
        return []
    members = [game.remaining_in(side) for side in game.sides]
    primary = [primary_player(game, ids) for ids in members if len(ids) > 1]
    return [
        tr(
            "If a team can't agree, its primary player decides (CR {rule}): {names}",
            rule=rule(game.rules.edition, "primary"),
            names=listed(names.player(game, id) for id in primary),
        )
    ]


def _saved_turns(game: Game) -> list[str]:
    """Extra turns that wait for their taker's next turn (807.4j)."""
    number = rule(game.rules.edition, "marker_saved")
    return [
        trn(
            "{who}: {n} extra turn before their next turn (CR {rule})",
            "{who}: {n} extra turns before their next turn (CR {rule})",
            turns,
            who=names.taker(game, taker),
            rule=number,
        )
        for taker, turns in game.saved_extra.items()
    ]


def _skips(game: Game) -> list[str]:
    """Turns that will be skipped (614.10a)."""
    number = rule(game.rules.edition, "skip_turn")
    return [
        trn(
            "{who} skips their next turn (CR {rule})",
            "{who} skips their next {n} turns (CR {rule})",
            turns,
            who=names.taker(game, taker),
            rule=number,
        )
        for taker, turns in game.skips.items()
    ]


def _marker(game: Game, marker: Marker) -> str:
    state = tr(MARKER_STATES[marker.state])
    who = names.taker(game, marker.at or marker.to or "")
    if marker.removals:
        return tr(
            "Marker {number}: {who}, {state}, will be removed", number=marker.number, who=who, state=state
        )
    return tr("Marker {number}: {who}, {state}", number=marker.number, who=who, state=state)
