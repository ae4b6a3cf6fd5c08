"""From an operation of the vocabulary to the actions of the engine that carry it out."""

from collections.abc import Callable

from rules.actions.action import Action
from rules.actions.commanders import CastCommander
from rules.actions.continuous_effects import BeginEffect, ChangeSourceControl, EndEffect, RemoveSource
from rules.actions.counters import AddCounters, DoubleCounters, Proliferate, RemoveCounters, ResolveRad
from rules.actions.damage import DealDamage
from rules.actions.designations import (
    BecomeDayOrNight,
    BecomeMonarch,
    CastSpell,
    Designate,
    EndDayNight,
    LoseDesignation,
    ResolveRoom,
    StartEngines,
    TakeInitiative,
    TemptWithRing,
    Venture,
)
from rules.actions.endings import (
    AgreeDraw,
    Concede,
    CreditKnockOut,
    Depart,
    DrawGame,
    Loop,
    LoseGame,
    Penalise,
    RestartGame,
    ShowRole,
    WinGame,
)
from rules.actions.library import DrawCards, KeepHand, TakeMulligan
from rules.actions.life import (
    DrainLife,
    ExchangeLife,
    ExchangeLifeWithNumber,
    GainLife,
    LoseLife,
    MultiplyLife,
    PayLife,
    RedistributeLife,
    SetLife,
)
from rules.actions.table import Check, InOrder, RollPlanarDie, Simultaneous, Together
from rules.actions.tallies import AddToTally, Remind, RemoveReminder, RemoveTally
from rules.actions.turns import (
    BeginTurn,
    ChangePhase,
    ControlTurn,
    EndTurn,
    GrantExtraTurn,
    GrantSkip,
    ReverseTurnOrder,
)
from rules.actions.votes import CallVote, CastVote, DeclineVotes
from rules.events.turns import TurnBegan
from rules.game.game import Game
from rules.game.parts import (
    DayNight,
    EffectKind,
    PlanarFace,
    PlayerId,
    Scope,
    SecretRoles,
    TurnKind,
    TurnOwner,
    TurnPart,
)
from rules.game.tallies import Due
from rules.refusal import Refusal
from rules.resolution import Resolution
from tests.conformance.case import Fields, Unsupported
from tests.conformance.setting import duration, effect_of
from tests.conformance.targets import affected, amount_of, players

Operation = Callable[[Game, Fields], Action]


def taker(game: Game, name: str) -> TurnOwner:
    """Who takes turns as a player or as the team of that player."""
    return name if name in game.takers else game.taker_of(name)


def _damage(game: Game, op: Fields) -> Action:
    controller, amount = op.optional_text("controller"), amount_of(op.get("amount"))
    to = players(game, op.get("to"), controller)
    if isinstance(amount, int):
        amount = max(0, amount - _prevented(op, amount))
    op.known("copy_of_commander")
    shield = _shield(game, Fields("prevent_shield", op.by_name("prevent_shield")), to)
    damage = DealDamage(
        to=to,
        amount=amount,
        by=controller,
        combat=op.flag("combat"),
        infect=op.flag("infect"),
        toxic=op.number("toxic", 0),
        lifelink=op.flag("lifelink"),
        commander=op.optional_text("commander"),
        unpreventable=op.flag("unpreventable"),
        creature=op.flag("creature"),
        shielded=op.number("shielded") if "shielded" in op else None,
        order=tuple(EffectKind(kind) for kind in op.names("order")),
    )
    return damage if shield is None else InOrder(actions=(shield, damage))


def _prevented(op: Fields, amount: int) -> int:
    """How much of the damage is prevented: all of it, or a number."""
    if isinstance(op.get("prevented"), bool):
        return amount if op.flag("prevented") else 0
    return op.number("prevented", 0)


