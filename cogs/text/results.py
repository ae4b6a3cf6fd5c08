"""Results in words: quiet lines for totals, loud ones for losses, draws, wins and the like."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from cogs.drawing.truncate import truncate
from cogs.text import names
from cogs.text.announcements import ending_text, in_order, loud
from cogs.text.events import card_line, cards_drawn, chance, link_line, quiet
from cogs.text.facts import roles
from cogs.text.formatting import bold, comma_separated, escape, listed, strong
from cogs.text.language import mark, numeral, tr, trn
from cogs.text.turns import turn_line, waiting
from rules.events.cards import CardResolved
from rules.events.designations import InitiativeChanged, VentureTriggered
from rules.events.endings import GameEnded, GameRestarted, PlayersLeft
from rules.events.event import Event
from rules.events.table import ChanceDrawn
from rules.events.turns import MarkerDesignated, MarkerRemoved
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId, PlayerOutcome, TotalOwner
from rules.players.roles import are_dealt
from rules.setup import match
from rules.setup.match import MatchScore
from rules.setup.seating_plan import teams_of
from rules.table import Table

MATCHES: Mapping[int, str] = {1: mark("single games"), 3: mark("best of three"), 5: mark("best of five")}
"""Names of matches, by their number of games."""

SIDES_SHOWN = 4
"""The number of sides, if more than two, whose won games are listed."""


class Summary(Struct, frozen=True):
    """The result of an action in words: `quiet` for the reply, `loud` for announcements."""

    quiet: tuple[str, ...]
    loud: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, a line each, the loud lines last."""
        return "\n".join((*self.quiet, *self.loud))

    def fitting(self, limit: int) -> str:
        """Return as much as fits into this many characters: the last loud line first, then the other loud
        ones."""
        if len(self.text) <= limit:
            return self.text
        kept = ""
        for lines in ([*self.loud[-1:]], [*self.loud[:-1]], [*self.quiet]):
            room = limit - len(kept) - 1
            if lines and room > 0:
                kept = "\n".join(filter(None, (truncate("\n".join(lines), room), kept)))
        return kept


def tell(before: Table, after: Table, happened: Sequence[Event]) -> Summary:
    """Return the result of one action in words."""
    if isinstance(after, Lobby):
        lots = (chance(event) for event in happened if isinstance(event, ChanceDrawn))
        return Summary((*lots, *_in_lobby(before, after)), ())
    if not isinstance(before, Game):
        return Summary((), (start_text(after),))
    restarted = any(isinstance(event, GameRestarted) for event in happened)
    quiet_lines = [card_line(before, event) for event in happened if isinstance(event, CardResolved)]
    quiet_lines += [] if restarted else totals(before, after)
    loud_lines: list[str] = []
    removed = {event.marker for event in happened if isinstance(event, MarkerRemoved)}
    for event in in_order(happened):
        if isinstance(event, MarkerDesignated) and event.marker in removed:
            continue  # its removal says enough
        line = quiet(before, event, happened)
        if line:
            quiet_lines.append(line)
        line = loud(before, after, event)
        if line:
            loud_lines += [line, *_next_step(after, event)]
    if any(isinstance(event, GameEnded) for event in happened):
        loud_lines += filter(None, (match_line(after),))
    rest = (*cards_drawn(after, happened, left=True), *waiting(after, happened))
    return Summary((*quiet_lines, *rest), tuple(loud_lines))


def _next_step(game: Game, event: Event) -> list[str]:
    """Return the next required entry: the room after taking the initiative (726.2) may be a choice, and roles
    may decide by who has knocked out a player."""
    if isinstance(event, PlayersLeft) and game.outcome is None:
        asked = [names.bold_name(game, one.who) for one in event.leaving if one.asks_by]
        return ["-# " + tr("Who knocked out {who}? The roles decide by that.", who=who) for who in asked]
    if not isinstance(event, InitiativeChanged | VentureTriggered) or event.who is None:
        return []
    return ["-# " + tr("`/designate dungeon into:Undercity` enters the next room.")]


