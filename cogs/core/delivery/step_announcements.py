"""The announcements of steps: what a channel hears of each, with buttons, from the state that is stored."""

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from cogs.core.components import Button, ComponentRow, rows
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.announcer import Announcer
from cogs.core.hooks import ExtraLines, Hooks
from cogs.summary import differences
from cogs.text import results, timers
from cogs.text.formatting import MESSAGE_LENGTH, bold, fitting
from cogs.text.language import tr
from cogs.text.log import lines, people
from cogs.text.log.game_log import MAX_UNDONE_LISTED
from cogs.text.withdrawn import struck, withdrawn
from rules.actions.endings import AgreeDraw, Concede
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.endings import ChecksMade, GameEnded
from rules.events.life import DamageDealt, LifeGained, LifeLost
from rules.events.table import GameFixed
from rules.events.turns import TurnBegan
from rules.game.game import Game
from rules.game.parts import GameId, PlayerOutcome
from storage.engine.observers import errors_logged
from storage.games.deadlines import same_time_key
from storage.games.games import Committed, EntryKind, Games, GameView, LogEntry
from storage.posts import Post
from storage.scheduler import DeadlineKind
from storage.settings.definitions import CALL
from storage.settings.settings import EffectiveSettings, SettingsScope, SettingsStore

TOTAL_CHANGES = (LifeLost, LifeGained, CountersAdded, CountersRemoved, DamageDealt, ChecksMade)
"""Events that a board shows completely."""


class StepAnnouncements:
    """Words and buttons for the steps of games, and what follows a game's result."""

    def __init__(self, games: Games, settings: SettingsStore, announcer: Announcer) -> None:
        self._games = games
        self._settings = settings
        self._announcer = announcer
        self.hooks = Hooks()

    async def buttons(self, settings: EffectiveSettings, committed: Committed) -> Sequence[ComponentRow]:
        """Return the buttons below a step's announcement under these settings."""
        buttons = list[Button]()
        for make in self.hooks.result_buttons:
            with errors_logged():
                buttons += await make(settings, committed)
        return rows(*buttons)

    async def delivered(self, committed: Committed) -> None:
        """Run the hooks for announcements with buttons below, once the channel has one."""
        for follow in self.hooks.delivered:
            with errors_logged():
                await follow(committed)

    async def follow_up_at(self, scope: SettingsScope, committed: Committed) -> None:
        """Follow up on a result without an interaction."""
        if not leads_to_result(committed):
            return
        key = same_time_key(committed.game, committed.entry.number)
        if await self._games.deadlines.find(DeadlineKind.SAME_TIME, key) is None:
            await self.conclude(scope, committed)

    async def conclude(self, scope: SettingsScope, committed: Committed) -> None:
        """Run the hooks after a game's result."""
        for follow in self.hooks.results:
            with errors_logged():
                await follow(scope, committed)

    async def extra_lines(self, committed: Committed) -> Sequence[str]:
        """Return further lines for the reply to a committed action."""
        return await _lines((*self.hooks.extra_lines_for_totals, *self.hooks.extra_lines), committed)

    async def lines_for_totals(self, committed: Committed) -> Sequence[str]:
        """Return further lines for the reply to an action that only changed totals."""
        return await _lines(self.hooks.extra_lines_for_totals, committed)

    async def called(self, scope: SettingsScope, committed: Committed) -> Sequence[int]:
        """Return the users whose turn has begun and who want pings, at a table in this scope."""
        begun = turn_begins_for(committed)
        settings = {user: await self._settings.effective(replace(scope, user=user)) for user in begun}
        return [user for user, own in settings.items() if own[CALL]]

    async def after_time(self, committed: Committed) -> str:
        """Return the notice for a turn that begins after the round's time is up; empty for other turns."""
        before, after = committed.before, committed.after
        if not isinstance(before, Game) or not isinstance(after, Game) or before.turn == after.turn:
            return ""
        view = await self._games.view(committed.game)
        return timers.turn_after_time(before, after, view.clock) if view is not None else ""

    async def summary(self, committed: Committed) -> results.Summary:
        """Return an action's result in words, with the notes of the round's clock."""
        if committed.entry.fix is not None:
            return differences.of_fix(committed)
        if committed.entry.kind is not EntryKind.ACT:
            return results.tell_step(committed.before, committed.after)
        summary = summarize(committed)
        if summary.loud and entered_for_others(committed):
            first, *rest = summary.loud
            by = tr("(entered by {name})", name=bold(committed.entry.name))
            summary = replace(summary, loud=(f"{first} {by}", *rest))
        line = await self.after_time(committed)
        return replace(summary, loud=(*summary.loud, line)) if line else summary

    async def announcement(self, post: Post, complete: bool) -> Sequence[Announcement]:
        """Return a step's announcement for the channel, from the current state."""
        game = GameId(post.subject)
        view, recalled = await self._games.view(game), await self._games.recall(game, post.number)
        if view is None or recalled is None:
            return ()
        committed, _ = recalled
        summary, scope = await self.summary(committed), self._announcer.scope(view)
        called = await self.called(scope, committed)
        if called and not summary.loud:
            summary = replace(summary, loud=summary.quiet, quiet=())
        if not summary.loud:
            return ()
        mark, act = summary.loud[-1].partition("\n")[0], committed.entry.kind is EntryKind.ACT
        stands, stood = results.match_line(committed.after), await self._match_line_then(committed)
        if mark == stands != stood:
            mark, summary = stood, replace(summary, loud=(*summary.loud[:-1], struck(stood), stands))
        if complete and not act:
            text = await self.moved(committed)
        else:
            summary = summary if complete else replace(summary, quiet=())
            text = summary.fitting(MESSAGE_LENGTH)
        if (by := await self._withdrawn_by(committed, view)) is not None:
            return (Announcement(withdrawn(text, by), mark, stays=True, withdrawn=True),)
        if act or not complete:
            text = await self.with_extra_lines(committed, text)
        below = await self.buttons(await self._settings.effective(scope), committed)
        then = partial(self.delivered, committed) if below else None
        return (Announcement(text, mark, called, rows=below, stays=True, then=then),)

    async def _withdrawn_by(self, committed: Committed, view: GameView) -> LogEntry | None:
        """Return the entry that undid or corrected a step, or the last step of a redo; None while it counts.

        Of an undo: what undid the ending that it restored, or the last redo once its own step counts again.
        """
        entry = committed.entry
        if entry.kind is EntryKind.ACT:
            return await self._games.withdrawal(committed.game, entry.number)
        if entry.kind is EntryKind.REDO or leads_to_result(committed):
            by = await self._games.withdrawal(committed.game, entry.at)
            if by is not None:
                return by
            if entry.kind is EntryKind.REDO:
                return await self._games.contradiction(committed.game, entry)
        if await self._games.withdrawal(committed.game, entry.parent) is None:
            return next((one for one in reversed(view.entries) if one.kind is EntryKind.REDO), None)
        return await self._games.contradiction(committed.game, entry)

    async def _match_line_then(self, committed: Committed) -> str:
        """Return the match's score when a step was announced; corrections may have changed it since."""
        table = await self._games.with_match(committed.after, committed.entry.when)
        return results.match_line(table)

    async def moved(self, done: Committed) -> str:
        """Return the public result of a typed undo or redo."""
        steps = await self._games.moved(done, MAX_UNDONE_LISTED)
        head = lines.undo_text(people.cast(steps.first, done.after, done.before), done.entry.kind, steps)
        now = results.tell_step(done.before, done.after)
        text = f"{head}\n{now.fitting(MESSAGE_LENGTH - len(head) - 1)}".rstrip()
        return fitting([text, *await self.extra_lines(done)], MESSAGE_LENGTH)

    async def with_extra_lines(self, committed: Committed, text: str) -> str:
        """Return the announcement; at a game's end with the leagues' lines and each player's time, if there
        is room."""
        parts = [text, *await self.extra_lines(committed)]
        if ends(committed.entry) and isinstance(committed.after, Game):
            view = await self._games.view(committed.game)
            parts.append(timers.pace_summary(committed.after, view.turn_times) if view is not None else "")
        return fitting(parts, MESSAGE_LENGTH)


