"""Decklists at the cut of an event, where a league of its channel asks for them."""

import pytest

from tests.support.evening import Evening
from tests.support.leagues import create, sign_up
from tests.support.messages import text


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """The event Friday of Ben, Cy, Dee and the guest Gil, in the channel of the league Pods.

    Ben and Cy have registered decklists.
    """
    await create(evening, "Pods")
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, "Gil")
    await evening.types("Ben", "league decklist submit", decklist="https://example.com/burn")
    await evening.types("Cy", "league decklist submit", decklist="4 *Lightning Bolt*\n56 Mountain")
    return evening


async def cut(evening: Evening) -> list[str]:
    """Ana begins the cut of all four; what is said of decklists in the lines of the channel."""
    before = len([*evening.channel.history()])
    await evening.types("Ana", "event cut", players=4)
    said = [text(one) for one in [*evening.channel.history()][before:]]
    (lists,) = [one for one in said if "decklist" in one] or [""]
    return lists.splitlines()


async def seeds(evening: Evening, *among: str) -> list[str]:
    """Return those of these players in the order of the cut."""
    state = await evening.games.tournaments.state(await evening.tournament())
    names = [str(state.players[one].name) for one in state.seeds]
    return [name for name in names if name in among]


def pinged(evening: Evening) -> list[list[str]]:
    """Return whom the messages about decklists were allowed to ping."""
    sent = [one.json for one in evening.env.http_requests if one.method == "POST" and one.json is not None]
    lists = [one for one in sent if "No decklist" in str(one)]
    return [[str(user) for user in one["allowed_mentions"].get("users", ())] for one in lists]


async def test_the_cut_shows_locked_decklists_and_who_has_none(evening: Evening) -> None:
    await evening.types("Ana", "league decklist lock", when="now")
    lines = await cut(evening)
    shown = {"Ben": "**Ben** · https://example.com/burn", "Cy": r"**Cy** · 4 \*Lightning Bolt\*"}
    missing = {"Dee": evening.people["Dee"].mention, "Gil": "Gil"}
    who = " and ".join([missing[name] for name in await seeds(evening, "Dee", "Gil")])
    assert lines == [
        "### Pods: 2 decklists",
        *[shown[name] for name in await seeds(evening, "Ben", "Cy")],
        f"**No decklist:** {who}. A judge can open decklists again with `/league decklist lock when:open`.",
    ]
    assert pinged(evening) == [[str(evening.people["Dee"].id)]]


async def test_before_the_deadline_the_cut_reminds_and_gives_nothing_away(evening: Evening) -> None:
    soon = int(evening.now().timestamp()) + 3600
    await evening.types("Ana", "league decklist lock", when=f"<t:{soon}>")
    lines = await cut(evening)
    missing = {"Dee": evening.people["Dee"].mention, "Gil": "Gil"}
    who = " and ".join([missing[name] for name in await seeds(evening, "Dee", "Gil")])
    assert lines == [
        "### Pods: 2 decklists",
        f"Registered: {' and '.join(await seeds(evening, 'Ben', 'Cy'))}. "
        f"Everyone can read them <t:{soon}:R>.",
        f"**No decklist yet:** {who}. Register yours with `/league decklist submit`; "
        f"decklists lock <t:{soon}:R>.",
    ]
    assert pinged(evening) == [[str(evening.people["Dee"].id)]]


async def test_a_league_that_set_no_deadline_asks_for_no_decklists(evening: Evening) -> None:
    assert await cut(evening) == []
