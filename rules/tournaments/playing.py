"""The games at a tournament's tables, and who has won."""

from collections.abc import Mapping, Sequence

from rules.formats.options import Options
from rules.formats.variants import Teams, variant_named
from rules.game.game import Game
from rules.game.parts import PlayerId, PlayerOutcome
from rules.pairings.pairings import PairingMethod, Participant
from rules.refusal import Refusal
from rules.setup import match
from rules.setup.seating_plan import team_names
from rules.tournaments.acts import EnterOutcome
from rules.tournaments.state import TournamentPlay, TournamentPlayer, TournamentRules, TournamentState

FEWEST_IN_POD = 3
_OF_DUELS = PairingMethod.DOUBLE_ROUND_ROBIN, PairingMethod.DOUBLE_ELIMINATION


def require_playable(rules: TournamentRules) -> None:
    """Raise Refusal "event_variant", "event_team_variant" for a variant that such tables can't play, and
    "event_pairing" for pairings that only duels have."""
    if rules.play is TournamentPlay.PODS and rules.pairing in _OF_DUELS:
        raise Refusal("event_pairing")
    if rules.team_size > 1:
        _require_for_teams(rules)
        return
    variant, alone = variant_named(rules.played), FEWEST_IN_POD if rules.size > 2 else rules.size
    most = variant.max_players or rules.size
    if variant.teams is not Teams.NONE or variant.min_players > alone or most < rules.size:
        raise Refusal("event_variant", variant=variant.name, size=rules.size)


def _require_for_teams(rules: TournamentRules) -> None:
    variant, size = variant_named(rules.played), rules.team_size
    fits = variant.teams in (Teams.EQUAL, Teams.ANY) and variant.team_count in (None, rules.size)
    fits = fits and variant.min_team_size <= size <= (variant.team_size or size)
    fits = fits and variant.min_players <= rules.size * size <= (variant.max_players or rules.size * size)
    if not fits:
        raise Refusal("event_team_variant", variant=variant.name, size=size)


def table_options(rules: TournamentRules) -> Options:
    """Return a table's opening options. Single players sit as drawn; teams sit as their variant says."""
    teams = rules.size if rules.team_size > 1 and variant_named(rules.played).team_count is None else None
    return Options(variant=rules.played, arranged=rules.team_size == 1, teams=teams, best_of=rules.best_of)


def table_seats(
    state: TournamentState, table: Sequence[Participant]
) -> Sequence[tuple[TournamentPlayer, str | None]]:
    """Return the people of a table in seat order, with their teams if they have any."""
    names = team_names(table_options(state.rules)) if state.rules.team_size > 1 else ()
    return [
        (player, names[place] if names else None)
        for place, number in enumerate(table)
        for player in state.people(number)
    ]


def entrants_of(
    game: Game, state: TournamentState, there: Sequence[Participant]
) -> Mapping[PlayerId, Participant]:
    """Return each player's participant at a table, also after they dropped.

    Who isn't known by account or name, such as a player whose data was deleted, or a guest who shares a name
    with someone at the table, is known by seat or team; other strangers are left out.
    """
    people = {person.number: one for one in there for person in state.people(one)}
    found = dict[PlayerId, Participant]()
    for member in game.players:
        known = state.find(member.user, member.name)
        if known is not None and known.number in people:
            found[member.id] = people[known.number]
    sides = dict(zip(team_names(table_options(state.rules)), there, strict=False))
    for seat, member in enumerate(game.players):
        if member.id in found:
            continue
        if state.rules.team_size > 1:
            one = sides.get(member.side)
        else:
            one = there[seat] if seat < len(there) and there[seat] not in found.values() else None
        if one is not None:
            found[member.id] = one
    return found


def require_games(state: TournamentState, entered: EnterOutcome) -> None:
    """Raise Refusal "event_games_single", "games_dont_fit" if a judge's games don't fit the match or its
    winner."""
    if not entered.games:
        return
    best_of, most = state.rules.best_of, max(entered.games)
    if best_of == 1:
        raise Refusal("event_games_single")
    there = state.rounds[entered.round - 1].tables[entered.table]
    leaders = tuple(one for one, won in zip(there, entered.games, strict=True) if won == most)
    needed = best_of // 2 + 1
    if len(there) != 2 or most > needed or leaders != (entered.winners or there):
        raise Refusal("games_dont_fit", best_of=best_of, wins=needed)


def table_winners(game: Game, *, time_up: bool) -> tuple[PlayerId, ...] | None:
    """Return the winners of a table, empty for a draw; None while it is played or if it has no result.

    A match is won by more than half of its games. If its time is up when a game ends, it is over, and the
    player with more wins has won it (MTR 2.5). A correction of an earlier game may decide it, too.
    """
    stands = match.score_so_far(game)
    if stands is not None and stands.winner is not None:
        return stands.winner
    if game.outcome is None or game.outcome.result is PlayerOutcome.NONE:
        return None
    if stands is None:
        return game.outcome.winners
    if not time_up:
        return None
    leaders = [side for side, won in zip(stands.sides, stands.wins, strict=True) if won == max(stands.wins)]
    return leaders[0] if len(leaders) == 1 else ()
