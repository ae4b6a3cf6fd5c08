"""Announcements in words: losses, draws, wins, restarts, and designations."""

from collections.abc import Mapping, Sequence

from cogs.text import names
from cogs.text.facts import roles, tallies, votes
from cogs.text.formatting import bold, escape, listed
from cogs.text.language import tr, trn
from cogs.text.turns import turn_line
from rules.events import designations
from rules.events.endings import DrawAgreed, GameEnded, GameRestarted, Leaving, PlayersLeft
from rules.events.event import Event
from rules.events.library import HandChanged
from rules.events.roles import LeaderReplaced, RoleShown
from rules.events.table import GameStarted, PlayerJoined
from rules.events.tallies import ReminderGiven
from rules.events.votes import VoteEnded
from rules.formats.losses import DRAWS_BY_KEY, LOSSES, Blow, GameDraw, GameLoss
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import Outcome, PlayerId, PlayerOutcome
from rules.players.designations import RING_LEVELS

ANNOUNCED_EVENTS = (
    GameStarted,
    PlayerJoined,
    PlayersLeft,
    GameEnded,
    GameRestarted,
    ReminderGiven,
    VoteEnded,
    DrawAgreed,
)
"""Events of steps whose announcement stays in the chat and follows undo."""


def in_order(happened: Sequence[Event]) -> Sequence[Event]:
    """Return events in the order of the announcement: departures before inheritances, which are omitted once
    the game is over."""
    inherited = [event for event in happened if _is_inherited(event)]
    if not inherited:
        return happened
    over = any(isinstance(event, GameEnded) for event in happened)
    ordered: list[Event] = []
    for event in happened:
        if not _is_inherited(event):
            ordered.append(event)
        if isinstance(event, PlayersLeft) and not over:
            ordered += inherited
            inherited = []
    return ordered


def _is_inherited(event: Event) -> bool:
    return (
        isinstance(event, designations.MonarchChanged | designations.InitiativeChanged)
        and event.cause == "left"
    )


def loud(before: Game, after: Game, event: Event) -> str | None:
    """Return an event's announcement; None for a quiet one."""
    match event:
        case PlayersLeft():
            return "\n".join(_departures(after, event))
        case GameEnded():
            drawn = [id for id, came in event.results.items() if came is PlayerOutcome.DRAW]
            return "\n".join(filter(None, (_ending(after, event.outcome, drawn), _roles(after, event.roles))))
        case DrawAgreed():
            return tr(
                "{who} agrees to a draw. Waiting this turn for {names} to agree, with `/draw "
                "reason:agreement` (CR {rule}).",
                who=listed(names.bold_name(after, id) for id in event.who),
                names=listed(names.bold_name(after, id) for id in event.missing),
                rule=event.rule,
            )
        case GameRestarted():
            text = tr(
                "{who} restarts the game (CR {rule}): no one has won or lost. {turn}",
                who=names.bold_name(before, event.by),
                rule=event.rule,
                turn=turn_line(after),
            )
            return "\n".join((text, *roles.at_start(after)))
        case HandChanged():
            return _hand(after, event)
        case RoleShown():
            role = names.role_name(after, event.role)
            return tr("{who} shows a role: {role}.", who=names.bold_name(after, event.who), role=role)
        case LeaderReplaced():
            values = {
                "who": names.bold_name(after, event.who),
                "before": names.bold_name(after, event.before),
                "role": names.role_name(after, event.role),
                "lost": names.role_name(after, event.lost),
            }
            if event.stays:
                return tr(
                    "{who} knocked out {before} and takes over as {role}. {before} plays on as {lost}, at 1 "
                    "life.",
                    **values,
                )
            return tr("{who} knocked out {before} and takes over as {role}.", **values)
        case PlayerJoined():
            return _joined(after, event)
        case ReminderGiven():
            return tallies.reminded(before, event.reminder)
        case VoteEnded():
            return votes.vote_result(before, event)
        case designations.DungeonMoved() | designations.DungeonCompleted() | designations.DungeonLeft():
            return _dungeon(after, event)
        case _:
            return _designation(after, event)


def _roles(game: Game, keys: Mapping[PlayerId, str]) -> str:
    """Return all roles, in seat order; empty if there are none."""
    each = [
        f"{names.player_name(game, one.id)} ({names.role_name(game, keys[one.id])})"
        for one in game.players
        if one.id in keys
    ]
    return tr("Roles: {roles}.", roles=listed(each)) if each else ""


def _joined(game: Game, event: PlayerJoined) -> str:
    """Return the people who have joined a game in progress, and their starting life."""
    one = event.player
    values = {"who": bold(one.name), "neighbor": names.bold_name(game, event.after), "cards": one.hand.size}
    if event.life is None:
        return tr(
            "{who} joins {team} and shares its life total. Opening hand: {cards}. Seat: after {neighbor}.",
            team=bold(names.team(one.side)),
            **values,
        )
    life = event.life
    if one.side != one.id:
        return tr(
            "{who} joins {team}. Starting life: {life}. Opening hand: {cards}. Seat: after {neighbor}.",
            team=bold(names.team(one.side)),
            life=life,
            **values,
        )
    return tr(
        "{who} joins the game. Starting life: {life}. Opening hand: {cards}. Seat: after {neighbor}.",
        life=life,
        **values,
    )


