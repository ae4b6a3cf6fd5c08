"""What rules are called here, whatever number an edition gives them."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

LossKey: TypeAlias = (
    Literal["lose_life", "lose_life_team", "lose_library", "lose_poison", "lose_poison_team"]
    | Literal["lose_commander", "lose_concession", "lose_concession_team", "lose_effect"]
    | Literal["lose_win_and_lose", "lose_judge", "lose_team", "lose_emperor", "lose_opponent_won"]
    | Literal["lose_departure"]
)
WinKey: TypeAlias = Literal["win_last", "win_team", "win_effect", "win_effect_team", "win_emperor"]
DrawKey: TypeAlias = (
    Literal["draw_all", "draw_teams", "draw_effect", "draw_effect_range", "draw_loop", "draw_loop_range"]
    | Literal["draw_agreed", "draw_emperor", "draw_team"]
)
LeavingKey: TypeAlias = LossKey | DrawKey
RuleKey: TypeAlias = (
    LossKey
    | WinKey
    | DrawKey
    | Literal["life", "damage", "infect", "toxic", "lifelink", "payment", "payment_team", "set", "set_team"]
    | Literal["set_each", "set_each_team", "double", "exchange", "exchange_team", "redistribute"]
    | Literal["redistribute_team", "cant_gain", "cant_lose", "counters", "rad", "tax", "loss_replaced"]
    | Literal["checks", "restart", "turn", "extra_turn", "skip_turn", "absent_turn", "ownerless_turn"]
    | Literal["primary", "marker_pass", "marker_wait", "marker_designate", "marker_remove", "marker_extra"]
    | Literal["marker_saved", "chooser", "mulligan", "range", "deploy", "affected", "range_fixed", "choice"]
    | Literal["choice_closest", "trigger", "knowledge", "shield", "archenemy", "attack_option"]
    | Literal["deploy_option", "emperor_seat", "one_variant", "monarch", "monarch_damage", "monarch_left"]
    | Literal["initiative", "initiative_damage", "initiative_left", "venture", "dungeon_completed"]
    | Literal["designation", "day_night", "speed", "speed_start", "ring"]
)
"""Every rule that is cited; those of losses, wins and draws are causes too."""
OF_TEAMS: Mapping[RuleKey, RuleKey] = {
    "payment": "payment_team",
    "set": "set_team",
    "set_each": "set_each_team",
    "exchange": "exchange_team",
    "redistribute": "redistribute_team",
    "lose_life": "lose_life_team",
    "lose_poison": "lose_poison_team",
    "lose_concession": "lose_concession_team",
    "win_effect": "win_effect_team",
}
"""The rules that a side which shares its totals has of its own."""
