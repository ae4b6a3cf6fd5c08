"""A person in the JSON of a log becomes someone without a name, and the game stays the game."""

from functools import partial

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rules.actions.action import Action
from rules.actions.endings import RestartGame
from rules.actions.life import LoseLife
from rules.actions.table import HandOver, RecordChance, Together, with_draws
from rules.events.endings import GameRestarted
from rules.events.event import GameEvent
from rules.events.table import ChanceDrawn, LobbyChanged
from rules.formats.options import Options
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import Commander, Player, Side
from rules.refusal import Refusal
from rules.table import act
from storage.events import codec
from storage.events.anonymization import (
    Anonymization,
    FreeName,
    names_of_player,
    names_of_seats,
    seat_ids,
    taken_seats,
)
from storage.events.codec import Json
from tests.rules.deals import deal
from tests.rules.dice import make
from tests.support.machines import examples, of_machine, thrown

BEN = Anonymization(id="123456789012345678", names={"Ben"}, to="Player 1")
COMMANDERS = ("commander", "brawl", "free_for_all", "emperor", "two_headed_giant", "grand_melee", "archenemy")


def renamed(game: Game, renaming: Anonymization) -> Game:
    table = codec.decode_table(codec.dump(renaming.apply(codec.parse_json(codec.encode_table(game)))))
    assert isinstance(table, Game)
    return table


class Renamed(RuleBasedStateMachine):
    """The fold of what was renamed is the renamed fold, and can be played on."""

    gone = Anonymization(id="A", names={"a"}, to="Player 1")

    @initialize(variant=st.sampled_from(COMMANDERS))
    def begin(self, variant: str) -> None:
        count = {"grand_melee": 10, "emperor": 6}.get(variant, 4)
        emperors = ("B", "E") if VARIANTS[variant].emperor else ()
        self.game = deal(variant, count, Options(emperors=emperors))
        self.twin = renamed(self.game, self.gone)

    @rule(action=of_machine(lambda self: thrown(partial(make, game=self.game))))
    def act(self, action: Action) -> None:
        twins = codec.decode_action(
            codec.dump(self.gone.apply(codec.parse_json(codec.encode_action(action))))
        )
        try:
            done = act(self.game, action)
        except Refusal as refusal:
            with pytest.raises(Refusal, match=refusal.reason):
                act(self.twin, twins)
            return
        events = codec.decode_events(
            codec.dump(self.gone.apply(codec.parse_json(codec.encode_events(done.events))))
        )
        assert act(self.twin, twins).events == events
        assert isinstance(done.table, Game)
        self.game = done.table
        for event in events:
            assert isinstance(event, GameEvent)
            self.twin = event.apply(self.twin)

    @invariant()
    def twins_are_alike(self) -> None:
        assert self.twin == renamed(self.game, self.gone)
        assert "A" not in {player.id for player in self.twin.players}


TestRenamed = Renamed.TestCase
TestRenamed.settings = examples(25)


def test_a_seat_a_player_and_a_side_lose_their_name_and_account() -> None:
    seat: dict[str, Json] = {"id": BEN.id, "name": "Ben", "user": int(BEN.id), "team": None}
    assert BEN.apply(seat) == {"id": "guest:player 1", "name": "Player 1", "user": None, "team": None}
    assert BEN.apply({"id": BEN.id, "name": "Ben", "members": [BEN.id, "7"]}) == {
        "id": "guest:player 1",
        "name": "Player 1",
        "members": ["guest:player 1", "7"],
    }


@pytest.mark.parametrize(
    ("gone", "side"),
    [
        (
            Anonymization(id="A", names={"a"}, to="Player 1"),
            Side(id="guest:player 1", name="Cleo", members=("guest:player 1",)),
        ),
        (Anonymization(id="7", names={"Cleo"}, to="Player 1"), Side(id="A", name="Player 1", members=("A",))),
    ],
    ids=("who had the seat", "who has it"),
)
def test_a_side_is_named_by_who_has_its_seat_when_the_game_restarts(gone: Anonymization, side: Side) -> None:
    """Also once the seat has changed hands again; the events and the game that they result in agree."""
    game, restarted = deal("commander", 2), list[Game]()
    for action in (
        HandOver(who="A", user=7, name="Cleo"),
        RestartGame(by="B"),
        HandOver(who="A", user=8, name="Dan"),
    ):
        done = act(game, action)
        assert isinstance(done.table, Game)
        game = done.table
        restarted += [one.game for one in done.events if isinstance(one, GameRestarted)]
    assert [renamed(one, gone).side(side.id) for one in (*restarted, game)] == [side, side]


