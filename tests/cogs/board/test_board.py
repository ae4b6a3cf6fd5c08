"""Lobby and board: buttons, where the board is, and what happens to boards that are old, finished or gone."""

import discord
import pytest

from cogs.text.names import EFFECT_NAMES
from rules.game.parts import EffectKind
from tests.support.evening import Evening
from tests.support.messages import text
from tests.support.tables import LOBBY_WITH_COMMANDERS, deal, gather, two_headed
from tests.support.wording import announces, gist


class TestButtons:
    @pytest.mark.parametrize(("label", "total"), [("−5", 35), ("−1", 39), ("+1", 41), ("+5", 45)])
    async def test_change_the_life_of_the_player_who_presses(
        self, evening: Evening, label: str, total: int
    ) -> None:
        await deal(evening)
        messages = len(evening.chat())
        assert (await evening.presses("Cy", label)).text == ""
        assert f"# Cy · {total}\n" in evening.board()
        assert len(evening.chat()) == messages

    async def test_a_total_is_large_with_its_change_before_all_else(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "counter add", kind="poison", amount=3, who="Ben")
        await evening.types("Ana", "effect add", effect="cant_gain_life", who="Ben")
        await evening.types("Ana", "life lose", amount=8, who="Ben")
        effect = EFFECT_NAMES[EffectKind.CANT_GAIN_LIFE]
        marks = f"poison 3/10 · {effect}, from Ana\n"
        assert f"\n# Ben · 32\n-# 40 → 32 · {marks}# Cy · 40\n" in evening.board()
        assert "-# Ana: Ben 40 → 32 (lost 8 life)" in evening.board().splitlines()
        assert f"-# Ana: Ben: {effect}\n" in evening.board()
        await evening.presses("Ana", "Pass turn")
        assert f"\n# ▸ Ben · 32\n-# 40 → 32 · {marks}" in evening.board()
        await evening.presses("Cy", "−1")
        assert f"\n# ▸ Ben · 32\n-# {marks}# Cy · 39\n-# 40 → 39\n" in evening.board()
        await evening.types("Ana", "undo", steps=3)
        assert "→" not in evening.board().partition("\n-# Ana: ")[0]
        await evening.types("Ana", "game end")
        await deal(evening, names="Ana, Ben, Cy, Dee, Eve")
        assert "\n## ▸ Ana · 40\n## Ben · 40\n" in evening.board()  # five would fill a phone

    async def test_are_not_for_others(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        for label in ("−1", "Pass turn", "Undo"):
            assert (await evening.refused_press("Eve", label)).key == "not_seated_may_not"
        assert await evening.refused_press("Ana", "−1") == (
            "Only players in this game can use the buttons. Use `/life lose` with `who:` instead."
        )
        assert (await evening.refused_press("Ana", "Pass turn")).startswith("It's Ben's turn. End it?")
        await evening.presses("Ben", "Pass turn")
        assert "## Turn 2: **Cy**'s turn\n" in evening.board()

    async def test_are_not_for_the_dead(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "concede")
        assert (await evening.refused_press("Ben", "+5")).key == "left_game"

    async def test_make_a_message_of_what_everyone_must_see(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", life=5)
        pressed = await evening.presses("Ben", "−5")
        assert gist(pressed.text) == ["Ben 0 CR 704.5a", "Ana CR 104.2a"]
        assert not pressed.private

    async def test_what_is_undone_is_gone(self, evening: Evening) -> None:
        """Steps 4 to 6 are presses."""
        await deal(evening)
        for who in ("Ben", "Cy", "Dee"):
            await evening.presses(who, "−1")
        await evening.types("Ana", "undo", steps=2)
        undone = "\n-# Ben 40 → 39 (lost 1 life)\n-# Ana: went back to step 4\n[−5]"
        assert undone in evening.board()
        await evening.presses("Ben", "+1")
        steps = "\n-# Ben 40 → 39 (lost 1 life)\n-# Ben 39 → 40 (gained 1 life)\n[−5]"
        assert steps in evening.board()

    async def test_undo_leads_back_into_the_lobby_and_no_further(self, evening: Evening) -> None:
        await deal(evening)
        back = await evening.presses("Ben", "Undo")
        assert back.text == "The game is back in the lobby."
        assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]


class TestPlace:
    async def test_the_board_is_edited_in_place(self, evening: Evening) -> None:
        await deal(evening)
        board = evening.board_message().id
        await evening.types("Ben", "life lose", amount=3)
        assert evening.board_message().id == board
        assert "# Ben · 37\n" in evening.board()

    async def test_a_new_board_takes_over_from_the_old_one(self, evening: Evening) -> None:
        await deal(evening)
        old = evening.board_message()
        await evening.types("Eve", "game board")
        new = evening.board_message()
        assert new.id != old.id
        (left,) = (message for message in evening.channel.history() if message.id == old.id)
        assert text(left).startswith("This game's board is now here: https://discord.com/channels/")
        assert text(left).endswith(str(new.id))
        await evening.types("Ben", "life lose", amount=3)
        assert "# Ben · 37\n" in evening.board()

    async def test_an_old_board_that_could_not_be_changed_leads_to_the_new_one(
        self, evening: Evening
    ) -> None:
        await deal(evening)
        old = evening.board_message()
        evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
        await evening.types("Ben", "game board")
        assert evening.errors()
        pressed = await evening.presses("Ben", "−5", old)
        assert pressed.private
        assert pressed.text.startswith("Current board: https://discord.com/channels/")
        assert "# Ben · 35\n" in evening.board()

    async def test_a_deleted_board_is_posted_again(self, evening: Evening) -> None:
        await deal(evening)
        deleted = evening.board_message()
        role = evening.server.create_role("Janitor", permissions=discord.Permissions(manage_messages=True))
        janitor = evening.server.add_member(evening.env.create_user("janitor"), roles=[role])
        await janitor.delete(deleted)
        await evening.types("Ben", "life lose", amount=3)
        assert evening.board_message().id != deleted.id
        assert "# Ben · 37\n" in evening.board()
        await evening.presses("Cy", "−1")
        assert "# Cy · 39\n" in evening.board()

    async def test_a_board_whose_channel_is_closed_to_the_bot_is_only_logged(self, evening: Evening) -> None:
        await deal(evening)
        evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
        assert (await evening.types("Ben", "life lose", amount=3)).text == "**Ben** 40 → 37"
        (warning,) = evening.errors()
        assert str(warning).startswith(f"Updating boards was refused ({await evening.game()}): 403")
        assert warning.__cause__ is None, "a trace is logged where nothing of ours is wrong"
        await evening.types("Ben", "life lose", amount=1)
        assert "# Ben · 36\n" in evening.board()

    async def test_who_asks_for_a_board_reads_what_the_bot_may_not_do_there(self, evening: Evening) -> None:
        await deal(evening)
        assert not (await evening.people["Ana"].slash(evening.channel, "game board")).followups
        channel = evening.text_channel
        for view, told_of in ((True, "Attach Files"), (False, "View Channel")):
            await channel.set_permissions(channel.guild.me, view_channel=view, attach_files=False)
            (told,) = (await evening.people["Ana"].slash(evening.channel, "game board")).followups
            assert told.ephemeral
            assert told_of in told.content

    async def test_the_board_of_a_finished_game_can_be_undone_or_shown_again(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        old = evening.board_message()
        await evening.types("Ben", "concede")
        await evening.types("Ana", "game board")
        assert announces(evening.board(), "Ana", "104.2a")
        assert evening.buttons() == ["Rematch", "Undo", "Log"]
        assert evening.board_message().id != old.id
        undone = (await evening.presses("Ana", "Undo")).text
        assert gist(undone.splitlines()[0]) == ["Ben"]
        assert gist(undone.splitlines()[-1]) == ["1 Ana"]

    async def test_a_press_on_a_finished_game_that_was_on_its_way(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        board = evening.board_message()
        answers = await evening.at_once(evening.types("Ben", "concede"), evening.presses("Ana", "−5", board))
        too_late = answers[1].private
        assert bool(answers[1].text) == too_late
        assert evening.refusal() == ("game_over" if too_late else None)
        assert f"# Ana · {20 if too_late else 15} (won)" in evening.board()

    async def test_a_thread_has_its_own_table(self, evening: Evening) -> None:
        await deal(evening)
        channel = evening.text_channel
        await channel.create_thread(name="second table", type=discord.ChannelType.public_thread)
        first, (evening.channel,) = evening.channel, evening.channel.threads
        await deal(evening, "two_player", "Cy, Dee")
        await evening.presses("Dee", "−5")
        assert "# Dee · 15\n" in evening.board()
        evening.channel = first
        assert "# Dee · 40\n" in evening.board()

    async def test_a_lobby_can_be_shown_again(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        lobby = evening.board_message()
        await evening.types("Eve", "game board")
        assert evening.board_message().id != lobby.id
        await evening.presses("Cy", "Join")
        assert "3. Cy\n" in evening.board()


class TestManyThingsAtOnce:
    async def test_everyone_presses_at_the_same_moment(self, evening: Evening) -> None:
        await deal(evening)
        board = evening.board_message()
        people = ("Ana", "Ben", "Cy", "Dee")
        answers = await evening.at_once(*(evening.presses(who, "−5", board) for who in people * 3))
        assert all(answer.text == "" for answer in answers)
        for who in people:
            assert f"{who} · 25\n" in evening.board()

    @pytest.mark.own_bot(pause=60)
    async def test_a_hundred_presses_by_four_people_are_few_edits(self, evening: Evening) -> None:
        await deal(evening)
        await evening.env.advance_time(120)
        before, board = edits(evening), evening.board_message()
        people = ("Ana", "Ben", "Cy", "Dee")
        answers = await evening.at_once(*(evening.presses(who, "−1", board) for who in people * 25))
        assert all(answer.text == "" for answer in answers)
        await evening.env.advance_time(60)
        for who in people:
            assert f"{who} · 15\n" in evening.board()  # 40 − 25
        assert edits(evening) - before <= 2  # at once, and after a minute

    async def test_people_type_and_press_at_the_same_moment(self, evening: Evening) -> None:
        await two_headed(evening)
        answers = await evening.at_once(
            evening.types("Ana", "life lose", amount=3),
            evening.presses("Ben", "−1", evening.board_message()),
            evening.types("Cy", "life lose", amount=2, who="each player"),
            evening.types("Eve", "life lose", amount=9, who="Red"),
        )
        assert [answer.private for answer in answers] == [False, False, False, True]
        assert "Red · 22\n" in evening.board()
        assert "Blue · 26\n" in evening.board()

    async def test_two_people_join_the_last_seat(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana")
        lobby = evening.board_message()
        answers = await evening.at_once(
            evening.presses("Ben", "Join", lobby), evening.presses("Cy", "Join", lobby)
        )
        assert sorted(answer.private for answer in answers) == [False, True]
        assert evening.board().count("\n1. Ana\n2. ") == 1

    async def test_two_people_open_a_table(self, evening: Evening) -> None:
        answers = await evening.at_once(
            evening.types("Ana", "game new", variant="commander"),
            evening.types("Ben", "game new", variant="two_player"),
        )
        assert sorted(answer.private for answer in answers) == [False, True]

    async def test_an_interaction_delivered_twice_is_carried_out_once(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "life lose", amount=3)
        messages = evening.chat()
        await evening.delivered_again()
        assert evening.chat() == messages
        await evening.presses("Ben", "−5")
        await evening.delivered_again()
        assert "# Ben · 32\n" in evening.board()
        await evening.refused("Eve", "life lose", amount=3)
        await evening.delivered_again()
        await evening.types("Ben", "undo")
        await evening.delivered_again()
        assert "# Ben · 37\n" in evening.board()

    async def test_opening_and_starting_twice_delivered(self, evening: Evening) -> None:
        await evening.types("Ana", "game new", variant="two_player", players="Zoe", start=False)
        await evening.delivered_again()
        await evening.types("Ana", "game start")
        await evening.delivered_again()
        assert "## Turn 1: " in evening.board()
        assert await evening.number_of_entries() == 2

    @pytest.mark.own_bot(pause=60)
    async def test_many_changes_are_one_edit_of_the_board(self, evening: Evening) -> None:
        await deal(evening)
        await evening.env.advance_time(120)
        before = edits(evening)
        for _ in range(5):
            await evening.types("Ben", "life lose", amount=1)
        assert edits(evening) == before + 1
        assert "# Ben · 39\n" in evening.board()
        await evening.env.advance_time(60)
        assert edits(evening) == before + 2
        assert "# Ben · 35\n" in evening.board()


class TestTroubleWithDiscord:
    async def test_an_answer_that_fails_is_still_on_the_board(self, evening: Evening) -> None:
        await deal(evening)
        evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=2)
        result = await evening.people["Ben"].slash(evening.channel, "life lose", amount=3)
        assert not result.acknowledged
        assert evening.errors()
        assert "# Ben · 37\n" in evening.board()

    async def test_a_board_that_the_earlier_one_cannot_tell_of_is_there_all_the_same(
        self, evening: Evening
    ) -> None:
        await deal(evening)
        evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
        shown = await evening.people["Ben"].slash(evening.channel, "game board")
        assert shown.acknowledged
        assert not shown.followups, "Ben has what he asked for"
        (warning,) = evening.errors()
        assert str(warning).startswith("Updating earlier boards was refused (")
        assert (await evening.presses("Ben", "−1")).text == ""
        assert "# Ben · 39\n" in evening.board()

    async def test_a_press_whose_answer_fails_is_still_on_the_board(self, evening: Evening) -> None:
        await deal(evening)
        evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=2)
        result = await evening.people["Ben"].click(evening.board_message(), label="−5")
        assert not result.acknowledged
        assert evening.errors()
        assert "# Ben · 35\n" in evening.board()


def edits(evening: Evening) -> int:
    """Return how often a message in the channel was edited."""
    return sum(sent.method == "PATCH" for sent in evening.env.http_requests)
