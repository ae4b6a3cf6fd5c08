"""/rule: rules in short, by their number in the game's edition, or by a word."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

import discord
from discord import app_commands

from cogs.core.context import location_of
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import reply_private
from cogs.core.service import GameCog
from cogs.drawing.truncate import truncate
from cogs.text.formatting import MESSAGE_LENGTH, comma_separated
from cogs.text.language import ENGLISH, speaking, spoken, tr
from cogs.text.matching import CHOICE_LENGTH, MAX_SUGGESTIONS
from rules import rulebook
from rules.formats.editions import EDITIONS, TODAY
from rules.refusal import Refusal
from rules.rulebook import BY_NUMBER, RULEBOOK_ENTRIES
from rules.rulebook.entry import RulebookEntry
from storage.settings.definitions import EDITION

SUGGESTED_RULES = (
    *("103.5", "104.2c", "104.3a", "104.3d", "104.4a", "119.4", "119.7", "120.3b", "500.7", "704.3"),
    *("725.4", "800.4a", "801.2", "801.14", "807", "808", "809", "810", "811", "903", "903.10a", "904"),
)
"""The suggestions before anything is typed."""
_NUMBER = re.compile(
    r"(?:cr|rule)?\s*(?:(?P<year>\d{4}):\s*)?(?P<number>\d{3}(?:\.\d+[a-z]{0,2})?)\.?", re.IGNORECASE
)
"""A rule's number, perhaps after the year of its edition, as rules are cited that another edition lacks."""
MAX_QUERY_LENGTH = 100
"""Characters that are looked for."""
TITLE_SIMILARITY = 0.8
"""How alike titles are for one to be offered for the other, from 0 to 1."""
OTHER_ENTRIES_LIMIT = 8
"""Further rules named below an answer."""


def nearest_rule(typed: str) -> str | None:
    """Return the title, word or number of a rule most like the typed text."""
    titles = () if spoken() == ENGLISH else (tr(entry.title) for entry in RULEBOOK_ENTRIES)
    own = {title.casefold(): title for title in titles}
    near = get_close_matches(typed.casefold(), own, n=1, cutoff=TITLE_SIMILARITY)
    return own[near[0]] if near else rulebook.nearest_title(typed)


def _in_own_words(typed: str) -> list[RulebookEntry]:
    """Return rules whose titles begin with the words, then titles that contain them, then texts; the shortest
    first.

    Words are looked for within words: German joins them, and Japanese has no spaces.
    """
    wanted = typed.casefold().split()
    if spoken() == ENGLISH or not wanted:
        return []
    ranked: list[tuple[int, int, RulebookEntry]] = []
    for entry in RULEBOOK_ENTRIES:
        title, text = tr(entry.title).casefold(), tr(entry.text).casefold()
        places = (title.startswith(" ".join(wanted)), _has(title, wanted), _has(f"{title} {text}", wanted))
        if any(places):
            ranked.append((places.index(True), len(title), entry))
    return [entry for _, _, entry in sorted(ranked, key=lambda found: found[:2])]


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def rule_label(entry: RulebookEntry, edition: str) -> str:
    """Return a rule in a list: "104.3a – Conceding", or "2026: 725.1 – The monarch" where the edition lacks
    it."""
    number = rulebook.number_label(entry, edition)
    return truncate(f"{number} – {tr(entry.title)}" if number else tr(entry.title), CHOICE_LENGTH)


def rule_text(entry: RulebookEntry, edition: str, others: Sequence[RulebookEntry] = ()) -> str:
    """Return a rule in the game's edition, its other editions, and related rules."""
    numbers, said = entry.numbers[edition], entry.said(edition)
    lines = [
        f"### CR {comma_separated(numbers)} – {tr(entry.title)}" if numbers else f"### {tr(entry.title)}"
    ]
    if edition != TODAY:
        lines.append(f"-# {tr(EDITIONS[edition].name)}")
    lines.append(tr("This edition has no separate rule for this.") if said is None else tr(said))
    others_than_this = () if entry.house else EDITIONS
    lines += [
        line for key in others_than_this if key != edition and (line := _elsewhere(entry, key, edition))
    ]
    see = [BY_NUMBER[number] for number in entry.see.split()]
    further = [one for one in dict.fromkeys((*see, *others)) if one is not entry][:OTHER_ENTRIES_LIMIT]
    if further:
        rules = " · ".join(f"{rulebook.number_label(one, edition)} {tr(one.title)}" for one in further)
        lines.append("-# " + tr("See also: {rules}", rules=rules))
    return truncate("\n".join(lines), MESSAGE_LENGTH)


