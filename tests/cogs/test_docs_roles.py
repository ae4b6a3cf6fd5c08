"""docs/leagues-reference.md says who may do what in an event or a league; every cell is tried."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.core.components import button, message, rows
from cogs.core.custom_ids import CustomId
from cogs.leagues.core.components import LeagueCustomId
from cogs.tournaments.views.event import MINE, ORGANIZE, SEATING, EventCustomId
from cogs.tournaments.views.panel.parts import ACT, ASK, PENALTY_TAKEN_BACK, Task
from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId
from tests.cogs.board.test_every_button import post
from tests.support.evening import Evening
from tests.support.leagues import create, judge_role

GUIDE = (Path(__file__).parents[2] / "docs" / "leagues-reference.md").read_text(encoding="utf-8")
PEOPLE: Mapping[str, tuple[str, ...]] = {
    "outsider": ("Fay",),
    "player or host": ("Ben", "Cy"),
    "judge": ("Eve", "Ana", "Dee"),
}
"""By role. Cy hosts a game in the channel; Eve has the judges' role, Ana manages the server, Dee owns it."""


class Table(NamedTuple):
    """A table of the guide: its states in order, and in which of them each role may do each act."""

    states: list[str]
    cells: dict[str, dict[str, set[str]]]


def table(heading: str) -> Table:
    """Read the table below a heading: "always" is each of its states, "open" each but the last one."""
    part = GUIDE.partition(f"### {heading}\n")[2].partition("\n##")[0]
    states = part.partition("States: ")[2].partition(".")[0].replace("\n", " ").split(", ")
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in part.splitlines()
        if line.startswith("|")
    ]
    (_, *roles), _, *body = lines
    words = {"–": set[str](), "always": {*states}, "open": {*states[:-1]}}
    return Table(
        states,
        {
            act: {role: words.get(cell, {*cell.split(", ")}) for role, cell in zip(roles, said, strict=True)}
            for act, *said in body
        },
    )


Try = Callable[["Evening", str], Awaitable[Any]]


def types(command: str, **options: object) -> Try:
    """Return the try of typing a command."""

    async def do(evening: Evening, who: str) -> object:
        return await evening.types(who, command, **options)

    return do


def in_league(command: str, **options: object) -> Try:
    """Return the try of a command about the channel's league, which is named, as it may be archived."""

    async def do(evening: Evening, who: str) -> object:
        league = str(ABOUT[evening.channel.id])
        return await evening.types(who, f"league {command}", league=league, **options)

    return do


def presses(make: Callable[[int], CustomId]) -> Try:
    """Return the try of a button of an event or league, given its number, whether or not it is shown."""

    async def do(evening: Evening, who: str) -> object:
        custom_id = make(ABOUT[evening.channel.id])
        shown = await post(evening, message("…", *rows(button("Try", custom_id))))
        return await evening.people[who].click(shown, label="Try")

    return do


def event(verb: str, task: str = "", about: int = 0) -> Try:
    """Return the try of a button of the channel's event."""
    detail = str(Task(task, about)) if task else ""
    return presses(lambda number: EventCustomId(verb, TournamentId(number), detail))


ABOUT = dict[int, int]()
"""The number of the event or league of each channel."""
EVENT: Mapping[str, Try] = {
    "`/event create`, `/event queue`": types("event create", name="Other"),
    "`/event show`": types("event show"),
    "`/event standings`, `export`, `picture`": types("event export"),
    "**Join**, **Join late**": event("join"),
    "**I'm here**": event("here"),
    "**My table**": event(MINE),
    "`/event drop`, **Drop…**": types("event drop"),
    "`/event available`": types("event available", when="Sundays"),
    "`/decklist submit`, **My decklist…**": types("decklist submit", decklist="Burn"),
    "`/decklist submit who:`": types("decklist submit", decklist="Burn", who="Gil"),
    "`/event drop who:`": types("event drop", who="Cy"),
    "`/event add`": types("event add", players="new Lee"),
    "`/event import` of names": types("event import", file=("roster.csv", b"name\nKim\n"), guests=True),
    "`/event schedule`": types("event schedule"),
    "**Pairings**": event(SEATING),
    "`/series repeat`, `/series template`": types("series template", name="Friday"),
    "**Organize…**": event(ORGANIZE),
    "`/event check-in`": types("event check-in"),
    "`/event check-in do:close`": types("event check-in", do="close"),
    "`/event round`": types("event round"),
    "`/event pair`": types("event pair"),
    "`/event move`": types("event move", who="Ben", swap="Cy"),
    "`/event result`": types("event result", table=1, outcome="draw"),
    "`/event no-show`": types("event no-show", who="Cy"),
    "`/event deadline`": types("event deadline", days=2),
    "`/event time`": types("event time", minutes=5),
    "`/event fixed-table`": types("event fixed-table", who="Cy", table=1),
    "`/event cut`": types("event cut", players=2),
    "**Take back the round**": event(ACT, "takeback"),
    "**Take back penalty**": event(ACT, PENALTY_TAKEN_BACK, 1),
    "`/event close`": types("event close"),
    "**Reopen event**": event(ACT, "reopen"),
}
LEAGUE: Mapping[str, Try] = {
    "`/league standings` and other pages": in_league("standings"),
    "`/league report`": in_league("report", players="me, new Zed"),
    "`/league claim`": in_league("claim", guest="Gil"),
    "`/league decklist submit`": in_league("decklist submit", decklist="Burn"),
    "`/league decklist lock`": in_league("decklist lock", when="now"),
    "`/league season open`": in_league("season open", name="Next"),
    "`/league season close`": in_league("season close"),
    "`/league season reopen`": in_league("season reopen", reason="seen"),
    "`/league adjust`": in_league("adjust", player="Ben", points="1", reason="seen"),
    "`/league team`": in_league("team", name="Red", players="Ben, Gil"),
    "`/league board`": in_league("board"),
    "`/league inbox`": in_league("inbox"),
    "`/league export`": in_league("export"),
    "`/league import`": in_league("import", file=("a.csv", b"result,name,place\n1,Gil,1\n1,Zed,2\n")),
    "`/league edit`": in_league("edit"),
    "`/league archive`": in_league("archive"),
    "**Unarchive**": presses(lambda number: LeagueCustomId("revive", LeagueId(number))),
}


