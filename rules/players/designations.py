"""Designations: monarch, initiative, day and night, the Ring, the city's blessing, speed and the like."""

from rules.events.designations import (
    DayNightChanged,
    DesignationLost,
    DungeonLeft,
    EnginesStopped,
    InitiativeChanged,
    MonarchChanged,
    RingLevelLowered,
    SpeedChanged,
    VentureTriggered,
)
from rules.formats.editions import RuleKey
from rules.game.game import Game
from rules.game.parts import DayNight, EffectKind, Player, PlayerId
from rules.game.seating import opponents_in_range, seats_from, turn_order_from
from rules.resolution import Resolution

MONARCH, INITIATIVE, RING, SPEED, DUNGEON = "monarch", "initiative", "the Ring", "speed", "dungeon"
"""The names of statuses that players can have beside lasting designations."""
MAX_SPEED = 4
RING_LEVELS = 4
"""The Ring gains an ability each time it tempts a player, up to this many (701.54c)."""


def become_monarch(
    resolution: Resolution, who: PlayerId, *, cause: str = "effect", rule: RuleKey = "monarch"
) -> None:
    """Make a player the monarch, unless an effect forbids it (725)."""
    if resolution.game.monarch != who and _can_be_monarch(resolution.game, who):
        resolution.record(MonarchChanged(who=who, cause=cause, rule=resolution.rule(rule)))


def take_initiative(
    resolution: Resolution, who: PlayerId, *, cause: str = "effect", rule: RuleKey = "initiative"
) -> None:
    """Give a player the initiative, possibly again, and make them venture into the Undercity
    (726.2, 726.5)."""
    resolution.record(InitiativeChanged(who=who, cause=cause, rule=resolution.rule(rule)))
    resolution.record(VentureTriggered(who=who, rule=resolution.rule("initiative_damage")))


def begin_upkeep(resolution: Resolution, team: tuple[PlayerId, ...]) -> None:
    """Make the player with the initiative venture into the Undercity, if it is one of these (726.2)."""
    holder = resolution.game.initiative
    if holder is not None and holder in team:
        resolution.record(
            VentureTriggered(who=holder, rule=resolution.rule("initiative_damage"), upkeep=True)
        )


def combat_damage_dealt(resolution: Resolution, by: PlayerId, to: PlayerId) -> None:
    """Move monarchy and initiative to the controller of a creature that dealt combat damage to their
    player."""
    if by == to or not resolution.game.player(by).in_game:
        return
    if resolution.game.monarch == to:
        become_monarch(resolution, by, cause="combat", rule="monarch_damage")
    if resolution.game.initiative == to:
        take_initiative(resolution, by, cause="combat", rule="initiative_damage")


def pass_on(resolution: Resolution, leaving: frozenset[PlayerId]) -> None:
    """Pass a departing player's monarchy and initiative to the active player, else to the next in turn order
    (725.4, 726.4). Call it before the player is marked as gone."""
    game = resolution.game
    if game.monarch in leaving:
        heirs = (id for id in _heirs(game, game.monarch, leaving) if _can_be_monarch(game, id))
        resolution.record(
            MonarchChanged(who=next(heirs, None), cause="left", rule=resolution.rule("monarch_left"))
        )
    if game.initiative in leaving:
        heir = next(iter(_heirs(game, game.initiative, leaving)), None)
        resolution.record(InitiativeChanged(who=heir, cause="left", rule=resolution.rule("initiative_left")))
        if heir is not None:
            resolution.record(VentureTriggered(who=heir, rule=resolution.rule("initiative_damage")))


def _heirs(game: Game, leaver: PlayerId, leaving: frozenset[PlayerId]) -> tuple[PlayerId, ...]:
    """Return who may inherit, in order: active players, then the others in turn order."""
    staying = [player.id for player in game.remaining if player.id not in leaving]
    active = [id for id in game.active_players if id in staying]
    if game.rules.markers and active:
        nearest = next(id for id in seats_from(game, leaver) if id in active)
        active = [nearest]
    following = seats_from(game, leaver)
    if not game.rules.markers:
        takers = turn_order_from(game, game.turn.taker)
        following = tuple(id for taker in takers for id in game.team_of(taker))
    return (*active, *(id for id in following if id in staying and id not in active))


