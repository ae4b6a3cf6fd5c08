"""Who is at the table and how they stand: in full for a few, a line each for many."""

from collections.abc import Iterable, Mapping, Sequence

from cogs.drawing.cutting import shortened
from cogs.text import names
from cogs.text.formatting import escape, listed, strong
from cogs.text.language import mark, tr
from rules.endings import state_based_actions
from rules.game.game import Game
from rules.game.parts import Holder, MarkerState, Player, PlayerId, PlayerOutcome, Side
from rules.players.commanders import tax
from rules.players.designations import ring_level

FULL_PLAYERS = 10
"""Up to this many players everything is shown in full."""
LARGE_TOTALS = 4
"""Up to this many totals each is as large as Discord writes, so that it is read across a table."""
DETAILS = 600
"""Characters of what a player has beside life, where there is room."""
RESULTS: Mapping[PlayerOutcome, str] = {
    PlayerOutcome.WON: mark("won"),
    PlayerOutcome.LOST: mark("lost"),
    PlayerOutcome.DRAW: mark("draw"),
}
"""How a game has gone for somebody."""


Changes = Mapping[Holder, tuple[int, int]]
"""Totals that were changed last: before and after."""
Page = Sequence[Side]
"""Sides that can be shown in full together."""


def full(game: Game, sides: Iterable[Side], changes: Changes, details: int = DETAILS) -> list[str]:
    """Sides with everything that counts, up to a number of characters for what they have beside life."""
    totals = sum(1 if side.shares_life else len(side.members) for side in game.sides)
    mark = "#" if totals <= LARGE_TOTALS else "##"
    lines: list[str] = []
    for side in sides:
        show = _shared if side.shares_life else _members
        lines += show(game, side, changes, details, mark)
    return lines


def fullest(forms: Iterable[list[str]], room: int) -> str:
    """The first of some forms, each in lines, that fits into so many characters; else the last one, cut."""
    text = ""
    for form in forms:
        text = "\n".join(form)
        if len(text) <= room:
            break
    return shortened(text, room)


def pages(game: Game) -> list[Page]:
    """The sides in portions that can be shown in full."""
    found: list[list[Side]] = [[]]
    for side in game.sides:
        if found[-1] and sum(len(one.members) for one in (*found[-1], side)) > FULL_PLAYERS:
            found.append([])
        found[-1].append(side)
    return [*found]


def compact(game: Game, changes: Changes, width: int, *, gone: bool = True) -> list[str]:
    """A line for each player, with names of this many characters at most; those who are ``gone`` together in
    the last line unless they have theirs, too."""
    lines: list[str] = []
    for player in game.players:
        if not player.in_game and not gone:
            continue
        holder = game.life_holder(player.id)
        name = strong(shortened(escape(player.name), width))
        title = f"{name} {next(iter(_change(changes, holder)), game.life[holder])}"
        extra = _poison(game, player.id)
        extra += [names.thing("monarch")] if game.monarch == player.id else []
        extra += [names.thing("initiative")] if game.initiative == player.id else []
        more = "".join(f" · {one}" for one in extra)
        shown = title if player.in_game else _struck(title)
        lines.append(f"{_turn_mark(game, player.id)}{shown}{more}{_remarks(game, player)}")
    if not gone:
        out = [shortened(escape(player.name), width) for player in game.players if not player.in_game]
        lines += [tr("Out: {names}", names=", ".join(out))] if out else []
    return lines


def _small(details: Sequence[str], width: int) -> list[str]:
    return [f"-# {shortened(' · '.join(details), width)}"] if details else []


def _change(changes: Changes, holder: Holder) -> list[str]:
    return [f"{changes[holder][0]} → {changes[holder][1]}"] if holder in changes else []


