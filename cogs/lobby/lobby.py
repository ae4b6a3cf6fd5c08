"""The single path to a channel's lobby: resolves names there, asks questions, and fills in defaults."""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import islice

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.core import autocomplete, locale, members, targets
from cogs.core.context import location_of, own_request, scope_of
from cogs.core.delivery.places import comes_from_outside
from cogs.core.messaging import passing_refusals, reply_public
from cogs.core.naming import people
from cogs.core.naming.member_search import candidate
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService
from cogs.entry import chance
from cogs.lobby import view as ui
from cogs.text import matching, names
from cogs.text.formatting import clean_name
from cogs.text.language import language_of, mark, tr
from cogs.text.people import UNACCENTED, Candidate, best_fits, best_match, only
from cogs.text.typed import COMMA, around_and, folded, means, newcomers, people_in
from rules.formats.options import Options
from rules.formats.variants import VARIANTS, Teams
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId, Player, UserOrGuest
from rules.refusal import Refusal
from rules.setup import late_joiners, lobby_actions
from rules.setup.seating_plan import team_names
from rules.table import AnyAction, Table
from storage.games.deadlines import LOBBY_LIFETIME
from storage.scheduler import Deadline
from storage.settings.definitions import LANGUAGE, STARTING_LIFE, VARIANT, Level, web_address
from storage.settings.settings import EffectiveSettings

CLOCK_TOLERANCE = timedelta(seconds=1)
"""The difference between deadlines, kept in milliseconds, and the more exact times of entries."""

RANDOM_ORDER = mark("random")
RANDOM_RANGE = 10**9
"""The range of the random number that picks who starts."""
DecideLobbyAction = Callable[[Lobby], AnyAction]
"""Returns an action for a lobby; may raise Refusal."""


