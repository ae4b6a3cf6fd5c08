"""``python -m tests.support.launch PORT [fair] …``: the bot itself, with its Discord on this machine.

Without "fair" the few users of a campaign may do more than they could in a real server.
"""

import sys

import yarl
from discord import gateway, http

from bot.__main__ import main
from cogs.admission import fair_use

if __name__ == "__main__":
    port, fair = int(sys.argv[1]), sys.argv[2:3] == ["fair"]
    if not fair:
        fair_use.USER = fair_use.SERVER = fair_use.Allowance(most=1e9, back=1e9)
    http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    sys.exit(main(sys.argv[3 if fair else 2 :]))
