"""The significance of a finished game for the leagues that count it."""

from functools import partial

from cogs.drawing.facts import Fact
from cogs.text.formatting import in_a_row
from cogs.text.leagues import tables
from rules.game.parts import GameId
from rules.leagues import bests
from storage.leagues.leagues import Leagues

LEAGUE_SENTENCES = 3
"""Sentences about one league."""


async def records_of(leagues: Leagues, game: GameId) -> list[Fact]:
    """Return the records that a game's counting results have broken, and first wins, by league."""
    facts = list[Fact]()
    for league, record in await leagues.queries.of_game(game):
        if not record.counts:
            continue
        state = await leagues.state(league)
        look = partial(bests.significance, number=record.number)
        said = tables.feat_sentences(state, await leagues.projections.look(league, look))
        facts += [Fact(state.rules.name, in_a_row(said[:LEAGUE_SENTENCES]))] if said else []
    return facts
