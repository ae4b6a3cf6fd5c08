"""What the page of a seat shows: its own total, the others', and the buttons for each."""

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from html import escape

from msgspec import Struct

from cogs.entry.options import COUNTER_KINDS, HITS, LIFE_STEPS
from cogs.summary import changes, player_details
from cogs.text import names
from cogs.text.formatting import signed, unmarked
from cogs.text.language import speaking, tr
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import CommanderId, Player, PlayerId, PlayerOutcome
from rules.players.commanders import commander_ids, owner_of, tax
from storage.events.publisher import Follower
from storage.games.deadlines import same_time_key
from storage.games.games import Games, GameView
from storage.links import Link
from storage.scheduler import DeadlineKind
from web.live.feeds import Parts
from web.pages.rendering import macro, rendered
from web.watch.seats import Changes, change_of
from web.watch.table import head, last

PARTS = ("follow", "head", "last", "mine", "own", "others", "bar")


class LifeButton(Struct, frozen=True):
    """A button with a change, in short and as it is read out."""

    amount: int
    text: str
    label: str


class CounterRow(Struct, frozen=True):
    """Counters of one kind that a player has."""

    kind: str
    name: str
    n: int


class CommanderRow(Struct, frozen=True):
    """A commander and what it has dealt to a player; ``count`` is "7/21"."""

    id: CommanderId
    name: str
    count: str
    chosen: bool


class PlayerButtons(Struct, frozen=True):
    """Whom the buttons of a panel are for, and what stands on them."""

    id: PlayerId
    name: str
    counters: Sequence[CounterRow]
    commanders: Sequence[CommanderRow]


class KeptButtons:
    """Each player's buttons as HTML, which are made again only where something on them has changed: no life
    total is. Always in the same language."""

    def __init__(self) -> None:
        self._made: dict[PlayerId, tuple[PlayerButtons, str, str]] = {}

    def of(self, buttons: PlayerButtons) -> tuple[str, str]:
        """Those for the life total, and those for all else."""
        made = self._made.get(buttons.id)
        if made is None or made[0] != buttons:
            made = self._made[buttons.id] = (buttons, _life(buttons), _more(buttons))
        return made[1:]


class PlayerPanel(Struct, frozen=True):
    """One player with everything that can be entered for them; ``life`` and ``more`` are HTML."""

    id: PlayerId
    name: str
    total: int
    change: str
    details: tuple[str, ...]
    active: bool
    out: bool
    life: str
    more: str


