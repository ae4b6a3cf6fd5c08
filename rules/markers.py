"""Grand Melee (807; 608 in 2006): several turns at once, each with a numbered turn marker."""

from rules import designations, effects, removals
from rules.events import ExtraTurnGranted, MarkerMoved, TurnBegan, TurnEnded, TurnSkipped
from rules.game import Game, Marker, MarkerState, PlayerId, TurnKind
from rules.refusal import Refusal
from rules.removals import needed, save_extra
from rules.seating import left_of, seats_from
from rules.step import Step

SPACING = 3
"""Nobody begins a turn while one of this many seats to the left has a marker (807.4d)."""


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
    playing = step.game.player(holder).in_game
    if marker.removals:
        removals.remove(step, marker.number)
    elif playing and marker.kind is TurnKind.EXTRA_BEFORE:
        _keep(step, marker.number, holder)
    elif playing and marker.extra:
        _take_extra(step, marker, holder)
    else:
        _pass_left(step, marker.number, holder)
    settle(step)


def _holder(marker: Marker) -> PlayerId:
    if marker.at is None:
        raise Refusal("which_marker", markers=str(marker.number))
    return marker.at


def _take_extra(step: Step, marker: Marker, holder: PlayerId) -> None:
    """After a turn that gave its own player another (807.4i); in 2006 the marker just stays (608.4e)."""
    if step.game.rules.extra_turn_spacing and _near(step.game, marker.number, holder, left=False):
        save_extra(step, marker, "marker_extra")
        _pass_left(step, marker.number, holder)
        return
    step.record(
        MarkerMoved(marker=marker.number, at=holder, kind=TurnKind.EXTRA, rule=step.rule("marker_extra"))
    )


def _keep(step: Step, number: int, holder: PlayerId) -> None:
    """After a turn taken before the next one, the marker stays for that next turn."""
    kind = _kind_for(step.game, holder)
    step.record(MarkerMoved(marker=number, at=holder, kind=kind, rule=step.rule("marker_saved")))


def _kind_for(game: Game, taker: PlayerId) -> TurnKind:
    return TurnKind.EXTRA_BEFORE if game.saved_extra.get(taker) else TurnKind.NORMAL


def _pass_left(step: Step, number: int, holder: PlayerId) -> None:
    """The marker goes left; turns of the departed in between would have begun now (800.4m)."""
    receiver = left_of(step.game, holder)
    for id in seats_from(step.game, holder):
        if id == receiver:
            break
        effects.expire(step, id)
    _hand_to(step, number, receiver)


def _hand_to(step: Step, number: int, receiver: PlayerId) -> None:
    """The receiver has the marker now and may have to wait (807.4c); in 2006 it waits between the seats."""
    kind, rule = _kind_for(step.game, receiver), step.rule("marker_pass")
    if step.game.rules.blocked_markers_wait:
        step.record(MarkerMoved(marker=number, at=receiver, kind=kind, rule=rule))
        return
    behind = _near(step.game, number, receiver, left=True)
    step.record(MarkerMoved(marker=number, at=None, to=receiver, behind=behind, kind=kind, rule=rule))


def settle(step: Step) -> None:
    """Every waiting holder who may begin begins, until nobody can (807.4d, 608.4c)."""
    while any(_move_on(step, marker) for marker in step.game.markers):
        pass


def _move_on(step: Step, marker: Marker) -> bool:
    """Begins the turn for which a marker waits, if it may begin now; true if anything happened."""
    if marker.state is MarkerState.WAITING and marker.at is not None:
        # In 2006 nothing but receiving a marker is a matter of distance (608.4c, 608.4e).
        if step.game.rules.blocked_markers_wait and _near(step.game, marker.number, marker.at, left=True):
            return False
        _begin(step, marker.number, marker.kind, marker.at)
        return True
    if marker.state is MarkerState.TRANSIT and marker.to is not None:
        return _receive(step, marker, marker.to)
    return False


def _receive(step: Step, marker: Marker, receiver: PlayerId) -> bool:
    """In 2006 a marker waits until the player four seats on has taken the one that was too near (608.4c)."""
    near = _near(step.game, marker.number, receiver, left=True)
    rule = step.rule("marker_pass")
    if _in_transit(step.game, marker.behind) or near == marker.behind is not None:
        return False
    if near is not None:
        step.record(
            MarkerMoved(marker=marker.number, at=None, to=receiver, behind=near, kind=marker.kind, rule=rule)
        )
        return True
    step.record(MarkerMoved(marker=marker.number, at=receiver, kind=marker.kind, rule=rule))
    _begin(step, marker.number, marker.kind, receiver)
    return True


def _in_transit(game: Game, number: int | None) -> bool:
    return any(one.number == number and one.state is MarkerState.TRANSIT for one in game.markers)


def _near(game: Game, number: int, at: PlayerId, *, left: bool) -> int | None:
    """Another marker within three remaining seats on this side, the nearest to the left or right.

    Departures can bring two to the same seat: there the turn being taken goes first, then the lower number.
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
    """The seat that a marker counts at: its holder's, or the heir's while a turn runs ownerless."""
    if marker.at is None or game.player(marker.at).in_game:
        return marker.at
    return left_of(game, marker.at)


def _begin(step: Step, number: int, kind: TurnKind, taker: PlayerId) -> None:
    if kind is not TurnKind.EXTRA:
        # Extra turns may have been granted or taken while the marker waited.
        kind = _kind_for(step.game, taker)
    if step.game.skips.get(taker):
        step.record(TurnSkipped(taker=taker, kind=kind, rule=step.rule("skip_turn")))
        if kind is TurnKind.EXTRA_BEFORE:
            _keep(step, number, taker)
        else:
            _hand_to(step, number, left_of(step.game, taker))
        return
    effects.expire(step, taker)
    rule = step.rule("turn" if kind is TurnKind.NORMAL else "extra_turn")
    turn = step.game.turn.number + 1
    step.record(TurnBegan(taker=taker, kind=kind, number=turn, rule=rule, marker=number))
    designations.begin_upkeep(step, (taker,))


def grant_extra(step: Step, taker: PlayerId) -> None:
    """An extra turn: after the one that its player is taking, else before that player's next (807.4j)."""
    for marker in step.game.markers:
        before = marker.kind is TurnKind.EXTRA_BEFORE
        if marker.at == taker and marker.state is MarkerState.TURN and not before:
            step.record(ExtraTurnGranted(taker=taker, rule=step.rule("marker_extra"), marker=marker.number))
            return
    step.record(ExtraTurnGranted(taker=taker, rule=step.rule("marker_saved"), saved=True))


def after_departure(step: Step, before: Game, leavers: tuple[PlayerId, ...]) -> None:
    """Players have left in one event: markers too many are designated (807.4e), a waiting leaver's marker
    goes to the left neighbour (807.4c), and who waited for one of them may begin."""
    removals.designate_surplus(step, before, leavers)
    for marker in step.game.markers:
        target = marker.to if marker.state is MarkerState.TRANSIT else marker.at
        if marker.state is not MarkerState.TURN and target in leavers:
            _hand_to(step, marker.number, left_of(step.game, target))
    settle(step)
