"""A league apart from its results: its rules, its players, its seasons."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Self

from msgspec import Struct, field
from msgspec.structs import replace

from rules.leagues.league import League, Tiebreaker
from rules.leagues.result import LeagueId, PlayerNumber, Result, SeasonNumber, Time
from rules.leagues.review import ReviewContext


class Person(Struct, frozen=True):
    """A person for a league: a Discord user with a display name, or a guest without ``user``.

    ``number``: the league's player number, if known; it takes precedence.
    """

    name: str
    user: int | None = None
    number: PlayerNumber | None = None


class LeaguePlayer(Struct, frozen=True, kw_only=True):
    """The person behind a league's player number.

    ``name`` is None once that person's data was deleted. ``guest``: entered as a guest. ``merged_into``:
    the player that this guest, or abandoned account, turned out to be; all data of this one counts as that
    player's.
    """

    number: PlayerNumber
    name: str | None
    user: int | None = None
    guest: bool = False
    merged_into: PlayerNumber | None = None


class Roster(dict[PlayerNumber, LeaguePlayer]):
    """The players of a league by their numbers. Never changed, only replaced."""

    _index: dict[int | str | None, PlayerNumber] | None = None
    """Numbers by user and by guest's name, so that no one looks through all players; made when needed."""

    def having(self, player: LeaguePlayer) -> "Roster":
        """Return the same roster with this player added or replaced."""
        changed = Roster(self)
        changed[player.number] = player
        if self._index is not None:
            changed._index = {**self._index, _key(player): player.number}
        return changed

    def find(self, person: Person) -> PlayerNumber | None:
        """Return a person's number; guests are identified by name, ignoring case. None for a stranger."""
        if person.number in self:
            return person.number
        if self._index is None:
            self._index = {_key(player): player.number for player in self.values()}
        return self._index.get(person.name.casefold() if person.user is None else person.user)


def _key(player: LeaguePlayer) -> int | str | None:
    if not player.guest:
        return player.user
    return None if player.name is None else player.name.casefold()


class Tie(Struct, frozen=True, kw_only=True):
    """A player's value of a tie-breaker when a season closed."""

    by: Tiebreaker
    value: Fraction


class FinalStanding(Struct, frozen=True, kw_only=True):
    """A player's score when a season closed, or begins. Part of acts on disk, as `Tie` is."""

    player: PlayerNumber
    points: Fraction
    place: int | None = None
    """The place in the final table; None for unranked players."""
    score: tuple[int, ...] = ()
    """Return matches won, lost and drawn, and the byes, which are none of these."""
    ties: tuple[Tie, ...] = ()
    """The tie-breakers that are a number, in their order."""


class Season(Struct, frozen=True, kw_only=True):
    """A season; open while ``ends`` is None, then frozen with its final ``table``."""

    number: SeasonNumber
    name: str
    starts: Time
    carried: tuple[FinalStanding, ...] = ()
    ends: Time | None = None
    table: tuple[FinalStanding, ...] = ()

    def includes(self, when: Time) -> bool:
        """Return whether results played at that time belong to this season."""
        return self.starts <= when and (self.ends is None or when < self.ends)


class Adjustment(Struct, frozen=True, kw_only=True):
    """Points that a judge has given a player, or deducted if negative."""

    player: PlayerNumber
    points: Fraction
    when: Time


class LeagueTeam(Struct, frozen=True, kw_only=True):
    """A fixed team of a league, ranked by its members' totals."""

    name: str
    members: tuple[PlayerNumber, ...]


class Decklist(Struct, frozen=True, kw_only=True):
    """A player's decklist for a season (0: without a season): a link, or a text."""

    player: PlayerNumber
    season: SeasonNumber
    decklist: str


class PublicPage(Struct, frozen=True, kw_only=True):
    """A league's public page: whether it is on, and whom it names.

    ``guests``: whether guests are named. ``named``: the numbers of players with an account who have agreed
    to be named. All others appear as numbers.
    """

    on: bool = False
    guests: bool = False
    named: frozenset[PlayerNumber] = frozenset()

    def names(self, player: LeaguePlayer) -> bool:
        """Return whether a player is named; not under a guest's number that turned out to be theirs."""
        if player.guest:
            return self.guests and player.merged_into is None
        return player.number in self.named


