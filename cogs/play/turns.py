"""/turn, /hold and /release, and the order of turns."""

from collections.abc import Mapping
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.components import button, rows
from cogs.core.custom_ids import IdNumber, TableCustomId, Value
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import reply_private
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService, TableHandler
from cogs.drawing.truncate import truncate
from cogs.entry.step import ending_turn
from cogs.text import names
from cogs.text import turns as turn_words
from cogs.text.formatting import comma_separated, escape, listed, without_period
from cogs.text.language import mark, speaking, tr, trn
from rules.actions.action import Action
from rules.actions.table import Hold, Release
from rules.actions.turns import (
    BeginTurn,
    ChangePhase,
    ControlTurn,
    EndTurn,
    GrantExtraTurn,
    GrantSkip,
    ReverseTurnOrder,
)
from rules.formats.editions import rule
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import Marker, MarkerState, PlayerId, TurnPart
from rules.game.seating import apnap, next_priority, planar_controller, primary_player
from rules.refusal import Refusal
from rules.turns.grand_melee import needed
from rules.turns.turns import upcoming

TURN_BUTTON_NAME_LENGTH = 50
"""Characters of a name on a button."""
UPCOMING = 8
"""The number of upcoming turns shown."""
MARKER_STATES: Mapping[MarkerState, str] = {
    MarkerState.TURN: mark("taking a turn"),
    MarkerState.WAITING: mark("waiting"),
    MarkerState.TRANSIT: mark("on its way"),
}
"""Descriptions of turn markers' states."""


