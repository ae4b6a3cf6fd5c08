"""Background work that continues after an error."""

import logging
from collections.abc import Generator, Hashable
from contextlib import contextmanager

from storage.engine.database import DatabaseError
from storage.engine.group_commit import NotCommitted

_log = logging.getLogger(__name__)

UNAVAILABLE = DatabaseError, NotCommitted
"""The errors of a database that can't be used at the moment."""


class FailureLog:
    """Logs failures of repeated work: each once, until the same work succeeds.

    Errors with an outside cause, such as an unavailable database, are counted separately from all others.
    ``work`` names it, as the subject of a sentence; ``expected``: the types of such errors.
    """

    def __init__(self, work: str, expected: tuple[type[Exception], ...] = UNAVAILABLE) -> None:
        self._work = work
        self._expected = expected
        self._failing = set[tuple[Hashable, bool]]()
        """The parts that fail, each with whether that was expected."""

    @contextmanager
    def passing_over(
        self, part: Hashable = None, *, raising: tuple[type[Exception], ...] = ()
    ) -> Generator[None]:
        """Log an error of the block with its trace and suppress it, except for those in ``raising``.

        One that was expected is a line without a trace. ``part``: which part of the work it is.
        """
        try:
            yield
        except raising:
            raise
        except Exception as error:  # noqa: BLE001 - the work goes on, whatever it was
            self.failed(error, part)
        else:
            self.succeeded(part)

    def failed(self, error: Exception, part: Hashable = None) -> None:
        """Log an error of a part of the work, unless that has failed before without a success since."""
        expected = isinstance(error, self._expected)
        if (part, expected) in self._failing:
            return
        self._failing.add((part, expected))
        about = "" if part is None else f" ({part})"
        _log.log(
            logging.WARNING if expected else logging.ERROR,
            *("%s failed and will be tried again%s: %s", self._work, about, error),
            exc_info=None if expected else error,
        )

    def succeeded(self, part: Hashable = None) -> None:
        """Log the next failure of a part of the work again."""
        self._failing -= {(part, True), (part, False)}
