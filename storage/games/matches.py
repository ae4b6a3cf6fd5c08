"""Games of a match: each remembers who has won those before it, which a fix or an undo there may change.

Only the later game's memory is corrected, where it is loaded and with each entry, and its announcements; its
log stays as it is.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from rules.formats.options import MatchGame
from rules.game.game import Game
from rules.game.parts import GameId
from rules.setup import match
from rules.table import Table
from storage.games.cache import LoadedGame
from storage.games.sql import GameLog

Load = Callable[[GameId], Awaitable[LoadedGame | None]]


async def earlier_games(table: Table, load: Load) -> Mapping[int, MatchGame]:
    """The games of the match before a table's, as they stand now, by their numbers."""
    found: dict[int, MatchGame] = {}
    for one in table.options.match:
        loaded = await load(GameId(one.number))
        if loaded is not None and isinstance(loaded.view.table, Game):
            found[one.number] = match.finished(loaded.view.table, one.number)
    return found


def is_recounted(before: Table, after: Table) -> bool:
    """Whether a game of a match is won by others after an entry than before it, or not won any more."""
    if not isinstance(before, Game) or not isinstance(after, Game) or after.options.best_of == 1:
        return False
    return before.outcome != after.outcome


async def later_games(log: GameLog, game: GameId, load: Load) -> AsyncIterator[LoadedGame]:
    """The games of the channel after this one that remember it as part of their match, oldest first."""
    later = await log.next_game(game)
    while later is not None:
        loaded = await load(later)
        if loaded is not None and any(one.number == game for one in loaded.view.table.options.match):
            yield loaded
        elif loaded is not None and isinstance(loaded.view.table, Game):
            return  # another match was played meanwhile; a lobby that was closed says nothing
        later = await log.next_game(later)
