"""Resolves typed names: to a person known here, another member, a new person, or a question."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Generic, TypeVar

import discord
from msgspec import Struct
from msgspec.structs import replace

from cogs.core import members
from cogs.core.naming.member_search import Found, candidate, look_up
from cogs.core.targets import means_me, require_few
from cogs.text.formatting import clean_name
from cogs.text.people import (
    BEGINNING,
    EXACT,
    NONE,
    PART,
    UNACCENTED,
    Candidate,
    best_fits,
    causes,
    chained,
    hint,
    several,
    slips,
)
from cogs.text.typed import MENTION, TypedName, folded, newcomers, people_in
from rules.game.lobby import Lobby
from rules.game.parts import UserOrGuest
from rules.refusal import Refusal
from rules.table import Table
from storage.workers.threads import in_thread

K = TypeVar("K")

Rename = Callable[[Table], Table]
"""Changes the names of some people at a table."""
NO_CANDIDATES: Mapping[str, Candidate] = {}
"""The candidates where no one is known yet."""
MAX_LOOKUPS = 24
"""Maximum names looked up for one command."""
SHORTEST = 3
"""The minimum length of a beginning that can identify a member."""
MAX_WRONG = 10
"""Maximum names that a refusal explains."""


class Reading(Struct, Generic[K], frozen=True):
    """The person whom a typed name means: one ``known`` to a table, event or league, or another ``person``.

    Neither if that is unclear: then ``refusal`` says why, and ``could_be`` lists the members it may mean.
    ``begun``: only the beginning of the person's name was typed.
    """

    typed: str
    known: K | None = None
    person: UserOrGuest | None = None
    could_be: Sequence[discord.Member] = ()
    refusal: Refusal | None = None
    begun: bool = False

    @property
    def guest(self) -> UserOrGuest:
        """A guest of this name."""
        return None, clean_name(self.typed)


class _Fit(Struct, Generic[K], frozen=True):
    """The quality of a name's fit, whom it fits, and the other members searched."""

    rank: int
    keys: Sequence[K] = ()
    users: Sequence[discord.abc.User] = ()
    looked: Found = Found()


async def resolve_names(
    interaction: discord.Interaction, names: Sequence[TypedName], known: Mapping[K, Candidate]
) -> list[Reading[K]]:
    """Resolve each name to a known person, a member of the server, or a new person.

    "New Moon" is the person with that name; without one, the user is asked: "New Moon", or a new "Moon"?
    Members whom the bot has not met are looked up in Discord, mentioned ones behind a deferred answer where
    they are several. Raises Refusal "no_bots", "not_in_server" for mentions.
    """
    said = await in_thread(interaction.guild_id or 0, lambda: [_settled(one, known) for one in names])
    doubtful = {
        one.whole for one in said if one.new and one.whole[:1].isupper() and known is not NO_CANDIDATES
    }
    users = {one.user for one in known.values()}
    mentioned = [int(found[1]) for one in said if not one.new and (found := MENTION.fullmatch(one.name))]
    strangers = [user for user in mentioned if user not in users]
    met = await members.members_with_ids(interaction, strangers)
    named = (one.whole if one.new else one.name for one in said if not one.new or one.whole in doubtful)
    plain = dict.fromkeys(name for name in named if MENTION.fullmatch(name) is None)
    fits = [_fit(interaction, name, known) for name in islice(plain, MAX_LOOKUPS)]
    fit_of = dict(zip(plain, await asyncio.gather(*fits), strict=False))

    def reading(one: TypedName) -> Reading[K]:
        name, mention = one.name, MENTION.fullmatch(one.name)
        if one.whole in doubtful:
            found = _reading(one.whole, fit_of.get(one.whole, _Fit(NONE)), known)
            in_doubt = Refusal("new_or_name", name=one.whole, new=name)
            return found if found.refusal is None else Reading(one.whole, refusal=in_doubt)
        if one.new:
            return Reading(name, person=(None, clean_name(name)))
        if mention and int(mention[1]) in met:
            return Reading(name, person=met[int(mention[1])])
        return _reading(name, fit_of.get(name) or _unless_better(*best_fits(name, known), Found()), known)

    # Near misses among thousands of names take a while.
    return await in_thread(interaction.guild_id or 0, lambda: [*map(reading, said)])


