"""Turns and the turn markers of Grand Melee."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.events.event import GameEvent
from rules.game.game import Game
from rules.game.parts import (
    Marker,
    MarkerState,
    Player,
    PlayerId,
    Turn,
    TurnChange,
    TurnKind,
    TurnOwner,
    TurnPart,
)
from rules.game.seating import players_in_range


class TurnBegan(GameEvent, frozen=True, kw_only=True):
    """A turn began; ranges of influence are those of this moment (801.2c)."""

    taker: TurnOwner
    kind: TurnKind
    number: int
    rule: str
    marker: int | None = None

    def apply(self, game: Game) -> Game:
        game = self._with_players_ready(game)
        turn = Turn(number=self.number, taker=self.taker, kind=self.kind)
        coming = tuple(one for one in game.turn_changes if one.taker != self.taker)
        game = replace(game, turn=turn, agreed_to_draw=(), turn_changes=coming)
        if self.kind is TurnKind.NORMAL:
            game = replace(game, rotation=self.taker)
        if self.kind is TurnKind.EXTRA_BEFORE:
            game = replace(game, saved_extra=_less_one(game.saved_extra, self.taker))
        if self.marker is None:
            return game if self.kind is not TurnKind.EXTRA else replace(game, extra=game.extra[:-1])
        return _change_marker(
            game, self.marker, lambda marker: replace(marker, state=MarkerState.TURN, kind=self.kind)
        )

    def _with_players_ready(self, game: Game) -> Game:
        team, reached = game.team_of(self.taker), players_in_range(game)

        def begin(player: Player) -> Player:
            reach = reached.get(player.id, ())
            spells = player.spells if self.marker is not None and player.id not in team else 0
            sped_up = player.sped_up and player.id not in team
            rolls = player.planar_rolls if self.marker is not None and player.id not in team else 0
            now = reach, spells, sped_up, rolls
            if now == (player.reach, player.spells, player.sped_up, player.planar_rolls):
                return player
            return replace(player, reach=reach, spells=spells, sped_up=sped_up, planar_rolls=rolls)

        players = (begin(player) if player.in_game else player for player in game.players)
        return replace(game, players=tuple(players))


class TurnEnded(GameEvent, frozen=True, kw_only=True):
    """A turn ended."""

    taker: TurnOwner
    marker: int | None = None


class TurnSkipped(GameEvent, frozen=True, kw_only=True):
    """A turn that would have begun was skipped (614.10)."""

    taker: TurnOwner
    kind: TurnKind
    rule: str

    def apply(self, game: Game) -> Game:
        game = replace(game, skips=_less_one(game.skips, self.taker))
        return _without_turn(game, self.taker, self.kind)


class TurnPassedOver(GameEvent, frozen=True, kw_only=True):
    """The turn of a player who has left would have begun here (800.4k)."""

    taker: TurnOwner
    kind: TurnKind
    rule: str

    def apply(self, game: Game) -> Game:
        return _without_turn(game, self.taker, self.kind)


class ExtraTurnGranted(GameEvent, frozen=True, kw_only=True):
    """A player takes an extra turn: after the current one, or before their next if `saved` (807.4j)."""

    taker: TurnOwner
    rule: str
    saved: bool = False
    marker: int | None = None

    def apply(self, game: Game) -> Game:
        if self.marker is not None:
            return _change_marker(game, self.marker, lambda marker: replace(marker, extra=marker.extra + 1))
        if self.saved:
            return replace(game, saved_extra=_more(game.saved_extra, self.taker, 1))
        return replace(game, extra=(*game.extra, self.taker))


class SkipGranted(GameEvent, frozen=True, kw_only=True):
    """A player will skip their next turn (614.10a)."""

    taker: TurnOwner
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, skips=_more(game.skips, self.taker, 1))


class TurnOrderReversed(GameEvent, frozen=True, kw_only=True):
    """The turn order was reversed; ``reversed``: it now differs from the game's original one."""

    reversed: bool
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, reversed=self.reversed)


