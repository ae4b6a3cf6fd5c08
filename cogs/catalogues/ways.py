"""The tables of docs/rules.md about ways to lose, win and draw, generated from the engine's own."""

from collections.abc import Iterator
from pathlib import Path

from rules.formats.editions import EDITIONS
from rules.formats.losses import DRAWS_BY_KEY, LOSSES, WINS, Blow, EndingWay, GameDraw, GameLoss
from rules.formats.variants import VARIANTS

RULES_GUIDE = Path(__file__).parents[2] / "docs" / "rules.md"
BEGIN, END = "<!-- ways: written by make texts -->", "<!-- end of ways -->"
_CREDIT = {
    Blow.LIFE: "who last took life",
    Blow.POISON: "who last gave poison",
    Blow.COMMANDER: "the commander's owner",
    None: "–",
}
_WHY = {"n": "n", "life": "n", "commander": "a commander"}
_WINS = {
    "win_last": "all opponents have left",
    "win_team": "all other teams have left",
    "win_effect": "an effect",
    "win_effect_team": "an effect, for a team that wins as one",
    "win_emperor": "the emperor wins",
    "win_rivals": "the players opposite have lost (Star)",
    "win_role": "a secret role's condition is met (Treachery, Kingdom, Usurper)",
}


def ways_table() -> str:
    """Return a Markdown table of every way to lose, win and draw: numbers, detection and credit."""
    years = " | ".join(one.effective[:4] for one in EDITIONS.values())
    lines = [f"| way | why | {years} | found by | knocked out by |", "|---|---|---|---|---|---|---|"]
    for loss in LOSSES.values():
        lines += _rows(
            "loses", loss, (loss.whys or loss.why).format(**_WHY), _found(loss), _CREDIT[loss.credit]
        )
    for variant in VARIANTS.values():
        for loss in variant.losses:
            why = (loss.whys or loss.why).format(**_WHY)
            lines += _rows(f"loses ({variant.name})", loss, why, _found(loss), _CREDIT[loss.credit])
    for win in WINS.values():
        lines += _rows("wins", win, _WINS[win.key], "–", "–")
    for draw in DRAWS_BY_KEY.values():
        lines += _rows("draws", draw, _drawn(draw), "–", "–")
    return "\n".join(lines)


def with_table(text: str) -> str:
    """Return the document with the current table."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{ways_table()}\n{END}{after}"


def _found(loss: GameLoss) -> str:
    return "the check" if loss.is_due is not None else "–"


def _drawn(draw: GameDraw) -> str:
    return draw.why or draw.leaving


def _rows(what: str, way: EndingWay, *cells: str) -> Iterator[str]:
    rule = way.rule.numbers if way.rule is not None else ("–",) * len(EDITIONS)
    numbers = [_number(number) for number in rule]
    if way.of_team is not None:
        numbers = [
            f"{one} ({_number(of_team)} for a team that shares its total)"
            if place == 0
            else f"{one} ({_number(of_team)})"
            for place, (one, of_team) in enumerate(zip(numbers, way.of_team.numbers, strict=True))
        ]
    yield f"| {what} | {cells[0]} | {' | '.join(numbers)} | {' | '.join(cells[1:])} |"


def _number(number: str) -> str:
    """Return a rule's cited number, or a dash if the edition has none."""
    return number.split()[0].replace("-", "–")
