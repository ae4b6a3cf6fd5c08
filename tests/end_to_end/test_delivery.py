"""Boards stay up to date, and announcements come once, however slow or broken the way to Discord is."""

import discord
import pytest

from cogs.core.delivery.boards.style import BoardStyle
from cogs.core.messaging import SEND_RETRY_DELAY, SETTLE
from cogs.setup import render
from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.setup.lobby_actions import Gather
from storage.games.games import BoardMessage, Request
from storage.games.outbox import post_of
from storage.posts import PostKind, insert_post
from storage.scheduler import RETRIES
from storage.settings.definitions import FOLLOW, LANGUAGE, Level
from tests.support.evening import Evening, service_of
from tests.support.games import view_of
from tests.support.http_faults import Network
from tests.support.messages import is_table, text
from tests.support.tables import deal, gather
from tests.support.threads import archived, in_thread, is_archived
from tests.support.wording import announces

EDIT = ("PATCH", "/channels/*/messages/*")
ANSWER = ("POST", "/interactions/*/*/callback")
FOLLOWUP = ("POST", "/webhooks/*/*")
SEND = ("POST", "/channels/*/messages")


def edits(evening: Evening) -> int:
    """Return how often a message was edited by the bot unasked."""
    return sum(sent.method == "PATCH" for sent in evening.env.http_requests)


def told(evening: Evening, words: str) -> int:
    """Return how many messages in the channel have these words."""
    return sum(words in message.content for message in evening.channel.history())


def tables(evening: Evening) -> list[discord.Message]:
    """Return the messages with a lobby or a board."""
    return [message for message in evening.channel.history() if is_table(message)]


def by(evening: Evening, who: str, number: int) -> Request:
    """Return a request of someone's that no one has answered, as if the bot were killed right after the
    commit."""
    person = evening.people[who]
    return Request(user=person.id, name=who, interaction=number)


async def board_of(evening: Evening) -> int | None:
    """Return the message that the bot keeps as the board."""
    view = await view_of(evening.games, await evening.game())
    return None if view.board is None else view.board.message


async def people_chat(evening: Evening) -> None:
    """People write as many messages as bring a board back to the end of the chat."""
    for number in range(5):
        await evening.people["Cy"].send(evening.channel, f"message {number}")
    await evening.env.settle()


async def conceded(evening: Evening) -> None:
    """Ben has conceded, which is committed and which no one has been told."""
    ben = Concede(who=str(evening.people["Ben"].id))
    await evening.games.act(await evening.game(), by(evening, "Ben", -7), lambda _: ben)


