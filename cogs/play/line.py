"""/x: a line such as "ben -3, everyone -2, cy 7 krenko", read by the names and words that commands know."""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product

import discord
from discord import app_commands
from msgspec import Struct

from cogs.core import autocomplete, targets
from cogs.core.components import BUTTON_LABEL_LENGTH, button, rows
from cogs.core.context import location_of
from cogs.core.custom_ids import IdInteger, TableCustomId, Value
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import reply_private
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService, TableHandler
from cogs.core.typed_cards import commander_id, known_kind
from cogs.drawing.truncate import truncate
from cogs.entry.fields import StepFields
from cogs.entry.step import action_of
from cogs.text import names
from cogs.text.formatting import in_a_row, listed, signed, unmarked
from cogs.text.language import mark, speaking, tr
from cogs.text.typed import means, signs, typed_parts
from rules.actions.action import Action
from rules.actions.table import as_one_event
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.numbers import MAX_AMOUNT
from rules.refusal import Refusal

MAX_LINE_LENGTH = 200
"""Characters of a line."""
CARRIED_LENGTH = 55
"""Characters of a line that a button has room for."""
MAX_PARTS, MAX_WORDS = 10, 6
"""Parts of a line, and words of a part beside its number: each is looked for among names and things."""
MAX_MEANINGS = 5
"""Meanings that are offered to choose from."""
LIFE_WORD = mark("life")
_NUMBER = re.compile(r"(?:([+\-−–=])\s*|(?<![\w.,]))(\d{1,9})(?![\w.])")
"""A number with its sign; an unsigned one stands alone."""
_UNREAD = re.compile(r"[+\-−–=]?\d[\d.,]*")
"""A text that looks like a number."""


class Meaning(Struct, frozen=True):
    """A possible meaning of a part of a line, and its wording."""

    fields: StepFields
    said: str


class ChosenMeaning(Value, frozen=True):
    """A chosen meaning of a line, by the checksum of its wording."""

    checksum: IdInteger
    text: str


def meanings(text: str, game: Game, me: PlayerId | None) -> Sequence[tuple[Meaning, ...]]:
    """Return the possible meanings of a line, each as the meanings of its parts; a clear line has one.

    Raises Refusal for a part without a meaning, and for a line with too many.
    """
    typed = _joined(typed_parts(text), game)
    if not typed or len(typed) > MAX_PARTS:
        raise Refusal("line_unread", text=text)
    found = [_part(part, game, me) for part in typed]
    lines = [*islice(product(*found), MAX_MEANINGS + 1)]
    if len(lines) > MAX_MEANINGS:
        raise Refusal("line_unclear", text=text)
    return lines


def action(line: Iterable[Meaning], game: Game) -> Action:
    """Return all steps of a line as one event; raises Refusal."""
    return as_one_event(*(action_of(one.fields, game) for one in line))


def said(line: Iterable[Meaning]) -> str:
    """Return the wording of a line's meaning."""
    return in_a_row(one.said for one in line)


def _joined(typed: Sequence[str], game: Game) -> list[str]:
    """Return the parts of a line, joining names without a number with the next part: "ben, cy -3"."""
    found, waiting = list[str](), list[str]()
    for part in typed:
        if _NUMBER.search(part) or any(known_kind(game, word) for word in part.split()):
            found.append(", ".join((*waiting, part)))
            waiting = []
        else:
            waiting.append(part)
    return [*found, *waiting]


def _part(part: str, game: Game, me: PlayerId | None) -> Sequence[Meaning]:
    """Return the possible meanings of a part of a line; raises Refusal if there are none.

    Any number can be the amount, since names may contain numbers, too.
    """
    text = signs(part).replace(":", " ")
    numbers = [*_NUMBER.finditer(text)]
    found: dict[str, Meaning] = {}
    refused: Refusal | None = None
    for number in (*numbers, None):
        sign, n, rest = ("", None, text) if number is None else _around(number)
        words = rest.split()
        if len(words) > MAX_WORDS:
            continue
        for who, thing in _splits(words):
            try:
                for one in _read(who, thing, sign, n, game, me):
                    found.setdefault(one.said, one)
            except Refusal as refusal:
                if not thing and len(numbers) == 1 and number is not None:
                    refused = refusal
    if found:
        return [*found.values()]
    wrong = next((one for one in _UNREAD.findall(text) if not _NUMBER.fullmatch(one)), None)
    if wrong is not None or any(int(one[2]) > MAX_AMOUNT for one in numbers):
        raise Refusal("bad_number", text=wrong or max(numbers, key=lambda one: int(one[2]))[0])
    raise refused or Refusal("line_unread", text=part)


def _around(number: re.Match[str]) -> tuple[str, int, str]:
    """Return a number's sign, the number, and the words around it."""
    sign = (number[1] or "").replace("−", "-").replace("–", "-")
    return sign, int(number[2]), f"{number.string[: number.start()]} {number.string[number.end() :]}"


