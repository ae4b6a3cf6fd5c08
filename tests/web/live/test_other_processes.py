"""What one process changes reaches pages that are open at another one, within a second."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AsyncExitStack
from functools import partial
from typing import cast

import aiohttp
import pytest

from rules.pairings.pairings import Pairings
from rules.tournaments.acts import BeginRound, SignUp
from rules.tournaments.state import TournamentRules
from rules.turns.clock import ClockChange, Pause, Resume, StartRound, Stop
from storage.engine import asking
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.postgresql.shards import Shards
from storage.events.store import Location
from storage.games.games import Games
from storage.links import LinkPurpose
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from storage.tournaments.change import TournamentChange
from storage.tournaments.sql import PlayedTable
from tests.storage.leagues.people import ANA, BEN, JUDGE, NOON, OPEN, by, found, won
from tests.storage.table import LIFE, PLACE, deal, request
from tests.support.postgresql.fixtures import Server, postgresql
from tests.web.answers import status
from tests.web.followed import Membership, opened, speaks
from tests.web.play.guests import drawn, join
from web.access.addresses import WebAddress
from web.play import requests
from web.play.requests import PageRequests, RemotePort
from web.setup import served

__all__ = ("postgresql",)

GUILD, CHANNEL = 1, 100
"""On the first shard."""


class Process:
    """What a process knows of the database and of the server. Its pages are under ``address``."""

    def __init__(self, database: PostgresqlDatabase) -> None:
        self.games = Games(database, lambda: NOON)
        self.privacy = Privacy(self.games, SettingsStore(database), lambda: NOON)
        self.membership = Membership()
        self.address = ""


@pytest.fixture
async def two(postgresql: Server) -> AsyncGenerator[tuple[Process, Process]]:
    """The process that serves the server, and another one, at which pages are open."""
    address = await postgresql.blank()
    async with AsyncExitStack() as stack:
        processes, all_shards = list[Process](), list[Shards]()
        for told, language in (((0,), "de"), ((1,), "en")):
            database, shards = await stack.enter_async_context(PostgresqlDatabase.join(address, told))
            await shards.agree(2)
            await shards.look()
            process = Process(database)
            here = WebAddress("127.0.0.1", 0)
            remote = partial(cast, RemotePort, process.membership)
            process.address = (
                await stack.enter_async_context(
                    served(process.games, PageRequests(process.games, speaks(language), remote), here)
                )
            ).base
            processes.append(process)
            all_shards.append(shards)
        for shards in all_shards:
            await shards.look()
        assert [one.owned for one in all_shards] == [{0}, {1}]
        yield processes[0], processes[1]


async def test_a_page_speaks_as_the_process_that_serves_its_channel(two: tuple[Process, Process]) -> None:
    """Only that one knows what Discord says of the server, and what was chosen there a moment ago."""
    owner, other = two
    token = await owner.games.links.make(LinkPurpose.WATCH, GUILD, CHANNEL, 7, await deal(owner.games))
    async with aiohttp.ClientSession() as session:
        for asked, language in (("", "de"), ("?lang=fr", "fr")):
            for process in two:
                async with session.get(f"{process.address}w/{token}/{asked}") as page:
                    assert f'<html lang="{language}">' in await page.text()
    async with opened(f"{other.address}w/{token}/") as page:
        assert "Partie gestartet" in page.told


async def test_a_page_speaks_as_before_while_no_one_answers(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was never told speaks as its own process would, and no one waits for long."""
    owner, other = two
    links, game = owner.games.links, await deal(owner.games)
    asked, never = [await links.make(LinkPurpose.WATCH, GUILD, CHANNEL + n, 7, game) for n in range(2)]
    monkeypatch.setattr(requests, "PROCESS_ANSWER_LIFETIME", 0.0)
    monkeypatch.setattr(asking, "DATABASE_ANSWER_TIMEOUT", 0.3)
    async with aiohttp.ClientSession() as session:

        async def language(token: str) -> str:
            async with session.get(f"{other.address}w/{token}/") as page:
                return (await page.text()).partition('<html lang="')[2][:2]

        assert await language(asked) == "de"
        owner.games.database.on_notice.clear()  # it no longer hears anything
        assert (await language(asked), await language(never)) == ("de", "en")


@pytest.mark.parametrize(("purpose", "page"), [(LinkPurpose.WATCH, "w"), (LinkPurpose.SEAT, "p")])
async def test_a_link_ends_when_the_process_that_serves_its_server_says_so(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch, purpose: LinkPurpose, page: str
) -> None:
    """And not when the process does at which its page is open; while no one answers it is as before."""
    owner, other = two
    monkeypatch.setattr(requests, "PROCESS_ANSWER_LIFETIME", 0.0)
    address = f"{other.address}{page}/"
    address += f"{await owner.games.links.make(purpose, GUILD, CHANNEL, 7, await deal(owner.games))}/"
    other.membership.left.add(7)
    async with opened(address) as stream:
        assert await status(address) == 200
        owner.membership.left.add(7)
        await stream.hears("event: gone")
    assert await status(address) == 404
    monkeypatch.setattr(asking, "DATABASE_ANSWER_TIMEOUT", 0.3)
    owner.games.database.on_notice.clear()  # it no longer hears anything
    owner.membership.left.clear()
    assert await status(address) == 404


