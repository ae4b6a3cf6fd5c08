"""The lobby: everyone in voice, ready check, cancel, options; forgotten ones; games started in one line."""

import re

import pytest

from storage.settings.definitions import CALL, LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.languages import JAPANESE
from tests.support.messages import LIST, Said, pressable, said, text, verbs
from tests.support.panels import BoardPanel
from tests.support.tables import LOBBY, LOBBY_WITH_COMMANDERS, begin, gather, mention
from tests.support.wording import gist


async def sit_in_voice(evening: Evening, *names: str) -> None:
    cameras = evening.server.create_voice_channel("Cameras")
    for name in names:
        await evening.people[name].join_voice(cameras)


class TestVoice:
    async def test_everyone_with_a_camera_gets_a_seat(self, evening: Evening) -> None:
        await sit_in_voice(evening, "Ana", "Ben", "Cy")
        await gather(evening, "commander", "Ana, Ben")
        await evening.presses("Ana", "Seat my voice channel")
        assert "1. Ana\n2. Ben\n3. Cy\n[Join]" in evening.board()

    async def test_teams_are_filled_evenly(self, evening: Evening) -> None:
        await sit_in_voice(evening, "Ana", "Ben", "Cy", "Dee")
        await gather(evening, "two_headed_giant", "Ana")
        board = evening.board_message()
        await evening.people["Ana"].click(board, custom_id=verbs(board)["voice"])
        assert evening.board().count(" and ") >= 2
        await evening.presses("Ana", "Start")
        assert "Red · 30" in evening.board()

    async def test_is_refused_without_people_or_seats_for_them(self, evening: Evening) -> None:
        label = "Seat my voice channel"
        await gather(evening, "two_player", "Ana")
        alone = await evening.refused_press("Ana", label)
        assert alone == "You aren't in a voice channel on this server. Join one, then press again."
        await sit_in_voice(evening, "Ana", "Ben", "Cy")
        assert (await evening.refused_press("Ana", label)).key == "lobby_full"
        await evening.types("Ana", "game end")
        await gather(evening, "commander", "Ana, Ben, Cy")
        nobody = await evening.refused_press("Ana", label)
        assert nobody == "Everyone in your voice channel already has a seat."
        assert (await evening.refused_press("Dee", label)).key == "not_seated_may_not"


