"""/roll, /coin, /first and /random: public random results drawn by the bot."""

from collections.abc import Callable, Sequence

import discord
from discord import app_commands

from cogs.core import autocomplete, targets
from cogs.core.context import location_of
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import reply_public
from cogs.core.naming import people
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog
from cogs.core.targets import ASKED_LENGTH
from cogs.drawing.truncate import truncate
from cogs.entry.chance import chance, flip, pick, roll_notation, takers
from cogs.text import matching, names
from cogs.text.formatting import bold, comma_separated, escape
from cogs.text.language import mark, tr
from cogs.text.typed import means
from rules.actions.table import RecordChance, RollPlanarDie
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlanarFace, PlayerId
from rules.refusal import Refusal
from rules.setup.lobby_actions import RecordLots
from rules.table import AnyAction, Table
from storage.games.games import Committed

UNRECORDED = ("no_table", "lobby_closed", "game_over", "not_seated_may_not")
"""Reasons why a result isn't logged; it is drawn nevertheless."""

PLANAR = mark("planar")
"""The word for the planar die."""
SUGGESTED_DICE = ("d20", "d6", "2d6", "4d6kh3", "d100")
"""Dice that are suggested; any others can be typed."""
PLANAR_DIE = (PlanarFace.PLANESWALK, PlanarFace.CHAOS, *(PlanarFace.BLANK,) * 4)
"""The six faces of the planar die (901.3a)."""

DrawAtRandom = Callable[[Table | None, PlayerId | None], RecordChance]
"""Draws a random result at a table, if there is one, for the requesting player, if they are one."""
Candidates = Callable[[Table | None, PlayerId | None], Sequence[str]]
"""The names among which one is drawn."""
Noted = Callable[[Game, PlayerId | None, RecordChance], AnyAction]
"""Returns the action that records a random result in a game."""
NamesText = app_commands.Range[str, 1, 500]


