"""An event in the channel of a league: one result in both, the last one that was said, and byes."""

import pytest

from rules.game.game import Game
from rules.leagues.result import ResultNumber
from rules.leagues.review import ResultRecord
from rules.tournaments.acts import EnterOutcome, TakeBackRound
from storage.events.store import Request
from tests.cogs.tournaments.test_announcements import changed
from tests.cogs.tournaments.test_organize import Panel, with_players
from tests.cogs.tournaments.test_rounds import state, tables, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create, report, standing
from tests.support.panels import forget, takes_round_back


@pytest.fixture
async def panel(evening: Evening) -> Panel:
    await create(evening, "Duels", preset="swiss", by="nobody")
    await evening.types("Ana", "event create", name="Friday", play="duels")
    return await Panel(evening).open()


async def record(evening: Evening, number: int) -> ResultRecord:
    """Return a result of the league."""
    league = await evening.league()
    return await evening.games.leagues.results.record(league, ResultNumber(number))


async def test_a_judges_result_of_an_event_is_the_leagues(panel: Panel) -> None:
    evening = panel.evening
    (one, other), (third, fourth) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    await evening.types("Ana", "event result", table=1, winner=other)
    await evening.types("Ana", "event result", table=2, winner=third)
    await evening.env.settle()
    state_of = await evening.games.leagues.state(await evening.league())
    found = {
        state_of.players[line.player].name: side.ending.value
        for number in (1, 2)
        for side in (await record(evening, number)).result.entrants
        for line in side.lines
    }
    assert found == {one: "lost", other: "won", third: "won", fourth: "lost"}
    await evening.types("Ana", "event result", table=2, outcome="double loss")
    await evening.env.settle()
    both = [side.ending.value for side in (await record(evening, 2)).result.entrants]
    assert both == ["lost", "lost"]
    await types(evening, 1, 2, "win", who=fourth)
    await evening.passes(seconds=40)
    assert [side.ending.value for side in (await record(evening, 2)).result.entrants] == both
    assert (await evening.games.leagues.state(await evening.league())).results == 2


@pytest.mark.own_bot
async def test_a_round_that_was_taken_back_before_a_kill_counts_in_no_league(panel: Panel) -> None:
    """Nothing followed the act. What was reported of a table before is noted as the same game."""
    evening = panel.evening
    (one, other), (third, _) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await report(evening, "Ana", f"new {one}, new {other}")
    await evening.types("Ana", "event result", table=1, winner=one)
    await evening.types("Ana", "event result", table=2, winner=third)
    await evening.env.settle()
    assert (await record(evening, 1)).duplicate_of == 2
    await evening.bot.close()
    await changed(evening, TakeBackRound(), number=7_777_700)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert [(await record(evening, number)).counts for number in (1, 2, 3)] == [True, False, False]


async def test_what_a_judge_edits_in_the_league_is_the_events(panel: Panel) -> None:
    evening = panel.evening
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    await evening.types("Ana", "league result edit", result=1, reason="mistyped", players=f"{other}, {one}")
    await evening.env.settle()
    now = await state(evening)
    assert [now.players[won].name for won in now.rounds[0].outcomes[1].winners] == [other]
    assert now.rounds[0].outcomes[1].judged
    assert any(f"-# Before: {one} wins, from the game." in said_there for said_there in evening.chat())


async def test_a_round_that_is_taken_back_counts_in_neither(panel: Panel) -> None:
    evening = panel.evening
    (one, _), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    assert (await record(evening, 1)).counts
    await takes_round_back(evening, "Ana", event(evening))
    await evening.env.settle()
    assert (await record(evening, 1)).void


async def duel(evening: Evening) -> None:
    """Ben beats Cy in an event, and Cy's data is deleted."""
    await create(evening, "Duels", preset="swiss", by="nobody")
    await evening.types("Ana", "event create", name="Friday", play="duels")
    for name in ("Ben", "Cy"):
        await evening.presses(name, "Join", event(evening))
    await begin_round(evening)
    await types(evening, 1, 1, "win", who="Ben")
    await evening.passes(seconds=40)
    await forget(evening, "Cy")
    await evening.env.settle()


