"""The button that asks who knocked someone out, below a loss and on a board that waits for the answer."""

from cogs.core.components import BUTTON_LABEL_LENGTH, Button, button
from cogs.core.custom_ids import TableCustomId
from cogs.core.entry_forms.fields import player_key
from cogs.drawing.truncate import truncate
from cogs.text.language import tr
from rules.game.parts import GameId, Player, PlayerId

SHORT_KEY_LENGTH = 30
"""Characters of a player's key in a button that names two."""


def knock_out_button(game: GameId, player: Player) -> Button:
    """Return the button for a departed player."""
    label = truncate(tr("{who}: knocked out by…", who=player.name), BUTTON_LABEL_LENGTH)
    return button(label, TableCustomId("knockout", game, knock_out_key(player.id)))


def knock_out_key(id: PlayerId) -> str:
    """Return a player's key, short enough for two in a custom_id."""
    return player_key(id, SHORT_KEY_LENGTH)
