"""A league's public page: who is named there, as it is kept and as it is loaded."""

import pytest

from rules.leagues.result import LeagueId
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.engine.database import Database
from storage.games.games import Games
from storage.leagues.leagues import Leagues
from storage.leagues.repository import LeagueRepository
from storage.links import MAX_LINKS, Link, LinkPurpose
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import ANA, BEN, CY, GUILD, JUDGE, OPEN, ZOE, Watch, by, found, won


async def league_of_four(games: Games) -> LeagueId:
    """Ana, Ben and Cy have played, and Zoe, a guest."""
    league = await found(games.leagues, OPEN)
    for told in (won(ANA, BEN), won(CY, ZOE)):
        await games.leagues.results.report(league, by(ANA), told, judge=True)
    return league


def names(state: LeagueState) -> list[str | None]:
    """Return what everyone is called by who may see the page."""
    return [one.name for one in state.published().players.values()]


async def loaded(database: Database, league: LeagueId) -> LeagueState:
    """Return the league as another process loads it."""
    return await Leagues(LeagueRepository(database, Watch(), lambda: None)).state(league)


async def test_no_one_is_named_who_has_not_agreed(games: Games, database: Database) -> None:
    league, leagues = await league_of_four(games), games.leagues
    assert not (await leagues.state(league)).page.on
    await leagues.set_page(league, by(JUDGE), on=True, guests=False)
    assert names(await leagues.state(league)) == [None] * 4
    await leagues.players.show_name(league, by(BEN), shown=True)
    await leagues.players.show_name(league, by(CY), shown=True)
    assert names(await leagues.state(league)) == [None, "Ben", "Cy", None]
    await leagues.set_page(league, by(JUDGE), on=True, guests=True)
    await leagues.players.show_name(league, by(BEN), shown=False)
    for state in (await leagues.state(league), await loaded(database, league)):
        assert state.page.on
        assert names(state) == [None, None, "Cy", "Zoe"]
        assert all(one.user is None for one in state.published().players.values() if one.name != "Cy")
        assert names(state.nameless()) == [None] * 4
    await assert_sound(database, league)


async def test_a_newer_name_needs_no_entry_and_a_stranger_gets_none(games: Games, database: Database) -> None:
    league, leagues = await league_of_four(games), games.leagues
    before = await leagues.state(league)
    assert BEN.user is not None
    renamed = await leagues.players.rename(league, Person("Crimson", BEN.user))
    assert (await leagues.players.rename(league, Person("Zed", 999))).players == renamed.players
    for state in (renamed, await leagues.state(league), await loaded(database, league)):
        assert [one.name for one in state.players.values()] == ["Ana", "Crimson", "Cy", "Zoe"]
        assert state.entries == before.entries
    await assert_sound(database, league)


async def test_strangers_and_those_who_have_said_so_before_are_refused(games: Games) -> None:
    league = await league_of_four(games)
    with pytest.raises(Refusal, match="not_in_league"):
        await games.leagues.players.show_name(league, by(JUDGE), shown=True)
    with pytest.raises(Refusal, match="nothing_happens"):
        await games.leagues.players.show_name(league, by(BEN), shown=False)
    with pytest.raises(Refusal, match="nothing_happens"):
        await games.leagues.set_page(league, by(JUDGE), on=False, guests=False)


async def test_an_entrant_of_an_event_agrees_before_the_first_game(games: Games, database: Database) -> None:
    league, leagues = await league_of_four(games), games.leagues
    await leagues.set_page(league, by(JUDGE), on=True, guests=False)
    await leagues.players.show_name(league, by(JUDGE), shown=True, entrant=JUDGE)
    for state in (await leagues.state(league), await loaded(database, league)):
        assert names(state) == [None, None, None, None, JUDGE.name]
    await assert_sound(database, league)


async def test_a_claimed_guest_is_named_by_agreement_only(games: Games) -> None:
    league = await league_of_four(games)
    await games.leagues.set_page(league, by(JUDGE), on=True, guests=True)
    state = await games.leagues.state(league)
    zoe = state.players.find(ZOE)
    assert zoe is not None
    await games.leagues.players.claim(league, by(JUDGE), zoe, BEN)
    assert names(await games.leagues.state(league)) == [None] * 4
    await games.leagues.players.show_name(league, by(BEN), shown=True)
    assert names(await games.leagues.state(league)) == [None, "Ben", None, None]


async def test_a_file_turns_no_page_on_and_agrees_for_no_one(games: Games, database: Database) -> None:
    league = await league_of_four(games)
    await games.leagues.set_page(league, by(JUDGE), on=True, guests=True)
    await games.leagues.players.show_name(league, by(BEN), shown=True)
    data = await games.leagues.exchange.export(league)
    there = (await games.leagues.exchange.bring(GUILD + 1, by(JUDGE), data)).state.league
    for state in (await games.leagues.state(there), await loaded(database, there)):
        assert not state.page.on
        assert names(state) == [None] * 4
    await games.leagues.players.show_name(there, by(ANA), shown=True)
    assert names(await loaded(database, there)) == ["Ana", None, None, None]


async def test_every_commit_is_sent_to_followers_of_the_league_or_its_server(games: Games) -> None:
    league, told = await league_of_four(games), list[str]()
    with (
        games.leagues.committed.following(league, lambda: told.append("league")),
        games.leagues.committed_in.following(GUILD, lambda: told.append("server")),
        games.leagues.committed.following(LeagueId(league + 1), lambda: told.append("another")),
    ):
        await games.leagues.set_page(league, by(JUDGE), on=True, guests=False)
    assert told == ["league", "server"]


async def test_links_to_a_league_are_listed_revoked_and_forgotten(games: Games) -> None:
    links, league = games.links, LeagueId(3)
    assert ANA.user is not None
    assert BEN.user is not None
    tokens = [await links.make_of_league(GUILD, league, ANA.user) for _ in range(MAX_LINKS)]
    bens = await links.make_of_league(GUILD, league, BEN.user)
    first = await links.find(tokens[0])
    assert isinstance(first, Link)
    assert (first.purpose, first.league, first.guild, first.game) == (LinkPurpose.LEAGUE, 3, GUILD, None)
    assert len(await links.of_league(league)) == MAX_LINKS + 1
    await links.make_of_league(GUILD, league, ANA.user)
    assert await links.find(tokens[0]) is None, "the oldest one goes"
    assert len(await links.of_league(league, ANA.user)) == MAX_LINKS
    assert await links.of_league(LeagueId(4)) == []
    (told,) = await links.of_person(BEN.user)
    assert isinstance(told, dict)
    assert (told["purpose"], told["league"], told["channel"]) == ("league", 3, None)
    await links.revoke([one.id for one in await links.of_league(league, ANA.user)])
    assert [one.user for one in await links.of_league(league)] == [BEN.user]
    assert await links.find(bens) is not None