def _shield(game: Game, shield: Fields, to: tuple[PlayerId, ...]) -> Action | None:
    """A prevention effect that begins before the damage: of an amount, or of all of it (801.13b)."""
    owner = shield.optional_text("controller")
    amount = shield.number("amount") if "amount" in shield else None
    by_source, by_recipient = "source_filter" in shield, "recipient" in shield
    shield.known("source_filter", "recipient", "unspecified")
    shield.finish()
    if owner is None:
        return None
    return BeginEffect(
        who=to if by_recipient else tuple(one.id for one in game.remaining),
        kind=EffectKind.PREVENT_DAMAGE if amount is None else EffectKind.PREVENT_NEXT_DAMAGE,
        n=amount,
        source=owner,
        ranged=True,
        creatures=by_source,
        scope=Scope.NAMED if by_recipient else Scope.PLAYERS,
    )


def _pay(game: Game, op: Fields) -> Action:
    value = op.get("amount")
    if isinstance(value, dict) and "of" not in value:
        return PayLife(payments={id: amount_of(one) for id, one in value.items()})
    return PayLife(payments={op.text("who"): amount_of(value)}, resolving=op.flag("resolving"))


def _half(game: Game, op: Fields) -> Action:
    return LoseLife(who=players(game, op.get("who")), amount=amount_of(f"half_{op.text('round')}"))


def _exchange(game: Game, op: Fields) -> Action:
    if isinstance(op.get("b"), int):
        return ExchangeLifeWithNumber(who=op.text("a"), number=op.number("b"))
    return ExchangeLife(a=op.text("a"), b=op.text("b"), by=op.optional_text("controller"))


def _exchange_with_number(game: Game, op: Fields) -> Action:
    """A life total and a number such as a creature's power (701.12g)."""
    who = op.optional_text("who") or op.text("a")
    number = next(key for key in ("number", "n", "with", "b") if key in op or key == "b")
    return ExchangeLifeWithNumber(who=who, number=op.number(number))


def _set_life(game: Game, op: Fields) -> Action:
    """A team with one total has one life to set, through any of its members."""
    who = players(game, op.get("who"))
    chosen = {game.player(id).side: id for id in who} if op.get("who") in game.life else {}
    return SetLife(to=dict.fromkeys(who, op.number("to")), chosen=chosen)


def _set_each(game: Game, op: Fields) -> Action:
    chosen = {team: str(id) for team, id in op.by_name("chosen").items()}
    return SetLife(to=op.numbers("to"), chosen=chosen, by=op.optional_text("controller"))


