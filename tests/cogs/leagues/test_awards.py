"""A season's story as a picture: by command, and by the button below its end."""

from cogs.text.language import ENGLISH, speaking
from cogs.text.leagues import awards as words
from rules.leagues.story import awards
from tests.support.evening import Evening
from tests.support.leagues import file_of, open_to_all, report, saying
from tests.support.messages import buttons
from tests.support.tables import deal


async def described(evening: Evening, **options: object) -> str:
    shown = await evening.people["Fay"].slash(evening.channel, "league chart", kind="awards", **options)
    png, description = await file_of(shown)
    assert png.startswith(b"\x89PNG")
    return description


async def results(evening: Evening, *played: str) -> None:
    await open_to_all(evening)
    for players in played:
        await report(evening, "Ana", players)


async def test_awards_name_their_holders_with_figures(evening: Evening) -> None:
    """Ben wins two games in a row, Cy one; each of the two has played three games."""
    await results(evening, "Ben, Cy", "Ben, Cy", "Cy, Ben")
    assert await described(evening) == (
        "Friday: awards. All time · 3 games · 2 players. Most wins: Ben: 2 wins. Longest winning streak: "
        "Ben: 2 wins. Most games: Ben and Cy: 3 games, shared."
    )


async def test_the_archenemy_and_the_longest_game_come_from_tables(evening: Evening) -> None:
    """Dee is knocked out by Ben twice and by Cy once; the second game takes 61 minutes."""
    await open_to_all(evening)
    for by, minutes in (("Ben", 2), ("Ben", 61), ("Cy", 3)):
        await deal(evening, names="Ben, Cy, Dee")
        await evening.types("Dee", "damage", amount=40, who="Dee", **{"from": by})
        await evening.passes(minutes=minutes)
        await evening.types("Cy", "concede")
    said = await described(evening)
    assert "Archenemy of the season: Dee: knocked out 3 times, most often by Ben (2 times)." in said
    assert "Most players knocked out: Ben: 2 kills." in said
    assert "Longest game (time): result 2: 1 h 1 min." in said


async def test_few_games_are_answered_by_a_sentence(evening: Evening) -> None:
    await results(evening, "Ben, Cy")
    refused = await evening.refused("Fay", "league chart", kind="awards")
    assert refused.key == "few_games"
    await evening.types("Ana", "league season open", name="Empty")
    assert (await evening.refused("Fay", "league chart", kind="awards")).key == "few_games"


async def test_the_end_of_a_season_has_a_button_to_its_awards(evening: Evening) -> None:
    await evening.types("Ana", "league season open", name="Autumn", starts="2020-01-01")
    await results(evening, "Ben, Cy", "Ben, Cy", "Ben, Cy")
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    end = saying(evening, "won the season")
    assert buttons(end) == ["Season awards"]
    shown = await evening.people["Fay"].click(end, label="Season awards")
    (file,) = [file for message in evening.channel.history() for file in message.attachments]
    assert "Autumn · 3 games · 2 players. Most wins: Ben: 3 wins." in str(file.description)
    assert shown.modal is None


async def test_a_season_too_short_for_awards_has_no_button_to_them(evening: Evening) -> None:
    await evening.types("Ana", "league season open", name="Autumn", starts="2020-01-01")
    await results(evening, "Ben, Cy", "Ben, Cy")
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    assert buttons(saying(evening, "won the season")) == []


async def test_who_has_deleted_their_data_is_a_number(evening: Evening) -> None:
    await results(evening, "Ben, Cy", "Ben, Cy", "Ben, Cy")
    state = await evening.games.leagues.state(await evening.league())
    found = await evening.games.leagues.projections.look(state.league, awards)
    with speaking(ENGLISH):
        sheet = words.sheet(state.nameless(), None, found)
    assert "Ben" not in str(sheet)
    assert sheet.facts[0].text == f"Player {found.awards[0].players[0]}: 3 wins"
