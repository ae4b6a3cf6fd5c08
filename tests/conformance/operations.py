"""From an operation of the vocabulary to the actions of the engine that carry it out."""

from collections.abc import Callable
from dataclasses import dataclass

from rules import actions as do
from rules.events import TurnBegan
from rules.game import DayNight, EffectKind, Game, PlayerId, Taker, TurnKind
from rules.game.range_of_influence import shield_applies
from rules.refusal import Refusal
from rules.resolution import Resolution
from tests.conformance.case import Fields, Unsupported
from tests.conformance.setting import effect_of
from tests.conformance.targets import affected, amount_of, in_reach, players

Operation = Callable[[Game, Fields], do.Action]


def taker(game: Game, name: str) -> Taker:
    """Who takes turns as a player or as the team of that player."""
    return name if name in game.takers else game.taker_of(name)


def _damage(game: Game, op: Fields) -> do.Action:
    controller, amount = op.optional_text("controller"), amount_of(op.get("amount"))
    to = players(game, op.get("to"), controller)
    if isinstance(amount, int):
        shield = Fields("prevent_shield", op.by_name("prevent_shield"))
        shielded = _shielded(game, shield, controller, to, amount)
        amount = max(0, amount - shielded - _prevented(op, amount))
    op.known("copy_of_commander")
    return do.DealDamage(
        to=to,
        amount=amount,
        by=controller,
        combat=op.flag("combat"),
        infect=op.flag("infect"),
        toxic=op.number("toxic", 0),
        lifelink=op.flag("lifelink"),
        commander=op.optional_text("commander"),
    )


def _prevented(op: Fields, amount: int) -> int:
    """How much of the damage is prevented: all of it, or a number."""
    if isinstance(op.get("prevented"), bool):
        return amount if op.flag("prevented") else 0
    return op.number("prevented", 0)


def _shielded(
    game: Game, shield: Fields, source: PlayerId | None, to: tuple[PlayerId, ...], amount: int
) -> int:
    """How much a shield takes off, which it does only within its controller's range (801.13b)."""
    owner = shield.optional_text("controller")
    if owner is None:
        shield.finish()
        return 0
    by_source, by_recipient = "source_filter" in shield, "recipient" in shield
    shield.known("source_filter", "recipient", "unspecified")
    most = shield.number("amount", amount)
    shield.finish()
    applies = shield_applies(
        game,
        owner,
        source=None if by_recipient else source,
        recipient=None if by_source else to[0],
    )
    return most if applies else 0


def _pay(game: Game, op: Fields) -> do.Action:
    value = op.get("amount")
    if isinstance(value, dict) and "of" not in value:
        return do.PayLife(payments={id: amount_of(one) for id, one in value.items()})
    return do.PayLife(payments={op.text("who"): amount_of(value)})


def _half(game: Game, op: Fields) -> do.Action:
    return do.LoseLife(who=players(game, op.get("who")), amount=amount_of(f"half_{op.text('round')}"))


def _exchange(game: Game, op: Fields) -> do.Action:
    if isinstance(op.get("b"), int):
        return do.ExchangeLifeWithNumber(who=op.text("a"), number=op.number("b"))
    return do.ExchangeLife(a=op.text("a"), b=op.text("b"))


def _set_life(game: Game, op: Fields) -> do.Action:
    """A team with one total has one life to set, through any of its members."""
    who = players(game, op.get("who"))
    chosen = {game.player(id).side: id for id in who} if op.get("who") in game.life else {}
    return do.SetLife(to=dict.fromkeys(who, op.number("to")), chosen=chosen)


def _set_each(game: Game, op: Fields) -> do.Action:
    chosen = {team: str(id) for team, id in op.by_name("chosen").items()}
    return do.SetLife(to=op.numbers("to"), chosen=chosen)


def _lose_life(game: Game, op: Fields) -> do.Action:
    who, controller = affected(game, op)
    return do.LoseLife(who=who, amount=amount_of(op.get("amount")), by=controller)


