"""Quiet events in words: changes besides totals, and everything in brief for the log."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from cogs.text import announcements, names, turns
from cogs.text.facts import life, tallies, votes
from cogs.text.formatting import bold, escape, listed, strong
from cogs.text.language import naming_commands, tr, trn
from rules.events.cards import CardResolved
from rules.events.commanders import CommanderCast, CommanderDamageSet, CommanderNamed
from rules.events.continuous_effects import EffectBegan, EffectEnded, EffectUsed
from rules.events.designations import SpellCast
from rules.events.endings import GameLossReplaced, GameRestarted, KnockOutCredited
from rules.events.event import Event
from rules.events.library import CardDrawn, DrewFromEmptyLibrary, LibraryCounted
from rules.events.life import DamageDealt, DamagePrevented, DamageReplaced, LifeGained, LifeLost, LifePaid
from rules.events.table import (
    ChanceDrawn,
    GameStarted,
    HoldBegan,
    HoldEnded,
    LinkChanged,
    LobbyChanged,
    PlanarDieRolled,
    SeatHandedOver,
)
from rules.events.tallies import ReminderEnded, ReminderSet, TallyChanged, TallyEnded
from rules.events.votes import VoteCalled, VoteCast, VotesDeclined
from rules.formats.editions import rule
from rules.game.game import Game
from rules.game.parts import Effect, PlanarFace, PlayerId
from rules.players.continuous_effects import SHIELDS

_DRAWS = (CardDrawn, DrewFromEmptyLibrary)


def quiet(game: Game, event: Event, among: Sequence[Event] = ()) -> str | None:
    """Return an event's text for the reply; None if the totals, a loud line or an earlier similar event in
    ``among`` cover it."""
    match event:
        case LifeLost() | LifeGained():
            return life.life_answer(game, event)
        case DamagePrevented() | DamageReplaced() | LifePaid():
            return _changed(game, event)
        case DamageDealt(commander=str() as commander):
            return _commander_damage(game, event.to, event, strong(names.commander_name(game, commander)))
        case CommanderDamageSet():
            title = strong(names.commander_name(game, event.commander))
            return _commander_damage(game, event.who, event, title)
        case GameLossReplaced():
            return tr(
                "{who} would lose the game, but an effect replaces that (CR {rule}).",
                who=names.bold_name(game, event.who),
                rule=event.rule,
            )
        case EffectBegan() | EffectUsed() | EffectEnded():
            return _effect(game, event, among)
        case TallyChanged() | TallyEnded() | ReminderSet() | ReminderEnded():
            return tallies.tally_change(game, event)
        case CommanderNamed() | CommanderCast() | SpellCast() | LibraryCounted():
            return _card(game, event, among)
        case HoldBegan():
            return tr("Hold: from now on, changes count as one event. `/release` then checks for losses.")
        case HoldEnded():
            return tr("Released: all changes since the hold count as one event.")
        case LinkChanged():
            return link_line(event.link)
        case SeatHandedOver():
            return _handed_over(game, event)
        case ChanceDrawn():
            return chance(event)
        case VoteCalled() | VoteCast() | VotesDeclined():
            return votes.vote_step(game, event)
        case PlanarDieRolled():
            return _planar_die(game, event)
        case KnockOutCredited(by=None):
            return tr("No one knocked {who} out.", who=names.bold_name(game, event.who))
        case KnockOutCredited(by=str() as by):
            return tr(
                "{by} knocked {who} out.", by=names.bold_name(game, by), who=names.bold_name(game, event.who)
            )
        case _:
            return turns.turn_event(game, event)


def _handed_over(game: Game, event: SeatHandedOver) -> str:
    """Return who has taken over whose seat, of whom the logs of earlier versions have no name."""
    who, former = bold(event.name), bold(event.former) if event.former else names.bold_name(game, event.who)
    if former == who:
        return tr("{who} took over this seat.", who=who)
    return tr("{who} takes over {former}'s seat.", who=who, former=former)


def _commander_damage(game: Game, to: PlayerId, event: DamageDealt | CommanderDamageSet, title: str) -> str:
    """Return a commander's damage so far: to a player, or to a team that adds it up."""
    limit, who, tally = game.rules.commander_damage_limit, names.bold_name(game, to), event.tally
    if event.team is not None:
        who, tally = strong(names.life_holder(game, game.player(to).side)), event.team
    if limit is None:
        return tr("{who}: {tally} from {commander}", who=who, tally=tally, commander=title)
    return tr(
        "{who}: {tally} of {limit} from {commander}", who=who, tally=tally, limit=limit, commander=title
    )


