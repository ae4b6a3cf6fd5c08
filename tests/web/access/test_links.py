"""Links as people get, list and revoke them, and what the wrong ones open."""

import asyncio
import io
import logging
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import NoReturn

import aiohttp
import pytest
import zxingcpp
from PIL import Image
from simcord import InteractionResult

from rules.game.parts import GameId
from storage.links import LinkPurpose
from tests.support.evening import Evening, service_of
from tests.support.leagues import file_of
from tests.support.messages import buttons, message_of, said
from tests.support.tables import deal, gather
from tests.web.answers import status
from tests.web.leagues.events import event_link
from tests.web.leagues.events import friday as friday_of_events
from tests.web.leagues.panel import friday, league_link
from tests.web.overlay.overlays import overlay_link
from tests.web.play.guests import joined, let_in
from tests.web.play.remotes import pressed, remote, send
from tests.web.watching import address_in, link, links, listed
from web.leagues.source import LeagueSource
from web.leagues.standalone_event import EventSource
from web.overlay.source import OverlaySource
from web.play.guests import LobbySource
from web.play.seat import SeatSource
from web.watch.table import TableSource


async def test_the_board_leads_to_the_page(evening: Evening) -> None:
    await deal(evening)
    assert "Page" in buttons(evening.board_message())
    answer = await evening.presses("Eve", "Page")  # who looks on may watch, too
    assert answer.private
    assert await status(address_in(answer)) == 200


PUBLIC = "https://arbiter.example.org/"
"""An address of pages that phones reach."""


@pytest.mark.parametrize(("base", "pictures"), [(PUBLIC, ["qr.png"]), ("http://localhost:8766/", [])])
async def test_a_link_comes_with_a_picture_for_phones_that_reach_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, base: str, pictures: list[str]
) -> None:
    await deal(evening)
    monkeypatch.setattr(service_of(evening.bot), "pages", base)
    answer = message_of(await evening.people["Ana"].slash(evening.channel, "game page"))
    assert [one.filename for one in answer.attachments] == pictures
    assert ("--lan" in answer.content) == (not pictures), "how phones reach it"
    assert address_in(answer.content).startswith(base)
    assert address_in(answer.content) in str(answer.components)


