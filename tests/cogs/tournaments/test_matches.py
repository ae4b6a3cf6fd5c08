"""What an event plays: its variant, and matches of several games, of which the match counts."""

import pytest

from rules.game.game import Game
from tests.cogs.tournaments.test_queue import newest
from tests.cogs.tournaments.test_rounds import tables, thread, types, view
from tests.support.evening import Evening, service_of
from tests.support.leagues import standing
from tests.support.messages import text
from tests.support.wording import gist


async def duels(evening: Evening, **options: object) -> list[str]:
    """Play a round of an event of two, Ben and Gil; return their names in the order of seats."""
    await evening.types("Ana", "event create", name="Friday", play="duels", **options)
    await evening.types("Ana", "event add", players=f"{evening.people['Ben'].mention}, new: Gil")
    await evening.types("Ana", "event round", minutes=50)
    await evening.env.settle()
    (names,) = await tables(evening)
    return names


def lines(evening: Evening) -> list[str]:
    return text(newest(evening, "\n-# Duels")).splitlines()


async def game(evening: Evening, winner: str | None) -> None:
    """A game at the table ends: won, or drawn where no one wins."""
    if winner is None:
        await types(evening, 1, 1, "draw", reason="effect", who="Ben")
    else:
        await types(evening, 1, 1, "win", who=winner)


async def next_game(evening: Evening) -> None:
    history = [one for one in thread(evening, 1, 1).history() if "[Next game]" in text(one)]
    await evening.presses("Ben", "Next game", history[-1])
    await types(evening, 1, 1, "game start")


async def test_an_event_plays_its_variant(evening: Evening) -> None:
    await duels(evening, variant="brawl")
    there = await view(evening, 1, 1)
    assert there.table.options.variant == "brawl"
    assert lines(evening)[1] == "-# Duels · Brawl · 2 players"


@pytest.mark.parametrize(
    ("play", "variant", "size"),
    [("pods", "two_player", 4), ("duels", "free_for_all", 2), ("pods", "two_headed_giant", 4)],
)
async def test_a_variant_has_to_fit_the_tables(evening: Evening, play: str, variant: str, size: int) -> None:
    for command in ("event create", "event queue"):
        told = await evening.types("Ana", command, name="Friday", play=play, variant=variant)
        assert told.private
        assert told.text.endswith(f"isn't played at tables of {size}. Choose another format.")


@pytest.mark.own_bot
async def test_the_match_counts_and_not_its_games(evening: Evening) -> None:
    """Best of three: 1-0, a draw, 1-1, 2-1; 3 points for the match."""
    await duels(evening, best_of=3)
    assert (await view(evening, 1, 1)).table.options.best_of == 3
    assert lines(evening)[1] == "-# Duels · best of three · 2 players"
    for winner in ("Gil", None, "Ben"):
        await game(evening, winner)
        assert gist(lines(evening)[3]) == ["0 1"]
        await next_game(evening)
        there = await view(evening, 1, 1)
        assert isinstance(there.table, Game)
        assert there.clock.round is not None, "the round's time goes on"
    await evening.restart()
    await game(evening, "Gil")
    assert gist(lines(evening)[3]) == ["1 1"]
    assert standing(evening)["Gil"] == "3"
    await types(evening, 1, 1, "undo")
    assert gist(lines(evening)[3]) == ["0 1"]
    await game(evening, "Ben")
    assert standing(evening) == {"Ben": "3", "Gil": "0"}


@pytest.mark.own_bot
async def test_a_match_that_was_not_noted_before_a_crash_counts_after_the_start(
    evening: Evening,
) -> None:
    """Ben wins both games, and no one hears of the second one before the bot is gone."""
    await duels(evening, best_of=3)
    await game(evening, "Ben")
    await next_game(evening)
    evening.games.tell(service_of(evening.bot).hooks.commits._replace(over=()))
    await game(evening, "Ben")
    assert gist(lines(evening)[3]) == ["0 1"]
    await evening.restart(settled=True)
    assert gist(lines(evening)[3]) == ["1 1"]
    assert standing(evening) == {"Ben": "3", "Gil": "0"}


@pytest.mark.parametrize(
    ("winner", "expected"), [(None, {"Ben": "3", "Gil": "0"}), ("Gil", {"Ben": "1", "Gil": "1"})]
)
async def test_when_time_is_up_the_leader_has_won(
    evening: Evening, winner: str | None, expected: dict[str, str]
) -> None:
    """Ben leads 1-0. The second game ends after time: drawn, and Ben has won, or 1-1, a draw (MTR 2.5)."""
    await duels(evening, best_of=3)
    await game(evening, "Ben")
    await next_game(evening)
    await evening.passes(minutes=51)
    await game(evening, winner)
    assert standing(evening) == expected
