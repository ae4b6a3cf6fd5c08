"""Reading a log without keeping the process from everybody else."""

from storage.games.games import Games, LogEntry

AT_ONCE = 200


async def read_log(games: Games, game: int) -> list[LogEntry]:
    """Every entry of a game's log, oldest first."""
    entries: list[LogEntry] = []
    while page := await games.log(game, before=entries[-1].number if entries else None, limit=AT_ONCE):
        entries += page
    return entries[::-1]
