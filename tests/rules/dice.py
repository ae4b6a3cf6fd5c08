"""Actions made at random, sensible or not, from nothing but the declarations of their fields."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeVar, get_type_hints

from rules.actions import ACTIONS
from rules.actions.action import Action
from rules.actions.table import InOrder, Simultaneous, Together
from rules.formats.editions import EDITIONS
from rules.formats.options import Attack, Options
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import Afterwards, DayNight, EffectKind, PlanarFace, Scope, SecretRoles, TurnPart
from rules.game.tallies import Due
from rules.players.dungeons import DUNGEONS
from rules.players.life import Amount
from rules.setup import lobby_actions, opening
from rules.setup.seating_plan import team_names
from rules.table import AnyAction
from tests.support.machines import Dice

T = TypeVar("T")

Maker = Callable[[Dice, Game], object]

RARE = (
    *("AbandonGame", "AgreeDraw", "Loop", "DrawGame", "RestartGame", "WinGame"),
    *("Depart", "LoseGame", "Concede", "Penalise", "FailDraw", "MultiplyLife"),
)
"""What ends games, and so has to be rare for games to last."""
COMMON = ("EndTurn", "LoseLife", "DealDamage", "DealDamage", "GainLife", "Hold", "Release", "Concede")
"""What most games mostly consist of."""
MELEE = (*("EndTurn",) * 12, "GrantExtraTurn", "GrantSkip", "Concede", "Depart")
"""What a Grand Melee's markers are about."""
COUNTERS = ("poison", "energy", "experience", "rad", "ticket")
PEOPLE = tuple("ABCDEFGH")
NAMES = ("city's blessing", "enduring story", "monarch", "initiative", "the Ring", "speed", "dungeon")


def pick(dice: Dice, values: Sequence[T]) -> T:
    """One of several values."""
    return values[dice(0, len(values) - 1)]


def _player(dice: Dice, game: Game) -> str:
    if dice(0, 40) == 0:
        return "nobody"
    return pick(dice, game.remaining if dice(0, 9) and game.remaining else game.players).id


def _maybe(make: Maker) -> Maker:
    return lambda dice, game: None if dice(0, 1) else make(dice, game)


def _players(dice: Dice, game: Game) -> tuple[str, ...]:
    if dice(0, 5) == 0:
        return tuple(player.id for player in game.players)
    return tuple(_player(dice, game) for _ in range(dice(0, 4) or 1))


def _number(dice: Dice, game: Game) -> int:
    if dice(0, 60) == 0:
        return dice(-1_000, 999_999)
    return pick(dice, (0, 1, 1, 2, 3, dice(-1, 9)))


def _amount(dice: Dice, game: Game) -> Amount:
    return pick(dice, (_number(dice, game), _number(dice, game), "half_up", "half_down"))


def _taker(dice: Dice, game: Game) -> str:
    return _player(dice, game) if dice(0, 5) == 0 else pick(dice, game.takers)


def _marker(dice: Dice, game: Game) -> int | None:
    return pick(dice, (*(marker.number for marker in game.markers), None))


def _totals(dice: Dice, game: Game) -> Mapping[str, int]:
    """Return new life totals: any numbers, or the old ones redistributed."""
    ids = tuple(dict.fromkeys(_players(dice, game)))
    if dice(0, 1) or "nobody" in ids:
        return {id: _number(dice, game) for id in ids}
    return {id: game.life_seen(other) for id, other in zip(ids, reversed(ids), strict=True)}


def _payments(dice: Dice, game: Game) -> Mapping[str, Amount]:
    return {id: _amount(dice, game) for id in _players(dice, game)}


def _chosen(dice: Dice, game: Game) -> Mapping[str, str]:
    return {side.id: pick(dice, side.members) for side in game.sides}


def _commander(dice: Dice, game: Game) -> str:
    return f"{_player(dice, game)}:{dice(1, 2)}"


def _newcomer(dice: Dice, game: Game) -> Seated:
    id = f"{pick(dice, PEOPLE)}{dice(90, 99)}"
    team = pick(dice, (None, None, game.sides[0].id, game.sides[-1].id, "nobody"))
    return Seated(id=id, name=id, team=team, vanguard_life=dice(-3, 3), vanguard_hand=dice(-1, 2))


def _together(dice: Dice, game: Game) -> tuple[Action, ...]:
    return tuple(make(dice, game, nested=True) for _ in range(dice(1, 3)))


