"""A season of 200 games, entered in any order, put right afterwards: its table by an independent computation.

The league is the preset of Commander pods: 5 points a win, 1 a draw, 0 a loss. Ties are broken by the
opponents' match-win rate, each at least a fifth, on average over everyone met; then by wins.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from msgspec import Struct
from openskill.models import PlackettLuce

from tests.support.evening import Evening
from tests.support.leagues import create, judge_role, message, report, standings
from tests.support.wording import gist

GAMES = 200
PLAYERS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal", "Ivo", "Jon", "Kim", "Lou")
BEGINNING = datetime(2025, 9, 1, 18, tzinfo=UTC)
FLOOR = Fraction(1, 5)


class Pod(Struct, frozen=True):
    """A game: who played, best first; the first ``drawn`` of them drew, or there was a winner."""

    when: datetime
    players: tuple[str, ...]
    drawn: int = 0

    @property
    def typed(self) -> str:
        first = " = ".join(self.players[: self.drawn])
        rest = ", ".join(self.players[self.drawn :])
        return ", ".join(filter(None, (first, rest)))

    @property
    def options(self) -> dict[str, object]:
        when = self.when.strftime("%Y-%m-%d %H:%M")
        return {"when": when, **({"draw": "agreed"} if self.drawn else {})}

    def places(self) -> list[int]:
        return [1 if index < self.drawn else index + 1 for index in range(len(self.players))]


def generated(seed: int) -> list[Pod]:
    """Return games of three to five, one in eight of them a draw, in the order in which people enter them."""
    chance = random.Random(seed)
    pods = [
        Pod(
            BEGINNING + timedelta(minutes=97 * index),
            tuple(chance.sample(PLAYERS, chance.choice((3, 4, 4, 4, 5)))),
            chance.choice((2, 3)) if chance.random() < 1 / 8 else 0,
        )
        for index in range(GAMES)
    ]
    chance.shuffle(pods)
    return pods


def table(pods: Mapping[int, Pod]) -> list[str]:
    """Return the standings of these games by their numbers, as they are shown."""
    points, matches = Counter[str](), Counter[str]()
    wins, draws = Counter[str](), Counter[str]()
    met = defaultdict[str, list[str]](list)
    for pod in pods.values():
        for index, player in enumerate(pod.players):
            drew, won = index < pod.drawn, index == 0 and not pod.drawn
            points[player] += 1 if drew else 5 if won else 0
            wins[player] += won
            draws[player] += drew
            matches[player] += 1
            met[player] += [other for other in pod.players if other != player]
    share = {player: max(FLOOR, Fraction(points[player], 5 * matches[player])) for player in matches}
    against = {
        player: sum((share[other] for other in met[player]), Fraction(0)) / len(met[player])
        for player in matches
    }
    rated = ratings(pods)

    def key(player: str) -> tuple[int, Fraction, int]:
        return points[player], against[player], wins[player]

    rows: list[str] = []
    for player in sorted(matches, key=key, reverse=True):
        place = 1 + sum(key(other) > key(player) for other in matches)
        losses = matches[player] - wins[player] - draws[player]
        unit = "point" if points[player] == 1 else "points"
        rows.append(
            f"**{place}.** **{player}** {points[player]} {unit} · {wins[player]}–{losses}–{draws[player]} · "
            f"opponents' match-win rate {100 * float(against[player]):.1f}% · wins {wins[player]} · "
            f"rating {rated[player]}"
        )
    return rows


def ratings(pods: Mapping[int, Pod]) -> dict[str, int]:
    """Return the library run over the same games in the order of play, shown as 1000 + 25 · (mu − 3
    sigma)."""
    model = PlackettLuce()
    known = {player: model.rating() for player in PLAYERS}
    for _, pod in sorted(pods.items(), key=lambda one: (one[1].when, one[0])):
        teams = [[known[player]] for player in pod.players]
        rated = model.rate(teams, ranks=[float(place) for place in pod.places()])
        known |= {player: team[0] for player, team in zip(pod.players, rated, strict=True)}
    return {player: round(1000 + 25 * (one.mu - 3 * one.sigma)) for player, one in known.items()}


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    return evening


async def enter(evening: Evening, pods: Sequence[Pod]) -> dict[int, Pod]:
    """Ana, a judge, reports them; they count at once."""
    await create(evening, by="nobody")
    for pod in pods:
        answer = await report(evening, "Ana", pod.typed, **pod.options)
        assert not answer.private, answer.text
    return dict(enumerate(pods, start=1))


async def put_right(evening: Evening, pods: dict[int, Pod]) -> None:
    """Corrections in the past: another outcome, another time, some void, one of them restored, one more.

    Two judges share them, since no one decides about a game that they played in.
    """

    async def judges(who: str, command: str, number: int, **options: object) -> None:
        assert who not in pods[number].players
        said = await evening.types(who, f"league result {command}", result=number, **options)
        assert not said.private, said.text

    await judge_role(evening, "Fay")
    other = Pod(pods[17].when, pods[17].players[::-1])
    people = other.typed
    for name, person in evening.people.items():
        people = people.replace(name, person.mention)
    await judges("Ana", "edit", 17, reason="slip", players=people)
    moved = Pod(BEGINNING - timedelta(days=3), pods[40].players, pods[40].drawn)
    await judges("Fay", "edit", 40, reason="date", when=moved.options["when"])
    for number, who in ((5, "Ana"), (99, "Fay"), (150, "Ana")):
        await judges(who, "void", number, reason="twice")
    await judges("Fay", "restore", 99, reason="once")
    pods[17], pods[40] = other, moved
    del pods[5], pods[150]
    late = Pod(BEGINNING + timedelta(minutes=50), ("Lou", "Ana", "Ben"))
    await report(evening, "Ana", late.typed, **late.options)
    pods[GAMES + 1] = late


@pytest.mark.full
@pytest.mark.own_bot
async def test_its_table_is_right_before_and_after_corrections_and_a_restart(evening: Evening) -> None:
    pods = await enter(evening, generated(5))
    assert await standings(evening) == table(pods)
    await put_right(evening, pods)
    assert await standings(evening) == table(pods)
    await evening.restart()
    assert await standings(evening) == table(pods)


@pytest.mark.own_bot
async def test_every_step_of_a_result_survives_a_restart_and_counts_once(evening: Evening) -> None:
    await create(evening)
    await evening.types("Ana", "league season open", name="Autumn", starts="2025-09-01")
    await report(evening, "Ben", "Ben, Cy, Dee")
    await evening.restart()
    await evening.presses("Cy", "Confirm", message(evening, 1))
    await evening.restart()
    shown = await evening.people["Dee"].click(message(evening, 1), label="Dispute…")
    await evening.restart()
    await evening.people["Dee"].submit_modal(shown, {"reason": "I was first"})
    await evening.restart()
    await evening.types("Ana", "league result rule", result=1, verdict="accept", reason="seen")
    await evening.restart()
    assert (await standings(evening))[0].startswith("**1.** **Ben** 5 points · 1–0–0")
    await evening.passes(minutes=10)
    await evening.types("Ana", "league season close")
    await evening.restart()
    await evening.passes(minutes=60 * 72)
    # Ben's opponents have the floor; Cy and Dee have met each other and Ben, who has won all: (1 + 1/5) / 2.
    assert [gist(line) for line in await standings(evening)] == [
        ["1 Ben 5 1 0 0 20 0 1"],
        ["2 Cy 0 0 1 0 60 0 0"],
        ["2 Dee 0 0 1 0 60 0 0"],
    ]
    (thread,) = evening.channel.threads
    assert len(thread.history()) == 1
    told = [text for text in evening.chat() if gist(text)[1:2] == ["Ben"]]
    assert len(told) == 1
