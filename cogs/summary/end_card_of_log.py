"""From the log of a finished game to the picture of it. Pure: `cogs.charts.end_plot` draws it."""

from collections.abc import Callable, Mapping, Sequence

from cogs.drawing.facts import Fact
from cogs.drawing.truncate import truncate
from cogs.summary import player_details
from cogs.summary.curves import Fate, LifeCurves
from cogs.summary.end_card import CardPlayer, EndCard
from cogs.summary.turning_point import SHORT_NAME, turning_point
from cogs.text import announcements, names
from cogs.text.facts import decks
from cogs.text.formatting import unmarked
from cogs.text.language import tr, trn
from cogs.text.leagues import tables, text
from rules.events.endings import Leaving, PlayersLeft
from rules.game.game import Game
from rules.game.parts import GameId, Player, PlayerId, PlayerOutcome
from rules.leagues.from_game import TimedEvents, result_of
from rules.leagues.result import MINUTE, PlayerNumber, PlayerResult
from storage.games.games import LogEntry

CARD_PLAYERS = 10
"""Players who each have their own lines."""
_FATES = {PlayerOutcome.WON: Fate.WON, PlayerOutcome.DRAW: Fate.DRAW}

Identity = Callable[[Sequence[str]], str | None]
"""From the names of someone's commanders to their colors."""


def end_card(
    number: GameId,
    game: Game,
    entries: Sequence[LogEntry],
    curves: LifeCurves,
    identity: Identity,
    records: Sequence[Fact] = (),
) -> EndCard | None:
    """Return the content of a finished game's picture; None if it has no result.

    ``entries``: the steps that led to its state; ``records``: its significance for leagues. Knock-outs are
    those that leagues count.
    """
    numbers = {player.id: PlayerNumber(n) for n, player in enumerate(game.players, start=1)}
    log = [TimedEvents(when=int(one.when.timestamp()), events=one.events) for one in entries]
    result = result_of(game, log, numbers, number=number, entry=entries[-1].at)
    if result is None:
        return None
    leaving = {
        one.who: one
        for entry in entries
        for event in entry.events
        if isinstance(event, PlayersLeft)
        for one in event.leaving
    }
    lines = {line.player: line for line in result.lines}
    order = {line.player: entrant.place for entrant in result.entrants for line in entrant.lines}
    ranked = sorted(game.players, key=lambda one: (order[numbers[one.id]], numbers[one.id]))
    shown = [
        _player(game, one, curves, leaving.get(one.id), lines[numbers[one.id]], identity)
        for one in ranked[:CARD_PLAYERS]
    ]
    return EndCard(
        curves=curves,
        players=tuple(shown),
        others=trn("and {n} more player", "and {n} more players", len(ranked) - CARD_PLAYERS)
        if len(ranked) > CARD_PLAYERS
        else "",
        facts=(
            *_turning(curves),
            *_length(result.turns if curves.turns else None, result.seconds or 0),
            *records,
        ),
    )


def _player(
    game: Game,
    player: Player,
    curves: LifeCurves,
    leaving: Leaving | None,
    line: PlayerResult,
    identity: Identity,
) -> CardPlayer:
    side = game.side_of(player.id)
    about = [unmarked(names.team(side.name))] if side.is_team else []
    about += map(unmarked, player_details.public_role(game, player))
    about += [" / ".join(line.commanders)] if line.commanders else []
    about += decks.words(player.deck)[:1] if player.deck is not None and player.deck.bracket else []
    return CardPlayer(
        name=player.name,
        line=[one.holder for one in curves.lines].index(game.life_holder(player.id)),
        fate=_FATES.get(player.result, Fate.LOST if player.left is None else Fate.OUT),
        total=line.life or 0,
        about=" · ".join(about),
        identity=identity(line.commanders) if line.commanders else None,
        ending=""
        if leaving is None or player.left is None
        else _ending(game, leaving, line, by_turns=bool(curves.turns)),
    )


def _killer(game: Game, line: PlayerResult) -> PlayerId | None:
    """Return who has knocked out a player, as far as known from the log; numbers count players from 1."""
    if line.out is None or line.out.by is None or line.out.by == line.player:
        return None
    return game.players[line.out.by - 1].id


def _ending(game: Game, leaving: Leaving, line: PlayerResult, *, by_turns: bool) -> str:
    left, by = game.player(leaving.who).left, _killer(game, line)
    values: Mapping[str, object] = {
        "why": unmarked(announcements.cause(game, leaving)),
        "turn": left.turn if left is not None else 0,
    }
    if by is None:
        return tr("out on turn {turn}: {why}", **values) if by_turns else tr("out: {why}", **values)
    who = truncate(game.player(by).name, SHORT_NAME)
    if by_turns:
        return tr("knocked out by {who} on turn {turn}: {why}", who=who, **values)
    return tr("knocked out by {who}: {why}", who=who, **values)


def _turning(curves: LifeCurves) -> list[Fact]:
    said = turning_point(curves)
    return [Fact(tr("Turning point"), said)] if said else []


def _length(turns: int | None, seconds: int) -> list[Fact]:
    parts = [tables.turns(turns)] if turns else []
    parts += [text.duration(seconds)] if seconds >= MINUTE else []
    return [Fact(tr("Length"), " · ".join(parts))] if parts else []
