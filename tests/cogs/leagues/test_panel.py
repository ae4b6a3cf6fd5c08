"""The panel of a league: what it says, what can be chosen, and who may."""

import pytest

from tests.support.evening import Evening
from tests.support.leagues import Panel, create, report, standings

JUDGES_ONLY = "Only moderators can do that. Choose a judge role in `/settings`."


async def test_only_judges_begin_change_and_archive_leagues(evening: Evening) -> None:
    assert await evening.refused("Ben", "league create") == JUDGES_ONLY
    assert await evening.refused("Ben", "league edit", league="Friday") == JUDGES_ONLY
    assert await evening.refused("Ben", "league archive", league="Friday") == JUDGES_ONLY


async def test_a_name_is_taken_once_on_a_server(evening: Evening) -> None:
    answer = await create(evening, "FRIDAY")
    assert answer.text == "There's already a league called “FRIDAY” here. Choose another name."


@pytest.mark.own_bot
async def test_everything_is_chosen_on_the_panel_also_after_a_restart(evening: Evening) -> None:
    panel = await Panel(evening).open()
    for form in ("Points…", "Draws…", "Format and ties…", "Ratings and seasons…", "Formats and byes…"):
        assert f"[{form}]" in panel.text
    for form in ("Kills and achievements…", "Reports and confirmation…", "Reminders and confirmed results…"):
        assert f"[{form}]" in panel.text
    assert "**Points**: win 5, loss 0, bye 5" in panel.text
    await panel.pick("preset", "plus_minus")
    assert "**Points**: win 3, loss −1, bye 3" in panel.text
    await evening.restart()
    await panel.fill("points", win="7/2", loss="-0.5", places="")
    assert "**Points**: win 3.5, loss −0.5, bye 3" in panel.text
    await panel.fill("draws", time="split", agreed="replay", effect="1/3")
    assert (
        "**Draws**: simultaneous loss: 0 · time: split the win · agreement: replayed · effect: 0.33"
        in panel.text
    )
    await panel.fill("ties", order="head-to-head, rating", best=["3"], format=["duel"], minimum="2")
    assert "**Tie-breakers**: head-to-head, rating" in panel.text
    assert "**Games**: Duels · best of three" in panel.text
    await panel.fill("confirmation", hours="12", silence=["void"], reporters=["anyone"])
    assert "12-hour limit · Unconfirmed results are void" in panel.text
    await panel.pick("by", "majority")
    assert "Most other players confirm" in panel.text
    await panel.fill("extras", kill="1", awards="Play of the game = 2, self-kill = -1")
    await panel.fill("ratings", carry="50", decay="30", provisional="3")
    await panel.fill("stake", name="Saturday", start="1000", share="7/100", seats="1.32, 1.05")
    assert "## League: Saturday" in panel.text
    assert "**Points**: stakes starting at 1000, 7.0% per game" in panel.text
    rules = (await evening.games.leagues.state(await evening.league())).rules
    assert dict(rules.scoring.extras.awards) == {"play of the game": 2}
    assert rules.scoring.extras.self_kill == -1
    assert (rules.minimum, rules.ratings.decay_days, rules.seasons.carry * 2) == (2, 30, 1)


async def test_finer_rules_are_chosen_and_everyone_reads_all_of_them(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.fill(
        "finer",
        variants="commander、Two-Headed Giant",
        match="48",
        floor="0.33",
        byes=["yes"],
        opponents="2 x 0.25",
    )
    await panel.fill("ratings", on=["players"])
    rules = (await evening.games.leagues.state(await evening.league())).rules
    assert (rules.variants, rules.match_hours) == (("commander", "two_headed_giant"), 48)
    assert (rules.ties.floor * 100, rules.ties.byes_count) == (33, True)
    assert (rules.ties.bye_opponents, rules.ties.bye_opponent_wins * 4) == (2, 1)
    assert (rules.ratings.on, rules.ratings.commanders) == (True, False)
    await panel.pick("by", "one")
    shown = await evening.types("Fay", "league rules")
    assert shown.private
    for part in (
        "**Points**: win 5, loss 0, bye 5\n",
        "-# **Formats and byes** Formats that count: Commander, Two-Headed Giant · Max hours between",
        " · Minimum win rate in tie-breakers: 33/100 · ",
        (" · Opponents a bye counts as: 2 × 1/4\n"),
        "-# **Ratings and seasons** Ratings: Players only · ",
        " · Hours to confirm or dispute: 48 · ",
    ):
        assert part in shown.text, part
    assert "Stakes" not in shown.text
    audit = (await evening.types("Fay", "league audit")).text
    assert "rules changed · One other player confirms" in audit
    assert "rules changed · Ratings: Players only" in audit
    assert "Max hours between games of a match: 48" in audit
    for field, text in (("variants", "Comander"), ("floor", "2"), ("opponents", "99")):
        assert (await panel.fill("finer", **{field: text})).private


@pytest.mark.parametrize(
    ("form", "field", "text", "answer"),
    [
        (
            "points",
            "win",
            "five",
            "“five” isn't a valid number of points. Enter a number such as 3, -1, 0.5 or 1/3.",
        ),
        (
            "points",
            "win",
            "1/0",
            "“1/0” isn't a valid number of points. Enter a number such as 3, -1, 0.5 or 1/3.",
        ),
        (
            "stake",
            "share",
            "3/2",
            "“3/2” isn't a valid number of points. Enter a number such as 3, -1, 0.5 or 1/3.",
        ),
        ("ties", "minimum", "x", "“x” isn't a valid number. Enter one from 0 to 1000."),
        ("stake", "name", "\u200b", ("That name has no visible characters. Choose another one.")),
    ],
)
async def test_what_can_not_be_read_is_said(
    evening: Evening, form: str, field: str, text: str, answer: str
) -> None:
    panel = await Panel(evening).open()
    await panel.pick("preset", "stake")
    refused = await panel.fill(form, **{field: text})
    assert (refused.text, refused.private) == (answer, True)


async def test_an_archived_league_takes_nothing_until_it_goes_on(evening: Evening) -> None:
    await evening.types("Ana", "league archive", league="Friday", reason="over")
    gone = await report_refused(evening, "Ben, Cy")
    assert gone == (
        "This league is archived and doesn't take results. Judges can bring it back with `/league edit`."
    )
    assert await standings(evening, league="Friday") == []
    panel = await Panel(evening).open()
    assert "*Archived: no new results.*" in panel.text
    await panel.press("Unarchive")
    assert "*Archived" not in panel.text
    assert not (await report(evening, "Ben", "Ben, Cy")).private


async def report_refused(evening: Evening, players: str, **options: object) -> str:
    answer = await report(evening, "Ben", players, league="Friday", **options)
    assert answer.private
    return answer.text


async def test_nasty_names_are_shown_harmlessly(evening: Evening) -> None:
    await create(evening, "**@everyone** [x](https://x.y)", by="nobody")
    answer = await report(evening, "Ana", "Ben, new <@&1>`*Zoe*", league="**@everyone** [x](https://x.y)")
    assert "@everyone" not in answer.text
    assert "\\*Zoe\\*" in answer.text
    assert "https://" not in answer.text
