"""Fields of a league's forms: how one rule of a league is shown as text, and read from it again."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cogs.leagues.core import typed
from cogs.leagues.core.text import points
from cogs.leagues.views.standings import TIEBREAKERS
from cogs.text.language import mark, tr
from cogs.text.typed import means, meant, parts
from rules.formats.variants import VARIANTS
from rules.leagues.league import DrawRule, League, Share, Stake, Tiebreaker
from rules.refusal import Refusal

SHARES: Mapping[Share, str] = {Share.SPLIT: typed.SPLIT, Share.REPLAY: typed.REPLAY}
"""What is typed for a draw that isn't worth points."""
MOST_POINTS = Fraction(1_000_000)
LARGEST_DENOMINATOR = 1000
MOST_BYES = 10
_IN_NUMBERS = str.maketrans("−\u2044,", "-/.")
_MEETINGS = re.compile(r"([0-9]+)(?:[^0-9]+([0-9]+))?[^0-9]*")


class Kind(Struct, frozen=True):
    """A kind of value: how it is shown, how typed text is read, and the options of a list, if it is one.

    ``read`` raises Refusal, or ValueError for an option that no longer exists.
    """

    show: Callable[[Any], str]
    read: Callable[[str], object]
    length: int = 100
    options: Mapping[str, str] | None = None


class Field(Struct, frozen=True):
    """One field of a form: its name, label and hint, and how it is read from a league and written into one.

    ``options`` are the keys and names of a list; without them it is a text field.
    """

    name: str
    label: str
    about: str
    read: Callable[[League], str]
    write: Callable[[League, str], League]
    options: Mapping[str, str] | None = None
    length: int = 100


def field(path: str, label: str, about: str, kind: Kind, name: str = "") -> Field:
    """A field for the value at a path in a league's rules, such as "scoring.win".

    ``name``: what the field is called in the form, if not as in the rules; it is part of open forms.
    """

    def read(league: League) -> str:
        return kind.show(reduce(getattr, path.split("."), league))

    def write(league: League, text: str) -> League:
        return replace(league, **_changed(league, path, kind.read(text)))

    return Field(name or path.rpartition(".")[2], label, about, read, write, kind.options, kind.length)


def _changed(owner: object, path: str, value: object) -> dict[str, Any]:
    """The field of a dataclass that changes when this value is put at a path below it."""
    name, _, rest = path.partition(".")
    if not rest:
        return {name: value}
    inner: Any = getattr(owner, name)
    return {name: replace(inner, **_changed(inner, rest, value))}


def number(text: str) -> Fraction:
    """A number of points; raises Refusal "bad_points"."""
    try:
        plain = unicodedata.normalize("NFKC", text).translate(_IN_NUMBERS)
        found = Fraction(plain.strip() or "0")
    except (ValueError, ZeroDivisionError):
        raise Refusal("bad_points", text=text) from None
    if abs(found) > MOST_POINTS or found.denominator > LARGEST_DENOMINATOR:
        raise Refusal("bad_points", text=text)
    return found


def _numbers(text: str) -> tuple[Fraction, ...]:
    return tuple(number(part) for part in parts(text))


def _many(values: Sequence[Fraction]) -> str:
    return ", ".join(map(str, values))


def _share(text: str) -> Fraction:
    """A share between 0 and 1; raises Refusal."""
    found = number(text)
    if not 0 <= found <= 1:
        raise Refusal("bad_points", text=text)
    return found


def _whole(text: str, least: int, most: int) -> int:
    """A whole number; raises Refusal "number_out_of_bounds"."""
    wanted = text.strip() or str(least)
    if not (wanted.isascii() and wanted.isdigit() and least <= int(wanted[:9]) <= most):
        raise Refusal("number_out_of_bounds", least=least, most=most, text=text)
    return int(wanted)


def _percent(share: Fraction) -> str:
    return points(share * 100)


def _draw(text: str) -> DrawRule:
    share = meant(text, SHARES.items())
    if share is not None:
        return DrawRule(share=share, points=Fraction(0))
    try:
        return DrawRule(points=number(text))
    except Refusal:
        raise Refusal("bad_draw", text=text, split=tr(typed.SPLIT), replay=tr(typed.REPLAY)) from None


def _draw_shown(rule: DrawRule) -> str:
    return tr(SHARES[rule.share]) if rule.share in SHARES else str(rule.points)


def order(text: str) -> tuple[Tiebreaker, ...]:
    """The tie-breakers between commas, by their names in any language; raises Refusal."""
    found: list[Tiebreaker] = []
    for part in parts(text):
        one = meant(part, TIEBREAKERS.items())
        if one is None:
            raise Refusal("bad_tiebreaker", text=part, known=_in_order(tuple(Tiebreaker)))
        found.append(one)
    return tuple(dict.fromkeys(found))


def _in_order(order: Sequence[Tiebreaker]) -> str:
    return ", ".join(tr(TIEBREAKERS[one]) for one in order)


def _variants(text: str) -> tuple[str, ...]:
    """The keys of variants, by their keys or names in the language that is spoken or in English."""
    known = {key.replace("_", " "): key for key in VARIANTS}
    known |= {tr(one.name).casefold(): one.key for one in VARIANTS.values()}
    known |= {one.name.casefold(): one.key for one in VARIANTS.values()}
    found: list[str] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        key = known.get(part.casefold().replace("_", " "))
        if key is None:
            raise Refusal("no_such_variant", variant=part)
        found.append(key)
    return tuple(dict.fromkeys(found))


