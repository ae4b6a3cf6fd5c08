"""Replies to actions: in words in the channel, or by the pressed board.

The action is already committed. The reply comes first; everything else follows in the background.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import discord
from msgspec.structs import replace

from cogs.core import locale
from cogs.core.components import Button, ComponentRow, message, rows
from cogs.core.context import number_of, request_of, scope_of
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.announcer import Announcer
from cogs.core.delivery.boards.updater import BoardUpdater, is_board
from cogs.core.delivery.places import comes_from_outside, invitation
from cogs.core.hooks import ExtraLines, Hooks
from cogs.core.messaging import (
    CONNECTION_LOST,
    is_forced_private,
    reply_private,
    reply_public,
    respond,
    url_of,
)
from cogs.core.permissions import explain_lacking, missing_permissions
from cogs.summary import differences
from cogs.text import results, timers
from cogs.text.formatting import MESSAGE_LENGTH, bold, fitting
from cogs.text.language import speaking, tr
from cogs.text.log import lines, people
from cogs.text.log.game_log import MAX_UNDONE_LISTED
from cogs.text.withdrawn import struck, withdrawn
from rules.actions.endings import AbandonGame, AgreeDraw, Concede
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.endings import ChecksMade, GameEnded
from rules.events.life import DamageDealt, LifeGained, LifeLost
from rules.events.table import GameFixed
from rules.events.turns import TurnBegan
from rules.game.game import Game
from rules.game.parts import GameId, PlayerOutcome
from rules.refusal import Refusal
from rules.setup.lobby_actions import CloseLobby
from rules.table import AnyAction, Table
from storage.engine.observers import errors_logged
from storage.games.deadlines import same_time_key
from storage.games.games import Committed, EntryKind, Games, GameView, LogEntry
from storage.games.outbox import needs_announcement, topic_of
from storage.posts import Post
from storage.scheduler import DeadlineKind
from storage.settings.definitions import CALL, QUIET
from storage.settings.settings import EffectiveSettings, SettingsScope, SettingsStore

RenderPrivateReply = Callable[[Table, str], discord.ui.LayoutView | None]
"""Renders a private message after an action, from the table and the result; None for the result alone."""
TOTALS = (LifeLost, LifeGained, CountersAdded, CountersRemoved, DamageDealt, ChecksMade)
"""Events that a board shows completely."""


class Replies:
    """Replies with the results of actions."""

    def __init__(
        self, games: Games, settings: SettingsStore, boards: BoardUpdater, announcer: Announcer
    ) -> None:
        self._games = games
        self._settings = settings
        self._boards = boards
        self.announcer = announcer
        self.hooks = Hooks()

    async def tell(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Post an action's result in the channel, then update the board."""
        totals = only_totals(committed)
        simple = totals and committed.entry.action is not None
        summary = _summarize(committed) if simple else await self._summary_with_clock(committed)
        try:
            settings = await self._settings_for(interaction)
            if settings[QUIET] and totals and not summary.loud:
                with speaking(locale.private(settings, interaction)):
                    said = _summarize(committed).text or tr("The board is up to date.")
                    await reply_private(interaction, tr("Done: {what}", what=said))
            elif simple:
                await self._tell_totals(interaction, committed, summary)
            else:
                await self._tell_step(interaction, committed, summary, settings)
        finally:
            self._boards.refresh(committed.game)
        if not simple:
            await self.follow_up(interaction, committed)

    async def _tell_totals(
        self, interaction: discord.Interaction, committed: Committed, summary: results.Summary
    ) -> None:
        """Announce changes of totals, the only result of most actions.

        Such an action ends nothing, pings no one, and needs neither buttons nor a post.
        """
        further = [
            *await _lines(self.hooks.extra_lines_for_totals, committed),
            *await self._behind(committed),
        ]
        text = fitting([summary.fitting(MESSAGE_LENGTH), *further], MESSAGE_LENGTH)
        answer = await reply_public(interaction, text or tr("The board is up to date."))
        self.pass_by(interaction, answer)

    async def _tell_step(
        self,
        interaction: discord.Interaction,
        committed: Committed,
        summary: results.Summary,
        settings: EffectiveSettings,
    ) -> None:
        """Post an entry's further results, ping the players concerned, and show what can be done next."""
        text = await self._with_extra_lines(committed, summary.fitting(MESSAGE_LENGTH))
        text = fitting([text, *await self._behind(committed)], MESSAGE_LENGTH)
        called = await self.called(settings.scope, committed)
        with self.announcer.answering(committed):
            text = text or tr("The board is up to date.")
            answer = await self.announce(
                interaction, committed, text, called, settings=settings, complete=True
            )
        if not called and not needs_announcement(committed.before, committed.after):
            self.pass_by(interaction, answer)

    async def _behind(self, committed: Committed) -> Sequence[str]:
        """Return a note that the board isn't current, if it is outside of the bot's servers and
        isn't pressed."""
        view = await self._games.view(committed.game)
        if view is None or not self._boards.is_behind(view):
            return ()
        return (tr("-# The board follows when a button on it is pressed. `/game board` shows it again."),)

    def pass_by(self, interaction: discord.Interaction, answer: int) -> None:
        """Record that an interaction's answer, the message with this ID, may be deleted."""
        for note in self.hooks.passing:
            note(interaction, answer)

    async def show(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Answer a press by updating the board; announce what everyone must see in a separate message."""
        if only_totals(committed):
            await self.redraw(interaction, committed.game)
            return  # the board says it all, and boards are what has to be quick
        with self.announcer.answering(committed):
            await self.redraw(interaction, committed.game)
            await self.tell_loud(interaction, committed)
        await self.follow_up(interaction, committed)

    async def show_privately(
        self, interaction: discord.Interaction, committed: Committed, shown: RenderPrivateReply
    ) -> None:
        """Answer a press on a private message by updating it; announce what everyone must see in a separate
        message."""
        settings = await self._settings_for(interaction)
        with speaking(locale.private(settings, interaction)):
            said = fitting(
                [_summarize(committed).fitting(MESSAGE_LENGTH), *await self._behind(committed)],
                MESSAGE_LENGTH,
            )
            view = shown(committed.after, said) or message(said or tr("Done."))
        with self.announcer.answering(committed):
            try:
                await interaction.response.edit_message(view=view)
            finally:
                self._boards.refresh(committed.game)
            with speaking(locale.public(settings, interaction.guild_locale, interaction.client)):
                await self.tell_loud(interaction, committed)
        await self.follow_up(interaction, committed)

    async def tell_loud(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Announce in the channel what everyone must see, if anything."""
        summary = await self._summary_with_clock(committed)
        called = await self.called(scope_of(interaction), committed)
        if summary.loud or called:
            text = await self._with_extra_lines(committed, replace(summary, quiet=()).fitting(MESSAGE_LENGTH))
            await self.announce(interaction, committed, text, called)

    async def announce(
        self,
        interaction: discord.Interaction,
        committed: Committed,
        text: str,
        called: Sequence[int] = (),
        *,
        settings: EffectiveSettings | None = None,
        also: Sequence[ComponentRow] = (),
        complete: bool = False,
    ) -> int:
        """Reply publicly with a text about a step, and the buttons that belong below it.

        ``complete``: whether the text is complete, including what the board shows. Return the message's ID.
        """
        rows = await self.buttons(settings or await self._settings_for(interaction), committed)
        message = await reply_public(interaction, text, called, [*also, *rows])
        topic = topic_of(committed.game)
        self.announcer.note_answer(topic, committed.entry.number, message, complete=complete)
        if also or rows:
            await self._on_delivered(committed)
        return message

    async def buttons(self, settings: EffectiveSettings, committed: Committed) -> Sequence[ComponentRow]:
        """Return the buttons below a step's announcement under these settings."""
        buttons = list[Button]()
        for make in self.hooks.result_buttons:
            with errors_logged():
                buttons += await make(settings, committed)
        return rows(*buttons)

    async def _on_delivered(self, committed: Committed) -> None:
        for follow in self.hooks.delivered:
            with errors_logged():
                await follow(committed)

    async def follow_up(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Run the hooks after a game's result, once the channel has the action's result.

        They run later while simultaneous events can still be entered.
        """
        await self.follow_up_at(scope_of(interaction), committed)

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

    async def _summary_with_clock(self, committed: Committed) -> results.Summary:
        """Return an action's result in words, with the notes of the round's clock."""
        if committed.entry.fix is not None:
            return differences.of_fix(committed)
        if committed.entry.kind is not EntryKind.ACT:
            return results.tell_step(committed.before, committed.after)
        summary = _summarize(committed)
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
        summary, scope = await self._summary_with_clock(committed), self.announcer.scope(view)
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
            if act and (by := await self._games.withdrawal(game, post.number)) is not None:
                return (Announcement(withdrawn(text, by), mark, stays=True, withdrawn=True),)
            text = await self._with_extra_lines(committed, text)
        below = await self.buttons(await self._settings.effective(scope), committed)
        then = partial(self._on_delivered, committed) if below else None
        return (Announcement(text, mark, called, rows=below, stays=True, then=then),)

    async def _match_line_then(self, committed: Committed) -> str:
        """Return the match's score when a step was announced; corrections may have changed it since."""
        table = await self._games.with_match(committed.after, committed.entry.when)
        return results.match_line(table)

    async def moved(self, done: Committed) -> str:
        """Return the public result of a typed undo or redo."""
        steps = await self._games.moved(done, MAX_UNDONE_LISTED)
        head = lines.moved(people.cast(steps.first, done.after, done.before), done.entry.kind, steps)
        now = results.tell_step(done.before, done.after)
        text = f"{head}\n{now.fitting(MESSAGE_LENGTH - len(head) - 1)}".rstrip()
        return fitting([text, *await self.extra_lines(done)], MESSAGE_LENGTH)

    async def _with_extra_lines(self, committed: Committed, text: str) -> str:
        """Return the announcement; at a game's end with the leagues' lines and each player's time, if there
        is room."""
        parts = [text, *await self.extra_lines(committed)]
        if ends(committed.entry) and isinstance(committed.after, Game):
            view = await self._games.view(committed.game)
            parts.append(timers.summary(committed.after, view.turn_times) if view is not None else "")
        return fitting(parts, MESSAGE_LENGTH)

    async def redraw(self, interaction: discord.Interaction, game: GameId) -> None:
        """Answer a press with the current table, on the pressed message if that is its board.

        Raises Refusal "no_table".
        """
        view = await self._games.view(game)
        if view is None or interaction.message is None:
            raise Refusal("no_table")
        elsewhere = view.board is not None and view.board.message != interaction.message.id
        if elsewhere and is_board(interaction.message) and comes_from_outside(interaction):
            # Which board is the current one no one can look up there: it is the one in use.
            await self._boards.posted(view, interaction.message.id)
        elif elsewhere and view.board is not None:
            self._boards.refresh(game)
            with speaking(locale.private(await self._settings_for(interaction), interaction)):
                url = url_of(view.location, view.board.message)
                await reply_private(interaction, tr("Current board: {url}", url=url))
            return
        shown = await self._boards.render(view)
        with self._boards.writing(view, interaction.message.id):
            if interaction.response.is_done():
                await interaction.edit_original_response(view=shown)
            else:
                await interaction.response.edit_message(view=shown)

    async def post_board(self, interaction: discord.Interaction, game: GameId) -> None:
        """Answer with a new board, which becomes the current one; raises Refusal "no_table".

        If the answer fails, a game's first board is posted separately.
        """
        view = await self._games.view(game)
        if view is None:
            raise Refusal("no_table")
        try:
            message = await respond(interaction, view=await self._boards.render(view))
        except (discord.HTTPException, *CONNECTION_LOST):
            self._boards.post_soon(game)
            raise
        if is_forced_private(interaction):
            await self._close_unseen(interaction, view)
        await self._boards.posted(view, message)
        await self.warn_missing_permissions(interaction)

    async def _close_unseen(self, interaction: discord.Interaction, view: GameView) -> None:
        """Close a table whose first board only its user sees, and raise Refusal with the reason."""
        if view.board is None:
            request = request_of(interaction)
            unseen = replace(request, interaction=number_of(f"{request.interaction} unseen"))

            def close(table: Table) -> AnyAction:
                return AbandonGame() if isinstance(table, Game) else CloseLobby()

            await self._games.act(view.game, unseen, close)
            closed = await self._games.view(view.game)
            if closed is not None:
                await interaction.edit_original_response(view=await self._boards.render(closed))
        self.announcer.drop(topic_of(view.game))
        raise Refusal("external_apps_off", invite=invitation(interaction.client))

    async def warn_missing_permissions(self, interaction: discord.Interaction) -> None:
        """Tell the user privately which permissions the bot lacks."""
        missing = missing_permissions(interaction)
        if missing:
            with speaking(locale.private(await self._settings_for(interaction), interaction)):
                await reply_private(interaction, explain_lacking(interaction, missing))

    async def warn_unseen(self, interaction: discord.Interaction) -> None:
        """Warn only if the bot may not view the channel, so that its own messages wait."""
        if not interaction.app_permissions.view_channel:
            await self.warn_missing_permissions(interaction)

    async def _settings_for(self, interaction: discord.Interaction) -> EffectiveSettings:
        return await self._settings.effective(scope_of(interaction))


async def _lines(hooks: Iterable[ExtraLines], committed: Committed) -> Sequence[str]:
    """Return the hooks' lines, without those of failing hooks."""
    further = list[str]()
    for hook in hooks:
        with errors_logged():
            further += await hook(committed)
    return further


def _summarize(committed: Committed) -> results.Summary:
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
    return all(isinstance(event, TOTALS) for event in committed.entry.events)


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
