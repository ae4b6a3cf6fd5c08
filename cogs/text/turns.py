"""Turns in words: whose it is, how turns and turn markers changed; and the opening hands before them."""

from collections.abc import Sequence

from cogs.text import names
from cogs.text.formatting import listed, strong
from cogs.text.language import mark, tr, trn
from rules.events import turns
from rules.events.event import Event
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import MarkerState, Player, TurnChange, TurnKind, TurnOwner, TurnPart
from rules.players.mulligans import declaration_order
from rules.turns.turns import upcoming

TURN_PART_NAMES = {
    TurnPart.UNTAP: mark("untap step"),
    TurnPart.UPKEEP: mark("upkeep step"),
    TurnPart.DRAW: mark("draw step"),
    TurnPart.MAIN: mark("main phase"),
    TurnPart.COMBAT: mark("combat phase"),
    TurnPart.END: mark("end step"),
}
"""The names of phases and steps."""


def turn_line(game: Game) -> str:
    """Return whose turn it is."""
    if game.rules.markers:
        takers = listed(strong(names.taker(game, taker)) for taker in game.active_takers)
        return tr("Current turns: {takers}.", takers=takers)
    if game.outcome is None and not any(game.player(id).in_game for id in game.team_of(game.turn.taker)):
        return _turn_without_player(game)
    name = names.taker(game, game.turn.taker)
    taker = strong(name)
    if game.turn.kind is TurnKind.NORMAL and names.plural(name):
        return tr("Turn {number}: the {taker}' turn.", number=game.turn.number, taker=taker)
    if game.turn.kind is TurnKind.NORMAL:
        return tr("Turn {number}: {taker}'s turn.", number=game.turn.number, taker=taker)
    return tr("Turn {number}: {taker}'s extra turn.", number=game.turn.number, taker=taker)


def _turn_without_player(game: Game) -> str:
    """Return whose turn comes next, for a turn whose player has left the game (800.4j)."""
    gone = strong(names.taker(game, game.turn.taker))
    who = strong(names.taker(game, upcoming(game, 1)[0]))
    return tr("Turn {number}: {gone} is out. Next: {who}.", number=game.turn.number, gone=gone, who=who)


def waiting(game: Game, happened: Sequence[Event]) -> list[str]:
    """Return the positions of turn markers that have moved without beginning a turn."""
    moved = {event.marker for event in happened if isinstance(event, turns.MarkerMoved)}
    lines: list[str] = []
    for marker in game.markers:
        if marker.number not in moved or marker.state is MarkerState.TURN:
            continue
        who = names.bold_name(game, marker.at or marker.to or "")
        if marker.at:
            lines.append(tr("Turn marker {number} is waiting with {who}.", number=marker.number, who=who))
        else:
            lines.append(tr("Turn marker {number} is on its way to {who}.", number=marker.number, who=who))
    return lines


def turn_event(game: Game, event: Event) -> str | None:
    """Return the text of an event about turns; None for a silent one, or another subject."""
    match event:
        case turns.TurnBegan():
            return "\n".join((_began(game, event), *coming(game, event.taker, now=True)))
        case turns.PhaseChanged():
            now = event.taker in game.active_takers
            change = TurnChange(taker=event.taker, part=event.part, added=event.added)
            return _different(game, change, now=now, rule=event.rule)
        case turns.TurnControlled():
            change = TurnChange(taker=event.taker, by=event.by)
            return _different(game, change, now=False, rule=event.rule)
        case turns.TurnSkipped():
            taker = strong(names.taker(game, event.taker))
            return tr("{taker}'s turn is skipped (CR {rule}).", taker=taker, rule=event.rule)
        case turns.ExtraTurnGranted():
            return _extra(game, event)
        case turns.SkipGranted():
            taker = strong(names.taker(game, event.taker))
            return tr("{taker} will skip their next turn (CR {rule}).", taker=taker, rule=event.rule)
        case turns.TurnOrderReversed():
            return order_line(reversed=event.reversed, rule=event.rule)
        case turns.MarkerRemoved():
            return tr("Turn marker {number} is removed (CR {rule}).", number=event.marker, rule=event.rule)
        case turns.MarkerDesignated():
            return tr(
                "Turn marker {number} will be removed after its turn (CR {rule}).",
                number=event.marker,
                rule=event.rule,
            )
        case _:
            return None


