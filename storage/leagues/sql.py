"""The SQL that writes rows of the leagues; `queries` reads them."""

from msgspec import Struct

from rules.leagues.acts.ledger import LedgerEntry
from rules.leagues.result import LeagueId, ResultNumber, ResultSource
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeaguePlayer, LeagueState, Season
from rules.turns.clock import SECOND
from storage.engine.database import SqlRow
from storage.engine.group_commit import SqlValue, Statement
from storage.events.store import EventTable
from storage.leagues import codec


class LeagueMessage(Struct, frozen=True):
    """A message in Discord that shows something of a league."""

    channel: int
    message: int
    parent: int | None = None
    """The channel of its thread, if known."""


def _values(entry: LedgerEntry) -> tuple[SqlValue, ...]:
    act = codec.encode_act(entry.act)
    return (*(entry.number, entry.when * SECOND, entry.user, entry.interaction, entry.act.about, act),)


def _entry(row: SqlRow) -> LedgerEntry:
    return LedgerEntry(
        number=row["number"],
        when=row["made"] // SECOND,
        user=row["user"],
        interaction=row["interaction"],
        act=codec.decode_act(row["act"]),
    )


LEDGER = EventTable(
    name="league_entry",
    stream="league",
    columns=("number", "made", "user", "interaction", "result", "act"),
    values=_values,
    entry=_entry,
)


def insert_league(state: LeagueState) -> Statement:
    """Return the statement that begins a league."""
    return (
        "INSERT INTO league (id, guild, imported, champion, name, archived, rules) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            state.league,
            state.guild,
            state.imported,
            state.champion,
            state.rules.name,
            int(state.archived),
            codec.encode_rules(state.rules),
        ),
    )


def update_league(state: LeagueState) -> Statement:
    """Return the statement that stores a league's current rules."""
    return (
        "UPDATE league SET name = ?, archived = ?, rules = ? WHERE id = ?",
        (state.rules.name, int(state.archived), codec.encode_rules(state.rules), state.league),
    )


def set_champion(league: LeagueId, role: int | None) -> Statement:
    """Return the statement that stores the Discord role for the winner of a season."""
    return "UPDATE league SET champion = ? WHERE id = ?", (role, league)


def insert_channel(league: LeagueId, channel: int) -> Statement:
    """Return the statement by which a channel's games count in a league."""
    return "INSERT INTO league_channel (league, channel) VALUES (?, ?)", (league, channel)


def delete_channel(league: LeagueId, channel: int) -> Statement:
    """Return the statement by which a channel's games no longer count in a league."""
    return "DELETE FROM league_channel WHERE league = ? AND channel = ?", (league, channel)


def put_league_player(league: LeagueId, player: LeaguePlayer) -> Statement:
    """Return the statement that records the person of a number."""
    return (
        "INSERT INTO league_player (league, number, user, name, guest, merged_into) "
        "VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (league, number) DO UPDATE SET user = excluded.user, name = excluded.name, "
        "merged_into = excluded.merged_into",
        (league, player.number, player.user, player.name, int(player.guest), player.merged_into),
    )


def put_season(league: LeagueId, season: Season) -> Statement:
    """Return the statement that stores a season's current state."""
    return (
        "INSERT INTO league_season (league, number, value) VALUES (?, ?, ?) "
        "ON CONFLICT (league, number) DO UPDATE SET value = excluded.value",
        (league, season.number, codec.encode_season(season)),
    )


def insert_record(league: LeagueId, record: ResultRecord, *, linked: bool = True) -> list[Statement]:
    """Return the statements that store a new result; ``linked``: whether its game is this installation's."""
    result = record.result
    linked = linked and result.source is ResultSource.TABLE
    return [
        (
            "INSERT INTO league_result (league, number, played, state, game, entry, value) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                league,
                record.number,
                result.played * SECOND,
                record.state.value,
                result.game if linked else None,
                result.entry if linked else None,
                codec.encode_record(record),
            ),
        ),
        *(_part(league, record.number, player) for player in result.players),
    ]


def update_record(league: LeagueId, record: ResultRecord, before: ResultRecord) -> list[Statement]:
    """Return the statements that store a result's current state, and its players if they have changed."""
    players, earlier = set(record.result.players), set(before.result.players)
    return [
        (
            "UPDATE league_result SET played = ?, state = ?, value = ? WHERE league = ? AND number = ?",
            (
                *(record.result.played * SECOND, record.state.value, codec.encode_record(record)),
                *(league, record.number),
            ),
        ),
        *(_part(league, record.number, player) for player in players - earlier),
        *(
            (
                "DELETE FROM league_part WHERE league = ? AND player = ? AND result = ?",
                (league, player, record.number),
            )
            for player in earlier - players
        ),
    ]


def _part(league: LeagueId, number: ResultNumber, player: int) -> Statement:
    return "INSERT INTO league_part (league, player, result) VALUES (?, ?, ?)", (league, player, number)


def put_message(league: LeagueId, kind: str, number: int, shown: LeagueMessage) -> Statement:
    """Return the statement that records which message shows a part of a league."""
    return (
        "INSERT INTO league_message (league, kind, number, channel, message, parent) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (league, kind, number) DO UPDATE SET "
        "channel = excluded.channel, message = excluded.message, parent = excluded.parent",
        (league, kind, number, shown.channel, shown.message, shown.parent),
    )


def delete_message(league: LeagueId, kind: str, number: int) -> Statement:
    """Return the statement that forgets that message."""
    return "DELETE FROM league_message WHERE league = ? AND kind = ? AND number = ?", (league, kind, number)


def update_value(league: LeagueId, number: int, value: str) -> Statement:
    """Return the statement that replaces the JSON text of a result."""
    return "UPDATE league_result SET value = ? WHERE league = ? AND number = ?", (value, league, number)
