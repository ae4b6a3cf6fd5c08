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
from simcord import InteractionResult, ResponseMessage

from rules.actions.life import GainLife, LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.setup.lobby_actions import Gather, StartGame
from storage.games.games import Location, Request
from tests.cogs.test_every_command import ACTS, LOOKS
from tests.databases import content, write
from tests.evening import PEOPLE, Evening
from tests.holding import Holds
from tests.leagues import defaults
from tests.reading import BUTTON, pressable
from tests.storage.table import choose

SEATS = 40
ENTRIES = 5000


async def play(evening: Evening) -> None:
    """Six people and 34 others; every third step is a loss of life for all of them."""
    numbers = itertools.count(1)
    place = Location(evening.channel.id, evening.server.id)
    users = {evening.people[name].id: name for name in PEOPLE}
    users |= {n: f"Player {n}" for n in range(10**17, 10**17 + SEATS - len(PEOPLE))}
    seated = tuple(Seated(id=str(user), name=name, user=user) for user, name in users.items())
    ids = tuple(seat.id for seat in seated)

    def request() -> Request:
        return Request(user=evening.people["Ana"].id, name="Ana", interaction=next(numbers))

    options = Options(variant="free_for_all", life=9999, arranged=True)
    gather = Gather(options=options, seated=seated, host=ids[0])
    await evening.games.open(place, request(), gather)
    await evening.games.act(place, request(), choose(StartGame(order=ids, draw=0, first=ids[0])))
    for n in range(3, ENTRIES + 1):
        action = GainLife(who=(ids[n % SEATS],), amount=2) if n % 3 else LoseLife(who=ids, amount=1)
        await evening.games.act(place, request(), choose(action))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """What was made, by its name."""
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


async def press_all(table: Evening, holds: Holds, name: str, opened: Callable[[], Any]) -> None:
    """Ana presses, or picks from, everything on a message, sends off the forms that open, and undoes it."""
    message = await opened()
    for place, _ in enumerate(pressable(message)):
        before = await table.number_of_entries()
        message = await opened()
        component = pressable(message)[place]
        what = f"{name}: {component.get('label') or component['custom_id']}"
        if component["type"] == BUTTON:
            press = table.people["Ana"].click(message, custom_id=component["custom_id"])
        else:
            picked = component["options"][-1]["value"]
            press = table.people["Ana"].select(message, [picked], custom_id=component["custom_id"])
        shown = await holds.of(what, press)
        if shown.modal is not None:
            filled = {field: "1" if value == "" else value for field, value in defaults(shown).items()}
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
            return response(await holds.of(label, ana.click(table.board_message(), label=label)))

        return opened

    async def log() -> ResponseMessage:
        return response(await ana.slash(table.channel, "log"))

    async def older() -> ResponseMessage:
        return response(await ana.click(await log(), label="Older"))

    await press_all(table, holds, "board", board)
    for label in ("Other players…", "Details…"):
        await press_all(table, holds, label, shown_by(label))
    await press_all(table, holds, "log", log)
    await press_all(table, holds, "log", older)
    assert holds.too_long == {}


def response(shown: InteractionResult) -> ResponseMessage:
    assert shown.response is not None
    return shown.response


async def test_every_suggestion_at_the_largest_table(table: Evening) -> None:
    """Nothing typed, a beginning, and what no one is called."""
    holds = Holds()
    for command, option in suggesting(table):
        for typed in ("", "Player 1", "each player, Zzz"):
            name = f"{command} {option}:{typed}"
            await holds.of(name, table.people["Ana"].autocomplete(table.channel, command, option, typed))
    assert holds.too_long == {}


def suggesting(evening: Evening) -> list[tuple[str, str]]:
    """Every option for which Arbiter suggests something, with its command."""
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
    await holds.of("Delete my data", ana.click(response(asked), label="Delete my data"))
    assert holds.too_long == {}
