"""The vote after a tracked game: its players give achievements, and no one reads who chose whom."""

import json

import discord
import pytest

from rules.leagues.acts.ledger import rebuild
from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber
from rules.refusal import Refusal
from storage.events.store import Request
from storage.leagues.exchange import parse_export
from tests.cogs.tournaments import test_queue as queues
from tests.support.evening import Evening
from tests.support.leagues import Panel, points
from tests.support.messages import Said, buttons, message_of, said, text
from tests.support.tables import deal


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening whose league has players vote on the play of the game, worth 2, and on sportsmanship."""
    panel = await Panel(evening).open()
    await panel.fill("extras", awards="play of the game = 2, sportsmanship = 1, style = 1")
    await panel.fill("votes", voted="Play of the Game, sportsmanship")
    return evening


async def play(evening: Evening, names: str = "Ben, Cy, Dee") -> None:
    """The first one wins, as the others concede."""
    await deal(evening, names=names)
    first, *others = names.split(", ")
    for who in others:
        await evening.types(first if who == "Grandma" else who, "lose", who=who, reason="effect")


def ended(evening: Evening) -> discord.Message:
    """The newest message with the vote's button."""
    return [one for one in evening.channel.history() if "Vote…" in buttons(one)][-1]


async def number_of(evening: Evening, name: str) -> str:
    state = await evening.games.leagues.state(await evening.league())
    return next(str(one.number) for one in state.players.values() if one.name == name)


async def votes(evening: Evening, who: str, play: str = "", sport: str = "") -> Said:
    form = await evening.people[who].click(ended(evening), label="Vote…")
    assert form.modal is not None
    picks = {str(n): [await number_of(evening, one)] if one else [] for n, one in enumerate((play, sport))}
    answer = said(await evening.people[who].submit_modal(form, picks))
    await evening.env.settle()
    return answer


def outcome(evening: Evening) -> str:
    """Return the last announcement of a vote."""
    return [one for one in evening.chat() if "have voted" in one][-1]


async def test_the_last_vote_gives_the_achievements(evening: Evening) -> None:
    await play(evening)
    assert "vote on play of the game and sportsmanship until" in text(ended(evening))
    assert (await votes(evening, "Ben", "Cy", "Dee")).private
    assert (await votes(evening, "Cy", "Dee", "Ben")).private
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0", "**2.** **Dee** 0"]
    await votes(evening, "Dee", "Cy")
    assert outcome(evening).splitlines()[1:] == [
        "play of the game: **Cy**, with 2 votes",
        "sportsmanship: **Ben** and **Dee**, tied with 1 vote each",
    ]
    assert await points(evening) == ["**1.** **Ben** 6", "**2.** **Cy** 2", "**3.** **Dee** 1"]
    shown = (await evening.types("Fay", "league result show", result=1)).text
    assert "-# **Cy**: play of the game" in shown
    assert (await evening.refused_press("Ben", "Vote…", ended(evening))).key == "vote_over"


async def test_a_vote_can_be_changed_until_its_time_is_up(evening: Evening) -> None:
    await play(evening)
    await votes(evening, "Ben", "Cy")
    form = await evening.people["Ben"].click(ended(evening), label="Vote…")
    assert form.modal is not None
    (field, _) = [row["component"] for row in form.modal["components"]]
    cy = await number_of(evening, "Cy")
    assert [one["value"] for one in field["options"] if one.get("default")] == [cy], "as voted before"
    assert await number_of(evening, "Ben") not in [one["value"] for one in field["options"]]
    await votes(evening, "Ben", "Dee")
    await evening.passes(minutes=23 * 60)
    assert not [one for one in evening.chat() if "have voted" in one]
    await evening.passes(minutes=120)
    assert outcome(evening).splitlines()[1:] == ["play of the game: **Dee**, with 1 vote"]
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Dee** 2", "**3.** **Cy** 0"]


async def test_nothing_is_said_of_a_vote_without_votes(evening: Evening) -> None:
    await play(evening)
    await evening.passes(minutes=25 * 60)
    assert not [one for one in evening.chat() if "have voted" in one]
    assert (await evening.refused_press("Ben", "Vote…", ended(evening))).key == "vote_over"


async def test_only_players_vote_and_not_for_themselves(evening: Evening) -> None:
    await play(evening)
    assert (await evening.refused_press("Fay", "Vote…", ended(evening))).key == "vote_own_game"
    request = Request(evening.people["Ben"].id, "Ben", 1)
    own = PlayerNumber(int(await number_of(evening, "Ben")))
    for choice, why in ((own, "vote_for_oneself"), (PlayerNumber(99), "settings_have_changed")):
        with pytest.raises(Refusal, match=why):
            await evening.games.leagues.votes.cast(
                await evening.league(), request, ResultNumber(1), {"sportsmanship": choice}, None
            )


