"""A picture of life totals told in words, for those who don't see it."""

from collections.abc import Sequence

from cogs.charts.curves import Fate, LifeCurves, LifeLine, TurnMark
from cogs.drawing.cutting import shortened
from cogs.text.formatting import listed
from cogs.text.language import tr, trn, trp

DESCRIPTION = 1024
"""Characters that Discord takes as a picture's description."""
FEW = 8
"""Up to this many totals each has its own sentence."""
LEADERS = 5


def tell(curves: LifeCurves) -> str:
    """Who is ahead or has won, who went out when and why, and how every total went, as far as it fits."""
    sentences = [tr("Life totals over the game. {about}.", about=curves.about), f"{curves.heading}."]
    if len(curves.lines) > FEW:
        standing = [line for line in curves.lines if line.fate is not Fate.OUT]
        leaders = sorted(standing, key=lambda line: -line.total)[:LEADERS]
        totals = listed(f"{line.name} {line.total}" for line in leaders)
        if len(standing) > len(leaders):
            sentences += [tr("Highest of {n} totals at the end: {totals}.", n=len(standing), totals=totals)]
        else:
            sentences += [tr("Highest at the end: {totals}.", totals=totals)]
    sentences += _went_out(curves)
    if len(curves.lines) <= FEW:
        sentences += [_course(line, curves) for line in curves.lines]
    return _fitting(sentences)


def _went_out(curves: LifeCurves) -> list[str]:
    """Who went out, in that order; those who did in the same turn for the same reason together."""
    out = sorted((line for line in curves.lines if line.fate is Fate.OUT), key=lambda line: line.end)
    groups: dict[tuple[int, str], list[str]] = {}
    for line in out:
        groups.setdefault((line.turn, line.why), []).append(line.name)
    if not curves.turns:
        return [
            trn("{who} is out: {why}.", "{who} are out: {why}.", len(names), who=listed(names), why=why)
            for (_, why), names in groups.items()
        ]
    return [
        trn(
            "{who} is out on turn {turn}: {why}.",
            "{who} are out on turn {turn}: {why}.",
            len(names),
            who=listed(names),
            turn=turn,
            why=why,
        )
        for (turn, why), names in groups.items()
    ]


def _course(line: LifeLine, curves: LifeCurves) -> str:
    """A total from its start by its highest and lowest to its end."""
    first, last = line.points[0], line.points[-1]
    high = max(line.points, key=lambda point: point[1])
    low = min(line.points, key=lambda point: point[1])
    between = sorted(point for point in {high, low} if point[1] not in (first[1], last[1]))
    if first[1] == last[1] and not between:
        return tr("{who} stays at {total}.", who=line.name, total=last[1])
    if not between:
        return tr("{who} starts at {first} and ends at {last}.", who=line.name, first=first[1], last=last[1])
    return tr(
        "{who} starts at {first}, reaches {between}, and ends at {last}.",
        who=line.name,
        first=first[1],
        between=trp("list", ", ").join(_at(x, total, curves) for x, total in between),
        last=last[1],
    )


def _at(x: float, total: int, curves: LifeCurves) -> str:
    turn: TurnMark | None = next((turn for turn in reversed(curves.turns) if turn.at <= x), None)
    if turn is None:
        return str(total)
    return tr("{total} on turn {turn}", total=total, turn=turn.number)


def _fitting(sentences: Sequence[str]) -> str:
    text = sentences[0]
    for sentence in sentences[1:]:
        if len(text) + len(sentence) + 3 > DESCRIPTION:
            return f"{text} …"
        text = f"{text} {sentence}"
    return shortened(text, DESCRIPTION)
