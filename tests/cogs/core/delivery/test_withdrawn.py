"""Announcements whose cause an undo or a fix takes back are struck through, and restored by a redo."""

import discord
import pytest

from storage.settings.definitions import CHART, LANGUAGE, SAME_TIME, Level
from tests.cogs.history.test_fix import Fix
from tests.cogs.lobby.test_matches import next_game
from tests.cogs.same_time.test_waiting import one_picture_comes
from tests.end_to_end.test_delivery import by
from tests.support.evening import Evening
from tests.support.messages import verbs
from tests.support.tables import deal


def announcement(evening: Evening, rule: str) -> discord.Message:
    """Return the first message that names a rule."""
    return next(one for one in evening.channel.history() if rule in one.content)


async def passes(evening: Evening) -> None:
    """Wait until every message shows what has happened."""
    await evening.env.settle()


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "pressed"])
async def test_an_undone_win_is_struck_through_without_buttons_and_restored_by_redo(
    evening: Evening, *, typed: bool
) -> None:
    await deal(evening, "two_player", "Ana, Ben", life=5)
    if typed:
        await evening.types("Ben", "life lose", amount=5)
    else:
        await evening.presses("Ben", "−5")
    await passes(evening)
    won = announcement(evening, "(CR 104.2a)")
    told, shown = won.content, verbs(won)
    assert "again" in shown
    for _ in range(2):
        await evening.types("Ana", "undo")
        await passes(evening)
        now = announcement(evening, "(CR 104.2a)")
        assert (now.id, verbs(now)) == (won.id, {})
        struck = "\n".join(f"~~{line}~~" for line in told.splitlines())
        assert now.content == f"{struck} (undone by Ana)"
        await evening.types("Ben", "redo")
        await passes(evening)
        now = announcement(evening, "(CR 104.2a)")
        assert (now.id, now.content, verbs(now)) == (won.id, told, shown)


async def test_it_speaks_the_channels_language_after_anyones_undo(evening: Evening) -> None:
    await evening.settings.choose(Level.CHANNEL, evening.channel.id, LANGUAGE, "de")
    await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, "fr")
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")
    await evening.types("Ben", "undo")
    await passes(evening)
    assert announcement(evening, "104.2a").content.endswith("~~ (rückgängig gemacht von Ben)")


