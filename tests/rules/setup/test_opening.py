"""What a game starts with, and who may start it."""

from collections.abc import Mapping

import pytest

from rules.actions.commanders import NameCommander
from rules.actions.endings import Concede, RestartGame
from rules.actions.life import LoseLife
from rules.formats.options import Attack, Options
from rules.game.lobby import Lobby, Seated
from rules.refusal import Refusal
from rules.setup import opening, seating_plan
from rules.setup.validation import require_combination, validate
from tests.rules.deals import deal, lobby, play, seats


def refusal(table: Lobby) -> str:
    with pytest.raises(Refusal) as refused:
        validate(table)
    return refused.value.reason


def seated(variant: str, teams: Mapping[str, str], options: Options | None = None) -> Lobby:
    people = tuple(Seated(id=id, name=id, team=team) for id, team in teams.items())
    return Lobby(options=options or Options(variant=variant), seated=people)


def test_another_starting_life_is_everyones_or_the_sharing_teams() -> None:
    assert deal(options=Options(life=33)).life == {"A": 33, "B": 33, "C": 33, "D": 33}
    assert deal("two_headed_giant", options=Options(life=50)).life == {"team 1": 50, "team 2": 50}


def test_commander_on_top_of_teams_brings_its_life_and_its_damage() -> None:
    game = deal("team_vs_team", options=Options(commander=True))
    assert game.life["A"] == 40
    assert game.rules.commander_damage_limit == 21


def test_commander_on_top_of_a_shared_total_needs_a_life_total() -> None:
    assert refusal(lobby("two_headed_giant", 4, Options(commander=True))) == "choose_life"
    validate(lobby("two_headed_giant", 4, Options(commander=True, life=60)))


class TestRefusing:
    def test_numbers(self) -> None:
        assert refusal(lobby("two_player", 1)) == "too_few_players"
        assert refusal(lobby("two_player", 3)) == "too_many_players"

    def test_editions(self) -> None:
        assert refusal(lobby("two_player", 2, Options(edition="1993"))) == "no_such_edition"

    def test_teams(self) -> None:
        assert refusal(seated("team_vs_team", {"A": "x", "B": "x", "C": "x"})) == "wrong_team_count"
        uneven = {"A": "x", "B": "x", "C": "x", "D": "y", "E": "y", "F": "y", "G": "y"}
        assert refusal(seated("n_headed_giant", uneven)) == "teams_unequal"
        assert refusal(seated("two_headed_giant", {**dict.fromkeys("ABC", "x"), "D": "y"})) == "teams_unequal"
        assert refusal(seated("archenemy", {"A": "Archenemy", "B": "Archenemy", "C": "Heroes"})) == (
            "no_archenemy"
        )

    def test_someone_without_a_team(self) -> None:
        people = (Seated(id="A", name="A", team="x"), Seated(id="B", name="B"), Seated(id="C", name="C"))
        assert refusal(Lobby(options=Options(variant="team_vs_team"), seated=people)) == "no_team"

    def test_options(self) -> None:
        assert refusal(lobby("emperor", 6, Options(attack=Attack.MULTIPLE))) == "attack_not_allowed"
        assert refusal(lobby("two_headed_giant", 4, Options(range=2))) == "range_not_allowed"
        assert refusal(lobby("free_for_all", 4, Options(deploy=True))) == "deploy_not_allowed"
        assert refusal(lobby("free_for_all", 4, Options(range=0))) == "range_too_small"

    def test_seats_that_do_not_suit_the_variant(self) -> None:
        arranged = Options(variant="two_headed_giant", arranged=True)
        apart = dict(zip("ABCD", ("x", "y", "x", "y"), strict=True))
        assert refusal(seated("two_headed_giant", apart, arranged)) == "teams_apart"
        validate(seated("two_headed_giant", dict(zip("ABCD", ("x", "y", "y", "x"), strict=True)), arranged))
        together = dict(zip("ABCD", ("x", "x", "y", "y"), strict=True))
        alternating = Options(variant="alternating_teams", arranged=True)
        assert refusal(seated("alternating_teams", together, alternating)) == "teams_not_alternating"
        emperor = Options(variant="emperor", arranged=True, emperors=("A", "E"))
        teams = dict(zip("ABCDEF", "xxxyyy", strict=True))
        assert refusal(seated("emperor", teams, emperor)) == "emperor_at_the_end"

    def test_two_styles_of_multiplayer(self) -> None:
        with pytest.raises(Refusal) as refused:
            require_combination(("emperor", "grand_melee"), (Attack.LEFT,), limited_range=False, deploy=False)
        assert refused.value.reason == "one_variant"


