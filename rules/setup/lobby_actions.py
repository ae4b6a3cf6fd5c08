"""Actions in a lobby: gather, join, change options, arrange seats, be ready, start (103.1)."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.events.event import Event, kinds_of
from rules.events.table import ChanceDrawn, GameStarted, LobbyChanged
from rules.formats.options import Options
from rules.formats.variants import Teams, variant_named
from rules.game.deck_info import DeckInfo, is_valid
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import PlayerId, SecretRoles, TurnOwner
from rules.players import roles
from rules.refusal import Refusal
from rules.setup import match, opening, seating_plan, validation
from rules.setup.seating_plan import ARCHENEMY, HEROES, team_names, with_teams

MAX_SEATS = 40


class LobbyAction(Struct, frozen=True, kw_only=True, gc=False):
    """A request to a lobby."""

    def perform(self, lobby: Lobby) -> Event:
        """Return the resulting events; raises Refusal."""
        raise NotImplementedError


class Gather(LobbyAction, frozen=True, kw_only=True):
    """A lobby opens with these options and people."""

    options: Options
    seated: tuple[Seated, ...]
    host: PlayerId

    def perform(self, lobby: Lobby) -> Event:
        validation.require_options(self.options)
        by_id = {seat.id: seat for seat in self.seated}
        gathered = with_teams(Lobby(options=self.options, seated=tuple(by_id.values()), host=self.host))
        _require_room(gathered)
        return LobbyChanged(lobby=gathered, change="opened", who=self.host)


class Join(LobbyAction, frozen=True, kw_only=True):
    """People take a seat, or change to another team."""

    seats: tuple[Seated, ...]

    def perform(self, lobby: Lobby) -> Event:
        for seat in self.seats:
            if seat.team is not None and seat.team not in team_names(lobby.options):
                teams = tuple(team_names(lobby.options))
                raise Refusal("no_such_team", team=seat.team, teams=teams, hint="")
            there = lobby.find(seat.id)
            if there is not None and seat.team in (None, there.team):
                raise Refusal("already_seated", who=seat.name)
        by_id = {seat.id: seat for seat in lobby.seated}
        for seat in self.seats:
            there = by_id.get(seat.id)
            by_id[seat.id] = seat if there is None else replace(there, team=seat.team)
        joined = with_teams(replace(lobby, seated=tuple(by_id.values())))
        joined = _loyal(lobby, joined)
        _require_room(joined)
        names = ", ".join(seat.name for seat in self.seats)
        return LobbyChanged(lobby=joined, change="joined", who=names)


def _require_room(lobby: Lobby) -> None:
    require_seats(lobby.options, len(lobby.seated))


def require_seats(options: Options, people: int) -> None:
    """Raise Refusal "lobby_full" if these options have no seats for this many people."""
    variant = variant_named(options.variant)
    most = variant.max_players or MAX_SEATS
    if people > most:
        raise Refusal("lobby_full", variant=variant.name, allows=most)


def require_guests_open(table: Lobby | Game) -> Lobby:
    """Return the lobby that guests can join on their own; raises Refusal "guests_closed"."""
    if not isinstance(table, Lobby) or table.closed:
        raise Refusal("guests_closed")
    return table


class Leave(LobbyAction, frozen=True, kw_only=True):
    """A player gives up their seat."""

    who: PlayerId

    def perform(self, lobby: Lobby) -> Event:
        there = _seated(lobby, self.who)
        seated = tuple(seat for seat in lobby.seated if seat.id != self.who)
        ready = tuple(id for id in lobby.ready if id != self.who)
        staying = _loyal(lobby, replace(lobby, seated=seated, ready=ready))
        return LobbyChanged(lobby=staying, change="left", who=there.name)


def _loyal(before: Lobby, after: Lobby) -> Lobby:
    """Return the lobby without the emperors who have left their team."""
    teams = {seat.id: seat.team for seat in before.seated}
    loyal = {seat.id for seat in after.seated if teams.get(seat.id) == seat.team}
    emperors = tuple(id for id in after.options.emperors if id in loyal)
    return replace(after, options=replace(after.options, emperors=emperors))


class ChangeOptions(LobbyAction, frozen=True, kw_only=True):
    """Changes the options, and assigns teams again if the variant has other teams.

    It resets who is ready, since they were so for another game; a new link to the webcam room doesn't.
    """

    options: Options

    def perform(self, lobby: Lobby) -> Event:
        validation.require_options(self.options)
        if replace(self.options, link=lobby.options.link) != lobby.options:
            lobby = replace(lobby, asked=False, ready=())
        changed = with_teams(replace(lobby, options=self.options))
        _require_room(changed)
        return LobbyChanged(lobby=changed, change="options")


class NameEmperor(LobbyAction, frozen=True, kw_only=True):
    """A team names its emperor, who sits in the middle of it (809.2)."""

    who: PlayerId

    def perform(self, lobby: Lobby) -> Event:
        there, variant = _seated(lobby, self.who), variant_named(lobby.options.variant)
        if not variant.emperor:
            raise Refusal("no_emperors", variant=variant.name)
        teams = {seat.id: seat.team for seat in lobby.seated}
        others = tuple(id for id in lobby.options.emperors if teams.get(id) != there.team)
        options = replace(lobby.options, emperors=(*others, self.who))
        return LobbyChanged(lobby=replace(lobby, options=options), change="emperor", who=there.name)


class NameArchenemy(LobbyAction, frozen=True, kw_only=True):
    """One player is the archenemy, all others are heroes (904.2a)."""

    who: PlayerId

    def perform(self, lobby: Lobby) -> Event:
        there, variant = _seated(lobby, self.who), variant_named(lobby.options.variant)
        if variant.teams is not Teams.ONE_AGAINST_ALL:
            raise Refusal("no_one_archenemy", variant=variant.name)
        seated = tuple(
            replace(seat, team=ARCHENEMY if seat.id == self.who else HEROES) for seat in lobby.seated
        )
        return LobbyChanged(lobby=replace(lobby, seated=seated), change="archenemy", who=there.name)


class SetVanguard(LobbyAction, frozen=True, kw_only=True):
    """A player's vanguard card changes the starting life total and the hand size (902.4, 902.5)."""

    who: PlayerId
    life: int
    hand: int

    def perform(self, lobby: Lobby) -> Event:
        there = _seated(lobby, self.who)
        seated = tuple(
            replace(seat, vanguard_life=self.life, vanguard_hand=self.hand) if seat.id == self.who else seat
            for seat in lobby.seated
        )
        return LobbyChanged(lobby=replace(lobby, seated=seated), change="vanguard", who=there.name)


