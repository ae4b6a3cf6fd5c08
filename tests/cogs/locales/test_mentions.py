"""Commands in texts: mentioned with the IDs that Discord has given them, or named as people's Discord does.

Mentions are written as in Discord's reference: ``</NAME SUBCOMMAND:ID of the outermost group>``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord.app_commands import Command

from cogs.locales.catalogs import names_in, translations
from cogs.locales.mentions import MentionableCommands, localized
from cogs.text.language import ENGLISH, LANGUAGE_NAMES, Audience, speaking, tr
from cogs.unconnected import unconnected
from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.messages import LIST, message_of, pressable
from tests.support.simulation import Told

QUOTED = re.compile(r"`/([^`]+)`")
CODE = re.compile(r"`[^`]*`")
NAMED_PLAINLY = re.compile(r"(?<![\w/.}])/([a-z][a-z-]*)")
NO_HOLD = "No hold is active. Start one with `/hold`."


def texts() -> Iterator[str]:
    """Yield every text in English and in the other languages, as it is written."""
    for language in LANGUAGE_NAMES.keys() - {ENGLISH}:
        for one in translations(language):
            if one.context is None:
                yield from (one.id, one.plural or "", *one.strings)


async def test_texts_name_commands_in_one_way_and_only_what_can_be_typed() -> None:
    async with unconnected() as (bot, _):
        every = {one.qualified_name: one for one in bot.tree.walk_commands()}
    typed = {name for name, one in every.items() if isinstance(one, Command)}
    described = {str(one.description) for one in every.values()} | {
        str(parameter.description)
        for one in every.values()
        if isinstance(one, Command)
        for parameter in one.parameters
    }
    wrong = list[str]()
    for text in {*texts()} - described:  # descriptions are plain: Discord shows no mentions there
        for quoted in QUOTED.findall(text):
            words = quoted.split(" ")
            if typed.isdisjoint(" ".join(words[:depth]) for depth in (1, 2, 3)):
                wrong.append(f"`/{quoted}` can't be typed: {text}")
        plain = CODE.sub("", text)
        wrong += [f"/{name} without `: {text}" for name in NAMED_PLAINLY.findall(plain) if name in every]
        wrong += [f"mentioned by hand: {text}"] if "</" in text else []
    assert wrong == []


def test_options_follow_a_mention_in_the_clients_language() -> None:
    german, known = names_in(translations("de")), MentionableCommands({"life lose": 7, "hold": 8})
    amount, who = german.options["amount"], german.options["who"]
    text = "`/life lose amount:3 who:Ben`, `/hold`, `/life`, `who`"
    assert localized(text, german, known) == (
        f"</life lose:7> `{amount}:3 {who}:Ben`, </hold:8>, `/{german.commands['life']}`, `{who}`"
    )
    with speaking(Audience("de", client="fr")):
        assert f"`/{names_in(translations('fr')).commands['hold']}`" in tr(NO_HOLD)


async def test_messages_mention_commands_also_after_a_restart_that_asks_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Told, "commands", [])  # Discord knows no commands yet
    async with Evening(tmp_path / "arbiter.db") as evening:
        id = evening.env.backend.commands[None]["game", 1]["id"]
        for _ in range(2):
            refused = message_of(await evening.people["Ben"].slash(evening.channel, "hold"))
            assert refused.content.endswith(f" </game new:{id}>.")
            before = len(evening.env.http_requests)
            await evening.restart()
            asked = [one.path for one in evening.env.http_requests[before:] if one.path.endswith("/commands")]
            assert asked == []


async def test_people_press_commands_though_their_language_is_not_their_clients(evening: Evening) -> None:
    await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, "de")
    help = message_of(await evening.people["Ben"].slash(evening.channel, "help"))
    assert "</help:" in str(help.components)
    assert "`topic:" in str(help.components), "the client is English, and so are its options"


async def test_lists_name_commands_because_discord_shows_no_mentions_there(evening: Evening) -> None:
    panel = message_of(await evening.people["Ben"].slash(evening.channel, "settings"))
    lists = [one for one in pressable(panel) if one["type"] == LIST]
    assert lists
    assert "</" not in str(lists)


async def test_files_name_commands(evening: Evening) -> None:
    await evening.types("Ana", "game new", variant="two_player", players="Ana, Ben", start=True)
    await evening.types("Ana", "hold")
    answer = await evening.people["Ana"].slash(evening.channel, "log", file=True)
    (file,) = message_of(answer).attachments
    log = (await file.read()).decode()
    assert "`/release`" in log
    assert "</" not in log
