"""Whom `who` means: names, words for several and for one player, in every language."""

import pytest

from cogs.core.targets import LEFT, NEXT, RANDOM_OPPONENT, RIGHT
from storage.settings.definitions import LANGUAGE, Level
from tests.cogs.core.losers import bold_loser, loser
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.support.tables import begin, deal, deal_teams, gather, mention, two_headed
from tests.support.wording import gist

LOST = (
    ("me", "**Ben** 40 → 39"),
    ("ana", "**Ana** 40 → 39"),
    ("  CY  ", "**Cy** 40 → 39"),
    ("de", "**Dee** 40 → 39"),
    ("Ana, Dee", "**Ana** 40 → 39 · **Dee** 40 → 39"),
    ("Dee,Ana,", "**Ana** 40 → 39 · **Dee** 40 → 39"),
    ("Ana, ana, ANA", "**Ana** 40 → 39"),
    ("each opponent", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("each other player", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("Each Player", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("everyone", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("my team", "**Ben** 40 → 39"),
    # The same words in German, French, Spanish, Italian, Portuguese and Japanese.
    ("jeder Gegner", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("CHAQUE ADVERSAIRE", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("yo", "**Ben** 40 → 39"),
    ("la mia squadra", "**Ben** 40 → 39"),
    ("todos", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("ほかの各プレイヤー", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("Ana、Dee", "**Ana** 40 → 39 · **Dee** 40 → 39"),
    ("Ana and Dee", "**Ana** 40 → 39 · **Dee** 40 → 39"),
    ("everybody", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("everyone else", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("the others", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("Opponents", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("all opponents", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("myself", "**Ben** 40 → 39"),
    ("myself and Cy", "**Ben** 40 → 39 · **Cy** 40 → 39"),
    ("alle anderen", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("Gegner", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("tout le monde", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("les adversaires", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("los demas", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("mis oponentes", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("gli altri", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("tutti", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("os outros", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("eu mesmo", "**Ben** 40 → 39"),
    ("自分以外", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("みんな", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
    ("me, Ana, and Dee", "**Ana** 40 → 39 · **Ben** 40 → 39 · **Dee** 40 → 39"),
    ("Ana und Dee", "**Ana** 40 → 39 · **Dee** 40 → 39"),
)
"""What is typed for `who` by Ben, and who loses the 1 life that he enters."""


class TestMeaning:
    async def test_of_names_and_words(self, evening: Evening) -> None:
        await deal(evening)
        for who, lost in LOST:
            assert (who, await loser(evening, "Ben", who)) == (who, lost)
            await evening.types("Ben", "undo")

    async def test_a_name_goes_before_a_word_of_another_language(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Ich, Todor")
        assert await loser(evening, "Ben", "ich") == "**Ich** 40 → 39"
        assert await loser(evening, "Ben", "todo") == "**Todor** 40 → 39"
        assert "**Ben** 40 → 39" in await loser(evening, "Ben", "todos")

    @pytest.mark.parametrize("who", ["everyone else", "opponents", "alle anderen", "les autres", "他の全員"])
    async def test_words_of_every_language_in_a_server_of_another(self, evening: Evening, who: str) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
        assert await loser(evening, "Ben", who) == "**Ana** 40 → 39 · **Cy** 40 → 39"

    async def test_a_whole_word_goes_before_the_beginning_of_a_name(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Allegra, Moira, Otherworld")
        everybody = "**Ben** 40 → 39 · **Allegra** 40 → 39 · **Moira** 40 → 39 · **Otherworld** 40 → 39"
        assert await loser(evening, "Ben", "alle") == everybody
        assert await loser(evening, "Ben", "alleg") == "**Allegra** 39 → 38"
        assert await loser(evening, "Ben", "moi") == "**Moira** 39 → 38"

    async def test_a_name_with_and_in_it_goes_before_two_names(self, evening: Evening) -> None:
        user = evening.env.create_user("both", global_name="Ana and Ben")
        evening.people["Both"] = evening.server.add_member(user)
        await gather(evening, "commander", "Ana, Ben")
        await evening.types("Both", "game join")
        await begin(evening, "Ana, Ben, Ana and Ben")
        assert await loser(evening, "Ben", "Ana and Ben") == "**Ana and Ben** 40 → 39"

    async def test_of_mentions(self, evening: Evening) -> None:
        await deal(evening)
        two = f"{mention(evening, 'Ana')} and <@!{evening.people['Cy'].id}>"
        assert await loser(evening, "Ben", two) == "**Ana** 40 → 39 · **Cy** 40 → 39"
        typed = f"{mention(evening, 'Dee')} @Cy and me"
        assert await loser(evening, "Ben", typed) == "**Ben** 40 → 39 · **Cy** 39 → 38 · **Dee** 40 → 39"
        assert await loser(evening, "Ben", "@Ana @Dee") == "**Ana** 39 → 38 · **Dee** 39 → 38"
        assert await evening.refused("Ben", "life lose", amount=1, who=mention(evening, "Eve")) == (
            "That player isn't in this game."
        )

    async def test_of_teams_that_share_their_life(self, evening: Evening) -> None:
        await two_headed(evening)
        assert await loser(evening, "Ana", "blue") == "**Blue** 30 → 29"
        assert await loser(evening, "Ana", "my team") == "**Red** 30 → 29"
        assert await loser(evening, "Ana", "Cy, Dee") == "**Blue** 29 → 27"
        assert await loser(evening, "Ana", "each opponent") == "**Blue** 27 → 25"

    async def test_of_teams_whose_members_have_their_own(self, evening: Evening) -> None:
        await deal_teams(evening, "team_vs_team", {"Red": "Ana, Ben", "Blue": "Cy, Dee"})
        assert await loser(evening, "Ana", "Blue") == "**Cy** 20 → 19 · **Dee** 20 → 19"
        assert await loser(evening, "Ana", "my team") == "**Ana** 20 → 19 · **Ben** 20 → 19"
        assert await loser(evening, "Ana", "each opponent") == "**Cy** 19 → 18 · **Dee** 19 → 18"

    async def test_the_dead_are_not_among_each_player(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Dee", "concede")
        assert await loser(evening, "Ana", "each opponent") == "**Ben** 40 → 39 · **Cy** 40 → 39"
        assert await loser(evening, "Dee", "each player") == (
            "**Ana** 40 → 39 · **Ben** 39 → 38 · **Cy** 39 → 38"
        )

    @pytest.mark.parametrize(
        ("who", "refusal"),
        [
            ("Zoe", "No one in this game is called “Zoe”."),
            ("Anna", "No one in this game is called “Anna”. Did you mean Ana?"),
            ("a*na", "No one in this game is called “a\\*na”. Did you mean Ana?"),
            ("Ana; Ben", "No one in this game is called “Ana; Ben”."),
            ("Red", "No one in this game is called “Red”."),
            ("Ana and Zoe", "No one in this game is called “Zoe”."),
            ("all oponnents", "No one in this game is called “all oponnents”. Did you mean each opponent?"),
        ],
    )
    async def test_what_means_no_one(self, evening: Evening, who: str, refusal: str) -> None:
        await deal(evening)
        assert await evening.refused("Ben", "life lose", amount=1, who=who) == refusal

    async def test_a_beginning_that_two_names_share(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Zoe, Zora")
        refused = await evening.refused("Ana", "life lose", amount=1, who="Zo")
        assert refused.key == "several_players"
        assert "Zoe, Zora" in refused

    async def test_members_at_the_table_by_their_other_names(self, evening: Evening) -> None:
        for username, nick in (("quicksilver", "Pia"), ("rosewater", "Mark")):
            evening.server.add_member(evening.env.create_user(username), nick=nick)
        await deal(evening, names="Ana, Pia, Mark")
        lost = await loser(evening, "Ana", "Quicksilver, rosew")
        assert lost == "**Pia** 40 → 39 · **Mark** 40 → 39"
        refused = await evening.refused("Ana", "life lose", amount=1, who="quicksilver, Lou")
        assert gist(refused) == ["Lou"]

    async def test_every_name_that_is_wrong(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        refused = await evening.refused("Ana", "life lose", amount=1, who="Bem, Cy, Lou")
        assert gist(refused) == ["Ben", "Lou"]

    async def test_a_name_with_a_comma(self, evening: Evening) -> None:
        user = evening.env.create_user("smithy")
        evening.server.add_member(user, nick="Smith, John and Sons")
        await evening.types("Ana", "game new", variant="two_player", players="smithy")
        suggested = 'Ana, "Smith John and Sons"'  # as tables keep it
        assert await evening.suggestions("Ana", "life lose", "who", "Ana, smi") == [suggested]
        for typed in (suggested, 'Ana, "Smith, John and Sons"'):
            lost = await loser(evening, "Ana", typed)
            assert ("Ana" in lost, "Smith" in lost) == (True, True)

    async def test_a_part_of_a_name_that_only_one_player_has(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Queen Mab, José")
        assert await loser(evening, "Ana", "mab, jose") == "**Queen Mab** 40 → 39 · **José** 40 → 39"

    async def test_one_player_where_several_are_named(self, evening: Evening) -> None:
        await deal(evening)
        refusal = "This only works for one player at a time."
        assert await evening.refused("Ana", "designate monarch", who="Ana, Ben") == refusal
        assert await evening.refused("Ana", "turn skip", who="each player") == refusal

    async def test_a_moderator_without_a_seat_has_to_say_who(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy")
        refusal = "You aren't in this game, so choose a player with `who:`."
        assert await evening.refused("Ana", "life lose", amount=1) == refusal
        assert await evening.refused("Ana", "life lose", amount=1, who="each opponent") == refusal
        assert await loser(evening, "Ana", "each player") == "**Ben** 40 → 39 · **Cy** 40 → 39"


class TestOnePlayer:
    """Words that stand for one player, by seat, turn, designation or chance."""

    @pytest.mark.parametrize(
        ("who", "name"),
        [
            ("player to my left", "Cy"),
            ("to my left", "Cy"),
            ("Left", "Cy"),
            ("player to my right", "Ana"),
            ("the player on my right", "Ana"),
            ("active player", "Ana"),
            ("the player whose turn it is", "Ana"),
            ("next player in turn order", "Ben"),
            ("the next player", "Ben"),
            # The same words in German, French, Spanish, Italian, Portuguese and Japanese.
            ("Spieler zu meiner Linken", "Cy"),
            ("rechts von mir", "Ana"),
            ("joueur à ma gauche", "Cy"),
            ("jugador a mi derecha", "Ana"),
            ("giocatore alla mia sinistra", "Cy"),
            ("à minha direita", "Ana"),
            ("左隣", "Cy"),
            ("aktiver Spieler", "Ana"),
            ("アクティブ・プレイヤー", "Ana"),
            ("siguiente jugador en el orden de turnos", "Ben"),
        ],
    )
    async def test_by_seat_and_by_turn(self, evening: Evening, who: str, name: str) -> None:
        await deal(evening)
        assert bold_loser(await loser(evening, "Ben", who)) == name

    async def test_those_who_have_left_are_passed_over(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Cy", "concede")
        assert bold_loser(await loser(evening, "Ben", LEFT)) == "Dee"
        assert bold_loser(await loser(evening, "Dee", RIGHT)) == "Ben"
        assert bold_loser(await loser(evening, "Cy", LEFT)) == "Dee"

    async def test_the_turn_order_may_be_reversed_but_seats_stay(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "turn reverse")
        assert bold_loser(await loser(evening, "Ana", LEFT)) == "Ben"
        assert bold_loser(await loser(evening, "Ana", NEXT)) == "Dee"

    async def test_a_teammate_may_sit_beside(self, evening: Evening) -> None:
        """Red is Ana and Ben, Blue Cy and Dee, in this order (810.3)."""
        await two_headed(evening)
        assert await loser(evening, "Ana", LEFT) == "**Red** 30 → 29"
        assert await loser(evening, "Ana", RIGHT) == "**Blue** 30 → 29"
        assert await loser(evening, "Dee", "active player") == "**Red** 29 → 28"
        assert await loser(evening, "Dee", NEXT) == "**Blue** 29 → 28"
        named = await evening.types("Ana", "designate monarch", who=LEFT)
        assert named.text == "**Ben** is now the monarch (CR 725.3)."

    async def test_of_several_turns_the_nearest_to_the_right(self, evening: Evening) -> None:
        """Guests 1 to 8 behind Ana: turns are Ana's and Guest 4's (807.4b)."""
        await deal(evening, "grand_melee", ", ".join(("Ana", *(f"Guest{n}" for n in range(1, 8)))))
        lost = (await evening.types("Ana", "damage", amount=1, who="active player")).text
        assert bold_loser(lost) == "Ana"

    async def test_by_designation(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.refused("Ben", "life lose", amount=1, who="the monarch") == (
            "There's no “the monarch” right now. Choose a player by name."
        )
        await evening.types("Ana", "designate monarch", who="Cy")
        await evening.types("Ana", "designate initiative", who="Dee")
        assert bold_loser(await loser(evening, "Ben", "the monarch")) == "Cy"
        assert bold_loser(await loser(evening, "Ben", "Monarch")) == "Cy"
        assert bold_loser(await loser(evening, "Ben", "player with the initiative")) == "Dee"
        both = await loser(evening, "Ben", f"the monarch, {RIGHT}")
        assert both == "**Ana** 40 → 39 · **Cy** 38 → 37"
        await evening.types("Ben", "life lose", amount=1, who="the monarch 5, Dee 3")
        assert "Cy · 32\n" in evening.board()
        assert "Dee · 36\n" in evening.board()

    async def test_in_every_option_for_a_player(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "designate monarch", who="Cy")
        hit = await evening.types(
            "Ana", "damage", amount=3, who="to my left", **{"from": "the monarch"}, lifelink=True
        )
        assert hit.text == "**Ben** 40 → 37 · **Cy** 40 → 43"
        chosen = message_of(
            await evening.people["Ana"].slash(
                evening.channel, "card", name="Beacon of Immortality", targets="the monarch"
            )
        )
        await evening.people["Ana"].click(chosen, label="Do it")
        assert "Cy · 86\n" in evening.board()
        looked = await evening.types("Ana", "table attack", who=RIGHT)
        assert looked.text.startswith("**Dee** can attack")

    async def test_anyone_who_has_no_seat_has_no_one_beside(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        for who in ("to my left", RANDOM_OPPONENT):
            refused = await evening.refused("Ana", "life lose", amount=1, who=who)
            assert refused.key == "nobody_meant"
        assert bold_loser(await loser(evening, "Ana", "active player")) == "Ben"

    async def test_no_one_is_an_opponent_where_none_is_in_range(self, evening: Evening) -> None:
        """A general reaches one seat to each side (809.3a): once Gus has left, Ana reaches no one of Blue
        until the next turn begins (801.2c)."""
        await deal_teams(evening, "emperor", {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Gus"})
        assert bold_loser(await loser(evening, "Ana", "each opponent")) == "Gus"
        await evening.types("Dee", "lose", who="Gus", reason="left the game")
        assert await evening.refused("Ana", "life lose", amount=1, who="each opponent") == (
            "There's no “each opponent” right now. Choose a player by name."
        )

    async def test_no_one_is_active_once_that_player_has_left(self, evening: Evening) -> None:
        """800.4j."""
        await deal(evening)
        await evening.types("Ana", "concede")
        assert await evening.refused("Ben", "life lose", amount=1, who="active player") == (
            "There's no “active player” right now. Choose a player by name."
        )
        assert bold_loser(await loser(evening, "Dee", NEXT)) == "Ben"
