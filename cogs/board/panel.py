"""The panel: a private message from which whoever opened it enters what happens to others."""

from collections.abc import Mapping

import discord
from msgspec.structs import replace

from cogs.board import forms
from cogs.board import panel_view as board_panel_view
from cogs.core.context import filled
from cogs.core.custom_id import CustomId, whole
from cogs.core.messaging import insist
from cogs.core.permissions import seat_of
from cogs.core.service import Decide, GameService, Handler
from cogs.core.targets import players
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH
from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.endings import Concede
from rules.actions.life import GainLife, LoseLife
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal


async def _started(service: GameService, number: int) -> Game:
    game = await service.look(number)
    if game.outcome is not None:
        raise Refusal("game_over")
    return game


async def _open(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.use_user_locale(interaction)
    game = await _started(service, press.game)
    (await service.asker(interaction)).require_part(game)
    me = seat_of(game, interaction.user.id)
    remaining = [player.id for player in game.remaining]
    opponents = remaining if me is None else game.opponents(me)
    first = next((id for id in remaining if id in opponents), remaining[0])
    await interaction.response.send_message(
        view=board_panel_view.view(game, press.game, first), ephemeral=True
    )


async def _retarget(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.use_user_locale(interaction)
    game = await _started(service, press.game)
    target = board_panel_view.meant(game, press.value)
    await interaction.response.edit_message(view=board_panel_view.view(game, press.game, target))


async def _life(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    step, _, target = press.value.partition("|")
    amount = whole(step)

    def decide(game: Game, me: PlayerId | None) -> Action:
        who = targets(game, target, me)
        if amount > 0:
            return GainLife(who=who, amount=amount, by=me)
        return LoseLife(who=who, amount=-amount, by=me)

    await enter(service, interaction, press.game, target, decide)


async def _poison(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    def decide(game: Game, me: PlayerId | None) -> Action:
        return AddCounters(who=targets(game, press.value, me), kind="poison", n=1)

    await enter(service, interaction, press.game, press.value, decide)


async def _concede(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    def decide(game: Game, me: PlayerId | None) -> Action:
        (who,) = targets(game, press.value, me, one=True)
        return Concede(who=who)

    await enter(service, interaction, press.game, press.value, decide)


async def _form(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.use_user_locale(interaction)
    kind, _, key = press.value.partition("|")
    game = await _started(service, press.game)
    title = board_panel_view.heading(kind, game, board_panel_view.meant(game, key))
    await interaction.response.send_modal(forms.form(kind, title, str(press), game))


async def _filled(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    kind, _, key = press.value.partition("|")
    fields = filled(interaction)

    def decide(game: Game, me: PlayerId | None) -> Action:
        return forms.read(kind, fields, game, targets(game, key, me), me)

    await enter(service, interaction, press.game, key, decide)


def targets(game: Game, target: str, me: PlayerId | None, *, one: bool = False) -> tuple[PlayerId, ...]:
    """The players that the panel is for; raises Refusal for a group where one player is needed."""
    if target not in board_panel_view.GROUPS:
        return (game.player(board_panel_view.meant(game, target)).id,)
    if one:
        raise Refusal("one_at_a_time")
    return players(game, target, me)


async def enter(
    service: GameService, interaction: discord.Interaction, number: int, target: str, decide: Decide
) -> None:
    """Carries out what the panel says; the panel tells its user, the board and loud words everybody."""
    committed = await service.enter(interaction, number, decide)
    await service.use_user_locale(interaction)
    summary = results.tell(committed.before, committed.after, committed.entry.events)
    after, said = committed.after, summary.fitting(MESSAGE_LENGTH)
    view = board_panel_view.closed(said)
    if (
        isinstance(after, Game)
        and after.outcome is None
        and _there(after, board_panel_view.meant(after, target))
    ):
        view = board_panel_view.view(after, number, board_panel_view.meant(after, target), said)
    try:
        await insist(lambda: interaction.response.edit_message(view=view))
    finally:
        service.boards.refresh(number)
    await service.use_channel_locale(interaction)
    summary = results.tell(committed.before, committed.after, committed.entry.events)
    if summary.loud:
        await interaction.followup.send(replace(summary, quiet=()).fitting(MESSAGE_LENGTH))
    await service.replies.follow_up(interaction, committed)


def _there(game: Game, target: str) -> bool:
    return target in board_panel_view.GROUPS or any(
        player.id == target and player.in_game for player in game.players
    )


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
