"""/table: whom a player may reach or attack now, what a range of influence allows, and who sits where."""

import asyncio
import io
from collections.abc import Callable

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.context import location_of
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog
from cogs.drawing.cutting import shortened
from cogs.play.turns import turn_order
from cogs.text import names, tables
from cogs.text.formatting import MESSAGE_LENGTH, listed
from cogs.text.language import mark, tr
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.range_of_influence import choosable, chooser, seen, shield_applies, triggers
from rules.game.seating import attackable, deploy_targets, in_range
from rules.refusal import Refusal

Look = Callable[[Game, PlayerId], tuple[str, tuple[PlayerId, ...]]]
"""What to say about a player's seat, and which players to mark in the picture."""


class SeatsCog(GameCog, commands.GroupCog, group_name="table", group_description="Seats, range and attacks"):
    """The subcommands of /table."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Player whose range to show (default: you)")
    async def range(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Show who a player's spells and abilities can reach now"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            reached = in_range(game, id)
            return tables.reach(game, id, reached, deploy_targets(game, id)), reached

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Player who attacks (default: you)")
    async def attack(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Show who a player can attack now"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            attacked = attackable(game, id)
            return tables.attacks(game, id, attacked), attacked

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.rename(effect_of="effect-of")
    @app_commands.autocomplete(who=autocomplete.player, effect_of=autocomplete.player)
    @app_commands.describe(
        who="Player who chooses (default: you)", effect_of="Player who controls the effect (default: you)"
    )
    async def choice(
        self, interaction: discord.Interaction, who: str | None = None, effect_of: str | None = None
    ) -> None:
        """Show who a player can choose for an effect and what the effect sees"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            controller = self._playing(game, interaction, effect_of)
            return choices_reach(game, id, controller), choosable(game, id, controller)

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.autocomplete(players=autocomplete.players, who=autocomplete.player)
    @app_commands.describe(
        players="Players the event affects or whose cards it involves",
        who="Player whose abilities and effects to check (default: you)",
    )
    async def event(self, interaction: discord.Interaction, players: str, who: str | None = None) -> None:
        """Check whether abilities trigger on an event and whether its damage can be prevented"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            involved = targets.players(game, players, seat_of(game, interaction.user.id))
            return event_reach(game, id, involved), involved

        await self._look(interaction, who, look)

    @staticmethod
    def _playing(game: Game, interaction: discord.Interaction, typed: str | None) -> PlayerId:
        id = targets.player(game, typed, seat_of(game, interaction.user.id))
        if not game.player(id).in_game:
            raise Refusal("left_game", who=game.player(id).name)
        return id

    @app_commands.command()
    async def seats(self, interaction: discord.Interaction) -> None:
        """Show the seating"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            return turn_order(game), ()

        await self._look(interaction, None, look, anybody=True)

    async def _look(
        self,
        interaction: discord.Interaction,
        typed: str | None,
        look: Look,
        *,
        anybody: bool = False,
    ) -> None:
        game = await self.service.look(location_of(interaction))
        id = game.players[0].id if anybody else self._playing(game, interaction, typed)
        await self.service.use_user_locale(interaction)
        text, marked = look(game, id)
        from cogs.play import seat_picture  # imports Pillow, which takes long

        picture = await asyncio.to_thread(seat_picture.draw, game, None if anybody else id, marked)
        file = discord.File(io.BytesIO(picture), "seats.png", description=tables.plain(text))
        await interaction.response.send_message(shortened(text, MESSAGE_LENGTH), file=file, ephemeral=True)


def choices_reach(game: Game, choosing: PlayerId, controller: PlayerId) -> str:
    """Whom somebody may choose for an effect, who chooses where no opponent in range can (801.5), and what
    the effect sees (801.11)."""
    lines = [
        tr(
            "For {controller}'s effect, {who} can choose {players} (CR {rule}).",
            controller=names.bold(game, controller),
            who=names.bold(game, choosing),
            players=_names(game, choosable(game, choosing, controller)),
            rule=rule(game.rules.edition, "choice"),
        )
    ]
    closest = chooser(game, controller, game.opponents(controller))
    if closest is not None:
        lines.append(
            tr(
                "No opponent is in range, so {who}, the closest opponent to the left, makes the "
                "opponent's choice (CR {rule}).",
                who=names.bold(game, closest),
                rule=rule(game.rules.edition, "choice_closest"),
            )
        )
    lines.append(
        tr(
            "As it applies to {who}, the effect sees {players} (CR {rule}).",
            who=names.bold(game, choosing),
            players=_names(game, seen(game, controller, choosing)),
            rule=rule(game.rules.edition, "knowledge"),
        )
    )
    return "\n".join(lines)


def event_reach(game: Game, controller: PlayerId, involved: tuple[PlayerId, ...]) -> str:
    """Whether something that happens to players is within somebody's range, for abilities that trigger on it
    (801.7); with two players also whose damage to whom effects can prevent (801.13b)."""
    values = {
        "who": names.bold(game, controller),
        "players": _names(game, involved),
        "rule": rule(game.rules.edition, "trigger"),
    }
    if triggers(game, controller, involved):
        line = tr("{who}'s abilities trigger on events involving {players} (CR {rule}).", **values)
    else:
        line = tr("{who}'s abilities don't trigger on events involving {players} (CR {rule}).", **values)
    if len(involved) != 2:
        return line
    return f"{line}\n{_prevention(game, controller, *involved)}"


def _prevention(game: Game, controller: PlayerId, source: PlayerId, recipient: PlayerId) -> str:
    values = {
        "who": names.bold(game, controller),
        "source": names.player(game, source),
        "recipient": names.player(game, recipient),
        "rule": rule(game.rules.edition, "shield"),
    }
    if shield_applies(game, controller, source=source, recipient=recipient):
        return tr("{who}'s effects can prevent damage from {source} to {recipient} (CR {rule}).", **values)
    if shield_applies(game, controller, source=source):
        text = mark(
            "{who}'s effects can prevent damage from {source} to {recipient} only if they prevent "
            "damage dealt by {source} to any recipient (CR {rule})."
        )
    elif shield_applies(game, controller, recipient=recipient):
        text = mark(
            "{who}'s effects can prevent damage from {source} to {recipient} only if they prevent "
            "damage dealt to {recipient} from any source (CR {rule})."
        )
    else:
        text = mark("{who}'s effects can't prevent damage from {source} to {recipient} (CR {rule}).")
    return tr(text, **values)


def _names(game: Game, ids: tuple[PlayerId, ...]) -> str:
    return listed(names.player(game, id) for id in ids) or tr("no one")
