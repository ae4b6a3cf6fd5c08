"""The ways out of a game: for one player, for several, for all (104)."""

from rules.actions.action import Action, PlayerAction, reached_players
from rules.endings import leaving
from rules.events.endings import DrawAgreed, GameEnded, GameRestarted, KnockOutCredited
from rules.events.roles import RoleShown
from rules.formats.losses import DrawKey
from rules.game.game import Game
from rules.game.parts import Outcome, Player, PlayerId, PlayerOutcome, SecretRoles
from rules.game.seating import apnap, in_range, opponents_in_range
from rules.players import roles
from rules.players.continuous_effects import can_lose_game, can_win_game
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.setup import opening
from rules.setup.validation import require_restartable


class Concede(Action, frozen=True, kw_only=True):
    """A player concedes: leaves and loses at once, regardless of effects (104.3a), with a team that wins
    and loses together (810.8b). Another player can't do it for them (723.6)."""

    who: PlayerId
    by: PlayerId | None = None
    """The player who says so, where another than `who` would be refused."""

    def perform(self, resolution: Resolution) -> None:
        if self.by not in (None, self.who):
            raise Refusal("concede_for_other", who=resolution.game.player(self.who).name)
        resolution.playing_one(self.who)
        leaving.lose_game(resolution, {self.who: "lose_concession"})


class Penalise(PlayerAction, frozen=True, kw_only=True):
    """A judge's penalty makes a player lose (104.3k)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        leaving.lose_game(resolution, {self.who: "lose_judge"})


class Depart(Action, frozen=True, kw_only=True):
    """Players leave the game at the same moment (104.5)."""

    who: tuple[PlayerId, ...]
    by: PlayerId | None = None
    """The player who concedes, possibly on behalf of someone who is gone."""

    def perform(self, resolution: Resolution) -> None:
        leaving.lose_game(
            resolution, dict.fromkeys(resolution.playing(self.who), "lose_departure"), by=self.by
        )


class LoseGame(Action, frozen=True, kw_only=True):
    """An effect makes these players lose (104.3e), except those who can't lose. Refused if none can."""

    who: tuple[PlayerId, ...]
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        losing = reached_players(resolution, self.by, self.who)
        if losing and not any(can_lose_game(resolution.game, id) for id in losing):
            raise Refusal("cant_lose_game", who=resolution.game.player(losing[0]).name)
        leaving.apply_losses(
            resolution, dict.fromkeys(losing, "lose_effect"), credited=dict.fromkeys(losing, self.by)
        )


class WinGame(Action, frozen=True, kw_only=True):
    """An effect makes a player win, and possibly others lose at the same time (104.2b).

    A player who would win and lose at once loses (104.3f). Under limited range the opponents in range lose
    instead (801.14); in the 2011 text all opponents do (104.3h there). Refused when the player can't win.
    """

    who: PlayerId
    also_loses: tuple[PlayerId, ...] = ()

    def perform(self, resolution: Resolution) -> None:
        who, game = self.who, resolution.game
        resolution.playing((who, *self.also_loses))
        losers: leaving.Causes = {
            id: "lose_win_and_lose" if id == who else "lose_effect" for id in self.also_loses
        }
        falling: leaving.Causes = {id: cause for id, cause in losers.items() if can_lose_game(game, id)}
        if who in leaving.expand(game, falling, team="lose_team", emperor="lose_emperor"):
            leaving.apply_losses(resolution, losers)
            return
        if not can_win_game(game, who):
            if not falling:
                raise Refusal("cant_win_game", who=game.player(who).name)
            leaving.apply_losses(resolution, losers)
            return
        limited = game.player(who).range is not None and game.rules.range_limits_win
        if limited or (game.rules.win_defeats_all_opponents and len(game.players) > 2):
            opponents = opponents_in_range(game, who) if limited else game.opponents(who)
            leaving.apply_losses(resolution, {**dict.fromkeys(opponents, "lose_opponent_won"), **losers})
            return
        side = game.side_of(who)
        sides = map(game.side_of, roles.allies(game, who))
        leaving.win(resolution, "win_effect_team" if side.one_body else "win_effect", *sides)


class DrawGame(Action, frozen=True, kw_only=True):
    """A player's effect says that the game is a draw (104.4c), under limited range in that range (104.4e)."""

    by: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.playing_one(self.by)
        _draw_for(resolution, (self.by,), "draw_effect", "draw_effect_range")


