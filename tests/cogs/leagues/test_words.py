"""What is typed into a league's forms and options: words of every language, and signs of any keyboard."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from msgspec.structs import replace

from cogs.leagues.core import parsing, parsing_details
from cogs.leagues.views.forms import LEAGUE_FORMS, rules_of_form
from cogs.text.language import LANGUAGE_NAMES, speaking, tr
from cogs.text.leagues import typed
from cogs.text.leagues.tables import TIEBREAKERS
from cogs.text.refusals.explanation import explain
from cogs.text.typed import NEW, folded, new_name, newcomers
from rules.leagues.league import Confirmers, Share, Tiebreaker, preset
from rules.refusal import Refusal
from storage.settings.definitions import LANGUAGE, ZONE, Level
from tests.support.evening import Evening
from tests.support.leagues import Panel, create, report

RULES = preset("achievements", "Friday")
"""By place, with achievements and points for more."""
MARKS = "„“”«»「」"


def hint(form: str, field: str) -> str:
    """Return what stands below something in a form."""
    (found,) = (tr(one.about) for one in LEAGUE_FORMS[form][1] if one.name == field)
    return found


def quoted(text: str) -> list[str]:
    """Return what stands in quotation marks of any language."""
    for mark in MARKS:
        text = text.replace(mark, "\0")
    return [part.strip() for part in text.split("\0")[1::2]]


def example(text: str) -> str:
    """Return what stands behind the beginning of a hint, such as "Such as:" or "e.g."."""
    return text.replace("\uff1a", ":").partition(":")[2].strip() or text.rpartition(". ")[2]


@pytest.fixture(params=LANGUAGE_NAMES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with speaking(request.param):
        yield request.param


@pytest.mark.usefixtures("language")
def test_what_a_hint_says_can_be_typed() -> None:
    split, replay = quoted(hint("draws", "time"))
    assert rules_of_form(RULES, "draws", {"time": split}).scoring.draws.time.share is Share.SPLIT
    assert rules_of_form(RULES, "draws", {"time": replay}).scoring.draws.time.share is Share.REPLAY
    order = rules_of_form(RULES, "ties", {"order": example(hint("ties", "order"))}).ties.order
    assert order == (Tiebreaker.OPPONENTS_MATCH_WINS, Tiebreaker.GAME_WINS, Tiebreaker.HEAD_TO_HEAD)
    extras = rules_of_form(RULES, "extras", {"awards": example(hint("extras", "awards"))}).scoring.extras
    assert (extras.self_kill, extras.awards) == (-1, {"play of the game": 1})
    typed_award = tr("Achievements, such as Ana: play of the game").rpartition(":")[2]
    assert parsing_details.parse_awards("Ana: " + typed_award, {"ana": 0}) == {0: {"play of the game": 1}}


@pytest.mark.usefixtures("language")
def test_a_form_that_is_sent_off_as_it_stands_changes_nothing() -> None:
    draws = replace(RULES.scoring.draws, time=replace(RULES.scoring.draws.time, share=Share.SPLIT))
    league = replace(RULES, ties=replace(RULES.ties, order=tuple(Tiebreaker)))
    league = replace(league, scoring=replace(league.scoring, draws=draws))
    league = rules_of_form(league, "draws", {"time": "split", "agreed": "replay", "effect": "-1/2"})
    league = rules_of_form(league, "extras", {"awards": "First draw = 1/2, self-kill = -2"})
    for form, (_, form_fields) in LEAGUE_FORMS.items():
        assert rules_of_form(league, form, {one.name: one.read(league) for one in form_fields}) == league


def test_a_word_of_any_language_is_understood_in_every_other() -> None:
    for written in LANGUAGE_NAMES:
        with speaking(written):
            split, order = tr(typed.SPLIT), ", ".join(map(tr, TIEBREAKERS.values()))
        for spoken in LANGUAGE_NAMES:
            with speaking(spoken):
                assert rules_of_form(RULES, "draws", {"time": split}).scoring.draws.time.share is Share.SPLIT
                assert rules_of_form(RULES, "ties", {"order": order}).ties.order == tuple(TIEBREAKERS)


@pytest.mark.parametrize(
    "words", [tuple(TIEBREAKERS.values()), (typed.SPLIT, typed.REPLAY), (typed.NOW, typed.YESTERDAY)]
)
def test_no_word_means_two_things(words: tuple[str, ...]) -> None:
    meanings = defaultdict[str, set[str]](set)
    for language in LANGUAGE_NAMES:
        with speaking(language):
            for word in words:
                meanings[folded(tr(word))].add(word)
    assert {word: found for word, found in meanings.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (
            "opponents match-win rate, average",
            (Tiebreaker.OPPONENTS_MATCH_WINS, Tiebreaker.AVERAGE),
        ),  # by key
        ("Opponents’ Match-Wins", (Tiebreaker.OPPONENTS_MATCH_WINS,)),
        ("FACE À FACE; cote", (Tiebreaker.HEAD_TO_HEAD, Tiebreaker.RATING)),
        ("直接対決、撃破数", (Tiebreaker.HEAD_TO_HEAD, Tiebreaker.KILLS)),
    ],
)
def test_tie_breakers_are_known_in_any_spelling(text: str, order: tuple[Tiebreaker, ...]) -> None:
    assert rules_of_form(RULES, "ties", {"order": text}).ties.order == order


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("4, 3, 2.5", (4, 3, Fraction(5, 2))),
        ("1,32; 1,05", (Fraction(132, 100), Fraction(105, 100))),
        ("\uff14、\uff13、½", (4, 3, Fraction(1, 2))),
    ],
)
def test_numbers_are_read_as_any_keyboard_types_them(text: str, places: tuple[Fraction, ...]) -> None:
    assert rules_of_form(RULES, "points", {"places": text}).scoring.places == places


@pytest.mark.parametrize(
    ("text", "meetings"), [("6 in 24", (6, 24)), ("3 / 12 h", (3, 12)), ("0", (0, 24)), ("5", (5, 24))]
)
def test_meetings_are_two_numbers_whatever_is_between(text: str, meetings: tuple[int, int]) -> None:
    fairness = rules_of_form(RULES, "confirmation", {"meetings": text}).fairness
    assert (fairness.games, fairness.hours) == meetings


@pytest.mark.parametrize(
    ("form", "field", "text", "reason"),
    [
        ("draws", "time", "splitt", "bad_draw"),
        ("draws", "time", "2000000", "bad_draw"),
        ("extras", "awards", "play of the game", "bad_award"),
        ("extras", "awards", "play of the game = much", "bad_points"),
        ("ties", "order", "wins, losses", "bad_tiebreaker"),
        ("confirmation", "meetings", "often", "number_out_of_bounds"),
        ("confirmation", "meetings", "3 in 0", "number_out_of_bounds"),
    ],
)
def test_what_means_nothing_is_refused_for_what_it_is(form: str, field: str, text: str, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        rules_of_form(RULES, form, {field: text})
    assert refused.value.reason == reason


@pytest.mark.parametrize("text", ["yesterday", "gestern", "HIER", "ayer", "ieri", "ontem", "昨日", "24h"])
def test_yesterday_is_a_day_ago_in_every_language(text: str) -> None:
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert parsing.parse_moment(text, now) == int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp())


@pytest.mark.usefixtures("language")
def test_someone_new_is_named_as_the_refusal_says() -> None:
    said = tr(NEW, name="Zoé Müller")
    assert said in explain(Refusal("unknown_person", name="Zoé Müller", hint=""))
    assert new_name(said) == "Zoé Müller"
    for spoken in LANGUAGE_NAMES:
        with speaking(spoken):
            assert new_name(said) == "Zoé Müller"


@pytest.mark.parametrize("name", ["Newt", "Zoe", "Neumann", "new"])
def test_a_name_that_begins_alike_is_not_new(name: str) -> None:
    assert new_name(name) is None


def test_several_are_new_at_once() -> None:
    named = newcomers(["Ana", "new Zoe", "Ben", "neu: Gil", "new:", "<@7>", "Mo"])
    assert [(one.name, one.new) for one in named] == [
        *(("Ana", False), ("Zoe", True), ("Ben", False), ("Gil", True), ("<@7>", False), ("Mo", True))
    ]


async def test_a_german_organizer_types_and_reads_german(evening: Evening) -> None:
    await evening.settings.choose(Level.OWN, evening.people["Ana"].id, LANGUAGE, "de")
    panel = await Panel(evening).open()
    await panel.fill("draws", time="teilen", agreed="Neu spielen", effect="0,5")
    await panel.fill("ties", order="Direktvergleich, Matchsiege der Gegner")
    assert "Zeit: Anteil am Sieg · Vereinbarung: neu gespielt · Effekt: 0,5" in panel.text
    assert "Direktvergleich, Matchsiege der Gegner" in panel.text
    # The channel speaks English, and so does what everyone would read.
    guessed = await evening.types("Ana", "league report", players="Zora, Zorra")
    assert guessed.private
    assert guessed.text.splitlines() == [
        "„Zora“ gibt es hier nicht. Für einen neuen Spieler schreibe „neu Zora“.",
        "„Zorra“ gibt es hier nicht. Für einen neuen Spieler schreibe „neu Zorra“.",
    ]
    known = await evening.types("Ana", "league report", players="neu: Zora, Zorra", kills="Zora: Zorra")
    assert "**1.** **Zora**\n**2.** **Zorra**" in known.text
    refused = await panel.fill("draws", time="irgendwas")
    assert refused.private
    assert "„teilen“" in refused.text
    assert "„neu spielen“" in refused.text
    refused = await panel.fill("ties", order="Würfeln")
    assert "Matchsiege, Matchsiege der Gegner, Partiesiege" in refused.text
    await panel.pick("by", Confirmers.NO_ONE.value)
    rules = (await evening.games.leagues.state(await evening.league())).rules
    assert rules.ties.order == (Tiebreaker.HEAD_TO_HEAD, Tiebreaker.OPPONENTS_MATCH_WINS)
    assert (await report(evening, "Ben", "Ben、 Cy", when="gestern")).text.count("**1.** **Ben**") == 1


@pytest.mark.parametrize(
    ("command", "option"), [("report", "when"), ("season open", "starts"), ("season close", "ends")]
)
async def test_typed_times_are_suggested_as_what_they_mean(
    evening: Evening, command: str, option: str
) -> None:
    """In Berlin, 7:30 PM is 18:30 in UTC in November; in German yesterday is gestern."""
    await create(evening)
    await evening.settings.choose(Level.SERVER, evening.server.id, ZONE, "Europe/Berlin")
    ana, typed_time = evening.people["Ana"], "20.11.2025 19:30"
    (choice,) = await ana.autocomplete(evening.channel, f"league {command}", option, typed_time)
    seconds = int(datetime(2025, 11, 20, 18, 30, tzinfo=UTC).timestamp())
    assert choice == {"name": "Thu 20 Nov 2025, 19:30 (Europe/Berlin)", "value": f"<t:{seconds}>"}
    await evening.settings.choose(Level.OWN, ana.id, LANGUAGE, "de")
    words = [one.partition(":")[0] for one in await evening.suggestions("Ana", f"league {command}", option)]
    assert words == ["jetzt", "3h", "gestern"]
    assert await evening.suggestions("Ana", f"league {command}", option, "Quatsch") == []


async def test_a_deadline_for_decklists_is_suggested_as_what_it_means(evening: Evening) -> None:
    await create(evening)
    (shown,) = await evening.suggestions("Ana", "league decklist lock", "when", "3.1.2099 18:00")
    assert shown == "Sat 3 Jan 2099, 18:00 (UTC)"
    assert await evening.suggestions("Ana", "league decklist lock", "when") == ["now", "open"]
