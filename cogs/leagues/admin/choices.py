"""What can be chosen for a league: the presets, and forms for everything else, read and written as texts."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from cogs.leagues.core import typed
from cogs.leagues.views.standings import TIEBREAKERS
from cogs.text.formatting import label
from cogs.text.language import mark, tr
from cogs.text.typed import means, meant, parts
from rules.leagues.league import (
    Confirmers,
    DrawRule,
    Draws,
    Format,
    League,
    OnTimeout,
    Reporters,
    Scoring,
    Share,
    Stake,
    Tiebreaker,
)
from rules.refusal import Refusal

PRESETS: Mapping[str, str] = {
    "pods": mark("Commander pods: win 5, draw 1"),
    "addendum": mark("Commander pods: win 7, draw 1"),
    "swiss": mark("Duels: best of three, win 3, draw 1"),
    "shared_draws": mark("Win 1, split on draws"),
    "plus_minus": mark("Win 3, loss −1"),
    "beaten": mark("1 per opponent beaten"),
    "places": mark("By place: 4, 3, 2, 1"),
    "places_and_win": mark("By place: 5, 3, 2, 1"),
    "kills": mark("By place, plus 1 per kill"),
    "achievements": mark("By place, plus achievements"),
    "stake": mark("Stakes: start at 1000, 7% per game"),
}
FORMATS: Mapping[Format, str] = {
    Format.ANY: mark("Any game"),
    Format.DUEL: mark("Duels"),
    Format.FREE_FOR_ALL: mark("Free-for-all"),
    Format.TEAMS: mark("Teams"),
}
CONFIRMERS: Mapping[Confirmers, str] = {
    Confirmers.ALL: mark("All other players confirm"),
    Confirmers.MAJORITY: mark("Most other players confirm"),
    Confirmers.ONE: mark("One other player confirms"),
    Confirmers.NOBODY: mark("No confirmation needed"),
}
SILENCES: Mapping[OnTimeout, str] = {
    OnTimeout.CONFIRM: mark("Silence counts as agreement"),
    OnTimeout.VOID: mark("Unconfirmed results are void"),
}
REPORTERS: Mapping[Reporters, str] = {
    Reporters.PLAYERS: mark("Players in the game"),
    Reporters.ANYONE: mark("Anyone"),
    Reporters.JUDGES: mark("Judges only"),
}
SWITCH: Mapping[str, str] = {"yes": mark("Yes"), "no": mark("No")}
SHARES: Mapping[Share, str] = {Share.SPLIT: typed.SPLIT, Share.REPLAY: typed.REPLAY}
"""What is typed for what those who draw get, where it is not points."""
MOST = Fraction(1_000_000)
LARGEST_DENOMINATOR = 1000
_IN_NUMBERS = str.maketrans("−\u2044,", "-/.")
_MEETINGS = re.compile(r"([0-9]+)(?:[^0-9]+([0-9]+))?[^0-9]*")


class Field(Struct, frozen=True):
    """One thing in a form: its name, what stands at it, how it is read from a league and written into one.

    ``options`` are the keys and names of a list; none is a text.
    """

    name: str
    label: str
    about: str
    read: Callable[[League], str]
    write: Callable[[League, str], League]
    options: Mapping[str, str] | None = None
    length: int = 100


def number(text: str) -> Fraction:
    """A number of points; raises Refusal."""
    try:
        plain = unicodedata.normalize("NFKC", text).translate(_IN_NUMBERS)
        found = Fraction(plain.strip() or "0")
    except (ValueError, ZeroDivisionError):
        raise Refusal("bad_points", text=text) from None
    if abs(found) > MOST or found.denominator > LARGEST_DENOMINATOR:
        raise Refusal("bad_points", text=text)
    return found


def portion(text: str) -> Fraction:
    """A share between 0 and 1; raises Refusal."""
    found = number(text)
    if not 0 <= found <= 1:
        raise Refusal("bad_points", text=text)
    return found


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number; raises Refusal."""

    def read(text: str) -> int:
        wanted = text.strip() or str(least)
        if not (wanted.isascii() and wanted.isdigit() and least <= int(wanted[:9]) <= most):
            raise Refusal("number_out_of_bounds", least=least, most=most, text=text)
        return int(wanted)

    return read


def exact(value: Fraction) -> str:
    """A number of points as it is typed."""
    return str(value)


def many(values: Sequence[Fraction]) -> str:
    """Several of them."""
    return ", ".join(map(exact, values))


def numbers(text: str) -> tuple[Fraction, ...]:
    """The numbers between commas; raises Refusal."""
    return tuple(number(part) for part in parts(text))


def scoring(league: League, **changes: object) -> League:
    """The rules with another way to count."""
    return replace(league, scoring=_changed(league.scoring, **changes))


def _changed(scoring: Scoring, **changes: object) -> Scoring:
    return replace(scoring, **changes)


def _draw(text: str) -> DrawRule:
    share = meant(text, SHARES.items())
    if share is not None:
        return DrawRule(share=share, points=Fraction(0))
    try:
        return DrawRule(points=number(text))
    except Refusal:
        raise Refusal("bad_draw", text=text, split=tr(typed.SPLIT), replay=tr(typed.REPLAY)) from None


def _shown(rule: DrawRule) -> str:
    return tr(SHARES[rule.share]) if rule.share in SHARES else exact(rule.points)


