"""Designations, speed, the Ring and dungeons."""

from msgspec.structs import replace

from rules.events.event import GameEvent, PlayerEvent, with_player_fields
from rules.game.game import Game
from rules.game.parts import DayNight, Dungeon, PlayerId


class MonarchChanged(GameEvent, frozen=True, kw_only=True):
    """The monarchy moved (725); no one is monarch when `who` is None."""

    who: PlayerId | None
    cause: str
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, monarch=self.who)


class InitiativeChanged(GameEvent, frozen=True, kw_only=True):
    """The initiative was taken or moved (726)."""

    who: PlayerId | None
    cause: str
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, initiative=self.who)


class VentureTriggered(PlayerEvent, frozen=True, kw_only=True):
    """Taking the initiative, or an upkeep with it, makes its holder venture into the Undercity (726.2)."""

    rule: str
    upkeep: bool = False


class DungeonMoved(PlayerEvent, frozen=True, kw_only=True):
    """A player's venture marker is on this room now (701.49)."""

    dungeon: Dungeon
    rule: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, dungeon=self.dungeon)


class DungeonCompleted(PlayerEvent, frozen=True, kw_only=True):
    """A player completed a dungeon (309.7)."""

    name: str
    rule: str

    def apply(self, game: Game) -> Game:
        completed = (*game.player(self.who).completed_dungeons, self.name)
        return with_player_fields(game, self.who, dungeon=None, completed_dungeons=completed)


class DesignationGained(PlayerEvent, frozen=True, kw_only=True):
    """A player got a designation that stays for the game, such as the city's blessing (702.131c)."""

    name: str
    rule: str

    def apply(self, game: Game) -> Game:
        designations = (*game.player(self.who).designations, self.name)
        return with_player_fields(game, self.who, designations=designations)


class DesignationLost(PlayerEvent, frozen=True, kw_only=True):
    """A player no longer has a designation that stays for the game."""

    name: str
    rule: str

    def apply(self, game: Game) -> Game:
        kept = tuple(one for one in game.player(self.who).designations if one != self.name)
        return with_player_fields(game, self.who, designations=kept)


class DayNightChanged(GameEvent, frozen=True, kw_only=True):
    """It became day or night (731)."""

    to: DayNight
    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, day_night=self.to)


class DayNightEnded(GameEvent, frozen=True, kw_only=True):
    """It is neither day nor night."""

    rule: str

    def apply(self, game: Game) -> Game:
        return replace(game, day_night=None)


class SpellCast(PlayerEvent, frozen=True, kw_only=True):
    """A player cast a spell, counted for day and night (731.2)."""

    count: int

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, spells=self.count)


class EnginesStarted(PlayerEvent, frozen=True, kw_only=True):
    """A player controls a permanent with start your engines! (702.179a)."""

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, starts_engines=True)


class EnginesStopped(PlayerEvent, frozen=True, kw_only=True):
    """A player no longer controls a permanent with start your engines!"""

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, starts_engines=False)


class SpeedChanged(PlayerEvent, frozen=True, kw_only=True):
    """A player's speed changed (702.179)."""

    speed: int
    rule: str

    def apply(self, game: Game) -> Game:
        # Only the inherent ability raises a speed above 1, and only once each turn (702.179d).
        raised = self.who in game.active_players and self.speed > max(1, game.player(self.who).speed)
        sped_up = raised or game.player(self.who).sped_up
        return with_player_fields(game, self.who, speed=self.speed, sped_up=sped_up)


class RingTempted(PlayerEvent, frozen=True, kw_only=True):
    """The Ring tempted a player (701.54)."""

    level: int
    rule: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, ring=self.level)


class RingLevelLowered(PlayerEvent, frozen=True, kw_only=True):
    """The number of the Ring's temptations was lowered to this; at 0 the emblem is gone."""

    level: int
    rule: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, ring=self.level)


class DungeonLeft(PlayerEvent, frozen=True, kw_only=True):
    """A player's venture marker and dungeon are gone, and the dungeon isn't completed."""

    name: str
    rule: str

    def apply(self, game: Game) -> Game:
        return with_player_fields(game, self.who, dungeon=None)
