"""Cards by name."""

from rules.events.event import PlayerEvent


class CardResolved(PlayerEvent, frozen=True, kw_only=True):
    """A player's card took effect; the events beside this one have the details."""

    card: str
    rule: str
