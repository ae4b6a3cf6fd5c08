"""Reading a log without keeping the process from everybody else."""

from storage.games.games import Games, LogEntry

AT_ONCE = 200


async def read_log(games: Games, game: int, since: int = 0) -> list[LogEntry]:
    """The entries of a game's log after a number, oldest first."""
    entries: list[LogEntry] = []
    while page := await games.log(game, before=entries[-1].number if entries else None, limit=AT_ONCE):
        entries += page
        if page[-1].number <= since:
            break
    return [entry for entry in reversed(entries) if entry.number > since]
