"""The **At the same time…** button of losses and endings, and its panel."""

from collections.abc import Mapping

import discord

from cogs.core.components import message
from cogs.core.context import request_of, submitted_fields
from cogs.core.corrections import joining
from cogs.core.custom_ids import TableCustomId, whole
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import DecideAction, GameService, TableHandler, privately
from cogs.same_time import view as ui
from cogs.summary import differences
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import speaking
from rules.actions.action import Action
from rules.actions.endings import Concede
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction
from storage.games.games import Committed


async def _tell(service: GameService, interaction: discord.Interaction, committed: Committed) -> None:
    """Announce the new result of an event that a step was added to."""

    def said(*_: object) -> discord.ui.LayoutView:
        return message(differences.of_fix(committed).fitting(MESSAGE_LENGTH))

    await service.replies.show_privately(interaction, committed, said)


async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    with speaking(await service.language_of_user(interaction)):
        event, game = whole(press.value), await service.look(press.game)
        await joining.require_recent(service, press.game, event, await joining.window(service, interaction))
        (await service.requester(interaction)).require_part(game)
        steps = await service.games.steps(press.game)
        found = next((one for one in steps if one.entry.number == event and one.counts), None)
        if found is None:
            raise Refusal("same_time_over")
        view = ui.event_panel(game, press.game, found, joining.since(steps, event))
        await respond(interaction, view=view, private=True)


async def _require_open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> int:
    """Return the event of an open panel; raises Refusal once it has expired."""
    event = ui.Joined.read(press.value).event
    window = await joining.window(service, interaction)
    await joining.require_recent(service, press.game, event, window and window + joining.FORM)
    return event


async def _enter(
    service: GameService, interaction: discord.Interaction, press: TableCustomId, decide: DecideAction
) -> None:
    """Add an action that someone would have taken right before the event."""
    event = await _require_open(service, interaction, press)
    action = await joining.decided(service, press.game, event, decide, interaction.user.id)
    await _add(service, interaction, press.game, event, action)


async def _add(
    service: GameService, interaction: discord.Interaction, game: GameId, event: int, action: AnyAction
) -> None:
    requester, request = await service.requester(interaction), request_of(interaction)
    await _tell(
        service, interaction, await joining.add_to_event(service, requester, request, game, event, action)
    )


@privately
async def _step(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Join a later step that was picked from the list."""
    event = await _require_open(service, interaction, press)
    step = ui.Joined.read(press.value).step
    requester, request = await service.requester(interaction), request_of(interaction)
    joined = await joining.join_event(
        *(service, requester, request, press.game),
        lambda steps: joining.step_move(steps, event, step),
        mine=None,
    )
    await _tell(service, interaction, joined)


@privately
async def _open_form(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await _require_open(service, interaction, press)
    game = await service.look(press.game)
    await interaction.response.send_modal(ui.event_form(game, str(press), seat_of(game, interaction.user.id)))


@privately
async def _filled(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    fields = submitted_fields(interaction)
    await _enter(service, interaction, press, lambda game, me: ui.action_of_event_form(fields, game, me))


@privately
async def _concede(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    def decide(_: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("buttons_for_players")
        return Concede(who=me)

    await _enter(service, interaction, press, decide)


async def _late(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Add an action that this user had pressed too late."""
    with speaking(await service.language_of_user(interaction)):
        await _add(service, interaction, *await joining.find_kept(service, press.value))


HANDLERS: Mapping[str, TableHandler] = {
    "together": _open,
    "joinstep": _step,
    "joinform": _open_form,
    "joinconcede": _concede,
    "joinlate": _late,
}
FORMS: Mapping[str, TableHandler] = {"joinform": _filled}
