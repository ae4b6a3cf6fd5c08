"""Longer answers that only whoever asks sees: commander damage, effects in force, turn order."""

from collections.abc import Mapping

import discord

from cogs.ui import effect_names, names, turn_words
from cogs.ui.language import tr, trn, trp
from cogs.ui.text import bold, escape, listed, shortened
from rules.editions import rule
from rules.game import Game, Marker, MarkerState, Player, PlayerId
from rules.markers import needed
from rules.mulligans import declaration_order, declaring
from rules.seating import planar_controller, reaches
from rules.turns import upcoming
from rules.variants import VARIANTS

UPCOMING = 8
"""Turns shown ahead."""
MARKER_STATES: Mapping[MarkerState, str] = {
    MarkerState.TURN: "turn",
    MarkerState.WAITING: "waiting",
    MarkerState.TRANSIT: "on its way",
}
"""What a turn marker stands for."""
DESCRIPTION = 1024
"""Characters that Discord takes as a picture's description."""


def commander_damage(game: Game, tax: int) -> str:
    """Who has taken how much combat damage from which commander, and what casting one costs more."""
    lines: list[str] = []
    limit = game.rules.commander_damage_limit
    for player in game.players:
        tallies = [
            _tally(names.commander(game, commander), n, limit)
            for commander, n in player.commander_damage.items()
        ]
        if tallies:
            lines.append(tr("{who} has taken {damage}.", who=bold(player.name), damage=listed(tallies)))
    lines += [
        tr(
            "{commander} ({owner}): cast {casts}×, {tax} more the next time.",
            commander=bold(card.name),
            owner=escape(player.name),
            casts=card.casts,
            tax=tax * card.casts,
        )
        for player in game.players
        for card in player.commanders
    ]
    return "\n".join(lines) or tr("No commander has been named or has dealt combat damage yet.")


def _tally(commander: str, n: int, limit: int | None) -> str:
    if limit is None:
        return f"{commander} {n}"
    return tr("{commander} {n} of {limit}", commander=commander, n=n, limit=limit)


def effects(game: Game) -> str:
    """The continuous effects in force."""
    lines = [
        f"{names.bold(game, effect.on)}: {effect_names.describe(effect)}"
        f"{_source(game, effect.source)}{_until(game, effect.until_turn_of)}"
        for effect in game.effects
    ]
    return "\n".join(lines) or tr("No effects are in force. `/effect add` enters one.")


def _source(game: Game, source: str | None) -> str:
    return tr(", from {who}", who=escape(game.player(source).name)) if source is not None else ""


def _until(game: Game, taker: str | None) -> str:
    return tr(", until {taker}'s next turn", taker=names.taker(game, taker)) if taker is not None else ""


def turn_order(game: Game) -> str:
    """Whose turn it is, who comes next, and the seats."""
    seats = " → ".join(
        escape(player.name) if player.in_game else f"~~{escape(player.name)}~~" for player in game.players
    )
    lines = [turn_words.turn_line(game)]
    if game.rules.markers:
        lines += [_marker(game, marker) for marker in game.markers]
        turns, players = needed(len(game.remaining)), len(game.remaining)
        lines.append(
            trn(
                "{n} turn at once for {players} players.",
                "{n} turns at once for {players} players.",
                turns,
                players=players,
            )
        )
    else:
        following = trp("list", ", ").join(names.taker(game, one) for one in upcoming(game, UPCOMING))
        lines.append(tr("Next: {takers}", takers=following))
    lines += [*_saved_turns(game), *_skips(game)]
    if VARIANTS[game.rules.variant].planes and game.outcome is None:
        lines.append(
            tr("Planar controller: {who} (CR 901.6)", who=names.player(game, planar_controller(game)))
        )
    lines.append(tr("Seats: {seats}", seats=seats))
    return "\n".join(lines)


def _saved_turns(game: Game) -> list[str]:
    """Extra turns that wait for their taker's next turn (807.4j)."""
    number = rule(game.rules.edition, "marker_saved")
    return [
        trn(
            "{who}: {n} extra turn before the next own turn (CR {rule})",
            "{who}: {n} extra turns before the next own turn (CR {rule})",
            turns,
            who=names.taker(game, taker),
            rule=number,
        )
        for taker, turns in game.saved_extra.items()
    ]


