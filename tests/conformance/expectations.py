"""What a case expects, observed in the same shape in which the case writes it."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import zip_longest

from rules.actions.endings import must_choose_differently
from rules.events.counters import CountersAdded, CountersRemoved
from rules.events.designations import VentureTriggered
from rules.events.endings import GameEnded, GameRestarted
from rules.events.event import GameEvent
from rules.events.library import CardDrawn, DrewFromEmptyLibrary
from rules.events.life import DamageDealt, DamagePrevented, DamageReplaced, LifeGained, LifeLost, LifePaid
from rules.events.table import PlanarDieRolled
from rules.events.tallies import ReminderGiven
from rules.events.turns import TurnBegan
from rules.events.votes import VoteEnded
from rules.formats.editions import cite
from rules.game.game import Game
from rules.game.parts import Marker, MarkerState, TurnOwner
from rules.game.seating import planar_controller
from rules.players.designations import ring_level
from rules.players.votes import next_voter
from tests.conformance.case import Fields, Json, Unsupported, mapping, strings
from tests.conformance.play import Play
from tests.conformance.queries import seen_life

Observation = Callable[[Play, Json], Json]


def observed(play: Play, key: str, expected: Json) -> Json:
    """Return the case's actual value for an expectation's key."""
    if key not in OBSERVATIONS:
        raise Unsupported(f"unsupported expectation: {key}")
    return OBSERVATIONS[key](play, expected)


def _named(event: GameEvent) -> list[Json]:
    """Return an event in the vocabulary: its name, whom it happened to, how much."""
    match event:
        case DamageDealt():
            return ["damage_dealt", event.to, event.amount]
        case DamagePrevented():
            return ["damage_prevented", event.to, event.amount]
        case DamageReplaced():
            return ["damage_replaced", event.to, event.before, event.after]
        case LifeLost():
            return ["life_lost", event.who, event.amount]
        case LifeGained():
            return ["life_gained", event.who, event.amount]
        case CountersAdded():
            return [f"{event.kind}_added", event.who, event.amount]
        case CountersRemoved():
            return [f"{event.kind}_removed", event.who, event.amount]
        case CardDrawn():
            return ["card_drawn", event.who]
        case DrewFromEmptyLibrary():
            return ["draw_from_empty", event.who]
        case PlanarDieRolled():
            return ["planar_die_rolled", event.who, event.face.value, event.cost]
        case ReminderGiven():
            return ["reminder_given", event.reminder.who, event.reminder.text]
        case VentureTriggered():
            return ["venture_trigger", event.who]
        case _:
            return [re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()]


def _events(play: Play, expected: Json) -> Json:
    """Return the expected events where they happened in this order among others, else everything that
    happened."""
    # Paying 0 life is noted in the log, but nothing happens in the game (119.4b).
    happened = [_named(event) for event in play.events if not isinstance(event, LifePaid)]
    if expected == []:
        return list(happened)
    if not isinstance(expected, list):
        raise Unsupported(f"unsupported events: {expected!r}")
    rest = iter(happened)
    if all(any(one == wanted for one in rest) for wanted in expected):
        return expected
    return list(happened)


def _event_count(play: Play, expected: Json) -> Json:
    counts = Counter(str(_named(event)[0]) for event in play.events)
    return {name: counts[name] for name in mapping(expected)}


def _life(play: Play, expected: Json) -> Json:
    return {who: seen_life(play, who) for who in mapping(expected)}


def _counters(play: Play, expected: Json) -> Json:
    """Return the counters of each; a kind of which there are none may be written as 0."""
    return {who: {**_zeros(kinds), **play.game.counters_of(who)} for who, kinds in mapping(expected).items()}


def _zeros(numbers: Json) -> dict[str, int]:
    return {name: 0 for name, n in mapping(numbers).items() if n == 0}


def _effects(play: Play, expected: Json) -> Json:
    """Return the effects in force on each, oldest first, with their number as in `multiply_damage(2)`."""
    return {
        who: [
            f"{effect.kind.value}({effect.n})" if effect.n else effect.kind.value
            for effect in play.game.effects
            if effect.on == who
        ]
        for who in mapping(expected)
    }


def _tallies(play: Play, expected: Json) -> Json:
    """Return the tallies of each player, or of the "table", with their numbers."""
    return {
        who: {one.label: one.n for one in play.game.tallies if (one.who or "table") == who}
        for who in mapping(expected)
    }


def _reminders(play: Play, expected: Json) -> Json:
    """Return what everyone who is to be reminded of something is to be reminded of, oldest first."""
    found: dict[str, Json] = {}
    for one in play.game.reminders:
        found[one.who] = [*strings(found.get(one.who, [])), one.text]
    return found


def _result(play: Play, expected: Json) -> Json:
    return {who: play.game.player(who).result.value for who in mapping(expected)}


def _game(play: Play, expected: Json) -> Json:
    outcome = play.game.outcome
    if outcome is None:
        return "restarted" if play.game.restarts else "in_progress"
    return outcome.result.value


def _roles(play: Play, expected: Json) -> Json:
    """Return the roles that everyone knows, of the players that are asked about."""
    return {id: play.game.player(id).role or None for id in mapping(expected)}


def _winners(play: Play, expected: Json) -> Json:
    winners = () if play.game.outcome is None else play.game.outcome.winners
    return expected if sorted(strings(expected)) == sorted(winners) else list(winners)


def _turns(play: Play, expected: Json) -> Json:
    """Return who took the turns; a team of one may be written as its player."""
    takers = [play.first_active, *(one.taker for one in play.events if isinstance(one, TurnBegan))]
    wanted = strings(expected)
    return [_written(play, taker, wanted[at] if at < len(wanted) else "") for at, taker in enumerate(takers)]


def _turn_changes(play: Play, expected: Json) -> Json:
    """Return what is different in whose next turn."""
    return [
        [
            one.taker,
            f"controlled by {one.by}"
            if one.part is None
            else f"{'gets' if one.added else 'skips'} {one.part}",
        ]
        for one in play.game.turn_changes
    ]


def _written(play: Play, taker: TurnOwner, wanted: str) -> str:
    return wanted if play.game.team_of(taker) == (wanted,) else taker


def _first_player(play: Play, expected: Json) -> Json:
    """Return who goes first; of a team that takes turns together the player who restarted the game
    (727.1a)."""
    first, restarts = play.game.first, [op for op in play.case.ops if op.get("op") == "restart"]
    if restarts and restarts[-1].get("controller") == expected and expected in play.game.team_of(first):
        return expected
    return _written(play, first, str(expected))


def _markers(play: Play, expected: Json) -> Json:
    """Return all markers, each in the words that the case uses for it."""
    wanted = mapping(expected)
    return {
        name: _marker(play.game, marker, mapping(wanted.get(name, {})))
        for marker in play.game.markers
        for name in (f"M{marker.number}",)
    }


def _marker(game: Game, marker: Marker, wanted: dict[str, Json]) -> Json:
    playing = marker.state is MarkerState.TURN
    words: dict[str, Json] = {
        "at": marker.at,
        "state": marker.state.value,
        "to": marker.to,
        "removal": marker.removals,
        "turn_kind": marker.kind.value,
        "active_player": marker.at if playing and game.player(marker.at or "").in_game else None,
    }
    unknown = sorted(set(wanted) - set(words))
    if unknown:
        raise Unsupported(f"unsupported in markers: {', '.join(unknown)}")
    return {word: words[word] for word in wanted or ("at", "state")}


def _saved(play: Play, expected: Json) -> Json:
    return dict(play.game.saved_extra)


def _dungeons(play: Play, expected: Json) -> Json:
    found: dict[str, Json] = {}
    for player in play.game.players:
        if player.dungeon is None:
            continue
        wanted = mapping(mapping(expected).get(player.id, {}))
        depth = "bottom" if wanted.get("depth") == "bottom" and player.dungeon.last else player.dungeon.depth
        words: dict[str, Json] = {"name": player.dungeon.name, "depth": depth, "room": player.dungeon.room}
        found[player.id] = {word: words[word] for word in wanted or words}
    return found


def _designations(play: Play, expected: Json) -> Json:
    """Return what each player has, or by a designation's name the players who have it."""
    has = {player.id: player.designations for player in play.game.players}
    found: dict[str, Json] = {}
    for key in mapping(expected):
        names = has[key] if key in has else [who for who, names in has.items() if key in names]
        found[key] = list(names)
    return found


