"""A queue: people wait, tables open whenever enough do, and their players come back."""

import discord
import pytest
from simcord import ChannelHandle
from simcord.results import to_discord_message

from rules.game.game import Game
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Location
from storage.privacy import Privacy
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import all_numbers, create, standings
from tests.support.messages import LIST, Said, pressable, text


def newest(evening: Evening, part: str, channel: int | None = None) -> discord.Message:
    """The newest message with this text in it."""
    kept = evening.env.backend.messages[channel or evening.channel.id]
    found = [to_discord_message(evening.env, kept[one]) for one in sorted(kept, reverse=True)]
    return next(one for one in found if part in text(one))


def queue(evening: Evening) -> discord.Message:
    return newest(evening, "\n[Join queue]")


def lines(evening: Evening) -> list[str]:
    return text(queue(evening)).splitlines()


def thread(evening: Evening, table: int) -> ChannelHandle:
    return next(one for one in evening.channel.threads if one.name == f"Friday · table {table}")


async def presses(evening: Evening, who: str, label: str) -> Said:
    answer = await evening.presses(who, label, queue(evening))
    await evening.env.settle()
    return answer


async def four_join(evening: Evening) -> None:
    """Ben, Cy, Dee and Eve press to join the queue, which is enough for a table."""
    for who in ("Ben", "Cy", "Dee", "Eve"):
        await presses(evening, who, "Join queue")


async def state(evening: Evening) -> TournamentState:
    return await evening.games.tournaments.state(await evening.tournament())


async def seated(evening: Evening, table: int) -> list[str]:
    now = await state(evening)
    return [str(now.players[one].name) for one in now.rounds[-1].tables[table]]


