"""What is kept up to date in the background catches up after an unexpected error."""

from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, NamedTuple

import pytest

from cogs.core.delivery.refresher import Refresher
from cogs.locales.catalogs import catalog
from rules.game.game import Game
from rules.leagues.result import ResultNumber
from storage.scheduler import RETRIES
from storage.settings.definitions import FOLLOW
from tests.cogs.leagues.test_hidden_channel import elsewhere
from tests.cogs.leagues.test_inbox import judges_channel
from tests.cogs.leagues.test_seasons import KEPT, open_to_all, played
from tests.cogs.settings.settings_panel import choose
from tests.cogs.tournaments import test_queue as queues
from tests.cogs.tournaments import test_rounds as rounds
from tests.cogs.tournaments.test_private_tables import rooms as voice_channels
from tests.cogs.tournaments.test_scheduled import announced, at
from tests.cogs.tournaments.test_sign_up import event
from tests.end_to_end.test_delivery import ANSWER, EDIT, SEND, tables, told
from tests.support.evening import Evening, service_of
from tests.support.hiding import hide, show
from tests.support.http_faults import Network
from tests.support.leagues import begin_round, create, report, saying, sign_up
from tests.support.messages import text
from tests.support.tables import deal

Story = AsyncGenerator[None]
"""What happens before the error, up to the first ``yield``; what meets it, up to the second one; and what
has to be seen when it is over."""


class Situation(NamedTuple):
    """A story, and the request whose answer can't be read in it; by default a refresh fails as it begins."""

    story: Callable[[Evening], Story]
    request: tuple[str, str] | None = None


async def a_board_is_edited(evening: Evening) -> Story:
    await deal(evening)
    yield
    await evening.types("Ben", "life lose", amount=3)
    yield
    assert "# Ben · 37\n" in evening.board()


async def a_board_moves(evening: Evening) -> Story:
    await deal(evening)
    earlier = evening.board_message().id
    yield
    await evening.types("Ben", "game board")
    yield
    (left,) = (one for one in evening.channel.history() if one.id == earlier)
    assert f"/{evening.board_message().id}" in text(left)
    assert len(tables(evening)) == 1


async def an_answer_is_taken_back(evening: Evening) -> Story:
    await evening.as_by_default(FOLLOW)
    await deal(evening)
    yield
    for _ in range(5):
        await evening.types("Ben", "life lose", amount=1)
    yield
    assert told(evening, "40 → 39") == 0
    assert told(evening, "36 → 35") == 1


async def a_hidden_board_changes(evening: Evening) -> Story:
    await deal(evening)
    await hide(evening)
    await evening.types("Ben", "life lose", amount=3)
    yield
    await show(evening)
    yield
    assert "# Ben · 37\n" in evening.board()


async def a_server_chooses_a_language(evening: Evening) -> Story:
    await deal(evening)
    yield
    await choose(evening, "Ana", "server:language", "de")
    await evening.env.settle()
    yield
    assert catalog("de").gettext("Pass turn") in evening.buttons()


async def an_answer_is_lost(evening: Evening) -> Story:
    await deal(evening)
    yield
    evening.env.inject_error(*ANSWER, status=404, code=10062, times=2)
    await evening.people["Ben"].slash(evening.channel, "concede")
    yield
    assert told(evening, "(CR 104.3a)") == 1


async def a_hidden_channel_hears_of_nothing(evening: Evening) -> Story:
    await deal(evening)
    await hide(evening)
    evening.env.inject_error(*ANSWER, status=404, code=10062, times=2)
    await evening.people["Ben"].slash(evening.channel, "concede")
    yield
    await show(evening)
    yield
    assert told(evening, "(CR 104.3a)") == 1


async def someone_signs_up(evening: Evening) -> Story:
    await evening.types("Ana", "event create", name="Friday")
    yield
    await evening.types("Ana", "event add", players="new Gil")
    yield
    assert "Gil" in text(event(evening))


async def someone_signs_up_in_a_hidden_channel(evening: Evening) -> Story:
    await evening.types("Ana", "event create", name="Friday")
    await hide(evening)
    await evening.types("Ana", "event add", players="new Gil")
    yield
    await show(evening)
    yield
    assert "Gil" in text(event(evening))


async def an_event_is_scheduled(evening: Evening) -> Story:
    yield
    await evening.types("Ana", "event create", name="Friday", scheduled=f"<t:{at(evening, 48)}:f>")
    await evening.env.settle()
    yield
    assert [one.name for one in announced(evening)] == ["Friday"]


