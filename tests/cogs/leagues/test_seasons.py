"""Seasons, the message with the standings, claims, files."""

import discord
import pytest

from storage.games.games import Request
from storage.leagues.unit_of_work import SEASON
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import (
    Panel,
    champions_role,
    create,
    file_of,
    imports_results,
    nonces,
    open_to_all,
    report,
    saying,
    standings,
)
from tests.support.messages import text
from tests.support.wording import gist

KEPT = "-# Updates automatically."


async def played(evening: Evening, players: str) -> None:
    """A result that a judge reports where no one has to confirm."""
    answer = await report(evening, "Ana", players)
    assert not answer.private, answer.text


@pytest.mark.own_bot
async def test_a_season_is_frozen_announced_and_its_champion_crowned(evening: Evening) -> None:
    await open_to_all(evening)
    role = await champions_role(evening)
    guild = evening.bot.get_guild(evening.server.id)
    assert guild is not None
    await (await Panel(evening).open()).pick("champion", role)
    opened = await evening.types("Ana", "league season open", name="Autumn")
    assert opened.text.startswith("**Friday**: season **Autumn** is open")
    await played(evening, "Ben, Cy")
    await evening.passes(minutes=5)
    closed = await evening.types("Ana", "league season close")
    assert closed.text.splitlines()[:6] == [
        "### Friday: final standings, Autumn",
        "**Ben** won the season.",
        "```",
        "   Player Points W–L–D",
        "1. Ben         5 1–0–0",
        "2. Cy          0 0–1–0",
    ]
    final = await standings(evening)
    assert [gist(line) for line in final] == [["1 Ben 5 1 0 0 20 0 1"], ["2 Cy 0 0 1 0 100 0 0"]]
    member = await guild.fetch_member(evening.people["Ben"].id)
    assert role.id in [one.id for one in member.roles]
    void = await evening.types("Ana", "league result void", result=1, reason="late")
    assert void.text.splitlines()[1] == (
        "-# Played in Autumn, which is closed: its final standings won't change, but the all-time "
        "standings will."
    )
    assert await standings(evening) == final
    await evening.restart()
    await evening.types("Ana", "league season reopen", reason="late")
    assert await standings(evening) == []
    await played(evening, "Cy, Ben")
    await evening.passes(minutes=5)
    await evening.types("Ana", "league season close")
    await evening.env.settle()
    for name, crowned in (("Ben", False), ("Cy", True)):
        member = await guild.fetch_member(evening.people[name].id)
        assert (role.id in [one.id for one in member.roles]) is crowned
    assert (await evening.refused("Ben", "league season close")).key == "league_judges_only"


async def test_no_one_promises_a_role_that_they_may_not_give(evening: Evening) -> None:
    """Ana manages the server, and neither roles nor this one, which is above hers."""
    role = evening.server.create_role("Owner", permissions=discord.Permissions(administrator=True))
    panel = await Panel(evening).open()
    refused = await panel.pick("champion", role)
    assert refused.private
    assert refused.text.startswith(
        "You can't give members the role Owner, so you can't promise it to champions."
    )
    await evening.types("Ana", "league season open", name="Autumn")
    assert f"<@&{role.id}>" not in (await Panel(evening).open()).text


async def test_winners_by_the_dozen_cost_a_bounded_number_of_requests(evening: Evening) -> None:
    """Each of 31 pairs plays once, so that nothing tells 31 winners apart."""
    await open_to_all(evening)
    role = await champions_role(evening)
    await (await Panel(evening).open()).pick("champion", role)
    await evening.types("Ana", "league season open", name="Autumn")
    for number in range(31):
        winner = evening.server.add_member(evening.env.create_user(f"winner{number}"))
        await played(evening, f"{winner.mention}, new Guest {number}")
    await evening.passes(minutes=5)
    await evening.env.settle()
    before = len(evening.env.http_requests)
    await evening.types("Ana", "league season close")
    await evening.env.settle()
    sent = evening.env.http_requests[before:]
    assert 0 < len([one for one in sent if f"/roles/{role.id}" in one.path]) < 31
    assert len(sent) <= 60