async def read_list(
    interaction: discord.Interaction, text: str, known: Mapping[K, Candidate]
) -> list[Reading[K]]:
    """Read the names and mentions in a list; raises Refusal as `resolve_names` does, and "too_many_names"."""
    whole = {folded(one.names[0]) for one in known.values()}
    own = folded(clean_name(interaction.user.display_name))
    return await resolve_names(interaction, newcomers(require_few(people_in(text, {*whole, own}))), known)


async def read_known(
    interaction: discord.Interaction,
    typed: str,
    known: Mapping[K, Candidate],
    unknown: Callable[[str], Refusal],
) -> K:
    """Resolve a name to a known person, also by another name of theirs in the server.

    Raises Refusal as `fitting_known` does, and "several_players".
    """
    found = await fitting_known(interaction, typed, known, unknown)
    if len(found) > 1:
        raise several(typed, [known[key] for key in found])
    return found[0]


async def fitting_known(
    interaction: discord.Interaction,
    typed: str,
    known: Mapping[K, Candidate],
    unknown: Callable[[str], Refusal],
) -> Sequence[K]:
    """Return all known people whom a name fits equally, unless it fits another member better.

    Raises, if there are none, the result of ``unknown`` for the most similar name; Refusal
    "name_not_looked_up".
    """
    fit = await _fit(interaction, typed, known)
    if fit.keys:
        return fit.keys
    if fit.users:  # not known by this account, but perhaps as a guest of the same name
        rank, found = best_fits(typed, known)
        if rank <= UNACCENTED:
            return found
        raise unknown("")
    if not fit.looked.complete:
        raise Refusal("name_not_looked_up", name=typed.strip())
    raise unknown(hint(typed, known.values()))


async def renamed(interaction: discord.Interaction, refusal: Refusal, table: Table) -> Rename | None:
    """Return a function that replaces members' names at a table by their other names in the server, as typed.

    None if the refusal isn't about such names.
    """
    seated = table.seated if isinstance(table, Lobby) else table.players
    users = {one.user: one.id for one in seated if one.user is not None}
    names: dict[str, str] = {}
    wrong = [str(one.values["name"]) for one in causes(refusal) if one.reason == "no_such_player"]
    lookups = await asyncio.gather(*(look_up(interaction, typed) for typed in wrong))
    for typed, looked in zip(wrong, lookups, strict=True):
        there = {users[one.id]: candidate(one) for one in looked.members if one.id in users}
        meant = best_fits(typed, there, _worst(typed, looked))[1]
        names |= {meant[0]: typed} if len(meant) == 1 else {}

    def rename(table: Table) -> Table:
        if isinstance(table, Lobby):
            return replace(
                table, seated=tuple(replace(one, name=names.get(one.id, one.name)) for one in table.seated)
            )
        return replace(
            table, players=tuple(replace(one, name=names.get(one.id, one.name)) for one in table.players)
        )

    return rename if names else None


def _settled(one: TypedName, known: Mapping[K, Candidate]) -> TypedName:
    """Resolve as `resolve_names` does, but keep "new Zed" as a whole name at tables, where guests are common,
    and if it is known."""
    is_name = one.whole and (known is NO_CANDIDATES or best_fits(one.whole, known)[0] <= UNACCENTED)
    return TypedName(one.whole) if is_name else one