def _commander_damage(play: Play, expected: Json) -> Json:
    return {
        who: {**_zeros(cards), **play.game.player(who).commander_damage}
        for who, cards in mapping(expected).items()
    }


def _hand(read: Callable[[Game, str], int]) -> Observation:
    def observe(play: Play, expected: Json) -> Json:
        return {who: read(play.game, who) for who in mapping(expected)}

    return observe


def _last_hand(read: Callable[[Game, str], int]) -> Observation:
    def observe(play: Play, expected: Json) -> Json:
        if isinstance(expected, dict):
            return {who: read(play.game, who) for who in expected}
        return None if play.hand_of is None else read(play.game, play.hand_of)

    return observe


def _value(play: Play, expected: Json) -> Json:
    if not play.answers:
        raise Unsupported("a value without a query")
    answer = play.answers[-1]
    if play.case.expect.get("unordered_inside") and isinstance(expected, list):
        return expected if _sorted_inside(expected) == _sorted_inside(answer) else answer
    if isinstance(expected, list) and not any(isinstance(one, list) for one in expected):
        return _flat(answer)
    return answer


def _sorted_inside(value: Json) -> Json:
    if not isinstance(value, list):
        return value
    return [sorted(one, key=str) if isinstance(one, list) else one for one in value]


def _flat(value: Json) -> Json:
    if not isinstance(value, list):
        return value
    return [item for one in value for item in (one if isinstance(one, list) else [one])]


