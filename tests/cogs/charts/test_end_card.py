"""The picture of a finished game: what it says is counted by hand from what the people do."""

import pytest

from cogs.charts import commands
from cogs.drawing.facts import Fact
from cogs.summary import curves_of_log
from cogs.summary.curves import Fate
from cogs.summary.end_card import CardPlayer, EndCard
from cogs.summary.end_card_of_log import end_card
from rules.actions.commanders import NameCommander
from rules.actions.damage import DealDamage
from rules.actions.endings import AbandonGame, AgreeDraw, Concede, CreditKnockOut, RestartGame, WinGame
from rules.actions.life import GainLife, LoseLife
from rules.actions.table import HandOver
from rules.game.parts import GameId
from tests.cogs.logs import PASS, Played, seated, started
from tests.support.wording import gist


def card_of(played: Played, **identities: str) -> EndCard | None:
    curves = curves_of_log.curves(GameId(7), played.entries)
    assert curves is not None
    return end_card(GameId(7), played.game, played.entries, curves, lambda names: identities.get(names[0]))


def shown(played: Played, **identities: str) -> EndCard:
    card = card_of(played, **identities)
    assert card is not None
    return card


def people(card: EndCard) -> dict[str, CardPlayer]:
    return {player.name: player for player in card.players}


def facts(card: EndCard) -> dict[str, str]:
    return {fact.heading: fact.text for fact in card.facts}


def alone(*names: str) -> Played:
    """Return a game at 20 life without teams, a duel for two."""
    names = names or ("Ana", "Ben", "Cy")
    return started("two_player" if len(names) == 2 else "free_for_all", *seated(names))


def test_it_says_who_knocked_out_whom_when_and_how() -> None:
    """Ana 20, Ben 20 - 5 = 15, Cy 20 - 22 = -2 on turn 2 by Ana; then Ana deals Ben 15 on turn 3."""
    played = alone()
    played.does(LoseLife(who=("ben",), amount=5), PASS, DealDamage(to=("cy",), amount=22, by="ana"))
    played.does(PASS, DealDamage(to=("ben",), amount=15, by="ana"))
    card = shown(played)
    assert [(one.name, one.total, one.fate) for one in card.players] == [
        ("Ana", 20, Fate.WON),
        ("Ben", 0, Fate.OUT),
        ("Cy", -2, Fate.OUT),
    ]
    assert gist(people(card)["Cy"].ending) == ["Ana 2 −2"]
    assert people(card)["Ana"].ending == ""
    assert facts(card)["Length"] == "3 turns · 5 minutes"


def test_a_cause_without_a_known_player_names_none_until_the_table_says_so() -> None:
    played = alone()
    played.does(LoseLife(who=("cy",), amount=20), Concede(who="ben"))
    assert gist(people(shown(played))["Cy"].ending) == ["0"]
    played.does(CreditKnockOut(who="cy", by="ben"))
    assert gist(people(shown(played))["Cy"].ending) == ["Ben 0"]
    assert "conceded" in people(shown(played))["Ben"].ending


def test_commanders_stand_with_their_colors_where_they_are_known() -> None:
    played = started("commander", *seated(["Ana", "Ben", "Cy"]))
    played.does(NameCommander(who="ana", name="Atraxa"), NameCommander(who="ben", name="Mystery"))
    played.does(DealDamage(to=("cy",), amount=21, by="ana", combat=True, commander="ana:1"))
    played.does(Concede(who="ben"))
    found = people(shown(played, Atraxa="WUBG"))
    assert [(found[name].about, found[name].identity) for name in ("Ana", "Ben", "Cy")] == [
        ("Atraxa", "WUBG"),
        ("Mystery", None),
        ("", None),
    ]
    assert gist(found["Cy"].ending) == ["Ana 21 Atraxa"]


