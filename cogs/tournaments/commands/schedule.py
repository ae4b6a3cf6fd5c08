"""/event schedule, /series repeat and template: when events take place, and settings kept by name."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

import discord
from discord import app_commands

from cogs.core.context import location_of
from cogs.core.messaging import reply_private, reply_public, respond
from cogs.text.formatting import bold, label, listed
from cogs.text.language import speaking, tr
from cogs.tournaments.commands.options import TemplateName, start_time, suggest_start, suggest_template
from cogs.tournaments.commands.service import EventCog, EventService
from cogs.tournaments.updates.winner import require_giver
from cogs.tournaments.views import repeating as view
from cogs.tournaments.views.repeating import SeriesCustomId
from rules.refusal import Refusal
from rules.tournaments.schedule import ScheduleStart
from rules.tournaments.state import TournamentRules
from storage.tournaments.repeating import EventSeries, Repetition

WEEKS: Mapping[str, int] = {"week": 1, "2 weeks": 2, "3 weeks": 3, "4 weeks": 4, "month": 0}
MAX_DAYS_AHEAD = view.most_days(0)
"""Days from sign-up to the start of a repeated event."""


class ScheduleCog(EventCog):
    """When an event starts."""

    @app_commands.command()
    @app_commands.autocomplete(start=suggest_start)
    @app_commands.describe(start="Such as Saturday 7pm or 28.11. 19:00 (default: cancel the Discord event)")
    async def schedule(self, interaction: discord.Interaction, start: str | None = None) -> None:
        """Schedule, move or cancel the Discord event for the start (judges only)"""
        state = await self.service.judged(interaction)
        starts = 0 if start is None else await start_time(self.game_service, interaction, start)
        await self.service.announce(interaction, state, ScheduleStart(starts=starts))
        await self.game_service.replies.warn_unseen(interaction)


class RepeatingCog(EventCog):
    """Commands for events that repeat."""

    @app_commands.command()
    @app_commands.autocomplete(start=suggest_start, template=suggest_template)
    @app_commands.describe(
        start="Start of the next event, such as Saturday 7pm (default: list repeated events)",
        every="How often (default: every week); each month it is the same weekday of the month",
        days="Days from sign-up to the start (default: 5)",
        template="Template with the settings (default: those of the last event here)",
    )
    async def repeat(
        self,
        interaction: discord.Interaction,
        start: str | None = None,
        every: Literal["week", "2 weeks", "3 weeks", "4 weeks", "month"] = "week",
        days: app_commands.Range[int, 0, MAX_DAYS_AHEAD] = view.USUAL_DAYS,
        template: TemplateName | None = None,
    ) -> None:
        """Repeat an event, or list repeated ones to pause or stop them (judges only)"""
        await self.service.require_organizer(interaction)
        if start is None:
            with speaking(await self.game_service.language_of_user(interaction)):
                await respond(interaction, view=await _listed(self.service, interaction), private=True)
            return
        if template is None:
            rules = (await self.service.latest(interaction)).rules
        else:
            rules = await template_of(self.service, interaction, template)
        starts = await start_time(self.game_service, interaction, start)
        said = await begin_series(self.service, interaction, rules, starts, WEEKS[every], days)
        await reply_public(interaction, said)

    @app_commands.command()
    @app_commands.autocomplete(name=suggest_template)
    @app_commands.describe(
        name="Name of the template (default: list templates)", delete="Whether to delete it (default: no)"
    )
    async def template(
        self,
        interaction: discord.Interaction,
        name: TemplateName | None = None,
        delete: bool = False,
    ) -> None:
        """Save the settings of the last event here as a template (judges only)"""
        await self.service.require_organizer(interaction)
        templates, guild = self.game_service.games.templates, _guild(interaction)
        with speaking(await self.game_service.language_of_user(interaction)):
            if name is None:
                names = listed(map(bold, await templates.of_guild(guild)))
                none = tr(
                    "This server has no templates. `/series template name:` saves the settings of an event."
                )
                said = tr("Templates: {names}.", names=names) if names else none
            elif delete:
                await templates.delete(guild, label(name))
                said = tr("The template {name} was deleted.", name=bold(label(name)))
            else:
                rules = (await self.service.latest(interaction)).rules
                said = await keep_template(self.service, interaction, rules, label(name))
            await reply_private(interaction, said)


async def keep_template(
    service: EventService, interaction: discord.Interaction, rules: TournamentRules, name: str
) -> str:
    """Save settings as a template of the server; return what to say.

    Raises Refusal "event_is_queue", "role_not_yours", "templates_full".
    """
    require_repeatable_event(interaction, rules)
    await service.game_service.games.templates.save(_guild(interaction), name, rules)
    return tr(
        "Saved as the template {name}. Use it with `/event create template:` or `/series repeat`.",
        name=bold(name),
    )


async def template_of(service: EventService, interaction: discord.Interaction, name: str) -> TournamentRules:
    """Return a template's settings; raises Refusal "no_template" and those of `require_usable`."""
    rules = await service.game_service.games.templates.find(_guild(interaction), label(name))
    require_repeatable_event(interaction, rules)
    return rules


