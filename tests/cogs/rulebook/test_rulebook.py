"""/rule: by number or word, in the edition that the channel plays."""

from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.tables import deal, gather


async def test_a_rule_by_its_number_is_for_the_user(evening: Evening) -> None:
    told = await evening.types("Ben", "rule", query="810.9c")
    assert told.private
    assert told.text.startswith(
        "### CR 810.9c – Setting one player's life total in a team\n"
        "You gain or lose the difference between the team's total and the new number, which becomes "
        "the team's total: going from 25 to 10 is a loss of 15.\n"
        "-# Comprehensive Rules 2006: 606.9c. "
    )
    assert "and the team has 32.\n-# See also: 119.5 Setting a life total" in told.text
    for written in ("CR 810.9c", "rule 810.9c", "810.9C", "810.9c."):
        assert (await evening.types("Ben", "rule", query=written)).text == told.text


async def test_the_edition_of_the_game_comes_first(evening: Evening) -> None:
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee", edition="2006")
    for query in ("606.9c", "810.9c"):
        told = await evening.types("Eve", "rule", query=query)
        heading, edition, text, *rest = told.text.splitlines()
        assert heading == "### CR 606.9c – Setting one player's life total in a team"
        assert edition == "-# Comprehensive Rules 2006"
        assert text.endswith(
            "with the team at 25 you have 13, so becoming 20 gains you 7, and the team has 32."
        )
        assert rest[0].startswith("-# Comprehensive Rules 2026: 810.9c. You gain or lose the difference")
    assert (await evening.types("Eve", "rule", query="101.4")).text.startswith("### CR 101.4 – Mulligans\n")


async def test_a_rule_by_a_word_names_the_others(evening: Evening) -> None:
    told = await evening.types("Ben", "rule", query="concede")
    assert told.text.startswith("### CR 104.3a – Conceding\n")
    assert "810.8b Conceding for the team" in told.text.splitlines()[-1]


async def test_a_number_with_rules_below_it_lists_them(evening: Evening) -> None:
    told = await evening.types("Ben", "rule", query="104.4")
    lines = told.text.splitlines()
    assert lines[0] == "### CR 104.4"
    assert [line.partition(" – ")[0] for line in lines[1:]] == [f"104.4{letter}" for letter in "abcdefghi"]


async def test_an_unknown_rule_is_refused_with_the_nearest(evening: Evening) -> None:
    assert (await evening.refused("Ben", "rule", query="mulgan")).endswith(" mulligan?")
    assert await evening.refused("Ben", "rule", query="qqqq") == ("No rule here matches “qqqq”.")


async def test_suggestions_can_be_picked(evening: Evening) -> None:
    usual = await evening.suggestions("Ben", "rule", "query")
    assert len(usual) > 15
    assert await evening.suggestions("Ben", "rule", "query", "104.4") == [
        "104.4a – Everyone loses at once",
        "104.4b – A loop no one can stop",
        "104.4c – “The game is a draw” effects",
        "104.4d – All teams lose at once",
        "104.4e – Draw effects with limited range",
        "104.4f – Loops with limited range",
        "104.4g – A team draws the game",
        "104.4h – An emperor draws the game",
        "104.4i – Agreeing to a draw",
    ]
    for label in ("104.4e – Draw effects with limited range", usual[0]):
        told = await evening.types("Ben", "rule", query=label)
        assert told.text.startswith(f"### CR {label}\n")
    assert "120.3b – Infect" in await evening.suggestions("Ben", "rule", "query", "infect")
    assert await evening.suggestions("Ben", "rule", "query", "no such word") == []


async def test_suggestions_have_the_numbers_of_the_edition(evening: Evening) -> None:
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee", edition="2006")
    suggested = await evening.suggestions("Ana", "rule", "query", "606.9")
    assert "606.9a – How much life a teammate has" in suggested
    told = await evening.types("Ana", "rule", query="606.9a – How much life a teammate has")
    assert told.text.startswith(
        "### CR 606.9a – How much life a teammate has\n-# Comprehensive Rules 2006\nHalf "
    )


