"""The page of a seat: its own total, the others', and the buttons for each."""

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from html import escape

from msgspec import Struct

from cogs.entry.chance import CHANCES
from cogs.entry.options import COUNTER_KINDS, DESIGNATIONS
from cogs.summary import changes, player_details
from cogs.summary.changes import LatestChanges
from cogs.text import names
from cogs.text.facts import roles
from cogs.text.formatting import listed, signed, unmarked
from cogs.text.language import speaking, tr
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import CommanderId, Player, PlayerId, PlayerOutcome, TotalOwner
from rules.game.seating import opponents_in_range
from rules.players.commanders import commander_ids, owner_of, tax
from storage.events.publisher import Follower
from storage.games.deadlines import same_time_key
from storage.games.games import Games, GameView
from storage.links import Link, LinkPurpose
from storage.scheduler import DeadlineKind
from web.live.feeds import PageParts
from web.pages.rendering import macro, rendered
from web.play.effects import effect_rows
from web.play.presses import OPPONENTS_TARGET
from web.watch.seats import Detail, change_of, color_styles, details_of, seats_of_lobby
from web.watch.table import head, last, plain_head

SEAT_PAGE_PARTS = ("follow", "head", "last", "mine", "others", "own", "more", "bar")
COMMON_DESIGNATIONS = 2
"""Designations that have a button beside poison."""
LOW_LIFE = 5
"""A life total up to this is near its end."""


class CounterRow(Struct, frozen=True):
    """Counters of one kind that a player has; ``n`` is "3", or "3/10" where a number loses the game."""

    kind: str
    name: str
    n: str


class CommanderRow(Struct, frozen=True):
    """A commander and what it has dealt to a player; ``count`` is "7/21"."""

    id: CommanderId
    name: str
    count: str
    chosen: bool


class PlayerButtons(Struct, frozen=True):
    """The player of a sheet's buttons, and their labels: no life total changes them."""

    id: PlayerId
    name: str
    counters: Sequence[CounterRow]
    commanders: Sequence[CommanderRow]


class ButtonCache:
    """Each player's buttons as HTML, rendered again only after a change. Always in the same language."""

    def __init__(self) -> None:
        self._made: dict[PlayerId, tuple[PlayerButtons, str]] = {}

    def of(self, buttons: PlayerButtons) -> str:
        """Return the changes of everything but the life total."""
        made = self._made.get(buttons.id)
        if made is None or made[0] != buttons:
            made = self._made[buttons.id] = (buttons, _own(buttons))
        return made[1]


class Tile(Struct, frozen=True):
    """One player as others see them; ``style``: the color, ``near``: whether they may lose soon."""

    id: PlayerId
    name: str
    total: int
    style: str
    change: str
    details: tuple[Detail, ...]
    active: bool
    out: bool
    near: bool


class SeatSource:
    """A game as seen and played from one seat, in one language."""

    names = SEAT_PAGE_PARTS

    def __init__(self, games: Games, link: Link, language: str) -> None:
        self.channel = link.channel
        self.remembers = False
        self.due: float | None = None
        self._games = games
        self.link = link
        self._language = language
        self.kept = ButtonCache()

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in the channel."""
        return self._games.committed.following(self.channel, note)

    async def parts(self) -> tuple[str, PageParts]:
        """Return the game after its last commit."""
        view, seat = await self._games.linked_seat(self.link)
        with speaking(self._language):
            if view is None:
                return "0.0", dict.fromkeys(self.names, "")
            parts = self.shown(view, seat, late=await self._late(view))
            return f"{view.game}.{view.entries[-1].number}", parts

    def shown(self, view: GameView, seat: PlayerId | None, *, late: bool) -> PageParts:
        """Return the parts of the page; ``late``: simultaneous events can still be entered after the end."""
        return _parts(view, seat, self.kept, self.link, late=late)

    async def slow_parts(self) -> PageParts:
        """Return None: there are no slow parts."""
        return {}

    async def _late(self, view: GameView) -> bool:
        """Return whether events simultaneous with a game's end can still be entered."""
        self.due = None
        outcome = None if isinstance(view.table, Lobby) else view.table.outcome
        if outcome is None or outcome.result is PlayerOutcome.NONE:
            return False
        key = same_time_key(view.game, view.entries[-1].number)
        until = await self._games.deadlines.find(DeadlineKind.SAME_TIME, key)
        left = 0.0 if until is None else (until.due - self._games.now()).total_seconds()
        if left > 0:
            self.due = time.monotonic() + left
        return left > 0


