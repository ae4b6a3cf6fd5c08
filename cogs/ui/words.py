"""What happened, in words: quiet lines for totals, loud ones for losses, draws, wins and the like."""

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.ui import effect_names
from cogs.ui.text import bold, escape, listed, plural
from rules import events as ev
from rules.commanders import find
from rules.events import Event
from rules.game import Game, Holder, PlayerId, Result, Side, Taker, TurnKind
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Told:
    """What a channel is told: `quiet` for the one answer, `loud` for what everybody must see."""

    quiet: tuple[str, ...]
    loud: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, a line each, the loud lines last."""
        return "\n".join((*self.quiet, *self.loud))


def tell(before: Table, after: Table, happened: Sequence[Event]) -> Told:
    """Words for what came of one action."""
    if not isinstance(after, Game):
        return Told((), ())
    if not isinstance(before, Game):
        return Told((), (started(after),))
    restarted = any(isinstance(event, ev.GameRestarted) for event in happened)
    quiet = [] if restarted else totals(before, after)
    loud: list[str] = []
    for event in happened:
        line = _quiet(before, event)
        if line:
            quiet.append(line)
        line = _loud(before, after, event)
        if line:
            loud.append(line)
    return Told(tuple(quiet), tuple(loud))


def tell_step(before: Table, after: Table, *, undone: bool, steps: int) -> Told:
    """Words for an undo or a redo: what is different now."""
    word = "Undid" if undone else "Redid"
    lines = [f"{word} {plural(steps, 'step')}."]
    loud: list[str] = []
    if isinstance(before, Game) and isinstance(after, Game):
        lines += totals(before, after)
        back = [p.name for p in after.players if p.in_game and not _in_game(before, p.id)]
        gone = [p.name for p in before.players if p.in_game and not _in_game(after, p.id)]
        loud += [f"Back in the game: {listed(map(bold, back))}."] if back else []
        loud += [f"Out of the game: {listed(map(bold, gone))}."] if gone else []
        if before.outcome is not None and after.outcome is None:
            loud.append("The game goes on: its ending was undone.")
        if before.outcome is None and after.outcome is not None:
            loud.append(result(after))
        if before.turn != after.turn:
            lines.append(turn_line(after))
    elif isinstance(before, Game):
        loud.append("The game is back in its lobby.")
    elif isinstance(after, Game):
        loud.append(started(after))
    return Told(tuple(lines), tuple(loud))


def _in_game(game: Game, id: PlayerId) -> bool:
    return any(player.id == id and player.in_game for player in game.players)


def holder_name(game: Game, holder: Holder) -> str:
    """The name of whose total it is: a team or a player."""
    for side in game.sides:
        if side.id == holder and side.shares_life:
            return side.name
    return next((player.name for player in game.players if player.id == holder), holder)


def name(game: Game, id: PlayerId) -> str:
    """A player's name in bold."""
    return bold(game.player(id).name)


def taker_name(game: Game, taker: Taker) -> str:
    """The name of who takes a turn: a player, or a team."""
    return game.side(taker).name if game.rules.shared_turns else game.player(taker).name


def totals(before: Game, after: Game) -> list[str]:
    """The life totals and counters that changed, before and after."""
    life = [
        f"{bold(holder_name(after, holder))} {before.life[holder]} → {total}"
        for holder, total in after.life.items()
        if holder in before.life and before.life[holder] != total
    ]
    lines = [" · ".join(life)] if life else []
    for holder in after.counters.keys() | before.counters.keys():
        old, new = before.counters_of(holder), after.counters_of(holder)
        for kind in sorted(old.keys() | new.keys()):
            if old.get(kind, 0) != new.get(kind, 0):
                who = _counter_holder_name(after, holder)
                lines.append(f"{bold(who)} {escape(kind)} {old.get(kind, 0)} → {new.get(kind, 0)}")
    return lines


def _counter_holder_name(game: Game, holder: Holder) -> str:
    names = {side.id: side.name for side in game.sides} | {p.id: p.name for p in game.players}
    return names.get(holder, holder)


def turn_line(game: Game) -> str:
    """Whose turn it is."""
    if game.rules.markers:
        takers = [taker_name(game, taker) for taker in game.active_takers]
        return f"Turns: {listed(map(bold, takers))}."
    kind = "" if game.turn.kind is TurnKind.NORMAL else "extra "
    return f"Turn {game.turn.number}: {bold(taker_name(game, game.turn.taker))}'s {kind}turn."


def started(game: Game) -> str:
    """Who plays, in which seats, and who goes first."""
    seats = " → ".join(escape(player.name) for player in game.players)
    first = bold(taker_name(game, game.first))
    skips = [escape(game.player(id).name) for id in game.rules.skips_first_draw]
    draw = f" {listed(skips)} skip{'s' if len(skips) == 1 else ''} the first draw." if skips else ""
    return (
        f"The game begins: {first} {'go' if game.rules.shared_turns else 'goes'} first.{draw}\nSeats: {seats}"
    )


