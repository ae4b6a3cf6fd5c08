"""Leaving the game (104.5, 800.4) and what that decides at once (104.2a, 104.2c, 104.4)."""

from collections.abc import Mapping

from rules import designations, effects, life, markers
from rules.events import EffectEnded, GameEnded, GameLossReplaced, Leaving, PlayersLeft
from rules.game import EffectKind, Game, Outcome, Player, PlayerId, Result, Side
from rules.step import Step

Causes = Mapping[PlayerId, str]
"""Why each of them leaves: the key of a rule that makes players lose or draw."""


def expand(game: Game, causes: Causes, *, team: str, emperor: str) -> Causes:
    """Everybody who goes with these players: teams that stand and fall as one (810.8a), an emperor's team
    (809.5), with `team` or `emperor` as their cause."""
    if not causes:
        return causes
    expanded = dict(causes)
    for side in game.sides:
        fallen = [id for id in side.members if id in causes]
        if not fallen:
            continue
        emperors = any(game.player(id).emperor for id in fallen)
        if side.one_body or (game.rules.emperor_decides and emperors):
            for id in game.remaining_in(side):
                expanded.setdefault(id, team if side.one_body else emperor)
    return expanded


def suffer(step: Step, causes: Causes) -> bool:
    """Checks or an effect say that these players lose: those who can't don't, and what replaces the loss
    does so once for all its reasons (704.7). True if anything came of it."""
    if not causes:
        return False
    losing = {id: cause for id, cause in causes.items() if effects.can_lose_game(step.game, id)}
    saved = _replace(step, losing)
    losing = {id: cause for id, cause in losing.items() if id not in saved}
    lose(step, losing)
    return bool(losing or saved)


def _replace(step: Step, losing: Causes) -> set[PlayerId]:
    """Uses up "if you would lose the game" effects; their players' totals are set. Returns who stays."""
    staying: set[PlayerId] = set()
    for id in losing:
        sharers = effects.sharers_of_fate(step.game, id)
        found = (effects.newest(step.game, one, EffectKind.REPLACE_GAME_LOSS) for one in (id, *sharers))
        effect = next((one for one in found if one is not None), None)
        if effect is None or id in staying:
            continue
        staying.update(sharers)
        step.record(EffectEnded(effect=effect, cause="used"))
        step.record(GameLossReplaced(who=effect.on, rule=step.rule("loss_replaced")))
        difference = effect.n - step.game.life_seen(effect.on)
        change = life.gain if difference > 0 else life.lose
        change(step, effect.on, abs(difference), cause="replacement", rule="set")
    return staying


def lose(step: Step, causes: Causes, *, by: PlayerId | None = None) -> None:
    """These players, and those who fall with them, lose and leave as one event (104.5); `by` has said so.

    When they are everybody still in the game it is a draw (104.4a, 104.4d).
    """
    everyone = expand(step.game, causes, team="lose_team", emperor="lose_emperor")
    if not everyone:
        return
    if len(everyone) == len(step.game.remaining):
        teams = any(side.is_team for side in step.game.sides)
        draw(step, "draw_teams" if teams else "draw_all")
        return
    _leave(step, everyone, Result.LOST, by=by)


def draw_out(step: Step, drawers: tuple[PlayerId, ...], cause: str) -> None:
    """Under limited range the game is a draw for these players alone; the others play on (104.4e, 104.4f)."""
    causes = dict.fromkeys(drawers, cause)
    everyone = expand(step.game, causes, team="draw_team", emperor="draw_emperor")
    if len(everyone) == len(step.game.remaining):
        draw(step, cause)
    else:
        _leave(step, everyone, Result.DRAW)


def draw(step: Step, cause: str) -> None:
    """The game is a draw for everybody still in it, and for their teams (104.4g)."""
    remaining = {player.id for player in step.game.remaining}
    results = _final(step.game, drawn=remaining)
    outcome = Outcome(result=Result.DRAW, winners=(), rule=step.rule(cause), cause=cause)
    step.record(GameEnded(outcome=outcome, results=results))


def win(step: Step, side: Side, cause: str) -> None:
    """A side wins, members who have left included; everybody else loses unless they drew before (104.2c)."""
    results = {**_final(step.game, drawn=set()), **dict.fromkeys(side.members, Result.WON)}
    outcome = Outcome(result=Result.WON, winners=side.members, rule=step.rule(cause), cause=cause)
    step.record(GameEnded(outcome=outcome, results=results))


def _final(game: Game, *, drawn: set[PlayerId]) -> Mapping[PlayerId, Result]:
    """The results at the end without a winner, one for each side: it draws if its last members do (104.4g); a
    team with somebody left until now has lost, whoever of it drew before."""
    results: dict[PlayerId, Result] = {}
    for side in game.sides:
        earlier = {game.player(id).result for id in side.members}
        drew = any(id in drawn for id in side.members) or earlier == {Result.DRAW}
        results.update(dict.fromkeys(side.members, Result.DRAW if drew else Result.LOST))
    return results


def _leave(step: Step, causes: Causes, result: Result, *, by: PlayerId | None = None) -> None:
    game = step.game
    leavers = [player for player in game.players if player.id in causes]
    designations.pass_on(step, frozenset(causes))
    leaving = tuple(_last_known(step, player, causes[player.id], by) for player in leavers)
    step.record(PlayersLeft(leaving=leaving, result=result))
    for player in leavers:
        effects.end_with(step, player.id)
    _decide(step)
    if step.game.outcome is None and step.game.rules.markers:
        markers.after_departure(step, game, tuple(player.id for player in leavers))


def _last_known(step: Step, player: Player, cause: str, by: PlayerId | None) -> Leaving:
    """What was known last of somebody who leaves (800.4i)."""
    game, tallies, side = step.game, player.commander_damage, step.game.side(player.side)
    shared = side.one_body if cause != "lose_poison" else side.poison_limit is not None
    worst = max(tallies, key=lambda commander: tallies[commander], default=None)
    return Leaving(
        who=player.id,
        cause=cause,
        rule=step.rule(cause, shared=shared),
        life=game.life[game.life_holder(player.id)],
        poison=game.poison(player.id),
        commander=worst,
        commander_damage=tallies[worst] if worst is not None else 0,
        by=by if by != player.id else None,
    )


def _decide(step: Step) -> None:
    """Looks for a winner after a departure: one side left wins, whatever effects say (104.2a, 104.2c)."""
    sides = [side for side in step.game.sides if step.game.remaining_in(side)]
    if len(sides) == 1:
        win(step, sides[0], "win_team" if sides[0].is_team else "win_last")
