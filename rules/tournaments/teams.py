"""Tournaments of fixed teams: a team signs up, is paired and scored as one."""

from msgspec.structs import replace

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_place, require_rounds
from rules.tournaments.state import SignUpStage, TournamentPlayer, TournamentState


class SignUpTeam(TournamentAct, frozen=True, kw_only=True):
    """A team signs up, or joins the waiting list if the event is full; its members are in no other team."""

    team: Participant
    members: tuple[Participant, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "event_alone", "event_team_size", "in_team_already",
        and that of `require_place`.
        """
        require_rounds(state)
        size = state.rules.team_size
        if size == 1:
            raise Refusal("event_alone")
        if len({*self.members}) != size:
            raise Refusal("event_team_size", size=size)
        for member in self.members:
            if state.entrant(member) != member:
                raise Refusal("in_team_already")
        stage = SignUpStage.WAITING if state.full else SignUpStage.IN
        if stage is SignUpStage.IN or state.rules.is_bracket:
            state = require_place(state, self.team)
        here = state.checking_in
        for member in self.members:
            known = state.players.get(member) or TournamentPlayer(number=member)
            state = state.having(replace(known, stage=SignUpStage.MEMBER))
        team = TournamentPlayer(number=self.team, stage=stage, here=here, members=self.members)
        return state.having(team)