async def test_who_has_deleted_their_data_is_the_same_player_in_both(evening: Evening) -> None:
    """Before, a new guest "Player 2" of the league had the result that a judge gave them in the event, and
    the league's judge who gave it to them made both lose in the event."""
    await duel(evening)
    assert await endings(evening) == {"Ben": "won", None: "lost"}
    await evening.types("Ana", "event result", table=1, winner="#2")
    await evening.passes(seconds=5)
    assert await endings(evening) == {"Ben": "lost", None: "won"}
    assert standing(evening) == {"Player 2": "3", "Ben": "0"}
    people = (await evening.games.leagues.state(await evening.league())).players.values()
    ben, two = (f"#{one.number}" for one in sorted(people, key=lambda one: one.name != "Ben"))
    for players, points in ((f"{ben}, {two}", ("3", "0")), (f"{two}, {ben}", ("0", "3"))):
        await evening.types("Ana", "league result edit", result=1, reason="checked", players=players)
        await evening.passes(seconds=5)
        now = standing(evening)
        assert (now["Ben"], now["Player 2"]) == points
    assert len((await evening.games.leagues.state(await evening.league())).players) == 2


async def test_a_player_whose_data_was_deleted_before_the_result_has_no_name_in_the_league(
    panel: Panel,
) -> None:
    evening = panel.evening
    await evening.presses("Ben", "Join", event(evening))
    await with_players(panel, "Gil")
    await forget(evening, "Ben")
    await evening.env.settle()
    await evening.types("Ana", "event result", table=1, winner="Gil")
    await evening.passes(seconds=5)
    assert await endings(evening) == {"Gil": "won", None: "lost"}
    await evening.types("Ana", "event result", table=1, winner="#1")
    await evening.passes(seconds=5)
    assert await endings(evening) == {"Gil": "lost", None: "won"}


def judge(evening: Evening) -> Request:
    """Return a request of Ana's."""
    return Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_701)


async def endings(evening: Evening, number: int = 1) -> dict[str | None, str]:
    """Return how a result of the league ended, by name."""
    players = (await evening.games.leagues.state(await evening.league())).players
    sides = (await record(evening, number)).result.entrants
    return {players[line.player].name: side.ending.value for side in sides for line in side.lines}


@pytest.mark.own_bot
async def test_what_a_judge_voids_in_a_league_before_a_kill_is_void_in_the_event(panel: Panel) -> None:
    """A judge's word in the league was lost where the bot stopped right behind it."""
    evening = panel.evening
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    await evening.bot.close()
    await evening.games.leagues.results.void(
        await evening.league(), judge(evening), ResultNumber(1), "they had played before"
    )
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert (await state(evening)).rounds[0].outcomes[1].void
    assert standing(evening)[one] == standing(evening)[other] == "0"
    await evening.types("Ana", "league result restore", result=1, reason="they hadn't")
    await evening.env.settle()
    assert standing(evening)[one] == "3"


@pytest.mark.own_bot
async def test_the_last_word_stands_after_a_kill(panel: Panel) -> None:
    """A judge voids a result in the league; another one then enters who has won, and the bot stops."""
    evening = panel.evening
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    await evening.types("Ana", "league result void", result=1, reason="not theirs")
    await evening.passes(seconds=5)
    assert (await state(evening)).rounds[0].outcomes[1].void
    await evening.bot.close()
    now = await state(evening)
    won = next(player for player in now.rounds[0].tables[1] if now.players[player].name == other)
    await changed(evening, EnterOutcome(round=1, table=1, winners=(won,), judged=True), number=7_777_702)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert standing(evening)[other] == "3"
    assert await endings(evening) == {one: "lost", other: "won"}
    assert (await record(evening, 1)).counts


