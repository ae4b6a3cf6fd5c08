"""Duels of several games: their games break ties by the Magic Tournament Rules, and follow corrections."""

import discord
import pytest
from simcord import ResponseMessage

from storage.engine.timestamps import milliseconds
from storage.settings.definitions import ROUND, TURN_TIMER, Level
from tests.cogs.tournaments.test_matches import duels, game, lines, next_game
from tests.cogs.tournaments.test_rounds import state, thread, types, view
from tests.support.evening import Evening
from tests.support.leagues import all_numbers, sign_up, standing
from tests.support.messages import message_of, said, verbs
from tests.support.wording import gist


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """The event Friday of best-of-three duels of Ben and the guests Hal, Ida, Jo and Kim."""
    await evening.types("Ana", "event create", name="Friday", play="duels", best_of=3, floor="33/100")
    await evening.types(
        "Ana", "event add", players=f"{evening.people['Ben'].mention}, new: Hal, Ida, Jo, Kim"
    )
    return evening


async def pairs(evening: Evening, *tables: str) -> None:
    """A round of these tables; who is at none has a bye."""
    rows = [f"{number},{table.replace(' ', ',')}" for number, table in enumerate(tables, start=1)]
    content = "\n".join(["table,player 1,player 2", *rows])
    await evening.types("Ana", "event import", file=("pairings.csv", content.encode()))
    await evening.env.settle()


async def enters(evening: Evening, table: int, winner: str | None, games: str, **more: object) -> str:
    chosen = {} if winner is None else {"winner": winner}
    told = await evening.types("Ana", "event result", table=table, games=games, **chosen, **more)
    await evening.env.settle()
    return told.text


@pytest.mark.own_bot
async def test_ties_are_broken_by_games_as_on_paper(evening: Evening) -> None:
    """MTR Appendix C. Round 1: Ben–Hal 2–1, Ida–Jo 1–1–1, a bye for Kim. Round 2: Ben–Ida 2–0, Kim–Hal 2–1,
    a bye for Jo.

    Match-win percentages: Ben 6/6, Kim 6/6, Jo 4/6, Ida 1/6 and Hal 0/6, which count as 33%.
    Game points: Ben 12/15, Kim (6 of the bye, 6) 12/15, Jo (4, 6 of the bye) 10/15, Ida 4/15, which counts as
    33%, Hal 6/18. Opponents' means leave byes out, so that Ben (Hal, Ida) has (1/3 + 33%) / 2 = 33.17% and
    Kim (Hal) 33.33%: only the last tie-breaker parts them.
    """
    await pairs(evening, "Ben Hal", "Ida Jo")
    for winner in ("Ben", "Hal"):
        await game(evening, winner)
        await next_game(evening)
    await game(evening, "Ben")
    assert await enters(evening, 2, None, "1-1-1") == "Round 1, table 2: a draw (1–1–1)."
    await pairs(evening, "Ben Ida", "Kim Hal")
    assert await enters(evening, 1, "Ben", "2-0") == "Round 2, table 1: Ben wins (2–0)."
    assert await enters(evening, 2, "Kim", "2 – 1") == "Round 2, table 2: Kim wins (2–1)."
    await evening.restart()
    assert await all_numbers(evening) == [
        "1. Kim · 6 points · 1–0–0 + 1 bye · 33.0% · 80.0% · 33.3%",
        "2. Ben · 6 points · 2–0–0 · 33.0% · 80.0% · 33.2%",
        "3. Jo · 4 points · 0–0–1 + 1 bye · 33.0% · 66.7% · 33.0%",
        "4. Ida · 1 point · 0–1–1 · 83.3% · 33.0% · 73.3%",
        "5. Hal · 0 points · 0–2–0 · 100.0% · 33.3% · 80.0%",
    ]
    result = message_of(await evening.people["Ben"].slash(evening.channel, "event export"))
    written = {one.filename: await one.read() for one in result.attachments}["results.csv"].decode()
    assert [line.rpartition(",")[0] for line in written.splitlines()[:6]] == [
        "round,table,player,result,games",
        "1,1,Ben,won,2",
        "1,1,Hal,lost,1",
        "1,2,Ida,drew,1",
        "1,2,Jo,drew,1",
        "1,,Kim,bye,",
    ]


