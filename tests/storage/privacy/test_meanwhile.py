"""What happens while a person is just being forgotten."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from rules.actions.counters import AddCounters
from rules.formats.options import Options
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, Join
from rules.tournaments.acts import SignUp
from rules.tournaments.state import TournamentId, TournamentPlay, TournamentRules
from storage.games.games import Location
from storage.links import LinkPurpose
from storage.settings.definitions import CALL, Level
from storage.tournaments.change import TournamentChange
from tests.storage.privacy.world import ANA, BEN, CY, HERE, NAME, THERE, World, by, say_when, seat, world
from tests.storage.table import assert_sound, choose

__all__ = ("world",)


async def test_nothing_is_entered_about_someone_who_is_just_being_forgotten(world: World) -> None:
    await world.play(HERE)
    async with world.database.forgetting(BEN):
        gather = Gather(options=Options(), seated=(seat(ANA, "Ana"), seat(BEN, NAME)), host=str(ANA))
        with pytest.raises(Refusal, match="being_forgotten"):
            await world.games.open(THERE, by(ANA, "Ana"), gather)
        with pytest.raises(Refusal, match="being_forgotten"):
            await world.privacy.forget(BEN)
        await world.games.open(THERE, by(ANA, "Ana"), replace(gather, seated=(seat(ANA, "Ana"),)))
        with pytest.raises(Refusal, match="being_forgotten"):
            await world.games.act(THERE, by(BEN, NAME), choose(Join(seats=(seat(CY, "Cy"),))))
    assert (await world.games.open(Location(300, 1), by(ANA, "Ana"), gather)).entry.number == 1


def choose_for_oneself(world: World, _: TournamentId) -> Awaitable[object]:
    return world.settings.choose(Level.OWN, BEN, CALL, "on")


def make_a_link(world: World, _: TournamentId) -> Awaitable[object]:
    return world.games.links.make(LinkPurpose.WATCH, 1, 100, BEN)


def be_avoided(world: World, _: TournamentId) -> Awaitable[object]:
    return world.games.avoidances.add(1, ANA, BEN)


@pytest.fixture
async def event(world: World) -> TournamentId:
    """A tournament for which Ben has signed up."""
    rules = TournamentRules(name="Cup", play=TournamentPlay.DUELS)
    state = await world.games.tournaments.create(HERE, by(ANA, "Ana"), rules)

    def sign_up(change: TournamentChange) -> None:
        change.add(SignUp(player=change.number((BEN, NAME))))

    return (await world.games.tournaments.change(state.tournament, by(BEN, NAME), sign_up)).tournament


@pytest.mark.parametrize("write", [choose_for_oneself, make_a_link, be_avoided, say_when])
async def test_no_row_names_someone_who_is_just_being_forgotten(
    world: World, event: TournamentId, write: Callable[[World, TournamentId], Awaitable[object]]
) -> None:
    async with world.database.forgetting(BEN):
        with pytest.raises(Refusal, match="being_forgotten"):
            await write(world, event)
    await write(world, event)


async def test_words_that_come_during_a_deletion_are_not_kept(world: World, event: TournamentId) -> None:
    forgetting = asyncio.create_task(world.privacy.forget(BEN))
    said = list[asyncio.Task[object]]()
    while not forgetting.done():
        said.append(asyncio.ensure_future(say_when(world, event)))
        await asyncio.sleep(0)
    await asyncio.gather(*said, return_exceptions=True)
    assert {str(one.exception()) for one in said[-1:]} == {"not_signed_up"}
    rows = await world.database.fetch("SELECT user, name, available FROM tournament_player")
    assert [tuple(row) for row in rows] == [(None, None, None)]


async def test_what_is_played_meanwhile_waits_and_counts(world: World) -> None:
    game = await world.play(HERE)
    add = AddCounters(who=(str(CY),), kind="energy", n=1)
    _, *_ = await asyncio.gather(
        world.privacy.forget(BEN), *(world.act(game, CY, "Cy", add) for _ in range(20))
    )
    assert (await world.table(game)).counters_of(str(CY)) == {"energy": 84}
    await assert_sound(world.games, game)
    assert await world.privacy.forget(BEN) == ()
