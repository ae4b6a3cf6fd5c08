"""What can be chosen for a league: the presets, and forms for everything else, read and written as texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from cogs.ui.language import mark
from cogs.ui.leagues import words
from cogs.ui.text import label
from rules.leagues.league import Confirmers, Format, League, Reporters, Silence, Tiebreaker
from rules.leagues.scoring import DrawRule, Draws, Scoring, Share, Stake
from rules.refusal import Refusal

PRESETS: Mapping[str, str] = {
    "pods": mark("Commander pods: 5 a win, 1 a draw"),
    "addendum": mark("Commander pods: 7 a win, 1 a draw"),
    "swiss": mark("Duels: best of three, 3 a win, 1 a draw"),
    "shared_draws": mark("1 a win, draws share it"),
    "plus_minus": mark("3 a win, −1 a loss"),
    "beaten": mark("1 for everybody beaten"),
    "places": mark("By place: 4, 3, 2, 1"),
    "places_and_win": mark("By place: 5, 3, 2, 1"),
    "kills": mark("By place, and 1 a kill"),
    "achievements": mark("By place, and achievements"),
    "stake": mark("Stakes: 1000 to begin with, 7% a game"),
}
FORMATS: Mapping[Format, str] = {
    Format.ANY: mark("Any game"),
    Format.DUEL: mark("Duels"),
    Format.FREE_FOR_ALL: mark("Everybody alone"),
    Format.TEAMS: mark("Teams"),
}
CONFIRMERS: Mapping[Confirmers, str] = {
    Confirmers.ALL: mark("Everybody else who played confirms"),
    Confirmers.MAJORITY: mark("More than half of the others confirm"),
    Confirmers.ONE: mark("One of the others confirms"),
    Confirmers.NOBODY: mark("Nobody has to confirm"),
}
SILENCES: Mapping[Silence, str] = {
    Silence.CONFIRM: mark("Who is silent agrees"),
    Silence.VOID: mark("Without confirmation it is void"),
}
REPORTERS: Mapping[Reporters, str] = {
    Reporters.PLAYERS: mark("Those who played report"),
    Reporters.ANYONE: mark("Anyone reports"),
    Reporters.JUDGES: mark("Judges report"),
}
SWITCH: Mapping[str, str] = {"yes": mark("Yes"), "no": mark("No")}
SELF_KILL = "self kill"
MOST = Fraction(1_000_000)
LARGEST_DENOMINATOR = 1000


@dataclass(frozen=True, slots=True)
class Field:
    """One thing in a form: its name, what stands at it, how it is read from a league and written into one.

    ``options`` are the keys and names of a list; none is a text.
    """

    name: str
    label: str
    about: str
    read: Callable[[League], str]
    write: Callable[[League, str], League]
    options: Mapping[str, str] | None = None
    length: int = 100


def number(text: str) -> Fraction:
    """A number of points; raises Refusal."""
    try:
        found = Fraction(text.strip().replace("−", "-").replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        raise Refusal("bad_points", text=text) from None
    if abs(found) > MOST or found.denominator > LARGEST_DENOMINATOR:
        raise Refusal("bad_points", text=text)
    return found


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number; raises Refusal."""

    def read(text: str) -> int:
        wanted = text.strip() or str(least)
        if not (wanted.isascii() and wanted.isdigit() and least <= int(wanted[:9]) <= most):
            raise Refusal("number_out_of_bounds", least=least, most=most, text=text)
        return int(wanted)

    return read


def _exact(value: Fraction) -> str:
    return str(value)


def _many(values: Sequence[Fraction]) -> str:
    return ", ".join(map(_exact, values))


def _numbers(text: str) -> tuple[Fraction, ...]:
    return tuple(number(part) for part in text.split(",") if part.strip())


def _scoring(league: League, **changes: object) -> League:
    return replace(league, scoring=_changed(league.scoring, **changes))


def _changed(scoring: Scoring, **changes: object) -> Scoring:
    return replace(scoring, **changes)


