"""The talk before a game of Commander: each seat's bracket and what else its player says about the deck."""

from collections.abc import Iterator, Mapping, Sequence

import discord

from cogs.core.components import Label, form, list_field, options
from cogs.core.context import ModalFields, submitted_fields, typed
from cogs.core.custom_ids import TableCustomId, whole
from cogs.core.permissions import Requester
from cogs.core.service import GameService, TableHandler, privately
from cogs.lobby.lobby import lobby_of
from cogs.lobby.panel import require_lobby
from cogs.text.facts import decks
from cogs.text.language import tr
from rules.game.deck_info import BRACKETS, MAX_GAME_CHANGERS, MAX_TURN, DeckInfo
from rules.game.lobby import Lobby, Seated
from rules.refusal import Refusal
from rules.setup.lobby_actions import DescribeDeck
from rules.table import AnyAction

VERB = "bracket"
NO_BRACKET = "0"
"""The value in the list for no bracket."""


@privately
async def _open(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Open the form; prefilled if the user can describe only one deck."""
    lobby = require_lobby((await service.view(press.game)).table)
    seats = _describable(lobby, await service.requester(interaction))
    await interaction.response.send_modal(form(tr("Your deck"), press, *_labels(seats)))


def _describable(lobby: Lobby, requester: Requester) -> Sequence[Seated]:
    """Return the seats whose decks a user can describe: their own and guests', or a judge's without a seat
    all; raises Refusal for no seat."""
    requester.require_part(lobby)
    own = requester.own(lobby)
    found = [one for one in lobby.seated if one.id == own or one.user is None or own is None]
    if not found:
        raise Refusal("not_seated")
    return sorted(found, key=lambda one: one.id != own)


def _labels(seats: Sequence[Seated]) -> Iterator[Label]:
    deck = seats[0].deck if len(seats) == 1 else None
    if len(seats) > 1:
        people = options([(one.id, one.name) for one in seats], seats[0].id)
        yield list_field(tr("Player"), "who", people)
    brackets = [(str(number), decks.bracket_title(number)) for number in BRACKETS]
    chosen = NO_BRACKET if deck is None or deck.bracket is None else str(deck.bracket)
    yield list_field(
        tr("Bracket"), "bracket", options([*brackets, (NO_BRACKET, tr("I'd rather not say"))], chosen)
    )
    turns = [(str(turn), decks.win_turn(turn)) for turn in range(1, MAX_TURN + 1)]
    turn = None if deck is None or deck.wins_by is None else str(deck.wins_by)
    yield list_field(tr("When it expects to win"), "wins_by", options(turns, turn), required=False)
    numbers = [(str(number), decks.game_changers(number)) for number in range(MAX_GAME_CHANGERS + 1)]
    changers = None if deck is None or deck.game_changers is None else str(deck.game_changers)
    yield list_field(tr("Game Changers"), "game_changers", options(numbers, changers), required=False)
    ticks = options([(field, tr(text)) for field, text in decks.DECK_TICKS.items()])
    for tick in ticks:
        tick.default = deck is not None and bool(getattr(deck, tick.value))
    yield list_field(tr("What it has"), "has", ticks, required=False, several=True)


def _read(fields: ModalFields) -> DeckInfo | None:
    """Return what was picked in the form; None for nothing to say."""
    has = fields.get("has", ())
    deck = DeckInfo(
        bracket=_number(fields, "bracket") or None,
        wins_by=_number(fields, "wins_by"),
        game_changers=_number(fields, "game_changers"),
        **{field: field in has for field in decks.DECK_TICKS},
    )
    return None if deck == DeckInfo() else deck


def _number(fields: ModalFields, name: str) -> int | None:
    text = typed(fields, name)
    return whole(text) if text else None


async def _filled(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Record what was picked; the updated lobby is the answer."""
    fields, requester = submitted_fields(interaction), await service.requester(interaction)

    def decide(lobby: Lobby) -> AnyAction:
        who = typed(fields, "who") or _describable(lobby, requester)[0].id
        return DescribeDeck(who=who, deck=_read(fields))

    committed = await service.carry_out(interaction, press.game, lambda table: decide(lobby_of(table)))
    await service.replies.show(interaction, committed)


HANDLERS: Mapping[str, TableHandler] = {VERB: _open}
"""The handler of the lobby's button, by verb."""
FORMS: Mapping[str, TableHandler] = {VERB: _filled}
"""The handler of its form, by the same verb."""
