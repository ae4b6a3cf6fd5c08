"""What is done in a league by a command reaches the channel, once, though the command's answer fails."""

from collections.abc import Mapping, Sequence

import pytest

from tests.support.evening import Evening
from tests.support.leagues import file_of, open_to_all, report

BY_COMMAND: Sequence[tuple[str, Mapping[str, object], str]] = [
    ("season open", {"name": "Spring"}, "**Friday**: season **Spring** is open for games from <t:"),
    ("adjust", {"player": "Ben", "points": "-7", "reason": "late"}, "**Friday**: −7 for **Ben**. late"),
    ("team", {"name": "Red", "players": "Ben, Cy"}, "**Friday**: team **Red** is Ben and Cy."),
    ("team", {"name": "Red"}, "**Friday**: team **Red** has ended."),
    ("decklist lock", {"when": "now"}, "**Friday**: decklists lock <t:"),
    ("decklist lock", {"when": "open"}, "**Friday**: decklists are open."),
    ("result void", {"result": 1, "reason": "x"}, "**Friday**, result 1: Ben beat Cy – *void*."),
    ("result restore", {"result": 1, "reason": "x"}, "**Friday**, result 1: Ben beat Cy – *confirmed*."),
    ("result void", {"result": 1, "to": 2, "reason": "x"}, "**Friday**, results 1–2: *void*."),
    ("claim", {"guest": "Zoe", "member": "Dee"}, "**Friday**: Zoe was **Dee**. Their results are"),
    ("release", {"guest": "Zoe", "reason": "x"}, "Zoe is a separate player again."),
    ("season close", {}, ""),
    ("season reopen", {"reason": "x"}, "**Friday**: season **Spring** is open again."),
    ("archive", {"league": "Friday"}, "**Friday** is archived."),
]
"""Commands in the order in which they are given, and how what each announces begins."""


def read(evening: Evening, beginning: str) -> int:
    """Return how often the channel reads an announcement."""
    return sum(one.startswith(beginning) for one in evening.chat())


@pytest.mark.own_bot
async def test_what_a_command_did_is_announced_once_though_its_answer_fails(evening: Evening) -> None:
    """Discord no longer knows the interaction when the bot answers: the channel reads it 11 s later."""
    await open_to_all(evening)
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Ben", "Ben, new Zoe")
    for command, options, beginning in BY_COMMAND:
        given = dict(options)
        if "member" in given:
            given["member"] = evening.people["Dee"]
        if not beginning:
            await evening.types("Ana", f"league {command}", **given)
            continue
        was = read(evening, beginning)
        evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=1)
        await evening.people["Ana"].slash(evening.channel, f"league {command}", **given)
        assert evening.errors(), command
        await evening.passes(seconds=11)
        assert read(evening, beginning) == was + 1, command


@pytest.mark.own_bot
async def test_what_a_command_did_is_not_announced_again_behind_its_answer(evening: Evening) -> None:
    await open_to_all(evening)
    await report(evening, "Ben", "Ben, Cy")
    await evening.types("Ana", "league adjust", player="Ben", points="2", reason="helped")
    for _ in range(2):
        await evening.passes(seconds=11)
        assert read(evening, "**Friday**: +2 for **Ben**. helped") == 1
        await evening.restart(settled=True)


@pytest.mark.own_bot
async def test_an_imported_league_is_announced_though_the_answer_fails(evening: Evening) -> None:
    """The answer, which was put off, is lost."""
    await open_to_all(evening)
    await report(evening, "Ben", "Ben, Cy")
    out = await evening.people["Ana"].slash(evening.channel, "league export", format="json")
    data, _ = await file_of(out)
    evening.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=404, code=10015, times=1)
    await evening.people["Ana"].slash(
        evening.channel, "league import", file=("league.json", data), name="Copy"
    )
    assert evening.errors()
    await evening.passes(seconds=11)
    assert read(evening, "**Copy** imported: 1 result, 2 players.") == 1
