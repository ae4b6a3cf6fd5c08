"""What few leagues change: which variants count, how far apart a match's games are, how byes break ties."""

from collections.abc import Sequence

from msgspec.structs import replace

from cogs.leagues.admin.choices import SWITCH, Field, exact, portion, whole, yes
from cogs.text.language import mark, tr
from rules.formats.variants import VARIANTS
from rules.leagues.league import League, TieRules
from rules.refusal import Refusal

MOST_BYES = 10


def _variants(league: League) -> str:
    return ", ".join(tr(VARIANTS[key].name) if key in VARIANTS else key for key in league.variants)


def _with_variants(league: League, text: str) -> League:
    """The rules with these variants, by their keys or names in any language they are read in."""
    known = {key.replace("_", " "): key for key in VARIANTS}
    known |= {tr(one.name).casefold(): one.key for one in VARIANTS.values()}
    known |= {one.name.casefold(): one.key for one in VARIANTS.values()}
    found: list[str] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        key = known.get(part.casefold().replace("_", " "))
        if key is None:
            raise Refusal("no_such_variant", variant=part)
        found.append(key)
    return replace(league, variants=tuple(dict.fromkeys(found)))


def _ties(league: League, ties: TieRules) -> League:
    return replace(league, ties=ties)


def _byes(league: League) -> str:
    ties = league.ties
    return f"{ties.bye_opponents} × {exact(ties.bye_opponent_wins)}" if ties.bye_opponents else "0"


def _with_byes(league: League, text: str) -> League:
    opponents, _, wins = text.replace("*", "×").replace("x", "×").partition("×")
    ties = replace(league.ties, bye_opponents=whole(0, MOST_BYES)(opponents))
    return _ties(league, replace(ties, bye_opponent_wins=portion(wins)) if wins.strip() else ties)


FINER: Sequence[Field] = (
    Field(
        "variants",
        mark("Formats that count"),
        mark("e.g. Commander, Brawl; blank = all"),
        _variants,
        _with_variants,
        length=300,
    ),
    Field(
        "match",
        mark("Max hours between games of a match"),
        mark("A longer gap starts a new match"),
        lambda one: str(one.match_hours),
        lambda one, text: replace(one, match_hours=whole(1, 8760)(text)),
        length=4,
    ),
    Field(
        "floor",
        mark("Minimum win rate in tie-breakers"),
        mark("Tournament rules: 33/100"),
        lambda one: exact(one.ties.floor),
        lambda one, text: _ties(one, replace(one.ties, floor=portion(text))),
        length=10,
    ),
    Field(
        "byes",
        mark("Byes count as match wins in tie-breakers"),
        mark("Tournament rules: Yes"),
        lambda one: yes(one.ties.byes_count),
        lambda one, text: _ties(one, replace(one.ties, byes_count=text == "yes")),
        SWITCH,
    ),
    Field(
        "opponents",
        mark("Opponents a bye counts as"),
        mark("e.g. 3 × 1/5 = three opponents with a 20% win rate; 0 = none"),
        _byes,
        _with_byes,
        length=12,
    ),
)
"""One form."""
