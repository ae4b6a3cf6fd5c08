"""The private messages of a fix: which step, what would be different, and the forms to change or add one."""

from collections.abc import Mapping, Sequence

import discord
from msgspec.structs import replace

from cogs.core import components, targets
from cogs.core.components import (
    MOST_OPTIONS,
    OPTION_LENGTH,
    TEXT_LIMIT,
    Label,
    Row,
    button,
    card,
    list_field,
    options,
    rows,
    text_field,
)
from cogs.core.context import CustomId, Fields, typed
from cogs.core.targets import MOST_LIFE
from cogs.core.things import KINDS, commander_id, commander_titles
from cogs.drawing.cutting import shortened
from cogs.history import amounts, choosing, edits, step_edit
from cogs.history.step_edit import StepEdit
from cogs.summary import differences
from cogs.text import names, refusals
from cogs.text.language import mark, tr
from cogs.text.log import fixes
from rules.actions.damage import DealDamage
from rules.events.endings import PlayersLeft
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from storage.games.games import Affected, FixedGame, Step

_NONE = -(10**9)
"""In place of an amount that was not typed."""
LISTED = 6
"""Later steps that are told one by one."""
ADDABLE: Mapping[str, str] = {
    "lose": mark("Lose life"),
    "gain": mark("Gain life"),
    "drain": mark("Drain: gain all that is lost"),
    "set": mark("Set life total"),
    "damage": mark("Take damage"),
    "cast": mark("Cast commander"),
    "turn": mark("Pass turn"),
    "leave": mark("Leave the game"),
}
"""What can be added, beside counters."""


def preview(
    game: Game, number: GameId, step: Step, edit: StepEdit, fixed: FixedGame, note: str = ""
) -> discord.ui.LayoutView:
    """The message that says what an edit would change, with the buttons to do it or something else."""
    parts = ["### " + _heading(game, step, edit, fixed)]
    if note:
        parts.append(note)
    parts.append("\n".join(_differences(game, fixed)))
    again = [one for one in fixed.steps if one.fixed.number == fixed.redone and one.counts]
    later = [_affected(game, one, edit) for one in fixed.affected[:LISTED]]
    if len(fixed.affected) > LISTED:
        later.append(tr("- and {n} more", n=len(fixed.affected) - LISTED))
    staying = [_staying(game, one) for one in _leaving(fixed)[:LISTED]]
    if later or staying or again:
        parts.append("\n".join((*(_counting_again(game, one) for one in again), *later, *staying)))
    text = shortened("\n".join(parts), TEXT_LIMIT)
    return card(text, *_buttons(number, step, edit, fixed), colour=choosing.COLOUR)


def _heading(game: Game, step: Step, edit: StepEdit, fixed: FixedGame) -> str:
    what = shortened(fixes.step_in_short(game, step), fixes.STEP)
    if edit.what == "back" and not step.counts:
        now = next(one for one in fixed.steps if one.entry.number == edit.step)
        return tr("Bring back step {number}: {what}", number=edit.step, what=fixes.step_in_short(game, now))
    if edit.what == "back":
        return tr("Take back step {number}: {what}", number=edit.step, what=what)
    now = next((one for one in fixed.steps if one.fixed.by == fixed.number), None)
    new = next((one for one in fixed.steps if one.entry.number == fixed.number), now)
    after = shortened(fixes.step_in_short(game, new), fixes.STEP) if new is not None else ""
    if edit.what == "change":
        return tr("Change step {number}: {before} → {after}", number=edit.step, before=what, after=after)
    return tr("Add before step {number}: {what}", number=edit.step, what=after)


def _differences(game: Game, fixed: FixedGame) -> list[str]:
    different = differences.between(game, fixed.table)
    return [*different.quiet, *different.loud] or [tr("The totals stay the same.")]


def _affected(game: Game, one: Affected, edit: StepEdit) -> str:
    what, why = fixes.step_in_short(game, one.step), refusals.explain(one.refusal)
    number = one.step.entry.number
    if one.partly:
        return shortened(
            tr("- Step {number}, {what}, applies only in part: {why}", number=number, what=what, why=why),
            fixes.STEP,
        )
    return shortened(
        tr("- Step {number}, {what}, no longer applies: {why}", number=number, what=what, why=why), fixes.STEP
    )


def _leaving(fixed: FixedGame) -> list[Step]:
    """The later steps by which players still leave the game."""
    corrected = {step.entry.number for step in fixed.corrected}
    return [
        step
        for step in fixed.steps
        if step.entry.number not in {*corrected, fixed.number}
        and any(isinstance(event, PlayersLeft) for event in step.entry.events)
    ]


def _counting_again(game: Game, step: Step) -> str:
    what = fixes.step_in_short(game, step)
    return shortened(
        tr("- Step {number}, {what}, counts again", number=step.entry.number, what=what), fixes.STEP
    )


def _staying(game: Game, step: Step) -> str:
    what = fixes.step_in_short(game, step)
    return shortened(tr("- Step {number}, {what}, stays", number=step.entry.number, what=what), fixes.STEP)


