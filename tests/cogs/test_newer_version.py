"""What a newer version has written in one event or league, and this one can't read, disturbs nothing else."""

from datetime import UTC, datetime

import pytest

from rules.leagues.league import Tiebreaker
from storage.games.games import Location
from storage.posts import Post, insert_post
from storage.scheduler import Deadline, set_deadline
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.support.messages import message_of, text
from tests.support.tables import deal

NEWER = "of a newer version"


async def exchange(evening: Evening, table: str, column: str, was: str) -> None:
    """Put what is not known in the place of a value of the first league or event, while the bot is away."""
    await evening.bot.close()
    about = {"league": "id", "league_entry": "league", "tournament_entry": "tournament"}[table]
    sql = f"UPDATE {table} SET {column} = replace({column}, ?, ?) WHERE {about} = 1"
    await evening.database.write((sql, (was, NEWER)))
    await evening.restart(away=1)


@pytest.mark.own_bot
async def test_who_is_in_an_event_that_cannot_be_read_joins_another_one(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", play="duels")
    ben = evening.people["Ben"]
    await ben.click(event(evening), label="Join")
    await exchange(evening, "tournament_entry", "act", "CreateTournament")
    other = evening.server.create_text_channel("saturday")
    opened = await evening.people["Ana"].slash(other, "event create", name="Saturday", play="duels")
    await ben.click(message_of(opened), label="Join")
    await evening.env.settle()
    assert "Ben" in text(other.history()[-1])
    assert evening.errors(), "the event that cannot be read stays out of date"


@pytest.mark.own_bot
@pytest.mark.parametrize(
    ("table", "column", "was"),
    [
        ("league", "rules", Tiebreaker.OPPONENTS_MATCH_WINS.value),
        ("league_entry", "act", "CreateLeague"),
    ],
    ids=["a tie-breaker", "an act"],
)
async def test_who_plays_in_a_league_that_cannot_be_read_is_shown_another_one(
    evening: Evening, table: str, column: str, was: str
) -> None:
    for name in ("Friday", "Saturday"):
        await create(evening, name=name)
    await report(evening, "Ana", "Ana, Cy", league="Saturday")
    await exchange(evening, table, column, was)
    stats = await evening.types("Ana", "stats")
    assert "Saturday" in stats.text
    assert "Friday" not in stats.text
    assert evening.errors(), "the league that cannot be read stays out of date"


@pytest.mark.own_bot
async def test_announcements_and_deadlines_of_other_kinds_wait_for_who_knows_them(evening: Evening) -> None:
    """They hold up nothing, and are there when a newer version comes back."""
    await evening.bot.close()
    place = evening.place
    post = Post("game", 1, 1, NEWER, Location(place.channel, place.guild), 1)
    due = Deadline(NEWER, "1", datetime(2026, 1, 1, tzinfo=UTC))
    await evening.database.write(insert_post(post), set_deadline(due))
    await evening.restart(away=1)
    await deal(evening)
    assert (await evening.types("Ana", "life lose", amount=3)).text
    await evening.env.settle()
    rows = await evening.database.fetch("SELECT message FROM outbox WHERE kind = ?", NEWER)
    assert [row["message"] for row in rows] == [None]
    assert await evening.games.deadlines.find(NEWER, "1") == due
    assert evening.errors() == ()
