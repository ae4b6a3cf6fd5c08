"""Presses of remotes over HTTP as lines lose, double and reorder them: each counts once.

`python -m campaign presses` sends as many, and kills the bot meanwhile.
"""

import asyncio
import random
from collections.abc import Sequence

import aiohttp
import pytest
from simcord.backend.serializers import guild_create_payload

from storage.settings.definitions import MAY_ENTER, MAY_UNDO, Level
from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.messages import message_of, said
from tests.support.tables import deal
from tests.web.play.remotes import edit_of, id_of, life_of, pressed, remote, send
from web.live import feeds

AT_ONCE, ADDRESSES = 20, 50
"""Requests under way at the same time, and where they come from."""


async def sent(requests: Sequence[tuple[str, dict[str, object]]]) -> set[tuple[int, str]]:
    """Return how all these requests, each of them a remote's address and a press, are answered."""
    left = list(enumerate(requests))
    answers = set[tuple[int, str]]()

    async def sender(session: aiohttp.ClientSession) -> None:
        while left:
            number, (address, press) = left.pop()
            near = {"X-Forwarded-For": f"203.0.113.{number % ADDRESSES}"}
            answers.add(await send(address, press, session, **near))

    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(sender(session) for _ in range(AT_ONCE)))
    return answers


async def test_a_press_waits_until_discord_has_told_of_the_server(evening: Evening) -> None:
    """After a shard was taken over, and in an outage, nothing is known of its channels for a while."""
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    backend, server = evening.env.backend, str(evening.server.id)
    backend.emit("GUILD_DELETE", {"id": server, "unavailable": True})
    channel = {"id": str(evening.channel.id), "guild_id": server, "type": 0}
    backend.emit("CHANNEL_DELETE", channel)
    await evening.env.settle()
    hit = pressed("life", who=me, amount=-5)
    assert (await send(address, hit))[0] == 429
    here = guild_create_payload(backend, backend.guilds[evening.server.id])
    backend.emit("GUILD_CREATE", {**here, "unavailable": False})
    await evening.env.settle()
    assert await send(address, hit) == (200, "")
    assert await life_of(evening, "Ben") == 35


@pytest.mark.own_bot
@pytest.mark.alone
async def test_ten_thousand_requests_act_once_for_each_press(evening: Evening) -> None:
    """Ten presses on each of ten remotes of one seat, sent a hundred times: two at a time, in any order, half
    of them after a restart."""
    await deal(evening)
    await evening.types("Ben", "life set", to=100_000)
    remotes = [(await remote(evening, "Ben")).partition("/p/")[2] for _ in range(10)]
    me, chance = await id_of(evening, "Ben"), random.Random(7)
    amounts = [chance.randint(1, 400) for _ in range(100)]
    presses = [
        (remotes[number % 10], pressed("life", who=me, amount=-amount))
        for number, amount in enumerate(amounts)
    ]
    again = presses * 50
    chance.shuffle(again)
    requests = [one for one in again for _ in range(2)]
    before = await evening.number_of_entries()
    for half in (requests[:5_000], requests[5_000:]):
        base = f"{evening.bot.pages}p/"
        assert await sent([(base + path, press) for path, press in half]) == {(200, "")}
        assert await evening.number_of_entries() - before == 100
        assert await life_of(evening, "Ben") == 100_000 - sum(amounts)
        await evening.restart()  # which remembers no answers, and takes another port


async def test_every_kind_of_press_acts_once(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Krenko, Mob Boss")
    address = await remote(evening, "Ben")
    me, cy = await id_of(evening, "Ben"), await id_of(evening, "Cy")
    for press in (
        pressed("counter", who=cy, kind="poison", amount=2),
        pressed("combat", who=cy, commander=f"{me}:1", amount=7),
        pressed("cast", commander=f"{me}:1"),
        pressed("pass", turn=1),
        pressed("hold", on=True),
        pressed("hold", on=False),
        pressed("undo"),
        pressed("concede"),
    ):
        before = await evening.number_of_entries()
        answers = await sent([(address, press)] * 8)
        assert len(answers) == 1, answers
        ((_, why),) = answers
        assert await evening.number_of_entries() - before == (0 if why else 1), (press, why)
    game = await game_of(evening.games, evening.place)
    assert game.poison(cy) == 2
    assert game.life[cy] == 33
    assert [one.name for one in game.players if one.left] == ["Ben"]


async def test_a_fix_acts_once(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Cy", "life lose", amount=3)
    await evening.types("Ben", "life lose", amount=1)
    address = await remote(evening, "Ben")
    press = pressed("fix", edit=await edit_of(address, "Cy lost 3 life", "Do it"))
    before = await evening.number_of_entries()
    assert await sent([(address, press)] * 8) == {(200, "")}
    assert await evening.number_of_entries() - before == 1
    assert (await life_of(evening, "Cy"), await life_of(evening, "Ben")) == (40, 39)


@pytest.mark.sample(2)
@pytest.mark.parametrize("enter", ["anyone", "own", "judges"])
@pytest.mark.parametrize("who", ["Ana", "Ben"])  # Ana moderates
async def test_commanders_and_fixes_are_as_by_command(evening: Evening, who: str, enter: str) -> None:
    """What a press is refused with, or comes to, is what the command of the seat's player is."""
    await deal(evening, "commander", "Cy, Ana, Ben, Dee")
    await evening.types("Ana", "commander set", name="Krenko, Mob Boss", who=who)
    await evening.types("Cy", "life lose", amount=3)
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, enter)
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_UNDO, enter)
    address = await remote(evening, who)
    me, cy = await id_of(evening, who), await id_of(evening, "Cy")
    hit = pressed("combat", who=cy, commander=f"{me}:1", amount=7)
    cast = pressed("cast", commander=f"{me}:1")
    start = await game_of(evening.games, evening.place)
    for press, command, options in (
        (hit, "damage", {"amount": 7, "who": "Cy", "commander": "Krenko, Mob Boss"}),
        (cast, "commander cast", {}),
    ):
        answer = await evening.types(who, command, **options)
        refused, by_command = (
            (answer.text if answer.private else ""),
            await game_of(evening.games, evening.place),
        )
        if not refused:
            await evening.types("Ana", "undo")
        assert await game_of(evening.games, evening.place) == start
        assert await send(address, press) == (200, refused.replace("`", ""))
        assert await game_of(evening.games, evening.place) == by_command
        if not refused:
            await evening.types("Ana", "undo")
    edit = await edit_of(address, "Cy lost 3 life", "Do it")
    preview = message_of(await evening.people[who].slash(evening.channel, "fix", step=edit.split(".")[1]))
    clicked = await evening.people[who].click(preview, label="Do it")
    by_command = await game_of(evening.games, evening.place)
    allowed = by_command != start
    refused = "" if allowed else said(clicked).text.replace("`", "")
    if allowed:
        await evening.types("Ana", "undo")
        edit = await edit_of(address, "Cy lost 3 life", "Do it")
    assert await send(address, pressed("fix", edit=edit)) == (200, refused)
    assert await game_of(evening.games, evening.place) == by_command


async def test_who_has_pressed_sees_it_before_anything_else_is_made(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts that wait for their turn would come after an hour here."""
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as stream:
        assert b">40<" in await stream.content.readuntil(b"\n\n") + await stream.content.readuntil(b"\n\n")
        monkeypatch.setattr(feeds, "DEBOUNCE", 3600)
        assert await send(address, pressed("life", who=me, amount=-5), session) == (200, "")
        async with asyncio.timeout(60):
            assert b">35<" in await stream.content.readuntil(b"\n\n")