def _gain_life(game: Game, op: Fields) -> do.Action:
    who, controller = affected(game, op)
    return do.GainLife(who=who, amount=amount_of(op.get("amount")), by=controller)


def _add_counter(game: Game, op: Fields) -> do.Action:
    who, _ = affected(game, op)
    return do.AddCounters(who=who, kind=op.text("kind"), n=op.number("n"))


def _proliferate(game: Game, op: Fields) -> do.Action:
    chosen = players(game, op.get("chosen"), op.text("who"))
    return do.Proliferate(chosen=in_reach(game, chosen, op.text("who")))


def _remove_counter(game: Game, op: Fields) -> do.Action:
    who = players(game, op.get("who"))
    return do.RemoveCounters(who=who, kind=op.text("kind"), n=op.number("n"), as_cost=op.flag("as_cost"))


def _draw_cards(game: Game, op: Fields) -> do.Action:
    who, n = players(game, op.get("who"), op.optional_text("controller")), op.number("n", 1)
    return do.Together(actions=tuple(do.DrawCards(who=one, n=n) for one in who))


def _cast_spell(game: Game, op: Fields) -> do.Action:
    return do.Together(actions=(do.CastSpell(who=op.text("who")),) * op.number("n", 1))


def _concede(game: Game, op: Fields) -> do.Action:
    # Being controlled by somebody else changes nothing (723.6).
    op.known("controlled_by")
    return do.Concede(who=op.text("who"), by=op.optional_text("by"))


def _add_effect(game: Game, op: Fields) -> do.Action:
    effect = effect_of(game, op, 0)
    return do.BeginEffect(
        who=(effect.on,),
        kind=effect.kind,
        n=effect.n,
        source=effect.source,
        until_turn_of=effect.until_turn_of,
    )


def _remove_effect(game: Game, op: Fields) -> do.Action:
    return do.EndEffect(who=players(game, op.get("on")), kind=EffectKind(op.text("effect")))


def _loop(game: Game, op: Fields) -> do.Action:
    # 732.5 and 732.6: neither of the two is an optional action of the loop itself.
    op.known("outside_breaker", "unless_action_declined")
    return do.Loop(controllers=op.names("controllers"), optional=op.flag("optional"))


def _engines(game: Game, op: Fields) -> do.Action:
    if op.text("keyword").rstrip("!").casefold() != "start your engines":
        raise Unsupported(f"unsupported keyword: {op.text('keyword')}")
    return do.StartEngines(who=op.text("who"))


def _main_phase(game: Game, op: Fields) -> do.Action:
    milled = Fields("milled", op.by_name("milled"))
    nonlands = milled.number("nonland", 0)
    milled.known("land")
    milled.finish()
    return do.ResolveRad(who=op.text("who"), nonlands=nonlands)


