"""Leaving the game (104.5, 800.4) and its immediate consequences (104.2a, 104.2c, 104.4)."""

from collections.abc import Mapping
from typing import TypeAlias

from rules.events.continuous_effects import EffectEnded
from rules.events.endings import GameEnded, GameLossReplaced, KnockOutCredited, Leaving, PlayersLeft
from rules.events.roles import LeaderReplaced
from rules.formats.losses import DrawKey, LeavingKey, LossKey, WinKey
from rules.game import seating
from rules.game.game import Game
from rules.game.parts import CommanderId, EffectKind, Outcome, Player, PlayerId, PlayerOutcome, Side
from rules.players import commanders, continuous_effects, designations, life, roles, tallies, votes
from rules.resolution import Resolution
from rules.turns import grand_melee

Causes: TypeAlias = Mapping[PlayerId, LeavingKey]
"""Why each of them leaves: the key of a way to lose or to draw."""
Credited: TypeAlias = Mapping[PlayerId, PlayerId | None]
"""The players credited with each loser's knock-out; players on the same side don't count."""
UNCREDITED: Credited = {}


def expand(game: Game, causes: Causes, *, team: LossKey | DrawKey, emperor: LossKey | DrawKey) -> Causes:
    """Return everyone who loses with these players: teams that win and lose together (810.8a), an emperor's
    team (809.5), with `team` or `emperor` as their cause, and those who fall with the leader among roles."""
    if not causes:
        return causes
    expanded = dict(causes)
    for id in roles.falling(game, causes):
        expanded.setdefault(id, "lose_leader")
    for side in game.sides:
        fallen = [id for id in side.members if id in causes]
        if not fallen:
            continue
        emperors = any(game.player(id).emperor for id in fallen)
        if side.one_body or (game.rules.emperor_decides and emperors):
            for id in game.remaining_in(side):
                expanded.setdefault(id, team if side.one_body else emperor)
    return expanded


def apply_losses(resolution: Resolution, causes: Causes, *, credited: Credited = UNCREDITED) -> bool:
    """Make players lose by checks or an effect, unless they can't; return whether anything happened.

    A replacement effect replaces a loss once, with all its reasons (704.7).
    """
    if not causes:
        return False
    losing, saved = _split_saved_and_losing(resolution, causes)
    lose_game(resolution, losing, credited=credited)
    return bool(losing or saved)


def leave_simultaneously(
    resolution: Resolution, leaving: Causes, losing: Causes, *, credited: Credited = UNCREDITED
) -> None:
    """Make players leave in one event: those who leave regardless of effects, such as by conceding, and
    those who lose by effects; if that is everyone still in the game, it is a draw (104.4a, 104.4d)."""
    losing = {id: cause for id, cause in losing.items() if id not in leaving}
    judged, _ = _split_saved_and_losing(resolution, losing)
    lose_game(resolution, {**judged, **leaving}, credited=credited)


def _split_saved_and_losing(resolution: Resolution, causes: Causes) -> tuple[Causes, set[PlayerId]]:
    """Return who of these loses, and who stays because of a replacement effect."""
    losing: Causes = {
        id: cause for id, cause in causes.items() if continuous_effects.can_lose_game(resolution.game, id)
    }
    saved = _replace(resolution, losing)
    return {id: cause for id, cause in losing.items() if id not in saved}, saved


def _replace(resolution: Resolution, losing: Causes) -> set[PlayerId]:
    """Use up "if you would lose the game" effects and set their players' totals; return who stays."""
    staying: set[PlayerId] = set()
    for id in losing:
        sharers = continuous_effects.loss_group(resolution.game, id)
        found = (
            continuous_effects.newest_effect(resolution.game, one, EffectKind.REPLACE_GAME_LOSS)
            for one in (id, *sharers)
        )
        effect = next((one for one in found if one is not None), None)
        if effect is None or id in staying:
            continue
        staying.update(sharers)
        resolution.record(EffectEnded(effect=effect, cause="used"))
        resolution.record(GameLossReplaced(who=effect.on, rule=resolution.rule("loss_replaced")))
        difference = effect.n - resolution.game.life_seen(effect.on)
        change = life.gain if difference > 0 else life.lose_life
        change(resolution, effect.on, abs(difference), cause="replacement", rule="set")
    return staying