async def begin_series(
    service: EventService,
    interaction: discord.Interaction,
    rules: TournamentRules,
    starts: int,
    weeks: int,
    days: int,
) -> str:
    """Repeat events in the channel of an interaction; return what to say.

    Raises Refusal "event_is_queue", "role_not_yours", "series_days", "series_full".
    """
    require_repeatable_event(interaction, rules)
    if days > view.most_days(weeks):
        raise Refusal("series_days", most=view.most_days(weeks))
    games, place = service.game_service.games, location_of(interaction)
    zone, _ = await service.game_service.zone_and_language(interaction)
    repetition = Repetition(first=starts, zone=zone, weeks=weeks, days=days)
    series = await games.repeated.begin(_guild(interaction), place.channel, rules, repetition)
    games.deadlines.wake()
    return view.series_line(series)


def require_repeatable_event(interaction: discord.Interaction, rules: TournamentRules) -> None:
    """Raise Refusal "event_is_queue" for the settings of a queue, and "role_not_yours" for a role that the
    user can't give."""
    if rules.queue:
        raise Refusal("event_is_queue")
    guild = interaction.guild
    role = None if guild is None or rules.role is None else guild.get_role(rules.role)
    if role is not None:
        require_giver(interaction.user, role)


async def _listed(service: EventService, interaction: discord.Interaction) -> discord.ui.LayoutView:
    return view.series_list(await service.game_service.games.repeated.of_guild(_guild(interaction)))


def _guild(interaction: discord.Interaction) -> int:
    """Return the server of a command that exists only in servers."""
    assert interaction.guild_id is not None, "the command is for servers"
    return interaction.guild_id


async def _pause(service: EventService, series: EventSeries) -> None:
    await service.game_service.games.repeated.pause(series)


async def _resume(service: EventService, series: EventSeries) -> None:
    await service.game_service.games.repeated.resume(series, series.following(service.now()))


async def _end(service: EventService, series: EventSeries) -> None:
    await service.game_service.games.repeated.end(series)


_ACTS: Mapping[str, Callable[[EventService, EventSeries], Awaitable[None]]] = {
    view.PAUSE: _pause,
    view.RESUME: _resume,
    view.END: _end,
}


async def press(service: EventService, interaction: discord.Interaction, pressed: SeriesCustomId) -> None:
    """Pause repeated events, go on with them or stop them, and show the list."""
    await service.require_organizer(interaction)
    games = service.game_service.games
    series = await games.repeated.find(pressed.series)
    if series is not None and series.guild == interaction.guild_id:
        await _ACTS[pressed.verb](service, series)
        games.deadlines.wake()
    with speaking(await service.game_service.language_of_user(interaction)):
        await interaction.response.edit_message(view=await _listed(service, interaction))


HANDLERS = dict.fromkeys(_ACTS, press)
