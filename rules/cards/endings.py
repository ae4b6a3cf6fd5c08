"""Cards that say who wins or loses (104.2b, 104.3e), and those that poison (104.3d)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.counters import AddCounters, Proliferate
from rules.actions.endings import LoseGame, WinGame
from rules.actions.library import draws
from rules.actions.life import GainLife, LoseLife
from rules.cards.card import ANY_NUMBER, Card, Numbers, Play, by_mode
from rules.game.parts import PlayerId
from rules.players.continuous_effects import can_lose_game
from rules.refusal import Refusal


def _own_library(play: Play) -> tuple[PlayerId, ...]:
    return (play.by,) if play.game.player(play.by).library is None else ()


def _thassas_oracle(play: Play) -> Sequence[Action]:
    """Check that X, the devotion to blue, is at least the number of cards in the library."""
    counted = play.game.player(play.by).library
    cards = play.numbers[play.by] if counted is None else counted
    if play.amount < cards:
        raise Refusal("card_condition", card="Thassa's Oracle", has=play.amount, needs=cards)
    return (WinGame(who=play.by),)


def _felidar_sovereign(play: Play) -> Sequence[Action]:
    life = play.game.life_seen(play.by)
    if life < 40:
        raise Refusal("card_condition", card="Felidar Sovereign", has=life, needs=40)
    return (WinGame(who=play.by),)


def _chosen_loses(name: str) -> Card:
    return Card(
        name=name, rule="lose_effect", actions=lambda play: (LoseGame(who=play.chosen),), whom="player"
    )


def _triskaidekaphobia(change: type[GainLife] | type[LoseLife]) -> Callable[[Play], Sequence[Action]]:
    """Make each player at exactly 13 life lose the game; then each player gains, or loses, 1 life."""

    def actions(play: Play) -> Sequence[Action]:
        losing = tuple(
            who for who in play.everyone if play.game.life_seen(who) == 13 and can_lose_game(play.game, who)
        )
        losses = (LoseGame(who=losing),) if losing else ()
        after = play.after(*losses)
        staying = tuple(who for who in play.everyone if after.player(who).in_game)
        return *losses, change(who=staying, amount=1, by=play.by)

    return actions


def _infectious_inquiry(play: Play) -> Sequence[Action]:
    me = (play.by,)
    poison = AddCounters(who=play.opponents, kind="poison", n=1)
    return draws(play.game, me, 2), LoseLife(who=me, amount=2, by=play.by), poison


def _prologue_to_phyresis(play: Play) -> Sequence[Action]:
    poison = AddCounters(who=play.opponents, kind="poison", n=1)
    return poison, draws(play.game, (play.by,), 1)


def _caress_of_phyrexia(play: Play) -> Sequence[Action]:
    return (
        draws(play.game, play.chosen, 3),
        LoseLife(who=play.chosen, amount=3, by=play.by),
        AddCounters(who=play.chosen, kind="poison", n=3),
    )


ENDING_CARDS = (
    Card(
        name="Thassa's Oracle",
        rule="win_effect",
        actions=_thassas_oracle,
        x=True,
        numbers=Numbers(_own_library, each=True, libraries=True),
    ),
    Card(name="Felidar Sovereign", rule="win_effect", actions=_felidar_sovereign),
    by_mode(
        "Coalition Victory",
        "win_effect",
        all_colors=Card(
            name="Coalition Victory",
            rule="win_effect",
            actions=lambda play: (WinGame(who=play.by),),
        ),
    ),
    *map(_chosen_loses, ("Door to Nothingness", "Phage the Untouchable")),
    by_mode(
        "Triskaidekaphobia",
        "lose_effect",
        then_gain_1=Card(name="Triskaidekaphobia", rule="lose_effect", actions=_triskaidekaphobia(GainLife)),
        then_lose_1=Card(name="Triskaidekaphobia", rule="lose_effect", actions=_triskaidekaphobia(LoseLife)),
    ),
    Card(name="Infectious Inquiry", rule="counters", actions=_infectious_inquiry),
    Card(name="Prologue to Phyresis", rule="counters", actions=_prologue_to_phyresis),
    Card(name="Caress of Phyrexia", rule="counters", actions=_caress_of_phyrexia, whom="player"),
    Card(
        name="Contagion Engine",  # proliferates twice
        rule="counters",
        actions=lambda play: (Proliferate(chosen=play.chosen),) * 2,
        whom=ANY_NUMBER,
    ),
)