def follows(view: GameView, link: Link) -> str:
    """Return the notice that a link now plays another game."""
    moved = view.game != link.game
    return escape(tr("Now controlling game {number}.", number=view.game)) if moved else ""


def _parts(view: GameView, seat: PlayerId | None, kept: ButtonCache, link: Link, *, late: bool) -> PageParts:
    found = dict.fromkeys(SEAT_PAGE_PARTS, "") | {
        "follow": follows(view, link),
        "head": head(view),
        "last": last(view),
    }
    game, guest = view.table, link.purpose is LinkPurpose.GUEST
    if guest and seat is None:
        return dict.fromkeys(SEAT_PAGE_PARTS, "") | {
            "head": plain_head(view.game, tr("Remote")),
            "mine": _unseated(),
        }
    if guest and isinstance(game, Lobby):
        found["mine"] = _waiting(game, seat or "")
        return found
    if isinstance(game, Lobby) or not any(one.id == seat for one in game.players):
        return found
    me = game.player(seat or "")
    mine, *others = tiles_of(game, changes.latest(game, view.entries), me.id)
    playing, words = game.outcome is None, _words(me)
    enters = playing or late
    found["mine"] = rendered(
        "seat_mine.html",
        one=mine,
        game=view.game,
        late=late,
        enters=enters,
        casts=_casts(me) if playing else (),
        words=words,
    )
    aims = enters and not guest
    several = aims and not mine.out and len(opponents_in_range(game, me.id)) > 1
    found["others"] = rendered(
        "seat_others.html", others=others, enters=aims, each=several, who=OPPONENTS_TARGET, words=words
    )
    if enters:
        found["own"] = buttons_of(game, me.id, kept, alone=guest)
    found["more"] = rendered(
        "seat_more.html",
        role=roles.dealt_role(game, me.id),
        playing=playing,
        held=game.held,
        chances=[(what, tr(label) if label else what) for what, label in CHANCES],
        effects=effect_rows(game) if playing else (),
        conceding=_conceding(me, guest=guest) if enters and not mine.out else "",
        words=words,
    )
    if guest:
        found["bar"] = bar(view, game, me, passes=me.id in game.active_players, author=link.author)
    else:
        found["bar"] = bar(view, game, me, passing=_passing(game, me.id))
    return found


def _unseated() -> str:
    """Return what a guest reads who has lost the seat."""
    text = tr(
        "You no longer have a seat at this table: you left, the host removed you, or your seat went to "
        "someone else."
    )
    return rendered("seat_waiting.html", text=text, unseated=True, leave="", people="")


def _waiting(lobby: Lobby, seat: PlayerId) -> str:
    """Return what a guest reads before the game starts."""
    own, text = lobby.find(seat), ""
    if own is not None and not lobby.closed:
        text = tr("You're in as {who}. This page becomes your remote when the game starts.", who=own.name)
    leave = tr("Leave") if text else ""
    return rendered("seat_waiting.html", text=text, unseated=False, leave=leave, people=gathered(lobby))


def gathered(lobby: Lobby | None) -> str:
    """Return the players in a lobby as HTML."""
    return rendered(
        "gathered.html", title=tr("Players"), seats=[] if lobby is None else seats_of_lobby(lobby)
    )


def buttons_of(game: Game, me: PlayerId, kept: ButtonCache, *, alone: bool = False) -> str:
    """Return the buttons for everything but life, to be shown for one player at a time.

    ``alone``: only those for oneself.
    """
    return "".join(
        kept.of(PlayerButtons(one.id, one.name, _counters(game, one.id, me), _commanders(game, one, me)))
        for one in game.players
        if one.in_game and (one.id == me or not alone)
    )


def bar(
    view: GameView,
    game: Game,
    me: Player | None,
    *,
    passing: str = "",
    passes: bool = True,
    author: int | None = None,
) -> str:
    """Return the HTML of the buttons that are always visible, for a seat or the whole table.

    ``passing``: the question before the turn is passed. ``passes``: whether it can be passed. ``author``:
    whose last step can be undone (default: anyone's).
    """
    entered = next((one.user for one in view.entries if one.number == view.entries[-1].at), None)
    undoes = view.can_undo and author in (None, entered)
    return rendered(
        "seat_bar.html",
        playing=game.outcome is None and passes,
        turn=game.turn.number,
        passing=passing,
        me=me,
        last=view.entries[-1].at if undoes else None,
        words={"pass": tr("Pass turn"), "undo": tr("Undo"), "more": tr("More"), "back": tr("Back")},
    )