def _in_lobby(before: Table, after: Lobby) -> list[str]:
    """Return the announcement about a lobby, whose message already lists its people."""
    if after.closed:
        return [tr("The lobby is closed.")]
    if isinstance(before, Lobby) and before.options.link != after.options.link:
        return [link_line(after.options.link)]
    return []


def tell_step(before: Table, after: Table, decided: Sequence[Event] = ()) -> Summary:
    """Return the differences after an undo, a redo or a fix in words.

    ``decided``: the losses and the ending that a fix caused or moved, each given with its reason.
    """
    lines: list[str] = []
    loud_lines: list[str] = []
    if isinstance(before, Game) and isinstance(after, Game):
        lines += [*totals(before, after), *_commander_damage(before, after), *_libraries(before, after)]
        back = [bold(after.player(id).name) for id in newly_out(after, before)]
        left = [event for event in decided if isinstance(event, PlayersLeft)]
        leaving = {one.who for event in left for one in event.leaving}
        gone = [bold(before.player(id).name) for id in newly_out(before, after) if id not in leaving]
        if back:
            count = len(back)
            text = trn("{who} is back in the game.", "{who} are back in the game.", count, who=listed(back))
            loud_lines.append(text)
        if gone:
            count = len(gone)
            text = trn("{who} is out of the game.", "{who} are out of the game.", count, who=listed(gone))
            loud_lines.append(text)
        loud_lines += filter(None, (loud(before, after, event) for event in left))
        reopened = before.outcome is not None and after.outcome is None
        if reopened:
            loud_lines.append(tr("The end of the game was undone. Play on."))
        if after.outcome is None and (back or reopened):
            loud_lines[-1] += f" {turn_line(after)}"
        elif after.outcome is None and turn_line(before) != turn_line(after):
            lines.append(turn_line(after))
        ended = any(isinstance(event, GameEnded) for event in decided)
        if after.outcome is not None and (ended or after.outcome != before.outcome):
            loud_lines += filter(None, (ending_text(after), match_line(after)))
        loud_lines += roles.hidden_again(before, after)
    elif isinstance(before, Game):
        loud_lines.append(tr("The game is back in the lobby."))
        if are_dealt(before):
            loud_lines.append(tr("**Start** deals new roles, and redo brings back those that were dealt."))
    elif isinstance(after, Game):
        loud_lines.append(start_text(after))
    return Summary(tuple(lines), tuple(loud_lines))


def newly_out(before: Table, after: Table) -> list[PlayerId]:
    """Return who is in the game at the first table and not at the second."""
    if not isinstance(before, Game) or not isinstance(after, Game):
        return []
    still = {player.id for player in after.players if player.in_game}
    return [player.id for player in before.players if player.in_game and player.id not in still]


def newly_over(before: Table, after: Table) -> bool:
    """Return whether a game has ended with a result that it didn't have before."""
    earlier = before.outcome if isinstance(before, Game) else None
    outcome = after.outcome if isinstance(after, Game) else None
    return outcome not in (None, earlier) and outcome.result is not PlayerOutcome.NONE


def totals(before: Game, after: Game) -> list[str]:
    """Return the life totals and counters that changed, before and after."""
    life = [
        f"{strong(names.life_holder(after, holder))} {numeral(before.life[holder])} → {numeral(total)}"
        for holder, total in after.life.items()
        if holder in before.life and before.life[holder] != total
    ]
    lines = [" · ".join(life)] if life else []
    for holder in _counter_holders(before, after):
        old, new = before.counters_of(holder), after.counters_of(holder)
        who = strong(names.life_holder(after, holder))
        lines += [
            f"{who} {names.thing(kind)} {old.get(kind, 0)} → {new.get(kind, 0)}"
            for kind in sorted(old.keys() | new.keys())
            if old.get(kind, 0) != new.get(kind, 0)
        ]
    return lines


def _libraries(before: Game, after: Game) -> list[str]:
    counted = {player.id: player.library for player in before.players}
    return [
        tr(
            "{who} library {before} → {after}",
            who=names.bold_name(after, player.id),
            before=counted[player.id],
            after=player.library,
        )
        for player in after.players
        if player.library is not None and counted.get(player.id) not in (None, player.library)
    ]