class DescribeDeck(LobbyAction, frozen=True, kw_only=True):
    """A player says what a Commander deck is like, or with None takes that back."""

    who: PlayerId
    deck: DeckInfo | None

    def perform(self, lobby: Lobby) -> Event:
        """Raise Refusal "not_seated", "no_brackets", "outdated"."""
        there, options = _seated(lobby, self.who), lobby.options
        if not validation.has_commanders(options):
            raise Refusal("no_brackets", variant=variant_named(options.variant).name)
        if self.deck is not None and not is_valid(self.deck):
            raise Refusal("outdated")
        seated = tuple(
            replace(seat, deck=self.deck) if seat.id == self.who else seat for seat in lobby.seated
        )
        return LobbyChanged(lobby=replace(lobby, seated=seated), change="deck", who=there.name)


class SetRange(LobbyAction, frozen=True, kw_only=True):
    """A player gets their own range of influence, in seats (801.2a); None for the game's."""

    who: PlayerId
    range: int | None

    def perform(self, lobby: Lobby) -> Event:
        there = _seated(lobby, self.who)
        others = {id: seats for id, seats in lobby.options.ranges.items() if id != self.who}
        ranges = others if self.range is None else {**others, self.who: self.range}
        options = replace(lobby.options, ranges=ranges)
        validation.require_options(options)
        return LobbyChanged(lobby=replace(lobby, options=options), change="range", who=there.name)


def _seated(lobby: Lobby, who: PlayerId) -> Seated:
    there = lobby.find(who)
    if there is None:
        raise Refusal("not_seated", who=who)
    return there


class ArrangeSeats(LobbyAction, frozen=True, kw_only=True):
    """Sets the order of seats; an empty order is randomized at the start."""

    order: tuple[PlayerId, ...]

    def perform(self, lobby: Lobby) -> Event:
        options = replace(lobby.options, arranged=bool(self.order))
        if not self.order:
            return LobbyChanged(lobby=replace(lobby, options=options), change="seats_random")
        by_id: Mapping[PlayerId, Seated] = {seat.id: seat for seat in lobby.seated}
        if sorted(self.order) != sorted(by_id):
            raise Refusal("name_everybody_once", names=tuple(seat.name for seat in lobby.seated))
        seated = tuple(by_id[id] for id in self.order)
        return LobbyChanged(lobby=replace(lobby, options=options, seated=seated), change="seats")


class AskReady(LobbyAction, frozen=True, kw_only=True):
    """Asks everyone again whether they are ready; the requester is, if seated."""

    by: PlayerId | None = None

    def perform(self, lobby: Lobby) -> Event:
        ready = tuple(seat.id for seat in lobby.seated if seat.id == self.by)
        return LobbyChanged(lobby=replace(lobby, asked=True, ready=ready), change="ready_asked")