MAKERS: Mapping[str, Maker] = {
    "who: str": _player,
    "who: tuple": _players,
    "a: str": _player,
    "b: str": _player,
    "by: str": _player,
    "by: tuple": lambda dice, game: _players(dice, game) if dice(0, 3) else (),
    "by: str | None": _maybe(_player),
    "resolving: str | None": _maybe(_player),
    "source: str | None": _maybe(_player),
    "to: tuple": _players,
    "to: str": _player,
    "who: str | None": _maybe(_player),
    "object: int": lambda dice, game: dice(1, 9),
    "to: Mapping": _totals,
    "to: DayNight": lambda dice, game: pick(dice, tuple(DayNight)),
    "chosen: tuple": _players,
    "chosen: Mapping": _chosen,
    "also_loses: tuple": lambda dice, game: () if dice(0, 2) else _players(dice, game),
    "controllers: tuple": _players,
    "payments: Mapping": _payments,
    "amount: Amount": _amount,
    "amounts: Mapping": lambda dice, game: {} if dice(0, 3) else _payments(dice, game),
    "gain: int | None": _maybe(_number),
    "number: int": _number,
    "user: int | None": lambda dice, game: dice(1, 3),
    "n: int": lambda dice, game: min(_number(dice, game), 60),
    "n: int | None": _maybe(lambda dice, game: dice(0, 20) if dice(0, 9) else dice(0, 999_999)),
    "times: int": lambda dice, game: dice(0, 3),
    "toxic: int": lambda dice, game: dice(0, 2),
    "nonlands: int": lambda dice, game: dice(0, 3),
    "card: str": lambda dice, game: pick(dice, ("Exsanguinate", "Approach of the Second Sun")),
    "key: Union": lambda dice, game: pick(dice, ("life", "damage", "set")),
    "cards: int": lambda dice, game: dice(-1, 60),
    "marker: int | None": _marker,
    "kind: str": lambda dice, game: pick(dice, COUNTERS),
    "kind: EffectKind": lambda dice, game: pick(dice, tuple(EffectKind)),
    "kind: rules.game.parts.EffectKind | None": _maybe(lambda dice, game: pick(dice, tuple(EffectKind))),
    "on: str | None": _maybe(_player),
    "commander: str": _commander,
    "commander: str | None": _maybe(_commander),
    "name: str": lambda dice, game: pick(dice, NAMES),
    "into: str | None": _maybe(lambda dice, game: pick(dice, tuple(DUNGEONS))),
    "room: str | None": _maybe(lambda dice, game: pick(dice, ("1", "2", "Forge"))),
    "taker: str": _taker,
    "turn_of: str": _taker,
    "label: str": lambda dice, game: pick(dice, ("storm", "lessons")),
    "text: str": lambda dice, game: pick(dice, ("pay", "draw")),
    "face: PlanarFace": lambda dice, game: pick(dice, tuple(PlanarFace)),
    "question: str": lambda dice, game: "Tivit",
    "choices: tuple": lambda dice, game: ("evidence", "bribery", "a's")[: dice(1, 3)],
    "choice: int": lambda dice, game: dice(-1, 3),
    "extra: Mapping": lambda dice, game: {_player(dice, game): dice(0, 2)} if dice(0, 2) == 0 else {},
    "due: Due": lambda dice, game: pick(dice, tuple(Due)),
    "part: TurnPart": lambda dice, game: pick(dice, tuple(TurnPart)),
    "until_turn_of: str | None": _maybe(_taker),
    "until_end_of: str | None": _maybe(_taker),
    "times: int | None": _maybe(_maybe(lambda dice, game: dice(0, 3))),
    "combat: bool | None": _maybe(_maybe(lambda dice, game: dice(0, 1) == 0)),
    "dealt_by: str | None": _maybe(_maybe(_player)),
    "during: str | None": _maybe(_maybe(_taker)),
    "life_at_most: int | None": _maybe(_maybe(lambda dice, game: dice(-3, 30))),
    "passing: int": lambda dice, game: 0 if dice(0, 3) else dice(0, 2),
    "to: str | None": _maybe(_maybe(_player)),
    "afterwards: rules.game.parts.Afterwards | None": _maybe(
        _maybe(lambda dice, game: pick(dice, tuple(Afterwards)))
    ),
    "scope: Scope": lambda dice, game: pick(dice, tuple(Scope)),
    "shielded: int | None": _maybe(_maybe(lambda dice, game: dice(0, 5))),
    "order: tuple": lambda dice, game: () if dice(0, 2) else (EffectKind.ADD_DAMAGE,),
    "link: str | None": _maybe(lambda dice, game: "https://example.org"),
    "asked: str": lambda dice, game: "1d6",
    "result: str": lambda dice, game: str(dice(1, 6)),
    "actions: tuple": _together,
    "seats: tuple": lambda dice, game: (_newcomer(dice, game),),
    "levels: int | None": _maybe(lambda dice, game: dice(0, 3)),
    "secret_roles: rules.game.parts.SecretRoles | None": lambda dice, game: None,
    "place: int | None": _maybe(lambda dice, game: dice(1, len(game.players) + 2)),
}
"""How a field is filled, by its name and type."""