async def four_wait_in_a_queue(evening: Evening) -> Story:
    await evening.types("Ana", "event queue", name="Friday")
    yield
    for who in ("Ben", "Cy", "Dee", "Eve"):
        await queues.presses(evening, who, "Join queue")
    yield
    assert [one.name for one in evening.channel.threads] == ["Friday · table 1"]


async def signed_up(evening: Evening) -> None:
    """Three members and a guest sign up for the event Friday."""
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, "Gil")


async def at_a_table(evening: Evening, **options: object) -> None:
    await signed_up(evening)
    await evening.types("Ana", "event round", **options)
    await evening.env.settle()


async def a_round_begins(evening: Evening) -> Story:
    await signed_up(evening)
    yield
    await begin_round(evening)
    yield
    assert [one.name for one in evening.channel.threads] == ["Friday · round 1 · table 1"]
    assert isinstance((await rounds.view(evening, 1, 1)).table, Game)


async def a_table_ends(evening: Evening) -> Story:
    await at_a_table(evening)
    yield
    await rounds.types(evening, 1, 1, "win", who="Ben")
    yield
    assert len((await rounds.state(evening)).rounds[0].outcomes[1].winners) == 1


async def an_event_with_voice_channels_ends(evening: Evening) -> Story:
    await evening.types("Ana", "event create", name="Friday", voice=True)
    await sign_up(evening, "Gil")
    await begin_round(evening)
    assert [*voice_channels(evening)] == ["Friday · round 1 · table 1"]
    yield
    await evening.types("Ana", "event close")
    yield
    assert voice_channels(evening) == {}


async def time_is_up(evening: Evening) -> Story:
    await at_a_table(evening, minutes=30)
    await rounds.types(evening, 1, 1, "turn next")
    await evening.passes(minutes=30)
    yield
    await rounds.types(evening, 1, 1, "turn next")
    yield
    assert (await rounds.state(evening)).rounds[0].outcomes[1].winners == ()


async def someone_comes_late(evening: Evening) -> Story:
    await at_a_table(evening)
    await evening.passes(minutes=5.1)
    assert len((await rounds.state(evening)).rounds[-1].missing[1]) == 3
    yield
    await evening.people["Ben"].send(rounds.thread(evening, 1, 1), "hello")
    await evening.env.settle()
    yield
    assert len((await rounds.state(evening)).rounds[-1].missing[1]) == 2


async def a_result_counts(evening: Evening) -> Story:
    await create(evening)
    await open_to_all(evening)
    await evening.types("Ana", "league board")
    yield
    await played(evening, "Ben, Cy")
    await evening.env.settle()
    yield
    assert "1. Ben         5 1–0–0" in text(saying(evening, KEPT))


async def a_judge_rules_in_a_hidden_channel(evening: Evening) -> Story:
    await create(evening)
    await evening.types("Ana", "league board")
    await report(evening, "Ben", "Ben, Cy")
    await hide(evening)
    rule = {"result": 1, "verdict": "accept", "reason": "seen"}
    await elsewhere(evening, "Ana", "league result rule", league="Friday", **rule)
    yield
    await show(evening)
    yield
    assert "1. Ben         5 1–0–0" in text(saying(evening, KEPT))


async def a_round_begins_in_a_league(evening: Evening) -> Story:
    await create(evening)
    await signed_up(evening)
    channel = await judges_channel(evening)
    await report(evening, "Ben", "Ben, new Zoe")  # so that there is an inbox
    yield
    await begin_round(evening)
    yield
    (kept,) = channel.history()
    assert "Friday, round 1, table 1" in text(kept)


async def winner_in_league(evening: Evening) -> str | None:
    """Return who has won the only result of the league."""
    league = await evening.league()
    record = await evening.games.leagues.results.record(league, ResultNumber(1))
    (first,) = [side for side in record.result.entrants if side.place == 1]
    return (await evening.games.leagues.state(league)).players[first.players[0]].name


async def a_judge_rules_on_a_table(evening: Evening) -> Story:
    await create(evening)
    await at_a_table(evening)
    yield
    await evening.types("Ana", "event result", table=1, winner="Ben")
    yield
    assert await winner_in_league(evening) == "Ben"


async def a_judge_edits_the_result_of_a_table(evening: Evening) -> Story:
    await create(evening)
    await at_a_table(evening)
    await rounds.types(evening, 1, 1, "win", who="Cy")
    names = await rounds.tables(evening)
    yield
    players = ", ".join(sorted(names[0], key=lambda name: name != "Ben"))
    await evening.types("Ana", "league result edit", result=1, reason="mistyped", players=players)
    yield
    now = await rounds.state(evening)
    assert [now.players[one].name for one in now.rounds[0].outcomes[1].winners] == ["Ben"]


