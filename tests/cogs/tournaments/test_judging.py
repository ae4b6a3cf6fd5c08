"""What judges do during a round: pair it again, move players, correct old results knowing what follows."""

import pytest
from simcord import ChannelHandle

from rules.game.game import Game
from rules.pairings.pairings import Pairings
from rules.tournaments.acts import EnterOutcome
from rules.tournaments.judging import ChangePairings
from storage.games.games import Request
from storage.posts import PostKind
from storage.tournaments.change import Notice, TournamentChange
from tests.cogs.tournaments.test_rounds import GUESTS, state, tables, thread, types, view
from tests.support.evening import Evening
from tests.support.leagues import judge_role, sign_up
from tests.support.messages import Said, said, text

AGAIN = "-# The games at these tables restart."


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the first round of the event Friday of eight: Ben, Cy, Dee and five guests."""
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, *GUESTS)
    await judges(evening, "round")
    return evening


@pytest.fixture
async def duels(blank: Evening) -> Evening:
    """An evening with the event Friday of the duels of Gil, Hal, Ida and Jo."""
    await blank.types("Ana", "event create", name="Friday", play="duels")
    await blank.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo")
    return blank


async def judges(evening: Evening, command: str, **options: object) -> Said:
    """Ana uses a command of /event."""
    answer = await evening.types("Ana", f"event {command}", **options)
    await evening.env.settle()
    return answer


async def seated(evening: Evening, table: int) -> list[str]:
    """Return the players of the game that is played at a table of the first round now."""
    there = await view(evening, 1, table)
    assert isinstance(there.table, Game)
    assert there.table.outcome is None
    return [player.name for player in there.table.players]


def boards(evening: Evening, table: int) -> int:
    return sum(text(one).startswith("-# Game") for one in thread(evening, 1, table).history())


@pytest.mark.own_bot
async def test_a_judge_pairs_a_round_again_before_a_table_has_ended(evening: Evening) -> None:
    before = [(await view(evening, 1, table)).game for table in (1, 2)]
    told = await judges(evening, "pair")
    now = await tables(evening)
    assert sorted([*now[0], *now[1]]) == sorted(["Ben", "Cy", "Dee", *GUESTS])
    assert told.text.splitlines() == [
        "## Friday: round 1",
        *(f"**Table {number}:** {', '.join(names)}" for number, names in enumerate(now, start=1)),
    ]
    assert len(evening.channel.threads) == 2
    assert [await seated(evening, table) for table in (1, 2)] == now
    played = [(await view(evening, 1, table)).game for table in (1, 2)]
    assert not {*before} & {*played}
    await evening.restart(settled=True)
    assert [(await view(evening, 1, table)).game for table in (1, 2)] == played
    await types(evening, 1, 1, "win", who=now[0][2])
    assert [row.winners for row in (await state(evening)).rounds[0].outcomes.values()] == [
        ((await state(evening)).rounds[0].tables[1][2],)
    ]
    late = await judges(evening, "pair")
    assert (late.text, late.private) == ("Table 1 already has a result, so its players stay there.", True)
    assert (await evening.types("Ben", "event pair")).text.startswith("Only ")


async def test_two_players_change_places(evening: Evening) -> None:
    (one, *_), (other, *_) = first, second = await tables(evening)
    told = await judges(evening, "move", who=one, swap=other)
    expected = [other, *first[1:]], [one, *second[1:]]
    assert told.text.splitlines() == [
        f"**Table 1:** {', '.join(expected[0])}",
        f"**Table 2:** {', '.join(expected[1])}",
        AGAIN,
    ]
    assert [await seated(evening, table) for table in (1, 2)] == [*expected]
    assert [boards(evening, table) for table in (1, 2)] == [2, 2]
    called = [text(one) for one in thread(evening, 1, 1).history() if "your table is open" in text(one)]
    assert len(called) == 2
    await types(evening, 1, 1, "win", who=other)
    refused = await judges(evening, "move", who=one, swap=other)
    assert refused.text == "Table 1 already has a result, so its players stay there."


async def test_a_result_of_a_judge_reaches_the_channel_and_the_table(evening: Evening) -> None:
    """Wherever the judge has entered it, and each of them once."""

    def told() -> list[int]:
        places = [evening.channel, thread(evening, 1, 1), thread(evening, 1, 2)]
        return [sum(" wins." in text(one) for one in place.history()) for place in places]

    (first, *_), (second, *_) = await tables(evening)
    await judges(evening, "result", table=1, winner=first)
    assert told() == [1, 1, 0]
    await types(evening, 1, 2, "event result", table=2, winner=second)
    assert told() == [2, 1, 1]


async def test_a_game_that_ends_otherwise_than_a_judge_has_said_changes_nothing_and_says_so(
    evening: Evening,
) -> None:
    """At the table, and to the judges by their role; once, though the end is undone and comes again."""
    role = await judge_role(evening)
    (judged, wins, *_), (same, *_) = await tables(evening)
    await judges(evening, "result", table=1, winner=judged)
    await judges(evening, "result", table=2, winner=same)

    def told(*places: ChannelHandle) -> list[str]:
        return [
            one for place in places for message in place.history() if "differently" in (one := text(message))
        ]

    await types(evening, 1, 2, "win", who=same)
    assert told(evening.channel, thread(evening, 1, 2)) == []
    for _ in range(2):
        await types(evening, 1, 1, "win", who=wins)
        await types(evening, 1, 1, "undo")
    await types(evening, 1, 1, "win", who=wins)
    (there,), (here,) = told(thread(evening, 1, 1)), told(evening.channel)
    for message in (there, here):
        assert f"{wins} wins" in message
        assert f"{judged} wins" in message
        assert evening.people["Ana"].mention in message
    assert f"<@&{role.id}>" in here
    assert f"<@&{role.id}>" not in there
    outcomes = (await state(evening)).rounds[0].outcomes
    assert outcomes[1].winners == ((await state(evening)).rounds[0].tables[1][0],)


async def test_a_judge_who_plays_at_the_table_is_marked(blank: Evening) -> None:
    """In the answer and in the table's thread; another judge isn't."""
    await judge_role(blank, "Eve")
    ana, eve = (blank.people[who] for who in ("Ana", "Eve"))
    await blank.types("Ana", "event create", name="Friday", play="duels")
    await blank.types("Ana", "event add", players=f"{ana.mention}, new Gil")
    await judges(blank, "round")
    for judge in (eve, ana):
        answer = said(await judge.slash(blank.channel, "event result", table=1, winner="Gil"))
        await blank.env.settle()
        last = [text(one) for one in thread(blank, 1, 1).history() if "Gil wins" in text(one)][-1]
        for shown in (answer.text, last):
            assert (f"⚠️ {judge.mention} plays" in shown) is (judge is ana)


async def test_an_ending_that_the_judge_has_replaced_is_not_mentioned_again(evening: Evening) -> None:
    (judged, won, *_), _ = await tables(evening)
    await types(evening, 1, 1, "win", who=won)
    await judges(evening, "result", table=1, winner=judged)
    await types(evening, 1, 1, "undo")
    await types(evening, 1, 1, "win", who=won)
    assert not any("differently" in text(one) for one in evening.channel.history())


async def test_a_late_entry_gets_a_seat_and_tables_keep_their_size(evening: Evening) -> None:
    first, second = await tables(evening)
    await judges(evening, "add", players="new Lee")
    assert (await judges(evening, "move", who="Lee", table=2)).text.splitlines() == [
        f"**Table 2:** {', '.join([*second, 'Lee'])}",
        AGAIN,
    ]
    assert await seated(evening, 1) == first
    assert await seated(evening, 2) == [*second, "Lee"]
    assert boards(evening, 1) == 1
    full = await judges(evening, "move", who=first[0], table=2)
    assert full.text == (
        "Table 2 would have too few or too many players: it needs 3 to 5. "
        "Use `swap:` to exchange two players."
    )
    assert (await judges(evening, "move", who=first[0], table=0)).text.splitlines() == [
        f"**Table 1:** {', '.join(first[1:])}",
        f"**Bye:** {first[0]}",
        AGAIN,
    ]
    assert await seated(evening, 1) == first[1:]
    assert (await evening.refused("Ana", "event move", who="Lee", table=2)).key == "moves_nowhere"
    assert (await judges(evening, "move", who="Lee", table=3)).text == "There's no table 3 in that round."
    assert (await judges(evening, "move", who="Lee")).text == (
        "Choose a destination: a table with `table:`, or another player's place with `swap:`."
    )


async def test_a_game_that_others_began_at_a_table_gives_way_to_its_new_seats(evening: Evening) -> None:
    """The table's own game was ended, and a lobby opened in its thread."""
    (one, *_), (other, *_) = first, _second = await tables(evening)
    await types(evening, 1, 1, "game end")
    await types(evening, 1, 1, "game new", variant="commander")
    await judges(evening, "move", who=one, swap=other)
    assert await seated(evening, 1) == [other, *first[1:]]