def test_the_turning_point_is_the_step_from_which_the_winner_led() -> None:
    """Ben leads from 25 on turn 1; Ana leads again when he falls to 12 on turn 2, and to the end."""
    played = alone("Ana", "Ben")
    played.does(GainLife(who=("ben",), amount=5), PASS, LoseLife(who=("ben",), amount=13), PASS)
    played.does(LoseLife(who=("ana",), amount=2), LoseLife(who=("ben",), amount=12))
    said = facts(shown(played))["Turning point"]
    assert said == "Ben went from 25 to 12 on turn 2. From then on, Ana had the highest life total."


def test_a_knock_out_that_gives_the_lead_is_the_turning_point() -> None:
    """Cy has 30 and goes on turn 2; Ana's 20 stay above Ben's 19."""
    played = alone()
    played.does(GainLife(who=("cy",), amount=10), LoseLife(who=("ben",), amount=1), PASS)
    played.does(LoseLife(who=("cy",), amount=30), PASS, Concede(who="ben"))
    assert facts(shown(played))["Turning point"] == (
        "Cy was knocked out on turn 2: 0 life. From then on, Ana had the highest life total."
    )


def test_a_winner_who_was_behind_to_the_last_has_it_at_the_end() -> None:
    behind = alone("Ana", "Ben")
    behind.does(LoseLife(who=("ana",), amount=9), Concede(who="ben"))
    assert facts(shown(behind))["Turning point"] == (
        "Ben was knocked out: conceded. Until then, Ana did not have the highest life total."
    )
    by_effect = alone("Ana", "Ben")
    by_effect.does(LoseLife(who=("ana",), amount=9), WinGame(who="ana"))
    assert facts(shown(by_effect))["Turning point"].startswith("Until then, Ana")


def test_a_lead_before_a_restart_counts_for_nothing() -> None:
    """Cy is out at the restart; then Ana and Ben start at 20 again, and Ben falls to 19."""
    played = alone()
    played.does(GainLife(who=("ana",), amount=9), LoseLife(who=("cy",), amount=20), RestartGame(by="ana"))
    played.does(LoseLife(who=("ben",), amount=1), LoseLife(who=("ben",), amount=19))
    card = shown(played)
    assert facts(card)["Turning point"].startswith("Ben went from 20 to 19 on turn 1.")
    assert {name: one.line for name, one in people(card).items()} == {"Ana": 0, "Ben": 1}


