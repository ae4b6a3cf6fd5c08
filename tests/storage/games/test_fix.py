"""An earlier step is corrected: the game is as if it had been entered so, and one undo takes that back."""

from rules.actions.action import Action
from rules.actions.commanders import NameCommander
from rules.actions.damage import DealDamage
from rules.actions.life import GainLife, LoseLife, SetLife
from rules.actions.table import RecordChance, Together
from rules.actions.turns import EndTurn
from rules.events.table import ChanceDrawn
from rules.fixing import Correction
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId
from rules.setup.lobby_actions import Gather
from storage.games.games import Games, Request
from tests.storage.table import PLACE, START, assert_sound, choose, request
from tests.support.games import game_of

PEOPLE = ("ana", "ben", "cy")
FIRST = 3
"""The number of the first step after the game has begun."""


def deal(life: int) -> Gather:
    seated = tuple(Seated(id=name, name=name.title(), user=n) for n, name in enumerate(PEOPLE, 1))
    return Gather(options=Options(life=life, commander=True), seated=seated, host="ana")


async def begun(games: Games, life: int = 20) -> GameId:
    opened = await games.open(PLACE, request(), deal(life))
    await games.act(PLACE, request(), choose(START))
    return opened.game


async def enter(games: Games, *actions: Action) -> None:
    for action in actions:
        await games.act(PLACE, request(), choose(action))


async def table(games: Games) -> Game:
    return await game_of(games, PLACE)


def lose(who: str, amount: int) -> LoseLife:
    return LoseLife(who=(who,), amount=amount)


async def test_a_step_is_taken_back_and_what_followed_stays(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 3), lose("cy", 4), lose("ben", 5))
    done = await games.fix(PLACE, request(), Correction(changes={FIRST: None}))
    assert (await table(games)).life == {"ana": 20, "ben": 15, "cy": 16}
    assert [entry.number for entry in await games.history(game)] == [1, 2, 4, 5]
    assert (done.entry.number, done.entry.parent, done.entry.at) == (6, 5, 6)
    await assert_sound(games, game)


async def test_one_undo_takes_a_fix_back_and_one_redo_brings_it_again(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 3), lose("cy", 4))
    before = await games.view(game)
    await games.fix(PLACE, request(), Correction(changes={FIRST: lose("ben", 8)}))
    fixed = await table(games)
    assert fixed.life["ben"] == 12
    await games.undo(PLACE, request())
    after = await games.view(game)
    assert before is not None
    assert after is not None
    assert (after.table, after.turn_times) == (before.table, before.turn_times)
    await games.redo(PLACE, request())
    assert await table(games) == fixed
    await assert_sound(games, game)


async def test_a_wrong_death_three_steps_back(games: Games) -> None:
    """Ben is back with 4 life; who was hit by him since then still is."""
    game = await begun(games)
    await enter(games, lose("ben", 16), lose("ben", 4), lose("cy", 7), EndTurn(), lose("ana", 1))
    assert not (await table(games)).player("ben").in_game
    await games.fix(PLACE, request(), Correction(changes={FIRST + 1: None}))
    now = await table(games)
    assert now.player("ben").in_game
    assert now.life == {"ana": 19, "ben": 4, "cy": 13}
    assert now.turn.taker == "ben", "ben is in the turn order again"
    await assert_sound(games, game)


async def test_a_wrong_commander_hit(games: Games) -> None:
    game = await begun(games, life=40)
    hit = DealDamage(to=("ben",), amount=21, by="ana", combat=True, commander="ana:1")
    await enter(games, NameCommander(who="ana", name="Atraxa"), hit, lose("cy", 2), lose("ana", 5))
    assert not (await table(games)).player("ben").in_game, "21 damage from one commander (903.10a)"
    right = DealDamage(to=("cy",), amount=7, by="ana", combat=True, commander="ana:1")
    await games.fix(PLACE, request(), Correction(changes={FIRST + 1: right}))
    now = await table(games)
    assert now.life == {"ana": 35, "ben": 40, "cy": 31}
    assert now.player("cy").commander_damage == {"ana:1": 7}
    assert now.player("ben").commander_damage == {}
    await assert_sound(games, game)


async def test_a_forgotten_step_is_inserted(games: Games) -> None:
    """Ana had 12 before her total was doubled."""
    game = await begun(games)
    await enter(games, lose("cy", 1), SetLife(to={"ana": 10}), lose("ana", 2))
    await games.fix(PLACE, request(), Correction(before=FIRST + 1, inserted=lose("ben", 20)))
    now = await table(games)
    assert not now.player("ben").in_game
    assert now.life["ana"] == 8
    history = await games.history(game)
    assert [entry.number for entry in history] == [1, 2, 3, 6, 4, 5]
    assert [entry.when for entry in history] == sorted(entry.when for entry in history)
    await assert_sound(games, game)


