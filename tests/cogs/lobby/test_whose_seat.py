"""Whose seat it is: names of members, guests who turn out to be members, seats that change hands."""

import pytest

from storage.settings.definitions import CLAIM, Level
from tests.support.evening import Evening
from tests.support.leagues import create
from tests.support.messages import buttons, message_of, private_message_of, text, verbs
from tests.support.panels import forget
from tests.support.tables import deal, gather
from tests.support.wording import gist


async def add_guest(evening: Evening, who: str, name: str) -> None:
    """Let someone enter a guest in the form, where names are never looked up."""
    form = await evening.people[who].click(evening.board_message(), label="Add players…")
    await evening.people[who].submit_modal(form, {"members": [], "guests": name})


async def with_guest(evening: Evening, guest: str = "Ben", host: str = "Cy") -> None:
    """A game of the host, of Dee and of a guest."""
    await gather(evening, "commander", f"{host}, Dee")
    await add_guest(evening, host, guest)
    await evening.types(host, "game start", first=host)


TEAMS = (("Red", "Blue"), ("Blue", "Red"))
"""The teams, each with the other one."""


class TestNamesOfMembers:
    async def test_names_that_one_member_bears_are_that_member(self, evening: Evening) -> None:
        await evening.types("Ana", "game new", variant="commander", players="Ben, cy, Grandma", start=False)
        assert "1. Ana\n2. Ben\n3. Cy\n4. Grandma (guest)\n" in evening.board()
        await evening.types("Ben", "game add", players="DEE")
        assert "5. Dee\n" in evening.board()

    async def test_in_teams(self, evening: Evening) -> None:
        await evening.types("Ana", "game new", variant="two_headed_giant", players="Ana, Ben / Cy, Dee")
        assert "(guest)" not in evening.board()
        assert "Ana and Ben\n" in evening.board() or "Ben and Ana\n" in evening.board()

    async def test_by_the_username_and_by_the_servers_name(self, evening: Evening) -> None:
        user = evening.env.create_user("quicksilver", global_name="Pia")
        evening.server.add_member(user, nick="Nalaar")
        await evening.types("Ana", "game new", variant="commander", players="Quicksilver", start=False)
        assert "2. Nalaar\n" in evening.board()
        await evening.types("Ana", "game leave", who="Nalaar")
        await evening.types("Ana", "game add", players="nalaar")
        assert "2. Nalaar\n" in evening.board()

    async def test_anyone_who_adds_a_name_of_several_members_is_asked(self, evening: Evening) -> None:
        users = [evening.env.create_user(name) for name in ("benny_one", "benny_two")]
        for user in users:
            evening.server.add_member(user, nick="Benny")
        shown = await evening.people["Ana"].slash(
            evening.channel, "game new", variant="commander", players="Benny, Cy"
        )
        assert "2. Benny (guest)\n3. Cy\n" in evening.board()  # not started yet
        question = shown.followups[-1]
        assert question.ephemeral
        assert "These names could be members. Who do you mean?" in text(question)
        await evening.people["Ana"].select(question, [f"{users[1].id}|guest:benny"])
        assert "2. Benny\n3. Cy\n" in evening.board()


