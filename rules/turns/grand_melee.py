"""Grand Melee (807; 608 in 2006): several turns at once, each with a numbered turn marker."""

from rules.events.turns import (
    ExtraTurnGranted,
    ExtraTurnsSaved,
    MarkerDesignated,
    MarkerMoved,
    MarkerRemoved,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from rules.formats.editions import RuleKey
from rules.game.game import Game
from rules.game.parts import Marker, MarkerState, PlayerId, TurnKind
from rules.game.seating import left_of, seats_from
from rules.players import continuous_effects, designations, tallies
from rules.refusal import Refusal
from rules.resolution import Resolution

SPACING = 3
"""No one begins a turn while one of this many seats to the left has a marker (807.4d)."""


def starting_markers(order: tuple[PlayerId, ...]) -> tuple[Marker, ...]:
    """Return the markers at the start, to every fourth player from the starting player leftwards (807.4b)."""
    return tuple(
        Marker(number=index + 1, at=order[index * 4], state=MarkerState.TURN)
        for index in range(needed(len(order)))
    )


def find_marker(game: Game, number: int | None) -> Marker:
    """Return the playing marker with this number, or the only one if no number is given; raises Refusal
    otherwise."""
    playing = [marker for marker in game.markers if marker.state is MarkerState.TURN]
    if number is None and len(playing) == 1:
        return playing[0]
    for marker in playing:
        if marker.number == number:
            return marker
    turns = tuple(f"{marker.number} ({game.player(holder_of(marker)).name})" for marker in playing)
    raise Refusal("which_marker", markers=turns, marker=playing[0].number)


def end_marker_turn(resolution: Resolution, number: int | None) -> None:
    """End the turn with this marker, and begin every turn that may begin now (807.4c to 807.4i)."""
    marker = find_marker(resolution.game, number)
    holder = holder_of(marker)
    resolution.record(TurnEnded(taker=holder, marker=marker.number))
    if marker.removals:
        _remove(resolution, marker.number)
    elif resolution.game.player(holder).in_game:
        _after(resolution, marker.number, holder, marker.kind)
    else:
        _pass_left(resolution, marker.number, holder)
    settle(resolution)


def _after(resolution: Resolution, number: int, holder: PlayerId, kind: TurnKind) -> None:
    """Pass the marker on after a turn of its holder, or a skipped one (614.10)."""
    marker = next(one for one in resolution.game.markers if one.number == number)
    if kind is TurnKind.EXTRA_BEFORE:
        _keep(resolution, number, holder)
    elif marker.extra:
        _take_extra(resolution, marker, holder)
    else:
        _pass_left(resolution, number, holder)


def holder_of(marker: Marker) -> PlayerId:
    """Return the owner of a playing marker's turn."""
    if marker.at is None:
        raise Refusal("which_marker", markers=str(marker.number), marker=marker.number)
    return marker.at


def _take_extra(resolution: Resolution, marker: Marker, holder: PlayerId) -> None:
    """Keep the marker after a turn that gave its player another (807.4i); in 2006 it just stays (608.4e)."""
    if resolution.game.rules.extra_turn_spacing and _near(resolution.game, marker.number, holder, left=False):
        _save_extra(resolution, marker, "marker_extra")
        _pass_left(resolution, marker.number, holder)
        return
    resolution.record(
        MarkerMoved(
            marker=marker.number, at=holder, kind=TurnKind.EXTRA, rule=resolution.rule("marker_extra")
        )
    )


def _keep(resolution: Resolution, number: int, holder: PlayerId) -> None:
    """Keep the marker for the next turn, after an extra turn before it."""
    kind = _kind_for(resolution.game, holder)
    resolution.record(MarkerMoved(marker=number, at=holder, kind=kind, rule=resolution.rule("marker_saved")))


def _kind_for(game: Game, taker: PlayerId) -> TurnKind:
    return TurnKind.EXTRA_BEFORE if game.saved_extra.get(taker) else TurnKind.NORMAL


def _pass_left(resolution: Resolution, number: int, holder: PlayerId) -> None:
    """Pass the marker left; turns of departed players in between would have begun now (800.4m)."""
    receiver = left_of(resolution.game, holder)
    for id in seats_from(resolution.game, holder):
        if id == receiver:
            break
        continuous_effects.expire(resolution, id, absent=True)
    _hand_to(resolution, number, receiver)


def _hand_to(resolution: Resolution, number: int, receiver: PlayerId) -> None:
    """Give the marker to a receiver, who may have to wait (807.4c); in 2006 it waits between the seats."""
    kind, rule = _kind_for(resolution.game, receiver), resolution.rule("marker_pass")
    if resolution.game.rules.blocked_markers_wait:
        resolution.record(MarkerMoved(marker=number, at=receiver, kind=kind, rule=rule))
        return
    behind = _near(resolution.game, number, receiver, left=True)
    resolution.record(MarkerMoved(marker=number, at=None, to=receiver, behind=behind, kind=kind, rule=rule))


def settle(resolution: Resolution) -> None:
    """Let waiting owners begin until no more can (807.4d, 608.4c)."""
    while any(_move_on(resolution, marker) for marker in resolution.game.markers):
        pass


def _move_on(resolution: Resolution, marker: Marker) -> bool:
    """Begin the turn for which a marker waits, if it may begin now; return whether it did."""
    if marker.state is MarkerState.WAITING and marker.at is not None:
        # In 2006 nothing but receiving a marker is a matter of distance (608.4c, 608.4e).
        if resolution.game.rules.blocked_markers_wait and _near(
            resolution.game, marker.number, marker.at, left=True
        ):
            return False
        _begin(resolution, marker.number, marker.kind, marker.at)
        return True
    if marker.state is MarkerState.TRANSIT and marker.to is not None:
        return _receive(resolution, marker, marker.to)
    return False


def _receive(resolution: Resolution, marker: Marker, receiver: PlayerId) -> bool:
    """Return whether a marker of 2006 waits until the player four seats ahead has taken the marker that was
    too near (608.4c)."""
    near = _near(resolution.game, marker.number, receiver, left=True)
    rule = resolution.rule("marker_pass")
    if _in_transit(resolution.game, marker.behind) or near == marker.behind is not None:
        return False
    if near is not None:
        resolution.record(
            MarkerMoved(marker=marker.number, at=None, to=receiver, behind=near, kind=marker.kind, rule=rule)
        )
        return True
    resolution.record(MarkerMoved(marker=marker.number, at=receiver, kind=marker.kind, rule=rule))
    _begin(resolution, marker.number, marker.kind, receiver)
    return True


def _in_transit(game: Game, number: int | None) -> bool:
    return any(one.number == number and one.state is MarkerState.TRANSIT for one in game.markers)


def _near(game: Game, number: int, at: PlayerId, *, left: bool) -> int | None:
    """Return the nearest other marker within three remaining seats, to the left or right.

    Departures can bring two to the same seat: then a turn in progress takes precedence, then the lower
    number.
    """
    others = [id for id in seats_from(game, at) if game.player(id).in_game]
    seats = [at, *(others[:SPACING] if left else others[: -SPACING - 1 : -1])]
    places: dict[PlayerId | None, int] = {}
    for other in game.markers:
        place, first = _place(game, other), other.state is MarkerState.TURN or other.number < number
        if other.number != number and (place != at or first):
            places[place] = other.number
    return next((places[id] for id in seats if id in places), None)


def _place(game: Game, marker: Marker) -> PlayerId | None:
    """Return a marker's seat: its holder's, or the heir's while a turn has no owner."""
    if marker.at is None or game.player(marker.at).in_game:
        return marker.at
    return left_of(game, marker.at)


def _begin(resolution: Resolution, number: int, kind: TurnKind, taker: PlayerId) -> None:
    if kind is not TurnKind.EXTRA:
        # Extra turns may have been granted or taken while the marker waited.
        kind = _kind_for(resolution.game, taker)
    if resolution.game.skips.get(taker):
        resolution.record(TurnSkipped(taker=taker, kind=kind, rule=resolution.rule("skip_turn")))
        _after(resolution, number, taker, kind)
        return
    continuous_effects.expire(resolution, taker)
    rule = resolution.rule("turn" if kind is TurnKind.NORMAL else "extra_turn")
    turn, before = resolution.game.turn.number + 1, resolution.game
    resolution.record(TurnBegan(taker=taker, kind=kind, number=turn, rule=rule, marker=number))
    continuous_effects.extend(resolution, before)
    designations.begin_upkeep(resolution, (taker,))
    tallies.trigger_reminders(resolution, taker)


def grant_extra(resolution: Resolution, taker: PlayerId) -> None:
    """Add an extra turn: after its player's present turn, else before that player's next (807.4j)."""
    for marker in resolution.game.markers:
        before = marker.kind is TurnKind.EXTRA_BEFORE
        if marker.at == taker and marker.state is MarkerState.TURN and not before:
            resolution.record(
                ExtraTurnGranted(taker=taker, rule=resolution.rule("marker_extra"), marker=marker.number)
            )
            return
    resolution.record(ExtraTurnGranted(taker=taker, rule=resolution.rule("marker_saved"), saved=True))


def after_departure(resolution: Resolution, before: Game, leavers: tuple[PlayerId, ...]) -> None:
    """Update turn markers after players left in one event: designate surplus ones (807.4e), pass a waiting
    leaver's marker to the left neighbor (807.4c), and let those begin who waited for one of them."""
    _designate_surplus(resolution, before, leavers)
    for marker in resolution.game.markers:
        target = marker.to if marker.state is MarkerState.TRANSIT else marker.at
        if marker.state is not MarkerState.TURN and target in leavers:
            _hand_to(resolution, marker.number, left_of(resolution.game, target))
    settle(resolution)


def bring_in(resolution: Resolution, number: int, receiver: PlayerId) -> None:
    """Give a player who has joined the additional turn marker, one per full four players; it may have to wait
    (807.4d)."""
    _hand_to(resolution, number, receiver)
    settle(resolution)


def needed(players: int) -> int:
    """Return the number of turn markers for this many players: one per full four (807.4a), but at
    least one."""
    return max(1, players // 4)


def _designate_surplus(resolution: Resolution, before: Game, leavers: tuple[PlayerId, ...]) -> None:
    """Designate surplus markers after players left in one event: each time the lowest-numbered one to their
    right (807.4e, 807.4f)."""
    pending = sum(marker.removals for marker in before.markers)
    surplus = len(before.markers) - pending - needed(len(resolution.game.remaining))
    if surplus > 0:
        candidates = (_first_to_right(before, id) for id in leavers)
        _designate(resolution, min(marker.number for marker in candidates), surplus)


def _first_to_right(game: Game, id: PlayerId) -> Marker:
    """Return the nearest marker to the right of a seat, its own only if there is no other; one in transit
    is just right of its target seat."""
    seats = [player.id for player in game.players]
    return min(game.markers, key=lambda marker: _halves_right(seats, id, marker))


def _halves_right(seats: list[PlayerId], start: PlayerId, marker: Marker) -> int:
    """Return how far to the right of a seat a marker is, in half seats: one in transit lies between two of
    them."""
    if marker.at is None:
        return 2 * _steps_right(seats, start, marker.to) + 1
    return 2 * (_steps_right(seats, start, marker.at) or len(seats))


def _steps_right(seats: list[PlayerId], start: PlayerId, goal: PlayerId | None) -> int:
    return len(seats) if goal is None else (seats.index(start) - seats.index(goal)) % len(seats)


def _designate(resolution: Resolution, number: int, removals: int) -> None:
    marker = next(one for one in resolution.game.markers if one.number == number)
    total = marker.removals + removals
    resolution.record(
        MarkerDesignated(marker=number, removals=total, rule=resolution.rule("marker_designate"))
    )
    if marker.state is not MarkerState.TURN:
        _remove(resolution, number)


def _remove(resolution: Resolution, number: int) -> None:
    """Remove a designated marker; its holder's further extra turns wait for the next one (807.4j), and the
    marker to its right inherits the remaining designations (807.4g)."""
    marker = next(one for one in resolution.game.markers if one.number == number)
    _save_extra(resolution, marker, "marker_saved")
    heir = _right_of(resolution.game, marker)
    resolution.record(MarkerRemoved(marker=number, rule=resolution.rule("marker_remove")))
    if marker.removals > 1 and heir is not None:
        _designate(resolution, heir.number, marker.removals - 1)


def _save_extra(resolution: Resolution, marker: Marker, key: RuleKey) -> None:
    """Move the holder's extra turns after this one before the next turn instead (807.4i, 807.4j)."""
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
    return min(others, key=lambda other: _halves_right(seats, place, other))
