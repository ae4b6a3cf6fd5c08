"""From a case's setup to a lobby and to the game that it deals, with the totals that the setup names."""

import re

from msgspec.structs import replace

from rules.formats.editions import edition_named
from rules.formats.options import Attack, Options
from rules.formats.variants import variant_named
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import (
    Afterwards,
    Commander,
    DayNight,
    Dungeon,
    Effect,
    EffectKind,
    Player,
    PlayerId,
    Scope,
    SecretRoles,
    Turn,
    TurnOwner,
)
from rules.game.seating import turn_of
from rules.players.dungeons import DUNGEONS
from rules.setup import opening, seating_plan
from tests.conformance.case import Case, Fields, Json, Unsupported, mapping, strings

PREVIOUS_GAME = ("previous_game", "last_game", "previous")
"""The words under which a setup tells of an earlier game."""
READ_ELSEWHERE = (
    *PREVIOUS_GAME,
    *("seats", "teams", "names", "vanguard_life", "vanguard_hand", "range", "attack", "emperors"),
    *("archenemy", "commander", "out_can_win", "team_damage", "deploy", "variants", "options", "redirect"),
    *("roles", "show_out", "joint_draw", "leader_stays"),
    *("previous_loser", "previous_chooser", "previous_result"),
    *("base_variant", "priority", "on_stack_when_left"),
)
"""What a setup says about the lobby, replaced damage or an earlier game, or of what isn't tracked."""
READ_BY_GAME = (
    *("starting_team", "starting_player", "first_player", "active", "chosen_team", "life", "counters"),
    *("monarch", "initiative", "day_night", "library", "speed", "ring_level", "dungeon", "designations"),
    *("commander_damage", "effects", "planar_controller", "shared_team_turns", "controlled"),
)
"""What a setup says about the game that is dealt."""


def lobby_of(case: Case) -> Lobby:
    """Return the lobby in which the players of a case sit, in the case's order where it gives one."""
    variant_named(case.variant)
    edition_named(case.edition)
    setup = Fields("setup", case.setup)
    setup.known(*READ_ELSEWHERE, *READ_BY_GAME)
    setup.finish()
    teams = {team: strings(members) for team, members in setup.by_name("teams").items()}
    seats = setup.names("seats") or tuple(id for members in teams.values() for id in members)
    team_of = {id: team for team, members in teams.items() for id in members}
    names, life, hand = setup.by_name("names"), setup.numbers("vanguard_life"), setup.numbers("vanguard_hand")
    ranges = setup.get("range")
    # A variant that is played on top of another: its own cards and commanders change no seats or teams.
    variant = setup.optional_text("base_variant") or case.variant
    options = Options(
        variant=variant_named(variant).key,
        edition=case.edition,
        range=ranges if isinstance(ranges, int) else None,
        ranges={} if ranges is None or isinstance(ranges, int) else setup.numbers("range"),
        attack=next((Attack(word) for word in setup.names("attack")), None),
        arranged="seats" in setup,
        emperors=setup.names("emperors"),
        archenemy=setup.optional_text("archenemy"),
        commander=setup.flag("commander")
        or ("commander" in (case.variant, *setup.names("variants")) and variant != "commander"),
        team_damage=setup.flag("team_damage"),
        show_out=setup.flag("show_out") if "show_out" in setup else None,
        joint_draw=setup.flag("joint_draw"),
        leader_stays=setup.flag("leader_stays"),
        out_can_win=setup.flag("out_can_win"),
        deploy=setup.flag("deploy") if "deploy" in setup else None,
    )
    seated = tuple(
        Seated(
            id=id,
            name=str(names.get(id, id)),
            team=team_of.get(id),
            vanguard_life=life.get(id, 0),
            vanguard_hand=hand.get(id, 0),
        )
        for id in seats
    )
    return Lobby(options=options, seated=seated)


def game_of(case: Case, lobby: Lobby) -> Game:
    """Return the game as it is before the case's first operation."""
    setup = Fields("setup", case.setup)
    order = tuple(seat.id for seat in lobby.seated)
    game = opening.opening_game(lobby, order, _first(setup, lobby), _roles(setup, lobby))
    game = _with_turns_of(game, setup)
    game = _with_turn(game, setup)
    game = _with_totals(game, setup)
    game = _with_players(game, setup)
    game = replace(game, effects=_effects(game, setup))
    for controlled, by in setup.by_name("controlled").items():
        # Nothing that is tracked depends on who makes a player's decisions (723.6).
        for id in (controlled, str(by)):
            game.player(id)
    setup.known(*READ_ELSEWHERE)
    setup.finish()
    return game


