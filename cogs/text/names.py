"""The names of players, teams, owners of totals and turns, commanders and effects, as safe Markdown.

A restart leaves out those who had lost, so the log may mention people who are no longer in the game.
"""

from collections.abc import Iterable, Mapping

from cogs.text.formatting import comma_separated, escape, strong
from cogs.text.language import mark, tr, trn
from cogs.text.typed import forms
from rules.game.game import Game
from rules.game.parts import (
    Afterwards,
    CommanderId,
    Effect,
    EffectKind,
    PlanarFace,
    PlayerId,
    TotalOwner,
    TurnOwner,
)
from rules.game.tallies import Due, GameTally, Reminder
from rules.players.commanders import find_commander
from rules.players.roles import role_named
from rules.setup.seating_plan import ARCHENEMY, HEROES, TEAM_NAMES

THINGS = frozenset(
    (
        *("poison", "energy", "experience", "rad", "ticket", "acorn"),
        *("monarch", "initiative", "city's blessing", "enduring story", "speed", "the Ring", "dungeon"),
        "storm",
    )
)
"""Kinds of counters, designations and other counted things that the rules know."""

TEAM_NAMES_AND_ROLES = frozenset((ARCHENEMY, HEROES, *TEAM_NAMES))
"""The teams that lobbies offer."""

EFFECT_NAMES: Mapping[EffectKind, str] = {
    EffectKind.CANT_GAIN_LIFE: "can't gain life",
    EffectKind.CANT_LOSE_LIFE: "can't lose life",
    EffectKind.CANT_PAY_LIFE: "can't pay life",
    EffectKind.CANT_LOSE_GAME: "can't lose the game",
    EffectKind.CANT_WIN_GAME: "can't win the game",
    EffectKind.NO_LOSS_AT_ZERO_LIFE: "doesn't lose for having 0 or less life",
    EffectKind.CANT_GET_POISON: "can't get poison counters",
    EffectKind.CANT_BECOME_MONARCH: "can't become the monarch",
    EffectKind.MULTIPLY_LIFE_GAIN: "gains {n} times as much life",
    EffectKind.MULTIPLY_LIFE_LOSS: "loses {n} times as much life",
    EffectKind.LOSS_SETS_LIFE: "life becomes {n} instead of losing life",
    EffectKind.DAMAGE_CAUSES_NO_LOSS: "damage doesn't cause life loss",
    EffectKind.DAMAGE_LIFE_FLOOR: "damage can't reduce life below {n}",
    EffectKind.REPLACE_GAME_LOSS: "life becomes {n} instead of losing the game, once",
    EffectKind.LIFE_CANT_CHANGE: "life total can't change",
    EffectKind.GAIN_BECOMES_LOSS: "loses life instead of gaining it",
    EffectKind.ADD_LIFE_GAIN: "gains {n} more life each time",
    EffectKind.NO_LIFE_GAIN: "gains no life instead",
    EffectKind.WIN_AT_EMPTY_LIBRARY: "wins instead of drawing from an empty library",
    EffectKind.PREVENT_DAMAGE: "all damage is prevented",
    EffectKind.PREVENT_NEXT_DAMAGE: "the next {n} damage is prevented",
    EffectKind.PREVENT_SOME_DAMAGE: "{n} of any damage is prevented each time",
    EffectKind.PREVENT_HALF_DAMAGE: "half of any damage is prevented, rounded up",
    EffectKind.HALVE_DAMAGE_DOWN: "damage is halved, rounded down",
    EffectKind.HALVE_DAMAGE_UP: "damage is halved, rounded up",
    EffectKind.MULTIPLY_DAMAGE: "is dealt {n} times as much damage",
    EffectKind.MULTIPLY_DAMAGE_DEALT: "deals {n} times as much damage",
    EffectKind.ADD_DAMAGE: "is dealt {n} more damage each time",
    EffectKind.REDIRECT_NEXT_DAMAGE: "the next {n} damage is dealt to another player",
    EffectKind.DAMAGE_CANT_BE_PREVENTED: "damage can't be prevented",
    EffectKind.DAMAGE_AS_INFECT: "damage gives poison counters instead",
    EffectKind.CANT_PAY_LIFE_TO_CAST: "can't pay life to cast spells or activate abilities",
    EffectKind.MULTIPLY_COUNTERS_PUT: "puts {n} times as many counters on players",
    EffectKind.HALVE_COUNTERS_PUT: "puts half as many counters on players, rounded down",
    EffectKind.ADD_COUNTERS: "gets {n} more counters each time",
    EffectKind.CANT_GET_COUNTERS: "can't get counters",
}
"""Names of continuous effects, with a place for the number that some have."""