def test_teammates_stand_with_their_team_and_those_who_died_have_won_too() -> None:
    seats = (*seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    played = started("team_vs_team", *seats, first="ana")
    played.does(LoseLife(who=("ben",), amount=20), Concede(who="cy"), Concede(who="dee"))
    found = people(shown(played))
    assert {name: (one.about, one.fate is Fate.WON) for name, one in found.items()} == {
        "Ana": ("Red", True),
        "Ben": ("Red", True),
        "Cy": ("Blue", False),
        "Dee": ("Blue", False),
    }
    assert gist(found["Ben"].ending) == ["0"]


def test_a_shared_total_is_each_members() -> None:
    seats = (*seated(["Ana", "Ben"], "Red"), *seated(["Cy", "Dee"], "Blue"))
    played = started("two_headed_giant", *seats)
    played.does(DealDamage(to=("cy",), amount=30, by="ana"))
    found = people(shown(played))
    assert {name: (one.total, one.line) for name, one in found.items()} == {
        "Ana": (30, 0),
        "Ben": (30, 0),
        "Cy": (0, 1),
        "Dee": (0, 1),
    }
    assert gist(found["Dee"].ending) == ["Ana 0"]


def test_colors_and_lines_follow_seats_and_not_names() -> None:
    """The archenemy, alone with a total, is called as the team of the others; later two swap their names."""
    seats = (*seated(["Heroes"], "Archenemy"), *seated(["Ben", "Cy"], "Heroes"))
    played = started("archenemy_commander", *seats, first="heroes")
    played.does(HandOver(who="ben", user=7, name="Cy"), HandOver(who="cy", user=8, name="Ben"))
    played.does(LoseLife(who=("cy",), amount=3), Concede(who="heroes"))
    lines = shown(played).curves.lines
    found = people(shown(played))
    assert {name: lines[one.line].total for name, one in found.items()} == {
        name: one.total for name, one in found.items()
    }
    assert len({found[name].line for name in ("Heroes", "Ben")}) == 2


def test_a_draw_has_no_turning_point_and_a_table_that_stops_no_picture() -> None:
    draw = alone("Ana", "Ben")
    draw.does(LoseLife(who=("ben",), amount=3), AgreeDraw())
    assert "Turning point" not in facts(shown(draw))
    assert {one.fate for one in shown(draw).players} == {Fate.DRAW}
    stopped = alone("Ana", "Ben")
    stopped.does(LoseLife(who=("ben",), amount=3), AbandonGame())
    assert card_of(stopped) is None


def test_of_many_the_first_ten_places_are_shown() -> None:
    played = alone(*(f"P{n}" for n in range(1, 14)))
    played.does(*(Concede(who=f"p{n}") for n in range(2, 14)))
    card = shown(played)
    assert [player.name for player in card.players] == ["P1", *(f"P{n}" for n in range(13, 4, -1))]
    assert card.others == "and 3 more players"


def test_the_description_has_everyone_with_commander_and_end() -> None:
    played = started("commander", *seated(["Ana", "Ben"]))
    played.does(NameCommander(who="ana", name="Atraxa"), DealDamage(to=("ben",), amount=42, by="ana"))
    card = shown(played)
    assert " Ana wins. Ana 40 (Atraxa). Ben −2 (" in commands.describe_end(card)
    assert all(fact.text.rstrip(".") in commands.describe_end(card) for fact in card.facts)


@pytest.mark.parametrize("count", [2, 10])
def test_names_of_wide_letters_stay_inside_and_rows_are_twelve_high_on_a_phone(count: int) -> None:
    """A phone shows 300 of 1200 pixels: a line of 48 is 12 there."""
    from PIL import Image

    from cogs.charts import end_plot
    from cogs.drawing import facts_plot
    from cogs.drawing.style import GROUND, PAPER

    played = alone(*(f"{'W' * 30}{n:02}" for n in range(count)))
    played.does(*(Concede(who=one.id) for one in played.game.players[1:]))
    card = shown(played)
    sheet = end_plot.EndPicture(card, ["#66a4f1"] * count)
    assert facts_plot.LINE * 300 / facts_plot.WIDTH == 12
    image = sheet.draw().image()
    assert image.width == 1200
    papers = {tuple(bytes.fromhex(color[1:])) for color in (PAPER, GROUND)}
    edge: Image.Image = image.crop((1180, 0, 1200, image.height))
    found = edge.getcolors()
    assert found is not None
    assert {color for _, color in found} <= papers


def test_a_long_fact_is_broken_between_words_and_cut_after_three_lines() -> None:
    from cogs.drawing.facts_plot import CELL
    from cogs.drawing.ink import Ink
    from cogs.drawing.style import PAPER

    ink = Ink(100, 100, PAPER)
    lines = ink.wrapped("word " * 100, 600, CELL, 3)
    assert len(lines) == 3
    assert all(ink.width(line, CELL) <= 601 for line in lines)
    assert lines[2].endswith("…")
    assert "".join(ink.wrapped("W" * 40, 600, CELL, 9)) == "W" * 40


def test_records_follow_what_the_game_says() -> None:
    played = alone("Ana", "Ben")
    played.does(Concede(who="ben"))
    curves = curves_of_log.curves(GameId(7), played.entries)
    assert curves is not None
    record = Fact("Thursday", "Ana: first win")
    card = end_card(GameId(7), played.game, played.entries, curves, lambda _: None, [record])
    assert card is not None
    assert card.facts[-1] == record