async def teams(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the teams of this channel's lobby or game."""
    table = await autocomplete.table_of(interaction)
    if isinstance(table, Game):
        return autocomplete.suggest_containing(
            typed, [names.team(side.name) for side in late_joiners.open_teams(table)]
        )
    offered = [names.team(one) for one in team_names(table.options)] if isinstance(table, Lobby) else []
    return autocomplete.suggest_containing(typed, offered)


async def orders(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Suggest the lobby's people one after the other, or "random"."""
    seated = await _names(interaction)
    drawn = [] if COMMA.search(typed) else [tr(RANDOM_ORDER)]
    return autocomplete.labelled(matching.continued(typed, {one: one for one in (*seated, *drawn)}))


async def suggest_seated(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return everyone in this channel's lobby."""
    return autocomplete.suggest_containing(typed, await _names(interaction))


async def anyone_seated(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return everyone in this channel's lobby or game."""
    table = await autocomplete.table_of(interaction)
    if isinstance(table, Game):
        return autocomplete.suggest_containing(typed, [player.name for player in table.players])
    return await suggest_seated(interaction, typed)


async def _names(interaction: discord.Interaction) -> list[str]:
    lobby = await autocomplete.table_of(interaction)
    return [seat.name for seat in lobby.seated] if isinstance(lobby, Lobby) else []


class LobbyCog(GameCog):
    """A cog with commands for the time before a game."""

    async def in_lobby(
        self, interaction: discord.Interaction, decide: DecideLobbyAction, *, anybody: bool = False
    ) -> None:
        """Reply with the result of an action on the lobby; ``anyone``: people without a seat may
        act, too."""
        committed = await self.service.carry_out(
            interaction,
            location_of(interaction),
            lambda table: decide(lobby_of(table)),
            spectators=anybody,
        )
        await reply_public(interaction, ui.change(committed.after, committed.entry.events))
        self.service.boards.refresh(committed.game)

    async def act_on_seat(
        self, interaction: discord.Interaction, typed: str | None, action: Callable[[str], AnyAction]
    ) -> None:
        """Carry out an action for the typed seat (default: the user's own), and answer; raises Refusal."""
        await self.in_lobby(interaction, lambda lobby: action(seat_named(lobby, typed, interaction.user.id)))

    async def act_on_table(
        self, interaction: discord.Interaction, decide: Callable[[Table], AnyAction]
    ) -> None:
        """Carry out an action on this channel's lobby or game and answer; raises Refusal."""
        committed = await self.service.carry_out(interaction, location_of(interaction), decide)
        await self.service.replies.tell(interaction, committed)


def lobby_of(table: Table) -> Lobby:
    """Return the lobby; raises Refusal when the game has started, or is over."""
    if isinstance(table, Lobby):
        return table
    if table.outcome is not None:
        raise Refusal("game_over")
    raise Refusal("already_started")


def join_action(lobby: Lobby, coming: list[UserOrGuest], team: str | None) -> AnyAction:
    """Return the action that seats people; a team is found by name in any spelling."""
    return lobby_actions.Join(
        seats=members.seats_for(lobby, coming, team_named(lobby, team) if team else None)
    )


def new_person(table: Table, user: discord.abc.User) -> list[UserOrGuest]:
    """Return the person who wants to join; raises Refusal "guest_is_you" if a guest has their name."""
    guest = guest_like(table, user)
    if guest is not None and seat_of(table, user.id) is None:
        raise Refusal("guest_is_you", who=guest.name)
    return [members.member(user)]


def guest_like(table: Table, user: discord.abc.User) -> Seated | Player | None:
    """Return the guest at a table who has one of a user's names."""
    own = {user.id: candidate(user)}
    there = table.seated if isinstance(table, Lobby) else table.players
    guests = (one for one in there if one.user is None)
    return next((one for one in guests if best_fits(one.name, own, UNACCENTED)[1]), None)


def team_named(lobby: Lobby, typed: str) -> str:
    """Return the team with this name in any spelling, or the only one whose name begins with it."""
    offered = {form: name for name in team_names(lobby.options) for form in names.team_forms(name)}
    if not offered:
        raise Refusal("no_teams", variant=VARIANTS[lobby.options.variant].name)
    found = best_match(typed, offered)
    if found is None:
        hint = offered.get(matching.nearest(typed, offered) or "", "")
        raise Refusal("no_such_team", team=typed, teams=tuple(team_names(lobby.options)), hint=hint)
    return found


def room_at(options: Options) -> members.CapacityCheck:
    """Raise Refusal "lobby_full" for more people than a table with these options has seats."""
    return lambda people: lobby_actions.require_seats(options, len(people))


Group = tuple[str | None, list[UserOrGuest]]
"""People who play together, with the name of their team if one was typed."""


Unclear = Sequence[people.Reading[str]]
"""Names of guests who may be members, and names of which only the beginning was typed."""


async def invited(
    interaction: discord.Interaction, options: Options, text: str
) -> tuple[list[Group], Unclear]:
    """Return the opener of a table and the people named for it, in teams if several are typed; and the
    unclear names.

    The opener plays, but if teams are complete only if named in one of them.
    """
    typed = members.groups(text, team_names(options))
    coming, unclear = await people_named(interaction, [names for _, names in typed], room_at(options))
    return _with_host(interaction, options, typed, coming), unclear


async def people_named(
    interaction: discord.Interaction, texts: Sequence[str], room: members.CapacityCheck
) -> tuple[list[list[UserOrGuest]], Unclear]:
    """Return the people in several texts: members by any of their names, and guests; and which of these may
    be members. Raises the refusals of ``room`` before any search."""
    own = {folded(clean_name(interaction.user.display_name))}
    named = [newcomers(people_in(text, own)) for text in texts]
    room({one.name for names in named for one in names})
    readings = await people.resolve_names(
        interaction, [one for names in named for one in names], people.NO_CANDIDATES
    )
    rest = iter(readings)
    found = [dict.fromkeys(one.person or one.guest for one in islice(rest, len(names))) for names in named]
    return [[*group] for group in found], [one for one in readings if one.could_be or one.begun]


def _with_host(
    interaction: discord.Interaction,
    options: Options,
    typed: Sequence[tuple[str | None, str]],
    coming: Sequence[list[UserOrGuest]],
) -> list[Group]:
    found: list[Group] = [(label, persons) for (label, _), persons in zip(typed, coming, strict=True)]
    host = members.member(interaction.user)
    if not team_names(options) or len(found) < 2:
        label = found[0][0] if len(found) == 1 else None
        return [(label, [host, *(person for _, persons in found for person in persons)])]
    if not any(host[0] == id for _, persons in found for id, _ in persons):
        smallest = min(found, key=lambda group: len(group[1]))[1]
        equal = VARIANTS[options.variant].teams is Teams.EQUAL
        if equal and len(smallest) < max(len(persons) for _, persons in found):
            smallest.insert(0, host)
    return found


def seat_groups(options: Options, groups: Sequence[Group]) -> tuple[Seated, ...]:
    """Return seats for people on teams: each group on its named team, or else in the order of teams; a
    single group isn't a team."""
    teams = team_names(options)
    lobby = Lobby(options=options)
    for index, (team, coming) in enumerate(groups):
        if team is None and len(groups) > 1 and index < len(teams):
            team = teams[index]
        lobby = replace(lobby, seated=(*lobby.seated, *members.seats_for(lobby, coming, team)))
    return lobby.seated


def seat_named(lobby: Lobby, typed: str | None, requester: int) -> str:
    """Return a person's ID in the lobby by name or mention (default: the requester's); raises Refusal."""
    if typed is None:
        found = seat_of(lobby, requester)
        if found is None:
            raise Refusal("not_seated")
        return found
    seats = {seat.id: Candidate((seat.name,), seat.user) for seat in lobby.seated}
    fit, found = best_fits(typed, seats)
    own = seat_of(lobby, requester)
    means_own = targets.means_me(typed) or (not found and means(typed, targets.ME))
    if own is not None and fit > UNACCENTED and means_own:
        return own
    return only(typed, seats, lambda hint: Refusal("no_such_player", name=typed, hint=hint))


def arrange(lobby: Lobby, order: str, requester: int) -> AnyAction:
    """Return the action that arranges the seats as typed, or randomizes them at the start ("random").

    Raises Refusal unless everyone is named once.
    """
    if means(order, RANDOM_ORDER):
        return lobby_actions.ArrangeSeats(order=())
    seated = {seat.name.casefold() for seat in lobby.seated}
    named = (
        name
        for part in targets.named_in(order)
        for name in ([part] if part.casefold() in seated else around_and(part))
    )
    ids = tuple(seat_named(lobby, name, requester) for name in targets.require_few(list(named)))
    if sorted(ids) != sorted(seat.id for seat in lobby.seated):
        raise Refusal("name_everybody_once", names=tuple(seat.name for seat in lobby.seated))
    return lobby_actions.ArrangeSeats(order=ids)


def start_action(lobby: Lobby, first: str | None = None, requester: int = 0) -> AnyAction:
    """Return the action that starts the game; random values are drawn here, so that the log has them."""
    order = [seat.id for seat in lobby.seated]
    random.SystemRandom().shuffle(order)
    chosen = seat_named(lobby, first, requester) if first else None
    return lobby_actions.StartGame(
        order=tuple(order),
        draw=random.SystemRandom().randrange(RANDOM_RANGE),
        first=chosen,
        secret_roles=chance.deal_roles(lobby),
    )


def checked_link(link: str | None) -> str | None:
    """Validate a web address, or none; raises Refusal for anything else."""
    if link is None:
        return None
    try:
        return web_address(link)
    except ValueError:
        raise Refusal("bad_link") from None


def life_for(variant: str, typed: int | None, settings: EffectiveSettings) -> int | None:
    """Return the typed starting life, else the chosen one for games of this variant; None for the variant's
    own.

    A chosen life belongs to the chosen variant, and to every variant if none is chosen.
    """
    return settings[STARTING_LIFE] if typed is None and settings[VARIANT] in (None, variant) else typed


def switched(options: Options, variant: str, settings: EffectiveSettings) -> Options:
    """Return the default options of a variant, keeping options that apply to every variant."""
    return Options(
        variant=variant,
        edition=options.edition,
        life=life_for(variant, None, settings),
        link=options.link,
        arranged=options.arranged,
        best_of=options.best_of,
    )


async def keep_language(service: GameService, interaction: discord.Interaction) -> None:
    """Store the opener's language, or the server's, as the place's, if the bot can't look it up there."""
    if not comes_from_outside(interaction):
        return
    place, settings = scope_of(interaction).channels[0], await service.settings_for(interaction)
    wanted = language_of(interaction.guild_locale) if interaction.guild_locale is not None else ""
    wanted = wanted or locale.private(settings, interaction).language
    if settings.at(LANGUAGE, Level.CHANNEL).value != wanted:
        await service.settings.choose(Level.CHANNEL, place, LANGUAGE, wanted)


class LobbyExpiry:
    """Closes a lobby when its deadline is due; the deadline ends in the same transaction."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service

    async def close(self, deadline: Deadline) -> None:
        """Close an idle lobby."""
        view = await self._service.games.view(GameId(int(deadline.key)))
        now = self._service.games.now()
        if view is None or not isinstance(view.table, Lobby) or view.table.closed:
            return
        if now - view.entries[-1].when <= LOBBY_LIFETIME - CLOCK_TOLERANCE:
            return
        last = view.entries[-1].number

        def decide(table: Table) -> AnyAction:
            if table is not view.table:
                raise Refusal("already_started")
            return lobby_actions.CloseLobby(expired=True)

        with passing_refusals():  # someone was quicker
            await self._service.games.act(
                view.game, own_request(self._bot, f"lobby {view.game} {last}"), decide
            )
            self._service.boards.refresh(view.game)
