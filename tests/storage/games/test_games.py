"""Games as their users know them: what is refused, what undo and redo do, what a table shows of itself."""

from collections.abc import Collection
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from rules.actions.endings import Concede
from rules.actions.life import LoseLife
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId, PlayerOutcome
from rules.refusal import Refusal
from rules.setup.lobby_actions import CloseLobby, Join
from rules.table import AnyAction, Table
from storage.engine.database import Database
from storage.games.games import BoardMessage, EntryKind, Games, Location, Request, UnshownGame
from tests.storage.table import (
    DAY,
    GATHER,
    LIFE,
    PLACE,
    START,
    ana_has,
    assert_sound,
    choose,
    deal,
    end,
    life,
    lose,
    open_games,
    request,
    whole_log,
)
from tests.support.games import view_of

ELSEWHERE = Location(channel=200, guild=1)


async def test_an_entry_says_who_when_and_what_happened(database: Database) -> None:
    now = datetime(2026, 9, 25, 20, 15, 30, 123000, tzinfo=UTC)
    games = Games(database, clock=lambda: now)
    await deal(games)
    done = await games.act(PLACE, Request(user=7, name="Béa 🎲", interaction=2**63 - 1), lose(3))
    assert (life(done.before), life(done.after), done.repeated) == (LIFE, LIFE - 3, False)
    [entry] = await games.log(done.game, limit=1)
    assert entry == done.entry
    assert (entry.number, entry.kind, entry.parent, entry.at) == (3, EntryKind.ACT, 2, 3)
    assert (entry.user, entry.name, entry.interaction, entry.when) == (7, "Béa 🎲", 2**63 - 1, now)
    assert entry.action == LoseLife(who=("ana",), amount=3)


async def test_there_is_no_table_before_one_is_opened(games: Games) -> None:
    for where in (PLACE, GameId(1)):
        assert await games.view(where) is None
        for refused in (
            games.act(where, request(), lose()),
            games.undo(where, request()),
            games.redo(where, request()),
        ):
            with pytest.raises(Refusal, match="no_table"):
                await refused
    with pytest.raises(Refusal, match="no_table"):
        await games.set_board(GameId(1), None)
    assert (await games.log(GameId(1)), await games.history(GameId(1)), await open_games(games, DAY)) == (
        [],
        [],
        set(),
    )


async def test_a_place_has_one_table_at_a_time(games: Games) -> None:
    first = await deal(games)
    with pytest.raises(Refusal, match="table_in_use"):
        await games.open(PLACE, request(), GATHER)
    await deal(games, ELSEWHERE)
    await games.act(PLACE, request(), end())
    second = await games.open(PLACE, request(), GATHER)
    assert second.game not in (first, None)
    view = await view_of(games, PLACE)
    assert view.game == second.game
    await games.act(PLACE, request(), choose(CloseLobby()))
    await deal(games)


async def test_a_finished_game_is_shown_until_the_next_one_opens(games: Games) -> None:
    game = await deal(games)
    await games.act(PLACE, request(), end())
    view = await view_of(games, PLACE)
    assert view.game == game
    assert isinstance(view.table, Game)
    assert view.table.outcome is not None
    assert view.table.outcome.winners == ("ana",)