def _reading(name: str, fit: _Fit[K], known: Mapping[K, Candidate]) -> Reading[K]:
    if len(fit.keys) == 1 and not fit.users and fit.rank != PART:
        return Reading(name, known=fit.keys[0])
    if len(fit.users) == 1 and not fit.keys:
        return Reading(name, person=members.member(fit.users[0]), begun=fit.rank == BEGINNING)
    if len(fit.keys) == 1 and not fit.users:  # a part says too little to write something down for who has it
        return Reading(name, refusal=_unknown(name, known[fit.keys[0]].names[0]))
    bearers = [one for one in fit.users if isinstance(one, discord.Member)]
    if fit.keys or fit.users:
        could_be = [*(known[key] for key in fit.keys), *(map(candidate, fit.users))]
        return Reading(name, could_be=bearers, refusal=several(name, could_be))
    if not fit.looked.complete:
        return Reading(name, refusal=Refusal("name_not_looked_up", name=name))
    others = {one: candidate(one) for one in fit.looked.members}
    near = hint(name, (*known.values(), *others.values()))
    return Reading(name, could_be=slips(name, others), refusal=_unknown(name, near))


def _unknown(name: str, hint: str) -> Refusal:
    return Refusal("unknown_person", name=name, hint=hint)


async def _fit(interaction: discord.Interaction, typed: str, known: Mapping[K, Candidate]) -> _Fit[K]:
    """Return the fit of a name with known people, or better members of the server; the user's own name
    means the user."""
    requester = interaction.user
    if clean_name(typed).casefold() == clean_name(requester.display_name).casefold() or means_me(typed):
        return _fit_of(EXACT, [requester], known)
    rank, keys = await in_thread(interaction.guild_id or 0, best_fits, typed, known)
    if rank <= UNACCENTED or MENTION.fullmatch(typed) is not None:
        return _Fit(rank, keys, looked=Found(complete=True))
    looked = await look_up(interaction, typed)
    there = {one: candidate(one) for one in looked.members}
    better, users = best_fits(typed, there, _worst(typed, looked))
    return _fit_of(better, users, known) if better < rank else _unless_better(rank, keys, looked)


def _fit_of(rank: int, users: Sequence[discord.abc.User], known: Mapping[K, Candidate]) -> _Fit[K]:
    """Return the fit of a name with users, some of whom are known."""
    ids = {one.id for one in users}
    keys = [key for key, one in known.items() if one.user in ids]
    here = {known[key].user for key in keys}
    return _Fit(rank, keys, [one for one in users if one.id not in here])


def _unless_better(rank: int, keys: Sequence[K], looked: Found) -> _Fit[K]:
    """Return the fit of a name with known people; after an incomplete search, only whole names count."""
    sure = looked.complete or rank <= UNACCENTED
    return _Fit(rank, keys, looked=looked) if sure else _Fit(NONE, looked=looked)


def _worst(typed: str, looked: Found) -> int:
    """Return the worst acceptable match among all members of a server: whole names, or beginnings of a few
    letters after a complete search."""
    enough = len(folded(typed)) >= SHORTEST or not typed.isascii()
    return BEGINNING if looked.complete and enough else UNACCENTED


def require_clear(readings: Sequence[Reading[K]], known: Mapping[K, Candidate]) -> None:
    """Raise the refusals of unclear names, together with the clear ones."""
    wrong = few(one.refusal for one in readings if one.refusal is not None)
    if not wrong:
        return
    clear = [shown_name(one, known) for one in readings if one.refusal is None]
    if clear:
        wrong.append(Refusal("names_clear", names=tuple(clear)))
    raise chained(wrong)


def few(refusals: Iterable[Refusal]) -> list[Refusal]:
    """Return the refusals of names to explain now, and the number of the others."""
    wrong = [*refusals]
    more = len(wrong) - MAX_WRONG
    return [*wrong[:MAX_WRONG], Refusal("more_names", number=more)] if more > 0 else wrong


def shown_name(reading: Reading[K], known: Mapping[K, Candidate]) -> str:
    """Return the name of a resolved person."""
    if reading.known is not None:
        return known[reading.known].names[0]
    return reading.typed if reading.person is None else reading.person[1]
