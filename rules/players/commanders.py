"""Commanders (903): their names, their tax, and whose card dealt the damage."""

from dataclasses import replace

from rules.events.commanders import CommanderCast, CommanderNamed
from rules.game.game import Game
from rules.game.parts import Commander, CommanderId, PlayerId
from rules.refusal import Refusal
from rules.resolution import Resolution

TAX = 2
"""Mana more for each earlier cast from the command zone (903.8)."""
MOST = 2
"""Commanders that one player can have: partners, or one with a Background (702.124)."""


def commander_id(who: PlayerId, number: int) -> CommanderId:
    """The id of a player's first or second commander card."""
    return f"{who}:{number}"


def name(resolution: Resolution, who: PlayerId, title: str, *, partner: bool) -> None:
    """Names a player's commander, or the second one of partners (702.124); damage already tallied stays."""
    resolution.require_playing(who)
    number = MOST if partner else 1
    known = {card.id: card for card in resolution.game.player(who).commanders}
    id = commander_id(who, number)
    casts = known[id].casts if id in known else 0
    resolution.record(CommanderNamed(who=who, commander=Commander(id=id, name=title, casts=casts)))


def cast(resolution: Resolution, who: PlayerId, commander: CommanderId) -> None:
    """A player casts a commander from the command zone; the tax rises (903.8).

    Raises Refusal when the commander is not theirs.
    """
    resolution.require_playing(who)
    for card in resolution.game.player(who).commanders:
        if card.id == commander:
            now = replace(card, casts=card.casts + 1)
            resolution.record(
                CommanderCast(
                    who=who, commander=commander, casts=now.casts, tax=tax(now), rule=resolution.rule("tax")
                )
            )
            return
    raise Refusal("no_such_commander", who=resolution.game.player(who).name)


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