async def types(evening: Evening, table: int, command: str, **options: object) -> Said:
    """Ana types something at a table."""
    first, evening.channel = evening.channel, thread(evening, table)
    try:
        return await evening.types("Ana", command, **options)
    finally:
        evening.channel = first
        await evening.env.settle()


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the queue Friday, opened by Ana."""
    await evening.types("Ana", "event queue", name="Friday")
    return evening


async def test_four_who_wait_get_a_table(evening: Evening) -> None:
    assert lines(evening) == [
        "## Friday",
        "-# Pods of four",
        "A table opens as soon as 4 players are waiting.",
        "[Join queue]",
        "[Leave queue]",
    ]
    for who in ("Ben", "Cy", "Dee"):
        await presses(evening, who, "Join queue")
    assert lines(evening)[3] == "**Waiting (3):** Ben, Cy, Dee"
    assert (await presses(evening, "Ben", "Join queue")).text == "Already in the queue."
    await presses(evening, "Cy", "Leave queue")
    assert lines(evening)[3] == "**Waiting (2):** Ben, Dee"
    left = await presses(evening, "Cy", "Leave queue")
    assert left.text == "You aren't in the queue. Press **Join queue** first."
    assert evening.channel.threads == []
    await presses(evening, "Eve", "Join queue")
    await presses(evening, "Cy", "Join queue")
    at = await seated(evening, 1)
    assert sorted(at) == ["Ben", "Cy", "Dee", "Eve"]
    assert lines(evening)[3] == f"**Table 1:** {', '.join(at)} <#{thread(evening, 1).id}>"
    there = await view_of(evening.games, Location(thread(evening, 1).id, evening.server.id))
    assert isinstance(there.table, Game)
    assert [player.name for player in there.table.players] == at
    assert there.table.options.variant == "commander"
    assert there.clock.round is None


async def test_players_come_back_by_a_button_after_their_game(evening: Evening) -> None:
    await four_join(evening)
    still = await presses(evening, "Ben", "Join queue")
    assert still.text == "Your game at table 1 isn't over. Join again when it is, or when you've lost."
    await types(evening, 1, "lose", who="Cy")
    await presses(evening, "Cy", "Join queue")
    assert "**Waiting (1):** Cy" in lines(evening)
    await types(evening, 1, "win", who="Ben")
    over = newest(evening, "Table 1 is over. Play again?", thread(evening, 1).id)
    for number, who in enumerate(("Ben", "Dee"), start=2):
        back = await evening.presses(who, "Back to the queue", over)
        assert (back.text, back.private) == (f"You're in the queue: {number} of 4 players are waiting.", True)
    await evening.env.settle()
    assert lines(evening)[3] == "**Waiting (3):** Cy, Ben, Dee"
    assert not any("Table 1" in line for line in lines(evening))
    await presses(evening, "Fay", "Join queue")
    assert sorted(await seated(evening, 2)) == ["Ben", "Cy", "Dee", "Fay"]
    assert (await all_numbers(evening))[0].startswith("1. Ben · 5 points")


async def test_a_table_without_a_result_is_over_and_counts_for_no_one(evening: Evening) -> None:
    await four_join(evening)
    await types(evening, 1, "game end")
    assert not any("Table 1" in line for line in lines(evening))
    await presses(evening, "Ben", "Join queue")
    assert "**Waiting (1):** Ben" in lines(evening)
    shown = "".join(await all_numbers(evening))
    assert "1 point" not in shown
    assert "5 points" not in shown


async def test_who_avoids_someone_is_not_seated_with_them_and_no_one_learns_it(evening: Evening) -> None:
    said = await evening.types("Eve", "event avoid", who=evening.people["Ben"])
    ben = evening.people["Ben"].id
    expected = f"Queues won't seat you with <@{ben}>. Only you can see this."
    assert (said.text, said.private) == (expected, True)
    own = await evening.types("Eve", "event avoid", who=evening.people["Eve"])
    assert own.text == "You can't avoid yourself."
    await four_join(evening)
    assert lines(evening)[3] == "**Waiting (4):** Ben, Cy, Dee, Eve"
    assert (await evening.types("Ben", "event avoid")).text == "You aren't avoiding anyone."
    await presses(evening, "Fay", "Join queue")
    assert sorted(await seated(evening, 1)) == ["Ben", "Cy", "Dee", "Fay"]
    assert lines(evening)[3] == "**Waiting (1):** Eve"
    privacy = Privacy(evening.games, evening.settings)
    assert (await privacy.known(ben)).avoided == 0
    assert (await privacy.known(evening.people["Eve"].id)).avoided == 1
    stop = await evening.types("Eve", "event avoid", who=evening.people["Ben"], do="stop")
    assert stop.text == "You aren't avoiding anyone."


async def test_a_table_that_goes_on_after_all_is_not_called_over(evening: Evening) -> None:
    def told() -> list[tuple[int, str]]:
        return [(one.id, text(one)) for one in thread(evening, 1).history() if "is over. Play" in text(one)]

    await four_join(evening)
    await types(evening, 1, "draw", reason="agreement")
    ((message, over),) = told()
    await types(evening, 1, "undo")
    await evening.until(lambda: told() == [(message, f"~~{over.partition(chr(10))[0]}~~")])
    await types(evening, 1, "redo")
    await evening.until(lambda: told() == [(message, over)])


@pytest.mark.own_bot
async def test_who_plays_on_at_a_table_that_was_over_gets_no_second_seat(evening: Evening) -> None:
    """Ben queues again after the game, whose end is undone; then enough wait for a table without him."""
    await four_join(evening)
    await types(evening, 1, "win", who="Cy")
    await presses(evening, "Ben", "Join queue")
    await types(evening, 1, "undo")
    await evening.env.settle()
    people = ", ".join(evening.people[who].mention for who in ("Ana", "Fay"))
    await evening.types("Ana", "event add", players=f"{people}, new: Gil")
    await evening.env.settle()
    assert len((await state(evening)).rounds[-1].tables) == 1
    assert "Ben" not in "".join(one for one in lines(evening) if one.startswith("**Waiting"))
    await evening.types("Ana", "event add", players="new: Hal")
    await evening.env.settle()
    assert sorted(await seated(evening, 2)) == ["Ana", "Fay", "Gil", "Hal"]


@pytest.mark.own_bot
async def test_who_went_away_is_asked_and_then_removed(evening: Evening) -> None:
    """Asked after 30 minutes, removed ten minutes later unless they press; a guest waits on."""
    for who in ("Ben", "Cy"):
        await presses(evening, who, "Join queue")
    await evening.types("Ana", "event add", players="new Grandma")
    await evening.passes(minutes=29)
    assert not any("still waiting" in one for one in evening.chat())
    await evening.passes(minutes=1.1)
    ben, cy = evening.people["Ben"], evening.people["Cy"]
    asked = newest(evening, "are you still waiting?")
    assert text(asked).startswith(f"<@{ben.id}> <@{cy.id}>: are you still waiting?")
    here = await evening.presses("Cy", "I'm still here", asked)
    assert (here.text, here.private) == ("You're in the queue: 3 of 4 players are waiting.", True)
    await evening.restart()
    await evening.passes(minutes=10.1)
    assert evening.chat()[-1] == "Left the queue without an answer: Ben."
    assert lines(evening)[3] == "**Waiting (2):** Cy, Grandma"
    await evening.passes(minutes=30.1)
    assert text(newest(evening, "are you still waiting?")).startswith(f"<@{cy.id}>: are")


@pytest.mark.own_bot
async def test_no_one_is_asked_twice_when_discords_answer_is_lost(evening: Evening, network: Network) -> None:
    """Between the question to Ben and its retry, Cy's question falls due and Dee joins."""
    await presses(evening, "Ben", "Join queue")
    await evening.passes(seconds=15)
    await presses(evening, "Cy", "Join queue")
    await evening.passes(minutes=29)
    network.lose_answers("POST", f"/channels/{evening.channel.id}/messages")
    await evening.passes(minutes=1)
    await presses(evening, "Dee", "Join queue")
    await evening.passes(minutes=3)
    assert evening.errors(), "the first attempt is logged"
    asked = [one.partition(":")[0] for one in evening.chat() if "are you still waiting?" in one]
    assert sorted(asked) == sorted(evening.people[who].mention for who in ("Ben", "Cy"))


