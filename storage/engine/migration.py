"""The migrations of both engines: one list, by name, written once in SQLite's words."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from storage.engine.database import DatabaseUnusable

MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"
"""A file for each, sorted by its number; one that ends in ``.sqlite.sql`` or ``.postgresql.sql`` is for that
engine alone."""


class Migration(NamedTuple):
    """A migration as an engine carries it out."""

    name: str
    sql: str


def migrations(engine: str, said: Callable[[str], str] = str) -> Sequence[Migration]:
    """Return the migrations of "sqlite" or "postgresql", in order.

    ``said`` translates the common SQL for an engine.
    """
    found: list[Migration] = []
    for file in sorted(MIGRATIONS_FOLDER.glob("*.sql")):
        name, _, only = file.name[len("0000_") : -len(".sql")].partition(".")
        if only in ("", engine):
            text = file.read_text(encoding="utf-8")
            found.append(Migration(name, text if only else said(text)))
    return found


def missing_migrations(
    all: Sequence[Migration], names: Sequence[str | None], database: str = "The database"
) -> Sequence[Migration]:
    """Return the missing migrations of a database, given the names of those it has.

    Versions before names counted them: None stands for each applied one. Raises DatabaseUnusable for a
    database of a newer version.
    """
    numbered = [one.name for one in all[: len(names)]]
    has = {name if given is None else given for name, given in zip(numbered, names, strict=False)}
    if len(names) > len(all) or not has <= {one.name for one in all}:
        raise DatabaseUnusable(
            f"{database} was made by a newer Arbiter: schema {len(names)}, here {len(all)}."
        )
    return [one for one in all if one.name not in has]
