"""Commanders (903): their names, their tax, and whose card dealt the damage."""

from collections.abc import Mapping

from rules.game.game import Game
from rules.game.parts import Commander, CommanderId, PlayerId

TAX = 2
"""Mana more for each earlier cast from the command zone (903.8)."""
MAX_COMMANDERS = 2
"""Commanders that one player can have: partners, or one with a Background (702.124)."""


def id_of_commander(who: PlayerId, number: int) -> CommanderId:
    """Return the id of a player's first or second commander card."""
    return f"{who}:{number}"


def owner_of(commander: CommanderId) -> PlayerId:
    """Return the owner of this commander card."""
    return PlayerId(commander.rpartition(":")[0])


def commander_ids(game: Game) -> list[CommanderId]:
    """Return every commander card at the table: the named ones, and one for each player who has named
    none."""
    return [
        id
        for player in game.players
        for id in ([card.id for card in player.commanders] or [id_of_commander(player.id, 1)])
    ]


def damage_to(game: Game, who: PlayerId) -> Mapping[CommanderId, int]:
    """Return the combat damage that counts for a player, by commander: their own, or their team's total if
    the table has that option."""
    player, side = game.player(who), game.side_of(who)
    if not (game.rules.team_damage and side.one_body):
        return player.commander_damage
    dealt: dict[CommanderId, int] = {}
    for id in side.members:
        for commander, n in game.player(id).commander_damage.items():
            dealt[commander] = dealt.get(commander, 0) + n
    return dealt


def team_tally(game: Game, who: PlayerId, commander: CommanderId, tally: int) -> int | None:
    """Return the key of a commander's damage to a player's team, given the one to the player, `tally`; None
    if it counts per player."""
    if damage_to(game, who) is game.player(who).commander_damage:
        return None
    before = game.player(who).commander_damage.get(commander, 0)
    return damage_to(game, who).get(commander, 0) - before + tally


def tax(card: Commander) -> int:
    """Return the additional mana of the next cast from the command zone (903.8)."""
    return TAX * card.casts


def find_commander(game: Game, commander: CommanderId) -> Commander | None:
    """Return the commander card with this ID, of any player; None if there is none."""
    for player in game.players:
        for card in player.commanders:
            if card.id == commander:
                return card
    return None