class TestAddingPlayers:
    async def test_members_and_guests_by_thumb(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana")
        form = await evening.people["Ana"].click(evening.board_message(), label="Add players…")
        ben, cy = evening.people["Ben"], evening.people["Cy"]
        await evening.people["Ana"].submit_modal(form, {"members": [ben, cy], "guests": "Grandma"})
        assert "1. Ana\n2. Ben\n3. Cy\n4. Grandma (guest)\n[Join]" in evening.board()
        form = await evening.people["Ana"].click(evening.board_message(), label="Add players…")
        again = said(await evening.people["Ana"].submit_modal(form, {"members": [ben]}))
        assert (again.private, evening.refusal(), gist(again.text)) == (True, "already_seated", ["Ben"])
        form = await evening.people["Ana"].click(evening.board_message(), label="Add players…")
        assert said(await evening.people["Ana"].submit_modal(form, {})).private

    async def test_onto_a_team(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana")
        form = await evening.people["Ana"].click(evening.board_message(), label="Add players…")
        await evening.people["Ana"].submit_modal(form, {"guests": "Bo, Di", "team": ["Blue"]})
        assert "**Blue**: Bo (guest) and Di (guest)" in evening.board()

    async def test_is_for_those_at_the_table_and_a_lobby_that_is_open(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben")
        assert (await evening.refused_press("Dee", "Add players…")).key == "not_seated_may_not"
        form = await evening.people["Ana"].click(evening.board_message(), label="Add players…")
        full = said(await evening.people["Ana"].submit_modal(form, {"guests": "Grandma"}))
        assert (full.private, evening.refusal()) == (True, "lobby_full")
        form = await evening.people["Ana"].click(evening.board_message(), label="Add players…")
        await evening.types("Ben", "game start")
        late = said(await evening.people["Ana"].submit_modal(form, {"guests": "Grandma"}))
        assert late.private
        assert evening.refusal() == "already_started"


class TestReady:
    async def test_the_lobby_shows_who_is(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Grandma")
        assert "eady yet" not in evening.board()
        await evening.presses("Ben", "Ready")
        assert "2. Ben (ready)\n3. Grandma (guest)\n-# Not ready yet: Ana.\n" in evening.board()
        await evening.presses("Ana", "Ready")
        assert ("-# Everyone is ready.\n") in evening.board()
        await evening.presses("Cy", "Join")
        assert "-# Not ready yet: Cy.\n" in evening.board()
        await evening.presses("Ben", "Ready")
        assert "-# Not ready yet: Ben and Cy.\n" in evening.board()
        await evening.presses("Cy", "Leave")
        await evening.presses("Ben", "Ready")
        assert ("-# Everyone is ready.\n") in evening.board()

    async def test_asking_pings_no_one_who_has_not_wished_it(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy, Grandma")
        await evening.presses("Ben", "Ready")
        await evening.settings.choose(Level.OWN, evening.people["Cy"].id, CALL, "on")
        asked = await evening.people["Ana"].click(evening.board_message(), label="Ready check")
        cy = evening.people["Cy"]
        (message,) = asked.followups
        assert text(message) == (
            f"**Ana** started a ready check. Press **Ready** in the lobby: Ben and <@{cy.id}>."
        )
        sent = evening.env.http_requests[-1].json
        assert sent is not None
        assert sent["allowed_mentions"]["users"] == [cy.id]
        assert sent["allowed_mentions"]["parse"] == []
        assert "1. Ana (ready)\n" in evening.board()  # the player who starts the ready check is ready
        assert "-# Not ready yet: Ben and Cy.\n" in evening.board()
        assert (await evening.presses("Ben", "Ready")).text == ""
        last = await evening.presses("Cy", "Ready")
        assert last.text == "**Cy** is ready, and so is everyone else. Press **Start**."
        assert not last.private

    async def test_another_game_is_another_question(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        await evening.presses("Ana", "Ready")
        await evening.types("Ana", "game link", url="https://cams.example/1")
        assert "1. Ana (ready)\n" in evening.board()
        await evening.types("Ben", "game options", life=30)
        assert "1. Ana\n" in evening.board()

    async def test_it_is_for_those_with_a_seat(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ben, Cy")
        for label in ("Ready", "Ready check", "Options…", "Cancel"):
            assert (await evening.refused_press("Dee", label)).key == "not_seated_may_not"
        assert (await evening.refused_press("Ana", "Ready")).key == "not_seated"


class TestClosing:
    async def test_cancel_and_open_again(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        await evening.presses("Ben", "Cancel")
        assert ("This lobby is closed. `/game new` opens another.\n[Reopen]") in evening.board()
        await evening.presses("Ana", "Reopen")
        assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]

    @pytest.mark.own_bot
    async def test_a_forgotten_lobby_expires_also_over_a_restart(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        await evening.passes(minutes=23 * 60)
        await evening.presses("Cy", "Join")
        await evening.passes(minutes=23 * 60)
        assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]
        await evening.restart()
        await evening.passes(minutes=61)
        assert "This lobby was closed after a day without activity." in evening.board()
        await evening.presses("Ben", "Reopen")
        assert evening.buttons() == ["Join", *LOBBY_WITH_COMMANDERS]
        await evening.passes(minutes=24 * 60 + 1)
        assert evening.buttons() == ["Reopen"]
        await evening.types("Dee", "game new", variant="two_player", players="Zoe")
        await evening.passes(minutes=3 * 24 * 60)
        assert "## Turn 1: " in evening.board()


class TestOneLine:
    async def test_everyone_named_starts_at_once(self, evening: Evening) -> None:
        players = " ".join(mention(evening, name) for name in ("Ana", "Ben", "Cy", "Dee"))
        opened = await evening.types("Ana", "game new", variant="commander", players=players)
        assert "\nSeats: " in opened.text
        assert "## Turn 1: " in evening.board()
        for name in ("Ana", "Ben", "Cy", "Dee"):
            assert f"{name} · 40\n" in evening.board()
        await evening.presses("Dee", "−5")
        assert "Dee · 35\n" in evening.board()

    async def test_in_the_order_typed_and_ones_own_name_is_oneself(self, evening: Evening) -> None:
        players = f"Zoe, {mention(evening, 'Ben')}, ana, Max"
        await evening.types("Ana", "game new", variant="free_for_all", players=players, start=False)
        assert "1. Ana\n2. Zoe (guest)\n3. Ben\n4. Max (guest)" in evening.board()

    async def test_guests_too_and_it_can_be_taken_back(self, evening: Evening) -> None:
        await evening.types("Ben", "game new", variant="free_for_all", players="Zoe, Grandma, Max")
        assert "Grandma · 20 (guest)\n" in evening.board()
        await evening.types("Ben", "undo")
        assert evening.buttons() == ["Join", *LOBBY]

    async def test_teams_with_a_stroke_or_by_their_names(self, evening: Evening) -> None:
        ana, ben, cy, dee = (mention(evening, name) for name in ("Ana", "Ben", "Cy", "Dee"))
        await evening.types(
            "Ana", "game new", variant="two_headed_giant", players=f"{ana} {cy} vs {ben} {dee}"
        )
        assert "Red · 30\nAna and Cy\n" in evening.board() or "Red · 30\nCy and Ana\n" in evening.board()
        await evening.types("Ana", "game end")
        await evening.types(
            *("Ana", "game new"), variant="two_headed_giant", players=f"Blue: {ben}, {dee} / Red: {cy}"
        )
        assert "Blue · 30\nBen and Dee\n" in evening.board() or "Blue · 30\nDee and Ben\n" in evening.board()
        assert "Red · 30\n" in evening.board()

    async def test_who_opens_a_table_for_complete_teams_looks_on(self, evening: Evening) -> None:
        await evening.types(
            "Eve", "game new", variant="two_headed_giant", players="Red: Yan, Zoe / Blue: Max, Mia"
        )
        assert "Red · 30\n" in evening.board()
        assert "Eve" not in evening.board().partition("\n-# ")[0]
        assert (await evening.refused_press("Eve", "−1")).startswith("Only players in this game")

    async def test_what_is_not_complete_stays_a_lobby(self, evening: Evening) -> None:
        ben = mention(evening, "Ben")
        await evening.types("Ana", "game new", variant="two_headed_giant", players=f"{ben}, Yan, Zoe")
        assert evening.buttons() == ["Join Red", "Join Blue", *LOBBY]
        await evening.types("Ana", "game end")
        await evening.types("Ana", "game new", variant="free_for_all", players=ben, start=False)
        assert evening.buttons() == ["Join", *LOBBY]

    async def test_many_whom_the_bot_has_not_met(self, evening: Evening) -> None:
        people = [
            evening.server.add_member(evening.env.create_user(f"p{number}", global_name=f"Player{number}"))
            for number in range(6)
        ]
        mentions = " ".join(one.mention for one in people)
        await evening.types("Ana", "game new", variant="free_for_all", players=mentions)
        assert "Player5 · 20\n" in evening.board()
        await evening.types("Ana", "game end")
        nobody = " <@1> <@2> <@3>"
        refused = await evening.refused("Ana", "game new", variant="free_for_all", players=mentions + nobody)
        assert refused.key == "not_in_server"


class TestSameAgain:
    @pytest.mark.own_bot
    async def test_opens_a_lobby_with_people_teams_and_options(self, evening: Evening) -> None:
        await evening.types(
            *("Ana", "game new"),
            variant="two_headed_giant",
            players=f"{mention(evening, 'Ana')} Zoe vs {mention(evening, 'Ben')} {mention(evening, 'Cy')}",
            life=25,
        )
        await evening.types("Ben", "concede")
        assert evening.buttons() == ["Rematch", "Undo", "Log"]
        finished = evening.board_message()
        await evening.presses("Cy", "Rematch")
        board = evening.board()
        assert board.startswith("-# Game 2 ")
        assert "25 life and seats randomized at the start." in board
        assert "**Red**: Ana and Zoe (guest)\n" in board or "**Red**: Zoe (guest) and Ana\n" in board
        assert "lost the last game and chooses who goes first" in board
        again = await evening.refused_press("Ana", "Rematch", finished)
        assert again.startswith("This channel already has a game.")
        await evening.presses("Ana", "Start")
        assert "## Turn 1: **Blue**'s turn" in evening.board()

    async def test_the_loser_of_a_duel_goes_first_or_chooses(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben")
        await begin(evening, "Ana, Ben")
        await evening.types("Ben", "concede")
        assert (await evening.refused_press("Eve", "Rematch")).startswith("Only players in this game")
        await evening.presses("Ana", "Rematch")
        assert "-# Ben lost the last game and chooses who goes first" in evening.board()
        await evening.presses("Ana", "Start")
        assert "## Turn 1: **Ben**'s turn" in evening.board()
        await evening.types("Ana", "draw", reason="effect")
        await evening.presses("Ana", "Rematch")
        assert "-# Ben lost the last game" in evening.board()  # after a draw the previous chooser, 103.1
        await evening.types("Ben", "game start", first="Ana")
        assert "## Turn 1: **Ana**'s turn" in evening.board()


class TestHints:
    @pytest.mark.own_bot
    async def test_the_first_game_in_a_channel_shows_three_lines_and_only_that_one(
        self, evening: Evening
    ) -> None:
        opened = await evening.types("Ana", "game new", variant="commander")
        assert len(opened.text.splitlines()) == 3
        assert "`/help` covers the rest." in opened.text
        await evening.types("Ana", "game end")
        await evening.restart()
        assert (await evening.types("Ben", "game new", variant="commander")).text == ""


class Options(BoardPanel):
    """The panel of the lobby's options, as someone has opened it."""

    def __init__(self, evening: Evening, who: str) -> None:
        super().__init__(evening, who, "Options…")

    async def change(self, verb: str, value: str) -> Said:
        """Picks from one of its lists."""
        custom_id = f"arbiter:{verb}:{await self._evening.game()}:"
        return said(await self._person.select(self.message, [value], custom_id=custom_id))


class TestOptions:
    async def test_lists_change_the_lobby_in_place(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy")
        panel = await Options(evening, "Ben").open()
        await panel.change("setvariant", "team_vs_team")
        assert "## Team vs. Team\n" in panel.text
        assert "## Team vs. Team\n" in evening.board()
        await panel.change("setteams", "3")
        assert "**Green**: " in evening.board()
        await panel.change("setattack", "left")
        await panel.change("setedition", "2011")
        await panel.press("Commander rules: off")
        await panel.press("Deploy creatures: off")
        for words in ("ttack left", "with Commander rules", "with deploy creatures", "2011"):
            assert words in panel.text
            assert words in evening.board()

    async def test_roles(self, evening: Evening) -> None:
        await gather(evening, "archenemy", "Ana, Ben, Cy")
        panel = await Options(evening, "Ben").open()
        await panel.change("setrole", str(evening.people["Cy"].id))
        assert "**Archenemy**: Cy\n**Heroes**: Ana and Ben\n" in evening.board()

    async def test_forms(self, evening: Evening) -> None:
        await gather(evening, "free_for_all", "Ana, Ben, Cy")
        panel = await Options(evening, "Ben").open()
        await panel.fill("Life, range, link…", life="35", range="1", link="https://cams.example/7")
        assert "35 1" in gist(evening.board())
        assert "Webcam: https://cams.example/7\n" in evening.board()
        await panel.fill("Seating order…", order="Cy\nAna\nBen")
        assert "seats as listed" in evening.board()
        assert "1. Cy\n2. Ana\n3. Ben\n" in evening.board()
        await panel.press("Seats as listed: on")
        assert "seats as listed" not in evening.board()
        for form, values, why in (
            ("Life, range, link…", {"life": "0"}, ("“0” isn't a valid number. Enter one from 1 to 999999.")),
            ("Life, range, link…", {"range": "٣"}, "isn't a valid number. Enter one from 1 to 20."),
            ("Life, range, link…", {"link": "cams"}, "That isn't a valid link. It has to start"),
            ("Seating order…", {"order": "Ana"}, "Name everyone in the game exactly once: "),
        ):
            refused = await panel.fill(form, **values)
            assert refused.private
            assert why in refused.text

    async def test_lists_and_sentences_are_in_the_language(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
        await evening.settings.choose(Level.OWN, evening.people["Ana"].id, LANGUAGE, "ja")
        panel = await Options(evening, "Ana").open()
        lists = [one["options"] for one in pressable(panel.message) if one["type"] == LIST]
        assert {"統率者戦", "総合ルール2011年版"} <= {one["label"] for each in lists for one in each}
        assert not [one for one in lists[0] if not JAPANESE.search(one.get("description", ""))]
        assert not re.search(r"[\u3040-\u9fff]\.", panel.text)

    async def test_a_command_without_options_opens_it(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        shown = await evening.types("Ben", "game options")
        assert shown.private
        assert shown.text.startswith("### Lobby options\n## Commander\n")
        same = await evening.refused("Ben", "game options", commander=False)
        assert same == "The lobby is already set up that way."

    async def test_a_game_that_has_started_meanwhile(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        panel = await Options(evening, "Ben").open()
        await evening.presses("Ana", "Start")
        assert (await panel.change("setedition", "2006")).private
        assert evening.refusal() == "already_started"


async def test_undo_takes_back_the_step_that_its_button_means(evening: Evening) -> None:
    await gather(evening, "free_for_all", "Ana, Ben, Cy")
    await begin(evening, "Ana, Ben, Cy")
    await evening.presses("Ana", "−5")
    await evening.presses("Ben", "−5")
    board = evening.board_message()
    answers = await evening.at_once(*(evening.presses(who, "Undo", board) for who in ("Ana", "Ben", "Cy")))
    told = sorted(answer.text.splitlines()[0] for answer in answers)
    assert told == [
        *["That step was already undone, so nothing changed. Use `/undo` to undo another step."] * 2,
        "Undid step 5: Ben lost 5 life.",
    ]
    assert "Ana · 15\n" in evening.board()
    assert "Ben · 20\n" in evening.board()
    both = await evening.at_once(
        evening.presses("Cy", "−1", evening.board_message()),
        evening.presses("Ana", "Undo", evening.board_message()),
    )
    assert sorted(answer.private for answer in both) == [False, True]
    assert "Ana · 15\n" in evening.board()


async def test_the_hints_below_a_first_game_are_of_what_stands_above_them(evening: Evening) -> None:
    """A game that starts at once has no Join to press; the guests' life is changed like anyone's."""
    await evening.types("Ana", "game new", variant="commander", players="Grandma")
    (hint,) = [one for one in evening.chat() if "losses are detected automatically" in one]
    assert "Join" not in hint
    assert hint.startswith("-# **−5 −1 +1 +5**")
