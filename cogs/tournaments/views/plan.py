"""The plan of an event in words: its rounds and top cut, the points that make it, and extra time."""

from collections.abc import Sequence

from cogs.text.formatting import comma_separated
from cogs.text.language import tr, trn
from rules.pairings.pairings import PairingMethod
from rules.tournaments.advice.cut_line import cut_line
from rules.tournaments.advice.suggestion import RoundPlan, suggested
from rules.tournaments.standings import win_points
from rules.tournaments.state import (
    SignUpStage,
    TimeExtension,
    TournamentPlay,
    TournamentRules,
    TournamentState,
)


def plan_lines(state: TournamentState) -> Sequence[str]:
    """Return the planned rounds and the points that make the top cut, until it begins; empty without a
    plan."""
    rules = state.rules
    if not rules.rounds or state.seeds or state.over:
        return ()
    return [
        tr("**Plan:** {plan}", plan=plan_in_words(RoundPlan(rules.rounds, rules.cut))),
        *_cut_lines(state),
    ]


def suggestion(state: TournamentState) -> str:
    """Return the suggested plan for the players who are in, with its source; empty without one, and with a
    plan of the judges."""
    players = len(state.at(SignUpStage.IN))
    plan = suggested(state.rules.play, players)
    swiss = state.rules.pairing is PairingMethod.SWISS and not state.seeds and not state.over
    if plan is None or state.rules.rounds or not swiss:
        return ""
    if state.rules.play is TournamentPlay.DUELS:
        return tr("Suggested for {n} players (MTR, Appendix E): {plan}", n=players, plan=plan_in_words(plan))
    return tr("Suggested for {n} players (multiplayer addendum): {plan}", n=players, plan=plan_in_words(plan))


def plan_in_words(plan: RoundPlan) -> str:
    """Return a number of rounds, and the top cut if there is one."""
    if not plan.cut:
        return trn("{n} round, no top cut", "{n} rounds, no top cut", plan.rounds)
    return trn("{n} round, then a top {cut}", "{n} rounds, then a top {cut}", plan.rounds, cut=plan.cut)


def _cut_lines(state: TournamentState) -> Sequence[str]:
    """Return which points make the planned top cut for sure, with the conditions."""
    line, rules = cut_line(state), state.rules
    if line is None:
        return ()
    about = {"cut": rules.cut, "n": len(state.at(SignUpStage.IN)), "round": rules.rounds}
    sure, unsure, certain = (
        "" if one is None else _record(one, rules) for one in (line.sure, line.unsure, line.certain)
    )
    if sure and unsure:
        text = tr(
            "**Top {cut} of {n} after round {round}:** sure with {sure}, not sure with {unsure}",
            sure=sure,
            unsure=unsure,
            **about,
        )
    elif unsure:
        text = tr(
            "**Top {cut} of {n} after round {round}:** not sure even with {unsure}", unsure=unsure, **about
        )
    else:
        text = tr("**Top {cut} of {n} after round {round}:** sure with {sure}", sure=sure or certain, **about)
    if sure == certain:
        return [text, tr("-# If no one joins, drops or is given or loses points by a judge.")]
    lines = [
        text,
        tr(
            "-# If rounds pair equal points (avoiding rematches can change that), and no one joins, drops "
            "or is given or loses points by a judge."
        ),
    ]
    if certain:
        lines.append(tr("-# Whatever the pairings: sure with {certain}", certain=certain))
    return lines


def _record(total: int, rules: TournamentRules) -> str:
    """Return points, with the record of most wins that has as many, if there is one."""
    wins, draws = divmod(total, win_points(rules))
    points = trn("{points} point", "{points} points", total, points=total)
    if total < 0 or wins + draws > rules.rounds or not total:
        return points
    parts = [trn("{n} win", "{n} wins", wins)] if wins else []
    parts += [trn("{n} draw", "{n} draws", draws)] if draws else []
    return f"{points} ({comma_separated(parts)})"


def more_time(state: TournamentState, table: int) -> str:
    """Return the minutes that a table of the last round has been given, to be put after it; empty for
    none."""
    minutes = state.rounds[-1].minutes_added(table)
    return tr(" · +{n} min", n=minutes) if minutes and table in state.rounds[-1].unfinished else ""


def time_given(minutes: int, table: int) -> str:
    """Return how much time a table has been given, or all tables; ``table``: 0 for all."""
    if table:
        return trn(
            "Table {table}: {n} more minute.", "Table {table}: {n} more minutes.", minutes, table=table
        )
    return trn("All tables: {n} more minute.", "All tables: {n} more minutes.", minutes)


def time_taken_back(given: TimeExtension) -> str:
    """Return which time has been taken back."""
    what = time_given(given.minutes, 0 if given.for_all else min(given.tables))
    return tr("Taken back: {what}", what=what)
