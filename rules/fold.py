"""The fold: one function that turns a game and a fact into the next game."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import TypeVar

from rules import events as ev
from rules.game import (
    Departure,
    Game,
    Holder,
    Marker,
    MarkerState,
    Player,
    PlayerId,
    Result,
    Taker,
    Turn,
    TurnKind,
)
from rules.seating import reaches

K = TypeVar("K")


@singledispatch
def evolve(event: ev.GameEvent, game: Game) -> Game:
    """The game after this fact; facts that only tell something leave it as it is."""
    return game


def change(game: Game, id: PlayerId, update: Callable[[Player], Player]) -> Game:
    """The game with one player replaced."""
    players = tuple(update(player) if player.id == id else player for player in game.players)
    return replace(game, players=players)


def _with(mapping: Mapping[str, K], key: str, value: K) -> Mapping[str, K]:
    return {**mapping, key: value}


def _less_one(mapping: Mapping[Taker, int], key: Taker) -> Mapping[Taker, int]:
    rest = {**mapping, key: mapping.get(key, 0) - 1}
    return {taker: n for taker, n in rest.items() if n > 0}


def _counters(game: Game, holder: Holder, kind: str, total: int) -> Game:
    kinds = {**game.counters_of(holder), kind: total}
    kept: Mapping[str, int] = {name: n for name, n in kinds.items() if n}
    return replace(game, counters=_with(game.counters, holder, kept))


@evolve.register
def _(event: ev.GameRestarted, game: Game) -> Game:
    return event.game


@evolve.register
def _(event: ev.DamageDealt, game: Game) -> Game:
    commander = event.commander
    if commander is None:
        return game
    return change(
        game,
        event.to,
        lambda player: replace(
            player, commander_damage=_with(player.commander_damage, commander, event.tally)
        ),
    )


@evolve.register
def _(event: ev.LifeLost, game: Game) -> Game:
    holder = game.life_holder(event.who)
    return replace(game, life=_with(game.life, holder, game.life[holder] - event.amount))


@evolve.register
def _(event: ev.LifeGained, game: Game) -> Game:
    holder = game.life_holder(event.who)
    return replace(game, life=_with(game.life, holder, game.life[holder] + event.amount))


@evolve.register
def _(event: ev.CountersAdded, game: Game) -> Game:
    return _counters(game, game.counter_holder(event.who, event.kind), event.kind, event.total)


@evolve.register
def _(event: ev.CountersRemoved, game: Game) -> Game:
    return _counters(game, game.counter_holder(event.who, event.kind), event.kind, event.total)


@evolve.register
def _(event: ev.CommanderNamed, game: Game) -> Game:
    def name(player: Player) -> Player:
        others = tuple(card for card in player.commanders if card.id != event.commander.id)
        return replace(player, commanders=(*others, event.commander))

    return change(game, event.who, name)


@evolve.register
def _(event: ev.CommanderCast, game: Game) -> Game:
    def cast(player: Player) -> Player:
        cards = tuple(
            replace(card, casts=event.casts) if card.id == event.commander else card
            for card in player.commanders
        )
        return replace(player, commanders=cards)

    return change(game, event.who, cast)


@evolve.register
def _(event: ev.EffectBegan, game: Game) -> Game:
    return replace(game, effects=(*game.effects, event.effect), next_effect=event.effect.id + 1)


@evolve.register
def _(event: ev.EffectEnded, game: Game) -> Game:
    return replace(game, effects=tuple(one for one in game.effects if one.id != event.effect.id))


@evolve.register
def _(event: ev.LibraryCounted, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, library=event.cards))


@evolve.register
def _(event: ev.CardDrawn, game: Game) -> Game:
    def draw(player: Player) -> Player:
        return player if player.library is None else replace(player, library=player.library - 1)

    return change(game, event.who, draw)


@evolve.register
def _(event: ev.DrewFromEmptyLibrary, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, failed_draw=True))


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
    if event.result is Result.DRAW:
        game = _team_results(game, leaving)
    return game


def _team_results(game: Game, leavers: Collection[PlayerId]) -> Game:
    """A team whose last members have just drawn has drawn as a whole (104.4g)."""
    sides = (side for side in game.sides if side.is_team and not game.remaining_in(side))
    drawn = {id for side in sides if set(side.members) & set(leavers) for id in side.members}
    return replace(
        game,
        players=tuple(replace(one, result=Result.DRAW) if one.id in drawn else one for one in game.players),
    )


@evolve.register
def _(event: ev.GameEnded, game: Game) -> Game:
    players = tuple(replace(player, result=event.results[player.id]) for player in game.players)
    return replace(game, players=players, outcome=event.outcome, held=False)


@evolve.register
def _(event: ev.MonarchChanged, game: Game) -> Game:
    return replace(game, monarch=event.who)


@evolve.register
def _(event: ev.InitiativeChanged, game: Game) -> Game:
    return replace(game, initiative=event.who)


@evolve.register
def _(event: ev.DungeonMoved, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, dungeon=event.dungeon))


@evolve.register
def _(event: ev.DungeonCompleted, game: Game) -> Game:
    return change(
        game,
        event.who,
        lambda player: replace(
            player, dungeon=None, completed_dungeons=(*player.completed_dungeons, event.name)
        ),
    )


@evolve.register
def _(event: ev.DesignationGained, game: Game) -> Game:
    return change(
        game, event.who, lambda player: replace(player, designations=(*player.designations, event.name))
    )


@evolve.register
def _(event: ev.DayNightChanged, game: Game) -> Game:
    return replace(game, day_night=event.to)


@evolve.register
def _(event: ev.SpellCast, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, spells=event.count))


@evolve.register
def _(event: ev.EnginesStarted, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, starts_engines=True))


@evolve.register
def _(event: ev.SpeedChanged, game: Game) -> Game:
    raised = event.who in game.active_players and event.speed > 1
    return change(
        game,
        event.who,
        lambda player: replace(player, speed=event.speed, sped_up=player.sped_up or raised),
    )


@evolve.register
def _(event: ev.RingTempted, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, ring=event.level))


@evolve.register
def _(event: ev.HandChanged, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, hand=event.hand))


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
        game = replace(game, saved_extra=_less_one(game.saved_extra, event.taker))
    if event.marker is None:
        return game if event.kind is not TurnKind.EXTRA else replace(game, extra=game.extra[:-1])
    return _marker(
        game, event.marker, lambda marker: replace(marker, state=MarkerState.TURN, kind=event.kind)
    )


@evolve.register
def _(event: ev.TurnSkipped, game: Game) -> Game:
    game = replace(game, skips=_less_one(game.skips, event.taker))
    return _not_taken(game, event.taker, event.kind)


@evolve.register
def _(event: ev.TurnPassedOver, game: Game) -> Game:
    return _not_taken(game, event.taker, event.kind)


def _not_taken(game: Game, taker: Taker, kind: TurnKind) -> Game:
    if kind is TurnKind.NORMAL:
        return replace(game, rotation=taker)
    if kind is TurnKind.EXTRA_BEFORE:
        return replace(game, saved_extra=_less_one(game.saved_extra, taker))
    return replace(game, extra=game.extra[:-1])


@evolve.register
def _(event: ev.ExtraTurnGranted, game: Game) -> Game:
    if event.marker is not None:
        return _marker(game, event.marker, lambda marker: replace(marker, extra=marker.extra + 1))
    if event.saved:
        saved = game.saved_extra.get(event.taker, 0) + 1
        return replace(game, saved_extra=_with(game.saved_extra, event.taker, saved))
    return replace(game, extra=(*game.extra, event.taker))


@evolve.register
def _(event: ev.SkipGranted, game: Game) -> Game:
    return replace(game, skips=_with(game.skips, event.taker, game.skips.get(event.taker, 0) + 1))


@evolve.register
def _(event: ev.ExtraTurnsSaved, game: Game) -> Game:
    saved = game.saved_extra.get(event.taker, 0) + event.amount
    game = replace(game, saved_extra=_with(game.saved_extra, event.taker, saved))
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


@evolve.register
def _(event: ev.HoldBegan, game: Game) -> Game:
    return replace(game, held=True)


@evolve.register
def _(event: ev.HoldEnded, game: Game) -> Game:
    return replace(game, held=False)


@evolve.register
def _(event: ev.LinkChanged, game: Game) -> Game:
    return replace(game, options=replace(game.options, link=event.link))
