"""Tables that tests play at: opened, filled, seated and started through the commands, as people do it."""

from collections.abc import Mapping

from tests.support.evening import PEOPLE, Evening

FOUR = "Ana, Ben, Cy, Dee"
LOBBY = (
    *("Leave", "Ready", "Ready check", "Start"),
    *("Seat my voice channel", "Add players…", "Options…", "Cancel"),
)
"""The buttons of a lobby after those for joining."""
LOBBY_WITH_COMMANDERS = (*LOBBY[:-2], "Bracket…", *LOBBY[-2:])
"""The same, where players have commanders."""
RED_AND_BLUE = {"Red": "Ana, Ben", "Blue": "Cy, Dee"}


async def gather(evening: Evening, variant: str, names: str, **options: object) -> None:
    """The first of ``names`` opens a lobby and seats the others, as guests if they have no account."""
    host, *others = names.split(", ")
    players = ", ".join(mention(evening, name) for name in others)
    await evening.types(
        *(host, "game new"),
        variant=variant,
        **({"players": players, "start": False} if players else {}),
        **options,
    )


async def deal(evening: Evening, variant: str = "commander", names: str = FOUR, **options: object) -> None:
    """Start a game of single players, seated as named, the first one going first."""
    await gather(evening, variant, names, **options)
    await begin(evening, names)


async def deal_teams(evening: Evening, variant: str, teams: Mapping[str, str], **options: object) -> None:
    """A game of teams, such as ``{"Red": "Ana, Ben"}``, seated as named; the first starts."""
    everybody = ", ".join(teams.values())
    host = everybody.partition(", ")[0]
    await gather(evening, variant, host, **options)
    for team, names in teams.items():
        for name in names.split(", "):
            if name in PEOPLE:
                await evening.types(name, "game join", team=team)
            else:
                await evening.types(host, "game add", players=name, team=team)
    await begin(evening, everybody)


async def begin(evening: Evening, names: str) -> None:
    """Seat everyone as named and start with the first one or their team."""
    host = names.partition(", ")[0]
    await evening.types(host, "game seats", order=names)
    await evening.types(host, "game start", first=host)


async def two_headed(evening: Evening) -> None:
    """Red (Ana, Ben) against Blue (Cy, Dee); Red starts, both at 30."""
    await deal_teams(evening, "two_headed_giant", RED_AND_BLUE)


def mention(evening: Evening, name: str) -> str:
    """Return how a name is typed: a mention for those with an account."""
    return evening.people[name].mention if name in PEOPLE else name