def _roles(setup: Fields, lobby: Lobby) -> SecretRoles | None:
    """Return the roles that the players of a case have, by their keys."""
    roles = variant_named(lobby.options.variant).roles
    if roles is None or len(lobby.seated) not in roles.by_size:
        return None
    having = setup.by_name("roles")
    wanted = [role.key for role in roles.by_size[len(lobby.seated)]]
    order = tuple(sorted(having, key=lambda id: wanted.index(str(having[id]))))
    if [having[id] for id in order] != wanted:
        raise Unsupported(f"other roles than are dealt: {having}")
    return SecretRoles(order=order)


def _with_turns_of(game: Game, setup: Fields) -> Game:
    """Return the game with turns of teams, or of single players, where the setup says so (805)."""
    if "shared_team_turns" not in setup or setup.flag("shared_team_turns") == game.rules.shared_turns:
        return game
    shared = not game.rules.shared_turns
    first = game.player(game.first).side if shared else game.side(game.first).members[0]
    rules = replace(game.rules, shared_turns=shared)
    return replace(game, rules=rules, first=first, rotation=first, turn=replace(game.turn, taker=first))


def _first(setup: Fields, lobby: Lobby) -> TurnOwner:
    """Return who goes first: named by the setup, else the one whom the variant's rule gives."""
    keys = ("starting_team", "starting_player", "first_player", "active")
    named = next((setup.text(key) for key in keys if setup.get(key) is not None), None)
    chosen = setup.optional_text("chosen_team")
    teams = seating_plan.teams_of(lobby)
    seats = seating_plan.seat_order(lobby, tuple(seat.id for seat in lobby.seated))
    starters = seating_plan.starters(lobby, seats)
    if named is not None:
        side = next((side for side, members in teams.items() if named in members), named)
        if starters[0] in teams and starters[0] not in seats:
            return side
        return teams[named][0] if named in teams and named not in seats else named
    if chosen is not None:
        return next(one for one in starters if one == chosen or one in teams[chosen])
    return starters[0]


def _with_turn(game: Game, setup: Fields) -> Game:
    planar = setup.optional_text("planar_controller")
    active = setup.optional_text("active") or planar
    if active is None or game.rules.markers:
        return game
    taker = active if active in game.takers else game.taker_of(active)
    return replace(game, turn=Turn(number=1, taker=taker), rotation=taker)


def _with_totals(game: Game, setup: Fields) -> Game:
    life = {
        game.life_holder(id) if _is_player(game, id) else id: n for id, n in setup.numbers("life").items()
    }
    counters = {
        holder: Fields("counters", mapping(kinds)).numbers_of_all()
        for holder, kinds in setup.by_name("counters").items()
    }
    day_night = setup.optional_text("day_night")
    return replace(
        game,
        life={**game.life, **life},
        counters={**game.counters, **counters},
        monarch=setup.optional_text("monarch"),
        initiative=setup.optional_text("initiative"),
        day_night=None if day_night is None else DayNight(day_night),
    )


def _is_player(game: Game, id: str) -> bool:
    return any(player.id == id for player in game.players)


def _with_players(game: Game, setup: Fields) -> Game:
    library, speed, ring = setup.numbers("library"), setup.numbers("speed"), setup.numbers("ring_level")
    dungeons = {id: _dungeon(mapping(value)) for id, value in setup.by_name("dungeon").items()}
    designations = {id: strings(names) for id, names in setup.by_name("designations").items()}
    dealt = {
        id: Fields("commander_damage", mapping(by_card)).numbers_of_all()
        for id, by_card in setup.by_name("commander_damage").items()
    }

    def prepared(player: Player) -> Player:
        cards = (f"{player.id}:{letter}" for letter in "ab")
        return replace(
            player,
            commanders=tuple(Commander(id=card, name=card) for card in cards),
            library=library.get(player.id, player.library),
            speed=speed.get(player.id, player.speed),
            ring=ring.get(player.id, player.ring),
            dungeon=dungeons.get(player.id),
            designations=designations.get(player.id, ()),
            commander_damage=dealt.get(player.id, {}),
        )

    return replace(game, players=tuple(prepared(player) for player in game.players))


