"""Announcements in an event's channel, after replies that had them, and after lost replies."""

from collections.abc import Mapping, Sequence

import pytest

from rules.pairings.pairings import Pairings, Participant
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import (
    BeginCut,
    BeginRound,
    CloseCheckIn,
    CloseTournament,
    EnterOutcome,
    OpenCheckIn,
)
from rules.tournaments.deadlines import SetDeadline
from rules.tournaments.judging import ChangePairings
from rules.tournaments.log import fold_entries
from rules.tournaments.schedule import ScheduleStart
from rules.tournaments.state import TournamentState
from storage.games.games import Request
from storage.scheduler import Deadline, DeadlineKind
from storage.tournaments.change import TournamentChange
from tests.cogs.tournaments.test_rounds import state, types
from tests.support.evening import Evening
from tests.support.messages import text

BEN, GIL, HAL, IDA, JO = map(Participant, range(1, 6))


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday of five in pods: Ben, and the guests Gil, Hal, Ida and Jo."""
    await evening.types("Ana", "event create", name="Friday", odd="byes", variant="commander")
    await evening.types(
        "Ana", "event add", players=f"{evening.people['Ben'].mention}, new: Gil, Hal, Ida, Jo"
    )
    return evening


FIRST = Pairings(tables=((GIL, HAL, IDA, JO),), byes=(BEN,))
BEGUN = BeginRound(pairings=FIRST)
WON = EnterOutcome(round=1, table=1, winners=(IDA,), judged=True)
END = 1_795_953_600
"""2026-11-29 at noon in UTC."""
CASES: Mapping[str, tuple[Sequence[TournamentAct], TournamentAct, Sequence[str]]] = {
    "check-in opens": ([], OpenCheckIn(), ["Check-in for **Friday** is open: press **I'm here**.\n{ben}"]),
    "check-in closes": (
        [OpenCheckIn()],
        CloseCheckIn(),
        ["Check-in is closed: 4 players are here.\nDropped, because they weren't here: Ben."],
    ),
    "a round begins": (
        [],
        BEGUN,
        ["## Friday: round 1\n**Table 1:** Gil, Hal, Ida, Jo\n**Bye:** Ben"],
    ),
    "players are moved": (
        [BEGUN],
        ChangePairings(pairings=Pairings(tables=((BEN, HAL, IDA, JO),), byes=(GIL,))),
        ["**Table 1:** Ben, Hal, Ida, Jo\n**Bye:** Gil\n-# The games at these tables restart."],
    ),
    "a round is paired again": (
        [BEGUN],
        ChangePairings(pairings=Pairings(tables=((BEN, HAL, IDA, JO),), byes=(GIL,)), seed=7),
        ["## Friday: round 1\n**Table 1:** Ben, Hal, Ida, Jo\n**Bye:** Gil"],
    ),
    "the cut begins": (
        [BEGUN, WON],
        BeginCut(seeds=(IDA, BEN, GIL, HAL)),
        [
            "Top cut of **Friday**, best first: Ida, Ben, Gil and Hal.\n"
            "Pair it with `/event round`. Until then, `/event cut` can replace it."
        ],
    ),
    "a round may be played for longer": ([BEGUN], SetDeadline(deadline=END), [f"Play by <t:{END}:f>."]),
    "it starts at a time": ([], ScheduleStart(starts=END), [f"**Friday** starts <t:{END}:f>."]),
    "it has no such time": ([], ScheduleStart(starts=0), ["**Friday** has no Discord event."]),
    "it is called off": ([], CloseTournament(), ["**Friday** is over."]),
}


async def changed(evening: Evening, *acts: TournamentAct, number: int) -> None:
    """One request carries these acts out, and no one answers it."""

    def decide(change: TournamentChange) -> None:
        for act in acts:
            change.add(act)

    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=number)
    await evening.games.tournaments.change(await evening.tournament(), request, decide)


def told(evening: Evening, lines: Sequence[str]) -> list[str]:
    """Return those of these texts that are in the channel, as often as they are."""
    return [said for one in evening.channel.history() if (said := text(one)) in lines]


@pytest.mark.own_bot
@pytest.mark.parametrize("case", CASES)
async def test_what_a_crash_has_kept_from_being_answered_is_announced_after_the_start(
    evening: Evening, case: str
) -> None:
    """The act was committed, and the process died before the answer was on its way."""
    before, act, expected = CASES[case]
    expected = [one.format(ben=evening.people["Ben"].mention) for one in expected]
    for number, one in enumerate(before):
        await changed(evening, one, number=7_777_700 + number)
    await evening.passes(seconds=60)  # these are announced, too
    await evening.bot.close()
    await changed(evening, act, number=7_777_780)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert told(evening, expected) == expected
    await evening.restart(away=60)
    assert told(evening, expected) == expected, "once"


@pytest.mark.own_bot
async def test_a_round_that_is_played_within_days_is_announced_with_its_deadline(evening: Evening) -> None:
    """A request of two acts: the round and its deadline."""
    await evening.bot.close()
    await changed(evening, BEGUN, SetDeadline(deadline=END), number=7_777_780)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    (begun,) = [one for one in map(text, evening.channel.history()) if one.startswith("## Friday: round 1")]
    assert f"<t:{END}:" in begun


async def test_what_is_answered_in_a_thread_is_announced_in_the_channel_too(evening: Evening) -> None:
    await evening.types("Ana", "event round")
    await evening.env.settle()
    await types(evening, 1, 1, "event result", table=1, outcome="draw")
    await types(evening, 1, 1, "event round")
    await evening.passes(seconds=60)
    said = [*map(text, evening.channel.history())]
    assert sum(one.startswith("## Friday: round 2\n") for one in said) == 1


@pytest.mark.own_bot
async def test_what_an_answer_has_said_is_announced_once(evening: Evening) -> None:
    await evening.types("Ana", "event check-in")
    await evening.types("Ana", "event check-in", do="close")
    begun = await evening.types("Ana", "event round")
    await evening.passes(seconds=60)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    said = [*map(text, evening.channel.history())]
    assert said.count(begun.text) == 1
    assert len([one for one in said if one.startswith("Check-in")]) == 2


@pytest.mark.own_bot
@pytest.mark.parametrize("command", ["event check-in", "event round"])
async def test_what_was_answered_right_before_a_crash_is_found_in_the_channel(
    evening: Evening, command: str
) -> None:
    """The answer had arrived, and the process died before that was noted."""
    answered = await evening.types("Ana", command)
    await evening.env.settle()
    state = await at_entry(evening, OpenCheckIn if "check-in" in command else BeginRound)
    waiting = f"{state.tournament}:{state.entries}"
    await evening.games.deadlines.set(Deadline(DeadlineKind.ANNOUNCED, waiting, evening.now()))
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert told(evening, [answered.text]) == [answered.text]
    assert await evening.games.deadlines.find(DeadlineKind.ANNOUNCED, waiting) is None


async def at_entry(evening: Evening, act: type[TournamentAct]) -> TournamentState:
    """Return the event as the only act of a kind has left it."""
    beginning, entries = await evening.games.tournaments.history(await evening.tournament())
    (number,) = [one.number for one in entries if isinstance(one.act, act)]
    return fold_entries(beginning, entries[:number])


async def test_what_discord_has_not_taken_as_an_answer_is_announced_without_one(evening: Evening) -> None:
    """Discord no longer knows the interaction: the channel hears of it within eleven seconds."""
    evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=1)
    await evening.people["Ana"].slash(evening.channel, "event check-in")
    evening.errors()  # that the answer was lost
    called = f"Check-in for **Friday** is open: press **I'm here**.\n{evening.people['Ben'].mention}"
    await evening.passes(seconds=11)
    assert told(evening, [called]) == [called]
    assert (await state(evening)).checking_in


@pytest.mark.own_bot
async def test_who_is_called_after_a_crash_is_pinged(evening: Evening) -> None:
    await evening.bot.close()
    await changed(evening, OpenCheckIn(), number=7_777_780)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    (call,) = [one for one in evening.channel.history() if text(one).startswith("Check-in")]
    assert [one.id for one in call.mentions] == [evening.people["Ben"].id]


@pytest.mark.own_bot
async def test_no_one_hears_of_what_is_a_day_old(evening: Evening) -> None:
    await evening.bot.close()
    await changed(evening, OpenCheckIn(), number=7_777_780)
    await evening.restart(away=25 * 3600)
    await evening.passes(seconds=60)
    assert [one for one in map(text, evening.channel.history()) if one.startswith("Check-in")] == []
    assert "too old" in str(evening.errors())


@pytest.mark.own_bot
async def test_the_winner_is_announced_after_a_crash(evening: Evening) -> None:
    await changed(evening, BEGUN, number=7_777_770)
    await changed(evening, WON, number=7_777_771)
    await evening.bot.close()
    await changed(evening, CloseTournament(), number=7_777_780)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    (closed,) = [one for one in map(text, evening.channel.history()) if "is over: " in one]
    winner, first, *_ = closed.splitlines()
    assert winner == "**Friday** is over: **Ida** wins!"
    assert first.startswith("**1.** Ida · 5 points")
