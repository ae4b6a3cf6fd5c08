"""What players say about their Commander decks before a game: brackets, and what else the table asks."""

from collections.abc import Iterable, Mapping

from cogs.text.language import mark, tr, trn
from rules.game.deck_info import MAX_GAME_CHANGERS, MAX_TURN, DeckInfo

NAMES: Mapping[int, str] = {
    1: mark("Exhibition"),
    2: mark("Core"),
    3: mark("Upgraded"),
    4: mark("Optimized"),
    5: mark("cEDH"),
}
"""The brackets' names."""
DECK_TICKS: Mapping[str, str] = {
    "combos": mark("infinite combos"),
    "land_destruction": mark("mass land destruction"),
    "proxies": mark("proxies"),
}
"""What a deck may have, by the field that says so."""


def bracket_title(bracket: int) -> str:
    """Return a bracket with its name."""
    number, name = tr("Bracket {n}", n=bracket), tr(NAMES[bracket])
    return f"{number} · {name}"


def win_turn(turn: int) -> str:
    """Return the turn by which a deck expects to win."""
    return tr("wins by turn {n} or later", n=turn) if turn == MAX_TURN else tr("wins by turn {n}", n=turn)


def game_changers(number: int) -> str:
    """Return a number of cards on the list of Game Changers."""
    if number == 0:
        return tr("no Game Changers")
    if number == MAX_GAME_CHANGERS:
        return tr("{n} or more Game Changers", n=number)
    return trn("{n} Game Changer", "{n} Game Changers", number)


def words(deck: DeckInfo | None) -> list[str]:
    """Return what was said about a deck, in short parts; empty for nothing."""
    if deck is None:
        return []
    found = [tr("bracket {n}", n=deck.bracket)] if deck.bracket is not None else []
    found += [win_turn(deck.wins_by)] if deck.wins_by is not None else []
    found += [game_changers(deck.game_changers)] if deck.game_changers is not None else []
    return [*found, *(tr(text) for field, text in DECK_TICKS.items() if getattr(deck, field))]


def spread(decks: Iterable[DeckInfo | None]) -> str:
    """Return which brackets meet at a table; empty unless they differ."""
    said = {deck.bracket for deck in decks if deck is not None and deck.bracket is not None}
    if len(said) < 2:
        return ""
    return tr("Brackets {least} to {most} at this table.", least=min(said), most=max(said))