def _quiet(game: Game, event: Event) -> str | None:
    match event:
        case ev.DamageDealt(commander=str() as commander):
            title = commander_name(game, commander)
            limit = game.rules.commander_damage_limit
            of = f" of {limit}" if limit is not None else ""
            return f"{name(game, event.to)}: {event.tally}{of} from {bold(title)}"
        case ev.GameLossReplaced():
            return f"{name(game, event.who)} would lose, but an effect replaces that (CR {event.rule})."
        case ev.EffectBegan():
            return f"{name(game, event.effect.on)}: {effect_names.describe(event.effect)}."
        case ev.EffectEnded():
            return f"{name(game, event.effect.on)}: no longer “{effect_names.describe(event.effect)}”."
        case ev.CommanderNamed():
            return f"{name(game, event.who)} plays {bold(event.commander.name)}."
        case ev.CommanderCast():
            return f"{name(game, event.who)} casts a commander: the next time costs {event.tax} more."
        case ev.LibraryCounted():
            return f"{name(game, event.who)} has {plural(event.cards, 'card')} in the library."
        case ev.DrewFromEmptyLibrary():
            return f"{name(game, event.who)} had to draw from an empty library."
        case ev.HoldBegan():
            return "Hold: changes from now on are one event. `/release` makes the checks."
        case ev.HoldEnded():
            return "Released: everything since the hold happened at once."
        case ev.LinkChanged():
            return "The webcam link is on the board." if event.link else "The webcam link is gone."
        case _:
            return _turns(game, event)


def _turns(game: Game, event: Event) -> str | None:
    match event:
        case ev.TurnBegan():
            kind = "turn" if event.kind is TurnKind.NORMAL else "extra turn"
            marker = f" (marker {event.marker})" if event.marker is not None else ""
            return f"{bold(taker_name(game, event.taker))}'s {kind} begins{marker}."
        case ev.TurnSkipped():
            return f"{bold(taker_name(game, event.taker))}'s turn is skipped (CR {event.rule})."
        case ev.ExtraTurnGranted():
            when = "before the next own turn" if event.saved else "after this one"
            return f"{bold(taker_name(game, event.taker))} takes an extra turn {when} (CR {event.rule})."
        case ev.SkipGranted():
            return f"{bold(taker_name(game, event.taker))} will skip the next turn (CR {event.rule})."
        case ev.MarkerRemoved():
            return f"Turn marker {event.marker} is removed (CR {event.rule})."
        case ev.MarkerDesignated():
            return f"Turn marker {event.marker} will be removed after its turn (CR {event.rule})."
        case ev.ChanceDrawn():
            return f"{escape(event.asked)}: **{escape(event.result)}**"
        case _:
            return None


def _loud(before: Game, after: Game, event: Event) -> str | None:
    match event:
        case ev.PlayersLeft():
            return "\n".join(_departures(after, event))
        case ev.GameEnded():
            return result(after)
        case ev.GameRestarted():
            by = name(before, event.by)
            return f"{by} restarts the game (CR {event.rule}): nobody has won or lost. {turn_line(after)}"
        case ev.MonarchChanged(who=str() as who):
            return f"{name(after, who)} is the monarch now (CR {event.rule})."
        case ev.MonarchChanged():
            return f"Nobody is the monarch any more (CR {event.rule})."
        case ev.InitiativeChanged(who=str() as who):
            return f"{name(after, who)} has the initiative (CR {event.rule}) and ventures into the Undercity."
        case ev.DungeonMoved():
            return f"{name(after, event.who)} is in {event.dungeon.room} ({event.dungeon.name})."
        case ev.DungeonCompleted():
            return f"{name(after, event.who)} completes {bold(event.name)} (CR {event.rule})."
        case ev.DesignationGained():
            return f"{name(after, event.who)} has {escape(event.name)} for the rest of the game."
        case ev.DayNightChanged():
            return f"It becomes {event.to.value} (CR {event.rule})."
        case ev.SpeedChanged():
            return f"{name(after, event.who)}'s speed is {event.speed} (CR {event.rule})."
        case ev.RingTempted():
            return f"The Ring tempts {name(after, event.who)}, for the {_ordinal(event.level)} time."
        case ev.HandChanged():
            hand = event.hand
            if hand.kept:
                return f"{name(after, event.who)} keeps {plural(hand.size, 'card')}."
            return f"{name(after, event.who)} takes mulligan {hand.mulligans} (CR {event.rule})."
        case _:
            return None


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _departures(game: Game, event: ev.PlayersLeft) -> list[str]:
    """One line for each team that falls as one, and for each single player."""
    lines: list[str] = []
    verb = ("loses", "lose") if event.result is Result.LOST else ("draws", "draw")
    for side in game.sides:
        gone = [one for one in event.leaving if one.who in side.members]
        if side.one_body and gone:
            first = next((one for one in gone if one.cause != "lose_team"), gone[0])
            members = listed(escape(game.player(id).name) for id in side.members)
            lines.append(f"{bold(side.name)} {verb[0]} ({members}): {cause(game, first)}, CR {first.rule}.")
            continue
        lines += [f"{name(game, one.who)} {verb[0]}: {cause(game, one)}, CR {one.rule}." for one in gone]
    return lines


