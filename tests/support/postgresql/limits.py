"""How long the product waits for PostgreSQL, and tests that are about that."""

from collections.abc import Generator

import pytest

from storage.engine.postgresql import connection, database, writer
from tests.support.processes import SECONDS

DATABASE_LIMITS = (
    (writer, "TRANSACTION_TIMEOUT", writer.TRANSACTION_TIMEOUT),
    (writer, "OUTCOME_TIMEOUT", writer.OUTCOME_TIMEOUT),
    (writer, "CONNECT_TIMEOUT", writer.CONNECT_TIMEOUT),
    (database, "READ_TIMEOUT", database.READ_TIMEOUT),
    (database, "CONNECT_TIMEOUT", database.CONNECT_TIMEOUT),
    (connection, "CONNECT_TIMEOUT", connection.CONNECT_TIMEOUT),
)
"""Modules, names and the seconds in operation."""


def lengthen_database_limits(patch: pytest.MonkeyPatch) -> None:
    """Let the database of a busy machine take as long as it needs."""
    for module, name, _ in DATABASE_LIMITS:
        patch.setattr(module, name, SECONDS)


@pytest.fixture
def database_limits() -> Generator[None]:
    """The database is given up as soon as in operation."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, seconds in DATABASE_LIMITS:
            patch.setattr(module, name, seconds)
        yield
