"""/event add: organizers sign up others; each name is resolved separately, and guests after a question."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import discord
from discord import app_commands
from msgspec import Struct, field

from cogs.core.components import OPTION_LENGTH, TITLE_LENGTH, ComponentRow, button, rows
from cogs.core.messaging import reply_private, reply_public
from cogs.core.naming.people import Reading, read_list
from cogs.drawing.truncate import truncate
from cogs.text.formatting import clean_name, comma_separated, listed
from cogs.text.language import speaking, tr, trn
from cogs.text.refusals.explanation import explain
from cogs.text.typed import names_between_commas, quoted
from cogs.tournaments.commands.options import suggest_newcomers
from cogs.tournaments.commands.service import EventCog, EventHandler, EventService, Pressed, event_candidates
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.acts import SignUp
from rules.tournaments.queue import JoinQueue
from rules.tournaments.state import SignUpStage, TournamentPlayer, TournamentState
from storage.tournaments.change import TournamentChange

MAX_PAIRED_PLAYERS = 512
"""The number of players up to which a round can be paired in time."""
ADD_GUESTS = "guests"
"""The verb of the button that signs up guests."""
IN_DOUBT, NAMES = "new_or_name", ("new", "name")
"""The refusal of a possible new name, as a whole or after "new", and its values with both."""
MAX_LISTED_NAMES = 24
"""The number of players up to which sign-ups are named; more are only counted."""
LIST_LENGTH = 600
"""Characters of a list of other players in that answer."""


class _Added(Struct):
    """The players whom a change signed up, those who were already in, and disqualified ones."""

    new: list[Participant] = field(default_factory=list[Participant])
    known: list[Participant] = field(default_factory=list[Participant])
    disqualified: list[Participant] = field(default_factory=list[Participant])


class AddingCog(EventCog):
    """/event add."""

    @app_commands.command()
    @app_commands.autocomplete(players=suggest_newcomers)
    @app_commands.describe(players="Names or mentions, separated by commas (new guests: new Grandma)")
    async def add(self, interaction: discord.Interaction, players: str) -> None:
        """Sign up other players, with or without a Discord account (judges only)"""
        await add_players(self.service, interaction, await self.service.judged(interaction), players)


async def add_players(
    service: EventService, interaction: discord.Interaction, state: TournamentState, players: str
) -> None:
    """Sign up the players of a list, and offer names that no one has as guests; raises Refusal."""
    require_singles(state)
    readings = await read_list(interaction, players, event_candidates(state))
    unclear = [(one, one.refusal) for one in readings if one.refusal is not None]
    unknown = (clean_name(one.typed) for one, why in unclear if why.reason == "unknown_person")
    doubtful = [str(why.values[name]) for _, why in unclear if why.reason == IN_DOUBT for name in NAMES]

    def rows() -> list[ComponentRow]:
        return _guest_buttons(state, [*_grouped(state, unknown), *([name] for name in doubtful)])

    await sign_up_clear(service, interaction, state, readings, [why for _, why in unclear], rows)


async def sign_up_clear(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    readings: Sequence[Reading[Participant]],
    unclear: Sequence[Refusal],
    rows: Callable[[], list[ComponentRow]] = list,
) -> None:
    """Sign up the clear names of a list, and explain the unclear ones privately; raises Refusal.

    ``rows``: the buttons below that.
    """
    people, reasons = [one for one in readings if one.refusal is None], [*unclear]
    try:
        if people:
            await _add(service, interaction, state, people)
    except Refusal as refusal:
        if not unclear or refusal.reason != "players_signed_up":
            raise
        reasons.insert(0, refusal)
    if unclear:
        with speaking(await service.game_service.language_of_user(interaction)):
            lines = dict.fromkeys(map(explain, reasons))
            await reply_private(interaction, "\n".join(lines), *rows())


async def add_guests(service: EventService, interaction: discord.Interaction, pressed: Pressed) -> None:
    """Sign up the guests of a button, which an organizer was offered for unknown names."""
    await service.require_organizer(interaction)
    guests = [
        Reading[Participant](name, person=(None, name)) for name in names_between_commas(pressed.detail)
    ]
    await _add(service, interaction, pressed.state, guests)


async def _add(
    service: EventService,
    interaction: discord.Interaction,
    state: TournamentState,
    people: Sequence[Reading[Participant]],
) -> None:
    """Sign up those who aren't yet, and return a line for each; raises Refusal."""
    added, now = _Added(), service.now()

    def decide(change: TournamentChange) -> None:
        for one in people:
            number = number_of(change, one)
            if is_in(change.state, number):
                added.known.append(number)
                continue
            if number in change.state.disqualified:
                added.disqualified.append(number)
                continue
            sign_up(change, number, now, guest=change.is_guest(number))
            added.new.append(number)
        if added.disqualified and not (added.new or added.known):
            raise Refusal("event_disqualified")
        if not added.new:
            known = (change.state.players[number] for number in dict.fromkeys(added.known))
            names = listed(one.name or view.entrant_name(one) for one in known)
            raise Refusal("players_signed_up", players=truncate(names, LIST_LENGTH))

    async with service.changing(interaction, state, decide) as after:
        await reply_public(interaction, "\n".join(_lines(after, added)))


