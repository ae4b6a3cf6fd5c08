"""The private panel: everything that can be entered for other players with a thumb."""

import zlib
from collections.abc import Iterable, Sequence

import discord

from cogs.core.components import (
    MAX_OPTIONS,
    ROW,
    Button,
    ComponentRow,
    ListOption,
    button,
    card,
    options,
    rows,
    select,
)
from cogs.core.custom_ids import IdInteger, TableCustomId, Value
from cogs.core.entry_forms.fields import KEY_LENGTH
from cogs.core.entry_forms.fields import player_key as shortened_id
from cogs.core.targets import EACH_OPPONENT, EACH_PLAYER
from cogs.core.typed_cards import commander_titles
from cogs.entry.chance import CHANCES
from cogs.entry.options import DESIGNATIONS, HITS
from cogs.text import names
from cogs.text.formatting import escape, signed
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import CommanderId, GameId, PlayerId
from rules.players.commanders import owner_of
from rules.players.designations import has_designation

PANEL_GROUPS = (EACH_OPPONENT, EACH_PLAYER)
LIFE_ROWS = ((-5, -3, -2, -1), (1, 2, 3, 5))
"""Changes of life in the panel's rows."""
LISTED_LIFE = (*range(-20, -5), -4, 4, 6, 7, 8, 9, 10, 12, 15, 20)
"""Changes of life in the panel's list: as many as Discord allows, most of them losses."""
USUAL_HITS = range(3, 8)
"""Amounts of damage by the user's own commander on the panel: one row on a phone."""


def panel_message(
    game: Game, number: GameId, target: str, me: PlayerId | None, said: str = ""
) -> discord.ui.LayoutView:
    """Return the panel for a target: a player's id, "each opponent" or "each player".

    ``me``: the panel's user, if seated; ``said``: the last result.
    """
    head = _head(game, number, target, said or "-# " + tr("Who, and what happens?"))
    own = _own_hits(game, number, target, me) if me is not None else []
    return card(*head, *_rows(game, number, target), *own)


def target_title(game: Game, target: str) -> str:
    """Return the panel's target, with the life total."""
    if target in PANEL_GROUPS:
        return f"**{tr(target)}**"
    life = game.life[game.life_holder(target)]
    return tr("{who} · {life} life", who=names.bold_name(game, target), life=life)


def lists(game: Game, number: GameId) -> list[ComponentRow]:
    """Return the list of everyone still in the game; a pick opens their panel."""
    people = [(target_key(player.id), player.name) for player in game.remaining]
    return _lists(number, "panel", people, None, tr("Player…"))


class Aimed(Value, frozen=True):
    """The request behind a button or list of the panel, and its target."""

    what: str
    whom: str = ""


class Hit(Value, frozen=True):
    """Combat damage by a commander to a target, in short form."""

    amount: IdInteger
    card: str
    whom: str


def commander_view(
    game: Game, number: GameId, target: PlayerId, commander: CommanderId
) -> discord.ui.LayoutView:
    """Return the panel for combat damage by a commander to a player: choose the commander and the amount."""
    titles = commander_titles(game)
    whom = target_key(target)
    choices = [
        (str(Aimed(short_commander(id), whom)), name) for id, name in titles.items() if owner_of(id) != target
    ]
    chosen = str(Aimed(short_commander(commander), whom))
    named = next((one for one in choices if one[0] == chosen), None)
    first = [named] if named is not None else []
    listed = [*first, *(one for one in choices if one != named)][:MAX_OPTIONS]
    heading = tr("### For {who}", who=target_title(game, target))
    about = _by_commander(titles[commander])
    pad = _hits(number, commander, whom, HITS)
    back = button(tr("Back"), TableCustomId("target", number, whom))
    return card(
        f"{heading}\n{about}",
        select(TableCustomId("commander", number), options(listed, chosen), tr("Commander…")),
        *rows(*pad),
        *rows(back),
    )


def _by_commander(title: str) -> str:
    return tr("Combat damage by {commander}:", commander=escape(title))


def _hits(number: GameId, commander: CommanderId, whom: str, amounts: Iterable[int]) -> list[Button]:
    """Return a button for each amount of combat damage by a commander."""
    card = short_commander(commander)
    return [button(str(n), TableCustomId("combat", number, str(Hit(n, card, whom)))) for n in amounts]


def _own_hits(game: Game, number: GameId, target: str, me: PlayerId) -> list[str | ComponentRow]:
    """Return the usual amounts for each of the user's commanders, on the panel of an opponent."""
    if game.rules.commander_damage_limit is None or target not in game.opponents(me):
        return []
    parts = list[str | ComponentRow]()
    for id, title in commander_titles(game).items():
        if owner_of(id) == me:
            parts += [f"-# {_by_commander(title)}", *rows(*_hits(number, id, target_key(target), USUAL_HITS))]
    return parts


def concede_view(game: Game, number: GameId, target: PlayerId) -> discord.ui.LayoutView:
    """Return the question whether a player wants to concede."""
    asked = tr("Concede for {who}? {who} leaves the game and loses.", who=names.bold_name(game, target))
    concede = button(
        tr("Concede"), TableCustomId("concede", number, target_key(target)), discord.ButtonStyle.danger
    )
    return card(
        asked, *rows(concede, button(tr("Back"), TableCustomId("target", number, target_key(target))))
    )


def target_key(target: str) -> str:
    """Encode a target briefly, so that it fits into a button with any guest's name."""
    return shortened_id(target, KEY_LENGTH)


