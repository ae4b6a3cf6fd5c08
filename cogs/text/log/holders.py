"""The names that players had when an entry was made: seats change hands, and the log keeps who it was."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.events.table import SeatHandedOver
from rules.game.game import Game
from rules.game.parts import PlayerId
from storage.games.games import EntryKind, LogEntry

_Names = Mapping[PlayerId, str]


def games_then(game: Game | None, entries: Sequence[LogEntry]) -> Mapping[int, Game]:
    """Return the game with the names at the time, by the numbers of entries at which some were different.

    ``entries``: a log, or its last part, oldest first.
    """
    handed = {entry.number: found for entry in entries if (found := _handed_over(entry))}
    if game is None or not handed:
        return {}
    names = _names(entries, handed)
    shown: dict[tuple[tuple[PlayerId, str], ...], Game] = {}
    then = dict[int, Game]()
    for entry in entries:
        if called := names.get(entry.parent):
            key = tuple(sorted(called.items()))
            if key not in shown:
                shown[key] = _renamed(game, called)
            then[entry.number] = shown[key]
    return then


def _handed_over(entry: LogEntry) -> list[SeatHandedOver]:
    """Return an entry's changes of seats; earlier versions didn't record who had the seat before."""
    return [event for event in entry.events if type(event) is SeatHandedOver and event.former]


def _names(
    entries: Sequence[LogEntry], handed: Mapping[int, Sequence[SeatHandedOver]]
) -> Mapping[int, _Names]:
    """Return the names after each step that differ from those at the end."""
    numbered, number = {entry.number: entry for entry in entries}, entries[-1].at
    names: dict[int, _Names] = {number: {}}
    while number in numbered:
        parent = numbered[number].parent
        before = {event.who: event.former for event in reversed(handed.get(number, ()))}
        names[parent] = {**names[number], **before}
        number = parent
    for entry in entries:  # those that were undone
        if entry.kind is EntryKind.ACT and entry.number not in names and entry.parent in names:
            after = {event.who: event.name for event in handed.get(entry.number, ())}
            names[entry.number] = {**names[entry.parent], **after}
    return names


def _renamed(game: Game, called: _Names) -> Game:
    players = tuple(replace(one, name=called.get(one.id, one.name)) for one in game.players)
    return replace(game, players=players)
