"""Questions of the vocabulary, answered from the game by the engine's own functions."""

from collections.abc import Callable

from rules.game import seating
from rules.game.parts import PlayerId, TurnOwner
from rules.players import commanders, mulligans
from rules.refusal import Refusal
from rules.setup import seating_plan, validation
from tests.conformance.case import Fields, Json, Unsupported
from tests.conformance.configuring import Choice
from tests.conformance.play import Play
from tests.conformance.setting import PREVIOUS_GAME
from tests.conformance.targets import players

Query = Callable[[Play, Fields], Json]


def answer(play: Play, values: dict[str, Json]) -> Json:
    """Return the answer to a query."""
    query = Fields("query", values)
    query.known("op")
    what = query.text("what")
    if what not in QUERIES:
        raise Unsupported(f"unsupported query: {what}")
    query.where = what
    found = QUERIES[what](play, query)
    query.finish()
    return found


def _list(names: tuple[str, ...]) -> Json:
    return list(names)


def _groups(groups: tuple[tuple[str, ...], ...]) -> Json:
    if all(len(group) == 1 for group in groups):
        return [group[0] for group in groups]
    return [list(group) for group in groups]


def _one(play: Play, who: TurnOwner) -> Json:
    """Return a taker by its team, or by its player when it is a team of one."""
    members = play.game.team_of(who)
    return members[0] if len(members) == 1 else who


def _who(play: Play, query: Fields) -> PlayerId:
    """Return the player whom a query is about; of a team any member."""
    return players(play.game, query.text("who"))[0]


def _life(play: Play, query: Fields) -> Json:
    return seen_life(play, query.text("who"))


def seen_life(play: Play, who: str) -> int:
    """Return the life total of a player as rules see it, or of a team that shares one."""
    if any(side.id == who and side.shares_life for side in play.game.sides):
        return play.game.life[who]
    return play.game.life_seen(who)


def _most_life(play: Play, query: Fields) -> Json:
    """Return the remaining players with the highest total, of those whom an effect sees (801.11)."""
    controller, game = query.optional_text("controller"), play.game
    seen = [player.id for player in game.remaining]
    if controller is not None:
        seen = [id for id in seen if id in seating.seen(game, controller)]
    most = max(game.life_seen(id) for id in seen)
    return _list(tuple(id for id in seen if game.life_seen(id) == most))


def _counter_kinds(play: Play, query: Fields) -> Json:
    """Return the kinds of counters that a player has, the team's shared ones included (810.10d)."""
    who, game = query.text("who"), play.game
    return _list(tuple(sorted({*game.counters_of(who), *game.counters_of(game.poison_holder(who))})))


def _starting_life(play: Play, query: Fields) -> Json:
    who = query.text("who")
    members = [player for player in play.game.players if who in (player.id, player.side)]
    return members[0].starting_life


def _poison_limit(play: Play, query: Fields) -> Json:
    who, game = query.text("who"), play.game
    side = next(side for side in game.sides if who == side.id or who in side.members)
    play.scope = "player" if side.poison_limit is None else "team"
    return side.poison_limit or game.rules.poison_limit


def _first_draw(play: Play, query: Fields) -> Json:
    skipping = play.dealt.rules.skips_first_draw
    return [id for id in play.dealt.active_players if id not in skipping]


def _ranges(play: Play, query: Fields) -> Json:
    who = query.optional_text("who")
    if who is not None:
        return play.game.player(who).range
    return {player.id: player.range for player in play.game.players}


def _active(play: Play, query: Fields) -> Json:
    takers = [taker for taker in play.game.active_takers if set(play.game.team_of(taker)) & _active_set(play)]
    if play.game.rules.markers:
        return list(takers)
    return _one(play, takers[0]) if takers else None


def _active_set(play: Play) -> set[str]:
    return set(play.game.active_players)


def _primary(play: Play, query: Fields) -> Json:
    return seating.primary_player(play.game, play.game.remaining_in(play.game.side(query.text("team"))))


def _counters(play: Play, query: Fields) -> Json:
    who, kind, game = query.text("who"), query.optional_text("kind"), play.game
    holder = who if any(side.id == who for side in game.sides) else game.counter_holder(who, kind or "")
    return dict(game.counters_of(holder)) if kind is None else game.counters_of(holder).get(kind, 0)


def _commander_damage(play: Play, query: Fields) -> Json:
    commander, dealt = query.optional_text("commander"), play.game.player(query.text("who")).commander_damage
    return dict(dealt) if commander is None else dealt.get(commander, 0)


def _commander_tax(play: Play, query: Fields) -> Json:
    query.known("who")
    card = commanders.find_commander(play.game, query.optional_text("commander") or f"{query.text('who')}:a")
    return None if card is None else commanders.tax(card)


def _in_game(play: Play, query: Fields) -> Json:
    who = query.optional_text("who")
    remaining: list[Json] = [player.id for player in play.game.remaining]
    return remaining if who is None else who in remaining


