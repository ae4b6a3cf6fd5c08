"""Who may enter and undo what: at a table of players, by the settings; judges and moderators; spectators."""

from collections.abc import Mapping

import pytest
from msgspec import Struct
from simcord import RoleHandle

from cogs.core.permissions import Requester, concerned
from rules.actions.action import Action
from rules.game.lobby import Lobby
from rules.setup.lobby_actions import DescribeDeck
from storage.settings.settings import SettingsScope
from tests.cogs.settings.settings_panel import choose
from tests.support.evening import Evening
from tests.support.games import game_of, view_of
from tests.support.messages import message_of
from tests.support.tables import deal, deal_teams, gather, two_headed
from tests.support.wording import Refused, gist

Options = Mapping[str, object]
THREE = "Ben, Cy, Dee"
JUDGES_ONLY = "Only moderators can enter that here. See `/settings`."


class Typed(Struct, frozen=True):
    """A command with its options."""

    command: str
    options: Options

    def __str__(self) -> str:
        return f"{self.command} {' '.join(f'{name}:{value}' for name, value in self.options.items())}"


def typed(command: str, **options: object) -> Typed:
    return Typed(command, options)


OWN = [
    typed("life lose", amount=3),
    typed("life gain", amount=3),
    typed("life pay", amount=3),
    typed("life set", to=7),
    typed("life double"),
    typed("life halve", rounded="up"),
    typed("life exchange", number=5),
    typed("damage", amount=3, **{"from": "Cy"}),
    typed("damage", amount=3, lifelink=True, **{"from": "Cy"}),
    typed("counter add", kind="poison"),
    typed("commander set", name="Tana"),
    typed("effect add", effect="cant_gain_life"),
    typed("lose", reason="empty library"),
    typed("win"),
    typed("concede"),
    typed("turn next"),
    typed("turn correct", who="Dee"),
    typed("turn extra"),
    typed("turn skip"),
    typed("mulligan keep"),
    typed("designate monarch"),
    typed("designate speed"),
    typed("designate dungeon", into="Undercity"),
    typed("game restart"),
]
"""What is Ben's own to enter on his turn."""
OTHERS = [
    typed("life lose", amount=3, who="Cy"),
    typed("life lose", amount=3, who="each player"),
    typed("life set", to=7, who="Ben, Cy"),
    typed("life pay", amount=3, who="Cy"),
    typed("life exchange", b="Cy"),
    typed("life redistribute", totals="Ben 40, Cy 40"),
    typed("damage", amount=3, who="Cy"),
    typed("damage", amount=3, who="each opponent"),
    typed("counter add", kind="poison", who="Cy"),
    typed("counter proliferate", who="Ben, Cy"),
    typed("commander set", name="Tana", who="Cy"),
    typed("effect add", effect="cant_gain_life", who="Cy", lasts="until end of turn"),
    typed("lose", who="Cy"),
    typed("win", who="Cy"),
    typed("draw", reason="effect", who="Cy"),
    typed("turn extra", who="Cy"),
    typed("turn skip", who="Cy"),
    typed("mulligan keep", who="Cy"),
    typed("designate monarch", who="Cy"),
    typed("designate dungeon", into="Undercity", who="Cy"),
    typed("game restart", by="Cy"),
]
"""What is Cy's to enter, or Cy's as well."""
TABLES = [
    typed("designate daynight", to="night"),
    typed("hold"),
    typed("draw", reason="agreement"),
    typed("game end"),
    typed("game link", url="https://rooms.example/4"),
]
"""What is no one's own."""


async def limited(evening: Evening, **choices: str) -> None:
    """The moderator limits who may enter or undo what in the channel."""
    for name, text in choices.items():
        await choose(evening, "Ana", f"channel:{name}", text)


async def limited_table(evening: Evening, **choices: str) -> None:
    """Ben, Cy and Dee play in a channel with these limits."""
    await deal(evening, names=THREE)
    await limited(evening, **choices)


async def allowed(evening: Evening, who: str, deed: Typed) -> None:
    before = await evening.number_of_entries()
    answer = await evening.types(who, deed.command, **deed.options)
    assert not answer.private, answer.text
    assert await evening.number_of_entries() == before + 1