async def test_without_pages_nothing_leads_to_them(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        await deal(evening)
        assert "Page" not in buttons(evening.board_message())
        assert await evening.refused("Ana", "game page") == (
            "Games have no pages here. The person who runs this bot can turn them on."
        )


async def test_everyone_revokes_their_own_and_moderators_all(evening: Evening) -> None:
    await deal(evening)
    anas, bens, cys = [await link(evening, who) for who in ("Ana", "Ben", "Cy")]
    bens_list = await links(evening, "Ben")
    assert re.findall(r"<@(\d+)>", listed(bens_list)) == [str(evening.people["Ben"].id)]
    game = f"Game {await evening.game()}"
    assert listed(await links(evening, "Ana")).count(game) == 3  # Ana moderates
    assert "no page links" in listed(await links(evening, "Dee"))
    assert bens_list.response is not None
    await evening.people["Ben"].click(bens_list.response, label="Revoke all")
    assert [await status(one) for one in (anas, bens, cys)] == [200, 404, 200]
    anas_list = message_of(await links(evening, "Ana"))
    await evening.people["Ana"].click(anas_list, label="Revoke all")
    assert [await status(one) for one in (anas, bens, cys)] == [404, 404, 404]
    assert "no page links" in listed(await links(evening, "Ana"))


async def test_someone_elses_list_revokes_nothing(evening: Evening) -> None:
    """The list of a moderator holds everyone's links; its numbers say nothing of who may revoke them."""
    await deal(evening)
    anas = await link(evening, "Ana")
    (found,) = await evening.games.links.of_channel(evening.channel.id)
    await link(evening, "Ben")
    mine = message_of(await links(evening, "Ben"))
    with pytest.raises(Exception, match="option"):
        await evening.people["Ben"].select(mine, [str(found.id)], custom_id="arbiter-links:revoke")
    assert await status(anas) == 200


async def code_of(shown: InteractionResult) -> str:
    """Return what a phone reads in the QR code of an answer."""
    picture, description = await file_of(shown)
    assert description == "QR code of the link"
    read = zxingcpp.read_barcode(Image.open(io.BytesIO(picture)))
    assert read is not None, "no phone finds it"
    return read.text


async def test_the_qr_code_is_the_link(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await deal(evening)
    ben, service = evening.people["Ben"], service_of(evening.bot)
    here, found = service.pages, list[str]()
    monkeypatch.setattr(service, "pages", PUBLIC)
    for command, options in (("game page", {}), ("game page", {"channel": True}), ("game remote", {})):
        shown = await ben.slash(evening.channel, command, **options)
        assert await code_of(shown) == address_in(said(shown))
        found.append((await code_of(shown)).replace(PUBLIC, here))
    assert [await status(one) for one in found] == [200] * 3
    assert len({*found}) == 3


async def test_some_links_are_revoked_and_others_stay(evening: Evening) -> None:
    await deal(evening)
    first, second = await link(evening), await link(evening)
    newest, _ = await evening.games.links.of_channel(evening.channel.id)
    shown = message_of(await links(evening, "Ana"))
    await evening.people["Ana"].select(shown, [str(newest.id)], custom_id="arbiter-links:revoke")
    assert [await status(one) for one in (first, second)] == [200, 404]


async def test_a_list_that_is_still_open_revokes_no_later_link(evening: Evening) -> None:
    await deal(evening)
    ana, first = evening.people["Ana"], await link(evening)
    (found,) = await evening.games.links.of_channel(evening.channel.id)
    shown = message_of(await links(evening, "Ana"))
    await evening.games.links.revoke([found.id])
    second = await link(evening)
    await ana.select(shown, [str(found.id)], custom_id="arbiter-links:revoke")
    assert [await status(one) for one in (first, second)] == [404, 200]


async def test_an_expired_link_leads_nowhere_and_its_stream_ends(evening: Evening) -> None:
    await deal(evening)
    address = await link(evening)
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as stream:
        await stream.content.readuntil(b"\n\n")
        await evening.passes(minutes=timedelta(days=31) / timedelta(minutes=1))
        assert (await asyncio.wait_for(stream.content.read(), 60)).endswith(b"event: gone\ndata:\n\n")
    assert await status(address) == 404


async def test_forged_and_cut_tokens_lead_nowhere(evening: Evening) -> None:
    await deal(evening)
    address = await link(evening)
    token = address.rstrip("/").rpartition("/")[2]
    for wrong in (token[:-1], f"{token}A", token.swapcase(), "A" * 27, "...", "%00", "' OR 1=1 --"):
        assert await status(address.replace(token, wrong)) == 404
        assert await status(f"{address.replace(token, wrong)}events") == 404


async def test_a_link_opens_the_game_that_it_is_for_and_no_other(evening: Evening) -> None:
    await deal(evening)
    where = evening.server.id, evening.channel.id, evening.people["Ana"].id
    foreign = await evening.games.links.make(LinkPurpose.WATCH, *where, GameId(999))
    address = await link(evening)
    base = address.rpartition("/w/")[0]
    async with aiohttp.ClientSession() as session, session.get(f"{base}/w/{foreign}/") as answer:
        assert "Ana" not in await answer.text()


async def test_anyone_who_guesses_is_slowed_down_and_no_link_that_works(evening: Evening) -> None:
    """A hall has one address for the one who guesses, or whose link is old, and for everyone else."""
    await deal(evening)
    address, seat = await link(evening), await remote(evening, "Ben")
    guess, hall = address.replace("/w/", "/w/AAAA"), {"X-Forwarded-For": "203.0.113.9"}
    answers = [await status(guess, **hall) for _ in range(40)]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert await status(address, **hall) == 200
    async with aiohttp.ClientSession(headers=hall) as session:
        press = pressed("life", who=f"{evening.people['Ben'].id}", amount=-1)
        async with session.post(f"{seat}press", json=press) as answer:
            assert answer.status == 200
            assert "refused" not in await answer.json()


async def test_other_sites_cannot_read_a_page(evening: Evening) -> None:
    await deal(evening)
    address = await link(evening)
    headers = {"Origin": "https://evil.example.org", "Sec-Fetch-Site": "cross-site"}
    for path in ("", "events"):
        async with aiohttp.ClientSession() as session, session.get(address + path, headers=headers) as answer:
            assert "Access-Control-Allow-Origin" not in answer.headers
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert answer.headers["Cache-Control"] == "no-store"
            assert "Set-Cookie" not in answer.headers
    async with aiohttp.ClientSession() as session:
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            async with session.request(method, address) as answer:
                assert answer.status == 405


TOKENS = re.compile(r"/[woplge]/([\w-]{27})/")


async def broken(_source: object) -> NoReturn:
    raise ArithmeticError("a source that makes nothing")


async def ask(address: str) -> None:
    """Everything that can be asked for behind a link, also what doesn't exist, and what isn't a request."""
    assert await status(address) == 200
    assert await status(f"{address}nothing") == 404
    assert await status(address, **{"X-Long": "a" * 10_000}) == 400
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as stream:
        assert await stream.content.readuntil(b"\n\n")


async def fail(address: str) -> None:
    """A page that can't be made says so, and that the link is fine."""
    for path in ("", "events"):
        async with aiohttp.ClientSession() as session, session.get(address + path) as answer:
            assert answer.status == 500
            assert "This page can't be shown at the moment. Try again later." in unescape(await answer.text())


async def test_no_log_has_a_token_in_it(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of any link, whatever is asked for by it and however that goes wrong."""
    addresses = list[str]()

    async def use(address: str) -> None:
        address = address.partition("?")[0]
        addresses.append(address)
        with monkeypatch.context() as patched:
            for source in (TableSource, OverlaySource, SeatSource, LeagueSource, EventSource, LobbySource):
                patched.setattr(source, "parts", broken)
            await fail(address)
        assert {type(one.__cause__) for one in evening.errors()} == {ArithmeticError}, "it isn't logged"
        await ask(address)

    with caplog.at_level(logging.DEBUG):
        await friday_of_events(evening)
        await use(await event_link(evening))
        await evening.types("Ana", "event close")
        await friday(evening)
        await use(await league_link(evening))
        await gather(evening, "commander", "Ana, Ben")
        joining = await let_in(evening)
        await use(joining)
        await use(await joined(joining, "Gus"))
        await evening.types("Ana", "game end")
        await deal(evening)
        await use(await let_in(evening))
        await use(await link(evening))
        await use(await overlay_link(evening))
        seat = await remote(evening, "Ben")
        await use(seat)
        refused, why = await send(seat, pressed("life", who="nobody", amount=1))
        assert (refused, bool(why)) == (200, True)
        assert (await send(seat, {"do": "nothing"}))[0] == 400
        await evening.env.settle()
    tokens = [token for one in addresses for token in TOKENS.findall(one)]
    assert len({*tokens}) == len(LinkPurpose)
    written = logging.Formatter("%(name)s %(message)s")  # and traces
    said = [written.format(one) for one in caplog.records if not one.name.startswith("discord")]
    assert any("a source that makes nothing" in line for line in said)
    assert [line for line in said if any(token in line for token in tokens)] == []


async def test_play_is_undisturbed_by_idle_connections(evening: Evening) -> None:
    await deal(evening)
    address = await link(evening)
    host, port = address.split("/")[2].split(":")
    idle = [await asyncio.open_connection(host, int(port)) for _ in range(400)]
    for amount in range(1, 4):
        await evening.types("Ben", "life lose", amount=amount)
        assert await status(address) == 200
    for _, writer in idle:
        writer.close()
    await asyncio.gather(*(writer.wait_closed() for _, writer in idle), return_exceptions=True)
