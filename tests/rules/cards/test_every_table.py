"""Every ability of every card is played in a duel, a game of four, Two-Headed Giant and an Emperor game.

What each comes to is in the files beside this one; here none is refused where all that it asks for is there,
and at the Emperor's table, where A reaches B, A's emperor, and F, nothing changes for the others (801.10).
"""

import pytest

from rules.actions.library import CountLibrary
from rules.actions.life import SetLife
from rules.cards import CARDS, Play, play
from rules.cards.card import ANY_NUMBER, Card, Numbers
from rules.game.game import Game
from rules.game.parts import PlayerId
from tests.rules.cards.test_effects import FOE, VARIANTS
from tests.rules.deals import deal
from tests.rules.deals import play as after

OUT_OF_RANGE = "CDE"
LIFE, LIBRARY = {"Resolute Archangel": 6}, {"Thassa's Oracle": 2}
"""A's life and cards in the library, where 60 of each don't meet a card's condition."""


def table(name: str, variant: str) -> Game:
    """The game in which A has 60 life and everyone's library is counted, so that no condition is missing."""
    game = after(deal(*VARIANTS[variant]), SetLife(to={"A": LIFE.get(name, 60)}))
    cards = LIBRARY.get(name, 60)
    return after(game, *(CountLibrary(who=player.id, cards=cards) for player in game.players))


def counted(name: str, numbers: Numbers | None, game: Game, foe: PlayerId) -> dict[PlayerId, int]:
    """5 of each player who is counted, libraries of 40 after shuffling, or totals that change places."""
    if numbers is None:
        return {}
    if name == "Reverse the Sands":
        return {one: game.life[game.life_holder(other)] for one, other in (("A", foe), (foe, "A"))}
    return dict.fromkeys(numbers.of(Play(game=game, by="A")), 40 if numbers.libraries else 5)


def chosen(kind: Card, variant: str) -> tuple[PlayerId, ...]:
    """The foe, or the foe and A."""
    match kind.whom:
        case "player" | "opponent":
            return (FOE[variant],)
        case "two":
            return "A", FOE[variant]
        case _:
            return (FOE[variant],) if kind.whom == ANY_NUMBER else ()


def of(game: Game, who: PlayerId) -> object:
    """Return everything about a player that a card could change."""
    player = game.player(who)
    effects = [effect for effect in game.effects if effect.on == who and game.in_force(effect)]
    return game.life[game.life_holder(who)], game.counters_of(who), player.library, player.in_game, effects


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", CARDS)
def test_every_ability_can_be_played(name: str, variant: str) -> None:
    card, game = CARDS[name], table(name, variant)
    for mode, kind in [*card.modes.items()] or [(None, card)]:
        at = Play(
            game=game,
            by="A",
            chosen=chosen(kind, variant),
            x=3,
            numbers=counted(name, kind.numbers, game, FOE[variant]),
            mode=mode,
            parts=2,
        )
        done = after(game, play(card, at))
        if variant == "emperor":
            assert [of(done, who) for who in OUT_OF_RANGE] == [of(game, who) for who in OUT_OF_RANGE], mode
