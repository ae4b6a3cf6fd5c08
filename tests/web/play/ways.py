"""A step that a command says, on the board, in the forms of the panel and on a remote.

Each way makes of the command what is tapped or sent there, None if the step can't be said so. The
players are those of docs/situations.md, and Ana enters it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from cogs.board.panel_view import LIFE_ROWS, LISTED_LIFE, USUAL_HITS
from cogs.core.targets import EACH_OPPONENT, EACH_PLAYER, LEFT
from cogs.entry.options import COUNTER_KINDS, DESIGNATIONS, HITS, LIFE_STEPS
from cogs.play.effects.sources import COMMON_SOURCES
from tests.support.situations import Step, Tap

NAMES = ("Ana", "Ben", "Cy", "Dee")
OWNERS = {"Tana": "Ana", "Krenko": "Ben"}
MEANT = {LEFT: "Ben"}
"""Whom words mean while Ana begins."""
Taps: TypeAlias = Sequence[Tap]
Press: TypeAlias = tuple[str, Mapping[str, object]]
MORE = Tap("More…")


def who_of(step: Step) -> str:
    """Return whom the step is about, as typed (default: Ana)."""
    typed = step.options.get("who", "Ana")
    return MEANT.get(typed, typed)


def has_only(step: Step, *options: str) -> bool:
    """Return whether the command has no other options than these."""
    return step.options.keys() <= {*options}


def signed(amount: int) -> str:
    """A change as buttons have it."""
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def change_of_life(step: Step) -> int | None:
    """By how much the step changes a life total, if it says no more than that."""
    if step.command not in ("life lose", "life gain") or not has_only(step, "amount", "who"):
        return None
    amount = int(step.options["amount"])
    return amount if step.command == "life gain" else -amount


def counters(step: Step) -> tuple[str, int] | None:
    """Which counters a player gets, and how many; negative, if they are lost."""
    commands = {"poison": 1, "counter add": 1, "counter remove": -1}
    if step.command not in commands or not has_only(step, "amount", "kind", "who"):
        return None
    kind = step.options.get("kind", "poison")
    return (kind, commands[step.command] * int(step.options.get("amount", "1")))


def designation(step: Step) -> str | None:
    """Return the key of the designation that a player gets; None for another command."""
    what = step.command.removeprefix("designate ")
    return what if what in DESIGNATIONS and has_only(step, "who") else None


def panel_of(who: str) -> Taps | None:
    """Return the taps that open the panel for a player or a group."""
    if who in NAMES:
        return [Tap("±", who)]
    if who == EACH_OPPONENT:
        return [Tap("Others…")]
    return [Tap("Others…"), Tap("Player or group…", who)] if who == EACH_PLAYER else None


def on_the_board(step: Step) -> Taps | None:
    """Buttons and lists of the board and of the panel: nothing is typed."""
    opened, change = panel_of(who_of(step)), change_of_life(step)
    if opened is None:
        return None
    if change is not None:
        return _life(opened, who_of(step), change)
    if step.command == "damage" and has_only(step, "amount", "who", "commander"):
        return _hit(opened, step)
    if counters(step) == ("poison", 1):
        return [*opened, Tap("poison +1")]
    if (what := designation(step)) is not None:
        return [*opened, MORE, Tap(DESIGNATIONS[what][0])]
    if step.options:
        return _effects(step)
    simple: Mapping[str, Taps] = {
        "turn next": [Tap("Pass turn")],
        "commander cast": [Tap("Cast")],
        "concede": [*opened, MORE, Tap("Concede")],
        "hold": [MORE, Tap("Hold")],
        "release": [Tap("Release")],
        "undo": [Tap("Undo")],
    }
    return simple.get(step.command)


def _life(opened: Taps, who: str, change: int) -> Taps | None:
    if who == "Ana" and change in LIFE_STEPS:
        return [Tap(signed(change))]
    if any(change in row for row in LIFE_ROWS):
        return [*opened, Tap(signed(change))]
    return [*opened, Tap("Another amount of life…", signed(change))] if change in LISTED_LIFE else None


def _hit(opened: Taps, step: Step) -> Taps | None:
    """Combat damage by a commander."""
    card, amount = step.options.get("commander"), int(step.options["amount"])
    if card not in OWNERS or who_of(step) not in NAMES:
        return None
    if OWNERS[card] == "Ana" and amount in USUAL_HITS:
        return [*opened, Tap(str(amount))]
    chosen = Tap("Commander…", f"{card} ({OWNERS[card]})")
    return [*opened, Tap("Commander…"), chosen, Tap(str(amount))] if amount in HITS else None


def _effects(step: Step) -> Taps | None:
    """The list of effects, in which the commonest begin, and all end."""
    listed = [MORE, Tap("Effects…")]
    match step.command, step.options:
        case "card", {"name": card} if card in COMMON_SOURCES and has_only(step, "name"):
            return [*listed, Tap("Begin an effect…", card)]
        case "effect gone", {"card": card}:
            return [*listed, Tap(f"{card} (Ana): gone")]
        case "effect control", {"card": _, "to": to}:
            return [*listed, Tap("New controller…"), Tap(to)]
        case _:
            return None


def in_the_panel(step: Step) -> Taps | None:
    """The panel's forms for life, damage and counters."""
    form = _damage(step) or _counters(step) or _life_form(step)
    if form is None:
        return None
    whom, title, filled = form
    opened = panel_of(whom)
    return None if opened is None else [*opened, MORE, Tap(title, "; ".join(filled))]


