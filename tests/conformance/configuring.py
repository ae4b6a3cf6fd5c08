"""Choices of variants and options before the game, as the vocabulary words them."""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from rules.formats.options import Attack
from rules.formats.variants import variant_named
from rules.game.lobby import Lobby
from rules.setup.validation import attack_options, require_combination
from tests.conformance.case import Fields, Unsupported

ATTACK_WORDS = {
    "attack_left": Attack.LEFT,
    "attack_right": Attack.RIGHT,
    "attack_multiple": Attack.MULTIPLE,
    "attack_multiple_players": Attack.MULTIPLE,
}
RANGE_WORDS = ("limited_range", "limited_range_of_influence", "range")
DEPLOY_WORDS = ("deploy", "deploy_creatures")


class Choice(Struct, frozen=True, kw_only=True):
    """What someone wants to play with; more than the lobby can hold, so that it can be refused."""

    variants: Collection[str]
    attacks: Collection[Attack]
    limited_range: bool
    deploy: bool

    @classmethod
    def read(cls, fields: Fields, lobby: Lobby) -> "Choice":
        """Return the choice in a setup or in a `configure`; what it leaves open is as in the lobby."""
        variants = fields.names("variants") or fields.names("variant") or (lobby.options.variant,)
        words = (*fields.names("options"), *fields.names("option"))
        unknown = [w for w in words if w not in (*ATTACK_WORDS, *RANGE_WORDS, *DEPLOY_WORDS)]
        if unknown:
            raise Unsupported(f"unsupported options: {', '.join(unknown)}")
        attacks = [Attack(word) for key in ("attack", "attack_options") for word in fields.names(key)]
        attacks += [ATTACK_WORDS[word] for word in words if word in ATTACK_WORDS]
        if not attacks and "attack" not in fields:
            named = [variant_named(key) for key in variants]
            base = next((variant for variant in named if variant.multiplayer_style), named[0])
            attacks = list(attack_options(base, lobby.options.attack))
        return cls(
            variants=variants,
            attacks=attacks,
            limited_range=isinstance(fields.get("range"), int) or any(w in RANGE_WORDS for w in words),
            deploy=fields.flag("deploy") or any(word in DEPLOY_WORDS for word in words),
        )

    def require(self) -> None:
        """Raises Refusal unless a game can use all of it together."""
        require_combination(self.variants, self.attacks, limited_range=self.limited_range, deploy=self.deploy)


def configured(lobby: Lobby, op: Fields) -> Lobby:
    """Return the lobby with what a `configure` chooses; raises Refusal when it can't be combined."""
    choice, reach = Choice.read(op, lobby), op.get("range")
    op.known("op")
    op.finish()
    choice.require()
    options = replace(
        lobby.options,
        variant=next(iter(choice.variants)),
        attack=next(iter(choice.attacks), None),
        deploy=choice.deploy or None,
        range=reach if isinstance(reach, int) else lobby.options.range,
    )
    return replace(lobby, options=options)