async def test_only_what_was_undone_is_struck_through(evening: Evening) -> None:
    """Ben's loss stands, Cy's doesn't, until both are undone."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy, Dee")
    for who in ("Ben", "Cy"):
        await evening.types(who, "concede")
        await passes(evening)
    for steps, struck in ((1, ["Cy"]), (1, ["Ben", "Cy"])):
        await evening.types("Ana", "undo", steps=steps)
        await passes(evening)
        said = [one.content for one in evening.channel.history() if "(CR 104.3a)" in one.content]
        assert [who for who in ("Ben", "Cy") if any(f"~~**{who}**" in text for text in said)] == struck
    await evening.types("Ana", "redo", steps=2)
    await passes(evening)
    losses = [one.content for one in evening.channel.history() if one.content.startswith("**")]
    assert sum("(CR 104.3a)" in text and "~~" not in text for text in losses) == 2
    undone = [one.content for one in evening.channel.history() if "Undid" in one.content]
    assert [(text.count("~~") / 2, text.endswith("(undone by Ana)")) for text in undone] == [
        (text.count("\n") + 1, True) for text in undone
    ], "each line as a whole"


async def test_a_loss_that_a_fix_takes_back_is_struck_through_until_the_fix_is_undone(
    evening: Evening,
) -> None:
    await deal(evening, "free_for_all", "Ana, Ben, Cy", life=5)
    await evening.types("Ben", "life lose", amount=5)
    await passes(evening)
    lost = announcement(evening, "704.5a").content
    fix = Fix(evening, "Cy")
    await fix.types("fix", step=str(await evening.number_of_entries()), amount="4")
    await fix.press("Do it")
    await passes(evening)
    assert announcement(evening, "704.5a").content.endswith("~~ (corrected by Cy)")
    await evening.types("Ana", "undo")
    await passes(evening)
    assert announcement(evening, "704.5a").content == lost


@pytest.mark.own_bot
async def test_what_was_undone_right_before_a_kill_is_struck_through_after_it(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")
    await passes(evening)
    await evening.restart()  # which writes down what Discord has
    await evening.games.undo(await evening.game(), by(evening, "Ana", -7))
    await evening.restart(settled=True)
    assert announcement(evening, "104.2a").content.endswith("~~ (undone by Ana)")


async def test_an_end_undone_at_once_and_reached_again_gets_its_chart_which_says_whether_it_stands(
    evening: Evening,
) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, SAME_TIME, "30")
    await evening.settings.choose(Level.SERVER, evening.server.id, CHART, "on")
    await deal(evening, "two_player", "Ana, Ben", life=5)
    await evening.types("Ben", "life lose", amount=5)
    await evening.types("Ana", "undo")
    await evening.passes(seconds=31)
    await evening.types("Ana", "redo")
    await evening.passes(seconds=31)
    await one_picture_comes(evening)
    (chart,) = (one for one in evening.channel.history() if one.attachments)
    for command, text in (("undo", f"-# ~~{chart.content[3:]}~~ (undone by Ana)"), ("redo", chart.content)):
        await evening.types("Ana", command)
        await passes(evening)
        (now,) = (one for one in evening.channel.history() if one.attachments)
        assert now.content == text
    await evening.passes(seconds=31)
    await one_picture_comes(evening)


@pytest.mark.own_bot
async def test_a_match_that_an_earlier_game_no_longer_decides_is_struck_through_until_that_is_redone(
    evening: Evening,
) -> None:
    """Ben has won both games of three; then the first one goes on after all, right before a kill."""

    def told() -> list[str]:
        """Return the last two lines of the announcement of the second game's end."""
        (one,) = (one for one in evening.channel.history() if "**Ben**: Ben 2" in one.content)
        return one.content.splitlines()[-2:]

    await deal(evening, "two_player", "Ana, Ben", best_of=3)
    first = await evening.game()
    for _ in range(2):
        await evening.types("Ana", "concede")
        if await evening.game() == first:
            await next_game(evening)
    await passes(evening)
    before = told()
    await evening.restart(away=60)
    with evening.env.bots_clock():
        await evening.games.undo(first, by(evening, "Ana", -7))
    await evening.restart(settled=True)
    now = [f"~~{before[-1]}~~", "Match: Ben 1 – 0 Ana (game 2 of 3)"]
    await evening.until(lambda: told() == now)
    with evening.env.bots_clock():
        await evening.games.redo(first, by(evening, "Ana", -8))
    await evening.until(lambda: told() == before)


async def test_an_end_that_an_undone_fix_has_restored_is_struck_through_once_the_fix_is_redone(
    evening: Evening,
) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")
    fix = Fix(evening, "Ana")
    await fix.types("fix", step=str(await evening.number_of_entries()))
    await fix.press("Do it")
    await evening.types("Ana", "undo")
    await passes(evening)
    standing = [one.id for one in evening.channel.history() if "again" in verbs(one) and one.content]
    assert standing
    for command in ("redo", "undo", "undo"):  # the fix counts, the end stands, and is undone itself
        await evening.types("Ben", command)
        await passes(evening)
        now = [one for one in evening.channel.history() if one.id in standing]
        over = "**Ana wins" in evening.board()
        assert [bool(verbs(one)) for one in now] == [over for _ in standing]
        assert all(("~~" in one.content) is not over for one in now)


async def test_what_a_redo_says_is_struck_through_once_its_step_is_undone_again(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")
    await evening.types("Ana", "undo")
    await evening.types("Ana", "redo")
    await passes(evening)

    def redone() -> discord.Message:
        (one,) = (one for one in evening.channel.history() if one.id == told.id)
        return one

    told = next(one for one in evening.channel.history() if one.content.startswith("Redid"))
    assert "again" in verbs(told)
    for _ in range(2):
        await evening.types("Ana", "undo")
        await passes(evening)
        assert verbs(redone()) == {}
        assert all(line.startswith("~~") for line in redone().content.splitlines())
        assert redone().content.endswith("~~ (undone by Ana)")
        await evening.types("Ben", "redo")
        await passes(evening)
        assert (redone().content, verbs(redone())) == (told.content, verbs(told))
