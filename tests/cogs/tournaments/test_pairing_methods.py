"""Round robins and double elimination, from sign-up to the champion, as organizers and players see them."""

from collections import Counter
from itertools import combinations

import pytest

from tests.cogs.tournaments.test_rounds import state, tables
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import file_of
from tests.support.messages import buttons, private_message_of, text
from tests.support.panels import takes_round_back

FIVE = ("Gil", "Hal", "Ida", "Jo", "Kim")
FOUR = FIVE[:4]


async def begins(evening: Evening, pairing: str, *players: str, play: str = "duels") -> None:
    await evening.types("Ana", "event create", name="Friday", play=play, pairing=pairing)
    await evening.types("Ana", "event add", players=f"new: {', '.join(players)}")


async def round_won(evening: Evening, favorites: str) -> list[list[str]]:
    """Pair a round and let the favorite of each table win, who comes first here; return its tables."""
    await evening.types("Ana", "event round")
    await evening.env.settle()
    there = await tables(evening)
    for number, players in enumerate(there, start=1):
        winner = min(players, key=favorites.split().index)
        await evening.types("Ana", "event result", table=number, winner=winner)
    await evening.env.settle()
    return there


async def seeds(evening: Evening) -> list[str]:
    now = await state(evening)
    return [str(now.players[one].name) for one in now.places]


async def panel(evening: Evening) -> tuple[str, list[str]]:
    shown = await evening.people["Ana"].click(event(evening), label="Organize…")
    message = private_message_of(shown)
    return text(message), buttons(message)


async def test_five_meet_each_other_in_five_rounds(blank: Evening) -> None:
    """Each has one bye, worth three points like a win; Gil, who wins all four games, has fifteen."""
    await begins(blank, "round robin", *FIVE)
    assert "Duels · Round robin" in text(event(blank))
    met = Counter[frozenset[str]]()
    for _ in range(5):
        met.update(map(frozenset, await round_won(blank, "Gil Hal Ida Jo Kim")))
    assert met == dict.fromkeys(map(frozenset, combinations(FIVE, 2)), 1)
    assert (await blank.refused("Ana", "event round")).key == "all_have_met"
    said, offered = await panel(blank)
    assert "All tables are in." in said
    assert offered[:2] == ["Close…", "Top cut…"]
    assert not any(label.startswith("Pair") for label in offered)
    closed = (await blank.types("Ana", "event close")).text.splitlines()
    assert closed[0] == "**Friday** is over: **Gil** wins!"
    assert closed[1].startswith("**1.** Gil · 15 points")


async def test_pods_go_on_until_everyone_has_met_everyone(blank: Evening) -> None:
    """Four players in a pod have met after one round; a fifth one who joins then makes it go on."""
    await begins(blank, "round robin", *FOUR, play="pods")
    await round_won(blank, "Gil Hal Ida Jo")
    assert (await blank.refused("Ana", "event round")).key == "all_have_met"
    await blank.types("Ana", "event add", players="new Kim")
    met = {frozenset(pair) for pair in combinations(FOUR, 2)}
    while len(met) < 10:
        before = len(met)
        for table in await round_won(blank, "Gil Hal Ida Jo Kim"):
            met |= set(map(frozenset, combinations(table, 2)))
        assert len(met) > before, "each round has a new meeting"
    assert (await blank.refused("Ana", "event round")).key == "all_have_met"


