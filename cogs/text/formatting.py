"""Text helpers: names without side effects, lists, signed numbers."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache

from cogs.drawing.truncate import END_OF_ISOLATE, ISOLATE, first, is_mark
from cogs.text.language import numeral, tr, trp
from cogs.text.typed import COMMA
from rules.refusal import Refusal
from storage.settings.definitions import web_address

NAME_LENGTH = 32
MAX_MARKS = 4
"""Combining marks allowed on one letter; more would cover the lines around it."""
MESSAGE_LENGTH = 2000
"""Maximum characters of a message in Discord."""
_MARKUP = re.compile(r"[\\*_~|`\[<]|^[>#-]")
"""The beginning of Discord's markup, some of it only at the beginning of a line."""
_LINK = re.compile(r":(?=//)|\b(?:www|discord(?:app)?)(?=\.)|\.[\w-]+(?=/)", re.IGNORECASE)
"""The beginning of a link or an invite: a scheme, a host that works without one, a domain before a path."""
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d{17,20})")
"""The beginning of a mention of everyone, of those who are here, of a user or a role."""
_OWN_MARKS = re.compile(r"\\(.)|\*\*|~~|[\u200b\u2068\u2069]|^(?:-#|#+) ", re.MULTILINE)
_UNITS = ((10**12, "T"), (10**9, "B"), (10**6, "M"), (10**3, "k"))
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})
_RESERVED = frozenset(
    {"me", "all", "everyone", "each player", "each opponent", "each other player", "my team"}
)


def visible(raw: str) -> str:
    """Return text without control and direction characters, in one line."""
    return _seen(unicodedata.normalize("NFC", raw)).strip()


def _seen(raw: str) -> str:
    line, marks = list[str](), 0
    for char in re.sub(r"\s+", " ", raw):
        marks = marks + 1 if is_mark(char) else 0
        if marks <= MAX_MARKS and unicodedata.category(char)[0] != "C":
            line.append(char)
    return "".join(line)


def label(raw: str) -> str:
    """Return a name of an object, cleaned for a table; raises Refusal if nothing of it is visible."""
    text = visible(raw)
    if not text:
        raise Refusal("no_name")
    return text


@lru_cache(maxsize=8192)
def signature(*names: str) -> str:
    """Return a person's name for a log: the first of their names with visible letters."""
    return next((shown for name in names if (shown := visible(name))), "?")[:NAME_LENGTH]


def clean_name(raw: str) -> str:
    """Return a person's name, cleaned for a table: visible, no commas, at most 32 long, marked if cut."""
    name = _cut(visible(COMMA.sub(" ", raw)).lstrip("@ "), NAME_LENGTH)
    return name if name and name.casefold() not in _RESERVED else f"Player {name}".strip()


def kept_names(raw: str) -> tuple[str, ...]:
    """Return the forms in which a person's name may be kept: version 0.1 cut long ones without a mark."""
    whole = visible(COMMA.sub(" ", raw)).lstrip("@ ")
    return tuple(dict.fromkeys((clean_name(whole), clean_name(first(whole, NAME_LENGTH).strip()))))


def unique_name(raw: str, taken: Iterable[str]) -> str:
    """Return a clean name that is unique at the table, with a number added if necessary."""
    name, used = clean_name(raw), {other.casefold() for other in taken}
    candidate, number = name, 1
    while candidate.casefold() in used:
        number += 1
        candidate = f"{_cut(name, NAME_LENGTH - 4)} {number}"
    return candidate


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else f"{first(name, length - 1).rstrip()}…"


@lru_cache(maxsize=8192)  # a board has the same few names in it many times, and so has the next one
def escape(name: str) -> str:
    """Return a name as one line of safe Markdown: no link, invite, mention or numbered emoji.

    Right-to-left text is enclosed in marks that keep numbers and arrows beside it in place.
    """
    return _unlinked(_MARKUP.sub(lambda mark: f"\\{mark[0]}", _seen(name)))


def in_code(name: str) -> str:
    """Return a name as safe text for code spans, in which Markdown is off and a backtick ends the span."""
    return _unlinked(_seen(name).replace("`", "'"))


