"""Events of fixed teams: they sign up together, are paired as teams, and play the team variant."""

import pytest

from cogs.core.components import button, card, rows
from cogs.tournaments.views.event import EventCustomId
from rules.game.game import Game
from storage.privacy import Privacy
from tests.cogs.board.test_every_button import post
from tests.cogs.tournaments.test_queue import newest
from tests.cogs.tournaments.test_rounds import state, tables, thread, types, view
from tests.support.evening import Evening
from tests.support.leagues import begin_round, drops, standing
from tests.support.messages import buttons, text
from tests.support.panels import forget


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday for pairs: Red, who are Ben and Cy, and Blue, who are Dee and Gil."""
    await evening.types("Ana", "event create", name="Friday", team_size=2)
    await evening.types("Ben", "event team", name="Red", players=mentions(evening, "Ben", "Cy"))
    await evening.types("Dee", "event team", name="Blue", players=f"{mentions(evening, 'Dee')}, new Gil")
    await evening.env.settle()
    return evening


def mentions(evening: Evening, *names: str) -> str:
    return ", ".join(evening.people[name].mention for name in names)


def lines(evening: Evening) -> list[str]:
    return text(newest(evening, "\n-# Teams of 2")).splitlines()


async def test_teams_sign_up_together(evening: Evening) -> None:
    assert lines(evening)[1:4] == [
        "-# Teams of 2 · 2 teams",
        "Sign up your team with `/event team`.",
        "**Players:** Red (Ben, Cy), Blue (Dee, Gil)",
    ]
    assert buttons(newest(evening, "\n-# Teams of 2")) == ["Drop…", "Organize…"]
    for who, players, refused in (
        ("Eve", ("Eve", "Cy"), "One of these players is already in a team."),
        ("Eve", ("Eve",), "A team of this event has 2 players. Name each of them once."),
        ("Eve", ("Fay", "Ben"), "Name yourself too, or ask a judge to sign the team up."),
    ):
        named = mentions(evening, *players)
        assert (await evening.types(who, "event team", name="Green", players=named)).text == refused
    same = await evening.types("Eve", "event team", name="red", players=mentions(evening, "Eve", "Fay"))
    assert same.text == "There's already a team called “red” here. Choose another name."
    added = await evening.types("Ana", "event add", players="Hal")
    assert added.text == "This event is for teams of 2. Sign yours up with `/event team`."
    judge = await evening.types("Ana", "event team", name="Green", players="new: Hal, Ida")
    assert judge.text == "Green signs up: Hal and Ida."


async def test_one_member_drops_or_checks_in_for_all(evening: Evening) -> None:
    await drops(evening, "Cy", newest(evening, "\n-# Teams of 2"))
    assert lines(evening)[3] == "**Players:** Blue (Dee, Gil)"
    again = await evening.types("Cy", "event team", name="Red", players=mentions(evening, "Cy", "Eve"))
    assert again.text == "Red signs up: Cy and Eve."
    called = await evening.types("Ana", "event check-in")
    dee, cy, eve = (evening.people[who].id for who in ("Dee", "Cy", "Eve"))
    assert called.text.splitlines()[1] == f"<@{dee}> <@{cy}> <@{eve}>"
    await evening.env.settle()
    await evening.presses("Eve", "I'm here", newest(evening, "\n-# Teams of 2"))
    closed = await evening.types("Ana", "event check-in", do="close")
    assert closed.text.endswith("Dropped, because they weren't here: Blue.")


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_team_that_has_dropped_wins_the_game_that_it_still_plays(
    evening: Evening, *, forgotten: bool
) -> None:
    """ "We've won and we're out": before, everyone lost that table, and **My table** said they had none."""
    await begin_round(evening)
    await evening.types("Ben", "event drop")
    assert "Table 1" in (await evening.presses("Ben", "My table", newest(evening, "\n-# Teams of 2"))).text
    if forgotten:
        for name in ("Ben", "Cy"):
            await forget(evening, name)
        await evening.env.settle()
    there = (await view(evening, 1, 1)).table
    assert isinstance(there, Game)
    winner = next(one.name for one in there.players if one.name not in ("Dee", "Gil"))
    assert forgotten is (winner not in ("Ben", "Cy"))
    await types(evening, 1, 1, "win", who=winner)
    now = await state(evening)
    (won,) = now.rounds[0].outcomes[1].winners
    assert [now.players[one].members for one in now.rounds[0].tables[1] if one == won] == [(1, 2)]


@pytest.mark.own_bot
async def test_a_table_plays_two_headed_giant_and_its_winner_is_a_team(evening: Evening) -> None:
    await begin_round(evening)
    (first, second) = (await tables(evening))[0]
    there = (await view(evening, 1, 1)).table
    assert isinstance(there, Game)
    assert there.options.variant == "two_headed_giant"
    people = {"Red": ["Ben", "Cy"], "Blue": ["Dee", "Gil"]}
    assert [player.name for player in there.players] == [*people[first], *people[second]]
    assert [[there.player(one).name for one in side.members] for side in there.sides] == [
        people[first],
        people[second],
    ]
    assert there.turn.taker == there.sides[0].id
    opening = next(text(one) for one in thread(evening, 1, 1).history() if "table is open" in text(one))
    assert all(f"<@{evening.people[who].id}>" in opening for who in ("Ben", "Cy", "Dee"))
    await evening.restart()
    await types(evening, 1, 1, "lose", who=people[second][1])
    assert standing(evening) == {first: "3", second: "0"}
    await evening.types("Ana", "event result", table=1, winner=people[second][0])
    await evening.env.settle()
    assert standing(evening) == {second: "3", first: "0"}
    closed = await evening.types("Ana", "event close")
    assert closed.text.splitlines()[0] == f"**Friday** is over: **{second}** wins!"


async def test_who_comes_later_is_sent_to_what_is_not_refused(evening: Evening) -> None:
    """Once a round has begun only a judge signs teams up, with `/event team`; once it is over no one does."""
    await begin_round(evening)
    green = mentions(evening, "Eve", "Fay")
    for refused in (
        await evening.refused("Eve", "event drop"),
        await evening.refused("Eve", "event team", name="Green", players=green),
    ):
        assert refused.key == "event_of_teams_started"
    late = await evening.types("Ana", "event team", name="Green", players=green)
    assert "Green signs up" in late.text
    await evening.types("Ana", "event close")
    old = await post(
        evening, card("Friday", *rows(button("Drop", EventCustomId("drop", await evening.tournament()))))
    )
    assert (await evening.refused_press("Ana", "Drop", old)).key == "event_over"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("size", "variant", "seats"),
    [(3, "emperor", "ABC DEF"), (3, None, "ABC DEF"), (2, "alternating_teams", "AD BE")],
)
async def test_larger_teams_sit_as_their_variant_says(
    blank: Evening, size: int, variant: str | None, seats: str
) -> None:
    """Emperor and Team vs. Team: teams together (809.2, 808.2). Alternating Teams: by turns (811.3)."""
    chosen = {} if variant is None else {"variant": variant}
    await blank.types("Ana", "event create", name="Friday", team_size=size, **chosen)
    for name, players in (("One", "ABC"), ("Two", "DEF")):
        named = ", ".join(f"{one}{one}" for one in players[:size])
        await blank.types("Ana", "event team", name=name, players=f"new: {named}")
    await begin_round(blank)
    there = (await view(blank, 1, 1)).table
    assert isinstance(there, Game)
    order = "".join(player.name[0] for player in there.players)
    blocks = seats.split()
    assert order in ("".join(blocks), "".join(blocks[::-1]) if variant != "alternating_teams" else "DAEB")


async def test_a_variant_has_to_fit_the_teams(blank: Evening) -> None:
    for size, variant in ((3, "two_headed_giant"), (2, "emperor"), (2, "commander"), (2, "archenemy")):
        told = await blank.types("Ana", "event create", name="Friday", team_size=size, variant=variant)
        assert f"isn't played by two teams of {size}. Choose another format." in told.text


async def test_a_team_loses_its_name_with_a_forgotten_member(evening: Evening) -> None:
    await Privacy(evening.games, evening.settings).forget(evening.people["Ben"].id)
    names = [one.name for one in (await state(evening)).players.values()]
    assert sorted(map(str, names)) == ["Blue", "Cy", "Dee", "Gil", "None", "None"]