def test_a_seat_that_changed_hands_gives_no_one_the_name_of_another() -> None:
    game = deal("commander", 2)
    for action in (HandOver(who="A", user=7, name="Cleo"), RestartGame(by="B")):
        done = act(game, action)
        assert isinstance(done.table, Game)
        game = done.table
    value = codec.parse_json(codec.encode_table(game))
    assert [*names_of_player(value, "A")] == []
    assert [*names_of_player(value, "7")] == ["Cleo"]
    assert names_of_seats([value])["7"] == {"Cleo"}
    assert names_of_seats([value])["A"] == set()


def test_others_of_the_same_name_and_things_of_that_name_stay() -> None:
    """A counter, a commander and a guest may be called like someone."""
    others: Json = [
        {"id": "guest:ben", "name": "Ben", "user": None},
        {"id": "7:1", "name": "Ben", "casts": 0},
        {"who": "7", "kind": "Ben", "amount": 1},
        {"counters": {"7": {"Ben": 2}}},
    ]
    assert BEN.apply(others) == others


def test_a_commander_keeps_its_name_but_is_someone_elses_card() -> None:
    card: Json = {"id": f"{BEN.id}:2", "name": "Tana, the Bloodsower", "casts": 1}
    assert BEN.apply(card) == {"id": "guest:player 1:2", "name": "Tana, the Bloodsower", "casts": 1}
    assert BEN.apply({"damage": {f"{BEN.id}:2": 21}}) == {"damage": {"guest:player 1:2": 21}}


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("Ben", "Player 1"),
        ("Ana, Ben", "Ana, Player 1"),
        ("Ben, Ben 2, Cy", "Player 1, Ben 2, Cy"),
        ("A random player of Ben, Ana", "A random player of Player 1, Ana"),
        ("A random player of Ana, Be…", "A random player of Ana, Player 1"),
        ("Random player (Ben, Ana)", "Random player (Player 1, Ana)"),
        ("Random player (Ana, Ben)", "Random player (Ana, Player 1)"),
        ("Random opponent, d3 = 2 (Ana, Ben, Cy)", "Random opponent, d3 = 2 (Ana, Player 1, Cy)"),
        ("Random opponent, d9 = 2 (Ana, Be…", "Random opponent, d9 = 2 (Ana, Player 1"),
        ("Ana, Be", "Ana, Be"),
        ("Benedict, Cy", "Benedict, Cy"),
        ("heads", "heads"),
    ],
)
def test_names_in_lists(text: str, becomes: str) -> None:
    assert BEN.in_list(text) == becomes


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("waiting for BEN", "waiting for Player 1"),
        ("<@123456789012345678>'s camera", "Player 1's camera"),
        ("Benedict was late", "Benedict was late"),
    ],
)
def test_names_in_what_someone_wrote(text: str, becomes: str) -> None:
    assert BEN.in_prose(text) == becomes


def test_of_several_names_the_longest_is_taken_out() -> None:
    both = Anonymization(id="7", names={"Ben", "Ben Lee"}, to="Player 1")
    assert both.in_prose("for Ben Lee and Ben") == "for Player 1 and Player 1"


def test_names_in_the_fields_in_which_people_write() -> None:
    typed: dict[str, Json] = {
        "label": "Ben's",
        "text": "of Ben",
        "question": "Ben?",
        "choices": ["Ben", 7],
        "card": "Ben",
    }
    assert BEN.apply(dict(typed)) == {
        **{"label": "Player 1's", "text": "of Player 1", "question": "Player 1?"},
        **{"choices": ["Player 1", 7], "card": "Player 1"},
    }
    written: dict[str, Json] = {one: "by Ben" for one in ("reason", "note", "deck", "decklist", "team")}
    assert BEN.unwritten({**written, "name": "Ben"}) == {
        **dict.fromkeys(written, "by Player 1"),
        "name": "Ben",
    }
    assert BEN.unwritten([written], gone=("reason", "decklist")) == [
        {**dict.fromkeys(written, "by Player 1"), "reason": "", "decklist": ""}
    ]
    assert BEN.apply({"link": "https://meet.example/ana"}) == {"link": "https://meet.example/ana"}


def test_an_event_that_names_no_one_stays() -> None:
    events: list[Json] = [["LobbyChanged", {"change": "opened"}], ["ChanceDrawn", {"kind": "first"}]]
    for event in events:
        assert BEN.apply(event) == event


