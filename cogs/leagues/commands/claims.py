"""/league claim and release: guests and old accounts merged into the member they belong to."""

import discord
from discord import app_commands

from cogs.core import members
from cogs.core.context import request_of
from cogs.leagues.commands.options import Reason, describe_options, suggest_guest
from cogs.leagues.commands.service import LeagueCog, LeagueHandler, LeagueService
from cogs.leagues.core.components import LeagueCustomId, framed_text
from cogs.leagues.core.people import league_candidates
from cogs.leagues.views import result as result_view
from cogs.text.language import tr
from cogs.text.leagues import text as words
from cogs.text.people import UNACCENTED, best_fits
from rules.leagues.result import PlayerNumber
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.leagues.queries import ResultFilter

MAX_CLAIMED_RESULTS = 500
"""Results of a guest that are searched for opponents."""


class ClaimsCog(LeagueCog):
    """/league claim and /league release."""

    @app_commands.command()
    @app_commands.autocomplete(guest=suggest_guest)
    @describe_options(
        guest="Guest you played as", member="Member the guest or old account belongs to (judges only)"
    )
    async def claim(
        self,
        interaction: discord.Interaction,
        guest: str,
        member: discord.Member | None = None,
        league: str | None = None,
    ) -> None:
        """Claim a guest's results as yours"""
        state = await self.service.state(interaction, league)
        judge = await self.service.is_judge(interaction)
        account = judge and member is not None
        everybody = league_candidates(state)
        guests = {one: everybody[one] for one in everybody if is_claimable(state, one, account=account)}
        among = guests if best_fits(guest, guests)[0] <= UNACCENTED else everybody
        number = await self.service.number(interaction, state, guest, among)
        if number not in guests:
            raise Refusal("claim_no_guest")
        who = member or interaction.user
        if judge:
            user, name = members.member(who)
            await _claim(self.service, interaction, state, number, Person(name, user))
        elif who.id != interaction.user.id:
            raise Refusal("claim_judges_only")
        else:
            await interaction.response.send_message(view=result_view.claim(state, number, who.id))

    @app_commands.command()
    @describe_options(guest="Guest who was claimed by mistake", reason="Reason")
    async def release(
        self, interaction: discord.Interaction, guest: str, reason: Reason, league: str | None = None
    ) -> None:
        """Undo a guest claim (judges only)"""
        state = await self.service.judged(interaction, league)
        number = await self.service.number(interaction, state, guest)
        if state.players[number].merged_into is None:
            raise Refusal("release_not_claimed")
        request = request_of(interaction, announced=True)
        done = await self.leagues.players.release(state.league, request, number, reason)
        await self.service.announce(interaction, done)


def is_claimable(state: LeagueState, number: PlayerNumber, *, account: bool) -> bool:
    """Return whether a person is unclaimed, and a guest unless an ``account`` can be claimed."""
    player = state.players[number]
    return player.merged_into is None and (player.guest or account)


async def _claim(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    guest: PlayerNumber,
    person: Person,
) -> None:
    """Enter the claim and announce it; raises Refusal."""
    request = request_of(interaction, announced=True)
    done = await service.leagues.players.claim(state.league, request, guest, person)
    await service.announce(interaction, done)


async def _agree(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    await _require_witness(service, interaction, state, press)
    ((user, name),) = await members.picked_people(interaction, [press.value])
    await _claim(service, interaction, state, press.guest, Person(name, user))


async def _decline(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    if str(interaction.user.id) != press.value:
        await _require_witness(service, interaction, state, press)
    text = tr(
        "Claim rejected: {guest} wasn't <@{user}>.",
        guest=words.bold_player(state, press.guest),
        user=press.value,
    )
    await interaction.response.edit_message(view=framed_text(text))


async def _require_witness(
    service: LeagueService, interaction: discord.Interaction, state: LeagueState, press: LeagueCustomId
) -> None:
    """Raise Refusal unless the user is a judge, or another player who played with the guest."""
    if await service.is_judge(interaction):
        return
    own = state.player_of(interaction.user.id)
    records = await service.leagues.results.newest(
        state.league, ResultFilter(player=press.guest), limit=MAX_CLAIMED_RESULTS
    )
    there = {state.resolved(player) for one in records for player in one.result.players}
    if own is None or own not in there or str(interaction.user.id) == press.value:
        raise Refusal("claim_witness")


HANDLERS: dict[str, LeagueHandler] = {
    "claim": _agree,
    "unclaim": _decline,
}
"""Handlers of the question's buttons."""
