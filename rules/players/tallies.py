"""Tallies and reminders: when they end, and when reminders are given.

OWN: the rules have no tallies; they are for cards that count, or have delayed effects.
"""

from collections.abc import Collection

from rules.events.tallies import ReminderEnded, ReminderGiven, TallyEnded
from rules.game.game import Game
from rules.game.parts import PlayerId, TurnOwner
from rules.game.tallies import Due, GameTally
from rules.resolution import Resolution


def newest_tally(
    game: Game, label: str, who: PlayerId | None, until_end_of: Collection[TurnOwner | None]
) -> GameTally | None:
    """Return the newest tally with this name of a player, or the table, that ends with one of these turns."""
    for tally in reversed(game.tallies):
        if (tally.label, tally.who) == (label, who) and tally.until_end_of in until_end_of:
            return tally
    return None


def trigger_reminders(resolution: Resolution, taker: TurnOwner) -> None:
    """Trigger the reminders of a turn's beginning and upkeep."""
    _remind(resolution, taker, (Due.TURN, Due.UPKEEP))


def end_step(resolution: Resolution, taker: TurnOwner) -> None:
    """Trigger the reminders of a turn's end step (513.1)."""
    _remind(resolution, taker, (Due.END,))


def _remind(resolution: Resolution, taker: TurnOwner, moments: Collection[Due]) -> None:
    for reminder in resolution.game.reminders:
        if reminder.turn_of == taker and reminder.due in moments:
            resolution.record(ReminderGiven(reminder=reminder))


def end_turn_tallies(resolution: Resolution, taker: TurnOwner) -> None:
    """End a turn's own tallies."""
    for tally in resolution.game.tallies:
        if tally.until_end_of == taker:
            resolution.record(TallyEnded(tally=tally, cause="expired"))


def end_tallies_of(resolution: Resolution, leavers: Collection[PlayerId]) -> None:
    """End the tallies and reminders of players who have left (800.4a), and reminders of turns that no one
    will take (800.4k)."""
    game = resolution.game
    for tally in game.tallies:
        if tally.who in leavers:
            resolution.record(TallyEnded(tally=tally, cause="left"))
    for reminder in game.reminders:
        if reminder.who in leavers or not comes(game, reminder.turn_of, reminder.due):
            resolution.record(ReminderEnded(reminder=reminder, cause="left"))


def comes(game: Game, taker: TurnOwner, due: Due) -> bool:
    """Return whether this moment of a player's or team's turn can still come: a turn continues without its
    player until it ends (800.4j)."""
    if any(game.player(id).in_game for id in game.team_of(taker)):
        return True
    return due is Due.END and taker in game.active_takers
