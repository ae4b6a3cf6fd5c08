"""The forms of a league's panel, for all rules besides the presets."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from cogs.leagues.views import fields
from cogs.leagues.views.fields import (
    DRAW_CODEC,
    POINTS_CODEC,
    SHARE,
    SWITCH,
    Codec,
    Field,
    ignoring_old,
    integer_codec,
)
from cogs.text.formatting import escape
from cogs.text.language import mark, tr
from rules.leagues.league import Format, League, OnTimeout, Reopening, Reporters
from rules.refusal import Refusal

E = TypeVar("E", bound=StrEnum)

FORMAT_NAMES: Mapping[Format, str] = {
    Format.ANY: mark("Any game"),
    Format.DUEL: mark("Duels"),
    Format.FREE_FOR_ALL: mark("Free-for-all"),
    Format.TEAMS: mark("Teams"),
}
SILENCES: Mapping[OnTimeout, str] = {
    OnTimeout.CONFIRM: mark("Silence counts as agreement"),
    OnTimeout.VOID: mark("Unconfirmed results are void"),
}
REOPENINGS: Mapping[Reopening, str] = {
    Reopening.JUDGE: mark("Needs a judge"),
    Reopening.CONFIRM: mark("Reopens the confirmation"),
}
REPORTERS: Mapping[Reporters, str] = {
    Reporters.PLAYERS: mark("Players in the game"),
    Reporters.ANYONE: mark("Anyone"),
    Reporters.JUDGES: mark("Judges only"),
}
ZERO_TEXTS = ("–", "0")


def _choice(names: Mapping[E, str]) -> Codec:
    """Return a list of an enum's members."""
    (kind,) = {type(one) for one in names}
    return Codec(str, ignoring_old(kind), options={one.value: name for one, name in names.items()})


_MATCHES = Codec(
    str,
    ignoring_old(int),
    options={"1": mark("One game"), "3": mark("Best of three"), "5": mark("Best of five")},
)
_DRAW_HINT = mark("Points, “split” to share a win, or “replay”")