def _buttons(number: GameId, step: Step, edit: StepEdit, fixed: FixedGame) -> list[Row]:
    do = button(tr("Do it"), CustomId("fixdo", number, str(edit)), discord.ButtonStyle.success)
    switch: list[components.Button] = []
    if any(one.partly for one in fixed.affected) or not edit.keep:
        other = replace(edit, keep=not edit.keep)
        text = tr("Drop those steps") if edit.keep else tr("Keep what still applies")
        switch = [button(text, CustomId("fixlook", number, str(other)))]
    return rows(do, *switch, *_others(number, step, edit))


def _others(number: GameId, step: Step, edit: StepEdit) -> list[components.Button]:
    plain_edit = StepEdit(at=edit.at, step=edit.step, instead=edit.instead)
    found: list[components.Button] = []
    if edit.what != "back":
        found.append(button(tr("Take back…"), CustomId("fixlook", number, str(plain_edit))))
    if edits.changeable(step.entry.action):
        found.append(button(tr("Change…"), CustomId("fixchange", number, str(plain_edit))))
    found.append(button(tr("Add before…"), CustomId("fixadd", number, str(plain_edit))))
    found.append(button(tr("Other step…"), CustomId("fix", number, f"again.{edit.instead}")))
    return found


def change_form(game: Game, step: Step, custom_id: str) -> discord.ui.Modal:
    """The form with what can be changed about a step, filled in as it is."""
    action = edits.undrawn(step.entry.action)
    possible = edits.changeable(action)
    labels: list[Label] = []
    if "each" in possible:
        each = ", ".join(f"{game.player(id).name} {n}" for id, n in amounts.each_of(action).items())
        labels.append(text_field(tr("Players and amounts"), "each", 2000, value=each, required=True))
    if "amount" in possible:
        labels.append(_amount(edits.amount_of(action)))
    if "who" in possible:
        labels.append(_players(game, edits.players_of(action), required=True))
    if "commander" in possible:
        chosen = action.commander if isinstance(action, DealDamage) else getattr(action, "commander", None)
        labels.append(_commander(game, chosen, none=isinstance(action, DealDamage)))
    return components.form(tr("Change step {number}", number=step.entry.number), custom_id, *labels)


def add_form(game: Game, step: Step, custom_id: str) -> discord.ui.Modal:
    """The form for a step that was forgotten."""
    kinds = [(kind, f"{names.thing(kind)} +") for kind in KINDS]
    what = options([*((key, tr(text)) for key, text in ADDABLE.items()), *kinds], "lose")
    return components.form(
        tr("Add before step {number}", number=step.entry.number),
        custom_id,
        list_field(tr("What happened"), "what", what),
        _amount(None),
        _players(game, (), required=False),
        _commander(game, None, none=True),
    )


def _amount(value: object) -> Label:
    length = len(f"+{MOST_LIFE}")
    return text_field(tr("Amount"), "amount", length, value=value, placeholder=tr("0 to 999999"))


def _players(game: Game, chosen: Sequence[PlayerId], *, required: bool) -> Label:
    if len(game.players) > MOST_OPTIONS:
        named = ", ".join(game.player(id).name for id in chosen)
        return text_field(tr("Players"), "players", 1000, value=named or None, required=required)
    listed = [
        discord.SelectOption(
            label=shortened(one.name, OPTION_LENGTH), value=str(place), default=one.id in chosen
        )
        for place, one in enumerate(game.players)
    ]
    return list_field(tr("Players"), "who", listed, required=required, several=True)


def _commander(game: Game, chosen: str | None, *, none: bool) -> Label:
    titles = commander_titles(game)
    about = tr("For combat damage from a commander, or for casting one")
    if len(titles) >= MOST_OPTIONS:
        value = titles.get(chosen or "")
        return text_field(tr("Commander"), "card", 100, about=about, value=value)
    nothing = [(step_edit.NOBODY, tr("No commander"))] if none else []
    cards = [(step_edit.card(game, id), title) for id, title in titles.items()]
    picked = step_edit.card(game, chosen) if chosen in titles else step_edit.NOBODY
    return list_field(
        tr("Commander"), "commander", options([*nothing, *cards], picked), about=about, required=False
    )


def each(game: Game, written: str, me: PlayerId | None, amount: int | None = None) -> step_edit.Each:
    """The players named with the amounts behind their names, which ``amount`` is for the others; nobody where
    no name has one. Raises Refusal."""
    found = targets.amounts(game, written, me, _NONE, signed=True)
    if set(found.values()) == {_NONE}:
        return ()
    if amount is None and _NONE in found.values():
        raise Refusal("bad_number", text=written)
    return tuple((step_edit.place(game, id), (amount or 0) if n == _NONE else n) for id, n in found.items())


def filled_in(fields: Fields, game: Game, edit: StepEdit, me: PlayerId | None) -> StepEdit:
    """The edit with what was filled into one of the forms; raises Refusal for what can't be read."""
    text = typed(fields, "amount")
    amount, sign = step_edit.amount(text) if text else (None, "")
    named = typed(fields, "players")
    if named:
        who = tuple(step_edit.place(game, id) for id in targets.players(game, named, me))
    else:
        who = tuple(sorted(int(one) for one in fields.get("who", ()) if one.isascii() and one.isdigit()))
    title = typed(fields, "card")
    found = commander_id(game, title, me) if title else None
    if several := typed(fields, "each"):
        edit = replace(edit, each=each(game, several, me))
    commander = step_edit.card(game, found) if found else typed(fields, "commander")
    return replace(edit, amount=amount, sign=sign, who=who, commander=commander)
