"""Evenings replayed: what the simple model calls right, on paper; then a few evenings as they are run."""

from pathlib import Path
from random import Random

import pytest

from campaign.evenings import moving, run
from rules.formats.variants import VARIANTS
from tests.support.reference_model import generating
from tests.support.reference_model.intended import (
    FORMATS,
    Come,
    Drain,
    Gain,
    Hit,
    Intended,
    Lose,
    Out,
    Part,
    Poison,
    Seat,
    Standing,
)

EVENINGS = 2 * len(FORMATS)


def begun(variant: str, people: str, teams: str = "") -> Intended:
    """Return a game of people called by letters, with the numbers of their teams."""
    seats = [Seat(who, int(teams[place]) if teams else None) for place, who in enumerate(people)]
    return Intended.begun(FORMATS[variant], seats)


def played(game: Intended, *parts: Part) -> str:
    """Return how everyone stands after these, one after the other, by the first letter of it."""
    for part in parts:
        game.happen((part,))
    return " ".join(f"{who}:{result[0]}{game.life[game.holder(who)]}" for who, result in game.result.items())


class TestTheModel:
    def test_the_last_one_left_wins(self) -> None:
        """104.2a, 704.5a."""
        assert played(begun("free_for_all", "ABC"), Lose(("A",), 20), Lose(("B",), 19)) == "A:l0 B:p1 C:p20"
        assert played(begun("free_for_all", "ABC"), Lose(("A", "B"), 21)) == "A:l-1 B:l-1 C:w20"

    def test_all_at_once_is_a_draw_and_one_after_the_other_is_not(self) -> None:
        """104.4a, 704.3."""
        game = begun("two_player", "AB")
        game.happen((Lose(("A",), 20), Lose(("B",), 25)))
        assert played(game) == "A:d0 B:d-5"
        assert played(begun("two_player", "AB"), Lose(("A",), 20)) == "A:l0 B:w20"

    def test_roles_are_judged_on_those_who_are_left(self) -> None:
        """As Treachery is published: A leads, B guards, C and D are Assassins, E is the Traitor."""
        assert "C:w40 D:w0" in played(begun("treachery", "ABCDE"), Lose(("D",), 40), Lose(("A",), 40))
        ended = begun("treachery", "ABCDE")
        ended.happen((Lose(("A", "C", "D"), 40),))
        assert played(ended) == "A:l0 B:l40 C:l0 D:l0 E:w40"
        assert (
            played(begun("treachery", "ABCDE"), Lose(("B", "C", "D", "E"), 40)) == "A:w40 B:w0 C:l0 D:l0 E:l0"
        )

    def test_poison_and_commander_damage(self) -> None:
        """704.5c, 903.10a; 903.12h: none of it in Brawl. 810.8d: a team of two has fifteen."""
        assert played(begun("commander", "ABC"), Poison(("A",), 10)) == "A:l40 B:p40 C:p40"
        hits = Hit(("A",), 20, "B"), Hit(("A",), 1, "C"), Gain(("A",), 30)
        assert played(begun("commander", "ABC"), *hits) == "A:p49 B:p40 C:p40"
        assert played(begun("commander", "ABC"), *hits, Hit(("A",), 1, "B")) == "A:l48 B:p40 C:p40"
        assert played(begun("brawl", "ABC"), *hits, Hit(("A",), 1, "B")) == "A:p38 B:p30 C:p30"
        teams = begun("two_headed_giant", "ABCD", "0011")
        assert played(teams, Poison(("A",), 9), Poison(("B",), 5)) == "A:p30 B:p30 C:p30 D:p30"
        assert played(teams, Poison(("B",), 1)) == "A:l30 B:l30 C:w30 D:w30"

    def test_heads_lose_from_one_total(self) -> None:
        """810.9a; a drain gives what was lost."""
        teams = begun("two_headed_giant", "ABCD", "0011")
        assert played(teams, Lose(("A", "B"), 3)) == "A:p24 B:p24 C:p30 D:p30"
        assert played(teams, Drain(("C", "D"), 2, "A")) == "A:p28 B:p28 C:p26 D:p26"

    def test_teams_win_with_their_dead(self) -> None:
        """104.2c; 809.5: an emperor takes the team along."""
        game = begun("team_vs_team", "ABCDE", "00011")
        assert played(game, Out(("A",), concedes=True), Lose(("D", "E"), 20)) == (
            "A:w20 B:w20 C:w20 D:l0 E:l0"
        )
        assert played(begun("emperor", "ABCDEF", "000111"), Lose(("E",), 20)) == (
            "A:w20 B:w20 C:w20 D:l20 E:l0 F:l20"
        )
        assert played(begun("emperor", "ABCDEF", "000111"), Lose(("D",), 20)).count("p") == 5

    def test_a_draw_of_the_last_is_their_teams(self) -> None:
        """104.4d, 104.4g."""
        game = begun("team_vs_team", "ABCDE", "00011")
        assert played(game, Lose(("A",), 20), Lose(("B", "C", "D", "E"), 20)) == ("A:d0 B:d0 C:d0 D:d0 E:d0")

    def test_an_archenemy(self) -> None:
        """904.6; 904.13b: heroes share 60, and a late one joins in that."""
        assert played(begun("archenemy", "ABCD", "0111")) == "A:p40 B:p20 C:p20 D:p20"
        game = begun("archenemy_commander", "ABCD", "0111")
        game.happen((Come(seat=Seat("Z", 1)),))
        assert played(game, Lose(("Z",), 60)) == "A:w60 B:l0 C:l0 D:l0 Z:l0"

    def test_it_says_what_is_different(self) -> None:
        one = begun("two_player", "AB").standing()
        other = begun("two_player", "AB")
        other.happen((Lose(("A",), 3),))
        assert other.standing().differs(one) == ["life of A: 17 and not 20"]
        assert not one.differs(Standing(one.life, one.poison, one.commander, one.result))


def test_every_format_is_played() -> None:
    assert FORMATS.keys() == VARIANTS.keys()


@pytest.mark.parametrize("variant", FORMATS)
def test_an_evening_meant_comes_to_an_end(variant: str) -> None:
    meant = generating.script(variant, Random(1))
    assert meant.game().over
    assert not meant.game(len(meant.happenings) - 1).over


async def test_a_few_evenings_end_as_they_were_meant_to(tmp_path: Path) -> None:
    """``make campaign ARGS="evenings"`` plays a thousand."""
    text, clean = await run.run(EVENINGS, 7, tmp_path)
    assert clean, text
    for way in ("slip", "forgotten", "entered again", "fixed"):
        assert f"| {way} |" in text


@pytest.mark.full
async def test_a_few_games_move_to_a_server_and_back(tmp_path: Path) -> None:
    """``make campaign ARGS="moving"`` moves a thousand."""
    text, clean = await moving.run(3, 7, tmp_path)
    assert clean, text
    assert "| exports equal | yes |" in text or text == "No PostgreSQL is installed."
