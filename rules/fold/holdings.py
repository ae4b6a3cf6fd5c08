"""What facts make of life, damage, counters, commanders, effects, libraries and hands."""

from collections.abc import Mapping
from dataclasses import replace

from rules import events as ev
from rules.fold.evolving import change, evolve, put
from rules.game import Game, Holder, Player


@evolve.register
def _(event: ev.DamageDealt, game: Game) -> Game:
    commander = event.commander
    if commander is None:
        return game
    return change(
        game,
        event.to,
        lambda player: replace(player, commander_damage=put(player.commander_damage, commander, event.tally)),
    )


@evolve.register
def _(event: ev.LifeLost, game: Game) -> Game:
    holder = game.life_holder(event.who)
    return replace(game, life=put(game.life, holder, game.life[holder] - event.amount))


@evolve.register
def _(event: ev.LifeGained, game: Game) -> Game:
    holder = game.life_holder(event.who)
    return replace(game, life=put(game.life, holder, game.life[holder] + event.amount))


@evolve.register
def _(event: ev.CountersAdded, game: Game) -> Game:
    return _counters(game, game.counter_holder(event.who, event.kind), event.kind, event.total)


@evolve.register
def _(event: ev.CountersRemoved, game: Game) -> Game:
    return _counters(game, game.counter_holder(event.who, event.kind), event.kind, event.total)


def _counters(game: Game, holder: Holder, kind: str, total: int) -> Game:
    kinds = {**game.counters_of(holder), kind: total}
    kept: Mapping[str, int] = {name: n for name, n in kinds.items() if n}
    return replace(game, counters=put(game.counters, holder, kept))


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
def _(event: ev.HandChanged, game: Game) -> Game:
    return change(game, event.who, lambda player: replace(player, hand=event.hand))