def _validate(play: Play, query: Fields) -> Json:
    try:
        Choice.read(Fields("setup", play.case.setup), play.lobby).require()
        validation.validate(play.lobby)
    except Refusal as refusal:
        play.refusal = refusal
        return False
    return True


def _chooser(play: Play, query: Fields) -> Json:
    """Return who chooses the starting player, from the game before (103.1) that setup or query tell of."""
    told = [Fields("setup", play.case.setup), query]
    games = [Fields(word, fields.by_name(word)) for word in PREVIOUS_GAME for fields in told]

    def named(role: str) -> str | None:
        inside = [game.optional_text(role) for game in games]
        beside = [fields.optional_text(f"previous_{role}") for fields in told]
        return next(
            (name for name in (*inside, *beside, query.optional_text(role)) if name is not None), None
        )

    loser, chooser = named("loser"), named("chooser")
    query.known("result", "previous_result")
    for game in games:
        game.known("result", "winner")
        game.finish()
    return seating_plan.first_chooser(loser=loser, previous=chooser)


def _legal_choices(play: Play, query: Fields) -> Json:
    if query.text("of") != "player":
        raise Unsupported(f"unsupported choice: {query.text('of')}")
    return _list(seating.choosable(play.game, query.text("chooser"), query.text("source_controller")))


def _trigger(play: Play, query: Fields) -> Json:
    return seating.triggers(play.game, query.text("source_controller"), query.names("event_players"))


def _seen(play: Play, query: Fields) -> Json:
    objects_of = query.optional_text("for_objects_of")
    return _list(seating.seen(play.game, query.text("controller"), objects_of))


def _fallback(play: Play, query: Fields) -> Json:
    if query.text("need") != "opponent":
        raise Unsupported(f"unsupported need: {query.text('need')}")
    controller = query.text("controller")
    return seating.choosing_player(play.game, controller, play.game.opponents(controller))


def _next_priority(play: Play, query: Fields) -> Json:
    """Return who has priority: whom the setup gives it, after that player left the next in turn order
    (800.4a)."""
    holder = Fields("setup", play.case.setup).optional_text("priority")
    if holder is None:
        return seating.next_priority(play.game)
    return next(id for id in (holder, *seating.seats_from(play.game, holder)) if play.game.player(id).in_game)


QUERIES: dict[str, Query] = {
    "active_player": _active,
    "apnap": lambda play, query: _groups(seating.apnap(play.game)),
    "attackable": lambda play, query: _list(seating.attackable(play.game, _who(play, query))),
    "chooser_of_first_player": _chooser,
    "commander_damage": _commander_damage,
    "commander_tax": _commander_tax,
    "condition_life_at_least": lambda play, query: (
        play.game.life_seen(query.text("who")) >= query.number("n")
    ),
    "condition_life_at_most": lambda play, query: play.game.life_seen(query.text("who")) <= query.number("n"),
    "counter_kinds": _counter_kinds,
    "counters": _counters,
    "default_range_of_influence": _ranges,
    "deploy_targets": lambda play, query: _list(seating.deploy_targets(play.game, _who(play, query))),
    "draw_order": lambda play, query: _groups(seating.apnap(play.game)),
    "fallback_chooser": _fallback,
    "first_player": lambda play, query: _one(play, play.game.first),
    "in_game": _in_game,
    "in_range": lambda play, query: _list(seating.in_range(play.game, _who(play, query))),
    "initiative": lambda play, query: play.game.initiative,
    "player_to_left": lambda play, query: seating.left_of(play.game, _who(play, query)),
    "player_to_right": lambda play, query: seating.right_of(play.game, _who(play, query)),
    "next_in_turn_order": lambda play, query: _one(
        play, seating.next_taker(play.game, query.optional_text("who"))
    ),
    "is_poisoned": lambda play, query: play.game.poison(_who(play, query)) > 0,
    "legal_choices": _legal_choices,
    "life": _life,
    "max_hand": lambda play, query: play.game.player(query.text("who")).max_hand,
    "max_mulligans": lambda play, query: mulligans.most(play.game, play.game.player(query.text("who"))),
    "monarch": lambda play, query: play.game.monarch,
    "mulligan_declaration_order": lambda play, query: _groups(mulligans.declaration_order(play.game)),
    "next_priority": _next_priority,
    "opponent_count": lambda play, query: len(play.game.opponents(_who(play, query))),
    "planar_die_cost": lambda play, query: play.game.player(query.text("who")).planar_rolls,
    "planar_controller": lambda play, query: seating.planar_controller(play.game),
    "players_seen_by_effect": _seen,
    "players_who_draw_in_first_draw_step": _first_draw,
    "players_with_most_life": _most_life,
    "poison_limit": _poison_limit,
    "primary_player": _primary,
    "seat_layout": lambda play, query: _list(play.seats),
    "speed": lambda play, query: play.game.player(query.text("who")).speed,
    "starting_hand": lambda play, query: play.dealt.player(query.text("who")).hand.drawn,
    "starting_life": _starting_life,
    "trigger_fires": _trigger,
    "validate": _validate,
}
