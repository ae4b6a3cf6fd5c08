"""Designations, speed, the Ring and dungeons."""

from msgspec.structs import replace

from rules.actions.action import Action
from rules.events.designations import DesignationGained, DungeonMoved, EnginesStarted, RingTempted, SpellCast
from rules.game.parts import DayNight, PlayerId
from rules.players import designations, dungeons
from rules.refusal import Refusal
from rules.resolution import Resolution


class BecomeMonarch(Action, frozen=True, kw_only=True):
    """A player becomes the monarch (725)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        designations.become_monarch(resolution, self.who)


class TakeInitiative(Action, frozen=True, kw_only=True):
    """A player takes the initiative (726)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        designations.take_initiative(resolution, self.who)


class Designate(Action, frozen=True, kw_only=True):
    """A player gets a lasting designation (702.131c)."""

    who: PlayerId
    name: str

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        if self.name not in resolution.game.player(self.who).designations:
            rule = resolution.rule("designation")
            resolution.record(DesignationGained(who=self.who, name=self.name, rule=rule))


class BecomeDayOrNight(Action, frozen=True, kw_only=True):
    """It becomes day or night (731)."""

    to: DayNight

    def perform(self, resolution: Resolution) -> None:
        designations.become_day_or_night(resolution, self.to)


class CastSpell(Action, frozen=True, kw_only=True):
    """A player casts a spell, counted for day and night (731.2)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        resolution.record(SpellCast(who=self.who, count=resolution.game.player(self.who).spells + 1))


class StartEngines(Action, frozen=True, kw_only=True):
    """A player controls a permanent with start your engines! (702.179a)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        if not resolution.game.player(self.who).starts_engines:
            resolution.record(EnginesStarted(who=self.who))


class TemptWithRing(Action, frozen=True, kw_only=True):
    """The Ring tempts a player (701.54); four levels matter, the number goes on."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        level = resolution.game.player(self.who).ring + 1
        resolution.record(RingTempted(who=self.who, level=level, rule=resolution.rule("ring")))


class Venture(Action, frozen=True, kw_only=True):
    """A player ventures into a dungeon or on to its next room (701.49)."""

    who: PlayerId
    into: str | None = None
    room: str | None = None

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        dungeons.venture(resolution, self.who, into=self.into, room=self.room)


class ResolveRoom(Action, frozen=True, kw_only=True):
    """A dungeon room's ability has left the stack (309.6); a last room is completed then (704.5t)."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        player = resolution.game.player(self.who)
        if player.dungeon is None:
            raise Refusal("not_in_dungeon", who=player.name)
        resolved = replace(player.dungeon, resolving=False)
        resolution.record(DungeonMoved(who=self.who, dungeon=resolved, rule=resolution.rule("venture")))
