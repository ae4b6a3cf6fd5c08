"""Replies to actions: in words in the channel, or by the pressed board.

The action is already committed. The reply comes first; everything else follows in the background.
"""

from collections.abc import Callable, Sequence

import discord
from msgspec.structs import replace

from cogs.core import locale
from cogs.core.components import ComponentRow, message
from cogs.core.context import consequence_id, request_of, scope_of
from cogs.core.delivery.announcer import Announcer
from cogs.core.delivery.boards.updater import BoardUpdater, is_board
from cogs.core.delivery.places import comes_from_outside, invitation
from cogs.core.delivery.step_announcements import StepAnnouncements, only_totals, summarize
from cogs.core.messaging import (
    CONNECTION_LOST,
    is_forced_private,
    reply_private,
    reply_public,
    respond,
    url_of,
)
from cogs.core.permissions import explain_lacking, missing_permissions
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH, fitting
from cogs.text.language import speaking, tr
from rules.actions.endings import AbandonGame
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup.lobby_actions import CloseLobby
from rules.table import AnyAction, Table
from storage.engine.observers import errors_logged
from storage.games.games import Committed, Games, GameView
from storage.games.outbox import needs_announcement, post_of, topic_of
from storage.posts import CALL_DETAIL, PostKind, forget_earlier
from storage.settings.definitions import QUIET
from storage.settings.settings import EffectiveSettings, SettingsStore

RenderPrivateReply = Callable[[Table, str], discord.ui.LayoutView | None]
"""Renders a private message after an action, from the table and the result; None for the result alone."""


class Replies:
    """Replies with the results of actions."""

    def __init__(
        self,
        games: Games,
        settings: SettingsStore,
        boards: BoardUpdater,
        announcer: Announcer,
        steps: StepAnnouncements,
    ) -> None:
        self._games = games
        self._settings = settings
        self._boards = boards
        self.announcer = announcer
        self._steps = steps

    async def tell(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Post an action's result in the channel, then update the board."""
        totals = only_totals(committed)
        simple = totals and committed.entry.action is not None
        summary = summarize(committed) if simple else await self._steps.summary(committed)
        try:
            settings = await self._settings_for(interaction)
            if settings[QUIET] and totals and not summary.loud:
                with speaking(locale.private(settings, interaction)):
                    said = summarize(committed).text or tr("The board is up to date.")
                    further = await self._beside_totals(committed)
                    await reply_private(interaction, "\n".join([tr("Done: {what}", what=said), *further]))
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
        further = await self._beside_totals(committed)
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
        text = await self._steps.with_extra_lines(committed, summary.fitting(MESSAGE_LENGTH))
        text = fitting([text, *await self._behind(committed)], MESSAGE_LENGTH)
        called = await self._steps.called(settings.scope, committed)
        with self.announcer.answering(committed):
            text = text or tr("The board is up to date.")
            answer = await self.announce(
                interaction, committed, text, called, settings=settings, complete=True
            )
        if not called and not needs_announcement(committed.before, committed.after):
            self.pass_by(interaction, answer)

    async def _beside_totals(self, committed: Committed) -> Sequence[str]:
        """Return what an answer says beside the totals that have changed."""
        return [*await self._steps.lines_for_totals(committed), *await self._behind(committed)]

    async def _behind(self, committed: Committed) -> Sequence[str]:
        """Return a note that the board isn't current, if it is outside of the bot's servers and
        isn't pressed."""
        view = await self._games.view(committed.game)
        if view is None or not self._boards.is_behind(view):
            return ()
        return (tr("-# The board follows when a button on it is pressed. `/game board` shows it again."),)

    def pass_by(self, interaction: discord.Interaction, answer: int) -> None:
        """Record that an interaction's answer, the message with this ID, may be deleted."""
        for note in self._steps.hooks.passing:
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
        message, which follows undo, unlike a private one."""
        settings = await self._settings_for(interaction)
        with speaking(locale.private(settings, interaction)):
            quiet, totals = replace(summarize(committed), loud=()), only_totals(committed)
            further = await (self._beside_totals(committed) if totals else self._behind(committed))
            said = fitting([quiet.fitting(MESSAGE_LENGTH), *further], MESSAGE_LENGTH)
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
        summary = await self._steps.summary(committed)
        called = await self._steps.called(scope_of(interaction), committed)
        if summary.loud or called:
            text = await self._steps.with_extra_lines(
                committed, replace(summary, quiet=()).fitting(MESSAGE_LENGTH)
            )
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
        rows = await self._steps.buttons(settings or await self._settings_for(interaction), committed)
        message = await reply_public(interaction, text, called, [*also, *rows])
        topic = topic_of(committed.game)
        self.announcer.note_answer(topic, committed.entry.number, message, complete=complete)
        if called:
            await self._keep_call(committed, message)
        if also or rows:
            await self._steps.delivered(committed)
        return message

    async def _keep_call(self, committed: Committed, message: int) -> None:
        """Record which message calls users to the present turn, since that follows undo."""
        view = await self._games.view(committed.game)
        topic, entry = topic_of(committed.game), committed.entry
        if view is not None and self._games.outbox.find(topic, entry.number) is None:
            post = replace(post_of(view, entry, PostKind.STEP), detail=CALL_DETAIL)
            with errors_logged():
                await self._games.outbox.adopt(post, message, forget_earlier(post))
                if await self._games.withdrawal(committed.game, entry.number) is not None:
                    await self._games.outbox.edit(topic, entry.number)  # undone while the answer was sent

    async def follow_up(self, interaction: discord.Interaction, committed: Committed) -> None:
        """Run the hooks after a game's result, once the channel has the action's result.

        They run later while simultaneous events can still be entered.
        """
        await self._steps.follow_up_at(scope_of(interaction), committed)

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
            unseen = replace(request, interaction=consequence_id(f"{request.interaction} unseen"))

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
