"""What every cog of leagues does its work through: which league is meant, who judges, what is suggested."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

import discord
from discord import app_commands
from discord.ext import commands

from cogs.asking import spot_of
from cogs.completion import Choices, choices
from cogs.desk import Desk
from cogs.leagues.notices import Notices
from cogs.ui.cutting import shortened
from cogs.ui.language import tr
from cogs.ui.leagues import words
from cogs.ui.text import listed
from cogs.who import CHOICE_LENGTH, CHOICES, containing, continued, nearest
from rules.leagues.result import PlayerNumber, Time
from rules.refusal import Refusal
from storage.leagues.leagues import Leagues
from storage.leagues.search import Wanted
from storage.leagues.values import Head, Listed


class Room:
    """The way from an interaction to a league."""

    def __init__(self, desk: Desk, notices: Notices) -> None:
        self.desk = desk
        self.notices = notices

    @property
    def leagues(self) -> Leagues:
        """Every league."""
        return self.desk.games.leagues

    def now(self) -> Time:
        """The time in whole seconds since 1970."""
        return int(self.desk.games.now().astimezone(UTC).timestamp())

    def clock(self) -> datetime:
        """The time in UTC."""
        return self.desk.games.now().astimezone(UTC)

    async def head(self, interaction: discord.Interaction, typed: str | None = None) -> Head:
        """The league that is meant: the one typed, or the one that the channel feeds, or the server's only
        one. Raises Refusal."""
        spot = spot_of(interaction)
        known = await self.leagues.of_guild(spot.guild, archived=True)
        if typed is not None:
            return await self.leagues.head(_typed(known, typed).league)
        going_on = [one for one in known if not one.archived]
        fed = {league for channel in spot.channels for league in await self.leagues.of_channel(channel)}
        here = [one for one in going_on if one.league in fed] or going_on
        if not here:
            raise Refusal("no_leagues")
        if len(here) > 1:
            raise Refusal("which_league", leagues=listed(one.name for one in here[:CHOICES]))
        return await self.leagues.head(here[0].league)

    async def of(self, interaction: discord.Interaction, league: int) -> Head:
        """The league of this number, if it is of the server where the interaction comes from."""
        head = await self.leagues.head(league)
        if head.guild != interaction.guild_id:
            raise Refusal("no_league")
        return head

    async def judges(self, interaction: discord.Interaction) -> bool:
        """Whether whoever asks is a judge here."""
        return (await self.desk.asker(interaction)).in_charge

    async def require_judge(self, interaction: discord.Interaction) -> None:
        """Raises Refusal unless whoever asks is a judge here."""
        asker = await self.desk.asker(interaction)
        if not asker.in_charge:
            raise Refusal("league_judges_only", judges=asker.judges)


class LeagueCog(commands.Cog):
    """A cog whose commands are about a league."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.desk = room.desk
        self.leagues = room.leagues

    async def look(
        self, interaction: discord.Interaction, view: Callable[[], Awaitable[discord.ui.LayoutView]]
    ) -> None:
        """Shows something to whoever asks, in their language; that may take longer than Discord waits."""

        async def work() -> None:
            await self.desk.speak_low(interaction)
            await interaction.response.defer(ephemeral=True)
            await interaction.followup.send(view=await view(), ephemeral=True)

        await self.desk.refusing(interaction, work)


def _typed(known: Sequence[Listed], typed: str) -> Listed:
    for one in known:
        if typed == str(one.league) or typed.strip().casefold() == one.name.casefold():
            return one
    near = nearest(typed, [one.name for one in known])
    raise Refusal("no_such_league", name=typed, hint=near or "")


def player_named(head: Head, typed: str) -> PlayerNumber:
    """The player of a league whose name, number behind a #, or mention is typed; raises Refusal."""
    text = typed.strip()
    if text.startswith("#") and text[1:].isdigit() and int(text[1:]) in head.players:
        return head.resolved(int(text[1:]))
    if text.startswith("<@") and text.strip("<@!>").isdigit():
        return own_number(head, int(text.strip("<@!>")))
    wanted = text.casefold()
    found = {
        head.resolved(one.number) for one in head.players.values() if (one.name or "").casefold() == wanted
    }
    if len(found) == 1:
        return found.pop()
    if found:
        raise Refusal("several_players", name=text, numbers=listed(f"#{one}" for one in sorted(found)))
    near = nearest(text, [one.name for one in head.players.values() if one.name])
    raise Refusal("no_league_player", name=text, league=head.rules.name, hint=near or "")


