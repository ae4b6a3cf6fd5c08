"""The buttons of the welcome message that open games: a lobby, and a demo game against three guests."""

import discord
from msgspec.structs import replace

from cogs.core import members
from cogs.core.components import button, message, rows, start_buttons
from cogs.core.context import consequence_id, location_of, request_of
from cogs.core.custom_ids import DemoCustomId, NewCustomId
from cogs.core.messaging import respond
from cogs.core.service import GameService
from cogs.lobby.lobby import keep_language, life_for, lobby_of
from cogs.text.formatting import escape, listed
from cogs.text.language import speaking, tr
from rules.actions.endings import AbandonGame
from rules.actions.life import SetLife
from rules.formats.options import Options
from rules.game.lobby import Lobby
from rules.game.parts import GameId, UserOrGuest
from rules.refusal import Refusal
from rules.setup import lobby_actions
from rules.table import AnyAction, Table
from storage.settings.definitions import EDITION, LINK, VARIANT, Permission

COMMANDER = "commander"
"""The page that the buttons open by default."""
DEMO_GUESTS = ("Kim", "Max", "Zoe")
WEAK, LITTLE = 2, 3
"""The seat of the guest who loses at one press, and their remaining life."""


async def open_lobby(service: GameService, interaction: discord.Interaction, _press: NewCustomId) -> None:
    """Open the lobby of `/game new` with the settings, or one for Commander; raises Refusal."""
    settings = await service.settings_for(interaction)
    variant = settings[VARIANT] or COMMANDER
    options = Options(
        variant=variant,
        edition=settings[EDITION],
        life=life_for(variant, None, settings),
        link=settings[LINK],
    )
    gather = _gather(interaction, options)
    await keep_language(service, interaction)
    opened = await service.games.open(location_of(interaction), request_of(interaction), gather)
    await service.replies.post_board(interaction, opened.game)


async def start(service: GameService, interaction: discord.Interaction, _press: DemoCustomId) -> None:
    """Start a game against guests and suggest privately what to try; raises Refusal."""
    requester = await service.requester(interaction)
    if requester.enter is Permission.JUDGES and not requester.is_judge:
        raise Refusal("enter_judges_only", judges=requester.judges)
    # A subgame counts in no league.
    gather = _gather(interaction, Options(variant=COMMANDER, arranged=True, subgame=True), *DEMO_GUESTS)
    request = request_of(interaction)
    starting, weakening = (
        replace(request, interaction=consequence_id(f"{request.interaction} {what}"))
        for what in ("start", "life")
    )

    def begin(table: Table) -> AnyAction:
        order = tuple(seat.id for seat in lobby_of(table).seated)
        return lobby_actions.StartGame(order=order, draw=0, first=gather.host)

    await keep_language(service, interaction)
    opened = await service.games.open(location_of(interaction), request, gather, (starting, begin))
    weak = gather.seated[WEAK]
    with service.announcer.answering(opened):
        await service.follow(interaction, starting, opened)
        await service.carry_out(
            interaction, opened.game, lambda _: SetLife(to={weak.id: LITTLE}), request=weakening
        )
        await service.replies.post_board(interaction, opened.game)
    with speaking(await service.language_of_user(interaction)):
        guests = listed(escape(seat.name) for seat in gather.seated[1:])
        steps = _steps(opened.game, guests, escape(weak.name))
        await respond(interaction, view=steps, private=True)


async def end(service: GameService, interaction: discord.Interaction, press: DemoCustomId) -> None:
    """Abandon a demo game, and offer what comes next; raises Refusal."""
    await service.require_place(interaction, press.game)
    committed = await service.enter(interaction, press.game, lambda _game, _me: AbandonGame())
    await service.replies.show_privately(interaction, committed, lambda _table, _said: _next())


def _gather(interaction: discord.Interaction, options: Options, *guests: str) -> lobby_actions.Gather:
    people: list[UserOrGuest] = [members.member(interaction.user), *((None, name) for name in guests)]
    seated = members.seats_for(Lobby(options=options), people)
    return lobby_actions.Gather(options=options, seated=seated, host=str(interaction.user.id))


def _next() -> discord.ui.LayoutView:
    """Return what can be done after a demo game, with buttons."""
    text = tr("## That was the demo\nNext, open a game with your friends, or see what else I can do.")
    return message(text, *start_buttons())


def _steps(game: GameId, guests: str, weak: str) -> discord.ui.LayoutView:
    """Return suggestions for a demo game, with a button that ends it."""
    lines = (
        tr("## Your demo game"),
        tr("{guests} are guests without a Discord account, so you enter everything for them.", guests=guests),
        "1. " + tr("Press **−5** on the board. Your life changes from 40 to 35."),
        "2. "
        + tr(
            "Press **Others…**, choose **{name}** and press **−5**. {name} has only 3 life and loses "
            "the game.",
            name=weak,
        ),
        "3. " + tr("Oops? Press **Undo** to bring {name} back.", name=weak),
    )
    aside = tr("-# This game doesn't count anywhere, so try anything.")
    end = button(tr("End the demo"), DemoCustomId("end", game))
    return message("\n".join(lines), aside, *rows(end))
