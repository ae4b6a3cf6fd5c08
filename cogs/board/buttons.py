"""Buttons and forms of boards: a player's own life, the panel for other players, a large table's pages."""

from collections.abc import Mapping

import discord

from cogs.board import forms, panel_view, roster
from cogs.board.panel_view import Aimed, Hit
from cogs.core.components import BUTTON_LABEL_LENGTH, TEXT_LIMIT, button, card, rows
from cogs.core.context import submitted_fields
from cogs.core.custom_ids import TableCustomId, whole
from cogs.core.messaging import reply_private, respond
from cogs.core.permissions import seat_of
from cogs.core.service import (
    REFUSED_ACTION_KEY,
    DecideAction,
    GameService,
    TableHandler,
    in_progress,
    privately,
)
from cogs.core.targets import EACH_OPPONENT, EACH_PLAYER, players
from cogs.core.typed_cards import commander_titles
from cogs.drawing.truncate import truncate
from cogs.entry import chance
from cogs.entry.fields import StepFields
from cogs.entry.step import action_of, designation
from cogs.text.language import speaking, tr
from rules.actions.action import Action
from rules.actions.endings import Concede
from rules.actions.library import KeepHand, TakeMulligan
from rules.actions.table import Hold, Release
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.players.commanders import owner_of
from rules.refusal import Refusal
from rules.setup import late_joiners
from rules.table import Table

BOARD_COLOR = discord.Color(0x6B7280)
MULLIGAN_ACTIONS: Mapping[str, type[TakeMulligan] | type[KeepHand]] = {"take": TakeMulligan, "keep": KeepHand}
"""Decisions about an opening hand."""


