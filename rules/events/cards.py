"""Cards by name."""

from rules.events.event import PlayerEvent


class CardResolved(PlayerEvent, frozen=True, kw_only=True):
    """A card of this player did what it does to players; what that was, the facts beside this one tell."""

    card: str
    rule: str