@cache
def _makers(type_: type[Action]) -> Mapping[str, Maker]:
    hints = get_type_hints(type_)
    return {name: _maker(name, hints[name]) for name in type_.__struct_fields__}


def _maker(name: str, hint: object) -> Maker:
    if hint is bool:
        return lambda dice, game: dice(0, 3) == 0
    if hint == Amount:
        return MAKERS[f"{name}: Amount"]
    words = getattr(hint, "__origin__", hint)
    return MAKERS[f"{name}: {getattr(words, '__name__', str(words))}"]


def make(dice: Dice, game: Game, names: Sequence[str] = (), *, nested: bool = False) -> Action:
    """Return an action for this game, of any kind or one of these."""
    name = pick(dice, names or tuple(ACTIONS))
    if not names and game.rules.markers and dice(0, 1):
        name = pick(dice, MELEE)
    elif not names and name in RARE and dice(0, 19):
        name = pick(dice, ("LoseLife", "GainLife", "DealDamage", "EndTurn", "GrantExtraTurn"))
    type_ = (
        ACTIONS["LoseLife"]
        if nested and ACTIONS[name] in (InOrder, Together, Simultaneous)
        else ACTIONS[name]
    )
    return type_(**{name: maker(dice, game) for name, maker in _makers(type_).items()})


def _options(dice: Dice) -> Options:
    return Options(
        variant=pick(dice, (*VARIANTS, "nonsense") if dice(0, 20) == 0 else tuple(VARIANTS)),
        edition=pick(dice, tuple(EDITIONS)),
        life=pick(dice, (None, 20, 30)),
        range=pick(dice, (None, None, None, 1, 2, 0)),
        attack=pick(dice, (None, None, *Attack)),
        deploy=pick(dice, (None, None, True, False)),
        teams=pick(dice, (None, 2, 3)),
        commander=dice(0, 3) == 0,
        arranged=dice(0, 1) == 0,
        emperors=tuple(pick(dice, PEOPLE) for _ in range(dice(0, 2))),
        archenemy=pick(dice, (None, *PEOPLE)),
        best_of=pick(dice, (1, 1, 3)),
    )


def _seated(dice: Dice, lobby: Lobby) -> Seated:
    id = pick(dice, PEOPLE)
    team = pick(dice, (None, "Red", *(team_names(lobby.options) or ("Blue",))))
    return Seated(id=id, name=id, team=team, vanguard_hand=dice(-8, 3), vanguard_life=dice(-8, 8))


def make_lobby_action(dice: Dice, lobby: Lobby) -> AnyAction:
    """Something to ask of a lobby."""
    ids = [seat.id for seat in lobby.seated]
    who = pick(dice, PEOPLE)

    def seats() -> tuple[Seated, ...]:
        return tuple(_seated(dice, lobby) for _ in range(dice(1, 6)))

    def order() -> tuple[str, ...]:
        return tuple(sorted(ids, key=lambda _: dice(0, 99)))

    def start() -> AnyAction:
        dealt = SecretRoles(order=order())
        return lobby_actions.StartGame(order=order(), draw=dice(0, 10**9), secret_roles=dealt)

    kinds: tuple[Callable[[], AnyAction], ...] = (
        start,
        start,
        lambda: lobby_actions.StartGame(order=order(), draw=dice(0, 10**9), first=who),
        lambda: lobby_actions.Join(seats=seats()),
        lambda: lobby_actions.Join(seats=seats()),
        lambda: lobby_actions.Gather(options=_options(dice), seated=seats(), host=who),
        lambda: lobby_actions.Leave(who=who),
        lambda: lobby_actions.ChangeOptions(options=_options(dice)),
        lambda: lobby_actions.HandOverSeat(who=who, to=_seated(dice, lobby)),
        lambda: lobby_actions.NameEmperor(who=who),
        lambda: lobby_actions.NameArchenemy(who=who),
        lambda: lobby_actions.SetVanguard(who=who, life=dice(-8, 8), hand=dice(-8, 3)),
        lambda: lobby_actions.SetRange(who=who, range=pick(dice, (None, 0, 1, 3))),
        lambda: lobby_actions.ArrangeSeats(order=order() if dice(0, 3) else (who,)),
        lambda: make(dice, opening.opening_game(Lobby(seated=(Seated(id="A", name="A"),)), ("A",), "A")),
    )
    return pick(dice, kinds)()
