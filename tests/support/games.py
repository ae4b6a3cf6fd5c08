"""Games as the storage has them."""

from rules.game.game import Game
from storage.games.games import GameRef, Games, GameView


async def view_of(games: Games, where: GameRef) -> GameView:
    """Return what is stored of a game, or of the one at a place."""
    view = await games.view(where)
    assert view is not None
    return view


async def game_of(games: Games, where: GameRef) -> Game:
    """Return a game that has started as it stands."""
    table = (await view_of(games, where)).table
    assert isinstance(table, Game)
    return table
