"""Ratings of skill, by the Plackett-Luce model of the openskill library: a replay over confirmed results."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias

from rules.leagues.league import League, RatingRules
from rules.leagues.matches import NumberedResult, is_replayed
from rules.leagues.replays.incremental import IncrementalReplay, KeyT
from rules.leagues.result import DAY, PlayerNumber, PlayerResult, Result, ResultNumber, Time
from rules.leagues.tally import Claims

# openskill loads many models that aren't used here: the first rating waits for that, not every start.
if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

MU = 25.0
SIGMA = 25.0 / 3.0

MAX_RATING_CHANGES = 100
"""The number of latest rated results whose changes of ratings are remembered."""

CommanderNames: TypeAlias = tuple[str, ...]
"""The commanders of one player, sorted by name: partners have their rating together."""


class Rating(NamedTuple):
    """An estimate of a player's skill: a mean and its uncertainty."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    last: Time = 0
    """When the last game was."""

    @property
    def ordinal(self) -> float:
        """A conservative estimate of the skill, by which players are ranked."""
        return self.mu - 3 * self.sigma

    def provisional(self, rules: RatingRules) -> bool:
        """Return whether there are too few games for a rank."""
        return self.games < rules.provisional

    def aged(self, when: Time, rules: RatingRules) -> "Rating":
        """Return the rating at a later time: less certain, if the league lets ratings decay."""
        return self._replace(sigma=aged(self.sigma, when - self.last, rules)) if self.games else self


class RatedGame(NamedTuple, Generic[KeyT]):
    """A result for ratings: its time, the sides, and their places."""

    played: Time
    number: ResultNumber
    sides: Sequence[Sequence[KeyT]]
    places: list[float]


Plain: TypeAlias = tuple[float, float, int, Time]
"""A rating's fields. Replays keep these: making one is quicker than making a Rating."""
_BEGINNER: Plain = (MU, SIGMA, 0, 0)


class _Teams(list[list["PlackettLuceRating"]]):
    """Teams that the model may change. The model's deep copy, two thirds of a game's time, returns these
    themselves."""

    def __deepcopy__(self, memo: object) -> "_Teams":
        return self


class Rater:
    """The model, with objects that it reuses for each game."""

    def __init__(self, rules: RatingRules) -> None:
        from openskill.models import PlackettLuce

        self._rules = rules
        self._model = PlackettLuce(mu=MU, sigma=SIGMA)
        self._spare: list[PlackettLuceRating] = []

    def rate(self, ratings: dict[KeyT, Plain], game: RatedGame[KeyT]) -> None:
        """Apply a game to the ratings of everyone in it."""
        teams, used = _Teams(), 0
        for side in game.sides:
            team: list[PlackettLuceRating] = []
            for key in side:
                if used == len(self._spare):
                    self._spare.append(self._model.rating())
                one = self._spare[used]
                used += 1
                one.mu, one.sigma, games, last = ratings.get(key, _BEGINNER)
                if games and self._rules.decay_days:
                    one.sigma = aged(one.sigma, game.played - last, self._rules)
                team.append(one)
            teams.append(team)
        rated = self._model.rate(teams, ranks=game.places)
        for side, team in zip(game.sides, rated, strict=True):
            for key, one in zip(side, team, strict=True):
                ratings[key] = (one.mu, one.sigma, ratings.get(key, _BEGINNER)[2] + 1, game.played)


def aged(sigma: float, seconds: Time, rules: RatingRules) -> float:
    """Return a rating's sigma after this many seconds without a game: greater if the league lets ratings
    decay."""
    times = seconds // (rules.decay_days * DAY) if rules.decay_days else 0
    if times <= 0 or sigma >= SIGMA:
        return sigma
    return min(SIGMA, sigma + times * float(rules.decay_sigma))