async def make_room(evening: Evening) -> str:
    """Make a channel in which Cy hosts a game; return its name."""
    name = f"c{evening.channel.id}"
    evening.channel = evening.server.create_text_channel(name)
    await evening.types("Cy", "game new")
    return name


async def last(evening: Evening, table: str) -> int:
    """Return the number of the event or league that was made last."""
    number: int = (await evening.database.fetch(f"SELECT max(id) FROM {table}"))[0][0]
    return number


async def deal_event(evening: Evening, stage: str) -> None:
    """An event of the duels of Ben, Cy and the guests Gil and Hal in a new channel; Ben has a penalty."""
    await make_room(evening)
    await evening.types("Ana", "event create", name="Friday", play="duels", decklists=True)
    ABOUT[evening.channel.id] = await last(evening, "tournament")
    people = ", ".join(evening.people[who].mention for who in ("Ben", "Cy"))
    await evening.types("Ana", "event add", players=f"{people}, new: Gil, Hal")
    form = await event(ASK, "penalty", 1)(evening, "Ana")
    filled = {"kind": ["points"], "infraction": ["other"], "points": "1"}
    await evening.people["Ana"].submit_modal(form, filled)
    if stage == "check-in":
        await evening.types("Ana", "event check-in")
    if stage in ("round", "tables in", "cut", "closed"):
        await evening.types("Ana", "event round")
    if stage in ("tables in", "cut"):
        for number in (1, 2):
            await evening.types("Ana", "event result", table=number, outcome="draw")
    if stage == "cut":
        await evening.types("Ana", "event cut", players=2)
        await evening.types("Ana", "event round")
    if stage == "closed":
        await evening.types("Ana", "event close")


async def deal_league(evening: Evening, stage: str) -> None:
    """A league of a new channel in which Ben has beaten the guest Gil; Cy has played, too."""
    await create(evening, await make_room(evening), by="nobody")
    ABOUT[evening.channel.id] = await last(evening, "league")
    ben, cy = (evening.people[who].mention for who in ("Ben", "Cy"))
    await evening.types("Ana", "league report", players=f"{ben}, {cy}, new Gil")
    if stage in ("season", "closed"):
        await evening.types("Ana", "league season open", name="Autumn")
    if stage == "locked":
        await evening.types("Ana", "league decklist lock", when="now")
    if stage == "closed":
        await evening.types("Ana", "league season close")
    if stage == "archived":
        await evening.types("Ana", "league archive", league=str(ABOUT[evening.channel.id]))


async def marks(evening: Evening) -> object:
    """Return what changes with each act."""
    query = "SELECT (SELECT count(*) FROM tournament_entry), (SELECT count(*) FROM league_entry)"
    return tuple((await evening.database.fetch(query))[0])


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("heading", "stage"), [(one, stage) for one in ("In events", "In leagues") for stage in table(one).states]
)
async def test_every_cell_of_a_column_is_so(blank: Evening, heading: str, stage: str) -> None:
    """What has changed something is followed by a new deal."""
    acts, deal = (EVENT, deal_event) if heading == "In events" else (LEAGUE, deal_league)
    expected = table(heading).cells
    assert {act: [*cells] for act, cells in expected.items()} == {act: [*PEOPLE] for act in acts}
    await judge_role(blank, "Eve")
    blank.env.backend.guilds[blank.server.id].owner_id = blank.people["Dee"].id
    await deal(blank, stage)
    may, before = dict[tuple[str, str], bool](), await marks(blank)
    for index, (act, do) in enumerate(acts.items()):
        for role, people in PEOPLE.items():
            blank.refusal()
            await do(blank, people[index % len(people)])
            may[act, role] = blank.refusal() is None
            if await marks(blank) != before:
                assert may[act, role], f"{act} was refused and has changed something"
                await deal(blank, stage)
                before = await marks(blank)
    assert may == {
        (act, role): stage in states for act, cells in expected.items() for role, states in cells.items()
    }
