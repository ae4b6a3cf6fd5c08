"""Late joiners: asked for, let in, announced with what they start with, undone, and counted in leagues."""

import pytest
from simcord import ResponseMessage

from storage.settings.definitions import MAY_ENTER, Level, Permission
from tests.support.evening import Evening
from tests.support.leagues import create
from tests.support.messages import message_of, text, verbs
from tests.support.panels import forget
from tests.support.tables import deal, deal_teams
from tests.support.wording import gist

THREE = "Ben, Cy, Dee"
ASKS = "**Eve** would like to join this game. Anyone playing in it can let them in."
JOINS = "Eve 40 7 Dee"


async def asked(evening: Evening, who: str = "Eve") -> ResponseMessage:
    """Let someone ask for a seat by the button under a refusal; return the question that everyone sees."""
    refused = message_of(await evening.people[who].click(evening.board_message(), label="−1"))
    asks = message_of(await evening.people[who].click(refused, custom_id=verbs(refused)["askjoin"]))
    assert not asks.ephemeral
    return asks


class TestAsking:
    async def test_by_command_and_let_in_by_a_player(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "life lose", amount=5)
        asks = message_of(await evening.people["Eve"].slash(evening.channel, "game join"))
        assert text(asks) == f"{ASKS}\n[Let them in]"
        await evening.people["Fay"].click(asks, custom_id=verbs(asks)["admit"])  # no one at this table
        assert "Eve" not in evening.board()
        await evening.people["Cy"].click(asks, custom_id=verbs(asks)["admit"])
        assert JOINS in gist("\n".join(evening.chat()))
        assert "▸ Ben · 35\n" in evening.board()
        assert "Eve · 40\n" in evening.board()
        await evening.presses("Eve", "−1")
        assert "Eve · 39\n" in evening.board()

    async def test_by_the_button_under_a_refusal(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        questions = [await asked(evening), await asked(evening)]
        await evening.people["Dee"].click(questions[0], custom_id=verbs(questions[0])["admit"])
        assert JOINS in gist("\n".join(evening.chat()))
        again = message_of(
            await evening.people["Dee"].click(questions[1], custom_id=verbs(questions[1])["admit"])
        )
        assert again.ephemeral
        assert (evening.refusal(), gist(text(again))) == ("already_seated", ["Eve"])

    async def test_a_host_without_a_seat_and_a_moderator_join_at_once(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        answer = await evening.types("Ana", "game join")
        assert gist(answer.text) == ["Ana 40 7 Dee"]

    async def test_only_judges_let_people_in_where_they_enter_everything(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        question = await asked(evening)
        await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, Permission.JUDGES)
        await evening.people["Cy"].click(question, custom_id=verbs(question)["admit"])
        assert "Eve" not in evening.board()
        await evening.people["Ana"].click(question, custom_id=verbs(question)["admit"])
        assert "Eve · 40\n" in evening.board()

    async def test_not_where_the_format_cannot(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ben, Cy")
        assert await evening.refused("Eve", "game join") == (
            "No one can join this Duel game after its start. A seat can change hands with `/game hand-over`."
        )
        refused = message_of(await evening.people["Eve"].click(evening.board_message(), label="−1"))
        assert verbs(refused) == {}

    async def test_nor_a_game_that_is_over(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        question = await asked(evening)
        await evening.types("Cy", "concede")
        await evening.people["Ben"].click(question, custom_id=verbs(question)["admit"])
        assert "Eve" not in evening.board()
        assert "is over" in await evening.refused("Eve", "game join")


class TestAdding:
    async def test_members_and_guests_by_someone_at_the_table(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        added = await evening.types("Ben", "game add", players="Eve, Grandma")
        assert added.text == (
            "**Eve** joins the game. Starting life: 40. Opening hand: 7. Seat: after **Dee**.\n"
            "**Grandma** joins the game. Starting life: 40. Opening hand: 7. Seat: after **Eve**."
        )
        assert "Grandma · 40 (guest)\n" in evening.board()
        refused = await evening.refused("Ben", "game add", players="Grandma")
        assert (refused.key, gist(refused)) == ("already_seated", ["Grandma"])

    async def test_a_team(self, evening: Evening) -> None:
        await deal_teams(evening, "team_vs_team", {"Red": "Ana, Ben", "Blue": "Cy, Dee"})
        added = await evening.types("Ben", "game add", players="Eve", team="blue")
        assert added.text == (
            "**Eve** joins **Blue**. Starting life: 20. Opening hand: 7. Seat: after **Dee**."
        )
        assert await evening.suggestions("Ben", "game add", "team", "r") == ["Red"]

    async def test_in_a_drawn_seat(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        said = await evening.types("Ana", "game join", seat="random")
        assert any(said.text.endswith(f"Seat: after **{name}**.") for name in ("Ben", "Cy", "Dee"))

    async def test_someone_whose_seat_has_been_handed_over(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "game hand-over", to=evening.people["Eve"])
        added = await evening.types("Cy", "game add", players="Ben")
        assert gist(added.text) == ["Ben 40 7 Dee"]
        await evening.types("Ben", "life lose", amount=4)
        assert "Ben · 36\n" in evening.board()
        assert "Eve · 40\n" in evening.board()


class TestAfterwards:
    async def test_turns_go_to_them_last(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "game add", players="Eve")
        takers = [(await evening.types("Ana", "turn next")).text for _ in range(4)]
        assert [gist(one) for one in takers] == [["Cy"], ["Dee"], ["Eve"], ["Ben"]]

    async def test_undone_with_everything_they_did(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "game add", players="Eve")
        await evening.types("Eve", "commander set", name="Tana")
        await evening.types("Eve", "damage", amount=5, who="Cy", commander="Tana", combat=True)
        await evening.types("Cy", "counter add", kind="energy", who="Eve")
        undone = await evening.types("Cy", "undo", steps=4)
        assert gist(undone.text)[-1] == "Eve"
        assert "· Eve" not in evening.board()
        assert "Cy · 40\n" in evening.board()
        log = await evening.types("Cy", "log")
        assert "**Eve** joins the game." not in log.text  # in the log nothing is bold
        assert "Eve joins the game" in log.text
        redone = await evening.types("Cy", "redo", steps=4)
        assert any(one.startswith("Eve ") for one in gist(redone.text))
        assert "Cy · 35\n" in evening.board()

    async def test_undone_is_said_where_it_was_announced(self, evening: Evening) -> None:
        """Whether a player let them in, or they needed no one."""
        await deal(evening, names=THREE)
        asks = await asked(evening)
        await evening.people["Cy"].click(asks, custom_id=verbs(asks)["admit"])
        await evening.types("Ana", "game join")
        await evening.types("Cy", "undo", steps=2)
        await evening.env.settle()
        joined = [one for one in evening.chat() if "joins the game" in one.splitlines()[0]]
        assert [one.startswith("~~") for one in joined] == [True, True]
        assert ASKS not in "\n".join(evening.chat())

    @pytest.mark.own_bot
    async def test_after_a_restart_of_the_bot_and_in_the_rematch(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        await evening.types("Ben", "game add", players="Eve")
        await evening.restart()
        await evening.types("Eve", "life lose", amount=3)
        assert "Eve · 37\n" in evening.board()
        await evening.types("Ben", "concede")
        last = await evening.types("Cy", "concede")
        assert "Eve CR 104.2a" in gist(last.text)
        await evening.presses("Ben", "Rematch")
        assert "3. Eve\n" in evening.board()

    async def test_in_a_leagues_result(self, evening: Evening) -> None:
        await create(evening)
        await deal(evening, names=THREE)
        await evening.types("Ben", "game add", players="Eve")
        for name in ("Ben", "Cy"):
            await evening.types(name, "concede")
        assert "Counts in Friday as result 1" in (await evening.types("Dee", "concede")).text
        shown = await evening.types("Ana", "league result show", result=1)
        print(shown.text)
        standings = await evening.types("Ana", "league standings")
        assert standings.text.index("Eve") < standings.text.index("Dee")

    @pytest.mark.own_bot
    async def test_they_can_be_forgotten(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "game add", players="Eve")
        await evening.types("Eve", "life lose", amount=2)
        await forget(evening, "Eve")
        assert "Player 1 · 38 (guest)\n" in evening.board()
        rows = await evening.database.fetch("SELECT name, action, events FROM entry")
        stored = "\n".join(f"{row['name']} {row['action']} {row['events']}" for row in rows)
        assert str(evening.people["Eve"].id) not in stored
        assert "Eve" not in stored

    async def test_the_chart_has_them_from_when_they_came(self, evening: Evening) -> None:
        await deal(evening, names=THREE)
        await evening.types("Ben", "life lose", amount=3)
        await evening.types("Ben", "game add", players="Eve")
        await evening.types("Eve", "life lose", amount=2)
        assert not (await evening.types("Eve", "chart")).private
