"""The base of every event."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.game.game import Game
from rules.game.parts import PlayerId, TotalOwner

T = TypeVar("T")


class Event(Struct, frozen=True, gc=False):
    """An event at a table, in the past tense. Logs store its names and fields."""


class GameEvent(Event, frozen=True):
    """Something that happened in a game in progress."""

    def apply(self, game: Game) -> Game:
        """Return the game after this event: the same object if the event changes nothing."""
        return game


class PlayerEvent(GameEvent, frozen=True, kw_only=True):
    """Something that happened to one player."""

    who: PlayerId


def kinds_of(base: type[T]) -> dict[str, type[T]]:
    """Return the classes below one that have no subclasses, by their names, which logs store.

    Only imported modules are known. Raises TypeError for duplicate names.
    """
    found: dict[str, type[T]] = {}
    for kind in base.__subclasses__():
        below = kinds_of(kind) or {kind.__name__: kind}
        if not found.keys().isdisjoint(below):
            raise TypeError(f"two kinds of {base.__name__} have one name: {sorted(found.keys() & below)}")
        found |= below
    return found


def with_player_fields(game: Game, id: PlayerId, **fields: object) -> Game:
    """Return the game with these fields of one player changed."""
    players = (replace(player, **fields) if player.id == id else player for player in game.players)
    return replace(game, players=tuple(players))


def by_other(game: Game, hurt: PlayerId, source: PlayerId | None) -> PlayerId | None:
    """Return who has harmed a player; None if a side entered its own loss, which doesn't name the source."""
    own = source is not None and source in game.side_of(hurt).members
    return None if own else source


def with_blow(game: Game, kind: str, holder: TotalOwner, by: PlayerId | None) -> Game:
    """Record who last took life from a total, or added poison to it, if roles make that matter."""
    if game.secret_roles is None:
        return game
    return replace(game, blows={**game.blows, kind: {**game.blows.get(kind, {}), holder: by}})
