"""Turns and turn markers."""

from dataclasses import dataclass

from rules.game import PlayerId, Taker, TurnKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A turn began; ranges of influence are those of this moment (801.2c)."""

    taker: Taker
    kind: TurnKind
    number: int
    rule: str
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A turn ended."""

    taker: Taker
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A turn that would have begun was skipped (614.10)."""

    taker: Taker
    kind: TurnKind
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassedOver:
    """The turn of somebody who has left would have begun here (800.4k)."""

    taker: Taker
    kind: TurnKind
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurnGranted:
    """Somebody takes an extra turn: after the current one, or before their next where `saved` (807.4j)."""

    taker: Taker
    rule: str
    saved: bool = False
    marker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipGranted:
    """Somebody will skip the next turn that would begin for them (614.10a)."""

    taker: Taker
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurnsSaved:
    """Extra turns wait until just before their taker's next turn (807.4i, 807.4j)."""

    taker: Taker
    amount: int
    marker: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerMoved:
    """A turn marker is with `at`, waiting there, or in transit to `to` (807.4c, 608.4c)."""

    marker: int
    at: PlayerId | None
    kind: TurnKind
    rule: str
    to: PlayerId | None = None
    behind: int | None = None
    """The marker that has to be taken first (608.4c)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerDesignated:
    """A turn marker will be removed: `removals` of them are pending on it (807.4e)."""

    marker: int
    removals: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerRemoved:
    """A turn marker is gone (807.4f)."""

    marker: int
    rule: str
