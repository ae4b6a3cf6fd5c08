"""/event team: fixed teams sign up together."""

import discord
from discord import app_commands

from cogs.core.messaging import reply_public
from cogs.core.naming.people import read_list, require_clear
from cogs.text.formatting import clean_name, listed
from cogs.text.language import tr
from cogs.tournaments.commands.adding import number_of
from cogs.tournaments.commands.options import suggest_newcomers
from cogs.tournaments.commands.service import EventCog, event_candidates
from cogs.tournaments.views import event as view
from rules.refusal import Refusal
from rules.tournaments.act import not_in
from rules.tournaments.state import SignUpStage, TournamentState
from rules.tournaments.teams import SignUpTeam
from storage.tournaments.change import TournamentChange


class TeamsCog(EventCog):
    """The teams of an event."""

    @app_commands.command()
    @app_commands.autocomplete(players=suggest_newcomers)
    @app_commands.describe(
        name="Name",
        players="Team members: names or mentions, separated by commas (new guests: new Grandma)",
    )
    async def team(
        self, interaction: discord.Interaction, name: app_commands.Range[str, 1, 32], players: str
    ) -> None:
        """Sign up your team, or another one (judges only)"""
        state = await self.service.current(interaction)
        known = {
            number: one
            for number, one in event_candidates(state).items()
            if not state.players[number].members
        }
        readings = await read_list(interaction, players, known)
        require_clear(readings, known)
        own = any(
            (one.person[0] if one.person is not None else one.known and known[one.known].user)
            == interaction.user.id
            for one in readings
        )
        if not own or state.rounds:
            requester = await self.game_service.requester(interaction)
            if not requester.is_judge and own:
                raise not_in(state)
            if not requester.is_judge:
                raise Refusal("not_in_team")

        def decide(change: TournamentChange) -> None:
            _require_name(change.state, clean_name(name))
            found = tuple(number_of(change, one) for one in readings)
            change.add(SignUpTeam(team=change.team(clean_name(name)), members=found))

        async with self.service.changing(interaction, state, decide) as after:
            team = [*after.players.values()][-1]
            waits = team.stage is SignUpStage.WAITING
            who = listed(view.entrant_name(one) for one in after.people(team.number))
            text = tr("On the waiting list: {players}.", players=view.entrant_name(team)) if waits else ""
            line = tr("{team} signs up: {players}.", team=view.entrant_name(team), players=who)
            await reply_public(interaction, "\n".join(filter(None, (line, text))))


def _require_name(state: TournamentState, name: str) -> None:
    for one in state.players.values():
        if (
            one.members
            and one.stage is not SignUpStage.OUT
            and (one.name or "").casefold() == name.casefold()
        ):
            raise Refusal("event_team_name", name=name)
