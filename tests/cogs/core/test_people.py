"""People as they are typed: the same text means the same person at tables, in events and in leagues."""

import pytest
from simcord import InteractionResult, MemberActor

from storage.privacy import Privacy
from storage.settings.definitions import NICKNAMES, Level
from tests.cogs.tournaments.test_queue import newest
from tests.cogs.tournaments.test_rounds import state
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create, drops, imports, imports_results, standings
from tests.support.messages import buttons, message_of, text


def member(evening: Evening, username: str, nick: str) -> MemberActor:
    """Return a member of the server who has never used the bot."""
    return evening.server.add_member(evening.env.create_user(username), nick=nick)


def answers(shown: InteractionResult) -> list[str]:
    """Return what someone reads in answer, message by message."""
    first = [] if shown.response is None else [shown.response]
    return [text(one) for one in (*first, *shown.followups)]


def lines(evening: Evening) -> list[str]:
    return text(newest(evening, "\n-# Duels")).splitlines()


class TestOneMeaning:
    @pytest.mark.parametrize("typed", ["cass_pilot", "CASSANDRA", "cas", '"Cassándra"'])
    async def test_at_a_table_in_a_league_and_in_an_event(self, evening: Evening, typed: str) -> None:
        member(evening, "cass_pilot", "Cassandra")
        await evening.people["Ana"].slash(
            evening.channel, "game new", variant="commander", players=typed, start=False
        )
        assert "1. Ana\n2. Cassandra\n" in evening.board()
        await create(evening, by="nobody")
        await evening.types("Ana", "league report", players=f"me, {typed}, Cy")
        assert [line.split("**")[3] for line in await standings(evening)] == ["Ana", "Cassandra", "Cy"]
        await evening.types("Ana", "event create", name="Friday")
        added = await evening.types("Ana", "event add", players=f"{typed}, Cy")
        assert added.text == "Signed up: Cassandra and Cy."
        everybody = (await state(evening)).players.values()
        assert all(one.user is not None for one in everybody)

    async def test_a_near_miss_at_a_table_is_a_guest_until_it_is_said(self, evening: Evening) -> None:
        ben = evening.people["Ben"]
        shown = await evening.people["Ana"].slash(
            evening.channel, "game new", variant="commander", players="Bem, Zed"
        )
        assert "2. Bem (guest)\n3. Zed (guest)\n" in evening.board()  # not started yet
        question = shown.followups[-1]
        assert text(question).splitlines()[0] == "These names could be members. Who do you mean?"
        await evening.people["Ana"].select(question, [f"{ben.id}|guest:bem"])
        assert "2. Ben\n3. Zed (guest)\n" in evening.board()

    async def test_who_types_a_beginning_reads_for_whom_it_was_taken(self, evening: Evening) -> None:
        member(evening, "sam_pilot", "Samantha")
        shown = await evening.people["Ana"].slash(
            evening.channel, "game new", variant="two_player", players="Sam"
        )
        assert "Samantha · 20" in evening.board()  # the game has begun
        assert shown.followups[-1].ephemeral
        assert answers(shown)[-1] == "Sam → **Samantha**"

    async def test_new_may_be_part_of_a_name(self, evening: Evening) -> None:
        await evening.types("Ana", "event create", name="Friday")
        await evening.types("Ana", "event add", players="new New Moon, new Gil")
        again = await evening.types("Ana", "event add", players="New Moon, Gil")
        assert again.text.endswith(": New Moon and Gil.")
        assert again.text.count("\n") == 0, "no one is new"
        await create(evening, by="nobody")
        await evening.types("Ana", "league report", players='new New Moon, new "Nuevo Leon"')
        told = await evening.types(
            "Ana", "league report", players="New Moon, nuevo leon", kills="new moon: nuevo leon"
        )
        assert not told.private
        assert [line.split("**")[3] for line in await standings(evening)] == ["New Moon", "Nuevo Leon"]
        await evening.types(
            "Ana", "game new", variant="commander", players="New York, Novo Mesto", start=False
        )
        assert "2. New York (guest)\n3. Novo Mesto (guest)\n" in evening.board()

    async def test_a_name_that_begins_with_new_is_asked_about_unless_someone_has_it(
        self, evening: Evening
    ) -> None:
        member(evening, "new_york", "New York")
        await evening.types("Ana", "event create", name="Friday")
        shown = await evening.people["Ana"].slash(
            evening.channel, "event add", players='New York, New Moon, new Gil, New "Hal"'
        )
        assert answers(shown)[0] == "Signed up: New York, Gil and Hal."
        question = shown.followups[-1]
        assert buttons(question) == ["Add Moon as a guest", "Add New Moon as a guest"]
        await evening.people["Ana"].click(question, label="Add New Moon as a guest")
        players = (await state(evening)).players.values()
        assert {one.name: one.user is None for one in players} == {
            "New York": False,
            "Gil": True,
            "Hal": True,
            "New Moon": True,
        }
        await create(evening, by="nobody")
        refused = await evening.types("Ana", "league report", players="Ana, New Dawn")
        assert refused.private
        assert all(way in refused.text for way in ('new "Dawn"', 'new "New Dawn"'))

    async def test_a_mention_behind_new_is_not_a_guest(self, evening: Evening) -> None:
        listed = f"new: {evening.people['Ben'].mention}, Zed"
        await evening.types("Ana", "event create", name="Friday")
        added = await evening.types("Ana", "event add", players=listed)
        assert added.text == "Signed up: Ben and Zed."
        await evening.types("Ana", "game new", variant="commander", players=listed, start=False)
        assert "1. Ana\n2. Ben\n3. Zed (guest)\n" in evening.board()
        await create(evening, by="nobody")
        refused = await evening.types("Ana", "league report", players="new: , Gil")
        assert refused.text.startswith("“new:” isn't a valid result.")

    async def test_a_guest_at_a_table_needs_no_question(self, evening: Evening) -> None:
        shown = await evening.people["Ana"].slash(
            evening.channel, "game new", variant="two_player", players="Zed"
        )
        assert "Zed · 20 (guest)" in evening.board()
        assert not any("Who do you mean?" in one for one in answers(shown))

    async def test_every_name_is_judged_and_nothing_is_half_done(self, evening: Evening) -> None:
        await create(evening, by="nobody")
        refused = await evening.types("Ana", "league report", players="Ana, Bem, Cy")
        assert refused.private
        missing, clear = refused.text.splitlines()
        assert missing.startswith("There's no “Bem” here. ")
        assert missing.endswith(" Ben? To add a new player, write “new Bem”.")
        assert clear == "The other names are clear: Ana, Cy."
        assert await standings(evening) == []

    @pytest.mark.parametrize("sentence", ["Ana beat Ben", "Ana and Ben", "1. Ana 2. Ben 3. Cy"])
    async def test_a_sentence_is_no_one(self, evening: Evening, sentence: str) -> None:
        await create(evening, by="nobody")
        refused = await evening.types("Ana", "league report", players=sentence)
        assert refused.private
        assert f"“{sentence}” isn't a valid result. Write players best first" in refused.text
        assert await standings(evening) == []

    async def test_a_file_without_ids_names_the_players_of_the_league(self, evening: Evening) -> None:
        await create(evening, by="nobody")
        await evening.types("Ana", "league report", players=f"me, {evening.people['Ben'].mention}")
        results = b"result,name,place\n1,ben,1\n1,Zed,2\n"
        await imports_results(evening, results)
        players = (await evening.games.leagues.state(await evening.league())).players.values()
        assert [one.name for one in players] == ["Ana", "Ben", "Zed"]

    async def test_a_league_goes_by_the_newest_nickname(self, evening: Evening) -> None:
        await create(evening, by="nobody")
        await evening.types("Ana", "league report", players="Ana, Ben")
        ben = evening.people["Ben"]
        evening.env.backend.edit_member(evening.server.id, ben.id, {"nick": "Crimson"})
        await evening.env.settle()
        found = await evening.types("Ana", "league player", who="Crimson")  # before Ben has said anything
        assert "0 points" in found.text
        await evening.types("Ben", "league player")
        assert [line.split("**")[3] for line in await standings(evening)] == ["Ana", "Crimson"]

    async def test_a_server_can_keep_the_names_that_its_league_has(self, evening: Evening) -> None:
        await create(evening, by="nobody")
        await evening.types("Ana", "league report", players="Ana, Ben")
        await evening.settings.choose(Level.SERVER, evening.server.id, NICKNAMES, "off")
        evening.env.backend.edit_member(evening.server.id, evening.people["Ben"].id, {"nick": "Crimson"})
        await evening.types("Ben", "league player")
        assert [line.split("**")[3] for line in await standings(evening)] == ["Ana", "Ben"]


