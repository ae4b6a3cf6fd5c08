"""Custom_ids of messages that are in channels already are read as ever; what is none of them is nobody's."""

import pytest

from cogs.core.custom_ids import CustomId, TableCustomId
from cogs.leagues.core.components import LeagueCustomId
from cogs.settings.view import SettingsCustomId
from cogs.tournaments.views.event import EventCustomId
from rules.game.parts import GameId
from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId
from storage.settings.definitions import Level


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("arbiter:life:17:-5", TableCustomId("life", GameId(17), "-5")),
        ("arbiter:fixchange:17:3.2.change:x", TableCustomId("fixchange", GameId(17), "3.2.change:x")),
        (
            "arbiter-league:look:4:2:standings.1.0.0..0",
            LeagueCustomId("look", LeagueId(4), 2, "standings.1.0.0..0"),
        ),
        ("arbiter-event:join:9:", EventCustomId("join", TournamentId(9))),
        ("arbiter-settings:own:choose:language:de", SettingsCustomId(Level.OWN, "choose", "language", "de")),
        ("arbiter-settings:server:show::", SettingsCustomId(Level.SERVER, "show")),
    ],
)
def test_what_is_written_is_read(written: str, meant: CustomId) -> None:
    assert type(meant).read(written) == meant
    assert str(meant) == written


def test_what_was_written_without_a_value_is_read() -> None:
    assert TableCustomId.read("arbiter:undo:17") == TableCustomId("undo", GameId(17))
    assert LeagueCustomId.read("arbiter-league:help:4:0") == LeagueCustomId("help", LeagueId(4))
    assert EventCustomId.read("arbiter-event:page:9") == EventCustomId("page", TournamentId(9))


@pytest.mark.parametrize(
    "other",
    [
        "arbiter-event:life:17:1",
        "arbiter",
        "arbiter:life",
        "arbiter:life:",
        "arbiter:Life:17:1",
        "arbiter::17:1",
        "arbiter:life:-17:1",
        "arbiter:life:seventeen:1",
        "arbiter:life:1000000000000000000:1",
        "other:arbiter:life:17:1",
        "",
    ],
)
def test_others_are_none_of_a_table(other: str) -> None:
    assert TableCustomId.read(other) is None
