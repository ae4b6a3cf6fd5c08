"""Players to avoid: per server, effective for both, and visible only to the player who has chosen it."""

import pytest

from rules.refusal import Refusal
from storage.engine.database import Database
from storage.tournaments.avoidances import MAX_AVOIDED, Avoidances

GUILD, OTHER, ANA, BEN, CY = 1, 2, 7, 8, 9


@pytest.fixture
def avoidances(database: Database) -> Avoidances:
    return Avoidances(database)


async def test_a_pair_is_apart_if_either_has_said_so(avoidances: Avoidances) -> None:
    await avoidances.add(GUILD, ANA, BEN)
    await avoidances.add(GUILD, ANA, BEN)
    assert await avoidances.among(GUILD, [BEN, CY, ANA]) == {frozenset((ANA, BEN))}
    assert await avoidances.among(GUILD, [BEN, CY]) == set()
    assert await avoidances.among(OTHER, [ANA, BEN]) == set()
    assert await avoidances.among(GUILD, []) == set()
    assert (await avoidances.of(GUILD, ANA), await avoidances.of(GUILD, BEN)) == ([BEN], [])
    await avoidances.remove(GUILD, ANA, BEN)
    assert await avoidances.among(GUILD, [ANA, BEN]) == set()


async def test_no_one_avoids_everyone(avoidances: Avoidances) -> None:
    for other in range(100, 100 + MAX_AVOIDED):
        await avoidances.add(GUILD, ANA, other)
    await avoidances.add(GUILD, ANA, 100)
    with pytest.raises(Refusal, match="avoid_too_many"):
        await avoidances.add(GUILD, ANA, BEN)
    await avoidances.add(OTHER, ANA, BEN)