class Rated(IncrementalReplay[KeyT, Plain, RatedGame[KeyT]]):
    """The ratings of players or commanders in a set of confirmed results.

    Byes and replayed draws are not rated. Sides count by their places; a match reported as a whole counts as
    one game.
    """

    def __init__(
        self,
        league: League,
        results: Iterable[NumberedResult],
        game: Callable[[NumberedResult], RatedGame[KeyT] | None],
    ) -> None:
        """Create from ``game``, which converts a result for these ratings; None if it has no data
        for them."""
        self._rules = league.ratings
        self._rater = Rater(league.ratings)
        self._changes: OrderedDict[ResultNumber, Mapping[KeyT, tuple[float, float]]] = OrderedDict()
        super().__init__(game, self._rate, results)

    def _rate(self, ratings: dict[KeyT, Plain], game: RatedGame[KeyT]) -> None:
        keys = [key for side in game.sides for key in side]
        before = {key: Rating(*ratings.get(key, _BEGINNER)).ordinal for key in keys}
        self._rater.rate(ratings, game)
        self._changes[game.number] = {key: (before[key], Rating(*ratings[key]).ordinal) for key in keys}
        self._changes.move_to_end(game.number)
        if len(self._changes) > MAX_RATING_CHANGES:
            self._changes.popitem(last=False)

    def changes(self, number: ResultNumber) -> Mapping[KeyT, tuple[float, float]]:
        """Return everyone's ordinals before and after a result, if it is among the last ones rated."""
        self.catch_up()
        return self._changes.get(number, {})

    def at(self, now: Time) -> Mapping[KeyT, Rating]:
        """Return every rating at a time after the last result, calculated when read."""
        return _RatingsAt(self.state(), now, self._rules)


class _RatingsAt(Mapping[KeyT, Rating]):
    """A lazy mapping of ratings: a page shows a few of thousands, and computing all takes long."""

    def __init__(self, plain: Mapping[KeyT, Plain], now: Time, rules: RatingRules) -> None:
        self._plain, self._now, self._rules = plain, now, rules

    def __getitem__(self, key: KeyT) -> Rating:
        return Rating(*self._plain[key]).aged(self._now, self._rules)

    def __iter__(self) -> Iterator[KeyT]:
        return iter(self._plain)

    def __len__(self) -> int:
        return len(self._plain)


class Ratings(Rated[PlayerNumber]):
    """The ratings of all players in a set of confirmed results."""

    def __init__(
        self, league: League, claims: Claims | None = None, results: Iterable[NumberedResult] = ()
    ) -> None:
        super().__init__(league, results, partial(player_game, league, claims or {}))


class CommanderRatings(Rated[CommanderNames]):
    """The ratings of commanders by key, over all players; empty if the league has none."""

    def __init__(
        self, league: League, claims: Claims | None = None, results: Iterable[NumberedResult] = ()
    ) -> None:
        """Ignore claims, which are about players."""
        super().__init__(league, results, partial(commander_game, league))


def player_game(league: League, claims: Claims, one: NumberedResult) -> RatedGame[PlayerNumber] | None:
    """Return a result for the ratings of players; None if it has no data about skill."""
    if not _is_rated(league, one.result):
        return None
    entrants = one.result.entrants
    return RatedGame(
        one.played,
        one.number,
        [[claims.get(player, player) for player in entrant.players] for entrant in entrants],
        [float(entrant.place) for entrant in entrants],
    )


def commander_game(league: League, one: NumberedResult) -> RatedGame[CommanderNames] | None:
    """Return a result for commanders' ratings: the sides whose commanders are all known, if at least two;
    commanders on several sides are left out, since they can't beat themselves."""
    if not league.ratings.commanders or not _is_rated(league, one.result):
        return None
    named = [
        [commander_key(commander_names(line)) for line in entrant.lines] for entrant in one.result.entrants
    ]
    seen = Counter(names for side in named for names in side)
    known = [
        (side, float(entrant.place))
        for side, entrant in zip(named, one.result.entrants, strict=True)
        if all(names and seen[names] == 1 for names in side)
    ]
    if len(known) < 2:
        return None
    return RatedGame(one.played, one.number, [side for side, _ in known], [place for _, place in known])


def commander_names(line: PlayerResult) -> CommanderNames:
    """Return a player's commanders, sorted; empty if they are unknown."""
    return tuple(sorted(line.commanders))


def commander_key(names: CommanderNames) -> CommanderNames:
    """Return the key of commanders, independent of the case in which they were typed."""
    return tuple(sorted(name.casefold() for name in names))


def _is_rated(league: League, result: Result) -> bool:
    return not result.is_bye and not is_replayed(result.draw, league.scoring)