def _alone_or_all(names: tuple[str, ...]) -> Json:
    return None if not names else names[0] if len(names) == 1 else list(names)


def _numbers_or_none(read: Callable[[Play, str], int]) -> Observation:
    def observe(play: Play, expected: Json) -> Json:
        return {
            who: None if wanted is None and not read(play, who) else read(play, who)
            for who, wanted in mapping(expected).items()
        }

    return observe


def _old_result(play: Play, expected: Json) -> Json:
    restarted = any(isinstance(event, GameRestarted) for event in play.events)
    ended = any(isinstance(event, GameEnded) for event in play.events)
    return None if restarted and not ended else "ended"


def _legal_at(play: Play, expected: Json) -> Json:
    """Which operations were legal: by their place in `ops` from 0, or for all but queries in a row."""
    if isinstance(expected, dict):
        return {place: play.legality[int(place)] for place in expected}
    told = [legal for legal in play.legality if legal is not None]
    wanted = expected if isinstance(expected, list) else []
    return [None if one is None else legal for one, legal in zip_longest(wanted, told, fillvalue=False)]


def _new_game(play: Play, expected: Json) -> Json:
    """Return whether a new game has begun (727.1), or what it is like in the words of other expectations."""
    begun = any(isinstance(event, GameRestarted) for event in play.events)
    if not isinstance(expected, dict) or not begun:
        return begun
    keys = {"players": "players_in_new_game", "seats": "players_in_new_game"}
    return {key: observed(play, keys.get(key, key), value) for key, value in expected.items()}


def _must_choose(play: Play, expected: Json) -> Json:
    last = Fields("op", [op for op in play.case.ops if op.get("op") != "query"][-1])
    return must_choose_differently(play.game, last.names("players") or last.names("controllers"))


