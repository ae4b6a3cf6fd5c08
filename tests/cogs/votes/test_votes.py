"""/vote: players vote in turn order with buttons, openly, and the result is announced."""

import discord
import pytest

from storage.settings.definitions import LANGUAGE, MAY_ENTER, Level
from tests.support.evening import Evening
from tests.support.messages import buttons, message_of, private_message_of, said, text, without_log
from tests.support.panels import forget
from tests.support.tables import deal, gather, two_headed


def message(evening: Evening) -> discord.Message:
    """Return the newest message of a vote."""
    return [one for one in evening.channel.history() if "### Vote" in text(one)][-1]


async def call(evening: Evening, who: str = "Ana", **options: object) -> None:
    await evening.types(who, "vote", question="Tivit", options="evidence, bribery", **options)


async def votes(evening: Evening, who: str, choice: str) -> list[str]:
    """Press a choice; return the channel's new messages, without the vote itself."""
    before = len(evening.chat())
    await evening.presses(who, choice, message(evening))
    return evening.chat()[before:]


async def test_everyone_votes_in_turn_order_and_the_result_is_said(evening: Evening) -> None:
    await deal(evening)
    called = await evening.types("Ben", "vote", question="Tivit", options="evidence, bribery")
    assert called.text == (
        "### Vote: Tivit\n**evidence**: 0\n**bribery**: 0\n**Ben** votes next. Then: Cy, Dee and Ana.\n"
        "[evidence]\n[bribery]"
    )
    assert not called.private
    assert "Vote: Tivit – **Ben** votes next" in evening.board()
    assert await votes(evening, "Ben", "evidence") == []
    assert text(message(evening)) == (
        "### Vote: Tivit\n**evidence**: 1 (Ben)\n**bribery**: 0\n**Cy** votes next. Then: Dee and Ana.\n"
        "[evidence]\n[bribery]"
    )
    await votes(evening, "Cy", "bribery")
    await votes(evening, "Dee", "evidence")
    told = await votes(evening, "Ana", "evidence")
    assert told == ["Vote on Tivit: **evidence 3**, bribery 1 (CR 701.38)."]
    assert text(message(evening)) == ("### Vote: Tivit\n**evidence**: 3 (Ben, Dee, Ana)\n**bribery**: 1 (Cy)")
    assert "votes next" not in evening.board()


async def test_a_vote_is_one_step_of_the_log_and_one_undo(evening: Evening) -> None:
    await deal(evening)
    before = evening.board()
    await call(evening)
    for who, choice in (("Ana", "evidence"), ("Ben", "bribery"), ("Cy", "bribery"), ("Dee", "evidence")):
        await votes(evening, who, choice)
    shown = await evening.types("Ana", "log", kind="votes")
    lines = [line for line in shown.text.splitlines() if "Tivit" in line]
    assert len(lines) == 1
    assert "Ana votes for evidence" in lines[0]
    assert "Vote on Tivit: evidence 2, bribery 2, a tie (CR 701.38)" in lines[0]
    await evening.types("Ana", "undo")
    assert without_log(evening.board()) == without_log(before)


