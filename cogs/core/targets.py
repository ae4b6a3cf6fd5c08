"""The meaning of typed targets: players, teams, totals."""

import random
import re
from collections.abc import Callable, Collection, Iterable
from contextvars import ContextVar
from typing import TypeVar

from cogs.drawing.truncate import truncate
from cogs.text import names
from cogs.text.formatting import comma_separated
from cogs.text.language import mark, tr
from cogs.text.matching import nearest
from cogs.text.people import BEGINNING, PART, UNACCENTED, best_match, chained
from cogs.text.typed import (
    MENTION,
    around_and,
    bare,
    beside_at,
    folded,
    forms,
    means,
    names_between_commas,
    signs,
)
from rules.actions.table import RecordChance
from rules.game.game import Game
from rules.game.parts import PlayerId, Side
from rules.game.seating import in_range, left_of, next_taker, opponents_in_range, right_of, turn_of
from rules.numbers import MAX_AMOUNT, parse_integer
from rules.refusal import Refusal
from rules.setup.lobby_actions import MAX_SEATS
from rules.table import Table

C = TypeVar("C", bound=Collection[str])
T = TypeVar("T")

EVERYBODY = EACH_PLAYER, ALL, EVERYONE = mark("each player"), mark("all"), "everyone"
EACH_OPPONENT = mark("each opponent")
EACH_OTHER = mark("each other player")
MY_TEAM = mark("my team")
ME = mark("me")
LEFT, RIGHT = mark("player to my left"), mark("player to my right")
ACTIVE, NEXT = mark("active player"), mark("next player in turn order")
MONARCH, INITIATIVE = mark("the monarch"), mark("player with the initiative")
RANDOM_OPPONENT, RANDOM_PLAYER = mark("a random opponent"), mark("a random player")
SINGLES = (LEFT, RIGHT, ACTIVE, NEXT, MONARCH, INITIATIVE, RANDOM_OPPONENT, RANDOM_PLAYER)
"""Words that mean one player."""
WORDS = (EACH_PLAYER, ALL, EVERYONE, EACH_OPPONENT, EACH_OTHER, MY_TEAM, ME, *SINGLES)
"""Words that can be typed beside names, in every language."""
GROUP_TARGETS = frozenset((EACH_PLAYER, EACH_OPPONENT, EACH_OTHER, MY_TEAM))
GROUP_WORDS = GROUP_TARGETS | {*SINGLES}
ASKED_LENGTH = 100
"""Characters kept of a request for a random result."""
SHORT_WORD_LENGTH = 3
"""The length up to which a word such as "ich" may equally be the beginning of a name."""
TOTAL = re.compile(r"[0-9\uff10-\uff19]$")
"""The end of a name with a total."""
_BESIDE = re.compile(r"(?<=[0-9])\s+(?=<?@)")
"""The space between a number and the mention after it."""


_chance = random.SystemRandom()
_draws: ContextVar[list[tuple[str, PlayerId, RecordChance | None]] | None] = ContextVar("draws", default=None)
"""Random results drawn for the current action, by word; None if nothing can be recorded."""


def with_random_targets(decide: Callable[[Table], T], table: Table) -> tuple[T, list[RecordChance]]:
    """Return the decision at a table with random players drawn, and the draws to record."""
    draws: list[tuple[str, PlayerId, RecordChance | None]] = []
    token = _draws.set(draws)
    try:
        decided = decide(table)
    finally:
        _draws.reset(token)
    return decided, [draw for _, _, draw in draws if draw is not None]


def players(game: Game, typed: str | None, requester: PlayerId | None) -> tuple[PlayerId, ...]:
    """Return the named players, each once and in order (default: the requester).

    A team that shares its life is represented by one player, since the number counts once. Raises Refusal.
    """
    return _each_once(_read_all(_parts(typed), lambda part: _part(game, part, requester)))


def _each_once(found: Iterable[Iterable[PlayerId]]) -> tuple[PlayerId, ...]:
    return tuple(dict.fromkeys(id for ids in found for id in ids))


def _read_all(parts: Iterable[str], read: Callable[[str], T]) -> list[T]:
    """Resolve each part of a list; raises all their refusals together."""
    found, wrong = list[T](), list[Refusal]()
    for part in parts:
        try:
            found.append(read(part))
        except Refusal as refusal:
            if refusal.reason == "random_only_now":
                raise
            wrong.append(refusal)
    if wrong:
        raise chained(wrong)
    return found


def needs_random_target(game: Game, typed: str | None, requester: PlayerId | None) -> bool:
    """Return whether one of the named players has to be drawn; raises Refusal if the others are invalid."""
    try:
        players(game, typed, requester)
    except Refusal as refusal:
        if refusal.reason != "random_only_now":
            raise
        return True
    return False


def heads(game: Game, typed: str | None, requester: PlayerId | None) -> tuple[PlayerId, ...]:
    """Return the players for actions that each member of a team takes separately, such as drawing cards."""
    return _each_once(_read_all(_parts(typed), lambda part: _part(game, part, requester, each_head=True)))