async def test_a_row_of_a_season_says_what_is_not_of_its_games(evening: Evening) -> None:
    await open_to_all(evening)
    await (await Panel(evening).open()).fill("ratings", carry="40")
    for name in ("Autumn", "Winter"):
        await evening.types("Ana", "league season open", name=name)
        await played(evening, "Ben, Cy")
        await evening.passes(minutes=5)
        if name == "Autumn":
            await evening.types("Ana", "league season close")
    # 5 a win, and 40% of the 5 of the season before.
    first, second = await standings(evening)
    assert first.startswith("**1.** **Ben** 7 points · 1–0–0 · 2 carried over · opponents'")
    assert second.startswith("**2.** **Cy** 0 points · 0–1–0 · opponents'")


async def test_a_result_of_no_season_says_so_while_it_may_count(evening: Evening) -> None:
    note = (
        "-# Not part of any season, so it only counts in the all-time standings: `/league "
        "standings season:0`."
    )
    assert note not in (await report(evening, "Ben", "Ben, Cy", when="2h")).text
    await evening.types("Ana", "league season open", name="Autumn")
    early = await report(evening, "Ben", "Ben, Cy", when="1h")
    assert note in early.text.splitlines()
    assert note not in (await report(evening, "Ben", "Ben, Cy")).text
    await evening.types("Ana", "league result void", result=2, reason="twice")
    assert note not in (await evening.types("Fay", "league result show", result=2)).text


