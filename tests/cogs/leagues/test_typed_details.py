"""Kills, achievements and decks as people type them, and claims that can't be true."""

import csv
import io

import pytest

from rules.leagues.result import PlayerResult, ResultNumber
from tests.support.evening import Evening
from tests.support.leagues import Panel, create, file_of, imports_results, message, report, standings
from tests.support.messages import text
from tests.support.panels import forget
from tests.support.wording import gist


async def lines(evening: Evening, number: int = 1) -> dict[str, PlayerResult]:
    """Return everyone's part in a result, by their names."""
    players = (await evening.games.leagues.state(await evening.league())).players
    found = await evening.games.leagues.results.record(await evening.league(), ResultNumber(number))
    return {players[line.player].name or "": line for line in found.result.lines}


async def killers(evening: Evening, number: int = 1) -> dict[str, str]:
    """Return who put out whom: the killer by the victim."""
    players, found = (
        (await evening.games.leagues.state(await evening.league())).players,
        await lines(evening, number),
    )
    return {
        name: players[line.out.by].name or ""
        for name, line in found.items()
        if line.out is not None and line.out.by is not None
    }


async def types(evening: Evening, players: str, **options: str) -> str:
    """Return what Ben reads when he reports this, with {Ana} for a mention."""
    mentions = {name: person.mention for name, person in evening.people.items()}
    filled = {name: value.format(**mentions) for name, value in options.items()}
    return (await evening.types("Ben", "league report", players=players.format(**mentions), **filled)).text


@pytest.mark.parametrize(
    "kills",
    [
        "{Ben}: {Cy}, {Ben}: {Dee}",
        "{Ben}: {Cy} {Dee}",
        "Ben: Cy, Dee",
        "@Ben: Cy; {Ben}: Dee",
        "#1: #2, #3",
    ],
)
@pytest.mark.parametrize("players", ["Ben, Cy, Dee", "{Ben}, {Cy}, {Dee}"])
async def test_players_are_meant_by_name_mention_or_number(
    evening: Evening, players: str, kills: str
) -> None:
    await types(evening, "{Ben}, {Cy}, {Dee}")
    await types(evening, players, kills=kills)
    assert await killers(evening, 2) == {"Cy": "Ben", "Dee": "Ben"}


async def test_everyones_deck_is_their_own(evening: Evening) -> None:
    await types(evening, "{Ben}, {Cy}", decks="{Ben}: Burn; {Cy}: Atraxa, Praetors' Voice")
    assert {name: line.deck for name, line in (await lines(evening)).items()} == {
        "Ben": "Burn",
        "Cy": "Atraxa, Praetors' Voice",
    }
    await types(evening, "{Ben}, {Cy}", decks="Ben: Burn\nCy: Storm")
    assert [line.deck for line in (await lines(evening, 2)).values()] == ["Burn", "Storm"]


