"""The top cut: who is in it, until when that changes, and what breaks ties before it."""

import pytest

from tests.cogs.tournaments.test_rounds import state, tables
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.messages import private_message_of, text


@pytest.fixture
async def evening(blank: Evening) -> Evening:
    """An evening after the first round of the duels of Gil, Hal, Ida and Jo."""
    await blank.types("Ana", "event create", name="Friday", play="duels")
    await blank.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo")
    await played(blank)
    return blank


async def played(evening: Evening) -> None:
    """A round is paired, and the first of each table wins."""
    await evening.types("Ana", "event round")
    await evening.env.settle()
    for number, (winner, _) in enumerate(await tables(evening), start=1):
        await evening.types("Ana", "event result", table=number, winner=winner)


async def seeds(evening: Evening) -> list[str | None]:
    now = await state(evening)
    return [now.players[one].name for one in now.seeds]


async def test_a_cut_is_replaced_until_its_first_round_and_pairs_no_one_who_has_dropped(
    evening: Evening,
) -> None:
    """Of four the first would play the last and has a bye (MTR 2.10), the others play each other."""
    await evening.types("Ana", "event cut", players=2)
    await evening.types("Ana", "event cut", players=4)
    first, second, third, last = await seeds(evening)
    await evening.types("Ana", "event drop", who=last)
    await played(evening)
    assert await tables(evening) == [[second, third]]
    now = await state(evening)
    assert [now.players[one].name for one in now.rounds[-1].pairings.byes] == [first]
    again = await evening.types("Ana", "event cut", players=2)
    assert again.text == "The top cut has already begun."
    await played(evening)
    assert await tables(evening) == [[first, second]]


async def test_before_its_first_round_a_cut_has_no_round_zero(evening: Evening) -> None:
    await evening.types("Ana", "event cut", players=2)
    await evening.env.settle()
    panel = await evening.people["Ana"].click(event(evening), label="Organize…")
    for shown in (text(event(evening)), text(private_message_of(panel))):
        assert "Friday: round 1" in shown
        assert "round 0" not in shown


async def test_a_cut_is_taken_back_for_another_round_by_standings(evening: Evening) -> None:
    await evening.types("Ana", "event cut", players=2)
    await evening.types("Ana", "event cut", players=0)
    assert await seeds(evening) == []
    await played(evening)
    assert len(await tables(evening)) == 2, "all four play"


async def test_who_share_a_place_do_so_in_what_discord_shows(evening: Evening) -> None:
    """Discord numbers lines of a list itself: the second "1." at the beginning of a line would be a 2."""
    await evening.env.settle()
    shown = text(event(evening)).partition("### Standings\n")[2].splitlines()[:4]
    final = (await evening.types("Ana", "event close")).text.splitlines()[1:]
    for rows in (final, shown):
        assert [row.partition(" ")[0] for row in rows] == ["**1.**", "**1.**", "**3.**", "**3.**"]


async def test_standings_say_what_counts_in_ties(evening: Evening) -> None:
    """A third at least, where no one has chosen otherwise."""
    shown = await evening.types("Ben", "event standings")
    assert shown.text.splitlines()[1].endswith("win rates count as at least 33.3%, a bye as a match won")
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Pods", odd="byes", floor="33/100")
    await evening.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo, Kim")
    await evening.types("Ana", "event round")
    shown = await evening.types("Ben", "event standings")
    assert shown.text.splitlines()[1].endswith("win rates count as at least 33.0%, without byes")