def _can_be_monarch(game: Game, who: PlayerId) -> bool:
    return not game.has_effect((who,), EffectKind.CANT_BECOME_MONARCH)


def become_day_or_night(resolution: Resolution, to: DayNight) -> None:
    """Make it day or night (731.1)."""
    if resolution.game.day_night is not to:
        resolution.record(DayNightChanged(to=to, rule=resolution.rule("day_night")))


def turn_day_or_night(resolution: Resolution, previous: tuple[PlayerId, ...]) -> None:
    """Switch day and night in the untap step: to night after a turn without a spell of its active players, to
    day after one of them cast two or more (731.2a, 731.2b)."""
    turn, players = resolution.game.turn.number, [resolution.game.player(id) for id in previous]
    # What a player who left in an earlier turn did then is not what happened in this one.
    spells = [one.spells for one in players if one.left is None or one.left.turn == turn]
    if resolution.game.day_night is DayNight.DAY and not any(spells):
        become_day_or_night(resolution, DayNight.NIGHT)
    elif resolution.game.day_night is DayNight.NIGHT and any(n >= 2 for n in spells):
        become_day_or_night(resolution, DayNight.DAY)


def ring_level(player: Player) -> int:
    """Return how many of the Ring's four abilities a player has by being tempted (701.54c)."""
    return min(RING_LEVELS, player.ring)


def notice_life_lost(resolution: Resolution, loser: PlayerId) -> None:
    """Raise the active players' speed after an opponent in range lost life, once in a turn (702.179d,
    801.7)."""
    game = resolution.game
    if not any(player.speed for player in game.players):
        return
    for id in game.active_players:
        player = game.player(id)
        if 0 < player.speed < MAX_SPEED and not player.sped_up and loser in opponents_in_range(game, id):
            resolution.record(SpeedChanged(who=id, speed=player.speed + 1, rule=resolution.rule("speed")))


def start_speed(resolution: Resolution) -> bool:
    """Give speed 1 to players with start your engines! and no speed (704.5aa); return whether any got it."""
    starters = [p.id for p in resolution.game.players if p.starts_engines and p.speed == 0 and p.in_game]
    for id in starters:
        resolution.record(SpeedChanged(who=id, speed=1, rule=resolution.rule("speed_start")))
    return bool(starters)


def has_designation(game: Game, player: Player, name: str) -> bool:
    """Return whether a player has the status with this name: a designation, a speed, temptations by the
    Ring, a dungeon."""
    return name in player.designations or {
        MONARCH: game.monarch == player.id,
        INITIATIVE: game.initiative == player.id,
        RING: player.ring > 0,
        SPEED: player.speed > 0 or player.starts_engines,
        DUNGEON: player.dungeon is not None,
    }.get(name, False)


def remove_designation(resolution: Resolution, player: Player, name: str, levels: int | None) -> None:
    """Remove a player's status by name; for the Ring and speed, this many levels or all.

    The rules rarely remove these: this is for cards that do, and for mistakes.
    """
    who = player.id
    if name in player.designations:
        resolution.record(DesignationLost(who=who, name=name, rule=resolution.rule("designation")))
    elif name == MONARCH:
        resolution.record(MonarchChanged(who=None, cause="removed", rule=resolution.rule("monarch")))
    elif name == INITIATIVE:
        resolution.record(InitiativeChanged(who=None, cause="removed", rule=resolution.rule("initiative")))
    elif name == RING:
        rule = resolution.rule("ring")
        resolution.record(RingLevelLowered(who=who, level=_lower(player.ring, levels), rule=rule))
    elif name == SPEED:
        _slow_down(resolution, player, levels)
    elif player.dungeon is not None:
        left = player.dungeon.name
        resolution.record(DungeonLeft(who=who, name=left, rule=resolution.rule("venture")))


def _lower(level: int, levels: int | None) -> int:
    return 0 if levels is None else max(0, level - levels)


def _slow_down(resolution: Resolution, player: Player, levels: int | None) -> None:
    """Lower a player's speed; without speed it doesn't start again (704.5aa)."""
    speed = _lower(player.speed, levels)
    if speed != player.speed:
        resolution.record(SpeedChanged(who=player.id, speed=speed, rule=resolution.rule("speed_set")))
    if speed == 0 and player.starts_engines:
        resolution.record(EnginesStopped(who=player.id))
