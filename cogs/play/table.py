"""/table: the players that a player may reach or attack now, their range of influence, and the seating."""

import io
from collections.abc import Callable, Collection

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, targets
from cogs.core.context import location_of
from cogs.core.delivery.deferring import put_off
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog
from cogs.drawing.truncate import truncate
from cogs.play.seats import Mark, ShownSeat
from cogs.play.turns import turn_order
from cogs.text import names
from cogs.text.formatting import MESSAGE_LENGTH, listed, unmarked
from cogs.text.language import mark, speaking, tr, trn
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import (
    attackable,
    choosable,
    choosing_player,
    deploy_targets,
    in_range,
    players_in_range,
    seen,
    shield_applies,
    triggers,
)
from rules.refusal import Refusal
from storage.workers.pool import Named

SEATS_DESCRIPTION_LIMIT = 1024
"""Maximum characters of a picture's description in Discord."""

DRAW_SEATS = Named("cogs.play.seat_picture", "draw")

Look = Callable[[Game, PlayerId], tuple[str, tuple[PlayerId, ...]]]
"""Returns a note about a player's seat, and the players to mark in the picture."""


@anywhere
class SeatsCog(GameCog, commands.GroupCog, group_name="table", group_description="Seats, range and attacks"):
    """The subcommands of /table."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player whose range to show (default: you)")
    async def range(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Show who a player's spells and abilities can reach now"""
        await self._look(interaction, who, reach)

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.suggest_single_player)
    @app_commands.describe(who="Player who attacks (default: you)")
    async def attack(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Show who a player can attack now"""
        await self._look(interaction, who, attacks)

    @app_commands.command()
    @app_commands.rename(effect_of="effect-of")
    @app_commands.autocomplete(
        who=autocomplete.suggest_single_player, effect_of=autocomplete.suggest_single_player
    )
    @app_commands.describe(
        who="Player who chooses (default: you)", effect_of="Player who controls the effect (default: you)"
    )
    async def choice(
        self, interaction: discord.Interaction, who: str | None = None, effect_of: str | None = None
    ) -> None:
        """Show who a player can choose for an effect and who it affects"""

        def look(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
            controller = self._playing(game, interaction, effect_of)
            return choices_reach(game, id, controller), choosable(game, id, controller)

        await self._look(interaction, who, look)

    @app_commands.command()
    @app_commands.autocomplete(players=autocomplete.suggest_targets, who=autocomplete.suggest_single_player)
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
        await self._look(interaction, None, lambda game, _: (turn_order(game), ()), anybody=True)

    async def _look(
        self,
        interaction: discord.Interaction,
        typed: str | None,
        look: Look,
        *,
        anybody: bool = False,
    ) -> None:
        here = location_of(interaction)
        game = await self.service.look(here)
        id = game.players[0].id if anybody else self._playing(game, interaction, typed)
        with speaking(await self.service.language_of_user(interaction)):
            text, marked = look(game, id)
            seats = _seats(game, None if anybody else id, marked)
            await put_off(interaction, private=True)
            picture = await self.service.workers.run(here.guild or 0, DRAW_SEATS, seats)
            description = truncate(unmarked(text), SEATS_DESCRIPTION_LIMIT)
            file = discord.File(io.BytesIO(picture), "seats.png", description=description)
            await respond(interaction, truncate(text, MESSAGE_LENGTH), files=[file], private=True)


def _seats(game: Game, whose: PlayerId | None, marked: Collection[PlayerId]) -> list[ShownSeat]:
    return [
        ShownSeat(
            name=player.name,
            number=tr("Seat {n}", n=number),
            mark=Mark.OWN if player.id == whose else Mark.REACHED if player.id in marked else Mark.NONE,
            in_game=player.in_game,
        )
        for number, player in enumerate(game.players, start=1)
    ]


def reach(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
    """Return the players in a player's range of influence (801)."""
    limit, reached = game.player(id).range, in_range(game, id)
    values = {
        "who": names.bold_name(game, id),
        "rule": rule(game.rules.edition, "range"),
        "players": _names(game, reached),
    }
    if limit is None:
        line = tr("{who}'s range of influence is unlimited (CR {rule}): {players}.", **values)
    else:
        line = trn(
            "{who}'s range of influence is {n} seat in each direction (CR {rule}): {players}.",
            "{who}'s range of influence is {n} seats in each direction (CR {rule}): {players}.",
            limit,
            **values,
        )
    coming = tuple(other for other in players_in_range(game).get(id, ()) if other not in reached)
    if coming:
        line += "\n" + tr(
            "From the next turn on, also {players} (CR {rule}).",
            players=_names(game, coming),
            rule=rule(game.rules.edition, "range_fixed"),
        )
    if game.deploy:
        line += "\n" + tr(
            "Creatures can be deployed to {players} (CR {rule}).",
            players=_names(game, deploy_targets(game, id)),
            rule=rule(game.rules.edition, "deploy"),
        )
    return line, reached


def attacks(game: Game, id: PlayerId) -> tuple[str, tuple[PlayerId, ...]]:
    """Return the players whom a player may attack (802, 803, 809.3c)."""
    attacked = attackable(game, id)
    who, option = names.bold_name(game, id), tr(game.attack.value)
    if not attacked:
        return tr("{who} can't attack anyone right now (attack {option}).", who=who, option=option), ()
    players = _names(game, attacked)
    text = tr("{who} can attack {players} (attack {option}).", who=who, players=players, option=option)
    return "\n".join((text, *_as_a_team(game, id, attacked))), attacked


def _as_a_team(game: Game, id: PlayerId, attacked: tuple[PlayerId, ...]) -> list[str]:
    """Return the players who attack and defend together if teams take turns together (805.10,
    606.7a in 2006)."""
    if not game.rules.shared_turns:
        return []
    attacking = game.remaining_in(game.side_of(id))
    return [
        tr(
            "Teams attack as one: {attackers} are the attacking players, {defenders} the defending players "
            "(CR {rule}).",
            attackers=_names(game, attacking),
            defenders=_names(game, attacked),
            rule=rule(game.rules.edition, "team_attack"),
        )
    ]


def choices_reach(game: Game, choosing: PlayerId, controller: PlayerId) -> str:
    """Return lines about the players that a player may choose for an effect, the chooser if no opponent in
    range can choose (801.5), and the players that the effect sees (801.11)."""
    lines = [
        tr(
            "For {controller}'s effect, {who} can choose {players} (CR {rule}).",
            controller=names.bold_name(game, controller),
            who=names.bold_name(game, choosing),
            players=_names(game, choosable(game, choosing, controller)),
            rule=rule(game.rules.edition, "choice"),
        )
    ]
    closest = choosing_player(game, controller, game.opponents(controller))
    if closest is not None:
        lines.append(
            tr(
                "No opponent is in range, so {who}, the closest opponent to the left, makes the "
                "opponent's choice (CR {rule}).",
                who=names.bold_name(game, closest),
                rule=rule(game.rules.edition, "choice_closest"),
            )
        )
    lines.append(
        tr(
            "For {who}, the effect affects {players} (CR {rule}).",
            who=names.bold_name(game, choosing),
            players=_names(game, seen(game, controller, choosing)),
            rule=rule(game.rules.edition, "knowledge"),
        )
    )
    return "\n".join(lines)


def event_reach(game: Game, controller: PlayerId, involved: tuple[PlayerId, ...]) -> str:
    """Return a text that says whether a player's abilities trigger on an event with these players (801.7); of
    two, also whether the player's effects can prevent damage from the first to the second (801.13b)."""
    values = {
        "who": names.bold_name(game, controller),
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
        "who": names.bold_name(game, controller),
        "source": names.player_name(game, source),
        "recipient": names.player_name(game, recipient),
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
    return listed(names.player_name(game, id) for id in ids) or tr("no one")
