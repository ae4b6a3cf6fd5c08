"""What is typed at Discord's limits: read within milliseconds, or refused before anything else is done."""

import time
from collections.abc import Callable

import pytest

from cogs.core import members
from cogs.core.targets import life_totals
from cogs.entry import dice
from cogs.leagues.core import parsing, parsing_details
from cogs.leagues.views.fields import parse_points
from cogs.text.typed import people_in
from rules.refusal import Refusal
from tests.support.evening import Evening
from tests.support.event_loop import budget
from tests.support.games import game_of
from tests.support.leagues import create, report
from tests.support.tables import deal

LONGEST = 6000
"""Characters that Discord takes in an option."""
GAP = f"a{' ' * (LONGEST - 2)}b"
"""Seconds for which nothing may hold everyone else."""
MENTIONS = " ".join(f"<@{900_000_000_000_000_000 + n}>" for n in range(250))
GUESTS = ",".join(f"g{n}" for n in range(1400))
NUMBERS = ("\u00b2", "9" * 5000, "\u0663", "-1", "1e9", "")
"""Texts behind a # that aren't a player's number; superscripts are digits to Python, and 5,000 too many."""
REQUESTS = 60


def tried(read: Callable[[], object]) -> None:
    try:
        read()
    except Refusal:
        return


@pytest.mark.alone
@pytest.mark.parametrize(
    "read",
    [
        lambda: members.groups(GAP, ["Red", "Blue"]),
        lambda: people_in(GAP),
        lambda: dice.parse_notation(GAP),
        lambda: dice.parse_notation(f"1{' ' * LONGEST}"),
        lambda: parsing_details.parse_score(GAP, 2),
        lambda: parsing_details.parse_awards(f"a: {GAP}", {"a": 0}),
        lambda: parsing.sides(f"Ana ({GAP})"),
        lambda: parsing_details.split("<@1><@1" * (LONGEST // 7), ",>"),
        lambda: parse_points("9e9999999"),
        lambda: parse_points(f"1/{'9' * LONGEST}"),
    ],
)
def test_nothing_that_is_typed_takes_long_to_read(read: Callable[[], object]) -> None:
    began = time.thread_time()
    tried(read)
    assert time.thread_time() - began < budget()


@pytest.mark.own_bot
@pytest.mark.alone
async def test_life_totals_with_a_wide_gap_take_no_time(evening: Evening) -> None:
    await deal(evening)
    table = await game_of(evening.games, evening.place)
    began = time.thread_time()
    with pytest.raises(Refusal, match="redistribute_form"):
        life_totals(table, f"a{' ' * 1000}b", None)
    assert time.thread_time() - began < budget()


@pytest.mark.parametrize(
    ("variant", "allows"), [("free_for_all", 40), ("commander", 40), ("two_player", 2), ("emperor", 40)]
)
@pytest.mark.parametrize("players", [MENTIONS, GUESTS, f"{MENTIONS}, {GUESTS[:500]}"])
async def test_more_people_than_seats_are_refused_before_anyone_is_fetched(
    evening: Evening, variant: str, allows: int, players: str
) -> None:
    before = len(evening.env.http_requests)
    answer = await evening.refused("Ana", "game new", variant=variant, players=players)
    assert f"at most {allows} players" in answer
    assert len(evening.env.http_requests) - before == 1  # the refusal
    await evening.types("Ana", "game new", variant=variant)
    before = len(evening.env.http_requests)
    assert f"at most {allows} players" in await evening.refused("Ana", "game add", players=players)
    assert len(evening.env.http_requests) - before == 1


async def test_the_most_people_who_can_be_fetched_at_once(evening: Evening) -> None:
    strangers = [evening.env.create_user(f"u{n}") for n in range(39)]
    people = [evening.server.add_member(one) for one in strangers]
    before = len(evening.env.http_requests)
    await evening.types(
        "Ana", "game new", variant="grand_melee", players=" ".join(one.mention for one in people)
    )
    assert "u38" in evening.board()
    assert 39 <= len(evening.env.http_requests) - before <= REQUESTS


@pytest.mark.parametrize("command", ["first", "random"])
async def test_draws_among_too_many(evening: Evening, command: str) -> None:
    before = len(evening.env.http_requests)
    assert "at most 40" in await evening.refused("Ana", command, players=GUESTS[:500])
    assert len(evening.env.http_requests) - before == 1


async def test_too_many_players_of_a_game(evening: Evening) -> None:
    await deal(evening)
    assert "at most 40" in await evening.refused("Ana", "life lose", amount=1, who=GUESTS)
    together = " & ".join(GUESTS.split(",")[:700])
    assert "at most 40" in await evening.refused("Ana", "life lose", amount=1, who=together)


async def test_a_report_of_too_many(evening: Evening) -> None:
    await create(evening)
    before = len(evening.env.http_requests)
    for players in ("+".join(f"<@{n}>" for n in range(100, 200)), ", ".join(map(str, range(99)))):
        assert (await evening.types("Ana", "league report", players=players)).private
    assert len(evening.env.http_requests) - before == 2


@pytest.mark.parametrize("digits", NUMBERS)
async def test_what_is_not_a_number_is_answered(evening: Evening, digits: str) -> None:
    """Everything here gives a refusal or a list, none an error: the evening fails for those at its end."""
    await create(evening, by="nobody")
    await report(evening, "Ana", "Ana, Ben")
    for typed in (f"#{digits}", f"<@{digits}>", f"<@!{digits}>"):
        assert "is called" in await evening.refused("Ana", "league player", who=typed)
        await evening.types("Ana", "league report", players=f"Ana, {typed}"[:1000])
        await evening.types("Ana", "league head-to-head", who=typed)
    await evening.suggestions("Ana", "league result show", "result", digits[:100])
    await deal(evening)
    for typed in (f"#{digits}", f"<@{digits}>"):
        await evening.refused("Ana", "life lose", amount=1, who=typed)
    await evening.refused("Ana", "roll", dice=f"d{digits}"[:60])
    await evening.refused("Ana", "life redistribute", totals=f"Ana {digits}, Ben 3")


@pytest.mark.parametrize("id", ["0", "1", "9223372036854775807", "9999999999999999999"])
async def test_an_id_of_no_one(evening: Evening, id: str) -> None:
    answer = await evening.refused("Ana", "game new", variant="commander", players=f"<@{id}>")
    assert answer.key == "not_in_server"
