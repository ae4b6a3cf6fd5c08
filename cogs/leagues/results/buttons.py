"""What becomes of a result by the buttons on its message: confirmed, disputed, ruled upon."""

import discord
from msgspec.structs import replace

from cogs.core.context import filled, request_of, typed
from cogs.core.messaging import insist, reply_private
from cogs.leagues.core import text
from cogs.leagues.core.custom_id import LeagueCustomId
from cogs.leagues.core.service import LeagueService
from cogs.leagues.notices.messages import RESULT
from cogs.leagues.results import parsing
from cogs.leagues.results import view as result_view
from cogs.text.language import tr
from rules.leagues.acts import Verdict
from rules.leagues.result import Draw, ResultNumber
from rules.leagues.review import ResultState
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues.results import ReportedResult
from storage.leagues.unit_of_work import CommittedActs


async def instead(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    number: ResultNumber,
    players: str | None,
    details: parsing.TypedDetails,
) -> ReportedResult:
    """A result as it should be: what is typed, and the rest as it was."""
    was = (await service.leagues.results.record(state.league, number)).result
    read = parsing.sides(players or text.typed(state, was))
    alike = len(read.sides) == len(was.entrants) and (details.draw is None) == (was.draw is None)
    if alike and not details.score:
        details = replace(details, score=text.score(was))
    persons = await parsing.everybody(interaction, state, [one for side in read.sides for one in side])
    return parsing.corrected(was, read, persons, details)


async def ruled(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    number: ResultNumber,
    verdict: Verdict,
    reason: str,
    players: str | None,
    draw: Draw | None,
) -> CommittedActs:
    """A judge's ruling carried out; raises Refusal."""
    await service.require_judge(interaction)
    told = None
    if verdict is Verdict.REPLACE:
        if players is None:
            raise Refusal("replacement_missing")
        was = (await service.leagues.results.record(state.league, number)).result
        details = parsing.TypedDetails(played=was.played, draw=draw)
        told = await instead(service, interaction, state, number, players, details)
    return await service.leagues.results.rule(
        state.league, request_of(interaction), number, verdict, reason, told
    )


async def confirm(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Whoever presses says that a result is right; the message pressed is the answer."""
    state = await service.of(interaction, press.league)
    try:
        with service.notices.answering(interaction):
            done = await service.leagues.results.confirm(state.league, request_of(interaction), press.number)
    except Refusal:
        service.notices.refresh(state.league, press.number)  # in case that the message is an old one
        raise
    await _redraw(service, interaction, done)


async def dispute(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Asks whoever presses what is wrong."""
    state = await service.of(interaction, press.league)
    record = await service.leagues.results.record(state.league, press.number)
    if record.state is not ResultState.PENDING:
        service.notices.refresh(state.league, press.number)
    if state.player_of(interaction.user.id) not in {state.resolved(one) for one in record.result.players}:
        raise Refusal("dispute_own_only")
    asked = LeagueCustomId("disputed", press.league, press.number)
    await service.game_service.use_user_locale(interaction)
    form = result_view.reason_form(tr("What's wrong?"), asked, required=True)
    await interaction.response.send_modal(form)


async def disputed(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """What is wrong was filled in."""
    state = await service.of(interaction, press.league)
    reason = result_view.reason_in(filled(interaction))
    with service.notices.answering(interaction):
        done = await service.leagues.results.dispute(
            state.league, request_of(interaction), press.number, reason
        )
    await _redraw(service, interaction, done)
    service.notices.refresh(state.league, press.number)


async def rule(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Asks a judge for the reason of a ruling, and for what the result was."""
    await service.require_judge(interaction)
    state = await service.of(interaction, press.league)
    record = await service.leagues.results.record(state.league, press.number)
    if record.state not in (ResultState.PENDING, ResultState.DISPUTED):
        service.notices.refresh(state.league, press.number)
    asked = LeagueCustomId("ruled", press.league, press.number, press.value)
    await service.game_service.use_user_locale(interaction)
    if press.value == Verdict.REPLACE:
        await interaction.response.send_modal(result_view.replacement_form(state, record, asked))
    else:
        form = result_view.reason_form(tr("Your ruling"), asked, required=True)
        await interaction.response.send_modal(form)


async def ruling(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """A judge's form was filled in."""
    state = await service.of(interaction, press.league)
    fields = filled(interaction)
    players = typed(fields, "players") or None
    reason, draw = result_view.reason_in(fields), result_view.draw_in(fields)
    if press.value not in list(Verdict):
        raise Refusal("outdated")
    verdict = Verdict(press.value)
    await ruled(service, interaction, state, press.number, verdict, reason, players, draw)
    await service.game_service.use_user_locale(interaction)
    await reply_private(interaction, tr("Your ruling has been posted."))


async def _redraw(service: LeagueService, interaction: discord.Interaction, done: CommittedActs) -> None:
    """Answers with the result's message as it is now."""
    view = result_view.view(done.state, done.record)
    await insist(lambda: interaction.response.edit_message(view=view))
    shown = await service.leagues.queries.message(done.state.league, RESULT, done.record.number)
    if shown is None or interaction.message is None or shown.message != interaction.message.id:
        service.notices.refresh(done.state.league, done.record.number)
    service.notices.refresh(done.state.league)