class TestThatsMe:
    async def test_the_host_agrees(self, evening: Evening) -> None:
        await with_guest(evening)
        refused = private_message_of(await evening.people["Ben"].click(evening.board_message(), label="−1"))
        asked = message_of(await evening.people["Ben"].click(refused, label="That's me"))
        assert text(asked).startswith(
            "**Ben** says they're the guest Ben. The host or a moderator can confirm."
        )
        assert "Ben · 40 (guest)" in evening.board()
        await evening.people["Dee"].click(asked, label="Confirm")  # neither host nor moderator
        assert "Ben · 40 (guest)" in evening.board()
        await evening.people["Cy"].click(asked, label="Confirm")
        assert "Ben · 40\n" in evening.board()
        await evening.presses("Ben", "−1")
        assert "Ben · 40 → 39" in evening.board() or "Ben · 39" in evening.board()

    async def test_at_once_where_the_setting_allows_it(self, evening: Evening) -> None:
        await evening.settings.choose(Level.CHANNEL, evening.channel.id, CLAIM, "on")
        await with_guest(evening)
        refused = message_of(await evening.people["Ben"].click(evening.board_message(), label="−1"))
        await evening.people["Ben"].click(refused, label="That's me")
        assert "Ben · 40\n" in evening.board()
        await evening.types("Cy", "undo")
        assert "Ben · 40 (guest)\n" in evening.board()

    async def test_someone_else_is_offered_nothing(self, evening: Evening) -> None:
        await with_guest(evening)
        refused = message_of(await evening.people["Eve"].click(evening.board_message(), label="−1"))
        assert "That's me" not in text(refused)

    @pytest.mark.parametrize(
        ("label", "seats"),
        [("That's me", "2. Ben\n[Join]"), ("Someone else: join", "2. Ben (guest)\n3. Ben 2\n[Join]")],
    )
    async def test_joining_a_lobby_with_that_guest(self, evening: Evening, label: str, seats: str) -> None:
        await evening.settings.choose(Level.SERVER, evening.server.id, CLAIM, "on")
        await gather(evening, "commander", "Cy")
        await add_guest(evening, "Cy", "Ben")
        refused = message_of(await evening.people["Ben"].click(evening.board_message(), label="Join"))
        assert "Ben is already here as a guest. If that's you, take that seat." in text(refused)
        await evening.people["Ben"].click(refused, label=label)
        assert seats in evening.board()