def _lose_life(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return LoseLife(who=who, amount=amount_of(op.get("amount")), by=controller, ranged=True)


def _lose_game(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return LoseGame(who=who, by=controller)


def _drain(game: Game, op: Fields) -> Action:
    """Players lose life, and the controller gains what was lost in all, or `gain`."""
    who, controller = affected(game, op)
    gain = op.number("gain") if "gain" in op else None
    return DrainLife(who=who, amount=amount_of(op.get("amount")), by=controller or "", gain=gain, ranged=True)


def _gain_life(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return GainLife(who=who, amount=amount_of(op.get("amount")), by=controller, ranged=True)


def _add_counter(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return AddCounters(who=who, kind=op.text("kind"), n=op.number("n"), by=controller, ranged=True)


def _proliferate(game: Game, op: Fields) -> Action:
    by = op.text("who")
    return Proliferate(chosen=players(game, op.get("chosen"), by), by=by)


def _remove_counter(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return RemoveCounters(
        who=who,
        kind=op.text("kind"),
        n=op.number("n"),
        as_cost=op.flag("as_cost"),
        by=controller,
        ranged=True,
    )


def _draw_cards(game: Game, op: Fields) -> Action:
    (who, by), n = affected(game, op), op.number("n", 1)
    return Together(actions=tuple(DrawCards(who=one, n=n, by=by) for one in who))


def _cast_spell(game: Game, op: Fields) -> Action:
    return Together(actions=(CastSpell(who=op.text("who")),) * op.number("n", 1))


def _concede(game: Game, op: Fields) -> Action:
    # Being controlled by someone else changes nothing (723.6).
    op.known("controlled_by", "reason")
    return Concede(who=op.text("who"), by=op.optional_text("by"))


def _restart(game: Game, op: Fields) -> Action:
    dealt = op.names("roles")
    return RestartGame(by=op.text("controller"), secret_roles=SecretRoles(order=dealt) if dealt else None)


def _leave(game: Game, op: Fields) -> Action:
    """Players leave at once, for a reason that the engine has an action for or for any other."""
    who, reason = players(game, op.get("who")), op.optional_text("reason")
    match reason:
        case "concession" | "concede" | "conceded":
            return Together(actions=tuple(Concede(who=id) for id in who))
        case "judge" | "judge_penalty" | "penalty" | "judge_loss":
            return Together(actions=tuple(Penalise(who=id) for id in who))
        case "effect" | "lose_effect" | "lose_game":
            return LoseGame(who=who)
        case _:
            return Depart(who=who)


def _add_effect(game: Game, op: Fields) -> Action:
    effect = effect_of(game, op, 0)
    return BeginEffect(
        who=(effect.on,),
        kind=effect.kind,
        n=effect.n,
        source=effect.source,
        ranged=True,
        until_turn_of=effect.until_turn_of,
        until_end_of=effect.until_end_of,
        times=effect.times,
        combat=effect.combat,
        dealt_by=effect.dealt_by,
        commander=effect.commander,
        creatures=effect.creatures,
        during=effect.during,
        life_at_most=effect.life_at_most,
        passing=effect.passing,
        to=effect.to,
        afterwards=effect.afterwards,
        card=effect.card,
        scope=effect.scope,
    )


def _card_gone(game: Game, op: Fields) -> Action:
    """A card that makes effects has left the battlefield."""
    return RemoveSource(object=0, who=op.text("controller"), card=op.text("card"))


def _card_control(game: Game, op: Fields) -> Action:
    """Another player controls a card that makes effects."""
    return ChangeSourceControl(object=0, who=op.text("controller"), card=op.text("card"), to=op.text("to"))


def _remove_effect(game: Game, op: Fields) -> Action:
    return EndEffect(who=players(game, op.get("on")), kind=EffectKind(op.text("effect")))


def _loop(game: Game, op: Fields) -> Action:
    # 732.5 and 732.6: neither of the two is an optional action of the loop itself.
    op.known("outside_breaker", "unless_action_declined")
    return Loop(controllers=op.names("controllers"), optional=op.flag("optional"))


def _engines(game: Game, op: Fields) -> Action:
    if op.text("keyword").rstrip("!").casefold() != "start your engines":
        raise Unsupported(f"unsupported keyword: {op.text('keyword')}")
    return StartEngines(who=op.text("who"))


def _main_phase(game: Game, op: Fields) -> Action:
    milled = Fields("milled", op.by_name("milled"))
    nonlands = milled.number("nonland", 0)
    milled.known("land")
    milled.finish()
    return ResolveRad(who=op.text("who"), nonlands=nonlands)


def _venture(game: Game, op: Fields) -> Action:
    room = op.get("room")
    return Venture(
        who=op.text("who"), into=op.optional_text("dungeon"), room=None if room is None else str(room)
    )


class BeginSomeTurn(Action, frozen=True, kw_only=True):
    """Begins a turn in a Grand Melee, with any marker: ranges are fixed again."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        number, rule = resolution.game.turn.number + 1, resolution.rule("turn")
        resolution.record(TurnBegan(taker=self.who, kind=TurnKind.NORMAL, number=number, rule=rule))


def _begin_turn(game: Game, op: Fields) -> Action:
    who = op.text("who")
    return BeginSomeTurn(who=who) if game.rules.markers else BeginTurn(taker=taker(game, who))


def _end_turn(game: Game, op: Fields) -> Action:
    return EndTurn(marker=op.number("marker") if "marker" in op else None)


def _extra_turn(game: Game, op: Fields) -> Action:
    same = op.flag("same_effect") if "same_effect" in op else True
    return GrantExtraTurn(who=players(game, op.get("who")), same_effect=same)


def _skip_turn(game: Game, op: Fields) -> Action:
    """One effect on several players; a team that takes turns together skips one of them (805.8), and one for
    each player if every one has their own effect."""
    who = players(game, op.get("who"))
    if op.flag("same_effect") or "same_effect" not in op:
        who = tuple({game.taker_of(id): id for id in who}.values())
    return Together(actions=tuple(GrantSkip(who=id) for id in who))


def _phase(game: Game, op: Fields, *, added: bool) -> Action:
    return ChangePhase(who=players(game, op.get("who")), part=TurnPart(op.text("phase")), added=added)


def _agree(game: Game, op: Fields) -> Action:
    if set(players(game, op.get("who") or "all")) != {player.id for player in game.remaining}:
        raise Refusal("not_agreed")
    return AgreeDraw()


def _offer_draw(game: Game, op: Fields) -> Action:
    """Some players agree to a draw, and perhaps others later."""
    return AgreeDraw(by=players(game, op.get("who")))


def _day_night(game: Game, op: Fields) -> Action:
    return BecomeDayOrNight(to=DayNight(op.text("to")))


def _together(game: Game, op: Fields) -> Action:
    return Together(actions=tuple(action(game, part) for part in op.objects("ops")))


def _one_event(game: Game, op: Fields) -> Action:
    """What players did at the same time, concessions too (104.4a)."""
    return Simultaneous(actions=tuple(action(game, part) for part in op.objects("ops")))


def _in_order(game: Game, op: Fields) -> Action:
    """What one spell or ability says, in the order of its text (608.2c)."""
    return InOrder(actions=tuple(action(game, part) for part in op.objects("ops")))


def _tally(game: Game, op: Fields) -> Action:
    """A tally of `who`, or of the "table", goes up by `n`; `until` is a duration, as effects have it."""
    return AddToTally(
        who=_tallying(game, op),
        label=op.text("tally"),
        n=op.number("n", 1),
        until_end_of=duration(game, op)[1],
    )


def _remove_tally(game: Game, op: Fields) -> Action:
    """The tally goes down by `n`, or is removed where that is missing."""
    n = op.number("n") if "n" in op else None
    return RemoveTally(who=_tallying(game, op), label=op.text("tally"), n=n)


def _tallying(game: Game, op: Fields) -> tuple[PlayerId, ...]:
    return () if op.get("who") == "table" else players(game, op.get("who"))


def _remind(game: Game, op: Fields) -> Action:
    """`who` is to be reminded of a `text` in the next turn of `turn_of`, by default their own: `at` the
    "turn"'s beginning, its "upkeep" or its "end"."""
    turn_of = op.optional_text("turn_of") or op.text("who")
    return Remind(
        who=op.text("who"), text=op.text("text"), turn_of=taker(game, turn_of), due=Due(op.text("at"))
    )


def _roll_planar_die(game: Game, op: Fields) -> Action:
    """`who` has rolled a `face` of the planar die, perhaps `by_effect`."""
    face = PlanarFace(op.text("face"))
    return RollPlanarDie(who=op.text("who"), face=face, by_effect=op.flag("by_effect"))


def _call_vote(game: Game, op: Fields) -> Action:
    """Players vote on a `question`, starting with `who`; `extra` are additional votes."""
    return CallVote(
        who=op.text("who"),
        question=op.text("question"),
        choices=op.names("choices"),
        extra=op.numbers("extra"),
    )


def _cast_vote(game: Game, op: Fields) -> Action:
    """`who` votes `for` one of the choices."""
    choice = op.text("for")
    return CastVote(who=op.text("who"), choice=-1 if game.vote is None else game.vote.choices.index(choice))


OPERATIONS: dict[str, Operation] = {
    "damage": _damage,
    "card_control": _card_control,
    "card_gone": _card_gone,
    "lose_life": _lose_life,
    "gain_life": _gain_life,
    "drain": _drain,
    "pay_life": _pay,
    "set_life": _set_life,
    "set_life_each": _set_each,
    "double_life": lambda game, op: MultiplyLife(
        who=players(game, op.get("who")), by=op.optional_text("controller"), ranged=True
    ),
    "lose_half_life": _half,
    "exchange_life": _exchange,
    "exchange_life_with_number": _exchange_with_number,
    "redistribute": lambda game, op: RedistributeLife(to=op.numbers("to"), by=op.optional_text("controller")),
    "add_counter": _add_counter,
    "remove_counter": _remove_counter,
    "double_counters": lambda game, op: DoubleCounters(
        who=op.text("who"), kind=op.text("kind"), by=op.optional_text("controller")
    ),
    "proliferate": _proliferate,
    "draw_cards": _draw_cards,
    "simultaneous": _together,
    "one_event": _one_event,
    "in_order": _in_order,
    "priority": lambda game, op: Check(),
    "concede": _concede,
    "leave": _leave,
    "credit": lambda game, op: CreditKnockOut(who=op.text("who"), by=op.optional_text("by")),
    "show_role": lambda game, op: ShowRole(who=op.text("who")),
    "judge_loss": lambda game, op: Penalise(who=op.text("who")),
    "lose_game": _lose_game,
    "win_game": lambda game, op: WinGame(
        who=op.text("who"), also_loses=players(game, op.get("also_loses") or [])
    ),
    "draw_game": lambda game, op: DrawGame(by=op.text("controller")),
    "mandatory_loop": _loop,
    "fragmented_loop": lambda game, op: Loop(controllers=op.names("players"), optional=True),
    "agree_draw": _agree,
    "offer_draw": _offer_draw,
    "add_effect": _add_effect,
    "remove_effect": _remove_effect,
    "add_to_tally": _tally,
    "remove_tally": _remove_tally,
    "remind": _remind,
    "remove_reminder": lambda game, op: RemoveReminder(who=op.text("who"), text=op.text("text")),
    "roll_planar_die": _roll_planar_die,
    "call_vote": _call_vote,
    "vote": _cast_vote,
    "decline_votes": lambda game, op: DeclineVotes(who=op.text("who")),
    "begin_turn": _begin_turn,
    "end_turn": _end_turn,
    "extra_turn": _extra_turn,
    "skip_turn": _skip_turn,
    "reverse_turn_order": lambda game, op: ReverseTurnOrder(),
    "extra_phase": lambda game, op: _phase(game, op, added=True),
    "skip_phase": lambda game, op: _phase(game, op, added=False),
    "control_turn": lambda game, op: ControlTurn(who=op.text("who"), by=op.text("by")),
    "restart": _restart,
    "mulligan": lambda game, op: TakeMulligan(who=op.text("who")),
    "keep": lambda game, op: KeepHand(who=op.text("who")),
    "cast_commander": lambda game, op: CastCommander(who=op.text("who"), commander=op.text("commander")),
    "cast_spell": _cast_spell,
    "gain_permanent": _engines,
    "precombat_main": _main_phase,
    "ring_tempts": lambda game, op: TemptWithRing(who=op.text("who")),
    "designate": lambda game, op: Designate(who=op.text("who"), name=op.text("name")),
    "lose_designation": lambda game, op: LoseDesignation(
        who=op.text("who"), name=op.text("name"), levels=op.number("levels") if "levels" in op else None
    ),
    "end_day_night": lambda game, op: EndDayNight(),
    "venture": _venture,
    "room_ability_left_stack": lambda game, op: ResolveRoom(who=op.text("who")),
    "become_monarch": lambda game, op: BecomeMonarch(who=op.text("who")),
    "take_initiative": lambda game, op: TakeInitiative(who=op.text("who")),
    "become_day_or_night": _day_night,
}


def action(game: Game, op: Fields) -> Action:
    """The action that an operation is, read against the game that it happens in."""
    name = op.text("op")
    if name not in OPERATIONS:
        raise Unsupported(f"unsupported op: {name}")
    op.where = name
    found = OPERATIONS[name](game, op)
    # What a leaver's objects on the stack would have done doesn't happen (800.4a): nothing is left to do.
    op.known("on_stack_when_left")
    op.finish()
    return found