def _variants_shown(keys: Sequence[str]) -> str:
    return ", ".join(tr(VARIANTS[key].name) if key in VARIANTS else key for key in keys)


def key_of(value: bool) -> str:
    """The option of a yes-or-no list."""
    return "yes" if value else "no"


def whole(least: int, most: int) -> Kind:
    """Whole numbers within these bounds."""
    return Kind(str, lambda text: _whole(text, least, most), length=len(str(most)))


POINTS = Kind(str, number, length=10)
POINT_LIST = Kind(_many, _numbers)
SHARE = Kind(str, _share, length=10)
PERCENT = Kind(_percent, lambda text: Fraction(_whole(text, 0, 100), 100), length=3)
DRAW = Kind(_draw_shown, _draw)
ORDER = Kind(_in_order, order, length=300)
VARIANT_LIST = Kind(_variants_shown, _variants, length=300)
SWITCH = Kind(key_of, lambda text: text == "yes", options={"yes": mark("Yes"), "no": mark("No")})


def awards(league: League) -> str:
    """The achievements as they are typed."""
    extras = league.scoring.extras
    known = {typed.awarded(name): worth for name, worth in extras.awards.items()}
    own = {tr(typed.SELF_KILL): extras.self_kill} if extras.self_kill else {}
    return ", ".join(f"{name} = {worth}" for name, worth in {**known, **own}.items())


def with_awards(league: League, text: str) -> League:
    """The rules with these achievements; raises Refusal."""
    found, self_kill = dict[str, Fraction](), Fraction(0)
    for part in parts(text):
        name, equals, worth = part.rpartition("=")
        if not equals or not name.strip():
            raise Refusal("bad_award", text=part)
        if means(name, typed.SELF_KILL):
            self_kill = number(worth)
        else:
            found[typed.award(name)] = number(worth)
    extras = replace(league.scoring.extras, awards=found, self_kill=self_kill)
    return replace(league, scoring=replace(league.scoring, extras=extras))


def stake(league: League) -> Stake:
    """The stakes, or what they would be."""
    return league.scoring.stake or Stake()


def stake_start(league: League) -> str:
    """The points that players begin with; empty without stakes."""
    return "" if league.scoring.stake is None else str(league.scoring.stake.start)


def with_stake_start(league: League, text: str) -> League:
    """The rules with stakes that begin with so many points, or without stakes; raises Refusal."""
    changed = replace(stake(league), start=number(text)) if text.strip() else None
    return replace(league, scoring=replace(league.scoring, stake=changed))


def with_stake_share(league: League, text: str) -> League:
    """The rules with another share of points staked per game, if there are stakes; raises Refusal."""
    return _staked(league, replace(stake(league), share=number(text)))


def with_stake_seats(league: League, text: str) -> League:
    """The rules with other multipliers by seat, if there are stakes; raises Refusal."""
    return _staked(league, replace(stake(league), seats=_numbers(text)))


def _staked(league: League, stake: Stake) -> League:
    """Raises Refusal where more than everything would be staked."""
    if league.scoring.stake is None:
        return league
    for part in (Fraction(1), *stake.seats):
        if not 0 <= stake.share * part <= 1:
            raise Refusal("bad_points", text=str(stake.share * part))
    return replace(league, scoring=replace(league.scoring, stake=stake))


def seat_multipliers(league: League) -> str:
    """The multipliers of the stake by seat."""
    return _many(stake(league).seats)


def meetings(league: League) -> str:
    """How many meetings in how many hours are reported to judges."""
    return f"{league.fairness.games} / {league.fairness.hours}"


def with_meetings(league: League, text: str) -> League:
    """The rules with these two numbers, whatever stands between them; raises Refusal."""
    match = _MEETINGS.fullmatch(unicodedata.normalize("NFKC", text).strip())
    games, hours = match.groups("24") if match is not None else (text, "24")
    fairness = replace(league.fairness, games=_whole(games, 0, 1000), hours=_whole(hours, 1, 1000))
    return replace(league, fairness=fairness)


def rated(league: League) -> str:
    """The key of what has ratings."""
    rules = league.ratings
    return "players" if rules.on and not rules.commanders else key_of(rules.on)


def with_ratings(league: League, key: str) -> League:
    """The rules with ratings of everything, of players only, or none."""
    return replace(league, ratings=replace(league.ratings, on=key != "no", commanders=key == "yes"))


def byes(league: League) -> str:
    """How many opponents of which win rate a bye counts as in tie-breakers."""
    ties = league.ties
    return f"{ties.bye_opponents} × {ties.bye_opponent_wins}" if ties.bye_opponents else "0"


def with_byes(league: League, text: str) -> League:
    """The rules with byes as so many opponents; the win rate stays unless it is given; raises Refusal."""
    opponents, _, wins = text.replace("*", "×").replace("x", "×").partition("×")
    ties = replace(league.ties, bye_opponents=_whole(opponents, 0, MOST_BYES))
    return replace(league, ties=replace(ties, bye_opponent_wins=_share(wins)) if wins.strip() else ties)
