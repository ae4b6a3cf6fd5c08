"""A table's finished game as a result."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.events.counters import CountersAdded
from rules.events.endings import GameRestarted, KnockOutCredited, Leaving, PlayersLeft
from rules.events.event import Event
from rules.events.life import LifeLost
from rules.events.roles import LeaderReplaced
from rules.events.table import GameStarted
from rules.events.turns import TurnBegan
from rules.formats.losses import LOSSES, Blow, GameLoss
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import CommanderId, GameId, Player, PlayerId, Side
from rules.game.parts import PlayerOutcome as GameResult
from rules.leagues.result import (
    Draw,
    Elimination,
    Ending,
    Entrant,
    PlayerNumber,
    PlayerResult,
    Result,
    ResultSource,
    Time,
)

PlayerNumbers: TypeAlias = Mapping[PlayerId, PlayerNumber]
"""The league's numbers of the people at a table."""

_ENDINGS = {GameResult.WON: Ending.WON, GameResult.DRAW: Ending.DREW, GameResult.LOST: Ending.LOST}
_RANK = {Ending.WON: 0, Ending.DREW: 1, Ending.LOST: 2}
_DRAWS = {"draw_all": Draw.SIMULTANEOUS, "draw_teams": Draw.SIMULTANEOUS, "draw_agreed": Draw.AGREED}


class TimedEvents(Struct, frozen=True, kw_only=True):
    """One entry of a game's log: its time and its events."""

    when: Time
    events: tuple[Event, ...]


def result_of(
    game: Game,
    log: Sequence[TimedEvents],
    numbers: PlayerNumbers,
    *,
    number: GameId,
    entry: int,
    time_up: bool = False,
) -> Result | None:
    """Return the result of a finished game; None if the table stopped playing without one.

    `log` has the steps that led to it, in order, without undone ones; `number` and `entry` are the game's
    and the ending entry's. A restarted game counts from the restart, for the players then in it (104.6).
    ``time_up``: the round's time was up, so an agreed draw is a draw by time.
    """
    if game.outcome is None or game.outcome.result is GameResult.NONE:
        return None
    story = _LogSummary(game, log, numbers)
    ends = {side.id: _ENDINGS[game.player(side.members[0]).result] for side in game.sides}
    keys = {side.id: _rank(ends[side.id], story.lasted(side)) for side in game.sides}
    drawn = game.outcome.result is GameResult.DRAW
    return Result(
        played=log[-1].when,
        entrants=tuple(
            Entrant(
                lines=tuple(story.line(id) for id in side.members),
                place=1 + sum(key < keys[side.id] for key in keys.values()),
                ending=ends[side.id],
            )
            for side in game.sides
        ),
        source=ResultSource.TABLE,
        game=number,
        entry=entry,
        draw=_draw(game.outcome.cause, time_up=time_up) if drawn else None,
        variant=game.rules.variant,
        turns=story.turns,
        seconds=log[-1].when - story.began,
    )


def _rank(ending: Ending, lasted: int) -> tuple[int, int]:
    """Return the sort key of sides, best first: those that win together share the first place."""
    return _RANK[ending], 0 if ending is Ending.WON else -lasted


def _draw(cause: str, *, time_up: bool) -> Draw:
    kind = _DRAWS.get(cause, Draw.EFFECT)
    return Draw.TIME if time_up and kind is Draw.AGREED else kind