async def test_a_table_whose_thread_was_deleted_opens_in_a_new_one_for_its_new_seats(duels: Evening) -> None:
    """Before, Discord's answer that there is no such thread kept the table closed for good."""
    await judges(duels, "round")
    (one, other), (third, _) = await tables(duels)
    duels.env.backend.delete_channel(thread(duels, 1, 1).id)
    await duels.env.settle()
    await judges(duels, "move", who=one, swap=third)
    there = (await view(duels, 1, 1)).table
    assert isinstance(there, Game)
    assert [player.name for player in there.players] == [third, other]
    assert len(duels.errors()) == 1, "the end of the earlier game couldn't be posted"


@pytest.mark.own_bot
async def test_seats_that_a_crash_has_left_unchanged_are_changed_after_the_start(evening: Evening) -> None:
    """A file can also say who sits where; a table that the new pairings don't have gets a notice."""
    names = ["Ben", "Cy", "Dee", *GUESTS]
    now = await state(evening)
    numbers = {player.name: player.number for player in now.players.values()}
    five, three = tuple(numbers[name] for name in names[:5]), tuple(numbers[name] for name in names[5:])
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_779)
    act = ChangePairings(pairings=Pairings(tables=(five, three)))
    await evening.games.tournaments.change(
        await evening.tournament(), request, lambda change: change.add(act)
    )
    await evening.restart(settled=True)
    assert [await seated(evening, table) for table in (1, 2)] == [names[:5], names[5:]]
    file = ("pairings.csv", f"table,p1\n1,{','.join(names)}\n".encode())
    await judges(evening, "import", file=file)
    assert await seated(evening, 1) == names
    told = [*map(text, thread(evening, 1, 2).history())]
    assert told.count("This table is no longer part of the round.") == 1
    assert (await judges(evening, "export")).text == "**Friday**"
    # The game that was played there no longer matters.
    await types(evening, 1, 2, "undo")
    await types(evening, 1, 2, "win", who="Ida")
    assert await seated(evening, 1) == names


