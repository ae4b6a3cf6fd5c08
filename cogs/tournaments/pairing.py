"""Pairings of rounds, computed by workers, and alternative ones."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from cogs.core.context import consequence_id
from cogs.core.service import GameService
from cogs.text.formatting import listed
from cogs.text.language import tr, trn
from cogs.tournaments.views import event as view
from rules.pairings.pairings import PairingMethod, Pairings, Participant, numbered
from rules.pairings.round_robin import circle_round, places_of
from rules.pairings.shuffling import Shuffle
from rules.refusal import Refusal
from rules.tournaments import standings
from rules.tournaments.act import TournamentAct
from rules.tournaments.advice.hindsight import Drawing, hindsight
from rules.tournaments.state import SignUpStage, TournamentPlay, TournamentState
from storage.workers.threads import in_thread

MAX_CHANGES_SHOWN = 8
"""Tables of a round that would have been others, as many as are named."""


def seed_of(state: TournamentState) -> int:
    """Return a new seed for pairings."""
    return consequence_id(f"event {state.tournament} round {len(state.swiss) + 1} {state.entries}")


def with_drawn_places(state: TournamentState, seed: int) -> TournamentState:
    """Return the event with places drawn, where they determine all pairings and none are drawn yet.

    Raises Refusal "too_few_to_pair".
    """
    if not state.rules.is_drawn or state.places:
        return state
    players = [one.number for one in state.at(SignUpStage.IN)]
    if len(players) < 2:
        raise Refusal("too_few_to_pair", least=2)
    order = Shuffle(seed).order(sorted(players))
    return replace(state, places=tuple(order) if state.rules.is_bracket else places_of(order))


async def pair(service: GameService, state: TournamentState, seed: int, *, last: bool) -> Pairings:
    """Return the next round before a top cut, computed off the event loop, with fixed tables.

    ``last``: it is the last one. Raises Refusal "too_few_to_pair", "final_played", "all_have_met".
    """
    return numbered(await _paired(service, state, seed, last=last), state.fixed_tables)


async def _paired(service: GameService, state: TournamentState, seed: int, *, last: bool) -> Pairings:
    if state.rules.is_bracket:
        pairings = await in_thread(state.tournament, standings.elimination, with_drawn_places(state, seed))
        if pairings is None:
            raise Refusal("final_played")
        return pairings
    if await in_thread(state.tournament, standings.have_all_met, state):
        raise Refusal("all_have_met")
    if state.rules.is_drawn:
        there = [one.number for one in state.at(SignUpStage.IN)]
        if len(there) < 2:
            raise Refusal("too_few_to_pair", least=2)
        return circle_round(
            with_drawn_places(state, seed).places, there, [one.pairings for one in state.swiss], seed
        )
    # Only an event with such rounds needs them.
    from rules.pairings.duels import pair_duels
    from rules.pairings.pods import pair_pods

    points = await in_thread(state.tournament, standings.pairing_points, state)
    if state.rules.pairing is PairingMethod.ROUND_ROBIN:
        points = dict.fromkeys(points, Fraction(0))
    earlier = [one.pairings for one in state.swiss]
    run = service.workers.run
    if state.rules.play is TournamentPlay.DUELS:
        return await run(state.guild, pair_duels, points, earlier, seed)
    return await run(state.guild, pair_pods, points, earlier, state.rules.odd, seed, not last)


async def would_have_changed(
    service: GameService, state: TournamentState, round: int, outcome: TournamentAct
) -> Sequence[str]:
    """Return how later rounds would have been paired with a different outcome at one of this round's
    tables."""
    seen = await in_thread(
        state.tournament, hindsight, *await service.games.tournaments.history(state.tournament)
    )
    lines = list[str]()
    for number, drawing in sorted(seen.drawings.items()):
        if round < number <= len(state.swiss):
            lines += await _changed(service, state, number, drawing, outcome)
    if round > len(state.swiss):
        lines += _changed_in_cut(state, round, outcome)
    elif seen.before_cut is not None:
        before, most = outcome.apply(seen.before_cut), len(state.seeds)
        seeds = await in_thread(state.tournament, standings.best, before, most)
        if seeds != state.seeds:
            lines.append(tr("**The top cut would have been:** {players}", players=_names(state, seeds)))
    return lines or [tr("The pairings of later rounds would have been the same.")]


async def _changed(
    service: GameService, state: TournamentState, number: int, drawing: Drawing, outcome: TournamentAct
) -> Sequence[str]:
    """Return the tables of a round that would have been others."""
    before = outcome.apply(drawing.before)
    points = [
        await in_thread(state.tournament, standings.pairing_points, one) for one in (before, drawing.before)
    ]
    if points[0] == points[1]:
        return ()
    if not drawing.seed:
        return [
            tr(
                "**Round {n}** would have had other points, but it was paired by hand or by an older "
                "version.",
                n=number,
            )
        ]
    pairings = await pair(service, before, drawing.seed, last=drawing.last)
    was = {frozenset(table) for table in drawing.pairings.tables}
    now = [table for table in pairings.tables if frozenset(table) not in was]
    byes = set(pairings.byes) != set(drawing.pairings.byes)
    if not now and not byes:
        return ()
    lines = [tr("**Round {n} would have been:**", n=number)]
    lines += [_names(state, table) for table in now[:MAX_CHANGES_SHOWN]]
    if len(now) > MAX_CHANGES_SHOWN:
        lines.append(trn("-# and {n} more", "-# and {n} more", len(now) - MAX_CHANGES_SHOWN))
    if byes and pairings.byes:
        lines.append(tr("**Bye:** {players}", players=_names(state, pairings.byes)))
    return lines


def _changed_in_cut(state: TournamentState, round: int, outcome: TournamentAct) -> Sequence[str]:
    """Return the tables of the top cut's round after this one that would have been others; further ones
    depend on these."""
    before = outcome.apply(replace(state, rounds=state.rounds[:round]))
    pairings = None if before.rounds[-1].unfinished else standings.elimination(before)
    if pairings is None:
        return ()
    was = {frozenset(table) for table in state.rounds[round].pairings.tables}
    now = [table for table in pairings.tables if frozenset(table) not in was]
    heading = [tr("**Round {n} would have been:**", n=round + 1)] if now else []
    return [*heading, *(_names(state, table) for table in now)]


def _names(state: TournamentState, players: Sequence[Participant]) -> str:
    return listed(view.entrant_name(state.players[one]) for one in players)
