"""Dungeons: the maps, the ways through them, their completion (309, 701.49)."""

import pytest

from rules.actions.designations import ResolveRoom, Venture
from rules.events.designations import DungeonCompleted
from rules.game.game import Game
from rules.players.dungeons import DUNGEONS
from rules.refusal import Refusal
from rules.table import act
from tests.rules.deals import deal, play


def refusal(game: Game, action: Venture | ResolveRoom) -> Refusal:
    with pytest.raises(Refusal) as refused:
        act(game, action)
    return refused.value


@pytest.mark.parametrize("name", DUNGEONS)
def test_every_way_through_a_dungeon_ends_in_its_one_last_room(name: str) -> None:
    plan = DUNGEONS[name]
    ways: list[tuple[str, ...]] = [(next(iter(plan)),)]
    ends: set[str] = set()
    seen: set[str] = set()
    while ways:
        way = ways.pop()
        seen.add(way[-1])
        exits = plan[way[-1]]
        assert len(exits) <= 2
        ways.extend((*way, room) for room in exits)
        if not exits:
            ends.add(way[-1])
    assert len(ends) == 1
    assert seen == set(plan)


# The number of rooms on a way through, as printed on the cards.
@pytest.mark.parametrize(
    ("name", "rooms"),
    [
        ("Lost Mine of Phandelver", {4}),
        ("Dungeon of the Mad Mage", {7}),
        ("Tomb of Annihilation", {3, 4}),
        ("Undercity", {5}),
    ],
)
def test_how_long_the_ways_are(name: str, rooms: set[int]) -> None:
    def lengths(room: str) -> set[int]:
        exits = DUNGEONS[name][room]
        return {1 + n for exit in exits for n in lengths(exit)} if exits else {1}

    assert lengths(next(iter(DUNGEONS[name]))) == rooms


def test_a_dungeon_has_to_be_named_to_be_entered() -> None:
    assert refusal(deal(), Venture(who="A")).reason == "choose_dungeon"
    assert refusal(deal(), Venture(who="A", into="Nowhere")).reason == "choose_dungeon"


def test_a_fork_asks_for_the_way_by_name_or_by_number() -> None:
    game = play(deal(), Venture(who="A", into="undercity"))
    assert refusal(game, Venture(who="A")).values["rooms"] == ("Forge", "Lost Well")
    assert refusal(game, Venture(who="A", room="3")).reason == "choose_room"
    by_name = play(game, Venture(who="A", room="lost well")).player("A").dungeon
    by_number = play(game, Venture(who="A", room="2")).player("A").dungeon
    assert by_name == by_number
    assert by_name is not None
    assert by_name.room == "Lost Well"


def test_a_dungeon_is_completed_when_the_last_room_has_resolved() -> None:
    game = play(
        deal(),
        Venture(who="A", into="Tomb of Annihilation"),
        Venture(who="A", room="Oubliette"),
        Venture(who="A"),
    )
    place = game.player("A").dungeon
    assert place is not None
    assert (place.room, place.depth, place.last) == ("Cradle of the Death God", 3, True)
    done = act(game, ResolveRoom(who="A"))
    assert DungeonCompleted in map(type, done.events)
    assert isinstance(done.table, Game)
    assert done.table.player("A").completed_dungeons == ("Tomb of Annihilation",)


def test_a_room_in_between_resolves_without_more() -> None:
    game = play(deal(), Venture(who="A", into="Undercity"), ResolveRoom(who="A"))
    assert game.player("A").dungeon is not None
    assert refusal(game, ResolveRoom(who="B")).reason == "not_in_dungeon"


def test_everyone_has_their_own_place() -> None:
    game = play(deal(), Venture(who="A", into="Undercity"), Venture(who="B", into="Tomb of Annihilation"))
    rooms = [player.dungeon.room for player in game.players if player.dungeon is not None]
    assert rooms == ["Secret Entrance", "Trapped Entry"]