async def test_a_season_does_not_end_before_what_is_yet_to_be_played(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Autumn", starts="5h")
    assert await evening.suggestions("Fay", "league standings", "season") == ["Autumn", "All time"]
    later = await evening.refused("Ana", "league season close", ends="2099-01-01")
    assert later == "That time is in the future. A season can only end now or in the past."
    await played(evening, "Ben, Cy")
    await evening.types("Ana", "league season close", ends="1h")
    ana = evening.people["Ana"]
    players = f"{evening.people['Dee'].mention}, {evening.people['Eve'].mention}"
    shown = await ana.slash(evening.channel, "league report", players=players, when="3h")
    (late,) = shown.followups
    assert text(late) == "Autumn is closed, so this result only counts in the all-time standings."
    # The other was played after the end.
    assert await standings(evening) == []
    everything = [row.partition(" points")[0] for row in await standings(evening, season=0)]
    assert everything[:2] == ["**1.** **Ben** 5", "**1.** **Dee** 5"]


@pytest.mark.own_bot
async def test_a_season_whose_end_a_crash_kept_secret_is_announced_once(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Autumn")
    await played(evening, "Ben, Cy")
    await evening.passes(minutes=5)
    await evening.bot.close()  # as after a kill: it is closed, and no one has been told
    await evening.games.leagues.seasons.close(
        await evening.league(), Request(evening.people["Ana"].id, "Ana", 77)
    )
    for _ in range(2):
        await evening.restart(settled=True)
    told = [one for one in evening.chat() if "**Ben** won" in one]
    assert len(told) == 1
    await evening.bot.close()
    await evening.games.leagues.show(
        await evening.league(), SEASON, 1, None
    )  # as if killed before it was noted
    await evening.restart(settled=True)
    assert len(nonces(evening, "**Ben** won")) == 1


@pytest.mark.own_bot
async def test_a_season_is_announced_after_a_kill_though_the_next_one_has_begun(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Autumn")
    await played(evening, "Ben, Cy")
    await evening.passes(minutes=5)
    await evening.bot.close()
    seasons, ana = evening.games.leagues.seasons, evening.people["Ana"].id
    await seasons.close(await evening.league(), Request(ana, "Ana", 77))
    await seasons.open(await evening.league(), Request(ana, "Ana", 78), "Winter")
    await evening.restart(settled=True)
    assert sum("final standings, Autumn" in one for one in evening.chat()) == 1


@pytest.mark.own_bot
async def test_the_standings_message_follows_also_after_a_restart(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league board")
    assert "No confirmed results yet." in text(saying(evening, KEPT))
    await played(evening, "Ben, Cy")
    assert "1. Ben         5 1–0–0" in text(saying(evening, KEPT))
    await evening.types("Ana", "league board")
    assert "The standings have moved: https://discord.com/channels/" in text(saying(evening, "have moved"))
    await evening.restart()
    await played(evening, "Cy, Ben")
    await evening.env.settle()
    assert "1. Ben         5 1–1–0" in text(saying(evening, KEPT))
    assert "1. Cy          5 1–1–0" in text(saying(evening, KEPT))


@pytest.mark.own_bot
async def test_standings_move_as_a_whole_or_not_at_all(evening: Evening) -> None:
    """The database is full before the earlier message's end is saved, so that one stays up to date."""
    await open_to_all(evening)
    await evening.types("Ana", "league board")
    earlier = saying(evening, KEPT)
    await evening.games.database.write(
        ("CREATE TRIGGER full BEFORE INSERT ON deadline BEGIN SELECT RAISE(ABORT, 'full'); END", ())
    )
    await evening.people["Ana"].slash(evening.channel, "league board")
    await evening.games.database.write(("DROP TRIGGER full", ()))
    assert evening.errors()
    await played(evening, "Ben, Cy")
    (board,) = [one for one in evening.channel.history() if one.id == earlier.id]
    assert "1. Ben         5 1–0–0" in text(board)


async def test_a_result_that_comes_while_standings_are_posted_is_on_them(
    evening: Evening, network: Network
) -> None:
    await open_to_all(evening)
    network.slow("PATCH", "/webhooks/*/messages/@original", 20)
    await evening.people["Ana"].slash(evening.channel, "league board")
    await played(evening, "Ben, Cy")
    await evening.passes(seconds=20)
    await evening.env.settle()
    assert "1. Ben         5 1–0–0" in text(saying(evening, KEPT))


async def test_who_asks_for_the_standings_reads_what_the_bot_may_not_do_there(evening: Evening) -> None:
    await open_to_all(evening)
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, view_channel=False)
    shown = await evening.people["Ana"].slash(evening.channel, "league board")
    assert "View Channel" in shown.followups[-1].content
    assert shown.followups[-1].ephemeral
    assert "W–L–D" not in text(saying(evening, KEPT))


async def test_the_standings_message_goes_on_when_the_bot_may_edit_it_again(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league board")
    board = f"/channels/{evening.channel.id}/messages/{saying(evening, KEPT).id}"
    evening.env.inject_error("PATCH", board, status=403, code=50001)
    await played(evening, "Ben, Cy")
    await evening.env.settle()
    (warning,) = evening.errors()
    assert f"The standings of league {await evening.league()} could not be edited: 403" in str(warning)
    assert "W–L–D" not in text(saying(evening, KEPT))
    await played(evening, "Ben, Cy")
    await evening.env.settle()
    assert "1. Ben        10 2–0–0" in text(saying(evening, KEPT))


@pytest.mark.own_bot
async def test_a_guest_is_claimed_with_the_consent_of_who_played_with_them(evening: Evening) -> None:
    await open_to_all(evening)
    await played(evening, "Zoe, Ben")
    await evening.types("Dee", "league claim", guest="Zoe")
    asked = saying(evening, "Approve")
    await evening.restart()
    witness = "Only judges and players who played with this guest can answer that."
    assert await evening.refused_press("Dee", "Approve", asked) == witness
    assert await evening.refused_press("Eve", "Approve", asked) == witness
    await evening.presses("Ben", "Approve", asked)
    assert text(saying(evening, "Zoe was")) == (
        "**Friday**: Zoe was **Dee**. Their results are now combined."
    )
    assert (await standings(evening))[0].startswith("**1.** **Dee** 5 points")
    await evening.types("Ana", "league release", guest="Zoe", reason="error")
    assert (await standings(evening))[0].startswith("**1.** **Zoe** 5 points")


async def test_a_guest_of_ones_own_name_is_claimed_though_one_has_an_account(evening: Evening) -> None:
    await report(evening, "Ana", "Ana, new Ben")
    await report(evening, "Ben", "Ben, Ana")
    asked = await evening.types("Ben", "league claim", guest="Ben")
    assert not asked.private
    assert "Ben" in asked.text


async def test_only_a_judge_says_that_an_account_was_left_for_another(evening: Evening) -> None:
    await open_to_all(evening)
    await played(evening, "Zoe, Ben, Cy")
    claimed = "That player isn't a guest or has already been claimed. Choose one from the list."
    assert (await evening.refused("Dee", "league claim", guest="Ben")).startswith(claimed)
    assert (await evening.refused("Ana", "league claim", guest="Ben")).startswith(claimed)
    dee, eve = (evening.people[name] for name in ("Dee", "Eve"))
    assert await evening.suggestions("Ana", "league claim", "guest", "", member=dee) == ["Zoe", "Ben", "Cy"]
    moved = await evening.types("Ana", "league claim", guest=evening.people["Ben"].mention, member=dee)
    assert moved.text == "**Friday**: Ben was **Dee**. Their results are now combined."
    # By a name that stands for Dee now, Dee's own account is not given away.
    for gone in ("Ben", "#2", evening.people["Ben"].mention):
        assert (await evening.refused("Ana", "league claim", guest=gone, member=eve)).startswith(claimed)
    assert "**Dee** 0 points" in "".join(await standings(evening))
    assert (await evening.types("Ben", "league player")).text.startswith("### Friday: Dee\n")
    again = await report(evening, "Ana", "Ben, Dee")
    assert (again.text, again.private) == (
        "A player is named twice. Each player can appear only once in a result.",
        True,
    )
    released = await evening.types("Ana", "league release", guest="Ben", reason="error")
    assert released.text == "Ben is a separate player again."


async def test_a_league_goes_out_as_files_and_comes_back(evening: Evening) -> None:
    await open_to_all(evening)
    await played(evening, "Ben (Tymna), Cy")
    out = await evening.people["Ana"].slash(evening.channel, "league export", format="json")
    data, _ = await file_of(out)
    brought = await evening.types("Ana", "league import", file=("league.json", data), name="Copy")
    assert brought.text.startswith("**Copy** imported: 1 result, 2 players.")
    assert (await standings(evening, league="Copy"))[0].startswith("**1.** **Ben** 5 points")
    out = await evening.people["Ana"].slash(evening.channel, "league export", format="csv", league="Copy")
    data, _ = await file_of(out)
    there = await imports_results(evening, data, league="Friday")
    assert "rows 2" in there
    await create(evening, "Third")
    assert (
        await imports_results(evening, data, league="Third") == "1 result imported into Third and confirmed."
    )
    assert (await standings(evening, league="Third"))[0].startswith("**1.** **Ben** 5 points")
    damaged = await evening.types("Ana", "league import", file=("league.json", b'{"format": 1}'))
    assert damaged.text == "That isn't a league export, or it's damaged."
    broken = await evening.types("Ana", "league import", file=("results.csv", b"a,b\n"), league="Friday")
    assert broken.private
    assert broken.text == "The file has no column “result”. Its first line has to list the column names."
    twice = b"result,name,place\na,Ben,1\na,Cy,2\nb,Ben,1\nb,Cy,1\n"
    shown = await imports_results(evening, twice, league="Friday")
    assert "Row 4: Either one side won and takes first place alone" in shown
    assert (await standings(evening, league="Friday"))[0].startswith("**1.** **Ben** 5 points")


async def test_the_end_of_a_season_is_struck_through_while_it_is_reopened(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Autumn")
    await played(evening, "Ben, Cy")
    await evening.passes(minutes=5)
    closed = await evening.types("Ana", "league season close")
    first = saying(evening, "final standings")
    await evening.types("Ana", "league season reopen", reason="late")
    await evening.passes(seconds=5)
    mention = evening.people["Ana"].mention
    assert text(saying(evening, "final standings")).splitlines() == [
        "### ~~Friday: final standings, Autumn~~",
        f"~~**Ben** won the season.~~ (undone by {mention})",
    ]
    again = await evening.types("Ana", "league season close")
    await evening.passes(seconds=5)
    assert str(first.id) in again.text
    assert text(saying(evening, "final standings")) == closed.text, "the end is the same as before"

    await evening.types("Ana", "league season reopen", reason="late")
    await played(evening, "Cy, Dee")
    await played(evening, "Cy, Dee")
    await evening.passes(minutes=5)
    other = await evening.types("Ana", "league season close")
    await evening.passes(seconds=5)
    ends = [one for one in map(text, evening.channel.history()) if "final standings" in one]
    assert [one.splitlines()[0] for one in ends] == [
        "### ~~Friday: final standings, Autumn~~",
        "### Friday: final standings, Autumn",
    ]
    assert ends[1] == other.text


@pytest.mark.own_bot
async def test_a_season_that_is_reopened_as_the_bot_stops_is_struck_through_after_the_start(
    evening: Evening,
) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Autumn")
    await played(evening, "Ben, Cy")
    await evening.passes(minutes=5)
    await evening.types("Ana", "league season close")
    await evening.passes(seconds=5)
    await evening.bot.close()
    ana = Request(evening.people["Ana"].id, "Ana", 77)
    await evening.games.leagues.seasons.reopen(await evening.league(), ana, "late")
    await evening.restart(away=60)
    await evening.passes(seconds=20)
    assert text(saying(evening, "final standings")).startswith("### ~~Friday: final standings")