def _elsewhere(entry: RulebookEntry, other: str, edition: str) -> str:
    """Return a rule's numbers and text in another edition, or that it has none; empty if nothing differs."""
    said = entry.said(other)
    if (entry.numbers[other], said) == (entry.numbers[edition], entry.said(edition)):
        return ""
    cited = comma_separated(entry.numbers[other]) or tr("no separate rule")
    text = "" if said is None or said == entry.said(edition) else f". {tr(said)}"
    return f"-# {tr(EDITIONS[other].name)}: {cited}{text}"


class RulebookCog(GameCog):
    """/rule."""

    async def edition(self, interaction: discord.Interaction) -> str:
        """Return the edition of this channel's game, else the one chosen here."""
        view = await self.service.games.view(location_of(interaction))
        if view is not None:
            return view.table.options.edition
        return (await self.service.settings_for(interaction))[EDITION]

    @anywhere
    @app_commands.command()
    @app_commands.describe(query="Rule number such as 704.5a, or a word such as poison")
    async def rule(self, interaction: discord.Interaction, query: app_commands.Range[str, 1, 100]) -> None:
        """Look up a short summary of a rule"""
        with speaking(await self.service.language_of_user(interaction)):
            await reply_private(interaction, answer(query, await self.edition(interaction)))

    @rule.autocomplete("query")
    async def suggested(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest rules with this number or this word in them."""
        edition = await self.edition(interaction)
        labels = [rule_label(entry, edition) for entry in suggest_rules(typed[:MAX_QUERY_LENGTH], edition)]
        return [app_commands.Choice(name=label, value=label) for label in labels[:MAX_SUGGESTIONS]]


def suggest_rules(typed: str, edition: str) -> Sequence[RulebookEntry]:
    """Return suggestions of rules for the text so far (default: the usual ones)."""
    if not typed.strip():
        return [rulebook.BY_NUMBER[number] for number in SUGGESTED_RULES]
    picked = next((entry for entry in RULEBOOK_ENTRIES if rule_label(entry, edition) == typed.strip()), None)
    if picked is not None:
        return [picked]
    number = _numbered(typed, edition)
    if number is None:
        own_language_first = dict.fromkeys((*_in_own_words(typed), *rulebook.matching(typed)))
        return rulebook.rules_beginning(typed.strip(), edition) or tuple(own_language_first)
    exact, below = rulebook.rules_numbered(*number), rulebook.rules_beginning(*number)
    return [*exact, *(entry for entry in below if entry not in exact)]


def _numbered(typed: str, edition: str) -> tuple[str, str] | None:
    """Return the typed number, and its edition, which a year before it may name."""
    match = _NUMBER.fullmatch(typed.strip())
    if match is None:
        return None
    years = {one.effective[:4]: key for key, one in EDITIONS.items()}
    return match["number"].lower(), years.get(match["year"], edition)


def answer(query: str, edition: str) -> str:
    """Return a rule's text, or the rules below a number; raises Refusal without any."""
    number = _numbered(query, edition)
    exact = rulebook.rules_numbered(*number) if number else ()
    if number and not exact:
        below = rulebook.rules_below(*number)
        if below:
            lines = [f"### CR {number[0]}", *(rule_label(entry, edition) for entry in below)]
            return truncate("\n".join(lines), MESSAGE_LENGTH)
    rules = exact or suggest_rules(query, edition)
    if not rules:
        near = nearest_rule(query)
        raise Refusal("no_such_rule", query=query, hint=near or "")
    return rule_text(rules[0], edition, rules[1:])
