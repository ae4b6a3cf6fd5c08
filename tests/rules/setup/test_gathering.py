"""The lobby: who joins which team, what is refused, how the game starts from it."""

import pytest

from rules.actions.life import LoseLife
from rules.formats.options import Options
from rules.game.deck_info import DeckInfo
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.refusal import Refusal
from rules.setup.lobby_actions import (
    ArrangeSeats,
    ChangeOptions,
    CloseLobby,
    DescribeDeck,
    Gather,
    Join,
    Leave,
    LobbyAction,
    NameArchenemy,
    NameEmperor,
    SetRange,
    SetVanguard,
    StartGame,
)
from rules.setup.rematch import rematch
from rules.setup.seating_plan import team_names
from rules.table import Table, act, evolve


def seat(name: str, team: str | None = None) -> Seated:
    return Seated(id=name, name=name.lower(), team=team)


def gather(variant: str, *names: str, **teams: str) -> Lobby:
    people = tuple(seat(name, teams.get(name)) for name in names)
    return lobby(Lobby(), Gather(options=Options(variant=variant), seated=people, host=names[0]))


def lobby(table: Table, *asked: LobbyAction) -> Lobby:
    for action in asked:
        table = act(table, action).table
    assert isinstance(table, Lobby)
    return table


def start(table: Lobby, *, order: str = "", draw: int = 0, first: str | None = None) -> Game:
    ids = tuple(order) or tuple(one.id for one in table.seated)
    game = act(table, StartGame(order=ids, draw=draw, first=first)).table
    assert isinstance(game, Game)
    return game


def refusal(table: Table, action: LobbyAction | LoseLife) -> str:
    with pytest.raises(Refusal) as refused:
        act(table, action)
    return refused.value.reason


def teams(table: Lobby) -> dict[str, str | None]:
    return {one.id: one.team for one in table.seated}


def test_people_are_put_on_the_smallest_team() -> None:
    table = gather("two_headed_giant", "A", "B", C="Red")
    assert teams(table) == {"A": "Red", "B": "Blue"}
    assert teams(lobby(table, Join(seats=(seat("C"), seat("D"))))) == {
        "A": "Red",
        "B": "Blue",
        "C": "Red",
        "D": "Blue",
    }


def test_the_first_without_a_team_is_the_archenemy() -> None:
    assert teams(gather("archenemy", "A", "B", "C")) == {"A": "Archenemy", "B": "Heroes", "C": "Heroes"}


def test_joining_again_changes_the_team_and_keeps_the_seat() -> None:
    table = lobby(gather("team_vs_team", "A", "B", "C"), Join(seats=(seat("A", "Blue"),)))
    assert [(one.id, one.team) for one in table.seated] == [("A", "Blue"), ("B", "Blue"), ("C", "Red")]


def test_what_a_lobby_refuses() -> None:
    duel = gather("two_player", "A", "B")
    assert refusal(duel, Join(seats=(seat("C"),))) == "lobby_full"
    assert refusal(duel, Join(seats=(seat("A"),))) == "already_seated"
    assert refusal(duel, Leave(who="C")) == "not_seated"
    assert refusal(duel, ArrangeSeats(order=("A",))) == "name_everybody_once"
    assert refusal(duel, LoseLife(who=("A",), amount=1)) == "not_started"
    assert refusal(duel, ChangeOptions(options=Options(variant="nonsense"))) == "no_such_variant"
    assert refusal(gather("emperor", "A"), Join(seats=(seat("B", "Pink"),))) == "no_such_team"


def test_naming_someone_twice_seats_them_once() -> None:
    assert len(gather("free_for_all", "A", "A").seated) == 1
    assert len(lobby(gather("free_for_all", "A"), Join(seats=(seat("B"), seat("B")))).seated) == 2


def test_another_variant_deals_the_teams_again() -> None:
    table = lobby(gather("free_for_all", "A", "B", "C"), ChangeOptions(options=Options(variant="emperor")))
    assert set(teams(table).values()) == {"Red", "Blue"}
    alone = lobby(table, ChangeOptions(options=Options(variant="commander")))
    assert set(teams(alone).values()) == {None}


def test_a_variant_with_two_teams_offers_two() -> None:
    assert team_names(Options(variant="two_headed_giant", teams=4)) == ("Red", "Blue")
    assert team_names(Options(variant="team_vs_team", teams=3)) == ("Red", "Blue", "Green")
    assert team_names(Options(variant="free_for_all")) == ()