def _draw(text: str) -> DrawRule:
    word = text.strip().casefold()
    if word in (Share.SPLIT, Share.REPLAY):
        return DrawRule(share=Share(word), points=Fraction(0))
    return DrawRule(points=number(text))


def _shown(rule: DrawRule) -> str:
    return _exact(rule.points) if rule.share is Share.POINTS else rule.share.value


def _drawn(name: str, label: str) -> Field:
    def read(league: League) -> str:
        draws: Mapping[str, DrawRule] = {
            "simultaneous": league.scoring.draws.simultaneous,
            "time": league.scoring.draws.time,
            "agreed": league.scoring.draws.agreed,
            "effect": league.scoring.draws.effect,
        }
        return _shown(draws[name])

    def write(league: League, text: str) -> League:
        was, rule = league.scoring.draws, _draw(text)
        changed: Mapping[str, Draws] = {
            "simultaneous": replace(was, simultaneous=rule),
            "time": replace(was, time=rule),
            "agreed": replace(was, agreed=rule),
            "effect": replace(was, effect=rule),
        }
        return _scoring(league, draws=changed[name])

    return Field(name, label, mark("Points, or “split” for a share of a win, or “replay”"), read, write)


def _order(text: str) -> tuple[Tiebreaker, ...]:
    found: list[Tiebreaker] = []
    known = {one.value.replace("_", " "): one for one in Tiebreaker}
    for part in filter(None, (one.strip().casefold().replace("_", " ") for one in text.split(","))):
        if part not in known:
            raise Refusal("bad_tiebreaker", text=part, known=", ".join(known))
        found.append(known[part])
    return tuple(dict.fromkeys(found))


def _awards(text: str) -> tuple[dict[str, Fraction], Fraction]:
    """Achievements with their points, and what putting oneself out is worth."""
    found: dict[str, Fraction] = {}
    for part in filter(None, (one.strip() for one in text.replace("\n", ",").split(","))):
        name, equals, points = part.rpartition("=")
        if not equals or not name.strip():
            raise Refusal("bad_points", text=part)
        found[name.strip().casefold()[:50]] = number(points)
    return found, found.pop(SELF_KILL, Fraction(0))


def _with_awards(league: League, text: str) -> League:
    awards, self_kill = _awards(text)
    return _scoring(league, extras=replace(league.scoring.extras, awards=awards, self_kill=self_kill))


def _awards_shown(league: League) -> str:
    extras = league.scoring.extras
    own = {SELF_KILL: extras.self_kill} if extras.self_kill else {}
    return ", ".join(f"{name} = {_exact(points)}" for name, points in {**extras.awards, **own}.items())


def _extra(name: str, label: str, about: str) -> Field:
    def read(league: League) -> str:
        extras = league.scoring.extras
        shown: Mapping[str, Fraction] = {
            "kill": extras.kill,
            "first_blood": extras.first_blood,
            "commander_kill": extras.commander_kill,
            "other_kill": extras.other_kill,
        }
        return _exact(shown[name])

    def write(league: League, text: str) -> League:
        was, value = league.scoring.extras, number(text)
        return _scoring(league, extras=replace(was, **{name: value}))

    return Field(name, label, about, read, write, length=10)


def _stake(league: League) -> Stake:
    return league.scoring.stake or Stake()


def _with_stake(league: League, text: str) -> League:
    if not text.strip():
        return _scoring(league, stake=None)
    return _scoring(league, stake=replace(_stake(league), start=number(text)))


def _staked(league: League, **changes: Fraction | tuple[Fraction, ...]) -> League:
    stake = league.scoring.stake
    if stake is None:
        return league
    return _scoring(league, stake=replace(stake, **changes))


def _meetings(league: League) -> str:
    return f"{league.fairness.games} in {league.fairness.hours}"


def _with_meetings(league: League, text: str) -> League:
    games, _, hours = text.partition(" in ")
    fairness = replace(league.fairness, games=whole(0, 1000)(games), hours=whole(1, 1000)(hours or "24"))
    return replace(league, fairness=fairness)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


