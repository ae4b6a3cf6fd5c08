"""Texts about secret roles: which are dealt, which are public, and for a player alone their own."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from cogs.text import names
from cogs.text.formatting import comma_separated, escape, listed
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.players import roles


class OwnRole(Struct, frozen=True):
    """The text about a player's role, for that player alone: its name, how it wins, and what is public.

    ``can_show``: whether the player can show it to everyone now.
    """

    title: str
    about: str
    dealt: str
    can_show: bool


def dealt_role(game: Game, who: PlayerId) -> OwnRole | None:
    """Return a player's own role, which no one else may read; None if none are dealt."""
    role = roles.own_role(game, who)
    if role is None:
        return None
    about = [tr(role.about)]
    about += [tr("Players who are out can still win.")] if game.rules.out_can_win else []
    title = tr("Your role: {role}", role=tr(role.name))
    return OwnRole(title, " ".join(about), _dealt(game), roles.may_show(game, who))


def at_start(game: Game) -> Sequence[str]:
    """Return which roles are dealt, which is public, and how players see theirs; empty without roles."""
    if not roles.are_dealt(game):
        return ()
    known = [f"{escape(one.name)} ({names.role_name(game, one.role)})" for one in game.players if one.role]
    lines = [_dealt(game)]
    lines += [tr("Known to all: {roles}.", roles=listed(known))] if known else []
    return [*lines, tr("**My role** on the board shows yours to you alone.")]


def hidden_again(before: Game, after: Game) -> Sequence[str]:
    """Return the players whose roles an undone step had shown, which can't be forgotten."""
    again = [
        names.bold_name(after, one.id)
        for one in after.players
        if not one.role and names.knows(before, one.id) and before.player(one.id).role
    ]
    if not again or not roles.are_dealt(after):
        return ()
    return [tr("No longer shown, though the table has seen them: the roles of {names}.", names=listed(again))]


def _dealt(game: Game) -> str:
    counts = Counter(role.name for role in roles.dealt_in(game))
    each = comma_separated(f"{n} × {tr(name)}" if n > 1 else tr(name) for name, n in counts.items())
    return tr("Roles dealt: {roles}.", roles=each)
