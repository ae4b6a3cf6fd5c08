"""A bare bot that connects by a gateway: ``python -m benchmarks.bare_bot FILE API GATEWAY``."""

import sys
from pathlib import Path

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from benchmarks.bare import Inserting

if __name__ == "__main__":
    file, Route.BASE, gateway = sys.argv[1:]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    Inserting(Path(file), locked=True).run("token", log_handler=None)
