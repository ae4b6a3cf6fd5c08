"""The heading of a table: its game and format."""

from cogs.text import names
from cogs.text.facts import votes
from cogs.text.language import tr
from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import GameId


def game_title(game: Game, number: GameId) -> list[str]:
    """Return the game's number, its format, and its special options."""
    variant, edition = VARIANTS[game.rules.variant], EDITIONS[game.rules.edition]
    details = [tr("Game {number}", number=number), tr(variant.name)]
    if edition.key != "current":
        details.append(tr(edition.name))
    if game.restarts:
        details.append(tr("restarted {n}×", n=game.restarts))
    if game.reversed:
        details.append(tr("↺ turn order reversed"))
    if game.day_night is not None:
        details.append(tr("day") if game.day_night.value == "day" else tr("night"))
    return details


def table_tallies(game: Game) -> list[str]:
    """Return the table's own tallies, such as storm, until the game is over."""
    found = (f"{names.thing(one.label)} {one.n}" for one in game.tallies if one.who is None)
    return [*found] if game.outcome is None else []


def voting(game: Game) -> list[str]:
    """Return the vote in progress, until the game is over."""
    return [votes.vote_line(game, game.vote)] if game.vote is not None and game.outcome is None else []
