"""Seasons with tables that stay, what is carried over, and guests who turn out to be someone."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.leagues.league import SeasonRules, Tiebreaker
from rules.leagues.result import PlayerNumber as P
from rules.leagues.result import ResultNumber as R
from rules.leagues.result import SeasonNumber
from rules.leagues.state import Person
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.leagues.leagues import Leagues
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import (
    ANA,
    BEN,
    CY,
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
    points,
    won,
)

DAY = 86400


async def test_a_closed_season_keeps_its_table(leagues: Leagues, database: Database, watch: Watch) -> None:
    league = await found(leagues, replace(OPEN, seasons=SeasonRules(carry=Fraction(1, 2))))
    await leagues.results.report(league, by(ANA), won(ANA, BEN, played=NOON_SECONDS - DAY))
    await leagues.seasons.open(league, by(JUDGE), "One")
    with pytest.raises(Refusal, match="season_is_open"):
        await leagues.seasons.open(league, by(JUDGE), "Two")
    for told in (won(BEN, ANA, CY), drawn(BEN, CY)):
        await leagues.results.report(league, by(BEN), told)
    assert await points(leagues, league, SeasonNumber(1)) == {"Ben": "4", "Cy": "1", "Ana": "0"}
    assert await points(leagues, league) == {"Ben": "4", "Ana": "3", "Cy": "1"}
    watch.hours_pass(24)
    closed = (await leagues.seasons.close(league, by(JUDGE))).state.seasons[0]
    # Players are numbered in the order in which they came: Ana, Ben, Cy.
    # Matches won, lost, drawn and byes. Ben's opponents: Ana lost her match, Cy has 1 of 6 points, so all
    # have the floor; Cy's: Ben twice, with 4 of 6 points, and Ana.
    table = closed.table
    assert closed.ends == NOON_SECONDS + DAY
    assert [(one.player, one.points, one.place, one.score) for one in table] == [
        (2, Fraction(4), 1, (1, 0, 1, 0)),
        (3, Fraction(1), 2, (0, 1, 1, 0)),
        (1, Fraction(0), 3, (0, 1, 0, 0)),
    ]
    against = [one.ties[0] for one in table[:2]]
    assert [tie.by for tie in against] == [Tiebreaker.OPPONENTS_MATCH_WINS] * 2
    assert [tie.value for tie in against] == [Fraction(33, 100), (2 * Fraction(2, 3) + Fraction(33, 100)) / 3]
    # What comes late counts for all time, not for the closed season.
    await leagues.results.report(league, by(ANA), won(ANA, CY, played=NOON_SECONDS + 60))
    state = await leagues.state(league)
    assert state.seasons[0].table == table
    assert await points(leagues, league) == {"Ana": "6", "Ben": "4", "Cy": "1"}
    with pytest.raises(Refusal, match="season_not_open"):
        await leagues.seasons.close(league, by(JUDGE))
    with pytest.raises(Refusal, match="season_overlaps"):
        await leagues.seasons.open(league, by(JUDGE), "Two", starts=NOON_SECONDS)
    await leagues.seasons.open(league, by(JUDGE), "Two")
    # Half of everyone's points is carried over.
    assert await points(leagues, league, SeasonNumber(2)) == {"Ben": "2", "Cy": "1/2"}
    with pytest.raises(Refusal, match="season_is_open"):
        await leagues.seasons.reopen(league, by(JUDGE))
    with pytest.raises(Refusal, match="no_season"):
        await points(leagues, league, SeasonNumber(3))
    await assert_sound(database, league)


async def test_a_season_is_opened_again_and_closed_right(leagues: Leagues, database: Database) -> None:
    league = await found(leagues)
    with pytest.raises(Refusal, match="no_season"):
        await leagues.seasons.reopen(league, by(JUDGE))
    await leagues.seasons.open(league, by(JUDGE), "One", starts=0)
    await leagues.results.report(league, by(ANA), won(ANA, BEN, played=T0 + 10))
    await leagues.seasons.close(league, by(JUDGE), ends=T0 + 100)
    await leagues.seasons.reopen(league, by(JUDGE), "Cy had won")
    await leagues.results.void(league, by(JUDGE), R(1), "Cy had won")
    await leagues.results.report(league, by(JUDGE), won(CY, BEN, played=T0 + 10), judge=True)
    closing = by(JUDGE)
    closed = await leagues.seasons.close(league, closing, ends=T0 + 100)
    assert [one.player for one in closed.state.seasons[0].table] == [3, 2]
    assert (await leagues.seasons.close(league, closing, ends=T0 + 100)).repeated
    await leagues.seasons.open(league, by(JUDGE), "Two", starts=T0 + 200)
    with pytest.raises(Refusal, match="season_ends_early"):
        await leagues.seasons.close(league, by(JUDGE), ends=T0 + 150)
    await assert_sound(database, league)


async def test_a_claimed_guest_joins_and_no_one_elses_points_change(
    leagues: Leagues, database: Database
) -> None:
    league = await found(leagues)
    for told in (won(ZOE, ANA), won(ZOE, BEN), won(BEN, CY)):
        await leagues.results.report(league, by(JUDGE), told, judge=True)
    apart = {"Zoe": "6", "Ben": "3", "Ana": "0", "Cy": "0"}
    assert await points(leagues, league) == apart
    zoe = next(one.number for one in (await leagues.state(league)).players.values() if one.guest)
    with pytest.raises(Refusal, match="claim_same_result"):
        await leagues.players.claim(league, by(JUDGE), zoe, ANA)
    await leagues.players.claim(league, by(JUDGE), zoe, CY)
    assert await points(leagues, league) == {"Cy": "6", "Ben": "3", "Ana": "0"}
    with pytest.raises(Refusal, match="claim_no_guest"):
        await leagues.players.claim(league, by(JUDGE), zoe, BEN)
    # A guest of that name is still the same.
    await leagues.results.report(league, by(JUDGE), won(ZOE, BEN), judge=True)
    assert await points(leagues, league) == {"Cy": "9", "Ben": "3", "Ana": "0"}
    await leagues.players.release(league, by(JUDGE), zoe, "another Zoe")
    assert await points(leagues, league) == {**apart, "Zoe": "9"}
    await assert_sound(database, league)


async def test_who_has_claimed_a_guest_confirms_and_disputes_as_them(leagues: Leagues) -> None:
    league = await found(leagues, STRICT)
    await leagues.results.report(league, by(ANA), won(ZOE, ANA))
    claimed = await leagues.players.claim(league, by(JUDGE), P(1), Person("Zoe", 300))
    assert claimed.state.numbers_of(P(3)) == (3, 1)
    later = await leagues.results.report(league, by(ANA), won(ANA, ZOE))
    assert later.record.asked == (1,)
    confirmed = await leagues.results.confirm(league, by(Person("Zoe", 300)), R(2))
    assert confirmed.record.counts
    disputed = await leagues.results.dispute(league, by(Person("Zoe", 300)), R(1))
    assert disputed.record.disputed == (1,)


async def test_an_account_that_someone_has_left_is_read_as_their_new_one(
    leagues: Leagues, database: Database
) -> None:
    league = await found(leagues, STRICT)
    await leagues.results.report(league, by(ANA), won(ZOE, ANA, CY))  # 1 is Zoe, 2 Ana, 3 Cy
    new, newest = Person("Cy again", 301), Person("Cy once more", 302)
    claimed = await leagues.players.claim(league, by(JUDGE), P(3), new)
    cy = claimed.state.player_of(301)
    assert cy is not None
    assert claimed.state.resolved(P(3)) == cy
    # The new account answers for what the old one was asked, and the old one would still be the same.
    assert (await leagues.results.confirm(league, by(new), R(1))).record.confirmed == (3,)
    last = await leagues.players.claim(league, by(JUDGE), cy, newest)
    final = last.state.player_of(302)
    assert final is not None
    assert [last.state.resolved(P(one)) for one in (3, cy)] == [final, final]
    assert sorted(last.state.numbers_of(final)) == [3, cy, final]
    with pytest.raises(Refusal, match="claim_no_guest"):  # in a circle
        await leagues.players.claim(league, by(JUDGE), final, CY)
    with pytest.raises(Refusal, match="player_twice"):
        await leagues.results.report(league, by(newest), won(newest, CY))
    await leagues.players.release(league, by(JUDGE), P(3), "another Cy")
    assert (await leagues.state(league)).resolved(P(3)) == 3
    await assert_sound(database, league)


async def test_a_person_is_shown_everything_and_forgotten(leagues: Leagues, database: Database) -> None:
    league = await found(leagues, STRICT)
    other = (await leagues.create(2, by(JUDGE), OPEN)).state.league
    await leagues.results.report(league, by(ANA), won(ANA, BEN))
    await leagues.results.dispute(league, by(BEN), R(1), "Ana cheats")
    await leagues.results.report(league, by(CY), won(CY, ZOE))
    await leagues.players.claim(league, by(JUDGE), P(4), BEN, "known")
    await leagues.results.report(other, by(BEN), won(BEN, ANA))
    unreadable: list[int] = []
    traces = await leagues.players.of_person(102, unreadable.append)
    assert [(one.state.league, one.players) for one in traces] == [(league, (2, 4)), (other, (1,))]
    assert [one.number for one in traces[0].records] == [1, 2]
    assert [type(one.act).__name__ for one in traces[0].entries] == ["Dispute"]
    before = await points(leagues, other)
    async with leagues.players.forgetting(102) as forgetting:
        await database.write(*forgetting.statements, then=forgetting.then)
    assert before == {"Ben": "3", "Ana": "0"}
    assert await points(leagues, other) == {"#1": "3", "Ana": "0"}
    assert await leagues.players.of_person(102, unreadable.append) == unreadable == []
    texts = await database.fetch(
        "SELECT act AS text FROM league_entry WHERE user IS NULL UNION ALL "
        "SELECT name FROM league_player WHERE league = ?",
        league,
    )
    assert not any("Ben" in (row["text"] or "") or "cheats" in (row["text"] or "") for row in texts)
    for one in (league, other):
        await assert_sound(database, one)
    # Who comes back is someone new.
    await leagues.results.report(other, by(BEN), won(BEN, ANA))
    assert await points(leagues, other) == {"#1": "3", "Ben": "3", "Ana": "0"}
