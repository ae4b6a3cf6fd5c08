"""The standings of a tournament, and who advances in its top cut.

A win and a bye are 5 points in pods and 3 in duels, a draw is 1. Ties are broken as in leagues with those
rules: in duels by opponents' match-win, game-win and opponents' game-win percentages (MTR Appendix C). In
matches of several games, a bye, or a win without a score, counts as won without losing a game, and a draw
without a score as no games.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.leagues.league import LEAGUE_PRESETS, League, Tiebreaker, TieRules
from rules.leagues.matches import NumberedResult
from rules.leagues.result import (
    Draw,
    Ending,
    Entrant,
    PlayerNumber,
    PlayerResult,
    Result,
    ResultNumber,
)
from rules.leagues.standings import Standings, StandingsLine
from rules.leagues.tally import Tally
from rules.pairings.brackets import bracket_round, through_from
from rules.pairings.pairings import PairingMethod, Pairings, Participant
from rules.pairings.round_robin import circle_rounds, have_met
from rules.refusal import Refusal
from rules.tournaments.state import (
    SignUpStage,
    TableOutcome,
    TournamentPlay,
    TournamentRules,
    TournamentState,
)


def standings(state: TournamentState) -> Sequence[StandingsLine]:
    """Return everyone who has played or is still in, best first; the top cut doesn't change the order.

    Disqualified players are omitted: others move up, and their matches count for their opponents.
    """
    carried = {PlayerNumber(player.number): Fraction(0) for player in state.at(SignUpStage.IN)}
    for one in state.penalties:
        number = PlayerNumber(one.player)
        carried[number] = carried.get(number, Fraction(0)) - one.points
    results = [
        NumberedResult(0, ResultNumber(number), result) for number, result in enumerate(_results(state), 1)
    ]
    rows = Standings(Tally(_league(state.rules), results=results), carried=carried).rows()
    if not state.disqualified:
        return rows
    left = [row for row in rows if Participant(row.player) not in state.disqualified]
    above = {row.place: sum((other.place or 0) < (row.place or 0) for other in left) for row in left}
    return [replace(row, place=above[row.place] + 1) for row in left]


def final_places(state: TournamentState) -> Sequence[tuple[int, StandingsLine]]:
    """Return everyone's final place and row of the standings: the top cut first, then the others.

    Who has left the cut, or double elimination, in the same round shares the place, the higher seed first.
    """
    rows = standings(state)
    if state.rules.is_bracket:
        return _bracket_places(state, rows)
    if len(state.rounds) == len(state.swiss):
        return [(row.place or 0, row) for row in rows]
    won, levels = champion(state), _rounds_survived(state)
    if won is not None:
        levels[won] = len(state.rounds)
    of = {Participant(row.player): row for row in rows}
    seeds = sorted((one for one in state.seeds if one in of), key=lambda one: -levels[one])
    others = [row for one, row in of.items() if one not in state.seeds]
    return [
        *((1 + sum(levels[other] > levels[one] for other in seeds), of[one]) for one in seeds),
        *(
            (len(seeds) + 1 + sum((other.place or 0) < (row.place or 0) for other in others), row)
            for row in others
        ),
    ]


def current_places(state: TournamentState) -> Sequence[tuple[int, StandingsLine]]:
    """Return everyone's place now: the final one once the event is over and in double elimination, or else
    that of the standings."""
    if state.over or state.rules.is_bracket:
        return final_places(state)
    return [(row.place or 0, row) for row in standings(state)]


def _bracket_places(
    state: TournamentState, rows: Sequence[StandingsLine]
) -> Sequence[tuple[int, StandingsLine]]:
    """Return the places of double elimination: by the last round that each player was in."""
    levels = {Participant(row.player): 0 for row in rows}
    for number, one in enumerate(state.rounds, start=1):
        levels |= {player: number for player in one.pairings.participants if player in levels}
    bracket, won = state.bracket, champion(state)
    if bracket is not None and not state.rounds[-1].unfinished:
        levels |= {player: len(state.rounds) + 1 for player in bracket.left if player in levels}
    if won is not None and won in levels:
        levels[won] = len(state.rounds) + 2
    seeds = {player: number for number, player in enumerate(state.places)}
    ordered = sorted(
        rows, key=lambda row: (-levels[Participant(row.player)], seeds.get(Participant(row.player), 0))
    )
    return [
        (1 + sum(other > levels[Participant(row.player)] for other in levels.values()), row)
        for row in ordered
    ]


def _rounds_survived(state: TournamentState) -> dict[Participant, int]:
    """Return how many rounds of the top cut each of its players has got through."""
    levels = dict.fromkeys(state.seeds, 0)
    for number in range(state.before_cut + 1, len(state.rounds) + 1):
        if not state.rounds[number - 1].unfinished:
            for one in _left(replace(state, rounds=state.rounds[:number])):
                levels[one] += 1
    return levels


def pairing_points(state: TournamentState) -> Mapping[Participant, Fraction]:
    """Return the points of everyone to pair."""
    totals = {row.player: row.points for row in standings(state)}
    return {player.number: totals[PlayerNumber(player.number)] for player in state.at(SignUpStage.IN)}


def best(state: TournamentState, most: int) -> tuple[Participant, ...]:
    """Return the best remaining players of the standings; raises Refusal "cut_too_large" if there are
    fewer."""
    there = {player.number for player in state.at(SignUpStage.IN)}
    ordered = [one for row in standings(state) if (one := Participant(row.player)) in there]
    if len(ordered) < most:
        raise Refusal("cut_too_large", number=most, has=len(ordered))
    return tuple(ordered[:most])


def elimination(state: TournamentState) -> Pairings | None:
    """Return the next round of the top cut or of double elimination; None after its final. Raises Refusal
    "cut_size".

    Dropped players aren't paired, and their opponents have a bye (MTR 2.10).
    """
    if (bracket := state.bracket) is not None:
        return bracket.pairings([one.number for one in state.at(SignUpStage.IN)])
    return bracket_round(state.seeds, _still_in(state), state.rules.size)


def have_all_met(state: TournamentState) -> bool:
    """Return whether a round robin has played all its rounds."""
    method, earlier = state.rules.pairing, [one.pairings for one in state.swiss]
    if not earlier or method not in (PairingMethod.ROUND_ROBIN, PairingMethod.DOUBLE_ROUND_ROBIN):
        return False
    if state.places:
        times = 2 if method is PairingMethod.DOUBLE_ROUND_ROBIN else 1
        return len(earlier) >= circle_rounds(state.places, times)
    return have_met([one.number for one in state.at(SignUpStage.IN)], earlier)


def champion(state: TournamentState) -> Participant | None:
    """Return the winners: of the final, or of the standings without a top cut; None while that is
    undecided, and in a queue. The winner of the final may drop afterwards; a finalist who drops before it
    loses it."""
    if state.rules.queue or not state.rounds or state.rounds[-1].unfinished:
        return None
    if (bracket := state.bracket) is not None:
        return bracket.champion
    if not state.seeds:
        return Participant(standings(state)[0].player)
    left = _left(state)
    if len(left) > 1:
        left = _still_in(state)
    return left[0] if len(left) == 1 else None


def _still_in(state: TournamentState) -> Sequence[Participant]:
    """Return the players left in the top cut who haven't dropped."""
    return [one for one in _left(state) if state.players[one].stage is SignUpStage.IN]


