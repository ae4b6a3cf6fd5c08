"""Rounds of an event: paired, played in threads, counted automatically, up to a champion."""

from collections import Counter
from collections.abc import Sequence

import pytest
from simcord import ChannelHandle

from rules.game.game import Game
from rules.pairings.pairings import Pairings, Participant
from rules.tournaments.acts import BeginRound, TakeBackRound
from rules.tournaments.state import TournamentState
from storage.games.games import GameView, Location, Request
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import all_numbers, begin_round, create, sign_up, standing, standings
from tests.support.messages import Said, is_table, text

GUESTS = ("Gil", "Hal", "Ida", "Jo", "Kim")


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday of eight: Ben, Cy, Dee and five guests."""
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, *GUESTS)
    return evening


async def state(evening: Evening) -> TournamentState:
    return await evening.games.tournaments.state(await evening.tournament())


async def tables(evening: Evening, round: int = 0) -> list[list[str]]:
    """Return the names at the tables of a round, by default the last one, in the order of seats."""
    now = await state(evening)
    return [[str(now.players[one].name) for one in table] for table in now.rounds[round - 1].pairings.tables]


def thread(evening: Evening, round: int, table: int) -> ChannelHandle:
    name = f"Friday · round {round} · table {table}"
    return next(one for one in evening.channel.threads if one.name == name)


async def view(evening: Evening, round: int, table: int) -> GameView:
    there = await view_of(evening.games, Location(thread(evening, round, table).id, evening.server.id))
    return there


async def types(evening: Evening, round: int, table: int, command: str, /, **options: object) -> Said:
    """Ana types something at a table."""
    first, evening.channel = evening.channel, thread(evening, round, table)
    try:
        return await evening.types("Ana", command, **options)
    finally:
        evening.channel = first
        await evening.env.settle()


async def play(evening: Evening) -> list[str]:
    """Start the next round and let the first seat of each table win; return the winners."""
    await begin_round(evening)
    number, winners = len((await state(evening)).rounds), list[str]()
    for table, names in enumerate(await tables(evening), start=1):
        await types(evening, number, table, "win", who=names[0])
        winners.append(names[0])
    return winners


def lines(evening: Evening) -> list[str]:
    return text(event(evening)).splitlines()


async def test_a_round_opens_a_thread_with_the_game_for_each_table(evening: Evening) -> None:
    paired = await evening.types("Ana", "event round", minutes=60)
    await evening.env.settle()
    first, second = await tables(evening)
    assert sorted([*first, *second]) == sorted(["Ben", "Cy", "Dee", *GUESTS])
    assert paired.text.splitlines() == [
        "## Friday: round 1",
        f"**Table 1:** {', '.join(first)}",
        f"**Table 2:** {', '.join(second)}",
    ]
    for number, names in enumerate((first, second), start=1):
        there = await view(evening, 1, number)
        assert isinstance(there.table, Game)
        assert [player.name for player in there.table.players] == names
        assert there.table.options.variant == "commander"
        assert there.table.turn.taker == there.table.players[0].id
        assert there.clock.round is not None
        assert there.clock.round.ends - there.clock.moment(0) > 0
        said = [text(one) for one in thread(evening, 1, number).history()]
        assert any("your table is open" in one for one in said)
        assert any(one.startswith("-# Game") for one in said)
    assert lines(evening)[2:5] == [
        "### Friday: round 1",
        "0 of 2 tables have a result.",
        f"**Table 1:** {', '.join(first)} <#{thread(evening, 1, 1).id}>",
    ]


async def test_results_come_automatically_and_undo_takes_them_back(evening: Evening) -> None:
    await begin_round(evening)
    first, _ = await tables(evening)
    await types(evening, 1, 1, "win", who=first[2])
    assert lines(evening)[3] == "1 of 2 tables have a result."
    assert standing(evening)[first[2]] == "5"
    await types(evening, 1, 1, "undo")
    assert lines(evening)[3] == "0 of 2 tables have a result."
    assert standing(evening)[first[2]] == "0"
    await types(evening, 1, 1, "draw", reason="effect", who=first[0])
    assert [standing(evening)[name] for name in first] == ["1", "1", "1", "1"]
    # Who had lost before the draw has lost (CR 104.4b, 104.4c: the game is a draw for those still in it).
    await types(evening, 1, 1, "undo")
    await types(evening, 1, 1, "lose", reason="effect", who=first[1])
    await types(evening, 1, 1, "draw", reason="effect", who=first[0])
    assert [standing(evening)[name] for name in first] == ["1", "0", "1", "1"]


async def test_a_judge_enters_and_corrects_results_and_their_word_stands(evening: Evening) -> None:
    await begin_round(evening)
    first, second = await tables(evening)
    told = await evening.types("Ana", "event result", table=1, winner=first[1])
    assert told.text == f"Round 1, table 1: {first[1]} wins."
    await types(evening, 1, 1, "win", who=first[0])
    await evening.env.settle()
    assert standing(evening)[first[1]] == "5"
    assert (
        await evening.types("Ana", "event result", table=2, outcome="draw")
    ).text == "Round 1, table 2: a draw."
    await evening.env.settle()
    assert standing(evening)[second[0]] == "1"
    wrong = await evening.types("Ana", "event result", table=1, winner=second[0])
    assert (wrong.text, wrong.private) == (
        f"{second[0]} isn't at table 1 in round 1: {', '.join(first)} are.",
        True,
    )
    none = await evening.types("Ana", "event result", table=3, outcome="draw")
    assert none.text == "There's no table 3 in that round."


async def test_what_a_round_waits_for(evening: Evening) -> None:
    await evening.types("Ana", "event check-in")
    closed = await evening.types("Ana", "event round")
    assert closed.text == "Check-in is open. Close it first with `/event check-in do:close`."
    for who in ("Ben", "Cy", "Dee"):
        await evening.presses(who, "I'm here", event(evening))
    await evening.types("Ana", "event check-in", do="close")
    await evening.types("Ana", "event round")
    second = await evening.types("Ana", "event round")
    assert second.text == "Tables without a result: 1, 2. Enter one with `/event result`."
    await evening.env.settle()
    assert "[Join]" not in text(event(evening))
    assert (await evening.types("Ben", "event round")).text.startswith("Only ")


@pytest.mark.own_bot
async def test_a_night_to_the_champion(evening: Evening) -> None:
    """Two rounds, a drop, a late entry, a restart, a round with two threes, a top cut of four.

    By hand: a win is 5 points and no one draws. No one can meet again in the second round, since each of two
    tables of four has two of each first table; it is allowed then, and points still add up.
    """
    wins = Counter(await play(evening))
    assert standing(evening) == {
        **dict.fromkeys(("Ben", "Cy", "Dee", *GUESTS), "0"),
        **dict.fromkeys(wins, "5"),
    }
    await evening.restart()
    wins.update(await play(evening))
    assert standing(evening) == {name: str(5 * wins[name]) for name in ("Ben", "Cy", "Dee", *GUESTS)}
    out = next(name for name in GUESTS if not wins[name])
    await evening.types("Ana", "event drop", who=out)
    await evening.types(
        "Ana", "event drop", who=next(name for name in GUESTS if not wins[name] and name != out)
    )
    await evening.types("Ana", "event add", players="new Lee")
    await evening.types("Ana", "event drop", who="Lee")
    wins.update(await play(evening))
    now = await state(evening)
    assert sorted(len(table) for table in now.rounds[-1].pairings.tables) == [3, 3]
    shown = standing(evening)
    assert {name: shown[name] for name in wins} == {name: str(5 * wins[name]) for name in wins}
    cut = await evening.types("Ana", "event cut", players=4)
    best = [name for name, _ in wins.most_common()]
    assert cut.text.startswith("Top cut of **Friday**, best first: ")
    assert best[0] in cut.text.split(": ")[1].split(",")[0] or wins[best[0]] == wins[best[1]]
    (won,) = await play(evening)
    assert (await state(evening)).rounds[-1].pairings.tables == ((await state(evening)).seeds,)
    again = await evening.types("Ana", "event round")
    assert again.text == "The final has been played. `/event close` ends the event."
    closed = await evening.types("Ana", "event close")
    assert closed.text.splitlines()[0] == f"**Friday** is over: **{won}** wins!"
    await evening.env.settle()
    assert "This event is over." in lines(evening)
    assert (await all_numbers(evening))[0].startswith(f"1. {won} · ")


async def test_the_night_without_a_cut_is_won_by_the_first_of_the_standings(evening: Evening) -> None:
    first = await play(evening)
    await play(evening)
    place, best = (await all_numbers(evening))[0].split(" · ")[0].split(" ")
    assert place == "1."
    assert best in (await evening.types("Ana", "event close")).text
    assert first


@pytest.mark.own_bot
async def test_tables_that_a_crash_has_left_closed_are_opened_after_the_start(evening: Evening) -> None:
    now = await state(evening)
    numbers: Sequence[Participant] = [player.number for player in now.players.values()]
    pairings = Pairings(tables=(tuple(numbers[:4]), tuple(numbers[4:])))
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_777)
    await evening.games.tournaments.change(
        await evening.tournament(), request, lambda change: change.add(BeginRound(pairings=pairings))
    )
    assert evening.channel.threads == []
    await evening.restart(settled=True)
    assert len(evening.channel.threads) == 2
    await evening.restart(settled=True)
    assert len(evening.channel.threads) == 2
    for number in (1, 2):
        boards = [one for one in thread(evening, 1, number).history() if text(one).startswith("-# Game")]
        assert len(boards) == 1


async def test_judges_hear_that_tables_could_not_be_opened_and_try_again(evening: Evening) -> None:
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, create_public_threads=False)
    await begin_round(evening)
    assert evening.channel.threads == []
    assert [line for line in evening.chat() if "could be opened" in line] == [
        "Not every table could be opened. Arbiter needs the permissions Create Public Threads and Send "
        "Messages in Threads here; `/event show` tries again."
    ]
    assert len(evening.errors()) == 1, "it is in the log, too"
    await channel.set_permissions(channel.guild.me, overwrite=None)
    await evening.types("Ana", "event show")
    await evening.env.settle()
    assert len(evening.channel.threads) == 2


async def test_a_table_that_cannot_be_opened_closes_no_other(evening: Evening, network: Network) -> None:
    network.break_answers("POST", "/channels/*/threads", KeyError("nobody thought of this"))
    await begin_round(evening)
    assert evening.errors()
    assert isinstance((await view(evening, 1, 2)).table, Game)
    await evening.passes(seconds=31)
    assert isinstance((await view(evening, 1, 1)).table, Game)
    assert len(evening.channel.threads) == 2


async def test_tables_have_their_boards_though_the_event_ends_while_discord_is_away(
    evening: Evening, network: Network
) -> None:
    """Discord has got the call to each table, and its answer was lost."""
    network.lose_each_answer("POST", "/channels/*/messages")
    await begin_round(evening)
    await evening.types("Ana", "event close")
    await evening.passes(seconds=90)
    assert evening.errors()
    for number in (1, 2):
        boards = [one for one in thread(evening, 1, number).history() if is_table(one)]
        board = (await view(evening, 1, number)).board
        assert board is not None
        assert [one.id for one in boards] == [board.message]


async def test_a_round_may_be_taken_back_before_its_tables_are_called(
    evening: Evening, network: Network
) -> None:
    network.lose_each_answer("POST", "/channels/*/messages")
    await begin_round(evening)
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_777)
    await evening.games.tournaments.change(
        await evening.tournament(), request, lambda change: change.add(TakeBackRound())
    )
    await evening.passes(seconds=90)
    network.work_again()
    await evening.passes(seconds=90)
    assert {"disconnected" in str(one) for one in evening.errors()} == {True}, "and no error of ours"


async def test_results_count_in_the_channels_league(evening: Evening) -> None:

    await create(evening)
    winners = await play(evening)
    rows = [line.partition(" point")[0] for line in await standings(evening)]
    assert {f"**1.** **{name}** 5" for name in winners} == set(rows[:2])