AFTERWARDS: Mapping[Afterwards, str] = {
    Afterwards.DEAL_BACK: mark("and dealt back"),
    Afterwards.GAIN: mark("and gained as life"),
}
"""Texts for an effect that follows the prevented damage."""

PLANAR_FACES: Mapping[PlanarFace, str] = {
    PlanarFace.PLANESWALK: mark("planeswalk"),
    PlanarFace.CHAOS: mark("chaos"),
    PlanarFace.BLANK: mark("blank"),
}
"""The faces of the planar die."""


def player_name(game: Game, id: PlayerId) -> str:
    """Return a player's name; one left out by a restart as a mention, or by the guest seat's name."""
    for one in game.players:
        if one.id == id:
            return escape(one.name)
    return f"<@{id}>" if id.isdigit() else escape(id.removeprefix("guest:"))


def bold_name(game: Game, id: PlayerId) -> str:
    """Return a player's name in bold."""
    return strong(player_name(game, id))


def life_holder(game: Game, holder: TotalOwner) -> str:
    """Return the name of a life total's owner: a team that shares it, or a player."""
    for side in game.sides:
        if side.id == holder and side.is_team:
            return escape(team(side.name))
    return player_name(game, holder)


def counter_holder(game: Game, who: PlayerId, kind: str) -> str:
    """Return the name of the owner of a player's counters of a kind."""
    return life_holder(game, game.counter_holder(who, kind) if knows(game, who) else who)


def taker(game: Game, who: TurnOwner) -> str:
    """Return the name of a turn's owner: a player, or a team."""
    return life_holder(game, who) if game.rules.shared_turns else player_name(game, who)


def team(name: str) -> str:
    """Return a team's name as it is, or in the language if it is one that lobbies offer."""
    return tr(name) if name in TEAM_NAMES_AND_ROLES else name


def team_forms(name: str) -> Iterable[str]:
    """Return the possible texts for a team: its name, in every language if lobbies offer it."""
    return (name, *forms(name)) if name in TEAM_NAMES_AND_ROLES else (name,)


def plural(name: str) -> bool:
    """Return whether a team's name is a plural, which needs plural verbs."""
    return name == HEROES


def commander_name(game: Game, id: CommanderId) -> str:
    """Return a commander's name, with its owner if others have the same one, or its owner's commander if it
    is unnamed."""
    card, (owner, _, number) = find_commander(game, id), id.rpartition(":")
    if card is not None:
        title = escape(card.name)
        called = [one.name.casefold() for each in game.players for one in each.commanders]
        return f"{title} ({player_name(game, owner)})" if called.count(card.name.casefold()) > 1 else title
    if number == "1":
        return tr("{owner}'s commander", owner=player_name(game, owner))
    return tr("{owner}'s commander {number}", owner=player_name(game, owner), number=number)


def knows(game: Game, id: PlayerId) -> bool:
    """Return whether this player is in the present game."""
    return any(one.id == id for one in game.players)


def role_name(game: Game, key: str) -> str:
    """Return the name of a role in the game, by its key."""
    known = role_named(game, key)
    return key if known is None else tr(known.name)


def thing(name: str) -> str:
    """Return the name of a kind of counter or a designation: the rules' own translated, others as safe
    Markdown."""
    return tr(name) if name in THINGS else escape(name)


