"""The SQL that reads rows of the leagues as values."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.game.parts import GameId
from rules.leagues.acts import ACTS
from rules.leagues.acts.additions import NumberedAct, loaded
from rules.leagues.acts.league import AddChannel, CloseSeason, CreateLeague, EditLeague, ReopenSeason
from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.acts.results import EditResult, RestoreVoided, Rule, VoidResult
from rules.leagues.duplicates import twin
from rules.leagues.league import League
from rules.leagues.result import MINUTE, LeagueId, PlayerNumber, Result, ResultNumber, SeasonNumber, Time
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeaguePlayer, LeagueState, Roster
from rules.turns.clock import SECOND
from storage.engine.database import Database, SqlRow, placeholders
from storage.engine.group_commit import SqlValue
from storage.events.codec import Unreadable
from storage.leagues import codec
from storage.leagues.sql import LEDGER, LeagueMessage

FIRST_POSITION = -(2**63), 0
"""Before the moment and the number of any result."""
ACT_KIND = """substr(act, 3, abs(instr(substr(act, 3), '"') - 1))"""
"""The SQL expression for an act's stored name, as in an index. ``+number`` keeps SQLite from scanning the
ledger in order instead."""
_KINDS = f"""
    WITH RECURSIVE known (kind) AS (
        SELECT min({ACT_KIND}) FROM league_entry WHERE league = ?1
        UNION ALL SELECT (SELECT min({ACT_KIND}) FROM league_entry WHERE league = ?1 AND {ACT_KIND} > kind)
        FROM known WHERE kind IS NOT NULL
    ) SELECT kind FROM known
"""
"""The kinds of a league's acts, each found by its index."""
MAX_JUDGES = 5
MAX_AROUND = 50
"""Results among which one of the same game is looked for."""
FAR_FUTURE = 2**52
"""Later than any result, in seconds."""


RULING_NAMES = tuple(act.__name__ for act in (Rule, EditResult, VoidResult, RestoreVoided))
"""Judges' acts on a result, as stored."""


class RuledResult(NamedTuple):
    """A table's result that a judge has ruled on, and when that was done last."""

    league: LeagueId
    number: ResultNumber
    game: GameId
    when: Time


class LeagueSummary(Struct, frozen=True):
    """A league in a list."""

    league: LeagueId
    name: str
    archived: bool


class ResultFilter(Struct, frozen=True, kw_only=True):
    """Selects results; each field that is set narrows the selection."""

    states: Sequence[ResultState] = ()
    player: PlayerNumber | None = None
    """A player who took part, or whose claimed guests did."""
    since: Time | None = None
    """Played then or later."""
    until: Time | None = None
    """Played before then."""


