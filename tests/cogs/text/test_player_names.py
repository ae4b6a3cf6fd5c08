"""How names of all kinds are kept and shown."""

import re

import pytest

from cogs.text.formatting import NAME_LENGTH, clean_name, escape, unique_name
from tests.support.evening import Evening
from tests.support.tables import deal, gather
from tests.support.wording import announces


class TestNames:
    @pytest.mark.parametrize(
        ("raw", "kept"),
        [
            ("Grandma", "Grandma"),
            ("  Grand \n\t ma ", "Grand ma"),
            ("@Ben", "Ben"),
            ("a\u202eb\u2066c\u200bd\u0000e", "abcde"),
            ("e\u0301", "\u00e9"),
            ("a, b", "a b"),
            ("x" * 32, "x" * 32),
            ("x" * 40, f"{'x' * 31}…"),
            ("🎲" * 40, f"{'🎲' * 31}…"),
            ("Bartholomew the Elder of Hammerfell", "Bartholomew the Elder of Hammer…"),
            ("Bartholomew, the Elder of Sodden Hill", "Bartholomew the Elder of Sodden…"),
            ("", "Player"),
            ("\u202e", "Player"),
            ("me", "Player me"),
            ("Each Opponent", "Player Each Opponent"),
            ("my team", "Player my team"),
        ],
    )
    def test_are_kept_visible_and_short(self, raw: str, kept: str) -> None:
        assert clean_name(raw) == kept

    def test_are_different_at_one_table(self) -> None:
        assert unique_name("Zoe", ["zoe"]) == "Zoe 2"
        assert unique_name("Zoe", ["Zoe", "ZOE 2"]) == "Zoe 3"
        long = "x" * NAME_LENGTH
        assert unique_name(long, [long]) == f"{'x' * 27}… 2"

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("**bold** _it_ `code` ||spoiler|| ~~gone~~", None),
            ("# heading", "\\# heading"),
            ("> quote", "\\> quote"),
            ("- list", "\\- list"),
            ("[text](https://evil.example)", "\\[text](https:\u200b//evil.example)"),
            ("<@123456789012345678>", "\\<@\u200b123456789012345678>"),
            ("<t:0:R> <:a:1> </help:1>", "\\<t:0:R> \\<:a:1> \\</help:1>"),
            ("\u202eevil", "evil"),
            ("\u0645\u062d", "\u2068\u0645\u062d\u2069"),
            ("@everyone @here", "@\u200beveryone @\u200bhere"),
            ("discord.gg/x", "discord\u200b.gg\u200b/x"),
            ("Discord.com/invite/x", "Discord\u200b.com\u200b/invite/x"),
            ("discordapp.com", "discordapp\u200b.com"),
            ("www.x.y", "www\u200b.x.y"),
            ("x.xn--y/z", "x.xn--y\u200b/z"),
            ("J. R. R. and/or St. John", "J. R. R. and/or St. John"),
        ],
    )
    def test_show_as_they_are(self, name: str, shown: str | None) -> None:
        escaped = escape(name)
        assert re.sub("[\\\\\u200b\u2068\u2069]", "", escaped) == name.replace("\u202e", "")
        assert shown is None or escaped == shown
        for mark in "*_`|~":
            assert escaped.count(mark) == escaped.count(f"\\{mark}")

    @pytest.mark.parametrize(
        "name",
        ["**Zoe**", "# Zoe", "@everyone", "Zoe\u202e", "🎲 Zoe 🎲", "Zoe " * 12, "||`_~", "<#1> <t:0>"],
    )
    async def test_of_guests_do_no_harm(self, evening: Evening, name: str) -> None:
        await gather(evening, "commander", f"Ana, {name}, Ben")
        await evening.types("Ana", "game start", first="Ana")
        kept = clean_name(name)
        assert await evening.suggestions("Ana", "life lose", "who", kept[:3], amount=1)
        lost = await evening.types("Ana", "life lose", amount=40, who=kept)
        assert lost.text.startswith(f"**{escape(kept)}** 40 → 0\n")
        assert announces(lost.text, f"**{escape(kept)}**", "704.5a")
        assert f"~~{escape(kept)} · 0~~" in evening.board()
        assert f"{escape(kept)} loses" in (await evening.types("Ana", "log")).text

    async def test_of_members_are_those_of_the_server(self, evening: Evening) -> None:
        trouble = evening.env.create_user("trouble", global_name="**Ana**")
        evening.people["Trouble"] = evening.server.add_member(trouble, nick="an\u202ea,\n# @everyone")
        await gather(evening, "two_player", "Ana")
        joined = await evening.types("Trouble", "game join")
        assert joined.text.startswith("In the lobby: Ana and ana # @\u200beveryone.")

    async def test_that_are_taken_get_a_number(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ben, red")
        await evening.types("Ana", "game join", team="Red")
        form = await evening.people["Ben"].click(evening.board_message(), label="Add players…")
        guest = {"members": [], "guests": "ana", "team": ["Blue"]}  # typed as a command it would be Ana
        await evening.people["Ben"].submit_modal(form, guest)
        assert "**Red**: Ben and Ana\n**Blue**: red 2 (guest) and ana 2 (guest)\n" in evening.board()

    async def test_of_counters_and_commanders_are_cleaned_too(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        put = await evening.types("Ana", "counter add", kind="**Big**\u202e x")
        assert put.text == "**Ana** \\*\\*big\\*\\* x 0 → 1"
        assert await evening.refused("Ana", "counter add", kind="\u202e ") == (
            "That name has no visible characters. Choose another one."
        )
        named = await evening.types("Ana", "commander set", name="Krenko\u200b, *Mob* Boss")
        assert named.text == "**Ana** is playing **Krenko, \\*Mob\\* Boss**."
        assert await evening.refused("Ana", "commander set", name=" ") != ""
        assert await evening.refused("Ana", "designate blessing", name="\u202e") != ""