def counters(kind: str, n: int) -> str:
    """Return a number of counters of a kind: "3 poison counters"."""
    match kind:
        case "poison":
            return trn("{n} poison counter", "{n} poison counters", n)
        case "energy":
            return trn("{n} energy counter", "{n} energy counters", n)
        case "experience":
            return trn("{n} experience counter", "{n} experience counters", n)
        case "rad":
            return trn("{n} rad counter", "{n} rad counters", n)
        case "ticket":
            return trn("{n} ticket counter", "{n} ticket counters", n)
        case "acorn":
            return trn("{n} acorn counter", "{n} acorn counters", n)
        case _:
            return trn("{n} {kind} counter", "{n} {kind} counters", n, kind=escape(kind))


def effect_named(game: Game, effect: Effect) -> str:
    """Return a continuous effect with its number, its damage, and how often it still applies."""
    limits: list[str] = []
    if effect.combat is not None:
        limits.append(tr("combat damage only") if effect.combat else tr("noncombat damage only"))
    if effect.commander is not None:
        limits.append(tr("only from {who}", who=commander_name(game, effect.commander)))
    elif effect.dealt_by is not None:
        limits.append(tr("only from {who}", who=player_name(game, effect.dealt_by)))
    if effect.creatures:
        limits.append(tr("damage by creatures only"))
    if effect.during is not None:
        limits.append(tr("in {taker}'s turns only", taker=taker(game, effect.during)))
    if effect.life_at_most is not None:
        limits.append(tr("with {n} or less life", n=effect.life_at_most))
    if effect.to is not None:
        limits.append(tr("to {who}", who=player_name(game, effect.to)))
    if effect.afterwards is not None:
        limits.append(tr(AFTERWARDS[effect.afterwards]))
    if effect.times is not None:
        limits.append(trn("{n} time", "{n} times", effect.times))
    what = tr(EFFECT_NAMES[effect.kind], n=effect.n)
    return what + tr(" ({limits})", limits=comma_separated(limits)) if limits else what


def effect_in_force(game: Game, effect: Effect) -> str:
    """Return a continuous effect with its duration."""
    what = effect_named(game, effect)
    if effect.until_turn_of is not None:
        return what + tr(", until {taker}'s next turn", taker=taker(game, effect.until_turn_of))
    if effect.passing and effect.until_end_of is not None:
        return what + tr(", until the end of {taker}'s next turn", taker=taker(game, effect.until_end_of))
    return what + until_end(game, effect.until_end_of)


def effect_with_source(game: Game, effect: Effect) -> str:
    """Return the effect with its card, and its controller if that isn't the affected player."""
    what = effect_in_force(game, effect)
    controller = player_name(game, effect.source) if effect.source not in (None, effect.on) else ""
    card = escape(effect.card)
    source = f"{card} ({controller})" if card and controller else card or controller
    return what + tr(", from {who}", who=source) if source else what


def until_end(game: Game, who: TurnOwner | None) -> str:
    """Return a duration that ends with a player's turn; empty for an unlimited one."""
    if who is None:
        return ""
    if who in game.active_takers:
        return tr(", until end of turn")
    return tr(", until the end of {taker}'s turn", taker=taker(game, who))


def tally_of(game: Game, one: GameTally) -> str:
    """Return a tally with its player in bold; itself in bold if it is the table's."""
    called = thing(one.label)
    return strong(called) if one.who is None else f"{bold_name(game, one.who)} {called}"


def reminder_text(game: Game, one: Reminder) -> str:
    """Return a reminder's text and time."""
    return f"{escape(one.text)} ({reminder_time(game, one)})"


def reminder_time(game: Game, one: Reminder) -> str:
    """Return a reminder's time in words."""
    whose = taker(game, one.turn_of)
    match one.due:
        case Due.UPKEEP:
            return tr("{taker}'s next upkeep", taker=whose)
        case Due.TURN:
            return tr("{taker}'s next turn", taker=whose)
        case Due.END:
            return tr("end of {taker}'s turn", taker=whose)
