"""What happened, in words: quiet lines for totals, loud ones for losses, draws, wins and the like."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cogs.ui import effect_names, names
from cogs.ui.language import tr
from cogs.ui.text import bold, escape, listed, plural, shortened, strong
from rules import events as ev
from rules.events import Event
from rules.game import Game, Holder, MarkerState, Outcome, PlayerId, Result, TurnKind
from rules.lobby import Lobby
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

    def fitting(self, limit: int) -> str:
        """As much as fits into this many characters: the last loud line first, then the other loud ones."""
        kept = ""
        for lines in ([*self.loud[-1:]], [*self.loud[:-1]], [*self.quiet]):
            room = limit - len(kept) - 1
            if lines and room > 0:
                kept = "\n".join(filter(None, (shortened("\n".join(lines), room), kept)))
        return kept


def tell(before: Table, after: Table, happened: Sequence[Event]) -> Told:
    """Words for what came of one action."""
    if isinstance(after, Lobby):
        return Told(tuple(_in_lobby(before, after)), ())
    if not isinstance(before, Game):
        return Told((), (started(after),))
    restarted = any(isinstance(event, ev.GameRestarted) for event in happened)
    quiet = [] if restarted else totals(before, after)
    loud: list[str] = []
    removed = {event.marker for event in happened if isinstance(event, ev.MarkerRemoved)}
    for event in happened:
        if isinstance(event, ev.MarkerDesignated) and event.marker in removed:
            continue  # its removal says enough
        line = _quiet(before, event)
        if line:
            quiet.append(line)
        line = _loud(before, after, event)
        if line:
            loud.append(line)
    return Told((*quiet, *_drawn(after, happened, left=True), *_waiting(after, happened)), tuple(loud))


def _drawn(game: Game, happened: Sequence[Event], *, left: bool = False) -> list[str]:
    """How many cards were drawn, how many are left of those that somebody has counted, and who had to draw
    more than that."""
    drawn = Counter(event.who for event in happened if isinstance(event, ev.CardDrawn))
    lines: list[str] = []
    for who, cards in drawn.items():
        library = game.player(who).library if left else None
        rest = f", {library} left" if library is not None else ""
        lines.append(f"{name(game, who)} draws {plural(cards, 'card')}{rest}.")
    failed = dict.fromkeys(event.who for event in happened if isinstance(event, ev.DrewFromEmptyLibrary))
    lines += [tr("{who} had to draw from an empty library.", who=name(game, who)) for who in failed]
    return lines


def _waiting(game: Game, happened: Sequence[Event]) -> list[str]:
    """Where turn markers are that were moved on and begin no turn yet."""
    moved = {event.marker for event in happened if isinstance(event, ev.MarkerMoved)}
    return [
        f"Turn marker {marker.number} {'waits with' if marker.at else 'is on its way to'} "
        f"{name(game, marker.at or marker.to or '')}."
        for marker in game.markers
        if marker.number in moved and marker.state is not MarkerState.TURN
    ]


def _in_lobby(before: Table, after: Lobby) -> list[str]:
    """What is worth saying about a lobby: who is there stands on its message."""
    if after.closed:
        return ["The lobby is closed."]
    if isinstance(before, Lobby) and before.options.link != after.options.link:
        return [link_line(after.options.link)]
    return []


def link_line(link: str | None) -> str:
    """What became of the address of the webcam room."""
    return "The webcam link is on the board." if link else "The webcam link is gone."


def tell_step(before: Table, after: Table) -> Told:
    """Words for what is different after an undo or a redo."""
    lines: list[str] = []
    loud: list[str] = []
    if isinstance(before, Game) and isinstance(after, Game):
        lines += [*totals(before, after), *_libraries(before, after)]
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


def name(game: Game, id: PlayerId) -> str:
    """A player's name in bold."""
    return strong(names.player(game, id))


def totals(before: Game, after: Game) -> list[str]:
    """The life totals and counters that changed, before and after."""
    life = [
        f"{strong(names.life_holder(after, holder))} {before.life[holder]} → {total}"
        for holder, total in after.life.items()
        if holder in before.life and before.life[holder] != total
    ]
    lines = [" · ".join(life)] if life else []
    for holder in _counter_holders(before, after):
        old, new = before.counters_of(holder), after.counters_of(holder)
        for kind in sorted(old.keys() | new.keys()):
            if old.get(kind, 0) != new.get(kind, 0):
                who = strong(names.life_holder(after, holder))
                lines.append(f"{who} {escape(kind)} {old.get(kind, 0)} → {new.get(kind, 0)}")
    return lines


