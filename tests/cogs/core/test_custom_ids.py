"""Custom_ids of messages that are in channels already are read as ever; what is none of them is no one's."""

import pytest

from cogs.board.panel_view import Aimed, Hit
from cogs.cards.chosen import Chosen
from cogs.core.corrections import step_edit
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.custom_ids import CustomId, DemoCustomId, HelpCustomId, NewCustomId, TableCustomId, Value
from cogs.history.choosing import OlderSteps, StepChoice, StepList, decode_step
from cogs.history.pages import LogPage
from cogs.leagues.core.components import LeagueCustomId, PageId, page_in
from cogs.lobby.late_joiners import SeatWish
from cogs.lobby.panel_view import Switch
from cogs.lobby.seats import Claim, JoinWish
from cogs.pages.commands import LinksCustomId
from cogs.play.turns import Passing
from cogs.privacy.commands import PrivacyCustomId
from cogs.same_time.view import Joined
from cogs.settings.view import SettingsCustomId
from cogs.tournaments.commands.judging import Corrected
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.parts import Task
from cogs.votes.view import VoteChoice, VoteChoiceFor
from rules.game.parts import GameId
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber, SeasonNumber
from rules.refusal import Refusal
from rules.tournaments.state import Ruling, TournamentId
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
        ("arbiter-demo:end:17", DemoCustomId("end", GameId(17))),
        ("arbiter-new:game", NewCustomId("game")),
        ("arbiter-help:what", HelpCustomId("what")),
        ("arbiter-privacy:delete", PrivacyCustomId("delete")),
        ("arbiter-links:revoke", LinksCustomId("revoke")),
    ],
)
def test_what_is_written_is_read(written: str, meant: CustomId) -> None:
    assert type(meant).read(written) == meant
    assert str(meant) == written


def test_what_was_written_without_a_value_is_read() -> None:
    assert TableCustomId.read("arbiter:undo:17") == TableCustomId("undo", GameId(17))
    assert LeagueCustomId.read("arbiter-league:help:4:0") == LeagueCustomId("help", LeagueId(4))
    assert EventCustomId.read("arbiter-event:page:9") == EventCustomId("page", TournamentId(9))
    assert DemoCustomId.read("arbiter-demo:start") == DemoCustomId("start")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("-5|20", Aimed("-5", "20")),
        ("|20", Aimed("", "20")),
        ("3|1f|20", Hit(3, "1f", "20")),
        ("20|guest:kim", Claim("20", "guest:kim")),
        ("|guest:kim", Claim("", "guest:kim")),
        ("20||red", SeatWish("20", team="red")),
        ("Red", JoinWish("Red")),
        ("red.random", JoinWish("red", "random")),
        ("deploy|on", Switch("deploy", "on")),
        ("1f|0", VoteChoice("1f", 0)),
        ("1f|2|1", VoteChoiceFor("1f", 2, 1)),
        ("0|7", Passing(0, "7")),
        ("12|14", Joined(12, 14)),
        ("12..life.3f", LogPage(before=12, kind="life", who="3f")),
        ("...", LogPage()),
        ("14.12", StepChoice(14, 12)),
        ("older.14.12", OlderSteps("older", 14, 12)),
        ("again.12", StepList("again", 12)),
        ("3.2.5.2-1-0.", Corrected(3, 2, 5, "2-1-0")),
        ("3.2.0..no_show", Corrected(3, 2, 0, ruling=Ruling.NO_SHOW)),
        ("2.14.6.-.Fireball", Chosen(2, 14, "6", "-", "Fireball")),
        (
            "7.5.change.d.+3.5.2:1.0=2,1=4",
            StepEdit(
                at=7,
                step=5,
                what="change",
                keep=False,
                amount=3,
                sign="+",
                who=(0, 2),
                commander="2:1",
                each=((0, 2), (1, 4)),
            ),
        ),
        ("7.5.back.k..0...3", StepEdit(at=7, step=5, instead=3)),
    ],
)
def test_values_of_several_fields_are_read_as_ever(written: str, meant: Value | StepEdit) -> None:
    read = step_edit.decode_edit if isinstance(meant, StepEdit) else type(meant).read
    assert read(written) == meant
    assert str(meant) == written


def test_a_step_on_a_list_of_earlier_versions_is_read() -> None:
    assert decode_step("14") == StepChoice(14)
    assert decode_step("older.14") == OlderSteps("older", 14)


def test_a_corrected_result_of_an_earlier_version_is_read() -> None:
    assert Corrected.read("3.2.5.2-1-0") == Corrected(3, 2, 5, "2-1-0")


def test_a_task_of_an_earlier_version_is_of_any_round() -> None:
    assert Task.read("takeback") == Task("takeback", 0, 0)
    assert Task.read("noshow.4") == Task("noshow", 4, 0)
    assert (str(Task("noshow", 4, 3)), str(Task("takeback", 0, 3))) == ("noshow.4.3", "takeback.0.3")


def test_a_page_of_a_league_is_read_as_ever() -> None:
    written = "arbiter-league:look:4:2:results.3.7.0.open.9"
    press = LeagueCustomId("look", LeagueId(4), 2, "results.3.7.0.open.9")
    page = PageId("results", SeasonNumber(3), PlayerNumber(7), state="open", result=ResultNumber(9), page=2)
    assert page_in(press) == page
    assert str(page.custom_id("look", LeagueId(4))) == written


@pytest.mark.parametrize("written", ["", "life", "x|1|20", "2|1f"])
def test_values_of_other_versions_are_refused(written: str) -> None:
    with pytest.raises(Refusal, match="outdated"):
        Hit.read(written)


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