class LeagueQueries:
    """Reads the rows of every league in a database, as the last commit has left them."""

    def __init__(self, database: Database) -> None:
        self._fetch = database.fetch
        self._owns = database.owns
        self._number = database.next_number

    # Leagues

    async def next_league(self) -> LeagueId:
        """Return the number for the next league."""
        return LeagueId(await self._number("league"))

    async def leagues(self) -> list[LeagueId]:
        """Return every league of the servers that this process serves, archived ones included."""
        rows = await self._fetch("SELECT id, guild FROM league ORDER BY id")
        return [LeagueId(row["id"]) for row in rows if self._owns(row["guild"])]

    async def of_guild(self, guild: int, *, archived: bool = False) -> list[LeagueSummary]:
        """Return the leagues of a server by name, including archived ones if requested."""
        found = await self._fetch(
            "SELECT id, name, archived FROM league WHERE guild = ? AND archived <= ? ORDER BY name, id",
            *(guild, int(archived)),
        )
        return [LeagueSummary(LeagueId(row["id"]), row["name"], bool(row["archived"])) for row in found]

    async def of_channels(self, *channels: int | None) -> list[LeagueId]:
        """Return the leagues whose games are played in one of these channels, without archived ones."""
        found = await self._fetch(
            "SELECT DISTINCT league FROM league_channel JOIN league ON league.id = league "
            f"WHERE channel IN {placeholders(channels)} AND archived = 0 ORDER BY league",
            *channels,
        )
        return [LeagueId(row["league"]) for row in found]

    async def of_user(self, user: int) -> list[LeagueId]:
        """Return the leagues with data of a Discord user, as a player or by their requests."""
        found = await self._fetch(
            "SELECT league FROM league_player WHERE user = ?1 UNION "
            "SELECT league FROM league_entry WHERE user = ?1 ORDER BY league",
            user,
        )
        return [LeagueId(row["league"]) for row in found]

    async def state(self, league: LeagueId) -> LeagueState | None:
        """Return a league without its results; None if there is none."""
        entries = await self.last_entry(league)
        found = await self._fetch("SELECT * FROM league WHERE id = ?", league)
        if not found:
            return None
        channels = await self._fetch("SELECT channel FROM league_channel WHERE league = ?", league)
        players = await self._fetch("SELECT * FROM league_player WHERE league = ? ORDER BY number", league)
        seasons = await self._fetch(
            "SELECT value FROM league_season WHERE league = ? ORDER BY number", league
        )
        results = await self._fetch(
            "SELECT coalesce(max(number), 0) FROM league_result WHERE league = ?", league
        )
        row = found[0]
        state = LeagueState(
            league=league,
            guild=row["guild"],
            rules=codec.decode_rules(row["rules"]),
            imported=row["imported"],
            champion=row["champion"],
            archived=bool(row["archived"]),
            channels=frozenset(one["channel"] for one in channels),
            players=Roster({one["number"]: _player(one) for one in players}),
            seasons=tuple(codec.decode_season(one["value"]) for one in seasons),
            entries=entries,
            results=results[0][0],
        )
        return loaded(state, await self._additions(league))

    async def last_entry(self, league: LeagueId) -> int:
        """Return the number of a league's last entry; 0 before the first."""
        found = await self._fetch(
            "SELECT coalesce(max(number), 0) FROM league_entry WHERE league = ?", league
        )
        return found[0][0]

    async def named(self, state: LeagueState) -> LeagueState:
        """Return a league with its data outside the ledger: its people and its role in Discord."""
        found = await self._fetch(
            "SELECT champion, number, user, league_player.name FROM league "
            "LEFT JOIN league_player ON league = id WHERE id = ?",
            state.league,
        )
        players = dict(state.players)
        for champion, number, user, name in found:
            state = state if state.champion == champion else replace(state, champion=champion)
            known = players.get(number)
            if known is not None and (known.user, known.name) != (user, name):
                players[number] = replace(known, user=user, name=name)
        return state if players == state.players else replace(state, players=Roster(players))

    async def _additions(self, league: LeagueId) -> list[NumberedAct]:
        """Return the acts of a league whose outcome is only in the ledger, oldest first.

        Raises Unreadable if the ledger has an act of a newer version.
        """
        kinds = [row["kind"] for row in await self._fetch(_KINDS, league) if row["kind"] is not None]
        for unknown in sorted({*kinds} - ACTS.keys()):
            raise Unreadable(f"the league {league} has an unknown act {unknown}")
        acts = [name for name in kinds if ACTS[name].ledger_only]
        if not acts:
            return []
        found = await self._fetch(
            f"SELECT number, act FROM league_entry WHERE league = ? AND {ACT_KIND} IN {placeholders(acts)} "
            "ORDER BY +number",
            *(league, *acts),
        )
        return [NumberedAct(row["number"], codec.decode_act(row["act"])) for row in found]

    async def changed(self, league: LeagueId, numbers: Sequence[ResultNumber]) -> dict[ResultNumber, Time]:
        """Return when each of these results was last changed."""
        found = await self._fetch(
            "SELECT result, max(made) AS last FROM league_entry "
            f"WHERE league = ? AND result IN {placeholders(numbers)} GROUP BY result",
            *(league, *numbers),
        )
        return {ResultNumber(row["result"]): row["last"] // SECOND for row in found}

    async def message(self, league: LeagueId, kind: str, number: int = 0) -> LeagueMessage | None:
        """Return the message that shows something of a league, as ``Leagues.show`` has kept it."""
        found = await self._fetch(
            "SELECT channel, message, parent FROM league_message "
            "WHERE league = ? AND kind = ? AND number = ?",
            *(league, kind, number),
        )
        return LeagueMessage(*found[0]) if found else None

    async def shown_in(self, channel: int, limit: int) -> list[tuple[LeagueId, ResultNumber]]:
        """Return the subjects with messages in a channel or its threads: leagues, each with the number 0,
        and then this many of their results, the latest first."""
        found = await self._fetch(
            "SELECT league, number FROM ("
            "SELECT league, number FROM league_message WHERE channel = ?1 UNION "
            "SELECT league, number FROM league_message WHERE parent = ?1) AS shown "
            "ORDER BY number = 0 DESC, number DESC, league LIMIT ?2",
            *(channel, limit),
        )
        return [(LeagueId(row["league"]), ResultNumber(row["number"])) for row in found]

    # The ledger

    async def entries_by(self, league: LeagueId, user: int) -> list[SqlRow]:
        """Return the rows of a Discord user's requests to a league."""
        return await self._fetch(
            "SELECT * FROM league_entry WHERE league = ? AND user = ? ORDER BY number", league, user
        )

    async def ledger(self, league: LeagueId, after: int, last: int, limit: int) -> list[SqlRow]:
        """Return the numbers, times, users and JSON texts of acts after one entry and up to another."""
        return await self._fetch(
            "SELECT number, made, user, act FROM league_entry "
            "WHERE league = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?",
            *(league, after, last, limit),
        )

    async def rules_before(self, league: LeagueId, entry: int) -> League | None:
        """Return the rules before an entry of the ledger; None before the first one."""
        found = await self._fetch(
            f"SELECT act FROM league_entry WHERE league = ? AND +number < ? AND {ACT_KIND} IN (?, ?) "
            "ORDER BY +number DESC LIMIT 1",
            *(league, entry, CreateLeague.__name__, EditLeague.__name__),
        )
        act = codec.decode_act(found[0]["act"]) if found else None
        return act.league if isinstance(act, CreateLeague | EditLeague) else None

    async def ends(self, league: LeagueId, season: SeasonNumber) -> list[LedgerEntry]:
        """Return the entries that have closed and reopened a season, oldest first."""
        found = await self._fetch(
            f"SELECT * FROM league_entry WHERE league = ? AND {ACT_KIND} IN (?, ?) ORDER BY +number",
            *(league, CloseSeason.__name__, ReopenSeason.__name__),
        )
        acts = [(one, one.act) for one in map(LEDGER.entry, found)]
        ends = ((one, act) for one, act in acts if isinstance(act, CloseSeason | ReopenSeason))
        return [one for one, act in ends if act.season == season]

    async def judges(self, league: LeagueId) -> list[int]:
        """Return the users who last acted as a league's judges, at most `MAX_JUDGES`."""
        acts = [name for name, act in ACTS.items() if act.judges_only]
        found = await self._fetch(
            f"SELECT user, max(number) AS last FROM league_entry WHERE league = ? AND {ACT_KIND} "
            f"IN {placeholders(acts)} AND user IS NOT NULL GROUP BY user ORDER BY last DESC LIMIT ?",
            *(league, *acts, MAX_JUDGES),
        )
        return [row["user"] for row in found]

    # Results

    async def records(self, league: LeagueId, numbers: range) -> list[ResultRecord]:
        """Return the existing results with these numbers."""
        return await self._records(
            "league = ? AND number >= ? AND number < ? ORDER BY number", league, numbers.start, numbers.stop
        )

    async def of_game(self, game: GameId) -> list[tuple[LeagueId, ResultRecord]]:
        """Return the leagues' results of a table's game, one for each ending that it has had."""
        found = await self._fetch(
            "SELECT league, value FROM league_result WHERE game = ? ORDER BY league, number", game
        )
        return [(LeagueId(row["league"]), codec.decode_record(row["value"])) for row in found]

    async def ruled(self, games: Sequence[GameId]) -> list[RuledResult]:
        """Return the results of these games, in any league, with a judge's ruling."""
        found = await self._fetch(
            "SELECT league_result.league AS league, league_result.number AS number, "
            "min(game) AS game, max(made) AS last FROM league_result JOIN league_entry "
            "ON league_entry.league = league_result.league AND league_entry.result = league_result.number "
            f"WHERE game IN {placeholders(games)} AND {ACT_KIND} IN {placeholders(RULING_NAMES)} "
            "GROUP BY league_result.league, league_result.number",
            *(*games, *RULING_NAMES),
        )
        return [
            RuledResult(LeagueId(row["league"]), row["number"], GameId(row["game"]), row["last"] // SECOND)
            for row in found
        ]

    async def fed_since(self, league: LeagueId, channels: Sequence[int]) -> Time | None:
        """Return the time since which a league counts the games of one of these channels; None if it
        doesn't."""
        attached = await self._fetch(
            f"SELECT channel FROM league_channel WHERE league = ? AND channel IN {placeholders(channels)}",
            *(league, *channels),
        )
        found = await self._fetch(
            f"SELECT made, act FROM league_entry WHERE league = ? AND {ACT_KIND} = ? ORDER BY +number",
            *(league, AddChannel.__name__),
        )
        since = dict[int, Time]()
        for row in found:
            act = codec.decode_act(row["act"])
            if isinstance(act, AddChannel):
                since[act.channel] = row["made"] // SECOND
        return min((since[row["channel"]] for row in attached), default=None)

    async def of_players(self, league: LeagueId, players: Sequence[PlayerNumber]) -> list[SqlRow]:
        """Return the numbers and JSON texts of results with one of these players, in the order of play."""
        return await self._fetch(
            "SELECT number, value FROM league_result WHERE league = ? "
            "AND number IN (SELECT result FROM league_part WHERE league = ? "
            f"AND player IN {placeholders(players)}) ORDER BY played, number",
            *(league, league, *players),
        )

    async def shared(
        self, league: LeagueId, players: Sequence[PlayerNumber], others: Sequence[PlayerNumber]
    ) -> ResultNumber | None:
        """Return a result, neither void nor withdrawn, that has one of these players and one of those."""
        found = await self._fetch(
            "SELECT number FROM league_result JOIN league_part AS theirs "
            "ON theirs.league = league_result.league AND theirs.result = number "
            f"AND theirs.player IN {placeholders(others)} "
            "WHERE league_result.league = ? AND state NOT IN ('void', 'withdrawn') AND EXISTS ("
            "SELECT 1 FROM league_part AS mine WHERE mine.league = league_result.league "
            f"AND mine.result = number AND mine.player IN {placeholders(players)}) LIMIT 1",
            *(*others, league, *players),
        )
        return ResultNumber(found[0]["number"]) if found else None

    async def find(
        self, state: LeagueState, filter: ResultFilter, *, offset: int, limit: int
    ) -> list[ResultRecord]:
        """Return the results that match a filter, the last one played first."""
        condition, values = _condition(state, filter)
        order = "ORDER BY played DESC, number DESC LIMIT ? OFFSET ?"
        return await self._records(f"{condition} {order}", *values, limit, offset)

    async def around(self, state: LeagueState, result: Result) -> list[ResultRecord]:
        """Return the league's results that may be of a result's game, by its first player and its time."""
        near, played = state.rules.fairness.duplicate_minutes * MINUTE, result.played
        around = ResultFilter(
            player=state.resolved(result.players[0]), since=played - near, until=played + near + 1
        )
        return await self.find(state, around, offset=0, limit=MAX_AROUND)

    async def twin(self, state: LeagueState, new: ResultRecord) -> ResultRecord | None:
        """Return the existing result that is probably of the same game; None if there is none."""
        return twin(state.rules, state.claims, new, await self.around(state, new.result))

    async def count(self, state: LeagueState, filter: ResultFilter) -> int:
        """Return the number of results that match a filter."""
        condition, values = _condition(state, filter)
        found = await self._fetch(f"SELECT count(*) FROM league_result WHERE {condition}", *values)
        return found[0][0]

    async def confirmed(self, league: LeagueId, after: tuple[int, int], limit: int) -> list[SqlRow]:
        """Return the times, numbers and JSON texts of results that count, in the order of play, after one of
        them."""
        return await self._fetch(
            "SELECT played, number, value FROM league_result WHERE league = ? "
            "AND (played, number) > (?, ?) AND state = 'confirmed' ORDER BY played, number LIMIT ?",
            *(league, *after, limit),
        )

    async def texts(self, league: LeagueId) -> list[tuple[ResultNumber, str]]:
        """Return the numbers and JSON texts of all results, in the order of play."""
        found = await self._fetch(
            "SELECT number, value FROM league_result WHERE league = ? ORDER BY played, number", league
        )
        return [(ResultNumber(row["number"]), row["value"]) for row in found]

    async def mentioning(
        self, league: LeagueId, table: str, column: str, texts: Sequence[str], user: int | None = None
    ) -> list[SqlRow]:
        """Return the rows of a league with one of these texts in a column, and a user's own if given."""
        conditions = [f"instr({column}, ?) > 0"] * len(texts) + ["user = ?"] * (user is not None)
        return await self._fetch(
            f"SELECT * FROM {table} WHERE league = ? AND ({' OR '.join(conditions)}) ORDER BY number",
            *(league, *texts, *(() if user is None else (user,))),
        )

    async def _records(self, condition: str, *values: SqlValue) -> list[ResultRecord]:
        found = await self._fetch(f"SELECT value FROM league_result WHERE {condition}", *values)
        return [codec.decode_record(row["value"]) for row in found]


def _condition(state: LeagueState, filter: ResultFilter) -> tuple[str, list[SqlValue]]:
    conditions, values = ["league = ?"], list[SqlValue]([state.league])
    if filter.states:
        conditions.append(f"state IN {placeholders(filter.states)}")
        values += [one.value for one in filter.states]
    if filter.since is not None or filter.until is not None:
        conditions.append("played >= ? AND played < ?")
        until = FAR_FUTURE if filter.until is None else filter.until
        values += [(filter.since or 0) * SECOND, until * SECOND]
    if filter.player is not None:
        numbers = state.numbers_of(filter.player)
        theirs = f"SELECT result FROM league_part WHERE league = ? AND player IN {placeholders(numbers)}"
        conditions.append(f"number IN ({theirs})")
        values += [state.league, *numbers]
    return " AND ".join(conditions), values


def _player(row: SqlRow) -> LeaguePlayer:
    return LeaguePlayer(
        number=row["number"],
        name=row["name"],
        user=row["user"],
        guest=bool(row["guest"]),
        merged_into=row["merged_into"],
    )
