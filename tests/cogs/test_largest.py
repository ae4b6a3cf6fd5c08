"""The largest game and a large league. Nothing that is asked of them holds the event loop.

Both are made once, and every test has a copy.
"""

import itertools
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.app_commands import Command
from simcord import ResponseMessage

from rules.actions.life import GainLife, LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.leagues.review import ResultState
from rules.setup.lobby_actions import Gather, StartGame
from storage.games.games import Games, Request
from storage.leagues.queries import ResultFilter
from tests.cogs.test_every_command import ACTS, LOOKS
from tests.cogs.test_every_league_command import DEEDS as LEAGUE_DEEDS
from tests.cogs.test_every_league_command import LOOKS as LEAGUE_LOOKS
from tests.storage.table import choose
from tests.support.evening import PEOPLE, Evening
from tests.support.event_loop import Holds
from tests.support.leagues import create, defaults
from tests.support.messages import BUTTON, message_of, pressable, said
from tests.support.sqlite import content, write

pytestmark = pytest.mark.alone

SEATS = 40
ENTRIES = 5000


async def play(evening: Evening) -> None:
    """Six people and 34 others; every third step is a loss of life for all of them."""
    numbers = itertools.count(1)
    users = {evening.people[name].id: name for name in PEOPLE}
    users |= {n: f"Player {n}" for n in range(10**17, 10**17 + SEATS - len(PEOPLE))}
    seated = tuple(Seated(id=str(user), name=name, user=user) for user, name in users.items())
    ids = tuple(seat.id for seat in seated)

    def request() -> Request:
        return Request(user=evening.people["Ana"].id, name="Ana", interaction=next(numbers))

    options = Options(variant="free_for_all", life=9999, arranged=True)
    gather = Gather(options=options, seated=seated, host=ids[0])
    await evening.games.open(evening.place, request(), gather)
    await evening.games.act(evening.place, request(), choose(StartGame(order=ids, draw=0, first=ids[0])))
    for n in range(3, ENTRIES + 1):
        action = GainLife(who=(ids[n % SEATS],), amount=2) if n % 3 else LoseLife(who=ids, amount=1)
        await evening.games.act(evening.place, request(), choose(action))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """The files that were made, by name."""
    return {}