async def test_the_next_event_of_that_name_has_its_own_threads(evening: Evening) -> None:
    await judges(evening, "close")
    await judges(evening, "create", name="Friday")
    await judges(evening, "add", players="new: Gil, Hal, Ida, Jo")
    await judges(evening, "round")
    assert [one.name for one in evening.channel.threads].count("Friday · round 1 · table 1") == 2


async def two_rounds(evening: Evening) -> list[list[str]]:
    """Let the first seats win round 1, and pair round 2; return the tables of round 1."""
    await judges(evening, "round")
    first = await tables(evening)
    for number, names in enumerate(first, start=1):
        await types(evening, 1, number, "win", who=names[0])
    await judges(evening, "round")
    (win, lose), (win_too, lose_too) = first
    assert [{*one} for one in await tables(evening)] in (
        [{win, win_too}, {lose, lose_too}],
        [{lose, lose_too}, {win, win_too}],
    )
    return first


def pairs(shown: str) -> set[frozenset[str]]:
    """Return the pairs that a text names, two in a line."""
    return {frozenset(line.split(" and ")) for line in shown.splitlines() if line.count(" and ") == 1}


@pytest.mark.own_bot
async def test_a_judge_sees_what_an_old_result_would_have_changed(
    duels: Evening,
) -> None:
    """Winners meet winners: had the other one won at table 1, the pairs of round 2 would have been these."""
    (win, lose), (win_too, lose_too) = await two_rounds(duels)
    preview = await duels.people["Ana"].slash(duels.channel, "event result", table=1, winner=lose, round=1)
    shown = said(preview)
    assert shown.private
    assert shown.text.splitlines()[:3] == [
        f"Round 1, table 1: {lose} wins.",
        f"-# Before: {win} wins, from the game.",
        "**Round 2 would have been:**",
    ]
    assert pairs(shown.text) == {frozenset((lose, win_too)), frozenset((win, lose_too))}
    assert shown.text.splitlines()[-2:] == [
        "-# Rounds that are already paired won't change.",
        "[Correct result]",
    ]
    assert (await state(duels)).rounds[0].outcomes[1].judged is False
    await duels.restart()
    assert preview.response is not None
    entered = await duels.people["Ana"].click(preview.response, label="Correct result")
    await duels.env.settle()
    assert said(entered).text.splitlines()[0] == f"Round 1, table 1: {lose} wins."
    assert duels.chat()[-1].splitlines() == [
        f"Round 1, table 1: {lose} wins.",
        f"-# Before: {win} wins, from the game.",
        f"-# Entered by {duels.people['Ana'].mention}.",
    ]
    now = await state(duels)
    assert [now.players[one].name for one in now.rounds[0].outcomes[1].winners] == [lose]
    same = await judges(duels, "result", table=1, winner=lose, round=1)
    assert pairs(same.text) == {frozenset((lose, win_too)), frozenset((win, lose_too))}
    back = await judges(duels, "result", table=1, winner=win, round=1)
    assert "The pairings of later rounds would have been the same." in back.text


