"""Guests without an account: how they join by a host's link, and what they may enter from their phones."""

import asyncio
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from rules.game.lobby import Lobby
from storage.links import LinkPurpose
from storage.settings.definitions import MAY_ENTER, MAY_UNDO, Level
from tests.support.evening import Evening
from tests.support.games import game_of, view_of
from tests.support.leagues import create
from tests.support.messages import buttons, private_message_of, text, verbs
from tests.support.panels import forget
from tests.support.tables import begin, deal, gather
from tests.web.accessibility import SMALL, findings, overflow, small_targets
from tests.web.answers import status
from tests.web.play.guests import (
    drawn,
    give_remote,
    join,
    joined,
    let_in,
    panel,
    reason,
    seat_page,
    stop,
    unseat,
)
from tests.web.play.remotes import id_of, life_of, mine, pressed, send, tap
from tests.web.shown import show
from tests.web.watching import expect_gone, links, listed, revoke_all, watch


async def seated(evening: Evening) -> list[str]:
    """Return the names in the lobby."""
    lobby = (await view_of(evening.games, evening.place)).table
    assert isinstance(lobby, Lobby)
    return [one.name for one in lobby.seated]


async def why_not(evening: Evening, name: str) -> str | None:
    """Return the key of the reason why a guest of this name can't join by a new link."""
    address = await let_in(evening)
    before = await evening.number_of_entries()
    answered, told = await join(address, name)
    assert answered == 200
    assert told
    assert "`" not in told, "guests type no commands"
    assert await evening.number_of_entries() == before
    return reason(told)


async def test_guests_join_while_the_host_lets_them(evening: Evening) -> None:
    """The lobby's message has them at once, and so has the page by which they join."""
    await gather(evening, "commander", "Ana, Ben")
    address = await let_in(evening)
    page = await show(address)
    assert "Commander" in page.text
    assert "Ana" in page.text
    assert "Ben" in page.text
    guest = await joined(address, "Gus")
    assert "Gus (guest)" in evening.board()
    await show(address, "Gus")
    assert "Gus" in (await show(guest, "Gus")).part("mine")
    await stop(evening)
    assert await status(address) == 404
    assert (await join(address, "Hal"))[0] == 404
    assert await seated(evening) == ["Ana", "Ben", "Gus"]
    assert await status(guest) == 200


