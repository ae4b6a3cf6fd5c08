"""What is pressed and filled in on boards: one's life, the panel for other players, a large table's pages."""

from types import MappingProxyType

import discord
from msgspec.structs import replace

from cogs.board import forms, panel_view, roster
from cogs.core.components import TEXT_LIMIT, button, card, message, rows
from cogs.core.context import CustomId, filled, whole
from cogs.core.messaging import insist
from cogs.core.permissions import seat_of
from cogs.core.service import Decide, GameCog, GameService
from cogs.core.targets import asking, players
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import tr
from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.endings import Concede
from rules.actions.life import GainLife, LoseLife
from rules.actions.table import Hold, Release
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal

COLOUR = discord.Colour(0x6B7280)


async def _open_page(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Show the page with the user's own seat."""
    game = await service.look(press.game)
    await service.use_user_locale(interaction)
    page = page_view(game, press.game, page_of(game, seat_of(game, interaction.user.id)))
    await interaction.response.send_message(view=page, ephemeral=True)


async def _turn_page(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Show another page, or the same one as it is now."""
    game = await service.look(press.game)
    await service.use_user_locale(interaction)
    await interaction.response.edit_message(view=page_view(game, press.game, max(0, whole(press.value))))


def page_of(game: Game, player: PlayerId | None) -> int:
    """The number of the page with a player; the first one for anybody else."""
    pages = enumerate(roster.pages(game))
    return next((n for n, sides in pages if any(player in side.members for side in sides)), 0)


def page_view(game: Game, number: GameId, page: int) -> discord.ui.LayoutView:
    """The message with a page, and a button for each; ``number`` is the game's."""
    pages = roster.pages(game)
    page = min(page, len(pages) - 1)
    heading = tr("Game {number}, page {page} of {pages}", number=number, page=page + 1, pages=len(pages))
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    buttons = [
        button(str(n + 1), CustomId("page", number, str(n)), primary if n == page else secondary)
        for n in range(len(pages))
    ]
    forms = (roster.full(game, pages[page], {}, details) for details in (roster.DETAILS, 200))
    return card(f"-# {heading}", roster.fullest(forms, TEXT_LIMIT), *rows(*buttons), colour=COLOUR)


async def _life(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    amount = whole(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        if me is None:
            raise Refusal("buttons_for_players")
        return _changed(amount, (me,), asking(game, me))

    await service.press(interaction, press.game, decide)


def _changed(amount: int, who: tuple[PlayerId, ...], me: PlayerId | None) -> Action:
    change = GainLife if amount > 0 else LoseLife
    return change(who=who, amount=abs(amount), by=me)


async def _started(service: GameService, number: GameId) -> Game:
    game = await service.look(number)
    if game.outcome is not None:
        raise Refusal("game_over")
    return game


async def _open_panel(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.use_user_locale(interaction)
    game = await _started(service, press.game)
    (await service.asker(interaction)).require_part(game)
    me = seat_of(game, interaction.user.id)
    remaining = [player.id for player in game.remaining]
    opponents = remaining if me is None else game.opponents(me)
    first = next((id for id in remaining if id in opponents), remaining[0])
    await interaction.response.send_message(view=panel_view.view(game, press.game, first), ephemeral=True)


async def _retarget(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.use_user_locale(interaction)
    game = await _started(service, press.game)
    target = panel_view.meant(game, press.value)
    await interaction.response.edit_message(view=panel_view.view(game, press.game, target))


async def _life_for(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    step, _, target = press.value.partition("|")
    amount = whole(step)

    def decide(game: Game, me: PlayerId | None) -> Action:
        return _changed(amount, targets(game, target, me), asking(game, me))

    await enter(service, interaction, press.game, target, decide)


async def _poison(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    def decide(game: Game, me: PlayerId | None) -> Action:
        return AddCounters(who=targets(game, press.value, me), kind="poison", n=1)

    await enter(service, interaction, press.game, press.value, decide)


async def _concede(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    def decide(game: Game, me: PlayerId | None) -> Action:
        if press.value in panel_view.GROUPS:
            raise Refusal("one_at_a_time")
        (who,) = targets(game, press.value, me)
        return Concede(who=who)

    await enter(service, interaction, press.game, press.value, decide)


async def _hold(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    """Begin or end a hold, as the button says: two people who press at once do not undo each other."""
    change, _, target = press.value.partition("|")
    action = Hold() if change == "on" else Release()
    await enter(service, interaction, press.game, target, lambda game, me: action)


async def _open_form(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    await service.use_user_locale(interaction)
    kind, _, key = press.value.partition("|")
    game = await _started(service, press.game)
    await interaction.response.send_modal(forms.form(kind, panel_view.meant(game, key), str(press), game))


async def _filled(service: GameService, interaction: discord.Interaction, press: CustomId) -> None:
    kind, _, key = press.value.partition("|")
    fields = filled(interaction)

    def decide(game: Game, me: PlayerId | None) -> Action:
        return forms.read(kind, fields, game, targets(game, key, me), me)

    await enter(service, interaction, press.game, key, decide)


def targets(game: Game, target: str, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """The players that the panel is for."""
    if target in panel_view.GROUPS:
        return players(game, target, me)
    return (game.player(panel_view.meant(game, target)).id,)


async def enter(
    service: GameService, interaction: discord.Interaction, number: GameId, target: str, decide: Decide
) -> None:
    """Carries out what the panel says; the panel tells its user, the board and loud words everybody."""
    committed = await service.enter(interaction, number, decide)
    await service.use_user_locale(interaction)
    summary = results.tell(committed.before, committed.after, committed.entry.events)
    after, said = committed.after, summary.fitting(MESSAGE_LENGTH)
    view = message(said or tr("Done."))
    if isinstance(after, Game) and after.outcome is None:
        meant = panel_view.meant(after, target)
        if meant in (*panel_view.GROUPS, *(player.id for player in after.remaining)):
            view = panel_view.view(after, number, meant, said)
    with service.announcer.answering(committed):
        try:
            await insist(interaction, lambda: interaction.response.edit_message(view=view))
        finally:
            service.boards.refresh(number)
        await service.use_channel_locale(interaction)
        summary = results.tell(committed.before, committed.after, committed.entry.events)
        if summary.loud:
            await interaction.followup.send(replace(summary, quiet=()).fitting(MESSAGE_LENGTH))
    await service.replies.follow_up(interaction, committed)


class BoardButtons(GameCog):
    """What is pressed and filled in on boards and their panels."""

    handlers = MappingProxyType(
        {
            "life": _life,
            "details": _open_page,
            "page": _turn_page,
            "others": _open_panel,
            "target": _retarget,
            "lifefor": _life_for,
            "poisonfor": _poison,
            "form": _open_form,
            "concede": _concede,
            "hold": _hold,
        }
    )
    forms = MappingProxyType({"form": _filled})
