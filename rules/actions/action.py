"""What every action is."""

from msgspec import Struct

from rules.game.parts import Player, PlayerId
from rules.resolution import Resolution


class Action(Struct, frozen=True, kw_only=True, gc=False):
    """Something asked of a game."""

    def perform(self, resolution: Resolution) -> None:
        """Record what happens. Raises Refusal, after which the resolution is thrown away."""
        raise NotImplementedError


class PlayerAction(Action, frozen=True, kw_only=True):
    """Something asked of one player, who has to be in the game still."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        self.perform_for(resolution, resolution.playing_one(self.who))

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        """The same for the player as they are before it."""
        raise NotImplementedError


class PlayersAction(Action, frozen=True, kw_only=True):
    """Something asked of several players, all of whom have to be in the game still; of each by itself."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            self.perform_for(resolution, who)

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        """What it is for one of them."""
        raise NotImplementedError
