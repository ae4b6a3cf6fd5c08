"""Every command, those that need no game too: by outsiders, without a game, after its end, twice at once."""

from collections.abc import Mapping

import pytest
from discord.app_commands import Command

from tests.cogs.test_every_command import ACTS, LOOKS
from tests.support.evening import Evening
from tests.support.messages import Said
from tests.support.tables import deal

Options = Mapping[str, object]
OTHERS: Mapping[str, Options] = {
    "game new": {"variant": "commander"},
    "game join": {},
    "game leave": {},
    "game add": {"players": "Grandma"},
    "game seats": {"order": "random"},
    "game start": {},
    "game board": {},
    "game end": {},
    "game link": {"url": "https://cams.example/1"},
    "game page": {},
    "game remote": {},
    "game links": {},
    "game hand-over": {"to": "Fay"},
    "game options": {"life": 30},
    "game role": {"role": "emperor"},
    "game reveal": {},
    "game vanguard": {"life": 3, "hand": 1},
    "game range": {"seats": 1},
    "game subgame": {},
    "table choice": {"who": "Ben"},
    "table event": {"players": "Ben"},
    "x": {"text": "-3"},
    "undo": {},
    "redo": {},
    "fix": {"step": "4"},
    "chart": {},
    "help": {},
    "rule": {"query": "poison"},
    "settings": {},
    "roll": {},
    "coin": {},
    "first": {},
    "random": {},
    "privacy statement": {},
    "privacy export": {},
    "privacy delete": {},
    "clock round": {},
    "clock turn": {},
    "clock extend": {"minutes": 3},
    "clock pause": {},
    "clock resume": {},
    "clock stop": {},
    "clock show": {},
    "stats": {},
    "league-page": {},
    "event create": {"name": "Friday"},
    "event queue": {"name": "Friday"},
    "event avoid": {},
    "event available": {"when": "Sundays"},
    "event deadline": {"days": 2},
    "event time": {"minutes": 3},
    "event fixed-table": {"who": "Ben", "table": 1},
    "event schedule": {},
    "decklist submit": {"decklist": "Burn"},
    "decklist show": {},
    "series repeat": {},
    "series template": {"name": "Friday"},
    "event team": {"name": "Red", "players": "Ben"},
    "event add": {"players": "new Grandma"},
    "event drop": {},
    "event check-in": {},
    "event show": {},
    "event close": {},
    "event round": {},
    "event result": {"table": 1, "winner": "Ben"},
    "event pair": {},
    "event picture": {"kind": "pairings"},
    "event no-show": {"who": "Ben"},
    "event move": {"who": "Ben", "table": 1},
    "event standings": {},
    "event cut": {"players": 4},
    "event export": {},
    "event import": {"file": ("roster.csv", b"Grandma\nGrandpa\n"), "guests": True},
}
"""Commands of tables and of oneself that are no acts in a game, filled in."""
EVERYTHING: Mapping[str, Options] = {
    **{act.command: act.options for act in ACTS},
    **{command: {} for command in LOOKS},
    **OTHERS,
}
FOR_ANYBODY = {
    "game new",
    "game join",
    "game board",
    "game subgame",
    "chart",
    "roll",
    "coin",
    "first",
    "random",
}
"""What people without a seat may do for everyone to see, such as to ask for one."""
TO_MEMBERS = {"game hand-over"}
"""What takes a member, who is called by name here."""
FILES = {"privacy export"}
"""What is answered with a file and no word."""


async def test_every_command_but_those_of_leagues_is_here(evening: Evening) -> None:
    known = {one.qualified_name for one in evening.bot.tree.walk_commands() if isinstance(one, Command)}
    assert {name for name in known if not name.startswith("league ")} == EVERYTHING.keys()


@pytest.mark.sample(12)
@pytest.mark.parametrize("command", [*OTHERS, *LOOKS])
async def test_by_someone_without_a_seat_in_every_situation(evening: Evening, command: str) -> None:
    """Eve has no seat: nothing that she types changes a game that goes on, or one that is over."""
    options = EVERYTHING[command]
    await typed(evening, "Eve", command, options)
    await make_room(evening)
    await deal(evening)
    before = await evening.number_of_entries()
    answer = await typed(evening, "Eve", command, options)
    assert answer.private or command in FOR_ANYBODY
    assert await evening.number_of_entries() == before
    await evening.types("Ana", "game end")
    before = await evening.number_of_entries()
    answer = await typed(evening, "Eve", command, options)
    if command != "game new":
        assert answer.private or command in FOR_ANYBODY
        assert await evening.number_of_entries() == before


@pytest.mark.sample(12)
@pytest.mark.parametrize("command", EVERYTHING)
async def test_twice_at_once(evening: Evening, command: str) -> None:
    """Three people are three times answered, and an undo finds the log whole."""
    options = EVERYTHING[command]
    await evening.at_once(*(typed(evening, who, command, options) for who in ("Ana", "Ben", "Ana")))
    await make_room(evening)
    await deal(evening)
    await evening.types("Ana", "life lose", amount=1)
    await evening.at_once(*(typed(evening, who, command, options) for who in ("Ana", "Ben", "Ana")))
    assert "Undid " in (await evening.types("Ana", "undo")).text or command in ("undo", "privacy delete")


async def typed(evening: Evening, who: str, command: str, options: Options) -> Said:
    """Return what someone is answered, which is more than nothing."""
    members = {name: evening.people[str(value)] for name, value in options.items() if command in TO_MEMBERS}
    answer = await evening.types(who, command, **(members or options))
    assert answer.text or command in FILES or not answer.private
    return answer


async def make_room(evening: Evening) -> None:
    """Ends what goes on in the channel, if anything does."""
    await evening.types("Ana", "game end")