def _libraries(before: Game, after: Game) -> list[str]:
    """The counted libraries that changed."""
    counted = {player.id: player.library for player in before.players}
    return [
        f"{name(after, player.id)} library {counted[player.id]} → {player.library}"
        for player in after.players
        if player.library is not None and counted.get(player.id) not in (None, player.library)
    ]


def _counter_holders(before: Game, after: Game) -> list[Holder]:
    """Everybody who has or had counters, in seat order, teams first."""
    seats = [*(side.id for side in before.sides), *(player.id for player in before.players)]
    having = after.counters.keys() | before.counters.keys()
    return [holder for holder in dict.fromkeys([*seats, *after.counters]) if holder in having]


def turn_line(game: Game) -> str:
    """Whose turn it is."""
    if game.rules.markers:
        takers = [strong(names.taker(game, taker)) for taker in game.active_takers]
        return f"Turns: {listed(takers)}."
    kind = "" if game.turn.kind is TurnKind.NORMAL else "extra "
    return f"Turn {game.turn.number}: {strong(names.taker(game, game.turn.taker))}'s {kind}turn."


def started(game: Game) -> str:
    """Who plays, in which seats, and who goes first."""
    seats = " → ".join(escape(player.name) for player in game.players)
    first = strong(names.taker(game, game.first))
    skips = [escape(game.player(id).name) for id in game.rules.skips_first_draw]
    draw = f" {listed(skips)} skip{'s' if len(skips) == 1 else ''} the first draw." if skips else ""
    verb = "go" if len(game.team_of(game.first)) > 1 else "goes"
    return f"The game begins: {first} {verb} first.{draw}\nSeats: {seats}"


def _quiet(game: Game, event: Event) -> str | None:
    match event:
        case ev.DamageDealt(commander=str() as commander):
            title = names.commander(game, commander)
            limit = game.rules.commander_damage_limit
            of = f" of {limit}" if limit is not None else ""
            return f"{name(game, event.to)}: {event.tally}{of} from {strong(title)}"
        case ev.GameLossReplaced():
            return f"{name(game, event.who)} would lose, but an effect replaces that (CR {event.rule})."
        case ev.EffectBegan():
            return f"{name(game, event.effect.on)}: {effect_names.describe(event.effect)}."
        case ev.EffectEnded(cause="left"):
            return None  # the departure says enough
        case ev.EffectEnded():
            return f"{name(game, event.effect.on)}: no longer “{effect_names.describe(event.effect)}”."
        case ev.CommanderNamed():
            return f"{name(game, event.who)} plays {bold(event.commander.name)}."
        case ev.CommanderCast():
            title = strong(names.commander(game, event.commander))
            return f"{name(game, event.who)} casts {title}: the next time costs {event.tax} more."
        case ev.SpellCast():
            return f"{name(game, event.who)} has cast {plural(event.count, 'spell')} this turn."
        case ev.LibraryCounted():
            return f"{name(game, event.who)} has {plural(event.cards, 'card')} in the library."
        case ev.HoldBegan():
            return "Hold: changes from now on are one event. `/release` makes the checks."
        case ev.HoldEnded():
            return "Released: everything since the hold happened at once."
        case ev.LinkChanged():
            return link_line(event.link)
        case _:
            return _turns(game, event)


