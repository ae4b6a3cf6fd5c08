"""What becomes of a result by the buttons on its message: confirmed, disputed, ruled upon."""

from dataclasses import replace

import discord

from cogs.asking import request_of
from cogs.leagues import reading
from cogs.leagues.messages import RESULT
from cogs.leagues.room import Room
from cogs.sending import insist, whisper
from cogs.ui.filled import filled, typed
from cogs.ui.language import tr
from cogs.ui.leagues import confirmation, words
from cogs.ui.leagues.custom_id import LeaguePress
from rules.leagues.acts import Verdict
from rules.leagues.record import State
from rules.leagues.result import Draw, ResultNumber
from rules.refusal import Refusal
from storage.leagues.results import Told
from storage.leagues.values import Done, Head


async def instead(
    room: Room,
    interaction: discord.Interaction,
    head: Head,
    number: ResultNumber,
    players: str | None,
    details: reading.Details,
) -> Told:
    """A result as it should be: what is typed, and the rest as it was."""
    was = (await room.leagues.search.record(head.league, number)).result
    read = reading.sides(players or words.typed(head, was))
    alike = len(read.sides) == len(was.entrants) and (details.draw is None) == (was.draw is None)
    if alike and not details.score:
        details = replace(details, score=words.score(was))
    persons = await reading.everybody(interaction, head, [one for side in read.sides for one in side])
    return reading.corrected(was, read, persons, details)


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
        told = await instead(room, interaction, head, number, players, details)
    return await room.leagues.results.rule(
        head.league, request_of(interaction), number, verdict, reason, told
    )


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
    reason = confirmation.reason_in(filled(interaction))
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
    fields = filled(interaction)
    players = typed(fields, "players") or None
    reason, draw = confirmation.reason_in(fields), confirmation.draw_in(fields)
    if press.value not in list(Verdict):
        raise Refusal("outdated")
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
