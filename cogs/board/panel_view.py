"""The panel that only its user sees: everything that can be entered for somebody else, by thumb."""

import zlib

import discord

from cogs.board.view import LIFE_STEPS
from cogs.core.components import MOST_OPTIONS, Row, button, card, options, rows, select
from cogs.core.context import CustomId
from cogs.core.targets import EACH_OPPONENT, EACH_PLAYER
from cogs.text import names
from cogs.text.formatting import signed
from cogs.text.language import tr
from rules.game.game import Game
from rules.game.parts import GameId

KEY_LENGTH = 50
"""Characters that a button has room for."""
GROUPS = (EACH_OPPONENT, EACH_PLAYER)


def view(game: Game, number: GameId, target: str, said: str = "") -> discord.ui.LayoutView:
    """The panel for a target: a player's id, "each opponent" or "each player"; `said` is what came last."""
    heading = tr("### For {who}", who=title(game, target))
    text = "\n".join((heading, said or tr("Choose a player or group, then what happens.")))
    return card(text, *_targets(game, number, target), *_rows(game, number, target))


def title(game: Game, target: str) -> str:
    """Whom the panel is for, with the life total."""
    if target in GROUPS:
        return f"**{tr(target)}**"
    life = game.life[game.life_holder(target)]
    return tr("{who} · {life} life", who=names.bold(game, target), life=life)


def key(target: str) -> str:
    """A target in so few letters that it fits into a button, whatever a guest is called."""
    return target if len(target) <= KEY_LENGTH else format(zlib.crc32(target.encode()), "x")


def meant(game: Game, key_: str) -> str:
    """The target that stands in a button."""
    return next((player.id for player in game.players if key(player.id) == key_), key_)


def _targets(game: Game, number: GameId, target: str) -> list[Row]:
    """Lists of everybody to choose from, first the groups; Discord shows so many in one."""
    people = [(player.id, player.name) for player in game.remaining]
    if target not in GROUPS and target not in {id for id, _ in people}:
        people.append((target, game.player(target).name))
    choices = [(key(value), label) for value, label in (*((group, tr(group)) for group in GROUPS), *people)]
    lists: list[Row] = []
    for start in range(0, len(choices), MOST_OPTIONS):
        press = CustomId("target", number, str(start) if start else "")
        about = tr("More players…") if start else tr("Player or group…")
        lists.append(select(press, options(choices[start : start + MOST_OPTIONS], key(target)), about))
    return lists


def _rows(game: Game, number: GameId, target: str) -> list[Row]:
    whom = key(target)
    life = [button(signed(step), CustomId("lifefor", number, f"{step}|{whom}")) for step in LIFE_STEPS]
    poison = button(f"{names.thing('poison')} +1", CustomId("poisonfor", number, whom))
    titles = (("life", tr("Life…")), ("damage", tr("Damage…")), ("counter", tr("Counters…")))
    forms = [button(label, CustomId("form", number, f"{form}|{whom}")) for form, label in titles]
    held = tr("Release") if game.held else tr("Hold")
    forms.append(button(held, CustomId("hold", number, f"{'off' if game.held else 'on'}|{whom}")))
    concede = button(tr("Concede"), CustomId("concede", number, whom), discord.ButtonStyle.danger)
    return [*rows(*life, poison), *rows(*forms, concede)]