def _skips(game: Game) -> list[str]:
    """Turns that will be skipped (614.10a)."""
    number = rule(game.rules.edition, "skip_turn")
    return [
        trn(
            "{who} skips the next turn (CR {rule})",
            "{who} skips the next {n} turns (CR {rule})",
            turns,
            who=names.taker(game, taker),
            rule=number,
        )
        for taker, turns in game.skips.items()
    ]


def _marker(game: Game, marker: Marker) -> str:
    state = tr(MARKER_STATES[marker.state])
    who = names.taker(game, marker.at or marker.to or "")
    if marker.removals:
        return tr(
            "Marker {number}: {who}, {state}, will be removed", number=marker.number, who=who, state=state
        )
    return tr("Marker {number}: {who}, {state}", number=marker.number, who=who, state=state)


def hands(game: Game) -> list[str]:
    """Every opening hand: kept, mulligans taken, still to be decided; in the order of declaring."""
    return [
        f"{names.bold(game, id)}: {_hand(game.player(id))}"
        for group in declaration_order(game)
        for id in group
    ]


def opening_hands(game: Game) -> str:
    """Every opening hand in a line of its own, and who declares next."""
    lines = hands(game)
    following = declaring(game)
    if following:
        lines.append(tr("Next: {takers}", takers=listed(names.bold(game, id) for id in following)))
    return "\n".join(lines)


def _hand(player: Player) -> str:
    hand = player.hand
    if hand.kept:
        state = trn("keeps {n} card", "keeps {n} cards", hand.size)
    elif player.vanguard_hand:
        state = trn("undecided about {n} card", "undecided about {n} cards", hand.size)
    else:
        state = tr("undecided")
    if not hand.mulligans:
        return state
    return trn("{state} after {n} mulligan", "{state} after {n} mulligans", hand.mulligans, state=state)


def reach(game: Game, id: PlayerId, reached: tuple[PlayerId, ...], deploy: tuple[PlayerId, ...]) -> str:
    """Whom a player's range of influence covers (801)."""
    limit = game.player(id).range
    number, who, players = rule(game.rules.edition, "range"), names.bold(game, id), _names(game, reached)
    if limit is None:
        line = tr(
            "{who}'s range of influence is unlimited (CR {rule}): {players}.",
            who=who,
            rule=number,
            players=players,
        )
    else:
        line = trn(
            "{who}'s range of influence is {n} seat either way (CR {rule}): {players}.",
            "{who}'s range of influence is {n} seats either way (CR {rule}): {players}.",
            limit,
            who=who,
            rule=number,
            players=players,
        )
    coming = tuple(other for other in reaches(game).get(id, ()) if other not in reached)
    if coming:
        line += "\n" + tr(
            "From the next turn on also {players} (CR {rule}).",
            players=_names(game, coming),
            rule=rule(game.rules.edition, "range_fixed"),
        )
    if game.deploy:
        number = rule(game.rules.edition, "deploy")
        deployed = _names(game, deploy)
        line += "\n" + tr(
            "Creatures can be deployed to {players} (CR {rule}).", players=deployed, rule=number
        )
    return line


def attacks(game: Game, id: PlayerId, attacked: tuple[PlayerId, ...]) -> str:
    """Whom a player may attack (802, 803, 809.3c)."""
    if not attacked:
        return tr(
            "{who} can't attack anybody now (attack {option}).",
            who=names.bold(game, id),
            option=tr(game.attack.value),
        )
    return tr(
        "{who} may attack {players} (attack {option}).",
        who=names.bold(game, id),
        players=_names(game, attacked),
        option=tr(game.attack.value),
    )


def _names(game: Game, ids: tuple[PlayerId, ...]) -> str:
    return listed(escape(game.player(id).name) for id in ids) or tr("nobody")


def plain(text: str) -> str:
    """Text without markdown, for a picture's description."""
    return shortened(discord.utils.remove_markdown(text), DESCRIPTION)
