"""A person is forgotten: nothing of them is left, and the others' games are what they were."""

import json
from pathlib import Path

from rules.actions.endings import Concede
from rules.actions.table import HandOver, RecordChance
from rules.actions.turns import EndTurn
from rules.formats.options import Options
from rules.game.lobby import Seated
from rules.leagues.acts.judges import Judge
from rules.leagues.acts.results import VoidResult
from rules.leagues.league import League
from rules.leagues.result import ResultNumber
from rules.setup.lobby_actions import Gather, Join, StartGame
from rules.tournaments.state import TournamentPlay, TournamentRules
from rules.tournaments.teams import SignUpTeam
from rules.turns.clock import ExtendRound
from storage.engine.opening import open_database
from storage.links import LinkPurpose
from storage.privacy import KnownData
from storage.settings.definitions import CALL, Level
from storage.settings.settings import SettingsScope
from storage.tournaments.change import TournamentChange
from tests.storage.privacy.test_meanwhile import event
from tests.storage.privacy.world import (
    ANA,
    BEN,
    CALLED,
    CY,
    HERE,
    LIFE,
    NAME,
    THERE,
    World,
    by,
    contents,
    exported,
    remains,
    say_when,
    seat,
    world,
)
from tests.storage.table import assert_sound, fold, whole_log

__all__ = (
    "event",
    "world",
)


async def test_nothing_is_left_of_someone_and_the_game_is_what_it_was(world: World, address: str) -> None:
    game = await world.play(HERE)
    await world.settings.choose(Level.OWN, BEN, CALL, "on")
    await world.settings.choose(Level.OWN, CY, CALL, "on")
    bens, cys = [await world.games.links.make(LinkPurpose.WATCH, 1, 100, user, game) for user in (BEN, CY)]
    assert (await world.privacy.known(BEN)).links == 1
    for user, other in ((BEN, CY), (CY, BEN), (CY, ANA)):
        await world.games.avoidances.add(1, user, other)
    assert (await world.privacy.known(BEN)).avoided == 1
    exported = "".join([part async for part in world.privacy.export(BEN)])
    assert json.loads(exported)["avoided"] == [{"server": "1", "user": str(CY)}]
    before = await world.table(game)
    assert set(remains(address)) >= {"id as text", "id as a number", "name", "nickname"}
    await world.database.write(("ANALYZE entry", ()))  # as PostgreSQL does automatically
    forgotten = await world.privacy.forget(BEN)
    assert [one.game for one in forgotten] == [game]
    assert await world.database.rebuild()
    assert remains(address) == []
    after = await world.table(game)
    assert [player.name for player in after.players] == ["Ana", "Player 1", "Cy"]
    assert after.player("guest:player 1").user is None
    # By hand: Ana was dealt 3 by Ben's commander, Cy got 64 energy counters, one each time.
    assert after.life == {str(ANA): LIFE - 3, "guest:player 1": LIFE, str(CY): LIFE}
    assert after.player(str(ANA)).commander_damage == {"guest:player 1:1": 3}
    assert after.counters_of(str(CY)) == {"energy": 64}
    assert [after.life[str(one)] for one in (ANA, CY)] == [before.life[str(one)] for one in (ANA, CY)]
    chosen = await world.settings.effective(SettingsScope(1, (100,), BEN))
    assert chosen.own(CALL, Level.OWN) is None
    assert (await world.settings.effective(SettingsScope(1, (100,), CY)))[CALL] is True
    assert await world.privacy.known(BEN) == KnownData(games=(), settings=0, leagues=0, links=0)
    assert await world.games.avoidances.of_person(CY) == [{"server": "1", "user": str(ANA)}]
    assert await world.games.links.find(bens) is None
    assert await world.games.links.find(cys) is not None


async def test_the_log_still_tells_what_happened(world: World) -> None:
    game = await world.play(HERE)
    told = await whole_log(world.games, game)
    await world.privacy.forget(BEN)
    log = await whole_log(world.games, game)
    assert len(log) == len(told)
    assert [(one.number, one.kind, one.parent, one.at, one.when) for one in log] == [
        (one.number, one.kind, one.parent, one.at, one.when) for one in told
    ]
    assert {(one.user, one.name) for one in log} == {(ANA, "Ana"), (CY, "Cy"), (0, "Player 1")}
    assert [one.user == 0 for one in log] == [one.user == BEN for one in told]
    reasons = [one.change.reason for one in log if isinstance(one.change, ExtendRound)]
    assert reasons == ["Player 1 was late", ""]
    await assert_sound(world.games, game)


async def test_it_loads_undoes_redoes_and_goes_on_after_a_restart(file: Path) -> None:
    async with open_database(file) as database:
        world = World(database)
        game = await world.play(HERE)
        await world.privacy.forget(BEN)
        after = await world.table(game)
    async with open_database(file) as database:
        world = World(database)
        assert await world.table(game) == after, "the snapshot and the entries after it tell another game"
        assert after == fold(await world.games.history(game)), "the log tells another one"
        await world.games.undo(game, by(CY, "Cy"), 10)
        assert (await world.table(game)).counters_of(str(CY)) == {"energy": 64 - 9}
        await world.games.redo(game, by(CY, "Cy"), 10)
        assert await world.table(game) == after
        await world.act(game, ANA, "Ana", EndTurn())
        assert (await world.table(game)).turn.taker == str(CY)
        await assert_sound(world.games, game)