async def refused(evening: Evening, who: str, deed: Typed) -> Refused:
    return await evening.refused(who, deed.command, **deed.options)


async def judge_role(evening: Evening, *people: str) -> RoleHandle:
    """The channel has a judge role, which these people get."""
    role = evening.server.create_role("Head Judge")
    await choose(evening, "Ana", "channel:judge", role)
    for name in people:
        evening.env.backend.add_member_role(evening.server.id, evening.people[name].id, role.id)
    return role


class TestEverybodyForThemselves:
    @pytest.mark.sample(10)
    @pytest.mark.parametrize("deed", OWN, ids=str)
    async def test_ones_own_is_entered_by_oneself(self, evening: Evening, deed: Typed) -> None:
        await limited_table(evening, enter="own")
        await allowed(evening, "Ben", deed)

    async def test_what_is_others_is_entered_by_them(self, evening: Evening) -> None:
        await limited_table(evening, enter="own")
        for deed in OTHERS:
            assert await refused(evening, "Ben", deed) == (
                "Players here can only enter what happens to them. Ask Cy or moderators to enter this."
            ), deed

    @pytest.mark.parametrize("deed", TABLES, ids=str)
    async def test_what_is_no_ones_own_is_entered_by_anyone(self, evening: Evening, deed: Typed) -> None:
        await limited_table(evening, enter="own")
        await allowed(evening, "Dee", deed)

    async def test_judge_penalties_are_for_judges(self, evening: Evening) -> None:
        await limited_table(evening, enter="own")
        penalty = typed("lose", reason="judge penalty")
        assert await refused(evening, "Ben", penalty) == JUDGES_ONLY

    async def test_anyone_enters_for_guests(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Grandma")
        await limited(evening, enter="own")
        await allowed(evening, "Ben", typed("life lose", amount=3, who="Grandma"))
        await evening.types("Ben", "turn next")
        await evening.types("Cy", "turn next")
        await allowed(evening, "Ben", typed("turn next"))

    async def test_a_team_with_one_total_enters_for_each_other(self, evening: Evening) -> None:
        await deal_teams(evening, "two_headed_giant", {"Red": "Ben, Cy", "Blue": "Dee, Eve"})
        await limited(evening, enter="own")
        await allowed(evening, "Ben", typed("life lose", amount=3, who="Cy"))
        await allowed(evening, "Cy", typed("counter add", kind="poison", who="my team"))
        assert "Ask Dee or moderators to enter this" in await refused(
            evening, "Ben", typed("life lose", amount=3, who="Dee")
        )
        await allowed(evening, "Cy", typed("turn next"))
        assert await refused(evening, "Cy", typed("turn next")) == (
            "Only Dee and Eve, whose turn it is, and moderators can do that here."
        )

    async def test_teammates_with_their_own_totals_do_not(self, evening: Evening) -> None:
        await deal_teams(evening, "team_vs_team", {"Red": "Ben, Cy", "Blue": "Dee, Eve"})
        await limited(evening, enter="own")
        assert "Ask Cy or moderators to enter this" in await refused(
            evening, "Ben", typed("life lose", amount=3, who="Cy")
        )

    async def test_the_active_player_ends_it(self, evening: Evening) -> None:
        await limited_table(evening, enter="own")
        for deed in (typed("turn next"), typed("turn correct", who="Cy")):
            assert await refused(evening, "Cy", deed) == (
                "Only Ben, whose turn it is, and moderators can do that here."
            )
        await allowed(evening, "Ben", typed("turn next"))
        await allowed(evening, "Cy", typed("turn next"))

    async def test_anyone_ends_the_turn_of_someone_who_is_gone(self, evening: Evening) -> None:
        await limited_table(evening, enter="own")
        await evening.types("Ben", "concede")
        await allowed(evening, "Dee", typed("turn next"))

    async def test_turn_markers_are_moved_by_those_who_take_their_turns(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", "Ben, G2, G3, G4, Cy, G6, G7, G8")
        await limited(evening, enter="own")
        of_ben = await refused(evening, "Cy", typed("turn next", marker=1))
        assert (of_ben.key, gist(of_ben)) == ("turn_of_other", ["Ben"])
        await allowed(evening, "Ben", typed("turn next", marker=1))
        await allowed(evening, "Cy", typed("turn next", marker=2))

    async def test_the_buttons_are_ones_own(self, evening: Evening) -> None:
        await limited_table(evening, enter="own")
        await evening.presses("Cy", "−1")
        assert "Cy · 39" in evening.board()
        of_ben = await evening.refused_press("Cy", "Pass turn")
        assert (of_ben.key, gist(of_ben)) == ("turn_of_other", ["Ben"])
        await evening.presses("Ben", "Pass turn")
        assert "Turn 2: **Cy**'s turn" in evening.board()

    async def test_the_panel_for_others_is_for_judges(self, evening: Evening) -> None:
        await limited_table(evening, enter="own")
        opened = message_of(await evening.people["Ben"].click(evening.board_message(), label="Others…"))
        pressed = await evening.people["Ben"].click(opened, label="−1")
        (whispered,) = pressed.followups or [pressed.response]
        assert whispered is not None
        assert whispered.ephemeral
        assert "Ask Cy or moderators to enter this" in whispered.content
        assert "Cy · 40" in evening.board()

    async def test_it_begins_with_the_game(self, evening: Evening) -> None:
        await limited(evening, enter="own")
        await gather(evening, "commander", "Ben, Cy")
        await allowed(evening, "Cy", typed("game add", players="Grandma"))
        await allowed(evening, "Cy", typed("game seats", order="Ben, Grandma, Cy"))
        await allowed(evening, "Cy", typed("game start"))


class TestJudgesOnly:
    async def test_players_do_not_enter(self, evening: Evening) -> None:
        await limited_table(evening, enter="judges")
        for deed in (*OWN, *OTHERS, *TABLES):
            if deed.command != "concede":
                assert (await refused(evening, "Ben", deed)).key == "enter_judges_only", deed

    async def test_no_one_is_kept_from_conceding(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee, Grandma")
        await limited(evening, enter="judges")
        await allowed(evening, "Ben", typed("concede"))
        await allowed(evening, "Cy", typed("concede", who="Grandma"))
        assert await refused(evening, "Cy", typed("concede", who="Dee")) == (
            "Only Dee and moderators can concede for Dee."
        )

    async def test_the_buttons_are_for_judges(self, evening: Evening) -> None:
        await limited_table(evening, enter="judges")
        for label in ("−1", "Pass turn"):
            assert (await evening.refused_press("Ben", label)).key == "enter_judges_only"


class TestInCharge:
    @pytest.mark.parametrize("limit", ["own", "judges"])
    async def test_moderators_may_everything_without_a_seat(self, evening: Evening, limit: str) -> None:
        await limited_table(evening, enter=limit, undo=limit)
        await allowed(evening, "Ana", typed("life lose", amount=3, who="each player"))
        await allowed(evening, "Ana", typed("undo"))
        await allowed(evening, "Ana", typed("redo"))
        await allowed(evening, "Ana", typed("turn next"))
        await allowed(evening, "Ana", typed("concede", who="Ben"))
        await allowed(evening, "Ana", typed("game end"))

    @pytest.mark.parametrize("limit", ["anyone", "own", "judges"])
    async def test_so_may_judges(self, evening: Evening, limit: str) -> None:
        await limited_table(evening, enter=limit, undo=limit)
        await judge_role(evening, "Fay")
        await allowed(evening, "Fay", typed("life lose", amount=3, who="each player"))
        await allowed(evening, "Fay", typed("undo"))
        await allowed(evening, "Fay", typed("lose", reason="judge penalty", who="Cy"))
        await allowed(evening, "Fay", typed("concede", who="Ben"))

    async def test_a_refusal_names_the_judge_role(self, evening: Evening) -> None:
        await limited_table(evening, enter="judges", undo="judges")
        await judge_role(evening, "Fay")
        for deed in (typed("life lose", amount=3), typed("undo")):
            assert "members with the Head Judge role and moderators" in await refused(evening, "Ben", deed)
        assert await refused(evening, "Eve", typed("life lose", amount=3, who="Ben")) == (
            "Only players in this game and members with the Head Judge role and moderators can do that.\n"
            "[Ask to join]"
        )

    async def test_a_role_that_is_gone_makes_no_one_a_judge(self, evening: Evening) -> None:
        await limited_table(evening, enter="judges")
        role = await judge_role(evening, "Fay")
        evening.env.backend.delete_role(evening.server.id, role.id)
        await evening.env.settle()
        assert "and moderators can do that" in await refused(
            evening, "Fay", typed("life lose", amount=3, who="Ben")
        )
        assert await refused(evening, "Ben", typed("life lose", amount=3)) == JUDGES_ONLY


@pytest.mark.parametrize("limit", ["anyone", "own", "judges"])
async def test_spectators_enter_and_undo_nothing(evening: Evening, limit: str) -> None:
    await two_headed(evening)
    await limited(evening, enter=limit, undo=limit)
    for deed in (typed("life lose", amount=3, who="Red"), typed("turn next"), typed("undo"), typed("hold")):
        assert (await refused(evening, "Eve", deed)).key == "not_seated_may_not"


class TestUndo:
    async def test_anyone_undoes_every_step_by_default(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "life lose", amount=3)
        await allowed(evening, "Cy", typed("undo"))
        await allowed(evening, "Dee", typed("redo"))

    async def test_ones_own_last_steps(self, evening: Evening) -> None:
        await limited_table(evening, undo="own")
        for who, amount in (("Cy", 1), ("Ben", 2), ("Ben", 4)):
            await evening.types(who, "life lose", amount=amount)
        why = (
            "You can only undo your own last steps here. Other players' steps can be undone by those "
            "players or by moderators."
        )
        assert await refused(evening, "Cy", typed("undo")) == why
        assert await refused(evening, "Ben", typed("undo", steps=3)) == why
        assert await evening.refused_press("Cy", "Undo") == why
        await allowed(evening, "Ben", typed("undo", steps=2))
        assert await refused(evening, "Cy", typed("redo")) == why
        await allowed(evening, "Ben", typed("redo"))
        await evening.presses("Ben", "Undo")
        await allowed(evening, "Cy", typed("undo"))
        assert "Ben · 40" in evening.board()

    @pytest.mark.own_bot
    async def test_it_holds_after_a_restart(self, evening: Evening) -> None:
        await limited_table(evening, undo="own")
        await evening.types("Cy", "life lose", amount=1)
        await evening.restart()
        assert "You can only undo your own last steps here." in await refused(evening, "Ben", typed("undo"))
        await allowed(evening, "Cy", typed("undo"))

    async def test_judges_only(self, evening: Evening) -> None:
        await limited_table(evening, undo="judges")
        await evening.types("Ben", "life lose", amount=3)
        why = "Only moderators can undo and redo here. See `/settings`."
        assert await refused(evening, "Ben", typed("undo")) == why
        assert await evening.refused_press("Ben", "Undo") == why
        await allowed(evening, "Ana", typed("undo"))
        assert await refused(evening, "Ben", typed("redo")) == why


async def test_an_action_that_no_one_has_thought_of_is_everyones(evening: Evening) -> None:
    class Unheard(Action, frozen=True):
        pass

    await deal(evening, names=THREE)
    table = await game_of(evening.games, evening.place)
    assert concerned(table, Unheard()) == tuple(player.id for player in table.players)


async def test_what_a_deck_is_like_is_said_by_its_player(evening: Evening) -> None:
    await gather(evening, "commander", "Ben, Cy, Grandma")
    table = (await view_of(evening.games, evening.place)).table
    assert isinstance(table, Lobby)
    settings = await evening.settings.effective(SettingsScope(evening.server.id, (evening.channel.id,), 0))

    def described(user: int, *, is_judge: bool = False, seat: str | None = None) -> list[str]:
        """Return whose decks this user may describe."""
        requester = Requester(user, is_judge, None, None, settings, lambda: None, seat)
        return [one.name for one in table.seated if requester.may(table, DescribeDeck(who=one.id, deck=None))]

    cy, ana = evening.people["Cy"].id, evening.people["Ana"].id
    assert described(cy) == ["Cy", "Grandma"], "members at the table speak for guests"
    assert described(ana, is_judge=True) == ["Ben", "Cy", "Grandma"]
    assert described(cy, seat=table.seated[2].id) == ["Grandma"], "a guest's own phone"
