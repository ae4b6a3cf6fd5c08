"""Fields of a league's forms: each converts one rule of a league to text and back."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cogs.text.formatting import comma_separated, label
from cogs.text.language import mark, tr
from cogs.text.leagues import typed
from cogs.text.leagues.tables import TIEBREAKERS
from cogs.text.leagues.text import points
from cogs.text.typed import means, meant, typed_parts
from rules import numbers
from rules.formats.variants import VARIANTS
from rules.leagues.acts.bounds import is_worth
from rules.leagues.league import (
    DrawRule,
    Extras,
    FairnessRules,
    League,
    RatingRules,
    Share,
    Stake,
    Tiebreaker,
    TieRules,
)
from rules.refusal import Refusal

SHARE_WORDS: Mapping[Share, str] = {Share.SPLIT: typed.SPLIT, Share.REPLAY: typed.REPLAY}
"""Words typed for draws that aren't worth points."""
MAX_BYES = 10
MAX_VOTED = 5
"""Achievements on which one form can ask for votes."""
_IN_NUMBERS = str.maketrans("\u2044,\uff0f\uff0e", "/./.")
_FRACTION_SIGN = re.compile("(?<![0-9])[\u00bc-\u00be\u2150-\u215e]")
"""A fraction in one character, such as \u00bd."""
_POINTS = re.compile(r"[+-]?(?=[.0-9])[0-9]{0,9}(?:\.[0-9]{0,9}|/[0-9]{1,9})?")
_MEETINGS = re.compile(r"([0-9]{1,9})(?:[^0-9]+([0-9]{1,9}))?[^0-9]*")


class Codec(Struct, frozen=True):
    """A kind of value: its formatter, its parser, and the options if it is a list.

    ``read`` gets the previous value and the text; it raises Refusal, or ValueError for an option that no
    longer exists. ``options`` are keys and names.
    """

    show: Callable[[Any], str]
    read: Callable[[Any, str], object]
    length: int = 100
    options: Mapping[str, str] | None = None


class Field(Struct, frozen=True):
    """One field of a form: the path of its value in a league's rules, such as "scoring.win", label and
    hint.

    ``key``: the field's key in the form, if it differs from the path; open forms contain it.
    """

    path: str
    label: str
    about: str
    kind: Codec
    key: str = ""

    @property
    def name(self) -> str:
        """The field's name in the form."""
        return self.key or self.path.rpartition(".")[2]

    def read(self, league: League) -> str:
        """Return the value as text, or the key of an option."""
        return self.kind.show(reduce(getattr, self.path.split("."), league))

    def write(self, league: League, text: str) -> League:
        """Return the rules with a typed value; raises Refusal and ValueError."""
        return _changed(league, self.path, lambda was: self.kind.read(was, text))


def _changed(owner: Any, path: str, change: Callable[[Any], object]) -> Any:
    """Return a struct with the value at a path changed."""
    name, _, rest = path.partition(".")
    was = getattr(owner, name)
    return replace(owner, **{name: _changed(was, rest, change) if rest else change(was)})


def ignoring_old(read: Callable[[str], object]) -> Callable[[Any, str], object]:
    """Return a reader that ignores the previous value."""
    return lambda was, text: read(text)


def parse_points(text: str) -> Fraction:
    """Return a number of points; raises Refusal "bad_points"."""
    written = _FRACTION_SIGN.sub(
        lambda sign: unicodedata.normalize("NFKC", sign[0]), numbers.ascii_digits(text)
    )
    written = written.translate(_IN_NUMBERS) or "0"
    try:
        found = Fraction(written if _POINTS.fullmatch(written) else "")
    except (ValueError, ZeroDivisionError):
        raise Refusal("bad_points", text=text) from None
    if not is_worth(found):
        raise Refusal("bad_points", text=text)
    return found


def _numbers(text: str) -> tuple[Fraction, ...]:
    return tuple(parse_points(part) for part in typed_parts(text))