def _left(state: TournamentState) -> Sequence[Participant]:
    """Return the players of the top cut who haven't lost one of its tables."""
    if len(state.rounds) == state.before_cut:
        return state.seeds
    last = state.rounds[-1]
    through = (
        through_from(state.seeds, left, outcome.winners)
        for table, players in last.tables.items()
        if (outcome := last.outcomes[table])
        and (left := tuple(one for one in players if one not in outcome.lost))
    )
    return [*last.pairings.byes, *through]


def win_points(rules: TournamentRules) -> int:
    """Return the points of a win or a bye."""
    return int(_league(rules).scoring.win)


def counts_games(rules: TournamentRules) -> bool:
    """Return whether ties are also broken by games: in duels of several games."""
    return rules.play is TournamentPlay.DUELS and rules.best_of > 1


def shown_ties(rules: TournamentRules) -> Sequence[Tiebreaker]:
    """Return the tie-breakers that standings show, including those of games if matches have several."""
    games = (Tiebreaker.GAME_WINS, Tiebreaker.OPPONENTS_GAME_WINS) if counts_games(rules) else ()
    return (Tiebreaker.OPPONENTS_MATCH_WINS, *games)


def tie_rules(rules: TournamentRules) -> TieRules:
    """Return the tie-breakers in order."""
    ties = LEAGUE_PRESETS["pods" if rules.play is TournamentPlay.PODS else "swiss"].ties
    if rules.floor is not None:
        ties = replace(ties, floor=rules.floor, bye_opponent_wins=rules.floor)
    return ties if rules.byes_count is None else replace(ties, byes_count=rules.byes_count)


def _league(rules: TournamentRules) -> League:
    pods = rules.play is TournamentPlay.PODS
    best_of = rules.best_of if counts_games(rules) else 1
    return replace(LEAGUE_PRESETS["pods" if pods else "swiss"], best_of=best_of, ties=tie_rules(rules))


def _results(state: TournamentState) -> Iterator[Result]:
    best_of = _league(state.rules).best_of
    for one in state.swiss:
        for table, players in one.tables.items():
            if table in one.outcomes and not one.outcomes[table].void:
                yield _result(players, one.outcomes[table], best_of)
        for player in () if state.rules.is_bracket else one.pairings.byes:
            yield Result(played=0, entrants=(_entrant(player, 1, 1, Ending.WON),))


def _result(players: Sequence[Participant], outcome: TableOutcome, best_of: int) -> Result:
    games = games_won(players, outcome, best_of)
    endings = {player: ending_of(outcome, player) for player in players}
    drawn = Ending.DREW in endings.values()
    first = sum(ending is not Ending.LOST for ending in endings.values())
    return Result(
        played=0,
        entrants=tuple(
            _entrant(
                player,
                seat,
                1 if ending is not Ending.LOST else 1 + first,
                ending,
                games[player],
            )
            for seat, (player, ending) in enumerate(endings.items(), start=1)
        ),
        draw=Draw.AGREED if drawn else None,
        drawn_games=outcome.drawn_games if best_of > 1 else 0,
    )


def ending_of(outcome: TableOutcome, player: Participant) -> Ending:
    """Return a table's outcome for one of its players."""
    if player in outcome.winners:
        return Ending.WON
    return Ending.LOST if outcome.winners or player in outcome.lost else Ending.DREW


def games_won(
    players: Sequence[Participant], outcome: TableOutcome, best_of: int
) -> Mapping[Participant, int | None]:
    """Return the games that each player of a table has won; None if a match has a single game."""
    if best_of == 1:
        return dict.fromkeys(players)
    if outcome.games:
        return dict(zip(players, outcome.games, strict=True))
    return {player: best_of // 2 + 1 if player in outcome.winners else 0 for player in players}


def _entrant(player: Participant, seat: int, place: int, ending: Ending, games: int | None = None) -> Entrant:
    line = PlayerResult(player=PlayerNumber(player), seat=seat)
    return Entrant(lines=(line,), place=place, ending=ending, games=games)