async def test_a_match_of_which_no_one_says_the_games_is_won_without_losing_one(evening: Evening) -> None:
    """Ben 6/6 of the game points; Hal 0/6, which counts as 33%. The draw of Ida and Jo has no games."""
    await pairs(evening, "Ben Hal", "Ida Jo")
    assert (await evening.types("Ana", "event result", table=1, winner="Ben")).text.endswith(": Ben wins.")
    await evening.types("Ana", "event result", table=2, outcome="draw")
    told = "\n".join(await all_numbers(evening))
    assert "Ben · 3 points · 1–0–0 · 33.0% · 100.0% · 33.0%" in told
    assert "Hal · 0 points · 0–1–0 · 100.0% · 33.0% · 100.0%" in told
    assert "Ida · 1 point · 0–0–1 · 33.3% · 33.0% · 33.0%" in told


@pytest.mark.parametrize(("winner", "games"), [("Ben", "1-2"), ("Ben", "1-1"), ("Ben", "3-0"), (None, "2-1")])
async def test_games_have_to_fit_the_winner(evening: Evening, winner: str | None, games: str) -> None:
    await pairs(evening, "Ben Hal", "Ida Jo")
    assert await enters(evening, 1, winner, games) == (
        "A best-of-3 match has two sides. Put the winner first, with more games won and 2 at most."
    )
    assert (await enters(evening, 1, winner, "two")).startswith("“two” isn't a valid score.")
    assert (await state(evening)).rounds[0].outcomes == {}


async def test_single_games_have_no_games(blank: Evening) -> None:
    await duels(blank)
    told = await enters(blank, 1, "Ben", "1-0")
    assert told == "This event plays single games. Leave out `games:`."


@pytest.mark.own_bot
async def test_an_earlier_round_is_corrected_with_its_games(evening: Evening) -> None:
    await pairs(evening, "Ben Hal", "Ida Jo")
    await enters(evening, 1, "Ben", "2-0")
    await enters(evening, 2, "Jo", "2-0")
    await pairs(evening, "Ben Jo", "Kim Hal")
    asked = await evening.people["Ana"].slash(
        evening.channel, "event result", table=1, winner="Hal", games="2-1", round=1
    )
    assert said(asked).text.splitlines()[0] == "Round 1, table 1: Hal wins (2–1)."
    await evening.restart()
    assert asked.response is not None
    await evening.people["Ana"].click(asked.response, label="Correct result")
    await evening.env.settle()
    assert (await state(evening)).rounds[0].outcomes[1].games == (1, 2)
    assert evening.chat()[-1].splitlines()[:2] == [
        "Round 1, table 1: Hal wins (2–1).",
        "-# Before: Ben wins (2–0), by a judge.",
    ]


async def test_a_no_show_loses_the_whole_match(blank: Evening) -> None:
    await duels(blank, best_of=3)
    await blank.types("Ana", "event no-show", who="Gil")
    await blank.env.settle()
    assert gist(lines(blank)[3]) == ["1 1"]
    assert standing(blank) == {"Ben": "3", "Gil": "0"}


CONCESSION = "4"
"""The step of each game here in which someone concedes."""


async def concedes(evening: Evening) -> ResponseMessage:
    """Ben concedes a game at the table; the message of its end."""
    ended = await evening.people["Ben"].slash(thread(evening, 1, 1), "concede")
    await evening.env.settle()
    assert ended.response is not None
    return ended.response


async def change_who_conceded(
    evening: Evening, told: discord.Message | ResponseMessage, seats: list[str], who: str
) -> discord.Message:
    """Ana, a moderator, fixes by the message of a game's end who it was; the message about that."""
    ana = evening.people["Ana"]
    shown = message_of(await ana.click(told, label="Fix…"))
    if steps := verbs(shown).get("fixstep"):  # below a fix there are several to choose from
        shown = message_of(await ana.select(shown, [CONCESSION], custom_id=steps))
    form = await ana.click(shown, label="Change…")
    await ana.submit_modal(form, {"who": [str(seats.index(who))]})
    await ana.click(shown, label="Do it")
    await evening.env.settle()
    return next(one for one in reversed(thread(evening, 1, 1).history()) if "fixed the game" in one.content)


