"""/event export and import: pairings in TopDeck's format, results, and rosters."""

import json
import re

import pytest
from simcord import ResponseMessage

from rules.tournaments.state import SignUpStage
from tests.cogs.tournaments.test_organize import Panel
from tests.cogs.tournaments.test_rounds import lines, state, tables
from tests.storage.tournaments.test_roster_files import workbook
from tests.support.evening import Evening
from tests.support.leagues import begin_round, imports
from tests.support.messages import buttons, pressable, private_message_of, said, text


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday, for which no one has signed up."""
    await evening.types("Ana", "event create", name="Friday")
    return evening


async def brings(evening: Evening, content: str | bytes, *, guests: bool = True) -> str:
    data = content.encode() if isinstance(content, str) else content
    return await imports(evening, data, guests=guests)


async def exported(evening: Evening) -> dict[str, bytes]:
    """Return the files that someone gets of the event, by name."""
    result = await evening.people["Ben"].slash(evening.channel, "event export")
    assert said(result).private
    assert result.response is not None
    return {one.filename: await one.read() for one in result.response.attachments}


async def people(evening: Evening) -> dict[str | None, bool]:
    """Return who is in the event, and whether they are members."""
    return {one.name: one.user is not None for one in (await state(evening)).players.values()}


async def test_a_roster_signs_up_guests(evening: Evening) -> None:
    assert await brings(evening, "Gil\nHal\nIda\nGil\n") == "Signed up: Gil, Hal and Ida."
    again = await brings(evening, "\ufeffid,Name\n7,Jo\n8,hal\n")
    assert again == "Signed up: Jo.\nAlready signed up: Hal."
    assert lines(evening)[3] == "**Players:** Gil, Hal, Ida, Jo"
    assert await brings(evening, "name\nJo\n") == "Already signed up: Jo."


async def test_a_list_that_has_grown_brings_no_one_back_who_has_dropped(evening: Evening) -> None:
    """Ben and Gil have dropped, and Hal is disqualified; the answers of the form still have all three."""
    roster = "Ben\nGil\nHal\nIda\nJo\n"
    await brings(evening, roster)
    for name in ("Ben", "Gil"):
        await evening.types("Ana", "event drop", who=name)
    now = await state(evening)
    hal = next(one.number for one in now.players.values() if one.name == "Hal")
    panel = await Panel(evening).open()
    await panel.choose("Hal")
    await panel.fill("Penalty…", kind=["disqualification"], infraction=["cheating"])
    ana = evening.people["Ana"]
    file = "a.csv", f"Name\n{roster}Kim\n<@{evening.people['Ben'].id}>\n".encode()
    shown = await ana.slash(evening.channel, "event import", file=file, guests=True)
    told = await ana.click(shown.followups[-1], label="Sign up 7 players")
    said_there = [text(one) for one in (told.response, *told.followups) if one is not None]
    assert any("Signed up: Kim." in one and "Disqualified: Hal." in one for one in said_there)
    assert any("Ben, Gil" in one and "`/event add`" in one for one in said_there)
    now = await state(evening)
    assert {one.name for one in now.at(SignUpStage.IN)} == {"Ida", "Jo", "Kim"}
    assert now.players[hal].stage is SignUpStage.OUT
    assert (await evening.types("Ana", "event add", players="Gil, Hal")).text == (
        "Signed up: Gil.\nDisqualified: Hal."
    )
    assert (await evening.refused("Ana", "event add", players="Hal")).key == "event_disqualified"


async def test_a_roster_means_members_and_makes_guests_only_where_that_is_said(evening: Evening) -> None:
    roster = f"Ben\n<@{evening.people['Cy'].id}>\nGil\nBem\n"
    shown = await evening.people["Ana"].slash(
        evening.channel, "event import", file=("a.csv", roster.encode())
    )
    assert shown.response is not None
    assert text(shown.response) == "Signed up: Ben and Cy."
    (told,) = map(text, shown.followups)
    assert told.startswith("2 not signed up")
    assert "Gil, Bem" in told
    assert "guests:True" in told
    assert await people(evening) == {"Ben": True, "Cy": True}
    assert await brings(evening, roster) == "Signed up: Gil and Bem.\nAlready signed up: Ben and Cy."
    assert await people(evening) == {"Ben": True, "Cy": True, "Gil": False, "Bem": False}


async def test_a_large_roster_says_how_many_and_who_waits(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Saturday", limit=38)
    names = [f"Guest {number}" for number in range(40)]
    answer = await brings(evening, "\n".join(names))
    assert answer == "40 players signed up.\nOn the waiting list: Guest 38 and Guest 39."
    listed = await brings(evening, "\n".join(f"Other {number}" for number in range(300)), guests=False)
    assert listed.startswith("300 not signed up")
    assert listed.endswith("`guests:True`.")


LONG = "Bartholomew the Elder of Hammerfell"
"""A name of 35 characters. Version 0.1 kept the first 32 of it."""


async def test_a_roster_knows_names_that_an_earlier_version_has_cut(evening: Evening) -> None:
    await brings(evening, f"{LONG[:32]}\nGil\nHal\nIda\n")
    assert LONG[:32] in await brings(evening, f"{LONG}\nJo\n")
    assert len(await people(evening)) == 5
    await brings(evening, f"table,player 1,player 2\n1,{LONG},Gil\n2,Hal,Ida\n")
    assert len(await tables(evening)) == 2


async def test_a_roster_fills_a_queue_as_added_players_do(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event queue", name="Casual")
    assert await brings(evening, "Gil\nHal\n") == "In the queue: Gil and Hal."


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
async def test_files_that_excel_saves_are_read(evening: Evening, encoding: str) -> None:
    roster = "Name;Deck\r\nJürgen Groß;Elfen\r\nZoé;–\r\n"
    assert await brings(evening, roster.encode(encoding)) == "Signed up: Jürgen Groß and Zoé."


async def test_a_workbook_is_read(evening: Evening) -> None:
    assert await brings(evening, workbook(("Name",), ("Gil",), ("Hal",))) == "Signed up: Gil and Hal."


async def test_a_damaged_workbook_is_not_a_list_of_names(evening: Evening) -> None:
    assert (await brings(evening, b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0names")).startswith(
        "That file is damaged, protected by a password"
    )
    assert await people(evening) == {}


async def test_of_many_names_at_fault_it_is_said_how_many_more_there_are(evening: Evening) -> None:
    tables = "".join(f"{number},Zed {number},Yan {number}\n" for number in range(1, 7))
    answer = await brings(evening, f"table,player 1,player 2\n{tables}")
    assert len(answer.splitlines()) == 11
    assert answer.splitlines()[-1].startswith("2 more")


async def test_a_file_of_a_country_with_decimal_commas_is_read(evening: Evening) -> None:
    assert await brings(evening, "Name;Deck\nGil;Elves, mostly\nHal;\n") == "Signed up: Gil and Hal."
    told = await brings(evening, "table\tplayer 1\tplayer 2\n1\tHal\tGil\n")
    assert told == "## Friday: round 1\n**Table 1:** Hal, Gil"


async def test_pairings_begin_a_round_and_who_is_at_no_table_has_a_bye(evening: Evening) -> None:
    await brings(evening, "Gil\nHal\nIda\nJo\nKim\n")
    told = await brings(evening, "table,player 1,player 2,player 3,player 4\n1,Jo,Ida,hal,Gil\n")
    assert told == "## Friday: round 1\n**Table 1:** Jo, Ida, Hal, Gil\n**Bye:** Kim"
    assert await tables(evening) == [["Jo", "Ida", "Hal", "Gil"]]
    now = await state(evening)
    assert [now.players[one].name for one in now.rounds[0].pairings.byes] == ["Kim"]
    assert len(evening.channel.threads) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "That isn't a CSV"),
        ("table,player 1,player 2\n", "That isn't a CSV"),
        ("table,player 1,player 2\n1,Gil\n", "Row 2: "),
        ("table,player 1,player 2\n1,Gil,Hal\n2,Ida,Gil\n", "Row 3: Gil "),
        ("table,player 1,player 2\n1,Gil,Zed\n", "No one called “Zed” is signed up."),
    ],
)
async def test_files_that_say_nothing(evening: Evening, content: str, reason: str) -> None:
    await brings(evening, "Gil\nHal\nIda\n")
    assert (await brings(evening, content)).startswith(reason)
    assert (await state(evening)).rounds == ()


async def test_pairings_and_results_go_out(evening: Evening) -> None:
    await brings(evening, "Gil\nHal\nIda\n=Jo\nKim\n")
    await brings(evening, "table,player 1,player 2\n1,Gil,Hal\n2,Ida,=Jo\n")
    await evening.types("Ana", "event result", table=1, winner="Hal")
    await evening.types("Ana", "event result", table=2, outcome="draw")
    files = await exported(evening)
    now = evening.now().replace(microsecond=0).isoformat()
    assert files["round-1.csv"].decode() == "table,player 1,player 2\r\n1,Gil,Hal\r\n2,Ida,'=Jo\r\n"
    assert files["results.csv"].decode().splitlines() == [
        "round,table,player,result,played",
        f"1,1,Gil,lost,{now}",
        f"1,1,Hal,won,{now}",
        f"1,2,Ida,drew,{now}",
        f"1,2,'=Jo,drew,{now}",
        f"1,,Kim,bye,{now}",
    ]


async def test_a_finished_event_goes_out_as_readers_of_topdeck_take_it(evening: Evening) -> None:
    """Gil wins, Ida and Jo draw, Kim has a bye; Kim beats Gil in the final. The fields are those of
    topdeck.gg/docs/tournaments-v2, as edhtop16.com reads them."""
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Saturday", play="duels")
    await brings(evening, "Gil\nHal\nIda\nJo\nKim\n")
    await brings(evening, "table,player 1,player 2\n1,Gil,Hal\n2,Ida,Jo\n")
    await evening.types("Ana", "event result", table=1, winner="Gil")
    await evening.types("Ana", "event result", table=2, outcome="draw")
    await evening.types("Ana", "event cut", players=2)
    await begin_round(evening)
    await evening.types("Ana", "event result", table=1, winner="Kim")
    assert "event.json" not in await exported(evening)
    await evening.types("Ana", "event close")
    event = json.loads((await exported(evening))["event.json"])
    about = ("tournamentName", "game", "swissNum", "topCut", "players")
    assert [event[one] for one in about] == ["Saturday", "Magic: The Gathering", 1, 2, 5]
    assert 0 <= evening.now().timestamp() - event["startDate"] < 60
    counts = ("winsSwiss", "winsBracket", "draws", "lossesSwiss", "lossesBracket", "byes", "points")
    assert {one["name"]: tuple(one[count] for count in counts) for one in event["standings"]} == {
        "Kim": (0, 1, 0, 0, 0, 1, 3),
        "Gil": (1, 0, 0, 0, 1, 0, 3),
        "Ida": (0, 0, 1, 0, 0, 0, 1),
        "Jo": (0, 0, 1, 0, 0, 0, 1),
        "Hal": (0, 0, 0, 1, 0, 0, 0),
    }
    assert [one["standing"] for one in event["standings"]] == [1, 2, 3, 3, 5]
    id = {one["name"]: one["id"] for one in event["standings"]}
    assert len({*id.values()}) == 5
    swiss, final = event["rounds"]
    assert [(one["winner"], one["winner_id"], one["status"]) for one in swiss["tables"][:2]] == [
        ("Gil", id["Gil"], "Completed"),
        ("Draw", "Draw", "Completed"),
    ]
    assert swiss["tables"][2] == {
        "table": "Byes",
        "players": [{"name": "Kim", "id": id["Kim"]}],
        "status": "Bye",
    }
    assert (swiss["round"], final["round"], final["tables"][0]["winner_id"]) == (1, "Top 2", id["Kim"])


async def shows(evening: Evening, rows: str) -> tuple[str, list[str], ResponseMessage]:
    """Return what a file with results would do, the buttons below that, and the message."""
    ana = evening.people["Ana"]
    shown = await ana.slash(evening.channel, "event import", file=("results.csv", rows.encode()))
    preview = shown.followups[-1]
    assert preview.ephemeral
    return text(preview), buttons(preview), preview


async def winners(evening: Evening) -> dict[int, list[str | None]]:
    """Return the winners of the tables of the last round that have ended."""
    now = await state(evening)
    outcomes = now.rounds[-1].outcomes
    return {table: [now.players[one].name for one in outcomes[table].winners] for table in sorted(outcomes)}


async def test_results_in_a_file_are_shown_entered_once_and_announced(evening: Evening) -> None:
    """The commonest sheet has a row for each table; what the event exports has one for each player."""
    await brings(evening, "Gil\nHal\nIda\nJo\nKim\nLee\n")
    await brings(evening, "table,player 1,player 2\n1,Gil,Hal\n2,Ida,Jo\n3,Kim,Lee\n")
    await evening.types("Ana", "event result", table=3, winner="Kim")
    shown, offered, preview = await shows(evening, "Tisch;Sieger\n1;hal\n2;Unentschieden\n3;Lee\n")
    assert "1: Hal wins" in shown
    assert "3: Lee wins" in shown
    assert "Before: Kim wins" in shown
    assert await winners(evening) == {3: ["Kim"]}
    assert (await evening.people["Ana"].click(preview, label="Enter 3 results")).response is not None
    await evening.env.settle()
    assert await winners(evening) == {1: ["Hal"], 2: [], 3: ["Lee"]}
    assert sum(" wins." in one for one in evening.chat()) == 3
    results = (await exported(evening))["results.csv"].decode()
    shown, offered, _ = await shows(evening, results)
    assert "rows 2, 4, 6" in shown
    assert offered == []
    await evening.types("Ana", "event close")
    refused = await evening.refused("Ana", "event import", file=("results.csv", results.encode()))
    assert refused.key == "no_event"


async def test_every_row_of_results_that_is_wrong_is_named_and_the_others_count(evening: Evening) -> None:
    await brings(evening, "Gil\nHal\nIda\nJo\n")
    await brings(evening, "table,player 1,player 2\n1,Gil,Hal\n2,Ida,Jo\n")
    rows = ("1,1,Zed", "2,1,Gil", "1,9,Gil", "1,2,", "1,1,Gil", "1,1,Hal", "1,two,Ida")
    shown, offered, preview = await shows(evening, "\n".join(("Round,Table,Winner", *rows)))
    assert re.findall(r"Row (\d+):", shown) == ["2", "3", "4", "5", "7", "8"]
    assert "Zed isn't at table 1: Gil, Hal" in shown
    assert offered == ["Enter 1 result"]
    await evening.people["Ana"].click(preview, label="Enter 1 result")
    assert await winners(evening) == {1: ["Gil"]}


@pytest.mark.parametrize("goes_on", [False, True])
async def test_a_preview_of_results_counts_for_the_round_as_it_was(
    evening: Evening, *, goes_on: bool
) -> None:
    """Another judge enters a result meanwhile, or all of them and pairs the next round."""
    await brings(evening, "Gil\nHal\nIda\nJo\n")
    await brings(evening, "table,player 1,player 2\n1,Gil,Hal\n2,Ida,Jo\n")
    _, _, preview = await shows(evening, "table,winner\n1,Gil\n2,draw\n")
    await evening.types("Ana", "event result", table=1, winner="Hal")
    if goes_on:
        await evening.types("Ana", "event result", table=2, outcome="draw")
        await brings(evening, "table,player 1,player 2\n1,Gil,Ida\n2,Hal,Jo\n")
    was = await winners(evening)
    await evening.people["Ana"].click(preview, label="Enter 2 results")
    await evening.env.settle()
    assert await winners(evening) == was


async def test_only_judges_bring_files(evening: Evening) -> None:
    answer = await evening.types("Ben", "event import", file=("file.csv", b"Gil\n"))
    assert answer.private
    assert answer.text.startswith("Only ")


async def test_a_file_is_shown_before_anyone_is_signed_up(evening: Evening) -> None:
    """The guess is the column of decks; the judge picks that of the players. No address is shown."""
    form = (
        b"Deck,Who are you,Mail\nElves,Gil,g@example.org\nGoblins,Hal,h@example.org\nSlivers,x@example.org,\n"
    )
    ana = evening.people["Ana"]
    shown = await ana.slash(evening.channel, "event import", file=("form.csv", form), guests=True)
    preview = shown.followups[-1]
    assert preview.ephemeral
    assert await people(evening) == {}
    assert "Elves, Goblins, Slivers" in text(preview)
    (custom_id,) = [one["custom_id"] for one in pressable(preview) if one["type"] != 2]
    picked = private_message_of(await ana.select(preview, ["1"], custom_id=custom_id))
    told = text(picked)
    assert "**2 names** in Who are you:\nGil, Hal" in told
    assert "Row 4: " in told
    assert "example.org" not in told + text(preview)
    await ana.click(picked, label="Sign up 2 players")
    assert await people(evening) == {"Gil": False, "Hal": False}


@pytest.mark.parametrize(
    "content",
    [
        "table,player 1,player 2\n1,g@example.org,Hal\n2,Ida,Jo\n",
        "table,player 1,player 2\n1,g@example.org,Hal\n2,Ida,g@example.org\n",
        "table,winner\n1,g@example.org\n",
        "table,player,result\n1,g@example.org,won\n1,Hal,lost\n",
    ],
)
async def test_an_address_in_place_of_a_name_is_not_repeated(evening: Evening, content: str) -> None:
    await brings(evening, "Gil\nHal\nIda\nJo\n")
    if "player 1" not in content:
        await begin_round(evening)
    ana = evening.people["Ana"]
    shown = await ana.slash(evening.channel, "event import", file=("a.csv", content.encode()))
    told = [text(one) for one in (shown.response, *shown.followups) if one is not None]
    assert "example.org" not in "".join(told)
    assert any("…@…" in one for one in told)


@pytest.mark.own_bot
async def test_a_file_that_was_shown_before_a_restart_is_sent_again(evening: Evening) -> None:
    ana = evening.people["Ana"]
    shown = await ana.slash(evening.channel, "event import", file=("a.csv", b"Gil\n"), guests=True)
    await evening.restart()
    told = await ana.click(shown.followups[-1], label="Sign up 1 player")
    assert said(told).private
    assert evening.refusal() == "event_file_forgotten"
    assert await people(evening) == {}


async def test_text_from_eventlink_pairs_the_round_of_its_title(evening: Evening) -> None:
    """Names with the last name first are those of the event; the title's round is the one that is paired."""
    await brings(evening, "Ana Lopez\nHal\nIda\nJo\nKim\n")
    pasted = "Table\tPlayer 1\tPoints\tPlayer 2\tPoints\n2\tIda\t0\tJo\t0\n1\tLopez, Ana\t0\tHal\t0\n"
    ana = evening.people["Ana"]
    await ana.slash(evening.channel, "event import", file=("a.txt", f"Round 2 pairings\n{pasted}".encode()))
    assert evening.refusal() == "event_file_round"
    assert (await state(evening)).rounds == ()
    await brings(evening, f"Round 1 pairings\n{pasted}")
    assert await tables(evening) == [["Ana Lopez", "Hal"], ["Ida", "Jo"]]
    results = "Round 1\nTable\tPlayer 1\tPlayer 2\tResult\n1\tLopez, Ana\tHal\t0-1\n2\tIda\tJo\tIda\n"
    _, offered, preview = await shows(evening, results)
    await ana.click(preview, label=offered[-1])
    await evening.env.settle()
    assert await winners(evening) == {1: ["Hal"], 2: ["Ida"]}
