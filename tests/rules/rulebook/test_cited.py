"""Whatever is played in whatever edition: every number that is cited is one that the rulebook has for it."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.formats.editions import EDITIONS, TODAY
from rules.formats.options import Options
from rules.game.game import Game
from rules.refusal import Refusal
from rules.rulebook import BY_NUMBER, ENTRIES
from rules.table import act
from tests.rules.deals import deal
from tests.rules.dice import make

TABLES = (
    *(("two_player", 2, 2), ("commander", 4, 2), ("two_headed_giant", 4, 2), ("emperor", 6, 2)),
    *(("grand_melee", 12, 2), ("alternating_teams", 6, 3), ("archenemy", 4, 2), ("free_for_all", 5, 2)),
)


def said_of(edition: str, number: str) -> bool:
    """Whether /rule finds this number in the edition, or says of today's that the edition lacks it."""
    if edition != TODAY and number.startswith("2026: "):
        return not BY_NUMBER[number.removeprefix("2026: ")].numbers[edition]
    return any(number in entry.numbers[edition] for entry in ENTRIES)


def cited(dice: Random, edition: str, actions: int) -> Iterable[str]:
    """The numbers that a game's events and refusals cite."""
    variant, count, teams = dice.choice(TABLES)
    reach = dice.choice((None, None, 1)) if variant in ("commander", "free_for_all") else None
    game = deal(variant, count, Options(edition=edition, range=reach), teams=teams)
    for _ in range(actions):
        try:
            done = act(game, make(dice.randint, game))
        except Refusal as refusal:
            if "rule" in refusal.values:
                yield str(refusal.values["rule"])
            continue
        yield from (str(getattr(event, "rule", "")) for event in done.events)
        assert isinstance(done.table, Game)
        game = done.table
        if game.outcome is not None:
            yield game.outcome.rule
            return


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**64))
def test_every_number_that_a_game_cites_is_in_the_rulebook(edition: str, seed: int) -> None:
    numbers = {number for number in cited(Random(seed), edition, 40) if number}
    # Of what 119.7 is about today, 118.7 of 2011 is only a part: redistributing had no number then.
    numbers -= {"2026: 119.7"} if edition == "2011" else set()
    assert [number for number in numbers if not said_of(edition, number)] == []