@pytest.mark.own_bot
async def test_a_corrected_earlier_game_changes_the_result_of_the_match(blank: Evening) -> None:
    """Ben concedes two games: 0–2. If it was Gil who conceded the first, it is 1–1, and a third game begins;
    if Gil conceded the second one, too, it is 2–0, and the third isn't needed."""
    seats = await duels(blank, best_of=3)
    first = await concedes(blank)
    await next_game(blank)
    second = await concedes(blank)
    assert standing(blank) == {"Gil": "3", "Ben": "0"}
    first = await change_who_conceded(blank, first, seats, "Gil")
    assert gist(lines(blank)[3]) == ["0 1"]
    await blank.restart()
    first = await change_who_conceded(blank, first, seats, "Ben")
    assert standing(blank) == {"Gil": "3", "Ben": "0"}
    first = await change_who_conceded(blank, first, seats, "Gil")
    await next_game(blank)
    assert gist(lines(blank)[3]) == ["0 1"]
    await change_who_conceded(blank, second, seats, "Gil")
    assert standing(blank) == {"Ben": "3", "Gil": "0"}, "the third game isn't needed any more"
    told = "\n".join(await all_numbers(blank))
    assert "1. Ben · 3 points · 1–0–0 · 33.3% · 100.0% · 33.3%" in told


async def test_an_earlier_game_doesnt_end_a_match_in_whose_later_one_time_is_up(blank: Evening) -> None:
    """Who conceded the first game is corrected during the second one, after time: that one still counts."""
    seats = await duels(blank, best_of=3)
    first = await concedes(blank)
    await next_game(blank)
    await concedes(blank)
    first = await change_who_conceded(blank, first, seats, "Gil")
    await types(blank, 1, 1, "undo")
    await blank.passes(minutes=51)
    first = await change_who_conceded(blank, first, seats, "Ben")
    assert gist(lines(blank)[3]) == ["0 1"]
    await game(blank, None)
    assert standing(blank) == {"Gil": "3", "Ben": "0"}


async def clocks_chosen(evening: Evening) -> None:
    for setting, value in ((ROUND, "50"), (TURN_TIMER, "5")):
        await evening.settings.choose(Level.SERVER, evening.server.id, setting, value)


@pytest.mark.parametrize("minutes", [0, 30])
async def test_the_turn_timer_of_the_settings_starts_at_tables_and_rounds_are_the_events(
    blank: Evening, minutes: int
) -> None:
    """It starts with every game; an event that says how long its rounds take, or that they end by
    themselves, is followed in each game of a match."""
    evening = blank
    await clocks_chosen(evening)
    await evening.types("Ana", "event create", name="Friday", play="duels", best_of=3)
    await evening.types(
        "Ana", "event add", players=", ".join(evening.people[one].mention for one in ("Ben", "Cy"))
    )
    await evening.types("Ana", "event round", minutes=minutes)
    await evening.env.settle()
    for number in (1, 2):
        clock = (await view(evening, 1, 1)).clock
        assert clock.timer is not None
        assert clock.timer.limit == 5 * 60 * 1000
        ends = None if clock.round is None else clock.round.ends - milliseconds(evening.games.now())
        assert ends == (pytest.approx(minutes * 60 * 1000, abs=60 * 1000) if minutes else None)
        if number == 1:
            await types(evening, 1, 1, "lose", who="Cy")
            await next_game(evening)


async def test_no_timer_starts_before_players_have_agreed_on_a_time(blank: Evening) -> None:
    evening = blank
    await clocks_chosen(evening)
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, "Gil")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    clock = (await view(evening, 1, 1)).clock
    assert (clock.timer, clock.round) == (None, None)
