"""Pairings and standings in lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cogs.core.components import TEXT_LIMIT
from cogs.text.formatting import comma_separated, listed
from cogs.text.language import tr
from cogs.text.leagues import brackets
from cogs.tournaments.views import event as view
from cogs.tournaments.views.outcomes import at_table
from cogs.tournaments.views.plan import more_time
from cogs.tournaments.views.table import pairing_note
from cogs.tournaments.views.why import why_line
from rules.pairings.pairings import Participant
from rules.tournaments import standings
from rules.tournaments.advice.hindsight import Drawing
from rules.tournaments.state import TournamentState


def pairing_lines(state: TournamentState) -> Sequence[str]:
    """Return the pairings of the last round, a table in each line."""
    round = state.rounds[-1]
    lines = [f"## {view.round_title(state)}"]
    lines += [table_line(state, table) for table in round.tables]
    if round.deadline:
        lines.append(pairing_note(round.deadline))
    if round.pairings.byes:
        lines.append(bye_line(state))
    return lines


def table_line(state: TournamentState, table: int) -> str:
    """Return who sits at a table of the last round, in the order of seats."""
    names = comma_separated(participant_name(state, one) for one in state.rounds[-1].tables[table])
    line, stage = (
        tr("**Table {n}:** {players}", n=table, players=names),
        brackets.stage(state, len(state.rounds), table),
    )
    return f"{line} · {stage}" if stage else line


def bye_line(state: TournamentState) -> str:
    """Return who has a bye in the last round."""
    byes = listed(participant_name(state, one) for one in state.rounds[-1].pairings.byes)
    return tr("**Bye:** {players}", players=byes)


def final_lines(state: TournamentState) -> Sequence[str]:
    """Return the final places, a player in each line with points and record; dropped players are marked."""
    return [
        f"{view.placed(place)} {view.marked(state, row)} · {' · '.join(view.numbers(state, row)[:2])}"
        for place, row in standings.final_places(state)
    ]


def own_lines(
    state: TournamentState, number: Participant, threads: Mapping[int, int], drawing: Drawing | None
) -> Sequence[str]:
    """Return a player's seat and opponents in the last round, the reason, and their standing.

    ``threads``: of the tables; ``drawing``: the pairing of the round by the standings, if it was made so.
    """
    if not state.rounds:
        return [tr("No round has begun.")]
    last, lines = state.rounds[-1], [f"**{view.round_title(state)}**"]
    at = last.table_of(number)
    if number in last.pairings.byes:
        lines.append(tr("You have a bye."))
    elif at is None:
        lines.append(tr("You aren't in this round."))
    else:
        thread = f" <#{threads[at]}>" if at in threads else ""
        lines.append(table_line(state, at) + thread + more_time(state, at))
        if at in last.outcomes:
            how = at_table(state, len(state.rounds), at, last.outcomes[at])
            lines.append(tr("So far: {outcome}", outcome=how))
    lines += filter(None, [why_line(state, number, drawing)])
    for place, row in standings.current_places(state):
        if row.player == number:
            lines.append(tr("Your place: {place}", place=place))
            lines.append(" · ".join(view.numbers(state, row)))
    return lines


def fixed_line(state: TournamentState, number: Participant) -> str:
    """Return at which table a player always sits from now on."""
    who, table = participant_name(state, number), state.players[number].table
    if not table:
        return tr("{player} sits at any table again.", player=who)
    return tr("{player} always sits at table {n}, from the next pairings on.", player=who, n=table)


def drop_lines(state: TournamentState, player: Participant) -> Sequence[str]:
    """Return the line that a player has dropped, and which table plays on without a further round."""
    lines = [
        tr("{player} dropped from {event}.", player=participant_name(state, player), event=view.title(state))
    ]
    at = state.rounds[-1].table_of(player) if state.rounds else None
    if at is not None and at in state.rounds[-1].unfinished:
        lines.append(tr("-# Table {n} of this round is still to be played.", n=at))
    return lines


def no_show_line(state: TournamentState, player: Participant) -> str:
    """Return the line about an absent player or team, and how the table plays on."""
    gone, table, event = state.players[player], state.rounds[-1].table_of(player), view.title(state)
    if gone.members:
        return tr(
            "{team} is a no-show at table {n} and has been dropped from {event}. Sign the team "
            "up again with `/event team`.",
            team=view.entrant_name(gone),
            n=table,
            event=event,
        )
    return tr(
        "{player} is a no-show at table {n} and has been dropped from {event}. Sign them up"
        " again with `/event add`.",
        player=view.entrant_name(gone),
        n=table,
        event=event,
    )


def as_messages(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines in as many texts as they need."""
    text = ""
    for line in lines:
        if text and len(text) + len(line) + 1 > TEXT_LIMIT:
            yield text
            text = ""
        text = f"{text}\n{line}" if text else line
    if text:
        yield text


def participant_name(state: TournamentState, number: Participant) -> str:
    """Return the name of a player or a team."""
    return view.entrant_name(state.players[number])