def lose_game(
    resolution: Resolution,
    causes: Causes,
    *,
    by: PlayerId | None = None,
    credited: Credited = UNCREDITED,
) -> None:
    """Make players, and those who lose with them, lose and leave in one event (104.5), caused by `by`.

    If that is everyone still in the game, it is a draw (104.4a, 104.4d).
    """
    everyone = expand(resolution.game, causes, team="lose_team", emperor="lose_emperor")
    everyone = _without_usurped(resolution, everyone, credited)
    if not everyone:
        return
    game = resolution.game
    by_whom = {id: _knocked_out_by(game, id, cause, credited) for id, cause in everyone.items()}
    if len(everyone) == len(game.remaining) and not roles.winners(game, (), by_whom):
        teams = any(side.is_team for side in game.sides)
        end_in_draw(resolution, "draw_teams" if teams else "draw_all")
        return
    _leave(resolution, everyone, PlayerOutcome.LOST, by=by, credited=credited)


def _without_usurped(resolution: Resolution, causes: Causes, credited: Credited) -> Causes:
    """Let a leader knocked out by a Usurper play on in that role, if the table has this option; return the
    players who leave."""
    game = resolution.game
    for id, cause in causes.items():
        by = _knocked_out_by(game, id, cause, credited)
        if by is not None and roles.plays_on(game, id, by, causes):
            _succeed(resolution, by, id)
            return {one: other for one, other in causes.items() if one != id}
    return causes


def draw_out(resolution: Resolution, drawers: tuple[PlayerId, ...], cause: DrawKey) -> None:
    """End the game in a draw for these players alone under limited range; the others play on (104.4e,
    104.4f)."""
    causes: Causes = dict.fromkeys(drawers, cause)
    everyone = expand(resolution.game, causes, team="draw_team", emperor="draw_emperor")
    if len(everyone) == len(resolution.game.remaining):
        end_in_draw(resolution, cause)
    else:
        _leave(resolution, everyone, PlayerOutcome.DRAW)


def end_in_draw(resolution: Resolution, cause: DrawKey, *drawers: PlayerId) -> None:
    """End the game in a draw for everyone still in it, and for their teams (104.4g); or for these players."""
    remaining = {player.id for player in resolution.game.remaining}
    results = _final(resolution.game, drawn=set(drawers) or remaining)
    outcome = Outcome(result=PlayerOutcome.DRAW, winners=(), rule=resolution.rule(cause), cause=cause)
    resolution.record(GameEnded(outcome=outcome, results=results, roles=roles.all_keys(resolution.game)))


def win(resolution: Resolution, cause: WinKey, *sides: Side) -> None:
    """Make sides win, including departed members; all others lose unless they drew before (104.2c)."""
    winners = tuple(id for side in sides for id in side.members)
    results = {**_final(resolution.game, drawn=set()), **dict.fromkeys(winners, PlayerOutcome.WON)}
    outcome = Outcome(
        result=PlayerOutcome.WON,
        winners=winners,
        rule=resolution.rule(cause),
        cause=cause,
    )
    resolution.record(GameEnded(outcome=outcome, results=results, roles=roles.all_keys(resolution.game)))


def _final(game: Game, *, drawn: set[PlayerId]) -> Mapping[PlayerId, PlayerOutcome]:
    """Return the results at an end without a winner, by side. A side draws if its last members do (104.4g); a
    team with a member left until now has lost, even if others of it drew before."""
    results: dict[PlayerId, PlayerOutcome] = {}
    for side in game.sides:
        earlier = {game.player(id).result for id in side.members}
        drew = any(id in drawn for id in side.members) or earlier == {PlayerOutcome.DRAW}
        results.update(dict.fromkeys(side.members, PlayerOutcome.DRAW if drew else PlayerOutcome.LOST))
    return results


def _leave(
    resolution: Resolution,
    causes: Causes,
    result: PlayerOutcome,
    *,
    by: PlayerId | None = None,
    credited: Credited = UNCREDITED,
) -> None:
    game = resolution.game
    leavers = [player for player in game.players if player.id in causes]
    designations.pass_on(resolution, frozenset(causes))
    leaving = tuple(_last_known(resolution, player, causes[player.id], by) for player in leavers)
    resolution.record(PlayersLeft(leaving=leaving, result=result))
    for who, credit in credited.items():
        if who in causes and credit is not None and credit not in game.side_of(who).members:
            resolution.record(KnockOutCredited(who=who, by=credit))
    for player in leavers:
        continuous_effects.end_effects_of(resolution, player.id)
    tallies.end_tallies_of(resolution, causes.keys())
    votes.end_if_over(resolution)
    _decide(resolution)
    if resolution.game.outcome is None and resolution.game.rules.markers:
        grand_melee.after_departure(resolution, game, tuple(player.id for player in leavers))