def test_who_has_taken_a_guests_seat_over_loses_its_name_and_id() -> None:
    """The side still bears the guest's name, by which others would know who it was."""
    player: Json = {"id": "guest:zoe", "user": 7, "name": "Bo"}
    event: Json = ["SeatHandedOver", {"who": "guest:zoe", "user": 7, "name": "Bo"}]
    assert [*taken_seats([player, event], 7)] == ["guest:zoe", "guest:zoe"]
    assert [*taken_seats([player, event], 8)] == [*taken_seats([{"id": "A", "user": 7}], 7)] == []
    bo = Anonymization(id="7", names={"Bo"}, to="Player 1", taken=("guest:zoe",))
    side: Json = {"id": "guest:zoe", "name": "Zoe", "members": ["guest:zoe"]}
    id = "guest:player 1 1"
    assert bo.apply({"players": [player], "sides": [side]}) == {
        "players": [{"id": id, "user": None, "name": "Player 1"}],
        "sides": [{"id": id, "name": "Player 1", "members": [id]}],
    }


def test_who_has_given_a_seat_away_is_no_longer_named_for_it() -> None:
    event: Json = ["SeatHandedOver", {"who": "guest:zoe", "user": 7, "name": "Bo", "former": "Ben"}]
    expected: Json = ["SeatHandedOver", {"who": "guest:zoe", "user": 7, "name": "Bo", "former": BEN.to}]
    assert BEN.apply(event) == expected


def test_only_who_has_a_seat_has_an_id_of_a_seat() -> None:
    assert [*seat_ids([{"id": "A", "user": None}, {"id": "counter"}, {"user": 7}])] == ["A"]


def test_who_was_drawn_for_an_action_is_a_name() -> None:
    drawn = RecordChance(kind="random", asked="Random opponent, d2 = 1 (Ben, Ana)", result="Ben")
    step = with_draws((drawn,), LoseLife(who=(BEN.id,), amount=3))
    done = codec.decode_action(codec.dump(BEN.apply(codec.parse_json(codec.encode_action(step)))))
    assert isinstance(done, Together)
    assert done.actions == (
        RecordChance(kind="random", asked="Random opponent, d2 = 1 (Player 1, Ana)", result="Player 1"),
        LoseLife(who=(BEN.new_id,), amount=3),
    )


def test_who_joined_and_who_was_drawn_are_names() -> None:
    events = codec.encode_events(
        (
            LobbyChanged(lobby=Lobby(options=Options(link="https://meet.example/ben-room")), change="joined",
                         who="Ana, Ben"),
            ChanceDrawn(kind="first", asked="Who goes first of Ana, Ben", result="Ben"),
            ChanceDrawn(kind="roll", asked="d20", result="Ben"),
        )
    )  # fmt: skip
    joined, drawn, rolled = codec.decode_events(codec.dump(BEN.apply(codec.parse_json(events))))
    assert isinstance(joined, LobbyChanged)
    assert (joined.who, joined.lobby.options.link) == ("Ana, Player 1", None)
    assert drawn == ChanceDrawn(kind="first", asked="Who goes first of Ana, Player 1", result="Player 1")
    assert rolled == ChanceDrawn(kind="roll", asked="d20", result="Ben"), "dice draw nobody"


def test_a_free_name_is_in_none_of_the_texts() -> None:
    free = FreeName()
    free.note("Ana")
    assert free.name == "Player 1"
    free.note('{"id":"guest:player 1"}')
    free.note("Player 2")
    assert free.name == "Player 3"


def test_a_name_is_found_as_it_is_written_and_as_earlier_versions_escaped_it() -> None:
    renaming = Anonymization(id="7", names={'Bé"n'}, to="Player 1")
    assert renaming.concerns('{"asked":"Bé\\"n"}')
    assert renaming.concerns('{"asked":"B\\u00e9\\"n"}')
    assert not renaming.concerns('{"asked":"Ben"}')


def test_the_names_of_a_player_are_found_wherever_they_stand() -> None:
    player = Player(id=BEN.id, name="Bén", side=BEN.id, starting_life=20,
                    commanders=(Commander(id=f"{BEN.id}:1", name="Tana"),))  # fmt: skip
    value = codec.parse_json(codec.dump(player))
    assert [*names_of_player([{"game": {"players": [value]}}], BEN.id)] == ["Bén"]