async def test_a_guest_is_seated_by_the_process_that_serves_the_lobby(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone may reach any of them; while no one answers, it sends the same again."""
    owner, other = two
    token, own = (
        await owner.games.links.make(LinkPurpose.JOIN, GUILD, CHANNEL, 7, await deal(owner.games)),
        drawn(),
    )
    address = f"{other.address}g/{token}/"
    assert await join(address, "Gus", own) == (200, "")
    assert (owner.membership.guests, other.membership.guests) == ([("Gus", own)], [])
    monkeypatch.setattr(asking, "DATABASE_ANSWER_TIMEOUT", 0.3)
    owner.games.database.on_notice.clear()  # it no longer hears anything
    assert (await join(address, "Gus", own))[0] == 503


async def test_a_revoked_link_closes_its_page(two: tuple[Process, Process]) -> None:
    owner, other = two
    game = await deal(owner.games)
    links = owner.games.links
    token = await links.make(LinkPurpose.WATCH, GUILD, CHANNEL, 7, game)
    kept = await links.make(LinkPurpose.WATCH, GUILD, CHANNEL, 7, game)
    async with opened(f"{other.address}w/{token}/") as page, opened(f"{other.address}w/{kept}/") as stays:
        assert str(LIFE) in page.told
        link = await links.find(token)
        assert link is not None
        await asyncio.gather(page.hears("event: gone"), links.revoke([link.id]))
        assert "event: gone" not in stays.told


async def test_who_is_forgotten_takes_their_links_along(two: tuple[Process, Process]) -> None:
    owner, other = two
    game = await deal(owner.games)
    token = await owner.games.links.make(LinkPurpose.WATCH, GUILD, CHANNEL, 7, game)
    async with opened(f"{other.address}w/{token}/") as page:
        await asyncio.gather(page.hears("event: gone"), owner.privacy.forget(7))


async def test_a_league_goes_on_and_loses_its_page(two: tuple[Process, Process]) -> None:
    owner, other = two
    leagues = owner.games.leagues
    league = await found(leagues)
    await leagues.set_page(league, by(JUDGE), on=True, guests=True)
    token = await owner.games.links.make_of_league(GUILD, league, 7)
    async with opened(f"{other.address}l/{token}/") as page:
        assert "Ana" not in page.told
        await leagues.results.report(league, by(ANA), won(ANA, BEN), judge=True)
        await asyncio.gather(page.hears("Ana"), leagues.players.show_name(league, by(ANA), shown=True))
        nothing = '"shown":""'
        off = leagues.set_page(league, by(JUDGE), on=False, guests=True)
        await asyncio.gather(page.hears(nothing), off)
        on = leagues.set_page(league, by(JUDGE), on=True, guests=True)
        await asyncio.gather(page.hears("Ana"), on)


async def test_an_event_goes_on_on_its_leagues_page(two: tuple[Process, Process]) -> None:
    owner, other = two
    league = await found(owner.games.leagues, OPEN, CHANNEL)
    await owner.games.leagues.set_page(league, by(JUDGE), on=True, guests=True)
    token = await owner.games.links.make_of_league(GUILD, league, 7)
    event = await owner.games.tournaments.create(PLACE, by(JUDGE), TournamentRules(name="Friday"))
    # The other process knows the event as it was, so it has to forget that.
    assert not (await other.games.tournaments.state(event.tournament)).players

    def join(change: TournamentChange) -> None:
        change.add(SignUp(player=change.number((None, "Zoe"))))

    async with opened(f"{other.address}l/{token}/", "?show=event") as page:
        assert "Friday" in page.told
        joined = owner.games.tournaments.change(event.tournament, by(JUDGE), join)
        await asyncio.gather(page.hears("event: parts"), joined)
    assert len((await other.games.tournaments.state(event.tournament)).players) == 1


async def test_the_clock_of_a_round_starts_pauses_and_stops_on_an_events_page(
    two: tuple[Process, Process],
) -> None:
    owner, other = two
    events, thread = owner.games.tournaments, Location(channel=PLACE.channel + 1, guild=GUILD)
    event = (await events.create(PLACE, by(JUDGE), TournamentRules(name="Friday"))).tournament

    def begin(change: TournamentChange) -> None:
        players = [change.number((None, name)) for name in ("Zoe", "Yan", "Xia")]
        for player in players:
            change.add(SignUp(player=player))
        change.add(BeginRound(pairings=Pairings(tables=(tuple(players),)), minutes=50))

    await events.change(event, by(JUDGE), begin)
    game = await deal(owner.games, thread)
    await events.seat(
        PlayedTable(tournament=event, round=1, number=1, thread=thread.channel, game=game), GUILD
    )
    token = await owner.games.links.make(LinkPurpose.EVENT, GUILD, PLACE.channel, 7)

    def change(change: ClockChange) -> Awaitable[object]:
        return owner.games.set_clock(game, request(), lambda _: change)

    async with opened(f"{other.address}e/{token}/") as page:
        assert "Friday" in page.told
        for done, shown in (
            (StartRound(seconds=3000, turns=5), "data-until"),
            (Pause(), r"running\">50:00"),
            (Resume(), "data-until"),
            (Stop(what="round"), "event: parts"),
        ):
            await asyncio.gather(page.hears(shown), change(done))
