"""What the bot posts unasked is posted once, even if answers are lost or not saved before a kill.

The simulated Discord doesn't know messages by their nonces, as the real one after a few minutes.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from fractions import Fraction

import pytest
from msgspec.structs import replace
from simcord.results import to_discord_message

from rules.leagues.league import Extras
from storage.games.games import Request
from storage.games.outbox import post_of
from storage.posts import PostKind, insert_post
from storage.settings.definitions import CHART, SAME_TIME, Level
from tests.cogs.help.test_welcome import invite
from tests.cogs.leagues import test_votes as league_votes
from tests.cogs.leagues.test_asking import wants_private
from tests.cogs.same_time.test_waiting import one_picture_comes
from tests.cogs.tournaments import test_queue as queues
from tests.cogs.tournaments import test_rounds as rounds
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.http_faults import Network
from tests.support.leagues import Panel, begin_round, create, drops, report, sign_up
from tests.support.messages import text
from tests.support.tables import deal

Story = Callable[[Evening], Awaitable[None]]


async def a_game(evening: Evening) -> None:
    """Of seven minutes, to the end, without a time for what happens at the same time."""
    for name, value in ((CHART, "on"), (SAME_TIME, "0")):
        await evening.settings.choose(Level.SERVER, evening.server.id, name, value)
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ana", "clock round", minutes=7, turns=0)
    await evening.types("Ben", "life lose", amount=3)
    for minutes in (2.5, 4, 1.5):
        await evening.passes(minutes=minutes)
    await evening.types("Ben", "concede")
    await evening.passes(seconds=30)
    await one_picture_comes(evening)


async def an_invitation(evening: Evening) -> None:
    await invite(evening)


async def a_league(evening: Evening) -> None:
    """Ben, Cy and Dee meet too often, Cy and Dee don't confirm, and a season ends without an answer."""
    await create(evening)
    panel, judges = await Panel(evening).open(), evening.server.create_text_channel("judges")
    await panel.fill("confirmation", hours="4", meetings="1 in 24")
    await panel.pick("judges", judges)
    await wants_private(evening, "Cy")
    await evening.types("Ana", "league season open", name="Autumn")
    await report(evening, "Ben", "Ben, Cy, Dee")
    await evening.passes(minutes=150)
    ana = Request(evening.people["Ana"].id, "Ana", 77)
    with evening.env.bots_clock():
        await evening.games.leagues.seasons.close(await evening.league(), ana)


async def a_vote(evening: Evening) -> None:
    """Only Ben votes after a game, until the time is up."""
    await create(evening)
    extras = Extras(awards={"style": Fraction(1), "luck": Fraction(1)}, voted=("style", "luck"))
    await evening.games.leagues.edit(
        await evening.league(),
        Request(evening.people["Ana"].id, "Ana", 78),
        lambda rules: replace(rules, scoring=replace(rules.scoring, extras=extras)),
    )
    await league_votes.play(evening)
    await league_votes.votes(evening, "Ben", "Cy")
    await evening.passes(minutes=25 * 60)


async def a_round(evening: Evening) -> None:
    """No one comes to a table, and all get more time; a result changes once the next round is paired."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await sign_up(evening, "Gil")
    await begin_round(evening)
    await evening.types("Ana", "event time", minutes=3, table=1)
    await evening.types("Ana", "event time", minutes=5, table=2)
    await evening.passes(minutes=5.1)
    await evening.passes(minutes=5.1)
    for table, names in enumerate(await rounds.tables(evening), start=1):
        await rounds.types(evening, 1, table, "win", who=names[0])
    await begin_round(evening)
    await rounds.types(evening, 1, 1, "undo")


async def a_round_of_days(evening: Evening) -> None:
    """Ben says when he can; tables are reminded, and aren't played in time; a judge decides; Cy drops."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await sign_up(evening, "Gil")
    await evening.types("Ana", "event round", days=1)
    await evening.passes(minutes=60)
    await evening.types("Ben", "event available", when="Sunday")
    await evening.passes(minutes=12 * 60)
    await evening.passes(minutes=11.5 * 60)
    await rounds.types(evening, 1, 1, "event deadline", days=2)
    await rounds.types(evening, 1, 1, "event result", table=1, outcome="draw")
    await rounds.types(evening, 1, 1, "win", who=(await rounds.tables(evening))[0][0])
    await drops(evening, "Cy", event(evening))


