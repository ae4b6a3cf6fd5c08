"""Random results drawn by the bot: dice, coins, who goes first, secret roles."""

import random
from collections.abc import Sequence

from cogs.entry import dice
from cogs.text.formatting import listed
from cogs.text.language import mark, tr, trn, trp
from rules.actions.table import RecordChance
from rules.formats.options import Options
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId, SecretRoles
from rules.refusal import Refusal
from rules.setup.opening import deals_roles
from rules.setup.seating_plan import team_names
from rules.table import Table

chance = random.SystemRandom()
CHANCES = (("d20", ""), ("d6", ""), ("coin", mark("Coin")), ("first", mark("First player")))
"""Random draws by button, with their labels; dice have the same names in all languages."""


def draw_chance(what: str, table: Table) -> RecordChance:
    """Draw a button's random result, one of `CHANCES`; raises Refusal "outdated" for anything else."""
    if what not in dict(CHANCES):
        raise Refusal("outdated")
    if what == "coin":
        return flip(1)
    return pick("first", tr("Who goes first"), takers(table)) if what == "first" else roll_notation(what)


def roll_notation(notation: str) -> RecordChance:
    """Roll dice by their notation; raises Refusal for invalid text and for too many dice."""
    rolled = dice.roll_dice(dice.parse_notation(notation), lambda sides: chance.randint(1, sides))
    return RecordChance(kind="roll", asked="".join(notation.split()), result=rolled)


def flip(times: int) -> RecordChance:
    """Flip this many coins."""
    asked = tr("Coin") if times == 1 else trn("{n} coin", "{n} coins", times)
    return RecordChance(kind="coin", asked=asked, result=_flipped(times))


def pick(kind: str, asked: str, names: Sequence[str]) -> RecordChance:
    """Choose one of these names; raises Refusal "draw_among" if there are none."""
    if not names:
        raise Refusal("draw_among")
    return RecordChance(kind=kind, asked=asked, result=chance.choice(names))


def _flipped(times: int) -> str:
    """Return the sides of coins, counted if there are several."""
    coins = [chance.choice((True, False)) for _ in range(times)]
    if times == 1:
        return tr("heads") if coins[0] else tr("tails")
    heads = coins.count(True)
    counts = [trn("{n} heads", "{n} heads", heads)] if heads else []
    counts += [trn("{n} tails", "{n} tails", times - heads)] if heads < times else []
    order = " ".join(trp("coin", "H") if coin else trp("coin", "T") for coin in coins)
    return f"{listed(counts)} ({order})"


def deal_roles(lobby: Lobby) -> SecretRoles | None:
    """Deal the secret roles of a starting game; None if it has none."""
    return _dealt(lobby.options, [seat.id for seat in lobby.seated])


def deal_roles_again(game: Game) -> SecretRoles | None:
    """Deal the secret roles of a restarted game to the players still in it; None if it has none."""
    return _dealt(game.options, [player.id for player in game.remaining])


def _dealt(options: Options, ids: Sequence[PlayerId]) -> SecretRoles | None:
    return SecretRoles(order=tuple(chance.sample(ids, len(ids)))) if deals_roles(options) else None


def takers(table: Table | None) -> Sequence[str]:
    """Return everyone who takes turns, teams if they take them together; no one without a table."""
    match table:
        case Game():
            playing = table.players if table.outcome is not None else table.remaining
            together = table.rules.shared_turns
            names = (table.side_of(one.id).name if together else one.name for one in playing)
            return list(dict.fromkeys(names))
        case Lobby() if VARIANTS[table.options.variant].shared_turns:
            return [team for team in team_names(table.options) if any(s.team == team for s in table.seated)]
        case Lobby():
            return [seat.name for seat in table.seated]
        case None:
            return []
