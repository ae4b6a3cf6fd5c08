"""The one door in: an action on a table, what came of it, and the fold over what happened."""

from dataclasses import dataclass
from typing import TypeAlias

from rules import checks, fold
from rules.actions import Action
from rules.editions import cite
from rules.events import ChanceDrawn, Event, GameStarted, LobbyChanged
from rules.game import Game
from rules.gathering import ChangeOptions, Gather, LobbyAction
from rules.lobby import Lobby
from rules.refusal import Refusal
from rules.step import Step

Table: TypeAlias = Lobby | Game
"""The game of one channel: a lobby until it starts."""
AnyAction: TypeAlias = Action | LobbyAction


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an action: the table after it and the facts in order."""

    table: Table
    events: tuple[Event, ...]


def act(table: Table, action: AnyAction) -> Done:
    """Carries an action out and makes the checks that follow it, unless the table holds them back.

    Raises Refusal, with nothing changed, when rules or state of the table don't allow it or nothing happens;
    it has the number of the rule behind it in the edition played.
    """
    try:
        return _act(table, action)
    except Refusal as refusal:
        options = action.options if isinstance(action, Gather | ChangeOptions) else table.options
        cite(refusal, options.edition)
        raise


def _act(table: Table, action: AnyAction) -> Done:
    if isinstance(action, LobbyAction):
        return _act_in_lobby(table, action)
    if isinstance(table, Lobby):
        raise Refusal("not_started")
    step = perform(table, action)
    if not step.game.held:
        checks.check(step)
    if not step.events:
        raise Refusal("nothing_happens")
    return Done(step.game, tuple(step.events))


def perform(game: Game, action: Action) -> Step:
    """Carries one action out without checks; raises Refusal when the game is over (104.1) or it can't be."""
    if game.outcome is not None:
        raise Refusal("game_over")
    step = Step(game)
    action.perform(step)
    step.finish()
    return step


def _act_in_lobby(table: Table, action: LobbyAction) -> Done:
    if isinstance(table, Game):
        if table.outcome is not None:
            raise Refusal("game_over")
        raise Refusal("already_started")
    if table.closed:
        raise Refusal("lobby_closed")
    event = action.perform(table)
    if isinstance(event, LobbyChanged) and event.lobby == table:
        raise Refusal("lobby_unchanged")
    return Done(evolve(table, event), (event,))


def evolve(table: Table, event: Event) -> Table:
    """The table after a fact: the fold whose value over a log is the table."""
    if isinstance(event, LobbyChanged):
        return event.lobby
    if isinstance(event, GameStarted):
        return event.game
    if isinstance(table, Lobby):
        if isinstance(event, ChanceDrawn):
            return table  # what is drawn before the game is only remembered
        raise Refusal("not_started")
    return fold.evolve(event, table)
