"""What facts make of designations, speed, the Ring and dungeons."""

from dataclasses import replace

from rules import events as ev
from rules.fold.evolving import change, evolve
from rules.game import Game


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
