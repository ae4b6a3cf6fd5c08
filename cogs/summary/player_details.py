"""A player's details beside the life total, and how the game has gone for them, in words."""

from collections.abc import Mapping

from cogs.text import names
from cogs.text.formatting import escape
from cogs.text.language import mark, tr
from rules.endings import state_based_actions
from rules.game.game import Game
from rules.game.parts import Player, PlayerId, PlayerOutcome
from rules.players.commanders import damage_to, tax
from rules.players.designations import ring_level

OUTCOME_NAMES: Mapping[PlayerOutcome, str] = {
    PlayerOutcome.WON: mark("won"),
    PlayerOutcome.LOST: mark("lost"),
    PlayerOutcome.DRAW: mark("draw"),
}
"""A player's outcome in words."""


def fate(game: Game, player: Player) -> list[str]:
    """Return a player's result, or that they will lose at the next check."""
    if game.outcome is not None:
        return [tr(OUTCOME_NAMES[player.result])] if player.result is not PlayerOutcome.NONE else []
    if player.left is not None:
        if player.left.cause == "lose_concession":
            return [tr("out: conceded")]
        lost = player.left.result is PlayerOutcome.LOST
        return [tr("out: lost") if lost else tr(OUTCOME_NAMES[player.left.result])]
    doomed = game.held and player.id in state_based_actions.pending(game)
    return [tr("will lose on release")] if doomed else []


def poison(game: Game, id: PlayerId) -> list[str]:
    """Return a player's poison counters, and the number that loses the game; empty without any."""
    counters = game.poison(id) if game.counters else 0
    if not counters:
        return []
    limit = game.side_of(id).poison_limit or game.rules.poison_limit
    return [f"{names.thing('poison')} {counters}/{limit}"]


def public_role(game: Game, player: Player) -> list[str]:
    """Return the role that a player was dealt, once it is public."""
    return [names.role_name(game, player.role)] if player.role else []


def own_details(game: Game, player: Player) -> list[str]:
    """Return a player's details besides life and poison: commander damage, counters, designations,
    effects."""
    id, limit = player.id, game.rules.commander_damage_limit
    details = [tr("emperor")] if player.emperor else []
    details += public_role(game, player)
    for kind, n in game.counters_of(id).items():
        if kind != "poison":
            details.append(f"{names.thing(kind)} {n}")
    for commander, tally in damage_to(game, id).items():
        title = names.commander_name(game, commander)
        details.append(f"{_in_short(title)} {tally}{f'/{limit}' if limit else ''}")
    details += _taxes(player)
    details += [tr("library {n}", n=player.library)] if player.library is not None else []
    details += [tr("hand {n}", n=player.max_hand)] if player.vanguard_hand else []
    details += _designations(game, player)
    unnamed = [escape(card.name) for card in player.commanders if not card.casts]
    if unnamed:
        cards = " / ".join(map(_in_short, unnamed) if details else unnamed)
        details.append(tr("playing {commander}", commander=cards))
    return list(dict.fromkeys(details))


def beside_totals(game: Game, player: Player) -> list[str]:
    """Return a player's details besides totals: commander taxes, designations, effects, tallies,
    reminders."""
    return list(dict.fromkeys((*_taxes(player), *_designations(game, player))))


def _taxes(player: Player) -> list[str]:
    return [
        tr("{commander} tax {n}", commander=_in_short(escape(card.name)), n=tax(card))
        for card in player.commanders
        if card.casts
    ]


def _designations(game: Game, player: Player) -> list[str]:
    """Return designations, and other properties that rules or effects have given a player."""
    id = player.id
    details = [names.thing("monarch")] if game.monarch == id else []
    details += [names.thing("initiative")] if game.initiative == id else []
    details += map(names.thing, player.designations)
    details += [tr("speed {n}", n=player.speed)] if player.speed else []
    details += [tr("Ring {n}", n=ring_level(player))] if player.ring else []
    details += [f"{tr(player.dungeon.name)}: {tr(player.dungeon.room)}"] if player.dungeon else []
    details += [tr("next planar roll {n}", n=player.planar_rolls)] if player.planar_rolls else []
    for effect in game.effects:
        if effect.on == id:
            details.append(names.effect_with_source(game, effect))
    details += [f"{names.thing(one.label)} {one.n}" for one in game.tallies if one.who == id]
    details += [names.reminder_text(game, one) for one in game.reminders if one.who == id]
    return details


def _in_short(card: str) -> str:
    """Return a card's name as players say it: "Tana" for "Tana, the Bloodsower", with its owner, if
    given."""
    name, comma, rest = card.partition(",")
    _, bracket, owner = rest.rpartition(" (")
    return name + (bracket + owner if comma and bracket else "")
