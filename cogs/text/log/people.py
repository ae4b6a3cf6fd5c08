"""The people in a log."""

from collections.abc import Sequence

from msgspec.structs import replace

from cogs.text import names
from rules.events.continuous_effects import EffectBegan, EffectEnded, EffectUsed
from rules.events.endings import DrawAgreed, GameEnded, GameRestarted, PlayersLeft
from rules.events.event import Event
from rules.events.table import (
    GameStarted,
    LobbyChanged,
    PlayerJoined,
)
from rules.events.tallies import ReminderEnded, ReminderGiven, ReminderSet, TallyChanged, TallyEnded
from rules.events.votes import VoteCalled, VoteEnded
from rules.game.game import Game
from rules.table import Table
from storage.games.games import LogEntry

_CASTING = {GameStarted, GameRestarted, PlayerJoined}
"""The facts that bring players; a long log is looked through for them fast."""


def cast(entries: Sequence[LogEntry], *tables: Table) -> Game | None:
    """Return the last table's game with everyone from the other tables and entries, since a restart removes
    players who had lost."""
    known: Game | None = None
    for event in (event for entry in entries for event in entry.events if type(event) in _CASTING):
        if isinstance(event, (GameStarted, GameRestarted)):
            known = event.game if known is None else _joined(event.game, known)
        if isinstance(event, PlayerJoined) and known is not None:
            known = known if names.knows(known, event.player.id) else event.apply(known)
    for table in (one for one in tables if isinstance(one, Game)):
        known = table if known is None else _joined(table, known)
    return known


def _joined(game: Game, earlier: Game) -> Game:
    there = {player.id for player in game.players}
    missing = tuple(player for player in earlier.players if player.id not in there)
    if not missing:
        return game
    kept = {side.id for side in game.sides}
    totals = {player.id: earlier.life[player.id] for player in missing if player.id in earlier.life}
    return replace(
        game,
        players=(*game.players, *missing),
        sides=(*game.sides, *(side for side in earlier.sides if side.id not in kept)),
        life={**totals, **game.life},
    )


def players_in_event(event: Event) -> set[str]:
    """Return the players, or the owners of turns, that an event names."""
    match event:
        case PlayersLeft():
            return {one.who for one in event.leaving}
        case GameEnded():
            return set(event.results)
        case DrawAgreed():
            return {*event.who, *event.missing}
        case PlayerJoined():
            return {event.player.id, event.player.side}
        case EffectBegan() | EffectUsed() | EffectEnded():
            return {event.effect.on, event.effect.source or ""}
        case VoteCalled() | VoteEnded():
            return {*event.vote.voters}
        case TallyChanged() | TallyEnded():
            return {event.tally.who or ""}
        case ReminderSet() | ReminderGiven() | ReminderEnded():
            return {event.reminder.who, event.reminder.turn_of}
        case LobbyChanged() | GameStarted() | GameRestarted():
            return set()
        case _:
            named = (getattr(event, name, None) for name in ("who", "to", "source", "taker"))
            return {str(one) for one in named if one is not None}
