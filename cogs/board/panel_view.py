"""The panel that only its user sees: everything that can be entered for somebody else, by thumb."""

import zlib
from collections.abc import Sequence

import discord

from cogs.core.components import MOST_OPTIONS, Choice, Row, button, card, options, rows, select
from cogs.core.custom_ids import TableCustomId, Value, Whole
from cogs.core.entry_forms.fields import key as shortened_id
from cogs.core.targets import EACH_OPPONENT, EACH_PLAYER
from cogs.core.things import commander_titles
from cogs.entry.options import HITS
from cogs.text import names
from cogs.text.formatting import escape, signed
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import CommanderId, GameId, PlayerId
from rules.players.commanders import owner_of

KEY_LENGTH = 50
"""Characters that a button has room for."""
GROUPS = (EACH_OPPONENT, EACH_PLAYER)
LIFE_ROWS = ((-5, -3, -2, -1), (1, 2, 3, 5), (-10, 10))
"""Changes of life in the rows in which they are shown."""


def view(game: Game, number: GameId, target: str, said: str = "") -> discord.ui.LayoutView:
    """The panel for a target: a player's id, "each opponent" or "each player"; `said` is what came last."""
    heading = tr("### For {who}", who=title(game, target))
    text = "\n".join((heading, said or "-# " + tr("Who, and what happens?")))
    lists = _lists(number, "target", _choices(game, target), key(target), tr("Player or group…"))
    return card(text, *lists, *_rows(game, number, target))


def title(game: Game, target: str) -> str:
    """Whom the panel is for, with the life total."""
    if target in GROUPS:
        return f"**{tr(target)}**"
    life = game.life[game.life_holder(target)]
    return tr("{who} · {life} life", who=names.bold(game, target), life=life)


def lists(game: Game, number: GameId) -> list[Row]:
    """Lists of everybody still in the game, each of whom opens their panel."""
    people = [(key(player.id), player.name) for player in game.remaining]
    return _lists(number, "panel", people, None, tr("Player…"))


class Aimed(Value, frozen=True):
    """What a button or list of the panel asks for, and for whom."""

    what: str
    whom: str = ""


class Hit(Value, frozen=True):
    """Combat damage by a commander, which is said in short, and to whom."""

    amount: Whole
    card: str
    whom: str


def commander_view(
    game: Game, number: GameId, target: PlayerId, commander: CommanderId
) -> discord.ui.LayoutView:
    """The panel for combat damage to a player by a commander: choose which one and press how much."""
    titles = commander_titles(game)
    whom = key(target)
    choices = [(str(Aimed(short(id), whom)), name) for id, name in titles.items() if owner_of(id) != target]
    chosen = str(Aimed(short(commander), whom))
    named = next((one for one in choices if one[0] == chosen), None)
    first = [named] if named is not None else []
    listed = [*first, *(one for one in choices if one != named)][:MOST_OPTIONS]
    heading = tr("### For {who}", who=title(game, target))
    about = tr("Combat damage by {commander}:", commander=escape(titles[commander]))
    pad = [button(str(n), TableCustomId("combat", number, str(Hit(n, short(commander), whom)))) for n in HITS]
    back = button(tr("Back"), TableCustomId("target", number, whom))
    return card(
        f"{heading}\n{about}",
        select(TableCustomId("commander", number), options(listed, chosen), tr("Commander…")),
        *rows(*pad),
        *rows(back),
    )


def concede_view(game: Game, number: GameId, target: PlayerId) -> discord.ui.LayoutView:
    """The question whether a player really concedes."""
    asked = tr("Concede for {who}? {who} leaves the game and loses.", who=names.bold(game, target))
    concede = button(tr("Concede"), TableCustomId("concede", number, key(target)), discord.ButtonStyle.danger)
    return card(asked, *rows(concede, button(tr("Back"), TableCustomId("target", number, key(target)))))


def key(target: str) -> str:
    """A target in so few letters that it fits into a button, whatever a guest is called."""
    return shortened_id(target, KEY_LENGTH)


def meant(game: Game, key_: str) -> str:
    """The target that stands in a button."""
    return next((player.id for player in game.players if key(player.id) == key_), key_)


def short(commander: CommanderId) -> str:
    """A commander in so few letters that it fits into a button beside a target."""
    return format(zlib.crc32(commander.encode()), "x")


def _choices(game: Game, target: str) -> Sequence[Choice]:
    """Everybody to choose from, first the groups."""
    people = [(player.id, player.name) for player in game.remaining]
    if target not in GROUPS and target not in {id for id, _ in people}:
        people.append((target, game.player(target).name))
    return [(key(value), label) for value, label in (*((group, tr(group)) for group in GROUPS), *people)]


def _lists(number: GameId, verb: str, choices: Sequence[Choice], chosen: str | None, about: str) -> list[Row]:
    """These choices in lists of as many as Discord shows in one."""
    return [
        select(
            TableCustomId(verb, number, str(start) if start else ""),
            options(choices[start : start + MOST_OPTIONS], chosen),
            tr("More players…") if start else about,
        )
        for start in range(0, len(choices), MOST_OPTIONS)
    ]


def _rows(game: Game, number: GameId, target: str) -> list[Row]:
    """The buttons, in rows that a phone shows in one line each."""
    whom = key(target)
    poison = button(f"{names.thing('poison')} +1", TableCustomId("poisonfor", number, whom))
    *life, tens = [
        [
            button(signed(step), TableCustomId("lifefor", number, str(Aimed(str(step), whom))))
            for step in steps
        ]
        for steps in LIFE_ROWS
    ]
    titles = (("life", tr("Life…")), ("damage", tr("Damage…")), ("counter", tr("Counters…")))
    forms = [button(label, TableCustomId("form", number, str(Aimed(form, whom)))) for form, label in titles]
    commander = button(tr("Commander…"), TableCustomId("commander", number, str(Aimed("", whom))))
    concede = button(tr("Concede"), TableCustomId("askconcede", number, whom), discord.ButtonStyle.danger)
    everyone = button(_capital(tr(EACH_OPPONENT)), TableCustomId("target", number, EACH_OPPONENT))
    held = tr("Release") if game.held else tr("Hold")
    hold = button(held, TableCustomId("hold", number, str(Aimed("off" if game.held else "on", whom))))
    lines = [*life, [*tens, poison], [*forms[:2], hold]]
    if target in GROUPS:
        lines.append(forms[2:])
    elif game.rules.commander_damage_limit is None:
        lines += [forms[2:], [everyone, concede]]
    else:
        lines += [[commander, *forms[2:]], [everyone, concede]]
    if game.effects:
        lines.append([button(tr("Effects…"), TableCustomId("effects", number))])
    return [row for line in lines for row in rows(*line)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
