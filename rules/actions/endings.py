"""The ways out of a game: for one player, for several, for all (104)."""

from dataclasses import dataclass

from rules.actions.action import Action
from rules.endings import endings
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede(Action):
    """A player concedes (104.3a); whoever controls the player can't do it for them (723.6)."""

    who: PlayerId
    by: PlayerId | None = None
    """The player who says so, where another than `who` would be refused."""

    def perform(self, resolution: Resolution) -> None:
        if self.by not in (None, self.who):
            raise Refusal("concede_for_other", who=resolution.game.player(self.who).name)
        endings.concede(resolution, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise(Action):
    """A judge's penalty makes a player lose (104.3k)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        endings.penalise(resolution, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Depart(Action):
    """Players leave the game at the same moment (104.5)."""

    who: tuple[PlayerId, ...]
    by: PlayerId | None = None
    """The player who says so, also of others: somebody may be gone and unable to."""

    def perform(self, resolution: Resolution) -> None:
        endings.depart(resolution, self.who, by=self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseGame(Action):
    """An effect says that these players lose (104.3e)."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        endings.lose_by_effect(resolution, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGame(Action):
    """An effect says that a player wins, and perhaps that players lose at the same time (104.2b, 104.3f)."""

    who: PlayerId
    also_loses: tuple[PlayerId, ...] = ()

    def perform(self, resolution: Resolution) -> None:
        endings.win_by_effect(resolution, self.who, self.also_loses)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawGame(Action):
    """A player's effect says that the game is a draw (104.4c)."""

    by: PlayerId

    def perform(self, resolution: Resolution) -> None:
        endings.draw_by_effect(resolution, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop(Action):
    """The game has come to a loop with objects of these controllers (104.4b)."""

    controllers: tuple[PlayerId, ...]
    optional: bool = False

    def perform(self, resolution: Resolution) -> None:
        endings.mandatory_loop(resolution, self.controllers, optional=self.optional)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeDraw(Action):
    """The players agree on a draw (104.4i)."""

    def perform(self, resolution: Resolution) -> None:
        endings.agree_draw(resolution)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartGame(Action):
    """A player's effect restarts the game (727)."""

    by: PlayerId

    def perform(self, resolution: Resolution) -> None:
        endings.restart_game(resolution, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonGame(Action):
    """The table stops playing without a result."""

    def perform(self, resolution: Resolution) -> None:
        endings.abandon(resolution)
