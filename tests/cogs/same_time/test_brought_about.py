"""A loss or an ending that a fix, a redo or an undo brings about: it, too, can have had company (704.3)."""

import discord
import pytest

from cogs.core.components import button, card, rows
from cogs.core.custom_ids import TableCustomId
from storage.settings.definitions import CHART, SAME_TIME, Level
from tests.cogs.board.test_every_button import post
from tests.cogs.history.test_fix import Fix
from tests.cogs.same_time.test_same_time import (
    TOO_LATE,
    at,
    at_five,
    enters,
    joins,
    last_telling,
    opens,
    too_late,
)
from tests.cogs.same_time.test_same_time import late as late
from tests.cogs.same_time.test_waiting import ends, one_picture_comes, points
from tests.cogs.same_time.test_waiting import league as league
from tests.support.evening import Evening
from tests.support.messages import buttons, message_of, verbs
from tests.support.tables import deal
from tests.support.wording import counts, gist


async def fixed(evening: Evening, who: str, step: int, amount: int) -> Fix:
    """Let someone fix the amount of a step."""
    fix = Fix(evening, who)
    await fix.types("fix", step=str(step), amount=str(amount))
    await fix.press("Do it")
    return fix


async def draws(evening: Evening, told: discord.Message | None = None) -> None:
    """Ben adds that he lost 5 at the same time, below the last announcement: both lose (104.4a)."""
    await enters(evening, "Ben", await opens(evening, "Ben", told), what=["lose"], amount="5")
    assert "Ana Ben CR 104.4a" in gist(evening.chat()[-1])


async def test_a_fix_that_ends_the_game(late: Evening) -> None:
    """Ana had lost 5, not 4, and Ben his 5 at the same time."""
    await at_five(late)
    await late.types("Ana", "life lose", amount=4)
    await late.passes(minutes=5)
    fix = await fixed(late, "Ana", 6, 5)
    assert "Ben CR 104.2a" in gist(fix.said)
    told = last_telling(late, "fixed the game")
    assert [*verbs(told)] == ["again", "fix", "together"]
    await draws(late, told)


async def test_a_fix_that_makes_someone_lose(late: Evening) -> None:
    """Cy's loss came by step 7, which is the event, and the game goes on."""
    await at_five(late, "free_for_all", "Ana, Ben, Cy, Dee", "Ben", "Cy")
    await late.types("Cy", "life lose", amount=2)
    await late.types("Cy", "life lose", amount=2)
    await fixed(late, "Cy", 6, 3)
    told = last_telling(late, "fixed the game")
    assert "Cy 0 CR 704.5a" in gist(told.content)
    assert [*verbs(told)] == ["fix", "together"]
    panel = await opens(late, "Ben", told)
    assert panel.response is not None
    done = await enters(late, "Ben", panel, what=["lose"], amount="5")
    assert "together with step 7: Cy lost 2 life; Ben lost 5 life" in done


async def test_a_press_that_comes_too_late_after_a_fix(late: Evening) -> None:
    await at_five(late)
    await late.types("Ana", "life lose", amount=4)
    await fixed(late, "Ana", 6, 5)
    offer = await too_late(late, "Ben", "life lose", amount=5)
    assert "Ana Ben CR 104.4a" in gist(await joins(late, "Ben", offer))


async def test_a_fix_that_makes_no_one_lose_has_no_button(late: Evening) -> None:
    """Ben's earlier loss stays, and is too old to be joined by this."""
    await deal(late, "free_for_all", "Ana, Ben, Cy")
    await late.types("Ben", "concede")
    await late.types("Cy", "life lose", amount=2)
    await late.passes(minutes=1)
    await fixed(late, "Cy", 5, 3)
    assert buttons(last_telling(late, "fixed the game")) == []
    old = await post(
        late, card("A loss", *rows(button("Together", TableCustomId("together", await late.game(), "4"))))
    )
    assert (await late.refused_press("Ana", "Together", old)).startswith(TOO_LATE)


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "pressed"])
async def test_a_redo_that_ends_the_game(late: Evening, *, typed: bool) -> None:
    await at_five(late)
    await late.types("Ana", "life lose", amount=5)
    undone = await late.people["Ana"].click(late.board_message(), label="Undo")
    await late.passes(minutes=5)
    if typed:
        await late.types("Ben", "redo")
    else:
        opened = message_of(await late.people["Ben"].click(undone.followups[0], label="Other step…"))
        await late.people["Ben"].click(opened, label="Redo")
    told = last_telling(late, "(CR 104.2a)")
    assert [*verbs(told)] == ["again", "fix", "together"]
    await draws(late, told)


