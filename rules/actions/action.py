"""The base of every action."""

from collections.abc import Iterable

from msgspec import Struct

from rules.game.game import Game
from rules.game.parts import Player, PlayerId
from rules.game.seating import in_range
from rules.refusal import Refusal
from rules.resolution import Resolution


class Action(Struct, frozen=True, kw_only=True, gc=False):
    """A request to a game."""

    def perform(self, resolution: Resolution) -> None:
        """Record the events. Raises Refusal, after which the resolution is discarded."""
        raise NotImplementedError


class PlayerAction(Action, frozen=True, kw_only=True):
    """An action of one player, who has to be in the game."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        self.perform_for(resolution, resolution.playing_one(self.who))

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        """Carry the action out for the player, who is in the game. Raises Refusal."""
        raise NotImplementedError


class PlayersAction(Action, frozen=True, kw_only=True):
    """An action on several players, all of whom have to be in the game; each is affected separately."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            self.perform_for(resolution, who)

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        """Carry the action out for one of the players. Raises Refusal."""
        raise NotImplementedError


class EffectAction(PlayersAction, frozen=True, kw_only=True):
    """Something that a spell or ability does to players: it does nothing to those outside the range of
    influence of its controller (801.10). Refused when that is all of them."""

    by: PlayerId | None = None
    """The effect's controller, if known."""
    ranged: bool = False
    """Whether `by` is limited by the range of influence. Earlier versions stored the requester in `by`,
    without that limit."""

    def perform(self, resolution: Resolution) -> None:
        for who in reached_players(resolution, self.by if self.ranged else None, self.who):
            self.perform_for(resolution, who)


def reached_players(
    resolution: Resolution, by: PlayerId | None, who: Iterable[PlayerId]
) -> tuple[PlayerId, ...]:
    """Return the players of these whom an effect of `by` can affect (801.10), each once; all without `by`.

    Raises Refusal "out_of_range" if there are none, and "left_game" for players who have left.
    """
    named = resolution.playing(who)
    if by is None or not named:
        return named
    near = in_range(resolution.game, by)
    found = tuple(id for id in named if id in near)
    if not found:
        raise out_of_range(resolution.game, named[0], by)
    return found


def require_reached(resolution: Resolution, by: PlayerId | None, who: Iterable[PlayerId]) -> None:
    """Raise Refusal for an effect on all of these players or none, if one is out of range
    (701.12a, 801.10)."""
    named = tuple(who)
    for one in resolution.playing(named):
        reached_players(resolution, by, (one,))


def out_of_range(game: Game, who: PlayerId, by: PlayerId) -> Refusal:
    """Return why an effect can't touch a player."""
    return Refusal("out_of_range", who=game.player(who).name, of=game.player(by).name)
