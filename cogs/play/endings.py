"""/concede, /lose, /win and /draw, and the button that agrees to a draw."""

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands

from cogs.core import autocomplete, targets
from cogs.core.components import Button, button, rows
from cogs.core.context import location_of
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.places import anywhere
from cogs.core.entry_forms.fields import KEY_LENGTH, player_key
from cogs.core.messaging import reply_private
from cogs.core.permissions import Requester, seat_of
from cogs.core.service import DecideAction, GameCog, GameService, TableHandler
from cogs.drawing.truncate import truncate
from cogs.entry.fields import StepFields
from cogs.text.formatting import bold
from cogs.text.language import speaking, tr
from rules.actions.action import Action
from rules.actions.endings import AgreeDraw, Concede, DrawGame, Loop, WinGame
from rules.events.endings import DrawAgreed
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from storage.games.games import Committed, GameView
from storage.settings.settings import EffectiveSettings

LossReason = Literal["effect", "empty library", "judge penalty", "left the game"]
LOSS_STEPS: Mapping[LossReason, str] = {
    "effect": "effect",
    "empty library": "library",
    "judge penalty": "penalty",
    "left the game": "leave",
}
"""The step of each reason, a key of `STEPS`."""
DANGER = discord.ButtonStyle.danger
BUTTON_NAME_LENGTH = 50
"""Characters of a name on a button."""
DrawReason = Literal["effect", "mandatory loop", "agreement"]


async def agree_button(_settings: EffectiveSettings, committed: Committed) -> Sequence[Button]:
    """Return the button below the announcement of a draw that not everyone has agreed to yet."""
    game = committed.after
    if not isinstance(game, Game) or not any(isinstance(one, DrawAgreed) for one in committed.entry.events):
        return ()
    return (button(tr("Agree to a draw"), TableCustomId("agreedraw", committed.game, str(game.turn.number))),)