def _many(values: Sequence[Fraction]) -> str:
    return ", ".join(map(str, values))


def _share(text: str) -> Fraction:
    """Return a share between 0 and 1; raises Refusal."""
    found = parse_points(text)
    if not 0 <= found <= 1:
        raise Refusal("bad_points", text=text)
    return found


def _whole(text: str, least: int, most: int) -> int:
    """Return a whole number; raises Refusal "number_out_of_bounds"."""
    try:
        return numbers.parse_integer(text.strip() or str(least), least, most)
    except ValueError:
        raise Refusal("number_out_of_bounds", least=least, most=most, text=text) from None


def _percent(share: Fraction) -> str:
    return points(share * 100)


def _draw(text: str) -> DrawRule:
    share = meant(text, SHARE_WORDS.items())
    if share is not None:
        return DrawRule(share=share, points=Fraction(0))
    try:
        return DrawRule(points=parse_points(text))
    except Refusal:
        raise Refusal("bad_draw", text=text, split=tr(typed.SPLIT), replay=tr(typed.REPLAY)) from None


def _draw_shown(rule: DrawRule) -> str:
    return tr(SHARE_WORDS[rule.share]) if rule.share in SHARE_WORDS else str(rule.points)


def order(text: str) -> tuple[Tiebreaker, ...]:
    """Return the tie-breakers between commas, by their names in any language; raises Refusal."""
    found: list[Tiebreaker] = []
    for part in typed_parts(text):
        one = meant(part, TIEBREAKERS.items())
        if one is None:
            raise Refusal("bad_tiebreaker", text=part, known=_in_order(tuple(Tiebreaker)))
        found.append(one)
    return tuple(dict.fromkeys(found))


def _in_order(order: Sequence[Tiebreaker]) -> str:
    return comma_separated(tr(TIEBREAKERS[one]) for one in order)


def _variants(text: str) -> tuple[str, ...]:
    """Return the keys of variants, by keys or names in the current language or in English."""
    known = {key.replace("_", " "): key for key in VARIANTS}
    known |= {tr(one.name).casefold(): one.key for one in VARIANTS.values()}
    known |= {one.name.casefold(): one.key for one in VARIANTS.values()}
    found: list[str] = []
    for part in typed_parts(text):
        key = known.get(part.casefold().replace("_", " "))
        if key is None:
            raise Refusal("no_such_variant", variant=part)
        found.append(key)
    return tuple(dict.fromkeys(found))


def _variants_shown(keys: Sequence[str]) -> str:
    return comma_separated(tr(VARIANTS[key].name) if key in VARIANTS else key for key in keys)


def switch_option(value: bool) -> str:
    """Return the option of a yes-or-no list."""
    return "yes" if value else "no"


def integer_codec(least: int, most: int) -> Codec:
    """Return a codec for whole numbers within these bounds."""
    return Codec(str, ignoring_old(lambda text: _whole(text, least, most)), length=len(str(most)))


def _awards(extras: Extras) -> str:
    known = {typed.awarded(name): worth for name, worth in extras.awards.items()}
    own = {tr(typed.SELF_KILL): extras.self_kill} if extras.self_kill else {}
    return comma_separated(f"{name} = {worth}" for name, worth in {**known, **own}.items())


def _read_awards(extras: Extras, text: str) -> Extras:
    found, self_kill = dict[str, Fraction](), Fraction(0)
    for part in typed_parts(text):
        name, equals, worth = part.rpartition("=")
        if not equals or not name.strip():
            raise Refusal("bad_award", text=part)
        if means(name, typed.SELF_KILL):
            self_kill = parse_points(worth)
        else:
            found[typed.award(name)] = parse_points(worth)
    voted = tuple(one for one in extras.voted if one in found)
    return replace(extras, awards=found, self_kill=self_kill, voted=voted)


def _voted(extras: Extras) -> str:
    return comma_separated(map(typed.awarded, extras.voted))