async def test_only_the_host_and_moderators_let_guests_in(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ben, Cy, Gus")
    refused = await evening.refused_press("Cy", "Guests…")
    assert refused.key == "guests_host_only"
    assert "off" in text(await panel(evening, "Ben"))
    first = await let_in(evening, "Ben")
    assert "on" in text(await panel(evening, "Ben"))
    second = await let_in(evening, "Ana")  # she moderates, and a new link ends the one before
    assert (await status(first), await status(second)) == (404, 200)
    await unseat(evening, "Gus", who="Ana")
    assert await seated(evening) == ["Ben", "Cy"]


async def test_a_guests_name_is_one_that_a_table_can_have(evening: Evening) -> None:
    """At most 32 characters long, to be seen, and not one that is there in another spelling."""
    await gather(evening, "two_headed_giant", "Ana, Ben, Zoë")
    for name in ("Ana", " ana ", "ÁNA", "A-na", "@Ben", "Zoe", "Red", "red"):
        assert await why_not(evening, name) == "guest_name_taken", name
    assert await why_not(evening, "x" * 33) == "guest_name_long"
    for name in ("", " \u200b\u202e ", ",", "@"):
        assert await why_not(evening, name) == "no_name"
    await joined(await let_in(evening), "**@everyone** \u202e\n[x](https://x.example)"[:32])
    assert "@everyone" not in evening.board()
    assert await why_not(evening, "Gus") == "lobby_full"


async def test_two_who_press_the_last_seat_at_once_get_one(evening: Evening) -> None:
    await gather(evening, "two_player", "Ana")
    address = await let_in(evening)
    answers = await asyncio.gather(join(address, "Gus"), join(address, "Hal"))
    assert sorted(bool(why) for _, why in answers) == [False, True]
    assert len(await seated(evening)) == 2
    assert "2" in (await show(address, "2")).part("closed")


@pytest.mark.own_bot
async def test_one_phone_gets_one_seat_over_a_restart(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben")
    address, token = await let_in(evening), drawn()
    for name in ("Gus", "Gus", "Hal"):
        assert await join(address, name, token) == (200, "")
    await evening.restart()  # which takes another port
    address = evening.bot.pages + "g/" + address.partition("/g/")[2]
    assert await join(address, "Gus", token) == (200, "")
    assert await seated(evening) == ["Ana", "Ben", "Gus"]
    await begin(evening, "Ana, Ben, Gus")
    guest, me = seat_page(address, token), await id_of(evening, "Gus")
    assert await send(guest, pressed("life", who=me, amount=-3)) == (200, "")
    assert await life_of(evening, "Gus") == 17


async def test_a_guest_whom_the_host_removes_reads_so_and_has_no_power_over_a_namesake(
    evening: Evening,
) -> None:
    await gather(evening, "free_for_all", "Ana, Ben")
    address = await let_in(evening)
    removed = await joined(address, "Gus")
    await unseat(evening, "Gus")
    assert await seated(evening) == ["Ana", "Ben"]
    assert "host" in (await show(removed, "no longer")).part("mine")
    await joined(address, "Gus")
    assert "no longer" in (await show(removed, "no longer")).part("mine")
    await begin(evening, "Ana, Ben, Gus")
    _, why = await send(removed, pressed("life", who=await id_of(evening, "Gus"), amount=-3))
    assert reason(why) == "remote_not_yours"
    assert "Gus" not in (await show(removed)).text


async def test_a_game_that_has_started_or_was_closed_takes_no_guests(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy")
    address = await let_in(evening)
    await begin(evening, "Ana, Ben, Cy")
    assert reason((await join(address, "Gus"))[1]) == "guests_closed"
    page = await show(address, "started")
    assert "Ana" not in page.text, "who may join may not watch"
    await evening.types("Ana", "game end")
    await gather(evening, "free_for_all", "Ana, Ben, Cy")
    address = await let_in(evening)
    await evening.types("Ana", "game end")
    assert reason((await join(address, "Gus"))[1]) == "guests_closed"


@pytest.mark.parametrize("enter", ["anyone", "own", "judges"])
async def test_a_guest_has_a_say_about_the_own_seat_alone(evening: Evening, enter: str) -> None:
    """Whatever members may enter and undo for others; where only judges enter, a guest doesn't either."""
    await gather(evening, "free_for_all", "Ana, Ben, Hal")
    guest = await joined(await let_in(evening), "Gus")
    await begin(evening, "Ana, Ben, Hal, Gus")
    for setting in (MAY_ENTER, MAY_UNDO):
        await evening.settings.choose(Level.SERVER, evening.server.id, setting, enter)
    ids = {name: await id_of(evening, name) for name in ("Ben", "Hal", "Gus")}
    await evening.types("Ana", "life lose", amount=1, who="Ben")
    may = enter != "judges"

    async def key(press: dict[str, Any]) -> str | None:
        answered, why = await send(guest, press)
        assert answered == 200
        return reason(why) if why else None

    judges = None if may else "enter_judges_only"
    for other in ("Ben", "Hal"):
        own_only = "enter_own_only" if may else "enter_judges_only"
        assert await key(pressed("life", who=ids[other], amount=-3)) == own_only
    assert await key(pressed("pass", turn=1)) == ("turn_of_other" if may else "enter_judges_only")
    assert await key(pressed("undo")) == ("undo_own_only" if may else "undo_judges_only")
    assert await key(pressed("life", who=ids["Gus"], amount=-3)) == judges
    assert await life_of(evening, "Gus") == (17 if may else 20)
    if may:
        assert "Gus" in (await evening.types("Ana", "log")).text
        assert await key(pressed("undo")) is None
        await send(guest, pressed("life", who=ids["Gus"], amount=-1))
        await evening.types("Ana", "life lose", amount=1, who="Gus")  # others enter for guests as ever
    assert await key(pressed("concede")) is None
    game = await game_of(evening.games, evening.place)
    assert [one.name for one in game.players if one.left] == ["Gus"]


async def test_the_page_offers_a_guest_what_counts(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben")
    guest = await joined(await let_in(evening), "Gus")
    await begin(evening, "Ana, Ben, Gus")
    page = await show(guest, "Undo")
    assert "Pass turn" not in page.text
    assert f'data-open="player" data-who="{await id_of(evening, "Ben")}"' not in page.html
    assert await status(f"{guest}table") == 404
    await evening.types("Ana", "turn next")
    await evening.types("Ben", "turn next")
    assert "Pass turn" in (await show(guest, "Pass turn")).text


async def test_a_guest_stays_with_the_rematch(evening: Evening) -> None:
    await gather(evening, "two_player", "Ana")
    address = await let_in(evening)
    guest = await joined(address, "Gus")
    await begin(evening, "Ana, Gus")
    assert await send(guest, pressed("concede")) == (200, "")
    offer = next(one for one in evening.channel.history() if "Ana" in text(one) and "Rematch" in text(one))
    await evening.presses("Ana", "Rematch", offer)
    assert reason((await join(address, "Hal"))[1]) == "guests_closed"
    await evening.types("Ana", "game start", first="Gus")
    me = await id_of(evening, "Gus")
    await show(guest, "game")
    assert await send(guest, pressed("life", who=me, amount=-3)) == (200, "")
    assert await life_of(evening, "Gus") == 17


async def test_a_member_who_takes_the_guests_seat_is_not_played_by_the_phone(evening: Evening) -> None:
    """Also if it is the one who has let the guest in, who didn't play."""
    await gather(evening, "free_for_all", "Ben, Cy")
    guest = await joined(await let_in(evening, "Ana"), "Gus")
    await begin(evening, "Ben, Cy, Gus")
    me = await id_of(evening, "Gus")
    await evening.types("Ana", "game hand-over", who="Gus", to=evening.people["Ana"])
    _, why = await send(guest, pressed("life", who=me, amount=-3))
    assert reason(why) == "remote_not_yours"
    await show(guest, "no longer")


async def test_a_league_takes_a_guests_results_as_those_of_any_guest(evening: Evening) -> None:
    await create(evening, preset="pods")
    await gather(evening, "two_player", "Ana")
    guest = await joined(await let_in(evening), "Gus")
    await begin(evening, "Ana, Gus")
    assert await send(guest, pressed("concede")) == (200, "")
    assert "Gus" in (await evening.types("Ana", "league standings")).text
    audit = (await evening.types("Ana", "league audit")).text
    assert "<@-" not in audit


async def test_the_links_belong_to_who_let_the_guest_in(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ben, Cy")
    address = await let_in(evening, "Ben")
    first, second = await joined(address, "Gus"), await joined(address, "Hal")
    shown = listed(await links(evening, "Ben"))
    assert shown.count("guest") == 3
    assert "guest" not in listed(await links(evening, "Cy"))
    await revoke_all(evening, "Ben")
    assert {await status(one) for one in (address, first, second)} == {404}
    third = await joined(await let_in(evening, "Ben"), "Ida")
    await forget(evening, "Ben")
    assert await status(third) == 404
    assert (await seated(evening))[1:] == ["Cy", "Gus", "Hal", "Ida"]


async def test_what_strangers_send_does_nothing(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben")
    address = await let_in(evening)
    watching = await evening.games.links.make(
        LinkPurpose.WATCH, evening.server.id, evening.channel.id, evening.people["Ana"].id
    )
    before = await evening.number_of_entries()
    for wrong in ("short", "a" * 28, "a" * 26 + "!"):
        assert (await join(address, "Gus", wrong))[0] == 400
    assert (await join(address, "x" * 201))[0] == 400
    assert (await join(address, 3))[0] == 400
    assert (await join(address, "x" * 5000))[0] == 413
    assert (await join(address, "Gus", Origin="https://evil.example.org"))[0] == 403
    assert (await join(f"{address.partition('/g/')[0]}/g/{watching}/", "Gus"))[0] == 404
    assert reason((await join(address, "Gus", watching))[1]) == "outdated"
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{address}join", data=b"{}") as answer:
            assert answer.status == 415
        async with session.get(address) as answer:
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert await evening.number_of_entries() == before


async def test_names_are_counted_and_one_link_takes_sixty_guests(evening: Evening) -> None:
    """120 names at once by one link, and a few more in the seconds that this takes."""
    await gather(evening, "free_for_all", "Ana, Ben")
    address, tried = await let_in(evening), 0
    while (await join(address, "Ana", **{"X-Forwarded-For": "198.51.100.7"}))[0] == 200:
        tried += 1
        assert tried < 1_000
    assert tried >= 120
    place = evening.server.id, evening.channel.id, evening.people["Ana"].id
    game = (await view_of(evening.games, evening.place)).game
    await evening.passes(seconds=1)
    address = await let_in(evening)
    for number in range(60):
        await evening.games.links.make(LinkPurpose.GUEST, *place, game, f"guest:{number}", drawn())
    answered, why = await join(address, "Gus", **{"X-Forwarded-For": "203.0.113.99"})
    assert answered == 200
    assert reason(why) == "too_many_guests"
    await evening.passes(seconds=1)
    await joined(await let_in(evening), "Gus")


async def test_guests_join_a_game_in_progress_where_the_host_lets_them(evening: Evening) -> None:
    """By a separate link: the one from the lobby has ended. The guest starts as everyone did."""
    await gather(evening, "free_for_all", "Ana, Ben, Cy")
    earlier = await let_in(evening)
    await begin(evening, "Ana, Ben, Cy")
    await evening.types("Ana", "life lose", amount=3)
    address = await let_in(evening)
    page = await show(address, "Join as a guest")
    assert page.part("closed").strip() == ""
    assert "Ana" not in page.text, "who may join may not watch"
    assert reason((await join(earlier, "Gus"))[1]) == "guests_closed"
    assert reason((await join(address, "ÁNA"))[1]) == "guest_name_taken"
    guest = await joined(address, "Gus")
    assert await life_of(evening, "Gus") == 20
    assert "Gus · 20" in evening.board()
    me = await id_of(evening, "Gus")
    assert await send(guest, pressed("life", who=me, amount=-3)) == (200, "")
    assert await life_of(evening, "Gus") == 17
    await stop(evening)
    assert await status(address) == 404
    address = await let_in(evening)
    for who in ("Ben", "Cy", "Gus"):
        await evening.types("Ana", "life lose", amount=20, who=who)
    assert reason((await join(address, "Hal"))[1]) == "guests_closed"
    assert "ended" in (await show(address, "ended")).part("closed")


async def test_a_guests_seat_is_given_a_phone_while_the_game_runs(evening: Evening) -> None:
    """In a duel, which no one joins late, too; a second phone for the seat ends the first."""
    await deal(evening, "two_player", "Ana, Grandma")
    first = await give_remote(evening, "Grandma")
    me = await id_of(evening, "Grandma")
    assert await send(first, pressed("life", who=me, amount=-3)) == (200, "")
    assert await life_of(evening, "Grandma") == 17
    assert "guestlink" not in verbs(await panel(evening))
    second = await give_remote(evening, "Grandma")
    assert (await status(first), await status(second)) == (404, 200)
    ana = await id_of(evening, "Ana")
    assert reason((await send(second, pressed("life", who=ana, amount=-3)))[1]) == "enter_own_only"


async def test_a_guest_may_not_undo_what_a_remote_that_has_ended_entered(evening: Evening) -> None:
    await deal(evening, "free_for_all", "Ana, Grandma, Zoe")
    grandmas = await give_remote(evening, "Grandma")
    me = await id_of(evening, "Grandma")
    assert await send(grandmas, pressed("life", who=me, amount=-3)) == (200, "")
    newest, *_ = await evening.games.links.of_channel(evening.channel.id)
    await evening.games.links.revoke([newest.id])
    zoes = await give_remote(evening, "Zoe")
    assert reason((await send(zoes, pressed("undo")))[1]) == "undo_own_only"
    assert await life_of(evening, "Grandma") == 17


async def test_the_panel_offers_guests_to_hosts_only(evening: Evening) -> None:
    await deal(evening, names="Ben, Cy, Grandma")
    for who, offered in (("Ben", True), ("Cy", False), ("Ana", True)):  # Ana moderates
        more = private_message_of(await evening.people[who].click(evening.board_message(), label="More…"))
        assert ("Guests…" in buttons(more)) is offered, who
    await evening.types("Ana", "game end")
    await deal(evening, "two_player", "Ben, Cy")  # no one comes later, and there are no guests
    more = private_message_of(await evening.people["Ben"].click(evening.board_message(), label="More…"))
    assert "Guests…" not in buttons(more)


async def test_a_guest_leaves_the_lobby_by_phone_and_comes_again(evening: Evening, browser: Browser) -> None:
    await gather(evening, "free_for_all", "Ana, Ben")
    address = await let_in(evening)
    page = await watch(browser, address, **SMALL)
    await page.get_by_label("Your name").fill("Gus")
    await tap(page, "Join")
    await expect(page.locator(".waiting")).to_contain_text("Gus")
    assert await findings(page) == []
    assert await small_targets(page) == []
    await tap(page, "Leave")
    await expect(page.locator(".waiting")).to_contain_text("no longer")
    await expect(page.get_by_role("button", name="Leave")).to_have_count(0)
    assert await seated(evening) == ["Ana", "Ben"]
    await evening.until(lambda: "Gus" not in evening.board())
    await page.goto(address)
    await page.get_by_label("Your name").fill("Hal")
    await tap(page, "Join")
    await expect(page.locator(".waiting")).to_contain_text("Hal")
    assert await seated(evening) == ["Ana", "Ben", "Hal"]
    await begin(evening, "Ana, Ben, Hal")
    guest, before = page.url, await evening.number_of_entries()
    assert reason((await send(guest, pressed("leave")))[1]) == "guests_closed"
    assert await evening.number_of_entries() == before


async def test_a_phone_that_is_put_off_joins_later(evening: Evening, browser: Browser) -> None:
    """Others behind the same address have used up the names that it may try for the moment."""
    await gather(evening, "free_for_all", "Ana, Ben")
    page = await watch(browser, await let_in(evening), **SMALL)
    await page.route("**/join*", lambda route: route.fulfill(status=429), times=1)
    await page.get_by_label("Your name").fill("Gus")
    await tap(page, "Join")
    await expect(page.locator(".waiting")).to_contain_text("Gus")


async def test_the_whole_way_on_a_phone(evening: Evening, browser: Browser) -> None:
    """From the host's link to the end of a seat, on a screen of 320 pixels, for everyone."""
    await gather(evening, "free_for_all", "Ana, Ben")
    address = await let_in(evening)
    page = await watch(browser, address, **SMALL)
    await expect(page.locator(".gathered")).to_contain_text("Ben")

    async def is_fine() -> None:
        assert await findings(page) == []
        assert await overflow(page) <= 0
        assert await small_targets(page) == []

    await is_fine()
    name = page.get_by_label("Your name")
    await name.fill("ben")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("Ben")
    await name.fill("Gus")
    await tap(page, "Join")
    await expect(page.locator(".waiting")).to_contain_text("Gus")
    assert "Gus (guest)" in evening.board()
    await is_fine()
    own = page.url
    await page.goto(address)  # the same phone once more
    await page.wait_for_url(own)
    await page.go_back()
    await page.wait_for_url(own)
    await begin(evening, "Ana, Ben, Gus")
    await tap(page, "Gus: −1 life")
    await expect(mine(page)).to_have_text("19")
    assert await life_of(evening, "Gus") == 19
    await is_fine()
    await page.reload()
    await expect(mine(page)).to_have_text("19")
    await evening.types("Ana", "game end")
    await gather(evening, "free_for_all", "Ana, Ben")
    address = await let_in(evening)
    await page.goto(address)
    await page.get_by_label("Your name").fill("Gus")
    await tap(page, "Join")
    await expect(page.locator(".waiting")).to_contain_text("Gus")
    await unseat(evening, "Gus")
    await expect(page.locator("[data-unseated]")).to_be_visible()
    await is_fine()
    await page.goto(address)  # who was removed may ask again
    await expect(page.get_by_label("Your name")).to_be_visible()
    await stop(evening)
    await expect_gone(page)