def decode_target(game: Game, key_: str) -> str:
    """Decode the target of a button."""
    return next((player.id for player in game.players if target_key(player.id) == key_), key_)


def short_commander(commander: CommanderId) -> str:
    """Encode a commander briefly, so that it fits into a button beside a target."""
    return format(zlib.crc32(commander.encode()), "x")


def _choices(game: Game, target: str) -> Sequence[ListOption]:
    """Return all choices, groups first."""
    people = [(player.id, player.name) for player in game.remaining]
    if target not in PANEL_GROUPS and target not in {id for id, _ in people}:
        people.append((target, game.player(target).name))
    return [
        (target_key(value), label)
        for value, label in (*((group, tr(group)) for group in PANEL_GROUPS), *people)
    ]


def _lists(
    number: GameId, verb: str, choices: Sequence[ListOption], chosen: str | None, about: str
) -> list[ComponentRow]:
    """Return these choices in lists within Discord's limit."""
    return [
        select(
            TableCustomId(verb, number, str(start) if start else ""),
            options(choices[start : start + MAX_OPTIONS], chosen),
            tr("More players…") if start else about,
        )
        for start in range(0, len(choices), MAX_OPTIONS)
    ]


def _rows(game: Game, number: GameId, target: str) -> list[ComponentRow]:
    """Return the most used parts: a list of changes of life, and rows that a phone shows in one line each."""
    whom = target_key(target)
    life = [[_life(number, step, whom) for step in steps] for steps in LIFE_ROWS]
    listed = options([(str(Aimed(str(step), whom)), signed(step)) for step in LISTED_LIFE])
    last = [button(f"{names.thing('poison')} +1", TableCustomId("poisonfor", number, whom))]
    if target not in PANEL_GROUPS:
        if game.rules.commander_damage_limit is not None:
            hit = TableCustomId("commander", number, str(Aimed("", whom)))
            last.insert(0, button(tr("Commander…"), hit))
        last += _designations(game, number, target, seen=True)[: ROW - len(last) - 1]
    more = button(tr("More…"), TableCustomId("more", number, whom))
    other = select(TableCustomId("lifefor", number), listed, tr("Another amount of life…"))
    return [*(row for line in life for row in rows(*line)), other, *rows(*last, more)]


def more_view(
    game: Game, number: GameId, target: str, me: PlayerId | None, *, concedes: bool, hosts: bool
) -> discord.ui.LayoutView:
    """Return the rest of a target's panel, first the options that the game has used.

    ``me``: the panel's user, if seated; ``concedes``: whether they may concede for the target, of which
    they are asked again for others; ``hosts``: whether they may give guests a seat now.
    """
    whom = target_key(target)
    titles = (("life", tr("Life…")), ("damage", tr("Damage…")), ("counter", tr("Counters…")))
    lines = [[button(label, TableCustomId("form", number, str(Aimed(form, whom)))) for form, label in titles]]
    if target not in PANEL_GROUPS:
        seen, unseen = (_designations(game, number, target, seen=one) for one in (True, False))
        lines += [[*seen, *unseen], _opening_hand(game, number, target)]
    lines.append(
        [
            button(tr(label) if label else what, TableCustomId("chance", number, str(Aimed(what, whom))))
            for what, label in CHANCES
        ]
    )
    held = tr("Release") if game.held else tr("Hold")
    hold = button(held, TableCustomId("hold", number, str(Aimed("off" if game.held else "on", whom))))
    lines.append([hold, button(tr("Effects…"), TableCustomId("effects", number))])
    back = button(tr("Back"), TableCustomId("target", number, whom))
    verb = "concede" if target == me else "askconcede"
    ask = button(tr("Concede"), TableCustomId(verb, number, whom), discord.ButtonStyle.danger)
    guests = button(tr("Guests…"), TableCustomId("guests", number))
    lines.append([*([ask] if concedes else []), *([guests] if hosts else []), back])
    return card(*_head(game, number, target), *(row for line in lines for row in rows(*line)))


def _head(game: Game, number: GameId, target: str, said: str = "") -> Sequence[str | ComponentRow]:
    """Return the panel's target, the last result, and the lists of all possible targets."""
    heading = "\n".join(filter(None, (tr("### For {who}", who=target_title(game, target)), said)))
    return [
        heading,
        *_lists(number, "target", _choices(game, target), target_key(target), tr("Player or group…")),
    ]


def _opening_hand(game: Game, number: GameId, target: str) -> list[Button]:
    """Return the buttons for a player's opening hand, while it is undecided in the first turn (103.5)."""
    if target in PANEL_GROUPS or game.turn.number > 1 or game.player(target).hand.kept:
        return []
    whom = target_key(target)
    take, keep = (TableCustomId("hand", number, str(Aimed(what, whom))) for what in ("take", "keep"))
    return [button(tr("Mulligan"), take), button(tr("Keep hand"), keep)]


def _life(number: GameId, step: int, whom: str) -> Button:
    return button(signed(step), TableCustomId("lifefor", number, str(Aimed(str(step), whom))))


def _designations(game: Game, number: GameId, target: PlayerId, *, seen: bool) -> list[Button]:
    """Return the buttons for designations in use in this game, or for the others."""
    whom = target_key(target)
    return [
        button(tr(label), TableCustomId("designate", number, str(Aimed(what, whom))))
        for what, (label, name) in DESIGNATIONS.items()
        if any(has_designation(game, player, name) for player in game.players) is seen
    ]
