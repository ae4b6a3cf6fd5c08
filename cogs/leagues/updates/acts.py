"""Announcements of leagues' commands: their acts in words, for everyone in the channel."""

from collections.abc import Sequence

import discord

from cogs.core.delivery.roles import can_give
from cogs.leagues.views import result as result_view
from cogs.text.formatting import escape, listed
from cogs.text.language import tr, trn
from cogs.text.leagues import text as words
from rules.leagues.acts import additions, league, results
from rules.leagues.acts.base import LeagueAct
from rules.leagues.result import PlayerNumber
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState


def act_announcement(
    state: LeagueState, act: LeagueAct, records: Sequence[ResultRecord], guild: discord.Guild | None
) -> str:
    """Return the announcement of an act, given the state after it. ``records``: the results that it
    changed; ``guild``: its server, if the bot is a member."""
    title = words.league_title(state)
    match act:
        case additions.AdjustPoints(player=player, points=points, reason=reason):
            return tr(
                "**{league}**: {points} for {who}. {reason}",
                league=title,
                points=words.signed_points(points),
                who=words.bold_player(state, player),
                reason=escape(reason),
            )
        case additions.SetTeam(team=team, members=members):
            return _team(state, team, [words.name(state, one) for one in members])
        case additions.LockDecklists(at=at):
            if at is None:
                return tr("**{league}**: decklists are open.", league=title)
            return tr(
                "**{league}**: decklists lock {when}. Register yours with `/league decklist submit`.",
                league=title,
                when=words.moment(at, "R"),
            )
        case league.ArchiveLeague():
            return tr(
                "**{league}** is archived. You can still view it, or unarchive it with `/league edit`.",
                league=title,
            )
        case league.ClaimGuest(guest=guest):
            return tr(
                "**{league}**: {guest} was {who}. Their results are now combined.",
                league=title,
                guest=_guest(state, guest),
                who=words.bold_player(state, guest),
            )
        case league.ReleaseGuest(guest=guest):
            return tr("{guest} is a separate player again.", guest=_guest(state, guest))
        case league.OpenSeason(season=season, name=name, starts=starts):
            text = tr(
                "**{league}**: season **{season}** is open for games from {when}.",
                league=title,
                season=escape(name),
                when=words.moment(starts),
            )
            return "\n".join(filter(None, (text, _champion_line(guild, state))))
        case league.EditLeague():  # the last act of an import; other edits aren't announced
            return tr(
                "**{league}** imported: {results}, {players}. Games in this channel now count.",
                league=title,
                results=trn("{n} result", "{n} results", state.results),
                players=trn("{n} player", "{n} players", len(state.players)),
            )
        case league.ReopenSeason(season=season):
            name = next(one.name for one in state.seasons if one.number == season)
            return tr("**{league}**: season **{season}** is open again.", league=title, season=escape(name))
        case results.ImportResults(results=brought):
            return trn(
                "{n} result imported into {league} and confirmed.",
                "{n} results imported into {league} and confirmed.",
                len(brought),
                league=title,
            )
        case _:
            return _results(state, records)


def _guest(state: LeagueState, guest: PlayerNumber) -> str:
    return escape(state.players[guest].name or str(guest))


def _team(state: LeagueState, team: str, members: Sequence[str]) -> str:
    title, named = words.league_title(state), escape(team)
    if not members:
        return tr("**{league}**: team **{team}** has ended.", league=title, team=named)
    return tr("**{league}**: team **{team}** is {who}.", league=title, team=named, who=listed(members))


def _results(state: LeagueState, records: Sequence[ResultRecord]) -> str:
    """Return the new states of results, each followed by its message."""
    first, last, title = records[0], records[-1], words.league_title(state)
    status = words.state_name(first)
    if first is last:
        text = tr(
            "**{league}**, result {number}: {what} – *{state}*.",
            league=title,
            number=first.number,
            what=words.outcome_line(state, first.result),
            state=status,
        )
    else:
        numbers = f"{first.number}–{last.number}"
        text = tr("**{league}**, results {numbers}: *{state}*.", league=title, numbers=numbers, state=status)
    return "\n".join(filter(None, (text, result_view.frozen(state, first))))


def _champion_line(guild: discord.Guild | None, state: LeagueState) -> str:
    """Return a line about the champion's role, and why Arbiter can't give it; empty if there is none."""
    if state.champion is None or guild is None:
        return ""
    role = guild.get_role(state.champion)
    if role is None:
        return tr("⚠️ The season champion's role no longer exists. Choose another with `/league edit`.")
    if not can_give(guild, role):
        return tr(
            "⚠️ The champion can't be given {role}: Arbiter needs the Manage Roles permission and a role "
            "above it.",
            role=role.mention,
        )
    return tr("-# The champion will get the role {role}.", role=role.mention)
