"""What a league has beside results: penalties and points, teams, decklists with a deadline."""

import pytest

from tests.support.evening import Evening
from tests.support.leagues import create, file_of, open_to_all, points, report, standings
from tests.support.panels import forget


@pytest.mark.own_bot
async def test_a_judge_gives_points_and_penalties_with_a_reason(evening: Evening) -> None:
    """Ben has won a game: 5 points. He gets a penalty of 7, and Cy half a point."""
    await open_to_all(evening)
    await report(evening, "Ben", "Ben, Cy")
    assert await points(evening) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    told = await evening.types("Ana", "league adjust", player="Ben", points="-7", reason="late twice")
    assert (told.text, told.private) == ("**Friday**: −7 for **Ben**. late twice", False)
    await evening.types("Ana", "league adjust", player="#2", points="1/2", reason="helped")
    assert await points(evening) == ["**1.** **Cy** 0.5", "**2.** **Ben** −2"]
    assert " · +0.5 by a judge · " in (await standings(evening))[0]
    await evening.restart()
    assert await points(evening) == ["**1.** **Cy** 0.5", "**2.** **Ben** −2"]
    audit = (await evening.types("Fay", "league audit")).text
    assert "points of Ben changed by −7 – late twice" in audit
    only_judges = await evening.refused("Ben", "league adjust", player="Cy", points="-1", reason="x")
    assert only_judges.key == "league_judges_only"
    nothing = await evening.refused("Ana", "league adjust", player="Cy", points="0", reason="x")
    assert nothing.startswith("“0” isn't a valid number of points.")
    await report(evening, "Ana", "Ana, Dee")
    own = await evening.refused("Ana", "league adjust", player="Ana", points="3", reason="me")
    assert own == "Those are your own points, so another judge has to change them."