@pytest.mark.own_bot
async def test_who_was_removed_is_named_though_the_first_request_is_lost(
    evening: Evening, network: Network
) -> None:
    for who in ("Ben", "Cy"):
        await presses(evening, who, "Join queue")
    await evening.passes(minutes=30.1)
    network.lose_requests("POST", f"/channels/{evening.channel.id}/messages")
    await evening.passes(minutes=10.1)
    assert evening.errors(), "the first attempt is logged"
    await evening.restart()
    await evening.passes(minutes=1)
    left = [one for one in evening.chat() if one.startswith("Left the queue")]
    assert left == ["Left the queue without an answer: Ben and Cy."]


@pytest.mark.own_bot
async def test_those_whose_question_fell_due_during_an_outage_are_asked_together(evening: Evening) -> None:
    for who in ("Ben", "Cy", "Dee"):
        await presses(evening, who, "Join queue")
        await evening.passes(seconds=15)
    await evening.restart(away=45 * 60)
    await evening.passes(seconds=5)
    asked = [one.partition(":")[0] for one in evening.chat() if "are you still waiting?" in one]
    assert asked == [" ".join(evening.people[who].mention for who in ("Ben", "Cy", "Dee"))]


@pytest.mark.own_bot
async def test_a_restart_loses_no_one_and_opens_what_was_not(evening: Evening) -> None:
    for who in ("Ben", "Cy", "Dee"):
        await presses(evening, who, "Join queue")
    await evening.restart()
    assert lines(evening)[3] == "**Waiting (3):** Ben, Cy, Dee"
    await presses(evening, "Eve", "Join queue")
    assert len(evening.channel.threads) == 1
    await evening.restart(settled=True)
    assert len(evening.channel.threads) == 1
    await types(evening, 1, "win", who="Ben")
    await presses(evening, "Dee", "Join queue")
    assert lines(evening)[3] == "**Waiting (1):** Dee"


async def test_a_process_that_takes_a_server_over_goes_on_with_its_queues(evening: Evening) -> None:
    keepers, evening.games.tournaments.followers = (
        evening.games.tournaments.followers,
        (),
    )  # as if another process had died after the fourth has joined
    await four_join(evening)
    assert evening.channel.threads == []
    evening.games.tournaments.followers = keepers
    evening.bot.dispatch("shards_gained")
    await evening.until(lambda: evening.channel.threads != [])
    await evening.env.settle()
    assert sorted(await seated(evening, 1)) == ["Ben", "Cy", "Dee", "Eve"]


async def test_judges_add_and_drop_and_a_queue_has_no_rounds(evening: Evening) -> None:
    assert (await evening.types("Ben", "event queue", name="Mine")).text.startswith("Only ")
    added = await evening.types("Ana", "event add", players=f"{evening.people['Ben'].mention}, new: Grandma")
    assert added.text == "In the queue: Ben and Grandma."
    dropped = await evening.types("Ana", "event drop", who="Grandma")
    assert dropped.text == "Grandma left the queue for **Friday**."
    for command in ("event round", "event check-in"):
        refused = await evening.types("Ana", command)
        expected = "This event is a queue: players join and leave, and its tables open automatically."
        assert refused.text == expected
    assert (await evening.types("Ana", "event close")).text == "**Friday** is over."


