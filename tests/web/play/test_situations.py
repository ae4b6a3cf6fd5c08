"""docs/situations.md in every way: what can be entered on the board, in the panel or on a remote is the same
step as by command, and comes to what the row says."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import pytest

from storage.games.outbox import topic_of
from tests.support.evening import Evening
from tests.support.games import game_of, view_of
from tests.support.hand import Hand
from tests.support.situations import SITUATIONS, Situation, Step, begin, come_to
from tests.web.play.remotes import pressed, remote, send
from tests.web.play.ways import TAPPED, Press, on_a_remote

REMOTE = "remote"
WAYS: Mapping[str, Callable[[Step], object]] = {**TAPPED, REMOTE: on_a_remote}
Enter = Callable[[Hand, Step], Awaitable[bool]]
"""Enters a step in one way, if it can be said there."""


def rows(way: str) -> Sequence[Situation]:
    """The situations of which a step at least can be entered in this way."""
    return [row for row in SITUATIONS if any(WAYS[way](step) is not None for step in row.steps)]


async def by_command(_hand: Hand, _step: Step) -> bool:
    return False


def tapped(way: str) -> Enter:
    async def enter(hand: Hand, step: Step) -> bool:
        taps = TAPPED[way](step)
        if taps is None:
            return False
        hand.back_to_the_board()
        for tap in taps:
            await hand.press(tap)
        await hand.agree("End ")
        return True

    return enter


async def sent_by_a_remote(evening: Evening) -> Enter:
    address = await remote(evening, "Ana")

    async def enter(hand: Hand, step: Step) -> bool:
        press = on_a_remote(step)
        if press is None:
            return False
        status, refused = await send(address, await with_ids(evening, press))
        assert status == 200
        hand.said.append(refused)
        await evening.env.settle()
        topic = topic_of(await evening.game())
        await evening.until(lambda: not evening.games.outbox.of(topic))  # announced after the page's answer
        return True

    return enter


async def with_ids(evening: Evening, press: Press) -> dict[str, object]:
    """The press as the page sends it: with the ids and numbers of what it shows."""
    do, given = press
    ids = {name: str(person.id) for name, person in evening.people.items()}
    values = {key: ids.get(str(value), value) for key, value in given.items()}
    place = await evening.game()
    game = await game_of(evening.games, place)
    if "commander" in values:
        values["commander"] = f"{values['commander']}:1"
    if do == "pass":
        values["turn"] = game.turn.number
    if do == "undo":
        values["last"] = (await view_of(evening.games, place)).entries[-1].number
    if do == "effect":
        values["what"] = next(str(one.made_by) for one in game.effects if one.card == values["what"])
    return {**pressed(do), **values}


async def played(evening: Evening, row: Situation, enter: Enter) -> tuple[int, Sequence[object]]:
    """Play a situation, each step in a way or, where it can't be said so, by command: how many entries its
    log has, and those that count."""
    hand, before, entries = Hand(evening), len(await steps(evening)), await evening.number_of_entries()
    for step in row.steps:
        if step.button or not await enter(hand, step):
            await hand.enter(step)
    come_to(evening, row.then, "\n".join([*hand.said, *evening.chat()]))
    return await evening.number_of_entries() - entries, (await steps(evening))[before:]


async def steps(evening: Evening) -> Sequence[object]:
    """Return the steps that count: the user, the action and the events of each."""
    found = await evening.games.steps(await evening.game())
    return [(one.entry.user, one.entry.action, one.entry.events) for one in found if one.counts]


@pytest.mark.sample(16)
@pytest.mark.parametrize(
    ("way", "row"),
    [pytest.param(way, row, id=f"{way}: {row.what}") for way in WAYS for row in rows(way)],
)
async def test_every_way_has_the_same_log(evening: Evening, way: str, row: Situation) -> None:
    await begin(evening)
    typed = await played(evening, row, by_command)
    evening.channel = evening.server.create_text_channel("table-2")
    await begin(evening)
    assert (
        await played(evening, row, tapped(way) if way in TAPPED else await sent_by_a_remote(evening)) == typed
    )


def test_most_situations_have_another_way() -> None:
    """By command there are all; what a card does that isn't on the list of effects has no button."""
    assert len({row.what for way in WAYS for row in rows(way)}) >= 100
    assert {way: len(rows(way)) >= 50 for way in WAYS} == dict.fromkeys(WAYS, True)