async def test_a_bracket_up_to_the_champion(blank: Evening) -> None:
    await begins(blank, "double elimination", *FOUR)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    one, two, three, four = await seeds(blank)
    order = f"{one} {two} {three} {four}"
    assert await tables(blank) == [[one, four], [two, three]]
    assert "winners' bracket" in text(event(blank))
    await blank.types("Ana", "event result", table=1, winner=one)
    await blank.types("Ana", "event result", table=2, winner=two)
    await round_won(blank, order)
    shown = text(event(blank))
    assert f"**No loss:** {one}" in shown
    assert f"**Out:** {four}" in shown
    assert "### Standings" not in shown
    await round_won(blank, order)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    assert "grand final" in text(event(blank))
    again = await blank.types("Ana", "event result", table=1, winner=two)
    assert again.text == f"Round 4, table 1: {two} wins."
    await blank.types("Ana", "event round")
    png, said = await file_of(await blank.people["Ana"].slash(blank.channel, "event picture", kind="bracket"))
    assert png.startswith(b"\x89PNG")
    assert f"Bracket Winners' bracket, round 1, Player {one}, Result won; Player {four}, Result lost" in said
    assert f"Bracket Grand final, second match, Player {one}; Player {two}" in said
    await blank.types("Ana", "event result", table=1, winner=one)
    assert (await blank.refused("Ana", "event round")).key == "final_played"
    closed = (await blank.types("Ana", "event close")).text.splitlines()
    assert closed[0] == f"**Friday** is over: **{one}** wins!"
    assert [line.split()[:2] for line in closed[1:5]] == [
        [f"**{place}.**", who] for place, who in enumerate((one, two, three, four), start=1)
    ]


@pytest.mark.parametrize("outcome", ["draw", "intentional draw"])
async def test_a_draw_says_who_goes_on(blank: Evening, outcome: str) -> None:
    await begins(blank, "double elimination", *FOUR)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    one, two, three, _ = await seeds(blank)
    entered = await blank.types("Ana", "event result", table=2, outcome=outcome)
    assert f"{two} goes on as the higher seed" in entered.text
    await blank.types("Ana", "event result", table=1, winner=one)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    assert (await tables(blank))[0] == [one, two]
    assert three in (await tables(blank))[1]


async def test_so_does_one_in_a_top_cut(blank: Evening) -> None:
    await begins(blank, "Swiss", *FOUR)
    await round_won(blank, "Gil Hal Ida Jo")
    assert (await blank.refused("Ana", "event picture", kind="bracket")).key == "no_bracket"
    await blank.types("Ana", "event cut", players=2)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    ((first, _),) = await tables(blank)
    entered = await blank.types("Ana", "event result", table=1, outcome="draw")
    assert f"{first} goes on as the higher seed" in entered.text


async def test_a_round_of_a_bracket_is_taken_back_and_paired_again_as_it_was(blank: Evening) -> None:
    """After a restart, too. Who dropped is signed up again, and takes their place again."""
    await begins(blank, "double elimination", *FOUR)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    one, two, three, four = await seeds(blank)
    await blank.types("Ana", "event result", table=1, winner=one)
    await blank.types("Ana", "event result", table=2, outcome="double loss")
    await blank.types("Ana", "event drop", who=four)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    assert await tables(blank) == [[two, three]]
    await takes_round_back(blank, "Ana", event(blank))
    await blank.types("Ana", "event add", players=four)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    assert await tables(blank) == [[two, three]]
    now = await state(blank)
    assert [now.players[number].name for number in now.rounds[-1].pairings.byes] == [one, four]


async def test_what_the_drawn_places_rule_out(blank: Evening) -> None:
    await begins(blank, "double elimination", *FOUR)
    await blank.types("Ana", "event round")
    await blank.env.settle()
    assert (await blank.refused("Ana", "event pair")).key == "pairings_drawn"
    moved = await blank.refused("Ana", "event move", who="Gil", swap=(await tables(blank))[0][0])
    assert moved.key in ("pairings_drawn", "moves_nowhere")
    assert (await blank.refused("Ana", "event cut", players=2)).key == "event_is_bracket"
    assert (await blank.refused("Ana", "event add", players="new Kim")).key == "bracket_begun"
    assert not {"Join", "Join late"} & {*buttons(event(blank))}
    _, offered = await panel(blank)
    assert not {"Pair again", "Top cut…", "Pair last round"} & {*offered}


@pytest.mark.parametrize("pairing", ["double elimination", "double round robin"])
async def test_pods_have_no_such_pairings(blank: Evening, pairing: str) -> None:
    refused = await blank.refused("Ana", "event create", name="Friday", pairing=pairing)
    assert refused.key == "event_pairing"