def player(game: Game, typed: str | None, requester: PlayerId | None) -> PlayerId:
    """Return the one player named; raises Refusal for none or several."""
    found = players(game, typed, requester)
    if len(found) != 1:
        raise Refusal("one_at_a_time")
    return found[0]


def source_player(game: Game, typed: str | None, asker: PlayerId | None) -> PlayerId | None:
    """Return the player named as a source's controller, if given; raises Refusal."""
    return None if typed is None else player(game, typed, asker)


def _parts(typed: str | None) -> list[str]:
    if not typed or typed == ME:
        return [ME]
    return require_few(list(dict.fromkeys(named_in(typed) or [ME])))


def named_in(typed: str) -> list[str]:
    """Return the names, words and mentions between commas, line ends and each @; they may contain
    an "and"."""
    found: list[str] = []
    for part in names_between_commas(typed):
        pieces = beside_at(part)
        found += pieces if len(pieces) == 1 else [one for piece in pieces for one in around_and(f" {piece} ")]
    return [one.strip("@ ") for one in found if one.strip("@ ")]


def means_me(typed: str) -> bool:
    """Return whether a word means the requester if new names may be typed.

    A short word of another language may be a name.
    """
    return means(typed, ME) and (
        len(folded(typed)) > SHORT_WORD_LENGTH or folded(typed) in (ME, folded(tr(ME)))
    )


def require_few(names: C) -> C:
    """Return the names, each once; raises Refusal if there are more than a table has seats."""
    if len(names) > MAX_SEATS:
        raise Refusal("too_many_names", limit=MAX_SEATS)
    return names


def _part(
    game: Game, part: str, requester: PlayerId | None, *, each_head: bool = False
) -> tuple[PlayerId, ...]:
    mention = MENTION.fullmatch(part)
    if mention:
        return (_mentioned(game, int(mention[1])),)
    return _said(game, part, requester, each_head=each_head) or _several(
        game, part, requester, each_head=each_head
    )


def _said(
    game: Game, part: str, requester: PlayerId | None, *, each_head: bool = False
) -> tuple[PlayerId, ...]:
    """Resolve one name or word; empty for no one. Whole names take precedence, then words, then parts of
    names.

    Raises Refusal "several_players", and others if a word means no one now, such as without an opponent in
    range.
    """
    word = part.casefold()
    if word not in WORDS:
        names = _names(game, each_head=each_head)
        exact = best_match(part, names, UNACCENTED)
        if exact:
            return exact
        word = next((one for one in WORDS if means(part, one)), "")
        if not word or len(folded(part)) <= SHORT_WORD_LENGTH:
            named = best_match(part, names, BEGINNING if word else PART)
            if named:
                return named
    if word in (EACH_PLAYER, ALL, EVERYONE):
        return _reached(game, requester)
    if word in SINGLES:
        return _single(game, word, requester, each_head=each_head)
    found = _relative(game, word, requester, each_head=each_head) if word else ()
    if word and not found:
        raise Refusal("nobody_is", word=word)
    return found


def _several(game: Game, part: str, requester: PlayerId | None, *, each_head: bool) -> tuple[PlayerId, ...]:
    """Return everyone named on both sides of an "and"; raises Refusal if there is no one, with a
    similar name."""
    several = require_few(around_and(part))
    if several != [part]:
        return tuple(id for one in several for id in _part(game, bare(one), requester, each_head=each_head))
    known = [*(player.name for player in game.players), *(side.name for side in game.sides if side.is_team)]
    words = {form: tr(group) for group in sorted(GROUP_WORDS) for form in (tr(group), *sorted(forms(group)))}
    near = nearest(part, (*known, *words))
    raise Refusal("no_such_player", name=part, hint=words.get(near or "", near or ""))


def _reached(game: Game, requester: PlayerId | None) -> tuple[PlayerId, ...]:
    if requester is None or not game.player(requester).in_game:
        return tuple(player.id for player in game.remaining)
    return in_range(game, requester)


def _relative(game: Game, word: str, requester: PlayerId | None, *, each_head: bool) -> tuple[PlayerId, ...]:
    if requester is None:
        raise Refusal("nobody_meant")
    if word == EACH_OPPONENT:
        return opponents_in_range(game, requester)
    if word == EACH_OTHER:
        return tuple(id for id in _reached(game, requester) if id != requester)
    return _team(game, game.side_of(requester), each_head=each_head) if word == MY_TEAM else (requester,)


