"""Collects every text for users: from the code, from the commands as sent to Discord, from the rules."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from discord import app_commands
from discord.ext import commands

from cogs.cards import modes
from cogs.core import targets
from cogs.help.pages import PAGES
from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, command_key
from cogs.privacy.commands import STATEMENT
from cogs.settings import names as settings_words
from cogs.text import names
from cogs.text.refusals import explanation
from rules.formats.editions import EDITIONS
from rules.formats.losses import DRAWS_BY_KEY, LOSSES, GameLoss
from rules.formats.options import Attack
from rules.formats.roles import Role
from rules.formats.variants import VARIANTS, Variant
from rules.players.dungeons import DUNGEONS
from rules.rulebook import RULEBOOK_ENTRIES
from storage.settings.definitions import LANGUAGE

ROOT = Path(__file__).parents[2]
TRANSLATED_PACKAGES = ("cogs", "web", "bot")
"""The packages with texts for users."""
TRANSLATION_CALLS = {"tr": None, "trn": (1, 2), "trp": ((1, "c"), 2), "mark": None}
NOTES = ("Translators:",)
"""Prefixes of comments for translators."""

Tree = app_commands.CommandTree[commands.AutoShardedBot]


def collected(tree: Tree) -> dict[str, Catalog]:
    """Return every text by its domain, without translations."""
    said, rules = Catalog(domain="arbiter"), Catalog(domain="rulebook")
    for package in TRANSLATED_PACKAGES:
        for path, _, text, notes, context in extract_from_dir(
            str(ROOT / package), [("**.py", "python")], keywords=TRANSLATION_CALLS, comment_tags=NOTES
        ):
            said.add(text, locations=[(f"{package}/{path}", 0)], auto_comments=notes, context=context)
    for text in _constants():
        said.add(text)
    for loss in _losses():
        said.add((loss.why, loss.whys) if loss.whys else loss.why)
        for text in filter(None, (loss.in_brief, loss.reported)):
            said.add(text)
    for context, text in (*_of_commands(tree), *_of_rules()):
        said.add(text, context=context)
    for text in _rulebook():
        rules.add(text)
    return {"arbiter": said, "rulebook": rules}


def _of_commands(tree: Tree) -> Iterator[tuple[str | None, str]]:
    for command in tree.walk_commands():
        if isinstance(command, app_commands.ContextMenu):
            continue
        yield COMMAND, command_key(command.qualified_name)
        yield None, command.description
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                yield OPTION, parameter.display_name
                yield None, str(parameter.description)
                yield from ((CHOICE, choice.name) for choice in parameter.choices)


def _constants() -> Iterator[str]:
    """Yield texts in tables, which reach `tr` by name."""
    yield from explanation.TEXTS.values()
    yield from STATEMENT
    for lines in PAGES.values():
        yield from lines
    for draw in DRAWS_BY_KEY.values():
        yield from filter(None, (draw.why, draw.leaving))
    yield from names.EFFECT_NAMES.values()
    yield from modes.MODES.values()
    yield from names.THINGS
    for setting, words in settings_words.SETTING_WORDS.items():
        yield words.name
        for choice in words.choices.values() if setting is not LANGUAGE else ():
            yield choice.name
            yield choice.meaning
    yield from targets.GROUP_TARGETS
    yield from (kind.value for kind in Attack)


def _losses() -> Iterator[GameLoss]:
    """Yield every way to lose, including those of variants."""
    yield from LOSSES.values()
    for variant in VARIANTS.values():
        yield from variant.losses


def _of_rules() -> Iterator[tuple[str | None, str]]:
    """Yield names of the engine that people see."""
    for variant in VARIANTS.values():
        yield None, variant.name
        for role in _roles_of(variant):
            yield None, role.name
            yield None, role.about
    for edition in EDITIONS.values():
        yield None, edition.name
    yield from ((None, name) for name in sorted(names.TEAM_NAMES_AND_ROLES))
    for name, dungeon in DUNGEONS.items():
        yield None, name
        yield from ((None, room) for room in dungeon)


def _roles_of(variant: Variant) -> Iterator[Role]:
    if variant.roles is not None:
        for _, roles in sorted(variant.roles.by_size.items()):
            yield from dict.fromkeys(roles)


def _rulebook() -> Iterable[str]:
    for entry in RULEBOOK_ENTRIES:
        yield entry.title
        yield entry.text
        yield from entry.then.values()
