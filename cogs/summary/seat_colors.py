"""The color of each total at a table, by the palette of seats."""

from collections.abc import Mapping

from cogs.summary.palette import PALETTE
from rules.game.game import Game
from rules.game.parts import TotalOwner


def color_numbers(game: Game) -> Mapping[TotalOwner, int]:
    """Return the number of each total's color, counted from 0."""
    return {holder: number for number, holder in enumerate(game.life)}


def active(game: Game) -> str | None:
    """Return the color of the total whose turn it is; None if several have a turn, or there is no color."""
    holders = {game.life_holder(id) for id in game.active_players}
    of_active = [number for holder, number in color_numbers(game).items() if holder in holders]
    one = of_active[0] if len(of_active) == 1 else len(PALETTE)
    return PALETTE[one].dark if one < len(PALETTE) else None
