"""Editions of the Comprehensive Rules as data: their switches and rule numbers."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

from msgspec import Struct

from rules.formats.losses import WAYS, CitedRule, DrawKey, GameLoss, LeavingKey, LossKey, WinKey
from rules.refusal import Refusal

RuleKey: TypeAlias = (
    LossKey
    | WinKey
    | DrawKey
    | Literal["life", "damage", "infect", "toxic", "lifelink", "payment", "payment_team", "set", "set_team"]
    | Literal["payment_of_0"]
    | Literal["set_each", "set_each_team", "double", "exchange", "exchange_team", "redistribute"]
    | Literal["redistribute_team", "cant_gain", "cant_lose", "counters", "rad", "tax", "loss_replaced"]
    | Literal["checks", "restart", "turn", "extra_turn", "skip_turn", "absent_turn", "ownerless_turn"]
    | Literal["primary", "marker_pass", "marker_wait", "marker_designate", "marker_remove", "marker_extra"]
    | Literal["marker_saved", "chooser", "mulligan", "range", "deploy", "affected", "range_fixed", "choice"]
    | Literal["choice_closest", "trigger", "knowledge", "shield", "archenemy", "attack_option"]
    | Literal["deploy_option", "emperor_seat", "one_variant", "monarch", "monarch_damage", "monarch_left"]
    | Literal["initiative", "initiative_damage", "initiative_left", "venture", "dungeon_completed"]
    | Literal["designation", "day_night", "speed", "speed_start", "ring", "prevented"]
    | Literal["damage_replaced", "next_prevented"]
    | Literal["extra_phase", "skip_phase", "control_turn", "turn_team", "speed_set", "turn_order"]
    | Literal["gain_replaced", "cleanup", "choices_team", "draws_team", "team_attack"]
    | Literal["planar_controller", "partners", "planar_roll", "planar_blank", "planar_chaos", "planar_walk"]
    | Literal["vote"]
)
"""Every rule that is cited; those of losses, wins and draws are causes too."""
_OF_TEAM = "{}_of_team"
"""The key of a way to lose for a side that shares its totals."""
OF_TEAMS: Mapping[RuleKey, RuleKey] = {
    "payment": "payment_team",
    "set": "set_team",
    "set_each": "set_each_team",
    "exchange": "exchange_team",
    "redistribute": "redistribute_team",
    "extra_phase": "turn_team",
    "skip_phase": "turn_team",
    "control_turn": "turn_team",
    "win_effect": "win_effect_team",
    **{
        cast("RuleKey", key): cast("RuleKey", _OF_TEAM.format(key))
        for key, way in WAYS.items()
        if way.of_team is not None
    },
}
"""The rules only for sides that share their totals."""


class Edition(Struct, frozen=True, kw_only=True):
    """One edition of the rules."""

    key: str
    name: str
    effective: str
    numbers: Mapping[RuleKey, str]
    """The edition's rule numbers; missing for rules that it lacks."""
    life_per_head: int = 15
    """Shared starting life of a Two-Headed Giant team for each of its players (810.4, 810.11)."""
    shares_poison: bool = True
    halves_shared_life: bool = False
    sums_each_life_set: bool = False
    spreads_life_locks: bool = True
    """Whether a member who can't gain or lose life keeps a team with a shared total from it too (810.9g,
    810.9h)."""
    win_defeats_all_opponents: bool = False
    range_limits: bool = True
    """Whether effects that win or draw, and loops, are limited by the range of influence (801.14
    to 801.16)."""
    blocked_markers_wait: bool = True
    extra_turn_spacing: bool = True
    redraws_full_hand: bool = True
    mulligans_team_by_team: bool = False
    primary_draws_first: bool = False
    """Of a team with shared turns the primary player draws before the others (606.6h), not in any order."""
    free_multiplayer_mulligan: bool = True
    starting_team_skips_draw: bool = True
    sees_from_both: bool = False
    """Whether an effect sees only players within reach of both its controller and the affected player
    (601.11 in 2006)."""


