"""One request's change to a tournament."""

from typing import NamedTuple

from msgspec.structs import replace

from rules.game.parts import UserOrGuest
from rules.pairings.pairings import Participant
from rules.tournaments.act import TournamentAct
from rules.tournaments.state import TournamentPlayer, TournamentState, guest_key
from storage.posts import PostKind
from storage.scheduler import Deadline


class Notice(NamedTuple):
    """An announcement for a tournament's channel, or a table's thread."""

    kind: PostKind
    detail: str = ""
    thread: int | None = None


class TournamentChange:
    """One request's changes to a tournament; nothing happens before it is committed."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self.acts: list[TournamentAct] = []
        self.introduced: dict[Participant, UserOrGuest] = {}
        self.deadlines: list[Deadline] = []
        """Deadlines that follow from the change."""
        self.notices: list[Notice] = []
        """The announcements that follow from it."""
        self._last = 0
        """The last new number."""
        self._unnamed: dict[Participant, UserOrGuest] = {}
        """New people who aren't in any act yet."""
        self._guests = {guest_key(one.name or ""): one.number for one in reversed(state.guests)}

    def add(self, act: TournamentAct) -> None:
        """Carry out an act; raises Refusal."""
        self.state = self._named(act.apply(self.state))
        self.acts.append(act)

    def find(self, person: UserOrGuest) -> TournamentPlayer | None:
        """Return a person's number; None for a stranger."""
        user, name = person
        if user is not None:
            return self.state.find(user, name)
        number = self._guests.get(guest_key(name))
        return None if number is None else self.state.players.get(number)

    def number(self, person: UserOrGuest) -> Participant:
        """Return a person's number, a new one for a stranger; to be used by an act of this change."""
        known = self.find(person)
        if known is None:
            return self._introduce(person)
        self.introduced[known.number] = self._unnamed[known.number] = person
        return known.number

    def is_guest(self, number: Participant) -> bool:
        """Return whether a known or introduced person has no account."""
        if number in self.introduced:
            return self.introduced[number][0] is None
        return self.state.players[number].user is None

    def team(self, name: str) -> Participant:
        """Return a number for a new team of this name; to be used by an act of this change."""
        return self._introduce((None, name))

    def _introduce(self, person: UserOrGuest) -> Participant:
        number = Participant(max(len(self.state.players), self._last) + 1)
        self.introduced[number] = self._unnamed[number] = person
        self._last = number
        return number

    def _named(self, state: TournamentState) -> TournamentState:
        for number in [number for number in self._unnamed if number in state.players]:
            player, (user, name) = state.players[number], self._unnamed.pop(number)
            if (player.user, player.name) != (user, name):
                player = replace(player, user=user, name=name)
                state = state.having(player)
            if user is None and not player.members:
                self._guests.setdefault(guest_key(name), number)
        return state