async def test_points_by_judges_are_of_their_season_and_stay_in_its_final_standings(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Spring")
    await report(evening, "Ben", "Ben, Cy")
    await evening.types("Ana", "league adjust", player="Ben", points="-1", reason="late")
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    assert await points(evening) == ["**1.** **Ben** 4", "**2.** **Cy** 0"]
    await evening.types("Ana", "league season open", name="Summer")
    await evening.types("Ana", "league adjust", player="Cy", points="2", reason="helped")
    assert await points(evening) == ["**1.** **Cy** 2"]
    assert await points(evening, season=0) == ["**1.** **Ben** 4", "**2.** **Cy** 2"]
    assert await points(evening, season=1) == ["**1.** **Ben** 4", "**2.** **Cy** 0"]


@pytest.mark.own_bot
async def test_teams_are_ranked_by_what_their_members_have(evening: Evening) -> None:
    """5 points a win: Ben 10, Cy 5, Dee 0, Eve 0. Red is Ben and Dee: 10; Blue is Cy and Eve: 5."""
    await open_to_all(evening)
    assert "No teams yet." in (await evening.types("Fay", "league standings", by="teams")).text
    for who, players in (("Ben", "Ben, Cy"), ("Ben", "Ben, Dee"), ("Cy", "Cy, Eve")):
        await report(evening, who, players)
    red = ", ".join(evening.people[name].mention for name in ("Ben", "Dee"))
    told = await evening.types("Ana", "league team", name="Red", players=red)
    assert told.text == "**Friday**: team **Red** is Ben and Dee."
    await evening.types("Ana", "league team", name="Blue", players="#2, Eve")
    await evening.types("Ana", "league team", name="White", players="new Zoe")
    await evening.restart()
    page = (await evening.types("Fay", "league standings", by="teams")).text.splitlines()
    assert page[:4] == [
        "### Friday: teams",
        "**1.** **Red** 10 points · Ben 10, Dee 0",
        "**2.** **Blue** 5 points · Cy 5, Eve 0",
        "**3.** **White** 0 points · Zoe 0",
    ]
    taken = await evening.refused("Ana", "league team", name="Green", players="Ben, Zoe")
    assert taken == "Someone there is already in the team Red. Change that team first."
    await evening.types("Ana", "league adjust", player="Dee", points="-6", reason="late")
    ended = await evening.types("Ana", "league team", name="white")
    assert ended.text == "**Friday**: team **white** has ended."
    unknown = await evening.refused("Ana", "league team", name="Gold")
    assert unknown == "There's no team called “Gold”. Name its players to make one."
    page = (await evening.types("Fay", "league standings", by="teams")).text.splitlines()
    assert page[1:3] == [
        "**1.** **Blue** 5 points · Cy 5, Eve 0",
        "**2.** **Red** 4 points · Ben 10, Dee −6",
    ]
    assert (await evening.refused("Ben", "league team", name="Ours")).startswith("Only moderators")


@pytest.mark.own_bot
async def test_decklists_are_hidden_until_they_are_locked_and_final_then(evening: Evening) -> None:
    submitted = await evening.types("Ben", "league decklist submit", decklist="4 Lightning Bolt\n56 Mountain")
    assert submitted.private
    assert submitted.text.endswith("Only you and judges can read it until a judge locks the decklists.")
    own = await evening.types("Ben", "league decklist show", who="Ben")
    assert own.text == "### Ben\n4 Lightning Bolt\n56 Mountain"
    hidden = await evening.types("Cy", "league decklist show", who="Ben")
    assert hidden.text == "Decklists can be read once they are locked."
    listed = (await evening.types("Cy", "league decklist show")).text
    assert listed == "### Friday: 1 decklist\n**Ben**"
    assert "Lightning" in (await evening.types("Ana", "league decklist show", who="Ben")).text
    assert (await evening.refused("Ben", "league decklist lock", when="now")).startswith("Only moderators")
    soon = int(evening.now().timestamp()) + 3600
    told = await evening.types("Ana", "league decklist lock", when=f"<t:{soon}>")
    assert told.text == (
        f"**Friday**: decklists lock <t:{soon}:R>. Register yours with `/league decklist submit`."
    )
    again = await evening.types("Ben", "league decklist submit", decklist="https://example.com/burn")
    assert again.text.endswith(f"You can change it until <t:{soon}:f>; then everyone can read it.")
    await evening.restart()
    await evening.passes(minutes=61)
    late = await evening.refused("Cy", "league decklist submit", decklist="Storm")
    assert late == "Decklists are locked. Ask a judge if yours has to change."
    shown = (await evening.types("Cy", "league decklist show")).text
    assert shown == "### Friday: 1 decklist\n**Ben** · https://example.com/burn"
    none = await evening.types("Cy", "league decklist show", who="Ben")
    assert "https://example.com/burn" in none.text
    await evening.types("Ana", "league decklist lock", when="open")
    await evening.types("Cy", "league decklist submit", decklist="Storm")
    assert (await evening.types("Dee", "league decklist show")).text == (
        "### Friday: 2 decklists\n**Ben**\n**Cy**"
    )


async def test_a_file_has_all_of_it_and_who_is_forgotten_has_no_decklist(evening: Evening) -> None:
    await open_to_all(evening)
    await report(evening, "Ben", "Ben, Cy")
    await evening.types("Ana", "league adjust", player="Ben", points="-1", reason="late")
    await evening.types("Ana", "league team", name="Ben's", players="Ben, Cy")
    await evening.types("Ben", "league decklist submit", decklist="Burn by Ben")
    await evening.types("Cy", "league decklist submit", decklist="Storm, as Ben has it")
    await evening.types("Ana", "league decklist lock", when="now")
    shown = await evening.people["Ana"].slash(evening.channel, "league export", format="json")
    data, _ = await file_of(shown)
    await evening.types("Ana", "league import", file=("league.json", data), name="Copy")
    assert await points(evening, league="Copy") == ["**1.** **Ben** 4", "**2.** **Cy** 0"]
    page = (await evening.types("Fay", "league standings", by="teams", league="Copy")).text
    assert "**1.** **Ben's** 4 points · Ben 4, Cy 0" in page
    assert "Burn by Ben" in (await evening.types("Fay", "league decklist show", league="Copy")).text
    await forget(evening, "Ben")
    for league in ("Friday", "Copy"):
        lists = (await evening.types("Fay", "league decklist show", league=league)).text
        assert lists == f"### {league}: 1 decklist\n**Cy** · Storm, as … has it"
        page = (await evening.types("Fay", "league standings", by="teams", league=league)).text
        assert "**1.** **…'s** 4 points · Player 1 4, Cy 0" in page


async def test_nothing_of_it_is_another_leagues(evening: Evening) -> None:
    await open_to_all(evening)
    await create(evening, "Monday", by="nobody")
    await report(evening, "Ben", "Ben, Cy", league="Friday")
    await report(evening, "Ben", "Ben, Cy", league="Monday")
    await evening.types("Ana", "league adjust", player="Ben", points="3", reason="x", league="Monday")
    assert await points(evening, league="Friday") == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    assert await points(evening, league="Monday") == ["**1.** **Ben** 8", "**2.** **Cy** 0"]
