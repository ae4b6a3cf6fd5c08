"""What a limited range of influence lets be chosen, seen, triggered and prevented (801.5 to 801.13)."""

from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import in_range, seats_from


def choosable(game: Game, chooser: PlayerId, controller: PlayerId) -> tuple[PlayerId, ...]:
    """The players whom somebody may choose for an effect: in range of both, in seat order (801.5a)."""
    reached = set(in_range(game, controller))
    return tuple(id for id in in_range(game, chooser) if id in reached)


def chooser(game: Game, controller: PlayerId, appropriate: tuple[PlayerId, ...]) -> PlayerId | None:
    """Who of the appropriate players makes a choice when none of them is in the controller's range: the
    closest to the controller's left (801.5c). None while somebody in range can make it."""
    if set(appropriate) & set(in_range(game, controller)):
        return None
    return next((id for id in seats_from(game, controller) if id in appropriate), None)


def triggers(game: Game, controller: PlayerId, involved: tuple[PlayerId, ...]) -> bool:
    """Whether an event with these players is entirely in range of an ability's controller (801.7)."""
    return set(involved) <= set(in_range(game, controller))


def seen(game: Game, controller: PlayerId, affected: PlayerId | None = None) -> tuple[PlayerId, ...]:
    """The players about whom an effect gets information (801.11): those in its controller's range; in the
    2006 text only those whom the affected player reaches as well (601.11)."""
    if affected is None or not game.rules.sees_from_both:
        return in_range(game, controller)
    return choosable(game, affected, controller)


def shield_applies(
    game: Game, controller: PlayerId, *, source: PlayerId | None = None, recipient: PlayerId | None = None
) -> bool:
    """Whether a prevention effect applies to damage: what it names, the damage's source, its recipient or
    both, must be in its controller's range (801.13b)."""
    named = {id for id in (source, recipient) if id is not None}
    return named <= set(in_range(game, controller))
