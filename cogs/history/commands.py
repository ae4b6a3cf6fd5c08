"""/undo, /redo and /log, and the pages of the log."""

import io
from collections.abc import Mapping
from datetime import timedelta

import discord
from discord import app_commands

from cogs.core import autocomplete, targets
from cogs.core.context import location_of, request_of
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService, TableHandler
from cogs.history import fix, pages
from cogs.text.language import speaking, tr
from cogs.text.log.game_log import LOG_FILTERS, GameLogText
from rules.refusal import Refusal
from storage.games.games import Committed, EntryKind, GameView
from storage.games.outbox import needs_announcement
from storage.workers.slices import pause

Steps = app_commands.Range[int, 1, 100_000]
StepNumber = app_commands.Range[int, 1]
Kinds = [app_commands.Choice(name=kind, value=kind) for kind in LOG_FILTERS]


async def _read_log(service: GameService, view: GameView) -> GameLogText:
    game_log = await service.read_log(view)
    await pause()  # others have a turn before a long log is looked through
    return game_log


async def _open_log(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view = await service.view(press.game)
    with speaking(await service.language_of_user(interaction)):
        page = await pages.log_message(await _read_log(service, view), press.game, pages.LogPage())
        await respond(interaction, view=page, private=True)


async def _turn_page(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view = await service.view(press.game)
    with speaking(await service.language_of_user(interaction)):
        game_log = await _read_log(service, view)
        page = await pages.log_message(game_log, press.game, pages.LogPage.read(press.value))
        await interaction.response.edit_message(view=page)


HANDLERS: Mapping[str, TableHandler] = {"openlog": _open_log, "log": _turn_page}


class HistoryCog(GameCog):
    """Undo, redo and the log, and its pages."""

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(step=fix.suggest)
    @app_commands.describe(
        steps="Number of steps (default: 1)",
        step="One earlier step to take back, keeping those after it (default: the last)",
    )
    async def undo(
        self, interaction: discord.Interaction, steps: Steps | None = None, step: str | None = None
    ) -> None:
        """Undo one or more steps, even one that ended the game"""
        if step is None:
            await self._move(interaction, EntryKind.UNDO, steps or 1)
        elif steps is not None:
            raise Refusal("steps_or_step")
        else:
            edit = StepEdit(at=0, step=fix.step_number(step))
            await fix.show_fix(self.service, interaction, location_of(interaction), edit)

    @anywhere
    @app_commands.command()
    @app_commands.describe(steps="Number of steps (default: 1)")
    async def redo(self, interaction: discord.Interaction, steps: Steps = 1) -> None:
        """Redo an undone step"""
        await self._move(interaction, EntryKind.REDO, steps)

    async def _move(self, interaction: discord.Interaction, kind: EntryKind, steps: int) -> None:
        done = await self._moved(interaction, kind, steps)
        try:
            with self.service.announcer.answering(done):
                text = await self.service.step_announcements.moved(done)
                answer = await self.service.replies.announce(interaction, done, text, complete=True)
            if not needs_announcement(done.before, done.after):
                self.service.replies.pass_by(interaction, answer)
        finally:
            self.service.boards.refresh(done.game)
        await self.service.replies.follow_up(interaction, done)

    async def _moved(self, interaction: discord.Interaction, kind: EntryKind, steps: int) -> Committed:
        """Undo or redo; raises Refusal with the number of available steps if there are too few."""
        move = self.service.games.undo if kind is EntryKind.UNDO else self.service.games.redo
        requester = await self.service.requester(interaction)
        try:
            return await move(
                *(location_of(interaction), request_of(interaction), steps, requester.require_step),
                judge=requester.judge,
                wait=timedelta(seconds=requester.same_time),
            )
        except Refusal as refusal:
            if steps == 1 or refusal.reason not in ("nothing_to_undo", "nothing_to_redo"):
                raise
            has = (await _read_log(self.service, await self.service.view_here(interaction))).possible(kind)
            if has == 0:
                raise
            if kind is EntryKind.UNDO:
                raise Refusal("fewer_to_undo", has=has) from None
            raise Refusal("fewer_to_redo", has=has) from None

    @anywhere
    @app_commands.command()
    @app_commands.choices(kind=Kinds)
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(
        who="Player whose steps to show (default: everyone)",
        kind="Kind of step to show (default: all)",
        file="Whether to get the full log as a text file (default: no)",
        game="Number of an earlier game in this channel (default: the latest)",
    )
    async def log(
        self,
        interaction: discord.Interaction,
        who: str | None = None,
        kind: app_commands.Choice[str] | None = None,
        file: bool = False,
        game: StepNumber | None = None,
    ) -> None:
        """Show who entered what and when, including undone steps"""
        with speaking(await self.service.language_of_user(interaction)):
            view = await self.service.view_here(interaction, game)
            game_log = await _read_log(self.service, view)
            if file:
                await put_off(interaction, private=True)
                text = io.BytesIO((await pages.log_text(game_log, view.game)).encode())
                await pause()
                about = tr("Log for game {number}", number=view.game)
                attached = discord.File(text, f"game-{view.game}-log.txt", description=about)
                await respond(interaction, files=[attached], private=True)
                return
            look = pages.LogPage(
                kind=kind.value if kind is not None else "", who=self._player(interaction, game_log, who)
            )
            page = await pages.log_message(game_log, view.game, look)
            await respond(interaction, view=page, private=True)

    def _player(self, interaction: discord.Interaction, game_log: GameLogText, typed: str | None) -> str:
        if typed is None:
            return ""
        if game_log.game is None:
            raise Refusal("not_started")
        return pages.short_player(
            targets.player(game_log.game, typed, seat_of(game_log.game, interaction.user.id))
        )
