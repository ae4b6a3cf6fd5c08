"""Dungeons as data, and venturing through them (309, 701.49)."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.events.designations import DungeonCompleted, DungeonMoved
from rules.game.parts import Dungeon, PlayerId
from rules.refusal import Refusal
from rules.resolution import Resolution

DUNGEONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Lost Mine of Phandelver": {
        "Cave Entrance": ("Goblin Lair", "Mine Tunnels"),
        "Goblin Lair": ("Storeroom", "Dark Pool"),
        "Mine Tunnels": ("Dark Pool", "Fungi Cavern"),
        "Storeroom": ("Temple of Dumathoin",),
        "Dark Pool": ("Temple of Dumathoin",),
        "Fungi Cavern": ("Temple of Dumathoin",),
        "Temple of Dumathoin": (),
    },
    "Dungeon of the Mad Mage": {
        "Yawning Portal": ("Dungeon Level",),
        "Dungeon Level": ("Goblin Bazaar", "Twisted Caverns"),
        "Goblin Bazaar": ("Lost Level",),
        "Twisted Caverns": ("Lost Level",),
        "Lost Level": ("Runestone Caverns", "Muiral's Graveyard"),
        "Runestone Caverns": ("Deep Mines",),
        "Muiral's Graveyard": ("Deep Mines",),
        "Deep Mines": ("Mad Wizard's Lair",),
        "Mad Wizard's Lair": (),
    },
    "Tomb of Annihilation": {
        "Trapped Entry": ("Veils of Fear", "Oubliette"),
        "Veils of Fear": ("Sandfall Cell",),
        "Sandfall Cell": ("Cradle of the Death God",),
        "Oubliette": ("Cradle of the Death God",),
        "Cradle of the Death God": (),
    },
    "Undercity": {
        "Secret Entrance": ("Forge", "Lost Well"),
        "Forge": ("Trap!", "Arena"),
        "Lost Well": ("Arena", "Stash"),
        "Trap!": ("Archives",),
        "Arena": ("Archives", "Catacombs"),
        "Stash": ("Catacombs",),
        "Archives": ("Throne of the Dead Three",),
        "Catacombs": ("Throne of the Dead Three",),
        "Throne of the Dead Three": (),
    },
}
"""The dungeon cards: where each room leads, the first one first; the last one leads nowhere."""


def venture(
    resolution: Resolution, who: PlayerId, *, into: str | None = None, room: str | None = None
) -> None:
    """Make a player venture: into the first room of a dungeon, or from their room to the next.

    `into` names the dungeon to enter when the player is in none; `room` names the next room if there are two:
    by name, or "1", "2" from the left. Raises Refusal when the choice is missing or wrong.
    """
    here = resolution.game.player(who).dungeon
    if here is None:
        _enter(resolution, who, into)
        return
    exits = DUNGEONS[here.name][here.room]
    if not exits:
        _complete(resolution, who, here)
        _enter(resolution, who, into)
        return
    chosen = exits[0] if len(exits) == 1 else _choice(exits, room)
    moved = replace(
        here, room=chosen, depth=here.depth + 1, last=not DUNGEONS[here.name][chosen], resolving=True
    )
    resolution.record(DungeonMoved(who=who, dungeon=moved, rule=resolution.rule("venture")))


def _choice(exits: tuple[str, ...], room: str | None) -> str:
    by_number = {str(number): name for number, name in enumerate(exits, 1)}
    wanted = by_number.get(room or "", room)
    for name in exits:
        if wanted is not None and name.casefold() == wanted.casefold():
            return name
    raise Refusal("choose_room", rooms=tuple(exits))


def _enter(resolution: Resolution, who: PlayerId, name: str | None) -> None:
    found = next((one for one in DUNGEONS if name is not None and one.casefold() == name.casefold()), None)
    if found is None:
        raise Refusal("choose_dungeon", dungeons=tuple(DUNGEONS))
    dungeon = Dungeon(name=found, room=next(iter(DUNGEONS[found])), depth=1, last=False)
    resolution.record(DungeonMoved(who=who, dungeon=dungeon, rule=resolution.rule("venture")))


def complete_finished(resolution: Resolution) -> bool:
    """Remove dungeons whose last room's ability is done, as completed (704.5t); return whether there were
    any."""
    done = [
        (p.id, p.dungeon)
        for p in resolution.game.players
        if p.dungeon is not None and p.dungeon.last and not p.dungeon.resolving and p.in_game
    ]
    for who, dungeon in done:
        _complete(resolution, who, dungeon)
    return bool(done)


def _complete(resolution: Resolution, who: PlayerId, dungeon: Dungeon) -> None:
    resolution.record(DungeonCompleted(who=who, name=dungeon.name, rule=resolution.rule("dungeon_completed")))