async def _lines(hooks: Iterable[ExtraLines], committed: Committed) -> Sequence[str]:
    """Return the hooks' lines, without those of failing hooks."""
    further = list[str]()
    for hook in hooks:
        with errors_logged():
            further += await hook(committed)
    return further


def summarize(committed: Committed) -> results.Summary:
    """Return an action's result in words."""
    return results.tell(committed.before, committed.after, committed.entry.events)


def ends(entry: LogEntry) -> bool:
    """Return whether a step, or a fix, ended a game with a result."""
    outcomes = (
        event.game.outcome if isinstance(event, GameFixed) else event.outcome
        for event in entry.events
        if isinstance(event, GameEnded | GameFixed)
    )
    return any(one is not None and one.result is not PlayerOutcome.NONE for one in outcomes)


def tells_end(committed: Committed) -> bool:
    """Return whether the announcement of a step, an undo, a redo or a fix says that the game has ended with a
    result; not that of a fix that leaves an earlier end as it was."""
    fixed, over = committed.entry.fix is not None, results.newly_over(committed.before, committed.after)
    moved = any(isinstance(event, GameEnded) for event in committed.decided)
    return over or (ends(committed.entry) and (moved or not fixed))


def entered_for_others(committed: Committed) -> bool:
    """Return whether someone else entered a player's personal statement: a concession or an agreed draw."""
    game, entry = committed.before, committed.entry
    if not isinstance(game, Game):
        return False
    match entry.action:
        case Concede(who=who):
            return game.player(who).user not in (None, entry.user)
        case AgreeDraw(by=()):
            return True
        case _:
            return False


def leads_to_result(committed: Committed) -> bool:
    """Return whether a step, an undo, a redo or a fix ended a game with a result."""
    return ends(committed.entry) or results.newly_over(committed.before, committed.after)


def only_totals(committed: Committed) -> bool:
    """Return whether only totals changed."""
    return all(isinstance(event, TOTAL_CHANGES) for event in committed.entry.events)


def turn_begins_for(committed: Committed) -> tuple[int, ...]:
    """Return the Discord users whose turn has just begun, without the one who passed the turn."""
    game = committed.after
    if not isinstance(game, Game) or game.outcome is not None:
        return ()
    begun = {event.taker for event in committed.entry.events if isinstance(event, TurnBegan)}
    if not begun:
        return ()
    members = [id for taker in game.active_takers if taker in begun for id in game.team_of(taker)]
    users = [game.player(id).user for id in members if game.player(id).in_game]
    return tuple(user for user in users if user is not None and user != committed.entry.user)