_NUMBERS: Mapping[str, str] = {
    "life": "119.3 118.3 -",
    "damage": "120.3a 118.2 -",
    "infect": "120.3b 119.3b -",
    "toxic": "120.3g - -",
    "lifelink": "120.3f 119.3f -",
    "payment": "119.4 118.4 -",
    "payment_team": "810.9b 810.9b 606.9a",
    "payment_of_0": "119.4b 118.4 -",
    "set": "119.5 118.5 -",
    "set_team": "810.9c 810.9c 606.9c",
    "set_each": "119.5 118.5 -",
    "set_each_team": "810.9d 810.9d 606.9b",
    "double": "701.10d - -",
    "exchange": "701.12c 701.8c -",
    "exchange_team": "810.9e 810.9e -",
    "redistribute": "119.7 - -",
    "redistribute_team": "810.9f 810.9f -",
    "cant_gain": "119.7 118.7 -",
    "cant_lose": "119.8 118.8 -",
    "counters": "122.1 121.1 -",
    "rad": "728.1 - -",
    "tax": "903.8 903 -",
    "loss_replaced": "704.7 704.6 -",
    "checks": "704.3 704.3 420.3",
    "restart": "727.1 714.1 -",
    "turn": "500.1 500.1 300.1",
    "extra_turn": "500.7 500.7 300.6",
    "skip_turn": "614.10a 614.10a 419.6f",
    "absent_turn": "800.4k 800.4 -",
    "ownerless_turn": "800.4j 800.4 -",
    "primary": "805.2 805.2 606.3",
    "marker_pass": "807.4c 807.4c 608.4c",
    "marker_wait": "807.4d 807.4d 608.4c",
    "marker_designate": "807.4e 807.4e 608.4d",
    "marker_remove": "807.4g 807.4g 608.4d",
    "marker_extra": "807.4i 807.4i 608.4e",
    "marker_saved": "807.4j 807.4j 608.4e",
    "chooser": "103.1 103.2 101.2",
    "mulligan": "103.5 103.4 101.4",
    "range": "801.2 801.2 601.2",
    "deploy": "804.2 804.2 603.2",
    "affected": "801.10 801.10 601.10",
    "range_fixed": "801.2c 801.2c 601.2c",
    "choice": "801.5a 801.5a 601.5a",
    "choice_closest": "801.5c 801.5c 601.5c",
    "trigger": "801.7 801.7 601.7",
    "knowledge": "801.11 801.11 601.11",
    "shield": "801.13b 801.15b 601.14b",
    "archenemy": "904.2a 904.2a -",
    "attack_option": "806.2b 806.2b 605.2b",
    "deploy_option": "804.1 804.1 603.1",
    "emperor_seat": "809.2 809.2 607.2",
    "one_variant": "800.2 800.2 600.2",
    "monarch": "725.3 - -",
    "monarch_damage": "725.2 - -",
    "monarch_left": "725.4 - -",
    "initiative": "726.1 - -",
    "initiative_damage": "726.2 - -",
    "initiative_left": "726.4 - -",
    "venture": "701.49a - -",
    "dungeon_completed": "704.5t - -",
    "designation": "702.131c - -",
    "day_night": "731.2 - -",
    "speed": "702.179d - -",
    "speed_set": "702.179b - -",
    "speed_start": "704.5aa - -",
    "ring": "701.54 - -",
    "turn_order": "101.4 101.4 103.4",
    "extra_phase": "500.8 500.8 300.7",
    "skip_phase": "614.10 614.10 419.6e",
    "control_turn": "723.1 712.1 507.1",
    "turn_team": "805.8 805.8 606.6g",
    "choices_team": "805.6 805.6 606.6d",
    "draws_team": "805.6a 805.6 606.6h",
    "team_attack": "805.10 805.10 606.7a",
    "prevented": "615.6 615.6 419.5",
    "next_prevented": "615.7 615.7 419.7b",
    "damage_replaced": "614.6 614.6 419.5",
    "gain_replaced": "614.6 614.6 419.5",
    "cleanup": "514.2 514.2 314.2",
    "planar_controller": "901.6 901.6 -",
    "planar_roll": "901.9 901.9 -",
    "planar_blank": "901.9a 901.9a -",
    "planar_chaos": "901.9b 901.9b -",
    "planar_walk": "901.9c 901.9c -",
    "vote": "701.38 - -",
    "partners": "702.124 - -",
}
"""The numbers in the current text, 2011 and 2006; `-` where there was no such rule.

The numbers of ways to lose, win and draw are with their definitions.
"""


