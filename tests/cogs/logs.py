"""Logs of games as they are read from storage, made by the engine from what people do."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import AnyAction, Table, act
from storage.games.games import EntryKind, LogEntry

NINE = datetime(2026, 3, 4, 21, 0, tzinfo=UTC)
PASS = EndTurn()


class Played:
    """A table at which people have done things; ``entries`` is its log, a step a minute from nine on."""

    table: Table

    def __init__(self) -> None:
        self.table = Lobby()
        self.entries: list[LogEntry] = []

    @property
    def game(self) -> Game:
        assert isinstance(self.table, Game)
        return self.table

    def does(self, *actions: AnyAction, name: str = "Ana") -> None:
        """Let someone enter these, one step each."""
        for action in actions:
            done = act(self.table, action)
            self.table = done.table
            number = len(self.entries) + 1
            parent = self.entries[-1].at if self.entries else 0
            entry = LogEntry(
                number, EntryKind.ACT, parent, number, 1, name, number, _minute(number), action, done.events
            )
            self.entries.append(entry)

    def moves(self, kind: EntryKind, to: int, name: str = "Ana") -> None:
        """Let someone undo or redo, so that another step is the current one."""
        number = len(self.entries) + 1
        entry = LogEntry(
            number, kind, self.entries[-1].at, to, 1, name, number, _minute(number), action=None, events=()
        )
        self.entries.append(entry)


def _minute(number: int) -> datetime:
    return NINE + timedelta(minutes=number)


def seated(names: Iterable[str], team: str | None = None) -> tuple[Seated, ...]:
    """Return guests whose ids are their names in small letters."""
    return tuple(Seated(id=name.lower(), name=name, team=team) for name in names)


def started(variant: str, *seats: Seated, first: str | None = None, options: Options | None = None) -> Played:
    """Return a game just started, seated as given, the first of them starting."""
    chosen = replace(options or Options(), variant=variant, arranged=True)
    played = Played()
    order = tuple(seat.id for seat in seats)
    played.does(
        Gather(options=chosen, seated=seats, host=order[0]),
        StartGame(order=order, draw=0, first=first or order[0]),
    )
    return played
