"""Public texts are in the channel's language, private ones in the reader's."""

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import aiohttp
import pytest

from storage.settings.definitions import CALL, CHART, Level
from tests.cogs.board.test_every_button import ANY_PORT, SITUATIONS, every_situation
from tests.cogs.test_every_command import Act, after_the_same, prepared
from tests.cogs.test_every_league_command import DEEDS, LOOKS
from tests.cogs.test_every_situation import OTHERS, TO_MEMBERS
from tests.cogs.tournaments.test_every_command import COMMANDS
from tests.cogs.tournaments.test_rounds import GUESTS
from tests.support.evening import Evening
from tests.support.evening_fixtures import evening_of
from tests.support.languages import JAPANESE, Listener
from tests.support.leagues import create, report
from tests.support.tables import deal
from tests.web.play.remotes import pressed, remote
from web.access.addresses import WebAddress

NAMES = (
    *("Approach of the Second Sun", "Beacon of Immortality", "Syphon Soul"),
    *("lessons", "rad", "RAD", "evidence", "bribery"),
)


@pytest.mark.sample(4)
@after_the_same
async def test_commands_at_a_table(evening: Evening, acts: Sequence[Act]) -> None:
    await prepared(evening, acts[0])
    listener = Listener(evening, *NAMES)
    await listener.begin()
    for act in acts:
        assert await listener.types(act.command, **act.options), act.command
        await listener.types("undo")


@pytest.mark.sample(8)
@pytest.mark.parametrize("command", OTHERS)
async def test_other_commands(evening: Evening, command: str) -> None:
    listener, options = await in_a_league(evening), OTHERS[command]
    if command in TO_MEMBERS:
        options = {name: evening.people[str(value)] for name, value in options.items()}
    await listener.types(command, **options)


@pytest.fixture
async def with_pages(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose boards have all of their buttons."""
    async with evening_of(request, tmp_path, ANY_PORT) as evening:
        yield evening


@pytest.mark.sample(8)
@every_situation
async def test_buttons_and_lists_and_forms(with_pages: Evening, name: str) -> None:
    shown = await SITUATIONS[name].message(with_pages)
    listener = Listener(with_pages, *NAMES)
    await listener.begin()
    assert await listener.press_all(shown.id)


async def in_a_league(evening: Evening) -> Listener:
    """Ana, Ben, Cy and Dee play at a table of the league Friday, in which Ben has reported a result."""
    await create(evening)
    await report(evening, "Ben", "Ben, Cy")
    await deal(evening)
    listener = Listener(evening, *NAMES)
    await listener.begin()
    return listener


async def test_a_league(evening: Evening) -> None:
    listener = await in_a_league(evening)
    for command, options in {**LOOKS, **DEEDS}.items():
        await listener.types(f"league {command}", **options)
    await listener.press_everything()


async def test_an_event(evening: Evening) -> None:
    await create(evening)
    listener = Listener(evening, *NAMES)
    await listener.begin()
    people = [evening.people[who].mention for who in ("Ben", "Cy", "Dee")]
    assert await listener.types("event create", name="Friday")
    await listener.types("event add", players=", ".join([*people, "new: " + ", ".join(GUESTS)]))
    assert await listener.types("event round")
    for command, options in COMMANDS.items():
        await listener.types(command, **options)
    await listener.press_everything()


async def test_what_comes_unasked(evening: Evening) -> None:
    """The end of a round's time, of a turn's time, and of a league's time to dispute."""
    listener = await in_a_league(evening)
    await listener.types("clock round", minutes=2)
    await listener.types("clock turn", minutes=1)
    await evening.passes(minutes=3)
    assert await listener.check()
    await evening.passes(minutes=60 * 24 * 3)
    assert await listener.check()


@pytest.mark.parametrize(("life", "press"), [(3, "−5"), (-10, "Undo"), (3, "Pass turn")])
async def test_a_press_on_an_earlier_board(evening: Evening, life: int, press: str) -> None:
    """Ben has so much life and the turn. The earlier board can't be retired, so that it keeps its buttons."""
    await deal(evening, names="Ben, Ana, Cy")
    await evening.settings.choose(Level.OWN, evening.people["Ana"].id, CALL, "on")
    await evening.types("Ana", "life lose", amount=40 - life, who="Ben")
    earlier = evening.board_message()
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
    await evening.types("Ana", "game board")
    evening.errors()
    listener = Listener(evening)
    await listener.begin()
    answer = await evening.people["Ben"].click(earlier, label=press)
    evening.errors()
    assert await listener.check(answer)


async def test_a_press_on_a_french_page(tmp_path: Path) -> None:
    pages = WebAddress("127.0.0.1", 0)
    async with Evening(tmp_path / "arbiter.db", pages=pages) as evening:
        await evening.as_by_default(CHART)
        await deal(evening, names="Ana, Ben")
        await evening.types("Ana", "life lose", amount=3)
        address = await remote(evening, "Ben")
        listener = Listener(evening)
        await listener.begin()
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{address}?lang=fr") as page:
                assert not JAPANESE.search((await page.text()).replace("日本語", ""))
            async with session.post(f"{address}press?lang=fr", json=pressed("concede")) as answer:
                assert answer.status == 200
        await evening.until(lambda: any(message.attachments for message in evening.channel.history()))
        assert len(await listener.check()) == 3, "the board, the announcement and the chart"