async def a_game_that_a_judge_has_ruled_on_is_undone(evening: Evening) -> Story:
    await create(evening)
    await at_a_table(evening)
    await rounds.types(evening, 1, 1, "win", who="Ben")
    await evening.passes(seconds=40)
    await evening.types("Ana", "event result", table=1, winner="Ben")
    yield
    await rounds.types(evening, 1, 1, "undo")
    yield
    results, league = evening.games.leagues.results, await evening.league()
    assert [(await results.record(league, ResultNumber(number))).counts for number in (1, 2)] == [False, True]


async def a_round_gives_a_bye(evening: Evening) -> Story:
    await create(evening)
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await evening.types("Ana", "event add", players="new: Gil, Hal, Ida")
    yield
    await evening.types("Ana", "event round")
    yield
    result = (await evening.games.leagues.results.record(await evening.league(), ResultNumber(1))).result
    assert result.is_bye


SITUATIONS: Mapping[str, Situation] = {
    "boards": Situation(a_board_is_edited, EDIT),
    "earlier boards": Situation(a_board_moves, EDIT),
    "answers taken back": Situation(an_answer_is_taken_back, ("DELETE", "/webhooks/*")),
    "all boards": Situation(a_hidden_board_changes),
    "boards whose settings were changed": Situation(a_server_chooses_a_language),
    "announcements": Situation(an_answer_is_lost, SEND),
    "all announcements": Situation(a_hidden_channel_hears_of_nothing),
    "event messages": Situation(someone_signs_up, EDIT),
    "events": Situation(someone_signs_up_in_a_hidden_channel),
    "all events": Situation(someone_signs_up_in_a_hidden_channel),
    "Discord events": Situation(an_event_is_scheduled, ("POST", "/guilds/*/scheduled-events")),
    "queues": Situation(four_wait_in_a_queue),
    "rounds' tables": Situation(a_round_begins, ("POST", "/channels/*/threads")),
    "tables' outcomes": Situation(a_table_ends),
    "leagues' results of tables": Situation(a_judge_rules_on_a_table),
    "rulings on changed games": Situation(a_game_that_a_judge_has_ruled_on_is_undone),
    "events' results of leagues": Situation(a_judge_edits_the_result_of_a_table),
    "leagues' byes": Situation(a_round_gives_a_bye),
    "ends of rounds": Situation(time_is_up),
    "voice rooms": Situation(an_event_with_voice_channels_ends),
    "players at tables": Situation(someone_comes_late),
    "league messages": Situation(a_result_counts, EDIT),
    "leagues": Situation(a_judge_rules_in_a_hidden_channel),
    "all leagues": Situation(a_judge_rules_in_a_hidden_channel),
    "leagues of channels": Situation(a_round_begins_in_a_league),
}
"""By the name of the refresher that meets the error."""


class Unexpected(Exception):
    """An error that no code expects."""


def break_once(refresher: Refresher[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the next refresh fail before it begins."""
    refresh = vars(refresher)["_refresh"]

    async def broken(key: object) -> None:
        monkeypatch.setattr(refresher, "_refresh", refresh)
        raise Unexpected

    monkeypatch.setattr(refresher, "_refresh", broken)


def here(evening: Evening, path: str) -> str:
    """Return a path of requests about this evening's channel or server, as other tests share the bot."""
    for kind, number in (("channels", evening.channel.id), ("guilds", evening.server.id)):
        path = path.replace(f"/{kind}/*", f"/{kind}/{number}", 1)
    return path


async def test_every_refresher_has_a_situation(evening: Evening) -> None:
    assert service_of(evening.bot).background.refreshers.keys() == SITUATIONS.keys()


@pytest.mark.parametrize("name", SITUATIONS)
async def test_it_is_up_to_date_after_an_unexpected_error_without_another_change(
    evening: Evening, network: Network, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    situation, refresher = SITUATIONS[name], service_of(evening.bot).background.refreshers[name]
    await evening.passes(seconds=RETRIES[0] + 1)  # what other tests have left for a retry
    story = situation.story(evening)
    await anext(story)
    if situation.request is None:
        break_once(refresher, monkeypatch)
    else:
        method, path = situation.request
        network.break_answers(method, here(evening, path), Unexpected())
    await anext(story)
    failed = [one for one in evening.errors() if str(one).startswith(f"Updating {name} failed")]
    assert [type(one.__cause__) for one in failed] == [Unexpected]
    with evening.env.bots_clock():
        assert refresher.waiting == 1
    await evening.passes(seconds=RETRIES[0] + 1)
    with evening.env.bots_clock():
        assert refresher.waiting == 0
    assert await anext(story, "over") == "over"