def _designation(game: Game, event: Event) -> str | None:
    match event:
        case designations.MonarchChanged(who=str() as who):
            return tr(
                "{who} is now the monarch (CR {rule}).", who=names.bold_name(game, who), rule=event.rule
            )
        case designations.MonarchChanged():
            return tr("The game no longer has a monarch (CR {rule}).", rule=event.rule)
        case designations.InitiativeChanged(who=None):
            return tr("No one has the initiative now (CR {rule}).", rule=event.rule)
        case (
            designations.InitiativeChanged(who=str() as who)
            | designations.VentureTriggered(who=who, upkeep=True)
        ):
            return tr(
                "{who} has the initiative (CR {rule}) and ventures into the Undercity.",
                who=names.bold_name(game, who),
                rule=event.rule,
            )
        case designations.DesignationGained():
            return tr(
                "{who} has the {designation} for the rest of the game.",
                who=names.bold_name(game, event.who),
                designation=names.thing(event.name),
            )
        case designations.DesignationLost():
            return tr(
                "{who} no longer has the {designation}.",
                who=names.bold_name(game, event.who),
                designation=names.thing(event.name),
            )
        case designations.DayNightEnded():
            return tr("It is neither day nor night (CR {rule}).", rule=event.rule)
        case designations.DayNightChanged():
            return (
                tr("It becomes day (CR {rule}).", rule=event.rule)
                if event.to.value == "day"
                else tr("It becomes night (CR {rule}).", rule=event.rule)
            )
        case _:
            return _progress(game, event)


def _progress(game: Game, event: Event) -> str | None:
    """Return a player's level of speed or of the Ring."""
    match event:
        case designations.SpeedChanged():
            return tr(
                "{who}'s speed is {speed} (CR {rule}).",
                who=names.bold_name(game, event.who),
                speed=event.speed,
                rule=event.rule,
            )
        case designations.RingTempted():
            return _ring(names.bold_name(game, event.who), event.level)
        case designations.RingLevelLowered():
            return trn(
                "The Ring has tempted {who} {n} time.",
                "The Ring has tempted {who} {n} times.",
                event.level,
                who=names.bold_name(game, event.who),
            )
        case _:
            return None


def _ring(who: str, level: int) -> str:
    """Return the text of a temptation: the Ring has four levels, and continues to tempt after them
    (701.54c)."""
    if level > RING_LEVELS:
        return tr("The Ring tempts {who} again.", who=who)
    times = {1: tr("1st"), 2: tr("2nd"), 3: tr("3rd"), 4: tr("4th")}
    return tr("The Ring tempts {who} for the {time} time.", who=who, time=times[level])


def _dungeon(
    game: Game, event: designations.DungeonMoved | designations.DungeonCompleted | designations.DungeonLeft
) -> str:
    who = names.bold_name(game, event.who)
    if isinstance(event, designations.DungeonLeft):
        return tr("{who} leaves {dungeon} without completing it.", who=who, dungeon=bold(tr(event.name)))
    if isinstance(event, designations.DungeonMoved):
        room, dungeon = tr(event.dungeon.room), tr(event.dungeon.name)
        return tr("{who} enters {room} ({dungeon}).", who=who, room=room, dungeon=dungeon)
    return tr(
        "{who} completes {dungeon} (CR {rule}).", who=who, dungeon=bold(tr(event.name)), rule=event.rule
    )


def _hand(game: Game, event: HandChanged) -> str:
    who, hand = names.bold_name(game, event.who), event.hand
    if hand.kept:
        return trn("{who} keeps {n} card.", "{who} keeps {n} cards.", hand.size, who=who)
    return trn(
        "{who} takes mulligan {number}: {n} card (CR {rule}).",
        "{who} takes mulligan {number}: {n} cards (CR {rule}).",
        hand.size,
        who=who,
        number=hand.mulligans,
        rule=event.rule,
    )


def _departures(game: Game, event: PlayersLeft) -> list[str]:
    """Return a line for each team that loses as one, and for each single player."""
    lines: list[str] = []
    lost = event.result is PlayerOutcome.LOST
    bodies = [side for side in game.sides if side.one_body]
    for side in bodies:
        gone = [one for one in event.leaving if one.who in side.members]
        if gone:
            first = next((one for one in gone if one.cause != "lose_team"), gone[0])
            members = listed(names.player_name(game, id) for id in side.members)
            lines.append(_team_gone(side.name, members, cause(game, first), first.rule, lost=lost))
    together = {id for side in bodies for id in side.members}
    lines += [
        _gone(game, one, lost=lost) for one in _causes_first(game, event.leaving) if one.who not in together
    ]
    shown = {one.who: one.role for one in event.leaving if one.role}
    return [*lines, *filter(None, (_roles(game, shown),))]


