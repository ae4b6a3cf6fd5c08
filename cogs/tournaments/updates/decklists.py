"""The decklists of players in a top cut: the event's own, and those in the channel's leagues that ask for
decklists."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs.text.formatting import escape, listed
from cogs.text.language import tr, trn
from cogs.tournaments.views import decklists as decklist_view
from cogs.tournaments.views import event as view
from rules.leagues.result import SeasonNumber, Time
from rules.leagues.state import LeagueState, Person
from rules.tournaments.decklists import are_public
from rules.tournaments.state import TournamentPlayer, TournamentState
from storage.leagues.leagues import Leagues
from storage.leagues.players import NO_SEASON


class _Lists(NamedTuple):
    """The decklists of the players in the cut, best first, each with its text, empty without one."""

    title: str
    players: Sequence[tuple[TournamentPlayer, str]]
    locked: bool


async def at_cut(leagues: Leagues, state: TournamentState, now: Time) -> tuple[Sequence[str], Sequence[int]]:
    """Return lines with the decklists of all players in the cut, best first, and the users to remind of
    theirs.

    A league asks for decklists once judges have set a deadline for those of its season.
    """
    lines, reminded = list[str](), dict[int, None]()
    players = [player for number in state.seeds for player in state.people(number)]
    if state.rules.decklists:
        own = [(player, player.decklist or "") for player in players]
        lists = _Lists(view.title(state), own, are_public(state))
        lines += _shown(lists)
        if missing := _missing(lists):
            lines.append(_none(missing) if lists.locked else decklist_view.reminder_line(missing))
            reminded |= _users(lists)
    async for league in leagues.readable(await leagues.queries.of_channels(state.channel)):
        season = league.latest or NO_SEASON
        if season not in league.locks:
            continue
        of_season = [(player, _decklist(league, season, player)) for player in players]
        lists = _Lists(escape(league.rules.name), of_season, league.are_locked(season, now))
        lines += _shown(lists, f"<t:{league.locks[season]}:R>")
        if missing := _missing(lists):
            lines.append(_in_league(missing, f"<t:{league.locks[season]}:R>", locked=lists.locked))
            reminded |= _users(lists)
    return lines, [*reminded]


def _shown(lists: _Lists, when: str = "") -> Iterable[str]:
    """Yield the decklists that may be read, or who has one; ``when``: when they can be read, if known."""
    having = [(player, decklist) for player, decklist in lists.players if decklist]
    count = trn("{n} decklist", "{n} decklists", len(having))
    yield tr("### {league}: {what}", league=lists.title, what=count)
    if lists.locked:
        yield from (decklist_view.decklist_line(player, decklist) for player, decklist in having)
    elif having and when:
        who = listed(view.entrant_name(player) for player, _ in having)
        yield tr("Registered: {players}. Everyone can read them {when}.", players=who, when=when)


def _missing(lists: _Lists) -> Sequence[str]:
    """Return the players without a decklist, mentioned if they have an account."""
    without = (player for player, decklist in lists.players if not decklist)
    return [view.entrant_name(player) if player.user is None else f"<@{player.user}>" for player in without]


def _users(lists: _Lists) -> dict[int, None]:
    """Return the users without a decklist."""
    without = (player.user for player, decklist in lists.players if not decklist)
    return {user: None for user in without if user is not None}


def _none(missing: Sequence[str]) -> str:
    """Return who has no decklist for the event."""
    return tr(
        "**No decklist:** {players}. A judge can register it with `/decklist submit`.",
        players=listed(missing),
    )


def _in_league(missing: Sequence[str], when: str, *, locked: bool) -> str:
    """Return who has no decklist in a league; ``when``: when its decklists lock."""
    if locked:
        return tr(
            "**No decklist:** {players}. A judge can open decklists again with "
            "`/league decklist lock when:open`.",
            players=listed(missing),
        )
    return tr(
        "**No decklist yet:** {players}. Register yours with `/league decklist submit`; "
        "decklists lock {when}.",
        players=listed(missing),
        when=when,
    )


def _decklist(league: LeagueState, season: SeasonNumber, player: TournamentPlayer) -> str:
    """Return a player's decklist in a league for a season; empty without one."""
    number = league.players.find(Person(player.name or "", player.user))
    if number is None:
        return ""
    for one in league.decklists:
        if one.season == season and league.resolved(one.player) == league.resolved(number):
            return one.decklist
    return ""