def _splits(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Return the ways to split words into players and an event, in either order."""
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) + 1)]
    return dict.fromkeys(pair for one, other in halves for pair in ((one, other), (other, one)))


def _read(
    who: str, thing: str, sign: str, n: int | None, game: Game, me: PlayerId | None
) -> Iterable[Meaning]:
    """Return the meanings in which these words are the players and those the event; raises Refusal."""
    if (not who and not thing and n is None) or (n or 0) > MAX_AMOUNT:
        return ()
    kind = known_kind(game, thing) if thing else None
    if thing and kind is None and not means(thing, LIFE_WORD):
        return _hit(who, thing, sign, n, game, me)
    ids = targets.players(game, who or None, me)
    called = listed(names.player_name(game, id) for id in ids)
    if kind is not None:
        amount = 1 if n is None else n
        what = "remove" if sign == "-" else "add"
        change = signed(-amount if sign == "-" else amount)
        fields = StepFields(what=what, each=dict.fromkeys(ids, amount), requester=me, kind=kind)
        shown = tr("{who}: {kind} {change}", who=called, kind=unmarked(names.thing(kind)), change=change)
        return () if sign == "=" else (Meaning(fields, shown),)
    if n is None:
        raise Refusal("line_unread", text=who)
    ways = {"-": ("lose",), "+": ("gain",), "=": ("set",)}.get(sign, ("lose", "set"))
    each = dict.fromkeys(ids, n)
    return [
        Meaning(StepFields(what=way, each=each, requester=me), _said_of_life(called, way, n)) for way in ways
    ]


def _hit(
    who: str, commander: str, sign: str, n: int | None, game: Game, me: PlayerId | None
) -> Iterable[Meaning]:
    """Return combat damage by a commander (903.10a); raises Refusal if no commander has this name."""
    card = commander_id(game, commander, me)
    if card is None or n is None or not who or sign in ("+", "="):
        return ()
    ids = targets.players(game, who, me)
    fields = StepFields(what="damage", each=dict.fromkeys(ids, n), requester=me, commander=card)
    called = listed(names.player_name(game, id) for id in ids)
    shown = tr(
        "{who}: {n} damage from {commander}",
        who=called,
        n=n,
        commander=unmarked(names.commander_name(game, card)),
    )
    return (Meaning(fields, shown),)


def _said_of_life(who: str, way: str, n: int) -> str:
    if way == "set":
        return tr("{who}: life total {n}", who=who, n=n)
    return tr("{who}: {change} life", who=who, change=signed(n if way == "gain" else -n))


async def _choose(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Carry out the meaning on the button, if the line still has it."""
    chosen = ChosenMeaning.read(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        found = [one for one in meanings(chosen.text, game, me) if _checksum(said(one)) == chosen.checksum]
        if not found:
            raise Refusal("outdated")
        return action(found[0], game)

    with speaking(await service.language_of_user(interaction)):
        await service.press_privately(interaction, press.game, decide)


def _checksum(text: str) -> int:
    return zlib.crc32(text.encode())


HANDLERS: Mapping[str, TableHandler] = {"line": _choose}


async def understood(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return the possible meanings of the line so far."""
    game = await autocomplete.started_game(interaction)
    if game is None or not 0 < len(typed.strip()) <= MAX_LINE_LENGTH:
        return []
    try:
        found = meanings(typed, game, seat_of(game, interaction.user.id))
    except Refusal:
        return []
    return autocomplete.labelled({truncate(" / ".join(map(said, found)), BUTTON_LABEL_LENGTH): typed})


class LineCog(GameCog):
    """Steps typed in one line of everyday words."""

    @anywhere
    @app_commands.command(name="x")
    @app_commands.autocomplete(text=understood)
    @app_commands.describe(text="What happened, such as: ben -3, everyone -2, cy 7 krenko, poison dee")
    async def line(
        self, interaction: discord.Interaction, text: app_commands.Range[str, 1, MAX_LINE_LENGTH]
    ) -> None:
        """Enter what happened in one line: ben -3, me +4, poison dee"""
        view = await self.service.view(location_of(interaction))
        game = view.table
        if isinstance(game, Game) and game.outcome is None:
            (await self.service.requester(interaction)).require_part(game)
            with speaking(await self.service.language_of_user(interaction)):
                found = meanings(text, game, seat_of(game, interaction.user.id))
                if len(found) > 1:
                    await self._ask(interaction, view.game, text, found)
                    return
        await self.service.act(interaction, lambda game, me: action(_clear(text, game, me), game))

    async def _ask(
        self,
        interaction: discord.Interaction,
        game: GameId,
        text: str,
        found: Sequence[Iterable[Meaning]],
    ) -> None:
        """Offer the meanings of a line to choose from; raises Refusal if it is too long for that."""
        if len(text) > CARRIED_LENGTH:
            raise Refusal("line_unclear", text=text)
        choices = [
            button(
                truncate(said(one), BUTTON_LABEL_LENGTH),
                TableCustomId("line", game, str(ChosenMeaning(_checksum(said(one)), text))),
            )
            for one in found
        ]
        await reply_private(interaction, tr("What is meant?"), *rows(*choices))


def _clear(text: str, game: Game, me: PlayerId | None) -> Sequence[Meaning]:
    """Return a line's meaning; raises Refusal if it is ambiguous."""
    found = meanings(text, game, me)
    if len(found) > 1:
        raise Refusal("line_unclear", text=text)
    return found[0]
