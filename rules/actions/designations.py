"""Designations, speed, the Ring and dungeons."""

from msgspec.structs import replace

from rules.actions.action import Action, PlayerAction
from rules.events.designations import (
    DayNightEnded,
    DesignationGained,
    DungeonMoved,
    EnginesStarted,
    RingTempted,
    SpellCast,
)
from rules.game.parts import DayNight, Player
from rules.players import designations, dungeons
from rules.refusal import Refusal
from rules.resolution import Resolution


class BecomeMonarch(PlayerAction, frozen=True, kw_only=True):
    """A player becomes the monarch (725)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        designations.become_monarch(resolution, self.who)


class TakeInitiative(PlayerAction, frozen=True, kw_only=True):
    """A player takes the initiative (726)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        designations.take_initiative(resolution, self.who)


class Designate(PlayerAction, frozen=True, kw_only=True):
    """A player gets a lasting designation (702.131c)."""

    name: str

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if self.name not in player.designations:
            rule = resolution.rule("designation")
            resolution.record(DesignationGained(who=self.who, name=self.name, rule=rule))


class BecomeDayOrNight(Action, frozen=True, kw_only=True):
    """It becomes day or night (731)."""

    to: DayNight

    def perform(self, resolution: Resolution) -> None:
        designations.become_day_or_night(resolution, self.to)


class LoseDesignation(PlayerAction, frozen=True, kw_only=True):
    """A player loses the monarchy, the initiative, a designation that lasts for the game, their dungeon, or
    `levels` of their speed or of the Ring's temptations; None for all levels."""

    name: str
    levels: int | None = None

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if not designations.has_designation(resolution.game, player, self.name):
            raise Refusal("designation_missing", who=player.name, kind=self.name)
        if self.levels is not None and self.levels < 1:
            raise Refusal("bad_number", text=str(self.levels))
        designations.remove_designation(resolution, player, self.name, self.levels)


class EndDayNight(Action, frozen=True, kw_only=True):
    """It is neither day nor night, as the table corrects it: the rules never end them (731.1)."""

    def perform(self, resolution: Resolution) -> None:
        if resolution.game.day_night is not None:
            resolution.record(DayNightEnded(rule=resolution.rule("day_night")))


class CastSpell(PlayerAction, frozen=True, kw_only=True):
    """A player casts a spell, counted for day and night (731.2)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        resolution.record(SpellCast(who=self.who, count=player.spells + 1))


class StartEngines(PlayerAction, frozen=True, kw_only=True):
    """A player controls a permanent with start your engines! (702.179a)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if not player.starts_engines:
            resolution.record(EnginesStarted(who=self.who))


class TemptWithRing(PlayerAction, frozen=True, kw_only=True):
    """The Ring tempts a player (701.54); only four levels matter, but the number continues."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        resolution.record(RingTempted(who=self.who, level=player.ring + 1, rule=resolution.rule("ring")))


class Venture(PlayerAction, frozen=True, kw_only=True):
    """A player ventures into a dungeon or on to its next room (701.49)."""

    into: str | None = None
    room: str | None = None

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        dungeons.venture(resolution, self.who, into=self.into, room=self.room)


class ResolveRoom(PlayerAction, frozen=True, kw_only=True):
    """A dungeon room's ability has left the stack (309.6); a last room is completed then (704.5t)."""

    def perform_for(self, resolution: Resolution, player: Player) -> None:
        if player.dungeon is None:
            raise Refusal("not_in_dungeon", who=player.name)
        resolved = replace(player.dungeon, resolving=False)
        resolution.record(DungeonMoved(who=self.who, dungeon=resolved, rule=resolution.rule("venture")))
