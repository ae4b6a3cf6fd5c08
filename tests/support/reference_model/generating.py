"""Random evenings, by a seed: who plays what, the events, and people's mistakes in entering them."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from tests.support.reference_model.intended import (
    FORMATS,
    Become,
    Come,
    Drain,
    Gain,
    Happening,
    Hit,
    Intended,
    Lose,
    Out,
    Part,
    Pass,
    Poison,
    Seat,
)

NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit")
LATE = "Lou"
LONG = 40
"""Happenings after which people play to an end."""
SHARED_END = 0.02
"""The probability that a departing player takes others along."""
WRONG_TARGET, WRONG_AMOUNT = 0.02, 0.03
FORGOTTEN, DOUBLED, APART, AT_ONCE, DITHERING = 0.02, 0.01, 0.02, 0.15, 0.03
"""Probabilities that people enter a thing late, two people enter it, one event is entered as several, two
people press within the same moment, and someone undoes and redoes without a reason."""
LATEST = 5
"""Steps after which a mistake is noticed at the latest."""


class Script(Struct, frozen=True):
    """An evening as intended."""

    variant: str
    seats: tuple[Seat, ...]
    happenings: tuple[Happening, ...]

    def game(self, happenings: int | None = None) -> Intended:
        """Return the game after this many events, or all."""
        game = Intended.begun(FORMATS[self.variant], self.seats)
        for happening in self.happenings[:happenings]:
            game.happen(happening)
        return game


def script(variant: str, dice: Random, *, together: bool = True) -> Script:
    """Return an evening of this format, from its seats to its end; ``together``: with several things at
    once."""
    format = FORMATS[variant]
    if format.teams:
        numbers = [team for team, size in enumerate(format.teams) for _ in range(size)]
        seats = [Seat(who, team) for who, team in zip(NAMES, numbers, strict=False)]
    else:
        vanguard = [dice.randint(-4, 8) if format.vanguard else 0 for _ in NAMES]
        count = dice.randint(*format.people)
        seats = [Seat(who, None, life) for who, life in zip(NAMES[:count], vanguard, strict=False)]
    game, happenings = Intended.begun(format, seats), list[Happening]()
    joins = dice.randint(3, 30) if format.late and dice.random() < 0.4 else 0
    while not game.over:
        happening = _happening(game, dice, ending=len(happenings) > LONG)
        if not together and len(happening) > 1:
            happening = (_part(game, dice),)
        if joins and len(happenings) == joins:
            happening = (Come(seat=Seat(LATE, 1 if format.teams else None)),)
        happenings.append(happening)
        game.happen(happening)
    return Script(variant, tuple(seats), tuple(happenings))


def _happening(game: Intended, dice: Random, *, ending: bool) -> Happening:
    if ending:
        who = dice.choice(game.playing)
        return (Lose((who,), max(1, game.life[game.holder(who)])),)
    if dice.random() < SHARED_END and len(game.playing) > 1:
        people = dice.sample(game.playing, dice.randint(2, min(3, len(game.playing))))
        return tuple(_deadly(game, who, dice) for who in people if _first(game, who, people))
    count = 1 if dice.random() < 0.85 else 2
    return tuple(_part(game, dice) for _ in range(count)) if count > 1 else (_alone(game, dice),)


def _first(game: Intended, who: str, people: Sequence[str]) -> bool:
    """Return whether no one before them in a list has the same life total."""
    return next(one for one in people if game.holder(one) == game.holder(who)) == who


def _deadly(game: Intended, who: str, dice: Random) -> Part:
    life = max(1, game.life[game.holder(who)])
    return Lose((who,), life + dice.randint(0, 3), damage=dice.random() < 0.5)


def _alone(game: Intended, dice: Random) -> Part:
    """Return an event that happens alone, or can't be half of another."""
    chance = dice.random()
    if chance < 0.15:
        return Pass()
    if chance < 0.156:
        return Out((dice.choice(game.playing),), concedes=True)
    if chance < 0.16:
        return Out(tuple(dice.sample(game.playing, min(2, len(game.playing)))))
    if chance < 0.2:
        who, life = dice.choice(game.playing), dice.randint(1, game.format.life)
        return Become((who,), life + (life == game.life[game.holder(who)]))
    return _part(game, dice)


def _part(game: Intended, dice: Random) -> Part:
    who = dice.choice(game.playing)
    several = tuple(dice.sample(game.playing, dice.randint(1, min(3, len(game.playing)))))
    amount = dice.choice((1, 1, 1, 2, 2, 3, 4, 5, 7))
    chance = dice.random()
    if chance < 0.4:
        return Lose((who,), amount, damage=dice.random() < 0.5)
    if chance < 0.5:
        return Lose(several, amount, damage=dice.random() < 0.5)
    if chance < 0.76:
        return Gain((who,), amount)
    if chance < 0.81:
        return Poison((who,), dice.randint(1, 2))
    if game.format.commander and chance < 0.95:
        return Hit((who,), amount + dice.choice((0, 3, 6)), dice.choice(game.playing))
    others = tuple(one for one in game.playing if one not in game.mates(who))
    return Drain(others, dice.randint(1, 3), who)


def slip_of_target(happening: Happening, game: Intended, dice: Random) -> Happening | None:
    """Return the same event for someone else; None if no one else is possible."""
    place = dice.randrange(len(happening))
    part = happening[place]
    if isinstance(part, Pass | Come | Drain):
        return None
    others = [who for who in game.playing if who not in part.who]
    if not others:
        return None
    wrong = (*part.who[1:], dice.choice(others))
    return (*happening[:place], replace(part, who=wrong), *happening[place + 1 :])


def slip_of_amount(happening: Happening, dice: Random) -> Happening | None:
    """Return the same event with another number; None if there is none."""
    place = dice.randrange(len(happening))
    part = happening[place]
    if isinstance(part, Pass | Come | Out):
        return None
    wrong = dice.choice((part.amount + 1, part.amount + 2, max(1, part.amount - 1), part.amount * 10))
    if wrong == part.amount:
        return None
    return (*happening[:place], replace(part, amount=wrong), *happening[place + 1 :])
