"""What people do to results: confirm, dispute, rule, put right; by command and by the messages' buttons."""

import discord
from discord import app_commands

from cogs.desk import request_of, say, whisper
from cogs.leagues import reading
from cogs.leagues.notices import RESULT
from cogs.leagues.room import LeagueCog, Room, suggest_league, suggest_result
from cogs.sending import insist
from cogs.ui.language import tr
from cogs.ui.leagues import confirmation, words
from cogs.ui.leagues.custom_id import LeaguePress
from rules.leagues.acts import Verdict
from rules.leagues.record import State
from rules.leagues.result import Draw, ResultNumber
from rules.refusal import Refusal
from storage.leagues.results import Told
from storage.leagues.values import Done, Head

Number = app_commands.Range[int, 1]
Reason = app_commands.Range[str, 1, confirmation.REASON]
Draws = [app_commands.Choice(name=draw.value, value=draw.value) for draw in Draw]
Verdicts = [app_commands.Choice(name=one.value, value=one.value) for one in Verdict]
Players = app_commands.Range[str, 1, 1000]


class Rulings(LeagueCog):
    """/league result."""

    result = app_commands.Group(name="result", description="What becomes of a result")

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Its number", league="Which league")
    async def show(self, interaction: discord.Interaction, result: Number, league: str | None = None) -> None:
        """See a result and what was done to it"""

        async def view() -> discord.ui.LayoutView:
            head = await self.room.head(interaction, league)
            record = await self.leagues.search.record(head.league, result)
            return confirmation.view(head, record)

        await self.look(interaction, view)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Its number", league="Which league")
    async def confirm(
        self, interaction: discord.Interaction, result: Number, league: str | None = None
    ) -> None:
        """Say that a result is right"""

        async def work() -> None:
            head = await self.room.head(interaction, league)
            done = await self.leagues.results.confirm(head.league, request_of(interaction), result)
            await self._answer(interaction, done)

        await self.desk.refusing(interaction, work)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Its number", reason="What is wrong", league="Which league")
    async def dispute(
        self, interaction: discord.Interaction, result: Number, reason: Reason, league: str | None = None
    ) -> None:
        """Say that a result is wrong"""

        async def work() -> None:
            head = await self.room.head(interaction, league)
            done = await self.leagues.results.dispute(head.league, request_of(interaction), result, reason)
            await self._answer(interaction, done)

        await self.desk.refusing(interaction, work)

    @result.command()
    @app_commands.choices(verdict=Verdicts, draw=Draws)
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(
        result="Its number",
        verdict="What becomes of it",
        reason="Why",
        players="Instead, best first",
        draw="Instead, why nobody won",
        league="Which league",
    )
    async def rule(
        self,
        interaction: discord.Interaction,
        result: Number,
        verdict: app_commands.Choice[str],
        reason: Reason,
        players: Players | None = None,
        draw: app_commands.Choice[str] | None = None,
        league: str | None = None,
    ) -> None:
        """Judges: decide about a result"""

        async def work() -> None:
            head = await self.room.head(interaction, league)
            kind = Draw(draw.value) if draw is not None else None
            done = await ruled(
                self.room, interaction, head, result, Verdict(verdict.value), reason, players, kind
            )
            await self._answer(interaction, done)

        await self.desk.refusing(interaction, work)

    @result.command(name="edit")
    @app_commands.choices(draw=Draws)
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(
        result="Its number",
        reason="Why",
        players="As it was, best first",
        draw="Why nobody won",
        when="When it was played",
        games="Games won, such as 2-1",
        league="Which league",
    )
    async def put_right(
        self,
        interaction: discord.Interaction,
        result: Number,
        reason: Reason,
        players: Players | None = None,
        draw: app_commands.Choice[str] | None = None,
        when: str | None = None,
        games: str | None = None,
        league: str | None = None,
    ) -> None:
        """Put a result right"""

        async def work() -> None:
            head = await self.room.head(interaction, league)
            was = (await self.leagues.search.record(head.league, result)).result
            kind = Draw(draw.value) if draw is not None else was.draw if players is None else None
            played = was.played if when is None else reading.moment(when, self.room.clock())
            score = words.score(was) if games is None and players is None else games or ""
            details = reading.Details(played=played, draw=kind, score=score)
            told = await instead(interaction, head, result, self.room, players, details)
            judge = await self.room.judges(interaction)
            request = request_of(interaction)
            done = await self.leagues.results.edit(head.league, request, result, told, reason, judge=judge)
            await self._answer(interaction, done)

        await self.desk.refusing(interaction, work)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Its number", reason="Why", league="Which league")
    async def void(
        self, interaction: discord.Interaction, result: Number, reason: Reason, league: str | None = None
    ) -> None:
        """Judges: let a result not count"""

        async def work() -> None:
            await self.room.require_judge(interaction)
            head = await self.room.head(interaction, league)
            done = await self.leagues.results.void(head.league, request_of(interaction), result, reason)
            await self._answer(interaction, done)

        await self.desk.refusing(interaction, work)

    @result.command()
    @app_commands.autocomplete(league=suggest_league)
    @app_commands.autocomplete(result=suggest_result)
    @app_commands.describe(result="Its number", reason="Why", league="Which league")
    async def restore(
        self, interaction: discord.Interaction, result: Number, reason: Reason, league: str | None = None
    ) -> None:
        """Judges: let a void result count again"""

        async def work() -> None:
            await self.room.require_judge(interaction)
            head = await self.room.head(interaction, league)
            done = await self.leagues.results.restore(head.league, request_of(interaction), result, reason)
            await self._answer(interaction, done)

        await self.desk.refusing(interaction, work)

    async def _answer(self, interaction: discord.Interaction, done: Done) -> None:
        """Says what became of a result; its own message follows."""
        record, head = done.record, done.head
        text = tr(
            "**{league}**, result {number}: {what} – *{state}*.",
            league=words.title(head),
            number=record.number,
            what=words.outcome(head, record.result),
            state=words.state(record),
        )
        await say(interaction, text)


