"""Who and what a game speaks of: identifiers and the words of a game."""

from enum import StrEnum
from typing import TypeAlias

PlayerId: TypeAlias = str
SideId: TypeAlias = str
Holder: TypeAlias = str
"""Whose total it is: a player, or a side whose members share it."""
Taker: TypeAlias = str
"""Who takes a turn: a player, or a side that takes its turns together (805)."""
CommanderId: TypeAlias = str


class PlayerOutcome(StrEnum):
    """What the game has been for a player so far."""

    PLAYING = "playing"
    LOST = "lost"
    WON = "won"
    DRAW = "draw"
    NONE = "none"
    """The table stopped playing without a result."""


class TurnKind(StrEnum):
    """Why a turn is taken: in rotation, after the turn before (500.7), or before one's next turn (807.4j)."""

    NORMAL = "normal"
    EXTRA = "extra"
    EXTRA_BEFORE = "extra_before"


class MarkerState(StrEnum):
    """What a Grand Melee turn marker is doing (807.4); `transit` is known to the 2006 text only."""

    TURN = "turn"
    WAITING = "waiting"
    TRANSIT = "transit"


class EffectKind(StrEnum):
    """Continuous effects that change what happens to totals or who may win or lose."""

    CANT_GAIN_LIFE = "cant_gain_life"
    CANT_LOSE_LIFE = "cant_lose_life"
    CANT_PAY_LIFE = "cant_pay_life"
    CANT_LOSE_GAME = "cant_lose_game"
    CANT_WIN_GAME = "cant_win_game"
    NO_LOSS_AT_ZERO_LIFE = "no_loss_at_zero_life"
    CANT_GET_POISON = "cant_get_poison"
    CANT_BECOME_MONARCH = "cant_become_monarch"
    MULTIPLY_LIFE_GAIN = "multiply_life_gain"
    MULTIPLY_LIFE_LOSS = "multiply_life_loss"
    LOSS_SETS_LIFE = "loss_sets_life"
    DAMAGE_CAUSES_NO_LOSS = "damage_causes_no_loss"
    DAMAGE_LIFE_FLOOR = "damage_life_floor"
    REPLACE_GAME_LOSS = "replace_game_loss"


class DayNight(StrEnum):
    """The designation that the whole game may have (731)."""

    DAY = "day"
    NIGHT = "night"
