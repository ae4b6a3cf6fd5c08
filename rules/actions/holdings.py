"""What a player has beside life: counters, commanders, effects, a library."""

from dataclasses import dataclass

from rules.actions.action import Action
from rules.game import EffectKind, PlayerId, Taker
from rules.players import continuous_effects, counters, library
from rules.players.commanders import cast, name
from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCounters(Action):
    """Each of these players gets counters of a kind (122.1)."""

    who: tuple[PlayerId, ...]
    kind: str
    n: int

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            counters.add(resolution, who, self.kind, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCounters(Action):
    """Each of these players loses counters of a kind, or pays with them (107.14)."""

    who: tuple[PlayerId, ...]
    kind: str
    n: int
    as_cost: bool = False

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            counters.remove(resolution, who, self.kind, self.n, as_cost=self.as_cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleCounters(Action):
    """A player gets as many counters of a kind again (701.10e)."""

    who: PlayerId
    kind: str

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        counters.double(resolution, self.who, self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proliferate(Action):
    """The chosen players get one more of every kind of counter they have (701.34)."""

    chosen: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        counters.proliferate(resolution, resolution.playing(self.chosen))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveRad(Action):
    """A player with rad counters has milled this many nonland cards for them (728.1)."""

    who: PlayerId
    nonlands: int

    def perform(self, resolution: Resolution) -> None:
        resolution.require_playing(self.who)
        counters.rad(resolution, self.who, self.nonlands)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCommander(Action):
    """A player's commander, or one of two partners, has this name (903.3, 702.124)."""

    who: PlayerId
    name: str
    partner: bool = False

    def perform(self, resolution: Resolution) -> None:
        name(resolution, self.who, self.name, partner=self.partner)


@dataclass(frozen=True, slots=True, kw_only=True)
class CastCommander(Action):
    """A player casts a commander from the command zone (903.8)."""

    who: PlayerId
    commander: str

    def perform(self, resolution: Resolution) -> None:
        cast(resolution, self.who, self.commander)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEffect(Action):
    """A continuous effect begins on these players."""

    who: tuple[PlayerId, ...]
    kind: EffectKind
    n: int | None = None
    source: PlayerId | None = None
    until_turn_of: Taker | None = None

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            continuous_effects.begin(
                resolution, who, self.kind, n=self.n, source=self.source, until_turn_of=self.until_turn_of
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEffect(Action):
    """The newest effect of a kind on each of these players ends."""

    who: tuple[PlayerId, ...]
    kind: EffectKind

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            continuous_effects.end(resolution, who, self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLibrary(Action):
    """The table says how many cards a library has."""

    who: PlayerId
    cards: int

    def perform(self, resolution: Resolution) -> None:
        library.count(resolution, self.who, self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards(Action):
    """A player draws cards, one at a time (121.2)."""

    who: PlayerId
    n: int

    def perform(self, resolution: Resolution) -> None:
        library.draw(resolution, self.who, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailDraw(Action):
    """Each of these players had to draw from an empty library (104.3c)."""

    who: tuple[PlayerId, ...]

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            library.fail_draw(resolution, who)
