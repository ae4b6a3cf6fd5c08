"""The decklists of players in a top cut, in the channel's leagues that ask for decklists."""

from collections.abc import Sequence

from cogs.drawing.truncate import truncate
from cogs.text.formatting import escape, listed, pasted, strong
from cogs.text.language import tr, trn
from cogs.tournaments.views import event as view
from rules.leagues.result import SeasonNumber, Time
from rules.leagues.state import LeagueState, Person
from rules.tournaments.state import TournamentPlayer, TournamentState
from storage.leagues.leagues import Leagues
from storage.leagues.players import NO_SEASON

LINE_LENGTH = 200


async def at_cut(leagues: Leagues, state: TournamentState, now: Time) -> tuple[Sequence[str], Sequence[int]]:
    """Return lines with the decklists of all players in the cut, best first, and the users to remind of
    theirs.

    A league asks for decklists once judges have set a deadline for those of its season.
    """
    lines, reminded = list[str](), dict[int, None]()
    players = [state.players[number] for number in state.seeds]
    async for league in leagues.readable(await leagues.queries.of_channels(state.channel)):
        season = league.latest or NO_SEASON
        if season not in league.locks:
            continue
        lists = {player.number: _decklist(league, season, player) for player in players}
        having = [player for player in players if lists[player.number]]
        missing = [player for player in players if not lists[player.number]]
        locked, when = league.are_locked(season, now), f"<t:{league.locks[season]}:R>"
        count = trn("{n} decklist", "{n} decklists", len(having))
        lines.append(tr("### {league}: {what}", league=escape(league.rules.name), what=count))
        if locked:
            shown = ((player, lists[player.number]) for player in having)
            lines += [
                f"{strong(view.name(player))} · {truncate(pasted(decklist)[0], LINE_LENGTH)}"
                for player, decklist in shown
            ]
        elif having:
            who = listed(view.name(player) for player in having)
            lines.append(tr("Registered: {players}. Everyone can read them {when}.", players=who, when=when))
        if not missing:
            continue
        who = listed(view.name(player) if player.user is None else f"<@{player.user}>" for player in missing)
        if locked:
            lines.append(
                tr(
                    "**No decklist:** {players}. A judge can open decklists again with "
                    "`/league decklist lock when:open`.",
                    players=who,
                )
            )
        else:
            lines.append(
                tr(
                    "**No decklist yet:** {players}. Register yours with `/league decklist submit`; "
                    "decklists lock {when}.",
                    players=who,
                    when=when,
                )
            )
        reminded |= {player.user: None for player in missing if player.user is not None}
    return lines, [*reminded]


def _decklist(league: LeagueState, season: SeasonNumber, player: TournamentPlayer) -> str:
    """Return a player's decklist in a league for a season; empty without one."""
    number = league.players.find(Person(player.name or "", player.user))
    if number is None:
        return ""
    for one in league.decklists:
        if one.season == season and league.resolved(one.player) == league.resolved(number):
            return one.decklist
    return ""