@pytest.mark.own_bot
async def test_a_league_has_only_what_was_played_while_it_had_the_channel(evening: Evening) -> None:
    """Before, a league that was made after a judge's result got that at the next restart."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    panel = await Panel(evening).open()
    (one, _), (third, _) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await evening.types("Ana", "event result", table=1, winner=one)
    await evening.passes(seconds=5)
    await create(evening, "Duels", preset="swiss", by="nobody")
    await evening.passes(seconds=5)
    await evening.restart(away=60)
    await evening.passes(seconds=60)
    assert (await evening.games.leagues.state(await evening.league())).results == 0
    await evening.types("Ana", "event result", table=2, winner=third)
    await evening.env.settle()
    assert third in await endings(evening)


async def test_byes_are_the_leagues_too_while_the_pairings_stand(panel: Panel) -> None:
    """Three points for a bye in both (MTR Appendix C); another pairing gives it to another player."""
    evening = panel.evening
    await with_players(panel, "Gil", "Hal", "Ida")
    await evening.passes(seconds=5)
    now = await state(evening)
    (first,) = now.rounds[0].pairings.byes
    assert await endings(evening) == {now.players[first].name: "won"}
    assert (await record(evening, 1)).counts
    names = {one.number: one.name for one in now.players.values()}
    other = names[now.rounds[0].tables[1][0]]
    await evening.types("Ana", "event move", who=names[first], swap=other)
    await evening.passes(seconds=5)
    assert [(await record(evening, number)).counts for number in (1, 2)] == [False, True]
    assert await endings(evening, 2) == {other: "won"}
    await takes_round_back(evening, "Ana", event(evening))
    await evening.passes(seconds=5)
    assert not (await record(evening, 2)).counts


async def test_a_judges_match_is_one_result_of_a_league_with_such_matches(evening: Evening) -> None:
    """Best of three in both. A game was played, 1-0; a judge enters 2-1."""
    await create(evening, "Duels", preset="swiss", by="nobody")
    await evening.types("Ana", "event create", name="Friday", play="duels", best_of=3)
    panel = await Panel(evening).open()
    ((one, other),) = await with_players(panel, "Gil", "Hal")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    await evening.types("Ana", "event result", table=1, winner=other, games="2-1")
    await evening.passes(seconds=5)
    shown = (await evening.types("Ana", "league standings")).text
    league = await evening.league()
    assert (await evening.games.leagues.state(league)).results == 1
    assert await endings(evening) == {one: "lost", other: "won"}
    assert [side.games for side in (await record(evening, 1)).result.entrants] == [1, 2]
    assert other in shown
    await evening.types("Ana", "league result void", result=1, reason="no")
    await evening.passes(seconds=5)
    assert (await state(evening)).rounds[0].outcomes[1].void


async def test_a_game_whose_ruled_result_was_voided_in_the_league_can_end_and_give_way(
    panel: Panel,
) -> None:
    """Before, the ruling sealed the game that went on: no one could end it, and the round that was taken back
    couldn't be paired again at that table."""
    evening = panel.evening
    (one, other), (third, _) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    for table, winner in enumerate((one, third), start=1):
        await evening.types("Ana", "event result", table=table, winner=winner)
        await evening.passes(seconds=5)
        await evening.types("Ana", "league result void", result=table, reason="not theirs")
        await evening.passes(seconds=5)
    await types(evening, 1, 1, "win", who=other)
    await evening.passes(seconds=40)
    ended = (await view(evening, 1, 1)).table
    assert isinstance(ended, Game)
    assert ended.outcome is not None
    league = await evening.games.leagues.state(await evening.league())
    assert [(await record(evening, number)).counts for number in range(1, league.results + 1)] == [False] * 2
    assert standing(evening)[other] == "0"
    await takes_round_back(evening, "Ana", event(evening))
    await panel.open()
    await panel.press("Pair round 1")
    await evening.env.settle()
    for number, names in enumerate(await tables(evening), start=1):
        there = (await view(evening, 1, number)).table
        assert isinstance(there, Game)
        assert [player.name for player in there.players] == names
        assert there.outcome is None


@pytest.mark.parametrize("taken_back", [False, True])
async def test_what_a_judge_has_said_stays_in_both_though_the_same_end_is_undone(
    panel: Panel, *, taken_back: bool
) -> None:
    """The judge says what the game has shown. Before, undoing that withdrew the league's result alone; also
    after a later round was taken back."""
    evening = panel.evening
    (one, other), (third, _) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=40)
    await evening.types("Ana", "event result", table=1, winner=one)
    await evening.types("Ana", "event result", table=2, winner=third)
    if taken_back:
        await begin_round(evening)
        await takes_round_back(evening, "Ana", event(evening))
    await evening.passes(seconds=5)
    await types(evening, 1, 1, "undo")
    await evening.passes(seconds=40)
    assert standing(evening)[one] == "3"
    assert not (await record(evening, 1)).counts
    assert await endings(evening, 3) == {one: "won", other: "lost"}
    assert (await record(evening, 3)).counts
    await types(evening, 1, 1, "win", who=other)
    await evening.passes(seconds=40)
    assert (await evening.games.leagues.state(await evening.league())).results == 3
    assert standing(evening)[other] == "0"
