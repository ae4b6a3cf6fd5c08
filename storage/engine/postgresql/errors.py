"""Errors that PostgreSQL, or the connection to it, may answer with."""

import asyncpg

UNREACHABLE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""Errors after which another connection is needed."""


class InUse(Exception):
    """Another process owns the database."""

    def __init__(self) -> None:
        super().__init__("Another process has taken the database over.")


SERVER_ERRORS = (*UNREACHABLE, asyncpg.PostgresError, OverflowError, InUse)
"""Errors of a server, of the connection to it, and of values that it doesn't accept."""


def first_line(error: Exception) -> str:
    """Return an error's message without details and hints, which are on further lines."""
    return str(error).partition("\n")[0]
