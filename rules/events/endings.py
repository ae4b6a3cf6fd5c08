"""State-based actions, leaving and the end of the game."""

from collections.abc import Collection, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from rules.events.event import GameEvent, PlayerEvent, with_player_fields
from rules.game.game import Game
from rules.game.parts import Departure, Outcome, Player, PlayerId, PlayerOutcome


class ChecksMade(GameEvent, frozen=True, kw_only=True):
    """State-based actions were checked; failed draws before this are forgotten (704.5b)."""

    rule: str

    def apply(self, game: Game) -> Game:
        players = (replace(one, failed_draw=False) if one.failed_draw else one for one in game.players)
        return replace(game, players=tuple(players))


class GameLossReplaced(PlayerEvent, frozen=True, kw_only=True):
    """One effect replaced every reason for which a player would lose at once (704.7)."""

    rule: str


class DrawAgreed(GameEvent, frozen=True, kw_only=True):
    """Players agreed to a draw; others still have to agree before the turn ends (104.4i)."""

    who: tuple[PlayerId, ...]
    missing: tuple[PlayerId, ...]
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, agreed_to_draw=(*game.agreed_to_draw, *self.who))


class Leaving(Struct, frozen=True, kw_only=True, gc=False):
    """One player leaving as part of a departure, with the cause, its rule and the last known totals."""

    who: PlayerId
    cause: str
    rule: str
    life: int
    poison: int = 0
    commander: str | None = None
    """The commander that has dealt the player the most combat damage, and how much."""
    commander_damage: int = 0
    by: PlayerId | None = None
    """The player who entered it for another."""
    knocked_out_by: PlayerId | None = None
    """The player who caused it, if roles make that matter and it is known."""
    asks_by: bool = False
    """Whether the table has to say that."""
    role: str = ""
    """The key of the role that leaving shows."""


class PlayersLeft(GameEvent, frozen=True, kw_only=True):
    """Players left the game in one event, having lost or drawn (104.5)."""

    leaving: tuple[Leaving, ...]
    result: PlayerOutcome

    def apply(self, game: Game) -> Game:
        leaving = {one.who: one for one in self.leaving}

        def leave(player: Player) -> Player:
            one = leaving.get(player.id)
            if one is None:
                return player
            departure = Departure(
                result=self.result,
                cause=one.cause,
                rule=one.rule,
                life=one.life,
                turn=game.turn.number,
                by=one.knocked_out_by,
                asks_by=one.asks_by,
            )
            role = one.role or player.role
            return replace(player, left=departure, result=self.result, failed_draw=False, role=role)

        after = replace(game, players=tuple(leave(player) for player in game.players))
        return _without_their_turns(_team_results(after, leaving, self.result))


class KnockOutCredited(PlayerEvent, frozen=True, kw_only=True):
    """The table has named the player who knocked out a departed one; None for no other player."""

    by: PlayerId | None

    def apply(self, game: Game) -> Game:
        left = game.player(self.who).left
        return (
            game
            if left is None
            else with_player_fields(game, self.who, left=replace(left, by=self.by, asks_by=False))
        )


class GameEnded(GameEvent, frozen=True, kw_only=True):
    """The game is over (104.1) and `results` is final for all players; `roles` has the keys of all dealt
    roles, by player."""

    outcome: Outcome
    results: Mapping[PlayerId, PlayerOutcome]
    roles: Mapping[PlayerId, str] = field(default_factory=dict[str, str])

    def apply(self, game: Game) -> Game:
        players = tuple(
            replace(player, result=self.results[player.id], role=self.roles.get(player.id, player.role))
            for player in game.players
        )
        return replace(game, players=players, outcome=self.outcome, held=False)


class GameRestarted(GameEvent, frozen=True, kw_only=True):
    """The players still in the game restarted it from this value; no one won, lost or drew (104.6)."""

    game: Game
    by: PlayerId
    rule: str

    def apply(self, game: Game) -> Game:
        return self.game


def _without_their_turns(game: Game) -> Game:
    """Return the game without extra and skipped turns of departed players (800.4k), and without their
    control of turns (800.4a)."""
    gone = [taker for taker in game.takers if not any(game.player(id).in_game for id in game.team_of(taker))]
    return replace(
        game,
        saved_extra={taker: n for taker, n in game.saved_extra.items() if taker not in gone},
        skips={taker: n for taker, n in game.skips.items() if taker not in gone},
        turn_changes=tuple(
            one
            for one in game.turn_changes
            if one.taker not in gone and (one.by is None or game.player(one.by).in_game)
        ),
    )


def _team_results(game: Game, leavers: Collection[PlayerId], result: PlayerOutcome) -> Game:
    """Return the results of teams whose last members have just drawn or lost (104.4g, 104.3g)."""
    sides = (side for side in game.sides if side.is_team and not game.remaining_in(side))
    done = {id for side in sides if set(side.members) & set(leavers) for id in side.members}
    return replace(
        game,
        players=tuple(replace(one, result=result) if one.id in done else one for one in game.players),
    )