class TestBoardsOfARunningBot:
    async def test_a_slow_edit_does_not_overwrite_a_newer_press_for_good(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        network.slow(*EDIT, 30)
        await evening.types("Ben", "life lose", amount=3)
        await evening.presses("Cy", "−1")
        assert "# Cy · 39\n" in evening.board(), "the press waits for the edit"
        await evening.env.advance_time(31)
        await evening.env.settle()
        assert "# Ben · 37\n" in evening.board()
        assert "# Cy · 39\n" in evening.board()

    async def test_what_has_happened_during_a_slow_edit_is_shown_after_it(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        network.slow(*EDIT, 30)
        for amount in (3, 4):
            await evening.types("Ben", "life lose", amount=amount)
        await evening.env.advance_time(31)
        await evening.env.settle()
        assert "# Ben · 33\n" in evening.board()

    async def test_a_slow_edit_of_an_earlier_board_does_not_bring_it_back(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        old = evening.board_message().id
        network.slow(*EDIT, 30)
        await evening.types("Ben", "life lose", amount=3)
        await evening.types("Ben", "game board")
        await evening.env.advance_time(31)
        await evening.env.settle()
        (left,) = (message for message in evening.channel.history() if message.id == old)
        assert f"/{evening.board_message().id}" in text(left)
        assert "# Ben · 37\n" in evening.board()

    async def test_one_that_may_have_come_back_goes_where_another_one_is_posted_first(
        self, evening: Evening, network: Network
    ) -> None:
        """Or two boards would stay, of which no one edits the first."""
        await evening.as_by_default(FOLLOW)
        await deal(evening)
        network.lose_answers(*SEND)
        await people_chat(evening)
        await evening.types("Ben", "game board")
        posted = evening.board_message().id
        await evening.passes(seconds=SEND_RETRY_DELAY)
        assert evening.errors()
        assert [one.id for one in evening.channel.history() if is_table(one)] == [posted]

    @pytest.mark.parametrize("before", [30, 1])
    async def test_one_that_comes_back_while_another_one_is_posted_leaves_one(
        self, evening: Evening, network: Network, before: int
    ) -> None:
        """Whichever arrives first: the other one takes two seconds and is asked for so long ``before``."""
        await evening.as_by_default(FOLLOW)
        await deal(evening)
        network.slow(*SEND, 30)
        await people_chat(evening)
        await evening.env.advance_time(30 - before)
        network.slow(*ANSWER, 2)
        await evening.people["Ben"].slash(evening.channel, "game board")
        await evening.passes(seconds=31)
        assert [one.id for one in tables(evening)] == [await board_of(evening)]

    async def test_the_answer_to_a_command_is_not_taken_for_one_that_may_have_come_back(
        self, evening: Evening, network: Network
    ) -> None:
        await evening.as_by_default(FOLLOW)
        await deal(evening)
        network.lose_answers(*SEND, seconds=30)
        await people_chat(evening)
        await evening.types("Ben", "game board")
        posted = evening.board_message().id
        await evening.passes(seconds=30 + SEND_RETRY_DELAY + 1)
        assert evening.errors()
        assert [one.id for one in tables(evening)] == [posted]

    async def test_the_one_before_is_deleted_though_the_first_requests_are_lost(
        self, evening: Evening, network: Network
    ) -> None:
        await evening.as_by_default(FOLLOW)
        await deal(evening)
        await evening.types("Ben", "life lose", amount=3)
        network.lose_requests("DELETE", "/channels/*/messages/*", times=2)
        await people_chat(evening)
        assert evening.errors()
        assert len(tables(evening)) == 2
        await evening.passes(seconds=3 * SEND_RETRY_DELAY + 1)
        assert [one.id for one in tables(evening)] == [await board_of(evening)]
        assert told(evening, "40 → 37") == 0, "the reply that the board makes needless goes, too"

    async def test_one_whose_answer_cannot_be_read_is_not_posted_twice(
        self, evening: Evening, network: Network
    ) -> None:
        """By then Discord may no longer know the message by its nonce, as the simulation never does."""
        await evening.as_by_default(FOLLOW)
        await deal(evening)
        network.break_answers(*SEND, KeyError("nobody thought of this"))
        await people_chat(evening)
        assert evening.errors()
        await evening.passes(seconds=RETRIES[0] + 1)
        assert [one.id for one in tables(evening)] == [await board_of(evening)]

    async def test_a_press_whose_answer_is_lost_is_not_an_error(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        network.lose_answers(*ANSWER)
        assert (await evening.presses("Cy", "−1")).text == ""
        assert "# Cy · 39\n" in evening.board()

    async def test_a_command_whose_answer_is_lost_is_answered_once(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        network.lose_answers(*ANSWER)
        await evening.types("Ben", "concede")
        await evening.env.settle()
        assert told(evening, "(CR 104.3a)") == 1


class TestBoardsAfterAStart:
    @pytest.mark.own_bot
    async def test_those_that_are_right_are_left_alone(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "life lose", amount=3)
        await evening.restart()
        before = edits(evening)
        await evening.restart(settled=True)
        assert edits(evening) == before

    @pytest.mark.own_bot
    async def test_what_was_committed_right_before_a_kill_is_shown(self, evening: Evening) -> None:
        await deal(evening)
        await evening.restart()  # so that it is noted what the board shows
        ben = str(evening.people["Ben"].id)
        loss = LoseLife(who=(ben,), amount=9)
        await evening.games.act(await evening.game(), by(evening, "Ben", 7), lambda _: loss)
        assert "# Ben · 40\n" in evening.board()
        await evening.restart()
        assert "# Ben · 31\n" in evening.board()

    @pytest.mark.own_bot
    async def test_a_game_that_ended_while_no_one_looked_has_no_life_buttons(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        await evening.restart()
        ben = Concede(who=str(evening.people["Ben"].id))
        await evening.games.act(await evening.game(), by(evening, "Ben", 7), lambda _: ben)
        assert "−5" in evening.buttons()
        await evening.restart()
        assert evening.buttons() == ["Rematch", "Undo", "Log"]

    @pytest.mark.own_bot
    async def test_a_table_that_was_killed_before_its_board_gets_one(self, evening: Evening) -> None:
        ana = evening.people["Ana"]
        seat = Seated(id=str(ana.id), name="Ana", user=ana.id)
        opening = Gather(options=Options(variant="commander"), seated=(seat,), host=seat.id)
        place = evening.place
        await evening.games.open(place, by(evening, "Ana", 7), opening)
        assert tables(evening) == []
        await evening.restart()
        (board,) = tables(evening)
        await evening.presses("Ben", "Join", board)
        assert "2. Ben\n" in evening.board()
        await evening.restart()
        assert len(tables(evening)) == 1

    @pytest.mark.own_bot
    async def test_a_board_that_was_posted_and_not_noted_is_found(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        board = evening.board_message().id
        await evening.games.set_board(await evening.game(), None)
        await evening.restart()
        assert [message.id for message in tables(evening)] == [board]
        await evening.presses("Cy", "Join")
        assert "3. Cy\n" in evening.board()

    @pytest.mark.own_bot
    async def test_an_earlier_board_says_where_the_game_is_after_a_kill(self, evening: Evening) -> None:
        """The bot is killed between the commit of a new board and the edit of the one before."""
        await deal(evening)
        old = evening.board_message()
        view = await view_of(evening.games, await evening.game())
        channel = evening.bot.get_partial_messageable(evening.channel.id)
        new = await channel.send(view=render(view, BoardStyle()))
        await evening.games.set_board(view.game, BoardMessage(evening.channel.id, new.id), 2)
        assert {old.id, new.id} <= {message.id for message in tables(evening)}
        await evening.restart()
        left, right = (
            next(message for message in evening.channel.history() if message.id == one.id)
            for one in (old, new)
        )
        assert f"/{evening.board_message().id}" in text(left)
        assert text(left).endswith(f"/{new.id}")
        assert is_table(right)
        await evening.restart()
        before = edits(evening)
        await evening.restart()
        assert edits(evening) == before, "it was edited once more"

    async def test_an_earlier_board_that_is_out_of_reach_is_edited_later(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        old = evening.board_message().id
        network.lose_requests(*EDIT)
        await evening.types("Ben", "game board")
        (error,) = evening.errors()
        assert "Updating earlier boards failed" in str(error)
        await evening.passes(seconds=SEND_RETRY_DELAY)
        (left,) = (message for message in evening.channel.history() if message.id == old)
        assert f"/{evening.board_message().id}" in text(left)


class TestBoardsInThreads:
    """Discord brings an archived thread back for a message, but not for an edit."""

    async def test_a_board_goes_on_in_a_thread_that_has_archived_itself(self, evening: Evening) -> None:
        await in_thread(evening)
        await deal(evening)
        await archived(evening)
        evening.env.inject_error(*EDIT, status=400, code=50083)
        await evening.types("Ben", "life lose", amount=3)
        await evening.env.settle()
        assert "Ben · 37" in evening.board()
        assert not await is_archived(evening)

    async def test_a_board_in_such_a_thread_speaks_the_channels_language(self, evening: Evening) -> None:
        channel = evening.channel.id
        await in_thread(evening)
        await deal(evening)
        await archived(evening)
        await evening.settings.choose(Level.CHANNEL, channel, LANGUAGE, "de")
        await evening.types("Ben", "life lose", amount=3)
        await evening.env.settle()
        assert "Ben · 37" in evening.board()
        assert "Rückgängig" in evening.buttons()

    async def test_the_end_of_a_game_is_shown_in_such_a_thread(self, evening: Evening) -> None:
        await in_thread(evening)
        await deal(evening, "two_player", "Ana, Ben")
        await archived(evening)
        evening.env.inject_error(*EDIT, status=400, code=50083)
        await evening.types("Ben", "concede")
        await evening.env.settle()
        assert announces(evening.board(), "Ana", "104.2a")

    async def test_a_message_in_such_a_thread_is_deleted(self, evening: Evening) -> None:
        await in_thread(evening)
        await deal(evening)
        board = evening.board_message()
        await archived(evening)
        evening.env.inject_error("DELETE", EDIT[1], status=400, code=50083)
        await service_of(evening.bot).sender.delete(evening.channel.id, board.id)
        assert board.id not in [one.id for one in evening.channel.history()]

    async def test_what_a_moderator_has_closed_stays_closed(self, evening: Evening) -> None:
        await in_thread(evening)
        await deal(evening)
        await archived(evening, locked=True)
        evening.env.inject_error(*EDIT, status=400, code=50083)
        await evening.types("Ben", "life lose", amount=3)
        await evening.env.settle()
        assert await is_archived(evening)
        (error,) = evening.errors()
        assert "Updating boards was refused" in str(error)


class TestAnnouncements:
    async def test_an_ending_whose_answer_is_refused_is_announced_otherwise(self, evening: Evening) -> None:
        await deal(evening)
        evening.env.inject_error(*ANSWER, status=404, code=10062, times=2)
        assert not (await evening.people["Ben"].slash(evening.channel, "concede")).acknowledged
        assert evening.errors()
        assert told(evening, "(CR 104.3a)") == 1

    async def test_a_press_whose_further_message_is_lost_is_announced_once(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening, "two_player", "Ana, Ben", life=5)
        network.lose_answers(*FOLLOWUP)
        await evening.people["Ben"].click(evening.board_message(), label="−5")
        await evening.passes(seconds=SETTLE)
        assert told(evening, "(CR 104.2a)") == 1

    @pytest.mark.own_bot
    async def test_what_was_committed_right_before_a_kill_is_announced_once(self, evening: Evening) -> None:
        await deal(evening)
        await conceded(evening)
        for _ in range(2):
            await evening.restart(settled=True)
            assert told(evening, "(CR 104.3a)") == 1

    @pytest.mark.own_bot
    async def test_what_was_told_and_not_noted_is_found(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "concede")
        await evening.restart()
        view = await view_of(evening.games, await evening.game())
        await evening.database.write(("DELETE FROM outbox", ()))
        await evening.database.write(insert_post(post_of(view, view.entries[-1], PostKind.STEP)))
        await evening.restart(settled=True)
        assert told(evening, "(CR 104.3a)") == 1
        await evening.restart()
        assert await evening.database.fetch("SELECT * FROM outbox WHERE message IS NULL") == []

    @pytest.mark.own_bot
    async def test_it_is_announced_in_the_language_of_the_place(self, evening: Evening) -> None:
        await deal(evening)
        await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
        await conceded(evening)
        await evening.restart(settled=True)
        assert told(evening, "**Ben** verliert die Partie: hat aufgegeben") == 1

    async def test_it_is_not_sent_where_its_answer_tells_it_while_an_earlier_one_is_sent(
        self, evening: Evening, network: Network
    ) -> None:
        await deal(evening)
        game = await evening.game()
        cy, dee = (Concede(who=str(evening.people[who].id)) for who in ("Cy", "Dee"))
        with evening.env.bots_clock():
            await evening.games.act(game, by(evening, "Cy", -7), lambda _: cy)
            committed = await evening.games.act(game, by(evening, "Dee", -8), lambda _: dee)
        network.slow(*SEND, 30)
        evening.env.inject_error(*ANSWER, status=404, code=10062, times=2)
        await evening.people["Ben"].slash(evening.channel, "concede")
        await evening.passes(seconds=11)  # no answer has come in time, and Cy's is being sent
        with evening.env.bots_clock(), service_of(evening.bot).announcer.answering(committed):
            pass
        await evening.passes(seconds=41)
        assert evening.errors()
        assert [told(evening, f"**{who}** loses") for who in ("Cy", "Dee", "Ben")] == [1, 0, 1]

    @pytest.mark.own_bot
    async def test_in_a_channel_that_is_closed_it_is_given_up_with_one_line(self, evening: Evening) -> None:
        await deal(evening)
        await conceded(evening)
        evening.env.inject_error(*SEND, status=403, code=50013)
        await evening.restart(settled=True)
        (line,) = evening.errors()
        assert str(line).startswith("A message about step 4 of game 1 could not be posted: 403")
        await evening.restart()
        assert told(evening, "(CR 104.3a)") == 0

    @pytest.mark.own_bot
    async def test_no_one_hears_of_what_is_older_than_a_day(self, evening: Evening) -> None:
        await deal(evening)
        await conceded(evening)
        await evening.restart(away=25 * 3600, settled=True)
        (line,) = evening.errors()
        assert "step 4 of game 1" in str(line)
        assert told(evening, "(CR 104.3a)") == 0


class TestGameNew:
    @pytest.mark.parametrize("lost", [ANSWER, FOLLOWUP], ids=["the board", "the words behind it"])
    async def test_a_lost_answer_leaves_one_board_and_one_beginning(
        self, evening: Evening, network: Network, lost: tuple[str, str]
    ) -> None:
        network.lose_answers(*lost)
        await evening.people["Ana"].slash(
            evening.channel, "game new", variant="two_player", players=evening.people["Ben"].mention
        )
        evening.errors()
        await evening.env.settle()
        assert len(tables(evening)) == 1
        assert told(evening, "Seats: ") == 1
        assert "## Turn 1: " in evening.board()
        await evening.presses("Ben", "−1")
        assert "# Ben · 19\n" in evening.board().replace("▸ ", "")

    async def test_an_answer_that_discord_does_not_take_is_a_message(self, evening: Evening) -> None:
        evening.env.inject_error(*ANSWER, status=404, code=10062, times=2)
        await evening.people["Ana"].slash(
            evening.channel, "game new", variant="two_player", players=evening.people["Ben"].mention
        )
        assert evening.errors()
        await evening.env.settle()
        assert len(tables(evening)) == 1
        assert told(evening, "Seats: ") == 1
        view = await view_of(evening.games, await evening.game())
        assert view.board == BoardMessage(evening.channel.id, tables(evening)[0].id)

    async def test_a_first_board_whose_answer_is_lost_stays(self, evening: Evening, network: Network) -> None:
        evening.env.inject_error(*ANSWER, status=404, code=10062, times=2)
        network.lose_answers(*SEND, times=2)
        await evening.people["Ana"].slash(
            evening.channel, "game new", variant="two_player", players=evening.people["Ben"].mention
        )
        assert evening.errors()
        (first,) = tables(evening)
        await evening.passes(seconds=2 * SEND_RETRY_DELAY)
        assert [one.id for one in tables(evening)] == [first.id]
        assert await board_of(evening) == first.id