def _turns(game: Game, event: Event) -> str | None:
    match event:
        case ev.TurnBegan():
            kind = "turn" if event.kind is TurnKind.NORMAL else "extra turn"
            marker = f" (marker {event.marker})" if event.marker is not None else ""
            return f"{strong(names.taker(game, event.taker))}'s {kind} begins{marker}."
        case ev.TurnSkipped():
            return f"{strong(names.taker(game, event.taker))}'s turn is skipped (CR {event.rule})."
        case ev.ExtraTurnGranted():
            when = "before the next own turn" if event.saved else "after this one"
            return f"{strong(names.taker(game, event.taker))} takes an extra turn {when} (CR {event.rule})."
        case ev.SkipGranted():
            return f"{strong(names.taker(game, event.taker))} will skip the next turn (CR {event.rule})."
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
            drawn = [id for id, came in event.results.items() if came is Result.DRAW]
            return _ending(after, event.outcome, drawn)
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
            return f"{name(after, event.who)} has the {escape(event.name)} for the rest of the game."
        case ev.DayNightChanged():
            return f"It becomes {event.to.value} (CR {event.rule})."
        case ev.SpeedChanged():
            return f"{name(after, event.who)}'s speed is {event.speed} (CR {event.rule})."
        case ev.RingTempted():
            return f"The Ring tempts {name(after, event.who)}, for the {_ordinal(event.level)} time."
        case ev.HandChanged():
            who, cards = name(after, event.who), plural(event.hand.size, "card")
            if event.hand.kept:
                return f"{who} keeps {cards}."
            return f"{who} takes mulligan {event.hand.mulligans}: {cards} (CR {event.rule})."
        case _:
            return None


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _departures(game: Game, event: ev.PlayersLeft) -> list[str]:
    """One line for each team that falls as one, and for each single player."""
    lines: list[str] = []
    verb = ("loses", "lose") if event.result is Result.LOST else ("draws", "draw")
    bodies = [side for side in game.sides if side.one_body]
    for side in bodies:
        gone = [one for one in event.leaving if one.who in side.members]
        if gone:
            first = next((one for one in gone if one.cause != "lose_team"), gone[0])
            members = listed(names.player(game, id) for id in side.members)
            lines.append(f"{bold(side.name)} {verb[0]} ({members}): {cause(game, first)}, CR {first.rule}.")
    told = {id for side in bodies for id in side.members}
    lines += [
        f"{name(game, one.who)} {verb[0]}: {cause(game, one)}, CR {one.rule}."
        for one in _in_seat_order(game, event.leaving)
        if one.who not in told
    ]
    return lines


def _in_seat_order(game: Game, leaving: Sequence[ev.Leaving]) -> list[ev.Leaving]:
    seats = [player.id for player in game.players]
    return sorted(leaving, key=lambda one: seats.index(one.who) if one.who in seats else -1)


def cause(game: Game, leaving: ev.Leaving) -> str:
    """Why somebody is out, in a few words."""
    if leaving.cause == "lose_life":
        return f"{leaving.life} life"
    if leaving.cause == "lose_poison":
        return plural(leaving.poison, "poison counter")
    if leaving.cause == "lose_commander" and leaving.commander is not None:
        title = names.commander(game, leaving.commander)
        return f"{leaving.commander_damage} combat damage from {title}"
    if leaving.cause == "lose_departure" and leaving.by is not None:
        return tr("left the game, as {who} says", who=names.player(game, leaving.by))
    return CAUSES[leaving.cause]


CAUSES = {
    "lose_library": "drew from an empty library",
    "lose_concession": "conceded",
    "lose_effect": "an effect says so",
    "lose_win_and_lose": "won and lost at once, which is a loss",
    "lose_judge": "a judge's penalty",
    "lose_team": "the team stands and falls as one",
    "lose_emperor": "the emperor has lost",
    "lose_opponent_won": "an opponent would win",
    "lose_departure": "left the game",
    "draw_effect_range": "an effect made it a draw for everybody in range",
    "draw_loop_range": "a loop of mandatory actions made it a draw for everybody in range",
    "draw_team": "the team stands and falls as one",
    "draw_emperor": "it is a draw for the emperor",
}
"""Why somebody left, by the key of the rule."""


def result(game: Game) -> str:
    """How the game ended, with every winner's name and the rule; empty while it goes on."""
    if game.outcome is None:
        return ""
    drawn = [player.id for player in game.players if player.result is Result.DRAW]
    return _ending(game, game.outcome, drawn)


def _ending(game: Game, outcome: Outcome, drawn: Sequence[PlayerId]) -> str:
    if outcome.result is Result.NONE:
        return "The table stopped playing: no result."
    if outcome.result is Result.DRAW:
        who = listed(name(game, id) for id in drawn)
        return f"**The game is a draw** for {who}: {_draw_cause(outcome.cause)}, CR {outcome.rule}."
    return f"{_winner(game, outcome.winners[0])}, CR {outcome.rule}."


def _winner(game: Game, winner: PlayerId) -> str:
    side = next((side for side in game.sides if winner in side.members), None)
    if side is None or not side.is_team:
        return f"**{names.player(game, winner)} wins the game**"
    members = listed(names.player(game, id) for id in side.members)
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
    """What facts tell beside changes of totals, in a few words each."""
    return [*(line for event in happened if (line := _brief(game, event))), *_drawn(game, happened)]


def _brief(game: Game, event: Event) -> str | None:
    match event:
        case ev.GameStarted():
            return "the game began"
        case ev.GameRestarted():
            return f"{name(game, event.by)} restarts the game (CR {event.rule})"
        case _:
            return _loud(game, game, event) or _quiet(game, event)