def draw_field(name: str, label: str) -> Field:
    """What a kind of draw is worth, as a thing in a form."""

    def read(league: League) -> str:
        draws: Mapping[str, DrawRule] = {
            "simultaneous": league.scoring.draws.simultaneous,
            "time": league.scoring.draws.time,
            "agreed": league.scoring.draws.agreed,
            "effect": league.scoring.draws.effect,
        }
        return _shown(draws[name])

    def write(league: League, text: str) -> League:
        was, rule = league.scoring.draws, _draw(text)
        changed: Mapping[str, Draws] = {
            "simultaneous": replace(was, simultaneous=rule),
            "time": replace(was, time=rule),
            "agreed": replace(was, agreed=rule),
            "effect": replace(was, effect=rule),
        }
        return scoring(league, draws=changed[name])

    return Field(name, label, mark("Points, “split” to share a win, or “replay”"), read, write)


def order(text: str) -> tuple[Tiebreaker, ...]:
    """The tie-breakers between commas, by their names in any language; raises Refusal."""
    found: list[Tiebreaker] = []
    for part in parts(text):
        one = meant(part, TIEBREAKERS.items())
        if one is None:
            raise Refusal("bad_tiebreaker", text=part, known=in_order(tuple(Tiebreaker)))
        found.append(one)
    return tuple(dict.fromkeys(found))


def in_order(order: Sequence[Tiebreaker]) -> str:
    """Tie-breakers as they are typed."""
    return ", ".join(tr(TIEBREAKERS[one]) for one in order)


def _awards(text: str) -> tuple[dict[str, Fraction], Fraction]:
    """Achievements with their points, and what putting oneself out is worth."""
    found, self_kill = dict[str, Fraction](), Fraction(0)
    for part in parts(text):
        name, equals, points = part.rpartition("=")
        if not equals or not name.strip():
            raise Refusal("bad_award", text=part)
        if means(name, typed.SELF_KILL):
            self_kill = number(points)
        else:
            found[typed.award(name)] = number(points)
    return found, self_kill


def with_awards(league: League, text: str) -> League:
    """The rules with these achievements; raises Refusal."""
    awards, self_kill = _awards(text)
    return scoring(league, extras=replace(league.scoring.extras, awards=awards, self_kill=self_kill))


def awards_shown(league: League) -> str:
    """The achievements as they are typed."""
    extras = league.scoring.extras
    awards = {typed.awarded(name): points for name, points in extras.awards.items()}
    own = {tr(typed.SELF_KILL): extras.self_kill} if extras.self_kill else {}
    return ", ".join(f"{name} = {exact(points)}" for name, points in {**awards, **own}.items())


def extra_field(name: str, label: str, about: str) -> Field:
    """Points on top for something, as a thing in a form."""

    def read(league: League) -> str:
        extras = league.scoring.extras
        shown: Mapping[str, Fraction] = {
            "kill": extras.kill,
            "first_blood": extras.first_blood,
            "commander_kill": extras.commander_kill,
            "other_kill": extras.other_kill,
        }
        return exact(shown[name])

    def write(league: League, text: str) -> League:
        was, value = league.scoring.extras, number(text)
        return scoring(league, extras=replace(was, **{name: value}))

    return Field(name, label, about, read, write, length=10)


def stake(league: League) -> Stake:
    """The stakes, or what they would be."""
    return league.scoring.stake or Stake()


def with_stake(league: League, text: str) -> League:
    """The rules with stakes of so many points to begin with, or none; raises Refusal."""
    if not text.strip():
        return scoring(league, stake=None)
    return scoring(league, stake=replace(stake(league), start=number(text)))


def staked(league: League, **changes: Fraction | tuple[Fraction, ...]) -> League:
    """The rules with other stakes, where there are some; raises Refusal for more than what one has."""
    stake = league.scoring.stake
    if stake is None:
        return league
    stake = replace(stake, **changes)
    for part in (Fraction(1), *stake.seats):
        if not 0 <= stake.share * part <= 1:
            raise Refusal("bad_points", text=exact(stake.share * part))
    return scoring(league, stake=stake)


def meetings(league: League) -> str:
    """How many meetings in how many hours are shown to judges."""
    return f"{league.fairness.games} / {league.fairness.hours}"


def with_meetings(league: League, text: str) -> League:
    """The rules with that, whatever stands between the two numbers; raises Refusal."""
    match = _MEETINGS.fullmatch(unicodedata.normalize("NFKC", text).strip())
    games, hours = match.groups("24") if match is not None else (text, "24")
    fairness = replace(league.fairness, games=whole(0, 1000)(games), hours=whole(1, 1000)(hours))
    return replace(league, fairness=fairness)


def rated(league: League) -> str:
    """The key of what has ratings."""
    rules = league.ratings
    return "players" if rules.on and not rules.commanders else yes(rules.on)


def with_ratings(league: League, key: str) -> League:
    """The rules with ratings of everything, of players only, or none."""
    return replace(league, ratings=replace(league.ratings, on=key != "no", commanders=key == "yes"))


def yes(value: bool) -> str:
    """The key of a switch."""
    return "yes" if value else "no"


def named(text: str) -> str:
    """A league's name; raises Refusal where nothing of it shows."""
    return label(text)[:100]
