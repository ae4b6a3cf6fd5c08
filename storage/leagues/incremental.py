"""What results add up to, made when it is asked for and kept current from then on."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from rules.leagues.league import League
from rules.leagues.matches import NumberedResult
from rules.leagues.result import SeasonNumber
from rules.leagues.tally import Claims, Tally

SLICE = 100
"""Results that are worked out anew in one go: some ten milliseconds, in which nobody else gets anything."""


class Projection(Protocol):
    """Something that results add up to, kept current as they come and go."""

    def add(self, result: NumberedResult) -> None:
        """One result more."""
        ...

    def remove(self, result: NumberedResult) -> None:
        """One result less."""
        ...

    def catch_up(self, most: int | None = None) -> bool:
        """Work out what changes have left to do, for at most so many results; True when nothing is left."""
        ...


class TallyProjection:
    """A tally as a sum."""

    def __init__(
        self, league: League, claims: Claims | None = None, results: Iterable[NumberedResult] = ()
    ) -> None:
        self.tally = Tally(league, claims)
        self.tally.add_all(results)

    def add(self, result: NumberedResult) -> None:
        """One result more."""
        self.tally.add(result.number, result.result)

    def remove(self, result: NumberedResult) -> None:
        """One result less."""
        self.tally.remove(result.number, result.result)

    def catch_up(self, most: int | None = None) -> bool:
        """Nothing is ever left to do."""
        return True


S = TypeVar("S", bound=Projection)
Scope = SeasonNumber | None
"""A season, or None for all time."""


class ResultScope(Protocol):
    """The results that sums are made of."""

    @property
    def rules(self) -> League:
        """The league's rules."""
        ...

    @property
    def claims(self) -> Claims:
        """Which player each claimed guest is."""
        ...

    def within(self, scope: Scope) -> Sequence[NumberedResult]:
        """The results of a scope, in the order of play."""
        ...

    def is_within(self, scope: Scope, result: NumberedResult) -> bool:
        """Whether a result is one of them."""
        ...


class IncrementalProjections(Generic[S]):
    """The sums of one kind, by scope."""

    def __init__(
        self, make: Callable[[League, Claims, Sequence[NumberedResult]], S], of: ResultScope
    ) -> None:
        self._make = make
        self._of = of
        self._made: dict[Scope, S] = {}
        self._making = asyncio.Lock()
        self._missed: list[tuple[NumberedResult | None, NumberedResult | None]] = []
        """What has changed since one began to be made."""
        self._outdated = False
        """Whether rules or claims have."""

    def clear(self) -> None:
        """Rules, claims or seasons are others now."""
        self._made.clear()
        self._outdated = True

    def change(self, was: NumberedResult | None, now: NumberedResult | None) -> None:
        """A result was this, None for none, and is that."""
        for scope, sum in self._made.items():
            self._change(sum, scope, was, now)
        if self._making.locked():
            self._missed.append((was, now))

    def is_current(self, scope: Scope, sum: S) -> bool:
        """Whether a sum is of all results of its scope."""
        return self._made.get(scope) is sum and sum.catch_up(0)

    async def current(self, scope: Scope) -> S:
        """The sum of a scope, current until something else is awaited."""
        while True:
            sum = await self._find(scope)
            if not sum.catch_up(SLICE):
                await asyncio.sleep(0)
            elif self.is_current(scope, sum):
                return sum

    async def _find(self, scope: Scope) -> S:
        async with self._making:
            while scope not in self._made:
                self._missed.clear()
                self._outdated = False
                sum = await asyncio.to_thread(
                    self._new, self._of.rules, self._of.claims, self._of.within(scope)
                )
                if self._outdated:
                    continue
                for was, now in self._missed:
                    self._change(sum, scope, was, now)
                self._made[scope] = sum
            return self._made[scope]

    def _new(self, rules: League, claims: Claims, results: Sequence[NumberedResult]) -> S:
        sum = self._make(rules, claims, results)
        sum.catch_up()
        return sum

    def _change(self, sum: S, scope: Scope, was: NumberedResult | None, now: NumberedResult | None) -> None:
        if was is not None and self._of.is_within(scope, was):
            sum.remove(was)
        if now is not None and self._of.is_within(scope, now):
            sum.add(now)
