"""Every command and button of leagues: without a league, by outsiders, several times at once."""

from collections.abc import Mapping

import pytest
from discord.app_commands import Command

from storage.leagues.queries import ResultFilter
from tests.support.evening import Evening
from tests.support.leagues import create, message, report
from tests.support.messages import Said, buttons, said

Options = Mapping[str, object]
LOOKS: Mapping[str, Options] = {
    "standings": {},
    "player": {"who": "Ben"},
    "head-to-head": {"who": "Ben", "other": "Cy"},
    "games": {},
    "commanders": {},
    "seats": {},
    "records": {},
    "rules": {},
    "audit": {},
    "chart": {"kind": "rating"},
    "export": {},
    "inbox": {},
    "decklist show": {},
    "result show": {"result": 1},
}
DEEDS: Mapping[str, Options] = {
    "archive": {"league": "Friday"},
    "edit": {},
    "board": {},
    "season open": {"name": "Spring"},
    "season close": {},
    "season reopen": {"reason": "too early"},
    "claim": {"guest": "Zoe"},
    "release": {"guest": "Zoe", "reason": "somebody else"},
    "report": {"players": "Ben, Cy"},
    "import": {"file": ("results.csv", b"players\nBen\n")},
    "result confirm": {"result": 1},
    "result dispute": {"result": 1, "reason": "I won"},
    "result rule": {"result": 1, "verdict": "accept", "reason": "seen"},
    "result edit": {"result": 1, "reason": "typo", "players": "Cy, Ben"},
    "result void": {"result": 1, "reason": "typo"},
    "result restore": {"result": 1, "reason": "typo"},
    "adjust": {"player": "Ben", "points": "-1", "reason": "late"},
    "team": {"name": "Red", "players": "Ben"},
    "decklist submit": {"decklist": "Burn"},
    "decklist lock": {"when": "now"},
}
"""What only those concerned or judges may do, but for `create`, which opens a form."""


async def entries(evening: Evening) -> int:
    """Return how much the ledger of the first league has."""
    return len(await evening.games.leagues.audit(await evening.league(), limit=100))


async def typed(evening: Evening, who: str, command: str, options: Options) -> Said:
    """Return what someone is answered, which is more than nothing."""
    answer = await evening.types(who, f"league {command}", **options)
    assert answer.text or command in ("export", "chart")
    return answer


async def test_every_command_is_here(evening: Evening) -> None:
    known = {one.qualified_name for one in evening.bot.tree.walk_commands() if isinstance(one, Command)}
    here = {f"league {name}" for name in (*LOOKS, *DEEDS, "create")}
    assert {name for name in known if name.startswith("league ")} == here


async def test_without_a_league(evening: Evening) -> None:
    """The refusal is private and says what starts a league."""
    for command, options in {**LOOKS, **DEEDS}.items():
        answer = await typed(evening, "Ana", command, options)
        assert answer.private, command
        assert "league" in answer.text, command


async def test_by_an_outsider(evening: Evening) -> None:
    """Eve has not played and isn't a judge: nothing that she types is recorded. Anyone may ask for a guest
    or register a decklist."""
    await create(evening)
    await report(evening, "Ben", "Ben, Cy, Zoe")
    before = await entries(evening)
    for command in DEEDS.keys() - {"claim", "decklist submit"}:
        answer = await typed(evening, "Eve", command, DEEDS[command])
        assert await entries(evening) == before, command
        assert answer.private, command


async def test_the_buttons_of_a_result_are_for_who_played(evening: Evening) -> None:
    await create(evening)
    await report(evening, "Ben", "Ben, Cy, Dee")
    before = await entries(evening)
    asked = message(evening, 1)
    assert buttons(asked) == ["Confirm", "Dispute…"]
    for who in ("Eve", "Ben"):
        confirmed = said(await evening.people[who].click(asked, label="Confirm"))
        assert confirmed.private, "Eve has not played, and Ben has reported it"
    assert await entries(evening) == before


@pytest.mark.sample(6)
@pytest.mark.parametrize("command", [*LOOKS, *DEEDS])
async def test_three_times_at_once(evening: Evening, command: str) -> None:
    """Everyone is answered, and the standings can be looked at afterwards."""
    await create(evening)
    await report(evening, "Ben", "Ben, Cy, Zoe")
    options = {**LOOKS, **DEEDS}[command]
    await evening.at_once(*(typed(evening, who, command, options) for who in ("Ana", "Cy", "Ana")))
    results = await evening.games.leagues.results.newest(await evening.league(), ResultFilter())
    assert len(results) == (4 if command == "report" else 1)
    assert (await typed(evening, "Fay", "standings", {"league": "Friday"})).private