async def _agree(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Agree to the draw that was offered in the turn with the button's number, for oneself and guests."""

    def decide(game: Game, me: PlayerId | None) -> Action:
        if not game.agreed_to_draw or press.value != str(game.turn.number):
            raise Refusal("draw_offer_over")
        return AgreeDraw(by=_agreeing(game, me))

    committed = await service.enter(interaction, press.game, decide)
    await service.replies.tell(interaction, committed)


async def _offer_draw(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Agree to a draw for oneself and guests, as the first one to do so."""
    await _enter(service, interaction, press, lambda game, me: AgreeDraw(by=_agreeing(game, me)))


async def _draw_for_all(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Enter as a moderator that everyone has agreed to a draw."""
    await _enter(service, interaction, press, lambda game, me: AgreeDraw(by=()))


async def _concede_for(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Concede as a moderator for the player on the button."""

    def decide(game: Game, me: PlayerId | None) -> Action:
        found = [player.id for player in game.players if player_key(player.id, KEY_LENGTH) == press.value]
        if not found:
            raise Refusal("outdated")
        return Concede(who=found[0])

    await _enter(service, interaction, press, decide)


async def _enter(
    service: GameService, interaction: discord.Interaction, press: TableCustomId, decide: DecideAction
) -> None:
    """Carry out the action confirmed on a private message, and announce it."""
    await service.replies.tell(interaction, await service.enter(interaction, press.game, decide))


HANDLERS: Mapping[str, TableHandler] = {
    "agreedraw": _agree,
    "offerdraw": _offer_draw,
    "drawforall": _draw_for_all,
    "concedefor": _concede_for,
}


class EndingsCog(GameCog):
    """The commands that end a game."""

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Guest who concedes (default: you)")
    async def concede(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Concede the game: you leave immediately and lose"""
        view, requester, me = await self._asked(interaction)
        game = view.table
        if isinstance(game, Game) and requester.is_judge and me is not None:
            player = game.player(targets.player(game, who, me))
            if player.id != me and player.user is not None and player.in_game:
                concede = TableCustomId("concedefor", view.game, player_key(player.id, KEY_LENGTH))
                with speaking(await self.service.language_of_user(interaction)):
                    label = tr("Concede for {who}", who=truncate(player.name, BUTTON_NAME_LENGTH))
                    about = tr(
                        "You play in this game. Concede for {who} as a moderator?", who=bold(player.name)
                    )
                    await reply_private(interaction, about, *rows(button(label, concede, DANGER)))
                return
        await self.act_on_player(interaction, who, lambda id: Concede(who=id))

    @anywhere
    @app_commands.command()
    @app_commands.rename(source="from")
    @app_commands.autocomplete(who=autocomplete.suggest_targets, source=autocomplete.suggest_single_player)
    @app_commands.describe(
        reason="Reason", who="Player who loses the game (default: you)", source=autocomplete.SOURCE
    )
    async def lose(
        self,
        interaction: discord.Interaction,
        reason: LossReason = "effect",
        who: str | None = None,
        source: str | None = None,
    ) -> None:
        """Mark one or more players as having lost"""

        def read(game: Game, me: PlayerId | None) -> StepFields:
            each = dict.fromkeys(targets.players(game, who, me))
            return StepFields(
                what=LOSS_STEPS[reason], each=each, source=targets.source_player(game, source, me)
            )

        await self.enter(interaction, read)

    @anywhere
    @app_commands.command()
    @app_commands.rename(also_loses="also-loses")
    @app_commands.autocomplete(
        who=autocomplete.suggest_single_player, also_loses=autocomplete.suggest_targets
    )
    @app_commands.describe(
        who="Player who wins the game (default: you)",
        also_loses="Players who would lose the game in the same event",
    )
    async def win(
        self, interaction: discord.Interaction, who: str | None = None, also_loses: str | None = None
    ) -> None:
        """Mark a player as having won by an effect"""
        await self.service.act(
            interaction,
            lambda game, me: WinGame(
                who=targets.player(game, who, me),
                also_loses=targets.players(game, also_loses, me) if also_loses else (),
            ),
        )

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_targets)
    @app_commands.describe(
        reason="Reason",
        who="Player who controls the effect or the objects in the loop (default: you)",
        optional="Whether the loop has an optional action (default: no)",
    )
    async def draw(
        self,
        interaction: discord.Interaction,
        reason: DrawReason,
        who: str | None = None,
        optional: bool = False,
    ) -> None:
        """End the game in a draw"""
        if reason == "agreement" and who is not None:
            raise Refusal("draw_concerns_all")
        if reason != "mandatory loop" and optional:
            raise Refusal("optional_only_in_loops")
        view, requester, me = await self._asked(interaction)
        going = isinstance(view.table, Game) and view.table.outcome is None
        if (
            reason == "agreement"
            and going
            and requester.is_judge
            and not requester.trusted
            and me is not None
        ):
            with speaking(await self.service.language_of_user(interaction)):
                asked = tr("You play in this game. Do you agree to a draw, or has everyone agreed?")
                own = button(tr("I agree"), TableCustomId("offerdraw", view.game))
                everyone = button(tr("Everyone agreed (moderator)"), TableCustomId("drawforall", view.game))
                await reply_private(interaction, asked, *rows(own, everyone))
            return

        def decide(game: Game, me: PlayerId | None) -> Action:
            if reason == "agreement":
                return AgreeDraw(by=() if requester.decides_alone else _agreeing(game, me))
            controllers = targets.players(game, who, me)
            if reason == "mandatory loop":
                return Loop(controllers=controllers, optional=optional)
            if len(controllers) != 1:
                raise Refusal("one_at_a_time")
            return DrawGame(by=controllers[0])

        await self.service.act(interaction, decide)

    async def _asked(self, interaction: discord.Interaction) -> tuple[GameView, Requester, PlayerId | None]:
        """Return this channel's table, the requester, and their seat at it; raises Refusal "no_table"."""
        view = await self.service.view(location_of(interaction))
        return view, await self.service.requester(interaction), seat_of(view.table, interaction.user.id)


def _agreeing(game: Game, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """Return the player who agrees to a draw, and the guests, for whom anyone may agree."""
    if me is None:
        raise Refusal("nobody_meant")
    guests = (player.id for player in game.remaining if player.user is None and player.id != me)
    return (me, *guests)
