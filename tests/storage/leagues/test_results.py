"""Results as people report them, confirm, dispute, settle by silence, rule upon and put right."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.leagues.acts.results import Verdict
from rules.leagues.league import OnTimeout
from rules.leagues.result import LeagueId, PlayerNumber
from rules.leagues.result import ResultNumber as R
from rules.leagues.review import ResultState
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.games.games import Games
from storage.leagues.leagues import Leagues
from storage.leagues.queries import ResultFilter
from storage.leagues.repository import LeagueRepository
from storage.leagues.results import ReportedResult
from storage.leagues.unit_of_work import deadline_of
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
    DEE,
    JUDGE,
    NOON_SECONDS,
    OPEN,
    STRICT,
    T0,
    ZOE,
    Watch,
    by,
    drawn,
    found,
    places,
    points,
    won,
)

HOUR = 3600


async def test_a_result_that_no_one_has_to_confirm_counts_at_once(
    leagues: Leagues, database: Database
) -> None:
    league = await found(leagues)
    done = await leagues.results.report(league, by(ANA), won(ANA, BEN, CY))
    assert (done.record.number, done.record.state, done.record.reporter) == (1, ResultState.CONFIRMED, 1)
    await leagues.results.report(league, by(BEN), drawn(BEN, CY, ZOE))
    # 3 for Ana's win; 1 each for the draw.
    assert await points(leagues, league) == {"Ana": "3", "Ben": "1", "Cy": "1", "Zoe": "1"}
    state = await leagues.state(league)
    assert {player.name: (number, player.user, player.guest) for number, player in state.players.items()} == {
        "Ana": (1, 101, False),
        "Ben": (2, 102, False),
        "Cy": (3, 103, False),
        "Zoe": (4, None, True),
    }
    await assert_sound(database, league)


async def test_everyone_else_confirms(leagues: Leagues, database: Database, watch: Watch) -> None:
    league = await found(leagues, STRICT)
    done = await leagues.results.report(league, by(ANA), won(ANA, BEN, CY))
    assert done.record.state is ResultState.PENDING
    assert done.record.deadline == NOON_SECONDS + 48 * HOUR
    assert await points(leagues, league) == {}
    for outsider, why in ((DEE, "confirm_not_asked"), (ANA, "confirm_not_asked")):
        with pytest.raises(Refusal, match=why):
            await leagues.results.confirm(league, by(outsider), R(1))
    assert (await leagues.results.confirm(league, by(BEN), R(1))).record.state is ResultState.PENDING
    with pytest.raises(Refusal, match="confirmed_already"):
        await leagues.results.confirm(league, by(BEN), R(1))
    await assert_sound(database, league)
    assert (await leagues.results.confirm(league, by(CY), R(1))).record.state is ResultState.CONFIRMED
    assert await points(leagues, league) == {"Ana": "3", "Ben": "0", "Cy": "0"}
    await assert_sound(database, league)  # this also checks that nothing is due


@pytest.mark.parametrize(
    ("silence", "state", "ana"),
    [(OnTimeout.CONFIRM, ResultState.CONFIRMED, "3"), (OnTimeout.VOID, ResultState.VOID, None)],
)
async def test_silence_settles_once_when_it_is_due(
    leagues: Leagues,
    database: Database,
    watch: Watch,
    silence: OnTimeout,
    state: ResultState,
    ana: str | None,
) -> None:
    rules = replace(STRICT, confirmation=replace(STRICT.confirmation, silence=silence))
    league = await found(leagues, rules)
    await leagues.results.report(league, by(ANA), won(ANA, BEN))
    watch.hours_pass(48)
    earlier = deadline_of(league, R(1), NOON_SECONDS + 47 * HOUR)
    assert await leagues.results.settle(earlier) is None
    due = deadline_of(league, R(1), NOON_SECONDS + 48 * HOUR)
    settled = await leagues.results.settle(due)
    assert settled is not None
    assert settled.record.state is state
    assert await leagues.results.settle(due) is None
    assert (await points(leagues, league)).get("Ana") == ana
    await assert_sound(database, league)


async def test_the_deadline_runs_with_the_others_and_is_kept_over_a_restart(
    games: Games, database: Database, watch: Watch
) -> None:
    league = await found(games.leagues, STRICT)
    await games.leagues.results.report(league, by(ANA), won(ANA, BEN))
    again = Games(database, watch)
    watch.hours_pass(48)
    waiting = await again.deadlines.find("league", f"{league}:1")
    assert waiting is not None
    assert waiting.due == watch.now
    settled = await again.leagues.results.settle(waiting)
    assert settled is not None
    assert await again.deadlines.find("league", f"{league}:1") is None


async def test_a_dispute_is_ruled_upon(leagues: Leagues, database: Database) -> None:
    league = await found(leagues, STRICT)
    for _ in range(3):
        await leagues.results.report(league, by(ANA), won(ANA, BEN))
    for number in (1, 2, 3):
        disputed = await leagues.results.dispute(league, by(BEN), R(number), "I had won")
        assert disputed.record.state is ResultState.DISPUTED
        assert disputed.record.deadline is None
    accepted = await leagues.results.rule(league, by(JUDGE), R(1), Verdict.ACCEPT, "seen it")
    assert accepted.record.state is ResultState.CONFIRMED
    voided = await leagues.results.rule(league, by(JUDGE), R(2), Verdict.VOID, "nobody knows")
    assert voided.record.state is ResultState.VOID
    replaced = await leagues.results.rule(league, by(JUDGE), R(3), Verdict.REPLACE, "Ben won", won(BEN, ANA))
    assert replaced.record.state is ResultState.CONFIRMED
    # One win each.
    assert await points(leagues, league) == {"Ana": "3", "Ben": "3"}
    audit = await leagues.audit(league, result=R(3))
    assert [type(entry.act).__name__ for entry in audit] == ["Rule", "Dispute", "ReportResult"]
    assert [entry.user for entry in audit] == [JUDGE.user, BEN.user, ANA.user]
    await assert_sound(database, league)


async def test_corrections_are_as_if_it_had_always_been_so(leagues: Leagues, database: Database) -> None:
    league = await found(leagues)
    for played in (1000, 2000, 3000):
        await leagues.results.report(league, by(ANA), won(ANA, BEN, played=T0 + played))
    await points(leagues, league)  # in memory from here on
    right = ReportedResult((BEN, CY), places(1, 2, played=T0 + 2000))
    edited = await leagues.results.edit(league, by(JUDGE), R(2), right, "it was Cy", judge=True)
    assert edited.record.result.players == (2, 3)
    assert await points(leagues, league) == {"Ana": "6", "Ben": "3", "Cy": "0"}
    await leagues.results.void(league, by(JUDGE), R(3), "never played")
    assert await points(leagues, league) == {"Ana": "3", "Ben": "3", "Cy": "0"}
    await leagues.results.restore(league, by(JUDGE), R(3), "it was")
    past = won(CY, DEE, played=T0 + 1500)
    await leagues.results.report(league, by(JUDGE), past, judge=True)
    now = {"Ana": "6", "Ben": "3", "Cy": "3", "Dee": "0"}
    assert await points(leagues, league) == now
    assert await points(Leagues(LeagueRepository(database, Watch(), lambda: None)), league) == now
    newest = await leagues.results.newest(league, ResultFilter())
    assert [record.result.played - T0 for record in newest] == [3000, 2000, 1500, 1000]
    assert [
        one.number for one in await leagues.results.newest(league, ResultFilter(player=PlayerNumber(3)))
    ] == [2, 4]
    assert await leagues.results.count(league, ResultFilter(since=T0 + 1500, until=T0 + 3000)) == 2
    await assert_sound(database, league)


async def test_who_may_report_and_put_right(leagues: Leagues) -> None:
    league = await found(leagues, STRICT)
    with pytest.raises(Refusal, match="report_own_only"):
        await leagues.results.report(league, by(DEE), won(ANA, BEN))
    await leagues.results.report(league, by(ANA), won(ANA, BEN))
    with pytest.raises(Refusal, match="edit_judges_only"):
        await leagues.results.edit(league, by(BEN), R(1), won(BEN, ANA), "mine")
    edited = await leagues.results.edit(league, by(ANA), R(1), won(BEN, ANA), "a slip")
    assert edited.record.state is ResultState.PENDING
    with pytest.raises(Refusal, match="result_unchanged"):
        await leagues.results.edit(league, by(ANA), R(1), won(BEN, ANA), "the same")
    with pytest.raises(Refusal, match="no_result"):
        await leagues.results.void(league, by(JUDGE), R(7), "")
    with pytest.raises(Refusal, match="no_league"):
        await leagues.results.void(LeagueId(99), by(JUDGE), R(7), "")


async def test_what_makes_no_sense_is_refused_and_writes_nothing(leagues: Leagues) -> None:
    league = await found(leagues)
    before = await leagues.state(league)
    nonsense = [
        won(ANA, BEN, played=NOON_SECONDS + HOUR),
        won(ANA, ANA),
        ReportedResult((ANA, BEN), places(1, 1)),
        ReportedResult((ANA, BEN), places(1, 3)),
    ]
    for told in nonsense:
        with pytest.raises(Refusal):
            await leagues.results.report(league, by(ANA), told)
        with pytest.raises(Refusal):
            await leagues.results.bring_in(league, by(JUDGE), [won(CY, DEE), told])
    assert await leagues.state(league) == before
    with pytest.raises(Refusal, match="import_empty"):
        await leagues.results.bring_in(league, by(JUDGE), [])


async def test_results_from_elsewhere_count_at_once(leagues: Leagues, database: Database) -> None:
    league = await found(leagues, STRICT)
    done = await leagues.results.bring_in(
        league,
        by(JUDGE),
        [
            won(ANA, BEN, played=T0 + 10),
            won(ZOE, ANA, played=T0 + 20),
            drawn(BEN, ZOE, played=T0 + 30),
        ],
    )
    assert [record.number for record in done.records] == [1, 2, 3]
    assert all(record.counts for record in done.records)
    assert await points(leagues, league) == {"Zoe": "4", "Ana": "3", "Ben": "1"}
    after = await leagues.results.report(league, by(ANA), won(ANA, BEN))
    assert after.record.number == 4
    await assert_sound(database, league)


async def test_a_file_that_two_judges_bring_in_at_once_counts_once(leagues: Leagues) -> None:
    league = await found(leagues, STRICT)
    await leagues.results.bring_in(league, by(JUDGE), [won(ANA, BEN, played=T0)])
    examined = (await leagues.state(league)).entries
    file = [won(ZOE, ANA, played=T0 + 20), drawn(BEN, ZOE, played=T0 + 30)]
    await leagues.results.bring_in(league, by(JUDGE), file, examined=examined)
    with pytest.raises(Refusal, match="import_there"):
        await leagues.results.bring_in(league, by(JUDGE), file, examined=examined)
    longer = [*file, won(CY, BEN, played=T0 + 40)]
    done = await leagues.results.bring_in(league, by(JUDGE), longer, examined=examined)
    assert [record.number for record in done.records] == [4]


async def test_an_interaction_acts_once(leagues: Leagues, database: Database) -> None:
    league = await found(leagues, STRICT)
    reporting, confirming, creating = by(ANA), by(BEN), by(JUDGE)
    first = await leagues.results.report(league, reporting, won(ANA, BEN))
    again = await leagues.results.report(league, reporting, won(ANA, BEN))
    assert (again.repeated, again.records, again.entries) == (True, first.records, first.entries[-1:])
    await leagues.results.confirm(league, confirming, R(1))
    assert (await leagues.results.confirm(league, confirming, R(1))).repeated
    made = await leagues.create(5, creating, OPEN)
    assert (await leagues.create(5, creating, OPEN)).state == made.state
    assert [one.name for one in await leagues.queries.of_guild(5)] == ["Open"]
    assert len(await leagues.results.newest(league, ResultFilter())) == 1
    await assert_sound(database, league)


async def test_who_has_done_what_only_judges_can_is_known_as_a_judge(leagues: Leagues) -> None:
    league = await found(leagues)  # by the judge
    zoe = (await leagues.results.report(league, by(BEN), won(BEN, ZOE))).state.players.find(ZOE)
    assert zoe is not None
    await leagues.players.claim(league, by(ANA), zoe, ANA)
    assert await leagues.queries.judges(league) == [JUDGE.user]
    await leagues.players.adjust(league, by(CY), zoe, Fraction(1), "late")
    await leagues.players.set_team(league, by(DEE), "Red", [BEN])
    assert await leagues.queries.judges(league) == [DEE.user, CY.user, JUDGE.user]
