"""Shared parts of state machines: the number of examples, dice that Hypothesis throws, and a database."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import wraps
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Concatenate, ParamSpec, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from storage.engine.opening import open_database
from tests.support.postgresql.fixtures import Server
from tests.support.sqlite import write_blank

T = TypeVar("T")
P = ParamSpec("P")
M = TypeVar("M", bound="AsyncMachine")

Dice = Callable[[int, int], int]
"""A random number from the first to the second, both included."""

USUAL = 100
"""The examples of a property that names no number, in the quick profile."""


CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
"""Permitted traits of a machine: slow, with much to draw and rules that are seldom possible."""


def examples(count: int, steps: int = 30) -> settings:
    """Return settings for this many examples of up to this many steps; other profiles multiply the number."""
    return settings(
        max_examples=count * settings().max_examples // USUAL,
        stateful_step_count=steps,
        suppress_health_check=CHECKS,
    )


def of_machine(choose: Callable[[Any], st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Return a rule's argument that depends on the state of its machine."""
    return st.runner().flatmap(choose)


def thrown(make: Callable[[Dice], T], dice: int = 40) -> st.SearchStrategy[T]:
    """Return a strategy for values made with dice; failing examples shrink to the lowest numbers. They
    shrink to the lowest numbers.

    One draw for all of them costs as much as one for each of two.
    """

    @st.composite
    def throw(draw: st.DrawFn) -> T:
        left = cycle(draw(st.binary(min_size=dice, max_size=dice)))

        def die(low: int, high: int) -> int:
            number, span = 0, high - low + 1
            while span > 1:
                number, span = number << 8 | next(left), (span + 255) >> 8
            return low + number % (high - low + 1)

        return make(die)

    return throw()


def awaited(act: Callable[Concatenate[M, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[M, P], T]:
    """Return a rule or an invariant that is a coroutine."""

    @wraps(act)
    def run(machine: M, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return machine.run(act(machine, *args, **kwargs))

    return run


class AsyncMachine(RuleBasedStateMachine):
    """A machine whose rules are coroutines: ``@rule() @awaited``. ``opened`` is closed at its end."""

    def __init__(self) -> None:
        super().__init__()
        self._runner, self.opened = asyncio.Runner(), AsyncExitStack()
        self.file = Path(self.opened.enter_context(TemporaryDirectory())) / "arbiter.db"

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in this machine's loop and return its result."""
        return self._runner.run(coroutine)

    def teardown(self) -> None:
        try:
            self.run(self.opened.aclose())
        finally:
            self._runner.close()


class StoredMachine(AsyncMachine):
    """A machine over a database, on a server if there is one, which can be closed and opened again."""

    server: Server | None = None

    def __init__(self) -> None:
        super().__init__()
        self._address = self.run(self.server.blank() if self.server else self._blank())
        self._database = AsyncExitStack()
        self.opened.push_async_exit(self._database)
        self.run(self.open())

    async def _blank(self) -> str:
        await write_blank(self.file)
        return str(self.file)

    async def open(self) -> None:
        """Open the database, after closing it if it is open, as a restart does."""
        await self._database.aclose()
        self.database = await self._database.enter_async_context(open_database(self._address))


def run_on_server(machine: type[StoredMachine], server: Server, count: int = 3) -> None:
    """Try this many examples of a machine on databases of a server."""
    on_server = type(machine.__name__, (machine,), {"server": server})
    run_state_machine_as_test(on_server, settings=examples(count))