async def test_quotes_hold_together_what_has_signs_in_it(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("extras", awards="combo = 2")
    await types(
        evening,
        '{Ben} ("Tymna the Weaver" / "Kraum, Ludevic\'s Opus"), new "Smith, Al" (Henzie "Toolbox" Torre)',
        decks='Ben: "Mono: Red, fast"',
        awards='"Smith, Al": "combo" 2',
        kills='Ben: "Smith, Al"',
    )
    found = await lines(evening)
    assert found["Ben"].commanders == ("Tymna the Weaver", "Kraum, Ludevic's Opus")
    assert found["Ben"].deck == "Mono: Red, fast"
    assert found["Smith Al"].commanders == ('Henzie "Toolbox" Torre',)
    assert found["Smith Al"].awards == {"combo": 2}
    assert await killers(evening) == {"Smith Al": "Ben"}


async def test_names_that_look_alike_in_one_report_are_two_people(evening: Evening) -> None:
    await types(evening, "{Ben}, new: Grandma, Grandpa")
    assert [*await lines(evening)] == ["Ben", "Grandma", "Grandpa"]
    slip = await types(evening, "{Ben}, Grandmaa")
    assert (evening.refusal(), gist(slip)) == ("unknown_person", ["Grandma", "Ben"])
    await types(evening, "{Ben}, Grandpa, new Grandpo, Grandma")
    assert [*await lines(evening, 2)] == ["Ben", "Grandpa", "Grandpo", "Grandma"]


@pytest.mark.parametrize(
    ("option", "said", "advice"),
    [
        ("kills", "Cy", "“Cy” doesn't say who knocked out whom. Write `kills:` killer first"),
        ("kills", "Ben:", "“Ben” doesn't say who knocked out whom. Write `kills:` killer first"),
        ("awards", "combo", "“combo” doesn't say whose achievement that is. Write `awards:` as"),
        ("awards", "Ben:", "“Ben” doesn't say whose achievement that is. Write `awards:` as"),
        ("decks", "Burn", "“Burn” doesn't say whose deck that is. Write `decks:` as"),
        (
            "kills",
            "Ben: Cy; Dee: Cy",
            "A player leaves a game once, but `kills:` says twice who knocked out Cy.",
        ),
        ("kills", "Cy: Ben", "According to `kills:`, the winner was knocked out."),
    ],
)
async def test_advice_speaks_of_the_option_that_was_wrong(
    evening: Evening, option: str, said: str, advice: str
) -> None:
    answer = await evening.types(
        "Ben",
        "league report",
        players=", ".join(evening.people[name].mention for name in ("Ben", "Cy", "Dee")),
        **{option: said},
    )
    assert answer.private
    assert answer.text.startswith(advice)
    assert await evening.games.leagues.queries.records(await evening.league(), range(1, 9)) == []


async def test_a_winners_team_may_have_lost_a_member(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("preset", "plus_minus")
    answer = await types(evening, "{Ben} + {Cy}, {Dee} + {Eve}", kills="Dee: Cy")
    assert answer.startswith("### Friday: result 1")


async def test_a_confirmed_result_says_what_it_brought(evening: Evening) -> None:
    """5 points a win. Two newcomers begin with 1000 each; the winner gains as the other loses or more."""
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(evening, "Ben", "Ben, Cy")
    shown = text(message(evening, 1))
    points, ratings = shown.splitlines()[-2:]
    assert points == "-# Points: Ben 5 · Cy 0"
    assert ratings.startswith("-# Ratings: Ben ")
    assert " (+" in ratings
    page = (await evening.types("Fay", "league result show", result=1)).text
    assert ratings in page
    rows = await standings(evening)
    assert rows[0].endswith(f"rating {ratings.split()[3]} (provisional)")


async def exported(evening: Evening, **options: object) -> list[dict[str, str]]:
    shown = await evening.people["Ana"].slash(evening.channel, "league export", **options)
    data, _ = await file_of(shown)
    return [*csv.DictReader(io.StringIO(data.decode(), newline=""))]


async def test_standings_are_exported(evening: Evening) -> None:
    """5 points a win; the winner's opponents have won none of theirs: 20%, and Cy's opponent all: 100%."""
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(evening, "Ana", "Ben, Cy")
    rows = await exported(evening, format="standings")
    rating = [row.pop("rating") for row in rows]
    assert rows == [
        {
            **{"place": "1", "player": "1", "name": "Ben", "points": "5", "wins": "1"},
            **{"losses": "0", "draws": "0", "byes": "0", "opponents_match_wins": "0.2"},
        },
        {
            **{"place": "2", "player": "2", "name": "Cy", "points": "0", "wins": "0"},
            **{"losses": "1", "draws": "0", "byes": "0", "opponents_match_wins": "1"},
        },
    ]
    assert int(rating[0]) > 1000
    assert int(rating[1].replace("−", "-")) <= 1000
    await evening.types("Ana", "league season open", name="Spring", starts="2020-01-01")
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    closed = await exported(evening, format="standings", season=1)
    assert [(row["place"], row["name"], row["points"]) for row in closed] == [
        ("1", "Ben", "5"),
        ("2", "Cy", "0"),
    ]


async def test_a_file_comes_back_after_someone_was_forgotten(evening: Evening) -> None:
    await (await Panel(evening).open()).pick("by", "nobody")
    await report(evening, "Ana", "Ben, Cy")
    await forget(evening, "Ben")
    for kind in ("csv", "json"):
        shown = await evening.people["Ana"].slash(
            evening.channel, "league export", format=kind, league="Friday"
        )
        data, _ = await file_of(shown)
        if kind == "csv":
            await create(evening, "Copy csv")
        into = {"league": f"Copy {kind}"} if kind == "csv" else {"name": f"Copy {kind}"}
        answer = await imports_results(evening, data, **into)
        assert "imported" in answer, answer
        rows = await standings(evening, league=f"Copy {kind}")
        assert [row.partition(" point")[0] for row in rows] == ["**1.** **Player 1** 5", "**2.** **Cy** 0"]


async def test_achievements_of_another_league_are_worth_nothing(evening: Evening) -> None:
    table = b"result,name,place,awards\n1,Zoe,1,best hat=2\n1,Yan,2,\n"
    await imports_results(evening, table)
    assert [row.partition(" point")[0] for row in await standings(evening)] == [
        "**1.** **Zoe** 5",
        "**2.** **Yan** 0",
    ]
    assert (await lines(evening))["Zoe"].awards == {"best hat": 2}


async def test_looking_takes_the_channels_first_league(evening: Evening) -> None:
    await create(evening, "Monday")
    page = await evening.types("Fay", "league standings")
    assert page.text.startswith("### Friday: standings")
    refused = await evening.refused("Ben", "league report", players="Ben, new Zoe")
    assert refused == "Choose a league with `league`: Friday and Monday."
