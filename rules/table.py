"""The entry point of the rules: carry out an action on a table, or apply an event from its log."""

from typing import TypeAlias

from msgspec import Struct

from rules.actions.action import Action
from rules.actions.endings import CreditKnockOut
from rules.endings import state_based_actions
from rules.events.event import Event, GameEvent
from rules.events.table import ChanceDrawn, GameStarted, LobbyChanged
from rules.formats.editions import cite
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.setup.lobby_actions import ChangeOptions, Gather, LobbyAction

Table: TypeAlias = Lobby | Game
"""The game of one channel: a lobby until it starts."""
AnyAction: TypeAlias = Action | LobbyAction


class Transition(Struct, frozen=True, gc=False):
    """The result of an action: the table after it and its events in order."""

    table: Table
    events: tuple[Event, ...]


def act(table: Table, action: AnyAction) -> Transition:
    """Carry out an action and the checks that follow it, unless the table holds them back.

    Raises Refusal, with nothing changed, if the rules or the table's state don't allow it or nothing happens;
    the Refusal has the rule's number in the game's edition.
    """
    try:
        return _act(table, action)
    except Refusal as refusal:
        options = action.options if isinstance(action, Gather | ChangeOptions) else table.options
        cite(refusal, options.edition)
        raise


def _act(table: Table, action: AnyAction) -> Transition:
    if isinstance(action, LobbyAction):
        return _act_in_lobby(table, action)
    if isinstance(table, Lobby):
        raise Refusal("not_started")
    resolution = perform(table, action)
    if not resolution.game.held:
        state_based_actions.check_state(resolution)
    if not resolution.events:
        raise Refusal("nothing_happens")
    return Transition(resolution.game, tuple(resolution.events))


def perform(game: Game, action: Action) -> Resolution:
    """Carry one action out without checks; raises Refusal if the game is over (104.1) or the action isn't
    possible.

    Crediting a knock-out is possible later, too, since it changes nothing else.
    """
    if game.outcome is not None and not isinstance(action, CreditKnockOut):
        raise Refusal("game_over")
    resolution = Resolution(game)
    action.perform(resolution)
    resolution.finish()
    return resolution


def _act_in_lobby(table: Table, action: LobbyAction) -> Transition:
    if isinstance(table, Game):
        if table.outcome is not None:
            raise Refusal("game_over")
        raise Refusal("already_started")
    if table.closed:
        raise Refusal("lobby_closed")
    event = action.perform(table)
    if isinstance(event, LobbyChanged) and event.lobby == table:
        raise Refusal("lobby_unchanged")
    return Transition(evolve(table, event), (event,))


def evolve(table: Table, event: Event) -> Table:
    """Return the table after an event; all events of a log result in the table."""
    match event:
        case LobbyChanged():
            return event.lobby
        case GameStarted():
            return event.game
        case GameEvent() if isinstance(table, Game):
            return event.apply(table)
        case ChanceDrawn():
            return table  # what is drawn before the game is only remembered
        case _:
            raise Refusal("not_started")