FORMS: Mapping[str, tuple[str, Sequence[Field]]] = {
    "points": (
        mark("Points"),
        (
            Field(
                "win",
                mark("A win"),
                mark("Without points by place"),
                lambda one: _exact(one.scoring.win),
                lambda one, text: _scoring(one, win=number(text)),
                length=10,
            ),
            Field(
                "loss",
                mark("A loss"),
                mark("May be less than 0"),
                lambda one: _exact(one.scoring.loss),
                lambda one, text: _scoring(one, loss=number(text)),
                length=10,
            ),
            Field(
                "bye",
                mark("A bye"),
                mark("A round without an opponent"),
                lambda one: _exact(one.scoring.bye),
                lambda one, text: _scoring(one, bye=number(text)),
                length=10,
            ),
            Field(
                "places",
                mark("By place instead"),
                mark("Such as 4, 3, 2, 1; the last one counts for all after it. Empty: none."),
                lambda one: _many(one.scoring.places),
                lambda one, text: _scoring(one, places=_numbers(text)),
            ),
            Field(
                "last",
                mark("Places begin with the last one"),
                mark("So that they say what each beaten side is worth"),
                lambda one: _yes(one.scoring.places_from_last),
                lambda one, text: _scoring(one, places_from_last=text == "yes"),
                SWITCH,
            ),
        ),
    ),
    "draws": (
        mark("Draws"),
        (
            _drawn("simultaneous", mark("Everybody left loses at once")),
            _drawn("time", mark("Time is up")),
            _drawn("agreed", mark("Agreed")),
            _drawn("effect", mark("By an effect or a loop")),
        ),
    ),
    "extras": (
        mark("Kills and achievements"),
        (
            _extra("kill", mark("A kill"), mark("Putting an opponent out of the game")),
            _extra("first_blood", mark("The first kill of a game, on top"), mark("Points")),
            _extra("commander_kill", mark("By commander damage, on top"), mark("Points")),
            _extra("other_kill", mark("Neither by that nor by life, on top"), mark("Points")),
            Field(
                "awards",
                mark("Achievements"),
                mark("Such as: play of the game = 1, self kill = -1"),
                _awards_shown,
                _with_awards,
                length=1000,
            ),
        ),
    ),
    "stake": (
        mark("Name and stakes"),
        (
            Field(
                "name",
                mark("Name"),
                mark("What the league is called"),
                lambda one: one.name,
                lambda one, text: replace(one, name=named(text)),
            ),
            Field(
                "start",
                mark("Stakes: points to begin with"),
                mark("Such as 1000. Empty: no stakes."),
                lambda one: "" if one.scoring.stake is None else _exact(one.scoring.stake.start),
                _with_stake,
                length=10,
            ),
            Field(
                "share",
                mark("Share that everybody stakes on a game"),
                mark("Such as 7/100"),
                lambda one: _exact(_stake(one).share),
                lambda one, text: _staked(one, share=number(text)),
                length=10,
            ),
            Field(
                "seats",
                mark("How much of that each seat stakes"),
                mark("Such as 1.32, 1.05, 0.91, 0.72"),
                lambda one: _many(_stake(one).seats),
                lambda one, text: _staked(one, seats=_numbers(text)),
            ),
        ),
    ),
    "ties": (
        mark("Table and ties"),
        (
            Field(
                "format",
                mark("Which games count"),
                mark("Others at the league's tables are left out"),
                lambda one: one.format.value,
                lambda one, text: replace(one, format=Format(text)),
                {one.value: name for one, name in FORMATS.items()},
            ),
            Field(
                "best",
                mark("Games of a match"),
                mark("Matches of several games are between two sides"),
                lambda one: str(one.best_of),
                lambda one, text: replace(one, best_of=int(text)),
                {"1": mark("One game"), "3": mark("Best of three"), "5": mark("Best of five")},
            ),
            Field(
                "minimum",
                mark("Matches that it takes for a place"),
                mark("0 for any"),
                lambda one: str(one.minimum),
                lambda one, text: replace(one, minimum=whole(0, 1000)(text)),
                length=4,
            ),
            Field(
                "drop",
                mark("Worst matches that do not count"),
                mark("0 for none"),
                lambda one: str(one.drop_worst),
                lambda one, text: replace(one, drop_worst=whole(0, 1000)(text)),
                length=4,
            ),
            Field(
                "order",
                mark("Tie-breakers in order"),
                mark("Such as: opponents match wins, game wins, head to head"),
                lambda one: ", ".join(tie.value.replace("_", " ") for tie in one.ties.order),
                lambda one, text: replace(one, ties=replace(one.ties, order=_order(text))),
                length=300,
            ),
        ),
    ),
    "confirmation": (
        mark("Reports and confirmation"),
        (
            Field(
                "reporters",
                mark("Who reports"),
                mark("Judges always can"),
                lambda one: one.reporters.value,
                lambda one, text: replace(one, reporters=Reporters(text)),
                {one.value: name for one, name in REPORTERS.items()},
            ),
            Field(
                "silence",
                mark("When nobody says anything"),
                mark("After the hours below"),
                lambda one: one.confirmation.silence.value,
                lambda one, text: replace(one, confirmation=replace(one.confirmation, silence=Silence(text))),
                {one.value: name for one, name in SILENCES.items()},
            ),
            Field(
                "hours",
                mark("Hours to confirm and dispute"),
                mark("0 waits for ever"),
                lambda one: str(one.confirmation.hours),
                lambda one, text: replace(
                    one, confirmation=replace(one.confirmation, hours=whole(0, 8760)(text))
                ),
                length=4,
            ),
            Field(
                "tables",
                mark("Results of tables are confirmed too"),
                mark("Everybody at the table has seen them"),
                lambda one: _yes(one.confirmation.tables),
                lambda one, text: replace(one, confirmation=replace(one.confirmation, tables=text == "yes")),
                SWITCH,
            ),
            Field(
                "meetings",
                mark("Shown to judges"),
                mark("The same two meet so often in so many hours: 6 in 24; 0 for never"),
                _meetings,
                _with_meetings,
                length=12,
            ),
        ),
    ),
    "ratings": (
        mark("Ratings and seasons"),
        (
            Field(
                "on",
                mark("Ratings"),
                mark("Beside the points"),
                lambda one: _yes(one.ratings.on),
                lambda one, text: replace(one, ratings=replace(one.ratings, on=text == "yes")),
                SWITCH,
            ),
            Field(
                "provisional",
                mark("Games until a rating is no more provisional"),
                mark("0 for none"),
                lambda one: str(one.ratings.provisional),
                lambda one, text: replace(
                    one, ratings=replace(one.ratings, provisional=whole(0, 1000)(text))
                ),
                length=4,
            ),
            Field(
                "decay",
                mark("Days without a game until a rating decays"),
                mark("0 for never"),
                lambda one: str(one.ratings.decay_days),
                lambda one, text: replace(one, ratings=replace(one.ratings, decay_days=whole(0, 3650)(text))),
                length=4,
            ),
            Field(
                "carry",
                mark("Points carried into the next season, in %"),
                mark("From 0 to 100"),
                lambda one: words.points(one.seasons.carry * 100),
                lambda one, text: replace(
                    one, seasons=replace(one.seasons, carry=Fraction(whole(0, 100)(text), 100))
                ),
                length=3,
            ),
            Field(
                "keep",
                mark("Ratings go on from season to season"),
                mark("No: they begin anew"),
                lambda one: _yes(one.seasons.keep_ratings),
                lambda one, text: replace(one, seasons=replace(one.seasons, keep_ratings=text == "yes")),
                SWITCH,
            ),
        ),
    ),
}
"""The forms by their names, each with at most five things, as Discord has it."""


def named(text: str) -> str:
    """A league's name; raises Refusal where nothing of it shows."""
    return label(text)[:100]


def filled(league: League, form: str, texts: Mapping[str, str]) -> League:
    """The rules as a form says; raises Refusal for what can't be read."""
    for field in FORMS[form][1]:
        if field.name in texts:
            try:
                league = field.write(league, texts[field.name])
            except ValueError:
                raise Refusal("settings_have_changed") from None
    return league