def _commander_damage(before: Game, after: Game) -> list[str]:
    """Return the tallies of commanders' combat damage that changed (903.10a), before and after."""
    lines: list[str] = []
    were = {player.id: player.commander_damage for player in before.players}
    for player in after.players:
        old, new = were.get(player.id, {}), player.commander_damage
        tallies = [
            f"{names.commander_name(after, one)} {old.get(one, 0)} → {new.get(one, 0)}"
            for one in dict.fromkeys((*old, *new))
            if old.get(one, 0) != new.get(one, 0)
        ]
        lines += [f"{names.bold_name(after, player.id)}: {' · '.join(tallies)}"] if tallies else []
    return lines


def _counter_holders(before: Game, after: Game) -> list[TotalOwner]:
    """Return everyone who has or had counters, in seat order, teams first."""
    if not before.counters and not after.counters:
        return []
    seats = [*(side.id for side in before.sides), *(player.id for player in before.players)]
    having = after.counters.keys() | before.counters.keys()
    return [holder for holder in dict.fromkeys([*seats, *after.counters]) if holder in having]


def start_text(game: Game) -> str:
    """Return the players, their seats, and the player who goes first."""
    seats = " → ".join(escape(player.name) for player in game.players)
    first = strong(names.taker(game, game.first))
    head = tr("The game begins: {first} goes first.", first=first)
    skips = [escape(game.player(id).name) for id in game.rules.skips_first_draw]
    if len(skips) == 1:
        head += " " + tr("{who} skips the first draw.", who=skips[0])
    elif skips:
        head += " " + tr("{who} skip the first draw.", who=listed(skips))
    return "\n".join((head, tr("Seats: {seats}", seats=seats), *_ranges(game), *roles.at_start(game)))


def _ranges(game: Game) -> list[str]:
    """Return all ranges of influence in seats, if they are limited (801.2)."""
    limits = {player.range for player in game.players}
    if limits == {None}:
        return []
    each = " · ".join(f"{escape(one.name)} {one.range}" for one in game.players if one.range is not None)
    seats = str(game.players[0].range) if len(limits) == 1 else each
    number = rule(game.rules.edition, "range")
    return [tr("Range of influence: {seats} (CR {rule})", seats=seats, rule=number)]


def match_line(table: Lobby | Game) -> str:
    """Return the score of a table's match, or its winner; empty without a match."""
    score = match.score_so_far(table)
    if score is None:
        return ""
    called = _side_names(table)
    if score.winner is not None:
        who = bold(called[score.winner])
        return tr("Match won by {who}: {score}.", who=who, score=_match_standing(score, called))
    values = {"score": _match_standing(score, called), "n": score.game, "best_of": score.best_of}
    if score.game > score.best_of:
        return tr("Match: {score} (game {n}, best of {best_of})", **values)
    return tr("Match: {score} (game {n} of {best_of})", **values)


def _match_standing(score: MatchScore, called: Mapping[tuple[PlayerId, ...], str]) -> str:
    """Return the games won, such as "Ana 1 – 0 Ben", most first, then by name."""
    each = [(escape(called[side]), won) for side, won in zip(score.sides, score.wins, strict=True)]
    each.sort(key=lambda side: (-side[1], side[0].casefold()))
    if len(each) == 2:
        (one, wins), (other, losses) = each
        return f"{one} {wins} – {losses} {other}"
    more = ["…"] if len(each) > SIDES_SHOWN else []
    return comma_separated([*(f"{name} {won}" for name, won in each[:SIDES_SHOWN]), *more])


def _side_names(table: Lobby | Game) -> Mapping[tuple[PlayerId, ...], str]:
    """Return the names of a match's sides: teams' names, or players'."""
    if isinstance(table, Lobby):
        people = {seat.id: seat.name for seat in table.seated}
        return {members: people.get(side, names.team(side)) for side, members in teams_of(table).items()}
    return {
        side.members: names.team(side.name) if side.is_team else table.player(side.id).name
        for side in table.sides
    }