def test_a_closed_lobby_takes_no_one() -> None:
    assert refusal(lobby(gather("free_for_all", "A"), CloseLobby()), Leave(who="A")) == "lobby_closed"


class TestStarting:
    def test_the_seats_are_drawn(self) -> None:
        game = start(gather("free_for_all", "A", "B", "C"), order="CAB")
        assert [player.id for player in game.players] == ["C", "A", "B"]

    def test_arranged_seats_stay(self) -> None:
        table = lobby(gather("free_for_all", "A", "B", "C"), ArrangeSeats(order=("B", "C", "A")))
        assert [player.id for player in start(table, order="CAB").players] == ["B", "C", "A"]
        again = lobby(table, ArrangeSeats(order=()))
        assert [player.id for player in start(again, order="CAB").players] == ["C", "A", "B"]

    def test_the_draw_picks_who_goes_first(self) -> None:
        table = gather("free_for_all", "A", "B", "C")
        assert [start(table, draw=draw).first for draw in range(4)] == ["A", "B", "C", "A"]

    def test_a_chosen_player_goes_first(self) -> None:
        assert start(gather("free_for_all", "A", "B", "C"), first="C").turn.taker == "C"
        assert start(gather("two_headed_giant", "A", "B", "C", "D"), first="D").first == "Blue"
        again = StartGame(order=("A", "B", "C"), draw=0, first="X")
        assert refusal(gather("free_for_all", "A", "B", "C"), again) == "not_seated"

    def test_teams_sit_together_whatever_was_drawn(self) -> None:
        table = gather("two_headed_giant", "A", "B", "C", "D")
        assert [player.id for player in start(table, order="ABCD").players] == ["A", "C", "B", "D"]

    def test_no_one_is_left_out(self) -> None:
        table = gather("free_for_all", "A", "B", "C")
        assert refusal(table, StartGame(order=("A", "B"), draw=0)) == "name_everybody_once"
        assert refusal(gather("two_player", "A"), StartGame(order=("A",), draw=0)) == "too_few_players"

    def test_a_subgame_is_for_the_player_who_is_left_of_the_main_game(self) -> None:
        """800.1: a multiplayer game begins with three or more; 729.2: a subgame with those still there."""
        main, sub = Options(variant="free_for_all"), Options(variant="free_for_all", subgame=True)
        two = (seat("A"), seat("B"))
        begin = StartGame(order=("A", "B"), draw=0)
        assert refusal(lobby(Lobby(), Gather(options=main, seated=two, host="A")), begin) == "too_few_players"
        assert start(lobby(Lobby(), Gather(options=sub, seated=two, host="A"))).first == "A"
        alone = Gather(options=sub, seated=two[:1], host="A")
        assert refusal(lobby(Lobby(), alone), StartGame(order=("A",), draw=0)) == "too_few_players"

    def test_the_archenemy_starts_even_against_one(self) -> None:
        table = gather("archenemy", "A", "B", A="Heroes", B="Archenemy")
        game = start(table, draw=1)
        assert game.first == "Archenemy"
        assert game.life == {"A": 20, "B": 40}

    def test_a_game_is_no_longer_a_lobby(self) -> None:
        assert refusal(start(gather("two_player", "A", "B")), Leave(who="A")) == "already_started"


def test_the_fold_of_a_lobby_is_the_lobby() -> None:
    table: Table = Lobby()
    asked = (
        Gather(options=Options(variant="brawl"), seated=(seat("A"),), host="A"),
        Join(seats=(seat("B"), seat("C"))),
        Leave(who="C"),
        StartGame(order=("B", "A"), draw=1),
    )
    for action in asked:
        done = act(table, action)
        for event in done.events:
            table = evolve(table, event)
        assert table == done.table


def test_a_team_names_its_emperor_who_sits_in_the_middle() -> None:
    red, blue = dict.fromkeys("ABC", "Red"), dict.fromkeys("DEF", "Blue")
    table = lobby(gather("emperor", *"ABCDEF", **red, **blue), NameEmperor(who="A"), NameEmperor(who="D"))
    assert table.options.emperors == ("A", "D")
    game = start(table, order="ABCDEF")
    assert [player.id for player in game.players] == ["B", "A", "C", "E", "D", "F"]
    assert [player.id for player in game.players if player.emperor] == ["A", "D"]


