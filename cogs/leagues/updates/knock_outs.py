"""The question below a loss about who caused it, if a league counts knock-outs or roles decide by them and
no one has said so."""

from collections.abc import Iterator, Mapping, Sequence

import discord

from cogs.core.components import BUTTON_LABEL_LENGTH, Button, button, message, rows
from cogs.core.custom_ids import TableCustomId, Value
from cogs.core.entry_forms.knock_outs import knock_out_button, knock_out_key
from cogs.core.messaging import reply_private
from cogs.core.service import GameService, TableHandler, privately
from cogs.drawing.truncate import truncate
from cogs.text import names
from cogs.text.language import speaking, tr
from rules.actions.endings import CreditKnockOut
from rules.events.counters import CountersAdded
from rules.events.endings import KnockOutCredited, Leaving, PlayersLeft
from rules.events.event import Event
from rules.events.life import LifeLost
from rules.formats.losses import LOSSES, Blow
from rules.game.game import Game
from rules.game.parts import GameId, Player, PlayerId, PlayerOutcome, SideId
from rules.leagues.league import Extras
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.games.games import Committed
from storage.settings.settings import EffectiveSettings

MAX_ASKED_PLAYERS = 5
"""Maximum players whom one message asks about."""


class Credit(Value, frozen=True):
    """A knocked-out player and who gets the credit; blank for no one."""

    who: str
    by: str = ""


async def knock_out_buttons(
    service: GameService, _settings: EffectiveSettings, committed: Committed
) -> Sequence[Button]:
    """Return a button for each loser without a known killer, if a league counts kills or roles decide."""
    game = committed.after
    if not isinstance(game, Game):
        return ()
    unknown = [*_unknown(game, committed.entry.events)]
    if unknown and not await _counted(service, committed):
        unknown = [id for id in unknown if (left := game.player(id).left) is not None and left.asks_by]
    return [_question(game, id, committed.game) for id in unknown[:MAX_ASKED_PLAYERS]]


def _question(game: Game, who: PlayerId, number: GameId) -> Button:
    """Return the button that asks for a player's killer; it names the only possible one."""
    player, others = game.player(who), _others(game, who)
    if len(others) != 1:
        return knock_out_button(number, player)
    text = tr("{who}: knocked out by {by}", who=player.name, by=others[0].name)
    credit = Credit(knock_out_key(who), knock_out_key(others[0].id))
    return button(truncate(text, BUTTON_LABEL_LENGTH), TableCustomId("credit", number, str(credit)))


def _others(game: Game, who: PlayerId) -> Sequence[Player]:
    """Return the possible killers of a player."""
    return [one for one in game.players if one.id not in game.side_of(who).members]


def _unknown(game: Game, happened: Sequence[Event]) -> Iterator[PlayerId]:
    """Yield the losers without a known killer; for a team that loses as one, its first member."""
    asked = set[SideId]()
    for event in happened:
        if not isinstance(event, PlayersLeft) or event.result is not PlayerOutcome.LOST:
            continue
        for one in event.leaving:
            side = game.side_of(one.who)
            if side.id not in asked and not _is_known(game, one, happened):
                asked |= {side.id} if side.one_body else set()
                yield one.who


def _is_known(game: Game, one: Leaving, happened: Sequence[Event]) -> bool:
    """Return whether a step's events name a player's killer, or that there was none."""
    loss = LOSSES.get(one.cause)
    if loss is None or loss.credit in (None, Blow.COMMANDER):
        said = any(isinstance(event, KnockOutCredited) and event.who == one.who for event in happened)
        return said or one.cause != "lose_effect"
    if loss.credit is Blow.LIFE:
        kind, holder = LifeLost, game.life_holder
    else:
        kind, holder = CountersAdded, game.poison_holder
    blows = [event for event in happened if isinstance(event, kind) and holder(event.who) == holder(one.who)]
    return bool(blows) and (blows[-1].source is not None or _is_payment(blows[-1]))


def _is_payment(event: Event) -> bool:
    return isinstance(event, LifeLost) and event.cause == "payment"


async def _counted(service: GameService, committed: Committed) -> bool:
    """Return whether a league that counts the table's games has points for knock-outs."""
    view, leagues = await service.view(committed.game), service.games.leagues
    places = (view.location.channel, view.location.parent)
    for league in await leagues.queries.of_channels(*places):
        if _has_points((await leagues.state(league)).rules.scoring.extras):
            return True
    return False


def _has_points(extras: Extras) -> bool:
    return any((extras.first_blood, extras.kill, extras.commander_kill, extras.other_kill))


def _meant(game: Game, key: str) -> PlayerId:
    """Return a button's player; raises Refusal "outdated"."""
    for player in game.players:
        if knock_out_key(player.id) == key:
            return player.id
    raise Refusal("outdated")


@privately
async def _ask(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Show all possible killers."""
    table = (await service.view(press.game)).table
    if not isinstance(table, Game):
        raise Refusal("not_started")
    (await service.requester(interaction)).require_part(table)
    who = _meant(table, press.value)
    choices = [
        *((one.name, knock_out_key(one.id)) for one in _others(table, who)),
        (tr("No other player"), ""),
    ]
    buttons = [
        button(
            truncate(label, BUTTON_LABEL_LENGTH),
            TableCustomId("credit", press.game, str(Credit(press.value, by))),
        )
        for label, by in choices
    ]
    await reply_private(
        interaction, tr("Who knocked out {who}?", who=names.bold_name(table, who)), *rows(*buttons)
    )


@privately
async def _credit(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    credit = Credit.read(press.value)

    def decide(table: Table) -> AnyAction:
        if not isinstance(table, Game):
            raise Refusal("not_started")
        by = _meant(table, credit.by) if credit.by else None
        return CreditKnockOut(who=_meant(table, credit.who), by=by)

    committed = await service.carry_out(interaction, press.game, decide)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=message(tr("Done.")))
    with speaking(await service.language_of_channel(interaction)):
        await service.replies.tell(interaction, committed)


HANDLERS: Mapping[str, TableHandler] = {"knockout": _ask, "credit": _credit}