async def test_a_redo_of_a_fix(late: Evening) -> None:
    await at_five(late)
    await late.types("Ana", "life lose", amount=4)
    await fixed(late, "Ana", 6, 5)
    await late.types("Ana", "undo")
    await late.passes(minutes=5)
    await late.types("Ben", "redo")
    await draws(late)


async def test_an_undo_of_a_fix_that_had_brought_someone_back(late: Evening) -> None:
    await at_five(late)
    await late.types("Ana", "life lose", amount=5)
    await fixed(late, "Ana", 6, 4)
    await late.passes(minutes=5)
    await late.presses("Ana", "Undo")
    told = last_telling(late, "(CR 104.2a)")
    assert [*verbs(told)] == ["undone", "again", "fix", "together"]
    await draws(late, told)


async def test_a_league_waits_for_a_fix_that_ends_the_game(league: Evening) -> None:
    await deal(league, names="Ben, Cy")
    await at(league, 5, "Ben", "Cy")
    await league.types("Cy", "life lose", amount=4)
    fix = await fixed(league, "Cy", 6, 5)
    assert "Friday" not in fix.said
    assert await points(league) == []
    await league.passes(seconds=31)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    told = last_telling(league, "fixed the game")
    assert counts(told.content, "Friday", 1)
    assert buttons(told) == ["Rematch", "Fix…"]


async def test_a_league_waits_for_a_redo_of_an_end_that_it_does_not_know(league: Evening) -> None:
    """It was undone within the while and is redone after it."""
    await ends(league)
    await league.types("Cy", "undo")
    await league.passes(seconds=40)
    redone = await league.types("Cy", "redo")
    assert "Friday" not in redone.text
    assert await points(league) == []
    await league.passes(seconds=31)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    told = last_telling(league, "Redid step")
    assert counts(told.content, "Friday", 1)
    assert "together" not in verbs(told)


async def test_an_end_redone_within_its_while_waits_for_the_while_of_the_redo(league: Evening) -> None:
    """It came at 0 s and again at 200 s: no one can know before 500 s that nothing more belongs to it."""
    await league.settings.choose(Level.SERVER, league.server.id, SAME_TIME, "300")
    await ends(league)
    await league.passes(seconds=100)
    await league.types("Cy", "undo")
    await league.passes(seconds=100)
    await league.types("Cy", "redo")
    await league.passes(seconds=250)
    assert await points(league) == []
    await league.passes(seconds=51)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    assert counts(last_telling(league, "Redid step").content, "Friday", 1)


async def test_a_redo_of_an_end_that_a_league_knows_counts_at_once(league: Evening) -> None:
    await ends(league)
    await league.passes(seconds=31)
    await league.types("Cy", "undo")
    assert await points(league) == []
    redone = await league.types("Cy", "redo")
    assert counts(redone.text, "Friday", 1)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    await league.passes(seconds=31)
    assert last_telling(league, "Redid step").content.count("Counts in Friday") == 1


async def test_what_joins_an_end_that_was_redone_is_the_only_result(league: Evening) -> None:
    """A draw (104.4a), and no win before it."""
    await at_five(league, "two_player", "Ben, Cy")
    await league.types("Ben", "life lose", amount=5)
    await league.types("Ben", "undo")
    await league.passes(seconds=40)
    await league.types("Ben", "redo")
    offer = await too_late(league, "Cy", "life lose", amount=5)
    assert "(CR 104.4a)" in await joins(league, "Cy", offer)
    assert await points(league) == []
    await league.passes(seconds=31)
    assert len({row.rpartition(" ")[2] for row in await points(league)}) == 1
    assert (await league.types("Ana", "league result show", result=2)).text == (
        "This league has no result number 2."
    )


async def test_a_picture_comes_after_a_redo(evening: Evening) -> None:
    await evening.as_by_default(SAME_TIME, CHART)
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "life lose", amount=3)
    await evening.types("Cy", "concede")
    await evening.types("Cy", "undo")
    await evening.passes(seconds=40)
    await evening.types("Cy", "redo")
    assert not any(one.attachments for one in evening.channel.history())
    await evening.passes(seconds=31)
    await one_picture_comes(evening)


async def test_a_fix_of_who_has_won_corrects_the_result_at_once(league: Evening) -> None:
    """It has counted by then; its line is said once."""
    await ends(league)
    await league.passes(seconds=31)
    fix = Fix(league, "Ana")
    await fix.types("fix", step="4", who="Ben")
    await fix.press("Do it")
    assert await points(league) == ["**1.** **Cy** 5", "**2.** **Ben** 0"]
    await league.passes(seconds=31)
    told = last_telling(league, "fixed the game")
    assert told.content.count("Counts in Friday") == 1
    assert "together" not in verbs(told)