def _last_known(resolution: Resolution, player: Player, cause: LeavingKey, by: PlayerId | None) -> Leaving:
    """Return the last known information about a player who leaves (800.4i)."""
    game, tallies, side = (
        resolution.game,
        commanders.damage_to(resolution.game, player.id),
        resolution.game.side(player.side),
    )
    shared = side.one_body if cause != "lose_poison" else side.poison_limit is not None
    worst = _worst(tallies)
    knocked_out_by, asks_by = _known_blow(game, player, cause)
    shown = roles.shown_by_leaving(game, player.id, falling=cause == "lose_leader")
    return Leaving(
        who=player.id,
        cause=cause,
        rule=resolution.way(cause, shared=shared),
        life=game.life[game.life_holder(player.id)],
        poison=game.poison(player.id),
        commander=worst,
        commander_damage=tallies[worst] if worst is not None else 0,
        by=by if by != player.id else None,
        knocked_out_by=knocked_out_by,
        asks_by=asks_by,
        role=shown if shown != player.role else "",
    )


def _worst(tallies: Mapping[CommanderId, int]) -> CommanderId | None:
    return max(tallies, key=lambda commander: tallies[commander], default=None)


def _knocked_out_by(game: Game, who: PlayerId, cause: LeavingKey, credited: Credited) -> PlayerId | None:
    """Return who knocks out a player who leaves for this cause, as named by the table or known."""
    return credited.get(who) or _known_blow(game, game.player(who), cause)[0]


def _known_blow(game: Game, player: Player, cause: LeavingKey) -> tuple[PlayerId | None, bool]:
    """Return who knocks out a player who leaves for this cause, and whether the table has to say it."""
    worst = _worst(commanders.damage_to(game, player.id))
    owner = commanders.owner_of(worst) if worst is not None else None
    return roles.knocked_out_by(game, player, cause, owner)


def decide_by_roles(resolution: Resolution) -> None:
    """Find winners by the roles of those still in the game, after a whole event or once the table has named
    who knocked out a player; several at once share the win, or draw if the table has chosen that."""
    succession = roles.heir(resolution.game)
    if succession is not None:
        _succeed(resolution, *succession)
    game = resolution.game
    if roles.waits(game):
        return
    groups = roles.winners(game, [player.id for player in game.remaining])
    if len(groups) > 1 and game.rules.joint_draw:
        end_in_draw(resolution, "draw_roles", *(id for group in groups for id in group))
    elif groups:
        win(resolution, "win_role", *(game.side_of(id) for group in groups for id in group))
    elif roles.is_hopeless(game):
        end_in_draw(resolution, "draw_no_role")


def _succeed(resolution: Resolution, who: PlayerId, before: PlayerId) -> None:
    """Give the leader's role, at its starting life total, to the player who has knocked the leader out; one
    who plays on has 1 life."""
    game = resolution.game
    keys, stays = roles.all_keys(game), game.rules.leader_stays
    highest = max(game.player(id).starting_life for id in (who, before))  # the first leader's
    totals = {who: highest, **({before: 1} if stays else {})}
    resolution.record(LeaderReplaced(who=who, before=before, role=keys[before], lost=keys[who], stays=stays))
    for id, total in totals.items():
        difference = total - resolution.game.life_seen(id)
        change = life.gain if difference > 0 else life.lose_life
        change(resolution, id, abs(difference), cause="set", rule="set")


def _decide(resolution: Resolution) -> None:
    """Look for winners after a departure, regardless of effects: the one side left (104.2a, 104.2c), every
    side whose rivals have all left, or those who win by their roles."""
    game = resolution.game
    if game.secret_roles is not None:
        decide_by_roles(resolution)
        return
    sides = [side for side in game.sides if game.remaining_in(side)]
    if game.rules.rivals:
        candidates = game.sides if game.rules.out_can_win else sides
        winners = [side for side in candidates if _rivals_are_gone(game, side)]
        if winners:
            win(resolution, "win_rivals", *winners)
    elif len(sides) == 1:
        win(resolution, "win_team" if sides[0].is_team else "win_last", sides[0])


def _rivals_are_gone(game: Game, side: Side) -> bool:
    rivals = {rival for id in side.members for rival in seating.rivals(game, id)}
    return not any(game.player(id).in_game for id in rivals)
