"""Longer answers that only whoever asks sees: commander damage, effects in force, hands, range, attacks."""

from cogs.drawing.cutting import shortened
from cogs.text import names
from cogs.text.formatting import bold, escape, listed, unmarked
from cogs.text.language import tr, trn
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import Player, PlayerId
from rules.game.seating import players_in_range
from rules.players.commanders import tax
from rules.players.mulligans import declaration_order, declaring

DESCRIPTION = 1024
"""Characters that Discord takes as a picture's description."""


def commander_damage(game: Game) -> str:
    """Who has taken how much combat damage from which commander, and what casting one costs more."""
    lines: list[str] = []
    limit = game.rules.commander_damage_limit
    for player in game.players:
        tallies = [
            _tally(names.commander(game, commander), n, limit)
            for commander, n in player.commander_damage.items()
        ]
        if tallies:
            lines.append(
                tr("Commander damage to {who}: {damage}.", who=bold(player.name), damage=listed(tallies))
            )
    lines += [
        tr(
            "{commander} ({owner}): cast {casts}×, next cast costs {tax} more.",
            commander=bold(card.name),
            owner=escape(player.name),
            casts=card.casts,
            tax=tax(card),
        )
        for player in game.players
        for card in player.commanders
    ]
    return "\n".join(lines) or tr("No commander has been set or has dealt combat damage yet.")


def _tally(commander: str, n: int, limit: int | None) -> str:
    if limit is None:
        return f"{commander} {n}"
    return tr("{commander} {n} of {limit}", commander=commander, n=n, limit=limit)


def effects(game: Game) -> str:
    """The continuous effects in force."""
    lines = [
        f"{names.bold(game, effect.on)}: {names.effect(effect)}"
        f"{_source(game, effect.source)}{_until(game, effect.until_turn_of)}"
        for effect in game.effects
    ]
    return "\n".join(lines) or tr("No effects are in force. `/effect add` adds one.")


def _source(game: Game, source: str | None) -> str:
    return tr(", from {who}", who=escape(game.player(source).name)) if source is not None else ""


def _until(game: Game, taker: str | None) -> str:
    return tr(", until {taker}'s next turn", taker=names.taker(game, taker)) if taker is not None else ""


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
        state = trn("undecided on {n} card", "undecided on {n} cards", hand.size)
    else:
        state = tr("undecided")
    if not hand.mulligans:
        return state
    return trn("{state} after {n} mulligan", "{state} after {n} mulligans", hand.mulligans, state=state)


def reach(game: Game, id: PlayerId, reached: tuple[PlayerId, ...], deploy: tuple[PlayerId, ...]) -> str:
    """Whom a player's range of influence covers (801)."""
    limit = game.player(id).range
    values = {
        "who": names.bold(game, id),
        "rule": rule(game.rules.edition, "range"),
        "players": _names(game, reached),
    }
    if limit is None:
        line = tr("{who}'s range of influence is unlimited (CR {rule}): {players}.", **values)
    else:
        line = trn(
            "{who}'s range of influence is {n} seat in each direction (CR {rule}): {players}.",
            "{who}'s range of influence is {n} seats in each direction (CR {rule}): {players}.",
            limit,
            **values,
        )
    coming = tuple(other for other in players_in_range(game).get(id, ()) if other not in reached)
    if coming:
        line += "\n" + tr(
            "From the next turn on, also {players} (CR {rule}).",
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
    who, option = names.bold(game, id), tr(game.attack.value)
    if not attacked:
        return tr("{who} can't attack anyone right now (attack {option}).", who=who, option=option)
    players = _names(game, attacked)
    return tr("{who} can attack {players} (attack {option}).", who=who, players=players, option=option)


def _names(game: Game, ids: tuple[PlayerId, ...]) -> str:
    return listed(escape(game.player(id).name) for id in ids) or tr("no one")


def plain(text: str) -> str:
    """Text without markdown, for a picture's description."""
    return shortened(unmarked(text), DESCRIPTION)