def _venture(game: Game, op: Fields) -> do.Action:
    room = op.get("room")
    return do.Venture(
        who=op.text("who"), into=op.optional_text("dungeon"), room=None if room is None else str(room)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSomeTurn(do.Action):
    """Somebody's turn begins in a Grand Melee, whichever marker it is taken with: ranges are fixed anew."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        number, rule = resolution.game.turn.number + 1, resolution.rule("turn")
        resolution.record(TurnBegan(taker=self.who, kind=TurnKind.NORMAL, number=number, rule=rule))


def _begin_turn(game: Game, op: Fields) -> do.Action:
    who = op.text("who")
    return BeginSomeTurn(who=who) if game.rules.markers else do.BeginTurn(taker=taker(game, who))


def _end_turn(game: Game, op: Fields) -> do.Action:
    return do.EndTurn(marker=op.number("marker") if "marker" in op else None)


def _extra_turn(game: Game, op: Fields) -> do.Action:
    same = op.flag("same_effect") if "same_effect" in op else True
    return do.GrantExtraTurn(who=players(game, op.get("who")), same_effect=same)


def _skip_turn(game: Game, op: Fields) -> do.Action:
    """One effect on several players; a team that takes turns together skips one of them (805.8)."""
    by_taker = {game.taker_of(id): id for id in players(game, op.get("who"))}
    return do.Together(actions=tuple(do.GrantSkip(who=id) for id in by_taker.values()))


def _agree(game: Game, op: Fields) -> do.Action:
    if set(players(game, op.get("who") or "all")) != {player.id for player in game.remaining}:
        raise Refusal("not_agreed")
    return do.AgreeDraw()


def _day_night(game: Game, op: Fields) -> do.Action:
    return do.BecomeDayOrNight(to=DayNight(op.text("to")))


def _together(game: Game, op: Fields) -> do.Action:
    return do.Together(actions=tuple(action(game, part) for part in op.objects("ops")))


OPERATIONS: dict[str, Operation] = {
    "damage": _damage,
    "lose_life": _lose_life,
    "gain_life": _gain_life,
    "pay_life": _pay,
    "set_life": _set_life,
    "set_life_each": _set_each,
    "double_life": lambda game, op: do.MultiplyLife(who=players(game, op.get("who"))),
    "lose_half_life": _half,
    "exchange_life": _exchange,
    "redistribute": lambda game, op: do.RedistributeLife(to=op.numbers("to")),
    "add_counter": _add_counter,
    "remove_counter": _remove_counter,
    "double_counters": lambda game, op: do.DoubleCounters(who=op.text("who"), kind=op.text("kind")),
    "proliferate": _proliferate,
    "draw_cards": _draw_cards,
    "simultaneous": _together,
    "priority": lambda game, op: do.Check(),
    "concede": _concede,
    "leave": lambda game, op: do.Depart(who=players(game, op.get("who"))),
    "judge_loss": lambda game, op: do.Penalise(who=op.text("who")),
    "lose_game": lambda game, op: do.LoseGame(
        who=players(game, op.get("who"), op.optional_text("controller"))
    ),
    "win_game": lambda game, op: do.WinGame(
        who=op.text("who"), also_loses=players(game, op.get("also_loses") or [])
    ),
    "draw_game": lambda game, op: do.DrawGame(by=op.text("controller")),
    "mandatory_loop": _loop,
    "fragmented_loop": lambda game, op: do.Loop(controllers=op.names("players"), optional=True),
    "agree_draw": _agree,
    "add_effect": _add_effect,
    "remove_effect": _remove_effect,
    "begin_turn": _begin_turn,
    "end_turn": _end_turn,
    "extra_turn": _extra_turn,
    "skip_turn": _skip_turn,
    "restart": lambda game, op: do.RestartGame(by=op.text("controller")),
    "mulligan": lambda game, op: do.TakeMulligan(who=op.text("who")),
    "keep": lambda game, op: do.KeepHand(who=op.text("who")),
    "cast_commander": lambda game, op: do.CastCommander(who=op.text("who"), commander=op.text("commander")),
    "cast_spell": _cast_spell,
    "gain_permanent": _engines,
    "precombat_main": _main_phase,
    "ring_tempts": lambda game, op: do.TemptWithRing(who=op.text("who")),
    "designate": lambda game, op: do.Designate(who=op.text("who"), name=op.text("name")),
    "venture": _venture,
    "room_ability_left_stack": lambda game, op: do.ResolveRoom(who=op.text("who")),
    "become_monarch": lambda game, op: do.BecomeMonarch(who=op.text("who")),
    "take_initiative": lambda game, op: do.TakeInitiative(who=op.text("who")),
    "become_day_or_night": _day_night,
}


def action(game: Game, op: Fields) -> do.Action:
    """The action that an operation is, read against the game that it happens in."""
    name = op.text("op")
    if name not in OPERATIONS:
        raise Unsupported(f"unsupported op: {name}")
    op.where = name
    found = OPERATIONS[name](game, op)
    op.finish()
    return found