async def test_tables_count_in_the_channels_league(evening: Evening) -> None:
    await create(evening)
    await four_join(evening)
    await types(evening, 1, "win", who="Cy")
    assert (await standings(evening))[0].startswith("**1.** **Cy** 5")


async def test_the_players_of_one_table_wait_three_minutes_for_others(evening: Evening) -> None:
    await four_join(evening)
    await types(evening, 1, "win", who="Cy")
    await four_join(evening)
    assert lines(evening)[3] == "**Waiting (4):** Ben, Cy, Dee, Eve"
    await evening.passes(minutes=2)
    assert lines(evening)[3] == "**Waiting (4):** Ben, Cy, Dee, Eve"
    await evening.passes(minutes=1.1)
    assert sorted(await seated(evening, 2)) == ["Ben", "Cy", "Dee", "Eve"]
    await types(evening, 2, "win", who="Cy")
    await four_join(evening)
    await presses(evening, "Fay", "Join queue")
    assert "Fay" in await seated(evening, 3)


async def test_duels_with_a_clock(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event queue", name="Duel", play="duels", minutes=50)
    for who in ("Ben", "Cy"):
        await presses(evening, who, "Join queue")
    (there,) = evening.channel.threads
    view = await view_of(evening.games, Location(there.id, evening.server.id))
    assert isinstance(view.table, Game)
    assert view.table.options.variant == "two_player"
    assert view.clock.round is not None


async def test_ratings_of_the_channels_league_choose_among_strangers(evening: Evening) -> None:
    """Ben and Fay have won a duel each and Eve none. Eve and Fay join Ben at once: Fay is nearer."""
    await create(evening, preset="swiss")
    for winner, loser in (("Ben", "Hal"), ("Fay", "Gil")):
        await evening.types(winner, "game new", variant="two_player", players=loser)
        await evening.types(winner, "win")
        await evening.env.settle()
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event queue", name="Friday", play="duels")
    await presses(evening, "Ben", "Join queue")
    both = [evening.people[who].mention for who in ("Eve", "Fay")]
    await evening.types("Ana", "event add", players=", ".join(both))
    await evening.env.settle()
    now = await evening.games.tournaments.state(TournamentId(await evening.tournament() + 1))
    assert sorted(str(now.players[one].name) for one in now.rounds[-1].tables[1]) == ["Ben", "Fay"]


async def wants(evening: Evening, who: str, brackets: str) -> None:
    """Picks brackets, such as 2-4 or any, from the queue's list."""
    (listed,) = [one for one in pressable(queue(evening)) if one["type"] == LIST]
    await evening.people[who].select(queue(evening), [brackets], custom_id=listed["custom_id"])
    await evening.env.settle()


async def test_tables_are_made_of_players_who_want_a_bracket_in_common(evening: Evening) -> None:
    for who, brackets in (("Ben", "1-2"), ("Cy", "3-4"), ("Dee", "2-3"), ("Eve", "4-5")):
        await wants(evening, who, brackets)
    assert lines(evening)[3] == (
        "**Waiting (4):** Ben (Brackets 1 to 2), Cy (Brackets 3 to 4), Dee (Brackets 2 to 3), "
        "Eve (Brackets 4 to 5)"
    )
    assert evening.channel.threads == []
    await wants(evening, "Eve", "3-3")
    assert evening.channel.threads == []
    await presses(evening, "Fay", "Join queue")
    assert sorted(await seated(evening, 1)) == ["Cy", "Dee", "Eve", "Fay"], "all of them play in bracket 3"
    assert lines(evening)[3] == "**Waiting (1):** Ben (Brackets 1 to 2)"
    assert lines(evening)[4].endswith(f" <#{thread(evening, 1).id}> · Bracket 3")
    called = [text(one) for one in thread(evening, 1).history() if "your table is open" in text(one)]
    assert "\nBracket 3" in called[0], "they know which decks to bring"


async def test_only_queues_of_commander_ask_for_brackets(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event queue", name="Duels", play="duels")
    assert [one for one in pressable(queue(evening)) if one["type"] == LIST] == []