async def test_a_semifinal_is_corrected_though_the_final_is_paired(duels: Evening) -> None:
    """Before, the judge read that there was no such table."""
    await two_rounds(duels)
    await judges(duels, "result", table=1, outcome="draw")
    await judges(duels, "result", table=2, outcome="draw")
    await judges(duels, "cut", players=4)
    await judges(duels, "round")
    semifinals = await tables(duels)
    for number, (better, _) in enumerate(semifinals, start=1):
        await judges(duels, "result", table=number, winner=better)
    await judges(duels, "round")
    (_, lower), (other, _) = semifinals
    shown = (await judges(duels, "result", table=1, winner=lower, round=3)).text
    (heading,) = [line for line in shown.splitlines() if line.startswith("**Round 4 ")]
    assert pairs(shown) in ({frozenset((lower, other))}, set())
    assert lower in shown.partition(heading)[2]
    same = await judges(duels, "result", table=1, winner=semifinals[0][0], round=3)
    assert "The pairings of later rounds would have been the same." in same.text


def results(evening: Evening) -> int:
    """Return how often the channel reads the result of the first round's first table."""
    return sum(one.startswith("Round 1, table 1: ") for one in evening.chat())


async def test_a_result_whose_answer_discord_does_not_take_is_announced_once(evening: Evening) -> None:
    winner = (await tables(evening))[0][0]
    evening.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=2)
    await evening.people["Ana"].slash(evening.channel, "event result", table=1, winner=winner)
    assert evening.errors()
    await evening.passes(seconds=11)
    assert results(evening) == 1


@pytest.mark.own_bot
async def test_a_result_that_a_judge_has_entered_right_before_a_kill_is_announced_once(
    evening: Evening,
) -> None:
    now = await state(evening)
    act = EnterOutcome(round=1, table=1, winners=now.rounds[0].tables[1][:1], judged=True)

    def decide(change: TournamentChange) -> None:
        change.add(act)
        change.notices.append(Notice(PostKind.RESULT, "1:1"))

    judge = Request(evening.people["Ana"].id, "Ana", 7_777_700)
    await evening.games.tournaments.change(now.tournament, judge, decide)
    for _ in range(2):
        await evening.restart(away=60, settled=True)
        assert results(evening) == 1


async def test_judges_hear_what_an_undo_at_an_old_table_would_have_changed(duels: Evening) -> None:
    role = await judge_role(duels)
    (win, lose), (win_too, lose_too) = await two_rounds(duels)
    await types(duels, 1, 1, "undo")
    await duels.passes(seconds=1)
    (told,) = [one for one in duels.chat() if "undid the result" in one]
    assert told.splitlines()[0] == (f"<@&{role.id}> Round 1, table 1: the players undid the result.")
    await types(duels, 1, 1, "win", who=lose)
    await duels.passes(seconds=1)
    told = duels.chat()[-1]
    assert told.splitlines()[:2] == [
        f"<@&{role.id}> The players changed the result: Round 1, table 1: {lose} wins.",
        "**Round 2 would have been:**",
    ]
    assert pairs(told) == {frozenset((lose, win_too)), frozenset((win, lose_too))}
    assert told.splitlines()[-1] == "Enter a final result with `/event result`."


async def test_an_old_result_says_who_would_have_been_in_the_cut(duels: Evening) -> None:
    """Who wins twice leads. With the other result of round 1, that would be another one: 6 points to 3."""
    (win, lose), _ = await two_rounds(duels)
    for number, names in enumerate(await tables(duels), start=1):
        await types(duels, 2, number, "win", who=win if win in names else lose)
    await judges(duels, "cut", players=2)
    seeds = [(await state(duels)).players[one].name for one in (await state(duels)).seeds]
    assert seeds[0] == win
    shown = await judges(duels, "result", table=1, winner=lose, round=1)
    (line,) = [
        line for line in shown.text.splitlines() if line.startswith("**The top cut would have been:**")
    ]
    assert line.startswith(f"**The top cut would have been:** {lose} and ")
    assert (await judges(duels, "pair")).text == "The top cut has already begun."
