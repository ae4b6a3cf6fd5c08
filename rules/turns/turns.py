"""Turns (500): rotation, extra and skipped turns, turns of those who have left. Grand Melee: `markers`."""

from rules.events.turns import TurnBegan, TurnEnded, TurnPassedOver, TurnSkipped
from rules.game.game import Game
from rules.game.parts import TurnKind, TurnOwner
from rules.players import continuous_effects, designations, tallies
from rules.resolution import Resolution
from rules.turns import grand_melee


def end_turn(resolution: Resolution, marker: int | None = None) -> None:
    """End the current turn and begin the next; in Grand Melee `marker` says which turn.

    Raises Refusal when the marker is unknown or no one is taking a turn with it.
    """
    if resolution.game.rules.markers:
        grand_melee.end_marker_turn(resolution, marker)
        return
    resolution.record(TurnEnded(taker=resolution.game.turn.taker))
    while True:
        taker, kind = _next(resolution.game)
        if not any(resolution.game.player(id).in_game for id in resolution.game.team_of(taker)):
            continuous_effects.expire(resolution, taker, absent=True)
            resolution.record(TurnPassedOver(taker=taker, kind=kind, rule=resolution.rule("absent_turn")))
        elif resolution.game.skips.get(taker):
            resolution.record(TurnSkipped(taker=taker, kind=kind, rule=resolution.rule("skip_turn")))
        else:
            begin_turn(resolution, taker, kind)
            return


def _next(game: Game) -> tuple[TurnOwner, TurnKind]:
    """Return whose turn would be next: the newest extra turn, else the next in rotation (500.7)."""
    if game.extra:
        return game.extra[-1], TurnKind.EXTRA
    takers = game.turn_order
    return takers[(takers.index(game.rotation) + 1) % len(takers)], TurnKind.NORMAL


def begin_turn(resolution: Resolution, taker: TurnOwner, kind: TurnKind = TurnKind.NORMAL) -> None:
    """Begin a turn: end durations, switch day and night, fix ranges again (801.2c), trigger reminders."""
    previous = resolution.game.team_of(resolution.game.turn.taker)
    continuous_effects.expire(resolution, taker)
    designations.turn_day_or_night(resolution, previous)
    rule, before = "extra_turn" if kind is TurnKind.EXTRA else "turn", resolution.game
    resolution.record(
        TurnBegan(taker=taker, kind=kind, number=resolution.game.turn.number + 1, rule=resolution.rule(rule))
    )
    continuous_effects.extend(resolution, before)
    designations.begin_upkeep(resolution, resolution.game.team_of(taker))
    tallies.trigger_reminders(resolution, taker)


def upcoming(game: Game, count: int) -> tuple[TurnOwner, ...]:
    """Return the owners of the next turns as of now, including skips and departures, for a game without
    markers."""
    extra, skips = list(game.extra), dict(game.skips)
    takers, position = game.turn_order, game.turn_order.index(game.rotation)
    found: list[TurnOwner] = []
    while len(found) < count:
        if extra:
            taker = extra.pop()
        else:
            position = (position + 1) % len(takers)
            taker = takers[position]
        if not any(game.player(id).in_game for id in game.team_of(taker)):
            continue
        if skips.get(taker):
            skips[taker] -= 1
            continue
        found.append(taker)
    return tuple(found)
