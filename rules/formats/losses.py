"""Every way to lose, win or draw a game: its condition, its rule numbers, its text, and the credit."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NewType, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

OwnKey = NewType("OwnKey", str)
"""The key of a loss that a variant brings."""
LossKey: TypeAlias = (
    Literal["lose_life", "lose_library", "lose_poison", "lose_commander", "lose_concession", "lose_effect"]
    | Literal["lose_win_and_lose", "lose_judge", "lose_team", "lose_emperor", "lose_opponent_won"]
    | Literal["lose_departure", "lose_leader"]
)
WinKey: TypeAlias = Literal[
    "win_last", "win_team", "win_effect", "win_effect_team", "win_emperor", "win_rivals", "win_role"
]
DrawKey: TypeAlias = (
    Literal["draw_all", "draw_teams", "draw_effect", "draw_effect_range", "draw_loop", "draw_loop_range"]
    | Literal["draw_agreed", "draw_emperor", "draw_team", "draw_roles", "draw_no_role"]
)
LeavingKey: TypeAlias = LossKey | DrawKey | OwnKey


class Blow(StrEnum):
    """The cause of a loss, which decides the credit: the last source of lost life or poison, or the
    commander's owner."""

    LIFE = "life"
    POISON = "poison"
    COMMANDER = "commander"


class Totals(Struct, frozen=True, kw_only=True, gc=False):
    """The totals of a player that checks use: totals and limits of the side if it shares them.

    ``stays_at_zero``: an effect keeps the player from losing at 0 life. ``commander_damage``: the most
    combat damage by one commander.
    """

    life: int
    stays_at_zero: bool = False
    failed_draw: bool = False
    poison: int = 0
    poison_limit: int = 10
    commander_damage: int = 0
    commander_damage_limit: int | None = None
    counters: Mapping[str, int] = field(default_factory=dict[str, int])


class CitedRule(Struct, frozen=True, kw_only=True, gc=False):
    """A rule by its numbers today, in 2011 and in 2006, the cited one first; `-` for none.

    Then follows `/rule`'s text, for rules outside the rulebook's chapters.
    """

    numbers: tuple[str, str, str]
    title: str = ""
    text: str = ""
    words: str = ""
    see: str = ""
    then: Mapping[str, str] = field(default_factory=dict[str, str])


class EndingWay(Struct, frozen=True, kw_only=True, gc=False):
    """A way to leave a game: its rule, the rule for sides that share totals, and a short reason.

    Without a rule, it is a variant's own. ``whys``: the plural of `why`, for a number `n`.
    """

    rule: CitedRule | None = None
    of_team: CitedRule | None = None
    why: str = ""
    whys: str = ""


class GameLoss(EndingWay, frozen=True, kw_only=True, gc=False):
    """A way to lose.

    ``is_due``: whether a check finds it; None for losses outside of checks. ``credit``: the cause that
    decides who gets the credit. ``in_brief``: `why` without known totals, if it differs; None for no text.
    ``reported``: `why` if another player has entered it. ``follows``: whether it applies to players who lose
    because another player does.
    """

    key: LossKey | OwnKey
    is_due: Callable[[Totals], bool] | None = None
    credit: Blow | None = None
    in_brief: str | None = ""
    reported: str = ""
    follows: bool = False


class GameWin(EndingWay, frozen=True, kw_only=True, gc=False):
    """A way to win."""

    key: WinKey


class GameDraw(EndingWay, frozen=True, kw_only=True, gc=False):
    """A way to draw.

    ``leaving``: `why` for those who draw while others play on. ``follows`` as for a loss.
    """

    key: DrawKey
    leaving: str = ""
    follows: bool = False


def _cited(today: str, in_2011: str, in_2006: str) -> CitedRule:
    return CitedRule(numbers=(today, in_2011, in_2006))


