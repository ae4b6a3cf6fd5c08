"""Every /event command while a round is played: by outsiders, by judges, twice at once, and after the end."""

from collections.abc import Mapping

import pytest

from tests.cogs.test_every_situation import OTHERS
from tests.cogs.tournaments.test_rounds import GUESTS, state
from tests.support.evening import Evening
from tests.support.leagues import begin_round, sign_up

Options = Mapping[str, object]
COMMANDS: Mapping[str, Options] = {
    **{name: one for name, one in OTHERS.items() if name.startswith("event ")},
    "event move": {"who": "Ben", "table": 0},
}
LOOKS = {"event show", "event standings", "event export", "event picture", "decklist show"}
"""Commands that change nothing; everyone has them."""
OWN = {"event drop", "event avoid", "event available", "decklist submit"}
"""Commands about oneself."""
ELSEWHERE = {"event create", "event queue"}
"""Commands that begin another event, for which there is no room before the end."""
LATER = {"event cut", "event round"}
"""Commands that wait for the end of the round."""
PREVIEWED = {"event import"}
"""Commands that show what they read, which counts once that is confirmed."""
TO_COME = {"series repeat", "series template"}
"""Commands about events to come."""
TEAMS = {"event team"}
"""Commands of an event of teams, which this one isn't."""


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the first round of the event Friday of eight: Ben, Cy, Dee and five guests."""
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, *GUESTS)
    await begin_round(evening)
    return evening


@pytest.mark.own_bot
@pytest.mark.sample(6)
@pytest.mark.parametrize("command", COMMANDS)
async def test_while_a_round_is_played_and_after_the_end(evening: Evening, command: str) -> None:
    """Eve organizes nothing and plays nowhere: what she types changes nothing. Nor does anything later."""
    options = COMMANDS[command]
    before = await state(evening)
    outsider = await evening.types("Eve", command, **options)
    assert await state(evening) == before
    assert outsider.private or command in LOOKS
    answers = await evening.at_once(*(evening.types("Ana", command, **options) for _ in range(2)))
    await evening.env.settle()
    assert all(one.text or command in LOOKS for one in answers)
    now = await state(evening)
    changes = command not in LOOKS | OWN | ELSEWHERE | LATER | PREVIEWED | TO_COME | TEAMS
    assert (now.entries > before.entries) == changes
    await evening.restart()
    assert await state(evening) == now, "what was done is what is read again"
    if not now.over:
        await evening.types("Ana", "event close")
    after = await state(evening)
    late = await evening.types("Ana", command, **options)
    assert late.private or command in ELSEWHERE | LOOKS
    assert await evening.games.tournaments.state(await evening.tournament()) == after
