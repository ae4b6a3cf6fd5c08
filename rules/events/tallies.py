"""Tallies and reminders."""

from msgspec.structs import replace

from rules.events.event import GameEvent
from rules.game.game import Game
from rules.game.tallies import GameTally, Reminder


class TallyChanged(GameEvent, frozen=True, kw_only=True):
    """A tally began or changed: it was `before` and is `tally.n` now."""

    tally: GameTally
    before: int

    def apply(self, game: Game) -> Game:
        if any(one.id == self.tally.id for one in game.tallies):
            tallies = (self.tally if one.id == self.tally.id else one for one in game.tallies)
            return replace(game, tallies=tuple(tallies))
        return replace(game, tallies=(*game.tallies, self.tally), next_tally=self.tally.id + 1)


class TallyEnded(GameEvent, frozen=True, kw_only=True):
    """A tally is gone: removed, expired with its turn, or its player left."""

    tally: GameTally
    cause: str

    def apply(self, game: Game) -> Game:
        return replace(game, tallies=tuple(one for one in game.tallies if one.id != self.tally.id))


class ReminderSet(GameEvent, frozen=True, kw_only=True):
    """A player will be reminded of something."""

    reminder: Reminder

    def apply(self, game: Game) -> Game:
        return replace(game, reminders=(*game.reminders, self.reminder), next_tally=self.reminder.id + 1)


class _ReminderGone(GameEvent, frozen=True, kw_only=True):
    reminder: Reminder

    def apply(self, game: Game) -> Game:
        return replace(game, reminders=tuple(one for one in game.reminders if one.id != self.reminder.id))


class ReminderGiven(_ReminderGone, frozen=True, kw_only=True):
    """A reminder was given, once, to everyone."""


class ReminderEnded(_ReminderGone, frozen=True, kw_only=True):
    """A reminder ended without being given: it was removed, or one of its players left."""

    cause: str
