"""/fix, the lists of steps to fix, and the private preview of the picked step with **Do it**."""

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

import discord
from discord import app_commands

from cogs.core import autocomplete
from cogs.core.components import Button, ComponentRow, button, fix_button, message
from cogs.core.context import location_of, request_of, submitted_fields
from cogs.core.corrections import fixing, form, step_edit
from cogs.core.corrections.fixing import fixable
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.custom_ids import TableCustomId, custom_id, whole
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService, TableHandler, privately
from cogs.drawing.truncate import truncate
from cogs.history import choosing, fix_view
from cogs.history.choosing import OlderSteps, StepList
from cogs.summary import differences
from cogs.text import matching, results
from cogs.text.formatting import MESSAGE_LENGTH, fitting
from cogs.text.language import speaking, tr
from cogs.text.refusals.explanation import explain
from cogs.text.typed import folded
from rules.events.endings import GameEnded, PlayersLeft
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.games.games import Committed, EntryKind, GameRef, GameView, Step
from storage.settings.settings import EffectiveSettings
from storage.workers.slices import sliced

SEARCHED_STEPS_LIMIT = 500
"""Steps that are searched for typed text."""
_OFFERED = ("left_game", "not_the_last_step", "undone_already", "undo_own_only")
"""Reasons of refusals that a fix can resolve."""


_suggested = WeakKeyDictionary[GameService, tuple[tuple[GameId, int], Game, list[Step]]]()
"""The last suggested steps, with their game, its last entry, and everyone they name."""


async def offer_steps_to_undo(
    service: GameService, interaction: discord.Interaction, refusal: Refusal
) -> Sequence[ComponentRow]:
    """Offer steps to undo after an action was refused because of an earlier one."""
    if refusal.reason not in _OFFERED:
        return ()
    press = TableCustomId.read(custom_id(interaction)) if interaction.data is not None else None
    where: GameRef = press.game if press is not None else location_of(interaction)
    view = await service.games.view(where)
    if view is None or not isinstance(view.table, Game):
        return ()
    game = await fixing.everyone(service.games, view.game, view.table)
    return choosing.step_list(game, view.game, await fixable(service.games, view.game))


async def _playing(
    service: GameService, interaction: discord.Interaction, where: GameRef
) -> tuple[GameView, Game]:
    """Return the game to be fixed, for a user who is seated or a judge; raises Refusal."""
    view = await service.view(where)
    if isinstance(view.table, Lobby):
        raise Refusal("not_started")
    (await service.requester(interaction)).require_part(view.table)
    return view, view.table


async def fix_buttons(_settings: EffectiveSettings, committed: Committed) -> Sequence[Button]:
    """Return the button below the announcement of a loss or an ending: it opens that step, or the list of
    steps if an earlier one caused it."""
    entry, before, after = committed.entry, committed.before, committed.after
    if entry.kind is EntryKind.ACT and entry.fix is None:
        concerns = any(isinstance(event, PlayersLeft | GameEnded) for event in entry.events)
        return (
            [button(tr("Fix…"), TableCustomId("fixlog", committed.game, str(entry.number)))]
            if concerns
            else []
        )
    concerns = results.newly_out(before, after) or results.newly_over(before, after) or committed.decided
    return [fix_button(committed.game)] if concerns else []


@privately
async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    _, game = await _playing(service, interaction, press.game)
    earlier = StepList.read(press.value) if press.value else None
    view = await _list(service, press.game, game, instead=earlier.instead if earlier else 0)
    if earlier:
        await interaction.response.edit_message(view=view)
    else:
        await respond(interaction, view=view, private=True)


async def _list(
    service: GameService, number: GameId, game: Game, before: int | None = None, instead: int = 0
) -> discord.ui.LayoutView:
    """Return the message with a game's steps, or with those before a step."""
    everyone, steps = await fixing.everyone(service.games, number, game), await fixable(service.games, number)
    return choosing.steps_message(everyone, number, steps, before, instead)


