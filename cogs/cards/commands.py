"""/card, the form for a card's missing options, and the preview of a card that chooses players."""

from collections.abc import Mapping

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.cards import chosen, modes, view
from cogs.core import autocomplete, targets
from cogs.core.components import message
from cogs.core.context import ModalFields, location_of, submitted_fields, typed
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import DecideAction, GameCog, GameService, TableHandler, in_progress, privately
from cogs.entry.options import read_number
from cogs.text.language import speaking, tr
from cogs.text.matching import nearest
from cogs.text.refusals.explanation import explain
from rules import cards
from rules.actions.action import Action
from rules.cards import Card, Play
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.numbers import MAX_AMOUNT
from rules.players import roles
from rules.refusal import Refusal
from rules.table import Transition, act
from storage.games.games import GameRef, GameView


async def names(_: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the cards whose names contain every typed word, names that begin with it first; or a similar
    one."""
    return autocomplete.choices(cards.with_words(typed) or list(filter(None, [_similar(typed)])))


def _card_named(typed: str) -> Card:
    """Return the card of this name; raises Refusal "no_such_card" with a similar one."""
    try:
        return cards.card_named(typed)
    except Refusal:
        raise Refusal("no_such_card", card=typed, hint=_similar(typed)) from None


def _similar(typed: str) -> str:
    """Return the card whose name, or its beginning, is most like the typed text; empty if none is."""
    length = len(typed.split())
    begun = {" ".join(name.split()[:length]): name for name in reversed([*cards.CARDS])}
    known = {**begun, **{name: name for name in cards.CARDS}}
    found = cards.with_words(typed)
    return found[0] if found else known.get(nearest(typed, known) or "", "")


async def mode_names(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the abilities and conditions of the card named so far."""
    return modes.suggest_modes(str(interaction.namespace.name or ""), typed)


async def _playing(
    service: GameService, interaction: discord.Interaction, where: GameRef
) -> tuple[GameView, Game]:
    """Return the game in progress, for a user who takes part; raises Refusal."""
    found = await service.view(where)
    game = in_progress(found.table)
    (await service.requester(interaction)).require_part(game)
    return found, game


async def _go_on(
    service: GameService,
    interaction: discord.Interaction,
    table: GameView,
    card: Card,
    play: Play,
    *,
    ask: bool = True,
) -> None:
    """Ask for missing options, preview a card that chooses players, or play it.

    Without `ask`, as after a form, missing options are refused.
    """
    now = chosen.of_play(card, play, table.entries[-1].number)
    if ask and card.lacks(play):
        custom_id = TableCustomId("cardform", table.game, str(now))
        await interaction.response.send_modal(view.card_form(card, play, custom_id))
        return
    action = cards.play(card, play)
    if not play.chosen or play.numbers:

        def decide(game: Game, _: PlayerId | None) -> Action:
            return cards.play(card, replace(play, game=game))

        await _enter(service, interaction, table.game, decide)
        return
    (await service.requester(interaction)).require(play.game, action)
    shown = view.card_preview(play.game, table.game, now, _looking_ahead(play.game, action))
    if interaction.message is not None:
        await interaction.response.edit_message(view=shown)
    else:
        await respond(interaction, view=shown, private=True)


def _looking_ahead(game: Game, action: Action) -> Transition:
    """Return a preview of an action from public information; raises Refusal."""
    return act(roles.without_secrets(game), action)


async def _enter(
    service: GameService, interaction: discord.Interaction, where: GameRef, decide: DecideAction
) -> None:
    """Play a card without a preview, and announce it."""
    with speaking(await service.language_of_channel(interaction)):
        await service.replies.tell(interaction, await service.enter(interaction, where, decide))


@privately
async def _open_form(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    carried = chosen.decode_choice(press.value)
    _, game = await _playing(service, interaction, press.game)
    form = view.card_form(cards.card_named(carried.card), carried.play(game), press)
    await interaction.response.send_modal(form)


@privately
async def _filled(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    carried, fields = chosen.decode_choice(press.value), submitted_fields(interaction)
    table, game = await _playing(service, interaction, press.game)
    before = carried.play(game)
    named, numbers = typed(fields, "named"), typed(fields, "numbers")
    play = replace(
        before,
        chosen=targets.players(game, named, before.by) if named else tuple(fields.get("players", ())),
        x=_number(fields, "x"),
        numbers=targets.amounts(game, numbers, before.by, None) if numbers else {},
        mode=typed(fields, "mode") or before.mode,
        parts=_number(fields, "parts"),
    )
    await _go_on(service, interaction, table, cards.card_named(carried.card), play, ask=False)


@privately
async def _do(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Carry out the preview, or show the current one if it has changed."""
    carried = chosen.decode_choice(press.value)
    card = cards.card_named(carried.card)
    table, game = await _playing(service, interaction, press.game)
    if table.entries[-1].number != carried.at:
        now = replace(carried, at=table.entries[-1].number)
        note = explain(Refusal("preview_outdated"))
        shown = view.card_preview(
            game, press.game, now, _looking_ahead(game, cards.play(card, carried.play(game))), note
        )
        await interaction.response.edit_message(view=shown)
        return
    done = await service.enter(interaction, press.game, lambda game, _: cards.play(card, carried.play(game)))
    await interaction.response.edit_message(view=message(tr("Done.")))
    with speaking(await service.language_of_channel(interaction)):
        await service.replies.tell(interaction, done)


def _number(fields: ModalFields, name: str) -> int | None:
    text = typed(fields, name)
    return read_number(text) if text else None


HANDLERS: Mapping[str, TableHandler] = {"carddo": _do, "cardform": _open_form}
FORMS: Mapping[str, TableHandler] = {"cardform": _filled}


class CardsCog(GameCog):
    """/card."""

    @anywhere
    @app_commands.command()
    @app_commands.rename(players="targets", parts="divided")
    @app_commands.autocomplete(
        name=names,
        players=autocomplete.suggest_targets,
        numbers=autocomplete.suggest_targets,
        who=autocomplete.suggest_single_player,
        mode=mode_names,
    )
    @app_commands.describe(
        name="Card's name",
        players="The card's targets",
        x="The card's number, such as X, devotion or toughness",
        numbers="A number for each player, such as Ana 2, Ben 5",
        who="Player whose card it is (default: you)",
        mode="Its ability, or the condition that is met",
        parts="Targets it is divided among, players and others",
    )
    async def card(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 100],
        players: str | None = None,
        x: app_commands.Range[int, 0, MAX_AMOUNT] | None = None,
        numbers: str | None = None,
        who: str | None = None,
        mode: app_commands.Range[str, 1, 100] | None = None,
        parts: app_commands.Range[int, 1, 99] | None = None,
    ) -> None:
        """Enter what a card does to players by its name"""
        card = _card_named(name)
        with speaking(await self.service.language_of_user(interaction)):
            table, game = await _playing(self.service, interaction, location_of(interaction))
            by = targets.player(game, who, seat_of(game, interaction.user.id))

            def play(game: Game) -> Play:
                return Play(
                    game=game,
                    by=by,
                    chosen=targets.players(game, players, by) if players else (),
                    x=x,
                    numbers=targets.amounts(game, numbers, by, None) if numbers else {},
                    mode=modes.parse_mode(card, mode),
                    parts=parts,
                )

            if targets.needs_random_target(game, players, by):
                # What was drawn has to be recorded, so there is nothing to look at before.
                await _enter(
                    self.service, interaction, table.game, lambda game, _: cards.play(card, play(game))
                )
                return
            await _go_on(self.service, interaction, table, card, play(game))
