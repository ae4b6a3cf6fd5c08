"""The ways out of a game: for one player, for several, for all (104)."""

from rules.actions.action import Action
from rules.endings import endings, leaving
from rules.events.endings import GameEnded, GameRestarted
from rules.game.parts import Outcome, PlayerId, PlayerOutcome
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.setup import opening
from rules.setup.validation import require_restartable


class Concede(Action, frozen=True, kw_only=True):
    """A player concedes: leaves and loses at once, whatever effects say (104.3a), with a team that stands and
    falls as one (810.8b). Another player can't do it for them (723.6)."""

    who: PlayerId
    by: PlayerId | None = None
    """The player who says so, where another than `who` would be refused."""

    def perform(self, resolution: Resolution) -> None:
        if self.by not in (None, self.who):
            raise Refusal("concede_for_other", who=resolution.game.player(self.who).name)
        resolution.require_playing(self.who)
        leaving.lose(resolution, {self.who: "lose_concession"})


class Penalise(Action, frozen=True, kw_only=True):
    """A judge's penalty makes a player lose (104.3k)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        leaving.lose(resolution, {self.who: "lose_judge"})


class Depart(Action, frozen=True, kw_only=True):
    """Players leave the game at the same moment (104.5)."""

    who: tuple[PlayerId, ...]
    by: PlayerId | None = None
    """The player who says so, also of others: somebody may be gone and unable to."""

    def perform(self, resolution: Resolution) -> None:
        leaving.lose(resolution, dict.fromkeys(resolution.playing(self.who), "lose_departure"), by=self.by)


class LoseGame(Action, frozen=True, kw_only=True):
    """An effect says that these players lose (104.3e)."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        endings.lose_by_effect(resolution, self.who)


class WinGame(Action, frozen=True, kw_only=True):
    """An effect says that a player wins, and perhaps that players lose at the same time (104.2b, 104.3f)."""

    who: PlayerId
    also_loses: tuple[PlayerId, ...] = ()

    def perform(self, resolution: Resolution) -> None:
        endings.win_by_effect(resolution, self.who, self.also_loses)


class DrawGame(Action, frozen=True, kw_only=True):
    """A player's effect says that the game is a draw (104.4c), under limited range in that range (104.4e)."""

    by: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.by)
        endings.draw_for(resolution, (self.by,), "draw_effect", "draw_effect_range")


class Loop(Action, frozen=True, kw_only=True):
    """A loop of mandatory actions with objects of these controllers is a draw (104.4b, 104.4f).

    If an action in it is optional, somebody has to do something else instead (732.3).
    """

    controllers: tuple[PlayerId, ...]
    optional: bool = False

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(*self.controllers)
        if self.optional:
            chooser = endings.must_choose_differently(resolution.game, self.controllers)
            raise Refusal("optional_loop", who=resolution.game.player(chooser).name)
        endings.draw_for(resolution, self.controllers, "draw_loop", "draw_loop_range")


class AgreeDraw(Action, frozen=True, kw_only=True):
    """The players agree on a draw (104.4i)."""

    def perform(self, resolution: Resolution) -> None:
        leaving.draw(resolution, "draw_agreed")


class RestartGame(Action, frozen=True, kw_only=True):
    """A player's effect restarts the game (104.6, 727), whatever the ranges of influence are (801.17)."""

    by: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.by)
        require_restartable(resolution.game)
        game = opening.restart(resolution.game, self.by)
        resolution.record(GameRestarted(game=game, by=self.by, rule=resolution.rule("restart")))


class AbandonGame(Action, frozen=True, kw_only=True):
    """The table stops playing without a result."""

    def perform(self, resolution: Resolution) -> None:
        nothing = PlayerOutcome.NONE
        results = {one.id: nothing if one.in_game else one.result for one in resolution.game.players}
        outcome = Outcome(result=nothing, winners=(), rule="", cause="abandoned")
        resolution.record(GameEnded(outcome=outcome, results=results))
