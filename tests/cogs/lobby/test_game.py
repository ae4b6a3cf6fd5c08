"""/game: opening a table, starting, the link, closing."""

import pytest
from simcord import OptionError, SetupError

from rules.formats.variants import VARIANTS
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.support.tables import FOUR, LOBBY_WITH_COMMANDERS, begin, deal, gather
from tests.support.wording import gist

IN_USE = "This channel already has a game. `/game board` shows it, `/game end` closes it."
STARTED = (
    "The game has started. To leave it, use `/concede`. To change players or options, close it with "
    "`/game end` and press **Rematch**."
)


class TestNew:
    @pytest.mark.own_bot
    async def test_the_lobby_tells_what_is_played_and_who_plays(self, evening: Evening) -> None:
        await evening.types("Ben", "game new", variant="commander", life=30, link="https://cams.example/1")
        assert evening.board() == (
            "-# Game 1 · CR 903\n"
            "## Commander\n"
            "40 life; 21 combat damage from one commander loses the game.\n"
            "30 life and seats randomized at the start.\n"
            "Webcam: https://cams.example/1\n"
            "1. Ben\n"
            "-# 1 more player needed to start.\n"
            "[Join]\n"
            "[Leave]\n"
            "[Ready]\n"
            "[Ready check]\n"
            "[Start]\n"
            "[Seat my voice channel]\n"
            "[Add players…]\n"
            "[Bracket…]\n"
            "[Options…]\n"
            "[Cancel]"
        )

    async def test_every_option_stands_in_the_lobby(self, evening: Evening) -> None:
        await evening.types(
            "Ben",
            "game new",
            variant="team_vs_team",
            players="Grandma",
            teams=3,
            life=25,
            edition="2006",
            range=2,
            attack="left",
            commander=True,
        )
        board = evening.board()
        for words in ("25 life", "range of influence 2", "attack left", "with Commander rules", "2006"):
            assert words in board
        assert ("**Red**: Ben\n**Blue**: Grandma (guest)\n**Green**: no one yet\n") in board
        assert evening.buttons() == ["Join Red", "Join Blue", "Join Green", *LOBBY_WITH_COMMANDERS]

    @pytest.mark.parametrize("variant", VARIANTS)
    async def test_every_variant_can_be_opened(self, evening: Evening, variant: str) -> None:
        await evening.types("Ben", "game new", variant=variant)
        assert f"## {VARIANTS[variant].name}\n" in evening.board()

    async def test_a_channel_has_one_table_at_a_time(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        assert await evening.refused("Cy", "game new", variant="commander") == IN_USE
        await begin(evening, "Ana, Ben")
        assert await evening.refused("Cy", "game new", variant="commander") == IN_USE

    async def test_channels_do_not_know_of_each_other(self, evening: Evening) -> None:
        other = evening.server.create_text_channel("table-2")
        await evening.types("Ben", "game new", variant="commander")
        opened = message_of(await evening.people["Cy"].slash(other, "game new", variant="two_player"))
        assert not opened.ephemeral
        assert "Commander" in evening.board()

    @pytest.mark.own_bot
    @pytest.mark.parametrize(
        ("options", "refusal"),
        [
            (
                {"variant": "two_headed_giant", "commander": True},
                (
                    "The rules don't set a starting life for Two-Headed Giant with Commander. Choose one "
                    "with `life:`, such as 30, 40 or 60."
                ),
            ),
            (
                {"variant": "commander", "link": "http://cams.example"},
                "That isn't a valid link. It has to start with https:// and can't contain spaces.",
            ),
            (
                {"variant": "two_player", "players": "Zoe, Yan"},
                "Duel allows at most 2 players.",
            ),
            (
                {"variant": "commander", "players": "<@123456789012345678>"},
                "That person isn't in this server. Write a name without @ to seat a guest.",
            ),
        ],
    )
    async def test_what_cannot_be_played_is_refused_at_once(
        self, evening: Evening, options: dict[str, object], refusal: str
    ) -> None:
        assert await evening.refused("Ben", "game new", **options) == refusal
        await evening.types("Ben", "game new", variant="commander")
        assert "Game 1 " in evening.board()

    @pytest.mark.parametrize(
        "options",
        [
            {"variant": "poker"},
            {"variant": "commander", "teams": 1},
            {"variant": "commander", "teams": 9},
            {"variant": "commander", "life": 0},
            {"variant": "commander", "life": 1_000_000},
            {"variant": "commander", "range": 0},
            {"variant": "commander", "attack": "sideways"},
            {"variant": "commander", "edition": "1993"},
            {"variant": "commander", "link": "x" * 301},
        ],
    )
    async def test_what_discord_does_not_let_through(
        self, evening: Evening, options: dict[str, object]
    ) -> None:
        with pytest.raises(OptionError):
            await evening.types("Ben", "game new", **options)

    async def test_leagues_and_events_live_in_servers(self, evening: Evening) -> None:
        for command in ("league standings", "event create"):
            with pytest.raises(SetupError, match="context"):
                await evening.people["Ben"].user.slash(command)

    async def test_what_is_about_no_table_can_be_asked_anywhere(self, evening: Evening) -> None:
        for command, options in (("help", {}), ("rule", {"query": "704.5a"}), ("privacy statement", {})):
            answer = await evening.people["Ben"].user.slash(command, **options)
            assert answer.acknowledged


class TestStart:
    async def test_too_few(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana, Ben, Cy")
        refusal = "Two-Headed Giant needs at least 4 players; the lobby has 3."
        assert await evening.refused_press("Ana", "Start") == refusal
        assert await evening.refused("Ana", "game start") == refusal

    async def test_unequal_teams(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", FOUR)
        await evening.presses("Cy", "Join Blue")
        assert await evening.refused_press("Ana", "Start") == (
            "Two-Headed Giant needs teams of the same size."
        )

    async def test_one_team_alone(self, evening: Evening) -> None:
        await gather(evening, "team_vs_team", "Ana, Ben, Cy")
        await evening.presses("Ben", "Join Red")
        assert await evening.refused_press("Ana", "Start") == (
            "Team vs. Team needs 2 teams; the lobby has 1."
        )

    async def test_seats_that_the_variant_does_not_allow(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", FOUR)
        await evening.types("Ana", "game seats", order="Ana, Ben, Cy, Dee")
        assert await evening.refused_press("Ana", "Start") == (
            "Teams sit together in Two-Headed Giant. Change the seating with `/game seats`."
        )
        await evening.types("Ana", "game end")
        await gather(evening, "alternating_teams", FOUR)
        await evening.types("Ana", "game seats", order="Ana, Cy, Ben, Dee")
        refusal = await evening.refused_press("Ana", "Start")
        assert refusal.startswith("Teams sit in alternating seats in Alternating Teams. ")

    async def test_twice(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        lobby = evening.board_message()
        pressed = await evening.at_once(
            evening.presses("Ana", "Start", lobby), evening.presses("Ben", "Start", lobby)
        )
        begun = [said for said in pressed if not said.private]
        refused = [said for said in pressed if said.private]
        assert len(begun) == 1
        assert "Seats: " in begun[0].text
        assert [said.text for said in refused] == [STARTED]
        assert await evening.refused("Ana", "game start") == STARTED

    async def test_after_the_start_the_lobby_is_over(self, evening: Evening) -> None:
        await deal(evening)
        for command, options in (("game leave", {}), ("game seats", {"order": "random"})):
            assert await evening.refused("Ana", command, **options) == STARTED

    async def test_who_comes_late_joins_the_next_game_of_the_same_people(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        assert (await evening.types("Cy", "game join")).text.startswith(
            "**Cy** would like to join this game."
        )
        await evening.types("Ana", "game end")
        assert (await evening.refused("Cy", "game join")).key == "game_over"
        assert (await evening.refused("Ana", "game leave")).key == "game_over"
        await evening.presses("Ana", "Rematch")
        await evening.presses("Cy", "Join")
        assert "1. Ana\n2. Ben\n3. Cy\n" in evening.board()

    async def test_who_goes_first(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy")
        assert (await evening.refused("Ana", "game start", first="Zoe")).key == "no_such_player"
        begun = await evening.types("Ana", "game start", first="ben")
        assert gist(begun.text)[0] == "Ben"
        assert "## Turn 1: **Ben**'s turn\n" in evening.board()

    async def test_in_a_duel_the_player_who_goes_first_skips_the_first_draw(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben")
        await evening.types("Ana", "game seats", order="Ana, Ben")
        begun = await evening.types("Ana", "game start", first="Ana")
        assert begun.text == (
            "The game begins: **Ana** goes first. Ana skips the first draw.\nSeats: Ana → Ben"
        )


class TestLinkAndEnd:
    async def test_the_link_stands_on_lobby_and_board(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        put = await evening.types("Ben", "game link", url=" https://cams.example/2 ")
        assert put.text == "Webcam link updated."
        assert "Webcam: https://cams.example/2\n" in evening.board()
        await evening.types("Ana", "game start")
        assert "Webcam: https://cams.example/2\n" in evening.board()
        assert (await evening.types("Ben", "game link")).text == "Webcam link removed."
        assert "Webcam: " not in evening.board()
        assert await evening.refused("Ben", "game link", url="https://a b") == (
            "That isn't a valid link. It has to start with https:// and can't contain spaces."
        )

    async def test_a_link_that_is_the_same(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.refused("Ben", "game link")).key == "nothing_happens"

    @pytest.mark.own_bot
    async def test_closing_a_lobby_and_opening_another(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        closed = await evening.types("Ben", "game end")
        assert closed.text == "The lobby is closed."
        assert "This lobby is closed. `/game new` opens another." in evening.board()
        assert evening.buttons() == ["Reopen"]
        assert await evening.refused("Ana", "game join") == (
            "This lobby is closed. `/game new` opens another."
        )
        await evening.types("Cy", "game new", variant="two_player")
        assert evening.board().startswith("-# Game 2 ")

    async def test_closing_a_game_and_opening_another(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.types("Ben", "game end")).text == "Game ended without a result."
        assert evening.buttons() == ["Rematch", "Undo", "Log"]
        ended = await evening.game()
        await evening.types("Cy", "game new", variant="two_player")
        assert await evening.game() != ended
        assert evening.board().startswith(f"-# Game {await evening.game()} ")

    async def test_a_closed_lobby_opens_again_by_undo(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        await evening.types("Ben", "game end")
        await evening.types("Ben", "undo")
        assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]

    async def test_a_started_game_goes_back_into_its_lobby_by_undo(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        await evening.types("Ana", "game seats", order="Ben, Ana")
        await evening.types("Ana", "game start", first="Ana")
        back = await evening.types("Ben", "undo")
        began = "step 3: started the game: Ana goes first; seats: Ben → Ana."
        assert back.text == f"Undid {began}\nThe game is back in the lobby."
        assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]
        again = await evening.types("Ben", "redo")
        assert again.text.startswith(f"Redid {began}\n")
        assert gist(again.text)[1:] == ["Ana Ana", "Ben Ana"]
