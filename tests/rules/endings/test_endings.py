"""How games end for whom: draws of some, and what a team's result follows."""

from rules.actions.endings import Concede, DrawGame, Loop, LoseGame, WinGame
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.parts import PlayerOutcome
from tests.rules.deals import deal, play

LOST, DRAW, WON, PLAYING = PlayerOutcome.LOST, PlayerOutcome.DRAW, PlayerOutcome.WON, PlayerOutcome.PLAYING


def results(game: Game) -> dict[str, PlayerOutcome]:
    return {player.id: player.result for player in game.players}


def pairs() -> Game:
    """Return four teams of two who sit together, each player reaching one seat."""
    return deal("team_vs_team", 8, Options(range=1), teams=4)


class TestDrawsOfSome:
    def test_a_team_that_is_out_with_a_draw_has_drawn(self) -> None:
        game = play(pairs(), Concede(who="D"), DrawGame(by="C"))
        assert results(game) == {
            **{"A": PLAYING, "B": DRAW, "C": DRAW, "D": DRAW},
            **{"E": PLAYING, "F": PLAYING, "G": PLAYING, "H": PLAYING},
        }

    def test_a_team_whose_last_member_loses_has_lost_though_the_others_drew(self) -> None:
        game = play(pairs(), DrawGame(by="C"))
        assert (results(game)["A"], results(game)["B"]) == (PLAYING, DRAW)
        game = play(game, Concede(who="A"))
        assert (results(game)["A"], results(game)["B"]) == (LOST, LOST)
        game = play(game, DrawGame(by="E"))
        assert results(game) == {
            **{"A": LOST, "B": LOST, "C": DRAW, "D": DRAW},
            **{"E": DRAW, "F": DRAW, "G": WON, "H": WON},
        }

    def test_a_loop_draws_for_all_in_range_of_any_of_its_players(self) -> None:
        game = play(deal(count=8, options=Options(range=1)), Loop(controllers=("A", "B")))
        assert [id for id, result in results(game).items() if result is DRAW] == ["A", "B", "C", "H"]

    def test_an_emperor_who_draws_takes_the_team_along_though_others_are_out_of_range(self) -> None:
        game = play(deal("emperor", 10, Options(ranges=dict.fromkeys("ABCDEFGHIJ", 1))), DrawGame(by="B"))
        assert [id for id, result in results(game).items() if result is DRAW] == list("ABCDE")

    def test_a_team_that_loses_with_the_game_has_one_result(self) -> None:
        """A has drawn with H; then F, whose range is unlimited, wins the game while B is still in it."""
        some = Options(ranges=dict.fromkeys("ABCDEGH", 1))
        game = play(deal("team_vs_team", 8, some, teams=4), DrawGame(by="H"))
        assert (results(game)["A"], results(game)["B"]) == (DRAW, PLAYING)
        game = play(game, WinGame(who="F"))
        assert {id: results(game)[id] for id in "ABEF"} == {"A": LOST, "B": LOST, "E": WON, "F": WON}


class TestWins:
    def test_anyone_who_left_before_wins_with_the_team(self) -> None:
        game = play(pairs(), DrawGame(by="C"), *(Concede(who=who) for who in "GAEF"))
        assert results(game)["G"] is WON
        assert results(game)["H"] is WON

    def test_an_opponent_who_also_loses_loses_though_the_win_is_forbidden_by_range(self) -> None:
        game = deal(count=8, options=Options(range=1))
        game = play(game, WinGame(who="A", also_loses=("E",)))
        assert [id for id, result in results(game).items() if result is LOST] == ["B", "E", "H"]

    def test_everyone_who_loses_at_once_is_one_departure(self) -> None:
        game = play(deal(count=3), LoseGame(who=("A", "B", "C")))
        assert set(results(game).values()) == {DRAW}
