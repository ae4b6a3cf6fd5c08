"""Why a player sits at their table, or has a bye, in a line."""

from collections.abc import Iterable

from cogs.text.formatting import comma_separated, listed
from cogs.text.language import numeral, tr, trn
from cogs.tournaments.views import event as view
from rules.pairings.pairings import Participant
from rules.tournaments.advice.hindsight import Drawing
from rules.tournaments.advice.reasons import SeatExplanation, SeatReason, explain_seat
from rules.tournaments.state import TournamentState


def why_line(state: TournamentState, player: Participant, drawing: Drawing | None) -> str:
    """Return why a player has their table or bye in the last round; empty if they have neither.

    ``drawing``: the pairing of that round by the standings, if it was made so.
    """
    found = explain_seat(state, drawing, player)
    if found is None:
        return ""
    fixed = state.players[player].table
    parts = [
        _points(state, found, player),
        *_reason(state, found),
        *_again(state, found),
        tr("You always sit at table {n}.", n=fixed) if fixed else "",
    ]
    return f"-# {' '.join(filter(None, parts))}"


def _points(state: TournamentState, found: SeatExplanation, player: Participant) -> str:
    if player not in found.points or found.reason is SeatReason.RANDOM:
        return ""
    mine = tr("you {points}", points=numeral(found.points[player]))
    others = [
        tr("{player} {points}", player=_name(state, one), points=numeral(total))
        for one, total in found.points.items()
        if one != player
    ]
    return tr("Points before this round: {points}.", points=comma_separated([mine, *others]))


def _reason(state: TournamentState, found: SeatExplanation) -> Iterable[str]:
    match found.reason:
        case SeatReason.RANDOM:
            yield tr("Everyone had equally many points, so chance decided.")
        case SeatReason.EQUAL:
            yield tr("Everyone at this table had equally many points.")
        case SeatReason.SIZES:
            yield from _sizes(state, found)
        case SeatReason.CLOSEST:
            yield from _direction(state, found)
            yield tr("No round without rematches was found in which points are closer.")
        case SeatReason.LOWEST_BYE:
            yield tr("You have the bye because, among those with the fewest byes, no one had fewer points.")
        case SeatReason.BYE:
            yield tr("You have the bye because avoiding second byes and rematches came first.")
        case SeatReason.DRAWN if state.rules.is_bracket:
            yield tr("The bracket decides who meets.")
        case SeatReason.DRAWN:
            yield tr("In a round robin everyone meets everyone, whatever their points.")
        case SeatReason.CUT:
            yield tr(
                "In the top cut, the best seeds meet as late as possible: you're seed {n}.", n=found.seed
            )
        case SeatReason.JUDGE:
            yield tr("This was seated by hand, from a file or by an older version.")


def _direction(state: TournamentState, found: SeatExplanation) -> Iterable[str]:
    if found.lower:
        yield tr("You're paired down with {players}.", players=_names(state, found.lower))
    if found.higher:
        yield tr("You're paired up with {players}.", players=_names(state, found.higher))


def _sizes(state: TournamentState, found: SeatExplanation) -> Iterable[str]:
    if found.lower:
        yield trn(
            "You're paired down with {players}: {n} player with at least your points doesn't fill tables.",
            "You're paired down with {players}: {n} players with at least your points don't fill tables.",
            found.at_least,
            players=_names(state, found.lower),
        )
    if found.higher:
        yield trn(
            "You're paired up with {players}: {n} player with more points doesn't fill tables.",
            "You're paired up with {players}: {n} players with more points don't fill tables.",
            found.more,
            players=_names(state, found.higher),
        )


def _again(state: TournamentState, found: SeatExplanation) -> Iterable[str]:
    if found.again:
        names = _names(state, found.again)
        yield tr("You meet {players} again: no round without rematches was found.", players=names)


def _names(state: TournamentState, players: Iterable[Participant]) -> str:
    return listed(_name(state, one) for one in players)


def _name(state: TournamentState, number: Participant) -> str:
    return view.entrant_name(state.players[number])
