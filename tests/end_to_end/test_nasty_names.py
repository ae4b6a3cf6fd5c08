"""Names and words that do harm elsewhere: wherever the bot shows them they are only what they look like."""

import re
from collections.abc import Iterator, Mapping
from json import dumps

import pytest
import simcord

from storage.events.codec import Json, parse_json
from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.leagues import create
from tests.support.messages import message_of, pick

NASTY: Mapping[str, str] = {
    "bold": "**x** __y__ ~~z~~ ||s||",
    "code": "`x` ```py",
    "link": "[x](https://evil.example)",
    "invite": "discord.gg/evil",
    "long invite": "DiscordApp.com/invite/evil",
    "www": "www.evil.example",
    "path": "evil.example/x",
    "everyone": "<@123456789012345678> @everyone",
    "emoji": "<:x:123456789012345678> <t:1:R>",
    "heading": "# x",
    "quote": "> x",
    "backwards": "\u202eevil\u202c",
    "arabic": "\u0645\u062d\u0645\u062f",
    "invisible": "\u200b\u2060\u00ad",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "snakes": "\U0001f40d" * 32,
    "folded": "\u0390" * 32,
    "stars": "*" * 32,
    "backslashes": "\\" * 31 + "x",
    "lines": "a\nb\tc",
    "kanji": "\u9f8d\u306e\u5de3",
    "comma": "a, b @c",
}
"""Names by what is nasty about them; Discord takes 32 characters."""
MARKED = ("**x**", "__y__", "~~z~~", "||", "`x`", "```", "[x](", "<:x:", "<t:1:", "@everyone")
"""What would be markup, a link or a mention if no one had escaped it."""
LINK = re.compile(r"://evil|discord\.gg|discordapp\.com|www\.evil|evil\.example/", re.IGNORECASE)
"""What Discord would make a link or an invite of."""
MENTION = "<@123456789012345678>"
UNSEEN = re.compile("[\u202a-\u202e\u2066\u2067\u00ad\u2060]")
"""Characters that turn text around or hide in it."""
CODE = re.compile(r"^```\n[^`]*\n```$", re.MULTILINE)
"""Code, in which Discord knows no markup; a backtick would end it."""
ESCAPED = re.compile(r"\\[^\w\s]")
LONGEST = {"custom_id": 100, "label": 100, "value": 100, "placeholder": 150, "description": 1024}
"""Characters that Discord takes in a field; 80 of a button's label, which ours never come near to."""


def walk(value: Json) -> Iterator[tuple[str, str]]:
    """Yield every text in what was sent to Discord, with the name of its field."""
    if isinstance(value, dict):
        for key, one in value.items():
            if isinstance(one, str):
                yield key, one
            else:
                yield from walk(one)
    elif isinstance(value, list):
        for one in value:
            yield from walk(one)


def assert_harmless(evening: Evening) -> int:
    """Everything that was sent shows names as they are; gives how many texts that were."""
    seen = 0
    for sent in evening.env.http_requests:
        if sent.method not in ("POST", "PATCH") or sent.json is None or "/commands" in sent.path:
            continue
        for field, text in walk(parse_json(dumps(sent.json))):
            assert len(text) <= LONGEST.get(field, 4000), (field, text)
            if field == "custom_id" or field == "value":
                continue
            assert not UNSEEN.search(text), (sent.path, text)
            if field == "content":
                seen += 1
                plain = ESCAPED.sub("\u00b7", text)
                assert [one for one in ("@everyone", MENTION) if one in plain] == [], text
                assert [one for one in MARKED if one in CODE.sub("", plain)] == [], text
                assert not LINK.search(plain), text
                assert not re.search(r"^(?:# |> )x", plain, re.MULTILINE), text
    return seen


async def seat_members(evening: Evening) -> list[simcord.MemberActor]:
    """People with all of these names take a seat at Ana's table."""
    await evening.types("Ana", "game new", variant="free_for_all")
    actors: list[simcord.MemberActor] = []
    for kind, name in NASTY.items():
        actor = evening.server.add_member(evening.env.create_user(kind, global_name=name))
        joined = await actor.click(evening.board_message(), label="Join")
        assert joined.acknowledged, kind
        actors.append(actor)
    return actors


async def say_nasty_things(evening: Evening, who: simcord.MemberActor, about: str) -> None:
    """Type nasty words wherever a command takes words."""
    typed: list[tuple[str, dict[str, object]]] = [
        (command, {option: word[:20] if option == "kind" else word, **rest})
        for word in NASTY.values()
        for command, option, rest in (
            ("counter add", "kind", {"amount": 2, "who": about}),
            ("commander set", "name", {"who": about}),
            ("life lose", "who", {"amount": 1}),
            ("damage", "from", {"amount": 1, "who": about}),
            ("game link", "url", {}),
            ("roll", "dice", {}),
            ("first", "players", {}),
            ("rule", "query", {}),
            ("help", "topic", {}),
            ("life redistribute", "totals", {}),
            ("clock extend", "reason", {"minutes": 1}),
        )
    ]
    for command, options in typed:
        answer = await who.slash(evening.channel, command, **options)
        assert answer.acknowledged, (command, options)