def _read_voted(extras: Extras, text: str) -> Extras:
    """Return achievements to vote on; raises Refusal for unknown ones, and for more than a form has room
    for."""
    found = tuple(dict.fromkeys(typed.award(part) for part in typed_parts(text)))
    unknown = [one for one in found if one not in extras.awards]
    if unknown and not extras.awards:
        raise Refusal("no_awards")
    if unknown:
        raise Refusal("no_such_award", name=unknown[0], known=tuple(map(typed.awarded, extras.awards)))
    if len(found) > MAX_VOTED:
        raise Refusal("too_many_votes", limit=MAX_VOTED)
    return replace(extras, voted=found)


def _staked(was: Stake | None, **changed: object) -> Stake | None:
    """Return the changed stakes, if any; raises Refusal above 100%."""
    if was is None:
        return None
    stake = replace(was, **changed)
    for part in (Fraction(1), *stake.seats):
        if not 0 <= stake.share * part <= 1:
            raise Refusal("bad_points", text=str(stake.share * part))
    return stake


def _read_meetings(fairness: FairnessRules, text: str) -> FairnessRules:
    """Return two numbers with any separator; the second defaults to a day."""
    match = _MEETINGS.fullmatch(numbers.ascii_digits(text))
    games, hours = match.groups("24") if match is not None else (text, "24")
    return replace(fairness, games=_whole(games, 0, 1000), hours=_whole(hours, 1, 1000))


def _rated(rules: RatingRules) -> str:
    return "players" if rules.on and not rules.commanders else switch_option(rules.on)


def _byes(ties: TieRules) -> str:
    return f"{ties.bye_opponents} × {ties.bye_opponent_wins}" if ties.bye_opponents else "0"


def _read_byes(ties: TieRules, text: str) -> TieRules:
    """Return a bye's worth in opponents; their win rate is kept unless given."""
    opponents, _, wins = text.replace("*", "×").replace("x", "×").partition("×")
    ties = replace(ties, bye_opponents=_whole(opponents, 0, MAX_BYES))
    return replace(ties, bye_opponent_wins=_share(wins)) if wins.strip() else ties


TEXT_CODEC = Codec(str, ignoring_old(lambda text: label(text)[:100]))
POINTS_CODEC = Codec(str, ignoring_old(parse_points), length=10)
POINT_LIST = Codec(_many, ignoring_old(_numbers))
SHARE = Codec(str, ignoring_old(_share), length=10)
PERCENT = Codec(_percent, ignoring_old(lambda text: Fraction(_whole(text, 0, 100), 100)), length=3)
DRAW_CODEC = Codec(_draw_shown, ignoring_old(_draw))
ORDER = Codec(_in_order, ignoring_old(order), length=300)
VARIANT_LIST = Codec(_variants_shown, ignoring_old(_variants), length=300)
SWITCH = Codec(
    switch_option, ignoring_old(lambda text: text == "yes"), options={"yes": mark("Yes"), "no": mark("No")}
)
AWARDS = Codec(_awards, _read_awards, length=1000)
VOTED = Codec(_voted, _read_voted, length=300)
STAKE = Codec(
    lambda stake: "" if stake is None else str(stake.start),
    lambda was, text: replace(was or Stake(), start=parse_points(text)) if text.strip() else None,
    length=10,
)
STAKE_SHARE = Codec(
    lambda stake: str((stake or Stake()).share),
    lambda was, text: _staked(was, share=parse_points(text)),
    length=10,
)
STAKE_SEATS = Codec(
    lambda stake: _many((stake or Stake()).seats),
    lambda was, text: _staked(was, seats=_numbers(text)),
)
MEETINGS = Codec(lambda fairness: f"{fairness.games} / {fairness.hours}", _read_meetings, length=12)
RATED = Codec(
    _rated,
    lambda rules, text: replace(rules, on=text != "no", commanders=text == "yes"),
    options={**(SWITCH.options or {}), "players": mark("Players only")},
)
BYES_CODEC = Codec(_byes, _read_byes, length=12)
