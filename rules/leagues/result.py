"""A result: a league's record of a game, or of a match reported as a whole."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NewType, TypeAlias

from msgspec import Struct, field

from rules.game.deck_info import DeckInfo
from rules.game.parts import GameId

LeagueId = NewType("LeagueId", int)
"""A league of this installation."""
PlayerNumber = NewType("PlayerNumber", int)
"""A player of one league, counted from 1; the person is stored outside of results."""
ResultNumber = NewType("ResultNumber", int)
"""A result of one league, counted from 1 in the order of entry; edited results keep theirs."""
SeasonNumber = NewType("SeasonNumber", int)
"""A season of one league, counted from 1."""
Time: TypeAlias = int
"""Whole seconds since 1970 in UTC."""
MINUTE: Time = 60
HOUR: Time = 60 * MINUTE
DAY: Time = 24 * HOUR


class ResultSource(StrEnum):
    """The origin of a result."""

    TABLE = "table"
    REPORT = "report"
    IMPORT = "import"


class Ending(StrEnum):
    """A side's outcome."""

    WON = "won"
    LOST = "lost"
    DREW = "drew"


class Draw(StrEnum):
    """Why no one won; leagues may score each kind differently."""

    SIMULTANEOUS = "simultaneous"
    """All remaining players lost at once (104.4a, 104.4d)."""
    TIME = "time"
    """The round's time was up."""
    AGREED = "agreed"
    """The players agreed on it (104.4i)."""
    EFFECT = "effect"
    """An effect or a loop of mandatory actions made it a draw (104.4b, 104.4c)."""


class Elimination(Struct, frozen=True, kw_only=True):
    """How a player left the game, before its end or at its end."""

    order: int
    """1 for the first to go; equal for those who left in one event."""
    cause: str
    """The key of the rule by which they left, such as `lose_life`; `""` if unknown."""
    turn: int | None = None
    by: PlayerNumber | None = None
    """The player who dealt it, if the table's log says so."""


class PlayerResult(Struct, frozen=True, kw_only=True):
    """One player's part in a result."""

    player: PlayerNumber
    seat: int | None = None
    """The place in turn order, 1 for the starting player; a team that takes its turns together
    has one seat."""
    commanders: tuple[str, ...] = ()
    deck: str = ""
    deck_info: DeckInfo | None = None
    """What the player said about the deck before the game, if anything."""
    out: Elimination | None = None
    """None if they were still in the game at its end, or if it wasn't said."""
    life: int | None = None
    """Life total at the end of the game, or when leaving it."""
    mulligans: int | None = None
    """Mulligans taken (103.5); None if the table recorded no opening hand."""
    awards: Mapping[str, int] = field(default_factory=dict[str, int])
    """Achievements by the league's own names for them, and how many of each."""


class Entrant(Struct, frozen=True, kw_only=True):
    """A side of a result: a team, or a player alone."""

    lines: tuple[PlayerResult, ...]
    place: int
    """1 for the best; sides that share a place have the same number, and the next is left out: 1, 2, 2, 4."""
    ending: Ending
    games: int | None = None
    """Games won, if the result is a whole match; None for a single game."""

    @property
    def players(self) -> tuple[PlayerNumber, ...]:
        """The side's members."""
        return tuple(line.player for line in self.lines)


class Result(Struct, frozen=True, kw_only=True):
    """One finished game, a whole match (`games` of its entrants say so), or a bye (it has one entrant)."""

    played: Time
    """When it ended."""
    entrants: tuple[Entrant, ...]
    source: ResultSource = ResultSource.REPORT
    game: GameId | None = None
    """The table's game, and the log's entry that ended it, if it comes from a table."""
    entry: int | None = None
    draw: Draw | None = None
    """The reason why no one won; None if someone did."""
    variant: str = ""
    """The variant's key, if known."""
    turns: int | None = None
    seconds: int | None = None
    """How long it took."""
    match: str = ""
    """Games with the same one belong to the same best-of match; `""` leaves that to the league's rules."""
    ends_match: bool = False
    """The match ends here although no one has the wins yet, for example at time."""
    drawn_games: int = 0
    """Drawn games of a match that is reported as a whole."""
    note: str = ""

    @property
    def is_bye(self) -> bool:
        """Whether this is a round without an opponent."""
        return len(self.entrants) == 1

    @property
    def is_match(self) -> bool:
        """Whether this is a whole match of several games."""
        return self.entrants[0].games is not None

    @property
    def lines(self) -> Iterator[PlayerResult]:
        """All players' parts, side by side."""
        return (line for entrant in self.entrants for line in entrant.lines)

    @property
    def players(self) -> tuple[PlayerNumber, ...]:
        """All players, side by side."""
        return tuple(line.player for line in self.lines)

    @property
    def first(self) -> tuple[PlayerNumber, ...]:
        """The player who went first, or the team that takes its turns together; empty if unknown."""
        return tuple(line.player for line in self.lines if line.seat == 1)
