"""What the leagues' storage takes and gives."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.leagues.acts import FinalStanding, LeagueAct, SeasonNumber
from rules.leagues.league import League
from rules.leagues.result import PlayerNumber, Result, Time
from rules.leagues.review import ResultRecord
from storage.engine.writer import Statement

LeagueId: TypeAlias = int
"""A league of this installation."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays: a Discord user with the name to show, or a guest when ``user`` is None.

    ``number`` is that of a player whom the league has, where it is known; it counts before the others.
    """

    name: str
    user: int | None = None
    number: PlayerNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlayer:
    """Who a league's number is.

    ``name`` is None for somebody whose data was deleted. ``guest``: entered as a guest. ``merged_into``: the
    player who this one was all along, as a guest or with an account that they have left; everything of this
    one is read as that player's.
    """

    number: PlayerNumber
    name: str | None
    user: int | None = None
    guest: bool = False
    merged_into: PlayerNumber | None = None


class Roster(dict[PlayerNumber, LeaguePlayer]):
    """The players of a league by their numbers. Never changed, only replaced.

    Users and guests are found without looking through all of them, however many there are.
    """

    _known: dict[int | str | None, PlayerNumber] | None = None

    def having(self, player: LeaguePlayer) -> "Roster":
        """The same with this player, who is new or has another name."""
        made = Roster(self)
        made[player.number] = player
        if self._known is not None:
            made._known = {**self._known, _key(player): player.number}
        return made

    def find(self, person: Person) -> PlayerNumber | None:
        """Somebody's number; guests are known by their name, whatever its case. None for who has none."""
        if person.number in self:
            return person.number
        if self._known is None:
            self._known = {_key(player): player.number for player in self.values()}
        return self._known.get(person.name.casefold() if person.user is None else person.user)


def _key(player: LeaguePlayer) -> int | str | None:
    if not player.guest:
        return player.user
    return None if player.name is None else player.name.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season; open while ``ends`` is None, frozen with its final ``table`` from then on."""

    number: SeasonNumber
    name: str
    starts: Time
    carried: tuple[FinalStanding, ...] = ()
    ends: Time | None = None
    table: tuple[FinalStanding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueState:
    """Everything of a league but its results. Never changed, only replaced.

    ``entries`` and ``results`` are the last numbers of its ledger and of its results. ``champion`` is the
    role in Discord for who wins a season.
    """

    league: LeagueId
    guild: int
    rules: League
    imported: int = 0
    champion: int | None = None
    archived: bool = False
    channels: frozenset[int] = frozenset()
    players: Roster = field(default_factory=Roster)
    seasons: tuple[Season, ...] = ()
    entries: int = 0
    results: int = 0

    def player_of(self, user: int) -> PlayerNumber | None:
        """The number of a Discord user; None for who is no player of this league."""
        return self.players.find(Person("", user))

    def resolved(self, player: PlayerNumber) -> PlayerNumber:
        """As whom a player is read: who has claimed them, or they themselves."""
        while (seen := self.players.get(player)) is not None and seen.merged_into is not None:
            player = seen.merged_into
        return player

    def numbers_of(self, player: PlayerNumber) -> tuple[PlayerNumber, ...]:
        """A player's own number and those of whom they have claimed."""
        claimed = [one.number for one in self.players.values() if one.merged_into is not None]
        return (player, *(one for one in claimed if one != player and self.resolved(one) == player))

    @property
    def latest(self) -> SeasonNumber | None:
        """The last season, open or closed; None before the first one."""
        return self.seasons[-1].number if self.seasons else None

    @property
    def season(self) -> Season | None:
        """The season that is open."""
        last = self.seasons[-1] if self.seasons else None
        return last if last is not None and last.ends is None else None


@dataclass(frozen=True, slots=True)
class LeagueSummary:
    """A league in a list."""

    league: LeagueId
    name: str
    archived: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """An entry of a league's ledger. ``user`` is None where nobody asked for it or who did is forgotten."""

    number: int
    when: Time
    user: int | None
    interaction: int | None
    act: LeagueAct


@dataclass(frozen=True, slots=True, kw_only=True)
class CommittedActs:
    """What came of a request, durable now: the league, its new entries and the results that they changed.

    ``repeated``: this interaction had been carried out earlier; the state and records are as they are now.
    """

    state: LeagueState
    entries: tuple[LedgerEntry, ...]
    records: tuple[ResultRecord, ...] = ()
    repeated: bool = False

    @property
    def record(self) -> ResultRecord:
        """The result that it was about."""
        return self.records[0]


@dataclass(frozen=True, slots=True)
class AttachedWrite:
    """What has to be written in somebody else's transaction, and what to do right after that is committed."""

    statements: tuple[Statement, ...] = ()
    then: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class LeagueMessage:
    """A message in Discord that shows something of a league."""

    channel: int
    message: int


MakeResult: TypeAlias = Callable[[tuple[PlayerNumber, ...]], Result]
"""Makes a result of the league's numbers for those who took part, in the order in which they were given."""