def require_singles(state: TournamentState) -> None:
    """Raise Refusal "event_of_teams" if players don't sign up individually."""
    if state.rules.team_size > 1:
        raise Refusal("event_of_teams", size=state.rules.team_size)


def number_of(change: TournamentChange, reading: Reading[Participant]) -> Participant:
    """Return the number of a person whose name is clear, a new one for a newcomer."""
    return change.number(reading.person or reading.guest) if reading.known is None else reading.known


def sign_up(change: TournamentChange, number: Participant, now: int, *, guest: bool) -> None:
    """Sign a participant up. Guests, and participants who arrive during check-in, count as checked in. In a
    queue, the participant waits."""
    state = change.state
    if state.rules.queue:
        change.add(JoinQueue(player=number, when=now))
        return
    if state.rules.most is None and len(state.at(SignUpStage.IN)) >= MAX_PAIRED_PLAYERS:
        raise Refusal("event_full", limit=MAX_PAIRED_PLAYERS)
    change.add(SignUp(player=number, here=guest or state.checking_in))


def is_in(state: TournamentState, number: Participant) -> bool:
    """Return whether a person has a place in an event, on its waiting list or in its queue, or plays in a
    team."""
    known = state.players.get(number)
    if state.rules.queue:
        return number in state.queue
    return known is not None and known.stage is not SignUpStage.OUT


def _lines(state: TournamentState, added: _Added) -> Iterable[str]:
    """Yield lines: who was signed up, who waits, who was in already, and who can't come back."""
    new = [state.players[number] for number in dict.fromkeys(added.new)]
    names = listed(map(view.entrant_name, new))
    if state.rules.queue:
        yield tr("In the queue: {players}.", players=names)
    elif len(new) > MAX_LISTED_NAMES:
        yield trn("{n} player signed up.", "{n} players signed up.", len(new))
    else:
        yield tr("Signed up: {players}.", players=names)
    if waiting := [one for one in new if one.stage is SignUpStage.WAITING]:
        yield tr("On the waiting list: {players}.", players=_listed(waiting))
    known = [state.players[number] for number in dict.fromkeys(added.known) if number not in added.new]
    if known:
        yield tr("Already signed up: {players}.", players=_listed(known))
    if added.disqualified:
        out = [state.players[number] for number in dict.fromkeys(added.disqualified)]
        yield tr("Disqualified: {players}.", players=_listed(out))


def _listed(players: Iterable[TournamentPlayer]) -> str:
    return truncate(listed(map(view.entrant_name, players)), LIST_LENGTH)


def _grouped(state: TournamentState, names: Iterable[str]) -> list[list[str]]:
    """Return the names in groups that fit into a custom_id."""
    groups: list[list[str]] = []
    for name in dict.fromkeys(names):
        grown = [*(groups[-1] if groups else ()), name]
        if groups and len(_custom_id(state, grown)) <= OPTION_LENGTH:
            groups[-1] = grown
        else:
            groups.append([name])
    return groups


def _guest_buttons(state: TournamentState, groups: Iterable[Sequence[str]]) -> list[ComponentRow]:
    """Return buttons that sign up guests of these names, a group each."""
    return rows(*(button(_label(group), _custom_id(state, group)) for group in groups))


def _custom_id(state: TournamentState, names: Sequence[str]) -> str:
    return str(EventCustomId(ADD_GUESTS, state.tournament, ",".join(map(quoted, names))))


def _label(names: Sequence[str]) -> str:
    if len(names) == 1:
        return tr("Add {name} as a guest", name=names[0])
    return truncate(tr("Add as guests: {names}", names=comma_separated(names)), TITLE_LENGTH)


HANDLERS: Mapping[str, EventHandler] = {ADD_GUESTS: add_guests}
