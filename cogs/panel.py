"""The panel: a private message from which whoever opened it enters what happens to others."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from cogs import forms
from cogs.desk import Decide, Desk, Handler
from cogs.permissions import seat_of
from cogs.sending import insist
from cogs.ui import panel, words
from cogs.ui.custom_id import Press, whole
from cogs.ui.filled import filled
from cogs.ui.text import MESSAGE_LENGTH
from cogs.who import players
from rules import actions
from rules.game import Game, PlayerId
from rules.refusal import Refusal


async def _started(desk: Desk, number: int) -> Game:
    view = await desk.games.view(number)
    if view is None:
        raise Refusal("no_table")
    if not isinstance(view.table, Game):
        raise Refusal("not_started")
    if view.table.outcome is not None:
        raise Refusal("game_over")
    return view.table


async def _open(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.speak_low(interaction)
    game = await _started(desk, press.game)
    (await desk.asker(interaction)).require_part(game)
    me = seat_of(game, interaction.user.id)
    remaining = [player.id for player in game.remaining]
    opponents = remaining if me is None else game.opponents(me)
    first = next((id for id in remaining if id in opponents), remaining[0])
    await interaction.response.send_message(view=panel.view(game, press.game, first), ephemeral=True)


async def _retarget(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.speak_low(interaction)
    game = await _started(desk, press.game)
    target = panel.meant(game, press.value)
    await interaction.response.edit_message(view=panel.view(game, press.game, target))


async def _life(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    step, _, target = press.value.partition("|")
    amount = whole(step)

    def decide(game: Game, me: PlayerId | None) -> actions.Action:
        who = targets(game, target, me)
        if amount > 0:
            return actions.GainLife(who=who, amount=amount, by=me)
        return actions.LoseLife(who=who, amount=-amount, by=me)

    await enter(desk, interaction, press.game, target, decide)


async def _poison(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(game: Game, me: PlayerId | None) -> actions.Action:
        return actions.AddCounters(who=targets(game, press.value, me), kind="poison", n=1)

    await enter(desk, interaction, press.game, press.value, decide)


async def _concede(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    def decide(game: Game, me: PlayerId | None) -> actions.Action:
        (who,) = targets(game, press.value, me, one=True)
        return actions.Concede(who=who)

    await enter(desk, interaction, press.game, press.value, decide)


async def _form(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    await desk.speak_low(interaction)
    kind, _, key = press.value.partition("|")
    game = await _started(desk, press.game)
    title = panel.heading(kind, game, panel.meant(game, key))
    await interaction.response.send_modal(forms.form(kind, title, str(press), game))


async def _filled(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    kind, _, key = press.value.partition("|")
    fields = filled(interaction)

    def decide(game: Game, me: PlayerId | None) -> actions.Action:
        return forms.read(kind, fields, game, targets(game, key, me), me)

    await enter(desk, interaction, press.game, key, decide)


def targets(game: Game, target: str, me: PlayerId | None, *, one: bool = False) -> tuple[PlayerId, ...]:
    """The players that the panel is for; raises Refusal for a group where one player is needed."""
    if target not in panel.GROUPS:
        return (game.player(panel.meant(game, target)).id,)
    if one:
        raise Refusal("one_at_a_time")
    return players(game, target, me)


async def enter(
    desk: Desk, interaction: discord.Interaction, number: int, target: str, decide: Decide
) -> None:
    """Carries out what the panel says; the panel tells its user, the board and loud words everybody."""
    committed = await desk.enter(interaction, number, decide)
    await desk.speak_low(interaction)
    told = words.tell(committed.before, committed.after, committed.entry.events)
    after, said = committed.after, told.fitting(MESSAGE_LENGTH)
    view = panel.closed(said)
    if isinstance(after, Game) and after.outcome is None and _there(after, panel.meant(after, target)):
        view = panel.view(after, number, panel.meant(after, target), said)
    try:
        await insist(lambda: interaction.response.edit_message(view=view))
    finally:
        desk.boards.refresh(number)
    await desk.speak_up(interaction)
    told = words.tell(committed.before, committed.after, committed.entry.events)
    if told.loud:
        await interaction.followup.send(replace(told, quiet=()).fitting(MESSAGE_LENGTH))
    await desk.answers.told(interaction, committed)


def _there(game: Game, target: str) -> bool:
    return target in panel.GROUPS or any(player.id == target and player.in_game for player in game.players)


HANDLERS: Mapping[str, Handler] = {
    "others": _open,
    "target": _retarget,
    "lifefor": _life,
    "poisonfor": _poison,
    "form": _form,
    "concede": _concede,
}
"""What each verb of a press on the panel does."""
FORMS: Mapping[str, Handler] = {"form": _filled}
"""What a form does, by the verb of the button that has opened it."""
