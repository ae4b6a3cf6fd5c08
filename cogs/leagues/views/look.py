"""What is looked at in a league: it stands in the buttons of a page, so that they work after a restart."""

from msgspec import Struct

from cogs.leagues.core.custom_id import LeagueCustomId
from rules.leagues.result import PlayerNumber
from rules.refusal import Refusal


class LeagueView(Struct, frozen=True, kw_only=True):
    """What is looked at: which page of what, of a season (0 for all time), about one or two players."""

    what: str
    page: int = 0
    season: int = 0
    player: PlayerNumber = 0
    other: PlayerNumber = 0
    state: str = ""
    result: int = 0

    def press(self, verb: str, league: int) -> str:
        """The custom_id that carries it."""
        value = f"{self.what}.{self.season}.{self.player}.{self.other}.{self.state}.{self.result}"
        return str(LeagueCustomId(verb, league, self.page, value))

    @property
    def scope(self) -> int | None:
        """The season as the leagues' storage names it."""
        return self.season or None


def read(press: LeagueCustomId) -> LeagueView:
    """The look that stands in a button; raises Refusal for one that there is no more."""
    parts = press.value.split(".")
    if len(parts) != 6 or not all(part.isdigit() for part in (*parts[1:4], parts[5])):
        raise Refusal("settings_have_changed")
    what, season, player, other, state, result = parts
    return LeagueView(
        what=what,
        page=press.number,
        season=int(season),
        player=int(player),
        other=int(other),
        state=state,
        result=int(result),
    )
