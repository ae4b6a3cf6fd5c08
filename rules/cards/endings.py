"""Cards that say who wins or loses (104.2b, 104.3e), and those that poison (104.3d)."""

from collections.abc import Sequence

from rules.actions.action import Action
from rules.actions.counters import AddCounters, Proliferate
from rules.actions.endings import LoseGame, WinGame
from rules.actions.library import draws
from rules.actions.life import LoseLife
from rules.cards.card import ANY_NUMBER, Card, Play


def _wins(name: str) -> Card:
    return Card(name=name, rule="win_effect", actions=lambda play: (WinGame(who=play.by),))


def _chosen_loses(name: str) -> Card:
    return Card(
        name=name, rule="lose_effect", actions=lambda play: (LoseGame(who=play.chosen),), whom="player"
    )


def _triskaidekaphobia(play: Play) -> Sequence[Action]:
    losers = tuple(who for who in play.everyone if play.game.life_seen(who) == 13)
    return (LoseGame(who=losers),) if losers else ()


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


ENDINGS = (
    *map(_wins, ("Thassa's Oracle", "Laboratory Maniac", "Felidar Sovereign", "Coalition Victory")),
    *map(_chosen_loses, ("Door to Nothingness", "Phage the Untouchable")),
    Card(name="Triskaidekaphobia", rule="lose_effect", actions=_triskaidekaphobia),
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