class PhaseChanged(GameEvent, frozen=True, kw_only=True):
    """A player gets an additional phase or step, or skips one: in the current turn if it is theirs, else in
    their next one (500.8, 500.9, 614.10)."""

    taker: TurnOwner
    part: TurnPart
    added: bool
    rule: str

    def apply(self, game: Game) -> Game:
        if self.taker in game.active_takers:
            return game
        change = TurnChange(taker=self.taker, part=self.part, added=self.added)
        return replace(game, turn_changes=(*game.turn_changes, change))


class TurnControlled(GameEvent, frozen=True, kw_only=True):
    """A player will control another one during their next turn; the newest such effect counts (723.1)."""

    taker: TurnOwner
    by: PlayerId
    rule: str

    def apply(self, game: Game) -> Game:
        others = (one for one in game.turn_changes if one.taker != self.taker or one.by is None)
        change = TurnChange(taker=self.taker, by=self.by)
        return replace(game, turn_changes=(*others, change))


class ExtraTurnsSaved(GameEvent, frozen=True, kw_only=True):
    """Extra turns wait until just before their taker's next turn (807.4i, 807.4j)."""

    taker: TurnOwner
    amount: int
    marker: int
    rule: str

    def apply(self, game: Game) -> Game:
        game = replace(game, saved_extra=_more(game.saved_extra, self.taker, self.amount))
        return _change_marker(game, self.marker, lambda marker: replace(marker, extra=0))


class MarkerMoved(GameEvent, frozen=True, kw_only=True):
    """A turn marker is with `at`, waiting there, or in transit to `to` (807.4c, 608.4c)."""

    marker: int
    at: PlayerId | None
    kind: TurnKind
    rule: str
    to: PlayerId | None = None
    behind: int | None = None
    """The marker that has to be taken first (608.4c)."""

    def apply(self, game: Game) -> Game:
        state = MarkerState.TRANSIT if self.at is None else MarkerState.WAITING

        def move(marker: Marker) -> Marker:
            kept = marker.extra if marker.at == self.at else 0
            return replace(
                marker,
                at=self.at,
                to=self.to,
                behind=self.behind,
                state=state,
                kind=self.kind,
                extra=max(0, kept - 1) if self.kind is TurnKind.EXTRA else kept,
            )

        return _change_marker(game, self.marker, move)


class MarkerDesignated(GameEvent, frozen=True, kw_only=True):
    """A turn marker will be removed: `removals` of them are pending on it (807.4e)."""

    marker: int
    removals: int
    rule: str

    def apply(self, game: Game) -> Game:
        return _change_marker(game, self.marker, lambda marker: replace(marker, removals=self.removals))


class MarkerRemoved(GameEvent, frozen=True, kw_only=True):
    """A turn marker is gone (807.4f)."""

    marker: int
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, markers=tuple(one for one in game.markers if one.number != self.marker))


def _without_turn(game: Game, taker: TurnOwner, kind: TurnKind) -> Game:
    """Return the game after a turn that would have begun and is skipped."""
    if kind is TurnKind.NORMAL:
        return replace(game, rotation=taker)
    if kind is TurnKind.EXTRA_BEFORE:
        return replace(game, saved_extra=_less_one(game.saved_extra, taker))
    return replace(game, extra=game.extra[:-1])


def _more(turns: Mapping[TurnOwner, int], taker: TurnOwner, n: int) -> Mapping[TurnOwner, int]:
    return {**turns, taker: turns.get(taker, 0) + n}


def _less_one(turns: Mapping[TurnOwner, int], taker: TurnOwner) -> Mapping[TurnOwner, int]:
    """Return the numbers of turns with one of them one lower; takers without turns are left out."""
    return {one: n for one, n in _more(turns, taker, -1).items() if n > 0}


def _change_marker(game: Game, number: int, update: Callable[[Marker], Marker]) -> Game:
    markers = (update(marker) if marker.number == number else marker for marker in game.markers)
    return replace(game, markers=tuple(markers))
