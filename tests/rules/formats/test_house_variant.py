"""Variants that are in no book, played from their data alone.

In Star you win when both players opposite you have lost. Seats are A to E, going left; opposite A sit C and
D, opposite B sit D and E.
"""

import pytest

from cogs.summary import curves_of_log
from cogs.text import announcements
from rules.actions.action import Action
from rules.actions.counters import AddCounters
from rules.actions.damage import DealDamage
from rules.actions.endings import Concede, Depart, RestartGame, WinGame
from rules.actions.life import LoseLife
from rules.events.endings import GameEnded, PlayersLeft
from rules.events.table import GameStarted
from rules.formats.losses import GameLoss, OwnKey
from rules.formats.variants import VARIANTS, Variant
from rules.game.game import Game
from rules.game.parts import GameId, PlayerOutcome
from rules.leagues.from_game import TimedEvents, result_of
from rules.leagues.league import League
from rules.leagues.result import Ending, PlayerNumber
from rules.leagues.validity import require_valid
from rules.refusal import Refusal
from rules.table import act
from tests.cogs.logs import seated, started
from tests.rules.deals import deal, play

RADIANT = Variant(
    key="radiant",
    name="Radiant",
    summary="Five rad counters lose the game.",
    min_players=3,
    losses=(
        GameLoss(
            key=OwnKey("lose_rad"),
            is_due=lambda totals: totals.counters.get("rad", 0) >= 5,
            why="glows in the dark",
        ),
    ),
)
WON, LOST, PLAYING = PlayerOutcome.WON, PlayerOutcome.LOST, PlayerOutcome.PLAYING


def results(game: Game) -> dict[str, PlayerOutcome]:
    return {player.id: player.result for player in game.players}


def test_no_one_wins_while_everyone_has_a_rival_left() -> None:
    """C and E gone: D is left of A's rivals, D of B's, A and B of D's."""
    game = play(deal("star", 5), LoseLife(who=("C", "E"), amount=20))
    assert results(game) == {"A": PLAYING, "B": PLAYING, "C": LOST, "D": PLAYING, "E": LOST}
    assert game.outcome is None


def test_one_player_wins_alone_while_others_are_still_there() -> None:
    game = play(deal("star", 5), Concede(who="C"), Concede(who="D"))
    assert results(game) == {"A": WON, "B": LOST, "C": LOST, "D": LOST, "E": LOST}
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.rule) == (("A",), "")
    announced = announcements.ending_text(game)
    assert announced.startswith("**a ")
    assert "CR" not in announced


@pytest.mark.parametrize(
    "last",
    [Concede(who="D"), LoseLife(who=("D",), amount=20), Depart(who=("D",))],
    ids=["concession", "life", "departure"],
)
def test_two_players_win_at_once(last: Action) -> None:
    """With C and E gone D's loss is the second one for A and for B."""
    game = play(deal("star", 5), LoseLife(who=("C", "E"), amount=20), last)
    assert results(game) == {"A": WON, "B": WON, "C": LOST, "D": LOST, "E": LOST}
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.winners) == (WON, ("A", "B"))
    announced = announcements.ending_text(game)
    assert announced.startswith("**a and b ")
    assert "CR" not in announced


def test_an_effect_makes_one_player_win_by_the_rule_for_that() -> None:
    game = play(deal("star", 5), WinGame(who="E"))
    assert results(game) == {"A": LOST, "B": LOST, "C": LOST, "D": LOST, "E": WON}
    assert game.outcome is not None
    assert game.outcome.rule == "104.2b"


def test_all_at_once_is_a_draw() -> None:
    game = play(deal("star", 5), LoseLife(who=("A", "B", "C", "D", "E"), amount=20))
    assert set(results(game).values()) == {PlayerOutcome.DRAW}


def test_the_league_has_two_sides_in_the_first_place() -> None:
    game = deal("star", 5)
    log = [TimedEvents(when=1000, events=(GameStarted(game=game),))]
    for who in ("C", "E", "D"):
        done = act(game, Concede(who=who))
        assert isinstance(done.table, Game)
        game = done.table
        log.append(TimedEvents(when=log[-1].when + 10, events=done.events))
    numbers = {letter: PlayerNumber(number) for number, letter in enumerate("ABCDE", 11)}
    result = result_of(game, log, numbers, number=GameId(5), entry=4)
    assert result is not None
    assert {one.players: (one.place, one.ending) for one in result.entrants} == {
        (11,): (1, Ending.WON),
        (12,): (1, Ending.WON),
        (13,): (5, Ending.LOST),
        (14,): (3, Ending.LOST),
        (15,): (4, Ending.LOST),
    }
    require_valid(League(name="House"), result, now=2000)


def test_the_chart_names_both_winners() -> None:
    played = started("star", *seated(["Ana", "Ben", "Cy", "Dee", "Eve"]))
    played.does(Concede(who="cy"), Concede(who="eve"), Concede(who="dee"))
    assert isinstance(played.entries[-1].events[-1], GameEnded)
    curves = curves_of_log.curves(GameId(1), played.entries)
    assert curves is not None
    assert curves.heading == "Ana and Ben win"


def test_four_players_cant_restart_a_game_for_five() -> None:
    game = play(deal("star", 5), Concede(who="C"))
    with pytest.raises(Refusal) as caught:
        act(game, RestartGame(by="A"))
    assert (caught.value.reason, caught.value.values) == (
        "restart_too_few",
        {"variant": "Star", "needs": 5, "has": 4, "rule": "727.1"},
    )


def test_six_of_seven_cant_restart_a_game_for_an_odd_number() -> None:
    game = play(deal("star", 7), Concede(who="C"))
    with pytest.raises(Refusal) as caught:
        act(game, RestartGame(by="A"))
    assert (caught.value.reason, caught.value.values) == ("odd_players", {"variant": "Star", "has": 6})


def test_a_way_to_lose_of_a_variants_own_is_its_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is checked, announced without a rule of the Comprehensive Rules, and part of the result."""
    monkeypatch.setitem(VARIANTS, "radiant", RADIANT)
    game = play(deal("radiant", 3), AddCounters(who=("B",), kind="rad", n=4))
    assert set(results(game).values()) == {PLAYING}
    done = act(game, AddCounters(who=("B",), kind="rad", n=1))
    assert isinstance(done.table, Game)
    assert results(done.table)["B"] is LOST
    left = next(event for event in done.events if isinstance(event, PlayersLeft))
    assert [(one.who, one.cause, one.rule) for one in left.leaving] == [("B", "lose_rad", "")]
    assert announcements.loud(game, done.table, left) == "**b** loses the game: glows in the dark."


def test_pauper_commander_cites_no_rule_for_its_own_number() -> None:
    hit = DealDamage(to=("B",), amount=16, by="A", combat=True, commander="A:1")
    left = next(e for e in act(deal("pauper_commander", 4), hit).events if isinstance(e, PlayersLeft))
    assert [(one.cause, one.rule, one.commander_damage) for one in left.leaving] == [
        ("lose_commander", "", 16)
    ]


def test_five_players_can() -> None:
    game = play(deal("star", 5), LoseLife(who=("B",), amount=7), RestartGame(by="B"))
    assert (set(game.life.values()), game.restarts, game.first) == ({20}, 1, "B")
