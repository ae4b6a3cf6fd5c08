"""Actions on tallies and reminders."""

from rules.actions.action import Action, PlayerAction
from rules.events.tallies import ReminderEnded, ReminderSet, TallyChanged, TallyEnded
from rules.game.game import Game
from rules.game.parts import Player, PlayerId, TurnOwner
from rules.game.tallies import Due, GameTally, Reminder
from rules.players import tallies
from rules.refusal import Refusal
from rules.resolution import Resolution, require_countable

MAX_TALLIES = 40
"""Tallies and reminders that a table has at once."""


class AddToTally(Action, frozen=True, kw_only=True):
    """A tally of each of these players, or of the table without any, goes up or begins.

    It ends with the turn of `until_end_of`; a tally without that is a different one.
    """

    who: tuple[PlayerId, ...] = ()
    label: str
    n: int = 1
    until_end_of: TurnOwner | None = None

    def perform(self, resolution: Resolution) -> None:
        if self.until_end_of is not None and self.until_end_of not in resolution.game.active_takers:
            raise Refusal("not_a_taker", who=self.until_end_of)
        for who in resolution.playing(self.who) if self.who else (None,):
            self._add(resolution, who)

    def _add(self, resolution: Resolution, who: PlayerId | None) -> None:
        game = resolution.game
        if self.n < 1:
            return
        has = tallies.newest_tally(game, self.label, who, (self.until_end_of,))
        if has is None:
            _require_room(game)
        before, id = (0, game.next_tally) if has is None else (has.n, has.id)
        n = require_countable(before + self.n)
        tally = GameTally(id=id, label=self.label, n=n, who=who, until_end_of=self.until_end_of)
        resolution.record(TallyChanged(tally=tally, before=before))


class RemoveTally(Action, frozen=True, kw_only=True):
    """A tally of each of these players, or of the table without any, goes down by `n`; it is removed if
    that is None or all of it."""

    who: tuple[PlayerId, ...] = ()
    label: str
    n: int | None = None

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who) if self.who else (None,):
            game = resolution.game
            has = tallies.newest_tally(game, self.label, who, (None, *game.active_takers))
            if has is None:
                raise Refusal("no_such_tally", tally=self.label)
            if self.n is None or self.n >= has.n:
                resolution.record(TallyEnded(tally=has, cause="removed"))
            elif self.n > 0:
                left = GameTally(
                    id=has.id, label=has.label, n=has.n - self.n, who=who, until_end_of=has.until_end_of
                )
                resolution.record(TallyChanged(tally=left, before=has.n))


class Remind(PlayerAction, frozen=True, kw_only=True):
    """A player gets a reminder for the next turn of `turn_of`; the end of a turn may be that of the current
    one."""

    text: str
    turn_of: TurnOwner
    due: Due = Due.UPKEEP

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        game = resolution.game
        if self.turn_of not in game.takers:
            raise Refusal("not_a_taker", who=self.turn_of)
        if not tallies.comes(game, self.turn_of, self.due):
            taker = game.side(self.turn_of) if game.rules.shared_turns else game.player(self.turn_of)
            raise Refusal("left_game", who=taker.name)
        _require_room(game)
        reminder = Reminder(
            id=game.next_tally, text=self.text, who=self.who, turn_of=self.turn_of, due=self.due
        )
        resolution.record(ReminderSet(reminder=reminder))


class RemoveReminder(PlayerAction, frozen=True, kw_only=True):
    """A player's newest reminder with this text is removed."""

    text: str

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        for reminder in reversed(resolution.game.reminders):
            if (reminder.who, reminder.text) == (self.who, self.text):
                resolution.record(ReminderEnded(reminder=reminder, cause="removed"))
                return
        raise Refusal("no_such_tally", tally=self.text)


def _require_room(game: Game) -> None:
    if len(game.tallies) + len(game.reminders) >= MAX_TALLIES:
        raise Refusal("too_many_tallies", limit=MAX_TALLIES)