class SeatSource:
    """A game as it is seen and played from one seat, in one language."""

    def __init__(self, games: Games, link: Link, language: str) -> None:
        self.channel = link.channel
        self.remembers = False
        self.due: float | None = None
        self._games = games
        self._link = link
        self._language = language
        self._kept = KeptButtons()

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in the channel."""
        return self._games.committed.following(self.channel, note)

    async def parts(self) -> tuple[str, Parts]:
        """The game as the last commit left it."""
        view, seat = await self._games.linked_seat(self._link)
        with speaking(self._language):
            if view is None:
                return "0.0", dict.fromkeys(PARTS, "")
            late = await self._late(view)
            followed = view.game != self._link.game
            parts = _parts(view, seat, self._kept, late=late, followed=followed)
            return f"{view.game}.{view.entries[-1].number}", parts

    async def slow_parts(self) -> Parts:
        """Nothing takes longer."""
        return {}

    async def _late(self, view: GameView) -> bool:
        """Whether something can still be said to have happened at the same time as the end of a game."""
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


def _parts(view: GameView, seat: PlayerId | None, kept: KeptButtons, *, late: bool, followed: bool) -> Parts:
    found = {**dict.fromkeys(PARTS, ""), "head": head(view), "last": last(view)}
    if followed:
        found["follow"] = escape(tr("This remote now plays game {number}.", number=view.game))
    game = view.table
    if isinstance(game, Lobby) or not any(one.id == seat for one in game.players):
        return found
    me = game.player(seat or "")
    changed = changes.latest(game, view.entries)
    panels = {one.id: _panel(game, changed, one, me.id, kept) for one in game.players}
    playing, words = game.outcome is None, _words()
    mine, enters = panels.pop(me.id), playing or late
    found["mine"] = rendered("seat_mine.html", one=mine, game=view.game, late=late, words=words)
    if enters and not mine.out:
        casts = _casts(me) if playing else ()
        found["own"] = rendered("seat_own.html", one=mine, casts=casts, words=words)
    found["others"] = rendered("seat_others.html", others=[*panels.values()], playing=enters, words=words)
    found["bar"] = rendered(
        "seat_bar.html",
        playing=playing,
        late=late,
        turn=game.turn.number,
        passing=_passing(game, me.id),
        held=game.held,
        may_concede=me.in_game,
        conceding=tr("You leave the game and lose. Concede?")
        if me.user is not None
        else tr("{who} leaves the game and loses. Concede?", who=me.name),
        last=view.entries[-1].at if view.can_undo else None,
        words=words,
    )
    return found


def _words() -> dict[str, str]:
    return {
        "others": tr("Other players"),
        "more": tr("Counters and commander damage"),
        "pass": tr("Pass turn"),
        "undo": tr("Undo"),
        "hold": tr("Hold"),
        "release": tr("Release"),
        "concede": tr("Concede"),
        "back": tr("Back"),
        "late": tr("What happened at the same time as the end can still be entered."),
        "life": tr("Life total"),
    }


def _passing(game: Game, me: PlayerId) -> str:
    """The question before somebody else's turn is passed; empty where nobody has to be asked."""
    if game.rules.markers:
        return ""
    team = [game.player(id) for id in game.team_of(game.turn.taker)]
    members = [one for one in team if one.in_game and one.user is not None]
    if not members or any(one.id == me for one in team):
        return ""
    return tr("Pass {who}'s turn", who=", ".join(one.name for one in members))


def _panel(game: Game, changed: Changes, one: Player, me: PlayerId, kept: KeptButtons) -> PlayerPanel:
    counters, commanders = _counters(game, one.id, me), _commanders(game, one, me)
    life, more = kept.of(PlayerButtons(one.id, one.name, counters, commanders))
    holder = game.life_holder(one.id)
    details = (
        *player_details.fate(game, one),
        *player_details.poison(game, one.id),
        *player_details.own(game, one),
    )
    return PlayerPanel(
        id=one.id,
        name=one.name,
        total=game.life[holder],
        change=change_of(changed.get(holder)),
        details=tuple(map(unmarked, details)),
        active=one.id in game.active_players and game.outcome is None,
        out=not one.in_game,
        life=life,
        more=more,
    )


def _life(one: PlayerButtons) -> str:
    steps = [
        LifeButton(n, signed(n), tr("{who}: {change} life", who=one.name, change=signed(n)))
        for n in LIFE_STEPS
    ]
    return macro("seat_panel.html", "life")(one, steps)


def _more(one: PlayerButtons) -> str:
    words = {"commanders": tr("Commander damage"), "hits": tr("Combat damage by the chosen commander")}
    return macro("seat_panel.html", "more")(one, words, HITS)


def _counters(game: Game, who: PlayerId, me: PlayerId) -> Sequence[CounterRow]:
    held = game.counters_of(who)
    kinds = dict.fromkeys((*(COUNTER_KINDS if who == me else COUNTER_KINDS[:1]), *held))
    return [
        CounterRow(
            kind, unmarked(names.thing(kind)), game.poison(who) if kind == "poison" else held.get(kind, 0)
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
            id, unmarked(names.commander(game, id)), f"{one.commander_damage.get(id, 0)}/{limit}", place == 0
        )
        for place, id in enumerate(ids)
    ]


def _casts(me: Player) -> Sequence[tuple[CommanderId, str]]:
    """One's commanders, with what each costs more."""
    return [
        (card.id, tr("Cast {commander} (tax {n})", commander=card.name, n=tax(card)))
        for card in me.commanders
    ]
