"""Speed (702.179): it starts by itself and rises once in each of one's own turns."""

from rules.events.designations import SpeedChanged
from rules.game.parts import PlayerId
from rules.resolution import Resolution

MAX_SPEED = 4


def notice_life_lost(resolution: Resolution, loser: PlayerId) -> None:
    """An opponent lost life: the active players' speed rises, at most once in a turn (702.179d)."""
    game = resolution.game
    if not any(player.speed for player in game.players):
        return
    for id in game.active_players:
        player = game.player(id)
        if 0 < player.speed < MAX_SPEED and not player.sped_up and loser in game.opponents(id):
            resolution.record(SpeedChanged(who=id, speed=player.speed + 1, rule=resolution.rule("speed")))


def start(resolution: Resolution) -> bool:
    """Players with start your engines! and no speed get speed 1 (704.5aa); true if any did."""
    starters = [p.id for p in resolution.game.players if p.starts_engines and p.speed == 0 and p.in_game]
    for id in starters:
        resolution.record(SpeedChanged(who=id, speed=1, rule=resolution.rule("speed_start")))
    return bool(starters)