async def test_a_guests_seat_that_they_have_taken_over_names_them_no_longer(
    world: World, address: str
) -> None:
    """Neither by their own name nor by the guest's, by which others would know who it was."""
    guest = Seated(id="guest:zenobia", name="Zenobia", user=None)
    options = Options(variant="two_player", arranged=True)
    gather = Gather(options=options, seated=(seat(ANA, "Ana"), guest), host=str(ANA))
    game = (await world.games.open(HERE, by(ANA, "Ana"), gather)).game
    await world.act(game, ANA, "Ana", StartGame(order=(str(ANA), guest.id), draw=0))
    drawn = RecordChance(kind="random", asked="A random player of Ana, Zenobia", result="Zenobia")
    await world.act(game, ANA, "Ana", drawn)
    await world.act(game, ANA, "Ana", HandOver(who=guest.id, user=BEN, name=NAME))
    drawn = RecordChance(kind="random", asked=f"A random player of Ana, {NAME}", result=NAME)
    await world.act(game, ANA, "Ana", drawn)
    assert [one.game for one in await world.privacy.forget(BEN)] == [game]
    assert await world.database.rebuild()
    assert remains(address) == []
    assert b"enobia" not in contents(address)
    assert [player.name for player in (await world.table(game)).players] == ["Ana", "Player 1"]
    await assert_sound(world.games, game)


async def test_games_without_the_person_are_not_touched(world: World) -> None:
    theirs = await world.play(HERE)
    gather = Gather(options=Options(), seated=(seat(ANA, "Ana"), seat(CY, NAME)), host=str(ANA))
    other = (await world.games.open(THERE, by(ANA, "Ana"), gather)).game
    log = await whole_log(world.games, other)
    assert [one.game for one in await world.privacy.forget(BEN)] == [theirs]
    assert await whole_log(world.games, other) == log, "somebody else of that name"


async def test_two_people_of_one_game_are_two_afterwards(world: World) -> None:
    game = await world.play(HERE)
    await world.privacy.forget(BEN)
    await world.privacy.forget(CY)
    names = [player.name for player in (await world.table(game)).players]
    assert names == ["Ana", "Player 1", "Player 2"]
    assert (await world.table(game)).counters_of("guest:player 2") == {"energy": 64}
    assert await world.privacy.forget(BEN) == (), "there is nothing left to forget"


async def test_someone_who_was_only_seated_by_others_is_forgotten_too(world: World, file: Path) -> None:
    gather = Gather(options=Options(), seated=(seat(ANA, "Ana"), seat(BEN, NAME)), host=str(ANA))
    game = (await world.games.open(HERE, by(ANA, "Ana"), gather)).game
    await world.act(game, ANA, "Ana", Join(seats=(seat(CY, "Cy"),)))
    await world.games.undo(game, by(ANA, "Ana"))
    await world.privacy.forget(CY)
    await world.privacy.forget(BEN)
    await world.database.rebuild()
    assert remains(file) == []
    assert str(CY).encode() not in contents(file), "undone steps are part of the log"


async def test_a_league_keeps_points_and_forgets_the_name(world: World, address: str) -> None:
    league = (
        await world.games.leagues.create(1, by(ANA, "Ana"), League(name="Monday"), [HERE.channel])
    ).state.league
    game = await world.play(HERE)
    await world.act(game, BEN, CALLED, Concede(who=str(BEN)))
    await world.act(game, ANA, "Ana", Concede(who=str(ANA)))
    await world.games.leagues.results.void(
        league, by(ANA, "Ana"), ResultNumber(1), f"{NAME} played the wrong deck"
    )
    assert sorted(str(one.name) for one in (await world.games.leagues.state(league)).players.values()) == [
        "Ana", NAME, "Cy",
    ]  # fmt: skip
    told = await exported(world.privacy)
    assert (await world.privacy.known(BEN)).leagues == 1
    await world.privacy.forget(BEN)
    await world.database.rebuild()
    assert remains(address) == []
    names = {one.name for one in (await world.games.leagues.state(league)).players.values()}
    assert names == {"Ana", "Cy", None}
    voided = (await world.games.leagues.audit(league))[0].act
    # Ana rules on a game in which she has played.
    assert voided == VoidResult(number=ResultNumber(1), reason="\u2026 played the wrong deck", involved=True)
    assert NAME in told
    judge = Judge(user=ANA)
    await world.games.undo(game, by(ANA, "Ana"), judge=judge)
    await world.games.redo(game, by(ANA, "Ana"), judge=judge)
    await assert_sound(world.games, game)


async def test_a_team_forgets_what_a_member_said(world: World) -> None:
    rules = TournamentRules(name="Cup", play=TournamentPlay.DUELS, team_size=2)
    event = (await world.games.tournaments.create(HERE, by(ANA, "Ana"), rules)).tournament

    def sign_up(change: TournamentChange) -> None:
        people = change.number((BEN, NAME)), change.number((CY, "Cy"))
        change.add(SignUpTeam(team=change.team("Reds"), members=people))

    await world.games.tournaments.change(event, by(CY, "Cy"), sign_up)
    await say_when(world, event)
    await world.privacy.forget(BEN)
    rows = await world.database.fetch("SELECT name, available FROM tournament_player ORDER BY number")
    assert [tuple(row) for row in rows] == [(None, None), ("Cy", None), (None, None)]
