"""What facts make of the table: holds, checks, departures, the end, a restart."""

from collections.abc import Collection
from dataclasses import replace

from rules import events as ev
from rules.fold.evolving import evolve
from rules.game import Departure, Game, Player, PlayerId, PlayerOutcome


@evolve.register
def _(event: ev.ChecksMade, game: Game) -> Game:
    players = tuple(replace(one, failed_draw=False) if one.failed_draw else one for one in game.players)
    return replace(game, players=players)


@evolve.register
def _(event: ev.PlayersLeft, game: Game) -> Game:
    leaving = {one.who: one for one in event.leaving}

    def leave(player: Player) -> Player:
        one = leaving.get(player.id)
        if one is None:
            return player
        departure = Departure(
            result=event.result, cause=one.cause, rule=one.rule, life=one.life, turn=game.turn.number
        )
        return replace(player, left=departure, result=event.result, failed_draw=False)

    game = replace(game, players=tuple(leave(player) for player in game.players))
    return _without_their_turns(_team_results(game, leaving, event.result))


def _without_their_turns(game: Game) -> Game:
    """No turn is taken or skipped any more where nobody is left to take it (800.4k)."""
    gone = [taker for taker in game.takers if not any(game.player(id).in_game for id in game.team_of(taker))]
    return replace(
        game,
        saved_extra={taker: n for taker, n in game.saved_extra.items() if taker not in gone},
        skips={taker: n for taker, n in game.skips.items() if taker not in gone},
    )


def _team_results(game: Game, leavers: Collection[PlayerId], result: PlayerOutcome) -> Game:
    """A team whose last members have just drawn or lost has done so as a whole (104.4g, 104.3g)."""
    sides = (side for side in game.sides if side.is_team and not game.remaining_in(side))
    done = {id for side in sides if set(side.members) & set(leavers) for id in side.members}
    return replace(
        game,
        players=tuple(replace(one, result=result) if one.id in done else one for one in game.players),
    )


@evolve.register
def _(event: ev.GameEnded, game: Game) -> Game:
    players = tuple(replace(player, result=event.results[player.id]) for player in game.players)
    return replace(game, players=players, outcome=event.outcome, held=False)


@evolve.register
def _(event: ev.GameRestarted, game: Game) -> Game:
    return event.game


@evolve.register
def _(event: ev.HoldBegan, game: Game) -> Game:
    return replace(game, held=True)


@evolve.register
def _(event: ev.HoldEnded, game: Game) -> Game:
    return replace(game, held=False)


@evolve.register
def _(event: ev.LinkChanged, game: Game) -> Game:
    return replace(game, options=replace(game.options, link=event.link))
