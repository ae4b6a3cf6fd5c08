"""A best-of match of several games: its score before, during and after a game."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.formats.options import MatchGame, Options
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId, PlayerOutcome
from rules.setup.seating_plan import teams_of


class MatchScore(Struct, frozen=True):
    """The score of a match: the games won by each side, in the order of its sides."""

    best_of: int
    sides: tuple[tuple[PlayerId, ...], ...]
    wins: tuple[int, ...]
    game: int
    """The number of the game in the match, counted from 1."""
    drawn: int = 0
    """Games that have ended without a winner."""

    @property
    def winner(self) -> tuple[PlayerId, ...] | None:
        """The side that has won the match; None while it continues."""
        for side, won in zip(self.sides, self.wins, strict=True):
            if won > self.best_of // 2:
                return side
        return None


def score_so_far(table: Lobby | Game) -> MatchScore | None:
    """Return the score of a lobby's or game's match, with a finished game counted; None outside a match."""
    if table.options.best_of == 1:
        return None
    sides = _sides(table)
    games = _of_these(table.options, sides)
    counted = [*games, *([finished(table, 0)] if isinstance(table, Game) and _counts(table) else [])]
    wins = tuple(sum(bool({*side} & {*game.winners}) for game in counted) for side in sides)
    drawn = sum(not game.winners for game in counted)
    return MatchScore(table.options.best_of, sides, wins, game=len(games) + 1, drawn=drawn)


def goes_on(game: Game) -> bool:
    """Return whether another game of the match follows a finished one."""
    stands = score_so_far(game)
    return stands is not None and stands.winner is None


def finished(game: Game, number: int) -> MatchGame:
    """Return a match's record of a finished game with this number."""
    winners = game.outcome.winners if game.outcome is not None else ()
    return MatchGame(number=number, sides=_sides(game), winners=winners)


def with_corrected_winners(options: Options, games: Mapping[int, MatchGame]) -> Options:
    """Return the options with the corrected winners of earlier games, by number; the same options if nothing
    differs. Players with changed ids keep them."""
    now = tuple(_corrected(one, games.get(one.number, one)) for one in options.match)
    return options if now == options.match else replace(options, match=now)


def _corrected(remembered: MatchGame, game: MatchGame) -> MatchGame:
    if len(remembered.sides) != len(game.sides):
        return remembered
    won = [bool({*side} & {*game.winners}) for side in game.sides]
    known = [bool({*side} & {*remembered.winners}) for side in remembered.sides]
    if won == known:
        return remembered
    sides = zip(remembered.sides, won, strict=True)
    return replace(remembered, winners=tuple(id for side, wins in sides if wins for id in side))


def next_game_options(game: Game, number: int) -> Options:
    """Return the options of the game after a finished one: the same match, or the next once that is over."""
    if not goes_on(game):
        return replace(game.options, match=())
    own = (finished(game, number),) if _counts(game) else ()
    return replace(game.options, match=(*_of_these(game.options, _sides(game)), *own))


def with_ids(options: Options, now: dict[PlayerId, PlayerId]) -> Options:
    """Return the options with changed ids of people in the match."""

    def renamed(ids: Collection[PlayerId]) -> tuple[PlayerId, ...]:
        return tuple(now.get(id, id) for id in ids)

    match = tuple(
        replace(one, sides=tuple(map(renamed, one.sides)), winners=renamed(one.winners))
        for one in options.match
    )
    return replace(options, match=match)


def _sides(table: Lobby | Game) -> tuple[tuple[PlayerId, ...], ...]:
    if isinstance(table, Lobby):
        return tuple(teams_of(table).values())
    return tuple(side.members for side in table.sides)


def _of_these(options: Options, sides: Sequence[Sequence[PlayerId]]) -> tuple[MatchGame, ...]:
    """Return the games of the match between the same sides: with other people it starts over."""
    now = {frozenset(side) for side in sides}
    return tuple(one for one in options.match if {frozenset(side) for side in one.sides} == now)


def _counts(game: Game) -> bool:
    return game.outcome is not None and game.outcome.result is not PlayerOutcome.NONE
