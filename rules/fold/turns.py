"""What facts make of turns and turn markers."""

from collections.abc import Callable
from dataclasses import replace

from rules import events as ev
from rules.fold.evolving import evolve, less_one, put
from rules.game import Game, Marker, MarkerState, Player, Taker, Turn, TurnKind
from rules.game.seating import reaches


@evolve.register
def _(event: ev.TurnBegan, game: Game) -> Game:
    team, reached = game.team_of(event.taker), reaches(game)

    def begin(player: Player) -> Player:
        reach = reached.get(player.id, ())
        spells = player.spells if event.marker is not None and player.id not in team else 0
        sped_up = player.sped_up and player.id not in team
        if (reach, spells, sped_up) == (player.reach, player.spells, player.sped_up):
            return player
        return replace(player, reach=reach, spells=spells, sped_up=sped_up)

    game = replace(
        game,
        players=tuple(begin(player) if player.in_game else player for player in game.players),
        turn=Turn(number=event.number, taker=event.taker, kind=event.kind),
    )
    if event.kind is TurnKind.NORMAL:
        game = replace(game, rotation=event.taker)
    if event.kind is TurnKind.EXTRA_BEFORE:
        game = replace(game, saved_extra=less_one(game.saved_extra, event.taker))
    if event.marker is None:
        return game if event.kind is not TurnKind.EXTRA else replace(game, extra=game.extra[:-1])
    return _marker(
        game, event.marker, lambda marker: replace(marker, state=MarkerState.TURN, kind=event.kind)
    )


@evolve.register
def _(event: ev.TurnSkipped, game: Game) -> Game:
    game = replace(game, skips=less_one(game.skips, event.taker))
    return _not_taken(game, event.taker, event.kind)


@evolve.register
def _(event: ev.TurnPassedOver, game: Game) -> Game:
    return _not_taken(game, event.taker, event.kind)


def _not_taken(game: Game, taker: Taker, kind: TurnKind) -> Game:
    if kind is TurnKind.NORMAL:
        return replace(game, rotation=taker)
    if kind is TurnKind.EXTRA_BEFORE:
        return replace(game, saved_extra=less_one(game.saved_extra, taker))
    return replace(game, extra=game.extra[:-1])


@evolve.register
def _(event: ev.ExtraTurnGranted, game: Game) -> Game:
    if event.marker is not None:
        return _marker(game, event.marker, lambda marker: replace(marker, extra=marker.extra + 1))
    if event.saved:
        saved = game.saved_extra.get(event.taker, 0) + 1
        return replace(game, saved_extra=put(game.saved_extra, event.taker, saved))
    return replace(game, extra=(*game.extra, event.taker))


@evolve.register
def _(event: ev.SkipGranted, game: Game) -> Game:
    return replace(game, skips=put(game.skips, event.taker, game.skips.get(event.taker, 0) + 1))


@evolve.register
def _(event: ev.ExtraTurnsSaved, game: Game) -> Game:
    saved = game.saved_extra.get(event.taker, 0) + event.amount
    game = replace(game, saved_extra=put(game.saved_extra, event.taker, saved))
    return _marker(game, event.marker, lambda marker: replace(marker, extra=0))


@evolve.register
def _(event: ev.MarkerMoved, game: Game) -> Game:
    state = MarkerState.TRANSIT if event.at is None else MarkerState.WAITING

    def move(marker: Marker) -> Marker:
        kept = marker.extra if marker.at == event.at else 0
        return replace(
            marker,
            at=event.at,
            to=event.to,
            behind=event.behind,
            state=state,
            kind=event.kind,
            extra=max(0, kept - 1) if event.kind is TurnKind.EXTRA else kept,
        )

    return _marker(game, event.marker, move)


@evolve.register
def _(event: ev.MarkerDesignated, game: Game) -> Game:
    return _marker(game, event.marker, lambda marker: replace(marker, removals=event.removals))


@evolve.register
def _(event: ev.MarkerRemoved, game: Game) -> Game:
    return replace(game, markers=tuple(one for one in game.markers if one.number != event.marker))


def _marker(game: Game, number: int, update: Callable[[Marker], Marker]) -> Game:
    markers = tuple(update(marker) if marker.number == number else marker for marker in game.markers)
    return replace(game, markers=markers)
