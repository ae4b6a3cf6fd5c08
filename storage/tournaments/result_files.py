"""Results of tables in files: a table in each row with who has won, or a player in each row."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from rules.leagues.result import Ending
from rules.tournaments.state import TournamentRound
from storage.spreadsheets import CsvRow, without_addresses

TABLE_COLUMN = "table"
TABLE_WORDS = (TABLE_COLUMN, "pod", "tisch", "mesa", "tavolo", "テーブル", "卓")
ROUNDS = ("round", "runde", "ronde", "ronda", "turno", "rodada", "ラウンド", "回戦")
WINNERS = (
    *("winner", "winner name", "gewinner", "sieger", "vainqueur", "gagnant", "ganador", "vincitore"),
    *("vencedor", "勝者"),
)
RESULT_WORDS = ("result", "outcome", "ergebnis", "résultat", "resultado", "risultato", "結果")
GAME_WORDS = ("games", "score", "partien", "spiele", "manches", "partidas", "partite", "jogos", "ゲーム")
OPPONENTS = (
    *("opponent", "opponent name", "gegner", "gegnerin", "adversaire", "oponente", "rival", "avversario"),
    *("adversário", "対戦相手"),
)
"""What columns are called, ignoring case and signs."""
_SEAT = re.compile(r"(?:player|spieler|joueur|jugador|giocatore|jogador|プレイヤー) ?\d+(?: name)?")
_SCORE = re.compile(r"(?P<first>\d) ?[-–:] ?(?P<second>\d)(?: ?[-–:] ?(?P<drawn>\d))?\)?\Z")
"""A match's games, perhaps after the winner's name: "2-1", "2-0-1", "Ana won 2-1"."""
_BEFORE_SCORE = re.compile(r"(?<![\s:,(])[\s:,]*+(?:\b(?:won|wins)\b)?[\s:(]*+\Z")
"""What stands between the winner's name and the games."""


class NoWinner(StrEnum):
    """The ending of a table without a winner."""

    DRAW = "draw"
    INTENTIONAL_DRAW = "intentional draw"
    DOUBLE_LOSS = "double loss"


NO_WINNER: Mapping[NoWinner, Collection[str]] = {
    NoWinner.DRAW: (
        *("draw", "drawn", "tie", "unentschieden", "remis", "égalité", "nul", "nulle", "empate", "pareggio"),
        *("patta", "引き分け"),
    ),
    NoWinner.INTENTIONAL_DRAW: ("intentional draw", "id"),
    NoWinner.DOUBLE_LOSS: ("double loss", "both lose", "everyone loses", "両者敗北"),
}
ENDING_WORDS: Mapping[Ending, Collection[str]] = {
    Ending.WON: (
        *("won", "win", "wins", "w", "sieg", "gewonnen", "victoire", "gagné", "victoria", "vittoria"),
        *("vinto", "vitória", "勝ち", "勝利"),
    ),
    Ending.LOST: (
        *("lost", "loss", "loses", "l", "niederlage", "verloren", "défaite", "perdu", "derrota", "sconfitta"),
        *("perso", "負け", "敗北"),
    ),
    Ending.DREW: ("drew", "d", *NO_WINNER[NoWinner.DRAW]),
}
BYE_WORDS = ("bye", "freilos", "exempt", "不戦勝", "void")
"""A row's outcome other than a result to enter."""
_NUMBER = re.compile(r"\D*(\d{1,4})(?:[.,]0+)?\D*")


class FileFault(Struct, frozen=True):
    """A cell of a file that can't be read: its row, counted from 1, the heading, and its text."""

    line: int
    column: str
    text: str


class TableResult(Struct, frozen=True):
    """A table's result: who has won or lost it, by name, or how it ended without a winner.

    ``round``: None if the file says none. ``games``: those of a match as typed, the winner's first.
    """

    line: int
    table: int
    round: int | None = None
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    no_winner: NoWinner | None = None
    games: str = ""
    players: tuple[str, ...] = ()
    """Everyone whom the file names at the table, where it has a row for each."""


class ResultsFile(Struct, frozen=True):
    """The results in a file, in its order, and the cells that can't be read."""

    results: tuple[TableResult, ...]
    faults: tuple[FileFault, ...] = ()
    previewed: TournamentRound | None = None
    """The round that was played when a preview was shown."""


def read_results(headings: Sequence[str], rows: Sequence[CsvRow], names: Sequence[int]) -> ResultsFile | None:
    """Parse a file with results; None for one of another kind.

    ``headings``: in small letters; ``names``: the columns that are a player's name together.
    """
    columns = {
        kind: next((headings.index(one) for one in called if one in headings), None)
        for kind, called in (
            *(("table", TABLE_WORDS), ("round", ROUNDS), ("winner", WINNERS), ("result", RESULT_WORDS)),
            ("games", GAME_WORDS),
        )
    }
    how = columns["winner"] if columns["winner"] is not None else columns["result"]
    if columns["table"] is None or how is None or not any(row.text(how) for row in rows):
        return None
    reader = _Reader(headings, columns, names)
    seats = player_columns(headings, names)
    if columns["winner"] is None and names and len(seats) < 2:
        return ResultsFile(tuple(reader.by_player(rows, how)), tuple(reader.faults))
    return ResultsFile(tuple(reader.by_table(rows, how, seats)), tuple(reader.faults))


