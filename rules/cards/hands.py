"""Cards that make players draw, some of them at the price of life (121, 704.5b)."""

from collections.abc import Callable, Sequence

from rules.actions.action import Action
from rules.actions.library import draws
from rules.actions.life import LoseLife
from rules.cards.card import Card, Play
from rules.cards.totals import set_each


def _all_draw(name: str, n: int = 0) -> Card:
    """Each player draws so many cards, or X."""
    return Card(
        name=name,
        rule="lose_library",
        actions=lambda play: (draws(play.game, play.everyone, n or play.amount),),
        x=not n,
    )


def _draw_and_lose(n: int, life: int, *, chosen: bool) -> Callable[[Play], Sequence[Action]]:
    def actions(play: Play) -> Sequence[Action]:
        who = play.chosen if chosen else (play.by,)
        return draws(play.game, who, n), LoseLife(who=who, amount=life, by=play.by)

    return actions


def _sway_of_the_stars(play: Play) -> Sequence[Action]:
    return draws(play.game, play.everyone, 7), set_each(play.game, dict.fromkeys(play.everyone, 7))


def _peer_into_the_abyss(play: Play) -> Sequence[Action]:
    """X: the cards that are half of the library, rounded up."""
    return draws(play.game, play.chosen, play.amount), LoseLife(who=play.chosen, amount="half_up", by=play.by)


HANDS = (
    _all_draw("Wheel of Fortune", 7),
    _all_draw("Timetwister", 7),
    _all_draw("Windfall"),  # X: the most cards that anybody discarded
    _all_draw("Prosperity"),
    _all_draw("Temple Bell", 1),
    Card(name="Sway of the Stars", rule="set_each", actions=_sway_of_the_stars),
    Card(
        name="Blue Sun's Zenith",
        rule="lose_library",
        actions=lambda play: (draws(play.game, play.chosen, play.amount),),
        whom="player",
        x=True,
    ),
    Card(name="Peer into the Abyss", rule="life", actions=_peer_into_the_abyss, whom="player", x=True),
    Card(name="Sign in Blood", rule="life", actions=_draw_and_lose(2, 2, chosen=True), whom="player"),
    Card(name="Night's Whisper", rule="life", actions=_draw_and_lose(2, 2, chosen=False)),
    Card(name="Phyrexian Arena", rule="life", actions=_draw_and_lose(1, 1, chosen=False)),
)