_LOSSES = (
    GameLoss(
        key="lose_life",
        is_due=lambda totals: totals.life <= 0 and not totals.stays_at_zero,
        credit=Blow.LIFE,
        why="{life} life",
        in_brief=None,
        rule=CitedRule(
            numbers=("704.5a", "704.5a", "420.5a"),
            title="State-based action: 0 life",
            text="A player with 0 life or less loses. It's checked every time, so you lose as soon as "
            "nothing keeps you from losing.",
            then={
                "2006": "A state-based effect: a player with 0 life or less loses. It's checked every time, "
                "so you lose as soon as nothing keeps you from losing."
            },
            words="zero dead state based action sba",
            see="704.6a 704.7",
        ),
        of_team=CitedRule(
            numbers=("704.6a", "810.8c 704.5t", "606.8a"),
            title="State-based action: a team's life",
            text="A team with a shared life total loses at 0 life or less.",
            then={"2006": "A state-based effect: a team with a shared life total loses at 0 life or less."},
            words="2hg zero dead state based action sba",
            see="810.8a 704.5a",
        ),
    ),
    GameLoss(
        key="lose_library",
        is_due=lambda totals: totals.failed_draw,
        why="drew from an empty library",
        rule=CitedRule(
            numbers=("704.5b", "704.5b", "420.5g"),
            title="State-based action: drawing from an empty library",
            text="A player who tried to draw from an empty library since the last check loses. Each check "
            "resets this, even if the player couldn't lose at the time.",
            then={
                "2006": "A state-based effect: a player who tried to draw from an empty library since the "
                "last check loses. Each check resets this, even if the player couldn't lose at the time."
            },
            words="deck mill draw state based action sba",
            see="121.4",
        ),
    ),
    GameLoss(
        key="lose_poison",
        is_due=lambda totals: totals.poison >= totals.poison_limit,
        credit=Blow.POISON,
        why="{n} poison counter",
        whys="{n} poison counters",
        in_brief="poison",
        rule=CitedRule(
            numbers=("704.5c", "704.5c", "420.5h"),
            title="State-based action: ten poison counters",
            text="A player with ten or more poison counters loses. In Two-Headed Giant, the team's total "
            "counts instead.",
            then={
                "2006": "A player with ten or more poison counters loses. In Two-Headed Giant, so does the "
                "team."
            },
            words="infect toxic state based action sba",
            see="704.6b 904.13c",
        ),
        of_team=CitedRule(
            numbers=("704.6b", "704.5u", "-"),
            title="State-based action: a team's poison",
            text="A team of two with shared poison loses at fifteen poison counters. Each further player "
            "raises that by five.",
            then={
                "2006": "Each player has their own poison counters, and ten on one player lose the game for "
                "the team."
            },
            words="2hg infect toxic fifteen state based action sba",
            see="810.8d 810.10 810.11",
        ),
    ),
    GameLoss(
        key="lose_commander",
        is_due=lambda totals: (
            totals.commander_damage_limit is not None
            and totals.commander_damage >= totals.commander_damage_limit
        ),
        credit=Blow.COMMANDER,
        why="{n} combat damage from {commander}",
        in_brief="commander damage",
        rule=CitedRule(
            numbers=("704.6c", "903.14 704.5v", "-"),
            title="State-based action: commander damage",
            text="21 combat damage from the same commander over the game makes a player lose, except in "
            "Brawl.",
            words="21 state based action sba",
            see="903.10a 903.12h",
        ),
    ),
    GameLoss(
        key="lose_concession",
        why="conceded",
        rule=_cited("104.3a", "104.3a", "102.3a"),
        of_team=_cited("810.8b", "810.8b", "606.8c"),
    ),
    GameLoss(
        key="lose_effect",
        why="an effect",
        rule=_cited("104.3e", "104.3e", "102.3"),
    ),
    GameLoss(
        key="lose_win_and_lose",
        why="won and lost at once, which counts as a loss",
        rule=_cited("104.3f", "104.3f", "102.3e"),
    ),
    GameLoss(
        key="lose_judge",
        why="judge penalty",
        rule=_cited("104.3k", "104.3k", "-"),
    ),
    GameLoss(
        key="lose_team",
        why="teammates share the same result",
        rule=_cited("810.8a", "810.8a", "606.8b"),
    ),
    GameLoss(
        key="lose_emperor",
        why="the emperor lost the game",
        follows=True,
        rule=_cited("809.5b", "104.3i", "607.5a"),
    ),
    GameLoss(
        key="lose_opponent_won",
        why="an opponent would win the game",
        rule=_cited("801.14", "104.3h", "-"),
    ),
    GameLoss(
        key="lose_departure",
        why="left the game",
        reported="left the game, according to {who}",
        rule=_cited("104.5", "104.5", "102.5"),
    ),
    GameLoss(key="lose_leader", why="falls with the leader", follows=True),
)
_WINS = (
    GameWin(key="win_last", rule=_cited("104.2a", "104.2a", "102.2a")),
    GameWin(key="win_team", rule=_cited("104.2c", "104.2c", "102.2c")),
    GameWin(key="win_effect", rule=_cited("104.2b", "104.2b", "102.2b")),
    GameWin(key="win_effect_team", rule=_cited("810.8a", "810.8a", "606.8b")),
    GameWin(key="win_emperor", rule=_cited("809.5a", "104.2d", "-")),
    GameWin(key="win_rivals"),
    GameWin(key="win_role"),
)
_DRAWS = (
    GameDraw(
        key="draw_all",
        why="all remaining players would lose at once",
        rule=_cited("104.4a", "104.4a", "102.4a"),
    ),
    GameDraw(
        key="draw_teams",
        why="all remaining teams would lose at once",
        rule=_cited("104.4d", "104.4d", "102.4c"),
    ),
    GameDraw(key="draw_effect", why="an effect", rule=_cited("104.4c", "104.4c", "102.4")),
    GameDraw(
        key="draw_effect_range",
        why="an effect",
        leaving="an effect made it a draw for everyone in range",
        rule=_cited("104.4e", "104.4e", "-"),
    ),
    GameDraw(key="draw_loop", why="a loop of mandatory actions", rule=_cited("104.4b", "104.4b", "102.4b")),
    GameDraw(
        key="draw_loop_range",
        why="a loop of mandatory actions",
        leaving="a loop of mandatory actions made it a draw for everyone in range",
        rule=_cited("104.4f", "104.4f", "-"),
    ),
    GameDraw(key="draw_agreed", why="the players agreed", rule=_cited("104.4i", "104.4i", "-")),
    GameDraw(
        key="draw_emperor",
        leaving="the emperor's game is a draw",
        follows=True,
        rule=_cited("809.5c", "104.4h", "-"),
    ),
    GameDraw(
        key="draw_team",
        leaving="teammates share the same result",
        rule=_cited("104.4g", "104.4g", "-"),
    ),
    GameDraw(key="draw_roles", why="several roles met their conditions at once"),
    GameDraw(key="draw_no_role", why="no role left in the game can still win"),
)
LOSSES: Mapping[str, GameLoss] = MappingProxyType({loss.key: loss for loss in _LOSSES})
"""The ways to lose; if a check finds several, the first one is announced."""
WINS: Mapping[str, GameWin] = MappingProxyType({win.key: win for win in _WINS})
DRAWS_BY_KEY: Mapping[str, GameDraw] = MappingProxyType({draw.key: draw for draw in _DRAWS})
WAYS: Mapping[str, EndingWay] = MappingProxyType({**LOSSES, **WINS, **DRAWS_BY_KEY})
"""Every way to lose, win or draw by its key, which logs store."""


def without_rule(key: LossKey) -> GameLoss:
    """Return a loss with a variant's own limit, for which no rule is cited."""
    return replace(LOSSES[key], rule=None, of_team=None)
