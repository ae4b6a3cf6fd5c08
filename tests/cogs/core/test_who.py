"""Whom `who` means, what is suggested for it, and how names of all kinds are kept and shown."""

import re
import time

import pytest

from cogs.text.formatting import NAME_LENGTH, clean_name, escape, unique_name
from cogs.text.matching import nearest
from storage.settings.definitions import LANGUAGE, Level
from tests.evening import Evening
from tests.tables import begin, deal, deal_teams, gather, mention, two_headed


async def loser(evening: Evening, asker: str, who: str) -> str:
    """Who loses the 1 life that somebody enters for `who`."""
    return (await evening.types(asker, "life lose", amount=1, who=who)).text


class TestMeaning:
    @pytest.mark.parametrize(
        ("who", "lost"),
        [
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
            ("他の各プレイヤー", "**Ana** 40 → 39 · **Cy** 40 → 39 · **Dee** 40 → 39"),
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
        ],
    )
    async def test_of_names_and_words(self, evening: Evening, who: str, lost: str) -> None:
        await deal(evening)
        assert await loser(evening, "Ben", who) == lost

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
    async def test_what_means_nobody(self, evening: Evening, who: str, refusal: str) -> None:
        await deal(evening)
        assert await evening.refused("Ben", "life lose", amount=1, who=who) == refusal

    async def test_a_beginning_that_two_names_share(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Zoe, Zora")
        assert await evening.refused("Ana", "life lose", amount=1, who="Zo") == (
            "No one in this game is called “Zo”. Did you mean Zoe?"
        )

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


def bold_loser(text: str) -> str:
    """The name of the one player who loses life."""
    found = re.findall(r"\*\*(\w+)\*\* \d+ → ", text)
    assert len(found) == 1, text
    return found[0]


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
        assert bold_loser(await loser(evening, "Ben", "player to my left")) == "Dee"
        assert bold_loser(await loser(evening, "Dee", "player to my right")) == "Ben"
        assert bold_loser(await loser(evening, "Cy", "player to my left")) == "Dee"

    async def test_the_turn_order_may_be_reversed_but_seats_stay(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "turn reverse")
        assert bold_loser(await loser(evening, "Ana", "player to my left")) == "Ben"
        assert bold_loser(await loser(evening, "Ana", "next player in turn order")) == "Dee"

    async def test_a_teammate_may_sit_beside(self, evening: Evening) -> None:
        """Red is Ana and Ben, Blue Cy and Dee, in this order (810.3)."""
        await two_headed(evening)
        assert await loser(evening, "Ana", "player to my left") == "**Red** 30 → 29"
        assert await loser(evening, "Ana", "player to my right") == "**Blue** 30 → 29"
        assert await loser(evening, "Dee", "active player") == "**Red** 29 → 28"
        assert await loser(evening, "Dee", "next player in turn order") == "**Blue** 29 → 28"
        named = await evening.types("Ana", "designate monarch", who="player to my left")
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
        both = await loser(evening, "Ben", "the monarch, player to my right")
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
        chosen = await evening.people["Ana"].slash(
            evening.channel, "card", name="Beacon of Immortality", targets="the monarch"
        )
        assert chosen.response is not None
        await evening.people["Ana"].click(chosen.response, label="Do it")
        assert "Cy · 86\n" in evening.board()
        looked = await evening.types("Ana", "table attack", who="player to my right")
        assert looked.text.startswith("**Dee** can attack")

    async def test_whoever_has_no_seat_has_nobody_beside(self, evening: Evening) -> None:
        await deal(evening, names="Ben, Cy, Dee")
        for who in ("to my left", "a random opponent"):
            assert await evening.refused("Ana", "life lose", amount=1, who=who) == (
                "You aren't in this game, so choose a player with `who:`."
            )
        assert bold_loser(await loser(evening, "Ana", "active player")) == "Ben"

    async def test_nobody_is_an_opponent_where_none_is_in_range(self, evening: Evening) -> None:
        """A general reaches one seat to each side (809.3a): once Gus has left, Ana reaches nobody of Blue
        until the next turn begins (801.2c)."""
        await deal_teams(evening, "emperor", {"Red": "Ana, Ben, Cy", "Blue": "Dee, Eve, Gus"})
        assert bold_loser(await loser(evening, "Ana", "each opponent")) == "Gus"
        await evening.types("Dee", "lose", who="Gus", reason="left the game")
        assert await evening.refused("Ana", "life lose", amount=1, who="each opponent") == (
            "There's no “each opponent” right now. Choose a player by name."
        )

    async def test_nobody_is_active_once_that_player_has_left(self, evening: Evening) -> None:
        """800.4j."""
        await deal(evening)
        await evening.types("Ana", "concede")
        assert await evening.refused("Ben", "life lose", amount=1, who="active player") == (
            "There's no “active player” right now. Choose a player by name."
        )
        assert bold_loser(await loser(evening, "Dee", "next player in turn order")) == "Ben"


class TestAtRandom:
    """A player drawn by the bot: the log keeps the die, and so do undo, redo and fix."""

    DRAWN = re.compile(r"^Random opponent, d3 = ([123]) \(Ana, Cy, Dee\): \*\*(\w+)\*\*$", re.MULTILINE)

    async def test_an_opponent_is_drawn_and_told_with_the_die(self, evening: Evening) -> None:
        await deal(evening)
        entries = await evening.number_of_entries()
        answer = (await evening.types("Ben", "life lose", amount=4, who="a random opponent")).text
        told = self.DRAWN.search(answer)
        assert told is not None, answer
        name = ("Ana", "Cy", "Dee")[int(told[1]) - 1]
        assert told[2] == name
        assert f"**{name}** 40 → 36" in answer
        assert await evening.number_of_entries() == entries + 1
        assert f"Random opponent, d3 = {told[1]} (Ana, Cy, Dee): {name}" in (
            (await evening.types("Ana", "log")).text.replace("**", "")
        )
        await evening.types("Ben", "undo")
        assert f"{name} · 40\n" in evening.board()
        await evening.types("Ben", "redo")
        assert f"{name} · 36\n" in evening.board()

    async def test_everyone_can_be_drawn(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        found = {bold_loser(await loser(evening, "Ben", "random opponent")) for _ in range(30)}
        assert found == {"Ana", "Cy"}  # all 30 on one side: 1 in 500 million

    async def test_a_fix_keeps_what_was_drawn(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "life gain", amount=1)
        answer = (await evening.types("Ben", "damage", amount=4, who="a random opponent")).text
        told = self.DRAWN.search(answer)
        assert told is not None
        step = await evening.number_of_entries()
        before = await evening.people["Ana"].slash(evening.channel, "fix", step=str(step - 1))
        assert before.response is not None
        await evening.people["Ana"].click(before.response, label="Do it")
        assert re.search(rf"\b{told[2]} · 36\n", evening.board())
        again = await evening.people["Ana"].slash(evening.channel, "fix", step=str(step), amount="7")
        assert again.response is not None
        await evening.people["Ana"].click(again.response, label="Do it")
        assert re.search(rf"\b{told[2]} · 33\n", evening.board())
        assert f"Random opponent, d3 = {told[1]} " in (await evening.types("Ana", "log")).text

    async def test_the_only_opponent_needs_no_die(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        assert await loser(evening, "Ben", "a random opponent") == "**Ana** 40 → 39"

    async def test_only_opponents_in_range(self, evening: Evening) -> None:
        """801.10: Guest3 and Guest2 sit too far away with a range of influence of 1."""
        await deal(evening, "free_for_all", "Ana, Ben, Guest2, Guest3, Cy", range=1)
        answer = (await evening.types("Ana", "life lose", amount=1, who="a random opponent")).text
        assert "(Ben, Cy)" in answer

    async def test_a_player_and_in_german(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        answer = (await evening.types("Ana", "life lose", amount=1, who="ein zufälliger Spieler")).text
        assert re.search(r"^Random player, d3 = [123] \(Ana, Ben, Cy\): ", answer, re.MULTILINE)

    async def test_is_drawn_only_for_what_happens_now(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "life lose", amount=1)
        only_now = (
            "A random player can only be drawn for something that happens now. Use `/random`, then choose "
            "that player by name."
        )
        step = str(await evening.number_of_entries())
        assert await evening.refused("Ana", "fix", step=step, who="a random opponent") == only_now
        assert await evening.refused("Ana", "table range", who="a random opponent") == only_now

    async def test_a_card_on_a_random_player_has_no_preview(self, evening: Evening) -> None:
        """It would be drawn anew with each look."""
        await deal(evening)
        done = await evening.types("Ben", "card", name="Beacon of Immortality", targets="a random opponent")
        assert not done.private
        told = self.DRAWN.search(done.text)
        assert told is not None
        assert f"**{told[2]}** 40 → 80" in done.text

    async def test_is_told_in_the_channels_language(self, evening: Evening) -> None:
        await deal(evening)
        await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, "de")
        drained = await evening.types("Ben", "card", name="Syphon Soul")
        assert drained.text.startswith("**Ben**: **Syphon Soul** (CR 119.3)\n")
        done = await evening.types("Ben", "card", name="Beacon of Immortality", targets="zufälliger Gegner")
        assert self.DRAWN.search(done.text)


class TestSuggestions:
    async def test_players_and_words(self, evening: Evening) -> None:
        assert await evening.suggestions("Ana", "life lose", "who", amount=1) == []
        await gather(evening, "commander", "Ana, Ben")
        assert await evening.suggestions("Ana", "life lose", "who", amount=1) == []
        await evening.types("Ana", "game end")
        await deal(evening)
        await evening.types("Cy", "concede")
        assert await evening.suggestions("Ana", "life lose", "who", amount=1) == [
            *("Ana", "Ben", "Dee", "Cy", "each opponent", "each player", "each other player"),
            *("player to my left", "player to my right", "active player", "next player in turn order"),
            *("a random opponent", "a random player"),
        ]
        assert await evening.suggestions("Ana", "life lose", "who", "EACH O", amount=1) == [
            *("each opponent", "each other player")
        ]

    async def test_teams(self, evening: Evening) -> None:
        await two_headed(evening)
        assert await evening.suggestions("Ana", "life lose", "who", "e", amount=1) == [
            *("Ben", "Dee", "Red", "Blue", "each opponent", "each player", "each other player", "my team"),
            *("player to my left", "player to my right", "active player", "next player in turn order"),
            *("a random opponent", "a random player"),
        ]

    async def test_one_more_after_a_comma(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.suggestions("Ana", "life lose", "who", "Ben, de", amount=1) == [
            *("Ben, Dee", "Ben, next player in turn order")
        ]
        assert (await evening.suggestions("Ana", "life lose", "who", "ben,", amount=1))[:3] == [
            *("ben, Ana", "ben, Cy", "ben, Dee")
        ]

    @pytest.mark.parametrize(
        ("language", "typed", "shown"),
        [
            ("de", "Geg", ["jeder Gegner", "ein zufälliger Gegner"]),
            ("de", "alle", ["jeder Gegner", "jeder Spieler", "jeder andere Spieler"]),
            ("fr", "adv", ["chaque adversaire", "un adversaire au hasard"]),
            ("fr", "Ben, adv", ["Ben, chaque adversaire", "Ben, un adversaire au hasard"]),
            ("es", "opon", ["cada oponente", "un oponente al azar"]),
            ("it", "avv", ["ogni avversario", "un avversario a caso"]),
            ("pt", "cada", ["cada oponente", "cada jogador", "cada outro jogador"]),
            ("ja", "各", ["各対戦相手", "各プレイヤー", "他の各プレイヤー"]),
            # Words of another language stand for what is shown in one's own.
            ("en", "Geg", ["each opponent"]),
            ("ja", "everyb", ["各プレイヤー", "他の各プレイヤー"]),
            ("de", "others", ["jeder andere Spieler"]),
        ],
    )
    async def test_words_are_found_in_the_language_in_which_they_are_shown(
        self, evening: Evening, language: str, typed: str, shown: list[str]
    ) -> None:
        await deal(evening)
        await evening.settings.choose(Level.OWN, evening.people["Ben"].id, LANGUAGE, language)
        assert await evening.suggestions("Ben", "life lose", "who", typed, amount=1) == shown
        ben = evening.people["Ben"]
        chosen = await ben.autocomplete(evening.channel, "life lose", "who", typed, amount=1)
        for way in chosen[:1]:  # what is sent is understood, and so is what is read and typed
            assert "40 → 39" in await loser(evening, "Ben", way["value"])
            assert "39 → 38" in await loser(evening, "Ben", way["name"])

    async def test_single_players(self, evening: Evening) -> None:
        await two_headed(evening)
        for command, option in (("designate monarch", "who"), ("damage", "from"), ("game restart", "by")):
            suggested = (
                await evening.suggestions("Ana", command, option, amount=1)
                if command == "damage"
                else (await evening.suggestions("Ana", command, option))
            )
            assert suggested == [
                *("Ana", "Ben", "Cy", "Dee", "player to my left", "player to my right", "active player"),
                *("next player in turn order", "a random opponent", "a random player"),
            ]

    async def test_words_for_one_player_where_there_is_one(self, evening: Evening) -> None:
        """In a duel the seats say nothing more; nobody is the monarch before somebody is."""
        await deal(evening, names="Ana, Ben")
        few = ["Ana", "Ben", "active player", "a random player"]
        assert await evening.suggestions("Ana", "designate monarch", "who") == few
        await evening.types("Ana", "designate monarch")
        await evening.types("Ben", "designate initiative")
        assert await evening.suggestions("Ana", "designate monarch", "who", "the") == [
            *("the monarch", "player with the initiative")
        ]

    async def test_commanders(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben, Cy")
        await evening.types("Ben", "commander set", name="Tana", partner="Tymna")
        assert await evening.suggestions("Cy", "damage", "commander", amount=1) == [
            *("Cy's commander", "Ana's commander", "Tana (Ben)", "Tymna (Ben)")
        ]
        assert await evening.suggestions("Cy", "commander cast", "commander", "tymna") == ["Tymna (Ben)"]

    async def test_kinds_of_counters(self, evening: Evening) -> None:
        usual = ["poison", "energy", "experience", "rad", "ticket"]
        assert await evening.suggestions("Ana", "counter add", "kind") == usual
        await deal(evening)
        await evening.types("Ana", "counter add", kind="Stash")
        assert await evening.suggestions("Ana", "counter add", "kind") == [*usual, "stash"]
        assert await evening.suggestions("Ana", "counter remove", "kind", "ST") == ["stash"]
        assert await evening.suggestions("Ana", "counter add", "kind", "Gif") == ["poison"]
        await evening.settings.choose(Level.OWN, evening.people["Ana"].id, LANGUAGE, "de")
        assert await evening.suggestions("Ana", "counter add", "kind", "gif") == ["Gift"]
        assert await evening.suggestions("Ana", "counter add", "kind", "poi") == ["Gift"]

    async def test_rooms_and_designations(self, evening: Evening) -> None:
        await deal(evening)
        assert await evening.suggestions("Ana", "designate blessing", "name", "c") == ["city's blessing"]
        await evening.types("Ana", "designate dungeon", into="Tomb of Annihilation")
        assert await evening.suggestions("Ben", "designate dungeon", "room") == ["Veils of Fear", "Oubliette"]

    async def test_forty_guests_are_too_many_to_suggest(self, evening: Evening) -> None:
        guests = ", ".join(f"Guest {number:02} {'x' * 23}" for number in range(39))
        await evening.types("Ana", "game new", variant="free_for_all", players=guests, start=False)
        assert len(await evening.suggestions("Ana", "game leave", "who")) == 25
        assert len(await evening.suggestions("Ana", "game seats", "order", f"{guests[:66]},")) == 25
        await evening.types("Ana", "game start", first="Ana")
        assert len(await evening.suggestions("Ana", "life lose", "who", amount=1)) == 25
        assert len(await evening.suggestions("Ana", "damage", "commander", amount=1)) == 25
        assert await evening.suggestions("Ana", "life lose", "who", "each p", amount=1) == ["each player"]
        named = "".join(f"Guest {number:02} {'x' * 23}, " for number in range(3))
        assert await evening.suggestions("Ana", "life lose", "who", named, amount=1) == []


class TestNames:
    @pytest.mark.parametrize(
        ("raw", "kept"),
        [
            ("Grandma", "Grandma"),
            ("  Grand \n\t ma ", "Grand ma"),
            ("@Ben", "Ben"),
            ("a\u202eb\u2066c\u200bd\u0000e", "abcde"),
            ("e\u0301", "\u00e9"),
            ("a, b", "a b"),
            ("x" * 40, "x" * 32),
            ("🎲" * 40, "🎲" * 32),
            ("", "Player"),
            ("\u202e", "Player"),
            ("me", "Player me"),
            ("Each Opponent", "Player Each Opponent"),
            ("my team", "Player my team"),
        ],
    )
    def test_are_kept_visible_and_short(self, raw: str, kept: str) -> None:
        assert clean_name(raw) == kept

    def test_are_different_at_one_table(self) -> None:
        assert unique_name("Zoe", ["zoe"]) == "Zoe 2"
        assert unique_name("Zoe", ["Zoe", "ZOE 2"]) == "Zoe 3"
        long = "x" * NAME_LENGTH
        assert unique_name(long, [long]) == f"{'x' * 28} 2"

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("**bold** _it_ `code` ||spoiler|| ~~gone~~", None),
            ("# heading", "\\# heading"),
            ("> quote", "\\> quote"),
            ("- list", "\\- list"),
            ("[text](https://evil.example)", "\\[text](https:\u200b//evil.example)"),
            ("<@123456789012345678>", "\\<@\u200b123456789012345678>"),
            ("<t:0:R> <:a:1> </help:1>", "\\<t:0:R> \\<:a:1> \\</help:1>"),
            ("\u202eevil", "evil"),
            ("\u0645\u062d", "\u2068\u0645\u062d\u2069"),
            ("@everyone @here", "@\u200beveryone @\u200bhere"),
            ("discord.gg/x", "discord\u200b.gg\u200b/x"),
            ("Discord.com/invite/x", "Discord\u200b.com\u200b/invite/x"),
            ("discordapp.com", "discordapp\u200b.com"),
            ("www.x.y", "www\u200b.x.y"),
            ("x.xn--y/z", "x.xn--y\u200b/z"),
            ("J. R. R. and/or St. John", "J. R. R. and/or St. John"),
        ],
    )
    def test_show_as_they_are(self, name: str, shown: str | None) -> None:
        escaped = escape(name)
        assert re.sub("[\\\\\u200b\u2068\u2069]", "", escaped) == name.replace("\u202e", "")
        assert shown is None or escaped == shown
        for mark in "*_`|~":
            assert escaped.count(mark) == escaped.count(f"\\{mark}")

    @pytest.mark.parametrize(
        "name",
        ["**Zoe**", "# Zoe", "@everyone", "Zoe\u202e", "🎲 Zoe 🎲", "Zoe " * 12, "||`_~", "<#1> <t:0>"],
    )
    async def test_of_guests_do_no_harm(self, evening: Evening, name: str) -> None:
        await gather(evening, "commander", f"Ana, {name}, Ben")
        await evening.types("Ana", "game start", first="Ana")
        kept = clean_name(name)
        assert await evening.suggestions("Ana", "life lose", "who", kept[:3], amount=1)
        lost = await evening.types("Ana", "life lose", amount=40, who=kept)
        assert lost.text == (
            f"**{escape(kept)}** 40 → 0\n**{escape(kept)}** loses the game: 0 life (CR 704.5a)."
        )
        assert f"~~{escape(kept)} · 0~~" in evening.board()
        assert f"{escape(kept)} loses" in (await evening.types("Ana", "log")).text

    async def test_of_members_are_those_of_the_server(self, evening: Evening) -> None:
        trouble = evening.env.create_user("trouble", global_name="**Ana**")
        evening.people["Trouble"] = evening.server.add_member(trouble, nick="an\u202ea,\n# @everyone")
        await gather(evening, "two_player", "Ana")
        joined = await evening.types("Trouble", "game join")
        assert joined.text.startswith("In the lobby: Ana and ana # @\u200beveryone.")

    async def test_that_are_taken_get_a_number(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ben, red")
        await evening.types("Ana", "game join", team="Red")
        form = await evening.people["Ben"].click(evening.board_message(), label="Add players…")
        guest = {"members": [], "guests": "ana", "team": ["Blue"]}  # typed as a command it would be Ana
        await evening.people["Ben"].submit_modal(form, guest)
        assert "**Red**: Ben and Ana\n**Blue**: red 2 (guest) and ana 2 (guest)\n" in evening.board()

    async def test_of_counters_and_commanders_are_cleaned_too(self, evening: Evening) -> None:
        await deal(evening, names="Ana, Ben")
        put = await evening.types("Ana", "counter add", kind="**Big**\u202e x")
        assert put.text == "**Ana** \\*\\*big\\*\\* x 0 → 1"
        assert await evening.refused("Ana", "counter add", kind="\u202e ") == (
            "That name has no visible characters. Choose another one."
        )
        named = await evening.types("Ana", "commander set", name="Krenko\u200b, *Mob* Boss")
        assert named.text == "**Ana** is playing **Krenko, \\*Mob\\* Boss**."
        assert await evening.refused("Ana", "commander set", name=" ") != ""
        assert await evening.refused("Ana", "designate blessing", name="\u202e") != ""


def test_a_mistyped_name_among_10000_is_found_in_a_moment() -> None:
    names = [*(f"Guest {number}" for number in range(10_000)), "Berengarius"]
    before = time.thread_time()
    assert nearest("Berngarius", names) == "Berengarius"
    assert nearest("Guest 77x7", names) is not None
    assert nearest("\U0001f40d" * 9, names) is None
    assert time.thread_time() - before < 0.06, "without a choice among them it takes three times 24 ms"