Form: TypeAlias = tuple[str, str, Sequence[str]]
"""Whom the panel is for, the form's title, and what is filled in."""


def _each(step: Step) -> tuple[str, str]:
    """For whom the panel is opened, and the amounts typed: one, or each player's own."""
    amount, who = step.options["amount"], who_of(step)
    if "," not in who:
        return who, amount
    parts = [part.strip() for part in who.split(",")]
    return parts[0].split(" ")[0], ", ".join(
        part if part[-1].isdigit() else f"{part} {amount}" for part in parts
    )


def _damage(step: Step) -> Form | None:
    ticked = ("combat", "infect", "lifelink", "unpreventable")
    if step.command != "damage" or not has_only(step, "amount", "who", "from", "toxic", "commander", *ticked):
        return None
    whom, amounts = _each(step)
    filled = [amounts, *(one for one in ticked if step.options.get(one) == "True")]
    filled += ["noncombat"] if step.options.get("combat") == "False" else []
    filled += [f"Toxic {step.options['toxic']}"] if "toxic" in step.options else []
    card = step.options.get("commander")
    filled += [f"{card} ({OWNERS[card]})"] if card is not None else []
    filled += [step.options["from"]] if "from" in step.options else []
    return whom, "Damage…", filled


def _counters(step: Step) -> Form | None:
    changed = counters(step)
    if changed is None:
        return None
    kind, amount = changed
    way = ["Remove counters"] if amount < 0 else []
    named = kind if kind in COUNTER_KINDS else f"Custom kind {kind}"
    return who_of(step), "Counters…", [str(abs(amount)), named, *way]


def _life_form(step: Step) -> Form | None:
    if "from" in step.options or "resolving" in step.options:
        return None
    who = who_of(step)
    match step.command, step.options:
        case "life lose" | "life gain" | "life pay", _:
            whom, amounts = _each(step)
            what = {"life lose": "Lose life", "life gain": "Gain life", "life pay": "Pay life"}
            return whom, "Life…", [amounts, what[step.command]]
        case "life set", {"to": total}:
            return who, "Life…", [total, "Set life total"]
        case "life double", _:
            return who, "Life…", ["Double life"]
        case "life halve", {"rounded": rounded}:
            return who, "Life…", [f"Lose half, rounded {rounded}"]
        case "life exchange", {"a": "Ana", "b": other}:
            return other, "Life…", ["Exchange totals with a player"]
        case "life exchange", {"a": one, "number": number}:
            return one, "Life…", [number, "Exchange total with a number"]
        case "life each", {"totals": totals}:
            return who, "Life…", ["Set several totals", totals]
        case "life drain", {"amount": amount}:
            once = step.options.get("gain")
            how = "gain all that is lost" if once is None else "gain the amount once"
            return (EACH_OPPONENT, "Life…", [amount, f"Drain: {how}"]) if once in (None, amount) else None
        case _:
            return None


def on_a_remote(step: Step) -> Press | None:
    """A press of a remote, with names where it has people's ids."""
    who, change, changed = who_of(step), change_of_life(step), counters(step)
    if who not in (*NAMES, EACH_OPPONENT):
        return None
    if change is not None:
        return "life", {"who": who, "amount": change}
    if changed is not None:
        return "counter", {"who": who, "kind": changed[0], "amount": changed[1]}
    if (what := designation(step)) is not None:
        return "designate", {"who": who, "what": what}
    match step.command, step.options:
        case "damage", {"commander": card, "amount": amount} if has_only(step, "who", "commander", "amount"):
            return "combat", {"who": who, "amount": int(amount), "commander": OWNERS[card]}
        case "effect gone", {"card": card}:
            return "effect", {"what": card}
        case "effect control", {"card": card, "to": to}:
            return "effect", {"what": card, "who": to}
        case _:
            pass
    simple: Mapping[str, Press] = {
        "turn next": ("pass", {}),
        "commander cast": ("cast", {"commander": "Ana"}),
        "concede": ("concede", {}),
        "hold": ("hold", {"on": True}),
        "release": ("hold", {"on": False}),
        "undo": ("undo", {}),
    }
    return None if step.options else simple.get(step.command)


TAPPED: Mapping[str, Callable[[Step], Taps | None]] = {"board": on_the_board, "panel": in_the_panel}
