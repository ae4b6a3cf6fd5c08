"""Grand Melee (807; 608 in 2006): several turns at once, each with a numbered turn marker."""

from rules import effects
from rules.events import (
    ExtraTurnGranted,
    ExtraTurnsSaved,
    MarkerDesignated,
    MarkerMoved,
    MarkerRemoved,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from rules.game import Game, Marker, MarkerState, PlayerId, TurnKind
from rules.refusal import Refusal
from rules.seating import left_of, seats_from
from rules.step import Step

SPACING = 3
"""Nobody begins a turn while one of this many seats to the left has a marker (807.4d)."""


def needed(players: int) -> int:
    """Turn markers for this many remaining players: one for each full four (807.4a), but never none."""
    return max(1, players // 4)


def deal(order: tuple[PlayerId, ...]) -> tuple[Marker, ...]:
    """The markers at the start, to every fourth player from the starting player leftwards (807.4b)."""
    return tuple(
        Marker(number=index + 1, at=order[index * 4], state=MarkerState.TURN)
        for index in range(needed(len(order)))
    )


def find(game: Game, number: int | None) -> Marker:
    """The playing marker with this number, or the only one there is when no number is given; else Refusal."""
    playing = [marker for marker in game.markers if marker.state is MarkerState.TURN]
    if number is None and len(playing) == 1:
        return playing[0]
    for marker in playing:
        if marker.number == number:
            return marker
    raise Refusal("which_marker", markers=", ".join(str(marker.number) for marker in playing))


def end_turn(step: Step, number: int | None) -> None:
    """The turn with this marker ends; whatever may begin now begins (807.4c to 807.4i)."""
    marker = find(step.game, number)
    holder = _holder(marker)
    step.record(TurnEnded(taker=holder, marker=marker.number))
    if marker.removals:
        _save(step, marker, "marker_saved")
        _remove(step, marker)
    elif marker.kind is TurnKind.EXTRA_BEFORE and step.game.player(holder).in_game:
        _keep(step, marker, holder)
    elif marker.extra and step.game.player(holder).in_game:
        _take_extra(step, marker)
    else:
        _pass_left(step, marker)
    settle(step)


def _holder(marker: Marker) -> PlayerId:
    if marker.at is None:
        raise Refusal("which_marker", markers=str(marker.number))
    return marker.at


def _take_extra(step: Step, marker: Marker) -> None:
    """After a turn that gave its own player another (807.4i); in 2006 the marker just stays (608.4e)."""
    holder = _holder(marker)
    if step.game.rules.extra_turn_spacing and _crowded(step.game, marker, holder, left=False):
        _save(step, marker, "marker_extra")
        _pass_left(step, marker)
        return
    step.record(
        MarkerMoved(marker=marker.number, at=holder, kind=TurnKind.EXTRA, rule=step.rule("marker_extra"))
    )


def _keep(step: Step, marker: Marker, holder: PlayerId) -> None:
    """After a turn taken before the next one, the marker stays for that next turn."""
    step.record(
        MarkerMoved(
            marker=marker.number, at=holder, kind=_kind_for(step.game, holder), rule=step.rule("marker_saved")
        )
    )


def _kind_for(game: Game, taker: PlayerId) -> TurnKind:
    return TurnKind.EXTRA_BEFORE if game.saved_extra.get(taker) else TurnKind.NORMAL


def _save(step: Step, marker: Marker, key: str) -> None:
    if marker.extra and marker.at is not None and step.game.player(marker.at).in_game:
        step.record(
            ExtraTurnsSaved(taker=marker.at, amount=marker.extra, marker=marker.number, rule=step.rule(key))
        )


def _pass_left(step: Step, marker: Marker) -> None:
    """The marker goes left; turns of the departed in between would have begun now (800.4m)."""
    holder = _holder(marker)
    receiver = left_of(step.game, holder)
    for id in seats_from(step.game, holder):
        if id == receiver:
            break
        effects.expire(step, id)
    _hand_to(step, marker.number, receiver)


def _hand_to(step: Step, number: int, receiver: PlayerId) -> None:
    waits = step.game.rules.blocked_markers_wait
    step.record(
        MarkerMoved(
            marker=number,
            at=receiver if waits else None,
            to=None if waits else receiver,
            kind=_kind_for(step.game, receiver),
            rule=step.rule("marker_pass"),
        )
    )


def settle(step: Step) -> None:
    """Every waiting holder who may begin begins, until nobody can (807.4d, 608.4c)."""
    while _begin_one(step):
        pass


def _begin_one(step: Step) -> bool:
    for marker in step.game.markers:
        target = marker.to if marker.state is MarkerState.TRANSIT else marker.at
        if marker.state is MarkerState.TURN or target is None or _blocked(step.game, marker, target):
            continue
        if marker.state is MarkerState.TRANSIT:
            step.record(
                MarkerMoved(marker=marker.number, at=target, kind=marker.kind, rule=step.rule("marker_pass"))
            )
        _begin(step, step.game.markers[_index(step.game, marker.number)], target)
        return True
    return False


def _blocked(game: Game, marker: Marker, target: PlayerId) -> bool:
    spaced = game.rules.extra_turn_spacing or marker.kind is not TurnKind.EXTRA
    return spaced and _crowded(game, marker, target, left=True)


def _crowded(game: Game, marker: Marker, at: PlayerId, *, left: bool) -> bool:
    """Whether another marker is within three remaining seats on this side."""
    others = [id for id in seats_from(game, at) if game.player(id).in_game and id != at]
    near = others[:SPACING] if left else others[-SPACING:]
    return any(_place(game, other) in near for other in game.markers if other.number != marker.number)


def _place(game: Game, marker: Marker) -> PlayerId | None:
    """The seat that a marker counts at: its holder's, or the heir's while a turn runs ownerless."""
    if marker.at is None or game.player(marker.at).in_game:
        return marker.at
    return left_of(game, marker.at)


def _begin(step: Step, marker: Marker, taker: PlayerId) -> None:
    kind = marker.kind
    if step.game.skips.get(taker):
        step.record(TurnSkipped(taker=taker, kind=kind, rule=step.rule("skip_turn")))
        _hand_to(step, marker.number, left_of(step.game, taker))
        return
    effects.expire(step, taker)
    rule = "turn" if kind is TurnKind.NORMAL else "extra_turn"
    step.record(
        TurnBegan(
            taker=taker,
            kind=kind,
            number=step.game.turn.number + 1,
            rule=step.rule(rule),
            marker=marker.number,
        )
    )


def _index(game: Game, number: int) -> int:
    return [marker.number for marker in game.markers].index(number)


def grant_extra(step: Step, taker: PlayerId) -> None:
    """An extra turn: after the one that its player is taking, else before that player's next (807.4j)."""
    for marker in step.game.markers:
        before = marker.kind is TurnKind.EXTRA_BEFORE
        if marker.at == taker and marker.state is MarkerState.TURN and not before:
            step.record(ExtraTurnGranted(taker=taker, rule=step.rule("marker_extra"), marker=marker.number))
            return
    step.record(ExtraTurnGranted(taker=taker, rule=step.rule("marker_saved"), saved=True))


def after_departure(step: Step, before: Game, leavers: tuple[PlayerId, ...]) -> None:
    """Players have left in one event: markers to be removed are designated (807.4e, 807.4f), idle ones go
    at once (807.4g), a waiting leaver's marker goes to the left neighbour (807.4c)."""
    surplus = len(before.markers) - _pending(before) - needed(len(step.game.remaining))
    if surplus > 0:
        candidates = [_first_to_right(before, id) for id in leavers]
        _designate(step, min(marker.number for marker in candidates if marker is not None), surplus)
    for marker in step.game.markers:
        target = marker.to if marker.state is MarkerState.TRANSIT else marker.at
        if marker.state is MarkerState.TURN or target is None or target not in leavers:
            continue
        _hand_to(step, marker.number, left_of(step.game, target))
    settle(step)


def _pending(game: Game) -> int:
    return sum(marker.removals for marker in game.markers)


def _first_to_right(game: Game, id: PlayerId) -> Marker | None:
    """The nearest marker to the right of a seat, not its own; one in transit lies right of its goal."""
    ids = [player.id for player in game.players]
    seat, count = ids.index(id), len(ids)

    def steps(marker: Marker) -> int:
        place = marker.at if marker.at is not None else marker.to
        gap = (seat - ids.index(place)) % count if place is not None else count
        if marker.at is None:
            return gap if gap else 0
        return gap or count

    return min(game.markers, key=steps, default=None)


def _designate(step: Step, number: int, removals: int) -> None:
    marker = step.game.markers[_index(step.game, number)]
    total = marker.removals + removals
    step.record(MarkerDesignated(marker=number, removals=total, rule=step.rule("marker_designate")))
    if marker.state is not MarkerState.TURN:
        _remove(step, step.game.markers[_index(step.game, number)])


def _remove(step: Step, marker: Marker) -> None:
    """A designated marker goes; the one to its right inherits the designations left over (807.4g)."""
    place = marker.at or marker.to
    heir = _right_of_marker(step.game, marker)
    step.record(MarkerRemoved(marker=marker.number, rule=step.rule("marker_remove")))
    if marker.removals > 1 and heir is not None and place is not None:
        _designate(step, heir.number, marker.removals - 1)


def _right_of_marker(game: Game, marker: Marker) -> Marker | None:
    place = marker.at or marker.to
    others = [other for other in game.markers if other.number != marker.number]
    if place is None or not others:
        return None
    ids = [player.id for player in game.players]

    def gap(other: Marker) -> int:
        there = other.at or other.to
        return (ids.index(place) - ids.index(there)) % len(ids) or len(ids) if there else len(ids)

    return min(others, key=gap)