class TestStrangers:
    """What someone without a seat reads who presses a button of the board: how to get one, if at all."""

    @pytest.mark.parametrize(
        ("variant", "names", "ways", "offered"),
        [
            ("two_player", "Ana, Ben", {"/game hand-over"}, []),
            ("two_player", "Ana, Zoe", {"/game hand-over"}, []),
            ("commander", "Ana, Ben, Cy", set[str](), ["Ask to join"]),
            ("commander", "Ana, Ben, Zoe", {"/game hand-over"}, ["Ask to join"]),
        ],
        ids=["no seat", "a guest's", "a new one", "either"],
    )
    async def test_in_a_running_game(
        self, evening: Evening, variant: str, names: str, ways: set[str], offered: list[str]
    ) -> None:
        await deal(evening, variant, names)
        shown = message_of(await evening.people["Eve"].click(evening.board_message(), label="−1"))
        assert evening.refusal() == "not_seated_may_not"
        assert {way for way in ("/game join", "/game hand-over") if way in text(shown)} == ways
        assert ("guest" in text(shown)) is ("Zoe" in names)
        assert buttons(shown) == offered

    async def test_in_a_lobby_and_after_the_end(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ben, Cy")
        assert "`/game join`" in await evening.refused_press("Eve", "Start")
        await evening.types("Ben", "game start")
        await evening.types("Ben", "concede")
        assert "`" not in await evening.refused_press("Eve", "Undo")


class TestWhoJoinsFirst:
    """A member has the name of a guest in a running game, and joins before saying that it's theirs."""

    @pytest.mark.parametrize(
        ("label", "seats"),
        [("That's me", ("Ben · 37\n",)), ("Someone else: join", ("Ben · 37 (guest)\n", "Ben 2 · 40\n"))],
    )
    async def test_they_are_asked(self, evening: Evening, label: str, seats: tuple[str, ...]) -> None:
        await evening.settings.choose(Level.CHANNEL, evening.channel.id, CLAIM, "on")
        await with_guest(evening)
        await evening.types("Cy", "life lose", amount=3, who="Ben")
        asked = message_of(await evening.people["Ben"].slash(evening.channel, "game join"))
        assert evening.refusal() == "guest_is_you"
        joined = message_of(await evening.people["Ben"].click(asked, label=label))
        if verbs(joined):  # someone at the table lets them in
            await evening.people["Cy"].click(joined, custom_id=verbs(joined)["admit"])
        for seat in seats:
            assert seat in evening.board()

    @pytest.mark.parametrize("begun", [False, True], ids=["lobby", "game"])
    async def test_someone_else_joins_the_team_they_asked_for(self, evening: Evening, *, begun: bool) -> None:
        """Red is the larger team, so without a team they would join Blue."""
        await gather(evening, "team_vs_team", "Cy")
        await add_guest(evening, "Cy", "Ben")
        for name in ("Cy", "Dee", "Fay"):
            await evening.types(name, "game join", team="Red")
        if begun:
            await evening.types("Cy", "game start")
        asked = message_of(await evening.people["Ben"].slash(evening.channel, "game join", team="red"))
        joined = message_of(await evening.people["Ben"].click(asked, custom_id=verbs(asked)["joinanyway"]))
        if begun:
            await evening.people["Cy"].click(joined, custom_id=verbs(joined)["admit"])
        board = evening.board()  # where a drawn order may put Blue first
        red, blue = (board.split(f"**{one}**")[1].partition(f"**{other}**")[0] for one, other in TEAMS)
        assert "Ben 2" in red
        assert "Ben (guest)" in blue or "Ben · 20 (guest)" in blue

    async def test_someone_else_gets_the_drawn_seat_they_asked_for(self, evening: Evening) -> None:
        """Of twelve draws among three places, not all are alike."""
        await with_guest(evening)
        places = set[str]()
        for _ in range(12):
            asked = message_of(await evening.people["Ben"].slash(evening.channel, "game join", seat="random"))
            joined = message_of(
                await evening.people["Ben"].click(asked, custom_id=verbs(asked)["joinanyway"])
            )
            await evening.people["Cy"].click(joined, custom_id=verbs(joined)["admit"])
            places.add(gist(evening.chat()[-1])[-1])
            await evening.types("Cy", "undo")
        assert len(places) > 1

    async def test_they_still_get_the_guests_seat(self, evening: Evening) -> None:
        await with_guest(evening)
        await evening.types("Cy", "game add", players=evening.people["Ben"].mention)
        step = str(await evening.number_of_entries())
        await evening.types("Cy", "life lose", amount=3, who="Ben")
        refused = await evening.refused("Cy", "game hand-over", to=evening.people["Ben"], who="Ben")
        assert refused.key == "has_another_seat"
        preview = message_of(await evening.people["Cy"].slash(evening.channel, "fix", step=step))
        await evening.people["Cy"].click(preview, label="Do it")
        await evening.types("Cy", "game hand-over", to=evening.people["Ben"], who="Ben")
        assert "Ben · 37\n" in evening.board()
        assert "Ben 2 ·" not in evening.board()


class TestHandingOver:
    async def test_a_seat_with_everything_on_it(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ben", "life lose", amount=7)
        handed = await evening.types("Ben", "game hand-over", to=evening.people["Dee"])
        assert handed.text == "**Dee** takes over **Ben**'s seat."
        assert "Dee · 33\n" in evening.board()
        await evening.types("Dee", "life lose", amount=3)
        assert "Dee · 30\n" in evening.board()
        log = await evening.types("Cy", "log")
        assert "**Ben** · Ben 40 → 33 (lost 7 life)" in log.text  # who it was stays
        assert "**Ben** · Dee takes over Ben's seat" in log.text
        assert "**Dee** · Dee 33 → 30 (lost 3 life)" in log.text
        assert "Ben: Dee takes over Ben's seat\n-# Dee 33 → 30 (lost 3 life)" in evening.board()
        await evening.types("Dee", "undo", steps=2)
        assert "Ben · 33\n" in evening.board()
        undone = (await evening.types("Cy", "log")).text
        assert "~~**Dee** · Dee 33 → 30 (lost 3 life)~~" in undone

    async def test_by_the_owner_the_host_and_moderators_alone(self, evening: Evening) -> None:
        await with_guest(evening, "Zoe")
        assert (
            await evening.refused("Eve", "game hand-over", to=evening.people["Eve"], who="Zoe")
        ) == "Only the player in Zoe's seat, the host and moderators can hand it over."
        assert (
            await evening.refused("Dee", "game hand-over", to=evening.people["Eve"], who="Cy")
        ) == "Only the player in Cy's seat, the host and moderators can hand it over."
        await evening.types("Cy", "game hand-over", to=evening.people["Eve"], who="Zoe")
        assert "Eve · 40\n" in evening.board()
        await evening.types("Ana", "game hand-over", to=evening.people["Fay"], who="Eve")
        assert "Fay · 40\n" in evening.board()

    async def test_not_to_someone_at_the_table(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        refused = await evening.refused("Ben", "game hand-over", to=evening.people["Cy"])
        assert (refused.key, gist(refused)) == ("has_another_seat", ["Cy"])

    async def test_not_to_a_bot(self, evening: Evening) -> None:
        helper = evening.server.add_member(evening.env.create_user("helper", bot=True))
        await deal(evening, names="Ana, Ben, Cy")
        refusal = "Bots can't take a seat. Choose a person."
        assert await evening.refused("Ben", "game hand-over", to=helper) == refusal
        assert await evening.refused("Ben", "game add", players=helper.mention) == refusal
        assert "helper" not in evening.board()

    async def test_a_leagues_result_is_that_of_who_has_the_seat_at_the_end(self, evening: Evening) -> None:
        await create(evening)
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ben", "game hand-over", to=evening.people["Dee"])
        await evening.types("Ana", "concede")
        assert "Counts in Friday as result 1" in (await evening.types("Cy", "concede")).text
        shown = (await evening.types("Ana", "league result show", result=1)).text
        assert "**1.** **Dee**\n" in shown
        assert "Dee 5" in shown
        assert "Ben" not in shown
        await evening.types("Cy", "undo", steps=3)  # also the hand-over
        for name in ("Ana", "Cy"):
            await evening.types(name, "concede")
        shown = (await evening.types("Ana", "league result show", result=2)).text
        assert "**1.** **Ben**\n" in shown
        assert "Dee" not in shown

    async def test_in_the_lobby_and_in_the_rematch(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben")
        await evening.types("Ben", "game hand-over", to=evening.people["Cy"])
        assert "1. Ana\n2. Cy\n" in evening.board()
        await evening.types("Ana", "game start", first="Ana")
        await evening.types("Cy", "game hand-over", to=evening.people["Dee"])
        await evening.types("Ana", "concede")
        await evening.presses("Ana", "Rematch")
        assert "Dee\n" in evening.board()
        assert (await evening.refused_press("Dee", "Join")).key == "already_seated"
        await evening.types("Dee", "game leave")
        await evening.types("Cy", "game join")
        assert "2. Cy\n" in evening.board()

    @pytest.mark.own_bot
    async def test_anyone_who_took_over_a_guests_seat_can_be_forgotten(self, evening: Evening) -> None:
        await with_guest(evening, "Benjamin")
        await evening.types("Cy", "life lose", amount=2, who="Benjamin")
        await evening.types("Cy", "game hand-over", to=evening.people["Fay"], who="Benjamin")
        await evening.types("Fay", "life lose", amount=1)
        await forget(evening, "Fay")
        assert "Player 1 · 37 (guest)\n" in evening.board()
        rows = await evening.database.fetch("SELECT name, action, events FROM entry")
        stored = "\n".join(f"{row['name']} {row['action']} {row['events']}" for row in rows).casefold()
        for gone in (str(evening.people["Fay"].id), "fay", "benjamin"):
            assert gone not in stored