def _single(game: Game, word: str, requester: PlayerId | None, *, each_head: bool) -> tuple[PlayerId, ...]:
    """Return the player for a word; for a team that takes its turns together, all members.

    Raises Refusal if there is none.
    """
    if word in (MONARCH, INITIATIVE):
        holder = game.monarch if word == MONARCH else game.initiative
        found = () if holder is None else (holder,)
    elif word in (ACTIVE, NEXT):
        taker = turn_of(game, requester) if word == ACTIVE else next_taker(game, requester)
        found = tuple(id for id in game.team_of(taker) if game.player(id).in_game)
        if len(found) > 1:
            found = _team(game, game.side_of(found[0]), each_head=each_head)
    elif requester is None:
        raise Refusal("nobody_meant")
    elif word in (LEFT, RIGHT):
        found = (left_of(game, requester) if word == LEFT else right_of(game, requester),)
    else:
        found = (_drawn(game, word, requester),)
    if not found:
        raise Refusal("nobody_is", word=word)
    return found


def _drawn(game: Game, word: str, requester: PlayerId) -> PlayerId:
    """Return the player drawn at random for a word, once per action; raises Refusal if it can't
    be recorded."""
    draws = _draws.get()
    if draws is None:
        raise Refusal("random_only_now")
    for said, who, _ in draws:
        if said == word:
            return who
    opponents = word == RANDOM_OPPONENT
    among = opponents_in_range(game, requester) if opponents else _reached(game, requester)
    if not among:
        raise Refusal("nobody_is", word=word)
    rolled = _chance.randint(1, len(among))
    who, names = among[rolled - 1], [game.player(id).name for id in among]
    asked = tr(
        "{asked}, d{sides} = {rolled} ({names})",
        asked=tr("Random opponent") if opponents else tr("Random player"),
        sides=len(among),
        rolled=rolled,
        names=comma_separated(names),
    )
    record = RecordChance(kind="random", asked=truncate(asked, ASKED_LENGTH), result=names[rolled - 1])
    draws.append((word, who, record if len(among) > 1 else None))
    return who


def _team(game: Game, side: Side, *, each_head: bool) -> tuple[PlayerId, ...]:
    members = game.remaining_in(side) or side.members
    return members[:1] if side.shares_life and not each_head else members


def _mentioned(game: Game, user: int) -> PlayerId:
    for player in game.players:
        if player.user == user:
            return player.id
    raise Refusal("not_at_table")


def _names(game: Game, *, each_head: bool) -> dict[str, tuple[PlayerId, ...]]:
    """Return the players with the name of a player or a team."""
    sides = (side for side in game.sides if side.is_team)
    teams = {
        form: _team(game, side, each_head=each_head) for side in sides for form in names.team_forms(side.name)
    }
    return {**teams, **{player.name: (player.id,) for player in game.players}}


def amounts(
    game: Game,
    typed: str | None,
    requester: PlayerId | None,
    amount: int | None,
    *,
    signed: bool = False,
) -> dict[PlayerId, int]:
    """Return the amounts in "Ben, Cy 5": 5 for Cy, and `amount` for names without a number; the last amount
    of a player counts. Amounts are above 0 unless they are `signed`.

    Raises Refusal, including for names without a number if there is no `amount`.
    """

    def read(part: str) -> dict[PlayerId, int]:
        who, number = _who_and_amount(game, part, requester)
        number = amount if number is None else number
        if number is None:
            raise Refusal("bad_number", text=part)
        return dict.fromkeys(players(game, who, requester), number if signed else abs(number))

    parts = require_few(_each_total(_BESIDE.sub(", ", typed))) if typed else []
    return {id: number for one in _read_all(parts or [ME], read) for id, number in one.items()}


def _who_and_amount(game: Game, part: str, requester: PlayerId | None) -> tuple[str, int | None]:
    """Return a name and the number after it, unless the number is part of the name."""
    if TOTAL.search(part) is None or _said(game, part, requester):
        return part, None
    try:
        return _who_and_total(part)
    except Refusal:
        return part, None


def life_totals(game: Game, totals: str, me: PlayerId | None) -> dict[PlayerId, int]:
    """Parse new totals such as "Ana 12, Ben 3"; raises Refusal if they are invalid."""

    def read(part: str) -> dict[PlayerId, int]:
        who, total = _who_and_total(part)
        return dict.fromkeys(players(game, who, me), total)

    parts = require_few(_each_total(totals)) or [""]
    return {id: total for one in _read_all(parts, read) for id, total in one.items()}


def _each_total(totals: str) -> list[str]:
    """Split "Ana 12, Ben 3 and Cy 4" into parts with a total each; in "Ana and Ben 5" both have one."""
    found: list[str] = []
    for part in names_between_commas(totals):
        several = around_and(part)
        found += several if all(TOTAL.search(one) for one in several) else [part]
    return found


def _who_and_total(part: str) -> tuple[str, int]:
    """Return a name and the number after it; raises Refusal "redistribute_form"."""
    text = " ".join(signs(part).split())
    end = max(text.rfind(sign) for sign in " :=")
    try:
        total = parse_integer(text[end + 1 :], -MAX_AMOUNT, MAX_AMOUNT)
    except ValueError:
        raise Refusal("redistribute_form") from None
    who = bare(text[: max(end, 0)].rstrip(" :="))
    if not who:
        raise Refusal("redistribute_form")
    return who, total