def _reason(play: Play, expected: Json) -> Json:
    """Return the expected reason where a refusal, a departure or the outcome gives it by key or by rule
    number; of single players where the case asks so."""
    game, given = play.game, set[str]()
    if isinstance(expected, dict):
        return {who: _why_left(play, who, str(wanted)) for who, wanted in expected.items()}
    if play.refusal is not None:
        cite(play.refusal, play.case.edition)
        given |= {play.refusal.reason, str(play.refusal.values.get("rule"))}
    for player in game.players:
        if player.left is not None:
            given |= {player.left.cause, player.left.cause.removeprefix("lose_"), player.left.rule}
    if game.outcome is not None:
        given |= {game.outcome.cause, game.outcome.rule}
    return expected if expected in given else list(sorted(given))


def _why_left(play: Play, who: str, wanted: str) -> Json:
    left = play.game.player(who).left
    if left is None:
        return None
    return wanted if wanted in (left.cause, left.cause.removeprefix("lose_"), left.rule) else left.cause


OBSERVATIONS: dict[str, Observation] = {
    "bottomed": _last_hand(lambda game, who: game.player(who).hand.bottomed),
    "commander_damage": _commander_damage,
    "completed_dungeons": lambda play, expected: {
        who: list(play.game.player(who).completed_dungeons) for who in mapping(expected)
    },
    "counters": _counters,
    "day_night": lambda play, expected: None if play.game.day_night is None else play.game.day_night.value,
    "designations": _designations,
    "drawn": _last_hand(lambda game, who: game.player(who).hand.drawn),
    "dungeon": _dungeons,
    "effects": _effects,
    "event_count": _event_count,
    "events": _events,
    "first_player": _first_player,
    "game": _game,
    "initiative": lambda play, expected: play.game.initiative,
    "legal_at": _legal_at,
    "legal": lambda play, expected: play.refusal is None,
    "library": lambda play, expected: {who: play.game.player(who).library for who in mapping(expected)},
    "life": _life,
    "markers": _markers,
    "monarch": lambda play, expected: play.game.monarch,
    "must_choose_differently": _must_choose,
    "new_game": _new_game,
    "opponent_count": lambda play, expected: {
        who: len(play.game.opponents(who)) for who in mapping(expected)
    },
    "next_voter": lambda play, expected: next_voter(play.game),
    "opening_hand": _hand(lambda game, who: game.player(who).hand.size),
    "pending_extra_turns": _saved,
    # What each roll of the planar die cost, null for one by an effect.
    "planar_costs": lambda play, expected: [
        event.cost for event in play.events if isinstance(event, PlanarDieRolled)
    ],
    "planar_controller": lambda play, expected: planar_controller(play.game),
    "players_in_new_game": lambda play, expected: [player.id for player in play.game.players],
    "reason": _reason,
    "reminders": _reminders,
    "result": _result,
    "result_of_old_game": _old_result,
    "ring_level": _numbers_or_none(lambda play, who: ring_level(play.game.player(who))),
    "scope": lambda play, expected: play.scope,
    "speed": _numbers_or_none(lambda play, who: play.game.player(who).speed),
    "subgame_winner": lambda play, expected: _alone_or_all(play.subgame_winners),
    "tallies": _tallies,
    "turn_changes": _turn_changes,
    "turns": _turns,
    # Groups of the engine never say an order inside a team.
    "unordered_inside": lambda play, expected: True,
    "value": _value,
    "values": lambda play, expected: list(play.answers),
    # What each vote that is over has come to, by its choices.
    "vote_results": lambda play, expected: [
        dict(zip(event.vote.choices, event.vote.counts, strict=True))
        for event in play.events
        if isinstance(event, VoteEnded)
    ],
    "winners": _winners,
    "roles": _roles,
}