async def test_later_steps_that_are_no_longer_allowed_are_announced_and_dropped(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 19), GainLife(who=("ben",), amount=5), lose("cy", 1))
    correction = Correction(changes={FIRST: lose("ben", 20)})
    preview = await games.preview_fix(PLACE, correction)
    assert [(one.step.entry.number, one.refusal.reason, one.partly) for one in preview.affected] == [
        (FIRST + 1, "left_game", False)
    ]
    assert isinstance(await table(games), Game)
    assert (await table(games)).player("ben").in_game, "it was only looked at"
    await games.fix(PLACE, request(), correction)
    now = await table(games)
    assert (now.player("ben").in_game, now.life["cy"]) == (False, 19)
    await assert_sound(games, game)


async def test_what_still_can_be_is_kept(games: Games) -> None:
    """All three lost 2; with Ben gone earlier, the two others still do."""
    await begun(games)
    everybody = LoseLife(who=PEOPLE, amount=2)
    await enter(games, lose("ben", 1), everybody, Together(actions=(lose("ben", 1), lose("cy", 1))))
    wrong = {FIRST: lose("ben", 20)}
    kept = await games.preview_fix(PLACE, Correction(changes=wrong))
    dropped = await games.preview_fix(PLACE, Correction(changes=wrong, keep=False))
    assert isinstance(kept.table, Game)
    assert isinstance(dropped.table, Game)
    assert (kept.table.life["ana"], kept.table.life["cy"]) == (18, 17)
    assert [one.partly for one in kept.affected] == [True, True]
    assert (dropped.table.life["ana"], dropped.table.life["cy"]) == (20, 20)
    assert [one.partly for one in dropped.affected] == [False, False]


async def test_chance_stays_as_it_fell(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 1), RecordChance(kind="dice", asked="1d20", result="17"), lose("cy", 1))
    await games.fix(PLACE, request(), Correction(changes={FIRST: None}))
    drawn = [
        one for entry in await games.history(game) for one in entry.events if isinstance(one, ChanceDrawn)
    ]
    assert [one.result for one in drawn] == ["17"]


async def test_an_ended_game_goes_on_and_ends_again(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 20), lose("cy", 20))
    assert (await table(games)).outcome is not None
    await games.fix(PLACE, request(), Correction(changes={FIRST: None}))
    assert (await table(games)).outcome is None
    await assert_sound(games, game)
    await enter(games, lose("ana", 20))
    outcome = (await table(games)).outcome
    assert outcome is not None
    assert outcome.winners == ("ben",)
    await assert_sound(games, game)


async def test_a_fix_of_a_fix(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 1), lose("ben", 2), lose("ben", 4))  # 3, 4, 5
    await games.fix(PLACE, request(), Correction(changes={4: lose("cy", 2)}))  # 6
    await enter(games, lose("ben", 8))  # 7
    await games.fix(PLACE, request(), Correction(before=5, inserted=lose("ana", 3)))  # 8
    await games.fix(PLACE, request(), Correction(changes={7: None}))  # 9
    assert (await table(games)).life == {"ana": 17, "ben": 15, "cy": 18}
    await games.fix(PLACE, request(), Correction(changes={8: lose("ana", 1), 3: None}))
    assert (await table(games)).life == {"ana": 19, "ben": 16, "cy": 18}
    assert [entry.number for entry in await games.history(game)] == [1, 2, 4, 8, 5]
    await assert_sound(games, game)


async def test_who_entered_what_is_kept(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 1), lose("ben", 2))

    judge = Request(user=77, name="Judy", interaction=5)
    await games.fix(PLACE, judge, Correction(changes={FIRST: lose("ben", 3)}))
    by = {entry.number: (entry.user, entry.name) for entry in await games.history(game)}
    assert by[FIRST] == (77, "Judy")
    assert by[FIRST + 1] == (0, "Ana")


async def test_a_step_that_is_entered_again_as_it_was_still_counts(games: Games) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 1), lose("ben", 2))
    same = Correction(changes={FIRST: None, FIRST + 1: lose("ben", 2)})
    await games.fix(PLACE, request(), same)
    assert (await table(games)).life["ben"] == 18
    await assert_sound(games, game)
