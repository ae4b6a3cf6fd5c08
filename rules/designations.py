"""Designations: monarch, initiative, day and night, the Ring, the city's blessing and the like."""

from rules.events import (
    DayNightChanged,
    DesignationGained,
    InitiativeChanged,
    MonarchChanged,
    RingTempted,
    SpellCast,
    VentureTriggered,
)
from rules.game import DayNight, EffectKind, Game, Player, PlayerId
from rules.seating import seats_from
from rules.step import Step

RING_LEVELS = 4
"""The Ring gains an ability each time it tempts a player, up to this many (701.54c)."""


def become_monarch(step: Step, who: PlayerId, *, cause: str = "effect", rule: str = "monarch") -> None:
    """A player becomes the monarch, unless an effect forbids it (725)."""
    step.require_playing(who)
    if step.game.monarch != who and _can_be_monarch(step.game, who):
        step.record(MonarchChanged(who=who, cause=cause, rule=step.rule(rule)))


def take_initiative(step: Step, who: PlayerId, *, cause: str = "effect", rule: str = "initiative") -> None:
    """A player takes the initiative, again too, which has them venture into the Undercity (726.2, 726.5)."""
    step.require_playing(who)
    step.record(InitiativeChanged(who=who, cause=cause, rule=step.rule(rule)))
    step.record(VentureTriggered(who=who, rule=step.rule("initiative_damage")))


def begin_upkeep(step: Step, team: tuple[PlayerId, ...]) -> None:
    """If one of them has the initiative, that player ventures into the Undercity (726.2)."""
    holder = step.game.initiative
    if holder is not None and holder in team:
        step.record(VentureTriggered(who=holder, rule=step.rule("initiative_damage"), upkeep=True))


def combat_damage_dealt(step: Step, by: PlayerId, to: PlayerId) -> None:
    """A creature dealt combat damage to a player: monarchy and initiative go to its controller."""
    if by == to or not step.game.player(by).in_game:
        return
    if step.game.monarch == to:
        become_monarch(step, by, cause="combat", rule="monarch_damage")
    if step.game.initiative == to:
        take_initiative(step, by, cause="combat", rule="initiative_damage")


def pass_on(step: Step, leaving: frozenset[PlayerId]) -> None:
    """Monarchy and initiative of somebody who leaves go to the active player, else to the next in turn order
    (725.4, 726.4). Called before they are marked as gone."""
    game = step.game
    if game.monarch in leaving:
        heirs = (id for id in _heirs(game, game.monarch, leaving) if _can_be_monarch(game, id))
        step.record(MonarchChanged(who=next(heirs, None), cause="left", rule=step.rule("monarch_left")))
    if game.initiative in leaving:
        heir = next(iter(_heirs(game, game.initiative, leaving)), None)
        step.record(InitiativeChanged(who=heir, cause="left", rule=step.rule("initiative_left")))
        if heir is not None:
            step.record(VentureTriggered(who=heir, rule=step.rule("initiative_damage")))


def _heirs(game: Game, leaver: PlayerId, leaving: frozenset[PlayerId]) -> tuple[PlayerId, ...]:
    """Who may inherit, in order: active players, then the others from the active player's left."""
    staying = [player.id for player in game.remaining if player.id not in leaving]
    active = [id for id in game.active_players if id in staying]
    if game.rules.markers and active:
        nearest = next(id for id in seats_from(game, leaver) if id in active)
        active = [nearest]
    start = leaver if game.rules.markers else game.team_of(game.turn.taker)[-1]
    order = [id for id in (*seats_from(game, start), start) if id in staying and id not in active]
    return (*active, *order)


def _can_be_monarch(game: Game, who: PlayerId) -> bool:
    return not game.has_effect((who,), EffectKind.CANT_BECOME_MONARCH)


def designate(step: Step, who: PlayerId, name: str) -> None:
    """A player gets a designation for the rest of the game, such as the city's blessing (702.131c)."""
    step.require_playing(who)
    if name not in step.game.player(who).designations:
        step.record(DesignationGained(who=who, name=name, rule=step.rule("designation")))


def become_day_or_night(step: Step, to: DayNight) -> None:
    """It becomes day or night (731.1)."""
    if step.game.day_night is not to:
        step.record(DayNightChanged(to=to, rule=step.rule("day_night")))


def cast_spell(step: Step, who: PlayerId) -> None:
    """A player casts a spell; the next untap step looks at how many (731.2)."""
    step.require_playing(who)
    step.record(SpellCast(who=who, count=step.game.player(who).spells + 1))


def turn_day_or_night(step: Step, previous: tuple[PlayerId, ...]) -> None:
    """In the untap step: day becomes night after a turn without a spell of its active players, night becomes
    day after one of them cast two or more (731.2a, 731.2b)."""
    spells = [step.game.player(id).spells for id in previous]
    if step.game.day_night is DayNight.DAY and not any(spells):
        become_day_or_night(step, DayNight.NIGHT)
    elif step.game.day_night is DayNight.NIGHT and any(n >= 2 for n in spells):
        become_day_or_night(step, DayNight.DAY)


def ring_level(player: Player) -> int:
    """How many of the Ring's four abilities a player has by being tempted (701.54c)."""
    return min(RING_LEVELS, player.ring)


def tempt(step: Step, who: PlayerId) -> None:
    """The Ring tempts a player (701.54); four levels matter, the number goes on."""
    step.require_playing(who)
    step.record(RingTempted(who=who, level=step.game.player(who).ring + 1, rule=step.rule("ring")))