@pytest.fixture
async def table(files: dict[str, bytes], tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening on whose table there are 40 seats and 5,000 entries."""
    if "table" not in files:
        async with Evening(tmp_path / "original.db") as original:
            await play(original)
            files["table"] = content(original.file)
    file = tmp_path / "arbiter.db"
    write(file, files["table"])
    async with Evening(file) as evening:
        await evening.types("Ana", "game board")
        yield evening


async def test_every_command_at_the_largest_table(table: Evening) -> None:
    holds, ana = Holds(), table.people["Ana"]
    for act in ACTS:
        before = await table.number_of_entries()
        for command, options in act.after:
            await ana.slash(table.channel, command, **options)
        await holds.of(act.command, ana.slash(table.channel, act.command, **act.options))
        await table.types("Ana", "undo", steps=await table.number_of_entries() - before)
    for command in LOOKS:
        await holds.of(command, ana.slash(table.channel, command))
    assert holds.too_long == {}


async def press_all(
    table: Evening, holds: Holds, name: str, opened: Callable[[], Any], *, typed: str = "1"
) -> None:
    """Ana presses, or picks from, everything on a message, sends off the forms that open, and undoes it.

    ``typed``: what she types into empty fields.
    """
    message = await opened()
    for place, _ in enumerate(pressable(message)):
        before = await table.number_of_entries()
        message = await opened()
        component = pressable(message)[place]
        if component["type"] != BUTTON and "options" not in component:
            continue  # Discord fills this list, with channels or roles
        what = f"{name}: {component.get('label') or component['custom_id']}"
        if component["type"] == BUTTON:
            press = table.people["Ana"].click(message, custom_id=component["custom_id"])
        else:
            picked = component["options"][-1]["value"]
            press = table.people["Ana"].select(message, [picked], custom_id=component["custom_id"])
        shown = await holds.of(what, press)
        if shown.modal is not None:
            filled = {field: typed if value == "" else value for field, value in defaults(shown).items()}
            await holds.of(f"{what}, sent", table.people["Ana"].submit_modal(shown, filled))
        steps = await table.number_of_entries() - before
        if steps and not (component.get("label") or "").startswith("Undo"):
            await table.types("Ana", "undo", steps=steps)


async def test_every_button_at_the_largest_table(table: Evening) -> None:
    holds, ana = Holds(), table.people["Ana"]

    async def board() -> discord.Message:
        return table.board_message()

    def shown_by(label: str) -> Callable[[], Any]:
        async def opened() -> ResponseMessage:
            return message_of(await holds.of(label, ana.click(table.board_message(), label=label)))

        return opened

    async def log() -> ResponseMessage:
        return message_of(await ana.slash(table.channel, "log"))

    async def older() -> ResponseMessage:
        return message_of(await ana.click(await log(), label="Older"))

    await press_all(table, holds, "board", board)
    for label in ("Others…", "Details…"):
        await press_all(table, holds, label, shown_by(label))
    await press_all(table, holds, "log", log)
    await press_all(table, holds, "log", older)
    assert holds.too_long == {}


async def test_every_suggestion_at_the_largest_table(table: Evening) -> None:
    """Nothing typed, a beginning, and what no one is called."""
    holds = Holds()
    for command, option in suggesting(table):
        for typed in ("", "Player 1", "each player, Zzz"):
            name = f"{command} {option}:{typed}"
            await holds.of(name, table.people["Ana"].autocomplete(table.channel, command, option, typed))
    assert holds.too_long == {}


def suggesting(evening: Evening) -> list[tuple[str, str]]:
    """Return every option for which Arbiter suggests something, with its command."""
    return [
        (command.qualified_name, option.display_name)
        for command in evening.bot.tree.walk_commands()
        if isinstance(command, Command)
        for option in command.parameters
        if option.autocomplete
    ]


async def test_what_looks_through_the_largest_log(table: Evening) -> None:
    """Before: the log as a file took 500 ms, to be forgotten 460 ms, the export half a minute."""
    holds, ana = Holds(), table.people["Ana"]
    for command, options in (
        *(("log", {"kind": kind, "who": "Player 100000000000000003"}) for kind in ("life", "undo")),
        ("log", {"file": True}),
        ("chart", {}),
        ("undo", {"steps": 2500}),
        ("redo", {"steps": 4000}),
        ("redo", {"steps": 2500}),
        ("undo", {"steps": 4990}),
        ("undo", {"steps": 100_000}),
        ("redo", {"steps": 4990}),
        ("privacy statement", {}),
        ("privacy export", {}),
    ):
        shown = await holds.of(f"{command} {options}", ana.slash(table.channel, command, **options))
        assert shown.acknowledged, command
    asked = await holds.of("privacy delete", ana.slash(table.channel, "privacy delete"))
    await holds.of("deleting", ana.click(message_of(asked), custom_id="arbiter-privacy:delete"))
    assert holds.too_long == {}


def results(first: int) -> bytes:
    """1,999 results of four players each as CSV, 5,000 players from this number on."""
    rows = (f"{n // 4},Player {first + n % 5000},{n % 4 + 1}" for n in range(4 * 1999))
    return "\n".join(("result,name,place", *rows)).encode()


@pytest.fixture
async def league(files: dict[str, bytes], tmp_path: Path) -> AsyncGenerator[tuple[Evening, Holds]]:
    """An evening with a league of 10,000 players, and what it took to make that."""
    file, holds = tmp_path / "arbiter.db", Holds()
    if "league" not in files:
        async with Evening(tmp_path / "original.db") as original:
            await create(original)
            for first in (1, 5001):
                options = {"file": ("results.csv", results(first)), "league": "Friday"}
                ana = original.people["Ana"]
                shown = await holds.of(
                    f"file {first}", ana.slash(original.channel, "league import", **options)
                )
                preview = shown.followups[-1]
                done = await holds.of(f"import {first}", ana.click(preview, label="Import 1999 results"))
                assert said(done).text == "1999 results imported into Friday and confirmed."
            files["league"] = content(original.file)
    write(file, files["league"])
    async with Evening(file) as evening:
        yield evening, holds


async def test_every_command_of_a_league_of_10000(league: tuple[Evening, Holds]) -> None:
    """Before: the second file took 700 ms of the event loop, and the standings 180 ms."""
    evening, holds = league
    names = {"who": "Player 17", "other": "Player 18", "guest": "Player 17"}
    typed = [*LEAGUE_LOOKS.items(), ("player", {"who": "Player 9998"}), *LEAGUE_DEEDS.items()]
    for command, options in sorted(typed, key=lambda one: one[0] == "archive"):
        for again in ("", " again"):
            filled = {option: names.get(option, value) for option, value in options.items()}
            shown = evening.people["Ana"].slash(evening.channel, f"league {command}", **filled)
            assert (await holds.of(f"{command} {options}{again}", shown)).acknowledged
    assert holds.too_long == {}


async def test_every_suggestion_and_page_of_a_league_of_10000(league: tuple[Evening, Holds]) -> None:
    evening, holds = league
    ana = evening.people["Ana"]
    for command, option in suggesting(evening):
        for typed in ("", "Player 17", "Plaver 99999") if command.startswith("league") else ():
            name = f"{command} {option}:{typed}"
            await holds.of(name, ana.autocomplete(evening.channel, command, option, typed))
    for command in ("standings", "player", "games", "audit", "records"):
        options = {"who": "Player 17"} if command == "player" else {}
        pressed, page = -1, message_of(await ana.slash(evening.channel, f"league {command}", **options))
        while (pressed := pressed + 1) < len(pressable(page)):
            component = pressable(page)[pressed]
            press = ana.click(page, custom_id=component["custom_id"])
            await holds.of(f"{command}: {component.get('label')}", press)
            page = message_of(await ana.slash(evening.channel, f"league {command}", **options))
    assert holds.too_long == {}


async def test_the_panel_and_a_result_of_a_league_of_10000(league: tuple[Evening, Holds]) -> None:
    evening, holds = league
    ana = evening.people["Ana"]

    def shown_by(command: str, **options: object) -> Callable[[], Any]:
        async def opened() -> ResponseMessage | discord.Message:
            shown = await ana.slash(evening.channel, command, **options)
            return shown.response or shown.followups[-1]

        return opened

    await press_all(evening, holds, "panel", shown_by("league edit", league="Friday"), typed="")
    await press_all(evening, holds, "result", shown_by("league result show", result=17), typed="")
    assert holds.too_long == {}


async def test_a_start_with_a_league_of_10000(league: tuple[Evening, Holds]) -> None:
    """What a start reads of each league."""
    evening, _ = league
    holds, leagues = Holds(), Games(evening.database).leagues
    number = (await leagues.queries.leagues())[0]
    await holds.of("players", leagues.state(number))
    waiting = ResultFilter(states=(ResultState.PENDING, ResultState.CONFIRMED))
    await holds.of("open results", leagues.results.newest(number, waiting, limit=50))
    await holds.of("recent entries", leagues.audit(number, limit=30))
    assert holds.too_long == {}