async def notations(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the planar die and the usual dice."""
    shown = {tr(PLANAR): PLANAR} | {one: one for one in SUGGESTED_DICE}
    return autocomplete.labelled(matching.matching_options(typed, shown, ()))


class ChanceCog(GameCog):
    """Random results drawn by the bot. At a table it is an entry of the log like any other."""

    @anywhere
    @app_commands.command()
    @app_commands.rename(notation="dice")
    @app_commands.autocomplete(notation=notations, who=autocomplete.suggest_single_player)
    @app_commands.describe(
        notation="Dice such as 2d6+1, 4d6kh3 to keep the highest three, or planar (default: d20)",
        who="Player who rolls the planar die (default: you)",
        effect="Whether an effect rolls the planar die, which costs no mana (default: no)",
    )
    async def roll(
        self,
        interaction: discord.Interaction,
        notation: app_commands.Range[str, 1, 60] = "d20",
        who: str | None = None,
        effect: bool = False,
    ) -> None:
        """Roll dice, or the planar die"""
        if means(notation, PLANAR):
            await self._roll_planar(interaction, who, by_effect=effect)
            return
        if who is not None or effect:
            raise Refusal("planar_only")

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            return roll_notation(notation)

        await self._draw(interaction, draw)

    async def _roll_planar(
        self, interaction: discord.Interaction, who: str | None, *, by_effect: bool
    ) -> None:
        """Roll the planar die, in a game for mana or by an effect (901.9)."""
        face = chance.choice(PLANAR_DIE)

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            return RecordChance(kind="planar", asked=tr("Planar die"), result=tr(names.PLANAR_FACES[face]))

        def noted(game: Game, me: PlayerId | None, drawn: RecordChance) -> AnyAction:
            return RollPlanarDie(who=roller(game, who, me), face=face, by_effect=by_effect)

        await self._draw(interaction, draw, noted)

    @anywhere
    @app_commands.command()
    @app_commands.describe(times="Number of flips (default: 1)")
    async def coin(
        self, interaction: discord.Interaction, times: app_commands.Range[int, 1, 100] = 1
    ) -> None:
        """Flip one or more coins"""

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            return flip(times)

        await self._draw(interaction, draw)

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(players=autocomplete.suggest_targets)
    @app_commands.describe(
        players="Players to choose from, separated by commas (default: everyone in the game)"
    )
    async def first(self, interaction: discord.Interaction, players: NamesText | None = None) -> None:
        """Choose at random who goes first"""
        await self._pick(interaction, "first", tr("Who goes first"), players, lambda table, _: takers(table))

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(players=autocomplete.suggest_targets)
    @app_commands.describe(players="Players to choose from, separated by commas (default: your opponents)")
    async def random(self, interaction: discord.Interaction, players: NamesText | None = None) -> None:
        """Choose a random opponent, or a random player from a list"""
        asked = tr("Random player") if players else tr("Random opponent")
        await self._pick(interaction, "random", asked, players, opponents)

    async def _pick(
        self,
        interaction: discord.Interaction,
        kind: str,
        asked: str,
        typed: str | None,
        otherwise: Candidates,
    ) -> None:
        """Draw one of the named people: players of the game, or else anyone; without names one of the
        candidates."""
        readings = await people.read_list(interaction, typed, people.NO_CANDIDATES) if typed else []
        elsewhere = list(dict.fromkeys(people.shown_name(one, people.NO_CANDIDATES) for one in readings))

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            if typed is None:
                names = otherwise(table, me)
            elif isinstance(table, Game):
                names = [table.player(id).name for id in targets.players(table, typed, me)]
            else:
                names = elsewhere
            among = tr("{asked} ({names})", asked=asked, names=comma_separated(names)) if typed else asked
            return pick(kind, truncate(among, ASKED_LENGTH), names)

        await self._draw(interaction, draw)

    async def _draw(
        self,
        interaction: discord.Interaction,
        draw: DrawAtRandom,
        noted: Noted = lambda game, me, drawn: drawn,
    ) -> None:
        """Record a random result at a table of the requester's, and announce it.

        ``noted`` makes the action that records it in a game.
        """
        try:
            committed = await self._record(interaction, draw, noted)
        except Refusal as refusal:
            if refusal.reason not in UNRECORDED:
                raise
            view = await self.service.games.view(location_of(interaction))
            table = view.table if view is not None else None
            me = seat_of(table, interaction.user.id) if table is not None else None
            drawn = draw(table, me)
            await reply_public(interaction, f"{escape(drawn.asked)}: {bold(drawn.result)}")
        else:
            await self.service.replies.tell(interaction, committed)

    async def _record(self, interaction: discord.Interaction, draw: DrawAtRandom, noted: Noted) -> Committed:
        """Draw for this channel's table and record it there; raises Refusal if it can't be recorded."""

        def deciding(table: Table) -> AnyAction:
            me = seat_of(table, interaction.user.id)
            drawn = draw(table, me)
            if isinstance(table, Lobby):
                return RecordLots(kind=drawn.kind, asked=drawn.asked, result=drawn.result)
            if table.outcome is not None:
                raise Refusal("game_over")
            return noted(table, me, drawn)

        return await self.service.carry_out(interaction, location_of(interaction), deciding)


def roller(game: Game, typed: str | None, me: PlayerId | None) -> PlayerId:
    """Return who rolls the planar die (default: the requester, or in a guest's turn the guest)."""
    guests = [id for id in game.active_players if game.player(id).user is None]
    if typed is None and guests and me not in game.active_players:
        return guests[0]
    return targets.player(game, typed, me)


def opponents(table: Table | None, me: PlayerId | None) -> Sequence[str]:
    """Return the requester's opponents; empty without a table or a seat at it."""
    if table is None or me is None:
        return []
    if isinstance(table, Game):
        return [table.player(id).name for id in targets.players(table, targets.EACH_OPPONENT, me)]
    own = table.find(me)
    return [
        seat.name
        for seat in table.seated
        if own is not None and seat.id != me and (seat.team is None or seat.team != own.team)
    ]
