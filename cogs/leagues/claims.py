"""Guests, and accounts that somebody has left, claimed by the person that they were."""

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from cogs import people
from cogs.asking import request_of
from cogs.leagues.completion import suggest_guest, suggest_league
from cogs.leagues.room import LeagueCog, Room, player_named
from cogs.sending import say
from cogs.ui.language import tr
from cogs.ui.leagues import confirmation, words
from cogs.ui.leagues.custom_id import LeaguePress
from cogs.ui.text import escape
from rules.leagues.result import PlayerNumber
from rules.refusal import Refusal
from storage.leagues.search import Wanted
from storage.leagues.values import Done, Head, Person

Reason = app_commands.Range[str, 1, confirmation.REASON]
KNOWN = 500
"""Results of a guest that are looked through for those who played against them."""


class Claims(LeagueCog):
    """/league claim and /league release."""

    @app_commands.command()
    @app_commands.autocomplete(league=suggest_league, guest=suggest_guest)
    @app_commands.describe(
        guest="The guest that you were",
        member="Judges: who it was, also of an account that somebody has left",
        league="Which league",
    )
    async def claim(
        self,
        interaction: discord.Interaction,
        guest: str,
        member: discord.Member | None = None,
        league: str | None = None,
    ) -> None:
        """Say that a guest was you"""

        async def work() -> None:
            head = await self.room.head(interaction, league)
            judge = await self.room.judges(interaction)
            number = claimable(head, guest, account=judge and member is not None)
            who = member or interaction.user
            if judge:
                user, name = people.member(who)
                await claimed(self.room, interaction, head, number, Person(name, user))
            elif who.id != interaction.user.id:
                raise Refusal("claim_judges_only")
            else:
                await interaction.response.send_message(view=confirmation.claim(head, number, who.id))

        await self.desk.refusing(interaction, work)

    @app_commands.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.describe(guest="Who was claimed and is somebody else", reason="Why", league="Which league")
    async def release(
        self, interaction: discord.Interaction, guest: str, reason: Reason, league: str | None = None
    ) -> None:
        """Judges: take a claim back"""

        async def work() -> None:
            await self.room.require_judge(interaction)
            head = await self.room.head(interaction, league)
            number = claimed_guest(head, guest)
            await self.leagues.players.release(head.league, request_of(interaction), number, reason)
            name = escape(head.players[number].name or str(number))
            await say(interaction, tr("{guest} is a player of their own again.", guest=name))

        await self.desk.refusing(interaction, work)


def claimable(head: Head, typed: str, *, account: bool) -> PlayerNumber:
    """The guest that is meant, or where that is allowed a player with an account; raises Refusal.

    Who was claimed already is meant by their own name or number, and not who has claimed them.
    """
    player = head.players[player_named(head, typed)]
    own = ((player.name or "").casefold(), f"#{player.number}", f"<@{player.user}>", f"<@!{player.user}>")
    if typed.strip().casefold() not in own or not (player.guest or account):
        raise Refusal("claim_no_guest")
    return player.number


def claimed_guest(head: Head, typed: str) -> PlayerNumber:
    """The guest of this name or number whom somebody has claimed; raises Refusal "release_not_claimed"."""
    wanted = typed.strip().casefold()
    for one in head.players.values():
        if one.merged_into is not None and wanted in ((one.name or "").casefold(), f"#{one.number}"):
            return one.number
    raise Refusal("release_not_claimed")


async def claimed(
    room: Room, interaction: discord.Interaction, head: Head, guest: PlayerNumber, person: Person
) -> Done:
    """The claim is entered, and everybody told; raises Refusal."""
    done = await room.leagues.players.claim(head.league, request_of(interaction), guest, person)
    name = escape(head.players[guest].name or str(guest))
    text = tr(
        "**{league}**: {guest} was {who}. Their results are one now.",
        league=words.title(head),
        guest=name,
        who=words.bold(done.head, guest),
    )
    if interaction.type is discord.InteractionType.component:
        await interaction.response.edit_message(view=confirmation.layout(text))
    else:
        await say(interaction, text)
    return done


async def _agree(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await room.of(interaction, press.league)
    await _require_witness(room, interaction, head, press)
    ((user, name),) = await people.typed(interaction, f"<@{press.value}>")
    await claimed(room, interaction, head, press.number, Person(name, user))


async def _decline(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await room.of(interaction, press.league)
    if str(interaction.user.id) != press.value:
        await _require_witness(room, interaction, head, press)
    text = tr("{guest} was not <@{user}>.", guest=words.bold(head, press.number), user=press.value)
    await interaction.response.edit_message(view=confirmation.layout(text))


async def _require_witness(
    room: Room, interaction: discord.Interaction, head: Head, press: LeaguePress
) -> None:
    """Raises Refusal unless whoever presses is a judge, or another player who played with the guest."""
    if await room.judges(interaction):
        return
    own = head.player_of(interaction.user.id)
    records = await room.leagues.search.newest(head.league, Wanted(player=press.number), limit=KNOWN)
    there = {head.resolved(player) for one in records for player in one.result.players}
    if own is None or own not in there or str(interaction.user.id) == press.value:
        raise Refusal("claim_witness")


HANDLERS: Mapping[str, Callable[[Room, discord.Interaction, LeaguePress], Awaitable[None]]] = {
    "claim": _agree,
    "unclaim": _decline,
}
"""What each verb of a press on the question does."""