def _unlinked(plain: str) -> str:
    harmless = _LINK.sub("\\g<0>\u200b", _MENTION.sub("@\u200b", plain))
    if any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in plain):
        return f"{ISOLATE}{harmless}{END_OF_ISOLATE}"
    return harmless


def forget_names() -> None:
    """Clear the cache of names."""
    escape.cache_clear()
    signature.cache_clear()


def strong(text: str) -> str:
    """Return safe Markdown in bold."""
    return f"**{text}**"


def bold(name: str) -> str:
    """Return a name in bold, as safe Markdown."""
    return strong(escape(name))


def unmarked(text: str) -> str:
    """Return our own text without bold and backslashes, for files, pictures and descriptions."""
    return _OWN_MARKS.sub(lambda mark: mark[1] or "", text)


def without_period(sentence: str) -> str:
    """Return a sentence without the period at its end, as headings have it."""
    return sentence.rstrip(".。")


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: "a", "a and b", "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return tr("{others} and {last}", others=comma_separated(items[:-1]), last=items[-1])


def comma_separated(words: Iterable[str]) -> str:
    """Return words with the language's commas between them, and no "and"."""
    # Translators: between the words of a list, except before the last one.
    return trp("list", ", ").join(words)


def abridged(items: Sequence[object], limit: int) -> str:
    """Return items between commas; of more than the limit, the first ones and an ellipsis."""
    return comma_separated([*map(str, items[:limit]), *(["…"] if len(items) > limit else [])])


def in_a_row(texts: Iterable[str]) -> str:
    """Join texts into one sentence: "Ben lost 3 life; Cy loses the game"; empty for none."""
    *others, last = [*texts] or [""]
    # Translators: between the parts of a sentence that lists what has happened.
    return trp("parts", "; ").join([*(one.rstrip(".。") for one in others), last])


def fitting(lines: Iterable[str], room: int) -> str:
    """Return the first line, and as many others as fit; empty ones are omitted."""
    text = ""
    for line in filter(None, lines):
        longer = f"{text}\n{line}" if text else line
        text = longer if not text or len(longer) < room else text
    return text


def signed(number: int) -> str:
    """Return a number with its sign, with a real minus: +5, −5."""
    return numeral(f"{number:+d}")


def pasted(text: str) -> list[str]:
    """Return pasted text in lines: a web address as it is, any other text as safe Markdown."""
    try:
        return [web_address(text)]
    except ValueError:
        return [escape(line) for line in text.splitlines()]


def decimal(value: float | Fraction, places: int) -> str:
    """Return a number with this many decimals in the language's format (CLDR), with a true minus sign."""
    whole, _, fraction = numeral(f"{float(value):.{places}f}").partition(".")
    return trp("number", "{whole}.{fraction}", whole=whole, fraction=fraction) if fraction else whole


def short(number: int, length: int) -> str:
    """Return a number that has at most this many characters; a longer one in units, cut to one decimal, as
    the language writes it: 12345678 is "12.3M"."""
    if len(text := numeral(number)) <= length:
        return text
    size, unit = next((size, unit) for size, unit in _UNITS if abs(number) >= size)
    tenths = Fraction(abs(number) * 10 // size, 10)
    return f"{decimal(tenths if number > 0 else -tenths, int(tenths.denominator > 1))}{unit}"


def percentage(share: float | Fraction) -> str:
    """Return a share of 1 as a percentage to one decimal, as the language writes it (CLDR)."""
    return trp("percentage", "{number}%", number=decimal(100 * share, 1))


def day(of: date) -> str:
    """Return a date in digits, as the language writes it (CLDR)."""
    year, month, day = of.isoformat().split("-")
    return trp("date", "{year}-{month}-{day}", year=year, month=month, day=day)


def day_of_year(of: date) -> str:
    """Return a date without the year, as the language writes it (CLDR)."""
    _, month, day = of.isoformat().split("-")
    return trp("date", "{month}-{day}", month=month, day=day)


def score(games: Sequence[int], drawn: int = 0) -> str:
    """Return the games of a match, such as 2–1 or 1–1–1, the better side's first and those drawn last; empty
    for no games."""
    return "–".join(map(str, (*sorted(games, reverse=True), *([drawn] if games and drawn else []))))