async def instead(
    interaction: discord.Interaction,
    head: Head,
    number: ResultNumber,
    room: Room,
    players: str | None,
    details: reading.Details,
) -> Told:
    """A result as it should be: what is typed, and the rest as it was."""
    was = (await room.leagues.search.record(head.league, number)).result
    read = reading.sides(players or words.typed(head, was))
    persons = await reading.everybody(interaction, head, [one for side in read.sides for one in side])
    return reading.corrected(was, reading.told(read, persons, details))


async def ruled(
    room: Room,
    interaction: discord.Interaction,
    head: Head,
    number: ResultNumber,
    verdict: Verdict,
    reason: str,
    players: str | None,
    draw: Draw | None,
) -> Done:
    """A judge's ruling carried out; raises Refusal."""
    await room.require_judge(interaction)
    told = None
    if verdict is Verdict.REPLACE:
        if players is None:
            raise Refusal("replacement_missing")
        was = (await room.leagues.search.record(head.league, number)).result
        details = reading.Details(played=was.played, draw=draw)
        told = await instead(interaction, head, number, room, players, details)
    return await room.leagues.results.rule(
        head.league, request_of(interaction), number, verdict, reason, told
    )


# The buttons


async def confirm(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    """Whoever presses says that a result is right; the message pressed is the answer."""
    head = await room.of(interaction, press.league)
    try:
        with room.notices.answering(interaction):
            done = await room.leagues.results.confirm(head.league, request_of(interaction), press.number)
    except Refusal:
        room.notices.refresh(head.league, press.number)  # in case that the message is an old one
        raise
    await _redraw(room, interaction, done)


async def dispute(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    """Asks whoever presses what is wrong."""
    head = await room.of(interaction, press.league)
    record = await room.leagues.search.record(head.league, press.number)
    if record.state is not State.PENDING:
        room.notices.refresh(head.league, press.number)
    if head.player_of(interaction.user.id) not in {head.resolved(one) for one in record.result.players}:
        raise Refusal("dispute_own_only")
    asked = LeaguePress("disputed", press.league, press.number)
    await room.desk.speak_low(interaction)
    form = confirmation.reason_form(tr("What is wrong?"), asked, required=True)
    await interaction.response.send_modal(form)


async def disputed(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    """What is wrong was filled in."""
    head = await room.of(interaction, press.league)
    reason = confirmation.reason_in(confirmation.filled(interaction))
    with room.notices.answering(interaction):
        done = await room.leagues.results.dispute(head.league, request_of(interaction), press.number, reason)
    await _redraw(room, interaction, done)
    room.notices.refresh(head.league, press.number)


async def rule(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    """Asks a judge for the reason of a ruling, and for what the result was."""
    await room.require_judge(interaction)
    head = await room.of(interaction, press.league)
    record = await room.leagues.search.record(head.league, press.number)
    if record.state not in (State.PENDING, State.DISPUTED):
        room.notices.refresh(head.league, press.number)
    asked = LeaguePress("ruled", press.league, press.number, press.value)
    await room.desk.speak_low(interaction)
    if press.value == Verdict.REPLACE:
        await interaction.response.send_modal(confirmation.replacement_form(head, record, asked))
    else:
        form = confirmation.reason_form(tr("Why?"), asked, required=True)
        await interaction.response.send_modal(form)


async def ruling(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    """A judge's form was filled in."""
    head = await room.of(interaction, press.league)
    fields = confirmation.filled(interaction)
    players = "".join(fields.get("players", [])) or None
    reason, draw = confirmation.reason_in(fields), confirmation.draw_in(fields)
    verdict = Verdict(press.value)
    await ruled(room, interaction, head, press.number, verdict, reason, players, draw)
    await room.desk.speak_low(interaction)
    await whisper(interaction, tr("You have ruled. Everybody can read it."))


async def _redraw(room: Room, interaction: discord.Interaction, done: Done) -> None:
    """Answers with the result's message as it is now."""
    view = confirmation.view(done.head, done.record)
    await insist(lambda: interaction.response.edit_message(view=view))
    shown = await room.leagues.shown(done.head.league, RESULT, done.record.number)
    if shown is None or interaction.message is None or shown.message != interaction.message.id:
        room.notices.refresh(done.head.league, done.record.number)
    room.notices.refresh(done.head.league)
