"""Commanders, kinds of counters and life totals as people type them, in commands and in forms."""

import difflib
import re

from cogs.core import targets
from cogs.text.formatting import label
from cogs.text.language import tr
from cogs.text.typed import names_in
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal

KINDS = ("poison", "energy", "experience", "rad", "ticket")
"""The kinds of counters that are suggested; players may name others."""
KIND_LENGTH = 20
ALIKE = 0.8
"""How alike a custom kind may not be to one that the rules know, from 0 to 1; "posion" is by 0.83."""
_PAIR = re.compile(r"(?P<who>.+?)\s*[:\uff1a= ]\s*(?P<total>-?\d{1,6})")


def commander_titles(game: Game) -> dict[str, str]:
    """Every commander card at the table by its id: the named ones, and one for each player without any."""
    found: dict[str, str] = {}
    for player in game.players:
        for card in player.commanders:
            found[card.id] = f"{card.name} ({player.name})"
        if not player.commanders:
            found[f"{player.id}:1"] = tr("{owner}'s commander", owner=player.name)
    return found


def commander_id(game: Game, typed: str | None) -> str | None:
    """The commander card meant: by id or title as listed, by its name or how that begins; raises Refusal."""
    from_list = {f"{player.id}:{number}" for player in game.players for number in (1, 2)}
    if typed is None or typed in from_list:
        return typed
    cards = [card for player in game.players for card in player.commanders]
    word = typed.strip().casefold()
    listed = [id for id, title in commander_titles(game).items() if title.casefold() == word]
    if len(listed) == 1:
        return listed[0]
    exact = [card for card in cards if card.name.casefold() == word]
    found = exact or [card for card in cards if word and card.name.casefold().startswith(word)]
    if len(found) == 1:
        return found[0].id
    if exact:
        raise Refusal("several_commanders", name=exact[0].name)
    called = {name: card.name for card in cards for name in (card.name.partition(",")[0], card.name)}
    near = called.get(targets.nearest(typed, called) or "")
    raise Refusal("no_commander_named", name=typed, hint=near or "")


def counter_kind(typed: str) -> str:
    """The kind of counter that is called so, in English or the language spoken, or a kind of one's own.

    Raises Refusal for a name that shows nothing, or that is almost one which the rules know: counters of
    "posion" would harm nobody.
    """
    word = label(typed).casefold()
    known = {name.casefold(): kind for kind in KINDS for name in (tr(kind), kind)}
    near = difflib.get_close_matches(word, known, n=1, cutoff=ALIKE) if word not in known else []
    if near:
        raise Refusal("almost_a_kind", kind=typed, name=near[0])
    return known.get(word, word)


def life_totals(game: Game, totals: str, me: PlayerId | None) -> dict[PlayerId, int]:
    """The new totals typed as "Ana 12, Ben 3"; raises Refusal when they can't be read or don't fit."""
    to: dict[PlayerId, int] = {}
    for part in names_in(totals) or [""]:
        match = _PAIR.fullmatch(part)
        if match is None:
            raise Refusal("redistribute_form")
        to[targets.player(game, match["who"], me)] = int(match["total"])
    return to
