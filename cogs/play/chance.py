"""/roll, /coin, /first and /random: chance, drawn by the bot for everybody to see."""

import random
from collections.abc import Callable, Sequence

import discord
from discord import app_commands

from cogs.core import autocomplete, members, targets
from cogs.core.context import location_of
from cogs.core.messaging import reply_public
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog
from cogs.drawing.cutting import shortened
from cogs.play import dice
from cogs.text.formatting import bold, escape, listed
from cogs.text.language import tr, trn, trp
from rules.actions.table import RecordChance
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.setup.lobby_actions import RecordLots
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table
from storage.games.games import Committed

UNRECORDED = ("no_table", "lobby_closed", "game_over", "not_seated_may_not")
"""Why there is no log for what was drawn; it is drawn all the same."""
ASKED_LENGTH = 100
"""Characters of what was asked that are kept."""

Draw = Callable[[Table | None, PlayerId | None], RecordChance]
"""What chance gives at a table, or where there is none, for the player who asks, if they are one."""
Candidates = Callable[[Table | None, PlayerId | None], Sequence[str]]
"""The names among which one is drawn."""
Names = app_commands.Range[str, 1, 500]
_chance = random.SystemRandom()


class ChanceCog(GameCog):
    """What the bot draws. At a table it is an entry of the log like any other."""

    @app_commands.command()
    @app_commands.rename(notation="dice")
    @app_commands.describe(notation="Dice such as 2d6+1, or 4d6kh3 to keep the highest three (default: d20)")
    async def roll(
        self, interaction: discord.Interaction, notation: app_commands.Range[str, 1, 60] = "d20"
    ) -> None:
        """Roll dice"""

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            rolled = dice.roll(dice.read(notation), lambda sides: _chance.randint(1, sides))
            return RecordChance(kind="roll", asked="".join(notation.split()), result=rolled)

        await self._draw(interaction, draw)

    @app_commands.command()
    @app_commands.describe(times="Number of flips (default: 1)")
    async def coin(
        self, interaction: discord.Interaction, times: app_commands.Range[int, 1, 100] = 1
    ) -> None:
        """Flip one or more coins"""

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            asked = trn("Coin", "{n} coins", times)
            return RecordChance(kind="coin", asked=asked, result=flipped(times))

        await self._draw(interaction, draw)

    @app_commands.command()
    @app_commands.autocomplete(players=autocomplete.players)
    @app_commands.describe(
        players="Players to choose from, separated by commas (default: everyone in the game)"
    )
    async def first(self, interaction: discord.Interaction, players: Names | None = None) -> None:
        """Choose at random who goes first"""
        await self._pick(interaction, "first", tr("Who goes first"), players, takers)

    @app_commands.command()
    @app_commands.autocomplete(players=autocomplete.players)
    @app_commands.describe(players="Players to choose from, separated by commas (default: your opponents)")
    async def random(self, interaction: discord.Interaction, players: Names | None = None) -> None:
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
        """Draws one of those named: players of the game, or else anybody; without names of the candidates."""
        elsewhere = [name for _, name in await members.typed(interaction, typed)] if typed else []

        def draw(table: Table | None, me: PlayerId | None) -> RecordChance:
            if typed is None:
                names = otherwise(table, me)
            elif isinstance(table, Game):
                names = [table.player(id).name for id in targets.players(table, typed, me)]
            else:
                names = elsewhere
            if not names:
                raise Refusal("draw_among")
            among = tr("{asked} ({names})", asked=asked, names=", ".join(names)) if typed else asked
            return RecordChance(kind=kind, asked=shortened(among, ASKED_LENGTH), result=_chance.choice(names))

        await self._draw(interaction, draw)

    async def _draw(self, interaction: discord.Interaction, draw: Draw) -> None:
        """Records what was drawn at a table where the asker takes part, and tells it."""
        try:
            committed = await self._record(interaction, draw)
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

    async def _record(self, interaction: discord.Interaction, draw: Draw) -> Committed:
        """Draws for the table in this channel and notes it there; raises Refusal where it can't be noted."""

        def deciding(table: Table) -> AnyAction:
            drawn = draw(table, seat_of(table, interaction.user.id))
            if isinstance(table, Lobby):
                return RecordLots(kind=drawn.kind, asked=drawn.asked, result=drawn.result)
            if table.outcome is not None:
                raise Refusal("game_over")
            return drawn

        return await self.service.carry_out(interaction, location_of(interaction), deciding)


def flipped(times: int) -> str:
    """The sides of coins, counted where there are several."""
    coins = [_chance.choice((True, False)) for _ in range(times)]
    if times == 1:
        return tr("heads") if coins[0] else tr("tails")
    heads = coins.count(True)
    counts = [trn("{n} heads", "{n} heads", heads)] if heads else []
    counts += [trn("{n} tails", "{n} tails", times - heads)] if heads < times else []
    order = " ".join(trp("coin", "H") if coin else trp("coin", "T") for coin in coins)
    return f"{listed(counts)} ({order})"


def takers(table: Table | None, me: PlayerId | None) -> Sequence[str]:
    """Everybody who takes turns, teams where they take them together; nobody without a table."""
    match table:
        case Game():
            playing = table.players if table.outcome is not None else table.remaining
            together = table.rules.shared_turns
            names = (table.side_of(one.id).name if together else one.name for one in playing)
            return list(dict.fromkeys(names))
        case Lobby() if VARIANTS[table.options.variant].shared_turns:
            return [team for team in team_names(table.options) if any(s.team == team for s in table.seated)]
        case Lobby():
            return [seat.name for seat in table.seated]
        case None:
            return []


def opponents(table: Table | None, me: PlayerId | None) -> Sequence[str]:
    """The asker's opponents; nobody without a table or a seat at it."""
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
