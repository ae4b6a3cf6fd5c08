"""Best-of matches outside leagues: how they stand in the lobby, on the board and in what is announced."""

from collections.abc import Sequence

import pytest

from cogs.core.components import button, card, rows
from rules.game.parts import Player
from tests.cogs.board.test_every_button import post
from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.messages import buttons, message_of, text, verbs
from tests.support.panels import forget
from tests.support.tables import deal, deal_teams, gather
from tests.support.wording import gist


async def next_game(evening: Evening, who: str = "Ana", label: str = "Next game") -> None:
    """The lobby of the next game, which Ana starts."""
    await evening.presses(who, label)
    await evening.types("Ana", "game start", first="Ana")


async def change_who_conceded(evening: Evening, told: str, who: str) -> None:
    """Ana, a moderator, fixes who it was, by the button that a game's end has until it is corrected."""
    again = await post(evening, card("An end", *rows(button("Fix…", told))))
    shown = message_of(await evening.people["Ana"].click(again, label="Fix…"))
    form = await evening.people["Ana"].click(shown, label="Change…")
    place = str(("Ana", "Ben").index(who))
    await evening.people["Ana"].submit_modal(form, {"who": [place]})
    await evening.people["Ana"].click(shown, label="Do it")


async def players(evening: Evening) -> Sequence[Player]:
    """Ana and Ben as they play now."""
    game = await game_of(evening.games, evening.place)
    return sorted(game.players, key=lambda one: one.name)


def board(evening: Evening, id: int) -> str:
    """Return the text of an earlier game's board."""
    return next(text(one) for one in evening.channel.history() if one.id == id)