async def a_repeated_event(evening: Evening) -> None:
    """Sign-up for the next event waits for the end of this one, and then opens."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    starts = int(evening.now().timestamp()) + 24 * 3600
    await evening.types("Ana", "series repeat", start=f"<t:{starts}>", days=5)
    await evening.passes(minutes=5)
    await evening.types("Ana", "event close")
    await evening.passes(minutes=10.5)


async def a_queue(evening: Evening) -> None:
    """Ben is asked and leaves; then a table plays."""
    await evening.types("Ana", "event queue", name="Friday")
    await queues.presses(evening, "Ben", "Join queue")
    await evening.passes(minutes=30.5)
    await evening.passes(minutes=11)
    await queues.four_join(evening)
    await queues.types(evening, 1, "game end")


STORIES: Mapping[Story, set[PostKind]] = {
    a_game: {PostKind.STEP, PostKind.CLOCK, PostKind.WARNING, PostKind.CHART},
    an_invitation: {PostKind.WELCOME},
    a_league: {
        *(PostKind.CONFIRM, PostKind.CONFIRM_PRIVATELY, PostKind.SUSPICIOUS, PostKind.SEASON),
        PostKind.LEAGUE_ACT,
    },
    a_vote: {PostKind.STEP, PostKind.VOTES},
    a_round: {
        *(PostKind.ANNOUNCED, PostKind.TABLE_OPEN, PostKind.CALL, PostKind.MISSING, PostKind.LATE_CHANGE),
        PostKind.EXTRA_TIME,
    },
    a_round_of_days: {
        *(PostKind.AVAILABLE, PostKind.ROUND_REMINDER, PostKind.ROUND_OVER, PostKind.RESULT),
        *(PostKind.CORRECTION, PostKind.OVERRULED, PostKind.DROPPED),
    },
    a_repeated_event: {PostKind.SERIES_WAITS, PostKind.SIGN_UP},
    a_queue: {PostKind.STILL_WAITING, PostKind.UNANSWERED, PostKind.TABLE_OPEN, PostKind.TABLE_OVER},
}
"""Stories, and the kinds of posts that each has."""
ELSEWHERE = {
    *(PostKind.TABLE_GONE, PostKind.TABLES_CLOSED, PostKind.FURTHER, PostKind.NO_VOICE_ROOMS),
    PostKind.SEATED_ELSEWHERE,
}
"""Those of seats that change and of threads that are forbidden: tests/cogs/tournaments/test_judging.py; of
several messages: tests/cogs/tournaments/test_withdrawn.py; of voice channels: test_private_tables.py; of two
queues: test_substitutes.py there."""


def said(evening: Evening) -> Mapping[tuple[int, int], str]:
    """Return what the bot has written anywhere, by channels and messages, without the moments in it."""
    backend, me = evening.env.backend, evening.bot.user
    found = {
        (channel, number): to_discord_message(evening.env, one)
        for channel, kept in backend.messages.items()
        for number, one in kept.items()
    }
    return {place: re.sub(r"<t:\d+", "<t:", text(one)) for place, one in found.items() if one.author == me}


async def keep_posts(evening: Evening) -> None:
    """Have every row of the outbox kept as it was written."""
    await evening.database.write(("CREATE TABLE kept AS SELECT * FROM outbox WHERE 0", ()))
    await evening.database.write(
        (
            "CREATE TRIGGER keep AFTER INSERT ON outbox BEGIN "
            "INSERT INTO kept SELECT * FROM outbox WHERE (about, subject, number, kind, detail) = "
            "(NEW.about, NEW.subject, NEW.number, NEW.kind, NEW.detail); END",
            (),
        )
    )


def test_every_kind_of_post_has_a_story() -> None:
    assert set[PostKind]().union(*STORIES.values(), ELSEWHERE) == {*PostKind}


@pytest.mark.own_bot
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_it_is_said_once_though_the_bot_was_killed_before_it_had_noted_that(
    evening: Evening, story: Story
) -> None:
    await keep_posts(evening)
    await story(evening)
    await evening.passes(seconds=20)
    before = said(evening)
    rows = await evening.database.fetch("SELECT DISTINCT kind FROM kept")
    assert STORIES[story] <= {row["kind"] for row in rows}
    await evening.bot.close()
    for statement in (
        "DELETE FROM outbox",
        "INSERT OR REPLACE INTO outbox SELECT * FROM kept",
        "DROP TRIGGER keep",
        "DROP TABLE kept",
    ):
        await evening.database.write((statement, ()))
    await evening.restart(settled=True)
    await evening.passes(seconds=20)
    given_up = [one for one in evening.errors() if "too old" not in str(one)]
    assert given_up == []
    assert {place: one for place, one in said(evening).items() if place not in before} == {}


@pytest.mark.own_bot
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_it_is_said_once_though_each_first_answer_is_lost(
    evening: Evening, network: Network, story: Story
) -> None:
    network.lose_each_answer("POST", "/channels/*/messages")
    await story(evening)
    await evening.passes(seconds=90)
    assert evening.errors()
    written = Counter((channel, one) for (channel, _), one in said(evening).items())
    assert {one: times for one, times in written.items() if times > 1} == {}


@pytest.mark.own_bot
async def test_what_a_later_version_has_to_say_is_left_to_it(evening: Evening) -> None:
    """As while two versions run side by side, and the other one hands its server over."""
    await deal(evening)
    view = await view_of(evening.games, await evening.game())
    later = replace(post_of(view, view.entries[-1], PostKind.STEP), kind="of a later version")
    await evening.database.write(insert_post(later))
    before = said(evening)
    await evening.restart(settled=True)
    assert said(evening) == before
    (kept,) = await evening.database.fetch("SELECT message, changes FROM outbox WHERE kind = ?", later.kind)
    assert tuple(kept) == (None, 0)