async def test_undo_and_a_judge_take_back_what_a_vote_has_given(evening: Evening) -> None:
    await play(evening)
    for who, chosen in (("Ben", "Cy"), ("Cy", "Dee"), ("Dee", "Cy")):
        await votes(evening, who, chosen)
    counted = ["**1.** **Ben** 5", "**2.** **Cy** 2", "**3.** **Dee** 0"]
    assert await points(evening) == counted
    await evening.types("Ben", "undo")
    await evening.env.settle()
    assert await points(evening) == []
    assert "~~play of the game: **Cy**, with 2 votes~~" in outcome(evening)
    await evening.types("Ben", "redo")
    await evening.env.settle()
    assert await points(evening) == counted
    assert "~~" not in outcome(evening)
    await evening.types("Ana", "league result void", result=1, reason="twice")
    await evening.env.settle()
    assert await points(evening) == []
    assert "~~" in outcome(evening)


async def test_guests_are_voted_for_but_do_not_vote(evening: Evening) -> None:
    await play(evening, "Ben, Cy, Grandma")
    await votes(evening, "Ben", "Grandma")
    await votes(evening, "Cy", "Grandma")
    assert "play of the game: **Grandma**, with 2 votes" in outcome(evening)


async def test_a_duel_and_a_league_without_votes_have_none(evening: Evening) -> None:
    await play(evening, "Ben, Cy")
    assert not [one for one in evening.channel.history() if "Vote…" in buttons(one)]
    await (await Panel(evening).open()).fill("votes", voted="")
    await play(evening)
    assert not [one for one in evening.channel.history() if "Vote…" in buttons(one)]


async def test_players_vote_on_achievements_of_the_league_only(evening: Evening) -> None:
    panel = await Panel(evening).open()
    refused = await panel.fill("votes", voted="best hat")
    assert (refused.private, evening.refusal()) == (True, "no_such_award")
    await panel.fill("extras", awards="style = 1, sportsmanship = 1")
    assert "Achievements to vote on: sportsmanship" in (await evening.types("Fay", "league rules")).text


async def test_no_one_reads_who_chose_whom(evening: Evening) -> None:
    """Neither the audit log, the league's file nor the data of another player says it."""
    await play(evening)
    await votes(evening, "Ben", "Cy", "Dee")
    audit = (await evening.types("Ana", "league audit", result=1)).text
    (line,) = [one for one in audit.splitlines() if "vote after result 1" in one]
    assert line.endswith("vote after result 1 by Ben")
    result = await evening.people["Dee"].slash(evening.channel, "privacy export")
    own = json.loads(await message_of(result).attachments[0].read())
    assert [one["votes"] for league in own["leagues"] for one in league["results"]] == [{}]
    for who, chosen in (("Cy", "Dee"), ("Dee", "Cy")):
        await votes(evening, who, chosen)
    league = await evening.league()
    data = await evening.games.leagues.exchange.export(league)
    acts = [one["act"] for one in json.loads(data)["ledger"]]
    assert [act["choices"] for name, act in acts if name == "CastVotes"] == [{}, {}, {}]
    file = parse_export(data, int(evening.games.now().timestamp()))
    (record,) = rebuild(LeagueId(9), evening.server.id, file.ledger).records.values()
    cy = int(await number_of(evening, "Cy"))
    assert {line.player: dict(line.awards) for line in record.result.lines if line.awards} == {
        cy: {"play of the game": 1},
        int(await number_of(evening, "Dee")): {"sportsmanship": 1},
    }


async def test_players_at_an_events_table_vote_in_its_thread(evening: Evening) -> None:
    await evening.types("Ana", "event queue", name="Friday")
    await queues.four_join(evening)
    winner, *others = await queues.seated(evening, 1)
    for who in others:
        await queues.types(evening, 1, "lose", who=who, reason="effect")
    thread = queues.thread(evening, 1)
    (end,) = [one for one in thread.history() if "Vote…" in buttons(one)]
    for who in (winner, *others):
        form = await evening.people[who].click(end, label="Vote…")
        chosen = await number_of(evening, others[0] if who == winner else winner)
        await evening.people[who].submit_modal(form, {"0": [chosen], "1": []})
    await evening.env.settle()
    (outcome,) = [text(one) for one in thread.history() if "have voted" in text(one)]
    assert outcome.splitlines()[1:] == [f"play of the game: **{winner}**, with 3 votes"]