async def _open_page(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show the page with the user's own seat."""
    game = await service.look(press.game)
    with speaking(await service.language_of_user(interaction)):
        page = page_view(game, press.game, page_with(game, seat_of(game, interaction.user.id)))
        await respond(interaction, view=page, private=True)


async def _turn_page(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show another page, or the current one updated."""
    game = await service.look(press.game)
    with speaking(await service.language_of_user(interaction)):
        await interaction.response.edit_message(view=page_view(game, press.game, max(0, whole(press.value))))


def page_with(game: Game, player: PlayerId | None) -> int:
    """Return the number of the page with a player (default: the first)."""
    pages = enumerate(roster.roster_pages(game))
    return next((n for n, sides in pages if any(player in side.members for side in sides)), 0)


def page_view(game: Game, number: GameId, page: int) -> discord.ui.LayoutView:
    """Return the message with a page, and a button for each; ``number`` is the game's."""
    pages = roster.roster_pages(game)
    page = min(page, len(pages) - 1)
    heading = tr("Game {number}, page {page} of {pages}", number=number, page=page + 1, pages=len(pages))
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    buttons = [
        button(str(n + 1), TableCustomId("page", number, str(n)), primary if n == page else secondary)
        for n in range(len(pages))
    ]
    forms = (roster.full(game, pages[page], {}, details) for details in (roster.DETAILS_LENGTH, 200))
    shown = "\n".join(one.text for one in roster.fullest(forms, TEXT_LIMIT))
    return card(f"-# {heading}", shown, *rows(*buttons), color=BOARD_COLOR)


async def _life(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    amount = whole(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("buttons_for_players")
        return action_of(StepFields(what="gain", each={me: amount}, requester=me), game)

    await service.press(interaction, press.game, decide, continues=True)


@privately
async def _open_panel(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Open the panel for each opponent, or for the only one; it links to all other players'."""
    game = await _opening(service, interaction, press)
    me = seat_of(game, interaction.user.id)
    opponents = game.opponents(me) if me is not None else ()
    if len({game.life_holder(id) for id in opponents}) > 1:
        target = EACH_OPPONENT
    else:
        target = next((one.id for one in game.remaining if one.id in opponents), game.remaining[0].id)
    await respond(interaction, view=panel_view.panel_message(game, press.game, target, me), private=True)


@privately
async def _open_panel_for(
    service: GameService, interaction: discord.Interaction, press: TableCustomId
) -> None:
    """Open the panel for the player whose button, or whose own, was pressed."""
    game = await _opening(service, interaction, press)
    target, me = (
        game.player(panel_view.decode_target(game, press.value)).id,
        seat_of(game, interaction.user.id),
    )
    await respond(interaction, view=panel_view.panel_message(game, press.game, target, me), private=True)


@privately
async def _open_more(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show the rest of a panel; the board's button opens the panel of the user's own seat."""
    game = await _opening(service, interaction, press)
    me = seat_of(game, interaction.user.id)
    target = panel_view.decode_target(game, press.value) or me or EACH_PLAYER
    requester = await service.requester(interaction)
    concedes = target not in panel_view.PANEL_GROUPS and requester.may(game, Concede(who=target))
    gives = late_joiners.is_open(game) or any(one.user is None for one in game.remaining)
    hosts = gives and bool(service.pages) and requester.hosts(game)
    shown = panel_view.more_view(game, press.game, target, me, concedes=concedes, hosts=hosts)
    if press.value:
        await interaction.response.edit_message(view=shown)
    else:
        await respond(interaction, view=shown, private=True)


async def _designate(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Give a player a designation such as the monarch."""
    aimed = Aimed.read(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        if aimed.whom in panel_view.PANEL_GROUPS:
            raise Refusal("one_at_a_time")
        (who,) = targets(game, aimed.whom, me)
        return designation(aimed.what, who, game, me)

    await enter_on_panel(service, interaction, press.game, aimed.whom, decide)


async def _hand(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Record that a player takes a mulligan or keeps the opening hand."""
    aimed = Aimed.read(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        if aimed.what not in MULLIGAN_ACTIONS:
            raise Refusal("outdated")
        (who,) = targets(game, aimed.whom, me)
        return MULLIGAN_ACTIONS[aimed.what](who=who)

    await enter_on_panel(service, interaction, press.game, aimed.whom, decide, continues=True)


async def _chance(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Roll a die or the like, visibly for everyone."""
    aimed = Aimed.read(press.value)
    committed = await service.enter(
        interaction, press.game, lambda game, me: chance.draw_chance(aimed.what, game)
    )
    await service.replies.tell(interaction, committed)


async def _opening(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> Game:
    game = in_progress((await service.view(press.game)).table)
    (await service.requester(interaction)).require_part(game)
    return game


async def _retarget(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    with speaking(await service.language_of_user(interaction)):
        game = in_progress((await service.view(press.game)).table)
        target, me = panel_view.decode_target(game, press.value), seat_of(game, interaction.user.id)
        await interaction.response.edit_message(view=panel_view.panel_message(game, press.game, target, me))


async def _life_for(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    aimed = Aimed.read(press.value)
    amount, target = whole(aimed.what), aimed.whom

    def decide(game: Game, me: PlayerId | None) -> Action:
        each = dict.fromkeys(targets(game, target, me), amount)
        return action_of(StepFields(what="gain", each=each, requester=me), game)

    await enter_on_panel(service, interaction, press.game, target, decide, continues=True)


async def _poison(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    def decide(game: Game, me: PlayerId | None) -> Action:
        each = dict.fromkeys(targets(game, press.value, me), 1)
        return action_of(StepFields(what="add", each=each, requester=me, kind="poison"), game)

    await enter_on_panel(service, interaction, press.game, press.value, decide, continues=True)


@privately
async def _ask_concede(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    interaction.extras[REFUSED_ACTION_KEY] = press.game, _conceding(press.value)
    game = await _opening(service, interaction, press)
    target = game.player(panel_view.decode_target(game, press.value)).id
    await interaction.response.edit_message(view=panel_view.concede_view(game, press.game, target))


async def _concede(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await enter_on_panel(service, interaction, press.game, press.value, _conceding(press.value))


def _conceding(target: str) -> DecideAction:
    """Concede for the panel's target, a single player."""

    def decide(game: Game, me: PlayerId | None) -> Action:
        if target in panel_view.PANEL_GROUPS:
            raise Refusal("one_at_a_time")
        (who,) = targets(game, target, me)
        return Concede(who=who)

    return decide


async def _hold(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Begin or end a hold, as the button says, so that a simultaneous press doesn't undo the first."""
    aimed = Aimed.read(press.value)
    action = Hold() if aimed.what == "on" else Release()
    await enter_on_panel(service, interaction, press.game, aimed.whom, lambda game, me: action)


@privately
async def _choose_commander(
    service: GameService, interaction: discord.Interaction, press: TableCustomId
) -> None:
    """Show the amounts for a commander (default: the user's first, or the first opponent's)."""
    game = await _opening(service, interaction, press)
    aimed = Aimed.read(press.value)
    target = game.player(panel_view.decode_target(game, aimed.whom)).id
    me = seat_of(game, interaction.user.id)
    others = [id for id in commander_titles(game) if owner_of(id) != target]
    own = [id for id in others if owner_of(id) == me]
    chosen = [id for id in others if panel_view.short_commander(id) == aimed.what]
    shown = panel_view.commander_view(game, press.game, target, [*chosen, *own, *others][0])
    await interaction.response.edit_message(view=shown)


async def _combat(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Deal combat damage by the chosen commander."""
    hit = Hit.read(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        dealing = [id for id in commander_titles(game) if panel_view.short_commander(id) == hit.card]
        if not dealing:
            raise Refusal("outdated")
        each = dict.fromkeys(targets(game, hit.whom, me), hit.amount)
        return action_of(StepFields(what="damage", each=each, requester=me, commander=dealing[0]), game)

    await enter_on_panel(service, interaction, press.game, hit.whom, decide)


async def _cast(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Cast the player's commander; if there are two, ask privately which one."""
    game = in_progress((await service.view(press.game)).table)
    me = seat_of(game, interaction.user.id)
    cards = game.player(me).commanders if me is not None else ()
    if len(cards) > 1 and not press.value:
        with speaking(await service.language_of_user(interaction)):
            choices = [
                button(
                    truncate(one.name, BUTTON_LABEL_LENGTH),
                    TableCustomId("cast", press.game, panel_view.short_commander(one.id)),
                )
                for one in cards
            ]
            await reply_private(interaction, tr("Which commander do you cast?"), *rows(*choices))
            return

    def decide(game: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("buttons_for_players")
        player = game.player(me)
        own = [one for one in player.commanders if press.value in ("", panel_view.short_commander(one.id))]
        if not own:
            raise Refusal("no_commander_yet", who=player.name)
        return action_of(StepFields(what="cast", each={me: None}, commander=own[0].id), game)

    if press.value:
        await service.press_privately(interaction, press.game, decide)
    else:
        await service.press(interaction, press.game, decide)


async def _open_form(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    with speaking(await service.language_of_user(interaction)):
        aimed, game = Aimed.read(press.value), in_progress((await service.view(press.game)).table)
        target = panel_view.decode_target(game, aimed.whom)
        await interaction.response.send_modal(forms.panel_form(aimed.what, target, str(press), game))


async def _filled(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    aimed, fields = Aimed.read(press.value), submitted_fields(interaction)

    def decide(game: Game, me: PlayerId | None) -> Action:
        return forms.action_of_form(aimed.what, fields, game, targets(game, aimed.whom, me), me)

    await enter_on_panel(service, interaction, press.game, aimed.whom, decide)


def targets(game: Game, target: str, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """Return the panel's targets."""
    if target in panel_view.PANEL_GROUPS:
        return players(game, target, me)
    return (game.player(panel_view.decode_target(game, target)).id,)


async def enter_on_panel(
    service: GameService,
    interaction: discord.Interaction,
    number: GameId,
    target: str,
    decide: DecideAction,
    *,
    continues: bool = False,
) -> None:
    """Carry out a panel's action; reply on the panel, update the board and announce important results."""

    def shown(after: Table, said: str) -> discord.ui.LayoutView | None:
        if isinstance(after, Game) and after.outcome is None:
            meant = panel_view.decode_target(after, target)
            if meant in (*panel_view.PANEL_GROUPS, *(player.id for player in after.remaining)):
                return panel_view.panel_message(
                    after, number, meant, seat_of(after, interaction.user.id), said
                )
        return None

    await service.press_privately(interaction, number, decide, shown, continues=continues)


HANDLERS: Mapping[str, TableHandler] = {
    "life": _life,
    "details": _open_page,
    "page": _turn_page,
    "others": _open_panel,
    "panel": _open_panel_for,
    "target": _retarget,
    "more": _open_more,
    "designate": _designate,
    "hand": _hand,
    "chance": _chance,
    "lifefor": _life_for,
    "poisonfor": _poison,
    "form": _open_form,
    "askconcede": _ask_concede,
    "concede": _concede,
    "hold": _hold,
    "commander": _choose_commander,
    "combat": _combat,
    "cast": _cast,
}
FORMS: Mapping[str, TableHandler] = {"form": _filled}
