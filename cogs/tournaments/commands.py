"""/event: a tournament is created, people sign up, check in and drop, organizers see to all of it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete, members
from cogs.core.autocomplete import Choices
from cogs.core.context import custom_id, location_of, request_of, scope_of
from cogs.core.messaging import answer_with, pinging, reply_public
from cogs.core.service import GameService
from cogs.core.targets import nearest
from cogs.drawing.cutting import shortened
from cogs.text.formatting import MESSAGE_LENGTH, label, listed
from cogs.text.language import tr, trn
from cogs.tournaments import view
from cogs.tournaments.updater import TournamentUpdater
from cogs.tournaments.view import EventCustomId
from rules.pairings.pairings import OddPods, Participant
from rules.refusal import Refusal
from rules.tournaments.acts import CheckIn, CloseCheckIn, CloseTournament, Drop, OpenCheckIn, SignUp
from rules.tournaments.state import SignUpStage, TournamentPlay, TournamentRules, TournamentState
from storage.tournaments.tournaments import Person, TournamentChange

MOST = 512
"""Players whom a round can be paired for in time."""
MOST_CALLED = 80
"""People called in one message, which takes 2,000 characters."""
Decide = Callable[[TournamentChange], None]
Odd: Mapping[str, OddPods] = {
    "byes": OddPods.BYES,
    "low threes": OddPods.LOW_THREES,
    "low fives": OddPods.LOW_FIVES,
    "high threes": OddPods.HIGH_THREES,
}


async def signed_up(interaction: discord.Interaction, typed: str) -> Choices:
    """The players of the event here."""
    cog = autocomplete.cog_of(interaction, EventCog)
    if cog is None or interaction.guild_id is None:
        return []
    try:
        state = await cog.current(interaction)
    except Refusal:
        return []
    names = [one.name for one in state.players.values() if one.stage is not SignUpStage.OUT and one.name]
    return autocomplete.beginning(typed, names)


class EventCog(commands.GroupCog, group_name="event"):
    """Run an event: sign-up, check-in and players"""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        self.service = service
        self.tournaments = service.games.tournaments
        self.updater = TournamentUpdater(bot, service, pause)
        service.routes[view.ROUTE] = self._pressed

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Bring the messages up to date, now that the bot is connected."""
        self.updater.recover()

    async def cog_unload(self) -> None:
        """Stop updating messages."""
        await self.updater.close()

    @app_commands.command()
    @app_commands.describe(
        name="Name",
        play="Size of the tables (default: pods of four)",
        limit="Most players; others go on a waiting list (default: no limit)",
        odd="What happens if players don't divide by four (default: low threes)",
    )
    async def create(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 80],
        play: Literal["pods", "duels"] = "pods",
        limit: app_commands.Range[int, 2, MOST] | None = None,
        odd: Literal["byes", "low threes", "low fives", "high threes"] = "low threes",
    ) -> None:
        """Create an event in this channel and open sign-up (judges only)"""
        await self._require_organizer(interaction)
        rules = TournamentRules(name=label(name), play=TournamentPlay(play), odd=Odd[odd], most=limit)
        state = await self.tournaments.create(location_of(interaction), request_of(interaction), rules)
        await self._post(interaction, state)

    @app_commands.command()
    @app_commands.describe(players="Mentions or guest names, separated by commas")
    async def add(self, interaction: discord.Interaction, players: str) -> None:
        """Sign up other players, with or without a Discord account (judges only)"""
        await self._require_organizer(interaction)
        state = await self.current(interaction)
        people = await members.typed(interaction, players)

        def decide(change: TournamentChange) -> None:
            for person in people:
                _sign_up(change, person)

        after = await self._change(interaction, state, decide)
        wait = [one for one in _of(after, people) if one.stage is SignUpStage.WAITING]
        lines = [tr("Signed up: {players}.", players=listed(view.name(one) for one in _of(after, people)))]
        if wait:
            lines.append(
                tr("On the waiting list: {players}.", players=listed(view.name(one) for one in wait))
            )
        await reply_public(interaction, "\n".join(lines))

    @app_commands.command()
    @app_commands.autocomplete(who=signed_up)
    @app_commands.describe(who="Player who drops (default: you)")
    async def drop(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Drop from the event, or drop another player (judges only)"""
        state = await self.current(interaction)
        number = _own(state, interaction) if who is None else _named(state, who)
        if state.players[number].user != interaction.user.id:
            await self._require_organizer(interaction)
        after = await self._change(interaction, state, lambda change: change.add(Drop(player=number)))
        text = tr(
            "{player} drops from {event}.", player=view.name(after.players[number]), event=view.title(after)
        )
        await reply_public(interaction, text)

    @app_commands.command(name="check-in")
    @app_commands.describe(do="Open it, or close it and drop everyone who isn't here (default: open)")
    async def check_in(self, interaction: discord.Interaction, do: Literal["open", "close"] = "open") -> None:
        """Open or close check-in (judges only)"""
        await self._require_organizer(interaction)
        state = await self.current(interaction)
        if do == "open":
            state = await self._change(interaction, state, lambda change: change.add(OpenCheckIn()))
            await self._call(interaction, state)
            return
        after = await self._change(interaction, state, lambda change: change.add(CloseCheckIn()))
        gone = [
            view.name(one)
            for one in state.at(SignUpStage.IN)
            if after.players[one.number].stage is SignUpStage.OUT
        ]
        here = len(after.at(SignUpStage.IN))
        lines = [
            trn("Check-in is closed: {n} player is here.", "Check-in is closed: {n} players are here.", here)
        ]
        if gone:
            lines.append(tr("Dropped, because they weren't here: {players}.", players=listed(gone)))
        await reply_public(interaction, shortened("\n".join(lines), MESSAGE_LENGTH))

    @app_commands.command()
    async def show(self, interaction: discord.Interaction) -> None:
        """Show the event in a new message"""
        await self._post(interaction, await self.current(interaction))

    @app_commands.command()
    async def close(self, interaction: discord.Interaction) -> None:
        """End the event or call it off (judges only)"""
        await self._require_organizer(interaction)
        state = await self.current(interaction)
        after = await self._change(interaction, state, lambda change: change.add(CloseTournament()))
        await reply_public(interaction, tr("{event} is over.", event=view.title(after)))

    async def current(self, interaction: discord.Interaction) -> TournamentState:
        """The event of the channel, or of the thread's channel; raises Refusal "no_event"."""
        found = await self.tournaments.queries.in_channels(scope_of(interaction).channels)
        if found is None:
            raise Refusal("no_event")
        return await self.tournaments.state(found)

    async def _change(
        self, interaction: discord.Interaction, state: TournamentState, decide: Decide
    ) -> TournamentState:
        after = await self.tournaments.change(state.tournament, request_of(interaction), decide)
        self.updater.refresh(state.tournament)
        return after

    async def _post(self, interaction: discord.Interaction, state: TournamentState) -> None:
        """Answer with the event's message, which is kept up to date from then on."""
        if interaction.channel_id != state.channel:
            raise Refusal("event_elsewhere", channel=f"<#{state.channel}>")
        posted = await answer_with(interaction, view.view(state))
        await self.tournaments.show(state.tournament, posted)
        self.updater.refresh(state.tournament)

    async def _call(self, interaction: discord.Interaction, state: TournamentState) -> None:
        """Call those who are in and not here yet."""
        users = [one.user for one in state.at(SignUpStage.IN) if not one.here and one.user is not None]
        called = users[:MOST_CALLED]
        text = tr("Check-in for {event} is open: press **I'm here**.", event=view.title(state))
        text = "\n".join(filter(None, (text, " ".join(f"<@{user}>" for user in called))))
        await interaction.response.send_message(text, allowed_mentions=pinging(called))

    async def _require_organizer(self, interaction: discord.Interaction) -> None:
        """Raises Refusal "league_judges_only" unless the asker is a judge or moderator here."""
        asker = await self.service.asker(interaction)
        if not asker.in_charge:
            raise Refusal("league_judges_only", judges=asker.judges)

    async def _pressed(self, interaction: discord.Interaction) -> None:
        """A button of an event's message, also after a restart; raises Refusal."""
        press = view.read(custom_id(interaction))
        if press is None or press.verb not in _PRESSES:
            raise Refusal("outdated")
        state = await self.tournaments.state(press.tournament)
        if state.guild != interaction.guild_id:
            raise Refusal("no_event")
        await _PRESSES[press.verb](self, interaction, press)

    async def press(self, interaction: discord.Interaction, pressed: EventCustomId, decide: Decide) -> None:
        """Carry out what a button asks for; its message is the answer."""
        after = await self.tournaments.change(pressed.tournament, request_of(interaction), decide)
        await self.updater.answer(interaction, after)


async def _join(cog: EventCog, interaction: discord.Interaction, pressed: EventCustomId) -> None:
    person = members.member(interaction.user)
    await cog.press(interaction, pressed, lambda change: _sign_up(change, person))


async def _drop(cog: EventCog, interaction: discord.Interaction, pressed: EventCustomId) -> None:
    def decide(change: TournamentChange) -> None:
        change.add(Drop(player=_own(change.state, interaction)))

    await cog.press(interaction, pressed, decide)


async def _here(cog: EventCog, interaction: discord.Interaction, pressed: EventCustomId) -> None:
    def decide(change: TournamentChange) -> None:
        change.add(CheckIn(player=_own(change.state, interaction)))

    await cog.press(interaction, pressed, decide)


_PRESSES: Mapping[str, Callable[[EventCog, discord.Interaction, EventCustomId], Awaitable[None]]] = {
    "join": _join,
    "drop": _drop,
    "here": _here,
}


def _sign_up(change: TournamentChange, person: Person) -> None:
    """Sign somebody up; guests can't check in, and whoever comes during check-in is here."""
    state = change.state
    here = person[0] is None or state.checking_in
    if state.rules.most is None and len(state.at(SignUpStage.IN)) >= MOST:
        raise Refusal("event_full", limit=MOST)
    change.add(SignUp(player=change.number(person), here=here))


def _own(state: TournamentState, interaction: discord.Interaction) -> Participant:
    player = state.find(interaction.user.id, "")
    if player is None:
        raise Refusal("not_signed_up")
    return player.number


def _named(state: TournamentState, typed: str) -> Participant:
    """The player who is named; raises Refusal "no_event_player"."""
    there = [one for one in state.players.values() if one.stage is not SignUpStage.OUT]
    for one in there:
        if (one.name or "").casefold() == typed.strip().casefold() or typed.strip() == f"<@{one.user}>":
            return one.number
    near = nearest(typed, [one.name for one in there if one.name])
    raise Refusal("no_event_player", name=typed, hint=near or "")


def _of(state: TournamentState, people: Sequence[Person]) -> Sequence[view.TournamentPlayer]:
    return [one for person in people if (one := state.find(*person)) is not None]