def _words(me: Player) -> dict[str, str]:
    changes = {"down": -1, "up": 1, "down5": -5, "up5": 5}
    by = {key: tr("{who}: {change} life", who=me.name, change=signed(n)) for key, n in changes.items()}
    return by | {
        "others": tr("Other players"),
        "each": tr("Each opponent"),
        "hold": tr("Hold"),
        "release": tr("Release"),
        "concede": tr("Concede"),
        "late": tr("What happened at the same time as the end can still be entered."),
        "life": tr("Life total"),
        "control": tr("New controller…"),
        "role": tr("Show to everyone"),
    }


def _conceding(me: Player, *, guest: bool) -> str:
    if guest or me.user is not None:
        return tr("You leave the game and lose.")
    return tr("{who} leaves the game and loses.", who=me.name)


def _passing(game: Game, me: PlayerId) -> str:
    """Return the question before someone else's turn is passed; empty if no question is needed."""
    if game.rules.markers:
        return ""
    team = [game.player(id) for id in game.team_of(game.turn.taker)]
    members = [one for one in team if one.in_game and one.user is not None]
    if not members or any(one.id == me for one in team):
        return ""
    return tr("Pass {who}'s turn", who=listed(one.name for one in members))


def tiles_of(game: Game, changed: LatestChanges, first: PlayerId) -> list[Tile]:
    """Return every player's tile, in turn order from this one."""
    styles, ids = color_styles(game), [one.id for one in game.players]
    start = ids.index(first)
    return [_tile(game, changed, game.player(id), styles) for id in (*ids[start:], *ids[:start])]


def _tile(game: Game, changed: LatestChanges, one: Player, styles: Mapping[TotalOwner, str]) -> Tile:
    holder, playing = game.life_holder(one.id), one.in_game and game.outcome is None
    details = details_of(
        [
            *player_details.fate(game, one),
            *player_details.poison(game, one.id),
            *player_details.own_details(game, one),
        ]
    )
    return Tile(
        id=one.id,
        name=one.name,
        total=game.life[holder],
        style=styles[holder],
        change=change_of(changed.get(holder)),
        details=details,
        active=one.id in game.active_players and game.outcome is None,
        out=not one.in_game,
        near=playing and (game.life[holder] <= LOW_LIFE or any(one.near for one in details)),
    )


def _own(one: PlayerButtons) -> str:
    words = {"commanders": tr("Commander damage"), "common": COMMON_DESIGNATIONS}
    named = [(what, tr(label)) for what, (label, _) in DESIGNATIONS.items()]
    return macro("seat_own.html", "own")(one, named, words)


def _counters(game: Game, who: PlayerId, me: PlayerId) -> Sequence[CounterRow]:
    held = game.counters_of(who)
    limit = game.side_of(who).poison_limit or game.rules.poison_limit
    kinds = dict.fromkeys((*(COUNTER_KINDS if who == me else COUNTER_KINDS[:1]), *held))
    return [
        CounterRow(
            kind,
            unmarked(names.thing(kind)),
            f"{game.poison(who)}/{limit}" if kind == "poison" else str(held.get(kind, 0)),
        )
        for kind in kinds
    ]


def _commanders(game: Game, one: Player, me: PlayerId) -> Sequence[CommanderRow]:
    limit = game.rules.commander_damage_limit
    if limit is None:
        return []
    ids = [id for id in commander_ids(game) if owner_of(id) != one.id and game.player(owner_of(id)).in_game]
    ids.sort(key=lambda id: owner_of(id) != me)
    return [
        CommanderRow(
            id,
            unmarked(names.commander_name(game, id)),
            f"{one.commander_damage.get(id, 0)}/{limit}",
            place == 0,
        )
        for place, id in enumerate(ids)
    ]


def _casts(me: Player) -> Sequence[tuple[CommanderId, str, str]]:
    """Return the player's commanders, each with what its button says and its tax, which is never cut."""
    return [
        (card.id, tr("Cast {commander}", commander=card.name), tr("(tax {n})", n=tax(card)))
        for card in me.commanders
    ]
