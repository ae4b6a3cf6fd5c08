"""Fixes of steps: the steps that can be fixed, previews, and carrying them out."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from msgspec.structs import replace

from cogs.core.context import ModalFields, typed
from cogs.core.corrections import edits, form, words
from cogs.core.corrections.step_edit import StepEdit
from cogs.core.permissions import Requester, seat_of
from cogs.summary.fix_preview import FixPreview
from cogs.text.log import people
from cogs.text.refusals.explanation import explain
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.setup.lobby_actions import LobbyAction
from rules.table import AnyAction, Table
from storage.games.games import Committed, Games, GameView, Request, Step


async def fixable(games: Games, game: GameId, most: int | None = None) -> list[Step]:
    """Return the fixable steps, oldest first; only among the last ``most`` steps, if given."""
    steps = await games.steps(game, most)
    return [one for one in steps if one.counts and not isinstance(one.entry.action, LobbyAction)]


async def everyone(games: Games, number: GameId, game: Game) -> Game:
    """Return a game with everyone who has played in it, for the text of its steps, since a restart removes
    players who had lost."""
    if not game.restarts:
        return game
    return people.cast([one.entry for one in await games.steps(number)], game) or game


async def step(games: Games, game: GameId, number: int) -> Step:
    """Return the step with this number; raises Refusal "no_such_step"."""
    for one in await games.steps(game):
        if one.entry.number == number:
            return one
    raise Refusal("no_such_step", number=number)


def require_started(table: Table) -> Game:
    """Return the game of a table; raises Refusal "not_started" for a lobby."""
    if isinstance(table, Lobby):
        raise Refusal("not_started")
    return table


async def edit_of_form(
    games: Games, view: GameView, me: PlayerId | None, edit: StepEdit, fields: ModalFields
) -> StepEdit:
    """Return an edit from a player's form, to change the step or to add one; raises Refusal."""
    game, what = require_started(view.table), typed(fields, "what") or "change"
    edit = form.edit_of_fields(fields, game, replace(edit, what=what), me)
    if what != "change":
        return edit
    return edits.different(edit, (await step(games, view.game, edit.step)).entry.action, game)


async def preview_edit(
    games: Games, view: GameView, me: PlayerId | None, edit: StepEdit, note: str = ""
) -> FixPreview:
    """Return a preview of a player's edit of the current game; raises Refusal if there is none."""
    game, about = require_started(view.table), await step(games, view.game, edit.step)
    asked = edits.correction(edit, about, game, me)
    try:
        fixed = await games.preview_fix(view.game, asked, redone=edit.instead)
    except Refusal as refusal:
        if refusal.reason != "fix_outdated":
            raise
        edit, note = replace(edit, instead=0), explain(refusal)
        fixed = await games.preview_fix(view.game, asked)
    all_players = await everyone(games, view.game, game)
    return words.preview_text(game, about, replace(edit, at=fixed.at), fixed, note, all_players)


async def fix(
    games: Games,
    number: GameId,
    requester: Requester,
    request: Request,
    edit: StepEdit,
    me: PlayerId | None = None,
) -> Committed:
    """Carry out an edit if the requester may; raises Refusal, "fix_outdated" once the game has moved on, and
    NotCommitted. ``me`` is the seat from which it is requested (default: the requester's own)."""

    def allow(table: Table, authors: Collection[int], entered: Sequence[tuple[Table, AnyAction]]) -> None:
        requester.require_step(table, authors)
        for before, action in entered:
            requester.require(before, action)

    view = await games.view(number)
    if view is None:
        raise Refusal("no_table")
    game, about = require_started(view.table), await step(games, number, edit.step)
    asked = edits.correction(edit, about, game, me or seat_of(game, requester.user))
    return await games.fix(
        *(number, request, asked, allow),
        at=edit.at,
        redone=edit.instead,
        wait=timedelta(seconds=requester.same_time),
        judge=requester.judge,
    )
