"""Work that follows commits in events: after their answers, and coalesced."""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from functools import wraps

from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from rules.tournaments.state import TournamentId, TournamentState
from storage.engine.observers import errors_logged
from storage.tournaments.tournaments import TournamentListener


class EventRefresher:
    """Brings one aspect of events to their latest state: the followed one, or else the stored one.

    ``name``, ``pause`` and ``gap`` as in `Refresher`. Events of other processes' servers are left to them.
    """

    def __init__(
        self,
        service: GameService,
        name: str,
        refresh: Callable[[TournamentState], Awaitable[None]],
        *,
        pause: float = 0.0,
        gap: float = 0.0,
    ) -> None:
        self._tournaments = service.games.tournaments
        self._owns = service.games.database.owns
        self._refresh = refresh
        self._latest = dict[TournamentId, TournamentState]()
        """The states of the events that wait for their refresh."""
        self._refresher = Refresher(service.background, name, self._take, pause=pause, gap=gap)

    def follow(self, state: TournamentState, *, stale: bool = True) -> None:
        """Handle a committed state; ``stale``: refresh the event because of it."""
        if stale or state.tournament in self._latest:
            self._latest[state.tournament] = state
        if stale:
            self._refresher.stale(state.tournament)

    def stale(self, tournament: TournamentId, after: float = 0.0) -> None:
        """Refresh an event soon, or in ``after`` seconds; the last of several calls sets the time."""
        self._refresher.stale(tournament, after)

    async def _take(self, tournament: TournamentId) -> None:
        state = self._latest.pop(tournament, None) or await self._tournaments.state(tournament)
        if self._owns(state.guild):
            await self._refresh(state)


class Answering:
    """The answers in progress. The follow-up work of a commit comes after them."""

    def __init__(self) -> None:
        self._answers = Counter[TournamentId]()
        self._waiting = defaultdict[TournamentId, dict[TournamentListener, TournamentState]](dict)
        """Callbacks to run after the answers, with their arguments."""

    def after(self, follower: TournamentListener) -> TournamentListener:
        """Return a function that calls a follower after the answers, with the latest state."""

        @wraps(follower)
        def follow(state: TournamentState) -> None:
            if self._answers[state.tournament]:
                self._waiting[state.tournament][follower] = state
            else:
                follower(state)

        return follow

    @contextmanager
    def answering(self, tournament: TournamentId) -> Generator[None]:
        """Postpone an event's follow-up work until the block has answered."""
        self._answers[tournament] += 1
        try:
            yield
        finally:
            self._answers[tournament] -= 1
            if not self._answers[tournament]:
                del self._answers[tournament]
                for follower, state in self._waiting.pop(tournament, {}).items():
                    with errors_logged():
                        follower(state)
