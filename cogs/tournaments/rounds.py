"""/event round, standings and cut: pairings, and what follows from their outcomes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.core.components import TEXT_LIMIT, card
from cogs.core.messaging import pinging, reply_private, reply_public
from cogs.text.formatting import listed
from cogs.text.language import tr
from cogs.tournaments import decklists, pairing, view
from cogs.tournaments.appointments.view import pairing_note
from cogs.tournaments.base import EventBase
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments import standings
from rules.tournaments.acts import BeginCut, BeginRound, require_next_round
from rules.tournaments.deadlines import DAY, SetDeadline
from rules.tournaments.state import TournamentPlay, TournamentState
from storage.tournaments.tournaments import TournamentChange
from storage.workers.threads import in_thread

MINUTES: Mapping[TournamentPlay, int] = {TournamentPlay.PODS: 75, TournamentPlay.DUELS: 50}
"""How long a round is where nobody says otherwise."""
MOST_DAYS = 60
"""Days that a round can be played in."""


class RoundsCog(EventBase):
    """The rounds of an event."""

    @app_commands.command()
    @app_commands.describe(
        minutes="Round length in minutes, 0 for no limit (default: 75 for pods, 50 for duels)",
        last="Whether this is the last round before the top cut or the end (default: no)",
        days="Days in which players play when they like, instead of a timer (default: none)",
    )
    async def round(
        self,
        interaction: discord.Interaction,
        minutes: app_commands.Range[int, 0, 600] | None = None,
        last: bool = False,
        days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    ) -> None:
        """Pair the next round and open its tables (judges only)"""
        await self.require_organizer(interaction)
        state = await self.current(interaction)
        require_next_round(state)
        await interaction.response.defer()
        pairings, seed = await self._paired(state, last=last)
        timed = 0 if days is not None else MINUTES[state.rules.play]
        length = timed if minutes is None else minutes

        def decide(change: TournamentChange) -> None:
            if change.state.entries != state.entries:
                raise Refusal("event_changed")
            change.add(BeginRound(pairings=pairings, minutes=length, seed=seed, last=last))
            if days is not None:
                change.add(SetDeadline(deadline=self.now() + days * DAY))

        after = await self.change(interaction, state, decide)
        for text in messages(pairing_lines(after)):
            await interaction.followup.send(view=card(text, colour=view.COLOUR))
        self.updater.tables.open(after.tournament)

    @app_commands.command()
    async def standings(self, interaction: discord.Interaction) -> None:
        """Show the standings of the event"""
        state = await self.current(interaction)
        await self.service.use_user_locale(interaction)
        lines = await in_thread(state.tournament, standing_lines, state)
        if not lines:
            raise Refusal("no_standings")
        heading = tr("Standings")
        text = next(messages([f"## {heading}", *lines]))
        await reply_private(interaction, text)

    @app_commands.command()
    @app_commands.describe(players="Players who go on: 4, 7, 10, 13 or 16 in pods, any number in duels")
    async def cut(self, interaction: discord.Interaction, players: app_commands.Range[int, 2, 64]) -> None:
        """Begin the top cut: single elimination among the best (judges only)"""
        await self.require_organizer(interaction)
        state = await self.current(interaction)
        require_next_round(state)
        seeds = await in_thread(state.tournament, standings.best, state, players)
        standings.elimination(replace(state, seeds=seeds, before_cut=len(state.rounds)))
        after = await self.change(interaction, state, lambda change: change.add(BeginCut(seeds=seeds)))
        names = listed(_name(after, one) for one in seeds)
        text = tr("Top cut of {event}, best first: {players}.", event=view.title(after), players=names)
        await reply_public(interaction, text + "\n" + tr("`/event round` pairs it."))
        games = self.service.games
        lines, reminded = await decklists.at_cut(games.leagues, after, int(games.now().timestamp()))
        for shown in messages(lines):
            view_of_lists = card(shown, colour=view.COLOUR)
            await interaction.followup.send(view=view_of_lists, allowed_mentions=pinging(reminded))

    async def _paired(self, state: TournamentState, *, last: bool) -> tuple[Pairings, int]:
        """The next round, of the top cut or by the standings, with the seed of the latter."""
        if state.seeds:
            pairings = standings.elimination(state)
            if pairings is None:
                raise Refusal("final_played")
            return pairings, 0
        seed = pairing.seed_of(state)
        return await pairing.pair(self.service, state, seed, last=last), seed


def pairing_lines(state: TournamentState) -> Sequence[str]:
    """The pairings of the last round, a table in each line."""
    round = state.rounds[-1]
    lines = [f"## {view.round_title(state)}"]
    lines += [table_line(state, table) for table in round.tables]
    if round.deadline:
        lines.append(pairing_note(round.deadline))
    if round.pairings.byes:
        byes = listed(_name(state, one) for one in round.pairings.byes)
        lines.append(tr("**Bye:** {players}", players=byes))
    return lines


def table_line(state: TournamentState, table: int) -> str:
    """Who sits at a table of the last round, in the order of seats."""
    names = ", ".join(_name(state, one) for one in state.rounds[-1].tables[table])
    return tr("**Table {n}:** {players}", n=table, players=names)


def standing_lines(state: TournamentState) -> Sequence[str]:
    """The standings, a player in each line: points, wins–losses–draws and tie-breakers."""
    if not state.rounds:
        return ()
    return [
        f"{row.place}. {_name(state, Participant(row.player))} · {' · '.join(view.numbers(state, row))}"
        for row in standings.standings(state)
    ]


def messages(lines: Iterable[str]) -> Iterator[str]:
    """The lines in as many texts as they need."""
    text = ""
    for line in lines:
        if text and len(text) + len(line) + 1 > TEXT_LIMIT:
            yield text
            text = ""
        text = f"{text}\n{line}" if text else line
    if text:
        yield text


def _name(state: TournamentState, number: Participant) -> str:
    return view.name(state.players[number])
