"""Longer answers that only whoever asks sees: commander damage, effects in force, turn order."""

import discord

from cogs.ui import effect_names, names, turn_words
from cogs.ui.text import bold, escape, listed, plural, shortened
from rules.editions import rule
from rules.game import Game, Player, PlayerId
from rules.markers import needed
from rules.mulligans import declaration_order
from rules.seating import planar_controller
from rules.turns import upcoming
from rules.variants import VARIANTS

UPCOMING = 8
"""Turns shown ahead."""
DESCRIPTION = 1024
"""Characters that Discord takes as a picture's description."""


def commander_damage(game: Game, tax: int) -> str:
    """Who has taken how much combat damage from which commander, and what casting one costs more."""
    lines: list[str] = []
    limit = game.rules.commander_damage_limit
    for player in game.players:
        tallies = [
            f"{names.commander(game, commander)} {n}{f' of {limit}' if limit else ''}"
            for commander, n in player.commander_damage.items()
        ]
        if tallies:
            lines.append(f"{bold(player.name)} has taken {listed(tallies)}.")
    for player in game.players:
        for card in player.commanders:
            lines.append(
                f"{bold(card.name)} ({escape(player.name)}): cast {card.casts}×, "
                f"{tax * card.casts} more the next time."
            )
    return "\n".join(lines) or "No commander has been named or has dealt combat damage yet."


def effects(game: Game) -> str:
    """The continuous effects in force."""
    lines = [
        f"{names.bold(game, effect.on)}: {effect_names.describe(effect)}"
        f"{_source(game, effect.source)}{_until(game, effect.until_turn_of)}"
        for effect in game.effects
    ]
    return "\n".join(lines) or "No effects are in force. `/effect add` enters one."


def _source(game: Game, source: str | None) -> str:
    return f", from {escape(game.player(source).name)}" if source is not None else ""


def _until(game: Game, taker: str | None) -> str:
    return f", until {names.taker(game, taker)}'s next turn" if taker is not None else ""


def turn_order(game: Game) -> str:
    """Whose turn it is, who comes next, and the seats."""
    seats = " → ".join(
        escape(player.name) if player.in_game else f"~~{escape(player.name)}~~" for player in game.players
    )
    lines = [turn_words.turn_line(game)]
    if game.rules.markers:
        lines += [
            f"Marker {marker.number}: {names.taker(game, marker.at or marker.to or '')}, "
            f"{marker.state.value}{', will be removed' if marker.removals else ''}"
            for marker in game.markers
        ]
        lines.append(f"{needed(len(game.remaining))} turns at once for {len(game.remaining)} players.")
    else:
        lines.append("Next: " + ", ".join(names.taker(game, one) for one in upcoming(game, UPCOMING)))
    if VARIANTS[game.rules.variant].planes and game.outcome is None:
        lines.append(f"Planar controller: {names.player(game, planar_controller(game))} (CR 901.6)")
    lines.append(f"Seats: {seats}")
    return "\n".join(lines)


def hands(game: Game) -> list[str]:
    """Every opening hand: kept, mulligans taken, still to be decided; in the order of declaring."""
    return [
        f"{names.bold(game, id)}: {_hand(game.player(id))}"
        for group in declaration_order(game)
        for id in group
    ]


def _hand(player: Player) -> str:
    hand = player.hand
    taken = f" after {plural(hand.mulligans, 'mulligan')}" if hand.mulligans else ""
    if hand.kept:
        return f"keeps {plural(hand.size, 'card')}{taken}"
    size = f" about {plural(hand.size, 'card')}" if player.vanguard_hand else ""
    return f"undecided{size}{taken}"


def reach(game: Game, id: PlayerId, reached: tuple[PlayerId, ...], deploy: tuple[PlayerId, ...]) -> str:
    """Whom a player's range of influence covers (801)."""
    limit = game.player(id).range
    seats = "unlimited" if limit is None else f"{plural(limit, 'seat')} either way"
    number = rule(game.rules.edition, "range")
    line = f"{names.bold(game, id)}'s range of influence is {seats} (CR {number}): {_names(game, reached)}."
    if game.deploy:
        number = rule(game.rules.edition, "deploy")
        line += f"\nCreatures can be deployed to {_names(game, deploy)} (CR {number})."
    return line


def attacks(game: Game, id: PlayerId, attacked: tuple[PlayerId, ...]) -> str:
    """Whom a player may attack (802, 803, 809.3c)."""
    if not attacked:
        return f"{names.bold(game, id)} can't attack anybody now (attack {game.attack.value})."
    return f"{names.bold(game, id)} may attack {_names(game, attacked)} (attack {game.attack.value})."


def _names(game: Game, ids: tuple[PlayerId, ...]) -> str:
    return listed(escape(game.player(id).name) for id in ids) or "nobody"


def plain(text: str) -> str:
    """Text without markdown, for a picture's description."""
    return shortened(discord.utils.remove_markdown(text), DESCRIPTION)
