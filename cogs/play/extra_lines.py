"""Extra lines of answers to steps: players out of range, and damage that shields prevent."""

from collections.abc import Sequence

from cogs.core.permissions import seat_of
from cogs.text import names
from cogs.text.formatting import listed
from cogs.text.language import tr
from rules.actions.action import Action, EffectAction
from rules.actions.continuous_effects import BeginEffect
from rules.actions.damage import DealDamage
from rules.actions.endings import LoseGame
from rules.actions.life import DrainLife
from rules.actions.table import Simultaneous, Together, without_draws
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerId
from storage.games.games import Committed


async def left_out(committed: Committed) -> Sequence[str]:
    """Return a line with the players out of range of the effect's controller (801.10), or ask whose card it
    is if the requester's range would exclude players."""
    entered, game = committed.entry.action, committed.before
    if not isinstance(entered, Action) or not isinstance(game, Game):
        return ()
    action = without_draws(entered)[1]
    affected = [one for part in _parts(action) for one in _affected(part)]
    me = seat_of(game, committed.entry.user)
    asking = me is not None and all(by is None for by, _ in affected)
    far = [(by or me, who) for by, who in affected if by is not None or asking]
    far = [(by, who) for by, who in far if by is not None and _is_far(game, by, who)]
    if not far or (asking and len(far) == len(affected)):
        return ()
    values = {
        "players": listed(names.bold_name(game, who) for _, who in far),
        "who": names.bold_name(game, far[0][0]),
        "rule": rule(game.rules.edition, "affected"),
    }
    if asking:
        return [
            tr(
                "-# Is it {who}'s card? Then nothing happens to {players}: outside the range of influence "
                "(CR {rule}). **Undo**, and say it with `from:`.",
                **values,
            )
        ]
    if isinstance(action, DealDamage):
        return [tr("-# No damage for {players}: outside {who}'s range of influence (CR {rule}).", **values)]
    return [tr("-# Nothing for {players}: outside {who}'s range of influence (CR {rule}).", **values)]


def _is_far(game: Game, by: PlayerId, who: PlayerId) -> bool:
    return game.player(by).in_game and game.player(who).in_game and not game.reaches(by, who)


def _affected(action: Action) -> Sequence[tuple[PlayerId | None, PlayerId]]:
    """Return the intended players of an effect, each with its controller if given."""
    match action:
        case DealDamage(by=by, to=who, assumed=assumed):
            return [(None if assumed else by, one) for one in who]
        case LoseGame(by=by, who=who) | DrainLife(by=by, who=who, ranged=True):
            return [(by, one) for one in who]
        case EffectAction(by=by, who=who, ranged=ranged) if ranged or by is None:
            return [(by, one) for one in who]
        case BeginEffect(source=by, who=who, ranged=True):
            return [(by, one) for one in who]
        case _:
            return ()


def _parts(action: Action) -> Sequence[Action]:
    """Return the parts of an action that form one event."""
    return action.actions if isinstance(action, Together | Simultaneous) else (action,)


async def shielded(committed: Committed) -> Sequence[str]:
    """Ask how much damage a shield prevents, if other sources can deal damage at the same time (615.7)."""
    action, game = committed.entry.action, committed.before
    if not isinstance(action, Action) or not isinstance(game, Game):
        return ()
    if not game.held and not isinstance(action, Simultaneous):
        return ()
    hits = [one for one in _parts(action) if isinstance(one, DealDamage) and one.shielded is None]
    asked = [
        effect
        for effect in game.effects
        if effect.kind is EffectKind.PREVENT_NEXT_DAMAGE and any(effect.on in hit.to for hit in hits)
    ]
    return [
        tr(
            "-# Of damage by several sources at once, {who} chooses what the shield of {n} prevents "
            "(CR {rule}): `shielded:` says how much of this.",
            who=names.bold_name(game, effect.on),
            n=effect.n,
            rule=rule(game.rules.edition, "next_prevented"),
        )
        for effect in asked
    ]
