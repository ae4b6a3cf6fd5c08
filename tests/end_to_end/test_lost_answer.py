"""PostgreSQL goes away right after a commit: no one hears anything that may be wrong."""

from pathlib import Path

from tests.support.evening import Evening
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.postgresql.proxy import network

__all__ = ("postgresql",)


async def test_no_one_reads_that_nothing_was_saved_where_that_is_not_known(
    postgresql: Server, tmp_path: Path
) -> None:
    address = (await postgresql.blank()).replace(str(postgresql.folder), str(tmp_path))
    async with (
        network(postgresql.folder, tmp_path) as line,
        Evening(tmp_path / "none.db", server=address) as evening,
    ):
        await evening.types("Ana", "game new", variant="two_player", players=evening.people["Ben"].mention)
        await evening.types("Ana", "game start")
        await evening.types("Ana", "life lose", amount=1)
        line.cuts = 1
        line.commit = b"Ana"  # is in the values of the statement
        assert "can't tell whether that was saved" in await evening.refused("Ana", "life lose", amount=3)
        assert "nothing has changed" in await evening.refused("Ana", "life lose", amount=4)
        line.broken = False
        await evening.games.database.write()  # the next write learns the outcome of the first one
        # 20 - 1 - 3 - 1
        await evening.types("Ana", "life lose", amount=1)
        assert "Ana · 15" in evening.board()
        evening.errors()
