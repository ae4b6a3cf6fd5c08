"""**Undo** and its answers: **Redo**, and the earlier steps, in case one of those was meant."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from weakref import WeakKeyDictionary

import discord
from msgspec.structs import replace

from cogs.core.components import Component, ComponentRow, button, card, message, rows, section
from cogs.core.context import request_of
from cogs.core.corrections import fixing
from cogs.core.custom_ids import TableCustomId, whole
from cogs.core.messaging import CONNECTION_LOST, respond
from cogs.core.service import GameService, TableHandler
from cogs.drawing.truncate import truncate
from cogs.history import choosing
from cogs.history.choosing import StepChoice
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH, fitting
from cogs.text.language import speaking, tr
from cogs.text.log import entry_text, fixes, lines
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.table import Table
from storage.events.cache import LruCache
from storage.games.games import Committed, LogEntry, Step

MAX_UNDO_BUTTONS = 3
"""Steps with a button beside them; the others are in the list."""
LOOKED_AT = 60
"""Steps searched for ones to offer, except in a game with fixes, where all are."""
MAX_ANSWERS = 1_000
"""Remembered private answers of users, which the next one replaces."""

_answers = WeakKeyDictionary[GameService, LruCache[tuple[int, GameId], tuple[discord.Webhook, int]]]()


async def _undo(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Undo the last step. Announce what everyone must see; reply with the rest privately."""
    requester = await service.requester(interaction)
    last = whole(press.value) if press.value else None
    done = await service.games.undo(
        *(press.game, request_of(interaction), 1, requester.require_step),
        last=last,
        judge=requester.judge,
        wait=timedelta(seconds=requester.same_time),
    )
    summary = results.tell_step(done.before, done.after)
    with service.announcer.answering(done):
        await service.replies.redraw(interaction, done.game)
        extra = await service.step_announcements.extra_lines(done)
        if summary.loud or extra:
            text = replace(summary, quiet=()).fitting(MESSAGE_LENGTH)
            buttons = _other_step(done) if isinstance(done.after, Game) else []
            said = fitting([text, *extra], MESSAGE_LENGTH)
            await service.replies.announce(interaction, done, said, also=buttons)
            return
    with suppress(discord.HTTPException, Refusal, *CONNECTION_LOST):  # the board has answered
        await _tell(service, interaction, done)


def _other_step(done: Committed) -> list[ComponentRow]:
    return rows(button(tr("Other step…"), TableCustomId("undone", done.game, str(done.entry.parent))))


async def _tell(service: GameService, interaction: discord.Interaction, done: Committed) -> None:
    """Tell the user privately what was undone, replacing the answer to the previous undo."""
    with speaking(await service.language_of_user(interaction)):
        view = await _view(service, done.game, done.entry.parent)
        sent = await respond(interaction, view=view, private=True)
        answers, key = _answers.setdefault(service, LruCache(MAX_ANSWERS)), (interaction.user.id, done.game)
        earlier = answers.pop(key)
        answers.put(key, (interaction.followup, sent))
        if earlier is not None:
            webhook, message = earlier
            with suppress(discord.HTTPException):
                await webhook.delete_message(message)


async def _show(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show the text about the undone step after a press."""
    with speaking(await service.language_of_user(interaction)):
        (await service.requester(interaction)).require_part(await service.look(press.game))
        view = await _view(service, press.game, whole(press.value))
        await respond(interaction, view=view, private=True)


async def _view(service: GameService, number: GameId, undone: int) -> discord.ui.LayoutView:
    """Return the text about an undone step; raises Refusal if there is none."""
    game = await service.look(number)
    entry = await _entry(service, number, undone)
    everyone = await fixing.everyone(service.games, number, game)
    return undone_view(everyone, number, entry, await fixing.fixable(service.games, number, LOOKED_AT))


async def _entry(service: GameService, number: GameId, undone: int) -> LogEntry:
    for entry in await service.games.log(number, before=undone + 1, limit=1):
        if entry.number == undone:
            return entry
    raise Refusal("no_such_step", number=undone)


def undone_view(game: Game, number: GameId, undone: LogEntry, steps: Sequence[Step]) -> discord.ui.LayoutView:
    """Return the message about the undone step, with the steps before it, oldest first."""
    what = entry_text.undone(game, undone)
    redo = button(tr("Redo"), TableCustomId("redo", number, str(undone.number)))
    parts: list[str | Component] = [
        truncate(tr("Undid step {number}: {what}.", number=undone.number, what=what), lines.LINE),
        *rows(redo),
    ]
    if steps:
        instead = 0 if undone.fix is not None else undone.number
        parts.append(
            tr(
                "Meant a different step? Choose it: it will be undone instead, and step {number} restored.",
                number=instead,
            )
            if instead
            else tr("Meant a different step? Choose which to undo.")
        )
        parts += [_line(game, number, step, instead) for step in steps[: -MAX_UNDO_BUTTONS - 1 : -1]]
        if len(steps) > MAX_UNDO_BUTTONS:
            parts += choosing.step_list(game, number, steps, instead=instead)
    return card(*parts, color=choosing.HISTORY_COLOR)


def _line(game: Game, number: GameId, step: Step, instead: int) -> Component:
    choice = StepChoice(step.entry.number, instead)
    text = f"`{step.entry.number}` {fixes.step_in_short(game, step)}"
    return section(
        truncate(text, lines.LINE), button(tr("Fix…"), TableCustomId("fixstep", number, str(choice)))
    )


async def _redo(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Redo the undone step, if it is still the next one."""
    requester, first = await service.requester(interaction), whole(press.value)
    done = await service.games.redo(
        *(press.game, request_of(interaction), 1, requester.require_step),
        first=first,
        judge=requester.judge,
        wait=timedelta(seconds=requester.same_time),
    )
    entry, game = await _entry(service, press.game, first), done.after
    known = await fixing.everyone(service.games, press.game, game) if isinstance(game, Game) else None

    def shown(_after: Table, _said: str) -> discord.ui.LayoutView:
        what = entry_text.short_result(known, entry)
        return message(truncate(tr("Redid step {number}: {what}.", number=first, what=what), lines.LINE))

    await service.replies.show_privately(interaction, done, shown)


HANDLERS: Mapping[str, TableHandler] = {"undo": _undo, "undone": _show, "redo": _redo}