def _dungeon(values: dict[str, Json]) -> Dungeon:
    """Return a place in a dungeon; a depth of "bottom" is its last room, a number so many rooms down."""
    fields = Fields("dungeon", values)
    name, depth = fields.text("name"), fields.get("depth")
    fields.finish()
    plan = DUNGEONS[name]
    rooms = [next(iter(plan))]
    while plan[rooms[-1]] and len(rooms) != depth:
        rooms.append(plan[rooms[-1]][0])
    return Dungeon(name=name, room=rooms[-1], depth=len(rooms), last=not plan[rooms[-1]])


def _effects(game: Game, setup: Fields) -> tuple[Effect, ...]:
    written = enumerate(setup.objects("effects"), -100)
    return (
        *(effect_of(game, fields, number) for number, fields in written),
        *(_redirecting(fields, number) for number, fields in enumerate(setup.objects("redirect"), -200)),
    )


def _redirecting(fields: Fields, number: int) -> Effect:
    """The effect by which the next damage to a player is dealt to another one."""
    return Effect(
        id=number,
        kind=EffectKind.REDIRECT_NEXT_DAMAGE,
        on=fields.text("of"),
        n=fields.number("next"),
        to=fields.text("to"),
    )


def effect_of(game: Game, fields: Fields, number: int) -> Effect:
    """Return a continuous effect in the words of the vocabulary."""
    written = re.fullmatch(r"(\w+)(?:\((\d+)\))?", fields.text("effect"))
    kind, n = fields.text("effect"), fields.get("n") if "n" in fields else fields.get("life")
    if written is not None and written[2] is not None:
        kind, n = written[1], int(written[2])
    if kind not in [known.value for known in EffectKind]:
        raise Unsupported(f"unsupported effect: {kind}")
    until_turn_of, until_end_of = duration(game, fields)
    effect = Effect(
        id=number,
        kind=EffectKind(kind),
        on=_player_of(game, fields.text("on")),
        n=n if isinstance(n, int) else 0,
        source=fields.optional_text("controller") or fields.optional_text("source"),
        card=fields.optional_text("card") or "",
        scope=Scope(fields.optional_text("scope") or "named"),
        until_turn_of=until_turn_of,
        until_end_of=until_end_of,
        times=fields.number("times") if "times" in fields else None,
        combat=_combat(fields.optional_text("damage")),
        dealt_by=fields.optional_text("dealt_by"),
        commander=fields.optional_text("commander"),
        creatures=fields.flag("creatures"),
        during=_taker_in(game, fields.text("during")) if "during" in fields else None,
        life_at_most=fields.number("life_at_most") if "life_at_most" in fields else None,
        passing=fields.number("passing", 0),
        to=fields.optional_text("to"),
        afterwards=Afterwards(fields.text("afterwards")) if "afterwards" in fields else None,
    )
    fields.finish()
    return effect


def duration(game: Game, fields: Fields) -> tuple[TurnOwner | None, TurnOwner | None]:
    """Return whose turn ends an effect as it begins, and whose as it ends: "end of turn" is the active
    player's."""
    keys = ("until", "until_next_turn_of", "until_turn_of", "duration")
    words = next((text for key in keys if (text := fields.optional_text(key)) is not None), None)
    if words is None:
        return None, None
    if words in ("end of turn", "end_of_turn", "until end of turn", "this turn"):
        return None, turn_of(game, fields.optional_text("controller") or fields.optional_text("source"))
    taker = _taker_in(game, words)
    return (None, taker) if words.startswith("end") else (taker, None)


def _combat(words: str | None) -> bool | None:
    """Return whether the damage that an effect is about has to be combat damage."""
    if words not in (None, "combat", "noncombat"):
        raise Unsupported(f"unsupported damage: {words}")
    return None if words is None else words == "combat"


def _player_of(game: Game, name: str) -> PlayerId:
    """Return the player; of a team, on which an effect is as good as on any of them, the first member."""
    return name if _is_player(game, name) else game.side(name).members[0]


def _taker_in(game: Game, words: str) -> TurnOwner:
    """Return the player or team that a duration such as "P2's next turn" is about."""
    parts = re.split(r"[^A-Za-z0-9]", words)
    for player in game.players:
        if player.id in parts:
            return game.taker_of(player.id)
    for side in game.sides:
        if side.id in parts:
            return side.id
    raise Unsupported(f"unsupported duration: {words}")