async def _pass(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """End the turn with the button's number; two presses for the same turn end only that one.

    Other players are asked first.
    """
    game = await service.look(press.game)
    _require_turn(game, press.value)
    others = _whose(game, seat_of(game, interaction.user.id))
    if not others:
        await service.press(
            interaction, press.game, lambda game, me: _passing(game, ending_turn(game, me), press.value)
        )
        return
    requester = await service.requester(interaction)
    requester.require_part(game)
    requester.require(game, EndTurn(marker=min(others) if game.rules.markers else None))
    with speaking(await service.language_of_user(interaction)):
        await reply_private(
            interaction,
            tr("It's {who}'s turn. End it?", who=next(iter(others.values())))
            if len(others) == 1
            else tr("It isn't your turn. Whose turn do you want to end?"),
            *rows(
                *(
                    button(
                        tr("End {who}'s turn", who=truncate(who, TURN_BUTTON_NAME_LENGTH)),
                        TableCustomId("passfor", press.game, str(Passing(marker, press.value))),
                    )
                    for marker, who in others.items()
                )
            ),
        )


def _require_turn(game: Game, turn: str) -> None:
    """Raise Refusal unless the turn has this number; none fits any turn."""
    if turn not in ("", str(game.turn.number)):
        raise Refusal("turn_over")


def _passing(game: Game, end: EndTurn, turn: str) -> EndTurn:
    _require_turn(game, turn)
    return end


def _whose(game: Game, me: PlayerId | None) -> Mapping[int, str]:
    """Return the turns that a player may pass only after a question, by marker, or 0 without markers.

    None if the player may pass at once: in their own turn, or a guest's.
    """
    if game.outcome is not None:
        return {}
    if not game.rules.markers:
        team = [game.player(id) for id in game.team_of(game.turn.taker)]
        members = [one for one in team if one.in_game and one.user is not None]
        if not members or any(one.id == me for one in team):
            return {}
        return {0: listed(one.name for one in members)}
    playing = {
        one.number: game.player(one.at)
        for one in game.markers
        if one.at is not None and one.state is MarkerState.TURN
    }
    if any(one.id == me for one in playing.values()) or all(one.user is None for one in playing.values()):
        return {}
    return {number: one.name for number, one in playing.items()}


class Passing(Value, frozen=True):
    """A turn ended by another player's press, and its marker; 0 without markers."""

    marker: IdNumber
    turn: str


async def _pass_for(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """End the turn of another player, who was named on the button."""
    passing = Passing.read(press.value)

    def decide(game: Game, me: PlayerId | None) -> EndTurn:
        return _passing(game, EndTurn(marker=passing.marker or None), passing.turn)

    await service.press_privately(interaction, press.game, decide)


async def _release(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    await service.press(interaction, press.game, lambda game, me: Release())


HANDLERS: Mapping[str, TableHandler] = {"pass": _pass, "passfor": _pass_for, "release": _release}
Phase = Literal["untap step", "upkeep step", "draw step", "main phase", "combat phase", "end step"]


@anywhere
class TurnsCog(GameCog, commands.GroupCog, group_name="turn", group_description="Manage turns"):
    """The subcommands of /turn, and the button that passes the turn."""

    @app_commands.command(name="next")
    @app_commands.describe(marker="Turn marker whose turn ends (Grand Melee only)")
    async def pass_turn(
        self, interaction: discord.Interaction, marker: app_commands.Range[int, 1, 10] | None = None
    ) -> None:
        """End the turn and begin the next one"""
        await self.service.act(interaction, lambda game, me: ending_turn(game, me, marker))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_targets)
    @app_commands.describe(
        who="Players who take the extra turn (default: you)",
        phase="Additional phase or step of their turn instead of a turn",
    )
    async def extra(
        self, interaction: discord.Interaction, who: str | None = None, phase: Phase | None = None
    ) -> None:
        """Add an extra turn after this one"""

        def add(ids: tuple[PlayerId, ...]) -> Action:
            if phase is not None:
                return ChangePhase(who=ids, part=TurnPart(phase), added=True)
            return GrantExtraTurn(who=ids)

        await self.act_on_players(interaction, who, add)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(
        who="Player who skips a turn (default: you)", phase="Phase or step to skip instead of a turn"
    )
    async def skip(
        self, interaction: discord.Interaction, who: str | None = None, phase: Phase | None = None
    ) -> None:
        """Skip a player's next turn"""

        def skip(id: PlayerId) -> Action:
            return ChangePhase(who=(id,), part=TurnPart(phase)) if phase is not None else GrantSkip(who=id)

        await self.act_on_player(interaction, who, skip)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player, by=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who is controlled", by="Player who controls them (default: you)")
    async def control(self, interaction: discord.Interaction, who: str, by: str | None = None) -> None:
        """Control a player during their next turn"""
        await self.service.act(
            interaction,
            lambda game, me: ControlTurn(who=targets.player(game, who, me), by=targets.player(game, by, me)),
        )

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player whose turn it is")
    async def correct(self, interaction: discord.Interaction, who: str) -> None:
        """Correct whose turn it is"""
        await self.service.act(
            interaction,
            lambda game, me: BeginTurn(taker=game.taker_of(targets.player(game, who, me))),
        )

    @app_commands.command()
    async def reverse(self, interaction: discord.Interaction) -> None:
        """Reverse the turn order: turns pass to the right, or to the left again"""
        await self.service.act(interaction, lambda game, me: ReverseTurnOrder())

    @app_commands.command()
    async def order(self, interaction: discord.Interaction) -> None:
        """Show whose turn it is, who is next and the seating"""
        await self.reply_privately(interaction, turn_order)


class HoldCog(GameCog):
    """/hold and /release, and the Release button."""

    @anywhere
    @app_commands.command()
    async def hold(self, interaction: discord.Interaction) -> None:
        """Enter several changes as one event; no one loses until /release"""
        await self.service.act(interaction, lambda game, me: Hold())

    @anywhere
    @app_commands.command()
    async def release(self, interaction: discord.Interaction) -> None:
        """End the hold and check who loses"""
        await self.service.act(interaction, lambda game, me: Release())


def turn_order(game: Game) -> str:
    """Return whose turn it is, who comes next, and the seats."""
    seats = (" ← " if game.reversed else " → ").join(
        escape(player.name) if player.in_game else f"~~{escape(player.name)}~~" for player in game.players
    )
    lines = [turn_words.turn_line(game)]
    if game.rules.markers:
        lines += _markers(game)
    else:
        lines += _without_active_player(game)
        following = comma_separated(names.taker(game, one) for one in upcoming(game, UPCOMING))
        lines.append(tr("Next: {takers}", takers=following))
        if game.reversed:
            number = rule(game.rules.edition, "turn_order")
            lines.append(turn_words.order_line(reversed=True, rule=number))
    lines += [*_saved_turns(game), *_skips(game), *_primary_players(game), *_choices(game)]
    if VARIANTS[game.rules.variant].planes and game.outcome is None:
        who, number = planar_controller(game), rule(game.rules.edition, "planar_controller")
        lines.append(
            tr("Planar controller: {who} (CR {rule})", who=names.player_name(game, who), rule=number)
        )
    lines.append(tr("Seats: {seats}", seats=seats))
    return "\n".join(lines)


def _choices(game: Game) -> list[str]:
    """Return the team that chooses and draws first if teams take turns together (805.6, 805.6a)."""
    if not game.rules.shared_turns or game.outcome is not None:
        return []
    groups, edition = apnap(game), game.rules.edition
    drawing: list[str] = []
    for group in groups:
        members = [names.player_name(game, id) for id in group]
        drawing += members if game.rules.primary_draws_first else [listed(members)]
    return [
        tr(
            "Choices at the same time: {teams} (CR {rule})",
            teams=" → ".join(escape(game.side_of(group[0]).name) for group in groups),
            rule=rule(edition, "choices_team"),
        ),
        tr(
            "Draws by one effect: {players} (CR {rule})",
            players=" → ".join(drawing),
            rule=rule(edition, "draws_team"),
        ),
    ]


def _markers(game: Game) -> list[str]:
    """Return where every turn marker is (807.4)."""
    turns, players = needed(len(game.remaining)), len(game.remaining)
    count = trn(
        "{n} turn at a time for {players} players.",
        "{n} turns at a time for {players} players.",
        turns,
        players=players,
    )
    return [*(_marker(game, marker) for marker in game.markers), count]


def _without_active_player(game: Game) -> list[str]:
    """Return who acts first in a turn that continues after its player has left (800.4j)."""
    if game.active_players or game.outcome is not None:
        return []
    return [
        tr(
            "The turn continues without an active player: {who} acts first (CR {rule}).",
            who=names.player_name(game, next_priority(game)),
            rule=rule(game.rules.edition, "ownerless_turn"),
        )
    ]


def _primary_players(game: Game) -> list[str]:
    """Return who decides if the members of a team with shared turns can't agree (805.2)."""
    if not game.rules.shared_turns or game.outcome is not None:
        return []
    members = [game.remaining_in(side) for side in game.sides]
    primary = [primary_player(game, ids) for ids in members if len(ids) > 1]
    return [
        tr(
            "If a team can't agree, its primary player decides (CR {rule}): {names}",
            rule=rule(game.rules.edition, "primary"),
            names=listed(names.player_name(game, id) for id in primary),
        )
    ]


def _saved_turns(game: Game) -> list[str]:
    """Return extra turns that wait for their player's next turn (807.4j)."""
    number = rule(game.rules.edition, "marker_saved")
    return [
        trn(
            "{who}: {n} extra turn before their next turn (CR {rule})",
            "{who}: {n} extra turns before their next turn (CR {rule})",
            turns,
            who=names.taker(game, taker),
            rule=number,
        )
        for taker, turns in game.saved_extra.items()
    ]


def _skips(game: Game) -> list[str]:
    """Return turns that will be skipped (614.10a)."""
    number = rule(game.rules.edition, "skip_turn")
    return [
        trn(
            "{who} skips their next turn (CR {rule})",
            "{who} skips their next {n} turns (CR {rule})",
            turns,
            who=names.taker(game, taker),
            rule=number,
        )
        for taker, turns in game.skips.items()
    ] + [without_period(line) for taker in game.takers for line in turn_words.coming(game, taker, now=False)]


def _marker(game: Game, marker: Marker) -> str:
    state = tr(MARKER_STATES[marker.state])
    who = names.taker(game, marker.at or marker.to or "")
    if marker.removals:
        return tr(
            "Marker {number}: {who}, {state}, will be removed", number=marker.number, who=who, state=state
        )
    return tr("Marker {number}: {who}, {state}", number=marker.number, who=who, state=state)