async def test_words_of_ones_own_language_find_rules_too(evening: Evening) -> None:
    ben = evening.people["Ben"].id
    for language, typed, title in (
        ("de", "aufgeben", "Aufgeben"),
        ("fr", "concéder", "Concéder"),
        ("ja", "投了", "投了"),
    ):
        await evening.settings.choose(Level.OWN, ben, LANGUAGE, language)
        told = await evening.types("Ben", "rule", query=typed)
        assert told.text.startswith(f"### CR 104.3a – {title}\n")
        suggested = await evening.suggestions("Ben", "rule", "query", typed)
        assert suggested[0] == f"104.3a – {title}"
        assert (await evening.types("Ben", "rule", query=suggested[0])).text.startswith(
            told.text.partition("\n")[0]
        )
        assert (await evening.types("Ben", "rule", query="concede")).text.startswith("### CR 104.3a – ")


async def test_a_rule_that_an_edition_lacks_is_shown_as_missing(evening: Evening) -> None:
    """The monarch came in 2016: in a channel of 2006 or 2011, no text has a heading of that time."""
    for edition, name in (("2006", "Comprehensive Rules 2006"), ("2011", "Comprehensive Rules 2011")):
        await gather(evening, "free_for_all", "Ana, Ben, Cy", edition=edition)
        for query in ("725.1", "2026: 725.1", "CR 2026: 725.1", "The monarch"):
            told = await evening.types("Ana", "rule", query=query)
            assert told.text.splitlines()[:4] == [
                "### The monarch",
                f"-# {name}",
                "This edition has no separate rule for this.",
                "-# Comprehensive Rules 2026: 725.1. There's no monarch until an effect makes someone the "
                "monarch.",
            ]
            assert "2026: 725.2 What the monarch does" in told.text.splitlines()[-1]
        assert "2026: 725.2 – What the monarch does" in await evening.suggestions(
            "Ana", "rule", "query", "725"
        )
        suggested = await evening.suggestions("Ana", "rule", "query", "monarch")
        assert suggested[0] == "2026: 725.1 – The monarch"
        assert (await evening.types("Ana", "rule", query=suggested[0])).text.startswith("### The monarch\n")
        await evening.types("Ana", "game end")


async def test_paying_0_life_in_three_editions(evening: Evening) -> None:
    """119.4b since 2021, a sentence of 118.4 in 2011, and in 2006 only in the glossary."""
    here = (await evening.types("Ana", "rule", query="119.4b")).text.splitlines()
    assert here[0] == "### CR 119.4b – Paying 0 life"
    assert here[2] == "-# Comprehensive Rules 2011: 118.4. You can always pay 0 life."
    assert here[3] == "-# Comprehensive Rules 2006: no separate rule"
    await gather(evening, "free_for_all", "Ana, Ben, Cy", edition="2011")
    then = (await evening.types("Ana", "rule", query="119.4b")).text.splitlines()
    assert then[:3] == [
        "### CR 118.4 – Paying 0 life",
        "-# Comprehensive Rules 2011",
        "You can always pay 0 life.",
    ]


async def test_poison_of_two_headed_giant_in_2006_is_not_that_of_today(evening: Evening) -> None:
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee", edition="2006")
    told = (await evening.types("Ana", "rule", query="Two-Headed Giant")).text.splitlines()
    assert told[0] == "### CR 606, 606.1 – Two-Headed Giant"
    assert "starts at 40" in told[2]
    assert "fifteen" not in told[2]
    told = (await evening.types("Ana", "rule", query="810.8d")).text.splitlines()
    assert told[0] == "### A team with fifteen poison counters"
    assert (
        told[2]
        == "Each player has their own poison counters, and ten on one player lose the game for the team."
    )


async def test_what_is_cited_in_2006_can_be_looked_up(evening: Evening) -> None:
    """102.4b of 2006 is 104.4b today; rad counters have a rule only today."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy", edition="2006")
    refused = await evening.refused("Ana", "draw", reason="mandatory loop", optional=True)
    assert "(CR 102.4b)" in refused
    told = await evening.types("Ana", "rule", query="102.4b")
    assert told.text.startswith("### CR 102.4b – A loop no one can stop\n-# Comprehensive Rules 2006\n")
    assert "(CR 2026: 728.1)" in await evening.refused("Ana", "counter rad", nonlands=1)
    told = await evening.types("Ana", "rule", query="2026: 728.1")
    assert told.text.startswith(
        "### Rad counters\n-# Comprehensive Rules 2006\nThis edition has no separate rule"
    )