@privately
async def _choose(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Handle the pick of a step on the private list, or of its earlier steps."""
    choice = choosing.decode_step(press.value)
    if isinstance(choice, OlderSteps):
        _, game = await _playing(service, interaction, press.game)
        view = await _list(service, press.game, game, choice.step, choice.instead)
    else:
        edit = StepEdit(at=0, step=choice.step, instead=choice.instead)
        view = await _preview(service, interaction, press.game, edit)
    await interaction.response.edit_message(view=view)


@privately
async def _choose_on_log(
    service: GameService, interaction: discord.Interaction, press: TableCustomId
) -> None:
    await show_fix(service, interaction, press.game, StepEdit(at=0, step=whole(press.value)))


async def show_fix(
    service: GameService, interaction: discord.Interaction, where: GameRef, edit: StepEdit
) -> None:
    """Answer privately with a preview of an edit; raises Refusal if there is none."""
    view = await _preview(service, interaction, where, edit)
    await respond(interaction, view=view, private=True)


@privately
async def _look(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view = await _preview(service, interaction, press.game, step_edit.decode_edit(press.value))
    await interaction.response.edit_message(view=view)


async def _preview(
    service: GameService, interaction: discord.Interaction, where: GameRef, edit: StepEdit, note: str = ""
) -> discord.ui.LayoutView:
    """Return the preview of an edit at the current game; raises Refusal if there is none."""
    view, _ = await _playing(service, interaction, where)
    me = seat_of(view.table, interaction.user.id)
    preview = await fixing.preview_edit(service.games, view, me, edit, note)
    return fix_view.fix_message(view.game, preview)


@privately
async def _open_form(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    _, game = await _playing(service, interaction, press.game)
    edit = step_edit.decode_edit(press.value)
    step = await fixing.step(service.games, press.game, edit.step)
    make = fix_view.change_form if press.verb == "fixchange" else fix_view.add_form
    await interaction.response.send_modal(make(game, step, str(press)))


@privately
async def _filled(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    view, _ = await _playing(service, interaction, press.game)
    fields = dict(submitted_fields(interaction))
    if press.verb == "fixchange":
        fields["what"] = ["change"]
    me, edit = seat_of(view.table, interaction.user.id), step_edit.decode_edit(press.value)
    edit = await fixing.edit_of_form(service.games, view, me, edit, fields)
    shown = await _preview(service, interaction, press.game, edit)
    await interaction.response.edit_message(view=shown)


@privately
async def _do(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Carry out the fix as previewed, or show the current preview."""
    edit = step_edit.decode_edit(press.value)
    await _playing(service, interaction, press.game)
    try:
        done = await _fix(service, interaction, press.game, edit)
    except Refusal as refusal:
        if refusal.reason != "fix_outdated":
            raise
        view = await _preview(service, interaction, press.game, edit, explain(refusal))
        await interaction.response.edit_message(view=view)
        return
    with service.announcer.answering(done):
        try:
            shown = message(tr("Done. **Undo** takes the whole fix back."))
            await interaction.response.edit_message(view=shown)
        finally:
            service.boards.refresh(done.game)
        with speaking(await service.language_of_channel(interaction)):
            text = differences.of_fix(done).fitting(MESSAGE_LENGTH)
            said = fitting([text, *await service.step_announcements.extra_lines(done)], MESSAGE_LENGTH)
            await service.replies.announce(interaction, done, said)
    await service.replies.follow_up(interaction, done)


async def _fix(
    service: GameService, interaction: discord.Interaction, number: GameId, edit: StepEdit
) -> Committed:
    requester, request = await service.requester(interaction), request_of(interaction)
    done = await fixing.fix(service.games, number, requester, request, edit)
    await service.follow(interaction, request, done)
    return done


async def suggest(interaction: discord.Interaction, written: str) -> autocomplete.Choices:
    """Return the fixable steps that match the typed text, newest first."""
    cog, game = autocomplete.cog_of(interaction, GameCog), await autocomplete.started_game(interaction)
    if cog is None or game is None:
        return []
    view = await cog.service.view(location_of(interaction))
    state, known = (view.game, view.entries[-1].number), _suggested.get(cog.service)
    if known is None or known[0] != state:
        everyone = await fixing.everyone(cog.service.games, view.game, game)
        known = _suggested[cog.service] = state, everyone, await fixable(cog.service.games, view.game)
    shown, word = dict[str, str](), folded(written)
    async for one in sliced(reversed(known[2][-SEARCHED_STEPS_LIMIT:])):
        text = choosing.step_label(known[1], one)
        if word in folded(text):
            shown[truncate(text, matching.CHOICE_LENGTH)] = str(one.entry.number)
        if len(shown) == matching.MAX_SUGGESTIONS:
            break
    return autocomplete.labelled(shown)


def step_number(step: str) -> int:
    """Return the typed or picked number of a step; raises Refusal."""
    number = step.partition(":")[0].strip().removeprefix("#")
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise Refusal("bad_step", text=step)
    return int(number)


HANDLERS: Mapping[str, TableHandler] = {
    "fix": _open,
    "fixstep": _choose,
    "fixlog": _choose_on_log,
    "fixlook": _look,
    "fixchange": _open_form,
    "fixadd": _open_form,
    "fixdo": _do,
}
FORMS: Mapping[str, TableHandler] = {"fixchange": _filled, "fixadd": _filled}


class FixCog(GameCog):
    """Fixes of earlier steps."""

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(
        step=suggest, who=autocomplete.suggest_targets, commander=autocomplete.suggest_commanders
    )
    @app_commands.describe(
        step="Step that was wrong (default: choose from a list)",
        amount="What the amount should have been",
        who="Players it should have been about",
        commander="Commander it should have been",
    )
    async def fix(
        self,
        interaction: discord.Interaction,
        step: str | None = None,
        amount: str | None = None,
        who: str | None = None,
        commander: str | None = None,
    ) -> None:
        """Take back, change or add an earlier step, with a preview"""
        with speaking(await self.service.language_of_user(interaction)):
            view, game = await _playing(self.service, interaction, location_of(interaction))
            given = {"amount": amount, "players": who, "card": commander}
            fields = {name: [text] for name, text in given.items() if text}
            if step is None:
                if fields:
                    raise Refusal("fix_which_step")
                listed = await _list(self.service, view.game, game)
                await respond(interaction, view=listed, private=True)
                return
            me = seat_of(game, interaction.user.id)
            edit = StepEdit(at=0, step=step_number(step), what="change" if fields else "back")
            edit = form.edit_of_fields(fields, game, edit, me)
            await show_fix(self.service, interaction, view.game, edit)
