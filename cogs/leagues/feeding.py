"""What a table's answer says about leagues when its game ends, or doesn't any more."""

from collections.abc import Sequence

from cogs.leagues.matching import match_of
from cogs.leagues.room import Room
from cogs.ui.language import tr
from cogs.ui.leagues import words
from rules.leagues.points import is_played_anew
from rules.leagues.record import Record, State
from storage.games import Committed, is_over
from storage.leagues.values import Head


class Feeding:
    """Tells of the results that a step of a table has brought or taken back."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def lines(self, committed: Committed) -> Sequence[str]:
        """A line for each league concerned."""
        if is_over(committed.before) == is_over(committed.after):
            return ()
        leagues = self._room.leagues
        entry = committed.entry
        end = entry.at if is_over(committed.after) else entry.parent
        return [
            await self._line(await leagues.head(league), record)
            for league, record in await leagues.search.of_game(committed.game)
            if record.result.entry == end
        ]

    async def _line(self, head: Head, record: Record) -> str:
        found = await match_of(self._room.leagues, head, record) if record.counts else None
        if found is None or found.over:
            return line(head, record)
        return tr(
            "-# For {league}: result {number}, and the match goes on at {score}.",
            league=words.title(head),
            number=record.number,
            score=words.games_won(found.match),
        )


def line(head: Head, record: Record) -> str:
    """What a game's end is to a league."""
    league, number = words.title(head), record.number
    match record.state:
        case State.CONFIRMED if is_played_anew(head.rules, record.result):
            return tr(
                "-# For {league}: result {number} is a draw that is played anew and does not count.",
                league=league,
                number=number,
            )
        case State.CONFIRMED:
            return tr("-# Counts for {league}: result {number}.", league=league, number=number)
        case State.PENDING:
            return tr("-# For {league}: result {number} waits to be confirmed.", league=league, number=number)
        case State.WITHDRAWN:
            return tr("-# {league}: result {number} is taken back.", league=league, number=number)
        case State.VOID:
            return tr("-# {league}: result {number} is void.", league=league, number=number)
        case State.DISPUTED:
            return tr("-# {league}: result {number} is disputed.", league=league, number=number)