_POINTS = (
    Field("scoring.win", mark("Win"), mark("Ignored when points are by place"), POINTS_CODEC),
    Field("scoring.loss", mark("Loss"), mark("Can be negative"), POINTS_CODEC),
    Field("scoring.bye", mark("Bye"), mark("A round without an opponent"), POINTS_CODEC),
    Field(
        "scoring.places",
        mark("Points by place"),
        mark("e.g. 4, 3, 2, 1 (the last value repeats); blank = none"),
        fields.POINT_LIST,
    ),
    Field(
        "scoring.places_from_last",
        mark("Count places from last"),
        mark("The first value goes to last place, so points reflect sides beaten"),
        SWITCH,
        "last",
    ),
)
_DRAWS = (
    Field("scoring.draws.simultaneous", mark("All remaining players lose at once"), _DRAW_HINT, DRAW_CODEC),
    Field("scoring.draws.time", mark("Time runs out"), _DRAW_HINT, DRAW_CODEC),
    Field("scoring.draws.agreed", mark("By agreement"), _DRAW_HINT, DRAW_CODEC),
    Field("scoring.draws.effect", mark("Effect or loop"), _DRAW_HINT, DRAW_CODEC),
)
_EXTRAS = (
    Field("scoring.extras.kill", mark("Kill"), mark("Knocking an opponent out of the game"), POINTS_CODEC),
    Field("scoring.extras.first_blood", mark("First kill bonus"), mark("Points"), POINTS_CODEC),
    Field("scoring.extras.commander_kill", mark("Commander damage kill bonus"), mark("Points"), POINTS_CODEC),
    Field(
        "scoring.extras.other_kill", mark("Poison, mill or effect kill bonus"), mark("Points"), POINTS_CODEC
    ),
    Field(
        "scoring.extras",
        mark("Achievements"),
        mark("e.g. play of the game = 1, self-kill = -1"),
        fields.AWARDS,
        "awards",
    ),
)
_VOTES = (
    Field(
        "scoring.extras",
        mark("Achievements to vote on"),
        mark("Players vote after tracked games, e.g. play of the game; blank = none"),
        fields.VOTED,
        "voted",
    ),
    Field(
        "scoring.extras.vote_hours",
        mark("Hours to vote"),
        mark("It ends earlier once everyone has voted"),
        integer_codec(1, 168),
    ),
)
_STAKE = (
    Field("name", mark("Name"), mark("The league's name"), fields.TEXT_CODEC),
    Field(
        "scoring.stake", mark("Starting points"), mark("e.g. 1000; blank = no stakes"), fields.STAKE, "start"
    ),
    Field("scoring.stake", mark("Share staked per game"), mark("e.g. 7/100"), fields.STAKE_SHARE, "share"),
    Field(
        "scoring.stake",
        mark("Stake multiplier by seat"),
        mark("e.g. 1.32, 1.05, 0.91, 0.72"),
        fields.STAKE_SEATS,
        "seats",
    ),
)
_TIES = (
    Field(
        "format",
        mark("Which games count"),
        mark("Other games in the league's channels are ignored"),
        _choice(FORMAT_NAMES),
    ),
    Field(
        "best_of",
        mark("Games per match"),
        mark("Best-of matches need exactly two sides"),
        _MATCHES,
        "best",
    ),
    Field("minimum", mark("Minimum matches to be ranked"), mark("0 = no minimum"), integer_codec(0, 1000)),
    Field("drop_worst", mark("Worst matches dropped"), mark("0 = none"), integer_codec(0, 1000), "drop"),
    Field(
        "ties.order",
        mark("Tie-breakers in order"),
        mark("e.g. opponents' match-win rate, game-win rate, head-to-head"),
        fields.ORDER,
    ),
)
_CONFIRMATION = (
    Field("reporters", mark("Who can report results"), mark("Judges always can"), _choice(REPORTERS)),
    Field(
        "confirmation.silence",
        mark("If no one responds"),
        mark("When the hours below run out"),
        _choice(SILENCES),
    ),
    Field(
        "confirmation.hours",
        mark("Hours to confirm or dispute"),
        mark("0 = no time limit"),
        integer_codec(0, 8760),
    ),
    Field(
        "confirmation.tables",
        mark("Confirm tracked games too"),
        mark("Games scored with Arbiter; everyone there has seen the result"),
        SWITCH,
    ),
    Field(
        "fairness",
        mark("Alert judges to repeat pairings"),
        mark("Same two opponents: games / hours, e.g. 6 / 24; 0 = never"),
        fields.MEETINGS,
        "meetings",
    ),
)
_TRUST = (
    Field(
        "fairness.duplicate_minutes",
        mark("Same game twice: minutes"),
        mark("Same players within so many minutes, entered by two people; 0 = never"),
        integer_codec(0, 10_000),
        "duplicates",
    ),
    Field("digest", mark("Daily digest"), mark("The inbox as a new message every day"), SWITCH),
    Field(
        "confirmation.remind",
        mark("Hours before the end for a reminder"),
        mark("Players who haven't responded are pinged once more; 0 = never"),
        integer_codec(0, 8760),
    ),
    Field(
        "confirmation.reopening",
        mark("Undoing the end of a confirmed game"),
        mark("What a judge has decided, and closed seasons, always need a judge"),
        _choice(REOPENINGS),
    ),
)
_RATINGS = (
    Field("ratings", mark("Ratings"), mark("Shown alongside points"), fields.RATED, "on"),
    Field(
        "ratings.provisional",
        mark("Games while a rating is provisional"),
        mark("0 = none"),
        integer_codec(0, 1000),
    ),
    Field(
        "ratings.decay_days",
        mark("Days of inactivity before ratings decay"),
        mark("0 = never"),
        integer_codec(0, 3650),
        "decay",
    ),
    Field("seasons.carry", mark("Points carried into next season (%)"), mark("0 to 100"), fields.PERCENT),
    Field(
        "seasons.keep_ratings",
        mark("Keep ratings between seasons"),
        mark("No = ratings reset each season"),
        SWITCH,
        "keep",
    ),
)
_FINER = (
    Field(
        "variants",
        mark("Formats that count"),
        mark("e.g. Commander, Brawl; blank = all"),
        fields.VARIANT_LIST,
    ),
    Field(
        "match_hours",
        mark("Max hours between games of a match"),
        mark("A longer gap starts a new match"),
        integer_codec(1, 8760),
        "match",
    ),
    Field("ties.floor", mark("Minimum win rate in tie-breakers"), mark("Tournament rules: 33/100"), SHARE),
    Field(
        "ties.byes_count",
        mark("Byes count as match wins in tie-breakers"),
        mark("Tournament rules: Yes"),
        SWITCH,
        "byes",
    ),
    Field(
        "ties",
        mark("Opponents a bye counts as"),
        mark("e.g. 3 × 1/5 = three opponents with a 20% win rate; 0 = none"),
        fields.BYES_CODEC,
        "opponents",
    ),
)
LEAGUE_FORMS: Mapping[str, tuple[str, Sequence[Field]]] = {
    "points": (mark("Points"), _POINTS),
    "draws": (mark("Draws"), _DRAWS),
    "extras": (mark("Kills and achievements"), _EXTRAS),
    "votes": (mark("Votes after games"), _VOTES),
    "stake": (mark("Name and stakes"), _STAKE),
    "ties": (mark("Format and ties"), _TIES),
    "confirmation": (mark("Reports and confirmation"), _CONFIRMATION),
    "trust": (mark("Reminders and confirmed results"), _TRUST),
    "ratings": (mark("Ratings and seasons"), _RATINGS),
    "finer": (mark("Formats and byes"), _FINER),
}
"""The forms by name, each with its title and at most five fields, Discord's limit."""


def values(league: League) -> Mapping[str, str]:
    """Return a form's choices, by label, with current values."""
    return {tr(one.label): _shown(one, league) for _, entries in LEAGUE_FORMS.values() for one in entries}


def form_summary(league: League) -> list[str]:
    """Return a line for each form, with its current values."""
    lines: list[str] = []
    for name, (title, entries) in LEAGUE_FORMS.items():
        if name == "stake" and league.scoring.stake is None:
            continue
        shown = ((tr(one.label), _shown(one, league)) for one in entries if one.name != "name")
        parts = [f"{label}: {escape(value)}" for label, value in shown if value not in ZERO_TEXTS]
        if parts:
            lines.append(f"-# **{tr(title)}** {' · '.join(parts)}")
    return lines


def _shown(one: Field, league: League) -> str:
    value = one.read(league)
    name = (one.kind.options or {}).get(value)
    return tr(name) if name is not None else value or "–"


def rules_of_form(league: League, form: str, texts: Mapping[str, str]) -> League:
    """Return the rules from a form; raises Refusal for invalid values."""
    for one in LEAGUE_FORMS[form][1]:
        if one.name in texts:
            try:
                league = one.write(league, texts[one.name])
            except ValueError:
                raise Refusal("settings_have_changed") from None
    return league
