"""The table-top page: every total at the table, turned to its player, to be pressed."""

from collections.abc import Sequence

from msgspec import Struct

from cogs.summary import changes
from cogs.summary.palette import PALETTE
from cogs.text.formatting import signed
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId
from storage.games.games import GameView
from web.live.feeds import PageParts
from web.pages.rendering import rendered
from web.play.seat import SeatSource, Tile, bar, buttons_of, follows, tiles_of
from web.watch.table import head, last

ROUND_TABLE_LIMIT = 10
"""Totals that are turned to where their players sit; more of them only stand beside each other."""


class Spot(Struct, frozen=True):
    """A total on the table, for a player or a team; ``back``: on the second half of the way around."""

    tile: Tile
    name: str
    color: str
    down: str
    up: str
    back: bool


class TabletopSource(SeatSource):
    """A game on a device that lies on the table, in one language."""

    names = ("follow", "head", "last", "tiles", "own", "bar")

    def shown(self, view: GameView, seat: PlayerId | None, *, late: bool) -> PageParts:
        """Return the parts of the page."""
        found = dict.fromkeys(self.names, "") | {"head": head(view), "last": last(view)}
        found["follow"] = follows(view, self.link)
        game = view.table
        if isinstance(game, Lobby) or not any(one.id == seat for one in game.players):
            return found
        me, enters = game.player(seat or ""), game.outcome is None or late
        spots = _spots(game, tiles_of(game, changes.latest(game, view.entries), game.players[0].id))
        words = {"players": tr("Players")}
        found["tiles"] = rendered("table_tiles.html", spots=spots, game=view.game, enters=enters, words=words)
        if enters:
            found["own"] = buttons_of(game, me.id, self.kept)
        found["bar"] = bar(view, game, None)
        return found


def _spots(game: Game, tiles: Sequence[Tile]) -> Sequence[Spot]:
    """Return a position for each total, clockwise from the far left."""
    own = {game.life_holder(one.id): one for one in reversed(tiles)}
    shown = [one for one in tiles if own[game.life_holder(one.id)] is one]
    half = (len(shown) + 1) // 2 if len(shown) <= ROUND_TABLE_LIMIT else len(shown)
    order = [*enumerate(shown[:half]), *reversed([*enumerate(shown[half:], half)])]
    return [_spot(game, one, back=place >= half) for place, one in order]


def _spot(game: Game, tile: Tile, *, back: bool) -> Spot:
    holder = game.life_holder(tile.id)
    name = tile.name if holder == tile.id else game.side(holder).name
    down, up = (tr("{who}: {change} life", who=name, change=signed(n)) for n in (-1, 1))
    place = int(tile.style.removeprefix("c"))
    color = tr(PALETTE[place].name) if place < len(PALETTE) else ""
    return Spot(tile, name, color, down, up, back)