async def test_the_action_is_chosen_by_the_table_as_it_stands(games: Games) -> None:
    game = await deal(games)
    await games.act(PLACE, request(), lose(LIFE - 10))

    def half(table: Table) -> AnyAction:
        return LoseLife(who=("ana",), amount=life(table) // 2)

    assert life((await games.act(game, request(), half)).after) == 5
    assert await ana_has(games) == 5


async def test_a_refusal_writes_nothing(games: Games) -> None:
    game = await deal(games)
    before = await games.view(game)

    def forbid(_: Table) -> AnyAction:
        raise Refusal("not_yours")

    def forbid_undo(_: Table, _authors: Collection[int]) -> None:
        raise Refusal("not_yours")

    for refused in (
        games.act(game, request(), choose(Concede(who="nobody"))),
        games.act(game, request(), choose(START)),
        games.act(game, request(), forbid),
        games.undo(game, request(), 1, forbid_undo),
        games.undo(game, request(), 2),
        games.redo(game, request()),
        games.open(PLACE, request(), GATHER),
    ):
        with pytest.raises(Refusal):
            await refused
    assert await games.view(game) is before
    assert len(await whole_log(games, game)) == 2


async def test_undo_and_redo_are_entries_of_the_log(games: Games) -> None:
    game = await deal(games)
    for amount in (1, 2, 4):
        await games.act(PLACE, request(), lose(amount))
    undone = await games.undo(PLACE, request(), 2)
    assert (life(undone.before), life(undone.after)) == (LIFE - 7, LIFE - 1)
    assert (undone.entry.kind, undone.entry.parent, undone.entry.at) == (EntryKind.UNDO, 5, 3)
    assert (undone.entry.action, undone.entry.events) == (None, ())
    redone = await games.redo(game, request())
    assert (life(redone.before), life(redone.after)) == (LIFE - 1, LIFE - 3)
    assert (redone.entry.number, redone.entry.kind, redone.entry.at) == (7, EntryKind.REDO, 4)
    assert [entry.number for entry in await games.history(game)] == [1, 2, 3, 4]
    await assert_sound(games, game)


async def test_a_step_is_allowed_knowing_whose_actions_it_moves(games: Games) -> None:
    ana, ben, seen = 11, 12, list[Collection[int]]()
    game = await deal(games)
    for author in (ana, ben, ben):
        await games.act(PLACE, replace(request(), user=author), lose())

    def look(_: Table, authors: Collection[int]) -> None:
        seen.append(authors)

    await games.undo(PLACE, request(), 2, look)
    await games.undo(game, request(), 1, look)
    await games.redo(PLACE, request(), 2, look)
    await games.act(PLACE, replace(request(), user=ana), lose())
    await games.undo(PLACE, request(), 2, look)
    assert seen == [{ben}, {ana}, {ana, ben}, {ana, ben}]


async def test_an_action_after_an_undo_takes_the_place_of_the_undone_ones(games: Games) -> None:
    game = await deal(games)
    for amount in (1, 2):
        await games.act(PLACE, request(), lose(amount))
    await games.undo(PLACE, request(), 2)
    await games.act(PLACE, request(), lose(10))
    with pytest.raises(Refusal, match="nothing_to_redo"):
        await games.redo(PLACE, request())
    await games.undo(PLACE, request())
    assert life((await games.redo(PLACE, request())).after) == LIFE - 10
    assert [entry.number for entry in await games.history(game)] == [1, 2, 6]


async def test_the_view_knows_what_can_be_undone_and_redone(games: Games) -> None:
    async def can() -> tuple[bool, bool]:
        view = await view_of(games, PLACE)
        return view.can_undo, view.can_redo

    await games.open(PLACE, request(), GATHER)
    assert await can() == (False, False)
    await games.act(PLACE, request(), choose(START))
    assert await can() == (True, False)
    await games.act(PLACE, request(), lose())
    await games.undo(PLACE, request(), 2)
    assert await can() == (False, True)
    await games.redo(PLACE, request())
    assert await can() == (True, True)
    await games.redo(PLACE, request())
    assert await can() == (True, False)


async def test_undo_leads_back_into_the_lobby(games: Games) -> None:
    await deal(games)
    assert (await games.undo(PLACE, request())).after == Lobby(
        options=GATHER.options, seated=GATHER.seated, host="ana"
    )
    dee = Seated(id="dee", name="Dee", user=9)
    joined = await games.act(PLACE, request(), choose(Join(seats=(dee,))))
    assert isinstance(joined.after, Lobby)
    assert joined.after.seated == (*GATHER.seated, dee)


async def test_undo_brings_an_ended_game_back(games: Games) -> None:
    game = await deal(games)
    ended = await games.act(PLACE, request(), end())
    assert await open_games(games, DAY) == set()
    again = (await games.undo(PLACE, request())).after
    assert again == ended.before
    assert isinstance(again, Game)
    assert {player.result for player in again.players} == {PlayerOutcome.PLAYING}
    assert await open_games(games, DAY) == {game}
    with pytest.raises(Refusal, match="table_in_use"):
        await games.open(PLACE, request(), GATHER)
    await games.redo(PLACE, request())
    assert await open_games(games, DAY) == set()


async def test_an_ended_game_stays_ended_while_the_place_plays_another(games: Games) -> None:
    old = await deal(games)
    await games.act(PLACE, request(), end())
    new = await deal(games)
    with pytest.raises(Refusal, match="table_in_use"):
        await games.undo(old, request())
    await games.act(new, request(), end())
    await games.undo(old, request())
    view = await view_of(games, PLACE)
    assert view.game == old
    with pytest.raises(Refusal, match="table_in_use"):
        await games.undo(new, request())
    await games.act(PLACE, request(), end())
    view = await view_of(games, PLACE)
    assert view.game == new


async def test_many_old_games_of_one_place_can_be_looked_at(games: Games) -> None:
    old: list[GameId] = []
    for _ in range(8):
        old.append(await deal(games))
        await games.act(PLACE, request(), end())
    for game in old:
        await games.undo(game, request())
        assert await ana_has(games) == LIFE
        await games.redo(PLACE, request())
        await assert_sound(games, game)


async def test_looking_at_old_games_does_not_disturb_the_one_in_progress(games: Games) -> None:
    old: list[GameId] = []
    for _ in range(8):
        old.append(await deal(games))
        await games.act(PLACE, request(), end())
    current = await deal(games)
    for game in old:
        assert await games.view(game) is not None
    assert await ana_has(games, current) == LIFE
    for where in (PLACE, current, PLACE, current):
        await games.act(where, request(), lose())
    assert (await ana_has(games, PLACE), await ana_has(games, current)) == (LIFE - 4, LIFE - 4)
    await assert_sound(games, current)


async def test_the_log_is_read_page_by_page(games: Games) -> None:
    game = await deal(games)
    for _ in range(10):
        await games.act(PLACE, request(), lose())
    numbers: list[int] = []
    before = None
    while page := await games.log(game, before=before, limit=5):
        numbers += [entry.number for entry in page]
        before = numbers[-1]
    assert numbers == list(range(12, 0, -1))


async def test_the_view_shows_the_last_entries(games: Games) -> None:
    game = await deal(games)
    for _ in range(10):
        await games.act(PLACE, request(), lose())
    view = await view_of(games, game)
    assert [entry.number for entry in view.entries][-5:] == [8, 9, 10, 11, 12]


async def test_games_know_their_boards(games: Games) -> None:
    here, there = await deal(games), await deal(games, ELSEWHERE)
    await games.set_board(here, BoardMessage(channel=PLACE.channel, message=5))
    await games.set_board(there, BoardMessage(channel=ELSEWHERE.channel, message=6))
    await games.set_board(there, None)
    assert await games.unshown_games(DAY) == [
        UnshownGame(there, None, over=False),
        UnshownGame(here, BoardMessage(PLACE.channel, 5), over=False),
    ]
    view = await view_of(games, here)
    assert view.board == BoardMessage(PLACE.channel, 5)
