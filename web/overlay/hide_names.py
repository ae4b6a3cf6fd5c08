"""Tables with hidden names: players are called by their seats."""

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from cogs.text.language import tr
from rules.events.table import SeatHandedOver
from rules.game.game import Game
from rules.game.parts import Player
from storage.games.games import GameView, LogEntry


class HiddenNames:
    """The names of everyone at a table and in its last entries, with their replacements."""

    def __init__(self, view: GameView) -> None:
        people = view.table.players if isinstance(view.table, Game) else view.table.seated
        self._seats = {one.id: tr("Player {n}", n=seat) for seat, one in enumerate(people, start=1)}
        self._users = {one.user: self._seats[one.id] for one in people if one.user is not None}
        self._names = {one.name.casefold(): self._seats[one.id] for one in people}
        entered = {entry.name.casefold(): self._author(entry) for entry in view.entries}
        former = {
            event.former.casefold(): self._seats.get(event.who, tr("Someone"))
            for entry in view.entries
            for event in entry.events
            if isinstance(event, SeatHandedOver)
        }
        self._names = {name: to for name, to in {**former, **entered, **self._names}.items() if name}
        self.view = self._view(view)
        """The table without them; what people have written there can still have them."""

    def hide(self, text: str) -> str:
        """Return a text with the names replaced, also in what people typed."""
        kept = sorted({*self._seats.values(), tr("Someone")}, key=len, reverse=True)
        known = sorted(self._names, key=len, reverse=True)
        if not known:
            return text
        pattern = rf"(?<!\w)(?:(?P<kept>{_any(kept)})|(?P<name>{_any(known)}))(?!\w)"
        return re.sub(pattern, lambda found: self._become(found), text, flags=re.IGNORECASE)

    def _become(self, found: re.Match[str]) -> str:
        if found["kept"] is not None:
            return found["kept"]
        return self._names.get(found["name"].casefold(), tr("Someone"))

    def _author(self, entry: LogEntry) -> str:
        return self._users.get(entry.user, tr("Someone"))

    def _view(self, view: GameView) -> GameView:
        table, seats = view.table, self._seats
        if isinstance(table, Game):
            players = tuple(replace(one, name=seats[one.id]) for one in table.players)
            sides = tuple(
                replace(one, name=self._side(one.name, one.members, players)) for one in table.sides
            )
            table = replace(table, players=players, sides=sides)
        else:
            table = replace(table, seated=tuple(replace(one, name=seats[one.id]) for one in table.seated))
        entries = tuple(replace(entry, name=self._author(entry)) for entry in view.entries)
        return replace(view, table=table, entries=entries)

    def _side(self, name: str, members: Iterable[str], players: Iterable[Player]) -> str:
        """Return a side's name: the player's for a single player; a team keeps its own words."""
        own: Mapping[str, str] = {one.id: one.name for one in players}
        first, *more = members
        return self.hide(name) if more else own[first]


def _any(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, texts))