async def look_at_everything(evening: Evening, who: simcord.MemberActor) -> None:
    """Look at everything that shows names."""
    for command, options in (
        ("game board", {}),
        ("log", {}),
        ("log", {"file": True}),
        ("turn order", {}),
        ("table seats", {}),
        ("table range", {}),
        ("table attack", {}),
        ("commander damage", {}),
        ("effect list", {}),
        ("mulligan status", {}),
        ("clock show", {}),
        ("privacy delete", {}),
        ("chart", {}),
    ):
        answer = await who.slash(evening.channel, command, **options)
        assert answer.acknowledged, command
    panel = message_of(await who.click(evening.board_message(), label="Others…"))
    for player in (await game_of(evening.games, evening.place)).remaining[:22]:
        await pick(who, panel, player.id)
        await who.click(panel, label="\u22121")


@pytest.mark.full
async def test_members_with_nasty_names_play(evening: Evening) -> None:
    actors = await seat_members(evening)
    await evening.types("Ana", "game start", first="Ana")
    await evening.types("Ana", "clock round", minutes=50)
    for actor in actors:
        await evening.types("Ana", "life lose", amount=1, who=actor.mention)
        await actor.click(evening.board_message(), label="+5")
    await evening.types("Ana", "designate monarch", who=actors[2].mention)
    await evening.types("Ana", "effect add", effect="cant_gain_life", who=actors[4].mention)
    await say_nasty_things(evening, evening.people["Ana"], actors[0].mention)
    await look_at_everything(evening, evening.people["Ana"])
    await evening.types("Ana", "undo", steps=3)
    await evening.types("Ana", "redo")
    for actor in actors:
        await actor.slash(evening.channel, "concede")
    assert (await game_of(evening.games, evening.place)).outcome is not None
    assert assert_harmless(evening) > 300


async def test_guests_with_nasty_names_play(evening: Evening) -> None:
    await evening.types("Ana", "game new", variant="free_for_all")
    for kind, name in NASTY.items():
        if kind not in ("everyone", "comma"):
            await evening.types("Ana", "game add", players=name)
    await evening.types("Ana", "game start", first="Ana")
    names = [player.name for player in (await game_of(evening.games, evening.place)).players]
    guests = len(NASTY) - len(("everyone", "comma")) + len(("the second of the lines",))
    assert len(set(names)) == 1 + guests
    for name in names:
        await evening.types("Ana", "life lose", amount=1, who=name)
    await look_at_everything(evening, evening.people["Ana"])
    for name in names[1:]:
        await evening.types("Ana", "concede", who=name)
    assert assert_harmless(evening) > 50


async def test_a_league_of_nasty_names(evening: Evening) -> None:
    """A league, its players, notes, reasons and a season, looked at from everywhere."""
    await create(evening, NASTY["bold"], by="nobody")
    actors = [
        evening.server.add_member(evening.env.create_user(kind, global_name=name))
        for kind, name in NASTY.items()
    ]
    ana = evening.people["Ana"]
    for number, (actor, word) in enumerate(zip(actors, NASTY.values(), strict=True), start=1):
        reported = await ana.slash(
            evening.channel, "league report", players=f"{actor.mention}, {ana.mention}", note=word
        )
        assert reported.acknowledged, word
        await evening.types("Ana", "league result void", result=number, reason=word)
        await evening.types("Ana", "league result restore", result=number, reason=word)
    await evening.types("Ana", "league season open", name=NASTY["link"])
    for command, options in (
        ("standings", {}),
        ("games", {}),
        ("commanders", {}),
        ("seats", {}),
        ("records", {}),
        ("audit", {}),
        ("board", {}),
        ("season close", {}),
        *(("player", {"who": actor.mention}) for actor in actors[:4]),
        *(("head-to-head", {"who": actor.mention}) for actor in actors[:4]),
        *(("result show", {"result": number}) for number in range(1, 8)),
    ):
        answer = await ana.slash(evening.channel, f"league {command}", **options)
        assert answer.acknowledged, command
    player = await evening.types("Ana", "league player", who=actors[0].mention)
    assert r"\*\*x\*\* \_\_y\_\_" in player.text
    assert (await evening.types("Ana", "stats")).private
    assert await evening.suggestions("Ana", "league standings", "league")
    assert await evening.suggestions("Ana", "league player", "who")
    assert assert_harmless(evening) > 60
