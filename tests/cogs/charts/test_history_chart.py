"""The picture of life totals: on /chart, and posted automatically when a game has ended."""

import asyncio
import io
import re
import time

import discord
import pytest
from msgspec.structs import replace
from PIL import Image

from bot.client import Arbiter
from cogs.charts.commands import DRAW
from cogs.locales.catalogs import catalog
from cogs.summary import curves_of_log
from cogs.summary.curves import LifeCurves
from cogs.text.language import ENGLISH, speaking
from rules.actions.life import GainLife, LoseLife
from rules.actions.turns import EndTurn
from rules.game.parts import GameId, MarkerState
from storage.games.outbox import topic_of
from storage.settings.definitions import CHART, LANGUAGES, Level
from storage.workers.pool import TaskFailed, Workers
from tests.cogs.logs import PASS, Played, seated, started
from tests.support.evening import Evening
from tests.support.hiding import hide, show
from tests.support.leagues import create
from tests.support.messages import buttons, message_of
from tests.support.tables import deal, gather, two_headed
from tests.support.wording import gist

ENDING = ["Ben CR 104.3a", "Ana CR 104.2a"]
BUSY = "This server is already waiting for many pictures or files. Try again in a moment."
CAPTION = "-# Life chart for game "


class BotWithoutTime(Arbiter):
    """A bot whose workers take longer over everything than they may."""

    async def setup_hook(self) -> None:
        self._workers = Workers(seconds=0)
        await super().setup_hook()


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening on a server that wants pictures of ended games."""
    await evening.as_by_default(CHART)
    return evening


def pictures(evening: Evening) -> list[discord.Attachment]:
    return [file for message in evening.channel.history() for file in message.attachments]


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def colors(image: Image.Image) -> int:
    found = image.convert("RGB").getcolors(image.width * image.height)
    assert found is not None
    return len(found)


async def test_the_picture_of_an_ended_game_follows_the_announcement(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "damage", amount=12, who="Ben")
    assert pictures(evening) == []
    await evening.types("Ben", "concede")
    assert gist(evening.chat()[-2]) == ENDING
    assert evening.chat()[-1] == f"{CAPTION}{await evening.game()}"
    (file,) = pictures(evening)
    assert (file.filename, file.content_type) == ("life-totals.png", "image/png")
    assert file.description == (
        f"Life totals over the game. Game {await evening.game()} · Commander · 2 players. Ana wins. "
        "Ana 40. Ben 28 (out: conceded). Turning point: Ben went from 40 to 28. From then on, Ana had the "
        "highest life total. Ana stays at 40. Ben starts at 40 and ends at 28."
    )
    image = opened(await file.read())
    assert (image.format, image.width) == ("PNG", 1200)
    assert image.height > 1000, "players and facts stand below the curves"
    assert colors(image) > 100


async def test_it_follows_a_press_and_the_panel_too(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben", life=5)
    await evening.presses("Ben", "−5")
    assert [text.startswith(CAPTION) for text in evening.chat()[-2:]] == [False, True]
    await evening.presses("Ben", "Undo")
    panel = message_of(await evening.people["Ana"].click(evening.board_message(), label="Others…"))
    await evening.people["Ana"].click(panel, label="−1")
    await evening.people["Ana"].click(panel, label="More…")
    await evening.people["Ana"].click(panel, label="Concede")
    await evening.people["Ana"].click(panel, label="Concede")
    assert [text.startswith(CAPTION) for text in evening.chat()[-2:]] == [False, True]
    assert len(pictures(evening)) == 2


@pytest.mark.full
async def test_a_shared_total_is_shown_as_the_teams(evening: Evening) -> None:
    await two_headed(evening)
    await evening.types("Cy", "turn next")
    await evening.types("Ana", "life lose", amount=30)
    (file,) = pictures(evening)
    said = str(file.description)
    assert (
        f"Game {await evening.game()} · Two-Headed Giant · 4 players · 2 turns. Blue wins (Cy and Dee). "
        in said
    )
    assert "Cy 30 (Blue). Dee 30 (Blue). Ana 0 (Red, " in said


async def test_a_table_that_stops_without_a_result_brings_none(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "game end")
    await gather(evening, "two_player", "Ana")
    await evening.types("Ana", "game end")
    assert pictures(evening) == []


async def test_a_game_in_which_no_total_changed_has_its_picture_too(evening: Evening) -> None:
    """Who played, with what, and how it ended, is worth a picture without any curve."""
    await deal(evening, names="Ana, Ben")
    await evening.types("Ben", "commander set", name="Krenko")
    await evening.types("Ana", "turn next")
    await evening.types("Ben", "concede")
    (file,) = pictures(evening)
    assert "Ana 40. Ben 40 (Krenko, out on turn 2: conceded)." in str(file.description)


async def test_the_picture_comes_once_the_bot_sees_the_channel(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "damage", amount=12, who="Ben")
    await hide(evening)
    await evening.types("Ben", "concede")
    await evening.env.settle()
    assert pictures(evening) == []
    await show(evening)
    await evening.until(lambda: len(pictures(evening)) == 1)


async def test_no_picture_comes_when_the_channel_was_hidden_for_more_than_a_day(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "damage", amount=12, who="Ben")
    await hide(evening)
    await evening.types("Ben", "concede")
    await evening.passes(minutes=24 * 60 + 1)
    waiting = f"SELECT number FROM outbox WHERE kind = 'chart' AND subject = {await evening.game()}"
    assert len(await evening.database.fetch(waiting)) == 1
    await show(evening)
    while await evening.database.fetch(waiting):
        await evening.passes(seconds=1)
    await evening.env.settle()
    assert pictures(evening) == []
    assert "too old" in str(evening.errors())


@pytest.mark.own_bot
async def test_an_ending_that_comes_again_is_not_shown_twice_even_after_a_restart(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    await evening.types("Ben", "concede")
    await evening.types("Ana", "undo")
    await evening.types("Ana", "redo")
    assert len(pictures(evening)) == 1
    await evening.types("Ana", "undo")
    await evening.restart()
    await evening.types("Ben", "concede")
    assert len(pictures(evening)) == 1


async def test_who_is_credited_afterwards_stands_in_the_same_picture(evening: Evening) -> None:
    await create(evening, preset="achievements")
    await deal(evening, names="Ben, Cy, Dee")
    await evening.types("Cy", "life lose", amount=40, who="Dee")
    lost = await evening.people["Cy"].slash(evening.channel, "life lose", amount=40, who="Cy")
    (before,) = [str(file.description) for file in pictures(evening)]
    assert "Ben 40. Cy 0 (" in before
    (label,) = [one for one in buttons(message_of(lost)) if one.startswith("Cy: ")]
    asked = await evening.people["Ben"].click(message_of(lost), label=label)
    await evening.people["Ben"].click(message_of(asked), label="Ben")
    await evening.until(lambda: str(pictures(evening)[0].description).count("Ben") > before.count("Ben"))
    assert len(pictures(evening)) == 1


async def test_a_record_of_the_league_stands_in_the_picture(evening: Evening) -> None:
    """Ben wins three games and Ana the fourth, her first, which is the longest: 3 turns after 2, 2 and 2."""
    await create(evening, preset="pods", by="nobody")
    for winner, loser, turns in (*((("Ben", "Ana", 1),) * 3), ("Ana", "Ben", 2)):
        await deal(evening, "two_player", "Ana, Ben")
        for _ in range(turns):
            await evening.types("Ana", "turn next")
        await evening.types("Ana", "life lose", amount=1, who=loser)
        await evening.types(loser, "concede")
        assert winner != loser
    said = [str(file.description) for file in pictures(evening)]
    assert [" Friday: " in one for one in said] == [False, False, False, True]
    assert "Friday: Ana: first win; New record: Longest game (turns), 3 turns." in said[-1]


@pytest.mark.full
async def test_another_ending_has_its_own_picture(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    await evening.types("Ben", "concede")
    await evening.types("Ana", "undo")
    await evening.types("Ana", "concede")
    assert ["Ana wins." in str(file.description) for file in pictures(evening)] == [True, False]


async def test_an_ending_that_is_taken_back_before_its_picture_came_has_none(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    await hide(evening)
    await evening.types("Ben", "concede")
    await evening.types("Ana", "undo")
    await show(evening)
    await evening.passes(seconds=5)
    assert pictures(evening) == []


async def test_a_channel_that_does_not_want_pictures_gets_none_unless_asked_for(evening: Evening) -> None:
    await evening.settings.choose(Level.CHANNEL, evening.channel.id, CHART, "off")
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    await evening.types("Ben", "concede")
    assert pictures(evening) == []
    await evening.types("Ben", "chart")
    assert len(pictures(evening)) == 1


async def test_everyone_sees_the_chart_of_a_game_in_progress(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Cy", "life lose", amount=7)
    await evening.types("Ana", "turn next")
    result = message_of(await evening.people["Eve"].slash(evening.channel, "chart"))
    assert not result.ephemeral
    (file,) = pictures(evening)
    assert file.description is not None
    assert (
        f"Game {await evening.game()} · Commander · 4 players · 2 turns. Turn 2: Ben's turn. "
    ) in file.description
    assert re.search(r"Cy [^.\d]*40[^.\d]*33\.", file.description)


@pytest.mark.own_bot
async def test_the_chart_of_an_earlier_game_even_after_a_restart(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    await evening.types("Ben", "concede")
    await gather(evening, "two_player", "Ana, Cy")
    await evening.restart()
    assert (await evening.refused("Ana", "chart")).key == "not_started"
    await evening.types("Ana", "chart", game=1)
    first, again = pictures(evening)
    assert first.description == again.description


async def test_without_a_game_there_is_no_chart(evening: Evening) -> None:
    assert (await evening.refused("Ana", "chart")).key == "no_table"


async def test_games_go_on_while_a_picture_is_drawn(evening: Evening) -> None:
    """The answer to a command is there before the picture that was asked for earlier."""
    await deal(evening)
    async with asyncio.timeout(60), Workers() as workers:
        drawing = asyncio.create_task(workers.run(1, DRAW, a_game()))
        await evening.types("Ben", "life lose", amount=1)
        assert not drawing.done()
        await drawing


async def test_a_picture_that_discord_refuses_is_missing_and_nothing_else(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    evening.env.inject_error("POST", "/channels/*/messages", status=403)
    await evening.types("Ben", "concede")
    assert gist(evening.chat()[-1]) == ENDING
    (warning,) = evening.errors()
    assert f"of game {await evening.game()} could not be posted" in str(warning)


@pytest.mark.own_bot
async def test_a_picture_that_cannot_be_drawn_is_given_up(evening: Evening) -> None:
    await evening.restart(BotWithoutTime)
    await deal(evening, names="Ana, Ben")
    await evening.types("Ana", "life lose", amount=1)
    await evening.types("Ben", "concede")
    await evening.passes(seconds=1)
    (warning,) = evening.errors()
    assert f"game {await evening.game()} can't be drawn" in str(warning)
    assert evening.games.outbox.of(topic_of(await evening.game())) == ()
    assert pictures(evening) == []


def a_game() -> LifeCurves:
    return drawn(started("two_player", *seated(["Ana", "Ben"])))


def drawn(played: Played) -> LifeCurves:
    with speaking(ENGLISH):
        curves = curves_of_log.curves(GameId(1), played.entries)
    assert curves is not None
    return curves


def forty() -> LifeCurves:
    names = [f"Player {n}" for n in range(1, 41)]
    played = started("grand_melee", *seated(names))
    for n in range(1, 31):
        played.does(LoseLife(who=(f"player {n}",), amount=20 if n % 3 else 5))
        playing = (one.number for one in played.game.markers if one.state is MarkerState.TURN)
        played.does(EndTurn(marker=next(playing)))
    return drawn(played)


def teams() -> LifeCurves:
    seats = (*seated(["Ana", "Ben", "Cy"], "Red"), *seated(["Dee", "Eve", "Fay"], "Blue"))
    played = started("emperor", *seats)
    played.does(LoseLife(who=("dee",), amount=20), PASS, LoseLife(who=("ben",), amount=25))
    return drawn(played)


def odd() -> LifeCurves:
    played = started("free_for_all", *seated(["$x$_{a}", "🦄🦄", "Zoë " * 7, "花子"]))
    played.does(GainLife(who=("🦄🦄",), amount=999_000), LoseLife(who=("$x$_{a}",), amount=900), PASS)
    return drawn(played)


async def test_every_kind_of_game_can_be_drawn_and_what_cannot_says_why() -> None:
    nothing = LifeCurves(heading="", about="", lines=(), end=1, over=False)
    async with Workers() as workers:
        for game in (a_game, forty, teams, odd):
            image = opened(await workers.run(1, DRAW, game()))
            assert (image.format, image.size) == ("PNG", (1200, 1000)), game.__name__
            assert colors(image) > 100, game.__name__
        with pytest.raises(TaskFailed, match="ValueError"):
            await workers.run(1, DRAW, nothing)


async def test_the_word_below_the_curves_is_whole_in_every_language() -> None:
    words = {catalog(one).pgettext("axis", word) for one in LANGUAGES for word in ("step", "turn")}
    async with Workers() as workers:
        for word in words:
            image = opened(await workers.run(1, DRAW, replace(a_game(), unit=word)))
            assert colors(image.crop((0, 900, 4, 1000))) == 1, word


async def test_what_no_font_has_is_left_out() -> None:
    async with Workers() as workers:
        without, boxes = [replace(a_game(), about=about, unit=about) for about in ("", "\ue000")]
        assert await workers.run(1, DRAW, without) == await workers.run(1, DRAW, boxes)


async def test_a_drawing_that_no_one_waits_for_ends() -> None:
    async with Workers() as workers:
        drawing = asyncio.create_task(workers.run(1, DRAW, forty()))
        await asyncio.sleep(0.2)
        drawing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await drawing
        assert not workers.pids


@pytest.mark.full
async def test_a_second_picture_takes_a_fraction_of_the_first() -> None:
    """The first one has to load matplotlib; the worker that has it waits for the next ones."""
    async with Workers() as workers:
        before = time.perf_counter()
        await workers.run(1, DRAW, a_game())
        between = time.perf_counter()
        await workers.run(2, DRAW, a_game())
        after = time.perf_counter()
    assert after - between < (between - before) / 2


@pytest.mark.full
async def test_forty_charts_of_one_user_at_once_are_too_many(evening: Evening) -> None:
    """One is drawn, ten wait, and further requests are refused privately."""
    await deal(evening, names="Ana, Ben")
    answers = await evening.at_once(*(evening.types("Ana", "chart") for _ in range(40)))
    refused = [one for one in answers if one.private]
    assert {one.text for one in refused} == {BUSY}
    assert len(pictures(evening)) == 40 - len(refused)
