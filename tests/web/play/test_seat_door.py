"""What a seat's link may do: what its player may, once for each press, and nothing else."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import aiohttp
import pytest

from storage.settings.definitions import CALL, MAY_ENTER, MAY_UNDO, Level
from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.tables import deal
from tests.web.play.remotes import PLAYS_NO_MORE, id_of, life_of, pressed, remote, send
from tests.web.watching import link, revoke_all


async def test_a_remote_is_given_to_players_and_for_guests_only(evening: Evening) -> None:
    assert "no game" in (await evening.refused("Ben", "game remote")).lower()
    await deal(evening, "commander", "Ana, Ben, Gus")
    await remote(evening, "Ben")
    await remote(evening, "Ben", who="Gus")
    assert await evening.refused("Ben", "game remote", who="Ana") == (
        "Only Ana can get a remote for Ana. Use who: for guests only."
    ).replace("who:", "`who:`")
    assert "players" in await evening.refused("Eve", "game remote")


ONE_PRESS: Mapping[str, tuple[Callable[[str, str], dict[str, object]], str, dict[str, Any]]] = {
    "own life": (lambda me, _: pressed("life", who=me, amount=-3), "life lose", {"amount": 3}),
    "gain": (lambda me, _: pressed("life", who=me, amount=3), "life gain", {"amount": 3}),
    "another's life": (
        lambda _, other: pressed("life", who=other, amount=-3),
        "life lose",
        {"amount": 3, "who": "Cy"},
    ),
    "poison": (
        lambda me, _: pressed("counter", who=me, kind="poison", amount=1),
        "counter add",
        {"kind": "poison", "amount": 1},
    ),
    "another's poison": (
        lambda _, other: pressed("counter", who=other, kind="poison", amount=1),
        "counter add",
        {"kind": "poison", "amount": 1, "who": "Cy"},
    ),
    "pass": (lambda _me, _other: pressed("pass", turn=1), "turn next", {}),
    "hold": (lambda _me, _other: pressed("hold", on=True), "hold", {}),
    "undo": (lambda _me, _other: pressed("undo", last=None), "undo", {}),
    "concede": (lambda _me, _other: pressed("concede"), "concede", {}),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("enter", ["anyone", "own", "judges"])
@pytest.mark.parametrize("who", ["Ana", "Ben"])  # Ana moderates
async def test_a_press_does_what_the_command_of_its_player_does(
    evening: Evening, who: str, enter: str
) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, enter)
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_UNDO, enter)
    for name, (press, command, options) in ONE_PRESS.items():
        outcomes: list[tuple[Any, str]] = []
        for typed in (True, False):
            await deal(evening, "commander", "Cy, Ana, Ben, Dee")
            await evening.types("Ana", "life lose", amount=1, who="Cy")  # something to undo
            address = await remote(evening, who)
            before = await evening.number_of_entries()
            if typed:
                answer = await evening.types(who, command, **options)
                why = answer.text if answer.private else ""
            else:
                me, cy = await id_of(evening, who), await id_of(evening, "Cy")
                status, why = await send(address, press(me, cy))
                assert status == 200
            after = await evening.number_of_entries()
            assert after - before == (0 if why else 1), name
            outcomes.append((await game_of(evening.games, evening.place), why.replace("`", "")))
            await evening.types("Ana", "game end")
        (by_command, refused), (by_press, refused_too) = outcomes
        assert bool(refused) == bool(refused_too), (name, refused, refused_too)
        assert refused == refused_too, name
        assert by_command.life == by_press.life, name
        assert by_command.counters == by_press.counters, name
        assert by_command.turn == by_press.turn, name
        assert by_command.held == by_press.held, name
        assert [one.left for one in by_command.players] == [one.left for one in by_press.players], name


@pytest.mark.own_bot
async def test_a_press_acts_once_over_a_restart(evening: Evening) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    press = pressed("life", who=await id_of(evening, "Ben"), amount=-3)
    assert await send(address, press) == (200, "")
    await evening.restart()  # which takes another port
    address = evening.bot.pages + "p/" + address.partition("/p/")[2]
    assert await send(address, press) == (200, "")
    assert await life_of(evening, "Ben") == 37


async def test_two_who_press_at_once_undo_one_step_and_pass_one_turn(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "life lose", amount=1)
    await evening.types("Ben", "life lose", amount=1)
    remotes = [await remote(evening, who) for who in ("Ana", "Ben")]
    last = await evening.number_of_entries()
    answers = await asyncio.gather(*(send(one, pressed("undo", last=last)) for one in remotes))
    assert sorted(bool(why) for _, why in answers) == [False, True]
    assert (await life_of(evening, "Ana"), await life_of(evening, "Ben")) == (39, 40)
    answers = await asyncio.gather(*(send(one, pressed("pass", turn=1)) for one in remotes))
    assert sorted(bool(why) for _, why in answers) == [False, True]
    assert (await game_of(evening.games, evening.place)).turn.number == 2


async def test_a_guest_is_played_for_and_concedes_by_their_link(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Gus")
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, "own")
    address = await remote(evening, "Ben", who="Gus")
    gus, ana = await id_of(evening, "Gus"), await id_of(evening, "Ana")
    assert await send(address, pressed("life", who=gus, amount=-3)) == (200, "")
    status, why = await send(address, pressed("life", who=ana, amount=-3))
    assert status == 200
    assert "Ana" in why
    assert await send(address, pressed("concede")) == (200, "")
    game = await game_of(evening.games, evening.place)
    assert [one.name for one in game.players if one.left] == ["Gus"]


async def test_a_moderators_link_for_a_guest_is_not_a_judge(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Gus")
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, "judges")
    address = await remote(evening, "Ana", who="Gus")
    _, why = await send(address, pressed("life", who=await id_of(evening, "Gus"), amount=-3))
    assert "judge" in why.lower() or "moderator" in why.lower()


async def test_a_seat_that_has_changed_hands_is_no_longer_played(evening: Evening) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    me = await id_of(evening, "Ben")
    await evening.types("Ben", "game hand-over", to=evening.people["Eve"])
    _, why = await send(address, pressed("life", who=me, amount=-3))
    assert why == PLAYS_NO_MORE


async def test_a_finished_game_is_refused_but_can_be_undone(evening: Evening) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    address = await remote(evening, "Ben")
    me = await id_of(evening, "Ben")
    assert await send(address, pressed("concede")) == (200, "")
    _, why = await send(address, pressed("life", who=me, amount=-3))
    assert "over" in why
    assert await send(address, pressed("undo", last=await evening.number_of_entries())) == (200, "")
    assert (await game_of(evening.games, evening.place)).outcome is None


async def test_wrong_seats_things_and_links_do_nothing(evening: Evening) -> None:
    await deal(evening)
    address, watching = await remote(evening, "Ben"), await link(evening, "Ben")
    before = await evening.number_of_entries()
    me = await id_of(evening, "Ben")
    for press in (
        pressed("life", who="nobody", amount=-1),
        pressed("combat", who=me, commander="nobody:1", amount=7),
        pressed("cast", commander=f"{await id_of(evening, 'Ana')}:1"),
        pressed("counter", who=me, kind="of my own", amount=1),
        pressed("life", who=me, amount=0),
    ):
        status, why = await send(address, press)
        assert status == 200
        assert why
    for wrong in (
        pressed("life", who=me, amount=1_000_000),
        pressed("life", who=me, amount=-1, by="another"),
        pressed("life", key="short", who=me, amount=-1),
        pressed("concede", who=await id_of(evening, "Ana")),
        pressed("everything"),
        {},
    ):
        assert (await send(address, wrong))[0] == 400
    fine = pressed("life", who=me, amount=-1)
    seat_of_watching = watching.replace("/w/", "/p/")
    assert (await send(seat_of_watching, fine))[0] == 404
    for origin in ("https://evil.example.org", "null"):
        assert (await send(address, fine, Origin=origin))[0] == 403
    async with aiohttp.ClientSession() as session:
        asked = {"Origin": "https://evil.example.org", "Access-Control-Request-Method": "POST"}
        async with session.options(f"{address}press", headers=asked) as answer:
            assert answer.status == 405
            assert "Access-Control-Allow-Origin" not in answer.headers
        async with session.post(f"{address}press", data=b"{}") as answer:
            assert answer.status == 415
        async with session.post(f"{address}press", json={"a": "b" * 5000}) as answer:
            assert answer.status == 413
        async with session.get(address) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy
    assert await evening.number_of_entries() == before


async def test_a_revoked_link_presses_nothing(evening: Evening) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    me = await id_of(evening, "Ben")
    await revoke_all(evening, "Ben")
    assert (await send(address, pressed("life", who=me, amount=-1)))[0] == 404


async def test_an_expired_link_presses_nothing(evening: Evening) -> None:
    """It works for 30 days."""
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await evening.passes(minutes=29 * 24 * 60)
    assert await send(address, pressed("life", who=me, amount=-1)) == (200, "")
    await evening.passes(minutes=2 * 24 * 60)
    assert (await send(address, pressed("life", who=me, amount=-1)))[0] == 404
    assert await life_of(evening, "Ben") == 39


async def test_the_next_player_is_called(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, CALL, "on")
    await deal(evening)
    address = await remote(evening, "Ana")
    assert await send(address, pressed("pass", turn=1)) == (200, "")
    ping = evening.people["Ben"].mention
    await evening.until(lambda: any(ping in one.content for one in evening.channel.history()))
    assert sum(ping in one.content for one in evening.channel.history()) == 1


@pytest.mark.own_bot(fair_use=True)
async def test_presses_are_for_each_person_as_many_as_of_commands(evening: Evening) -> None:
    """120 at once, then three a second; what is too much waits and is done when it is sent again."""
    await deal(evening, life=1000)
    bens, anas = await remote(evening, "Ben"), await remote(evening, "Ana")
    me = await id_of(evening, "Ben")
    await evening.passes(minutes=1)  # by then everything has come back
    presses = [pressed("life", who=me, amount=-1) for _ in range(124)]
    async with aiohttp.ClientSession() as session:
        answers = [await send(bens, one, session) for one in presses[:121]]
        assert answers == [(200, "")] * 120 + [(429, "")]
        assert await life_of(evening, "Ben") == 1000 - 120
        assert "Try again in 1 s." in await evening.refused("Ben", "life lose", amount=1)
        assert await send(anas, pressed("life", who=me, amount=-1), session) == (200, "")
        async with session.get(f"{bens}fix") as panel:
            assert "Try again in 1 s." in await panel.text()
        await evening.passes(seconds=1)
        answers = [await send(bens, one, session) for one in presses[120:]]
    assert answers == [(200, "")] * 3 + [(429, "")]
    assert await life_of(evening, "Ben") == 1000 - 120 - 1 - 3


async def test_a_loss_that_is_entered_again_is_announced_again(evening: Evening) -> None:
    """After an undo, or in the next game; the announcement before says the same."""
    await deal(evening, "two_player", "Ana, Ben")

    def said() -> int:
        """Return how many announcements of Ben's concessions there are that weren't undone."""
        lines = "\n".join(evening.chat()).splitlines()
        return sum(line.startswith("**Ben**") and "104.3a" in line for line in lines)

    for game in (1, 2):
        address = await remote(evening, "Ben")
        for _ in range(2):
            assert await send(address, pressed("concede")) == (200, "")
            await evening.until(lambda game=game: said() == game)
            await send(address, pressed("undo", last=await evening.number_of_entries()))
            await evening.until(lambda game=game: said() == game - 1)
        assert await send(address, pressed("concede")) == (200, "")
        await evening.until(lambda game=game: said() == game)
        if game == 1:
            await evening.presses("Ana", "Rematch")
            await evening.types("Ana", "game start", first="Ana")