def cause(game: Game, leaving: ev.Leaving) -> str:
    """Why somebody is out, in a few words."""
    if leaving.cause == "lose_life":
        return f"{leaving.life} life"
    if leaving.cause == "lose_poison":
        return plural(leaving.poison, "poison counter")
    if leaving.cause == "lose_commander" and leaving.commander is not None:
        title = escape(commander_name(game, leaving.commander))
        return f"{leaving.commander_damage} combat damage from {title}"
    return CAUSES[leaving.cause]


CAUSES = {
    "lose_library": "drew from an empty library",
    "lose_concession": "conceded",
    "lose_effect": "an effect says so",
    "lose_win_and_lose": "won and lost at once, which is a loss",
    "lose_judge": "a judge's penalty",
    "lose_team": "the team stands and falls as one",
    "lose_emperor": "the emperor has lost",
    "lose_opponent_won": "an opponent in range won",
    "lose_departure": "left the game",
    "draw_effect_range": "an effect made it a draw for everybody in range",
    "draw_loop_range": "a loop of mandatory actions made it a draw for everybody in range",
    "draw_team": "the team stands and falls as one",
    "draw_emperor": "it is a draw for the emperor",
}
"""Why somebody left, by the key of the rule."""


def commander_name(game: Game, commander: str) -> str:
    """What a commander is called: its name, or its owner's commander where nobody has named it."""
    card = find(game, commander)
    if card is not None:
        return card.name
    owner, _, number = commander.rpartition(":")
    title = f"{game.player(owner).name}'s commander"
    return title if number == "1" else f"{title} {number}"


def result(game: Game) -> str:
    """How the game ended, with every winner's name and the rule; empty while it goes on."""
    outcome = game.outcome
    if outcome is None:
        return ""
    if outcome.result is Result.NONE:
        return "The table stopped playing: no result."
    if outcome.result is Result.DRAW:
        drawn = [player.name for player in game.players if player.result is Result.DRAW]
        why = _draw_cause(outcome.cause)
        return f"**The game is a draw** for {listed(map(bold, drawn))}: {why}, CR {outcome.rule}."
    side = game.side_of(outcome.winners[0])
    return f"{_winner(game, side)}, CR {outcome.rule}."


def _winner(game: Game, side: Side) -> str:
    if not side.is_team:
        return f"**{escape(side.name)} wins the game**"
    members = listed(escape(game.player(id).name) for id in side.members)
    return f"**{escape(side.name)} wins the game** ({members})"


def _draw_cause(key: str) -> str:
    return {
        "draw_all": "everybody left would lose at once",
        "draw_teams": "all teams left would lose at once",
        "draw_effect": "an effect says so",
        "draw_loop": "a loop of mandatory actions",
        "draw_effect_range": "an effect says so",
        "draw_loop_range": "a loop of mandatory actions",
        "draw_agreed": "agreed by the players",
    }[key]


def lobby_change(event: Event) -> str | None:
    """What changed in the lobby, in a few words."""
    match event:
        case ev.LobbyChanged(change="opened"):
            return "opened the table"
        case ev.LobbyChanged(change="joined"):
            return f"{escape(event.who)} took a seat"
        case ev.LobbyChanged(change="left"):
            return f"{escape(event.who)} left the lobby"
        case ev.LobbyChanged(change="closed"):
            return "closed the lobby"
        case ev.LobbyChanged():
            return "changed the options or the seats"
        case _:
            return None


def brief(game: Game, happened: Sequence[Event]) -> list[str]:
    """What one entry of the log did, in a few words each, made from its facts alone."""
    spans: dict[tuple[str, str], tuple[int, int]] = {}
    told: list[str] = []
    for event in happened:
        span = _span(game, event)
        if span is not None:
            key, before, after = span
            spans[key] = (spans.get(key, (before, 0))[0], after)
        elif not isinstance(event, ev.TurnEnded):
            line = "the game began" if isinstance(event, ev.GameStarted) else None
            line = line or _loud(game, game, event) or _quiet(game, event)
            told += [line] if line else []
    totals_told = [
        f"{escape(who)}{f' {kind}' if kind else ''} {before} → {after}"
        for (who, kind), (before, after) in spans.items()
    ]
    return totals_told + told


def _span(game: Game, event: Event) -> tuple[tuple[str, str], int, int] | None:
    """Whose total of what a fact changed, and from what to what."""
    match event:
        case ev.LifeLost():
            who = holder_name(game, game.life_holder(event.who))
            return (who, ""), event.total + event.amount, event.total
        case ev.LifeGained():
            who = holder_name(game, game.life_holder(event.who))
            return (who, ""), event.total - event.amount, event.total
        case ev.CountersAdded() | ev.CountersRemoved():
            change = event.amount if isinstance(event, ev.CountersAdded) else -event.amount
            who = _counter_holder_name(game, game.counter_holder(event.who, event.kind))
            return (who, escape(event.kind)), event.total - change, event.total
        case _:
            return None