def _numbers(column: int) -> Mapping[RuleKey, str]:
    found = {key: row.split()[column] for key, row in _NUMBERS.items()}
    for key, way in WAYS.items():
        for cited, name in ((way.rule, key), (way.of_team, _OF_TEAM.format(key))):
            if cited is not None:
                found[name] = _first(cited, column)
    return {cast("RuleKey", key): number for key, number in found.items() if number != "-"}


def _first(cited: CitedRule, column: int) -> str:
    return cited.numbers[column].split()[0]


REFUSED_BY: Mapping[str, RuleKey] = MappingProxyType(
    {
        "agreed_already": "draw_agreed",
        "cant_gain_life": "cant_gain",
        "cant_lose_life": "cant_lose",
        "cant_pay_life": "cant_lose",
        "cant_win_game": "win_effect",
        "card_choose_member": "set_each_team",
        "choose_member": "set_each_team",
        "concede_for_other": "lose_concession",
        "deploy_not_allowed": "deploy_option",
        "emperor_at_the_end": "emperor_seat",
        "exchange_same_total": "exchange_team",
        "hand_kept": "mulligan",
        "mulligan_order": "mulligan",
        "no_emperors": "emperor_seat",
        "no_one_archenemy": "archenemy",
        "not_enough_life": "payment",
        "one_attack_option": "attack_option",
        "one_member_per_team": "redistribute_team",
        "one_variant": "one_variant",
        "optional_loop": "draw_loop",
        "not_your_vote": "vote",
        "out_of_range": "affected",
        "rad_too_many": "rad",
        "range_too_small": "range",
        "restart_too_few": "restart",
        "turn_order_of_markers": "marker_pass",
    }
)
"""The rule behind a refusal, by its key."""

TODAY = "current"
"""The key of the edition whose rules fill another edition's gaps."""
EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        TODAY: Edition(
            key=TODAY, name="Comprehensive Rules 2026", effective="2026-09-25", numbers=_numbers(0)
        ),
        "2011": Edition(
            key="2011",
            name="Comprehensive Rules 2011",
            effective="2011-09-30",
            numbers=_numbers(1),
            win_defeats_all_opponents=True,
            redraws_full_hand=False,
        ),
        "2006": Edition(
            key="2006",
            name="Comprehensive Rules 2006",
            effective="2006-10-01",
            numbers=_numbers(2),
            life_per_head=20,
            shares_poison=False,
            halves_shared_life=True,
            sums_each_life_set=True,
            spreads_life_locks=False,
            range_limits=False,
            blocked_markers_wait=False,
            extra_turn_spacing=False,
            redraws_full_hand=False,
            mulligans_team_by_team=True,
            primary_draws_first=True,
            free_multiplayer_mulligan=False,
            starting_team_skips_draw=False,
            sees_from_both=True,
        ),
    }
)


def edition_named(key: str) -> Edition:
    """Return the edition with this key; raises Refusal for any other."""
    if key not in EDITIONS:
        raise Refusal("no_such_edition", edition=key)
    return EDITIONS[key]


def of_today(number: str) -> str:
    """Return the citation of a current rule in an edition without a rule for the case: "2026: 119.4b"."""
    return f"{EDITIONS[TODAY].effective[:4]}: {number}"


def rule(edition: str, key: RuleKey | LeavingKey, *, shared: bool = False) -> str:
    """Return the number of a rule in an edition; sides that share their totals have different rules.

    If the edition has no such rule, it is the current number with its year. Empty for a variant's own way to
    win.
    """
    known = cast("RuleKey", key)
    wanted = OF_TEAMS.get(known, known) if shared else known
    if wanted in WAYS and wanted not in EDITIONS[TODAY].numbers:
        return ""
    return EDITIONS[edition].numbers.get(wanted) or of_today(EDITIONS[TODAY].numbers[wanted])


def loss_number(own: Iterable[GameLoss], edition: str, key: LeavingKey, *, shared: bool = False) -> str:
    """Return the rule number of a way to lose or draw, as `rule` does; a variant's ``own`` way has the same
    number in every edition, and none for a house variant."""
    for loss in own:
        if loss.key == key:
            return "" if loss.rule is None else loss.rule.numbers[0]
    return rule(edition, key, shared=shared)


def cite(refusal: Refusal, edition: str) -> None:
    """Add to a refusal the number of its rule in an edition, if there is one."""
    key = REFUSED_BY.get(refusal.reason)
    if key is not None:
        refusal.cite(rule(edition, key))