async def test_a_step_in_between_leaves_the_vote_as_it_is(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await call(evening)
    await votes(evening, "Ana", "evidence")
    await evening.types("Ben", "life lose", amount=1)
    assert await votes(evening, "Ben", "evidence") == [
        "Vote on Tivit: **evidence 2**, bribery 0 (CR 701.38)."
    ]
    await evening.types("Ana", "undo")
    assert "**Ben** votes next" in evening.board()


@pytest.mark.own_bot
async def test_it_goes_on_after_a_restart(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await call(evening)
    await votes(evening, "Ana", "evidence")
    await evening.restart()
    assert await votes(evening, "Ben", "bribery") == [
        "Vote on Tivit: **evidence 1**, **bribery 1**, a tie (CR 701.38)."
    ]


async def test_additional_votes_come_at_once_and_may_be_left(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await call(evening, extra="Ana 2, Ben")
    assert "**Ana** votes next, with 3 votes. Then: Ben." in text(message(evening))
    assert "No more votes" not in buttons(message(evening))
    await votes(evening, "Ana", "evidence")
    await votes(evening, "Ana", "bribery")
    await votes(evening, "Ana", "No more votes")
    assert "**evidence**: 1 (Ana)\n**bribery**: 1 (Ana)\n**Ben** votes next, with 2 votes." in text(
        message(evening)
    )
    await votes(evening, "Ben", "bribery")
    assert await votes(evening, "Ben", "bribery") == ["Vote on Tivit: **bribery 3**, evidence 1 (CR 701.38)."]


async def test_others_are_asked_before_they_vote_for_someone(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben")
    await call(evening)
    asked = private_message_of(await evening.people["Ben"].click(message(evening), label="bribery"))
    assert text(asked) == ("It's Ana's turn to vote. Vote on their behalf?\n[Vote bribery for Ana]")
    late = message_of(await evening.people["Ben"].click(message(evening), label="bribery"))
    await evening.people["Ben"].click(asked, label="Vote bribery for Ana")
    assert "**bribery**: 1 (Ana)" in text(message(evening))
    assert "**Ben** votes next." in text(message(evening))
    before = await evening.number_of_entries()
    again = await evening.people["Ben"].click(late, label="Vote bribery for Ana")
    assert said(again).text == "It's Ben's turn to vote (CR 701.38)."
    assert await evening.number_of_entries() == before


async def test_anyone_votes_for_a_guest(evening: Evening) -> None:
    await deal(evening, names="Ana, Grandma")
    await call(evening)
    await votes(evening, "Ana", "evidence")
    assert await votes(evening, "Ana", "evidence") == [
        "Vote on Tivit: **evidence 2**, bribery 0 (CR 701.38)."
    ]


async def test_a_team_votes_before_the_next(evening: Evening) -> None:
    await two_headed(evening)
    await call(evening, "Ben")
    assert "**Ben** votes next. Then: Ana, Cy and Dee." in text(message(evening))


async def test_someone_who_leaves_has_no_vote(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy")
    await call(evening, first="Cy")
    await votes(evening, "Cy", "evidence")
    await votes(evening, "Ana", "bribery")
    gone = await evening.types("Ben", "concede")
    assert "Vote on Tivit: **evidence 1**, **bribery 1**, a tie (CR 701.38)." in gone.text


async def test_what_cant_be_voted_on_is_refused(evening: Evening) -> None:
    await deal(evening)
    assert await evening.refused("Ana", "vote") == (
        "No vote is in progress. Start one with `question:` and `options:`."
    )
    assert await evening.refused("Ana", "vote", question="Tivit") == await evening.refused("Ana", "vote")
    assert await evening.refused("Ana", "vote", question="Tivit", options="evidence, Evidence") == (
        "A vote needs two to 10 different options, with commas between them."
    )
    many = ", ".join(f"choice {n}" for n in range(11))
    assert "two to 10" in await evening.refused("Ana", "vote", question="Tivit", options=many)
    long = await evening.refused("Ana", "vote", question="Tivit", options=f"a, {'b' * 61}")
    assert long == "A text is too long. The limit is 60 characters."
    await call(evening)
    assert await evening.refused("Ben", "vote", question="Tivit", options="a, b") == (
        "A vote is already in progress. `/vote` alone shows it again, and `/undo` cancels it."
    )


async def test_it_is_shown_again_and_buttons_of_another_vote_do_nothing(evening: Evening) -> None:
    await deal(evening)
    await call(evening)
    old = message(evening)
    again = await evening.types("Dee", "vote")
    assert again.text.startswith("### Vote: Tivit")
    await evening.types("Ana", "undo")
    await evening.types("Ana", "vote", question="Expropriate", options="time, money")
    assert await evening.refused_press("Ana", "evidence", old) == (
        "That vote is over or was never called. `/vote` calls a new one."
    )


async def test_spectators_do_not_vote_and_judges_keep_no_one_from_it(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy")
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, "judges")
    await call(evening, "Ben")
    assert "Only players in this game" in await evening.refused_press("Fay", "evidence", message(evening))
    await votes(evening, "Ben", "evidence")
    assert len(await votes(evening, "Cy", "evidence")) == 1


async def test_what_is_typed_is_harmless_and_goes_with_a_person(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Cy")
    await evening.types("Ana", "vote", question="@everyone: ben or **Cy**?", options="Ben, Cy")
    shown = text(message(evening))
    assert shown.startswith("### Vote: @\u200beveryone: ben or \\*\\*Cy\\*\\*?\n**Ben**: 0\n**Cy**: 0\n")
    await forget(evening, "Ben")
    again = await evening.types("Cy", "vote")
    assert again.text.startswith("### Vote: @\u200beveryone: Player 1 or \\*\\*Cy\\*\\*?\n**Player 1**: 0\n")
    assert "Ben" not in again.text


async def test_the_largest_vote_fits(evening: Evening) -> None:
    """Ten options, forty voters with ten votes each, and letters that are written with a backslash."""
    guests = [f"{'*' * 26}{n:02}" for n in range(39)]
    await gather(evening, "free_for_all", "Ana, " + ", ".join(guests))
    await evening.types("Ana", "game seats", order=", ".join(["Ana", *guests]))
    await evening.types("Ana", "game start", first="Ana")
    options = ", ".join(f"{'_' * 55}{n}" for n in range(9))
    await evening.types(
        "Ana", "vote", question="~" * 150, options=options, extra=", ".join(f"{one} 9" for one in guests[:4])
    )
    for _ in range(31):
        shown = message(evening)
        await evening.presses("Ana", buttons(shown)[0], shown)
    assert "×10" in text(message(evening))


async def test_in_french(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "fr")
    await deal(evening, names="Ana, Ben")
    await call(evening)
    await votes(evening, "Ana", "evidence")
    assert await votes(evening, "Ben", "evidence") == [
        "Vote sur Tivit\xa0: **evidence 2**, bribery 0 (CR 701.38)."
    ]