def player_columns(headings: Sequence[str], names: Sequence[int]) -> Sequence[int]:
    """Return the columns that each have a player of a table: "player 1" and so on, or a name and an
    opponent.

    ``names``: the columns that are a player's name together.
    """
    numbered = [column for column, heading in enumerate(headings) if _SEAT.fullmatch(heading)]
    opponents = [column for column, heading in enumerate(headings) if heading in OPPONENTS]
    return numbered or [*(names if len(names) == 1 and opponents else ()), *opponents]


def is_bye(cell: str) -> bool:
    """Return whether a cell says that there is no opponent, such as "*** Bye ***"."""
    return re.sub(r"\W", "", cell).casefold() in BYE_WORDS


class _Reader:
    """Reads the rows of one file, and collects the faults."""

    def __init__(
        self, headings: Sequence[str], columns: Mapping[str, int | None], names: Sequence[int]
    ) -> None:
        self._headings = headings
        self._columns = columns
        self._names = names
        self.faults: list[FileFault] = []

    def by_table(self, rows: Sequence[CsvRow], how: int, seats: Sequence[int]) -> Iterator[TableResult]:
        """Yield the results of a file with a row for each table; ``seats``: the columns of its players.

        If each player has a row that names the opponent, the second row of a table is skipped.
        """
        known = set[tuple[int | None, int, frozenset[str], tuple[str, ...], NoWinner | None]]()
        for row in rows:
            table, round = self._number(row, "table"), self._number(row, "round")
            said, players = row.text(how), tuple(filter(None, (row.text(seat) for seat in seats)))
            if any(map(is_bye, (said, *players))) or not (said or row.text(self._columns["table"])):
                continue
            if table is None or not said:
                self._wrong(row, self._columns["table"] if table is None else how)
                continue
            found = _ending(said, players)
            if found is None:
                self._wrong(row, how)
                continue
            won, no_winner, games = found
            key = round, table, frozenset(players), won, no_winner
            if players and key in known:
                continue
            known.add(key)
            yield TableResult(
                line=row.line,
                table=table,
                round=round,
                won=won,
                no_winner=no_winner,
                games=games or row.text(self._columns["games"]),
                players=players,
            )

    def by_player(self, rows: Sequence[CsvRow], how: int) -> Iterator[TableResult]:
        """Yield the results of a file with a row for each player; byes and penalties have no table."""
        tables = dict[tuple[int | None, int], list[tuple[CsvRow, str, Ending]]]()
        for row in rows:
            said = row.text(how).casefold()
            if not row.text(self._columns["table"]) or said in BYE_WORDS:
                continue
            table, round = self._number(row, "table"), self._number(row, "round")
            ending = next((one for one, words in ENDING_WORDS.items() if said in words), None)
            name = row.texts(self._names)
            if table is None or ending is None or not name:
                fault = self._columns["table"] if table is None else how if name else self._names[0]
                self._wrong(row, fault)
                continue
            tables.setdefault((round, table), []).append((row, name, ending))
        for (round, table), seats in tables.items():
            yield self._of_seats(round, table, seats)

    def _of_seats(
        self, round: int | None, table: int, seats: Sequence[tuple[CsvRow, str, Ending]]
    ) -> TableResult:
        by = {ending: tuple(name for _, name, one in seats if one is ending) for ending in Ending}
        won, lost, drew = by[Ending.WON], by[Ending.LOST], by[Ending.DREW]
        nothing = None if won else NoWinner.DRAW if drew else NoWinner.DOUBLE_LOSS
        games = [(ending is Ending.WON, row.text(self._columns["games"])) for row, _, ending in seats]
        score = [won for _, won in sorted(games, key=lambda one: not one[0])]
        return TableResult(
            line=seats[0][0].line,
            table=table,
            round=round,
            won=won,
            lost=lost if drew and not won else (),
            no_winner=nothing,
            games="-".join(score) if all(score) else "",
            players=tuple(name for _, name, _ in seats),
        )

    def _number(self, row: CsvRow, kind: str) -> int | None:
        """Return the number in a cell, as "Table 3" has it; None without one."""
        found = _NUMBER.fullmatch(row.text(self._columns[kind]))
        return None if found is None else int(found[1])

    def _wrong(self, row: CsvRow, column: int | None) -> None:
        place = column or 0
        heading = self._headings[place] if place < len(self._headings) else ""
        self.faults.append(FileFault(row.line, heading, without_addresses(row.text(place))))


def _ending(said: str, players: Sequence[str]) -> tuple[tuple[str, ...], NoWinner | None, str] | None:
    """Return who has won a table, by name, how it ended without a winner, and the games, the winner's first.

    ``players``: those of the table in the order of the games, if the file names them. None for games of
    which it doesn't say whose they are.
    """
    no_winner = next((one for one, words in NO_WINNER.items() if said.casefold() in words), None)
    if no_winner is not None:
        return (), no_winner, ""
    score = _SCORE.search(said)
    if score is None:
        return (said,), None, ""
    who = _BEFORE_SCORE.sub("", said[: score.start()]).strip()
    first, second = int(score["first"]), int(score["second"])
    drawn = f"-{score['drawn']}" if score["drawn"] else ""
    if first == second:
        return (), NoWinner.DRAW, f"{first}-{second}{drawn}"
    if who:
        return (who,), None, f"{first}-{second}{drawn}"
    if len(players) != 2:
        return None
    winner = players[0] if first > second else players[1]
    return (winner,), None, f"{max(first, second)}-{min(first, second)}{drawn}"