def test_the_last_one_named_is_the_emperor_and_who_leaves_the_team_is_not() -> None:
    red, blue = dict.fromkeys("ABC", "Red"), dict.fromkeys("DEF", "Blue")
    table = lobby(gather("emperor", *"ABCDEF", **red, **blue), NameEmperor(who="D"), NameEmperor(who="A"))
    assert lobby(table, NameEmperor(who="B")).options.emperors == ("D", "B")
    assert lobby(table, Join(seats=(seat("A", "Blue"),))).options.emperors == ("D",)
    assert lobby(table, Leave(who="D")).options.emperors == ("A",)
    assert refusal(gather("two_player", "A", "B"), NameEmperor(who="A")) == "no_emperors"
    assert refusal(table, NameEmperor(who="Z")) == "not_seated"


def test_one_is_named_archenemy_and_the_others_are_heroes() -> None:
    table = lobby(gather("archenemy", "A", "B", "C"), NameArchenemy(who="C"))
    assert teams(table) == {"A": "Heroes", "B": "Heroes", "C": "Archenemy"}
    game = start(table)
    assert (game.life["C"], game.life["A"], game.first) == (40, 20, "Archenemy")
    assert refusal(gather("supervillain_rumble", "A", "B"), NameArchenemy(who="A")) == "no_one_archenemy"


def test_a_vanguard_card_changes_life_and_hand() -> None:
    """902.4 and 902.5: -3 life and +2 cards."""
    table = lobby(gather("vanguard", "A", "B"), SetVanguard(who="B", life=-3, hand=2))
    game = start(table)
    assert (game.life, game.player("B").hand.drawn, game.player("B").max_hand) == ({"A": 20, "B": 17}, 9, 9)
    assert game.player("A").max_hand == 7


def test_players_may_have_their_own_ranges_where_ranges_may_be_limited() -> None:
    table = lobby(gather("free_for_all", *"ABCDE"), SetRange(who="C", range=1))
    game = start(table, order="ABCDE")
    assert [player.range for player in game.players] == [None, None, 1, None, None]
    assert start(lobby(table, SetRange(who="C", range=None))).player("C").range is None
    assert refusal(gather("archenemy", "A", "B"), SetRange(who="A", range=1)) == "range_not_allowed"
    assert refusal(table, SetRange(who="A", range=0)) == "range_too_small"


@pytest.mark.parametrize("variant", ["brawl", "archenemy"])
def test_commander_rules_go_on_top_only_where_there_is_no_variant_for_it(variant: str) -> None:
    options = Options(variant=variant, commander=True)
    asked = Gather(options=options, seated=(seat("A"), seat("B")), host="A")
    assert refusal(Lobby(), asked) == "commander_not_allowed"


@pytest.mark.parametrize(
    "action",
    [
        ArrangeSeats(order=()),
        SetVanguard(who="A", life=0, hand=0),
        SetRange(who="A", range=None),
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_changes_nothing_is_refused(action: LobbyAction) -> None:
    """An entry that says nothing has no place in the log."""
    assert refusal(gather("free_for_all", "A", "B"), action) == "lobby_unchanged"


def test_decks_are_described_for_games_with_commanders_only() -> None:
    said = DescribeDeck(who="A", deck=DeckInfo(bracket=3, wins_by=7))
    assert refusal(gather("free_for_all", "A", "B"), said) == "no_brackets"
    assert refusal(gather("commander", "A", "B"), DescribeDeck(who="C", deck=None)) == "not_seated"
    for wrong in (DeckInfo(bracket=0), DeckInfo(bracket=6), DeckInfo(bracket=1, wins_by=0)):
        assert refusal(gather("commander", "A", "B"), DescribeDeck(who="A", deck=wrong)) == "outdated"
    table = lobby(gather("commander", "A", "B"), said)
    assert [one.deck for one in start(table).players] == [said.deck, None]
    again = lobby(Lobby(), rematch(start(table), "A"))
    assert [one.deck for one in again.seated] == [said.deck, None]
    other = lobby(table, ChangeOptions(options=Options(variant="two_player")))
    assert [one.deck for one in start(other).players] == [None, None]
