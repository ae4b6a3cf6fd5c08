"""Answers about a range of influence beyond whom it covers: choices, triggers, shields, what effects see."""

from cogs.text import names
from cogs.text.formatting import listed
from cogs.text.language import mark, tr
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.range_of_influence import choosable, chooser, seen, shield_applies, triggers


def choices(game: Game, choosing: PlayerId, controller: PlayerId) -> str:
    """Whom somebody may choose for an effect, who chooses where no opponent in range can (801.5), and what
    the effect sees (801.11)."""
    lines = [
        tr(
            "For {controller}'s effect, {who} can choose {players} (CR {rule}).",
            controller=names.bold(game, controller),
            who=names.bold(game, choosing),
            players=_names(game, choosable(game, choosing, controller)),
            rule=rule(game.rules.edition, "choice"),
        )
    ]
    closest = chooser(game, controller, game.opponents(controller))
    if closest is not None:
        lines.append(
            tr(
                "No opponent is in range, so {who}, the closest opponent to the left, makes the "
                "opponent's choice (CR {rule}).",
                who=names.bold(game, closest),
                rule=rule(game.rules.edition, "choice_closest"),
            )
        )
    lines.append(
        tr(
            "As it applies to {who}, the effect sees {players} (CR {rule}).",
            who=names.bold(game, choosing),
            players=_names(game, seen(game, controller, choosing)),
            rule=rule(game.rules.edition, "knowledge"),
        )
    )
    return "\n".join(lines)


def event(game: Game, controller: PlayerId, involved: tuple[PlayerId, ...]) -> str:
    """Whether something that happens to players is within somebody's range, for abilities that trigger on it
    (801.7); with two players also whose damage to whom effects can prevent (801.13b)."""
    values = {
        "who": names.bold(game, controller),
        "players": _names(game, involved),
        "rule": rule(game.rules.edition, "trigger"),
    }
    if triggers(game, controller, involved):
        line = tr("{who}'s abilities trigger on events involving {players} (CR {rule}).", **values)
    else:
        line = tr("{who}'s abilities don't trigger on events involving {players} (CR {rule}).", **values)
    if len(involved) != 2:
        return line
    return f"{line}\n{_prevention(game, controller, *involved)}"


def _prevention(game: Game, controller: PlayerId, source: PlayerId, recipient: PlayerId) -> str:
    values = {
        "who": names.bold(game, controller),
        "source": names.player(game, source),
        "recipient": names.player(game, recipient),
        "rule": rule(game.rules.edition, "shield"),
    }
    if shield_applies(game, controller, source=source, recipient=recipient):
        return tr("{who}'s effects can prevent damage from {source} to {recipient} (CR {rule}).", **values)
    if shield_applies(game, controller, source=source):
        text = mark(
            "{who}'s effects can prevent damage from {source} to {recipient} only if they prevent "
            "damage dealt by {source} to any recipient (CR {rule})."
        )
    elif shield_applies(game, controller, recipient=recipient):
        text = mark(
            "{who}'s effects can prevent damage from {source} to {recipient} only if they prevent "
            "damage dealt to {recipient} from any source (CR {rule})."
        )
    else:
        text = mark("{who}'s effects can't prevent damage from {source} to {recipient} (CR {rule}).")
    return tr(text, **values)


def _names(game: Game, ids: tuple[PlayerId, ...]) -> str:
    return listed(names.player(game, id) for id in ids) or tr("no one")
