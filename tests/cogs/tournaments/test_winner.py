"""Time at an event's tables, and the winner's role."""

import discord
import pytest
import simcord

from rules.game.game import Game
from rules.game.parts import PlayerOutcome
from rules.tournaments.acts import CloseTournament, ReopenTournament
from storage.games.games import Request
from tests.cogs.tournaments.test_rounds import lines, state, tables, thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import begin_round
from tests.support.messages import buttons, text


@pytest.mark.parametrize(
    ("play", "asked", "turns"),
    [("duels", {}, 5), ("pods", {}, 0), ("pods", {"turns": 3}, 3), ("duels", {"turns": 0}, 0)],
)
@pytest.mark.own_bot
async def test_after_time_the_additional_turns_are_played_and_the_game_is_a_draw(
    evening: Evening, play: str, asked: dict[str, object], turns: int
) -> None:
    """Five additional turns in a duel (MTR 2.5), none in pods where no one says otherwise."""
    await evening.types("Ana", "event create", name="Friday", play=play, **asked)
    await evening.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo")
    await evening.types("Ana", "event round", minutes=30)
    await evening.env.settle()
    await types(evening, 1, 1, "turn next")
    await evening.passes(minutes=30)
    for turn in range(turns):
        await types(evening, 1, 1, "turn next")
        assert (await state(evening)).rounds[0].outcomes == {}, turn
    await evening.restart()
    await types(evening, 1, 1, "turn next")
    await evening.env.settle()
    there = await view(evening, 1, 1)
    assert isinstance(there.table, Game)
    assert there.table.outcome is not None
    assert there.table.outcome.result is PlayerOutcome.DRAW
    assert (await state(evening)).rounds[0].outcomes[1].winners == ()
    told = [text(one) for one in thread(evening, 1, 1).history()]
    assert sum("draw" in one for one in told) >= 2
    (winner, *_), *_ = await tables(evening)
    await types(evening, 1, 1, "undo")
    assert (await state(evening)).rounds[0].outcomes == {}
    await types(evening, 1, 1, "win", who=winner)
    assert len((await state(evening)).rounds[0].outcomes[1].winners) == 1


async def won(evening: Evening, winner: str, role: simcord.RoleHandle) -> list[str]:
    """An event is created, someone wins its only game, and it closes; what was said at both ends."""
    await evening.types("Ana", "event create", name="Friday", play="duels", role=role)
    created = evening.chat()[-1]
    who = evening.people
    await evening.types("Ana", "event add", players=f"{who['Ben'].mention}, {who['Cy'].mention}")
    await begin_round(evening)
    await evening.types("Ana", "event result", table=1, winner=winner)
    closed = await evening.types("Ana", "event close")
    await evening.env.settle()
    return [created, *closed.text.splitlines()[:2]]


@pytest.mark.own_bot
async def test_an_event_that_a_crash_has_left_open_in_the_chat_is_over_after_the_start(
    evening: Evening,
) -> None:
    """Its message says so and names the winner, and nothing can be joined or dropped from there."""
    await evening.types("Ana", "event create", name="Friday")
    await evening.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo")
    await begin_round(evening)
    await evening.types("Ana", "event result", table=1, winner="Ida")
    await evening.env.settle()
    assert buttons(event(evening)) == ["Join late", "My table", "Pairings", "Drop…", "Organize…"]
    await evening.bot.close()  # as after a kill: the event is over, and its message doesn't say so
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_780)
    await evening.games.tournaments.change(
        await evening.tournament(), request, lambda change: change.add(CloseTournament())
    )
    await evening.restart(away=60, settled=True)
    assert buttons(event(evening)) == ["Standings", "Organize…"]
    assert lines(evening)[3] == "**Ida** won the event."


async def holders(evening: Evening, role: simcord.RoleHandle) -> list[str]:
    """Return who has a role."""
    guild = evening.bot.get_guild(evening.server.id)
    assert guild is not None
    members = {name: await guild.fetch_member(person.id) for name, person in evening.people.items()}
    return [name for name, member in members.items() if member.get_role(role.id) is not None]


async def test_the_winner_gets_the_role_and_the_winner_before_gives_it_back(evening: Evening) -> None:
    role = evening.server.create_role("Champion")
    refused = await evening.refused("Ana", "event create", name="Friday", role=role)
    assert refused.startswith("You can't give members the role Champion")
    boss = evening.server.create_role("Boss", permissions=discord.Permissions(manage_roles=True))
    evening.env.backend.add_member_role(evening.server.id, evening.people["Ana"].id, boss.id)
    await evening.env.settle()
    gets = f"-# The winner gets the role <@&{role.id}>."
    assert await won(evening, "Ben", role) == [gets, "**Friday** is over: **Ben** wins!", gets]
    assert await holders(evening, role) == ["Ben"]
    assert await won(evening, "Cy", role) == [gets, "**Friday** is over: **Cy** wins!", gets]
    assert await holders(evening, role) == ["Cy"]
    guild = evening.bot.get_guild(evening.server.id)
    assert guild is not None
    top = guild.me.top_role.position
    order = [{"id": str(role.id), "position": top + 1}, {"id": str(boss.id), "position": top + 2}]
    evening.env.backend.reorder_roles(evening.server.id, order)
    await evening.env.settle()
    created, closed, lacks = await won(evening, "Ben", role)
    assert created == lacks
    assert lacks.startswith(f"⚠️ The winner can't be given <@&{role.id}>: Arbiter needs the ")
    assert closed == "**Friday** is over: **Ben** wins!"
    assert await holders(evening, role) == ["Cy"]


async def test_every_member_of_a_winning_team_gets_the_role(evening: Evening) -> None:
    """Red (Ben, Cy) win, then White (Cy, Dee): Cy keeps the role, and Ben gives it back."""
    role = evening.server.create_role("Champion")
    boss = evening.server.create_role("Boss", permissions=discord.Permissions(manage_roles=True))
    evening.env.backend.add_member_role(evening.server.id, evening.people["Ana"].id, boss.id)
    await evening.env.settle()
    for name, members in (("Red", ("Ben", "Cy")), ("White", ("Cy", "Dee"))):
        await evening.types("Ana", "event create", name="Friday", team_size=2, role=role)
        players = ", ".join(evening.people[one].mention for one in members)
        await evening.types("Ana", "event team", name=name, players=players)
        await evening.types("Ana", "event team", name="Blue", players="new: Gil, Hal")
        await begin_round(evening)
        await evening.types("Ana", "event result", table=1, winner=name)
        await evening.types("Ana", "event close")
        await evening.env.settle()
        assert await holders(evening, role) == list(members)


async def test_the_winner_of_a_reopened_event_gives_the_role_back(evening: Evening) -> None:
    """Ben had won until a judge corrected the only result: Cy has."""
    role = evening.server.create_role("Champion")
    boss = evening.server.create_role("Boss", permissions=discord.Permissions(manage_roles=True))
    evening.env.backend.add_member_role(evening.server.id, evening.people["Ana"].id, boss.id)
    await evening.env.settle()
    await won(evening, "Ben", role)
    assert await holders(evening, role) == ["Ben"]
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_781)
    await evening.games.tournaments.change(
        await evening.tournament(), request, lambda change: change.add(ReopenTournament())
    )
    await evening.types("Ana", "event result", table=1, winner="Cy")
    await evening.types("Ana", "event close")
    await evening.env.settle()
    assert await holders(evening, role) == ["Cy"]
