"""/turn, /mulligan, /designate, /table and holds beyond their simplest use."""

from functools import partial

import pytest

from storage.settings.definitions import CALL, Level
from tests.cogs.history.test_fix import Fix
from tests.end_to_end.test_delivery import by
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.messages import message_of, private_message_of, said, text
from tests.support.tables import deal, deal_teams, gather, two_headed
from tests.support.wording import gist


class TestTurns:
    async def test_go_round_past_the_dead(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "concede")
        assert (await evening.types("Ana", "turn next")).text == "**Cy**'s turn begins."
        assert "## Turn 2: **Cy**'s turn\n" in evening.board()
        assert "# ▸ Cy · 40\n" in evening.board()

    async def test_begin_with_a_venture_of_the_player_who_has_the_initiative(self, evening: Evening) -> None:
        """726.2: at the upkeep of that player, and of no one else."""
        await deal(evening)
        await evening.types("Ana", "designate initiative", who="Ben")
        entered = await evening.types("Ben", "designate dungeon", into="Undercity")
        assert entered.text == "**Ben** enters Secret Entrance (Undercity)."
        assert gist((await evening.types("Ana", "turn next")).text) == ["Ben", "Ben CR 726.2", ""]
        assert await evening.refused("Ben", "designate dungeon", into="Undercity") == (
            "Choose a room: Forge, Lost Well."
        )
        assert gist((await evening.types("Ben", "turn next")).text) == ["Cy"]

    async def test_are_passed_by_the_button(self, evening: Evening) -> None:
        await deal(evening)
        assert (await evening.presses("Ana", "Pass turn")).text == ""
        assert "## Turn 2: **Ben**'s turn\n" in evening.board()

    async def test_of_others_are_passed_on_purpose_only(self, evening: Evening) -> None:
        await deal(evening)
        asked = private_message_of(
            await evening.people["Dee"].click(evening.board_message(), label="Pass turn")
        )
        assert text(asked) == ("It's Ana's turn. End it?\n[End Ana's turn]")
        assert "## Turn 1: **Ana**'s turn\n" in evening.board()
        passed = await evening.people["Dee"].click(asked, label="End Ana's turn")
        assert gist(text(asked)) == ["Ben"]
        assert not passed.followups
        assert "## Turn 2: **Ben**'s turn\n" in evening.board()
        again = said(await evening.people["Cy"].click(evening.board_message(), label="Pass turn"))
        assert "[End Ben's turn]" in again.text

    async def test_of_guests_are_passed_by_anyone(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Grandma, Ben")
        await evening.presses("Ana", "Pass turn")
        assert (await evening.presses("Ben", "Pass turn")).text == ""
        assert "## Turn 3: **Ben**'s turn\n" in evening.board()

    async def test_are_passed_once_by_two_who_press_at_once(self, evening: Evening) -> None:
        """Ana passes twice and has not seen it yet: the turn that follows hers is Ben's."""
        await deal(evening)
        mine, late = await evening.at_once(
            evening.presses("Ana", "Pass turn"), evening.presses("Ana", "Pass turn")
        )
        assert mine.text == ""
        assert late.private
        assert late.text.startswith("That turn was already passed, so nothing changed.")
        assert "## Turn 2: **Ben**'s turn\n" in evening.board()
        await evening.presses("Ben", "Pass turn")
        assert "## Turn 3: **Cy**'s turn\n" in evening.board()

    async def test_of_teams_are_shared(self, evening: Evening) -> None:
        await two_headed(evening)
        assert gist((await evening.types("Ana", "turn next")).text) == ["Blue"]
        assert "# ▸ Blue · 30\nCy and Dee\n" in evening.board()
        assert (
            "its primary player decides (CR 805.2): Ana and Cy\n"
            in (await evening.types("Eve", "turn order")).text
        )

    async def test_go_on_without_an_active_player(self, evening: Evening) -> None:
        """800.4j: the next player in turn order is the first to act."""
        await deal(evening)
        await evening.types("Ana", "concede")
        seen = await evening.types("Ben", "turn order")
        assert seen.text.splitlines()[1] == (
            "The turn continues without an active player: Ben acts first (CR 800.4j)."
        )
        await evening.types("Ben", "turn next")
        assert "without" not in (await evening.types("Ben", "turn order")).text

    async def test_extra_and_skipped(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "turn extra")
        await evening.types("Ana", "turn skip", who="Ben")
        seen = await evening.types("Cy", "turn order")
        assert seen.text.splitlines()[1] == "Next: Ana, Cy, Ana, Ben, Cy, Ana, Ben, Cy"
        assert (await evening.types("Ana", "turn next")).text == "**Ana**'s extra turn begins."
        assert "## Turn 2: **Ana**'s extra turn\n" in evening.board()
        assert (await evening.types("Ana", "turn next")).text == (
            "**Ben**'s turn is skipped (CR 614.10a).\n**Cy**'s turn begins."
        )

    async def test_are_put_right(self, evening: Evening) -> None:
        await two_headed(evening)
        assert gist((await evening.types("Ana", "turn correct", who="Dee")).text) == ["Blue"]
        await evening.types("Ana", "game end")
        await deal(evening, names="Ana, Ben, Grandma")
        await evening.types("Ana", "concede", who="Grandma")
        assert (await evening.refused("Ana", "turn correct", who="Grandma")).key == "left_game"


class TestReversing:
    """An effect reverses the game's turn order (rulings of 2019-08-23 on Aeon Engine)."""

    async def test_turns_pass_to_the_right_until_it_is_reversed_again(self, evening: Evening) -> None:
        await deal(evening)
        turned = await evening.types("Ana", "turn reverse")
        assert turned.text == "The turn order is reversed: turns pass to the right (CR 101.4)."
        assert "· ↺ turn order reversed\n" in evening.board()
        shown = await evening.types("Ana", "turn order")
        assert shown.text == (
            "Turn 1: **Ana**'s turn.\nNext: Dee, Cy, Ben, Ana, Dee, Cy, Ben, Ana\n"
            "The turn order is reversed: turns pass to the right (CR 101.4).\n"
            "Seats: Ana ← Ben ← Cy ← Dee"
        )
        assert gist((await evening.types("Ana", "turn next")).text) == ["Dee"]
        await evening.presses("Dee", "Pass turn")
        assert "## Turn 3: **Cy**'s turn\n" in evening.board()
        again = await evening.types("Cy", "turn reverse")
        assert again.text == "The turn order is as at the start again: turns pass to the left (CR 101.4)."
        assert "reversed" not in evening.board().partition("[−5]")[0].partition("-# Cy")[0]
        assert gist((await evening.types("Cy", "turn next")).text) == ["Dee"]

    async def test_goes_on_from_the_last_turn_that_was_not_an_extra_one(self, evening: Evening) -> None:
        """Ana's turn, then Cy's extra turn, in which it is reversed: Dee is to Ana's right."""
        await deal(evening)
        await evening.types("Ana", "turn extra", who="Cy")
        await evening.types("Ana", "turn next")
        await evening.types("Cy", "turn reverse")
        assert gist((await evening.types("Cy", "turn next")).text) == ["Dee"]

    async def test_is_undone_and_fixed(self, evening: Evening) -> None:
        """Whose turn it is after a fix that takes the reversal back: Ben's, who is to Ana's left."""
        await deal(evening)
        await evening.types("Ana", "turn reverse")
        await evening.types("Ana", "undo")
        assert "reversed" not in evening.board().partition("\n##")[0]
        await evening.types("Ana", "turn reverse")
        await evening.types("Ana", "turn next")
        assert "## Turn 2: **Dee**'s turn\n" in evening.board()
        step = await evening.number_of_entries() - 1
        preview = message_of(await evening.people["Ana"].slash(evening.channel, "fix", step=str(step)))
        await evening.people["Ana"].click(preview, label="Do it")
        assert "## Turn 2: **Ben**'s turn\n" in evening.board()

    async def test_two_teams_with_shared_turns_notice_nothing(self, evening: Evening) -> None:
        await two_headed(evening)
        await evening.types("Ana", "turn reverse")
        assert gist((await evening.types("Ana", "turn next")).text) == ["Blue"]
        assert gist((await evening.types("Cy", "turn next")).text) == ["Red"]

    async def test_players_of_an_emperors_team_go_the_other_way(self, evening: Evening) -> None:
        teams = {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Fay"}
        await deal_teams(evening, "emperor", teams)
        await evening.types("Ana", "turn reverse")
        first, *rest = (await evening.types("Ana", "turn order")).text.splitlines()
        order = rest[0].removeprefix("Next: ").split(", ")
        seats = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"]
        starting = next(name for name in seats if name in first)
        place = seats.index(starting)
        assert order[:6] == [seats[(place - step) % 6] for step in range(1, 7)]

    async def test_markers_of_a_grand_melee_pass_left(self, evening: Evening) -> None:
        names = ", ".join(("Ana", "Ben", *(f"Guest {n}" for n in range(6))))
        await deal(evening, "grand_melee", names)
        assert await evening.refused("Ana", "turn reverse") == (
            "The turn order can't be reversed in a Grand Melee: turn markers always pass to the left "
            "(CR 807.4c)."
        )

    async def test_is_gone_with_a_rematch(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ana", "turn reverse")
        await evening.types("Ana", "game restart")
        assert "reversed" not in evening.board().partition("\n##")[0]
        assert gist((await evening.types("Ana", "turn next")).text) == ["Ben"]


class TestGrandMelee:
    names = "Ana, Ben, Cy, Dee, G5, G6, G7, G8, G9, G10"

    async def test_has_several_turns_at_once(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", self.names)
        assert "## Current turns: **Ana** and **G5**\n-# Ana: turn began <t:" in evening.board()
        assert "\n## ▸1 Ana · 20\n" in evening.board()
        several = (
            "Several turns are in progress: 1 (Ana), 2 (G5). End one with its turn marker, such as "
            "`/turn next marker:1`."
        )
        assert await evening.refused("Ben", "turn next") == several
        assert await evening.refused_press("Ben", "Pass turn") == (
            "It isn't your turn. Whose turn do you want to end?\n[End Ana's turn]\n[End G5's turn]"
        )
        assert await evening.refused("Ana", "turn next", marker=3) == several

    async def test_ends_the_turn_of_the_user(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", self.names)
        await evening.presses("Ana", "Pass turn")
        assert "## ⏸1 Ben · 20\n" in evening.board()
        await evening.types("Ana", "turn next", marker=2)
        assert gist((await evening.types("Ben", "turn next")).text) == ["1 Cy"]

    async def test_lets_a_marker_wait(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", self.names)
        waiting = await evening.types("Ana", "turn next", marker=1)
        assert waiting.text == "Turn marker 1 is waiting with **Ben**."
        assert "## ⏸1 Ben · 20\n" in evening.board()
        assert (await evening.types("Ana", "turn next")).text == (
            "**Ben**'s turn begins (marker 1).\n**G6**'s turn begins (marker 2)."
        )
        seen = await evening.types("Ana", "turn order")
        assert (
            "Marker 1: Ben, taking a turn\nMarker 2: G6, taking a turn\n2 turns at a time for 10 players.\n"
        ) in seen.text

    async def test_attacks_to_the_left_only(self, evening: Evening) -> None:
        await deal(evening, "grand_melee", self.names)
        assert (await evening.types("Cy", "table attack")).text == "**Cy** can attack Dee (attack left)."
        assert gist((await evening.types("Cy", "table range")).text) == ["Cy 1 CR 801.2 Ben Cy Dee"]


class TestHolds:
    async def test_twice(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "hold")
        assert await evening.refused("Ben", "hold") == (
            "A hold is already active. Enter the changes, then use `/release`."
        )
        assert ("**Hold:** changes count as one event until `/release`.\n") in evening.board()
        await evening.types("Ben", "release")
        assert await evening.refused("Ben", "release") == ("No hold is active. Start one with `/hold`.")
        assert "Release" not in evening.buttons()

    async def test_are_no_way_around_conceding(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "hold")
        assert gist((await evening.types("Ben", "concede")).text) == ["Ben CR 104.3a"]


class TestHands:
    async def test_are_kept_or_drawn_again(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "mulligan take")
        again = await evening.types("Ana", "mulligan take")
        assert again.text == "**Ana** takes mulligan 2: 6 cards (CR 103.5)."
        await evening.types("Ben", "mulligan keep")
        assert (await evening.types("Cy", "mulligan status")).text == (
            "**Ana**: undecided after 2 mulligans\n"
            "**Ben**: keeps 7 cards\n"
            "**Cy**: undecided\n"
            "**Dee**: undecided\n"
            "Next: **Cy**"
        )
        assert "-# Opening hands: **Ana**: undecided after 2 mulligans · **Ben**: keeps 7" in evening.board()
        await evening.presses("Ana", "Pass turn")  # playing on decides it
        assert "Opening hands" not in evening.board()
        assert await evening.refused("Ben", "mulligan take") == (
            "Ben has already kept an opening hand (CR 103.5)."
        )

    async def test_end_at_no_cards(self, evening: Evening) -> None:
        await deal(evening, "two_player", "Ana, Ben")
        for _ in range(7):
            await evening.types("Ana", "mulligan take")
        assert await evening.refused("Ana", "mulligan take") == "Ana has no cards left to mulligan."

    async def test_of_guests_are_said_by_others(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Grandma")
        kept = await evening.types("Ana", "mulligan keep", who="Grandma")
        assert kept.text == "**Grandma** keeps 7 cards."

    async def test_go_team_by_team_in_2006(self, evening: Evening) -> None:
        await deal_teams(evening, "two_headed_giant", {"Red": "Ana, Ben", "Blue": "Cy, Dee"}, edition="2006")
        assert await evening.refused("Cy", "mulligan keep") == (
            "Ana, Ben has to decide on a mulligan first (CR 101.4)."
        )


class TestDesignations:
    async def test_move_on_when_someone_leaves(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "designate monarch")
        assert "# Ben · 40\n-# monarch\n" in evening.board()
        left = await evening.types("Ben", "concede")
        assert gist(left.text) == ["Ben CR 104.3a", "Ana CR 725.4"]
        undone = await evening.types("Ben", "undo")
        assert gist(undone.text)[0].startswith("5 Ben CR 104.3a Ana")
        for who in ("Cy", "Dee"):
            await evening.types(who, "concede")
        won = await evening.types("Ben", "concede")  # the monarch no longer matters then
        assert gist(won.text) == ["Ben CR 104.3a", "Ana CR 104.2a"]

    async def test_that_one_cannot_have(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "effect add", effect="cant_become_monarch")
        assert (await evening.refused("Ben", "designate monarch")).key == "nothing_happens"

    async def test_through_a_dungeon(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ana", "designate room") == "Ana isn't in a dungeon."
        assert await evening.refused("Ana", "designate dungeon") == (
            "Choose a dungeon: Lost Mine of Phandelver, Dungeon of the Mad Mage, "
            "Tomb of Annihilation, Undercity."
        )
        await evening.types("Ana", "designate dungeon", into="Tomb of Annihilation")
        assert await evening.refused("Ana", "designate dungeon") == (
            "Choose a room: Veils of Fear, Oubliette."
        )
        assert await evening.refused("Ana", "designate dungeon", room="Cellar") == (
            "Choose a room: Veils of Fear, Oubliette."
        )
        moved = await evening.types("Ana", "designate dungeon", room="oubliette")
        assert moved.text == "**Ana** enters Oubliette (Tomb of Annihilation)."
        await evening.types("Ana", "designate dungeon")
        assert "-# Tomb of Annihilation: Cradle of the Death God\n" in evening.board()
        done = await evening.types("Ana", "designate room")
        assert "**Ana** completes **Tomb of Annihilation** (CR 704.5t)." in done.text

    async def test_of_day_and_night_follow_the_spells(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "designate daynight", to="day")
        assert f"-# Game {await evening.game()} · Commander · day\n" in evening.board()
        began = await evening.types("Ana", "turn next")
        assert gist(began.text) == ["Ben", "CR 731.2"]
        await evening.types("Ben", "designate spell")
        cast = await evening.types("Ben", "designate spell")
        assert cast.text == "**Ben** has cast 2 spells this turn."
        assert "It becomes day" in (await evening.types("Ben", "turn next")).text

    async def test_of_day_and_night_know_who_left_in_this_turn(self, evening: Evening) -> None:
        """Ana's spell counts for the turn in which she left (731.2a), Dee's for no later one."""
        await deal(evening)
        await evening.types("Ana", "designate daynight", to="day")
        await evening.types("Dee", "designate spell")
        await evening.types("Ana", "designate spell")
        await evening.types("Ana", "concede")
        assert gist((await evening.types("Ben", "turn next")).text) == ["Ben"]
        await evening.types("Dee", "concede")
        assert "It becomes night" in (await evening.types("Ben", "turn next")).text

    async def test_of_speed_in_a_team(self, evening: Evening) -> None:
        """Each member's own, once in the team's turn, and only when opponents lose life (702.179d)."""
        await two_headed(evening)
        for who in ("Ana", "Ben", "Cy"):
            started = await evening.types("Ana", "designate speed", who=who)
            assert started.text == f"**{who}**'s speed is 1 (CR 704.5aa)."
        faster = await evening.types("Ana", "life lose", amount=1, who="Dee")
        assert faster.text == (
            "**Blue** 30 → 29\n**Ana**'s speed is 2 (CR 702.179d).\n**Ben**'s speed is 2 (CR 702.179d)."
        )
        assert (await evening.types("Ana", "life lose", amount=1, who="Cy")).text == "**Blue** 29 → 28"
        assert (await evening.types("Ana", "life lose", amount=1)).text == "**Red** 30 → 29"

    async def test_of_the_ring_and_speed(self, evening: Evening) -> None:
        await deal(evening)
        for ordinal in ("1st", "2nd", "3rd", "4th"):
            tempted = await evening.types("Ana", "designate ring")
            assert tempted.text == f"The Ring tempts **Ana** for the {ordinal} time."
        assert (await evening.types("Ana", "designate ring")).text == "The Ring tempts **Ana** again."
        await evening.types("Ana", "designate speed")
        assert (await evening.refused("Ana", "designate speed")).key == "nothing_happens"
        faster = await evening.types("Ana", "life lose", amount=1, who="Ben")
        assert faster.text.startswith("**Ben** 40 → 39\n**Ana**'s speed is 2 (CR 702.179")
        assert "# ▸ Ana · 40\n-# speed 2 · Ring 4\n" in evening.board()


class TestSeats:
    @pytest.mark.parametrize("command", ["table seats", "table range", "table attack"])
    async def test_come_with_a_picture(self, evening: Evening, command: str) -> None:
        await deal(evening)
        result = message_of(await evening.people["Ben"].slash(evening.channel, command))
        (picture,) = result.attachments
        assert picture.filename.endswith(".png")
        assert picture.description

    async def test_of_the_dead_reach_no_one(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ben", "concede")
        assert (await evening.refused("Ben", "table attack")).key == "left_game"
        assert (await evening.refused("Ana", "table range", who="Ben")).key == "left_game"
        assert (await evening.types("Cy", "table attack")).text == (
            "**Cy** can attack Ana and Dee (attack multiple)."
        )

    async def test_of_an_emperor(self, evening: Evening) -> None:
        await deal_teams(evening, "emperor", {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Fay"})
        assert "# Ben · 20\n-# emperor\n" in evening.board()
        assert (await evening.types("Ben", "table range")).text == (
            "**Ben**'s range of influence is 2 seats in each direction (CR 801.2): Ana, Ben, Cy, Dee "
            "and Fay.\n"
            "Creatures can be deployed to Ana and Cy (CR 804.2)."
        )
        assert (await evening.types("Ben", "table attack")).text == (
            "**Ben** can't attack anyone right now (attack adjacent)."
        )
        fallen = await evening.types("Ben", "concede")
        assert gist(fallen.text) == [
            "Ben CR 104.3a",
            "Ana CR 809.5b",
            "Cy CR 809.5b",
            "Blue Dee Eve Fay CR 104.2c",
        ]

    async def test_of_forty_fit(self, evening: Evening) -> None:
        guests = ", ".join(f"Guest {number:02} {'*' * 23}" for number in range(39))
        await gather(evening, "free_for_all", "Ana")
        await evening.types("Ana", "game add", players=guests)
        await evening.types("Ana", "game start")
        for command in ("table seats", "turn order", "mulligan status", "table attack", "log"):
            seen = await evening.types("Ana", command)
            assert seen.private
            assert 500 < len(seen.text) <= 2000 or command == "log"
        ended = await evening.types("Ana", "damage", amount=99, who="each opponent")
        assert len(ended.text) <= 2000
        assert gist(ended.text)[-1] == "Ana CR 104.2a"


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "pressed"])
async def test_a_call_to_a_turn_is_withdrawn_with_the_turn(evening: Evening, *, typed: bool) -> None:
    """Cy was called too early: nothing in the chat calls Cy until the turn is passed again."""
    await deal(evening, names="Ben, Cy")
    cy = evening.people["Cy"]
    await evening.settings.choose(Level.OWN, cy.id, CALL, "on")
    if typed:
        await evening.types("Ben", "turn next")
    else:
        await evening.presses("Ben", "Pass turn")
    assert any(cy.mention in one for one in evening.chat())
    await evening.presses("Ben", "Undo")
    await evening.env.settle()
    assert not any(cy.mention in one for one in evening.chat())
    assert any(one.startswith("~~") and "Cy" in one for one in evening.chat())
    await evening.types("Ben", "redo")
    await evening.env.settle()
    assert any(cy.mention in one for one in evening.chat())


async def test_a_call_is_withdrawn_whose_turn_is_undone_while_it_is_sent(
    evening: Evening, network: Network
) -> None:
    """Ana presses Undo in the same moment as Ben passes the turn."""
    await deal(evening, names="Ben, Cy")
    cy, game = evening.people["Cy"], await evening.game()
    await evening.settings.choose(Level.OWN, cy.id, CALL, "on")
    undoing = partial(evening.games.undo, game, by(evening, "Ana", -7))
    network.meanwhile("POST", "/interactions/*/callback", undoing)
    await evening.types("Ben", "turn next")
    await evening.env.settle()
    assert not any(cy.mention in one for one in evening.chat())
    assert any(one.startswith("~~") and "Cy" in one for one in evening.chat())


async def test_a_fix_edits_only_the_last_call(evening: Evening) -> None:
    """What called players to earlier turns is past, however many there were."""
    await deal(evening, names="Ben, Cy")
    for who in ("Ben", "Cy"):
        await evening.settings.choose(Level.OWN, evening.people[who].id, CALL, "on")
    await evening.types("Ben", "life lose", amount=3)
    for who in ("Ben", "Cy", "Ben", "Cy", "Ben"):
        await evening.types(who, "turn next")
    calls = {one.id for one in evening.channel.history() if "your turn" in one.content}
    fix = Fix(evening, "Ben")
    await fix.types("fix", step="4", amount="5")
    before = len(evening.env.http_requests)
    await fix.press("Do it")
    await evening.env.settle()
    edited = [one.path for one in evening.env.http_requests[before:] if one.method == "PATCH"]
    assert sum(path.endswith(str(call)) for path in edited for call in calls) <= 1