class LeagueState(Struct, frozen=True, kw_only=True):
    """Everything of a league but its results. Never changed, only replaced: each act makes the next one.

    ``entries`` and ``results`` are the last numbers of its ledger and of its results. ``champion`` is the
    role in Discord for the winner of a season.
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
    adjustments: tuple[Adjustment, ...] = ()
    teams: tuple[LeagueTeam, ...] = ()
    decklists: tuple[Decklist, ...] = ()
    locks: Mapping[SeasonNumber, Time] = field(default_factory=dict[SeasonNumber, Time])
    """When the decklists of each season are locked."""
    page: PublicPage = PublicPage()
    entries: int = 0
    results: int = 0

    def player_of(self, user: int) -> PlayerNumber | None:
        """Return the number of a Discord user; None for a user outside the league."""
        return self.players.find(Person("", user))

    def resolved(self, player: PlayerNumber) -> PlayerNumber:
        """Return the player behind a number: the one who has claimed it, or itself."""
        while (known := self.players.get(player)) is not None and known.merged_into is not None:
            player = known.merged_into
        return player

    def numbers_of(self, player: PlayerNumber) -> tuple[PlayerNumber, ...]:
        """Return a player's own number and those that they have claimed."""
        claimed = [one.number for one in self.players.values() if one.merged_into is not None]
        return (player, *(one for one in claimed if one != player and self.resolved(one) == player))

    @property
    def claims(self) -> Mapping[PlayerNumber, PlayerNumber]:
        """The player behind each claimed number."""
        return {
            number: self.resolved(number)
            for number, player in self.players.items()
            if player.merged_into is not None
        }

    @property
    def latest(self) -> SeasonNumber | None:
        """The last season, open or closed; None before the first one."""
        return self.seasons[-1].number if self.seasons else None

    @property
    def season(self) -> Season | None:
        """The season that is open."""
        last = self.seasons[-1] if self.seasons else None
        return last if last is not None and last.ends is None else None

    def adjusted(self, season: Season | None) -> Mapping[PlayerNumber, Fraction]:
        """Return judges' adjustments in a season, or of all time, by player."""
        found: dict[PlayerNumber, Fraction] = {}
        for one in self.adjustments:
            if season is None or season.includes(one.when):
                player = self.resolved(one.player)
                found[player] = found.get(player, Fraction(0)) + one.points
        return found

    def are_locked(self, season: SeasonNumber, now: Time) -> bool:
        """Return whether a season's decklists (0: without a season) are final and public."""
        return season in self.locks and now >= self.locks[season]

    def published(self) -> Self:
        """Return the league as anyone with a link to its page may see it: without the names of others."""
        players = Roster(
            {
                number: player if self.page.names(player) else replace(player, name=None, user=None)
                for number, player in self.players.items()
            }
        )
        return replace(self, players=players, decklists=())

    def nameless(self) -> Self:
        """Return the league without people's names."""
        players = {number: replace(one, name=None, user=None) for number, one in self.players.items()}
        return replace(self, players=Roster(players), decklists=())

    def having(self, player: LeaguePlayer) -> Self:
        """Return the same league with this player added or replaced."""
        return replace(self, players=self.players.having(player))

    def introduced(self, player: PlayerNumber, person: Person, *, rename: bool) -> Self:
        """Return the league with the person of a player's number: by the name that a new player gives, or by
        a user's newest one if ``rename`` allows it."""
        known = self.players[player]
        renamed = rename and person.user is not None and known.name != person.name
        if known.name is not None and not renamed:
            return self
        return self.having(replace(known, user=person.user, name=person.name))

    def review_context(self, result: Result, when: Time) -> ReviewContext:
        """Return the context for a review of this result: the rules, the time and who can't confirm."""
        guests = [
            number
            for number in result.players
            if (player := self.players[number]).guest and player.merged_into is None
        ]
        return ReviewContext(league=self.rules, when=when, guests=guests)
