"""Reads the filled-in fields of steps."""

import re
from collections.abc import Sequence

from cogs.core import targets
from cogs.core.components import MAX_OPTIONS
from cogs.core.context import ModalFields, typed
from cogs.core.entry_forms.fields import NO_COMMANDER, NONE_OPTION, player_key
from cogs.core.typed_cards import commander_id
from cogs.entry.options import read_amount, ticked
from rules.game.game import Game
from rules.game.parts import CommanderId, PlayerId
from rules.players.commanders import id_of_commander as commander_of
from rules.refusal import Refusal

_PLACE = re.compile(r"([0-9]{1,3}):([0-9])")
"""A commander by the place of its owner in turn order."""


def read_each(
    fields: ModalFields, game: Game, who: Sequence[PlayerId], me: PlayerId | None
) -> tuple[dict[PlayerId, int | None], str]:
    """Return the typed amounts by player, None if nothing was typed, and the sign before one amount for
    all.

    Amounts typed after names keep their signs. Raises Refusal for invalid text.
    """
    text = typed(fields, "amount")
    if not text:
        return dict.fromkeys(who), ""
    try:
        number, sign = read_amount(text)
    except Refusal:
        return {**targets.amounts(game, text, me, None, signed=True)}, ""
    return dict.fromkeys(who, number), sign


def read_players(fields: ModalFields, game: Game, me: PlayerId | None) -> tuple[PlayerId, ...]:
    """Return the picked or typed players, if any; raises Refusal."""
    values, text = [value for value in fields.get("who", ()) if value], typed(fields, "players")
    by_value = {player_key(one.id): one.id for one in game.players}
    if len(game.players) <= MAX_OPTIONS:
        by_value |= {str(place): one.id for place, one in enumerate(game.players)}
    if not text and all(value in by_value for value in values):
        return tuple(by_value[value] for value in values)
    return targets.players(game, text, me) if (text := text or typed(fields, "who")) else ()


def read_commander(
    fields: ModalFields, game: Game, me: PlayerId | None, *, own: bool = True
) -> CommanderId | None:
    """Return the picked or typed commander; ``own``: whether to prefer the user's among equal names."""
    picked = typed(fields, "card") or typed(fields, "commander")
    if picked in ("", NONE_OPTION, NO_COMMANDER):
        return None
    by_place = _PLACE.fullmatch(picked)
    if by_place is None:
        return commander_id(game, picked, me, own=own)
    if int(by_place[1]) >= len(game.players):
        raise Refusal("outdated")
    return commander_of(game.players[int(by_place[1])].id, int(by_place[2]))


def read_options(fields: ModalFields) -> dict[str, bool | None]:
    """Return the ticked damage options; empty if the form had no list of them."""
    return ticked(fields["with"]) if "with" in fields else {}