def _changed(game: Game, event: DamagePrevented | DamageReplaced | LifePaid) -> str:
    """Return how effects have changed damage, and a payment that changes no total."""
    match event:
        case DamagePrevented():
            who, n = names.bold_name(game, event.to), event.amount
            return tr("{who}: {n} damage is prevented (CR {rule}).", who=who, n=n, rule=event.rule)
        case DamageReplaced():
            return tr(
                "{who}: {before} damage becomes {after} (CR {rule}).",
                who=names.bold_name(game, event.to),
                before=event.before,
                after=event.after,
                rule=event.rule,
            )
        case LifePaid():
            return tr("{who} pays 0 life (CR {rule}).", who=names.bold_name(game, event.who), rule=event.rule)


def _effect(game: Game, event: EffectBegan | EffectUsed | EffectEnded, among: Sequence[Event]) -> str | None:
    if isinstance(event, EffectEnded) and event.cause == "left":
        return None  # the departure says enough
    if isinstance(event, EffectUsed) and event.effect.times is None and event.effect.kind not in SHIELDS:
        return None  # a turn has passed that doesn't end it yet
    alike = _alike(event.effect)
    several = [one.effect.on for one in among if isinstance(one, type(event)) and _alike(one.effect) == alike]
    on = list(dict.fromkeys(several)) or [event.effect.on]
    if on[0] != event.effect.on:
        return None
    who = listed(names.bold_name(game, id) for id in on)
    if isinstance(event, EffectEnded):
        ended = names.effect_named(game, event.effect)
        return tr("{who}: no longer “{effect}”.", who=who, effect=ended)
    what = names.effect_in_force(game, event.effect)
    if event.effect.card and not any(isinstance(one, CardResolved) for one in among):
        what += tr(", from {who}", who=escape(event.effect.card))
    return tr("{who}: {effect}.", who=who, effect=what)


def _alike(effect: Effect) -> Effect:
    """Return an effect without the parts that differ between the players of one source."""
    return replace(effect, id=0, on="", object=None)


def _card(
    game: Game, event: CommanderNamed | CommanderCast | SpellCast | LibraryCounted, among: Sequence[Event]
) -> str | None:
    who = names.bold_name(game, event.who)
    match event:
        case CommanderNamed():
            named = [one for one in among if isinstance(one, CommanderNamed) and one.who == event.who]
            if len(named) > 1:
                commanders = listed(bold(one.commander.name) for one in named)
                both = tr("{who}'s commanders: {commanders}.", who=who, commanders=commanders)
                return both if named[0] == event else None
            return tr("{who} is playing {commander}.", who=who, commander=bold(event.commander.name))
        case CommanderCast():
            title = strong(names.commander_name(game, event.commander))
            return tr(
                "{who} casts {commander}. The next cast costs {tax} more.",
                who=who,
                commander=title,
                tax=event.tax,
            )
        case SpellCast():
            return trn(
                "{who} has cast {n} spell this turn.",
                "{who} has cast {n} spells this turn.",
                event.count,
                who=who,
            )
        case LibraryCounted():
            return trn(
                "{who} has {n} card in their library.",
                "{who} has {n} cards in their library.",
                event.cards,
                who=who,
            )


def link_line(link: str | None) -> str:
    """Return a line about the new link to the webcam room, or its removal."""
    return tr("Webcam link updated.") if link else tr("Webcam link removed.")


