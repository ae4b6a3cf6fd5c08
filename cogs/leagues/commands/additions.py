"""/league adjust, team and decklist: parts of a league besides results."""

import discord
from discord import app_commands

from cogs.core import members
from cogs.core.context import request_of
from cogs.core.messaging import reply_private, respond
from cogs.drawing.truncate import truncate
from cogs.leagues.commands.options import (
    NO_DEADLINE,
    Reason,
    describe_options,
    suggest_deadline,
    suggest_league_player,
    suggest_players,
)
from cogs.leagues.commands.service import LeagueCog
from cogs.leagues.core import parsing
from cogs.leagues.core.components import NO_SEASON, PAGE_COLOR, framed_text
from cogs.leagues.views import fields
from cogs.text.formatting import label, pasted
from cogs.text.language import speaking, tr, trn
from cogs.text.leagues import text as words
from rules.leagues.state import Decklist, LeagueState, Person
from rules.refusal import Refusal

ADDITIONS_LENGTH = 300
TEAM_LENGTH = 50
LEAGUE_DECKLIST_LENGTH = 3000


class AdditionsCog(LeagueCog):
    """/league adjust, /league team and /league decklist."""

    decklist = app_commands.Group(name="decklist", description="Register and show decklists")

    @app_commands.command()
    @app_commands.autocomplete(player=suggest_league_player)
    @describe_options(player="Player", points="Points to add, or to take away such as -3", reason="Reason")
    async def adjust(
        self,
        interaction: discord.Interaction,
        player: str,
        points: str,
        reason: Reason,
        league: str | None = None,
    ) -> None:
        """Give a player points or a penalty (judges only)"""
        state = await self.service.judged(interaction, league)
        worth = fields.parse_points(points)
        number = await self.service.player(interaction, state, player)
        others = await self.service.other_judges(interaction, state)
        request = request_of(interaction, announced=True)
        done = await self.leagues.players.adjust(state.league, request, number, worth, reason, others=others)
        await self.service.announce(interaction, done)

    @app_commands.command()
    @app_commands.autocomplete(players=suggest_players)
    @describe_options(name="Team name", players="Members, such as @Ana, Ben (blank = disband the team)")
    async def team(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, TEAM_LENGTH],
        players: app_commands.Range[str, 0, 1000] = "",
        league: str | None = None,
    ) -> None:
        """Make, change or end a team (judges only)"""
        state, team = await self.service.judged(interaction, league), label(name)
        people: list[Person] = []
        if players.strip():
            people = await parsing.resolve_players(interaction, state, parsing.sides(players))
        request = request_of(interaction, announced=True)
        done = await self.leagues.players.set_team(state.league, request, team, people)
        await self.service.announce(interaction, done)

    @decklist.command()
    @describe_options(decklist="Link to your decklist, or its cards")
    async def submit(
        self,
        interaction: discord.Interaction,
        decklist: app_commands.Range[str, 1, LEAGUE_DECKLIST_LENGTH],
        league: str | None = None,
    ) -> None:
        """Register your decklist for this season"""
        state = await self.service.state(interaction, league)
        user, name = members.member(interaction.user)
        done = await self.leagues.players.submit_decklist(
            state.league, request_of(interaction), Person(name, user), decklist.strip()
        )
        lock = done.state.locks.get(done.state.latest or NO_SEASON)
        lines = [tr("Your decklist for {league} is registered.", league=words.league_title(state))]
        if lock is None:
            lines.append(tr("Only you and judges can read it until a judge locks the decklists."))
        else:
            lines.append(
                tr("You can change it until {when}; then everyone can read it.", when=words.moment(lock))
            )
        with speaking(await self.game_service.language_of_user(interaction)):
            await reply_private(interaction, " ".join(lines))

    @decklist.command()
    @app_commands.autocomplete(when=suggest_deadline)
    @describe_options(when="When decklists are locked, such as Saturday 7pm or now; open = unlock them")
    async def lock(self, interaction: discord.Interaction, when: str, league: str | None = None) -> None:
        """Set the deadline for decklists (judges only)"""
        state = await self.service.judged(interaction, league)
        is_open = when.strip().casefold() == NO_DEADLINE
        at = None if is_open else await self.service.moment(interaction, when, ahead=True)
        request = request_of(interaction, announced=True)
        done = await self.leagues.players.lock_decklists(state.league, request, at)
        await self.service.announce(interaction, done)

    @decklist.command(name="show")
    @app_commands.autocomplete(who=suggest_league_player)
    @describe_options(who="Player (default: a list of everyone's)")
    async def show_decklist(
        self, interaction: discord.Interaction, who: str | None = None, league: str | None = None
    ) -> None:
        """Show decklists"""
        async with self.deferred(interaction):
            state = await self.service.state(interaction, league, looking=True)
            season = state.latest or NO_SEASON
            found = [one for one in state.decklists if one.season == season]
            judge = await self.service.is_judge(interaction)
            readable = judge or state.are_locked(season, self.service.now())
            if who is None:
                text = _list(state, found, readable=readable)
            else:
                number = await self.service.player(interaction, state, who)
                one = next((one for one in found if state.resolved(one.player) == number), None)
                if one is None:
                    raise Refusal("no_decklist")
                if not readable and state.player_of(interaction.user.id) != one.player:
                    raise Refusal("decklist_hidden")
                text = "\n".join([f"### {words.name(state, number)}", *pasted(one.decklist)])
            await respond(interaction, view=framed_text(text, color=PAGE_COLOR), private=True)


def _list(state: LeagueState, found: list[Decklist], *, readable: bool) -> str:
    """Return the registered decklists, if they are public."""
    count = trn("{n} decklist", "{n} decklists", len(found))
    lines = [tr("### {league}: {what}", league=words.league_title(state), what=count)]
    for one in found:
        first = truncate(pasted(one.decklist)[0], ADDITIONS_LENGTH) if readable else ""
        lines.append(" · ".join(filter(None, (words.bold_player(state, one.player), first))))
    return "\n".join(lines)
