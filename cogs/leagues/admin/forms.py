"""The forms of a league's panel: everything that can be chosen for it beside the presets."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from cogs.leagues.admin.choices import (
    FORMATS,
    REPORTERS,
    SILENCES,
    SWITCH,
    Field,
    in_order,
    meetings,
    order,
    rated,
    whole,
    with_meetings,
    with_ratings,
    yes,
)
from cogs.leagues.admin.counting import SCORING
from cogs.leagues.admin.finer import FINER
from cogs.leagues.core import text as words
from cogs.text.formatting import escape
from cogs.text.language import mark, tr
from rules.leagues.league import Format, League, OnTimeout, Reporters
from rules.refusal import Refusal

NOTHING = ("–", "0")
FORMS: Mapping[str, tuple[str, Sequence[Field]]] = {
    **SCORING,
    "ties": (
        mark("Format and ties"),
        (
            Field(
                "format",
                mark("Which games count"),
                mark("Other games in the league's channels are ignored"),
                lambda one: one.format.value,
                lambda one, text: replace(one, format=Format(text)),
                {one.value: name for one, name in FORMATS.items()},
            ),
            Field(
                "best",
                mark("Games per match"),
                mark("Best-of matches need exactly two sides"),
                lambda one: str(one.best_of),
                lambda one, text: replace(one, best_of=int(text)),
                {"1": mark("One game"), "3": mark("Best of three"), "5": mark("Best of five")},
            ),
            Field(
                "minimum",
                mark("Minimum matches to be ranked"),
                mark("0 = no minimum"),
                lambda one: str(one.minimum),
                lambda one, text: replace(one, minimum=whole(0, 1000)(text)),
                length=4,
            ),
            Field(
                "drop",
                mark("Worst matches dropped"),
                mark("0 = none"),
                lambda one: str(one.drop_worst),
                lambda one, text: replace(one, drop_worst=whole(0, 1000)(text)),
                length=4,
            ),
            Field(
                "order",
                mark("Tie-breakers in order"),
                mark("e.g. opponents' match-win rate, game-win rate, head-to-head"),
                lambda one: in_order(one.ties.order),
                lambda one, text: replace(one, ties=replace(one.ties, order=order(text))),
                length=300,
            ),
        ),
    ),
    "confirmation": (
        mark("Reports and confirmation"),
        (
            Field(
                "reporters",
                mark("Who can report results"),
                mark("Judges always can"),
                lambda one: one.reporters.value,
                lambda one, text: replace(one, reporters=Reporters(text)),
                {one.value: name for one, name in REPORTERS.items()},
            ),
            Field(
                "silence",
                mark("If no one responds"),
                mark("When the hours below run out"),
                lambda one: one.confirmation.silence.value,
                lambda one, text: replace(
                    one, confirmation=replace(one.confirmation, silence=OnTimeout(text))
                ),
                {one.value: name for one, name in SILENCES.items()},
            ),
            Field(
                "hours",
                mark("Hours to confirm or dispute"),
                mark("0 = no time limit"),
                lambda one: str(one.confirmation.hours),
                lambda one, text: replace(
                    one, confirmation=replace(one.confirmation, hours=whole(0, 8760)(text))
                ),
                length=4,
            ),
            Field(
                "tables",
                mark("Confirm tracked games too"),
                mark("Games scored with Arbiter; everyone there has seen the result"),
                lambda one: yes(one.confirmation.tables),
                lambda one, text: replace(one, confirmation=replace(one.confirmation, tables=text == "yes")),
                SWITCH,
            ),
            Field(
                "meetings",
                mark("Alert judges to repeat pairings"),
                mark("Same two opponents: games / hours, e.g. 6 / 24; 0 = never"),
                meetings,
                with_meetings,
                length=12,
            ),
        ),
    ),
    "ratings": (
        mark("Ratings and seasons"),
        (
            Field(
                "on",
                mark("Ratings"),
                mark("Shown alongside points"),
                rated,
                with_ratings,
                {**SWITCH, "players": mark("Players only")},
            ),
            Field(
                "provisional",
                mark("Games while a rating is provisional"),
                mark("0 = none"),
                lambda one: str(one.ratings.provisional),
                lambda one, text: replace(
                    one, ratings=replace(one.ratings, provisional=whole(0, 1000)(text))
                ),
                length=4,
            ),
            Field(
                "decay",
                mark("Days of inactivity before ratings decay"),
                mark("0 = never"),
                lambda one: str(one.ratings.decay_days),
                lambda one, text: replace(one, ratings=replace(one.ratings, decay_days=whole(0, 3650)(text))),
                length=4,
            ),
            Field(
                "carry",
                mark("Points carried into next season (%)"),
                mark("0 to 100"),
                lambda one: words.points(one.seasons.carry * 100),
                lambda one, text: replace(
                    one, seasons=replace(one.seasons, carry=Fraction(whole(0, 100)(text), 100))
                ),
                length=3,
            ),
            Field(
                "keep",
                mark("Keep ratings between seasons"),
                mark("No = ratings reset each season"),
                lambda one: yes(one.seasons.keep_ratings),
                lambda one, text: replace(one, seasons=replace(one.seasons, keep_ratings=text == "yes")),
                SWITCH,
            ),
        ),
    ),
    "finer": (mark("Formats and byes"), FINER),
}
"""The forms by their names, each with at most five things, as Discord has it."""


def told(league: League) -> Mapping[str, str]:
    """Everything that can be chosen in a form, by its label, as it stands."""
    return {tr(field.label): _shown(field, league) for _, fields in FORMS.values() for field in fields}


def summary(league: League) -> list[str]:
    """A line for each form, with what in it is not nothing."""
    lines: list[str] = []
    for name, (title, fields) in FORMS.items():
        if name == "stake" and league.scoring.stake is None:
            continue
        values = ((tr(field.label), _shown(field, league)) for field in fields if field.name != "name")
        parts = [f"{label}: {escape(value)}" for label, value in values if value not in NOTHING]
        if parts:
            lines.append(f"-# **{tr(title)}** {' · '.join(parts)}")
    return lines


def _shown(field: Field, league: League) -> str:
    value = field.read(league)
    if field.options is not None and value in field.options:
        return tr(field.options[value])
    return value or "–"


def filled(league: League, form: str, texts: Mapping[str, str]) -> League:
    """The rules as a form says; raises Refusal for what can't be read."""
    for field in FORMS[form][1]:
        if field.name in texts:
            try:
                league = field.write(league, texts[field.name])
            except ValueError:
                raise Refusal("settings_have_changed") from None
    return league
