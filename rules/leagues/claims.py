"""Guests who turn out to be somebody: read as that player from then on, and taken back as easily."""

from collections.abc import Iterable

from rules.leagues.result import PlayerNumber, Result
from rules.leagues.tally import Claims
from rules.refusal import Refusal


def check(guest: PlayerNumber, player: PlayerNumber, claims: Claims, results: Iterable[Result]) -> None:
    """Raises Refusal if a guest can't have been this player: they, or another guest whom the player has
    claimed, took part in the same game."""
    same = {player, *(other for other, claimed in claims.items() if claimed == player)}
    for result in results:
        players = result.players
        if guest in players and not same.isdisjoint(players):
            raise Refusal("claim_played_together")
