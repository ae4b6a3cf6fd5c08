"""Attempts to choose variants and options before the game, as the vocabulary words them."""

from dataclasses import replace

from rules.lobby import Lobby
from rules.options import Attack
from rules.validation import require_combination
from rules.variants import variant_named
from tests.conformance.case import Fields, Unsupported

WORDS = {
    "attack_left": Attack.LEFT,
    "attack_right": Attack.RIGHT,
    "attack_multiple": Attack.MULTIPLE,
    "attack_multiple_players": Attack.MULTIPLE,
}
RANGE_WORDS = ("limited_range", "limited_range_of_influence", "range")
DEPLOY_WORDS = ("deploy", "deploy_creatures")


def configured(lobby: Lobby, op: Fields) -> Lobby:
    """The lobby with what an operation chooses; raises Refusal when it can't be combined."""
    op.known("op")
    variants = op.names("variants") or op.names("variant") or (lobby.options.variant,)
    words = op.names("options")
    unknown = [word for word in words if word not in (*WORDS, *RANGE_WORDS, *DEPLOY_WORDS)]
    if unknown:
        raise Unsupported(f"unsupported options: {', '.join(unknown)}")
    attacks = (*map(Attack, op.names("attack")), *(WORDS[word] for word in words if word in WORDS))
    if not attacks and "attack" not in op:
        attacks = (lobby.options.attack or variant_named(variants[0]).attack,)
    reach = op.get("range")
    deploy = op.flag("deploy") or any(word in DEPLOY_WORDS for word in words)
    limited = reach is not None or any(word in RANGE_WORDS for word in words)
    op.finish()
    require_combination(variants, attacks, limited_range=limited, deploy=deploy)
    options = replace(lobby.options, variant=variants[0], attack=attacks[0], deploy=deploy or None)
    return replace(lobby, options=replace(options, range=reach if isinstance(reach, int) else options.range))
