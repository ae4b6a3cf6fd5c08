"""The commander or kind of counter that typed text means, in every language."""

import difflib
from collections.abc import Sequence
from functools import cache

from cogs.core.targets import player
from cogs.entry.options import COUNTER_KINDS
from cogs.text.formatting import label
from cogs.text.language import LANGUAGE_NAMES, speaking, tr
from cogs.text.matching import nearest
from cogs.text.typed import folded, forms, signs
from cogs.text.vocabulary import OF_COUNTERS
from rules.game.game import Game
from rules.game.parts import Commander, CommanderId, PlayerId
from rules.players.commanders import commander_ids, owner_of
from rules.refusal import Refusal

ACORN = "acorn"
"""A known kind that is too rare to suggest."""
KIND_LENGTH = 40
ALIKE_KIND = 0.8
"""The similarity, from 0 to 1, from which a custom kind is too similar to a known one; "posion" has 0.83."""


def commander_titles(game: Game) -> dict[CommanderId, str]:
    """Return every commander card at the table by ID: the named ones, and one for each player without any."""
    named = {card.id: f"{card.name} ({one.name})" for one in game.players for card in one.commanders}
    return {
        id: named.get(id) or tr("{owner}'s commander", owner=game.player(owner_of(id)).name)
        for id in commander_ids(game)
    }


def commander_id(
    game: Game, typed: str | None, requester: PlayerId | None, *, own: bool = True
) -> CommanderId | None:
    """Return the commander card for an ID, a title, a name or its beginning; raises Refusal.

    Among equal names, return the requester's, or if ``own`` is False another player's only one. "Tana (Ben)"
    and "Tana (me)" name the owner.
    """
    if typed is None or typed in {f"{one.id}:{number}" for one in game.players for number in (1, 2)}:
        return typed
    for language in LANGUAGE_NAMES:
        with speaking(language):
            listed = [id for id, title in commander_titles(game).items() if folded(title) == folded(typed)]
        if len(listed) == 1:
            return listed[0]
    found = _cards(game, typed)
    name, bracket, owner = signs(typed).strip(" )").rpartition("(")
    if not found and bracket:
        whose = player(game, owner, requester)
        found = [card for card in _cards(game, name) if owner_of(card.id) == whose]
    preferred = [card for card in found if (owner_of(card.id) == requester) == own]
    of_one_name = len({card.name.casefold() for card in found}) == 1
    if of_one_name and 1 in (len(found), len(preferred)):
        return (found if len(found) == 1 else preferred)[0].id
    if of_one_name:
        titles = commander_titles(game)
        named = " / ".join(titles[card.id] for card in found)
        raise Refusal("several_commanders", name=typed, commanders=named)
    cards = [card for one in game.players for card in one.commanders]
    names = {name: card.name for card in cards for name in (card.name.partition(",")[0], card.name)}
    raise Refusal("no_commander_named", name=typed, hint=names.get(nearest(typed, names) or "", ""))


def _cards(game: Game, typed: str) -> Sequence[Commander]:
    """Return the commanders with this name, or else names that begin with it."""
    cards, word = [card for one in game.players for card in one.commanders], typed.strip().casefold()
    exact = [card for card in cards if card.name.casefold() == word]
    return exact or [card for card in cards if word and card.name.casefold().startswith(word)]


def known_kind(game: Game, typed: str) -> str | None:
    """Return the kind of counter with this name in any language if the rules or this game know it."""
    own = label(typed).casefold()
    if any(own in held for held in game.counters.values()):
        return own
    word = folded(own)
    return next((kind for kind in (*COUNTER_KINDS, ACORN) if word in _kind_forms(kind)), None)


def counter_kind(game: Game, typed: str) -> str:
    """Return the kind of counter with this name in any language, or a custom kind.

    Raises Refusal for an invisible name, or one almost equal to a known kind: "posion" counters would harm
    no one.
    """
    if (found := known_kind(game, typed)) is not None:
        return found
    own = label(typed).casefold()
    known = {form: kind for kind in COUNTER_KINDS for form in forms(kind)}
    near = difflib.get_close_matches(folded(own), known, 1, ALIKE_KIND)
    if near:
        raise Refusal("almost_a_kind", kind=typed, known=known[near[0]])
    return own


@cache
def _kind_forms(kind: str) -> frozenset[str]:
    """Return the folded name of a kind of counter, with the word for counters and without."""
    around = {folded(pattern.format(kind=form)) for pattern in OF_COUNTERS for form in forms(kind)}
    return forms(kind) | around
