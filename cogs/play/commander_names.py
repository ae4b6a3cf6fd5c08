"""Real names of commanders, if the bot's owner has installed them."""

from collections.abc import Iterator, Sequence

import discord

from cogs.core import autocomplete
from cogs.core.service import GameCog
from cogs.text.formatting import escape
from cogs.text.language import tr
from rules.events.commanders import CommanderNamed
from rules.formats.editions import rule
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.players.commanders import MAX_COMMANDERS
from rules.refusal import Refusal
from storage.cards.catalog import CommanderCatalog
from storage.games.games import Committed


async def any_name(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Suggest names of cards that can be commanders; those that begin as typed first."""
    return autocomplete.suggest_beginning(typed, _catalog(interaction).names())


async def partner_name(interaction: discord.Interaction, typed: str) -> autocomplete.Choices:
    """Return suggestions for the second commander: only those that the first one can have beside it
    (702.124)."""
    catalog = _catalog(interaction)
    first = catalog.find(interaction.namespace.name or "")
    names = catalog.names() if first is None else [card.name for card in catalog.partners(first)]
    return autocomplete.suggest_beginning(typed, names)


def commanders_named(catalog: CommanderCatalog, typed: str) -> list[str]:
    """Return the commanders in one text: "Tymna / Thrasios", as boards write partners, are two cards with
    separate counts (702.124, 903.3), and the two faces of a card are one.

    "//" and "&" are understood only for cards in the file; raises Refusal "two_commanders_in_name" for
    others.
    """
    for sign in (" // ", " / ", " & "):
        parts = [part.strip() for part in typed.split(sign)]
        if len(parts) != MAX_COMMANDERS or not all(parts):
            continue
        front, back = map(catalog.find, parts)
        if front is not None and back is not None and front != back:
            return parts
        if sign == " / " and front is None:
            return parts
        if front is None and catalog.find(typed) is None:
            raise Refusal("two_commanders_in_name", name=typed)
    return [typed]


async def questions(catalog: CommanderCatalog, committed: Committed) -> Sequence[str]:
    """Ask about named commanders that can't be one player's, by their cards (702.124)."""
    return [
        tr(
            "-# By their cards, {first} and {second} can't be one player's commanders (CR {rule}). Are both "
            "names right?",
            first=escape(first),
            second=escape(second),
            rule=rule(committed.after.options.edition, "partners"),
        )
        for first, second in _pairs_named(committed)
        if not catalog.may_pair(first, second)
    ]


def _pairs_named(committed: Committed) -> Iterator[tuple[str, str]]:
    game = committed.after
    if isinstance(game, Game) and not _has_signature_spells(game):
        named = {event.who for event in committed.entry.events if isinstance(event, CommanderNamed)}
        for player in game.players if named else ():
            if player.id in named and len(player.commanders) == MAX_COMMANDERS:
                first, second = player.commanders
                yield first.name, second.name


def _has_signature_spells(game: Game) -> bool:
    """Return whether a player's second card in the command zone is a spell."""
    variant = VARIANTS.get(game.rules.variant)
    return variant is not None and variant.signature_spells


def _catalog(interaction: discord.Interaction) -> CommanderCatalog:
    cog = autocomplete.cog_of(interaction, GameCog)
    return cog.service.commanders if cog is not None else CommanderCatalog()
