"""Grand Melee turn markers that have to go when players have left (807.4e to 807.4g; 608.4d in 2006)."""

from rules.events.turns import ExtraTurnsSaved, MarkerDesignated, MarkerRemoved
from rules.formats.rule_keys import RuleKey
from rules.game.game import Game
from rules.game.parts import Marker, MarkerState, PlayerId, TurnKind
from rules.resolution import Resolution


def needed(players: int) -> int:
    """Turn markers for this many remaining players: one for each full four (807.4a), but never none."""
    return max(1, players // 4)


def designate_surplus(resolution: Resolution, before: Game, leavers: tuple[PlayerId, ...]) -> None:
    """Players have left in one event: of the markers to their right the one with the lowest number is
    designated for removal, as often as there are too many now (807.4e, 807.4f)."""
    pending = sum(marker.removals for marker in before.markers)
    surplus = len(before.markers) - pending - needed(len(resolution.game.remaining))
    if surplus > 0:
        candidates = (_first_to_right(before, id) for id in leavers)
        _designate(resolution, min(marker.number for marker in candidates), surplus)


def _first_to_right(game: Game, id: PlayerId) -> Marker:
    """The nearest marker to the right of a seat, its own only if there is no other; one in transit lies just
    right of the seat that it goes to."""
    seats = [player.id for player in game.players]

    def steps(marker: Marker) -> int:
        if marker.at is None:
            return _steps_right(seats, id, marker.to)
        return _steps_right(seats, id, marker.at) or len(seats)

    return min(game.markers, key=steps)


def _steps_right(seats: list[PlayerId], start: PlayerId, goal: PlayerId | None) -> int:
    return len(seats) if goal is None else (seats.index(start) - seats.index(goal)) % len(seats)


def _designate(resolution: Resolution, number: int, removals: int) -> None:
    marker = next(one for one in resolution.game.markers if one.number == number)
    total = marker.removals + removals
    resolution.record(
        MarkerDesignated(marker=number, removals=total, rule=resolution.rule("marker_designate"))
    )
    if marker.state is not MarkerState.TURN:
        remove(resolution, number)


def remove(resolution: Resolution, number: int) -> None:
    """A designated marker goes; its holder's further extra turns wait for the next one (807.4j), and the
    marker to its right inherits the designations left over (807.4g)."""
    marker = next(one for one in resolution.game.markers if one.number == number)
    save_extra(resolution, marker, "marker_saved")
    heir = _right_of(resolution.game, marker)
    resolution.record(MarkerRemoved(marker=number, rule=resolution.rule("marker_remove")))
    if marker.removals > 1 and heir is not None:
        _designate(resolution, heir.number, marker.removals - 1)


def save_extra(resolution: Resolution, marker: Marker, key: RuleKey) -> None:
    """The holder's extra turns after this one will be taken before the next turn instead (807.4i, 807.4j)."""
    due = marker.kind is TurnKind.EXTRA and marker.state is MarkerState.WAITING
    amount = marker.extra + due
    if amount and marker.at is not None and resolution.game.player(marker.at).in_game:
        resolution.record(
            ExtraTurnsSaved(taker=marker.at, amount=amount, marker=marker.number, rule=resolution.rule(key))
        )


def _right_of(game: Game, marker: Marker) -> Marker | None:
    seats = [player.id for player in game.players]
    place = marker.at or marker.to
    others = [other for other in game.markers if other.number != marker.number]
    if place is None or not others:
        return None
    return min(others, key=lambda other: _steps_right(seats, place, other.at or other.to) or len(seats))