class Loop(Action, frozen=True, kw_only=True):
    """A loop of mandatory actions with objects of these controllers makes the game a draw (104.4b, 104.4f).

    If an action in it is optional, a player has to choose something else instead (732.3).
    """

    controllers: tuple[PlayerId, ...]
    optional: bool = False

    def perform(self, resolution: Resolution) -> None:
        resolution.playing(self.controllers)
        if self.optional:
            chooser = must_choose_differently(resolution.game, self.controllers)
            raise Refusal("optional_loop", who=resolution.game.player(chooser).name)
        _draw_for(resolution, self.controllers, "draw_loop", "draw_loop_range")


def must_choose_differently(game: Game, involved: tuple[PlayerId, ...]) -> PlayerId:
    """Return the player who has to end a loop that continues only by these players' choices (732.3): the
    active player if involved, else the first of them in turn order."""
    order = (id for group in apnap(game) for id in group)
    return next(id for id in order if id in involved)


def _draw_for(
    resolution: Resolution, controllers: tuple[PlayerId, ...], cause: DrawKey, in_part: DrawKey
) -> None:
    """End the game in a draw by effects or objects of these players; under limited range only for them and
    everyone in their ranges, by the rule `in_part` (104.4e, 104.4f)."""
    game = resolution.game
    limited = game.rules.range_limits_draw and all(game.player(id).range is not None for id in controllers)
    if not limited or not controllers:
        leaving.end_in_draw(resolution, cause)
        return
    drawers = {id for controller in controllers for id in (controller, *in_range(game, controller))}
    leaving.draw_out(resolution, tuple(sorted(drawers)), in_part)


class AgreeDraw(Action, frozen=True, kw_only=True):
    """The players agree on a draw (104.4i): all of them at once, or those in `by`.

    The game is a draw once all players still in it have agreed within one turn. Refused for those who have.
    """

    by: tuple[PlayerId, ...] = ()

    def perform(self, resolution: Resolution) -> None:
        agreed = (*resolution.game.agreed_to_draw, *resolution.playing(self.by))
        missing = tuple(player.id for player in resolution.game.remaining if player.id not in agreed)
        if not self.by or not missing:
            leaving.end_in_draw(resolution, "draw_agreed")
            return
        new = tuple(id for id in agreed if id not in resolution.game.agreed_to_draw)
        if not new:
            names = tuple(resolution.game.player(id).name for id in missing)
            raise Refusal("agreed_already", missing=names)
        resolution.record(DrawAgreed(who=new, missing=missing, rule=resolution.rule("draw_agreed")))


class RestartGame(Action, frozen=True, kw_only=True):
    """A player's effect restarts the game (104.6, 727), regardless of ranges of influence (801.17).

    ``secret_roles``: the roles dealt again to the players still in the game, in variants with roles.
    """

    by: PlayerId
    secret_roles: SecretRoles | None = None

    def perform(self, resolution: Resolution) -> None:
        resolution.playing_one(self.by)
        require_restartable(resolution.game)
        game = opening.restart(resolution.game, self.by, self.secret_roles)
        resolution.record(GameRestarted(game=game, by=self.by, rule=resolution.rule("restart")))


class CreditKnockOut(Action, frozen=True, kw_only=True):
    """The table names the player who knocked out a loser, possibly after the game.

    OWN: the rules have no such action. Raises Refusal "not_knocked_out" for someone who hasn't lost, and
    "knocked_out_by_own" for a player of the same side.
    """

    who: PlayerId
    by: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        player, game = resolution.game.player(self.who), resolution.game
        if player.left is None or player.left.result is not PlayerOutcome.LOST:
            raise Refusal("not_knocked_out", who=player.name)
        if self.by is not None and self.by in game.side_of(self.who).members:
            raise Refusal("knocked_out_by_own", who=player.name)
        resolution.record(KnockOutCredited(who=self.who, by=self.by))
        if game.secret_roles is not None and game.outcome is None:
            leaving.decide_by_roles(resolution)


class ShowRole(PlayerAction, frozen=True, kw_only=True):
    """A player shows their secret role to everyone.

    OWN: the rules have no roles. Raises Refusal "no_roles", "roles_stay_secret" and "role_known".
    """

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        role = roles.key_to_show(resolution.game, player.id)
        resolution.record(RoleShown(who=player.id, role=role))


class AbandonGame(Action, frozen=True, kw_only=True):
    """The table stops playing without a result."""

    def perform(self, resolution: Resolution) -> None:
        nothing = PlayerOutcome.NONE
        results = {one.id: nothing if one.in_game else one.result for one in resolution.game.players}
        outcome = Outcome(result=nothing, winners=(), rule="", cause="abandoned")
        dealt = roles.all_keys(resolution.game)
        resolution.record(GameEnded(outcome=outcome, results=results, roles=dealt))