class _LogSummary:
    """A summary of a game's log since the game began or restarted."""

    def __init__(self, game: Game, log: Sequence[TimedEvents], numbers: PlayerNumbers) -> None:
        self._game = game
        self._numbers = numbers
        known = VARIANTS.get(game.rules.variant)
        self._losses: Mapping[str, GameLoss] = LOSSES if known is None else known.all_losses
        self._blows: dict[str, PlayerId | None] = {}
        """The last source of lost life or added poison, by kind and owner of the total."""
        self._outs: dict[PlayerId, Elimination] = {}
        self._seats = _seats(game)
        self._records_hands = any(one.hand.kept or one.hand.mulligans for one in game.players)
        """Whether a mulligan or a kept hand was recorded; players without either kept their first hand."""
        self._departures = 0
        self.began, events = _since_the_beginning(log)
        self.turns = 1
        for event in events:
            self._apply(event)

    def _apply(self, event: Event) -> None:
        match event:
            case GameStarted() | GameRestarted():
                self.turns = len(event.game.active_takers)
            case TurnBegan():
                self.turns += 1
            case LifeLost():
                self._record_source("life", event.who, event.dealer(self._game))
            case CountersAdded(kind="poison"):
                self._record_source("poison", event.who, event.dealer(self._game))
            case KnockOutCredited():
                self._credit(event)
            case PlayersLeft():
                self._departures += 1
                for one in event.leaving:
                    self._outs[one.who] = self._out(one)
            case LeaderReplaced(stays=True):
                self._outs.pop(event.before, None)
            case _:
                pass

    def _credit(self, event: KnockOutCredited) -> None:
        """Apply the table's own statement to everyone who has lost with the player."""
        by = self._numbers.get(event.by) if event.by is not None else None
        side = self._game.side_of(event.who)
        for id in side.members if side.one_body else (event.who,):
            if id in self._outs:
                self._outs[id] = replace(self._outs[id], by=by)

    def _record_source(self, kind: str, hurt: PlayerId, source: PlayerId | None) -> None:
        holder = self._game.life_holder(hurt) if kind == "life" else self._game.poison_holder(hurt)
        self._blows[f"{kind} {holder}"] = source

    def _out(self, one: Leaving) -> Elimination:
        by = self._dealer(one)
        return Elimination(
            order=self._departures,
            cause=one.cause,
            turn=self.turns,
            by=self._numbers.get(by) if by is not None else None,
        )

    def _dealer(self, one: Leaving) -> PlayerId | None:
        """Return the player who dealt the final blow; None if no player did or the log doesn't say."""
        loss = self._losses.get(one.cause)
        match loss.credit if loss is not None else None:
            case Blow.LIFE:
                return self._blows.get(f"life {self._game.life_holder(one.who)}")
            case Blow.POISON:
                return self._blows.get(f"poison {self._game.poison_holder(one.who)}")
            case Blow.COMMANDER:
                return self._owner(one.commander)
            case None:
                return None

    def _owner(self, commander: CommanderId | None) -> PlayerId | None:
        for player in self._game.players:
            if any(card.id == commander for card in player.commanders):
                return player.id
        return None

    def lasted(self, side: Side) -> int:
        """Return how many departures a side's last member saw; who was there at the end saw all and that."""
        outs = [self._outs.get(id) for id in side.members]
        return max(self._departures + 1 if out is None else out.order for out in outs)

    def line(self, id: PlayerId) -> PlayerResult:
        player = self._game.player(id)
        return PlayerResult(
            player=self._numbers[id],
            seat=self._seats[self._game.taker_of(id)],
            commanders=tuple(card.name for card in player.commanders),
            deck_info=player.deck,
            out=self._outs.get(id),
            life=_life(self._game, player),
            mulligans=player.hand.mulligans if self._records_hands else None,
        )


def _since_the_beginning(log: Sequence[TimedEvents]) -> tuple[Time, Sequence[Event]]:
    """Return when the game began or last restarted, and the events from there on."""
    events = [(moment.when, event) for moment in log for event in moment.events]
    starts = [
        place for place, (_, event) in enumerate(events) if isinstance(event, GameStarted | GameRestarted)
    ]
    return events[starts[-1]][0], [event for _, event in events[starts[-1] :]]


def _seats(game: Game) -> Mapping[str, int]:
    """Return all places in turn order, 1 for the starting player or team."""
    takers = game.takers
    start = takers.index(game.first)
    return {taker: place for place, taker in enumerate(takers[start:] + takers[:start], 1)}


def _life(game: Game, player: Player) -> int:
    return player.left.life if player.left is not None else game.life_seen(player.id)
