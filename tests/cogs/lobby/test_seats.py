"""/game join, leave, add and seats: who sits where, and on which team."""

import pytest

from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.tables import FOUR, deal, deal_teams, gather, mention
from tests.support.wording import gist


class TestSeats:
    async def test_people_come_by_button_command_mention_and_name(self, evening: Evening) -> None:
        await evening.types(
            "Ana", "game new", variant="commander", players=mention(evening, "Ben"), start=False
        )
        await evening.presses("Cy", "Join")
        joined = await evening.types("Dee", "game join")
        assert joined.text == "In the lobby: Ana, Ben, Cy and Dee. Seats are randomized at the start."
        eve_and_guests = f"<@!{evening.people['Eve'].id}> Grandma, Grandpa"
        await evening.types("Ben", "game add", players=eve_and_guests)
        assert (
            "1. Ana\n2. Ben\n3. Cy\n4. Dee\n5. Eve\n6. Grandma (guest)\n7. Grandpa (guest)\n"
            in evening.board()
        )

    async def test_someone_named_twice_sits_once(self, evening: Evening) -> None:
        twice = f"{mention(evening, 'Ben')} {mention(evening, 'Ben')} {mention(evening, 'Ana')} Zoe, zoe"
        await evening.types("Ana", "game new", variant="commander", players=twice, start=False)
        assert "1. Ana\n2. Ben\n3. Zoe (guest)\n[Join]" in evening.board()

    async def test_joining_twice(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben")
        assert await evening.refused_press("Ben", "Join") == "Ben already has a seat in this game."
        assert await evening.refused("Ben", "game join") == "Ben already has a seat in this game."
        await evening.types("Ana", "game add", players="Zoe")
        assert await evening.refused("Ana", "game add", players="zoe, Yan") == (
            "Zoe already has a seat in this game."
        )

    async def test_changing_the_team(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana")
        assert "**Red**: Ana\n" in evening.board()
        await evening.presses("Ana", "Join Blue")
        assert ("**Red**: no one yet\n**Blue**: Ana\n") in evening.board()
        assert (await evening.refused_press("Ana", "Join Blue")).key == "already_seated"
        await evening.types("Ben", "game join", team="red")
        assert "**Red**: Ben\n**Blue**: Ana\n" in evening.board()
        assert await evening.refused("Cy", "game join", team="Pink") == (
            "There's no team “Pink”. The teams are Red, Blue."
        )

    async def test_without_a_team_named_people_fill_the_smallest(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", FOUR)
        assert "**Red**: Ana and Cy\n**Blue**: Ben and Dee\n" in evening.board()

    async def test_a_team_where_there_are_none(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana")
        refusal = "Commander doesn't have teams. Leave out `team:`."
        assert await evening.refused("Ben", "game join", team="Red") == refusal
        assert await evening.refused("Ana", "game add", players="Zoe", team="Red") == refusal

    async def test_a_full_lobby(self, evening: Evening) -> None:
        await gather(evening, "two_player", "Ana, Ben")
        assert (await evening.refused_press("Cy", "Join")).key == "lobby_full"
        assert (await evening.refused("Cy", "game join")).key == "lobby_full"

    async def test_leaving(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy, Grandma")
        await evening.presses("Ben", "Leave")
        left = await evening.types("Cy", "game leave", who="grandma")
        assert left.text == "In the lobby: Ana and Cy. Seats are randomized at the start."
        unknown = await evening.refused("Cy", "game leave", who="Grandma")
        assert (unknown.key, gist(unknown)) == ("no_such_player", ["Grandma"])
        assert (await evening.refused_press("Ben", "Leave")).key == "not_seated"
        await evening.types("Ana", "game leave", who=mention(evening, "Cy"))
        await evening.types("Ana", "game leave")
        assert "No one yet." in evening.board()

    async def test_the_lobby_is_for_the_people_in_it_and_moderators(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ben, Cy")
        await evening.types("Cy", "game seats", order="Cy, Ben")
        for command, options in (
            ("game add", {"players": "Zoe"}),
            ("game leave", {"who": "Cy"}),
            ("game seats", {"order": "random"}),
            ("game start", {}),
            ("game end", {}),
            ("game link", {"url": "https://cams.example"}),
            ("undo", {}),
        ):
            assert (await evening.refused("Dee", command, **options)).key == "not_seated_may_not"
        assert (await evening.refused_press("Dee", "Start")).key == "not_seated_may_not"
        await evening.types("Ana", "game add", players="Zoe")
        assert "3. Zoe (guest)" in evening.board()

    async def test_arranging(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy")
        arranged = await evening.types("Ana", "game seats", order="cy, ANA, " + mention(evening, "Ben"))
        assert arranged.text == "Seats: Cy → Ana → Ben"
        assert "Seats as listed.\n1. Cy\n2. Ana\n3. Ben\n" in evening.board()
        for drawn in ("random", "Zufall", "無作為"):  # also as German and Japanese forms ask for it
            await evening.types("Ana", "game seats", order=drawn)
            assert "Seats randomized at the start." in evening.board()
            await evening.types("Ana", "game seats", order="Ben、Cy、Ana")
            assert "Seats as listed.\n1. Ben\n2. Cy\n3. Ana\n" in evening.board()

    @pytest.mark.parametrize("order", ["Ana, Ben", "Ana, Ben, Ben", "Ana, Ben, Cy, Ana", "Ana", "", ",,"])
    async def test_arranging_names_everyone_once(self, evening: Evening, order: str) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy")
        assert await evening.refused("Ana", "game seats", order=order) == (
            "Name everyone in the game exactly once: Ana, Ben, Cy."
        )

    async def test_arranging_guesses_at_a_wrong_name(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy")
        for order, named in (("Ana, Bne, Cy", "Ben"), ("Ana, Ben, Zoe", "Zoe")):
            refused = await evening.refused("Ana", "game seats", order=order)
            assert (refused.key, gist(refused)) == ("no_such_player", [named])

    @pytest.mark.parametrize(
        ("players", "seated"),
        [
            ("<Ben> <Cy>, Zed", "Ben Cy Zed"),
            ("<Ben> and <Cy>, Zed", "Ben Cy Zed"),
            ("<Ben>, <Cy>, and Zed", "Ben Cy Zed"),
            ("Player5 and Player6", "Player5 Player6"),
            ("Player5 und Player6 & Player7", "Player5 Player6 Player7"),
            ("@Zed @Zoe, Kim", "Zed Zoe Kim"),
            ("me, Zed and Zoe", "Zed Zoe"),
            ("myself + Zed", "Zed"),
            ("moi, Zed", "Zed"),
            ("Zed、Zoe", "Zed Zoe"),
            ("Mir, Zed", "Mir Zed"),  # "me" in German, and a name
        ],
    )
    async def test_of_people_as_they_are_named(self, evening: Evening, players: str, seated: str) -> None:
        """The player who names them already has the first seat."""
        for name in ("Ben", "Cy"):
            players = players.replace(f"<{name}>", mention(evening, name))
        if players.startswith("moi"):
            await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "fr")
        await evening.types("Ana", "game new", variant="commander", players=players, start=False)
        seats = [
            line.split()[:2] for line in evening.board().splitlines() if line.partition(".")[0].isdigit()
        ]
        assert seats == [[f"{n}.", name] for n, name in enumerate(["Ana", *seated.split()], start=1)]

    async def test_in_an_order_of_words(self, evening: Evening) -> None:
        await gather(evening, "commander", "Ana, Ben, Cy, Grandma")
        await evening.types("Ben", "game seats", order="Cy, me, Grandma and Ana")
        assert "1. Cy\n2. Ben\n3. Grandma (guest)\n4. Ana\n" in evening.board()
        await evening.types("Ben", "game seats", order=f"@Ana {mention(evening, 'Cy')} @Ben @Grandma")
        assert "1. Ana\n2. Cy\n3. Ben\n4. Grandma (guest)\n" in evening.board()
        await evening.types("Cy", "game start", first="myself")
        assert "Turn 1: **Cy**" in evening.board()

    async def test_forty_people_and_no_more(self, evening: Evening) -> None:
        guests = ", ".join(f"*{number:02}*{'*' * 28}" for number in range(39))
        await evening.types("Ana", "game new", variant="free_for_all", players=guests, start=False)
        assert "40. \\*38\\*" in evening.board()
        assert await evening.refused_press("Ben", "Join") == "Free-for-All allows at most 40 players."
        await evening.presses("Ana", "Start")
        assert (evening.board().count(" 20\n"), evening.board().count(" 20 (guest)\n")) == (1, 39)

    async def test_suggestions(self, evening: Evening) -> None:
        assert await evening.suggestions("Ana", "game join", "team") == []
        await gather(evening, "two_headed_giant", "Ana, Ben")
        assert await evening.suggestions("Cy", "game join", "team") == ["Red", "Blue"]
        assert await evening.suggestions("Cy", "game add", "team", "bl", players="x") == ["Blue"]
        assert await evening.suggestions("Ana", "game leave", "who") == ["Ana", "Ben"]
        assert await evening.suggestions("Ana", "game start", "first", "b") == ["Ben"]
        assert await evening.suggestions("Ana", "game seats", "order") == ["Ana", "Ben", "random"]
        assert await evening.suggestions("Ana", "game seats", "order", "Ben,") == ["Ben, Ana"]
        await evening.types("Ana", "game end")
        await deal(evening)
        assert await evening.suggestions("Cy", "game join", "team") == []


class TestGuestsAreMarked:
    async def test_on_the_board_as_in_the_lobby(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Grandma", life=20)
        assert "Ana · 20\n" in evening.board()
        assert "Ben · 20\n" in evening.board()
        assert "Grandma · 20 (guest)\n" in evening.board()

    async def test_of_a_team_with_one_total(self, evening: Evening) -> None:
        await deal_teams(evening, "two_headed_giant", {"Red": "Ana, Grandma", "Blue": "Cy, Dee"})
        assert "Red · 30\nAna and Grandma (guest)\n" in evening.board()
        assert "Blue · 30\nCy and Dee\n" in evening.board()
