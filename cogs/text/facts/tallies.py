"""Tallies and reminders in words."""

from cogs.text import names
from cogs.text.formatting import escape
from cogs.text.language import tr
from rules.events.tallies import ReminderEnded, ReminderSet, TallyChanged, TallyEnded
from rules.game.game import Game
from rules.game.tallies import Due, Reminder


def tally_change(game: Game, event: TallyChanged | TallyEnded | ReminderSet | ReminderEnded) -> str | None:
    """Return a change of a tally or a reminder in words; None if a player's departure covers it."""
    match event:
        case TallyEnded(cause="left") | ReminderEnded(cause="left"):
            return None
        case TallyChanged(tally=tally):
            lasts = names.until_end(game, tally.until_end_of)
            return f"{names.tally_of(game, tally)} {event.before} → {tally.n}{lasts}"
        case TallyEnded(tally=tally):
            return f"{names.tally_of(game, tally)} {tally.n} → 0"
        case ReminderSet(reminder=reminder):
            return tr(
                "New reminder for {who} ({when}): {text}",
                who=names.bold_name(game, reminder.who),
                when=names.reminder_time(game, reminder),
                text=escape(reminder.text),
            )
        case ReminderEnded(reminder=reminder):
            who = names.bold_name(game, reminder.who)
            return tr("Reminder for {who} removed: {text}", who=who, text=escape(reminder.text))


def reminded(game: Game, one: Reminder) -> str:
    """Return the text of a due reminder."""
    taker = names.taker(game, one.turn_of)
    match one.due:
        case Due.UPKEEP:
            when = tr("{taker}'s upkeep", taker=taker)
        case Due.TURN:
            when = tr("{taker}'s turn begins", taker=taker)
        case Due.END:
            when = tr("{taker}'s turn ends", taker=taker)
    who = names.bold_name(game, one.who)
    return tr("Reminder for {who} ({when}): {text}", who=who, when=when, text=escape(one.text))
