"""The largest game and a large league. Nothing that is asked of them holds the event loop."""

import itertools

from rules.actions.life import GainLife, LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.setup.lobby_actions import Gather, StartGame
from storage.games.games import Location, Request
from tests.evening import Evening
from tests.holding import BUDGET, held
from tests.leagues import create
from tests.reading import said
from tests.storage.table import choose

ENTRIES = 5000


async def play(evening: Evening) -> None:
    """Ana and 39 others; every third step is a loss of life for all of them."""
    ana, numbers = evening.people["Ana"].id, itertools.count(1)
    place = Location(evening.channel.id, evening.server.id)
    others = (Seated(id=str(n), name=f"Player {n}", user=n) for n in range(10**17, 10**17 + 39))
    seats = (Seated(id=str(ana), name="Ana", user=ana), *others)
    ids = tuple(seat.id for seat in seats)
    options = Options(variant="free_for_all", life=9999, arranged=True)

    def request() -> Request:
        return Request(user=ana, name="Ana", interaction=next(numbers))

    await evening.games.open(place, request(), Gather(options=options, seated=seats, host=ids[0]))
    await evening.games.act(place, request(), choose(StartGame(order=ids, draw=0, first=ids[0])))
    for n in range(3, ENTRIES + 1):
        action = GainLife(who=(ids[n % 40],), amount=2) if n % 3 else LoseLife(who=ids, amount=1)
        await evening.games.act(place, request(), choose(action))


async def test_a_game_of_forty_with_5000_entries_holds_nobody_up(evening: Evening) -> None:
    """Before: the log as a file took 500 ms, to be forgotten 460 ms, the export half a minute."""
    await play(evening)
    found: dict[str, float] = {}
    for command, options in (
        ("log", {}),
        ("log", {"who": "Player 100000000000000003", "kind": "life"}),
        ("log", {"file": True}),
        ("chart", {}),
        ("undo", {"steps": 4000}),
        ("redo", {"steps": 4000}),
        ("table seats", {}),
        ("privacy export", {}),
    ):
        said, longest = await held(evening.people["Ana"].slash(evening.channel, command, **options))
        assert said.response is not None, command
        found[f"{command} {options}"] = longest
    asked = await evening.people["Ana"].slash(evening.channel, "privacy delete")
    assert asked.response is not None
    _, longest = await held(evening.people["Ana"].click(asked.response, label="Delete my data"))
    found["privacy delete"] = longest
    assert {what: seconds for what, seconds in found.items() if seconds > BUDGET} == {}


def results(first: int) -> bytes:
    """1,999 results of four players each as CSV, 5,000 players from this number on."""
    rows = (f"{n // 4},Player {first + n % 5000},{n % 4 + 1}" for n in range(4 * 1999))
    return "\n".join(("result,name,place", *rows)).encode()


async def test_files_and_standings_of_10000_players_hold_nobody_up(evening: Evening) -> None:
    """Before: the second file took 700 ms of the event loop."""
    await create(evening)
    found: dict[str, float] = {}
    for first in (1, 5001):
        file = ("results.csv", results(first))
        shown, longest = await held(
            evening.people["Ana"].slash(evening.channel, "league import", file=file, league="Friday")
        )
        assert said(shown).text == "1999 results imported into Friday and confirmed."
        found[f"import {first}"] = longest
    for command in ("standings", "player", "games", "records", "export"):
        options = {"who": "Player 17"} if command == "player" else {}
        shown, longest = await held(
            evening.people["Ana"].slash(evening.channel, f"league {command}", **options)
        )
        assert shown.response is not None
        found[command] = longest
    assert {what: seconds for what, seconds in found.items() if seconds > 2 * BUDGET} == {}
