"""The organizers' inbox says what has not been played yet in the events of the league's channels."""

import pytest

from storage.games.games import Location
from tests.cogs.leagues.test_inbox import judges_channel
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create, report, sign_up
from tests.support.messages import message_of, text

GUESTS = ("Gil", "Hal", "Ida", "Jo", "Kim")


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """The event Pods of Ben, Cy, Dee and five guests, in the channel of the league Friday."""
    await create(evening)
    await evening.types("Ana", "event create", name="Pods")
    await sign_up(evening, *GUESTS)
    return evening


async def tables(evening: Evening) -> list[list[str]]:
    """Return who sits at the tables of the last round."""
    now = await evening.games.tournaments.state(await evening.tournament())
    return [[str(now.players[one].name) for one in table] for table in now.rounds[-1].pairings.tables]


def open_tables(shown: str) -> list[str]:
    return [line for line in shown.splitlines() if line.startswith("**Not played yet**")]


async def inbox(evening: Evening) -> list[str]:
    return open_tables((await evening.types("Ana", "league inbox")).text)


async def wins(evening: Evening, table: int, who: str) -> None:
    """Let someone win at a table of the first round."""
    first = evening.channel
    name = f"Pods · round 1 · table {table}"
    evening.channel = next(one for one in first.threads if one.name == name)
    try:
        await evening.types("Ana", "win", who=who)
    finally:
        evening.channel = first
        await evening.env.settle()


@pytest.mark.own_bot
async def test_open_pairings_and_who_has_not_played_are_in_it(evening: Evening) -> None:
    channel = await judges_channel(evening)
    await report(evening, "Ben", "Ben, new Zoe")  # something for a judge, so that the inbox is kept
    (kept,) = channel.history()
    assert await inbox(evening) == open_tables(text(kept)) == []
    await begin_round(evening)
    first, second = await tables(evening)
    lines = [
        f"**Not played yet**: Pods, round 1, table {number}: {', '.join(names[:3])} and {names[3]}"
        for number, names in enumerate((first, second), start=1)
    ]
    assert await inbox(evening) == lines
    (kept,) = channel.history()
    assert open_tables(text(kept)) == lines
    await wins(evening, 1, first[0])
    (kept,) = channel.history()
    assert await inbox(evening) == open_tables(text(kept)) == lines[1:]
    thread = next(one for one in evening.channel.threads if one.name == "Pods · round 1 · table 2")
    assert await evening.games.view(Location(thread.id, evening.server.id)) is not None
    shown = message_of(await evening.people["Ana"].slash(evening.channel, "league inbox"))
    assert f"https://discord.com/channels/{evening.server.id}/{thread.id}" in str(shown.components)
    await evening.restart()
    assert await inbox(evening) == lines[1:]
    await wins(evening, 2, second[3])
    assert await inbox(evening) == []
    (kept,) = channel.history()
    assert open_tables(text(kept)) == []


async def test_events_elsewhere_are_not_the_leagues_business(evening: Evening) -> None:
    first = evening.channel
    evening.channel = evening.server.create_text_channel("elsewhere")
    await create(evening, "Monday")
    evening.channel = first
    await begin_round(evening)
    assert len(await inbox(evening)) == 2
    monday = await evening.types("Ana", "league inbox", league="Monday")
    assert open_tables(monday.text) == []