def _shared(game: Game, side: Side, changes: Changes, width: int, heading: str) -> list[str]:
    """A team with one total: the team large, its members' own things below."""
    gone = not game.remaining_in(side)
    title = f"{escape(side.name)} · {game.life[side.id]}"
    members = [game.player(id) for id in side.members]
    mark = _turn_mark(game, side.members[0])
    names = [escape(one.name) + _in_brackets([tr("guest")] if one.user is None else []) for one in members]
    shown = _struck(title) if gone else title
    lines = [f"{heading} {mark}{shown}{_in_brackets(_fate(game, members[0]))}", listed(names)]
    shares_poison = side.poison_limit is not None
    details = _change(changes, side.id)
    details += _poison(game, side.members[0]) if shares_poison else []
    for player in members:
        own = _own(game, player) if shares_poison else _poison(game, player.id) + _own(game, player)
        details += [f"{escape(player.name)}: {detail}" for detail in own]
    return lines + _small(details, width)


def _members(game: Game, side: Side, changes: Changes, width: int, heading: str) -> list[str]:
    lines = [f"**{escape(side.name)}**"] if side.is_team else []
    for id in side.members:
        player = game.player(id)
        title = f"{escape(player.name)} · {game.life[id]}"
        shown = title if player.in_game else _struck(title)
        lines.append(f"{heading} {_turn_mark(game, id)}{shown}{_remarks(game, player)}")
        lines += _small(_change(changes, id) + _poison(game, id) + _own(game, player), width)
    return lines


def _turn_mark(game: Game, id: PlayerId) -> str:
    for marker in game.markers:
        if marker.at == id:
            return f"{'▸' if marker.state is MarkerState.TURN else '⏸'}{marker.number} "
    active = game.outcome is None and not game.rules.markers and id in game.team_of(game.turn.taker)
    return "▸ " if active else ""


def _struck(text: str) -> str:
    return f"~~{text}~~"


def _remarks(game: Game, player: Player) -> str:
    """What is said in brackets behind a player: a guest; how the game has gone, or will at the next check."""
    remarks = [tr("guest")] if player.user is None else []
    return _in_brackets(remarks + _fate(game, player))


def _in_brackets(remarks: Sequence[str]) -> str:
    return f" ({', '.join(remarks)})" if remarks else ""


def _fate(game: Game, player: Player) -> list[str]:
    """How the game has gone for a player, or that it will be lost at the next check."""
    if game.outcome is not None:
        return [tr(RESULTS[player.result])] if player.result is not PlayerOutcome.NONE else []
    if player.left is not None:
        lost = player.left.result is PlayerOutcome.LOST
        return [tr("out: lost") if lost else tr(RESULTS[player.left.result])]
    doomed = game.held and player.id in state_based_actions.pending(game)
    return [tr("will lose on release")] if doomed else []


def _poison(game: Game, id: PlayerId) -> list[str]:
    poison = game.poison(id)
    if not poison:
        return []
    limit = game.side_of(id).poison_limit or game.rules.poison_limit
    return [f"{names.thing('poison')} {poison}/{limit}"]


def _own(game: Game, player: Player) -> list[str]:
    """What a player has beside life and poison: commander damage, counters, designations, effects."""
    id, limit = player.id, game.rules.commander_damage_limit
    details = [tr("emperor")] if player.emperor else []
    for kind, n in game.counters_of(id).items():
        if kind != "poison":
            details.append(f"{names.thing(kind)} {n}")
    for commander, tally in player.commander_damage.items():
        title = names.commander(game, commander)
        details.append(f"{title} {tally}{f'/{limit}' if limit else ''}")
    for card in player.commanders:
        if card.casts:
            details.append(tr("{commander} tax {n}", commander=escape(card.name), n=tax(card)))
    details += [tr("library {n}", n=player.library)] if player.library is not None else []
    details += [tr("hand {n}", n=player.max_hand)] if player.vanguard_hand else []
    details += [names.thing("monarch")] if game.monarch == id else []
    details += [names.thing("initiative")] if game.initiative == id else []
    details += map(names.thing, player.designations)
    details += [tr("speed {n}", n=player.speed)] if player.speed else []
    details += [tr("Ring {n}", n=ring_level(player))] if player.ring else []
    details += [f"{tr(player.dungeon.name)}: {tr(player.dungeon.room)}"] if player.dungeon else []
    for effect in game.effects:
        if effect.on == id:
            details.append(names.effect_in_force(game, effect))
    if player.commanders:
        cards = " / ".join(escape(card.name) for card in player.commanders)
        details.append(tr("playing {commander}", commander=cards))
    return list(dict.fromkeys(details))
