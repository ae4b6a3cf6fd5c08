"""A case being played: the game, what happened, what was refused, what was answered."""

from collections.abc import Mapping
from functools import cached_property

from rules.actions.library import CountLibrary, DrawCards
from rules.events.endings import GameRestarted
from rules.events.event import GameEvent
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId, TurnOwner
from rules.refusal import Refusal
from rules.setup import opening, seating_plan
from rules.table import perform
from tests.conformance.case import Case, Fields, Json
from tests.conformance.configuring import configured
from tests.conformance.operations import action
from tests.conformance.setting import game_of, lobby_of

SUBGAME = ("subgame", "start_subgame", "begin_subgame", "subgame_start")
SUBGAME_ENDS = ("end_subgame", "subgame_end")


class Play:
    """Carries a case's operations out one by one; checks run only where the case says `priority`."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.lobby: Lobby = lobby_of(case)
        self.events: list[GameEvent] = []
        self.refusal: Refusal | None = None
        self.answers: list[Json] = []
        self.legality: list[bool | None] = []
        """Which of the operations so far were legal; None for a query."""
        self.scope: str | None = None
        self.hand_of: PlayerId | None = None
        self.subgame_winners: tuple[PlayerId, ...] = ()

    @cached_property
    def dealt(self) -> Game:
        """The game before the first operation."""
        return game_of(self.case, self.lobby)

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self._now if self._now is not None else self.dealt

    _now: Game | None = None
    _main: Game | None = None
    """The game that waits while a subgame is played (729.1a)."""

    @property
    def first_active(self) -> TurnOwner:
        """Whose turn it was before the first operation."""
        return self.dealt.turn.taker

    def carry_out(self, values: Mapping[str, Json]) -> None:
        """One operation other than a query; a refusal leaves the game as it was."""
        op = Fields("op", values)
        self.refusal = None
        if op.text("op") in SUBGAME:
            self._subgame(op)
            return
        if op.text("op") in SUBGAME_ENDS:
            self._resume(op.names("winner"))
            op.finish()
            return
        try:
            if op.text("op") == "configure":
                self.lobby = configured(self.lobby, op)
                return
            if op.text("op") in ("mulligan", "keep"):
                self.hand_of = op.text("who")
            step = perform(self.game, action(self.game, op))
        except Refusal as refusal:
            if refusal.reason == "not_at_table":
                raise
            self.refusal = refusal
            return
        libraries = {player.id: player.library for player in self.game.players}
        self._now = step.game
        self.events.extend(step.events)
        if any(isinstance(event, GameRestarted) for event in step.events):
            self._draw_hands(libraries)
        if self._main is not None and step.game.outcome is not None:
            self._resume(step.game.outcome.winners)

    def _resume(self, winners: tuple[PlayerId, ...]) -> None:
        """The main game goes on after a subgame, if one was still being played (729.5)."""
        if self._main is not None:
            self._now, self._main, self.subgame_winners = self._main, None, winners

    def _subgame(self, op: Fields) -> None:
        """A subgame begins, with its own operations if the case gives them; its end is the main game's
        going on (729.5)."""
        self._main = self.game
        libraries = {player.id: player.library for player in self.game.players}
        first = op.optional_text("first_player") or op.optional_text("controller") or op.optional_text("who")
        taker = self.game.turn.taker if first is None else self.game.taker_of(first)
        lobby = opening.lobby_again(self.game)
        self._now = opening.opening_game(lobby, tuple(seat.id for seat in lobby.seated), taker)
        self._draw_hands(libraries)
        for inner in op.objects("ops"):
            self.carry_out(inner.values)
        if "winner" in op:
            self._resume(op.names("winner"))
        op.finish()

    def _draw_hands(self, libraries: Mapping[PlayerId, int | None]) -> None:
        """A new game has begun with the cards that a case counts, all in the library (727.2, 727.3)."""
        for player in self.game.players:
            cards = libraries[player.id]
            if cards is not None:
                counted = CountLibrary(who=player.id, cards=cards)
                drawn = DrawCards(who=player.id, n=player.hand.drawn)
                self._now = perform(perform(self.game, counted).game, drawn).game

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """The seats that the lobby's people take."""
        return seating_plan.seat_order(self.lobby, tuple(seat.id for seat in self.lobby.seated))