def cards_drawn(game: Game, happened: Sequence[Event], *, left: bool = False) -> list[str]:
    """Return how many cards were drawn, how many are left in a counted library, and who had to draw more than
    that."""
    if not any(isinstance(event, _DRAWS) for event in happened):
        return []
    counts = Counter(event.who for event in happened if isinstance(event, CardDrawn))
    lines: list[str] = []
    for who, cards in counts.items():
        library = game.player(who).library if left else None
        drawer = names.bold_name(game, who)
        if library is None:
            lines.append(trn("{who} draws {n} card.", "{who} draws {n} cards.", cards, who=drawer))
        else:
            lines.append(
                trn(
                    "{who} draws {n} card, {left} left.",
                    "{who} draws {n} cards, {left} left.",
                    cards,
                    who=drawer,
                    left=library,
                )
            )
    failed = dict.fromkeys(event.who for event in happened if isinstance(event, DrewFromEmptyLibrary))
    lines += [
        tr("{who} tried to draw from an empty library.", who=names.bold_name(game, who)) for who in failed
    ]
    return lines


def card_line(game: Game, event: CardResolved) -> str:
    """Return a card's player, and the main rule."""
    who, card = names.bold_name(game, event.who), bold(event.card)
    return tr("{who}: {card} (CR {rule})", who=who, card=card, rule=event.rule)


def chance(event: ChanceDrawn) -> str:
    """Return a random result in words."""
    return f"{escape(event.asked)}: **{escape(event.result)}**"


def _planar_die(game: Game, event: PlanarDieRolled) -> str:
    """Return a roll of the planar die: its result, and the next one's cost (901.9)."""
    values = {"who": names.bold_name(game, event.who), "face": bold(tr(names.PLANAR_FACES[event.face]))}
    match event.face:
        case PlanarFace.BLANK:
            follows = tr("Nothing happens (CR {rule}).", rule=event.rule)
        case PlanarFace.CHAOS:
            follows = tr("Chaos ensues (CR {rule}).", rule=event.rule)
        case PlanarFace.PLANESWALK:
            follows = tr("The planeswalking ability triggers (CR {rule}).", rule=event.rule)
    if event.cost is not None:
        rolled = tr("{who} rolls the planar die for {n} mana: {face}.", n=event.cost, **values)
        return f"{rolled} {follows} " + tr("Rolling again this turn costs {n}.", n=event.cost + 1)
    line = tr("An effect has {who} roll the planar die: {face}.", **values) + f" {follows}"
    if event.off_turn:
        line += "\n-# " + tr(
            "It isn't {who}'s turn, so this counts as a roll by an effect: only the active player can pay "
            "for one (CR {rule}).",
            who=names.player_name(game, event.who),
            rule=rule(game.rules.edition, "planar_roll"),
        )
    return line


def lobby_change(event: Event) -> str | None:
    """Return a change of the lobby in a few words that follow its author's name."""
    match event:
        case LobbyChanged(change="opened"):
            return tr("opened the lobby")
        case LobbyChanged(change="joined"):
            return tr("{who} joined the lobby", who=escape(event.who))
        case LobbyChanged(change="left"):
            return tr("{who} left the lobby", who=escape(event.who))
        case LobbyChanged(change="handed_over"):
            return tr("{who} took over a seat", who=escape(event.who))
        case LobbyChanged(change="deck"):
            return tr("set the bracket of {who}'s deck", who=escape(event.who))
        case LobbyChanged(change="closed"):
            return tr("closed the lobby")
        case LobbyChanged():
            return tr("changed the options or seats")
        case ChanceDrawn():
            return chance(event)
        case _:
            return None


def brief(game: Game, happened: Sequence[Event]) -> list[str]:
    """Return the events besides changes of totals, in a few words each, for logs, which are files, too."""
    with naming_commands():
        lines = [_brief(game, event, happened) for event in announcements.in_order(happened)]
        return [*cards_drawn(game, happened), *filter(None, lines)]


def _brief(game: Game, event: Event, happened: Sequence[Event]) -> str | None:
    match event:
        case GameStarted():
            seats = " → ".join(escape(player.name) for player in event.game.players)
            first = names.taker(event.game, event.game.first)
            return tr("started the game: {first} goes first; seats: {seats}", first=first, seats=seats)
        case CardResolved():
            return card_line(game, event)
        case GameRestarted():
            return tr(
                "{who} restarts the game (CR {rule})", who=names.bold_name(game, event.by), rule=event.rule
            )
        case _:
            return announcements.loud(game, game, event) or quiet(game, event, happened)
