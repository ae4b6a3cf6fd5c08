"""A further game of the same people: the seats in its lobby, the teams, and who chooses who goes first."""

from msgspec.structs import replace

from rules.formats.variants import Teams, variant_named
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import PlayerId, PlayerOutcome
from rules.setup import match
from rules.setup.lobby_actions import Gather
from rules.setup.seating_plan import first_chooser


def rematch(game: Game, host: PlayerId, number: int = 0) -> Gather:
    """Return the lobby of a further game with the same people, teams and options as this one, which has
    this number, opened by ``host``; a match continues, with the same commanders.

    Seats that were handed over belong to their current owners.
    """
    variant = variant_named(game.rules.variant)
    ids = {one.id: one.id if one.user is None else str(one.user) for one in game.players}
    goes_on = match.goes_on(game)
    seated = tuple(
        replace(
            Seated.again(one, None if variant.teams is Teams.NONE else one.side),
            id=ids[one.id],
            commanders=tuple(card.name for card in one.commanders) if goes_on else (),
        )
        for one in game.players
    )
    chooses = first_chooser(loser=loser(game), previous=game.options.chooser)
    options = replace(
        match.with_ids(match.next_game_options(game, number), ids),
        archenemy=None,
        chooser=chooses and ids.get(chooses, chooses),
        ranges={ids.get(id, id): seats for id, seats in game.options.ranges.items()},
        emperors=tuple(ids.get(id, id) for id in game.options.emperors),
        subgame=False,
    )
    return Gather(options=options, seated=seated, host=host)


def loser(game: Game) -> PlayerId | None:
    """Return the player who lost a game of two sides, for a team one of its members; None for other games
    (103.1).

    Other team games have separate rules about who goes first.
    """
    variant = variant_named(game.rules.variant)
    equals = variant.teams is Teams.NONE or (variant.shared_turns and variant.teams is Teams.EQUAL)
    if len(game.sides) != 2 or not equals:
        return None
    lost = [id for side in game.sides for id in side.members if game.player(id).result is PlayerOutcome.LOST]
    return lost[0] if lost else None