def order_line(*, reversed: bool, rule: str) -> str:
    """Return the direction of turns."""
    if reversed:
        return tr("The turn order is reversed: turns pass to the right (CR {rule}).", rule=rule)
    return tr("The turn order is as at the start again: turns pass to the left (CR {rule}).", rule=rule)


def coming(game: Game, taker: TurnOwner, *, now: bool) -> list[str]:
    """Return the changes to a player's next turn, or to the one that begins now; players who have left
    control no one (800.4b)."""
    shared = game.rules.shared_turns
    lines: list[str] = []
    for change in game.turn_changes:
        if change.taker == taker and (change.by is None or game.player(change.by).in_game):
            key = "control_turn" if change.by is not None else "extra_phase" if change.added else "skip_phase"
            number = rule(game.rules.edition, key, shared=shared)
            lines.append(_different(game, change, now=now, rule=number))
    return lines


def _different(game: Game, change: TurnChange, *, now: bool, rule: str) -> str:
    """Return one special property of a turn."""
    values = {"taker": strong(names.taker(game, change.taker)), "rule": rule}
    if change.part is None:
        who = names.bold_name(game, change.by or "")
        if now:
            return tr("{who} controls {taker} during this turn (CR {rule}).", who=who, **values)
        return tr("{who} will control {taker} during {taker}'s next turn (CR {rule}).", who=who, **values)
    part = tr(TURN_PART_NAMES[change.part])
    if change.added and now:
        return tr("{taker}: an additional {part} this turn (CR {rule}).", part=part, **values)
    if change.added:
        return tr("{taker}: an additional {part} next turn (CR {rule}).", part=part, **values)
    if now:
        return tr("{taker}: {part} skipped this turn (CR {rule}).", part=part, **values)
    return tr("{taker}: {part} skipped next turn (CR {rule}).", part=part, **values)


def _began(game: Game, event: turns.TurnBegan) -> str:
    name = names.taker(game, event.taker)
    taker, normal = strong(name), event.kind is TurnKind.NORMAL
    if event.marker is None:
        if normal and names.plural(name):
            return tr("The {taker}' turn begins.", taker=taker)
        if normal:
            return tr("{taker}'s turn begins.", taker=taker)
        return tr("{taker}'s extra turn begins.", taker=taker)
    if normal:
        return tr("{taker}'s turn begins (marker {number}).", taker=taker, number=event.marker)
    return tr("{taker}'s extra turn begins (marker {number}).", taker=taker, number=event.marker)


def _extra(game: Game, event: turns.ExtraTurnGranted) -> str:
    taker = strong(names.taker(game, event.taker))
    if event.saved:
        return tr(
            "{taker} takes an extra turn before their next turn (CR {rule}).", taker=taker, rule=event.rule
        )
    return tr("{taker} takes an extra turn after this one (CR {rule}).", taker=taker, rule=event.rule)


def hands(game: Game) -> list[str]:
    """Return every opening hand, in the order of declaring: kept, mulligans taken, undecided."""
    return [
        f"{names.bold_name(game, id)}: {_hand(game.player(id))}"
        for group in declaration_order(game)
        for id in group
    ]


def _hand(player: Player) -> str:
    hand = player.hand
    if hand.kept:
        state = trn("keeps {n} card", "keeps {n} cards", hand.size)
    elif player.vanguard_hand:
        state = trn("undecided on {n} card", "undecided on {n} cards", hand.size)
    else:
        state = tr("undecided")
    if not hand.mulligans:
        return state
    return trn("{state} after {n} mulligan", "{state} after {n} mulligans", hand.mulligans, state=state)