class TestEvents:
    @pytest.fixture
    async def evening(self, evening: Evening) -> Evening:
        """An evening with the event Friday, duels of Ben and Cy."""
        await evening.types("Ana", "event create", name="Friday", play="duels")
        await evening.types("Ana", "event add", players="Ben, Cy")
        await evening.env.settle()
        return evening

    async def test_an_event_goes_by_the_newest_nickname(self, evening: Evening) -> None:
        evening.env.backend.edit_member(evening.server.id, evening.people["Ben"].id, {"nick": "Crimson"})
        await evening.env.settle()
        message = event(evening)
        assert "Ben" in text(message)
        await evening.presses("Ben", "Drop…", message)
        await evening.env.settle()
        assert "Crimson" in text(event(evening))
        assert "Ben" not in text(event(evening))

    async def test_a_list_with_some_who_are_in_and_some_whom_no_one_knows(self, evening: Evening) -> None:
        shown = await evening.people["Ana"].slash(evening.channel, "event add", players="Ivy, Ben, Dee, Jon")
        added, already = answers(shown)[0].splitlines()
        assert (added, already.partition(": ")[2]) == ("Signed up: Dee.", "Ben.")
        question = shown.followups[-1]
        assert question.ephemeral
        assert text(question).splitlines()[:2] == [
            "There's no “Ivy” here. To add a new player, write “new Ivy”.",
            "There's no “Jon” here. To add a new player, write “new Jon”.",
        ]
        assert buttons(question) == ["Add as guests: Ivy, Jon"]
        added = await evening.people["Ana"].click(question, label="Add as guests: Ivy, Jon")
        assert answers(added) == ["Signed up: Ivy and Jon."]
        await evening.env.settle()
        assert lines(evening)[3] == "**Players:** Ben, Cy, Dee, Ivy, Jon"
        again = await evening.people["Ana"].click(question, label="Add as guests: Ivy, Jon")
        assert [one.partition(": ")[2] for one in answers(again)] == ["Ivy and Jon."]
        assert lines(evening)[3] == "**Players:** Ben, Cy, Dee, Ivy, Jon"

    async def test_a_name_that_could_not_be_looked_up_is_not_offered_as_a_guest(
        self, evening: Evening
    ) -> None:
        """A server looks up 24 names in a minute."""
        names = [f"Stranger{n}" for n in range(24)]
        await evening.types("Ana", "event add", players=", ".join(names))
        shown = await evening.people["Ana"].slash(evening.channel, "event add", players="Late")
        answer = message_of(shown)
        assert "Late" in text(answer)
        assert "new Late" not in text(answer)
        assert buttons(answer) == []
        await evening.types("Ana", "event add", players="new Deegan")
        for asked in (
            await evening.types("Ana", "event drop", who="Deeg"),
            await evening.types("Ana", "event add", players="Deeg"),
        ):
            assert "“Deeg” couldn't be looked up" in asked.text  # a member may be called so
        assert (await evening.types("Ana", "event drop", who="deegan")).text.startswith("Deegan dropped")

    async def test_a_member_who_is_not_signed_up_is_not_taken_for_another(self, evening: Evening) -> None:
        """Dee is a member, and Ana asks: neither plays."""
        await evening.types("Ana", "event add", players="new: Deegan, James")
        for typed in ("Dee", "me"):
            dropped = await evening.types("Ana", "event drop", who=typed)
            assert dropped.text == f"No one called “{typed}” is signed up."
        await evening.types("Ana", "event round")
        table = next(n for n, there in (await state(evening)).rounds[0].tables.items() if 3 in there)
        named = await evening.types("Ana", "event result", table=table, winner="Dee")
        assert named.text == "No one called “Dee” is signed up."
        assert (await evening.types("Ana", "event drop", who="Deeg")).text.startswith("Deegan dropped")

    async def test_a_part_of_a_name_signs_no_one_up(self, evening: Evening) -> None:
        await evening.types("Ana", "event add", players="new Joanna")
        await evening.types("Ana", "event drop", who="oan")
        asked = await evening.types("Ana", "event add", players="oan")
        assert asked.private
        assert asked.text.splitlines()[0].endswith(" Joanna? To add a new player, write “new oan”.")

    async def test_who_has_dropped_is_found(self, evening: Evening) -> None:
        await begin_round(evening)
        await drops(evening, "Cy", newest(evening, "\n-# Duels"))
        assert await evening.suggestions("Ana", "event result", "winner", table=1) == ["Ben", "Cy (dropped)"]
        for typed in ("Cy", evening.people["Cy"].mention):
            told = await evening.types("Ana", "event result", table=1, winner=typed)
            assert told.text == "Round 1, table 1: Cy wins.\n-# Cy has dropped."
        dropped = await evening.types("Ana", "event drop", who="Cy")
        assert dropped.text == "Cy has already dropped. Sign that player up again first."

    async def test_who_has_dropped_is_not_moved_into_a_round(self, evening: Evening) -> None:
        await evening.types("Ana", "event add", players="new Gil")
        await evening.types("Ana", "event drop", who="Gil")
        await evening.types("Ana", "event round")
        moved = await evening.types("Ana", "event move", who="Gil", swap="Ben")
        assert moved.text == "Gil has already dropped. Sign that player up again first."

    async def test_two_of_one_name_are_told_apart(self, evening: Evening) -> None:
        for name in ("alexa", "lexa"):
            user = member(evening, name, "Alex")
            await evening.types("Ana", "event add", players=user.mention)
        asked = await evening.types("Ana", "event drop", who="alex")
        assert asked.private
        assert asked.text == (
            "“alex” could be more than one player: Alex (#3), Alex (#4). Choose one, or mention the player "
            "with @."
        )
        assert await evening.suggestions("Ana", "event drop", "who", "al") == ["Alex (#3)", "Alex (#4)"]
        assert (await evening.types("Ana", "event drop", who="#4")).text == "Alex dropped from **Friday**."

    async def test_at_a_table_the_one_who_sits_there(self, evening: Evening) -> None:
        alex, lexa = (member(evening, name, "Alex") for name in ("alexa", "lexa"))
        await evening.types("Ana", "event add", players=f"{alex.mention}, new Gil")
        await evening.types("Ana", "event round")
        await evening.types("Ana", "event add", players=lexa.mention)
        table = next(n for n, there in (await state(evening)).rounds[0].tables.items() if 3 in there)
        told = await evening.types("Ana", "event result", table=table, winner="alex")
        assert told.text == f"Round 1, table {table}: Alex wins."

    async def test_a_name_with_a_comma_stands_in_quotes(self, evening: Evening) -> None:
        member(evening, "smithy", "Smith, John and Sons")
        added = await evening.types("Ana", "event add", players="Dee, “Smith, John and Sons”")
        assert added.text.startswith("Signed up: Dee and Smith, John and Sons.")

    async def test_a_player_without_a_name_is_found_by_number_and_not_suggested(
        self, evening: Evening
    ) -> None:
        await Privacy(evening.games, evening.settings).forget(evening.people["Ben"].id)
        assert await evening.suggestions("Ana", "event drop", "who") == ["Cy"]
        dropped = await evening.refused("Ana", "event drop", who="Player 1")
        assert (dropped.key, "Player 1" in dropped) == ("event_dropped", True)
        assert (await evening.types("Ana", "event drop", who="Player 9")).text == (
            "No one called “Player 9” is signed up."
        )

    async def test_first_and_last_names_of_a_sign_up_form(self, evening: Evening) -> None:
        form = b"Vorname;Nachname;E-Mail\nAna;Lopez;a@b.de\nAna;Smith;c@d.de\nBen;;e@f.de\n"
        added = await imports(evening, form)
        assert added == "Signed up: Ana Lopez and Ana Smith.\nAlready signed up: Ben."
        await evening.env.settle()
        assert lines(evening)[3] == "**Players:** Ben, Cy, Ana Lopez, Ana Smith"
        mails = await evening.types("Ana", "event import", file=("form.csv", b"Mail,Time\na@b.de,7\n"))
        assert (mails.private, mails.text) == (
            True,
            "That file has e-mail addresses where the names should be. Call the column with the names "
            "“name”.",
        )