class SetReady(LobbyAction, frozen=True, kw_only=True):
    """Sets whether a player is ready to start."""

    who: PlayerId
    ready: bool = True

    def perform(self, lobby: Lobby) -> Event:
        there = _seated(lobby, self.who)
        others = tuple(id for id in lobby.ready if id != self.who)
        if self.ready and self.who in lobby.ready:
            raise Refusal("ready_already")
        if not self.ready and self.who not in lobby.ready:
            raise Refusal("not_ready")
        ready = (*others, self.who) if self.ready else others
        change = "ready" if self.ready else "not_ready"
        return LobbyChanged(lobby=replace(lobby, ready=ready), change=change, who=there.name)


class StartGame(LobbyAction, frozen=True, kw_only=True):
    """The game starts: `order` is a random order of the seats, `draw` a random number that picks who goes
    first by the variant's rule unless `first` names the chosen player (103.1)."""

    order: tuple[PlayerId, ...]
    draw: int
    first: PlayerId | None = None
    secret_roles: SecretRoles | None = None
    """The dealt roles, if there are any; the player with the public role goes first."""

    def perform(self, lobby: Lobby) -> Event:
        validation.validate(lobby)
        given = tuple(seat.id for seat in lobby.seated)
        if sorted(self.order) != sorted(given):
            raise Refusal("name_everybody_once", names=tuple(seat.name for seat in lobby.seated))
        order = given if lobby.options.arranged else self.order
        seats = seating_plan.seat_order(lobby, order)
        starters = seating_plan.starters(lobby, seats)
        secret_roles = opening.dealt_to(lobby, self.secret_roles)
        first = (
            self._leader(lobby, secret_roles) or self._chosen(lobby) or starters[self.draw % len(starters)]
        )
        return GameStarted(game=opening.opening_game(lobby, order, first, secret_roles))

    def _leader(self, lobby: Lobby, secret_roles: SecretRoles | None) -> PlayerId | None:
        """Return the leader, who goes first; raises Refusal "leader_first" if someone else was chosen."""
        leader = roles.leader_of(variant_named(lobby.options.variant), secret_roles)
        if leader is None:
            return None
        if self.first is not None:
            raise Refusal("leader_first", variant=variant_named(lobby.options.variant).name)
        return leader[0]

    def _chosen(self, lobby: Lobby) -> TurnOwner | None:
        """Return the player chosen to go first (default: the one who may choose)."""
        chooser = lobby.options.chooser if lobby.find(lobby.options.chooser or "") else None
        first = self.first or chooser
        if first is None:
            return None
        shared, seat = variant_named(lobby.options.variant).shared_turns, _seated(lobby, first)
        return (seat.team or seat.id) if shared else seat.id


class HandOverSeat(LobbyAction, frozen=True, kw_only=True):
    """A guest's or another user's seat goes to someone, who is asked again whether they are ready."""

    who: PlayerId
    to: Seated

    def perform(self, lobby: Lobby) -> Event:
        there, options = _seated(lobby, self.who), lobby.options
        if lobby.find(self.to.id) is not None:
            raise Refusal("already_seated", who=self.to.name)
        theirs = replace(there, id=self.to.id, name=self.to.name, user=self.to.user)
        handed = replace(
            lobby,
            seated=tuple(theirs if seat.id == self.who else seat for seat in lobby.seated),
            ready=tuple(id for id in lobby.ready if id != self.who),
            options=replace(
                match.with_ids(options, {self.who: self.to.id}),
                ranges={self._now(id): seats for id, seats in options.ranges.items()},
                emperors=tuple(map(self._now, options.emperors)),
                chooser=options.chooser and self._now(options.chooser),
            ),
        )
        return LobbyChanged(lobby=handed, change="handed_over", who=self.to.name)

    def _now(self, id: PlayerId) -> PlayerId:
        return self.to.id if id == self.who else id


class CloseLobby(LobbyAction, frozen=True, kw_only=True):
    """The lobby closes without a game: someone closed it, or it was idle for long."""

    expired: bool = False

    def perform(self, lobby: Lobby) -> Event:
        return LobbyChanged(lobby=replace(lobby, closed=True, expired=self.expired), change="closed")


class RecordLots(LobbyAction, frozen=True, kw_only=True):
    """A public random result of the bot before the game: dice, a coin or a player."""

    kind: str
    asked: str
    result: str

    def perform(self, lobby: Lobby) -> Event:
        return ChanceDrawn(kind=self.kind, asked=self.asked, result=self.result)


LOBBY_ACTIONS: Mapping[str, type[LobbyAction]] = kinds_of(LobbyAction)
"""Every kind of lobby action under its stable name, which logs store."""
