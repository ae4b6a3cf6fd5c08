"""Commanders (903): their names, their tax, and whose card dealt the damage."""

from rules.game.game import Game
from rules.game.parts import Commander, CommanderId, PlayerId

TAX = 2
"""Mana more for each earlier cast from the command zone (903.8)."""
MOST = 2
"""Commanders that one player can have: partners, or one with a Background (702.124)."""


def commander_id(who: PlayerId, number: int) -> CommanderId:
    """The id of a player's first or second commander card."""
    return f"{who}:{number}"


def owner_of(commander: CommanderId) -> PlayerId:
    """The player whose commander card this is."""
    return PlayerId(commander.rpartition(":")[0])


def commander_ids(game: Game) -> list[CommanderId]:
    """Return every commander card at the table: the named ones, and one for each player without any."""
    return [
        id
        for player in game.players
        for id in ([card.id for card in player.commanders] or [commander_id(player.id, 1)])
    ]


def tax(card: Commander) -> int:
    """Mana more that the next cast from the command zone costs (903.8)."""
    return TAX * card.casts


def find(game: Game, commander: CommanderId) -> Commander | None:
    """The commander card with this id, whoever's it is."""
    for player in game.players:
        for card in player.commanders:
            if card.id == commander:
                return card
    return None
