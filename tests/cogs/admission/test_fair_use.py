"""Fair use: generous for play, strict for what is dear, and forgotten by those who are away."""

import pytest

from cogs.admission.fair_use import COSTS, SERVER, USER, FairUse
from tests.support.evening import Evening, service_of
from tests.support.leagues import create, report
from tests.support.messages import message_of
from tests.support.tables import deal

pytestmark = pytest.mark.own_bot(fair_use=True)


async def refusal(evening: Evening, who: str, command: str, **options: object) -> str:
    """Return what someone reads who types a command until it is refused, at most 200 times."""
    for _ in range(200):
        answer = await evening.types(who, command, **options)
        if "Try again in" in answer.text:
            assert answer.private
            return answer.text
    raise AssertionError("never refused")


async def test_a_table_presses_hundreds_of_times_a_minute(evening: Evening) -> None:
    """Six people press five times a second for ten seconds: three hundred presses."""
    await deal(evening, names="Ana, Ben, Cy, Dee, Eve, Fay")
    for _ in range(10):
        for name in ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay"):
            for label in ("−1", "+1", "−1", "+1", "−1"):
                assert (await evening.presses(name, label)).text == ""
        await evening.passes(seconds=1)


async def test_charts_of_one_user_end_and_come_back(evening: Evening) -> None:
    await create(evening, by="nobody")
    await report(evening, "Ana", "Ana, Ben")
    # 120 are enough for three exports at 40; the first of them comes back after 40 / 3 seconds.
    await evening.passes(minutes=1)
    assert USER == (120, 3)
    for _ in range(3):
        await evening.types("Ana", "league export", format="csv")
    assert (await evening.types("Ana", "league export")).text == ("Too many requests. Try again in 14 s.")
    assert (await evening.types("Ben", "league standings")).text != ""
    await evening.passes(seconds=14)
    assert "Try again" not in (await evening.types("Ana", "league export")).text
    assert "Try again" in (await evening.types("Ana", "league export")).text


async def test_nothing_is_done_for_who_is_refused(evening: Evening) -> None:
    await deal(evening)
    assert await refusal(evening, "Ben", "life lose", amount=1) == "Too many requests. Try again in 1 s."
    entries = await evening.number_of_entries()
    assert "Try again" in (await evening.types("Ben", "life lose", amount=1)).text
    assert "Try again" in (await evening.presses("Ben", "−1")).text
    assert await evening.number_of_entries() == entries
    assert "Try again" not in (await evening.types("Cy", "life lose", amount=1)).text


async def test_suggestions_cost_little_and_are_answered_with_none(evening: Evening) -> None:
    await deal(evening)
    for _ in range(300):
        assert await evening.suggestions("Ben", "life lose", "who")
    for _ in range(400):
        if not await evening.suggestions("Ben", "life lose", "who"):
            return
    raise AssertionError("never refused")


@pytest.mark.full
async def test_a_server_has_its_share(evening: Evening) -> None:
    """Forty people who each press as fast as one may are more than a server may: the next one waits."""
    await deal(evening)
    people = [evening.server.add_member(evening.env.create_user(f"p{n}")) for n in range(40)]
    refused = 0
    for person in people:
        for _ in range(int(SERVER.burst) // 40):
            answer = message_of(await person.slash(evening.channel, "rule", query="104.3a"))
            refused += "This server is busy." in answer.content
    # 1500 are enough for 750 of the 1480, less what it took to begin the game.
    assert (SERVER.burst, COSTS["rule"]) == (1500, 2)
    assert 730 <= refused <= 760
    await evening.passes(minutes=1)
    assert "Try again" not in (await evening.types("Ana", "rule", query="104.3a")).text


async def test_only_so_many_are_kept_in_mind(evening: Evening) -> None:
    await deal(evening)
    service_of(evening.bot).fair_use = FairUse(evening.seconds, limit=1)
    await refusal(evening, "Ben", "life lose", amount=1)
    await evening.types("Cy", "life lose", amount=1)
    assert "Try again" not in (await evening.types("Ben", "life lose", amount=1)).text


async def test_the_machines_clock_changes_nothing(evening: Evening) -> None:
    """A monotonic clock that stands still gives nothing back."""
    await deal(evening)
    service_of(evening.bot).fair_use = FairUse(lambda: 5.0)
    await refusal(evening, "Ben", "life lose", amount=1)
    await evening.passes(minutes=60)
    assert "Try again" in (await evening.types("Ben", "life lose", amount=1)).text


async def test_everything_named_exists(evening: Evening) -> None:
    commands = {command.qualified_name for command in evening.bot.tree.walk_commands()}
    assert {name for name in COSTS if not name.startswith("arbiter-")} <= commands
    assert {name for name in COSTS if name.startswith("arbiter-")} <= service_of(
        evening.bot
    ).hooks.routes.keys()
    assert max(COSTS.values()) <= min(USER.burst, SERVER.burst)