def _team_gone(name: str, members: str, why: str, rule: str, *, lost: bool) -> str:
    values = {"team": bold(names.team(name)), "members": members, "why": why, "rule": rule}
    if lost and names.plural(name):
        return tr("The {team} lose the game ({members}): {why} (CR {rule}).", **values)
    if lost:
        return tr("{team} loses the game ({members}): {why} (CR {rule}).", **values)
    if names.plural(name):
        return tr("The {team} draw the game ({members}): {why} (CR {rule}).", **values)
    return tr("{team} draws the game ({members}): {why} (CR {rule}).", **values)


def _gone(game: Game, one: Leaving, *, lost: bool) -> str:
    who, why = names.bold_name(game, one.who), cause(game, one)
    if not one.rule:
        return tr("{who} loses the game: {why}.", who=who, why=why)
    if lost:
        return tr("{who} loses the game: {why} (CR {rule}).", who=who, why=why, rule=one.rule)
    return tr("{who} draws the game: {why} (CR {rule}).", who=who, why=why, rule=one.rule)


def _causes_first(game: Game, leaving: Sequence[Leaving]) -> list[Leaving]:
    """Sort departures in seat order, those caused by an emperor after the others."""
    places = {player.id: place for place, player in enumerate(game.players)}
    return sorted(leaving, key=lambda one: (_follows(one), places.get(one.who, -1)))


def _follows(one: Leaving) -> bool:
    """Return whether a player loses along with another."""
    way = LOSSES.get(one.cause) or DRAWS_BY_KEY.get(one.cause)
    return way is not None and way.follows


def cause(game: Game, leaving: Leaving) -> str:
    """Return why a player is out, in a few words; the cause's key if it is unknown."""
    known = VARIANTS.get(game.rules.variant)
    way = (LOSSES if known is None else known.all_losses).get(leaving.cause) or DRAWS_BY_KEY.get(
        leaving.cause
    )
    if isinstance(way, GameDraw):
        return tr(way.leaving)
    if way is None:
        return leaving.cause
    if way.reported and leaving.by is not None:
        return tr(way.reported, who=names.player_name(game, leaving.by))
    n = leaving.commander_damage if way.credit is Blow.COMMANDER else leaving.poison
    card = names.commander_name(game, leaving.commander) if leaving.commander is not None else ""
    if way.whys:
        return trn(way.why, way.whys, n)
    return tr(way.why, n=n, life=leaving.life, commander=card)


def in_brief(key: str) -> str:
    """Return the reason for a departure without totals, by a result's key; empty if there is none or the
    key is unknown."""
    match LOSSES.get(key) or DRAWS_BY_KEY.get(key):
        case GameLoss(in_brief=str(brief), why=why):
            return tr(brief or why)
        case GameDraw(leaving=str(leaving)) if leaving:
            return tr(leaving)
        case _:
            return ""


def ending_text(game: Game) -> str:
    """Return how the game ended, with every winner's name and the rule; empty while it continues."""
    if game.outcome is None:
        return ""
    drawn = [player.id for player in game.players if player.result is PlayerOutcome.DRAW]
    return _ending(game, game.outcome, drawn)


def _ending(game: Game, outcome: Outcome, drawn: Sequence[PlayerId]) -> str:
    if outcome.result is PlayerOutcome.NONE:
        return tr("Game ended without a result.")
    if outcome.result is PlayerOutcome.DRAW and not outcome.rule:
        return tr(
            "**The game is a draw** for {who}: {why}.",
            who=listed(names.bold_name(game, id) for id in drawn),
            why=tr(DRAWS_BY_KEY[outcome.cause].why),
        )
    if outcome.result is PlayerOutcome.DRAW:
        return tr(
            "**The game is a draw** for {who}: {why} (CR {rule}).",
            who=listed(names.bold_name(game, id) for id in drawn),
            why=tr(DRAWS_BY_KEY[outcome.cause].why),
            rule=outcome.rule,
        )
    side = next((side for side in game.sides if outcome.winners[0] in side.members), None)
    seats = [player.id for player in game.players]
    won = sorted(outcome.winners, key=lambda id: seats.index(id) if id in seats else len(seats))
    who = listed(names.player_name(game, id) for id in won)
    if not outcome.rule:
        return trn("**{who} wins the game**.", "**{who} win the game**.", len(won), who=who)
    if side is None or not side.is_team:
        return trn(
            "**{who} wins the game** (CR {rule}).",
            "**{who} win the game** (CR {rule}).",
            len(won),
            who=who,
            rule=outcome.rule,
        )
    members = listed(names.player_name(game, id) for id in side.members)
    values = {"team": escape(names.team(side.name)), "members": members, "rule": outcome.rule}
    if names.plural(side.name):
        return tr("**The {team} win the game**: {members} (CR {rule}).", **values)
    return tr("**{team} wins the game**: {members} (CR {rule}).", **values)