def own_number(head: Head, user: int) -> PlayerNumber:
    """The number of a Discord user; raises Refusal for who has not played in the league."""
    number = head.player_of(user)
    if number is None:
        raise Refusal("not_in_league", league=head.rules.name)
    return head.resolved(number)


def cog_of(interaction: discord.Interaction) -> LeagueCog | None:
    """The cog of the command whose option is being filled in."""
    command = interaction.command
    cog = command.binding if isinstance(command, app_commands.Command) else None
    return cog if isinstance(cog, LeagueCog) else None


async def filled_head(interaction: discord.Interaction) -> tuple[LeagueCog, Head] | None:
    """The league that the command being filled in is about, as far as that can be told."""
    cog = cog_of(interaction)
    if cog is None:
        return None
    await cog.desk.speak_low(interaction)
    chosen = getattr(interaction.namespace, "league", None)
    try:
        return cog, await cog.room.head(interaction, chosen if isinstance(chosen, str) and chosen else None)
    except Refusal:
        return None


async def suggest_league(interaction: discord.Interaction, typed: str) -> Choices:
    """The server's leagues, archived ones last."""
    cog = cog_of(interaction)
    if cog is None or interaction.guild_id is None:
        return []
    known = await cog.leagues.of_guild(interaction.guild_id, archived=True)
    names = {str(one.league): one.name for one in sorted(known, key=lambda one: one.archived)}
    return [
        app_commands.Choice(name=shortened(name, CHOICE_LENGTH), value=league)
        for league, name in names.items()
        if typed.casefold() in name.casefold()
    ][:CHOICES]


async def suggest_player(interaction: discord.Interaction, typed: str) -> Choices:
    """The league's players."""
    found = await filled_head(interaction)
    return [] if found is None else _players(found[1], typed, guests=False)


async def suggest_players(interaction: discord.Interaction, typed: str) -> Choices:
    """The league's players; after a comma one more."""
    found = await filled_head(interaction)
    if found is None:
        return []
    known = found[1].players.values()
    return choices(continued(typed, [one.name for one in known if one.name and one.merged_into is None]))


async def suggest_guest(interaction: discord.Interaction, typed: str) -> Choices:
    """The league's guests whom nobody has claimed; where a judge says who it was, members too."""
    found = await filled_head(interaction)
    guests = getattr(interaction.namespace, "member", None) is None
    return [] if found is None else _players(found[1], typed, guests=guests)


def _players(head: Head, typed: str, *, guests: bool) -> Choices:
    known = [one for one in head.players.values() if one.merged_into is None and one.name is not None]
    wanted = [one for one in known if one.guest] if guests else known
    return [
        app_commands.Choice(name=shortened(one.name or "", CHOICE_LENGTH), value=f"#{one.number}")
        for one in wanted
        if typed.casefold() in (one.name or "").casefold()
    ][:CHOICES]


async def suggest_result(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The league's newest results, with what is typed in their number or in who played."""
    found = await filled_head(interaction)
    if found is None:
        return []
    cog, head = found
    newest = await cog.leagues.search.newest(head.league, Wanted(), limit=100)
    shown = {one.number: f"{one.number}: {words.outcome(head, one.result)}" for one in newest}
    if typed.isdigit() and int(typed) not in shown and 0 < int(typed) <= head.results:
        return [app_commands.Choice(name=typed, value=int(typed))]
    wanted = set(containing(typed, list(shown.values())))
    return [
        app_commands.Choice(name=shortened(text, CHOICE_LENGTH), value=number)
        for number, text in shown.items()
        if text in wanted
    ][:CHOICES]


async def suggest_season(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The league's seasons, the last one first, and all time."""
    found = await filled_head(interaction)
    if found is None:
        return []
    seasons = [(one.name, one.number) for one in reversed(found[1].seasons)]
    fitting = [one for one in [*seasons, (tr("All time"), 0)] if typed.casefold() in one[0].casefold()]
    shown = fitting if len(fitting) <= CHOICES else [*fitting[: CHOICES - 1], fitting[-1]]
    return [app_commands.Choice(name=shortened(name, CHOICE_LENGTH), value=number) for name, number in shown]