class TestSeating:
    def test_the_named_emperor_is_put_in_the_middle(self) -> None:
        teams = dict(zip("ABCDEF", "xxxyyy", strict=True))
        table = seated("emperor", teams, Options(variant="emperor", emperors=("A", "F")))
        order = seating_plan.seat_order(table, seats(6))
        assert order == ("B", "A", "C", "D", "F", "E")
        assert seating_plan.emperors_of(table, order) == {"A", "F"}

    def test_the_player_in_the_middle_is_emperor(self) -> None:
        table = lobby("emperor", 6)
        assert seating_plan.emperors_of(table, seats(6)) == {"B", "E"}
        assert set(seating_plan.starters(table, seats(6))) == {"B", "E"}

    def test_no_emperor_reaches_another_at_the_start(self) -> None:
        for size in (3, 4, 5, 6):
            game = deal("emperor", 2 * size)
            emperors = {player.id for player in game.players if player.emperor}
            for player in game.players:
                if player.emperor:
                    assert set(player.reach) & emperors == {player.id}

    def test_the_center_seat_of_either_team_starts(self) -> None:
        table = seated("team_vs_team", dict(zip("ABCDE", "xxxyy", strict=True)))
        assert seating_plan.starters(table, seats(5)) == ("B", "E")

    def test_either_team_may_be_drawn_to_start(self) -> None:
        assert seating_plan.starters(lobby("two_headed_giant", 4), seats(4)) == ("team 1", "team 2")


class TestRestarting:
    def test_everyone_still_there_starts_again(self) -> None:
        game = play(deal(), LoseLife(who=("B",), amount=7), Concede(who="C"), RestartGame(by="B"))
        assert [player.id for player in game.players] == ["A", "B", "D"]
        assert set(game.life.values()) == {20}
        assert (game.first, game.turn.number, game.restarts) == ("B", 1, 1)

    def test_commanders_stay_and_cost_no_more(self) -> None:
        game = play(deal("commander"), NameCommander(who="A", name="Somebody"), RestartGame(by="B"))
        assert [(card.name, card.casts) for card in game.player("A").commanders] == [("Somebody", 0)]

    def test_the_archenemy_stays_the_archenemy(self) -> None:
        game = play(deal("archenemy", 4), Concede(who="C"), Concede(who="D"), RestartGame(by="B"))
        assert game.life == {"A": 40, "B": 20}
        assert game.first == "Heroes"

    def test_ranges_are_as_they_were_chosen(self) -> None:
        game = play(deal("emperor", 6), Concede(who="A"), RestartGame(by="B"))
        assert {player.id: player.range for player in game.players} == {
            "B": 2,
            "C": 1,
            "D": 1,
            "E": 2,
            "F": 1,
        }


def test_a_subgame_is_dealt_to_those_still_in_the_main_game() -> None:
    """729.2: a game like any other, with nothing of the main game in it (729.1b)."""
    lobby = opening.lobby_again(play(deal(), LoseLife(who=("B",), amount=7), Concede(who="C")))
    inner = opening.opening_game(lobby, ("A", "B", "D"), "D")
    assert (inner.first, inner.life) == ("D", {"A": 20, "B": 20, "D": 20})