class TestAMatch:
    async def test_of_three(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben", best_of=3)
        assert "Best of three and " in evening.board()
        assert "Match: Ana 0 – 0 Ben (game 1 of 3)\n" in evening.board()
        await evening.types("Ana", "game start", first="Ana")
        assert "Match: Ana 0 – 0 Ben (game 1 of 3)\n" in evening.board()

        lost = await evening.types("Ben", "life lose", amount=20)
        assert gist(lost.text) == ["Ben 20 0", "Ben 0 CR 704.5a", "Ana CR 104.2a", "Ana 1 0 Ben 1 3"]
        assert "Next game" in evening.buttons()
        assert "Rematch" not in evening.buttons()

        await evening.presses("Ben", "Next game")
        assert "Match: Ana 1 – 0 Ben (game 2 of 3)\n" in evening.board()
        await evening.types("Ben", "game start", first="Ben")
        assert "Match: Ana 1 – 0 Ben (game 2 of 3)\n" in evening.board()
        assert (await evening.types("Ana", "concede")).text.endswith("Match: Ana 1 – 1 Ben (game 2 of 3)")

        await next_game(evening)
        over = await evening.types("Ana", "concede")
        assert over.text.endswith("\nMatch won by **Ben**: Ben 2 – 1 Ana.")
        assert "Match won by **Ben**: Ben 2 – 1 Ana.\n" in evening.board()
        assert "Rematch" in evening.buttons()

        await next_game(evening, label="Rematch")
        assert "Match: Ana 0 – 0 Ben (game 1 of 3)\n" in evening.board()

    async def test_keeps_the_commanders_until_it_is_over(self, evening: Evening) -> None:
        """Both of Ana's, cast once in the first game (903.8); a rematch after the match begins without."""
        await deal(evening, "commander", "Ana, Ben", best_of=3)
        await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
        await evening.types("Ben", "commander set", name="Krenko")
        await evening.types("Ana", "commander cast", commander="Tymna")
        await evening.types("Ben", "concede")
        await next_game(evening)
        cards = [[card.name for card in one.commanders] for one in await players(evening)]
        assert cards == [["Tana", "Tymna"], ["Krenko"]]
        assert not any(card.casts for one in await players(evening) for card in one.commanders)
        await evening.types("Ben", "life lose", amount=1)
        await evening.types("Ben", "damage", amount=2, who="Ana", commander="Krenko")
        assert "Krenko 2/21" in evening.board()
        await evening.types("Ben", "concede")
        await next_game(evening, label="Rematch")
        assert [one.commanders for one in await players(evening)] == [(), ()]

    async def test_the_result_leads_to_the_next_game(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        told = message_of(await evening.people["Ben"].slash(evening.channel, "concede"))
        assert "Next game" in buttons(told)

    async def test_draws_and_games_without_a_result(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        await evening.types("Ana", "draw", reason="effect")
        await next_game(evening)
        await evening.types("Ana", "game end")
        assert "Match: Ana 0 – 0 Ben (game 2 of 3)" in evening.board()
        for _ in range(2):
            await next_game(evening)
            await evening.types("Ana", "draw", reason="effect")
        await next_game(evening)
        assert "Match: Ana 0 – 0 Ben (game 4, best of 3)\n" in evening.board()

    async def test_an_undone_end_counts_no_more(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        await evening.types("Ben", "concede")
        assert "Match: Ana 1 – 0 Ben (game 1 of 3)" in evening.board()
        await evening.presses("Ben", "Undo")
        assert "Match: Ana 0 – 0 Ben (game 1 of 3)" in evening.board()
        redone = await evening.types("Ben", "redo")
        assert redone.text.endswith("Match: Ana 1 – 0 Ben (game 1 of 3)")

    @pytest.mark.own_bot
    async def test_a_fix_of_an_earlier_game_is_counted(self, evening: Evening) -> None:
        """Ana had conceded the first game, not Ben. The second one is in its lobby, goes on, is over."""
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        first = verbs(message_of(await evening.people["Ben"].slash(evening.channel, "concede")))["fixlog"]
        await evening.presses("Ana", "Next game")
        assert "Match: Ana 1 – 0 Ben (game 2 of 3)\n" in evening.board()
        await change_who_conceded(evening, first, "Ana")
        assert "Match: Ben 1 – 0 Ana (game 2 of 3)\n" in evening.board()
        await evening.types("Ana", "game start", first="Ana")
        await change_who_conceded(evening, first, "Ben")
        assert "Match: Ana 1 – 0 Ben (game 2 of 3)\n" in evening.board()
        await evening.restart()
        await evening.types("Ana", "life lose", amount=1)
        await change_who_conceded(evening, first, "Ana")
        assert "Match: Ben 1 – 0 Ana (game 2 of 3)\n" in evening.board()
        assert "Ana · 19\n" in evening.board()
        await evening.presses("Ana", "Undo")
        assert "Match: Ben 1 – 0 Ana (game 2 of 3)\n" in evening.board()
        over = await evening.types("Ana", "concede")
        assert gist(over.text)[-1] == "Ben Ben 2 0 Ana"
        await change_who_conceded(evening, first, "Ben")
        assert "Match: Ana 1 – 1 Ben (game 2 of 3)\n" in evening.board()
        await evening.restart()
        await evening.presses("Ana", "Next game")
        assert "Match: Ana 1 – 1 Ben (game 3 of 3)\n" in evening.board()

    async def test_a_fix_is_counted_past_a_lobby_that_was_canceled(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        first = verbs(message_of(await evening.people["Ben"].slash(evening.channel, "concede")))["fixlog"]
        old = evening.board_message()
        await gather(evening, "free_for_all", "Ana, Ben, Cy")
        await evening.presses("Ana", "Cancel")
        await evening.presses("Ana", "Next game", old)
        await evening.types("Ana", "game start", first="Ana")
        assert "Match: Ana 1 – 0 Ben (game 2 of 3)\n" in evening.board()
        await change_who_conceded(evening, first, "Ana")
        assert "Match: Ben 1 – 0 Ana (game 2 of 3)\n" in evening.board()

    async def test_an_undone_end_of_an_earlier_game_is_counted(self, evening: Evening) -> None:
        """Both games are over; the first one goes on, and its end is undone and done again."""
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        await evening.types("Ben", "concede")
        old = evening.board_message()
        await next_game(evening)
        await evening.types("Ana", "concede")
        assert "Match: Ana 1 – 1 Ben (game 2 of 3)\n" in evening.board()
        second = evening.board_message().id
        await evening.presses("Ben", "Undo", old)
        assert "Match: Ben 1 – 0 Ana (game 2 of 3)\n" in board(evening, second)
        await evening.types("Ana", "concede")
        assert "Ben Ben 2 0 Ana" in gist(board(evening, second))

    async def test_of_teams(self, evening: Evening) -> None:
        await deal_teams(evening, "two_headed_giant", {"Red": "Ana, Ben", "Blue": "Cy, Dee"}, best_of=3)
        await evening.types("Dee", "concede")
        await evening.presses("Ana", "Next game")
        await evening.types("Ana", "game start")
        over = await evening.types("Dee", "concede")
        assert over.text.endswith("Match won by **Red**: Red 2 – 0 Blue.")

    async def test_of_more_than_two(self, evening: Evening) -> None:
        """The first player with more than half of the best-of games wins the match."""
        await deal(evening, names="Ana, Ben, Cy", best_of=3)
        await evening.types("Ana", "concede")
        over = await evening.types("Ben", "concede")
        assert over.text.endswith("Match: Cy 1, Ana 0, Ben 0 (game 1 of 3)")


class TestItsPeople:
    async def test_a_seat_that_changes_hands_keeps_its_wins(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        await evening.types("Ben", "game hand-over", to=evening.people["Cy"])
        await evening.types("Ana", "concede")
        await evening.presses("Ana", "Next game")
        assert "Match: Cy 1 – 0 Ana (game 2 of 3)\n" in evening.board()
        await evening.types("Cy", "game hand-over", to=evening.people["Dee"])
        assert "Match: Dee 1 – 0 Ana (game 2 of 3)\n" in evening.board()

    async def test_with_others_it_begins_again(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        await evening.types("Ben", "concede")
        await evening.presses("Ana", "Next game")
        await evening.types("Ben", "game leave")
        await evening.types("Cy", "game join")
        assert "Match: Ana 0 – 0 Cy (game 1 of 3)\n" in evening.board()
        await evening.types("Cy", "game leave")
        await evening.types("Ben", "game join")
        assert "Match: Ana 1 – 0 Ben (game 2 of 3)\n" in evening.board()

    async def test_anyone_who_is_forgotten_is_in_no_score(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben", best_of=3)
        await evening.types("Ana", "concede")
        await next_game(evening)
        await forget(evening, "Ben")
        assert "Match: Player 1 1 – 0 Ana (game 2 of 3)\n" in evening.board()
        rows = await evening.database.fetch("SELECT action, events FROM entry")
        assert not any(str(evening.people["Ben"].id) in f"{row['action']} {row['events']}" for row in rows)


class TestChoosingIt:
    @pytest.mark.own_bot
    async def test_by_options_and_by_the_panel(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben")
        assert "Match" not in evening.board()
        await evening.types("Ana", "game options", best_of=5)
        assert "Match: Ana 0 – 0 Ben (game 1 of 5)\n" in evening.board()
        panel = message_of(await evening.people["Ana"].click(evening.board_message(), label="Options…"))
        await evening.people["Ana"].select(panel, ["1"], custom_id="arbiter:setmatch:1:")
        assert "Match" not in evening.board()
