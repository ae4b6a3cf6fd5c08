"""What an event has announced, and is struck through when an act takes it back or does it differently."""

import pytest
from msgspec.structs import replace

from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import BeginRound, ReopenTournament, TakeBackRound
from rules.tournaments.schedule import ScheduleStart
from tests.cogs.tournaments.test_announcements import END, FIRST, changed
from tests.cogs.tournaments.test_announcements import evening as evening
from tests.cogs.tournaments.test_rounds import tables
from tests.support.evening import Evening
from tests.support.leagues import saying
from tests.support.messages import text


def lines(evening: Evening, part: str) -> list[str]:
    """Return the lines of the newest message with this in it."""
    return text(saying(evening, part)).splitlines()


async def acts(evening: Evening, act: TournamentAct, *, number: int) -> None:
    """Carry out an act without an answer, and what follows from it."""
    with evening.env.bots_clock():
        await changed(evening, act, number=number)
    await evening.passes(seconds=30)


def by(evening: Evening, verb: str) -> str:
    return f"({verb} by {evening.people['Ana'].mention})"


async def test_an_event_that_goes_on_is_not_over_until_it_is_closed_again(evening: Evening) -> None:
    await evening.types("Ana", "event round")
    ((first, other, *_),) = await tables(evening)
    await evening.types("Ana", "event result", table=1, winner=first)
    ended = await evening.types("Ana", "event close")
    before = ended.text.splitlines()
    first_end = saying(evening, "is over")
    await acts(evening, ReopenTournament(), number=7_777_701)
    struck = [*(f"~~{one}~~" for one in before[:-1]), f"~~{before[-1]}~~ {by(evening, 'undone')}"]
    assert lines(evening, f"**{first}** wins") == struck
    again = await evening.types("Ana", "event close")
    await evening.passes(seconds=5)
    assert str(first_end.id) in again.text
    assert lines(evening, f"**{first}** wins") == before

    await acts(evening, ReopenTournament(), number=7_777_702)
    await evening.types("Ana", "event result", table=1, winner=other)
    await evening.types("Ana", "event close")
    await evening.passes(seconds=60)
    assert lines(evening, f"**{first}** wins") == struck, "another end is another announcement"
    assert lines(evening, f"**{other}** wins")[0] == f"**Friday** is over: **{other}** wins!"


async def test_each_of_several_messages_is_struck_through_and_restored(evening: Evening) -> None:
    guests = ", ".join(f"Number {number} of a large family" for number in range(40))
    await evening.types("Ana", "event add", players=f"new: {guests}")
    await acts(evening, BeginRound(pairings=replace(FIRST, byes=(*range(5, 46),))), number=7_777_710)
    await evening.types("Ana", "event result", table=1, winner="Ida")
    await evening.types("Ana", "event close")
    before = [text(one) for one in evening.channel.history()][-2:]
    assert before[1].startswith("**1.** ")
    await acts(evening, ReopenTournament(), number=7_777_711)
    struck = [text(one) for one in evening.channel.history()][-3:-1]
    for now, then in zip(struck, before, strict=True):
        assert now.startswith(f"~~{then.splitlines()[0]}~~")
    await evening.types("Ana", "event close")
    await evening.passes(seconds=5)
    assert [text(one) for one in evening.channel.history()][-4:-2] == before


async def test_a_round_that_is_taken_back_takes_its_announcements_along(evening: Evening) -> None:
    begun = await evening.types("Ana", "event round")
    ((first, second, *_),) = await tables(evening)
    await evening.types("Ana", "event result", table=1, winner=first)
    await evening.types("Ana", "event result", table=1, winner=second)
    await evening.passes(seconds=5)
    assert lines(evening, f"{first} wins.")[0].startswith("~~Round 1, table 1:")
    assert lines(evening, f"{first} wins.")[-1].endswith(by(evening, "corrected"))
    assert lines(evening, f"{second} wins.")[0].startswith("Round 1, table 1:")
    await acts(evening, TakeBackRound(), number=7_777_703)
    heading, *pairings = begun.text.splitlines()
    assert lines(evening, "## ")[0] == heading.replace("## ", "## ~~") + "~~"
    assert lines(evening, "## ")[-1] == f"~~{pairings[-1]}~~ {by(evening, 'undone')}"
    assert lines(evening, f"{second} wins.")[0].startswith("~~Round 1, table 1:")
    await evening.types("Ana", "event round")
    assert lines(evening, "## ")[0] == heading


async def test_who_comes_back_has_not_dropped(evening: Evening) -> None:
    await evening.types("Ana", "event round")
    ((first, second, *_),) = await tables(evening)
    dropped = await evening.types("Ana", "event drop", who=first)
    await evening.types("Ana", "event no-show", who=second)
    await evening.types("Ana", "event add", players=f"{first}, {second}")
    await evening.passes(seconds=5)
    assert lines(evening, f"{first} dropped") == [
        f"~~{dropped.text.splitlines()[0]}~~",
        f"-# ~~{dropped.text.splitlines()[1].removeprefix('-# ')}~~ {by(evening, 'undone')}",
    ]
    assert lines(evening, f"{second} is a no-show")[0].startswith(f"~~{second} is a no-show at table 1")


@pytest.mark.own_bot
async def test_what_was_taken_back_as_the_bot_stopped_is_struck_through_after_the_start(
    evening: Evening,
) -> None:
    """The first was announced, and the other one was still on its way."""
    await acts(evening, ScheduleStart(starts=END), number=7_777_700)
    await evening.bot.close()
    await changed(evening, ScheduleStart(starts=0), number=7_777_701)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert lines(evening, f"<t:{END}:f>") == [
        f"~~**Friday** starts <t:{END}:f>.~~ {by(evening, 'corrected')}"
    ]
    assert lines(evening, "has no Discord event") == ["**Friday** has no Discord event."]
